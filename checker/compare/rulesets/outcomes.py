"""The observable parts of an outcome, by names that both rulesets share.

A part is a key and a value that mean the same at every table: the awaited player, the cards of a place, a shared
variable. What only one ruleset declares is its own bookkeeping until it affects one of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from checker.compare.observe import live_variables, played_out
from checker.compare.rulesets.tables import PAIR, Rulesets, Side
from checker.compare.translate_state import SameChance
from checker.effects.ways import written_name
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.chance import Again
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, ROUND, TOP
from unodsl.model import table as t
from unodsl.model.types import Card, Number, Players, Type
from unodsl.scenarios import SEAT_NAMES

Key = tuple[str, str, int]
"""A part: its kind, its short name, and the seat."""

Seen = Mapping[Key, object]

NAMING = " naming "
"""What introduces the values that are named along with an act."""

Decision = tuple[int, str, str]
"""A seat, an act, and its argument, in words."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one move. `after`: the quiescent state. `end`: after the moves `owed` played out the obligations.
    `over`: a round ended on the way, with the `winners` (-1: none)."""

    move: Move
    after: State
    end: State
    seen: Seen
    fired: tuple[str, ...]
    drawn: frozenset[str]
    over: bool
    winners: int
    owed: tuple[Move, ...] = ()
    picked: tuple[str, ...] = ()
    """The cards drawn, in order."""


Answer = tuple[Outcome, ...] | None
"""None if the decision is refused, else its outcomes."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of the tables to one decision, in a state of each."""

    states: Mapping[Side, State]
    decision: Decision
    by: Mapping[Side, Answer]


@dataclass(frozen=True, slots=True)
class PlaceCards:
    """The cards of a place: their number, and the names of those that count."""

    number: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A shared variable, with its slot at one of the tables."""

    key: Key
    at: int
    type: Type
    kept: bool


class Narrator:
    """Translates outcomes to the names that both rulesets share."""

    def __init__(self, rulesets: Rulesets) -> None:
        self.rulesets = rulesets
        self._act_words: dict[tuple[Side, int, int], tuple[str, str]] = {}
        tables = [rulesets.at[side].table for side in PAIR]
        for side in rulesets.at:
            if "ground" not in rulesets.at[side].__dict__ and side == "base":
                down = rulesets.bridges["one", "base"].situations
                rulesets.at[side].__dict__["ground"] = frozenset(down[i] for i in rulesets.one.ground if i in down)
        # of the variables that each declares for itself under one name, only those kept across rounds are visible
        base = rulesets.at.get("base")
        known = None if base is None else {short(v.name) for v in base.table.variables}
        mine = [
            {
                short(v.name): type(v.type)
                for v in table.variables
                if v.each_player is each and (known is None or short(v.name) in known or (v.kept and not v.secret))
            }
            for each in (False, True)
            for table in tables
        ]
        self.shared_one = {n for n, kind in mine[0].items() if mine[1].get(n) is kind}
        self.shared_each = {n for n, kind in mine[2].items() if mine[3].get(n) is kind}
        observed = [live_variables(rulesets.at[side]) for side in PAIR]
        self.live = {
            short(table.variables[i].name)
            for table, known in zip(tables, observed, strict=True)
            for kind, i, _ in known
            if kind == "variable"
        }
        self.zones = {side: self.zone_names(side) for side in rulesets.at}
        # (which card lies on top is of piles that are in order at both)
        self.piles = set[str].intersection(
            *(
                {name for i, name in self.zones[side].items() if table.zones[i].visibility == "face up"}
                for side, table in zip(PAIR, tables, strict=True)
            )
        )
        self.situations = {short(x.name) for x in tables[0].situations} & {short(x.name) for x in tables[1].situations}
        self.acts = {short(x.name) for x in tables[0].acts} & {short(x.name) for x in tables[1].acts}
        decks = [{k.name: k.copies for k in table.deck.kinds} for table in tables]
        self.other_decks = decks[0] != decks[1]
        homes = [{short(table.zones[z].name) for z, _ in table.deck.homes} for table in tables]
        self.homes = homes[0] | homes[1]

    @cached_property
    def slots(self) -> Mapping[Side, tuple[Slot, ...]]:
        """The slots of the shared variables at each table."""
        out: dict[Side, tuple[Slot, ...]] = {}
        for side, context in self.rulesets.at.items():
            layout, found = context.layout, []
            for index, v in enumerate(context.table.variables):
                name = short(v.name)
                if name in self.live and name in (self.shared_each if v.each_player else self.shared_one):
                    for seat, at in enumerate(layout.slots_of(index)):
                        found.append(Slot(("variable", name, seat), at, v.type, v.kept))
            out[side] = tuple(found)
        return out

    @cached_property
    def kept(self) -> Mapping[str, bool]:
        """The shared variables kept across rounds, by name: whether they are numbers, such as scores."""
        return {s.key[1]: isinstance(s.type, Number) for s in self.slots["one"] if s.kept}

    def legal(self, side: Side, state: State) -> dict[Decision, list[Move]]:
        """The legal moves of one table by decision."""
        out: dict[Decision, list[Move]] = {}
        for move in self.rulesets.at[side].executor.legal(state):
            out.setdefault((move.seat, *self.act_words(side, move)), []).append(move)
        return out

    def act_words(self, side: Side, move: Move) -> tuple[str, str]:
        """An act and its argument, in words."""
        key = side, move.offer, move.argument
        if key not in self._act_words:
            table = self.rulesets.at[side].table
            act = table.acts[table.offers[move.offer].act]
            what = "" if act.argument is None else value_text(table, act.argument, move.argument, SEAT_NAMES)
            self._act_words[key] = self.word(table, table.offers[move.offer].act), what
        return self._act_words[key]

    def word(self, table: t.Table, act: int) -> str:
        """The name of an act, with what is named along with it if both rulesets can name that."""
        name = short(table.acts[act].name)
        return name if name in self.acts else name.partition(NAMING)[0]

    def outcome(self, side: Side, state: State, move: Move, like: Sequence[str]) -> Outcome | None:
        """The outcome of a move at one table, with the cards `like` drawn; None if the cascade does not end, or these
        cards are not there."""
        context = self.rulesets.at[side]
        chance, trace = SameChance(context.table, Again(1), like=like), Trace()
        owed: list[Move] = []
        try:
            after = context.executor.apply(state, move, chance, trace)
            over = bool(trace.rounds or trace.ended)
            end = after if over else played_out(context, after, chance, trace, owed)[0]
        except EndlessCascade:
            return None
        if chance.missed:
            return None
        over = bool(trace.rounds or trace.ended)
        winners = next((x.state[4] for x in trace.ended if not x.whole), -1)
        champions = next((x.state[4] for x in trace.ended if x.whole), -1)
        drawn = frozenset(context.table.deck.kinds[k].name for k in trace.drawn if k >= 0)
        fired = tuple(map(written_name, (context.table.offers[move.offer].info.name, *trace.fired)))
        return Outcome(
            move,
            after,
            end,
            {**self.seen(side, end, over, champions), **dict(self.shown(context.table, trace))},
            fired,
            drawn,
            over,
            winners,
            tuple(owed),
            tuple(chance.picked),
        )

    def answers(
        self, states: Mapping[Side, State], decision: Decision, legal: Mapping[Side, Mapping[Decision, list[Move]]]
    ) -> Answers | None:
        """The answers of all tables to one decision; None if a cascade does not end. Where the decks differ, all draw the
        cards that the first one draws; None if these are not there."""
        by: dict[Side, Answer] = {}
        like: tuple[str, ...] = ()
        for side, state in states.items():
            moves = legal[side].get(decision)
            if not moves:
                by[side] = None
                continue
            found = [x for move in moves if (x := self.outcome(side, state, move, like)) is not None]
            if len(found) < len(moves):
                return None
            by[side] = tuple(found)
            if self.other_decks and not like:
                like = found[0].picked
        return Answers(states, decision, by)

    def decided(self, states: Mapping[Side, State], decision: Decision) -> Answers | None:
        """The answers to one decision, with the legal moves computed."""
        return self.answers(states, decision, {side: self.legal(side, state) for side, state in states.items()})

    # ------------------------------------------------------------------------------------------------------- in parts

    def seen(self, side: Side, state: State, over: bool, champions: int = -1) -> Seen:
        """The observable parts of a state. After the end of a round, only those kept across rounds."""
        context = self.rulesets.at[side]
        out: dict[Key, object] = {("match", "", 0): (state[MATCH], champions)}
        out["players", "", 0] = state[IN_PLAY]
        for slot in self.slots[side]:
            if slot.kept or not over:
                out[slot.key] = self.value(context.table, slot.type, state[slot.at])
        if not over and state[ROUND]:
            self.open_and_placed(side, state, out)
        return out

    def zone_names(self, side: Side) -> Mapping[int, str]:
        """The zones of a table that both rulesets have, by the names of the first one."""
        zones = self.rulesets.one.table.zones
        there = self.rulesets.bridges["one", "other"].zones
        if side == "one":
            return {i: short(zones[i].name) for i in there}
        if side == "other":
            return {j: short(zones[i].name) for i, j in there.items()}
        return {j: short(zones[i].name) for i, j in self.rulesets.bridges["one", side].zones.items() if i in there}

    def open_and_placed(self, side: Side, state: State, out: dict[Key, object]) -> None:
        """Adds the awaited player and the cards of each place to `out`."""
        layout, table = self.rulesets.at[side].layout, self.rulesets.at[side].table
        top = state[TOP]
        out["waits", "", 0] = (short(table.situations[top].name), state[layout.owner[top]]) if top >= 0 else ("", -1)
        for index, situation in enumerate(table.situations):
            if state[layout.below[index]] != CLOSED and short(situation.name) in self.situations:
                out["open", short(situation.name), 0] = state[layout.owner[index]]
        for index, zone in enumerate(table.zones):
            name = self.zones[side].get(index)
            if name is None or short(zone.name) in self.homes:
                continue
            for seat in range(layout.seats if zone.each_player else 1):
                held = layout.held(state, index, seat)
                cards = tuple(table.deck.kinds[k].name for k in layout.listed(held))
                out["cards", name, seat] = PlaceCards(len(cards), tuple(sorted(cards)))
                if layout.depth[index] and name in self.piles:
                    kind = state[layout.place(index, seat)]
                    out["top", name, seat] = table.deck.kinds[kind].name if kind >= 0 else ""

    def shown(self, table: t.Table, trace: Trace) -> Iterator[tuple[Key, PlaceCards]]:
        """The cards that rules show to each player who does not see them anyway."""
        cards: dict[int, set[str]] = {}
        for x in trace.seen:
            zone = table.zones[x.zone] if x.zone >= 0 else None
            for seat in range(table.seats):
                own = zone is not None and (
                    zone.visibility == "face up" or (zone.visibility == "seen by its player" and x.what == seat)
                )
                if x.cards and x.to >> seat & 1 and not own:
                    cards.setdefault(seat, set()).update(table.deck.kinds[k].name for k in x.cards)
        for seat, names in cards.items():
            yield ("shown", "", seat), PlaceCards(len(names), tuple(sorted(names)))

    def value(self, table: t.Table, type_: Type, value: int) -> object:
        """A value in a notation shared by all tables."""
        if isinstance(type_, Number | Players):
            return value
        if isinstance(type_, Card):
            return table.deck.kinds[value].name if value >= 0 else ""
        return value_text(table, type_, value, SEAT_NAMES)


def plain(outcomes: tuple[Outcome, ...], drawn: frozenset[str]) -> tuple[Seen, ...]:
    """The distinct outcomes, abstracted from drawn cards: cards of drawn kinds count by number."""
    out: list[Seen] = []
    for x in outcomes:
        seen: dict[Key, object] = {}
        for key, value in x.seen.items():
            if isinstance(value, PlaceCards):
                seen[key] = PlaceCards(value.number, tuple(c for c in value.cards if c not in drawn))
            elif value in drawn:
                seen[key] = "drawn"
            else:
                seen[key] = value
        if x.winners >= 0:
            seen["ends", "", 0] = x.winners
        if seen not in out:
            out.append(seen)
    return tuple(out)


def drawn_in(answers: Answers) -> frozenset[str]:
    """The kinds of cards drawn at any table."""
    return frozenset(c for answer in answers.by.values() for x in answer or () for c in x.drawn)
