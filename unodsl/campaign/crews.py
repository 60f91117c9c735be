"""Who plays: this process, several processes, or the workers of a cluster. All of them are executors in the sense of Python's
`concurrent.futures`; the scheduler of a cluster is Dask's."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from unodsl.campaign import hanging
from unodsl.campaign.hanging import Lost
from unodsl.campaign.work import OtherCode, Work, engine_digest, prepared
from unodsl.engine.choose import Runner

P = ParamSpec("P")
T = TypeVar("T")

REACHED_WITHIN = 5.0
"""Seconds after which nobody is at an address."""

WORKERS_WITHIN = 10.0
"""Seconds that a cluster without a worker is given to get one before anything is played."""

NO_WORKERS_FOR = 30.0
"""Seconds that a cluster may be without any worker while it plays."""

ANSWERED_WITHIN = 30.0
"""Seconds that a worker is given to say which unodsl it has."""


class Unreachable(Exception):
    """There is no cluster that could play; the message says why, in words for a user."""


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor. `work` stands for the work in what is submitted. `ahead`: so many runs are submitted at a time. `look` is
    called once in a while when nothing is done, with the seconds since something was; it raises `Lost` where nothing will be."""

    executor: Executor
    work: Any
    ahead: int
    look: Callable[[float], None] = lambda quiet: None


class _Here(Executor):
    """Does at once, in this thread, what is submitted."""

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
    """So many processes on this machine. They take the runner along where processes are forked, else they make their own."""
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=_end_with_parent)
    watch = hanging.Watch(pool)
    with hanging.ending(pool):
        try:
            with prepared(work, runner):
                yield Crew(pool, work, 3 * jobs, watch.look)
        except BaseException:
            watch.end()
            raise


def _end_with_parent() -> None:
    """In a process of the pool: end when the process that feeds it was killed, which it would not notice."""
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
    """The workers of a Dask cluster that runs already, by the address of its scheduler. Raises `Unreachable`."""
    with connected(address, engine_digest, "games") as (client, look):
        executor = client.get_executor(pure=False)
        # the work goes to each worker once; a task makes it, so that a worker that takes it along when it dies does no harm
        yield Crew(executor, client.submit(_same, work, pure=False), 256, look)


@contextmanager
def connected(address: str, code: Callable[[], str], what: str) -> Iterator[tuple[Any, Callable[[float], None]]]:
    """A client of the Dask scheduler at an address, whose workers all have the same `code` (a function of a module that says which), and what
    looks after them, as in a crew. `what` they are given to do, in words. Raises `Unreachable`."""
    try:
        from distributed import Client
    except ImportError:
        raise Unreachable("`--cluster` needs the extra `unodsl[cluster]`") from None
    import logging

    # it tells on its own of every connection that breaks; what matters of it is told by us
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    _await_workers(address)
    try:
        client = Client(address, timeout=REACHED_WITHIN, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Unreachable(f"the cluster at `{address}` cannot be used: {_line(error)}") from None
    last = time.monotonic()

    def look(quiet: float) -> None:
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
        yield client, look
    finally:
        client.close(timeout=1)


def _same(work: T) -> T:
    return work


def _await_workers(address: str) -> None:
    """Return when a scheduler with a worker is at an address. Raises `Unreachable`."""
    import asyncio

    from distributed import rpc

    async def asked() -> dict[str, Any]:
        async with rpc(address) as there:
            found: dict[str, Any] = await there.identity()
            return found

    async def soon() -> dict[str, Any]:
        return await asyncio.wait_for(asked(), REACHED_WITHIN)

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
    """Return when all workers have the same unodsl as this process, as `code` tells it. Raises `Unreachable`. A worker that is sent something of a
    module that it does not have ends, so this is asked in words that any Python has."""
    import asyncio

    question = f"__import__({code.__module__!r}, fromlist=['*']).{code.__name__}()"

    async def asked(worker: str) -> Any:
        try:
            said = client.run(eval, question, workers=[worker], on_error="return")
            return (await asyncio.wait_for(said, ANSWERED_WITHIN))[worker]
        except Exception as error:
            return error

    async def all_asked(workers: list[str]) -> list[Any]:
        return await asyncio.gather(*map(asked, workers))

    try:
        workers = sorted(client.nthreads())
        answers: list[Any] = client.sync(all_asked, workers)
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


def _busy(client: Any, what: str) -> str:
    """The workers that still have something to do, as the scheduler knows it; nothing where it does not say."""
    import asyncio

    async def asked() -> dict[str, Any]:
        found: dict[str, Any] = await asyncio.wait_for(client.scheduler.processing(workers=None), REACHED_WITHIN)
        return found

    try:
        held = sorted(f"`{worker}`" for worker, tasks in client.sync(asked).items() if tasks)
    except Exception:
        return ", and its scheduler does not answer"
    return f"; {what} that are not done are at {', '.join(held)}: end what hangs" if held else ""


def outcome(future: Future[T]) -> T:
    """What was submitted came to. Raises `Lost` where those who did it are gone, and `Unreachable` where they cannot do it."""
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
        raise


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
