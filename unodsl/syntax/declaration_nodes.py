"""What games and options declare, rules aside, in the syntax tree. `unodsl.syntax.nodes` has the rest, and these too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unodsl.source import Span
from unodsl.syntax.effect_nodes import Effect
from unodsl.syntax.expression_nodes import Expr, Name, Phrase, Text, Word


@dataclass(frozen=True, slots=True)
class Value:
    """One item of a list: a phrase, or a phrase that ends in a number `to` another number."""

    phrase: Phrase
    to: Word | None
    span: Span


@dataclass(frozen=True, slots=True)
class TypePart:
    """One alternative of a type: a phrase, or a range of numbers."""

    phrase: Phrase | None
    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True)
class Type:
    """`a or b or c`."""

    parts: tuple[TypePart, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Seats:
    """`seats LOW to HIGH`."""

    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True)
class Needs:
    """`needs CONDITION "why not"`: tables for which it does not hold are refused."""

    condition: Expr
    message: Word
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """`parameter NAME "title": TYPE, default VALUE`."""

    name: Phrase
    title: Text | None
    type: Type
    default: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class SetParameter:
    """`set NAME to VALUE`."""

    name: Phrase
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Attribute:
    """`color is red, blue`: what a card can have."""

    name: Phrase
    values: tuple[Value, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Cards:
    """`2 of each color: 1 to 9, joker`, `1 of circle: 1 to 5, 7`; or `remove 1 of ...`, with `count` None: all of them. `each` is
    the attribute of which there is every value, `of` are values that all of the cards have."""

    kind: Literal["add", "remove"]
    count: int | None
    each: Phrase | None
    of: Phrase | None
    values: tuple[Value, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Packs:
    """`packs N`."""

    count: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    """`deck in ZONE` and its lines."""

    zone: Phrase | None
    lines: tuple[Attribute | Cards | Packs, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Zone:
    """`zone NAME [of each player], VISIBILITY`."""

    name: Phrase
    each_player: bool
    visibility: Phrase
    span: Span


@dataclass(frozen=True, slots=True)
class Variable:
    """`variable NAME [of each player]: TYPE, starts VALUE, kept, secret`; also a field of a situation. `again`: the place of the
    first part that stands there a second time."""

    name: Phrase
    each_player: bool
    type: Type
    starts: Expr | None
    again: Span | None
    kept: bool
    secret: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Situation:
    """`situation NAME on a player` (or `on players`) and its fields."""

    name: Phrase
    on: Phrase
    fields: tuple[Variable, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Named:
    """`naming a color`, `naming a pile: left or right`: what can be named along with an act."""

    phrase: Phrase
    type: Type | None
    span: Span


@dataclass(frozen=True, slots=True)
class Act:
    """`act VERB a card from ZONE`, what can be named along with it, its manners and what it always does."""

    phrase: Phrase
    type: Type | None
    origin: Phrase | None
    named: tuple[Named, ...]
    manners: tuple[Name, ...]
    effects: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Names:
    """`requires`, `brings`, `excludes`, `without`, `clause`, and of a scenario `game`, `with`, `seats`: a keyword and names. `without` names
    rules in a game or an option, and options in a scenario."""

    kind: Literal["requires", "brings", "excludes", "without", "clause", "game", "with", "seats"]
    names: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OnByDefault:
    """`on by default`: an option that is on unless it is left out."""

    span: Span
