"""Resolved lines of a scenario: one step for each line. Lines with the same meaning are equal steps, independently of
their location."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.source import Span
from unodsl.syntax import nodes as s

# ------------------------------------------------------------------------------------------------------------- position


@dataclass(frozen=True, slots=True)
class Held:
    """A place contains exactly these kinds, the top one first. For the place of the deck, they are the next cards
    drawn; `exactly`: there are no others. `seat` is 0 for a place of the table."""

    zone: int
    seat: int
    kinds: tuple[int, ...]
    exactly: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Absent:
    """A seat does not take part."""

    seat: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Put:
    """Sets a variable, or a field of an open situation."""

    target: e.Variable | e.Field
    value: e.Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Opened:
    """Opens a situation on top of those opened before."""

    situation: int
    owner: e.Expr
    fields: tuple[tuple[int, e.Expr], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Closed:
    """A situation is not open, although the rules of the position may open it."""

    situation: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Won:
    """These players won the last round."""

    winners: e.Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ChanceResults:
    """The next random results other than cards: for each the permitted codes of `unodsl.engine.values`, and its
    words."""

    codes: tuple[frozenset[int], ...]
    words: tuple[str, ...] = field(compare=False)
    span: Span = field(compare=False)


Position = Held | Absent | Put | Opened | Closed | Won | ChanceResults

# ---------------------------------------------------------------------------------------------------------- what happens


@dataclass(frozen=True, slots=True)
class Happens:
    """A round or a match begins or ends by its rules."""

    kind: Literal["match begins", "round begins", "round ends"]
    span: Span = field(compare=False)

    @property
    def event(self) -> t.TableEvent:
        """The corresponding event of the table."""
        return t.TableEvent(self.kind)


@dataclass(frozen=True, slots=True)
class Moves:
    """A seat makes a move. `act`: the variant without named values; `ways`: the variants with the given ones.
    `argument` None: not given; `manner` None: not given; `by`: the name of the rule that offers it, in full or short,
    or None."""

    seat: int
    act: int
    ways: frozenset[int]
    argument: e.Expr | None
    manner: int | None
    by: str | None
    span: Span = field(compare=False)


# ---------------------------------------------------------------------------------------------------------- expectations

Moment = Literal["now", "round", "match"]
"""The time at which a condition must hold: now, or when the round or match ended in the last move."""


@dataclass(frozen=True, slots=True)
class Holds:
    """A condition holds. `node`: its syntax node, for describing what holds instead; `fields`: some of its parts come
    from `with`."""

    condition: e.Expr
    when: Moment
    node: s.Expr = field(compare=False)
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Exactly:
    """A place contains exactly these kinds, in this order if its order is visible."""

    place: e.Place
    kinds: tuple[int, ...]
    when: Moment
    span: Span = field(compare=False)


ANY_MANNER = -1
"""The manner `as anything`."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A pattern of moves: an act (`act` if it names nothing, or one of `ways`), with an argument that satisfies `where`
    (None: any), bound as `local`, in a manner (None: any)."""

    act: int
    ways: frozenset[int]
    local: int
    where: e.Expr | None
    manner: int | None
    text: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class Legal:
    """Whether a seat has a legal move that matches a pattern (None: any move other than asides) offered by a rule named
    `by` (None: any)."""

    seat: e.Expr
    can: bool
    deed: Deed | None
    by: str | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OnlyLegal:
    """A seat has legal moves that match each of these patterns, and no other move of the play."""

    seat: e.Expr
    deeds: tuple[Deed, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardOf:
    """A card of a kind among those of a seat."""

    kind: int
    seat: e.Expr


@dataclass(frozen=True, slots=True)
class Sees:
    """Whether a seat can see a place, a variable, a field or a card of another seat: because it is public, or was shown
    to it in the last move."""

    seat: e.Expr
    can: bool
    what: e.Place | e.Variable | e.Field | CardOf
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class IsShown:
    """Whether the last move showed places or cards to a seat. `kinds` are cards, with repetitions; `exactly`: no
    others. Neither places nor kinds: whether anything was shown at all."""

    seat: e.Expr
    shown: bool
    places: tuple[e.Place, ...]
    kinds: tuple[int, ...]
    exactly: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class IsOver:
    """The effect of the last move on the round or (`whole`) the match. `won`: it ended, won by `winners`; `condition`:
    the condition after `with`, which holds now."""

    whole: bool
    how: Literal["ended", "continues", "won"]
    winners: tuple[e.Expr, ...]
    condition: e.Expr | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Noted:
    """Whether the last move showed a note: this one (None: any), to all these seats (None: to any)."""

    text: str | None
    shown: bool
    to: e.Expr | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """The table is rejected. `why`: a part of the message (None: any)."""

    why: str | None
    span: Span = field(compare=False)


Expectation = Holds | Exactly | Legal | OnlyLegal | Sees | IsShown | IsOver | Noted | Refused
Step = Position | Happens | Moves | Expectation
