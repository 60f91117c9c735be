"""Whole games on the reference executor, by the bots of the fast one: for comparing them."""

from __future__ import annotations

from unodsl.engine import chance as rng
from unodsl.engine.api import EndlessCascade, State, Trace
from unodsl.engine.batch import Batch, Bot
from unodsl.engine.chance import INCREMENT, MASK, MULTIPLIER
from unodsl.engine.layout import MATCH
from unodsl.engine.reference import Reference
from unodsl.model.table import Table


def play_reference(
    table: Table, seed: int, most_moves: int, mistakes: bool, batch: Batch, bot: Bot = "random"
) -> State:
    """One match, added to a batch; its last state. Legal moves are listed in sorted order."""
    runner = Reference(table)
    numbers = {name: i for i, name in enumerate(table.rule_names())}
    trace = Trace()
    thought = rng.seeded(seed * 2 + 1 ^ 0x5EED)
    count = 0
    state = runner.blank(seed)
    try:
        state = runner.start(seed, None, trace)
        while state[MATCH]:
            if count >= most_moves:
                batch.capped += 1
                break
            moves = runner.legal(state, mistakes)
            if bot == "shedding":
                own = [m for m in moves if table.acts[table.offers[m.offer].act].origin is not None]
                moves = own or moves
            n = len(moves)
            if not n:
                batch.stuck += 1
                break
            move = moves[0]
            if n > 1:
                thought = (thought * MULTIPLIER + INCREMENT) & MASK
                move = moves[(thought >> 32) * n >> 32]
            state = runner.apply(state, move, None, trace)
            count += 1
    except EndlessCascade:
        batch.endless += 1
    batch.finish(count, state, table.seats)
    batch.rounds += trace.rounds
    for name in trace.fired:
        batch.fired[numbers[name]] += 1
    return state
