"""Agent selection: turns a table where several players may move at once into a sequence of decisions of single players.

At the table, everybody may move at any time, and the quickest move disables the others. Here the players with a legal
move are selected one after another; each makes a move, or leaves it to the others. Those whom the table waits for come
last. A move starts a new selection. The last player cannot leave it, since all others have. So in every state every
legal move of every player is possible, whatever the order, and so is every sequence of legal moves. Only a table that
waits for ever is impossible.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from unodsl.api.match import waited_for
from unodsl.api.prepared import PreparedTable
from unodsl.diagnostics import wrong
from unodsl.engine import chance as rng
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.batch import End, kept_numbers
from unodsl.engine.layout import MATCH, WINNERS

Order = Literal["random", "turn"]
"""The order of selection. `random`: drawn anew each time. `turn`: by seats, from the first one that the table waits for
(seat 0 if there is none). In both, those it waits for come last."""

Reward = Literal["match", "points", "points against"]
"""The reward. `match`: at the end, the winners share 1 and the others share -1; nothing if the match is stopped.
`points`: after each move, the rise of a player's points minus the table's mean rise; `points against`: the negative of
that, for games where points are bad."""

ORDERS: tuple[Order, ...] = get_args(Order)
REWARDS: tuple[Reward, ...] = get_args(Reward)


def points_variable(setup: PreparedTable, reward: Reward, points: str | None) -> int | None:
    """Returns the variable (index) of the rewarded points; None if the match is rewarded. Raises `RulesError` if there
    is no such variable, or several and none is named."""
    if reward == "match":
        return None
    table = setup.table
    found = [i for i in kept_numbers(table) if points in (None, table.variables[i].name)]
    if len(found) == 1:
        return found[0]
    known = [f"`{table.variables[i].name}`" for i in kept_numbers(table)]
    if not known:
        raise wrong("no points are kept at this table, so they cannot be rewarded")
    if points is None:
        raise wrong(f"points could be {' or '.join(known)}: say which")
    raise wrong(f"`{points}` holds no points of each player; there is {' and '.join(known)}")


@dataclass(slots=True)
class AgentSelection:
    """One match with its agent selection. `seat`: the selected player; `may_leave`: whether it may pass; `moves`: its
    moves by action. `end`: how the match ended (`End`), or None. `made`: the number of moves, without passes."""

    setup: PreparedTable
    order: Order
    most_moves: int
    state: State
    luck: int
    made: int = 0
    seat: int = 0
    may_leave: bool = False
    moves: dict[int, Move] = field(default_factory=dict)
    end: End | None = None
    _by_seat: dict[int, dict[int, Move]] = field(default_factory=dict)
    _waiting: tuple[int, ...] = ()

    @classmethod
    def begin(cls, setup: PreparedTable, seed: int, order: Order, most_moves: int) -> AgentSelection:
        """Begins a match with its first player selected. The order has its own random generator, so that a seed deals
        the same cards in any order."""
        out = cls(setup, order, most_moves, setup.runner.start(seed), rng.seeded(seed * 2 + 1 ^ 0xA5C))
        out.ask()
        return out

    def ask(self) -> None:
        """Starts a new selection in the current state."""
        setup = self.setup
        self.moves = {}
        if not self.state[MATCH]:
            self.end = "over"
            return
        if self.made >= self.most_moves:
            self.end = "most moves"
            return
        number = setup.actions.number
        by_seat: dict[int, dict[int, Move]] = {}
        for move in setup.runner.legal(self.state, setup.mistakes):
            by_seat.setdefault(move.seat, {})[number(move)] = move
        if not by_seat:
            self.end = "stuck"
            return
        self._by_seat = by_seat
        if len(by_seat) == 1:
            self._waiting = tuple(by_seat)
        else:
            expected = waited_for(setup.layout, self.state)
            first = expected[0] if expected else 0
            ring = [s for i in range(setup.seats) if (s := (first + i) % setup.seats) in by_seat]
            if self.order == "random":
                for i in range(len(ring) - 1, 0, -1):
                    self.luck, j = rng.below(self.luck, i + 1)
                    ring[i], ring[j] = ring[j], ring[i]
            self._waiting = tuple(sorted(ring, key=lambda s: s in expected))
        self._next()

    def _next(self) -> None:
        self.seat, *rest = self._waiting
        self._waiting = tuple(rest)
        self.may_leave = bool(rest)
        self.moves = self._by_seat[self.seat]

    @property
    def ring(self) -> tuple[int, ...]:
        """The remaining seats of this selection, the current one first; empty after the end."""
        return () if self.end is not None else (self.seat, *self._waiting)

    def moves_of(self, seat: int) -> dict[int, Move]:
        """The moves of a seat by action, selected or not."""
        return {} if self.end is not None else self._by_seat.get(seat, {})

    def legal(self, action: int) -> bool:
        """Whether the selected player may take an action."""
        if self.end is not None:
            return False
        return action in self.moves or (self.may_leave and action == self.setup.actions.leave)

    def answer(self, action: int) -> None:
        """Executes an action of the selected player; it must be legal."""
        if action == self.setup.actions.leave:
            self._next()
            return
        try:
            self.state = self.setup.runner.apply(self.state, self.moves[action])
        except EndlessCascade:
            self.moves, self.end = {}, "endless"
            return
        self.made += 1
        self.ask()


def match_rewards(setup: PreparedTable, state: State) -> tuple[float, ...]:
    """The reward of each seat at the end of the match."""
    won = [i for i in range(setup.seats) if state[WINNERS] >> i & 1]
    if not won or len(won) == setup.seats:
        return (0.0,) * setup.seats
    lost = -1.0 / (setup.seats - len(won))
    return tuple(1.0 / len(won) if i in won else lost for i in range(setup.seats))


def rewards(
    setup: PreparedTable, reward: Reward, variable: int | None, before: State, selection: AgentSelection
) -> tuple[float, ...]:
    """The reward of each seat for the last action."""
    if variable is None:
        return match_rewards(setup, selection.state) if selection.end == "over" else (0.0,) * setup.seats
    at = setup.layout.variable[variable]
    rise = [selection.state[at + i] - before[at + i] for i in range(setup.seats)]
    mean = sum(rise) / setup.seats
    sign = -1.0 if reward == "points against" else 1.0
    return tuple(sign * (r - mean) for r in rise)
