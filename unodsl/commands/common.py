"""Functions shared by commands: table loading, JSON output."""

from __future__ import annotations

from unodsl.commands.printing import JSON_VERSION as JSON_VERSION
from unodsl.commands.printing import json_text as json_text
from unodsl.commands.printing import print_json as print_json
from unodsl.commands.printing import print_line
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

LOST = 75
"""Exit code if the worker processes were lost. With `--out`, repeating the call resumes the work."""


def print_table(project: Project, table: Table, title: str = "") -> None:
    """Prints the table heading of each command, and other games that could have been meant."""
    print_line((f"{title}: " if title else "") + table_words(table), games_beside(project, table))
