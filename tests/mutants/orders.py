"""Whether the order of two rules counts, by playing: the same moves from the same states under both orders."""

from __future__ import annotations

import random

from unodsl.engine.api import EndlessCascade, State
from unodsl.engine.cards import Pool
from unodsl.engine.generated import Generated
from unodsl.engine.layout import GENERATOR, MATCH
from unodsl.engine.values import Values
from unodsl.model.table import Table

MATCHES, MOVES = 40, 120
"""How many games are begun, and how far each is played."""


class Certain:
    """Chance that notes whether it had any choice."""

    def __init__(self) -> None:
        self.chose = False

    def pick(self, pool: Pool | Values) -> int:
        """The first kind of those that are left."""
        self.chose |= len(pool) > 1
        return min(pool)


def bare(state: State) -> State:
    """A state without its generator of chance."""
    return (*state[:GENERATOR], 0, *state[GENERATOR + 1 :])


def counts(one: Table, other: Table) -> bool:
    """Whether some move of random games, in which chance has no say, ends in other states at two tables that differ in an order of
    rules only."""
    left, right = Generated(one), Generated(other)
    for seed in range(1, MATCHES + 1):
        generator = random.Random(seed)
        try:
            state = left.start(seed)
        except EndlessCascade:
            return False
        for _ in range(MOVES):
            moves = left.legal(state, mistakes=seed % 4 == 0)
            if not moves or not state[MATCH]:
                break
            sheds = [m for m in moves if one.acts[one.offers[m.offer].act].origin is not None]
            if sheds and generator.random() < 0.7:
                moves = sheds
            move = moves[generator.randrange(len(moves))]
            chance, again = Certain(), Certain()
            try:
                mine, theirs = left.apply(state, move, chance), right.apply(state, move, again)
                if not chance.chose and not again.chose and bare(mine) != bare(theirs):
                    return True
                state = left.apply(state, move)
            except EndlessCascade:
                break
    return False
