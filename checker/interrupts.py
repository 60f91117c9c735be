"""Reliable delivery of Ctrl-C.

Python swallows exceptions raised in a destructor, and z3's terms are destroyed all the time. And ctypes makes an error of its own
of any that is raised where an argument is converted. A Ctrl-C there is recorded and raised at the next check of the budget.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_DEPTH = 4
"""How many stack frames to search for a function that would swallow an exception."""

_SWALLOWING = ("__del__", "from_param")
"""The destructor, and the conversion of an argument for ctypes."""

_missed = [False]


def pressed(number: int, frame: FrameType | None) -> None:
    """The signal handler. Raises `KeyboardInterrupt`, unless it would be swallowed; then the signal handler records it."""
    for _ in range(_DEPTH):
        if frame is None:
            break
        if frame.f_code.co_name in _SWALLOWING:
            _missed[0] = True
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def stop_if_missed() -> None:
    """Raises `KeyboardInterrupt`, once, if a Ctrl-C was recorded."""
    if _missed[0]:
        _missed[0] = False
        raise KeyboardInterrupt


@contextmanager
def listening() -> Iterator[None]:
    """A context manager in which no Ctrl-C is lost. It leaves a custom signal handler in place."""
    mine = threading.current_thread() is threading.main_thread()
    if not mine or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    _missed[0] = False
    signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _missed[0] = False
