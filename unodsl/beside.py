"""A second process for one piece of work, of which the first one learns nothing but whether it was done: what comes of it is looked up in a
cache, or is the answer yes."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable


def begun(do: Callable[[], bool]) -> int | None:
    """Begin some work beside this process: the number to wait for; None where there can be no second process, or no second processor for it."""
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
        # the results of the first process are never used here
        gc.freeze()
        done = do()
    finally:
        # (after any exception, the first process does the work itself, and raises it again)
        os._exit(0 if done else 1)


def ended(number: int) -> bool:
    """Wait for some work: whether it was done, and its answer is yes."""
    try:
        return os.waitpid(number, 0)[1] == 0
    except ChildProcessError:
        return False
