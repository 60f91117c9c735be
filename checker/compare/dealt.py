"""The beginning of a match as a decision of four tables: each place gets the same cards from the pile at all of them.

Who has which card is chance, so hands and piles are compared by number. The answer is what then lies open, whom the
table waits for, and what is due. An under-approximation: only some deals are compared. Example: with one option the
first card acts, with the other it does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.compare.four_tables import BEGINS, SIDES, Answer, Answers, FourTables, Outcome, Side
from checker.compare.observe import Words, played_out, words
from checker.witness.destinations import Dealer, Destinations, Paired
from unodsl.engine.api import EndlessCascade, Move, Trace
from unodsl.engine.chance import Again
from unodsl.scenarios import Scripted

DEALS = 60
"""The number of deals compared."""

MATCH_BEGINS = 0
"""The index of the event at every table."""


def beginnings(four: FourTables) -> Iterator[Answers]:
    """Beginnings of a match with the same cards at all four tables."""
    for seed in range(1, DEALS + 1):
        answers = begun(four, seed)
        if answers is not None:
            yield answers


def begun(four: FourTables, seed: int) -> Answers | None:
    """One beginning with the cards that the table with both options deals for this seed, place by place: a table that deals
    more to somebody, or lays cards aside, turns up the same card. None if a table does not have these cards."""
    known: Destinations = {}
    chosen = set[Words]()
    by: dict[Side, Answer] = {}
    for side in reversed(SIDES):
        bridges = (None, None) if side == "both" else (four.there[side], four.back[side])
        chance = Paired(known, Scripted([], Again(seed)), *bridges)
        found = outcome(four, side, chance, chosen)
        if found is None or chance.lacking:
            return None
        by[side] = (found,)
    both = by["both"]
    assert both is not None
    return Answers(both[0].after, BEGINS, {side: by[side] for side in SIDES})


def outcome(four: FourTables, side: Side, chance: Paired, chosen: set[Words]) -> Outcome | None:
    """How a match begins at one table. None if its cascade does not end or the state cannot be translated. `chosen`: as for
    `FourTables.outcome`."""
    context, trace, made = four.at[side], Trace(), list[Move]()
    dealer = Dealer(context.table)
    try:
        state = dealer.happen(dealer.blank(1), MATCH_BEGINS, chance, trace)
        # (moves before the deal are made first)
        end = played_out(context, state, chance, trace, made, chosen, executor=dealer)[0]
    except EndlessCascade:
        return None
    chosen |= {words(context, x) for x in made}
    picks = tuple(chance.picks)
    there, rest = (end, state) if side == "both" else (four.back[side].carried(x) for x in (end, state))
    if there is None or rest is None:
        return None
    drawn = frozenset(four.kind(side, k) for k in picks if k >= 0)
    # the round that a match begins with is what the answer is about
    over = trace.rounds > 1 or bool(trace.ended)
    seen, fired = four.seen(there, over, ()), frozenset(trace.fired)
    return Outcome(NO_MOVE, state, there, rest, seen, four.opened(side, state), fired, drawn, over, picks)


NO_MOVE = Move(-1, -1, -1)
"""The move of nobody: the match begins by itself."""
