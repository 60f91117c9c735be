"""What the lines of a scenario mean: one step for each, resolved against a table. Two lines that mean the same are equal steps,
wherever they stand."""

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
    """A place holds these kinds, the top one first, and no others. Of the place where the deck lies they are those that are drawn
    next; `exactly`: and there are no others. `seat` is 0 for a place of the table."""

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
    """A variable, or a field of an open situation, has a value."""

    target: e.Variable | e.Field
    value: e.Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Opened:
    """A situation is open, on top of those opened before it."""

    situation: int
    owner: e.Expr
    fields: tuple[tuple[int, e.Expr], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Comes:
    """What chance brings next, beside cards: each as the codes of `unodsl.engine.values` that it can have, and its words."""

    codes: tuple[frozenset[int], ...]
    words: tuple[str, ...] = field(compare=False)
    span: Span = field(compare=False)


Position = Held | Absent | Put | Opened | Comes

# ---------------------------------------------------------------------------------------------------------- what happens


@dataclass(frozen=True, slots=True)
class Happens:
    """A round or a match begins or ends by its rules."""

    kind: Literal["match begins", "round begins", "round ends"]
    span: Span = field(compare=False)

    @property
    def event(self) -> t.TableEvent:
        """What happens to the table."""
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
"""When something must hold: now, or as the round or the match ended in the last move."""


@dataclass(frozen=True, slots=True)
class Holds:
    """A condition holds. `node`: its text, for reporting what holds instead; `fields`: some of its parts come from
    `with`."""

    condition: e.Expr
    when: Moment
    node: s.Expr = field(compare=False)
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Exactly:
    """A place holds these kinds and no others, in this order where its order can be seen."""

    place: e.Place
    kinds: tuple[int, ...]
    when: Moment
    span: Span = field(compare=False)


ANY_MANNER = -1
"""The manner of `as anything`."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A sort of move: an act (`act`, where nothing is named along with it; one of `ways`), with an argument for which `where` holds (None: any) as local `local`, in a manner (None: it is not
    said in which)."""

    act: int
    ways: frozenset[int]
    local: int
    where: e.Expr | None
    manner: int | None
    text: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class Legal:
    """Whether a seat can make a move of a sort (None: any move of the play at all) that a rule called `by` (None: any) offers."""

    seat: e.Expr
    can: bool
    deed: Deed | None
    by: str | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OnlyLegal:
    """A seat can make moves of each of these sorts, and no other move of the play."""

    seat: e.Expr
    deeds: tuple[Deed, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardOf:
    """A card of a kind, somewhere among those of a seat."""

    kind: int
    seat: e.Expr


@dataclass(frozen=True, slots=True)
class Sees:
    """Whether a seat can see a place, a variable, a field, or a card of another seat: because it lies open to it, or has been shown
    to it in the last move."""

    seat: e.Expr
    can: bool
    what: e.Place | e.Variable | e.Field | CardOf
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class IsShown:
    """Whether the last move showed places or cards to a seat. `kinds` are cards, with repeats; `exactly`: no others. Neither places
    nor kinds: whether anything was shown at all."""

    seat: e.Expr
    shown: bool
    places: tuple[e.Place, ...]
    kinds: tuple[int, ...]
    exactly: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class IsOver:
    """The effect of the last move on the round or (`whole`) the match. `won`: it ended, and `winners` won it;
    `condition`: the condition after `with`, which holds now."""

    whole: bool
    how: Literal["ended", "continues", "won"]
    winners: tuple[e.Expr, ...]
    condition: e.Expr | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Noted:
    """Whether the last move showed a note: this one (None: any), to all these seats (None: to anybody)."""

    text: str | None
    shown: bool
    to: e.Expr | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """The table is refused; `why`: a part of the message (None: any)."""

    why: str | None
    span: Span = field(compare=False)


Expectation = Holds | Exactly | Legal | OnlyLegal | Sees | IsShown | IsOver | Noted | Refused
Step = Position | Happens | Moves | Expectation
