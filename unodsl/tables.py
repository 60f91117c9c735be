"""From files or names to a table: the files meant, the project that they make, the table that is chosen, and what it is called."""

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
    """The project that some files make. The first one of a game is that of the table; in which order the others were given does not
    matter. `game`: the one that will be played, which may lie beside the files; `libraries` and `broken` as in `load_project`."""
    games = () if game is None else (game,)
    project, problems = read_project(found(files), wanted=options, games=games, libraries=libraries, broken=broken)
    if problems or project is None:
        more = () if project is None else names_in_broken_texts(project, problems)
        raise RulesError(in_place((*problems, *more))[: limits.DIAGNOSTICS])
    return in_order(project)


_USE = re.compile(r'^use[ \t]+"([^"]+)"', re.MULTILINE)


def read_ahead(files: Iterable[Path]) -> bool:
    """Begin to read the longest of some files, and of those that they use, in a process of its own, while this one does something else; whether
    there is need to. It is a guess which these are; where it is wrong, nothing but time is lost."""
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
    """What is wrong with the names of files of which a part could not be read, besides what follows from that."""
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
    """Where the parts of a file lie that could be read, its games and options item by item."""
    for item in file.items:
        if isinstance(item, s.Game | s.Option):
            yield file.source.text.rfind("\n", 0, item.name.span.start) + 1, item.name.span.end
            yield from ((x.span.start, x.span.end) for x in item.items)
        else:
            yield item.span.start, item.span.end


def in_order(project: Project) -> Project:
    """The same project, with the file of the table's game, or of options for it, first, and the others by name."""
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
    """What a caller chooses. `game` None: that of the first file."""
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
    """One table, and its project."""
    project = project_of(files, options, game)
    return project, load_table(project, spec_of(options, parameters, seats, without, game))


def set_parameters(table: Table) -> dict[str, str]:
    """The parameters that have another value than the games give them, by full name."""
    names = tuple(f"seat {n}" for n in range(1, table.seats + 1))
    return {s.name: value_text(table, s.type, s.value, names) for s in table.settings if s.value != s.usual}


def table_words(table: Table, seats: Iterable[int] | None = None) -> str:
    """A table in one line: its game, numbers of seats (None: its own), options, and what is set to something unusual."""
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
    """What to say where the files given hold games that are not played, None: there are none."""
    base = {page for game in table.games for page in project.chain(game)}
    others = [n for n in project.given if project.pages[n].game is not None and n not in base]
    if not others:
        return None
    return f"also among these files: {', '.join(others)} (`--game NAME` chooses another one)"


def table_json(table: Table) -> dict[str, Any]:
    """The same for programs. `without`: what is on by default and off here."""
    return {
        "game": table.name,
        "options": [o.name for o in table.options if o.on],
        "without": [o.name for o in table.options if o.default and not o.on],
        "parameters": set_parameters(table),
        "seats": table.seats,
    }


def load_at_any_seats(project: Project, spec: TableSpec, check: Callable[[Table], None] | None = None) -> Table:
    """The table with as few seats as its rules, `needs` and `check` allow. Raises `RulesError`, that of the fewest
    seats, if no number of seats is possible."""
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
    specs = list(specs_of_options(project))
    half = len(specs) // 2 if len(specs) >= MANY_SPECS else 0
    other = beside.begun(lambda: not any(problems_of(project, x) for x in specs[:half])) if half else None
    problems = [problem for spec in specs[half:] for problem in problems_of(project, spec)]
    if other is None or not beside.ended(other):
        problems = [*(problem for spec in specs[:half] for problem in problems_of(project, spec)), *problems]
    if problems:
        raise RulesError(in_place(problems))


MANY_SPECS = 6
"""From so many tables on, half of them are put together in a second process."""


def problems_of(project: Project, spec: TableSpec) -> tuple[Diagnostic, ...]:
    """What is wrong with a table, at as few seats as its rules allow."""
    try:
        load_at_any_seats(project, spec)
    except RulesError as error:
        return error.diagnostics
    return ()


def specs_of_options(project: Project) -> Iterator[TableSpec]:
    """The tables that must be readable for the options of the files given."""
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
