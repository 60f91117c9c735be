"""Problems of a file: errors in its text, in its names at the tables of its options, and in its scenarios."""

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
from unodsl.syntax.phrase_book import is_a_line
from unodsl.tables import problems_of, specs_of_options

_OF_A_TABLE = frozenset({"UNO111", "UNO112"})
"""Codes that may be absent with other options, seats or parameters."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A correction: its title, and the replaced characters with their new text."""

    title: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem at a place of a file."""

    path: Path
    start: int
    end: int
    code: str
    message: str
    help: str | None = None
    edit: Edit | None = None


def text_problems(workspace: Workspace, view: View) -> list[Problem]:
    """The errors in the texts of a file and of its dependencies."""
    return problems(workspace, view, view.problems)


def name_problems(workspace: Workspace, view: View) -> Iterator[list[Problem]]:
    """Yields the errors in the names of a file, table by table, so that it can be interrupted."""
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
            # options of the file are checked one by one; its game by its own file
            found = tuple(d for d in found if d.code not in _OF_A_TABLE)
        if not whole(view):
            found = tuple(d for d in firsthand(found, lost) if d.span is not None and d.code in OF_NAMES)
        yield problems(workspace, view, found)


def scenario_problems(workspace: Workspace, view: View) -> Iterator[list[Problem]]:
    """Yields the errors in the lines of scenarios, one scenario at a time. Nothing if the rules have errors."""
    if view.project is None or view.page is None:
        return
    again = titled_twice(view.page)
    for index, scenario in enumerate(view.page.scenarios):
        found = [again[index]] if index in again else []
        found += problems_of_scenario(view.project, view.page, scenario)
        yield problems(workspace, view, found)


def read_parts(view: View) -> Iterator[tuple[int, int]]:
    """Yields the parsed parts of a file, its games and options item by item."""
    assert view.page is not None
    for item in view.page.file.items:
        if isinstance(item, s.Game | s.Option):
            # from the keyword before its name
            name = ends(item.name.span)
            yield view.text.rfind("\n", 0, name[0]) + 1, name[1]
            yield from (ends(x.span) for x in item.items)
        else:
            yield ends(item.span)


def problems(workspace: Workspace, view: View, found: Iterable[Diagnostic]) -> list[Problem]:
    """Converts diagnostics to problems. Those without a place are reported in the first line of the file."""
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


_LINES = re.compile(r"write `([^`]+)`(?:, and `([^`]+)` on a line of its own below)?")
"""Help that gives the whole line, maybe with a second one."""


def edit_of_line(found: Diagnostic, start: int, end: int) -> Edit | None:
    """The line that the help gives, if the message is about a whole line (from its first word on, or from what follows
    that); None for others."""
    assert found.span is not None
    meant = _LINES.fullmatch(found.hint or "")
    if meant is None or "..." in meant[0] or re.search(r"\b[A-Z]\b", meant[0]):
        return None
    text = found.span.source.text
    lead = text[text.rfind("\n", 0, start) + 1 : start]
    behind = text[end:].partition("\n")[0]
    head, indent = lead.strip(), lead[: len(lead) - len(lead.lstrip())]
    line, below = meant[1], meant[2]
    if behind.strip() or head not in ("", "then", "when", "if") or (head and below) or not is_a_line(line, below):
        return None
    line = line.removeprefix(f"{head} ")
    return Edit(f"write `{line}`", start, end, line + (f"\n{indent}{below}" if below else ""))


def edit_of(found: Diagnostic, start: int, end: int) -> Edit | None:
    """The correction of a message: its own edit, or the suggested name."""
    assert found.span is not None
    if found.edit is not None:
        first, last = ends(found.edit.span)
        return Edit(f"write `{found.edit.text.strip()}`", first, last, found.edit.text)
    lines = edit_of_line(found, start, end)
    if lines is not None:
        return lines
    meant = re.fullmatch(r"did you mean `([^`]+)`\?", found.hint or "")
    word = found.span.text
    quoted = re.search(r"`([^`]+)`", found.message)
    if meant is None or quoted is None:
        return None
    if (at := word.find(f'"{quoted[1]}"') + 1) > 0:
        # a file: the message is about its whole line
        return Edit(f"write `{meant[1]}`", start + at, start + at + len(quoted[1]), meant[1])
    return Edit(f"write `{meant[1]}`", start, end, meant[1]) if quoted[1] == " ".join(word.split()) else None
