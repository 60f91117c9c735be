"""What the commands share: loading tables, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from unodsl import limits
from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.diagnostics import wrong as wrong
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_table
from unodsl.resolve.options import is_default, option_info
from unodsl.tables import found as found
from unodsl.tables import games_beside
from unodsl.tables import project_of as project_of
from unodsl.tables import spec_of as spec_of
from unodsl.tables import table_json as table_json
from unodsl.tables import table_of as table_of
from unodsl.tables import table_words as table_words
from unodsl.tables import there as there

JSON_VERSION = 1
"""The version of every JSON output; it rises when a key changes its meaning or goes."""


def print_table(project: Project, table: Table, title: str = "") -> None:
    """The line on the table that every command begins with; and what else could have been meant."""
    click.echo((f"{title}: " if title else "") + table_words(table))
    beside = games_beside(project, table)
    if beside is not None:
        click.echo(f"  {beside}")


def print_json(value: dict[str, Any]) -> None:
    """One JSON document on standard output."""
    click.echo(json_text(value), nl=False)


def json_text(value: dict[str, Any]) -> str:
    """One JSON document, with its version first."""
    return json.dumps({"version": JSON_VERSION, **value}, indent=2, sort_keys=False, ensure_ascii=False) + "\n"


def load_at_any_seats(project: Project, spec: TableSpec, check: Callable[[Table], None] | None = None) -> Table:
    """The table with as few seats as its rules allow, `needs` and what is asked of it by `check` included. Raises `RulesError`,
    that of the fewest seats, where there is no number of seats for it."""
    first: RulesError | None = None
    for seats in (None, *range(1, limits.SEATS + 1)):
        try:
            table = load_table(project, replace(spec, seats=seats))
            if check is not None:
                check(table)
            return table
        except RulesError as error:
            if any(d.code not in ("UNO111", "UNO112") for d in error.diagnostics):
                raise
            first = first or error
    assert first is not None
    raise first


def validate_options(project: Project) -> None:
    """Every option of the files given must be readable, also where it is off: on its own, with what it requires. And where one is
    on by default, the rest must be readable without it."""
    problems: list[Diagnostic] = []
    for name in project.given:
        page = project.pages[name]
        base = next((p for p in project.chain(name) if project.pages[p].game is not None), None)
        if base is None:
            continue
        for option in page.options:
            wanted: list[str] = []
            todo = [option]
            while todo:
                at = todo.pop()
                if at not in wanted:
                    wanted.append(at)
                    todo.extend(option_info(project, project.pages[at.partition(".")[0]], at, False).requires)
            specs = [TableSpec(games=(base,), options=tuple(wanted), beside=(name,))]
            if is_default(page.options[option]):
                specs.append(TableSpec(games=(base,), without=(option,), beside=(name,)))
            for spec in specs:
                try:
                    load_at_any_seats(project, spec)
                except RulesError as error:
                    problems.extend(error.diagnostics)
    if problems:
        raise RulesError(dict.fromkeys(problems))
