"""What every executor gives. Moves, states, traces and the source of chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from unodsl.engine.cards import Pool
from unodsl.engine.values import Values
from unodsl.model.effects import MoveTop
from unodsl.model.table import SEAT_NAMES as SEAT_NAMES
from unodsl.model.table import Table

State = tuple[int, ...]
"""A whole game as integers, laid out by `unodsl.engine.layout`. Equal states are equal tuples."""


class Move(NamedTuple):
    """One thing that one player can do: offer index, seat, and the argument (-1 where the act has none)."""

    offer: int
    seat: int
    argument: int


class Shown(NamedTuple):
    """Cards that were shown to a set of seats: those of a place (its zone, and whose it is, 0 for the table's), or one card (zone
    -1, its kind). `cards` are the kinds that were seen, in the order in which they lay."""

    zone: int
    what: int
    to: int
    cards: tuple[int, ...]


class Ended(NamedTuple):
    """A round or (`whole`) the match ended. `state` is the table at that moment: the winners are set, and nothing else has come of
    it yet."""

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


class EndlessCascade(Exception):
    """One move set off more events than `limits.CASCADE_RULES`. `rules` are the rule names that kept running. The state
    before the move is still good."""

    def __init__(self, rules: tuple[str, ...]) -> None:
        self.rules = rules
        super().__init__("these rules keep setting each other off: " + ", ".join(rules))

    def __reduce__(self) -> tuple[type[EndlessCascade], tuple[tuple[str, ...]]]:
        return type(self), (self.rules,)


class Chance(Protocol):
    """Where random picks come from when they do not come from the state's own seed."""

    def pick(self, pool: Pool | Values) -> int:
        """Choose a kind among those that lie there, or the code of a value among those that can come."""
        ...


class Executor(Protocol):
    """One way to run a table. All executors agree on every step.

    `chance` None: picks come from the generator whose state is part of the game state, so that seed and moves give the same
    game for ever. Otherwise `chance` is asked and the generator is left alone.
    """

    table: Table
    name: str

    def start(self, seed: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """A match that has begun: the event `match begins` has run to rest."""
        ...

    def blank(self, seed: int) -> State:
        """A match before anything happened: all cards at home, no situation open, variables as they start."""
        ...

    def happen(self, state: State, event: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """Let a table event happen (index into `layout.TABLE_EVENTS`) and run its cascade to rest."""
        ...

    def legal(self, state: State, mistakes: bool = True) -> list[Move]:
        """All moves of all players, sorted. Without `mistakes`, offers of mode `mistake` are left out. Empty once the
        match is over."""
        ...

    def apply(self, state: State, move: Move, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """The state after a legal move and its cascade. Raises `EndlessCascade`; the given state never changes."""
        ...

    def condition(self, state: State, expression: object, locals_: tuple[int, ...] = ()) -> int:
        """The value of a model expression in a state (used by scenarios); `locals_` are the values of locals from 0."""
        ...
