"""The declarations of a table: number of players, cards, parameters, meanings of names for cards, and who sees what.

Example: a hand of 7 cards; a 7 is worth 7 points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, assert_never

from checker.effects.values import evaluate, plain
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration

Kind = Literal["seats", "cards", "parameter", "range", "meaning", "zone", "variable", "field"]
"""What is declared. "range": the values that a parameter can have; "zone", "variable" and "field": who sees it."""


def table_declarations(table: t.Table, kind: Kind, name: str) -> Mapping[str, frozenset[object]]:
    """Returns the declared values by name."""
    match kind:
        case "seats":
            return {"": frozenset({table.seats_low, table.seats_high})}
        case "cards":
            return {x.name: frozenset({x.copies}) for x in table.deck.kinds}
        case "parameter":
            return {"": frozenset(word(x) for x in table.settings if x.name.rpartition(".")[2] == name)}
        case "range":
            return {"": frozenset(x.type for x in table.settings if x.name.rpartition(".")[2] == name)}
        case "meaning":
            some = [d for d in table.definitions if d.name == name and isinstance(d.parameter, Card)]
            return {x.name: meanings(table, some, i) for i, x in enumerate(table.deck.kinds)}
        case "zone":
            return {"": frozenset(x.visibility for x in table.zones if x.name.rpartition(".")[2] == name)}
        case "variable":
            return {"": frozenset(x.secret for x in table.variables if x.name.rpartition(".")[2] == name)}
        case "field":
            field, _, whose = name.partition(" of ")
            open_ = (x for x in table.situations if x.name.rpartition(".")[2] == whose)
            return {"": frozenset(y.secret for x in open_ for y in x.fields if y.name == field)}
        case _:
            assert_never(kind)


def word(x: t.Setting) -> object:
    """The value of a parameter; for a choice, its name."""
    return x.type.values[x.value] if isinstance(x.type, Enumeration) and x.value >= 0 else x.value


def meanings(table: t.Table, some: list[t.Definition], card: int) -> frozenset[object]:
    """The values that definitions give a card, without those that another one replaces. Empty if a definition reads
    more than the card."""
    if not all(plain(y, t.PLAYER_LOCAL) for d in some for y in (d.guard, d.value)):
        return frozenset()
    holding = [d for d in some if evaluate(table, d.guard, card)]
    gone = {name for d in holding for name in d.info.instead}
    return frozenset(evaluate(table, d.value, card) for d in holding if d.info.name not in gone)
