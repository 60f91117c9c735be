"""Processes that are gone, or that hang: detects them, and stops waiting."""

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
"""The seconds in which workers must have made progress. It is more than Dask waits for a worker without heartbeat (by
default 5 minutes) before it reassigns its work."""

_IDLE = 0.05
"""A process that uses less than this fraction of a core does nothing: its work will not be done."""

PATIENCE = 5.0
"""The seconds that a process gets to stop, or to end. One that does neither is killed."""


class Lost(Exception):
    """Workers are gone, or hang, and their work is lost; the message says which, in words for a user."""


class Watch:
    """Monitors the processes of a pool. They may work on one task for hours; they hang if there is neither a result nor
    processor use."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self.pool = pool
        self.since, self.worked = time.monotonic(), 0.0

    @property
    def processes(self) -> list[BaseProcess]:
        """The current processes."""
        return list((self.pool._processes or {}).values())

    def check(self, quiet: float) -> None:
        """Called periodically, with the seconds since the last result. Raises `Lost` if there will be none."""
        now, worked = time.monotonic(), sum(map(_processor_time, self.processes))
        if worked - self.worked > _IDLE * (now - self.since):
            self.since, self.worked = now, worked
        if min(quiet, now - self.since) > NOTHING_FOR:
            known = ", ".join(str(p.pid) for p in self.processes)
            raise Lost(f"the processes {known} have done nothing for {NOTHING_FOR:.0f} seconds: one of them hangs")

    def end(self) -> None:
        """Kills all processes, also hanging ones, without waiting; queued calls are dropped."""
        for process in self.processes:
            # (a stopped process reacts to nothing else)
            process.kill()
        self.pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def ending(pool: ProcessPoolExecutor) -> Iterator[None]:
    """A pool that ends for certain: a process that neither works nor ends within `PATIENCE` is killed."""
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
    """Waits for processes to end, and kills those that do nothing meanwhile."""
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
    """The processor seconds of a process so far; 0 if the system does not report them."""
    try:
        words = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2]
        user, system = words.split()[11:13]
        return (int(user) + int(system)) / 100
    except (OSError, ValueError):
        return 0.0
