"""Problems of a file: what is wrong with its text, with its names at the tables of its options, and with its scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from unodsl.diagnostics import Diagnostic
from unodsl.lsp.index import ends
from unodsl.lsp.workspace import View, Workspace, whole
from unodsl.resolve.compose import TableSpec
from unodsl.resolve.consequences import OF_NAMES, firsthand, lost_words
from unodsl.scenarios.run import problems_of_scenario, titled_twice
from unodsl.syntax import nodes as s
from unodsl.tables import problems_of, specs_of_options

_OF_A_TABLE = frozenset({"UNO111", "UNO112"})
"""Codes of what may be right with other options, seats or parameters."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A correction: what it does, and what stands instead of which characters."""

    title: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong at a place of a file."""

    path: Path
    start: int
    end: int
    code: str
    message: str
    help: str | None = None
    edit: Edit | None = None


def text_problems(workspace: Workspace, view: View) -> list[Problem]:
    """What is wrong with the texts of a file and of what it uses."""
    return problems(workspace, view, view.problems)


def name_problems(workspace: Workspace, view: View) -> Iterator[list[Problem]]:
    """What is wrong with the names of a file, table by table: whoever is interrupted stops in between."""
    project = view.project
    if project is None or view.page is None:
        return
    home = project.home(view.name)
    if home is None:
        if whole(view):
            found = problems_of(project, TableSpec(beside=(view.name,)))
            yield problems(workspace, view, found)
        return
    lost = set() if whole(view) else lost_words(view.text, read_parts(view))
    if lost is None:
        return
    own = view.page.game is not None
    for spec in (TableSpec(games=(home,), beside=(view.name,)), *specs_of_options(project)):
        found = problems_of(project, spec)
        if spec.options == () and spec.without == () and not own:
            # options of the file are judged one by one; its game by its own file
            found = tuple(d for d in found if d.code not in _OF_A_TABLE)
        if not whole(view):
            found = tuple(d for d in firsthand(found, lost) if d.span is not None and d.code in OF_NAMES)
        yield problems(workspace, view, found)


def scenario_problems(workspace: Workspace, view: View) -> Iterator[list[Problem]]:
    """What is wrong with the lines of scenarios, one after the other. Nothing is said where the rules are wrong."""
    if view.project is None or view.page is None:
        return
    again = titled_twice(view.page)
    for index, scenario in enumerate(view.page.scenarios):
        found = [again[index]] if index in again else []
        found += problems_of_scenario(view.project, view.page, scenario)
        yield problems(workspace, view, found)


def read_parts(view: View) -> Iterator[tuple[int, int]]:
    """Where the parts of a file lie that could be read, its games and options item by item."""
    assert view.page is not None
    for item in view.page.file.items:
        if isinstance(item, s.Game | s.Option):
            # from the word before its name
            name = ends(item.name.span)
            yield view.text.rfind("\n", 0, name[0]) + 1, name[1]
            yield from (ends(x.span) for x in item.items)
        else:
            yield ends(item.span)


def problems(workspace: Workspace, view: View, found: Iterable[Diagnostic]) -> list[Problem]:
    """Diagnostics by their places. What has none stands at the first line of the file."""
    out: list[Problem] = []
    for d in dict.fromkeys(found):
        if d.span is None:
            end = view.positions.end_of(0)
            out.append(Problem(view.path, 0, end, d.code, d.message, d.hint))
            continue
        place = workspace.place(Path(d.span.source.key))
        start, end = ends(d.span)
        out.append(Problem(place, start, max(end, start), d.code, d.message, d.hint, edit_of(d, start, end)))
    return list(dict.fromkeys(out))


def edit_of(found: Diagnostic, start: int, end: int) -> Edit | None:
    """The correction that a message offers: its own, or the name that was probably meant."""
    assert found.span is not None
    if found.edit is not None:
        first, last = ends(found.edit.span)
        return Edit(f"write `{found.edit.text.strip()}`", first, last, found.edit.text)
    meant = re.fullmatch(r"did you mean `([^`]+)`\?", found.hint or "")
    word = found.span.text
    quoted = re.search(r"`([^`]+)`", found.message)
    if meant is None or quoted is None or quoted[1] != " ".join(word.split()):
        return None
    return Edit(f"write `{meant[1]}`", start, end, meant[1])
