"""Boundary values: parameter values for which two options may clash that do not clash at the table's own values.

A parameter matters if a rule of one of the options changes with its value, and not only the ranges of its numbers: with
more packs of cards, a hand may have more cards. For a short range, all values are tried. For
a longer one: its ends, the numbers that the rules of the options compare with, and their neighbors. Example: a limit of
1 to 30 cards and a rule about exactly 6 cards: 5, 6, and 7 are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

from checker.compare.four_tables import options_with
from checker.context import Context
from checker.witness.scenario import written_rules
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Enumeration, Number, YesNo
from unodsl.model.walk import expressions_below

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
        for value in values_of(table, setting, mine):
            if not left or not context.within_budget():
                return
            given_too = {**context.spec.parameters, setting.name: value}
            at = context.shared(replace(context.spec, parameters=given_too), OTHER_MOVES)
            if at is None:
                continue
            if alike(own_rules(at.table, mine), own):
                break
            left -= 1
            yield setting.name.rpartition(".")[2], str(value), at


def own_rules(table: t.Table, options: frozenset[str]) -> dict[str, t.Rule]:
    """The rules of some options."""
    return {name: r for name, r in written_rules(table).items() if r.info.option in options}


def alike(these: dict[str, t.Rule], those: dict[str, t.Rule]) -> bool:
    """Whether some rules differ at most in ranges of numbers."""
    return these == those or unbounded(these) == unbounded(those)


def unbounded(node: object) -> object:
    """A node, or a mapping of nodes, whose types of numbers have no range: equal for rules that differ only in ranges."""
    match node:
        case Number():
            return Number
        case dict():
            return {key: unbounded(x) for key, x in node.items()}
        case tuple():
            return tuple(unbounded(x) for x in node)
        case _ if is_dataclass(node):
            return type(node), tuple(unbounded(getattr(node, x.name)) for x in fields(node))
        case _:
            return node


def values_of(table: t.Table, setting: t.Setting, options: frozenset[str]) -> list[int | str]:
    """The other values of a parameter to try, in the caller's notation, the most promising first."""
    match setting.type:
        case YesNo():
            return ["no" if setting.value else "yes"]
        case Enumeration():
            return [x for i, x in enumerate(setting.type.values) if i != setting.value]
        case Number():
            low, high = setting.type.low, setting.type.high
            if high - low < SHORT:
                return [x for x in range(low, high + 1) if x != setting.value]
            near = {x + step for x in compared_with(table, options) for step in (0, 1, -1)}
            inner = sorted(x for x in near if low < x < high and x != setting.value)
            return [*[x for x in (low, high) if x != setting.value], *inner]
        case _:
            return []


def compared_with(table: t.Table, options: frozenset[str]) -> frozenset[int]:
    """The number constants in the rules of some options."""
    return frozenset(
        x.value
        for rule in own_rules(table, options).values()
        for x in expressions_below(rule)
        if isinstance(x, e.Constant) and isinstance(x.type, Number)
    )
