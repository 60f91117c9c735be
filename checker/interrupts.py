"""Ctrl-C, heard wherever it falls.

Python drops what is raised while it throws an object away, and z3's terms are thrown away by code of its own, all the time. A
Ctrl-C that falls there is remembered, and heard the next time that somebody asks whether to go on.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_DEPTH = 4
"""So many callers up, somebody may be throwing an object away."""

_missed = [False]


def pressed(number: int, frame: FrameType | None) -> None:
    """What happens on Ctrl-C. Raises `KeyboardInterrupt` where that is heard."""
    for _ in range(_DEPTH):
        if frame is None:
            break
        if frame.f_code.co_name == "__del__":
            _missed[0] = True
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def stop_if_missed() -> None:
    """Raises `KeyboardInterrupt`, once, where a Ctrl-C was remembered."""
    if _missed[0]:
        _missed[0] = False
        raise KeyboardInterrupt


@contextmanager
def listening() -> Iterator[None]:
    """While this lasts, no Ctrl-C is lost. Whoever has said otherwise what is to happen then keeps their say."""
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
