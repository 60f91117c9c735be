"""What the commands share: loading tables, JSON."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from typing import Any

import click

from unodsl.diagnostics import wrong as wrong
from unodsl.model.table import Table
from unodsl.resolve import Project
from unodsl.tables import found as found
from unodsl.tables import games_beside
from unodsl.tables import load_at_any_seats as load_at_any_seats
from unodsl.tables import project_of as project_of
from unodsl.tables import spec_of as spec_of
from unodsl.tables import table_json as table_json
from unodsl.tables import table_of as table_of
from unodsl.tables import table_words as table_words
from unodsl.tables import there as there
from unodsl.tables import validate_options as validate_options

JSON_VERSION = 1
"""The version of every JSON output; it rises when a key changes its meaning or goes."""


LOST = 75
"""The exit code where those who worked for a call are gone. With `--out`, the same call goes on."""


def print_table(project: Project, table: Table, title: str = "") -> None:
    """The line on the table that every command begins with; and what else could have been meant."""
    line = (f"{title}: " if title else "") + table_words(table)
    if sys.stdout.isatty():
        # a terminal would break a line in the middle of a name
        width = shutil.get_terminal_size().columns
        line = textwrap.fill(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    click.echo(line)
    beside = games_beside(project, table)
    if beside is not None:
        click.echo(f"  {beside}")


def print_json(value: dict[str, Any]) -> None:
    """One JSON document on standard output."""
    click.echo(json_text(value), nl=False)


def json_text(value: dict[str, Any]) -> str:
    """One JSON document, with its version first."""
    return json.dumps({"version": JSON_VERSION, **value}, indent=2, sort_keys=False, ensure_ascii=False) + "\n"
