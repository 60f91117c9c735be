"""Values on the command line that click takes too readily."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import click


class Place(click.Path):
    """A file or a folder. An empty name is none: it is what a variable of the shell comes to that was never set."""

    def __init__(self, exists: bool = False, file_okay: bool = True) -> None:
        super().__init__(exists=exists, file_okay=file_okay, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Fails where it has no name."""
        if isinstance(value, str) and not value:
            self.fail("its name is empty; `.` is the current folder", param, ctx)
        return Path(os.fsdecode(super().convert(value, param, ctx)))


class Seconds(click.FloatRange):
    """A number of seconds within some bounds; `nan`, which is neither more nor less than anything, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The seconds. Fails where that is no number."""
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"`{value}` is not a number of seconds", param, ctx)
        return seconds
