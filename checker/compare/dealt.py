"""The beginning of a match as a decision of four tables: each table draws the same cards from the pile.

Who has which card is chance, so hands and piles are compared by number. The answer is what then lies open, whom the
table waits for, and what is due. An under-approximation: only some deals are compared. Example: with one option the
first card acts, with the other it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.compare.four_tables import BEGINS, SIDES, Answer, Answers, FourTables, Outcome, Side
from checker.compare.observe import Words, played_out, words
from checker.context import Context
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.cards import Pool
from unodsl.engine.chance import Again
from unodsl.engine.generated import Recorder
from unodsl.engine.values import Values
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
    """One beginning with the cards that the table with both options deals for this seed. None if a table does not have
    them. A table that deals more cards to each player deals the additional ones first, and one that deals fewer leaves out
    as many of the first: what is turned up afterwards is the same."""
    script: tuple[int, ...] = ()
    each, chosen = 0, set[Words]()
    by: dict[Side, Answer] = {}
    for side in reversed(SIDES):
        context = four.at[side]
        if side == "both":
            found = outcome(four, side, Recorder(Scripted([], Again(seed))), chosen)
            script, each = ((), 0) if found is None else (found.picks, smallest_hand(four.context, found.end))
        else:
            kinds = four.there[side].kinds
            if any(k >= 0 and k not in kinds for k in script):
                return None
            given = [kinds[k] for k in script if k >= 0]
            found = outcome(four, side, Pairing(list(given), Scripted([], Again(seed))), chosen)
            more = 0 if found is None else (smallest_hand(four.context, found.end) - each) * context.layout.seats
            if found is not None and more:
                given = [*found.picks[len(given) : len(given) + more], *given] if more > 0 else given[-more:]
                again = outcome(four, side, Pairing(given, Scripted([], Again(seed))), chosen)
                # (what the first card makes everybody draw is not dealt)
                dealt = None if again is None else smallest_hand(four.context, again.end) - each
                found = again if dealt is None or dealt * context.layout.seats == more else found
        if found is None:
            return None
        by[side] = (found,)
    both = by["both"]
    assert both is not None
    return Answers(both[0].after, BEGINS, {side: by[side] for side in SIDES})


def outcome(four: FourTables, side: Side, chance: Recorder | Pairing, chosen: set[Words]) -> Outcome | None:
    """How a match begins at one table. None if its cascade does not end or the state cannot be translated. `chosen`: as for
    `FourTables.outcome`."""
    context, trace, made = four.at[side], Trace(), list[Move]()
    try:
        state = context.executor.happen(context.executor.blank(1), MATCH_BEGINS, chance, trace)
        # (moves before the deal are made first)
        end = played_out(context, state, chance, trace, made, chosen)[0]
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


def smallest_hand(context: Context, state: State) -> int:
    """The least number of cards that somebody holds: what is dealt to each. (A first card may make somebody draw.)"""
    layout = context.layout
    own = [i for i, x in enumerate(context.table.zones) if x.each_player]
    return sum(min(layout.held(state, i, seat).bit_count() for seat in range(layout.seats)) for i in own)


NO_MOVE = Move(-1, -1, -1)
"""The move of nobody: the match begins by itself."""


@dataclass
class Pairing:
    """A chance source that picks scripted cards while they are there, then those of another source; it records its
    picks."""

    script: list[int]
    source: Scripted

    def __post_init__(self) -> None:
        self.picks: list[int] = []
        self.source.script = self.script

    def pick(self, pool: Pool | Values) -> int:
        """The next pick."""
        self.picks.append(self.source.pick(pool))
        return self.picks[-1]
