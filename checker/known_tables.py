"""Memo of what single tables of one project answer, for the other tables that ask the same.

Ten options are judged at some twenty tables, and many of these ask the same third table whether a ban forbids anything there. An answer is
kept under all that it depends on, so it does not matter who asked first, or in which process.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, TypeVar

from unodsl.diagnostics import RulesError
from unodsl.engine.generated import Generated
from unodsl.model.table import Table
from unodsl.resolve import Project, Resolved, TableSpec, reads, resolve_table
from unodsl.syntax import nodes as s

K = TypeVar("K")
V = TypeVar("V")

MOST_MADE = 48
"""So many tables are kept, with what runs them: those that were asked for last."""

Key = tuple[object, ...]
"""What tells a table from the others of a project."""


@dataclass(slots=True)
class KnownTables:
    """`tables`: whether a choice makes a table. `forbids`: whether a ban can forbid something at a table. `families`: tables whose
    options are unknowns; None for one that cannot be read. `anywhere`: whether a ban can forbid something at any of their tables.
    `dead_parts`: whether a part of a text is dead at all tables of a game. `never`: which of some rules are proved never to run at a
    table."""

    tables: dict[Key, bool] = field(default_factory=dict)
    forbids: dict[tuple[Key, str], bool] = field(default_factory=dict)
    families: dict[Key, Resolved | None] = field(default_factory=dict)
    anywhere: dict[tuple[Key, str], bool] = field(default_factory=dict)
    dead_parts: dict[Key, Literal["dead", "alive", "open"]] = field(default_factory=dict)
    never: dict[tuple[Key, frozenset[str]], frozenset[str]] = field(default_factory=dict)
    obligations: Path | None = None
    """Where the questions that the solver refuted are written, if anywhere."""
    made: OrderedDict[Key, Resolved | None] = field(default_factory=OrderedDict)
    executors: OrderedDict[int, Generated] = field(default_factory=OrderedDict)
    read: dict[Key, frozenset[reads.Read]] = field(default_factory=dict)
    """What was read for each of the tables made."""
    read_for: dict[int, dict[Any, frozenset[reads.Read]]] = field(default_factory=dict)
    """What was read for each answer, by the memo that it is in."""

    def resolved(self, project: Project, spec: TableSpec) -> Resolved | None:
        """The table of a choice; None where there is none. Two options are compared at tables with each alone, which the next pair asks for
        as well."""
        key = key_of(spec)

        def made() -> Resolved | None:
            try:
                return resolve_table(project, spec)
            except RulesError:
                return None

        if key not in self.made:
            with reads.watched() as seen:
                self.made[key] = made()
            self.read[key] = frozenset(seen)
        self.again(spec)
        return _last_of(self.made, key)

    def again(self, spec: TableSpec) -> None:
        """The table of a choice is asked for, which somebody has put together before."""
        reads.note(self.read.get(key_of(spec), ()))

    def once(self, memo: dict[K, V], key: K, make: Callable[[], V], keep: Callable[[], bool] = lambda: True) -> V:
        """What is made once for all tables that ask the same, if it is to be kept then. Each of them depends on all that was read for it."""
        read = self.read_for.setdefault(id(memo), {})
        if key not in memo:
            with reads.watched() as seen:
                value = make()
            if not keep():
                return value
            memo[key], read[key] = value, frozenset(seen)
        reads.note(read[key])
        return memo[key]

    def take(self, spec: TableSpec, other: TableSpec, resolved: Resolved) -> None:
        """The table of a choice, which is that of another one."""
        read = self.read.get(key_of(other), frozenset())
        self.made.setdefault(key_of(spec), resolved)
        self.read.setdefault(key_of(spec), read)

    def executor(self, table: Table) -> Generated:
        """What runs a table, whose program is printed once."""
        if id(table) not in self.executors:
            self.executors[id(table)] = Generated(table)  # holds on to the table, so that its id stays its own
        return _last_of(self.executors, id(table))


def _last_of(known: OrderedDict[K, V], key: K) -> V:
    """One of what is kept, which is the last to be dropped from now on."""
    known.move_to_end(key)
    if len(known) > MOST_MADE:
        known.popitem(last=False)
    return known[key]


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


def written(spec: TableSpec) -> str:
    """All that the caller chooses, as a text of JSON from which the table can be put together again."""
    rows = {x.name: getattr(spec, x.name) for x in fields(spec) if x.name != "places"}
    usual = TableSpec()
    return json.dumps({name: value for name, value in rows.items() if value != getattr(usual, name)}, sort_keys=True)


def spec_of(row: Mapping[str, object]) -> TableSpec:
    """The choice that such values of JSON are. Raises `ValueError` where they are none."""
    kinds = {"seats": int, "lenient": bool, "any_seats": bool, "exact": bool, "parameters": dict}
    known = {x.name for x in fields(TableSpec)} - {"places"}
    values: dict[str, Any] = {}
    for name, value in row.items():
        if name not in known or type(value) is not kinds.get(name, list):
            raise ValueError(f"`{name}` is not how a table is chosen")
        values[name] = tuple(map(str, value)) if isinstance(value, list) else value
    return TableSpec(**values)


_last: tuple[Project, KnownTables] | None = None


def known_of(project: Project) -> KnownTables:
    """The memo of a project; of the one asked about last, in this process."""
    global _last
    if _last is None or _last[0] is not project:
        _last = project, KnownTables()
    return _last[1]


def parameters_with(project: Project, parameters: dict[str, int | str], options: Iterable[str]) -> dict[str, int | str]:
    """Of some parameters, by full or short name, those that a table with just these options has: a parameter of an option that is
    off is none of it."""
    on = set(options)
    there, gone = set[str](), set[str]()
    for page in project.pages.values():
        there |= set(declared(page.name, page.file.items))
        for name, option in page.options.items():
            (there if name in on else gone).update(declared(page.name, option.items))
    return {name: value for name, value in parameters.items() if name not in gone - there}


def declared(page: str, items: Iterable[object]) -> Iterator[str]:
    """The full and the short names of the parameters among some items of a file."""
    for item in items:
        if isinstance(item, s.Game):
            yield from declared(page, item.items)
        elif isinstance(item, s.Parameter):
            short = " ".join(w.text for w in item.name.words)
            yield from (f"{page}.{short}", short)
