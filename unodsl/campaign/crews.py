"""Executors of campaigns: this process, several processes, or the workers of a cluster. All implement
`concurrent.futures`; the scheduler of a cluster is Dask's."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from traceback import walk_tb
from typing import Any, ParamSpec, TypeVar

from unodsl.campaign import hanging
from unodsl.campaign.hanging import Lost
from unodsl.campaign.work import OtherCode, Work, engine_digest, prepared
from unodsl.engine.choose import Runner

P = ParamSpec("P")
T = TypeVar("T")

REACHED_WITHIN = 5.0
"""The seconds until an address counts as unreachable."""

WORKERS_WITHIN = 10.0
"""The seconds that a cluster without workers gets to find one before a campaign starts."""

NO_WORKERS_FOR = 30.0
"""The seconds that a cluster may be without workers during a campaign."""

ANSWERED_WITHIN = 30.0
"""The seconds that a worker gets to report its version of unodsl."""


class Unreachable(Exception):
    """No cluster is available; the message says why, in words for a user."""


class ResultLost(Exception):
    """A worker of a cluster left with a result that nobody had fetched; the call has to be submitted again."""


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor. `work`: the handle of the work in submitted calls. `ahead`: how many runs are submitted at a time.
    `check_alive`: called periodically when nothing is done, with the seconds since the last result; raises `Lost` if there
    will be none."""

    executor: Executor
    work: Any
    ahead: int
    check_alive: Callable[[float], None] = lambda quiet: None


class _Here(Executor):
    """Runs submitted calls at once, in this thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        done: Future[T] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@contextmanager
def here(work: Work, runner: Runner) -> Iterator[Crew]:
    """This process alone."""
    with prepared(work, runner):
        yield Crew(_Here(), work, 1)


@contextmanager
def processes(work: Work, runner: Runner, jobs: int) -> Iterator[Crew]:
    """Several processes on this machine. Forked processes inherit the runner, others make their own."""
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=_end_with_parent)
    watch = hanging.Watch(pool)
    with hanging.ending(pool):
        try:
            with prepared(work, runner):
                yield Crew(pool, work, 3 * jobs, watch.check)
        except BaseException:
            watch.end()
            raise


def _end_with_parent() -> None:
    """In a process of the pool: ends it when its parent was killed, which it would not notice."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def cluster(work: Work, address: str) -> Iterator[Crew]:
    """The workers of a running Dask cluster, by the address of its scheduler. Raises `Unreachable`."""
    with connected(address, engine_digest, "games") as (client, check_alive):
        executor = client.get_executor(pure=False)
        # the work goes to each worker once; it is made by a task, so that the death of a worker does no harm
        yield Crew(executor, client.submit(_same, work, pure=False), 256, check_alive)


@contextmanager
def connected(address: str, code: Callable[[], str], what: str) -> Iterator[tuple[Any, Callable[[float], None]]]:
    """A client of the Dask scheduler at an address, whose workers all have the same `code` (a function of a module that
    reports it), and a watchdog as in a crew. `what`: their work, in words. Raises `Unreachable`."""
    try:
        from distributed import Client
    except ImportError:
        raise Unreachable("`--cluster` needs the extra `unodsl[cluster]`") from None
    import logging

    # it logs every broken connection; we report the relevant ones ourselves
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    _await_workers(address)
    try:
        client = Client(address, timeout=REACHED_WITHIN, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Unreachable(f"the cluster at `{address}` cannot be used: {_line(error)}") from None
    last = time.monotonic()

    def check_alive(quiet: float) -> None:
        nonlocal last
        if client.status != "running":
            raise Lost("the scheduler of the cluster is gone")
        if client.scheduler_info()["workers"]:
            last = time.monotonic()
        elif time.monotonic() - last > NO_WORKERS_FOR:
            raise Lost(f"the cluster at `{address}` has had no worker for {NO_WORKERS_FOR:.0f} seconds")
        if quiet > hanging.NOTHING_FOR:
            raise Lost(
                f"the cluster at `{address}` has done nothing for {hanging.NOTHING_FOR:.0f} seconds{_busy(client, what)}"
            )

    try:
        _ask_workers(client, code)
        yield client, check_alive
    finally:
        client.close(timeout=1)


def _same(work: T) -> T:
    return work


def _await_workers(address: str) -> None:
    """Returns when there is a scheduler with a worker at an address. Raises `Unreachable`."""
    import asyncio

    from distributed import rpc

    async def answered() -> dict[str, Any]:
        async with rpc(address) as there:
            found: dict[str, Any] = await there.identity()
            return found

    async def soon() -> dict[str, Any]:
        return await asyncio.wait_for(answered(), REACHED_WITHIN)

    until = time.monotonic() + WORKERS_WITHIN
    while True:
        try:
            found = asyncio.run(soon())
        except (TimeoutError, OSError):
            raise Unreachable(f"there is no Dask scheduler at `{address}`") from None
        except (ValueError, TypeError, RuntimeError) as error:
            raise Unreachable(f"`{address}` is no address of a cluster: {_line(error)}") from None
        if found.get("type") != "Scheduler":
            raise Unreachable(f"there is no Dask scheduler at `{address}`, but a {str(found.get('type')).lower()}")
        if found.get("workers"):
            return
        if time.monotonic() > until:
            raise Unreachable(f"the cluster at `{address}` has no worker")
        time.sleep(0.5)


def _ask_workers(client: Any, code: Callable[[], str]) -> None:
    """Returns when all workers have the same unodsl as this process, as `code` reports it. Raises `Unreachable`. A
    worker that receives an object of a missing module dies, so the question uses only builtins."""
    import asyncio

    question = f"__import__({code.__module__!r}, fromlist=['*']).{code.__name__}()"

    async def answered(worker: str) -> Any:
        try:
            answer = client.run(eval, question, workers=[worker], on_error="return")
            return (await asyncio.wait_for(answer, ANSWERED_WITHIN))[worker]
        except Exception as error:
            return error

    async def all_answered(workers: list[str]) -> list[Any]:
        return await asyncio.gather(*map(answered, workers))

    try:
        workers = sorted(client.nthreads())
        answers: list[Any] = client.sync(all_answered, workers)
    except (TimeoutError, OSError) as error:
        raise Unreachable(f"the workers of the cluster do not answer: {_line(error)}") from None
    for worker, answer in zip(workers, answers, strict=True):
        if isinstance(answer, TimeoutError):
            raise Unreachable(f"the worker at `{worker}` has not answered for {ANSWERED_WITHIN:.0f} seconds: end it")
        if isinstance(answer, ImportError):
            raise Unreachable(f"the worker at `{worker}` has no unodsl that could play: install the same as here")
        if isinstance(answer, Exception):
            raise Unreachable(f"the worker at `{worker}` cannot play: {_line(answer)}")
        if answer != code():
            raise Unreachable(f"the worker at `{worker}` has another unodsl than this one: install the same as here")


def pending(client: Any) -> dict[str, Any]:
    """The pending tasks of each worker, by its address, as far as the scheduler knows. Raises an error if it does not say."""
    import asyncio

    async def answered() -> dict[str, Any]:
        found: dict[str, Any] = await asyncio.wait_for(client.scheduler.processing(workers=None), REACHED_WITHIN)
        return found

    out: dict[str, Any] = client.sync(answered)
    return out


def _busy(client: Any, what: str) -> str:
    """The workers with pending tasks, in words; empty if the scheduler knows none."""
    try:
        held = sorted(f"`{worker}`" for worker, tasks in pending(client).items() if tasks)
    except Exception:
        return ", and its scheduler does not answer"
    return f"; {what} that are not done are at {', '.join(held)}: end what hangs" if held else ""


def outcome(future: Future[T]) -> T:
    """The result of a submitted call. Raises `Lost` if its worker is gone, `Unreachable` if it cannot run, and
    `ResultLost` if it has to be submitted again."""
    try:
        return future.result()
    except CancelledError:
        raise Lost("the scheduler of the cluster is gone") from None
    except BrokenExecutor:
        raise Lost("a process that played was killed") from None
    except OtherCode:
        raise Unreachable(
            "a worker of the cluster has another unodsl than this one: install the same as here"
        ) from None
    except Exception as error:
        if type(error).__name__ == "KilledWorker":
            raise Lost("workers of the cluster died, again and again, of the same work") from None
        if _of_dask(error):
            raise ResultLost from error
        raise


def _of_dask(error: Exception) -> bool:
    """Whether Dask's executor raised an error itself: it takes a result for an error if the worker leaves while the
    result is on its way."""
    *_, (innermost, _) = walk_tb(error.__traceback__)
    return type(error) is TypeError and innermost.f_globals.get("__name__") == "distributed.cfexecutor"


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
