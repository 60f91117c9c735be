"""Terminal colors: `--color`, `NO_COLOR` and the styles of error messages."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import click

_CHOICES = {"auto": None, "always": True, "never": False}

_PARTS = (
    (re.compile(r"^error UNO\d+", re.MULTILINE), {"fg": "red", "bold": True}),
    (re.compile(r"^  help:", re.MULTILINE), {"fg": "cyan", "bold": True}),
    (re.compile(r"(?<=\| )( *)\^+(?=$| )", re.MULTILINE), {"fg": "red", "bold": True}),
)


def no_color() -> bool:
    """Returns whether colors are disabled by the environment (https://no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))


def color_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option `--color`."""

    def chosen(ctx: click.Context, param: click.Parameter, value: str) -> None:
        if value != "auto":
            ctx.color = ctx.find_root().color = _CHOICES[value]

    return click.option(
        "--color",
        type=click.Choice(list(_CHOICES)),
        default="auto",
        show_default=True,
        expose_value=False,
        callback=chosen,
        help="When to print in color; auto: on a terminal, unless NO_COLOR is set.",
    )(command)


def print_errors(error: Exception) -> None:
    """Prints the diagnostics of a `RulesError` and their number to stderr."""
    click.echo(colored(str(error)), err=True)
    count = len(getattr(error, "diagnostics", ()))
    click.echo(f"{count} error{'s' if count != 1 else ''}", err=True)


def colored(text: str) -> str:
    """Adds ANSI colors to rendered errors: to code, location and help."""
    for pattern, style in _PARTS:
        text = pattern.sub(lambda found, style=style: click.style(found[0], **style), text)  # type: ignore[misc]
    return text
