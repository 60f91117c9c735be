"""Expressions of the model. All are total and pure: they never fail and never change the state.

Bound names (`Local`) are numbered within one rule; the node that binds one is documented as such. Sets of cards are not
values: expressions count or find cards in a place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unodsl.model.types import Type


@dataclass(frozen=True, slots=True)
class Constant:
    """A known value."""

    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class Local:
    """A bound name: the acting player, the card of an event, a candidate. `name` is for messages."""

    index: int
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Variable:
    """The table's variable `index`, or, where `seat` is given, that seat's copy of it. A seat of nothing reads as the
    variable's starting value."""

    index: int
    seat: Expr | None
    type: Type


@dataclass(frozen=True, slots=True)
class Field:
    """Field `index` of the topmost open instance of a situation; its starting value where none is open."""

    situation: int
    index: int
    type: Type


@dataclass(frozen=True, slots=True)
class Owner:
    """Whom the topmost open instance of a situation waits for: a player, or players; nothing (or nobody) if none."""

    situation: int
    type: Type


@dataclass(frozen=True, slots=True)
class IsOpen:
    """Whether a situation is anywhere on the stack."""

    situation: int
    type: Type


@dataclass(frozen=True, slots=True)
class IsTop:
    """Whether a situation is the one that the table waits for now."""

    situation: int
    type: Type


@dataclass(frozen=True, slots=True)
class Builtin:
    """`in play`: the seats at the table. `winners`: who won the round last ended. `moved`: the card last moved in this
    cascade, or nothing. `round over`, `match over`: yes or no."""

    kind: Literal["in play", "winners", "moved", "round over", "match over"]
    type: Type


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, of one player where the zone is each player's."""

    zone: int
    seat: Expr | None


@dataclass(frozen=True, slots=True)
class TopCard:
    """The card `depth` below the top (0 is the top itself) of a face-up pile, or nothing."""

    place: Place
    depth: int
    type: Type


@dataclass(frozen=True, slots=True)
class CountCards:
    """The number of cards of a place that satisfy `where` (None: all); `local` is bound to the card."""

    place: Place
    local: Local
    where: Expr | None
    type: Type


@dataclass(frozen=True, slots=True)
class OverCards:
    """Total, highest or lowest of `value` over the cards of a place that satisfy `where`; 0 where there are none."""

    kind: Literal["total", "highest", "lowest"]
    place: Place
    local: Local
    where: Expr | None
    value: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class PlayersWhere:
    """The players of `among` (a set) who satisfy `where`; `local` is bound to the player."""

    among: Expr
    local: Local
    where: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class OverPlayers:
    """Total, highest or lowest of `value` over a set of players; 0 where there are none."""

    kind: Literal["total", "highest", "lowest"]
    among: Expr
    local: Local
    value: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class SetSize:
    """How many players a set has."""

    players: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class SetOf:
    """The set of one player; empty for nothing."""

    player: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class TheOne:
    """The first player (lowest seat) of a set; nothing where it is empty."""

    players: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class SetOperation:
    """Both sets together, what they share, or the left without the right."""

    operator: Literal["union", "intersection", "difference"]
    left: Expr
    right: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Member:
    """Whether a player is in a set; no for nothing."""

    player: Expr
    players: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Attribute:
    """Attribute `attribute` of a card as an index into its values; nothing where the card has none."""

    attribute: int
    card: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class FaceNumber:
    """The number that a value of an attribute shows (`7` is 7); 0 where it shows none. `card` gives the value."""

    attribute: int
    card: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Neighbor:
    """The next seat at the table to the left (clockwise, higher index) or right of a seat; nothing of nothing. The
    seat itself may have left the table; where nobody else sits it is the seat itself."""

    side: Literal["left", "right"]
    seat: Expr
    type: Type


Operator = Literal["+", "-", "*", "/", "min", "max", "apart"]
"""`min` and `max` are the smaller and the larger of two numbers, `apart` is their difference, never below 0."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Whole-number arithmetic. `/` rounds down; by 0 it gives 0. The type bounds the result."""

    operator: Operator
    left: Expr
    right: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Compare:
    """Two values of one type. `<=` and `<` are for numbers only."""

    operator: Literal["==", "!=", "<", "<="]
    left: Expr
    right: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Logic:
    """All of, or any of, some conditions."""

    kind: Literal["and", "or"]
    operands: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    operand: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Choose:
    """`then` where the condition holds, else `otherwise`."""

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Can:
    """Whether a seat has a legal move of an act now, with an argument that satisfies `where` (None: any); `local` is
    the argument."""

    act: int
    seat: Expr
    local: Local
    where: Expr | None
    type: Type


Stored = Variable | Field | Owner
"""What effects can set."""

Condition = IsOpen | IsTop | Member | Compare | Logic | Not | Can
"""What is always yes or no."""

Count = CountCards | OverCards | OverPlayers | SetSize | FaceNumber | Arithmetic
"""What is always a number."""

PlayerSet = PlayersWhere | SetOf | SetOperation
"""What is always a set of players, made of other values."""

Derived = TopCard | Attribute | TheOne | Neighbor
"""What is a card, a value of one, or a player, found by looking."""

Expr = Constant | Local | Builtin | Choose | Stored | Condition | Count | PlayerSet | Derived
