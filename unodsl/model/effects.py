"""Effects of the model: what changes the state. They run in order, to the end, without asking anybody."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from unodsl.model.expressions import Expr, Field, Local, Owner, Place, Variable
from unodsl.model.types import Type
from unodsl.source import Span


@dataclass(frozen=True, slots=True)
class Assign:
    """The target takes the value, kept within the target's bounds. For an `Owner` target the topmost instance changes
    hands; nothing happens where none is open, or where the target is a seat's variable and the seat is nothing."""

    target: Variable | Field | Owner
    value: Expr


@dataclass(frozen=True, slots=True)
class MoveCard:
    """One card of kind `card` goes from a place to the top of another; nothing happens where it is not there.
    Sets the built-in `moved` (to nothing where it was not there)."""

    card: Expr
    origin: Place
    target: Place


@dataclass(frozen=True, slots=True)
class MoveTop:
    """Up to `count` cards, one after the other, as long as there are any. From a face-up pile the top one; from any
    other zone (they lie shuffled) a random one. Sets the built-in `moved` to the last (nothing where none moved). `span` is its
    place in the text, for messages; None where it has none."""

    count: Expr
    origin: Place
    target: Place
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MoveAll:
    """All cards, but for the `keep` topmost, go to another place, under what lies there; `keep` > 0 only from face-up
    piles. With `where`, which is never asked of face-up piles, only the cards that satisfy it, as local `local`."""

    keep: int
    origin: Place
    target: Place
    local: Local | None = None
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Gather:
    """Every card of the table goes to one place."""

    target: Place


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The cards of a place are mixed. Face-down zones count as mixed at any time, so this only matters to a pile."""

    place: Place


@dataclass(frozen=True, slots=True)
class SwapPlaces:
    """Two places of the same kind exchange all their cards."""

    left: Place
    right: Place


@dataclass(frozen=True, slots=True)
class GiveEvery:
    """Every player at the table hands all cards of a zone to `to` (looked up for `local`, the holder, before anything
    moves), all at once. Two may give to one; whoever is given nothing has an empty zone."""

    zone: int
    local: Local
    to: Expr


@dataclass(frozen=True, slots=True)
class Begin:
    """A situation opens on top of the stack; `owner` is a player or, where it is on players, a set. Fields not named
    take their starting values. Nothing happens with an owner of nothing or nobody."""

    situation: int
    owner: Expr
    fields: tuple[tuple[int, Expr], ...]


@dataclass(frozen=True, slots=True)
class End:
    """The topmost instance of a situation closes, wherever it is on the stack. Nothing happens where none is open."""

    situation: int


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """A player joins or leaves a set. Where the set is the owner of a situation on players and becomes empty by it, the
    event `situation completes` happens."""

    kind: Literal["include", "exclude"]
    player: Expr
    target: Variable | Field | Owner


@dataclass(frozen=True, slots=True)
class Perform:
    """A player does an act as part of an effect: what the act always does runs at once, its event happens later in
    the cascade. `argument` is None for an act without one; `standing_for` as in `Offer`."""

    act: int
    player: Expr
    argument: Expr | None
    manner: int
    standing_for: Expr | None


@dataclass(frozen=True, slots=True)
class Show:
    """Shows players the cards of a place, or one card. Changes no state; clients are notified."""

    what: Place | Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Tell:
    """A note is shown to players, now: its text, and behind it more texts, and values as they are at this moment."""

    text: str
    to: Expr
    more: tuple[str | Expr, ...] = ()

    @property
    def values(self) -> tuple[Expr, ...]:
        """The values that are put into the text."""
        return tuple(x for x in self.more if not isinstance(x, str))


@dataclass(frozen=True, slots=True)
class Seating:
    """A seat leaves the table (its cards stay where they are until rules move them) or takes part (again)."""

    kind: Literal["remove", "seat"]
    player: Expr


@dataclass(frozen=True, slots=True)
class BeginRound:
    """All cards go home, variables that are not kept take their starting values, no situation is open; then the event
    `the round begins` happens."""


@dataclass(frozen=True, slots=True)
class EndRound:
    """The round is over, no situation is open; then the event `the round ends` happens. `winners` is a set."""

    winners: Expr


@dataclass(frozen=True, slots=True)
class EndMatch:
    """The match is over for good, no situation is open; then the event `the match ends` happens."""

    winners: Expr


@dataclass(frozen=True, slots=True)
class If:
    """One of two blocks."""

    condition: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    """The block for every player of a set (looked up once), clockwise from `start` (None: from seat 0; whoever sits at
    `start` comes first); counterclockwise where `backward` holds as it begins (None: it never does)."""

    local: Local
    players: Expr
    start: Expr | None
    body: tuple[Effect, ...]
    backward: Expr | None = None


@dataclass(frozen=True, slots=True)
class ForEachCard:
    """The block for every card of a place that satisfies `where` (None: all), as `local`. They are looked up once, before the first;
    cards of one kind come one after the other, and the kinds in the order of the deck, wherever the cards lie."""

    local: Local
    place: Place
    where: Expr | None
    body: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """What a value is drawn from: these values; None: players, of a set that is looked up."""

    type: Type
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class AtRandom:
    """The block once, for a value of `local` that chance draws, each as likely as any other: a player of a set (looked up once), or
    one of some values, each of which stands there once. Nothing happens where the set is empty."""

    local: Local
    among: Expr | tuple[int, ...]
    body: tuple[Effect, ...]

    @property
    def options(self) -> Options:
        """What it draws from."""
        return Options(self.local.type, self.among if isinstance(self.among, tuple) else None)


@dataclass(frozen=True, slots=True)
class Repeat:
    """The block up to `times` times (looked up once), each time only while `condition` (None: always) holds."""

    times: Expr
    condition: Expr | None
    body: tuple[Effect, ...]


Sets = Assign | ChangeSet
"""What gives a variable, a field or an owner another value."""

MovesCards = MoveCard | MoveTop | MoveAll | Gather | Shuffle | SwapPlaces | GiveEvery
"""What changes where cards lie and nothing else (but for the built-in `moved`)."""

Announces = Show | Tell
"""What leaves the state as it is."""

Phase = BeginRound | EndRound | EndMatch
"""What begins or ends a round or the match."""

Block = If | ForEach | ForEachCard | Repeat | AtRandom
"""What holds other effects."""

Effect = Sets | MovesCards | Begin | End | Perform | Seating | Announces | Phase | Block
