"""Loads tables from files or names: resolves input files, loads the project, selects the table and describes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from unodsl import beside, limits
from unodsl.data import rulesets_dir
from unodsl.diagnostics import Diagnostic, RulesError, in_place
from unodsl.engine.describe import short, value_text
from unodsl.model.table import Table
from unodsl.read_before import found as found
from unodsl.read_before import there as there
from unodsl.resolve import Project, TableSpec, load_table
from unodsl.resolve.consequences import OF_NAMES, OF_TEXT, firsthand, lost_words
from unodsl.resolve.options import is_default, option_info
from unodsl.resolve.project import read_project
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax import tree_cache
from unodsl.syntax.files import read_source


def project_of(
    files: Iterable[Path],
    options: Iterable[str] = (),
    game: str | None = None,
    libraries: Iterable[Path] = (),
    broken: list[Diagnostic] | None = None,
) -> Project:
    """Loads the project for the given files. The first file with a game determines the game of the table; the order of
    the others is irrelevant. `game` is the game to play, which can be located next to the files; `libraries` and
    `broken` are as in `load_project`."""
    games = () if game is None else (game,)
    project, problems = read_project(found(files), wanted=options, games=games, libraries=libraries, broken=broken)
    if problems or project is None:
        more = () if project is None else names_in_broken_texts(project, problems)
        raise RulesError(in_place((*problems, *more))[: limits.DIAGNOSTICS])
    return in_order(project)


_USE = re.compile(r'^use[ \t]+"([^"]+)"', re.MULTILINE)


def read_ahead(files: Iterable[Path]) -> bool:
    """Starts to parse the longest of the given files and the files that they use in a second process. Returns whether one
    was started. The dependencies are estimated; a wrong estimate costs only time."""
    todo, texts = found(files), dict[Path, Source]()
    while todo and len(texts) < limits.FILES:
        path = todo.pop()
        if path in texts or not path.is_file():
            continue
        source, _ = read_source(path, path.parent)
        if source is None:
            continue
        texts[path] = source
        for name in _USE.findall(source.text):
            near = path.parent / name
            todo.append(near if near.is_file() else rulesets_dir() / name)
    return bool(texts) and tree_cache.read_ahead(max(texts.values(), key=lambda x: len(x.text)))


def names_in_broken_texts(project: Project, problems: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yields the name resolution errors of files with syntax errors, except those caused by the syntax errors."""
    if not all(d.code in OF_TEXT and d.span is not None for d in problems):
        return
    broken = {d.span.source for d in problems if d.span is not None}
    lost: set[str] = set()
    for page in project.pages.values():
        if page.file.source in broken:
            words = lost_words(page.file.source.text, read_parts(page.file))
            if words is None:
                return
            lost |= words
    for home in project.games():
        for spec in (TableSpec(games=(home,)), *specs_of_options(project)):
            for d in firsthand(problems_of(project, spec), lost):
                if d.code in OF_NAMES and d.span is not None:
                    yield d


def read_parts(file: s.File) -> Iterator[tuple[int, int]]:
    """Yields the ranges of a file that were parsed successfully; games and options item by item."""
    for item in file.items:
        if isinstance(item, s.Game | s.Option):
            yield file.source.text.rfind("\n", 0, item.name.span.start) + 1, item.name.span.end
            yield from ((x.span.start, x.span.end) for x in item.items)
        else:
            yield item.span.start, item.span.end


def in_order(project: Project) -> Project:
    """Returns the project with the page of the table's game, or of options for it, first, and the others sorted by
    name."""
    lead = next(iter(project.homes()), None)
    given = sorted(project.given, key=lambda name: (name != lead, name))
    return replace(project, given=tuple(given))


def spec_of(
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: int | None,
    without: tuple[str, ...] = (),
    game: str | None = None,
) -> TableSpec:
    """Creates a `TableSpec`. If `game` is None, the game of the first file is used."""
    games = None if game is None else (game,)
    return TableSpec(games=games, options=options, parameters=dict(parameters), seats=seats, without=without)


def table_of(
    files: Iterable[Path],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: int | None,
    without: tuple[str, ...] = (),
    game: str | None = None,
) -> tuple[Project, Table]:
    """Returns a table with its project."""
    project = project_of(files, options, game)
    return project, load_table(project, spec_of(options, parameters, seats, without, game))


def set_parameters(table: Table) -> dict[str, str]:
    """Returns the parameters with values that differ from those of the game, by full name."""
    names = tuple(f"seat {n}" for n in range(1, table.seats + 1))
    return {s.name: value_text(table, s.type, s.value, names) for s in table.settings if s.value != s.usual}


def table_words(table: Table, seats: Iterable[int] | None = None) -> str:
    """Describes a table in one line: its game, seat counts (None: its own), options, and parameters with unusual
    values."""
    numbers = [str(n) for n in (seats if seats is not None else (table.seats,))]
    many = f"{', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else "".join(numbers)
    parts = [f"{' and '.join(table.games)} at {many} seat{'' if numbers == ['1'] else 's'}"]
    on = [o.name for o in table.options if o.on]
    off = [o.name for o in table.options if o.default and not o.on]
    parts += [f"with {', '.join(on)}"] if on else []
    parts += [f"without {', '.join(off)}"] if off else []
    values = set_parameters(table)
    parts += [", ".join(f"{short(name)} {value}" for name, value in values.items())] if values else []
    return "; ".join(parts)


def games_beside(project: Project, table: Table) -> str | None:
    """Returns the note that the input files contain games that are not played. None if there are none."""
    base = {page for game in table.games for page in project.chain(game)}
    others = [n for n in project.given if project.pages[n].game is not None and n not in base]
    if not others:
        return None
    return f"also among these files: {', '.join(others)} (`--game NAME` chooses another one)"


def table_json(table: Table) -> dict[str, Any]:
    """Returns the table description as JSON. `without` contains the options that are enabled by default and disabled
    here."""
    return {
        "game": table.name,
        "options": [o.name for o in table.options if o.on],
        "without": [o.name for o in table.options if o.default and not o.on],
        "parameters": set_parameters(table),
        "seats": table.seats,
    }


def load_at_any_seats(project: Project, spec: TableSpec, check: Callable[[Table], None] | None = None) -> Table:
    """Resolves the table with the fewest seats that its rules, `needs` and `check` allow. If none is possible, raises
    the `RulesError` for the fewest seats."""
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
    """Validates every option of the input files, also if disabled: each on its own with the options that it requires.
    If options are enabled by default, the rest is validated without each of them."""
    specs = list(specs_of_options(project))
    half = len(specs) // 2 if len(specs) >= MANY_SPECS else 0
    other = beside.begun(lambda: not any(problems_of(project, x) for x in specs[:half])) if half else None
    problems = [problem for spec in specs[half:] for problem in problems_of(project, spec)]
    if other is None or not beside.ended(other):
        problems = [*(problem for spec in specs[:half] for problem in problems_of(project, spec)), *problems]
    if problems:
        raise RulesError(in_place(problems))


MANY_SPECS = 6
"""Minimum number of tables for which half of them are resolved in a second process."""


def problems_of(project: Project, spec: TableSpec) -> tuple[Diagnostic, ...]:
    """Returns the diagnostics of a table with the fewest seats that its rules allow."""
    try:
        load_at_any_seats(project, spec)
    except RulesError as error:
        return error.diagnostics
    return ()


def specs_of_options(project: Project) -> Iterator[TableSpec]:
    """Yields the tables that must resolve for the options of the input files to be valid."""
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
            yield TableSpec(games=(base,), options=tuple(wanted), beside=(name,))
            if is_default(page.options[option]):
                yield TableSpec(games=(base,), without=(option,), beside=(name,))
