"""Runs one computation in a forked process. Only its success is reported back: its result is a cache entry, or a
Boolean."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable


def begun(do: Callable[[], bool]) -> int | None:
    """Starts the computation in a forked process and returns its process ID. Returns None if forking is not possible or
    there is only one processor."""
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2 or threading.active_count() > 1:
        return None
    try:
        number = os.fork()
    except OSError:
        return None
    if number:
        return number
    done = False
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # the fork never uses the objects of its parent
        gc.freeze()
        done = do()
    finally:
        # (after an exception the parent runs the computation itself and raises it again)
        os._exit(0 if done else 1)


def ended(number: int) -> bool:
    """Waits for the process. Returns whether it succeeded with a true result."""
    try:
        return os.waitpid(number, 0)[1] == 0
    except ChildProcessError:
        return False
