"""The tables of two rulesets and of the game that both extend, and the translation of states between them.

The base is the nearest common ancestor: the game that both extend (possibly one of the two), or none. Options of a file
that both or neither extend are on at all three tables. States are translated by name; the undrawn cards are the rest of
each deck.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from checker.compare.observe import writes_observably
from checker.compare.translate_state import Bridge
from checker.context import SHALLOW, Context
from checker.effects.summary import summaries
from checker.effects.ways import written_name
from checker.known_tables import memo_of
from checker.witness.scenario import written_rules
from unodsl.diagnostics import RulesError
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import Layout
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.resolve import Project, TableSpec, resolve_table

Side = Literal["base", "one", "other"]
"""A table: of the game that both extend, of the one ruleset, of the other."""

PAIR: tuple[Side, Side] = ("one", "other")

SAMPLED = 2_500
"""Sampled moves of each ruleset."""

Names = tuple[str, ...]
"""Rules by name."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The input of a comparison: the two games, the game that both extend (None: there is none), and the choice of each
    table."""

    games: tuple[str, str]
    base: str | None
    specs: Mapping[Side, TableSpec]

    @property
    def extends(self) -> bool:
        """Whether one of the two games extends the other."""
        return self.base in self.games


def nearest(project: Project, one: str, other: str) -> str | None:
    """The nearest game that both games extend, themselves included; None if there is none."""
    theirs = project.chain(other)
    return next((x for x in project.chain(one) if x in theirs and project.pages[x].game is not None), None)


def chosen(
    project: Project,
    games: tuple[str, str],
    options: Iterable[str],
    parameters: Mapping[str, int | str],
    without: Iterable[str],
) -> Chosen:
    """The options and parameters of each side, by full names. An option of one ruleset alone is on there; any other is
    on everywhere."""
    base = nearest(project, *games)
    homes = {game: {*project.chain(game)} for game in games}
    sides: dict[Side, str] = {"one": games[0], "other": games[1]}
    if base is not None:
        sides = {"base": base, **sides}
    specs: dict[Side, TableSpec] = {}
    for side, game in sides.items():
        mine = tuple(o for o in options if belongs(project, games, homes, o, side))
        left = tuple(o for o in without if belongs(project, games, homes, o, side))
        specs[side] = TableSpec(games=(game,), options=mine, without=left, parameters=dict(parameters))
    return Chosen(games, base, specs)


def belongs(project: Project, games: tuple[str, str], homes: Mapping[str, set[str]], option: str, side: Side) -> bool:
    """Whether an option is on at one of the tables."""
    page = option.partition(".")[0]
    owner = project.home(page) or page
    if owner in games:
        # an option of one ruleset's own file is not on where the other extends it
        return side != "base" and games[PAIR.index(side)] == owner
    mine = [owner in homes[game] for game in games]
    if mine[0] == mine[1]:
        return True
    return side != "base" and mine[PAIR.index(side)]


class Rulesets:
    """The tables of two rulesets at the same number of seats, and of the game that both extend."""

    def __init__(self, project: Project, choice: Chosen, seats: int, deadline: float) -> None:
        self.choice = choice
        self.names = choice.games
        self.at: dict[Side, Context] = {}
        for side, spec in choice.specs.items():
            wanted = replace(spec, seats=seats)
            context = Context(
                project,
                wanted,
                resolve_table(project, wanted),
                deadline,
                sampled_moves=SAMPLED,
                effort=SHALLOW,
                known=memo_of(project),
            )
            context.spec = replace(context.just(), parameters=dict(spec.parameters))
            self.at[side] = context
        self.rules = {
            side: {written_name(name): rule for name, rule in written_rules(context.table).items()}
            for side, context in self.at.items()
        }
        if choice.extends:
            # if one ruleset is the base, its rules are its own
            parents = project.chain(choice.base or "")[1:]
            own = [
                {r for r in self.rules[side] if r.partition(".")[0] not in parents}
                if game == choice.base
                else self.rules[side].keys() - self.rules["base"].keys()
                for side, game in zip(PAIR, choice.games, strict=True)
            ]
        else:
            known = self.rules["base"].keys() if "base" in self.rules else frozenset[str]()
            own = [self.rules[side].keys() - known for side in PAIR]
        self.own: dict[Side, frozenset[str]] = {side: frozenset(x) for side, x in zip(PAIR, own, strict=True)}

    def ending_sooner(self) -> Rulesets | None:
        """The same rulesets with the least value of each number that the end of a match depends on, so that matches end
        in play. None if there is no such number or no valid table."""
        specs: dict[Side, TableSpec] = {}
        for side, spec in self.choice.specs.items():
            lower = dict(ends_by(self.at[side].table))
            specs[side] = replace(spec, parameters={**lower, **spec.parameters})
        if specs == dict(self.choice.specs):
            return None
        try:
            return Rulesets(
                self.one.project, replace(self.choice, specs=specs), self.one.layout.seats, self.one.deadline
            )
        except RulesError:
            return None

    @property
    def one(self) -> Context:
        """The table of the first ruleset."""
        return self.at["one"]

    def other(self, side: Side) -> Side:
        """The other one of the two."""
        return "other" if side == "one" else "one"

    def name(self, side: Side) -> str:
        """The name of a side's game."""
        return self.choice.base or "" if side == "base" else self.names[PAIR.index(side)]

    @cached_property
    def bridges(self) -> Mapping[tuple[Side, Side], Bridge]:
        """The translation from each table to each other one."""
        return {(a, b): Bridge(self.at[a].layout, self.at[b].layout) for a in self.at for b in self.at if a != b}

    def carried(self, origin: Side, state: State) -> dict[Side, State] | None:
        """A state of one ruleset at all tables; None if the other ruleset cannot represent it. (The base is left out if
        it cannot.)"""
        if not self.common_cards:
            return None
        out: dict[Side, State] = {}
        for side in self.at:
            found = state if side == origin else self.moved(origin, side, state)
            if found is None and side != "base":
                return None
            if found is not None:
                out[side] = found
        return out

    def to_draw(self, side: Side, state: State) -> list[int]:
        """The sets of cards in the draw zones of a table."""
        context = self.at[side]
        return [context.layout.held(state, zone, 0) for zone, _ in context.table.deck.homes]

    @cached_property
    def common_cards(self) -> bool:
        """Whether both have a card in common; otherwise they share no position."""
        return bool(self.bridges["one", "other"].kinds)

    def moved(
        self, origin: Side, target: Side, state: State, like: State | None = None, partly: bool = False
    ) -> State | None:
        """A state of one table at another, with the rest of that table's deck in its draw zones. `partly`: without the
        open situations that the other table does not have."""
        bare = undealt(self.at[origin].layout, state)
        found = self.bridges[origin, target].carried(tuple(bare), like, partly)
        return None if found is None else with_rest(self.at[target].layout, found)

    @cached_property
    def speaking(self) -> frozenset[str]:
        """The rules with observable effects, and all offers, bans, and definitions."""
        return frozenset(
            written_name(name)
            for context in self.at.values()
            for name, rule in written_rules(context.table).items()
            if not isinstance(rule, t.Trigger)
            or writes_observably(context, rule.effects)
            or ("shown", "") in written(context.table, rule)
        )

    @cached_property
    def writes(self) -> dict[tuple[Side, str], frozenset[tuple[str, str]]]:
        """The write set of each trigger and offer: kinds and short names."""
        out: dict[tuple[Side, str], frozenset[tuple[str, str]]] = {}
        for side, context in self.at.items():
            for name, rule in written_rules(context.table).items():
                key = side, written_name(name)
                out[key] = out.get(key, frozenset()) | frozenset(written(context.table, rule))
        return out

    def sets(self, side: Side, rule: str) -> frozenset[tuple[tuple[str, str], int]]:
        """The variables and fields that a trigger sets to constants, by short names, with these."""
        return self._sets.get((side, rule), frozenset())

    @cached_property
    def _sets(self) -> dict[tuple[Side, str], frozenset[tuple[tuple[str, str], int]]]:
        return {
            (side, written_name(rule.info.name)): frozenset(constants_set(context.table, rule))
            for side, context in self.at.items()
            for rule in context.table.triggers
        }

    @cached_property
    def frequency(self) -> dict[Side, Counter[str]]:
        """How often each rule took part in sampled play."""
        out: dict[Side, Counter[str]] = {}
        for side, context in self.at.items():
            names = [context.table.offers[s.move.offer].info.name for s in context.samples.steps]
            out[side] = Counter(map(written_name, (*names, *context.samples.fired.elements())))
        return out


def ends_by(table: t.Table) -> Iterator[tuple[str, int]]:
    """The number parameters named by rules that can end the match, by short name, each with its least value."""
    texts = [
        r.info.span.text
        for r in table.running
        if any(x.phase == "match ends" for x in summaries(table).through(r.effects))
    ]
    for setting in table.settings:
        name = setting.name.partition(".")[2]
        if isinstance(setting.type, Number) and any(name in words_of(text) for text in texts):
            yield name, setting.type.low


def words_of(text: str) -> set[str]:
    """The words of a text; hyphenated names are one word."""
    return set(re.findall(r"[\w-]+", text))


def undealt(layout: Layout, state: State) -> list[int]:
    """A state with empty draw zones."""
    out = list(state)
    for zone, _ in layout.table.deck.homes:
        at, depth = layout.place(zone, 0), layout.depth[zone]
        out[at : at + depth] = [-1] * depth
        out[at + depth] = 0
    return out


def with_rest(layout: Layout, state: State) -> State | None:
    """A state with the rest of the deck in the draw zones; None if it has more copies of a card than the deck."""
    table = layout.table
    out = list(state)
    homes = dict(table.deck.homes)
    left = [kind.copies for kind in table.deck.kinds]
    for zone, seat in layout.places:
        for kind in layout.listed(layout.held(out, zone, seat)) if zone not in homes else ():
            left[kind] -= 1
    if any(n < 0 for n in left):
        return None
    for home, copies in homes.items():
        cards = 0
        for kind, number in enumerate(left):
            if copies[kind]:
                cards |= ((1 << number) - 1) << layout.offsets[kind]
                left[kind] = 0
        layout.put_under(out, home, 0, cards)
    return tuple(out)


def constants_set(table: t.Table, rule: t.Trigger) -> Iterator[tuple[tuple[str, str], int]]:
    """The variables and fields that a trigger sets to constants, with these: the situation of a field (of a variable: ""), and the
    name."""
    for x in summaries(table).through(rule.effects):
        for change in x.changes:
            if not isinstance(change.value, e.Constant):
                continue
            if isinstance(change.target, e.Variable):
                yield ("", short(table.variables[change.target.index].name)), change.value.value
            elif isinstance(change.target, e.Field):
                situation = table.situations[change.target.situation]
                yield (short(situation.name), situation.fields[change.target.index].name), change.value.value


def written(table: t.Table, rule: t.Rule) -> Iterator[tuple[str, str]]:
    """The write set of a rule, the act of an offer included: variables, zones, situations, players, and phases."""
    if isinstance(rule, t.Trigger):
        effects = rule.effects
    elif isinstance(rule, t.Offer):
        effects = table.effects_of(rule)
    else:
        return
    for x in summaries(table).through(effects):
        for change in x.changes:
            if isinstance(change.target, e.Variable):
                yield "variable", short(table.variables[change.target.index].name)
            else:
                yield "waits", ""
        if x.transfer is not None:
            for place in (x.transfer.origin, x.transfer.target):
                if place is not None:
                    yield "cards", short(table.zones[place.zone].name)
            for zone in x.transfer.takes:
                yield "cards", short(table.zones[zone].name)
        if x.situation is not None:
            yield "waits", ""
        if x.shows:
            yield "shown", ""
        if x.seating is not None:
            yield "players", ""
        if x.phase is not None:
            yield ("ends" if x.phase == "round ends" else "match" if x.phase == "match ends" else "round"), ""
