"""Step-by-step games: on the reference executor by the usual bots, for comparison; and on any executor by search
bots."""

from __future__ import annotations

from typing import Protocol

from unodsl.engine import chance as rng
from unodsl.engine.api import Chance, EndlessCascade, Move, State, Trace
from unodsl.engine.batch import Batch, End, Playing, Watch
from unodsl.engine.chance import INCREMENT, MASK, MULTIPLIER
from unodsl.engine.generated import Generated
from unodsl.engine.laying import lays
from unodsl.engine.layout import MATCH, Layout
from unodsl.engine.reference import Reference
from unodsl.engine.search_bot import Judge, PythonJudge, SearchBot
from unodsl.model.table import Table


class Steps(Protocol):
    """An executor of single moves."""

    layout: Layout

    def blank(self, seed: int) -> State:
        """See `Executor.blank`."""
        ...

    def start(self, seed: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """See `Executor.start`."""
        ...

    def legal(self, state: State, mistakes: bool = True) -> list[Move]:
        """See `Executor.legal`."""
        ...

    def apply(self, state: State, move: Move, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """See `Executor.apply`."""
        ...


class Bots:
    """The bots of a match with a seed: they choose like those of the fast executors."""

    def __init__(self, table: Table, seed: int, playing: Playing, judge: Judge | None = None) -> None:
        self.lays = lays(table)
        self.sheds = playing.bot == "shedding"
        self.thinking = None if judge is None else SearchBot(judge)
        self.thought = rng.seeded(seed * 2 + 1 ^ 0x5EED)

    def any(self, moves: list[Move]) -> Move:
        """A uniformly random move."""
        if len(moves) == 1:
            return moves[0]
        self.thought = (self.thought * MULTIPLIER + INCREMENT) & MASK
        return moves[(self.thought >> 32) * len(moves) >> 32]

    def pick(self, state: State, moves: list[Move]) -> Move | None:
        """One of the legal moves, which are sorted; None if there is none."""
        if not moves:
            return None
        if self.thinking is not None:
            return self.best(self.thinking, state, moves)
        if self.sheds:
            moves = [m for m in moves if self.lays[m.offer]] or moves
        return self.any(moves)

    def best(self, thinking: SearchBot, state: State, moves: list[Move]) -> Move:
        """The move that a player finds best; one who leaves it to others is not selected again, and the last one
        cannot."""
        while True:
            seat = self.any(moves).seat
            mine = [m for m in moves if m.seat == seat]
            moves = [m for m in moves if m.seat != seat]
            self.thought = (self.thought * MULTIPLIER + INCREMENT) & MASK
            found = thinking.choose(state, mine, bool(moves), self.thought)
            if found is not None:
                return found


def play_reference(table: Table, seed: int, playing: Playing, batch: Batch) -> State:
    """Plays one match on the reference executor, adds it to a batch, and returns its last state."""
    judge = PythonJudge(Generated(table)) if playing.bot == "search" else None
    return play_step_by_step(Reference(table), table, seed, playing, batch, judge)


def play_step_by_step(
    runner: Steps, table: Table, seed: int, playing: Playing, batch: Batch, judge: Judge | None
) -> State:
    """Plays one match, adds it to a batch, and returns its last state. Legal moves are sorted. `judge`: for search
    bots."""
    numbers = {name: i for i, name in enumerate(table.rule_names())}
    trace = Trace()
    bots = Bots(table, seed, playing, judge)
    count = 0
    how: End = "over"
    watch = Watch(runner.layout)
    state = runner.blank(seed)
    try:
        state = runner.start(seed, None, trace)
        watch.observe(state, 0, True)
        while state[MATCH]:
            if count >= playing.most_moves:
                how = "most moves"
                break
            move = bots.pick(state, runner.legal(state, playing.mistakes))
            if move is None:
                how = "stuck"
                break
            rounds = trace.rounds
            state = runner.apply(state, move, None, trace)
            count += 1
            watch.observe(state, bots.lays[move.offer], trace.rounds != rounds)
    except EndlessCascade:
        how = "endless"
    fired = [0] * len(numbers)
    for name in trace.fired:
        fired[numbers[name]] += 1
    batch.finish(count, state, table.seats, how)
    if playing.each:
        batch.note(count, trace.rounds, how, fired, watch, state)
    batch.rounds += trace.rounds
    batch.fired = [a + b for a, b in zip(batch.fired, fired, strict=True)]
    return state
