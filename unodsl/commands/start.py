"""Where the command `unodsl` begins and ends."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from typing import NoReturn

from unodsl.commands.sigint import hold


def main() -> None:
    """Load the commands, run the one that is asked for, and end the process."""
    hold()
    from unodsl.commands.main import main as commands

    try:
        commands()
    except SystemExit as ended:
        leave(ended)


def leave(ended: SystemExit) -> NoReturn:
    """End the process as `ended` says, without giving back memory piece by piece: after a long check that takes a tenth of its time. What is to
    be done at the end, is done; and where something still runs, or cannot be written, the process ends as usual."""
    code = 0 if ended.code is None else ended.code
    others = [x for x in threading.enumerate() if x is not threading.main_thread() and not x.daemon]
    if not isinstance(code, int) or others:
        raise ended
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        raise ended from None
    atexit._run_exitfuncs()
    os._exit(code & 0xFF)
