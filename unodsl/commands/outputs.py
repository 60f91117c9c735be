"""`--format` and `--output` of `unodsl check`, without what writes them: `--help` needs no more."""

from __future__ import annotations

from pathlib import Path

import click

FORMATS = ("text", "json", "sarif", "junit", "github", "html")

LISTS = ("open", "notes", "allowed", "unused", "base", "baseline", "fixes", "matrix", "all")
"""What `--list` shows besides errors and warnings: open questions; notes; findings that their authors allow; `allow` lines without
use; findings of the game itself; findings in the baseline; all fixes; which options go together; all of these."""


def output_pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, Path], ...]:
    """`--output FORMAT=FILE` as pairs."""
    out = []
    for value in values:
        name, equals, path = value.partition("=")
        if not equals or not path or name not in FORMATS:
            raise click.BadParameter(f"`{value}` should be FORMAT=FILE, with a format from {', '.join(FORMATS)}")
        out.append((name, Path(path)))
    return tuple(out)
