"""A memo, shared by the tables of one project, of what single tables answer.

Ten options are judged at about twenty tables. Many of these need the same third table, to know whether a ban forbids
anything there. A key has everything that the answer depends on. So neither the order of the questions nor the process
matters.
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
"""The size of the memo of resolved tables and executors; the least recently used are dropped."""

Key = tuple[object, ...]
"""A key that identifies a table within a project."""


@dataclass(slots=True)
class KnownTables:
    """`tables`: whether a choice is a valid table. `forbids`: whether a ban can forbid something at a table.
    `families`: tables with options as unknowns; None for an invalid one. `anywhere`: whether a ban can forbid
    something at any of their tables. `dead_parts`: whether a part of a text is dead at all tables of a game.
    `never`: which of some rules are proved never to run at a table. `invalid`: why a choice is no valid table, or ""."""

    tables: dict[Key, bool] = field(default_factory=dict)
    forbids: dict[tuple[Key, str], bool] = field(default_factory=dict)
    families: dict[Key, Resolved | None] = field(default_factory=dict)
    anywhere: dict[tuple[Key, str], bool] = field(default_factory=dict)
    dead_parts: dict[Key, Literal["dead", "alive", "open"]] = field(default_factory=dict)
    never: dict[tuple[Key, frozenset[str]], frozenset[str]] = field(default_factory=dict)
    invalid: dict[Key, str] = field(default_factory=dict)
    obligations: Path | None = None
    """The directory for the SMT-LIB files of the questions that the solver refuted, or None."""
    made: OrderedDict[Key, Resolved | None] = field(default_factory=OrderedDict)
    executors: OrderedDict[int, Generated] = field(default_factory=OrderedDict)
    read: dict[Key, frozenset[reads.Read]] = field(default_factory=dict)
    """The parts of the texts that each resolved table depends on."""
    read_for: dict[int, dict[Any, frozenset[reads.Read]]] = field(default_factory=dict)
    """The parts of the texts that each answer depends on, by the memo that holds it."""

    def resolved(self, project: Project, spec: TableSpec) -> Resolved | None:
        """The resolved table of a choice; None if it is no valid table. The pairs of options share the tables with one
        option alone."""
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
        """Records that the current question depends on a table that is resolved already."""
        reads.note(self.read.get(key_of(spec), ()))

    def once(self, memo: dict[K, V], key: K, make: Callable[[], V], keep: Callable[[], bool] = lambda: True) -> V:
        """The memoized value of `make`, stored if `keep` says so. Records everything read for it as read by the current
        question."""
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
        """Stores a table under another choice that resolves to the same table."""
        read = self.read.get(key_of(other), frozenset())
        self.made.setdefault(key_of(spec), resolved)
        self.read.setdefault(key_of(spec), read)

    def executor(self, table: Table) -> Generated:
        """The executor of a table, generated once."""
        if id(table) not in self.executors:
            self.executors[id(table)] = Generated(table)  # holds on to the table, so that its id stays its own
        return _last_of(self.executors, id(table))


def _last_of(known: OrderedDict[K, V], key: K) -> V:
    """An entry of an LRU memo, marked as the most recently used. Drops the oldest entry of a full memo."""
    known.move_to_end(key)
    if len(known) > MOST_MADE:
        known.popitem(last=False)
    return known[key]


def key_of(spec: TableSpec) -> Key:
    """A key with all fields of a choice that the caller sets."""
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
    """A choice as JSON, from which the table can be resolved again."""
    rows = {x.name: getattr(spec, x.name) for x in fields(spec) if x.name != "places"}
    usual = TableSpec()
    return json.dumps({name: value for name, value in rows.items() if value != getattr(usual, name)}, sort_keys=True)


def spec_of(row: Mapping[str, object]) -> TableSpec:
    """Parses a choice from JSON values. Raises `ValueError` if they are none."""
    kinds = {"seats": int, "lenient": bool, "any_seats": bool, "exact": bool, "parameters": dict}
    known = {x.name for x in fields(TableSpec)} - {"places"}
    values: dict[str, Any] = {}
    for name, value in row.items():
        if name not in known or type(value) is not kinds.get(name, list):
            raise ValueError(f"`{name}` is not how a table is chosen")
        values[name] = tuple(map(str, value)) if isinstance(value, list) else value
    return TableSpec(**values)


_last: tuple[Project, KnownTables] | None = None


def memo_of(project: Project) -> KnownTables:
    """The memo of a project. A process keeps only that of the most recent project."""
    global _last
    if _last is None or _last[0] is not project:
        _last = project, KnownTables()
    return _last[1]


def parameters_with(project: Project, parameters: dict[str, int | str], options: Iterable[str]) -> dict[str, int | str]:
    """Filters parameters, given by full or short name: keeps those that exist with just these options on. The parameter
    of an option that is off does not exist."""
    on = set(options)
    there, gone = set[str](), set[str]()
    for page in project.pages.values():
        there |= set(declared(page.name, page.file.items))
        for name, option in page.options.items():
            (there if name in on else gone).update(declared(page.name, option.items))
    return {name: value for name, value in parameters.items() if name not in gone - there}


def declared(page: str, items: Iterable[object]) -> Iterator[str]:
    """The full and the short names of the parameters among the items of a file."""
    for item in items:
        if isinstance(item, s.Game):
            yield from declared(page, item.items)
        elif isinstance(item, s.Parameter):
            short = " ".join(w.text for w in item.name.words)
            yield from (f"{page}.{short}", short)
