"""Output shared by all commands: the table heading, and JSON."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import Any

import click

JSON_VERSION = 1
"""Version of the JSON output. Incremented when a key changes its meaning or is removed."""


WIDTH = 80
"""Columns of a line."""


def folded(text: str) -> str:
    """Lines broken at the width; what goes on is indented once more than its line."""
    return "\n".join(
        "\n".join(
            textwrap.wrap(
                line,
                WIDTH,
                subsequent_indent=" " * (len(line) - len(line.lstrip()) + 4),
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
        if len(line) > WIDTH
        else line
        for line in text.split("\n")
    )


def print_line(line: str, beside: str | None) -> None:
    """Prints the table heading of each command, and other games that could have been meant."""
    if sys.stdout.isatty():
        import shutil

        # wrap lines here, since a terminal would break them within names
        width = shutil.get_terminal_size().columns
        line = textwrap.fill(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    click.echo(line)
    if beside is not None:
        click.echo(f"  {beside}")


def print_json(value: dict[str, Any]) -> None:
    """Prints a JSON document to stdout."""
    click.echo(json_text(value), nl=False)


def json_text(value: dict[str, Any]) -> str:
    """Serializes a JSON document, with its version first."""
    return json.dumps({"version": JSON_VERSION, **value}, indent=2, sort_keys=False, ensure_ascii=False) + "\n"
