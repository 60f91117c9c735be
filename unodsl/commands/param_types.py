"""Parameter types that are stricter than those of click."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import click


class Place(click.Path):
    """A file or directory. Rejects the empty string, which usually comes from an unset shell variable."""

    def __init__(self, exists: bool = False, file_okay: bool = True) -> None:
        super().__init__(exists=exists, file_okay=file_okay, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Converts to a path. Fails for the empty string."""
        if isinstance(value, str) and not value:
            self.fail("its name is empty; `.` is the current folder", param, ctx)
        return Path(os.fsdecode(super().convert(value, param, ctx)))


class Seconds(click.FloatRange):
    """A number of seconds in a range. Rejects `nan`, for which the range check of click always succeeds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Converts to seconds. Fails for `nan`."""
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"`{value}` is not a number of seconds", param, ctx)
        return seconds
