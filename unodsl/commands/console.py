"""The rich console used for output."""

from __future__ import annotations

import errno
import os
from typing import NoReturn

from rich.console import Console as RichConsole


class Console(RichConsole):
    """A rich console that raises `BrokenPipeError` when the reader is gone, so that all commands handle it alike."""

    def on_broken_pipe(self) -> NoReturn:
        """Stops output and raises `BrokenPipeError`."""
        self.quiet = True
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
