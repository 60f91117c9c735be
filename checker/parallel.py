"""A parallel map, in this process or in several: the same results in the same order."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from checker import messages
from checker.interrupts import listening
from unodsl.campaign import hanging
from unodsl.campaign.hanging import Lost, Watch

if TYPE_CHECKING:
    from checker.far_away import Workers

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")

_POLL = 0.5
"""The interval, in seconds, at which a process checks that its parent is alive."""

_SOON = 0.1
"""The interval at which messages of the processes are handed over."""

AtWork = Callable[[int, int, str], None]
"""A progress callback: done, total, and a description."""


def nothing_shown(done: int, of: int, what: str) -> None:
    """A progress callback that shows nothing."""


Do = Callable[[S, A], R | None]
"""A function of a module that maps the shared input and one item to a result."""


class Ahead(NamedTuple):
    """Speculative work: started early, under the name by which a later `spread` finds it."""

    name: str
    do: Callable[[Any, Any], Any]
    one: Any


@dataclass(slots=True)
class _Crew:
    """A process pool with the input that its work shares. `ahead`: speculative work for idle processes. `begun`: the
    speculative work that has started, by name."""

    shared: object
    pool: ProcessPoolExecutor
    jobs: int
    ahead: deque[Ahead] = field(default_factory=deque)
    begun: dict[str, Future[Any]] = field(default_factory=dict)

    @property
    def busy(self) -> int:
        """The number of processes that run speculative work."""
        return sum(not future.done() for future in self.begun.values())

    def begin(self) -> None:
        """Starts the first speculative work of the queue."""
        name, do, one = self.ahead.popleft()
        self.begun[name] = self.pool.submit(_in_process, do, one)

    def drop(self) -> None:
        """Stops the speculative work that no `spread` has used."""
        self.stop({future for future in self.begun.values() if not future.cancel()})

    def stop(self, left: set[Future[Any]]) -> None:
        """Stops work. Repeats Ctrl-C, because a process that is just starting ignores it. Kills the processes that
        hang."""
        until = time.monotonic() + hanging.PATIENCE
        while (left := wait(left, timeout=0).not_done) and time.monotonic() < until:
            self.interrupt()
            wait(left, timeout=0.1)
        if left:
            for process in list((self.pool._processes or {}).values()):
                process.kill()
            wait(left)

    def interrupt(self) -> None:
        """Sends Ctrl-C to every process."""
        for process in list((self.pool._processes or {}).values()):
            if process.pid is not None:
                os.kill(process.pid, signal.SIGINT)


_staying: _Crew | None = None
"""The pool that persists across calls of `spread`."""


@contextmanager
def staying(shared: object, jobs: int) -> Iterator[None]:
    """A context manager that keeps one pool for every `spread` of `shared`, so that the processes keep their memos."""
    global _staying
    if jobs < 2:
        yield
        return
    with _processes(shared, jobs) as pool:
        _staying = crew = _Crew(shared, pool, jobs)
        try:
            yield
        finally:
            _staying = None
            crew.drop()


def end_staying() -> None:
    """Kills the processes of the persistent pool at once."""
    for process in () if _staying is None else list(_staying.pool._processes.values()):
        process.kill()


def begin_ahead(work: Iterable[Ahead], first: bool = False, at_once: bool = False) -> None:
    """Queues speculative work for idle processes of the persistent pool, each name once. Work that no `spread` uses is
    dropped at the end. `first`: before what is queued already. `at_once`: starts as much of it as there are
    processes now, before any `spread`."""
    if _staying is None:
        return
    new = [x for x in work if x.name not in _staying.begun]
    names = {x.name for x in new}
    known = [x for x in _staying.ahead if x.name not in names]
    _staying.ahead = deque((*new, *known) if first else (*known, *new))
    while at_once and _staying.ahead and _staying.busy < _staying.jobs:
        _staying.begin()


_workers: list[Workers] = []
"""The cluster workers that do the work of `spread`, if any."""


@contextmanager
def on_cluster(address: str | None) -> Iterator[None]:
    """A context manager that runs `spread` on the workers of the Dask cluster at an address, if one is given. Raises
    `Unreachable`; `spread` then raises `Lost`."""
    if address is None:
        yield
        return
    from checker.far_away import workers_at

    with workers_at(address) as workers:
        _workers.append(workers)
        try:
            yield
        finally:
            _workers.pop()


@contextmanager
def _processes(shared: object, jobs: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(jobs, initializer=_alone, initargs=(shared,))
    with hanging.ending(pool):
        yield pool


@contextmanager
def _processes_for(shared: object, jobs: int) -> Iterator[_Crew]:
    """The persistent pool, or a pool for one call."""
    if _staying is not None and _staying.shared is shared:
        yield _staying
        return
    with _processes(shared, jobs) as pool:
        yield _Crew(shared, pool, jobs)


def spread(
    do: Do[S, A, R],
    shared: S,
    todo: Sequence[A],
    jobs: int,
    progress: Callable[[int], None],
    weight: Callable[[A], int] = lambda one: 0,
    names: Sequence[str] = (),
    on_result: Callable[[R | None], None] = lambda made: None,
) -> tuple[list[R | None], bool]:
    """Applies `do` to each item, in parallel. Returns the results in order, and whether Ctrl-C stopped it. A result is
    None for an item that was not started or was abandoned at Ctrl-C.

    Each process receives `shared` once. `progress` receives the number of finished items. In parallel, items of the
    greatest `weight` start first, so that no process is left alone with them at the end. `names`: the names under which
    items may have been started already (`begin_ahead`). `on_result` receives each result as soon as it is there. Raises
    `Lost` if a process is killed or hangs.
    """
    if _workers and todo:
        return _workers[-1].spread(do, shared, todo, sorted(range(len(todo)), key=lambda n: -weight(todo[n])), progress)
    ahead = _staying is not None and _staying.shared is shared and bool(_staying.ahead or _staying.begun)
    if jobs > 1 and (len(todo) > 1 or (ahead and todo)):
        heaviest = sorted(range(len(todo)), key=lambda number: -weight(todo[number]))
        return _side_by_side(do, shared, todo, heaviest, min(jobs, len(todo)), progress, names, on_result)
    out: list[R | None] = [None] * len(todo)
    for number, one in enumerate(todo):
        try:
            progress(number)
            collect_before_work()
            out[number] = do(shared, one)
            on_result(out[number])
        except KeyboardInterrupt:
            return out, True
    return out, False


def _side_by_side(
    do: Do[S, A, R],
    shared: S,
    todo: Sequence[A],
    order: Sequence[int],
    jobs: int,
    progress: Callable[[int], None],
    names: Sequence[str],
    on_result: Callable[[R | None], None],
) -> tuple[list[R | None], bool]:
    out: list[R | None] = [None] * len(todo)
    running: dict[Future[R | None], int] = {}
    done, stopped, last = 0, False, time.monotonic()
    with _processes_for(shared, jobs) as crew:
        watch = Watch(crew.pool)
        left = deque(order)
        for number, name in enumerate(names):
            if name in crew.begun:
                running[crew.begun.pop(name)] = number
                left.remove(number)
        wanted = frozenset(names)
        crew.ahead = deque(x for x in crew.ahead if x.name not in wanted)
        try:
            while left or running:
                # Submit only what a process can start now, so that nothing starts after Ctrl-C.
                while sum(not x.done() for x in running) + crew.busy < crew.jobs:
                    if left:
                        number = left.popleft()
                        running[crew.pool.submit(_in_process, do, todo[number])] = number
                    elif crew.ahead:
                        crew.begin()
                    else:
                        break
                progress(done)
                begun = (*running, *(x for x in crew.begun.values() if not x.done()))
                ready = wait(begun, _SOON if messages.waiting() else _POLL, FIRST_COMPLETED).done
                messages.receive()
                if ready:
                    last = time.monotonic()
                else:
                    watch.check(time.monotonic() - last)
                for future in ready & running.keys():
                    number = running.pop(future)
                    out[number] = future.result()
                    done += 1
                    on_result(out[number])
        except BrokenExecutor:
            raise Lost("a process that checked was killed") from None
        except Lost:
            watch.end()
            raise
        except KeyboardInterrupt:
            stopped = True
            crew.ahead.clear()
            crew.stop(set(running))
            for future, number in running.items():
                # (a killed process has no result)
                with suppress(BrokenExecutor):
                    out[number] = future.result()
    return out, stopped


def collect_seldom() -> None:
    """Makes garbage collection rare. Terms and states are many and form no reference cycles; collection at Python's
    default rate takes a tenth of a check's time. For a process that does nothing else."""
    gc.set_threshold(2_000_000, 10, 100)


_MUCH = 200_000
"""New objects of an earlier piece of work that are worth a collection."""


def collect_before_work() -> None:
    """Frees what earlier work left in reference cycles. Hundreds of tables would keep gigabytes."""
    if gc.get_count()[0] > _MUCH:
        gc.collect(1)


_shared: list[Any] = []
"""In a process of a pool: the shared input of its work."""


def _alone(shared: object) -> None:
    """Initializes a process of a pool. It ignores Ctrl-C except during work, where the parent sends it once."""
    _shared[:] = [shared]
    collect_seldom()
    # the objects that the parent made need no garbage collection here
    gc.freeze()
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()


def _leave_with(parent: int) -> None:
    """Exits this process when its parent has died."""
    while os.getppid() == parent:
        time.sleep(_POLL)
    os._exit(1)


def _in_process(do: Do[Any, A, R], one: A) -> R | None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with listening():
            collect_before_work()
            return do(_shared[0], one)
    except KeyboardInterrupt:
        return None
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
