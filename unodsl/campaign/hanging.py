"""Processes that are gone, or that hang: whoever waits for them is told, and waits no longer."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path

NOTHING_FOR = 600.0
"""Seconds in which those who work must have done something. It is more than Dask waits for a worker that is no longer heard of (5
minutes, if it is not told otherwise) before it gives the work of that worker to others."""

_IDLE = 0.05
"""A process that takes less than this part of a core does nothing: what it is about will not be done."""

PATIENCE = 5.0
"""Seconds for a process that is to stop, or to end. One that still does nothing of the kind is killed."""


class Lost(Exception):
    """Those who worked are gone, or hang, and what they were about is lost; the message says who, in words for a user."""


class Watch:
    """Looks after the processes of a pool. They may work on one thing for hours; they hang if nothing is done, and nothing is worked."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self.pool = pool
        self.since, self.worked = time.monotonic(), 0.0

    @property
    def processes(self) -> list[BaseProcess]:
        """The processes that there are."""
        return list((self.pool._processes or {}).values())

    def look(self, quiet: float) -> None:
        """Called once in a while, with the seconds since something was done. Raises `Lost` where nothing will be."""
        now, worked = time.monotonic(), sum(map(_processor_time, self.processes))
        if worked - self.worked > _IDLE * (now - self.since):
            self.since, self.worked = now, worked
        if min(quiet, now - self.since) > NOTHING_FOR:
            known = ", ".join(str(p.pid) for p in self.processes)
            raise Lost(f"the processes {known} have done nothing for {NOTHING_FOR:.0f} seconds: one of them hangs")

    def end(self) -> None:
        """End them, also those that hang, and wait for none; what is queued is dropped."""
        for process in self.processes:
            # (one that is stopped hears nothing else)
            process.kill()
        self.pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def ending(pool: ProcessPoolExecutor) -> Iterator[None]:
    """A pool until the end, which comes for sure: a process that neither works nor ends within `PATIENCE` is killed."""
    end: threading.Thread | None = None
    try:
        with pool:
            try:
                yield
            finally:
                left = list((pool._processes or {}).values())
                end = threading.Thread(target=_kill_idle, args=(left,), daemon=True)
                end.start()
    finally:
        if end is not None:
            end.join()


def _kill_idle(processes: list[BaseProcess]) -> None:
    """Wait until processes have ended, and kill those that do nothing meanwhile."""
    left = {process.sentinel: process for process in processes}
    while left:
        worked = {sentinel: _processor_time(process) for sentinel, process in left.items()}
        for sentinel in (ended := wait(list(left), PATIENCE)):
            assert isinstance(sentinel, int)
            del left[sentinel]
        for sentinel, process in left.items() if not ended else ():
            if _processor_time(process) - worked[sentinel] < _IDLE * PATIENCE:
                process.kill()


def _processor_time(process: BaseProcess) -> float:
    """The processor seconds that a process took so far; 0 where the machine does not say."""
    try:
        words = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2]
        user, system = words.split()[11:13]
        return (int(user) + int(system)) / 100
    except (OSError, ValueError):
        return 0.0
