"""Whole games on the reference executor, by the bots of the fast one: for comparing them."""

from __future__ import annotations

from unodsl.engine import chance as rng
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.batch import Batch, End, Playing, Watch
from unodsl.engine.chance import INCREMENT, MASK, MULTIPLIER
from unodsl.engine.laying import lays
from unodsl.engine.layout import MATCH
from unodsl.engine.reference import Reference
from unodsl.model.table import Table


class Bots:
    """Who plays a match of a seed: they choose as those of the fast executors do."""

    def __init__(self, table: Table, seed: int, playing: Playing) -> None:
        self.lays = lays(table)
        self.sheds = playing.bot == "shedding"
        self.thought = rng.seeded(seed * 2 + 1 ^ 0x5EED)

    def pick(self, moves: list[Move]) -> Move | None:
        """One of the legal moves, which are in sorted order; None where there is none."""
        if self.sheds:
            moves = [m for m in moves if self.lays[m.offer]] or moves
        n = len(moves)
        if n < 2:
            return moves[0] if moves else None
        self.thought = (self.thought * MULTIPLIER + INCREMENT) & MASK
        return moves[(self.thought >> 32) * n >> 32]


def play_reference(table: Table, seed: int, playing: Playing, batch: Batch) -> State:
    """One match, added to a batch; its last state. Legal moves are listed in sorted order."""
    runner = Reference(table)
    numbers = {name: i for i, name in enumerate(table.rule_names())}
    trace = Trace()
    bots = Bots(table, seed, playing)
    count = 0
    how: End = "over"
    watch = Watch(runner.layout)
    state = runner.blank(seed)
    try:
        state = runner.start(seed, None, trace)
        watch.look(state, 0, True)
        while state[MATCH]:
            if count >= playing.most_moves:
                how = "most moves"
                break
            move = bots.pick(runner.legal(state, playing.mistakes))
            if move is None:
                how = "stuck"
                break
            rounds = trace.rounds
            state = runner.apply(state, move, None, trace)
            count += 1
            watch.look(state, bots.lays[move.offer], trace.rounds != rounds)
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
