"""Handling of Ctrl-C during startup: the default signal action terminates the process until a handler is in place."""

from __future__ import annotations

import signal

_unheard = [False]


def hold() -> None:
    """Restores the default action of SIGINT, unless the parent process has set it to be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _unheard[0] = True
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def listen() -> None:
    """Restores the Python handler of SIGINT, which raises `KeyboardInterrupt`."""
    if _unheard[0]:
        _unheard[0] = False
        signal.signal(signal.SIGINT, signal.default_int_handler)
