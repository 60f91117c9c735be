"""The beginning of a match at two rulesets: each place gets the same cards from the pile, and the resulting states are
compared.

If a parameter of the deal differs, one ruleset also deals with the other's value. Then the rest can be compared by
itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from checker.compare.rulesets.declared import Declared
from checker.compare.rulesets.judge import Judge
from checker.compare.rulesets.outcomes import Key, Narrator, PlaceCards, Seen
from checker.compare.rulesets.tables import PAIR, Names, Rulesets, Side
from checker.context import Context
from checker.witness.destinations import Dealer, Destinations, Paired
from unodsl.engine.api import EndlessCascade, State, Trace
from unodsl.engine.chance import Again
from unodsl.scenarios import Scripted

DEALS = 120
"""The number of deals compared."""


@dataclass(frozen=True, slots=True)
class StartedMatch:
    """A match begun at one table: the state, its observable parts, the rules that ran, and the picks."""

    state: State
    seen: Seen
    fired: Names
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Beginning:
    """Two beginnings that differ. `at`: the tables, with the parameters that make the deals alike."""

    spoke: tuple[bool, bool]
    rules: tuple[Names, Names]
    begun: tuple[StartedMatch, StartedMatch]
    at: tuple[Context, Context]
    keys: frozenset[Key]

    @property
    def cause(self) -> tuple[object, ...]:
        """The key under which two differences are the same finding."""
        return self.rules


def aligned(rulesets: Rulesets, declared: list[Declared]) -> dict[Side, Context] | None:
    """The tables with one ruleset's parameter values at all of them, if these are legal for the other; else vice versa.
    None if neither is possible."""
    names = [x.parameter for x in declared if x.parameter]
    if not names:
        return dict(rulesets.at)
    for source in PAIR:
        values = {
            x.name.partition(".")[2]: x.value
            for x in rulesets.at[source].table.settings
            if x.name.partition(".")[2] in names
        }
        out: dict[Side, Context] = {}
        for side, context in rulesets.at.items():
            if side == source:
                out[side] = context
                continue
            mine = {x.name.partition(".")[2] for x in context.table.settings}
            given = {**context.spec.parameters, **{n: v for n, v in values.items() if n in mine}}
            found = context.other(replace(context.spec, parameters=given))
            if found is None:
                break
            out[side] = found
        else:
            return out
    return None


class Beginnings:
    """Compares beginnings of matches."""

    def __init__(self, rulesets: Rulesets, narrator: Narrator, judge: Judge, declared: list[Declared]) -> None:
        self.rulesets, self.narrator, self.judge = rulesets, narrator, judge
        self.at = aligned(rulesets, declared)
        self.compared = 0

    def differing(self) -> Iterator[Beginning]:
        """The beginnings that differ, the plainest of each cause. Skips those whose rules plainer ones name already."""
        found: dict[tuple[object, ...], Beginning] = {}
        for seed in range(1, DEALS + 1) if self.at is not None else ():
            if not self.rulesets.one.within_budget():
                break
            begun = self.begun(seed)
            if begun is None:
                continue
            self.compared += 1
            one = self.apart(begun)
            if one is not None and (one.cause not in found or len(one.keys) < len(found[one.cause].keys)):
                found[one.cause] = one
        named: tuple[set[str], set[str]] = set(), set()
        for one in sorted(found.values(), key=lambda x: len(x.keys)):
            if all(set(mine) <= known for mine, known in zip(one.rules, named, strict=True)):
                continue
            for mine, known in zip(one.rules, named, strict=True):
                known.update(mine)
            yield one

    def begun(self, seed: int) -> dict[Side, StartedMatch] | None:
        """One deal at all tables, with the cards that the first ruleset deals for this seed, place by place."""
        assert self.at is not None
        out: dict[Side, StartedMatch] = {}
        known: Destinations = {}
        for side in sorted(self.at, key=lambda x: x != "one"):
            bridges = self.rulesets.bridges
            both = (None, None) if side == "one" else (bridges["one", side], bridges[side, "one"])
            chance, trace = Paired(known, Scripted([], Again(seed)), *both), Trace()
            dealer = Dealer(self.at[side].table)
            try:
                state = dealer.happen(dealer.blank(1), 0, chance, trace)
            except EndlessCascade:
                return None
            if chance.lacking:
                return None
            seen = self.narrator.seen(side, state, False)
            out[side] = StartedMatch(state, seen, tuple(trace.fired), tuple(chance.picks))
        return out

    def apart(self, found: dict[Side, StartedMatch]) -> Beginning | None:
        """The difference between two beginnings, or None."""
        assert self.at is not None
        a, b = found["one"], found["other"]
        base = found.get("base")
        keys = {k for k in {*a.seen, *b.seen} if counted(a.seen.get(k)) != counted(b.seen.get(k))}
        if not keys:
            return None
        rules = tuple(self.named(found, side, keys) for side in PAIR)
        spoke = tuple(
            base is None
            or self.rulesets.name(side) == self.rulesets.choice.base
            or any(counted(x.seen.get(k)) != counted(base.seen.get(k)) for k in keys)
            or any(r in self.rulesets.own[side] and self.judge.writes(side, r, keys) for r in x.fired)
            for side, x in zip(PAIR, (a, b), strict=True)
        )
        at = self.at["one"], self.at["other"]
        return Beginning((spoke[0], spoke[1]), (rules[0], rules[1]), (a, b), at, frozenset(keys))

    def named(self, found: dict[Side, StartedMatch], side: Side, keys: set[Key]) -> Names:
        """The rule to name: one that ran only here and writes a differing part; own rules come first."""
        fired = tuple(dict.fromkeys(found[side].fired))
        theirs = set(found[self.rulesets.other(side)].fired)
        own = self.rulesets.own[side]
        alone = [r for r in fired if r not in theirs]
        writing = [r for r in alone if self.judge.writes(side, r, keys)]
        again = [r for r in fired if self.judge.writes(side, r, keys)]
        for some in ([r for r in writing if r in own], writing, alone, again):
            if some:
                return (some[-1],)
        return ()


def counted(value: object) -> object:
    """A part of a beginning with hands as numbers, because who has which card is chance."""
    return value.number if isinstance(value, PlaceCards) else value
