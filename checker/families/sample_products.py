"""Product sampling: random games with random sets of options of a family.

A game that gets stuck or has an endless cascade names a table to check. Sampling proves nothing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from checker.codes import ENDLESS_CASCADE, STUCK
from checker.families.family import Family
from checker.play.sample import Leaning, Samples, play_on
from unodsl.engine.api import State
from unodsl.engine.generated import Generated
from unodsl.resolve import resolve_table
from unodsl.resolve.options import changes_constants

MOST_PRODUCTS = 160
"""The number of random sets of options sampled."""

MOVES = 100
"""Moves played with each set."""

MOST_HINTS = 25
"""The maximal number of tables suggested for one game."""


STOPPED = frozenset({ENDLESS_CASCADE.id, STUCK.id})
"""The codes about a game that cannot go on."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A table to check for some codes and rules (none: all). `played`: whether the check needs play."""

    codes: frozenset[str]
    options: tuple[str, ...]
    seats: int
    rules: frozenset[str] = frozenset()
    played: bool = True


class SampledFamily(Generated):
    """An executor of a family with some of its options on."""

    on: frozenset[str] = frozenset()

    def blank(self, seed: int) -> State:
        """The state before a match begins, with the option variables set."""
        state = list(super().blank(seed))
        for option, variable in self.table.features:
            state[self.layout.variable[variable]] = int(option in self.on)
        return tuple(state)


def hints(found: Family) -> list[Hint]:
    """The tables that random sets of options suggest, at the number of seats that allows most options."""
    free = tuple(
        o for o in found.options if not any(changes_constants(found.project, n) for n in found.relations.brought[o])
    )
    seats = max(found.seats, key=lambda n: (sum(n in found.seats_of(o) for o in free), -n))
    free = tuple(o for o in free if seats in found.seats_of(o))
    if not free or not found.context.within_budget():
        return []
    spec = replace(found.spec, featured=free, any_seats=False, seats=seats)
    runner = SampledFamily(resolve_table(found.project, spec).table)
    out: list[Hint] = []
    for seed in range(1, MOST_PRODUCTS + 1):
        if not found.context.within_budget():
            break
        generator = random.Random(seed)
        runner.on = random_option_set(found, free, generator)
        samples = random_game(runner, seed)
        if (samples.stuck or samples.endless) and len(out) < MOST_HINTS:
            out.append(Hint(STOPPED, tuple(sorted(minimal_options(found, runner, seed))), seats))
    return list(dict.fromkeys(out))


def random_option_set(found: Family, free: tuple[str, ...], generator: random.Random) -> frozenset[str]:
    """A random legal set of at most about a third of the options."""
    on: frozenset[str] = frozenset()
    for option in generator.sample(free, len(free)):
        more = on | found.relations.brought[option]
        if generator.random() < 0.33 and more <= set(free) and found.relations.together(more):
            on = more
    return on


def random_game(runner: SampledFamily, seed: int) -> Samples:
    """One random game with the current options."""
    out = Samples()
    generator = random.Random(seed)
    kinds = range(len(runner.table.deck.kinds))
    chance = None
    if seed % 3:
        chance = Leaning(frozenset(generator.sample(kinds, min(len(kinds), 4 + seed % 9))), generator)
    play_on(runner, runner.layout, out, seed, chance, MOVES, generator)
    return out


def minimal_options(found: Family, runner: SampledFamily, seed: int) -> frozenset[str]:
    """A minimal set of options with which the game of this seed still gets stuck or has an endless cascade."""
    on = runner.on
    for option in sorted(on):
        less = on - {n for n in on if option in found.relations.brought[n]}
        if option not in on:
            continue
        runner.on = less
        samples = random_game(runner, seed)
        if samples.stuck or samples.endless:
            on = less
    return on
