"""Memo of what single tables of one project answer, for the other tables that ask the same.

Ten options are judged at some twenty tables, and many of these ask the same third table whether a ban forbids anything there. An answer is
kept under all that it depends on, so it does not matter who asked first, or in which process.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from unodsl.resolve import Project, Resolved, TableSpec

Key = tuple[object, ...]
"""What tells a table from the others of a project."""


@dataclass(slots=True)
class KnownTables:
    """`tables`: whether a choice makes a table. `forbids`: whether a ban can forbid something at a table. `families`: tables whose
    options are unknowns; None for one that cannot be read. `anywhere`: whether a ban can forbid something at any of their tables.
    `dead_parts`: whether a part of a text is dead at all tables of a game."""

    tables: dict[Key, bool] = field(default_factory=dict)
    forbids: dict[tuple[Key, str], bool] = field(default_factory=dict)
    families: dict[Key, Resolved | None] = field(default_factory=dict)
    anywhere: dict[tuple[Key, str], bool] = field(default_factory=dict)
    dead_parts: dict[Key, Literal["dead", "alive", "open"]] = field(default_factory=dict)
    obligations: Path | None = None
    """Where the questions that the solver refuted are written, if anywhere."""


def key_of(spec: TableSpec) -> Key:
    """All that the caller chooses."""
    return (
        spec.games,
        spec.options,
        tuple(sorted(spec.parameters.items())),
        spec.seats,
        spec.lenient,
        spec.featured,
        spec.any_seats,
        spec.without,
        spec.exact,
        spec.beside,
    )


_last: tuple[Project, KnownTables] | None = None


def known_of(project: Project) -> KnownTables:
    """The memo of a project; of the one asked about last, in this process."""
    global _last
    if _last is None or _last[0] is not project:
        _last = project, KnownTables()
    return _last[1]
