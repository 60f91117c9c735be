"""Texts of older versions: what is refused now, and has one meaning, is written as it is written now."""

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
"""So often a text is looked at again: an edit may show what stands behind it."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A file after its edits. `edits` counts them; `left` is what is still wrong with it and has no one meaning, with the places in
    the text as it was where that is possible."""

    path: Path
    before: str
    text: str
    edits: int
    left: tuple[Diagnostic, ...]


def upgraded(paths: Iterable[Path]) -> tuple[Upgraded, ...]:
    """Apply the edits that errors carry, until none is left. Nothing is written."""
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
    """Whether something is wrong with a file: in its text, or nowhere in particular."""
    return diagnostic.span is None or diagnostic.span.source.key == str(place)


def applied(texts: dict[Path, str], edits: Iterable[Edit]) -> dict[Path, int]:
    """Make edits in texts, those that lie in none of them left out, and of two that overlap the first; how many were made in each."""
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
    """All that is wrong with a file: its text, its game, each of its options, its scenarios."""
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
    """What is wrong with the words of scenarios; how they come out does not matter."""
    page = project.pages[name]
    for scenario in page.scenarios:
        try:
            run_scenario(project, page, scenario)
        except RulesError as error:
            yield from error.diagnostics


def source_of(one: Upgraded) -> Source:
    """The text after the edits, to be formatted."""
    return Source(str(one.path), one.text, str(one.path.resolve()))
