"""Adversarial play: games in which all players delay the end of the round, once for a table. No proof: the states are
reachable, but not all reachable ones are visited. Example: nobody plays a card who may draw instead."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from checker.context import Context, stage
from checker.play.sample import shedding
from checker.search.graph import Lasso, bare, moves_of
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.layout import ROUND

GAMES, MOVES = 6, 900
"""The number of such games, and the most moves of each."""


@stage
def stalled(context: Context) -> Stalled:
    """The result for a table."""
    return stall(context, GAMES, MOVES)


@dataclass(slots=True)
class Stalled:
    """The result of adversarial play: a lasso, or None; `moves`: how many were made; `last`: the final states of the
    games."""

    lasso: Lasso | None = None
    moves: int = 0
    last: list[State] = field(default_factory=list)


def costing(context: Context) -> frozenset[int]:
    """The offers that mostly cost their player a card in sampled play; of those never taken, the ones that play a card
    from a zone."""
    table, layout = context.table, context.layout
    costs = shedding(table)
    zones = [i for i, zone in enumerate(table.zones) if zone.each_player]
    often: Counter[int] = Counter()
    for step, then in pairwise(context.samples.steps):
        before, after = (sum(layout.held(s.state, z, step.move.seat).bit_count() for z in zones) for s in (step, then))
        often[step.move.offer] += 1 if after < before else -1
    return (costs - often.keys()) | {i for i, n in often.items() if n > 0}


def stall(context: Context, games: int, most: int) -> Stalled:
    """Plays games in which nobody plays a card if there is another move. A state that repeats without any chance event
    is a lasso."""
    costly = costing(context)
    out = Stalled()
    for number, start in enumerate(context.samples.starts[:games]):
        generator = random.Random(number)
        at = start
        trail: list[State] = [bare(at)]
        moves_made: list[Move] = []
        seen = {bare(at): 0}
        for _ in range(most):
            if not context.within_budget():
                return out
            moves = moves_of(context, at)
            idle = [m for m in moves if m.offer not in costly] or moves
            if not idle:
                break
            move = idle[generator.randrange(len(idle))] if number % 2 else idle[0]
            trace = Trace()
            try:
                at = context.executor.apply(at, move, None, trace)
            except EndlessCascade:
                break
            out.moves += 1
            if trace.rounds or not at[ROUND]:
                break
            plain = bare(at)
            moves_made.append(move)
            if plain in seen:
                back = seen[plain]
                lasso = Lasso(plain, tuple(moves_made[back:]))
                if lasso.rounds(context, plain):
                    out.lasso = out.lasso or lasso
                    break
            seen[plain] = len(trail)
            trail.append(plain)
        out.last.append(bare(at))
    return out
