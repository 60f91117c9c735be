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
    """Field `index` of the topmost open instance of a situation; its initial value if none is open."""

    situation: int
    index: int
    type: Type


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of the topmost open instance of a situation: a player or a set; nothing (or the empty set) if none is
    open."""

    situation: int
    type: Type


@dataclass(frozen=True, slots=True)
class IsOpen:
    """Whether a situation is open at any position of the stack."""

    situation: int
    type: Type


@dataclass(frozen=True, slots=True)
class IsTop:
    """Whether a situation is on top of the stack."""

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
    """A zone, or the instance of a player if the zone is `each_player`."""

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
    """Sum, maximum or minimum of `value` over the cards of a place that satisfy `where`; 0 if there are none."""

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
    """Sum, maximum or minimum of `value` over a set of players; 0 if it is empty."""

    kind: Literal["total", "highest", "lowest"]
    among: Expr
    local: Local
    value: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class SetSize:
    """The number of players in a set."""

    players: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class SetOf:
    """The set of one player; empty for nothing."""

    player: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class TheOne:
    """The first player (lowest seat) of a set; nothing if it is empty."""

    players: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class SetOperation:
    """Union, intersection or difference of two sets."""

    operator: Literal["union", "intersection", "difference"]
    left: Expr
    right: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Member:
    """Whether a player is an element of a set; false for nothing."""

    player: Expr
    players: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Attribute:
    """Attribute `attribute` of a card as an index into its values; nothing if the card has none."""

    attribute: int
    card: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class FaceNumber:
    """The number shown by a value of an attribute (`7` is 7); 0 if it shows none. `card` yields the value."""

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
"""`min` and `max` are the minimum and maximum of two numbers; `apart` is their absolute difference."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Integer arithmetic. `/` rounds down; division by 0 yields 0. The result is clamped to the type."""

    operator: Operator
    left: Expr
    right: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two values of one type. `<=` and `<` are for numbers only."""

    operator: Literal["==", "!=", "<", "<="]
    left: Expr
    right: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Logic:
    """Conjunction or disjunction."""

    kind: Literal["and", "or"]
    operands: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    operand: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Choose:
    """`then` if the condition holds, else `otherwise`."""

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
"""Expressions that can be assigned."""

Condition = IsOpen | IsTop | Member | Compare | Logic | Not | Can
"""Expressions that are always Boolean."""

Count = CountCards | OverCards | OverPlayers | SetSize | FaceNumber | Arithmetic
"""Expressions that are always numbers."""

PlayerSet = PlayersWhere | SetOf | SetOperation
"""Computed sets of players."""

Derived = TopCard | Attribute | TheOne | Neighbor
"""Expressions that select a card, an attribute value or a player."""

Expr = Constant | Local | Builtin | Choose | Stored | Condition | Count | PlayerSet | Derived
