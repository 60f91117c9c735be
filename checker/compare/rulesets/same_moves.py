"""Positions of two rulesets that the same moves lead to, and positions that are laid out for both by name.

A position of one ruleset, laid out at the other table by the names that both have, may be none that any match leads to: one of them
counts up and the other one down, or a value of one name means two things. Such a position shows nothing by itself. The positions
after the same deal and the same moves are the same position for certain.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.compare.observe import live_variables
from checker.compare.rulesets.beginnings import Beginnings
from checker.compare.rulesets.judge import Judge
from checker.compare.rulesets.outcomes import Decision, Narrator
from checker.compare.rulesets.tables import PAIR, Rulesets, Side, undealt, with_rest
from checker.effects.names import field_name
from unodsl.engine.api import Move, State
from unodsl.engine.describe import short
from unodsl.engine.layout import CLOSED, MATCH, ROUND, TOP
from unodsl.model.types import Enumeration, Number, Players, Type, YesNo

DEALS, MOVES = 8, 80
"""The numbers of deals, and of moves after each."""

TRIED = 4
"""The most moves tried in a position until one has the same outcome at both tables."""

MOST_SHORT = 12
"""The most positions with one card in each hand, for the same variables that have changed."""

ENOUGH = 40
"""The least number of positions after the same moves with which others count only if they may be the same."""


@dataclass(frozen=True, slots=True)
class OwnSlot:
    """The slot of a live variable or field that a ruleset declares itself: its first values, the slot that says whether the situation
    is open (-1: it is of a variable), and whether the other one has such a slot, too."""

    at: int
    first: frozenset[int]
    below: int
    shared: bool


class SameMoves:
    """Positions after the same moves, and which other positions count."""

    def __init__(self, rulesets: Rulesets, narrator: Narrator, judge: Judge) -> None:
        self.rulesets, self.narrator, self.judge = rulesets, narrator, judge
        self.short: Counter[frozenset[tuple[Side, int]]] = Counter()

    def positions(self) -> Iterator[tuple[dict[Side, State], bool]]:
        """The positions of both tables after the same moves, as long as the outcomes are the same; and whether they follow the same
        deal. If no deal is the same, they follow a position of play that may be the same."""
        dealt = [*self.dealt()]
        for seed, begun in enumerate(dealt or self.laid_out(), 1):
            generator = random.Random(seed)
            states: dict[Side, State] | None = begun
            for _ in range(MOVES):
                if (
                    states is None
                    or not self.rulesets.one.within_budget()
                    or not all(x[MATCH] and x[ROUND] for x in states.values())
                ):
                    break
                yield states, bool(dealt)
                states = self.after(states, generator)

    def dealt(self) -> Iterator[dict[Side, State]]:
        """The positions after deals that are the same."""
        deals = Beginnings(self.rulesets, self.narrator, self.judge, [])
        for seed in range(1, DEALS + 1) if deals.at is not None else ():
            begun = deals.begun(seed)
            if begun is not None and deals.apart(begun) is None:
                yield {side: begun[side].state for side in PAIR}

    def laid_out(self) -> Iterator[dict[Side, State]]:
        """Positions of sampled play that may be the same at both tables."""
        for side in PAIR:
            steps = self.rulesets.at[side].samples.steps
            for step in steps[:: max(1, len(steps) // DEALS)]:
                found = self.rulesets.carried(side, step.state)
                if found is not None and self.may_be_the_same(found):
                    yield {x: found[x] for x in PAIR}

    def last_cards(self, states: Mapping[Side, State]) -> Iterator[tuple[dict[Side, State], Decision]]:
        """Positions in which each player has one card left, and the move that plays the last one, after something happened that a
        ruleset remembers: what follows it when the round ends. The same moves after a deal of fewer cards lead there."""
        rare = frozenset(
            (side, x.at)
            for side in PAIR
            for x in self.own[side]
            if (x.below < 0 or states[side][x.below] != CLOSED) and states[side][x.at] not in x.first
        )
        if not rare or self.short[rare] >= MOST_SHORT:
            return
        legal = {side: self.narrator.legal(side, x) for side, x in states.items()}
        for decision in legal["one"]:
            shaped = {side: self.one_each(side, x, decision) for side, x in states.items()}
            one, other = shaped["one"], shaped["other"]
            if decision in legal["other"] and one is not None and other is not None:
                self.short[rare] += 1
                yield {"one": one, "other": other}, decision

    def one_each(self, side: Side, state: State, decision: Decision) -> State | None:
        """A state with one card in each hand, of whoever decides the one that is named; None if that player does not have it."""
        layout = self.rulesets.at[side].layout
        seat, _, named = decision
        out = undealt(layout, state)
        for zone, owner in layout.places:
            if layout.table.zones[zone].each_player and not layout.depth[zone]:
                at = layout.place(zone, owner)
                held = sorted(layout.listed(out[at]), key=lambda k: layout.table.deck.kinds[k].name)
                kept = [k for k in held if owner != seat or layout.table.deck.kinds[k].name == named]
                if held and not kept:
                    return None
                out[at] = layout.add(0, kept[0]) if kept else 0
        return with_rest(layout, tuple(out))

    def after(self, states: Mapping[Side, State], generator: random.Random) -> dict[Side, State] | None:
        """The positions after a move that has the same outcome at both tables; None if there is none among a few."""
        legal = {side: self.narrator.legal(side, x) for side, x in states.items()}
        both = [x for x in legal["one"] if x in legal["other"]]
        tried = (self.made(states, x, legal) for x in generator.sample(both, min(TRIED, len(both))))
        return next(filter(None, tried), None)

    def made(
        self, states: Mapping[Side, State], decision: Decision, legal: Mapping[Side, Mapping[Decision, list[Move]]]
    ) -> dict[Side, State] | None:
        """The positions after a move; None if its outcomes differ, or are several."""
        answers = self.narrator.answers(states, decision, legal)
        if answers is None or self.judge.judged(answers):
            return None
        found = {side: x[0].after for side, x in answers.by.items() if x is not None and len(x) == 1}
        if len(found) < len(PAIR):
            return None
        # (cards may have gone to a zone that only one ruleset has, which no outcome shows)
        drawn = [self.cards_to_draw(side, states[side]) - self.cards_to_draw(side, found[side]) for side in PAIR]
        return found if drawn[0] == drawn[1] else None

    def cards_to_draw(self, side: Side, state: State) -> Counter[str]:
        """The cards in the draw zones, by name."""
        layout, kinds = self.rulesets.at[side].layout, self.rulesets.at[side].table.deck.kinds
        return Counter(kinds[k].name for cards in self.rulesets.to_draw(side, state) for k in layout.listed(cards))

    # ---------------------------------------------------------------------------------------------- laid out by name

    @cached_property
    def own(self) -> Mapping[Side, tuple[OwnSlot, ...]]:
        """The slots of what each ruleset declares itself, of numbers and choices."""
        base = self.rulesets.choice.base
        known = set() if base is None else {*self.rulesets.one.project.chain(base)}
        out: dict[Side, tuple[OwnSlot, ...]] = {}
        for side in PAIR:
            context = self.rulesets.at[side]
            layout, table = context.layout, context.table
            begun = [context.executor.start(seed) for seed in range(1, DEALS + 1)]
            theirs = self.rulesets.at[self.rulesets.other(side)].table
            names = {(short(x.name), x.each_player): x.type for x in theirs.variables}
            names |= {(field_name(x, i), False): y.type for x in theirs.situations for i, y in enumerate(x.fields)}
            rows: list[OwnSlot] = []
            for kind, index, number in live_variables(context):
                if kind == "variable":
                    variable = table.variables[index]
                    if variable.name.partition(".")[0] not in known and counts(variable.type):
                        shared = names.get((short(variable.name), variable.each_player)) == variable.type
                        rows += [OwnSlot(x, frozenset(y[x] for y in begun), -1, shared) for x in layout.slots_of(index)]
                else:
                    situation = table.situations[index]
                    field, at = situation.fields[number], layout.field[index][number]
                    if situation.name.partition(".")[0] not in known and counts(field.type):
                        shared = names.get((field_name(situation, number), False)) == field.type
                        rows.append(OwnSlot(at, frozenset({field.starts}), layout.below[index], shared))
            out[side] = tuple(rows)
        return out

    @cached_property
    def met(self) -> Mapping[Side, frozenset[tuple[int, int, int]]]:
        """The values met in sampled play of each table, by slot and by the situation on top."""
        return {
            side: frozenset(
                (x.at, step.state[TOP], step.state[x.at])
                for step in self.rulesets.at[side].samples.steps
                for x in self.own[side]
                if x.shared
            )
            for side in PAIR
        }

    def may_be_the_same(self, states: Mapping[Side, State]) -> bool:
        """Whether positions laid out by name may be the same: what only one of the rulesets counts has its first value, and what
        both count has a value that play with each leads to."""
        for side in PAIR:
            state = states[side]
            for x in self.own[side]:
                if x.below >= 0 and state[x.below] == CLOSED:
                    continue
                value = state[x.at]
                if value not in x.first and (not x.shared or (x.at, state[TOP], value) not in self.met[side]):
                    return False
        return True


def counts(type_: Type) -> bool:
    """Whether values of a type count or remember something: no card, and no single player."""
    return isinstance(type_, Number | Enumeration | YesNo | Players)
