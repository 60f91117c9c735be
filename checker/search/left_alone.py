"""Bounded local search: states after moves that bots leave alone, such as claims, mistakes, and leaving.

Under-approximates: every state is reachable. Example: a player leaves in the middle of a swap. Sampled play makes such a
move rarely, and hardly ever in the situation in question.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from checker.context import Context
from checker.play.sample import Step
from checker.search.graph import bare
from unodsl.engine.api import EndlessCascade, State, Trace
from unodsl.engine.layout import TOP
from unodsl.model.table import LEFT_ALONE

MOST_ROOTS = 40
"""The maximal number of sampled states that the search starts from."""

MOST_MOVES = 600
"""The maximal number of moves tried for one situation."""

DEPTH = 3
"""The maximal length of a path."""


def after_left_alone(context: Context, situation: int) -> Iterator[tuple[State, Step]]:
    """Yields states with a situation on top, reached from sampled ones by a few moves of which the first is one in
    `LEFT_ALONE`; each with the last of these moves. Nothing for a table without such moves."""
    offers = context.table.offers
    alone = frozenset(i for i, x in enumerate(offers) if x.mode in LEFT_ALONE)
    if not alone:
        return
    met = list(dict.fromkeys(bare(x.state) for x in context.samples.steps if x.state[TOP] == situation))
    roots = met[:: max(1, len(met) // MOST_ROOTS)][:MOST_ROOTS]
    # level by level, so that the few moves tried are those near all roots
    todo = deque((state, 0) for state in roots)
    seen, made = set(roots), 0
    while todo:
        state, depth = todo.popleft()
        for move in context.executor.legal(state):
            if depth == 0 and move.offer not in alone:
                continue
            if made >= MOST_MOVES or not context.within_budget():
                return
            made += 1
            trace = Trace()
            try:
                after = bare(context.executor.apply(state, move, None, trace))
            except EndlessCascade:
                continue
            if after in seen:
                continue
            seen.add(after)
            if after[TOP] == situation:
                yield after, Step(state, move, tuple(trace.fired), tuple(trace.drawn))
            if depth + 1 < DEPTH:
                todo.append((after, depth + 1))
