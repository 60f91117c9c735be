"""From files or names to a table: the files meant, the project that they make, the table that is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from unodsl.data import rulesets_dir
from unodsl.diagnostics import Diagnostic
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
    libraries: Iterable[Path] = (),
    broken: list[Diagnostic] | None = None,
) -> Project:
    """The project that some files make. In which order they were given does not matter: a game comes before those that build on
    it, others go by name, and the first is the one that is played. `libraries` and `broken` as in `load_project`."""
    return in_order(load_project(found(files), wanted=options, libraries=libraries, broken=broken))


def in_order(project: Project) -> Project:
    """The same project, with the files given in an order of their own."""
    given = sorted(project.given, key=lambda n: (project.pages[n].game is None, len(project.chain(n)), n))
    return replace(project, given=tuple(given))


def table_of(
    files: Iterable[Path],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: int | None,
    without: tuple[str, ...] = (),
) -> tuple[Project, Table]:
    """One table, and its project."""
    project = project_of(files, options)
    spec = TableSpec(options=options, parameters=dict(parameters), seats=seats, without=without)
    return project, load_table(project, spec)
