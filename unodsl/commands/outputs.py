"""`--format` and `--output` of `unodsl check`, without the writers, so that `--help` does not import them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from unodsl.commands.param_types import Place
from unodsl.files import NotWritten, check_writable, reason

FORMATS = ("text", "json", "sarif", "junit", "github", "html")

LISTS = ("open", "notes", "small", "allowed", "unused", "base", "baseline", "fixes", "matrix", "counts", "all")
"""Values of `--list`, shown in addition to errors and warnings: open questions; notes; findings suppressed by `allow`
lines; unused `allow` lines; findings of the base game; findings in the baseline; all fixes; the compatibility of
options; the number of questions closed other than by proof; all of these."""


class Target(Place):
    """An output file. Its writability is verified before the command runs."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Converts to a path. Fails if it is not writable."""
        path: Path = super().convert(value, param, ctx)
        try:
            check_writable(path)
        except NotWritten as error:
            self.fail(f"`{path}` cannot be written: {reason(error)}", param, ctx)
        return path


def output_pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, Path], ...]:
    """Click callback: parses `--output FORMAT=FILE` into pairs."""
    out = []
    for value in values:
        name, equals, path = value.partition("=")
        if not equals or not path or name not in FORMATS:
            raise click.BadParameter(f"`{value}` should be FORMAT=FILE, with a format from {', '.join(FORMATS)}")
        out.append((name, Target().convert(path, param, ctx)))
    return tuple(out)
