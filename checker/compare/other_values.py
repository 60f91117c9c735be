"""Boundary values: parameter values for which two options may clash that do not clash at the table's own values, or for which
a rule may run that never runs with these.

A parameter matters if a rule of one of the options changes with its value, and not only the ranges of its numbers: with
more packs of cards, a hand may have more cards. For a short range, all values are tried. For
a longer one: its ends, the numbers that the rules of the options compare with, and their neighbors. Example: a limit of
1 to 30 cards and a rule about exactly 6 cards: 5, 6, and 7 are tried.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace

from checker.compare.four_tables import options_with
from checker.context import Context
from checker.known_tables import KnownTables
from checker.witness.scenario import written_rules
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Enumeration, Number, YesNo
from unodsl.model.walk import expressions_below
from unodsl.resolve import Project, TableSpec

MOST_VALUES = 6
"""The maximal number of other values tried for two options."""

OTHER_MOVES = 3_000
"""Sampled moves with each value."""

SHORT = 6
"""The largest size of a range whose values are all tried."""


def other_values(context: Context, one: str, other: str) -> Iterator[tuple[str, str, Context]]:
    """The parameters that matter to two options, by short name, each with another value and its table; at most
    `MOST_VALUES` in all."""
    table = context.table
    mine = options_with(table, one) | options_with(table, other)
    given = {name.rpartition(".")[2] for name in context.spec.parameters}
    own = own_rules(table, mine)
    left = MOST_VALUES
    for setting in table.settings:
        # the caller's own settings are fixed
        if setting.name.rpartition(".")[2] in given or any(by in mine for by, _, _ in setting.set_by):
            continue
        for value in values_of(setting, own):
            if not left or not context.within_budget():
                return
            at = context.shared(with_value(context.spec, setting.name, value), OTHER_MOVES)
            if at is None:
                continue
            if alike(own_rules(at.table, mine), own):
                break
            left -= 1
            yield setting.name.rpartition(".")[2], str(value), at


def own_rules(table: t.Table, options: frozenset[str]) -> dict[str, t.Rule]:
    """The rules of some options."""
    return {name: r for name, r in written_rules(table).items() if r.info.option in options}


def alike(one: object, other: object) -> bool:
    """Whether two nodes, or mappings of nodes, differ at most in ranges of numbers."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    match one, other:
        case Number(), _:
            return True
        case dict(), dict():
            return one.keys() == other.keys() and all(alike(x, other[key]) for key, x in one.items())
        case tuple(), tuple():
            return len(one) == len(other) and all(map(alike, one, other))
        case _:
            names = fields_of(type(one))
            return all(alike(getattr(one, x), getattr(other, x)) for x in names) if names else one == other


_FIELDS: dict[type, tuple[str, ...]] = {}


def fields_of(kind: type) -> tuple[str, ...]:
    """The names of the fields of a class of nodes; none of any other class. Memoized."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(x.name for x in fields(kind)) if is_dataclass(kind) else ()
    return _FIELDS[kind]


def values_of(setting: t.Setting, rules: Mapping[str, t.Rule]) -> list[int | str]:
    """The other values of a parameter to try, in the caller's notation, the most promising first. `rules`: those that may
    compare it with a number."""
    match setting.type:
        case YesNo():
            return ["no" if setting.value else "yes"]
        case Enumeration():
            return [x for i, x in enumerate(setting.type.values) if i != setting.value]
        case Number():
            low, high = setting.type.low, setting.type.high
            if high - low < SHORT:
                return [x for x in range(low, high + 1) if x != setting.value]
            named = compared_with(rules)
            near = {x + step for x in named for step in (0, 1, -1) if low < x + step < high} - {setting.value}
            inner = sorted(near, key=lambda x: (x not in named, x))
            return [*[x for x in (low, high) if x != setting.value], *inner]
        case _:
            return []


def compared_with(rules: Mapping[str, t.Rule]) -> frozenset[int]:
    """The number constants in some rules."""
    return frozenset(
        x.value
        for rule in rules.values()
        for x in expressions_below(rule)
        if isinstance(x, e.Constant) and isinstance(x.type, Number)
    )


def values_that_matter(
    known: KnownTables, project: Project, spec: TableSpec, declared_in: Container[str] | None = None
) -> Iterator[tuple[t.Setting, list[int | str], bool]]:
    """Yields each parameter that a table leaves open and with which its rules or cards change, with other values to try,
    and whether these are all of them. `declared_in`: only parameters that one of these files declares."""
    resolved = known.resolved(project, spec)
    if resolved is None:
        return
    table, given = resolved.table, {name.rpartition(".")[2] for name in spec.parameters}
    on = {o.name for o in table.options if o.on}
    mine = written_rules(table)
    for setting in table.settings:
        if setting.name.rpartition(".")[2] in given or any(by in on for by, _, _ in setting.set_by):
            continue
        if declared_in is not None and setting.name.partition(".")[0] not in declared_in:
            continue
        changed: dict[str, t.Rule] = {}
        matters = False
        for value in values_of(setting, {})[:2]:
            there = known.resolved(project, with_value(spec, setting.name, value))
            if there is not None:
                theirs = written_rules(there.table)
                changed |= {n: r for n, r in theirs.items() if n not in mine or not alike(mine[n], r)}
                matters |= not alike(table.acts, there.table.acts)
                matters |= table.deck != there.table.deck
        if changed or matters:
            values = values_of(setting, changed)
            every = not isinstance(setting.type, Number) or len(values) == setting.type.high - setting.type.low
            yield setting, values[:MOST_VALUES], every and len(values) <= MOST_VALUES


def with_value(spec: TableSpec, name: str, value: int | str) -> TableSpec:
    """A table spec with another value of a parameter."""
    return replace(spec, parameters={**spec.parameters, name: value})
