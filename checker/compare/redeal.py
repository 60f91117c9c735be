"""Replay from a legal deal: is a rearranged position reachable?

A sampled state is changed in which cards lie in unordered places. The changed state is reachable if its match, replayed
with other draws, leads there. An under-approximation: without such a match, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import z3

from checker.context import Context
from checker.play.sample import Samples
from checker.search.concretize import loose_cards, permuted_states
from checker.search.graph import bare
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.cards import Pool
from unodsl.engine.values import Values

MOST_REPLAYS = 60
"""The maximal number of matches replayed for one position."""

MOST_REDEALT = 12
"""The maximal number of positions tried for one question."""


class NotThere(Exception):
    """Raised where a scripted card is not available."""


@dataclass(slots=True)
class Strictly:
    """A chance source that picks exactly the cards of a list."""

    picks: list[int]
    at: int = 0

    def pick(self, pool: Pool | Values) -> int:
        """The next card. Raises `NotThere` if it is not available, or if the list has ended."""
        if self.at >= len(self.picks) or self.picks[self.at] not in pool:
            raise NotThere
        self.at += 1
        return self.picks[self.at - 1]


@dataclass(frozen=True, slots=True)
class Played:
    """A match from its deal: the kinds drawn, in order, and the moves."""

    picks: tuple[int, ...]
    moves: tuple[Move, ...]


def played_to(samples: Samples, met: State) -> Played | None:
    """The sampled match that led to a state; None if it is not known."""
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
    """The state that a match leads to. None if a card is not available, a move is illegal, or cards are left over."""
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


def misplaced_cards(context: Context, state: State, wanted: State) -> int:
    """How many cards lie in different places."""
    here, there = loose_cards(context.layout, state), loose_cards(context.layout, wanted)
    return sum((here[place] - there[place]).total() for place in here)


def exchanges(context: Context, state: State, wanted: State, picks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The draws with one card exchanged: a card that should not lie in a place for one that should."""
    here, there = loose_cards(context.layout, state), loose_cards(context.layout, wanted)
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
    """Whether a search finds a match from a legal deal to a position. `met`: a sampled state that differs only in
    unordered cards. `samples`: those that contain it, by default the table's own."""
    match = played_to(samples or context.samples, met)
    at = None if match is None else replayed(context, match)
    if match is None or at is None or bare(at) != bare(met):
        return False
    left = MOST_REPLAYS
    while bare(at) != bare(wanted):
        before = misplaced_cards(context, at, wanted)
        for picks in exchanges(context, at, wanted, match.picks):
            if left <= 0 or not context.within_budget():
                return False
            left -= 1
            other = Played(picks, match.moves)
            after = replayed(context, other)
            if after is not None and misplaced_cards(context, after, wanted) < before:
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
    """States that satisfy a query and that a match from a legal deal reaches: sampled states with other cards in the
    hands. `situations`: one of these is on top. `samples`: by default those of the table."""
    for state, met in permuted_states(context, question, most, situations, samples):
        if reachable(context, met, state, samples):
            yield state
