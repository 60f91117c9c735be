"""Bisimulation of what is open: two states that play does not tell apart until the table has settled.

While cards are due, one rule may keep `turn` with whoever played last and another may not: nobody can see it if both tables allow
the same moves, and each of them leads to the same table once nothing is due any more.
"""

from __future__ import annotations

from collections import deque

from checker.context import Context
from checker.witness.scenario import plain_chance
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.layout import MATCH, ROUND, TOP

MOST_PAIRS = 40
"""So many pairs of states are looked at for one question, those that come first in play first."""

MOST_OWED = 40
"""So many moves are played until nothing is owed any more."""


def same_in_the_end(context: Context, one: State, other: State) -> bool:
    """Whether two states allow the same moves, and play from them leads to the same settled tables, with the same cards drawn on
    both sides: where everybody does what is owed, and on the lines of play that come first."""
    if settled(context, one) or settled(context, other):
        return False
    done = owed_is_done(context, one)
    if done is None or done != owed_is_done(context, other):
        return False
    seen: set[tuple[State, State]] = set()
    todo = deque([(one, other)])
    while todo:
        pair = todo.popleft()
        mine, theirs = pair
        if mine == theirs or pair in seen:
            continue
        seen.add(pair)
        if len(seen) > MOST_PAIRS:
            return True
        moves = moves_of_both(context, mine, theirs)
        if moves is None:
            return False
        try:
            for move in moves:
                ends = (context.executor.apply(x, move, plain_chance()) for x in pair)
                todo.append((next(ends), next(ends)))
        except EndlessCascade:
            return False
    return True


def moves_of_both(context: Context, one: State, other: State) -> list[Move] | None:
    """The legal moves of two different states; None where they can be told apart by them, or because the table has settled."""
    if settled(context, one) or settled(context, other):
        return None
    moves = context.executor.legal(one)
    return moves if moves and moves == context.executor.legal(other) else None


def owed_is_done(context: Context, state: State) -> State | None:
    """The settled table where everybody does what is left to do by the rules of what is open; None where nothing is, or where it
    does not settle."""
    offers = context.table.offers
    for _ in range(MOST_OWED):
        if settled(context, state):
            return state
        legal = [m for m in context.executor.legal(state) if state[TOP] in offers[m.offer].situations]
        owed = [m for mode in ("otherwise", "must") for m in legal if offers[m.offer].mode == mode]
        if not owed:
            return None
        try:
            state = context.executor.apply(state, owed[0], plain_chance())
        except EndlessCascade:
            return None
    return None


def settled(context: Context, state: State) -> bool:
    """Whether nothing is open beside the situation that play comes back to, or the round is over."""
    top = state[TOP]
    if not state[MATCH] or not state[ROUND] or top < 0 or top in context.ground:
        return True
    return not context.ground and state[context.layout.below[top]] < 0
