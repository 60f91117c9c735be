"""Whole games on the reference executor, by the bots of the fast one: for comparing them."""

from __future__ import annotations

from unodsl.engine import chance as rng
from unodsl.engine.api import EndlessCascade, State, Trace
from unodsl.engine.batch import Batch, End, Playing, Watch, lays
from unodsl.engine.chance import INCREMENT, MASK, MULTIPLIER
from unodsl.engine.layout import MATCH
from unodsl.engine.reference import Reference
from unodsl.model.table import Table


def play_reference(table: Table, seed: int, playing: Playing, batch: Batch) -> State:
    """One match, added to a batch; its last state. Legal moves are listed in sorted order."""
    runner = Reference(table)
    numbers = {name: i for i, name in enumerate(table.rule_names())}
    trace = Trace()
    thought = rng.seeded(seed * 2 + 1 ^ 0x5EED)
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
            moves = runner.legal(state, playing.mistakes)
            if playing.bot == "shedding":
                own = [m for m in moves if table.acts[table.offers[m.offer].act].origin is not None]
                moves = own or moves
            n = len(moves)
            if not n:
                how = "stuck"
                break
            move = moves[0]
            if n > 1:
                thought = (thought * MULTIPLIER + INCREMENT) & MASK
                move = moves[(thought >> 32) * n >> 32]
            rounds = trace.rounds
            state = runner.apply(state, move, None, trace)
            count += 1
            watch.look(state, lays(table)[move.offer], trace.rounds != rounds)
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
