"""Deeds and effects of the syntax tree. `unodsl.syntax.nodes` has the rest, and these too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unodsl.source import Span
from unodsl.syntax.expression_nodes import Expr, Name, Phrase, Select, Text


@dataclass(frozen=True, slots=True)
class Manner:
    """`as NAME` (`as anything` for whatever manner), `standing for CARD`, or both."""

    name: Name | None
    standing_for: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Deed:
    """Somebody does something, or something happens: the resolver finds the verb in the leftmost phrase. `naming`: what is named
    along with it."""

    body: Expr
    naming: tuple[Expr, ...]
    manner: Manner | None
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """`target becomes value`, `target += value`, `target -= value`."""

    target: Expr
    operator: Literal["becomes", "+=", "-="]
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Begin:
    """`begin situation on owner with field value, ...`, or `begin a round` (no owner)."""

    what: Phrase
    owner: Expr | None
    fields: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class End:
    """`end situation`, `end the round won by ...`, `end the match won by ...`."""

    what: Phrase
    won_by: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass situation to owner`."""

    what: Phrase
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveCard:
    """`move card X from A to B`."""

    card: Expr
    origin: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveTop:
    """`move top N from A to B`; N None means 1."""

    count: Expr | None
    origin: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveAll:
    """`move all [but top N] from A to B`; `keep` is the number of cards that stay on top, 0 for none. `move all WHAT [where
    C] from A to B`: `picked` are the words and the condition, of which either can be missing."""

    keep: int
    picked: Select | None
    origin: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ZoneEffect:
    """`gather into A`, `shuffle A`."""

    kind: Literal["gather", "shuffle"]
    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Swap:
    """`swap A with B`: two zones, or two variables, change contents."""

    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Give:
    """`give every ZONE to PLAYER`, looked up for each holder, all at once."""

    zone: Phrase
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Show:
    """`show ZONE-or-CARD to PLAYERS`."""

    what: Expr
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Tell:
    """`note "text", VALUE, "text" to PLAYERS`; `more` is what stands behind the first comma, `to` None means everyone."""

    text: Text
    more: tuple[Expr | Text, ...]
    to: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Seating:
    """`remove PLAYER` from the table, or `seat PLAYER` at it."""

    kind: Literal["remove", "seat"]
    who: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SetChange:
    """`include PLAYER among SET`, `exclude PLAYER from SET`."""

    kind: Literal["include", "exclude"]
    who: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class DoNothing:
    """`do nothing`."""

    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`if condition` block `otherwise` block."""

    condition: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for each player in SET from PLAYER to the right if CONDITION` block; clockwise from `start`, or from the first seat, where `to`
    does not say otherwise."""

    players: Expr | None
    start: Expr | None
    to: Phrase | None
    to_if: Expr | None
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ForEachCard:
    """`for each CARDS in PLACE where CONDITION` block; `over` always has a place."""

    over: Select
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat N times`, or `repeat at most N times while CONDITION`."""

    times: Expr
    condition: Expr | None
    body: tuple[Effect, ...]
    span: Span


Effect = (
    Deed
    | Assign
    | Begin
    | End
    | Pass
    | MoveCard
    | MoveTop
    | MoveAll
    | ZoneEffect
    | Swap
    | Give
    | Show
    | Tell
    | Seating
    | SetChange
    | DoNothing
    | If
    | ForEach
    | ForEachCard
    | Repeat
)
