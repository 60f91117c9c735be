"""Migrates files from older versions: applies the edits attached to errors that have a unique correction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from unodsl.commands.common import validate_options
from unodsl.diagnostics import Diagnostic, Edit, RulesError
from unodsl.resolve import Project, TableSpec, load_project, load_table
from unodsl.scenarios import run_scenario
from unodsl.source import Source
from unodsl.syntax.files import read_source

_MOST_PASSES = 200
"""Maximum number of passes over a file. Applying an edit can reveal another one."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A file after migration. `edits` is the number of edits applied; `left` contains the remaining diagnostics, with
    spans in the original text where possible."""

    path: Path
    before: str
    text: str
    edits: int
    left: tuple[Diagnostic, ...]


def upgraded(paths: Iterable[Path]) -> tuple[Upgraded, ...]:
    """Applies the edits attached to errors until none is left. Does not write files."""
    files = list(dict.fromkeys(paths))
    before: dict[Path, str] = {}
    for path in files:
        source, _ = read_source(path, path.parent)
        if source is not None:
            before[path.resolve()] = source.text
    texts = dict(before)
    counts = dict.fromkeys(texts, 0)
    for _ in range(_MOST_PASSES):
        problems = [d for path in files for d in problems_of(path, texts)]
        done = applied(texts, [d.edit for d in problems if d.edit is not None])
        if not done:
            break
        for place, number in done.items():
            counts[place] += number
    out = []
    for path in files:
        place = path.resolve()
        left = [d for d in problems_of(path, texts) if d.edit is None and concerns(d, place)]
        if left:
            first = [d for d in problems_of(path, before) if d.edit is None and concerns(d, place)]
            left = first or left
        was = before.get(place, "")
        out.append(Upgraded(path, was, texts.get(place, was), counts.get(place, 0), tuple(left)))
    return tuple(out)


def concerns(diagnostic: Diagnostic, place: Path) -> bool:
    """Returns whether a diagnostic refers to the file, or has no location."""
    return diagnostic.span is None or diagnostic.span.source.key == str(place)


def applied(texts: dict[Path, str], edits: Iterable[Edit]) -> dict[Path, int]:
    """Applies edits to the texts and returns the number applied to each. Skips edits outside of the texts; of
    overlapping edits only the first is applied."""
    by_place: dict[Path, list[Edit]] = {}
    for edit in dict.fromkeys(edits):
        place = Path(edit.span.source.key)
        if place in texts and edit.span.source.text == texts[place] and edit.span.text != edit.text:
            by_place.setdefault(place, []).append(edit)
    done: dict[Path, int] = {}
    for place, mine in by_place.items():
        text, start = texts[place], len(texts[place]) + 1
        for edit in sorted(mine, key=lambda x: (-x.span.end, -x.span.start)):
            if edit.span.end <= start:
                start = edit.span.start
                text = text[:start] + edit.text + text[edit.span.end :]
                done[place] = done.get(place, 0) + 1
        texts[place] = text
    return done


def problems_of(path: Path, texts: dict[Path, str]) -> list[Diagnostic]:
    """Returns all diagnostics of a file: of its syntax, its game, each of its options and its scenarios."""
    found: dict[Diagnostic, None] = {}
    try:
        project = load_project([path], texts=texts)
    except RulesError as error:
        return list(error.diagnostics)
    for name in project.given:
        base = next((p for p in project.chain(name) if project.pages[p].game is not None), None)
        if base is None:
            continue
        try:
            load_table(project, TableSpec(games=(base,)))
            validate_options(project)
        except RulesError as error:
            found.update(dict.fromkeys(error.diagnostics))
        for problem in problems_of_scenarios(project, name):
            found[problem] = None
    return list(found)


def problems_of_scenarios(project: Project, name: str) -> Iterable[Diagnostic]:
    """Yields the diagnostics of the scenario syntax. Scenarios are not evaluated."""
    page = project.pages[name]
    for scenario in page.scenarios:
        try:
            run_scenario(project, page, scenario)
        except RulesError as error:
            yield from error.diagnostics


def source_of(one: Upgraded) -> Source:
    """Returns the text after the edits as a source for the formatter."""
    return Source(str(one.path), one.text, str(one.path.resolve()))
