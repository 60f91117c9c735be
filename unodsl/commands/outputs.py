"""`--format` and `--output` of `unodsl check`, without what writes them: `--help` needs no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from unodsl.commands.param_types import Place
from unodsl.files import NotWritten, check_writable, reason

FORMATS = ("text", "json", "sarif", "junit", "github", "html")

LISTS = ("open", "notes", "small", "allowed", "unused", "base", "baseline", "fixes", "matrix", "counts", "all")
"""What `--list` shows besides errors and warnings: open questions; notes; findings that their authors allow; `allow` lines without
use; findings of the game itself; findings in the baseline; all fixes; which options go together; how many questions were
closed otherwise than by proof; all of these."""


class Target(Place):
    """A file to write later: whether it can be written is known before the work begins."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Fails where nothing can be written there."""
        path: Path = super().convert(value, param, ctx)
        try:
            check_writable(path)
        except NotWritten as error:
            self.fail(f"`{path}` cannot be written: {reason(error)}", param, ctx)
        return path


def output_pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, Path], ...]:
    """`--output FORMAT=FILE` as pairs."""
    out = []
    for value in values:
        name, equals, path = value.partition("=")
        if not equals or not path or name not in FORMATS:
            raise click.BadParameter(f"`{value}` should be FORMAT=FILE, with a format from {', '.join(FORMATS)}")
        out.append((name, Target().convert(path, param, ctx)))
    return tuple(out)
