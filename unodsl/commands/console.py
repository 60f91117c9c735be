"""The console on which rich prints."""

from __future__ import annotations

import errno
import os
from typing import NoReturn

from rich.console import Console as RichConsole


class Console(RichConsole):
    """As rich has it; but that nobody reads any more is an error like any other, with the exit code of the other commands."""

    def on_broken_pipe(self) -> NoReturn:
        """Print nothing more. Raises `BrokenPipeError`."""
        self.quiet = True
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
