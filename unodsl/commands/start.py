"""Entry point of the `unodsl` command."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from typing import NoReturn

from unodsl.commands.sigint import hold


def main() -> None:
    """Loads the commands, runs the given one, and exits the process."""
    hold()
    from unodsl.commands.main import main as commands

    try:
        commands()
    except SystemExit as ended:
        leave(ended)


def leave(ended: SystemExit) -> NoReturn:
    """Exits the process with the code of `ended` without freeing memory, which takes a tenth of the time of a long
    check. Runs exit handlers first. Exits normally if threads are still running or output is not writable."""
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
