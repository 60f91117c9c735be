"""`--format` and `--output` of `unodsl check`, without what writes them: `--help` needs no more."""

from __future__ import annotations

from pathlib import Path

import click

FORMATS = ("text", "json", "sarif", "junit", "github", "html")


def output_pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, Path], ...]:
    """`--output FORMAT=FILE` as pairs."""
    out = []
    for value in values:
        name, equals, path = value.partition("=")
        if not equals or not path or name not in FORMATS:
            raise click.BadParameter(f"`{value}` should be FORMAT=FILE, with a format from {', '.join(FORMATS)}")
        out.append((name, Path(path)))
    return tuple(out)
