"""Boundary values: the values of parameters at which two options may clash that do not at the table's own values.

A parameter counts where a rule of one of the options is another one with another value of it. Of a range that is short all values are
tried; of a longer one its ends, and those at which a condition of the options changes: the numbers that their rules compare with, and
their neighbors. Example: hands of a limit that a table sets, 1 to 30, and a rule about exactly 6 cards: 6 is tried, with 5 and 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checker.compare.four_tables import options_with
from checker.context import Context
from checker.witness.scenario import written_rules
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Enumeration, Number, YesNo
from unodsl.model.walk import expressions_below

MOST_VALUES = 6
"""So many other values are tried for two options."""

OTHER_MOVES = 3_000
"""So many moves of random games are played with each."""

SHORT = 6
"""Of a range with no more values all are tried."""


def other_values(context: Context, one: str, other: str) -> Iterator[tuple[str, str, Context]]:
    """The parameters that matter to two options, by what they are called, each with another value and the table with it; `MOST_VALUES` in
    all."""
    table = context.table
    mine = options_with(table, one) | options_with(table, other)
    given = {name.rpartition(".")[2] for name in context.spec.parameters}
    left = MOST_VALUES
    for setting in table.settings:
        # what the caller set is what is asked about
        if setting.name.rpartition(".")[2] in given or any(by in mine for by, _, _ in setting.set_by):
            continue
        for value in values_of(table, setting, mine):
            if not left or not context.going_on():
                return
            given_too = {**context.spec.parameters, setting.name: value}
            at = context.shared(replace(context.spec, parameters=given_too), OTHER_MOVES)
            if at is None:
                continue
            if own_rules(at.table, mine) == own_rules(table, mine):
                break
            left -= 1
            yield setting.name.rpartition(".")[2], str(value), at


def own_rules(table: t.Table, options: frozenset[str]) -> dict[str, t.Rule]:
    """The rules of some options."""
    return {name: r for name, r in written_rules(table).items() if r.info.option in options}


def values_of(table: t.Table, setting: t.Setting, options: frozenset[str]) -> list[int | str]:
    """The other values of a parameter that are worth a try, as a caller sets them: the likeliest to matter first."""
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
    """The numbers that rules of some options name."""
    return frozenset(
        x.value
        for rule in own_rules(table, options).values()
        for x in expressions_below(rule)
        if isinstance(x, e.Constant) and isinstance(x.type, Number)
    )
