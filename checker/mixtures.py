"""Play over random mixtures of the options of a family: where a rule that is seen otherwise was never seen, there is something to
ask.

Nothing is concluded from it. It says at which tables the questions about single rules are worth asking, beside those of each
option by itself.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

from checker.family import Family, says_fixed
from checker.sampling import Leaning, Samples, play_on
from checker.symbolic.facts import ALWAYS, way_of
from checker.witness import written_rules
from unodsl.engine.api import State
from unodsl.engine.generated import Generated
from unodsl.model import table as t
from unodsl.resolve import resolve_table

MIXTURES = 160
"""Random sets of options that are played."""

MOVES = 100
"""Moves played of each."""

SURPRISING = 0.001
"""So unlikely must it be that a rule was missing with an option on by chance alone."""

MOST_HINTS = 25
"""Tables that are named for one game."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A table to ask about a rule; `rule` None: a game got stuck there, or a cascade did not end."""

    rule: str | None
    options: tuple[str, ...]
    seats: int


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
    if not free or not found.case.going_on():
        return []
    spec = replace(found.spec, featured=free, any_seats=False, seats=seats)
    runner = Mixed(resolve_table(found.project, spec).table)
    rules = written_rules(runner.table)
    played: list[tuple[frozenset[str], set[str]]] = []
    out: list[Hint] = []
    for seed in range(1, MIXTURES + 1):
        if not found.case.going_on():
            break
        generator = random.Random(seed)
        runner.on = mixture(found, free, generator)
        samples = played_with(runner, seed)
        played.append((runner.on, set(samples.fired)))
        if (samples.stuck or samples.endless) and len(out) < MOST_HINTS:
            out.append(Hint(None, tuple(sorted(fewer(found, runner, seed))), seats))
    wanted: list[tuple[float, str, tuple[str, ...]]] = []
    fired = Counter(r for _, names in played for r in names)
    for name in sorted(n for n, times in fired.items() if times > 1 and n in rules):
        rule = rules[name]
        own = found.relations.closed(o for o in [rule.info.option] if o in free)
        way = way_of(rule, dict(runner.table.features)) if isinstance(rule, t.Trigger | t.Offer) else ALWAYS
        with_it = [(on, name in names) for on, names in played if own <= on]
        for option in free:
            if option in own or (option, False) in way:
                # the option says that the rule is not there with it
                continue
            there = [hit for on, hit in with_it if option in on]
            elsewhere = [hit for on, hit in with_it if option not in on]
            if any(there) or not elsewhere:
                continue
            chance = (1 - sum(elsewhere) / len(elsewhere)) ** len(there)
            options = found.relations.closed((*own, option))
            if chance < SURPRISING and found.relations.together(options):
                wanted.append((chance, name, tuple(sorted(options))))
    out += [Hint(name, options, seats) for _, name, options in sorted(wanted)[: MOST_HINTS - len(out)]]
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
