"""Types of values: descriptions, and joins of types."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn, assert_never

from unodsl import limits
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.resolve.words import Mistake
from unodsl.source import Span
from unodsl.syntax import nodes as s


def short(name: str) -> str:
    """A declared name without its qualifier."""
    return name.partition(".")[2]


def one_line(node: s.Expr) -> str:
    """The words of a text on one line."""
    return " ".join(node.span.text.split())


def refuse_argument(act: t.Act, node: s.Expr) -> NoReturn:
    """Raises UNO106 for an argument of an act that has none."""
    raise Mistake("UNO106", f"`{short(act.name)}` is done without anything", node.span, leave_out(node))


def leave_out(node: s.Expr) -> str:
    """The suggestion to leave out a part without a meaning."""
    return f"leave `{one_line(node)}` out"


def where(span: Span) -> str:
    """The line and the file of a place."""
    return f"line {span.line} of `{span.source.name.replace(chr(92), '/').rpartition('/')[2]}`"


def describe(type_: Type) -> str:
    """Describes a type."""
    match type_:
        case Number():
            return "a number"
        case YesNo():
            return "a yes-or-no"
        case Enumeration():
            return f"a {type_.name}" if type_.name else "one of " + ", ".join(f"`{v}`" for v in type_.values)
        case Card():
            return "a card"
        case Player():
            return "a player"
        case Players():
            return "a set of players"
        case _:
            assert_never(type_)


def bounds(value: e.Expr) -> tuple[int, int]:
    """The bounds of a number."""
    assert isinstance(value.type, Number)
    return value.type.low, value.type.high


def spread(low: int, high: int) -> Number:
    """A number type with these bounds, within the limit."""
    return Number(max(-limits.NUMBER, min(low, limits.NUMBER)), min(limits.NUMBER, max(high, -limits.NUMBER)))


def joined(left: Type, right: Type) -> Type:
    """The join of two types of one kind."""
    match left, right:
        case Number(), Number():
            return Number(min(left.low, right.low), max(left.high, right.high))
        case Enumeration(), Enumeration():
            return replace(left, optional=left.optional or right.optional)
        case Card(), Card():
            return Card(left.optional or right.optional)
        case Player(), Player():
            return Player(left.optional or right.optional)
        case _:
            return left


def alike(have: Type, expected: Type | None) -> bool:
    """Whether a value of one type fits another; unknown types fit."""
    match expected, have:
        case None, _:
            return True
        case Enumeration(), Enumeration():
            return expected.values == have.values and expected.name == have.name
        case Players(), Player():
            return True
        case _:
            return type(expected) is type(have)
