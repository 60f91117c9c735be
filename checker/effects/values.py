"""Value sets of expressions, and the facts of a table: which values a slot can have, found syntactically.

Over-approximates: every value that an expression can have at the table is in its set. Example: `if the card is a 7 then
2 else 1` has the values 1 and 2.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import assert_never

from unodsl.model import expressions as e
from unodsl.model.intervals import operated
from unodsl.model.table import ARGUMENT_LOCAL, Event, Offer, Table, Trigger
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.model.walk import below, conjuncts

OptionLiterals = frozenset[tuple[str, bool]]
"""A conjunction of option literals: options that are on or off."""

ALWAYS: OptionLiterals = frozenset()

SEATING = "seating"
"""The key of the fact that players leave or join."""

WORKED_OUT = None
"""Any computed value."""

Slot = int | tuple[int, int]
"""A variable, or a field (its situation, its position)."""


def values_of_type(table: Table, type_: Type, choices: tuple[int, int] | None = None) -> range | None:
    """All values of a type but nothing, such as the arguments of an act; None for sets of players. `choices`: the least and the
    greatest number of an offer."""
    match type_:
        case Card():
            return range(len(table.deck.kinds))
        case Player():
            return range(table.seats)
        case Enumeration():
            return range(len(type_.values))
        case YesNo():
            return range(2)
        case Number():
            low, high = choices or (type_.low, type_.high)
            return range(low, high + 1)
        case Players():
            return None
        case _:
            assert_never(type_)


@dataclass(frozen=True, slots=True)
class Facts:
    """`variables`, `fields`: the value sets of slots that rules only set to constants, start values included. `begun`:
    situations that some effect begins. `events`: events that an effect or offer can emit. `seats_fixed`: nobody ever
    leaves or joins. `due_to`: in a family, presence conditions of what not every table can bring about. Its keys are
    pairs of a slot and a value (`WORKED_OUT`: any), situations, events, and `SEATING`."""

    variables: dict[int, frozenset[int]]
    fields: dict[tuple[int, int], frozenset[int]]
    begun: frozenset[int]
    events: frozenset[Event]
    seats_fixed: bool
    nothing: frozenset[Slot] = frozenset()
    """Slots of cards, players and choices that may be nothing although their types are not optional: a star has no
    color."""
    due_to: dict[object, frozenset[OptionLiterals]] = field(default_factory=dict)

    def events_of(self, rule: Trigger) -> list[Event]:
        """The events of a trigger that can happen."""
        return [x for x in rule.events if x in self.events]


def type_of(table: Table, slot: Slot) -> object:
    """The type of a variable or a field."""
    if isinstance(slot, int):
        return table.variables[slot].type
    return table.situations[slot[0]].fields[slot[1]].type


def starts_of(table: Table, slot: Slot) -> int:
    """The start value of a variable or a field."""
    if isinstance(slot, int):
        return table.variables[slot].starts
    return table.situations[slot[0]].fields[slot[1]].starts


def constants(value: e.Expr) -> frozenset[int] | None:
    """The value set of an expression that is built of constants; None if it computes."""
    if isinstance(value, e.Constant):
        return frozenset({value.value})
    if isinstance(value, e.Choose):
        left, right = constants(value.then), constants(value.otherwise)
        return None if left is None or right is None else left | right
    return frozenset({0, 1}) if isinstance(value, e.Condition) else None


def something(x: e.Expr, nothing: Collection[Slot], nobody: Collection[int] = frozenset({ARGUMENT_LOCAL})) -> bool:
    """Whether a value is certainly not nothing. `nothing`: the slots that may be; `nobody`: the locals that may be: by
    default the payload of an event."""
    if isinstance(x, e.Condition | e.Count | e.PlayerSet):
        return isinstance(x.type, Number | YesNo)
    match x:
        case e.Constant():
            return x.value >= 0
        case e.Local():
            return x.index not in nobody
        case e.Variable():
            seated = x.seat is None or something(x.seat, nothing, nobody)
            return seated and not getattr(x.type, "optional", True) and x.index not in nothing
        case e.Field():
            return not getattr(x.type, "optional", True) and (x.situation, x.index) not in nothing
        case e.Neighbor():
            return something(x.seat, nothing, nobody)
        case e.Choose():
            return something(x.then, nothing, nobody) and something(x.otherwise, nothing, nobody)
        case e.Owner() | e.Builtin() | e.TopCard() | e.Attribute() | e.TheOne():
            return isinstance(x.type, Number | YesNo)
        case _:
            assert_never(x)


def clamped(type_: object, values: Collection[int]) -> set[int]:
    """Values after assignment, clamped to the type."""
    if isinstance(type_, Number):
        return {max(type_.low, min(v, type_.high)) for v in values}
    return set(values)


_PLAIN = e.Constant | e.Arithmetic | e.Attribute | e.FaceNumber | e.Compare | e.Logic | e.Not | e.Choose


def plain(x: e.Expr, local: int = ARGUMENT_LOCAL) -> bool:
    """Whether an expression reads nothing but the argument, or another local."""
    return all(
        isinstance(n, _PLAIN) or (isinstance(n, e.Local) and n.index == local)
        for n in below(x)
        if isinstance(n, e.Expr)
    )


def evaluate(table: Table, x: e.Expr, argument: int) -> int:
    """Evaluates a plain expression for a value of the argument, like the engine."""
    assert isinstance(x, _PLAIN | e.Local)
    match x:
        case e.Constant():
            return x.value
        case e.Local():
            return argument
        case e.Arithmetic():
            assert isinstance(x.type, Number)
            value = operated(x.operator, evaluate(table, x.left, argument), evaluate(table, x.right, argument))
            return max(x.type.low, min(value, x.type.high))
        case e.Attribute() | e.FaceNumber():
            card = evaluate(table, x.card, argument)
            value = table.deck.kinds[card].values[x.attribute] if card >= 0 else -1
            if isinstance(x, e.Attribute):
                return value
            return (table.deck.attributes[x.attribute].numbers[value] or 0) if value >= 0 else 0
        case e.Compare():
            left, right = evaluate(table, x.left, argument), evaluate(table, x.right, argument)
            if x.operator in ("==", "!="):
                return int((left == right) == (x.operator == "=="))
            return int(left < right or (left == right and x.operator == "<="))
        case e.Logic():
            values = [evaluate(table, o, argument) for o in x.operands]
            return int(all(values) if x.kind == "and" else any(values))
        case e.Not():
            return int(not evaluate(table, x.operand, argument))
        case e.Choose():
            return evaluate(table, x.then if evaluate(table, x.condition, argument) else x.otherwise, argument)
        case _:
            assert_never(x)


def certain(table: Table, x: e.Expr, argument: int) -> bool:
    """Whether a condition holds for a value of the argument in every state."""
    if isinstance(x, e.Logic):
        found = (certain(table, o, argument) for o in x.operands)
        return all(found) if x.kind == "and" else any(found)
    return plain(x) and bool(evaluate(table, x, argument))


def option_literals(rule: Trigger | Offer, features: dict[str, int]) -> OptionLiterals:
    """The presence condition of a rule, from its guard: a conjunction of options."""
    option_of = {index: option for option, index in features.items()}
    out: set[tuple[str, bool]] = set()
    for part in conjuncts(rule.guard) if features else ():
        inner = part.operand if isinstance(part, e.Not) else part
        if isinstance(inner, e.Variable) and inner.index in option_of:
            out.add((option_of[inner.index], inner is part))
    return frozenset(out)
