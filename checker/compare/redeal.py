"""Replay from a legal deal: whether a position with other cards in the hands can be reached, shown by a match that reaches it.

A position met in play is changed in which cards lie where nobody orders them. It can be reached if the match that led to the
first, replayed with other cards drawn, leads to the second. Under-approximates: where no such match is found, nothing is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import z3

from checker.context import Context
from checker.play.sample import Samples
from checker.search.concretize import rearranged
from checker.search.graph import bare
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.cards import Pool
from unodsl.engine.values import Values

MOST_REPLAYS = 60
"""So many matches are replayed for one position."""

MOST_REDEALT = 12
"""So many positions are tried of those that answer a question."""

Place = tuple[int, int]
"""A zone and a seat."""


class NotThere(Exception):
    """A card that was to be drawn does not lie there."""


@dataclass(slots=True)
class Strictly:
    """Chance that draws the cards of a list and no others."""

    picks: list[int]
    at: int = 0

    def pick(self, pool: Pool | Values) -> int:
        """The next card. Raises `NotThere` where it is not among those that can be drawn, or the list has ended."""
        if self.at >= len(self.picks) or self.picks[self.at] not in pool:
            raise NotThere
        self.at += 1
        return self.picks[self.at - 1]


@dataclass(frozen=True, slots=True)
class Played:
    """A match from its deal: the kinds that were drawn, in order, and the moves."""

    picks: tuple[int, ...]
    moves: tuple[Move, ...]


def played_to(samples: Samples, met: State) -> Played | None:
    """The sampled match that led to a state; None where it is not known."""
    steps = samples.steps
    begun = {bare(s): dealt for s, dealt in zip(samples.starts, samples.dealt, strict=True)}
    index = next((i for i, step in enumerate(steps) if step.state == met), None)
    if index is None:
        return None
    moves: list[Move] = []
    drawn: list[tuple[int, ...]] = []
    while (dealt := begun.get(bare(steps[index].state))) is None:
        index -= 1
        if index < 0:
            return None
        moves.insert(0, steps[index].move)
        drawn.insert(0, steps[index].drawn)
    return Played((*dealt, *(kind for some in drawn for kind in some)), tuple(moves))


def replayed(context: Context, match: Played) -> State | None:
    """Where a match leads; None where a card does not lie there, a move is not legal, or cards are left over."""
    chance = Strictly(list(match.picks))
    try:
        state = context.executor.start(1, chance)
        for move in match.moves:
            if move not in context.executor.legal(state):
                return None
            state = context.executor.apply(state, move, chance)
    except (NotThere, EndlessCascade):
        return None
    return state if chance.at == len(match.picks) else None


def loose(context: Context, state: State) -> dict[Place, Counter[int]]:
    """The cards in each place where they lie in no order."""
    layout = context.layout
    return {
        (zone, seat): Counter(layout.listed(state[layout.place(zone, seat) + layout.depth[zone]]))
        for zone, declared in enumerate(context.table.zones)
        for seat in range(layout.seats if declared.each_player else 1)
    }


def apart(context: Context, state: State, wanted: State) -> int:
    """How many cards lie elsewhere."""
    here, there = loose(context, state), loose(context, wanted)
    return sum((here[place] - there[place]).total() for place in here)


def exchanges(context: Context, state: State, wanted: State, picks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The same draws with one card in the place of another: of a place where it lies and should not, one that should lie there."""
    here, there = loose(context, state), loose(context, wanted)
    for place in here:
        for kind in sorted(here[place] - there[place]):
            for other in sorted(there[place] - here[place]):
                for i in (i for i in reversed(range(len(picks))) if picks[i] == kind):
                    for j in (j for j in reversed(range(len(picks))) if picks[j] == other):
                        swapped = list(picks)
                        swapped[i], swapped[j] = other, kind
                        yield tuple(swapped)
                    yield (*picks[:i], other, *picks[i + 1 :])


def reachable(context: Context, met: State, wanted: State, samples: Samples | None = None) -> bool:
    """Whether a match was found that begins with a legal deal and leads to a position. `met`: a sampled state like it but for the
    cards that lie in no order; of the samples of the table, or of others."""
    match = played_to(samples or context.samples, met)
    at = None if match is None else replayed(context, match)
    if match is None or at is None or bare(at) != bare(met):
        return False
    left = MOST_REPLAYS
    while bare(at) != bare(wanted):
        before = apart(context, at, wanted)
        for picks in exchanges(context, at, wanted, match.picks):
            if left <= 0 or not context.going_on():
                return False
            left -= 1
            other = Played(picks, match.moves)
            after = replayed(context, other)
            if after is not None and apart(context, after, wanted) < before:
                match, at = other, after
                break
        else:
            return False
    return True


def redealt(
    context: Context,
    question: z3.BoolRef,
    situations: tuple[int, ...] = (),
    samples: Samples | None = None,
    most: int = MOST_REDEALT,
) -> Iterator[State]:
    """States that answer a question and that a match from a legal deal leads to: those met in play, with other cards in the hands.
    `situations`: one of these is on top. `samples`: the games in which they were met, those of the table unless others are given."""
    for state, met in rearranged(context, question, most, situations, samples):
        if reachable(context, met, state, samples):
            yield state
