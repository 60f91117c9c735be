"""From files or names to a table: the files meant, the project that they make, the table that is chosen, and what it is called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from unodsl.data import rulesets_dir
from unodsl.diagnostics import Diagnostic
from unodsl.engine.describe import short, value_text
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_project, load_table


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
    return in_order(load_project(found(files), wanted=options, games=games, libraries=libraries, broken=broken))


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
