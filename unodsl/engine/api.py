"""The interface of executors: moves, states, traces and the source of chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from unodsl.engine.cards import Pool
from unodsl.engine.values import Values
from unodsl.model.effects import MoveTop
from unodsl.model.table import SEAT_NAMES as SEAT_NAMES
from unodsl.model.table import Table

State = tuple[int, ...]
"""A complete game state as integers, in the layout of `unodsl.engine.layout`. Equal states are equal tuples."""


class Move(NamedTuple):
    """A move of one player: offer index, seat, and the argument (-1 if the act has none)."""

    offer: int
    seat: int
    argument: int


class Shown(NamedTuple):
    """Cards shown to a set of seats: those of a place (its zone, and its seat, 0 for the table's), or one card (zone
    -1, its kind). `cards`: the kinds that were visible, in order."""

    zone: int
    what: int
    to: int
    cards: tuple[int, ...]


class Ended(NamedTuple):
    """The end of a round or (`whole`) of the match. `state`: the table at that moment, with the winners set, before any
    consequences."""

    whole: bool
    state: State


@dataclass(slots=True)
class Trace:
    """What one cascade did, for people and for statistics.

    `fired`: the rules that ran, in order, as (qualified name); `shown`: (text, set of seats) of notes; `seen`: cards shown;
    `drawn`: the kinds that chance chose, and codes of values (`unodsl.engine.values`), in order; `rounds`: how many began; `ended`: rounds and matches that ended; `short`:
    zones (qualified names) that had fewer cards than were to be moved from their top; `dry`: the effects that were to move them,
    which only the reference executor says. `names` are what notes call the seats.
    """

    fired: list[str] = field(default_factory=list)
    shown: list[tuple[str, int]] = field(default_factory=list)
    seen: list[Shown] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    rounds: int = 0
    ended: list[Ended] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    dry: list[MoveTop] = field(default_factory=list, compare=False)
    names: tuple[str, ...] = SEAT_NAMES

    def add(self, later: Trace) -> None:
        """Appends what another cascade did."""
        self.fired += later.fired
        self.shown += later.shown
        self.seen += later.seen
        self.drawn += later.drawn
        self.rounds += later.rounds
        self.ended += later.ended
        self.short += later.short
        self.dry += later.dry


class EndlessCascade(Exception):
    """A move emitted more events than `limits.CASCADE_RULES`. `rules`: the names of the rules that kept running. The
    state before the move is unchanged."""

    def __init__(self, rules: tuple[str, ...]) -> None:
        self.rules = rules
        super().__init__("these rules keep setting each other off: " + ", ".join(rules))

    def __reduce__(self) -> tuple[type[EndlessCascade], tuple[tuple[str, ...]]]:
        return type(self), (self.rules,)


class Chance(Protocol):
    """A source of random choices other than the state's generator."""

    def pick(self, pool: Pool | Values) -> int:
        """Returns one of the available kinds, or the code of one of the possible values."""
        ...


class Executor(Protocol):
    """An implementation of the semantics. All executors agree on every step.

    `chance` None: random choices use the generator in the game state, so that seed and moves determine the game.
    Otherwise they use `chance`, and the generator is unchanged.
    """

    table: Table
    name: str

    def start(self, seed: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """A match after the cascade of its event `match begins`."""
        ...

    def blank(self, seed: int) -> State:
        """A match before any event: all cards at home, no situation open, variables at their start."""
        ...

    def happen(self, state: State, event: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """The state after a table event (an index into `layout.TABLE_EVENTS`) and its cascade."""
        ...

    def legal(self, state: State, mistakes: bool = True) -> list[Move]:
        """All legal moves of all players, sorted. Without `mistakes`, offers of mode `mistake` are left out. Empty once
        the match is over."""
        ...

    def apply(self, state: State, move: Move, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """The state after a legal move and its cascade. Raises `EndlessCascade`; the given state is unchanged."""
        ...

    def condition(self, state: State, expression: object, locals_: tuple[int, ...] = ()) -> int:
        """The value of a model expression in a state (used by scenarios); `locals_` are the values of locals from 0."""
        ...
