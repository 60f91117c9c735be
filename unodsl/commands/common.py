"""What the commands share: finding files, loading tables, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from unodsl.data import rulesets_dir
from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_project, load_table
from unodsl.resolve.compose import option_info

JSON_VERSION = 1
"""The version of every JSON output; it rises when a key changes its meaning or goes."""


def found(files: Iterable[Path]) -> list[Path]:
    """The files meant: as given, or, where there is none, the shipped ruleset of that name."""
    out = []
    for path in files:
        if len(path.parts) == 1 and not there(path):
            name = path.name if path.suffix else f"{path.name}.uno"
            shipped = rulesets_dir() / name
            if shipped.is_file():
                out.append(shipped)
                continue
        out.append(path)
    return out


def there(path: Path) -> bool:
    """Whether something lies at a path; yes for what cannot even be looked at, so that reading it says why."""
    try:
        return path.exists()
    except OSError:
        return True


def project_of(files: Iterable[Path], options: Iterable[str] = ()) -> Project:
    """The project that some files make. In which order they were given does not matter: a game comes before those that build on
    it, others go by name, and the first is the one that is played."""
    return in_order(load_project(found(files), wanted=options))


def in_order(project: Project) -> Project:
    """The same project, with the files given in an order of their own."""
    given = sorted(project.given, key=lambda n: (project.pages[n].game is None, len(project.chain(n)), n))
    return replace(project, given=tuple(given))


def table_of(
    files: Iterable[Path], options: tuple[str, ...], parameters: dict[str, str], seats: int | None
) -> tuple[Project, Table]:
    """One table, and its project."""
    project = project_of(files, options)
    spec = TableSpec(options=options, parameters=dict(parameters), seats=seats)
    return project, load_table(project, spec)


def print_json(value: dict[str, Any]) -> None:
    """One JSON document on standard output."""
    click.echo(json_text(value), nl=False)


def json_text(value: dict[str, Any]) -> str:
    """One JSON document, with its version first."""
    return json.dumps({"version": JSON_VERSION, **value}, indent=2, sort_keys=False, ensure_ascii=False) + "\n"


def wrong(message: str, hint: str | None = None) -> RulesError:
    """An error of the call."""
    return RulesError([Diagnostic("UNO115", message, None, hint)])


def validate_options(project: Project) -> None:
    """Every option of the files given must be readable, also where it is off: on its own, with what it requires."""
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
            try:
                load_table(project, TableSpec(games=(base,), options=tuple(wanted)))
            except RulesError as error:
                problems.extend(error.diagnostics)
    if problems:
        raise RulesError(dict.fromkeys(problems))
