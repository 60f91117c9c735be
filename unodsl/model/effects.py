"""Effects of the model: state changes. They are executed in order, without choices by players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from unodsl.model.expressions import Expr, Field, Local, Owner, Place, Variable
from unodsl.model.types import Type
from unodsl.source import Span


@dataclass(frozen=True, slots=True)
class Assign:
    """Assigns a value to the target, clamped to the bounds of the target. For an `Owner` target, the owner of the
    topmost instance of the situation changes. No effect if no instance is open, or if the target is a variable of a
    seat and the seat is nothing."""

    target: Variable | Field | Owner
    value: Expr


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Moves one card of kind `card` from a place to the top of another. No effect if the card is not there. Sets the
    built-in variable `moved` (to nothing if no card moved)."""

    card: Expr
    origin: Place
    target: Place


@dataclass(frozen=True, slots=True)
class MoveTop:
    """Moves up to `count` cards one at a time, while cards are left: from a face-up pile the top card, from other zones
    (which count as shuffled) a random card. Sets the built-in variable `moved` to the last card (nothing if none
    moved). `span` is the location of the effect for messages, or None."""

    count: Expr
    origin: Place
    target: Place
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MoveAll:
    """Moves all cards except the topmost `keep` to the bottom of another place. `keep` > 0 is permitted for face-up
    piles only. With `where`, moves only the cards that satisfy it, bound as `local`; `where` is never evaluated on
    face-up piles."""

    keep: int
    origin: Place
    target: Place
    local: Local | None = None
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Gather:
    """Moves all cards of the table to one place."""

    target: Place


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffles the cards of a place. Relevant for face-up piles only, since face-down zones always count as
    shuffled."""

    place: Place


@dataclass(frozen=True, slots=True)
class SwapPlaces:
    """Swaps all cards of two places of the same kind."""

    left: Place
    right: Place


@dataclass(frozen=True, slots=True)
class GiveEvery:
    """Every player at the table gives all cards of a zone to `to`, simultaneously. `to` is evaluated for each holder,
    bound as `local`, before any card moves. Several players can give to the same one; a player who is given nothing
    ends with an empty zone."""

    zone: int
    local: Local
    to: Expr


@dataclass(frozen=True, slots=True)
class Begin:
    """Opens a situation on top of the stack. `owner` is a player or, for situations on players, a set. Fields that are
    not set have their initial values. No effect if the owner is nothing or the empty set."""

    situation: int
    owner: Expr
    fields: tuple[tuple[int, Expr], ...]


@dataclass(frozen=True, slots=True)
class End:
    """Closes the topmost instance of a situation, at any position of the stack. No effect if none is open."""

    situation: int


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Adds a player to a set or removes one. If the set is the owner of a situation on players and becomes empty, the
    event `situation completes` occurs."""

    kind: Literal["include", "exclude"]
    player: Expr
    target: Variable | Field | Owner


@dataclass(frozen=True, slots=True)
class Perform:
    """A player performs an act as an effect: the act's own effects are executed immediately, its event is processed
    later in the cascade. `argument` is None for an act without one; `standing_for` is as in `Offer`."""

    act: int
    player: Expr
    argument: Expr | None
    manner: int
    standing_for: Expr | None


@dataclass(frozen=True, slots=True)
class Show:
    """Shows players the cards of a place, or one card. Does not change the state; clients are notified."""

    what: Place | Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Tell:
    """Shows a note to players: a text, followed by further texts and current values."""

    text: str
    to: Expr
    more: tuple[str | Expr, ...] = ()

    @property
    def values(self) -> tuple[Expr, ...]:
        """The values inserted into the text."""
        return tuple(x for x in self.more if not isinstance(x, str))


@dataclass(frozen=True, slots=True)
class Seating:
    """Removes a seat from the table (its cards stay until rules move them), or adds it (again)."""

    kind: Literal["remove", "seat"]
    player: Expr


@dataclass(frozen=True, slots=True)
class BeginRound:
    """Moves all cards to their home zones, resets the variables that are not `kept`, closes all situations, and raises
    the event `the round begins`."""


@dataclass(frozen=True, slots=True)
class EndRound:
    """Ends the round, closes all situations, and raises the event `the round ends`. `winners` is a set."""

    winners: Expr


@dataclass(frozen=True, slots=True)
class EndMatch:
    """Ends the match, closes all situations, and raises the event `the match ends`."""

    winners: Expr


@dataclass(frozen=True, slots=True)
class If:
    """Executes one of two blocks."""

    condition: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    """Executes the block for every player of a set (evaluated once), clockwise from `start` (inclusive; None: seat 0).
    The order is counterclockwise if `backward` holds at the beginning (None: never)."""

    local: Local
    players: Expr
    start: Expr | None
    body: tuple[Effect, ...]
    backward: Expr | None = None


@dataclass(frozen=True, slots=True)
class ForEachCard:
    """Executes the block for every card of a place that satisfies `where` (None: all), bound as `local`. The cards are
    selected once, before the first iteration. They are ordered by kind, in the order of the deck, independently of
    their position."""

    local: Local
    place: Place
    where: Expr | None
    body: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """The values of a random choice. None: the players of a set that is evaluated."""

    type: Type
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class AtRandom:
    """Executes the block once, with `local` bound to a uniformly random value: a player of a set (evaluated once), or
    one of several distinct values. No effect if the set is empty."""

    local: Local
    among: Expr | tuple[int, ...]
    body: tuple[Effect, ...]

    @property
    def options(self) -> Options:
        """The values it chooses from."""
        return Options(self.local.type, self.among if isinstance(self.among, tuple) else None)


@dataclass(frozen=True, slots=True)
class Repeat:
    """Executes the block up to `times` times (evaluated once), each time only while `condition` (None: always)
    holds."""

    times: Expr
    condition: Expr | None
    body: tuple[Effect, ...]


Sets = Assign | ChangeSet
"""Effects that assign a variable, a field or an owner."""

MovesCards = MoveCard | MoveTop | MoveAll | Gather | Shuffle | SwapPlaces | GiveEvery
"""Effects that change only the location of cards (and the built-in variable `moved`)."""

Announces = Show | Tell
"""Effects that do not change the state."""

Phase = BeginRound | EndRound | EndMatch
"""Effects that start or end a round or the match."""

Block = If | ForEach | ForEachCard | Repeat | AtRandom
"""Effects that contain other effects."""

Effect = Sets | MovesCards | Begin | End | Perform | Seating | Announces | Phase | Block
