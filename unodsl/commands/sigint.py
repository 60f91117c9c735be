"""Ctrl-C while a command starts: until there is somebody to hear it, it just ends the process."""

from __future__ import annotations

import signal

_unheard = [False]


def hold() -> None:
    """From now on Ctrl-C ends the process, unless whoever started it has Ctrl-C ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _unheard[0] = True
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def listen() -> None:
    """From now on Ctrl-C is heard."""
    if _unheard[0]:
        _unheard[0] = False
        signal.signal(signal.SIGINT, signal.default_int_handler)
