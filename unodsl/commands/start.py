"""Where the command `unodsl` begins."""

from __future__ import annotations

import signal

_unheard = [False]


def main() -> None:
    """Load the commands, and run the one that is asked for. Until there is somebody to hear it, Ctrl-C just ends the process."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _unheard[0] = True
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from unodsl.commands.main import main as commands

    commands()


def listen() -> None:
    """From now on Ctrl-C is heard."""
    if _unheard[0]:
        _unheard[0] = False
        signal.signal(signal.SIGINT, signal.default_int_handler)
