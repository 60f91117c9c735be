"""Play over random mixtures of the options of a family: where a game of one gets stuck, there is something to ask.

Nothing is concluded from it. It says at which tables some questions are worth asking, beside those of each option by itself.
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
from unodsl.resolve.options import says_fixed

MIXTURES = 160
"""Random sets of options that are played."""

MOVES = 100
"""Moves played of each."""

MOST_HINTS = 25
"""Tables that are named for one game."""


STOPPED = frozenset({ENDLESS_CASCADE.id, STUCK.id})
"""The codes that are about a game that cannot go on."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A table to ask some codes about, and about which rules (none: all). `played`: whether play hints at it, or it is known
    without any."""

    codes: frozenset[str]
    options: tuple[str, ...]
    seats: int
    rules: frozenset[str] = frozenset()
    played: bool = True


class Mixed(Generated):
    """A family that is played with some of its options on."""

    on: frozenset[str] = frozenset()

    def blank(self, seed: int) -> State:
        """A match before anything happened, with what is on."""
        state = list(super().blank(seed))
        for option, variable in self.table.features:
            state[self.layout.variable[variable]] = int(option in self.on)
        return tuple(state)


def hints(found: Family) -> list[Hint]:
    """What random mixtures of options hint at, at the number of seats that allows most options."""
    free = tuple(o for o in found.options if not any(says_fixed(found.project, n) for n in found.relations.brought[o]))
    seats = max(found.seats, key=lambda n: (sum(n in found.seats_of(o) for o in free), -n))
    free = tuple(o for o in free if seats in found.seats_of(o))
    if not free or not found.context.going_on():
        return []
    spec = replace(found.spec, featured=free, any_seats=False, seats=seats)
    runner = Mixed(resolve_table(found.project, spec).table)
    out: list[Hint] = []
    for seed in range(1, MIXTURES + 1):
        if not found.context.going_on():
            break
        generator = random.Random(seed)
        runner.on = mixture(found, free, generator)
        samples = played_with(runner, seed)
        if (samples.stuck or samples.endless) and len(out) < MOST_HINTS:
            out.append(Hint(STOPPED, tuple(sorted(fewer(found, runner, seed))), seats))
    return list(dict.fromkeys(out))


def mixture(found: Family, free: tuple[str, ...], generator: random.Random) -> frozenset[str]:
    """Some options that can be on together, a third of them or fewer."""
    on: frozenset[str] = frozenset()
    for option in generator.sample(free, len(free)):
        more = on | found.relations.brought[option]
        if generator.random() < 0.33 and more <= set(free) and found.relations.together(more):
            on = more
    return on


def played_with(runner: Mixed, seed: int) -> Samples:
    """One game of a mixture."""
    out = Samples()
    generator = random.Random(seed)
    kinds = range(len(runner.table.deck.kinds))
    chance = None
    if seed % 3:
        chance = Leaning(frozenset(generator.sample(kinds, min(len(kinds), 4 + seed % 9))), generator)
    play_on(runner, runner.layout, out, seed, chance, MOVES, generator)
    return out


def fewer(found: Family, runner: Mixed, seed: int) -> frozenset[str]:
    """As few options as still make a game of this seed get stuck, or a cascade of it go on for ever."""
    on = runner.on
    for option in sorted(on):
        less = on - {n for n in on if option in found.relations.brought[n]}
        if option not in on:
            continue
        runner.on = less
        samples = played_with(runner, seed)
        if samples.stuck or samples.endless:
            on = less
    return on
