"""The same work on many things, in this process or in several, with the same results in the same order."""

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

from checker.interrupts import listening
from unodsl.campaign import hanging
from unodsl.campaign.hanging import Lost, Watch

if TYPE_CHECKING:
    from checker.far_away import Workers

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")

_LOOK = 0.5
"""So often, in seconds, a process looks whether there still is somebody whom it works for."""

AtWork = Callable[[int, int, str], None]
"""Shows progress: so much is done, of so much, and what it is."""


def nothing_shown(done: int, of: int, what: str) -> None:
    """Progress that nobody sees."""


Do = Callable[[S, A], R | None]
"""Work on one thing, with what all of the work needs; a function of a module."""


class Ahead(NamedTuple):
    """Work that will probably be wanted, by the name that it will be wanted under."""

    name: str
    do: Callable[[Any, Any], Any]
    one: Any


@dataclass(slots=True)
class _Crew:
    """Some processes, how many, and what they share. `ahead`: what they begin while nothing else is to be done; `begun`: what they have begun
    of it, by name."""

    shared: object
    pool: ProcessPoolExecutor
    jobs: int
    ahead: deque[Ahead] = field(default_factory=deque)
    begun: dict[str, Future[Any]] = field(default_factory=dict)

    def drop(self) -> None:
        """End what was begun and nobody has wanted."""
        self.stop({future for future in self.begun.values() if not future.cancel()})

    def stop(self, left: set[Future[Any]]) -> None:
        """Stop some work. One Ctrl-C is not enough: a process that is about to begin does not hear it; and one that hangs hears none, and is
        killed."""
        until = time.monotonic() + hanging.PATIENCE
        while (left := wait(left, timeout=0).not_done) and time.monotonic() < until:
            self.interrupt()
            wait(left, timeout=0.1)
        if left:
            for process in list((self.pool._processes or {}).values()):
                process.kill()
            wait(left)

    def interrupt(self) -> None:
        """Ctrl-C for whoever works."""
        for process in list((self.pool._processes or {}).values()):
            if process.pid is not None:
                os.kill(process.pid, signal.SIGINT)


_staying: _Crew | None = None
"""The processes that stay."""


@contextmanager
def staying(shared: object, jobs: int) -> Iterator[None]:
    """The processes of each `spread` of `shared` stay until the end: what they have worked out for one they know for the next."""
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
    """End the processes that stay at once, whatever they do."""
    for process in () if _staying is None else list(_staying.pool._processes.values()):
        process.kill()


def begin_ahead(work: Iterable[Ahead]) -> None:
    """Let processes that stay begin some work while they have nothing else to do; what nobody wants of it in the end is dropped."""
    if _staying is not None:
        _staying.ahead.extend(work)


_workers: list[Workers] = []
"""The workers of a cluster, while they do what is spread."""


@contextmanager
def on_cluster(address: str | None) -> Iterator[None]:
    """Let the workers of the Dask cluster at an address, if one is given, do what is spread until the end. Raises `Unreachable`, and what is
    spread raises `Lost`."""
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
    """Those that stay, or some for this once."""
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
    told: Callable[[int], None],
    weight: Callable[[A], int] = lambda one: 0,
    names: Sequence[str] = (),
    came: Callable[[R | None], None] = lambda made: None,
) -> tuple[list[R | None], bool]:
    """What `do` makes of each thing; None for what was not begun, or was left, when somebody pressed Ctrl-C, and whether somebody
    did. Each process is given what is `shared` once. `told` hears how many are done. Of things that are worked on side by side, those
    of the greatest `weight` are begun first, so that no process is left alone with them at the end. `names`: of each thing the name under
    which it may have been begun already (`begin_ahead`). `came` is given what was made of one as soon as it is. Raises `Lost` where a process is
    killed, or hangs."""
    if _workers and todo:
        return _workers[-1].spread(do, shared, todo, sorted(range(len(todo)), key=lambda n: -weight(todo[n])), told)
    ahead = _staying is not None and _staying.shared is shared and bool(_staying.ahead or _staying.begun)
    if jobs > 1 and (len(todo) > 1 or (ahead and todo)):
        heaviest = sorted(range(len(todo)), key=lambda number: -weight(todo[number]))
        return _side_by_side(do, shared, todo, heaviest, min(jobs, len(todo)), told, names, came)
    out: list[R | None] = [None] * len(todo)
    for number, one in enumerate(todo):
        try:
            told(number)
            out[number] = do(shared, one)
            came(out[number])
        except KeyboardInterrupt:
            return out, True
    return out, False


def _side_by_side(
    do: Do[S, A, R],
    shared: S,
    todo: Sequence[A],
    order: Sequence[int],
    jobs: int,
    told: Callable[[int], None],
    names: Sequence[str],
    came: Callable[[R | None], None],
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
                # No more is handed out than is worked on, so that nothing begins after Ctrl-C.
                while sum(not x.done() for x in (*running, *crew.begun.values())) < crew.jobs:
                    if left:
                        number = left.popleft()
                        running[crew.pool.submit(_in_process, do, todo[number])] = number
                    elif crew.ahead:
                        name, other, one = crew.ahead.popleft()
                        crew.begun[name] = crew.pool.submit(_in_process, other, one)
                    else:
                        break
                told(done)
                begun = (*running, *(x for x in crew.begun.values() if not x.done()))
                ready = wait(begun, _LOOK, FIRST_COMPLETED).done
                if ready:
                    last = time.monotonic()
                else:
                    watch.look(time.monotonic() - last)
                for future in ready & running.keys():
                    number = running.pop(future)
                    out[number] = future.result()
                    done += 1
                    came(out[number])
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
                # (one that had to be killed has left its work)
                with suppress(BrokenExecutor):
                    out[number] = future.result()
    return out, stopped


def collect_seldom() -> None:
    """Terms and states are many and form no circles: to look for circles among them at Python's usual pace takes a tenth of a
    check's time. For a process that does nothing else."""
    gc.set_threshold(500_000, 10, 100)


_shared: list[Any] = []
"""In a process of a pool: what all of its work needs."""


def _alone(shared: object) -> None:
    """A process hears of Ctrl-C from the one that started it, once, and only while there is something to stop."""
    _shared[:] = [shared]
    collect_seldom()
    # what the first process has made is never looked at here
    gc.freeze()
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()


def _leave_with(parent: int) -> None:
    """A process that works for one that is gone, however it went, works for nobody."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)


def _in_process(do: Do[Any, A, R], one: A) -> R | None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with listening():
            return do(_shared[0], one)
    except KeyboardInterrupt:
        return None
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
