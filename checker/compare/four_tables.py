"""The four tables of two options over their base (neither, each alone, both), with their answers to the same decisions.

A decision is a quiescent state of the table with both, a seat, and an act as the others see it. An answer is `None`
(refused) or the set of outcomes, each played until nothing is owed. States are translated between the tables by name;
what only one table has keeps its initial value at the others. An under-approximation: decisions that no compared state
shows are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from checker.compare.observe import Words, act_words, live_variables, played_out, words
from checker.compare.translate_state import Bridge, SameChance, by_name
from checker.context import Context
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.chance import Again
from unodsl.engine.describe import short
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, ROUND, TOP
from unodsl.model import table as t
from unodsl.model.types import Number

Side = Literal["none", "one", "other", "both"]
"""A table: without the two options, with the one, with the other, with both."""

SIDES: tuple[Side, ...] = ("none", "one", "other", "both")

Decision = tuple[int, str, str, str]
"""A seat, an act, its visible manner, and its argument, in words."""

BEGINS: Decision = (-1, "the match begins", "", "")
"""The pseudo-decision of nobody: how a match begins."""

Key = tuple[str, int, int]
"""A part of the observable state: its kind, its index, and the seat or the field."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a place: their set, the known order from the top, and their number."""

    held: int
    top: tuple[int, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of the observable parts in a state. `variables`: with whether they are kept across rounds.
    `situations`: the situation below, the owner, and the fields. `places`: the first slot, and how many cards are
    ordered."""

    variables: tuple[tuple[Key, int, bool], ...]
    situations: tuple[tuple[Key, int, int, tuple[tuple[Key, int], ...]], ...]
    places: tuple[tuple[Key, int, int], ...]


Seen = Mapping[Key, object]
"""The observable values of an outcome, part by part, with the indices of the table with both."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one move. `after`: the quiescent state at its own table. `rest`: the same state at the table with
    both. `end`: `rest` with obligations played out. `seen`: the observable parts of `end`. `opened`: situations of
    the two options open in `after`. `fired`: the rules that ran, the offer's included. `drawn`: the kinds of cards
    drawn. `round_over`: a round ended on the way. `picks`: the picks of a match beginning. `owed`: the moves from `after` to
    `end`."""

    move: Move
    after: State
    end: State
    rest: State
    seen: Seen
    opened: frozenset[int]
    fired: frozenset[str]
    drawn: frozenset[int]
    round_over: bool
    picks: tuple[int, ...] = ()
    owed: tuple[Move, ...] = ()


Answer = tuple[Outcome, ...] | None
"""None if the decision is refused, else its outcomes."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of the four tables to one decision, in a state of the table with both. `last`: which choice is made where
    obligations that are played out leave one: the last in the order of words, not the first."""

    state: State
    decision: Decision
    by: Mapping[Side, Answer]
    last: bool = False

    def fired(self, side: Side) -> set[str]:
        """The rules that run at a table, by name; none if it refuses the decision."""
        return {rule for outcome in self.by[side] or () for rule in outcome.fired}


def options_with(table: t.Table, option: str) -> frozenset[str]:
    """The strongly connected component of an option: options that bring or require one another."""
    return frozenset(x for x in table.closed([option]) if option in table.closed([x]))


def goes_along(table: t.Table, one: str, other: str) -> bool:
    """Whether one of two options always brings or requires the other."""
    return other in table.closed([one]) or one in table.closed([other])


class FourTables:
    """The four tables of two options of a table. The base has the other options that these two need."""

    def __init__(
        self, both: Context, tables: Mapping[Side, Context], options: tuple[str, str], others: tuple[str, ...] = ()
    ) -> None:
        self.context = both
        self.others = others
        """Options that are on at all four tables and that neither of the two needs."""
        self.at = tables
        self.options = options
        mine = [options_with(both.table, x) for x in options]
        rules = (both.table.triggers, both.table.offers, both.table.bans, both.table.definitions)
        self.own: tuple[frozenset[str], frozenset[str]] = tuple(  # type: ignore[assignment]
            frozenset(r.info.name for group in rules for r in group if r.info.option in some) for some in mine
        )
        self._act_words: dict[tuple[Side, int, int], tuple[str, str]] = {}
        self.not_shared = 0

    @cached_property
    def there(self) -> Mapping[Side, Bridge]:
        """Translations from the table with both to each other table."""
        return {side: Bridge(self.context.layout, self.at[side].layout) for side in SIDES if side != "both"}

    @cached_property
    def back(self) -> Mapping[Side, Bridge]:
        """Translations from each other table to the one with both."""
        return {side: Bridge(self.at[side].layout, self.context.layout) for side in SIDES if side != "both"}

    @cached_property
    def by_name(self) -> Mapping[Side, tuple[int, ...]]:
        """The kinds of cards of each table, sorted by name."""
        return {side: by_name(self.at[side].table) for side in SIDES}

    @cached_property
    def own_situations(self) -> frozenset[int]:
        """Situations of the table with both that the base does not have."""
        known = {x.name for x in self.at["none"].table.situations}
        return frozenset(i for i, x in enumerate(self.context.table.situations) if x.name not in known)

    def carried(self, state: State) -> Mapping[Side, State] | None:
        """A state of the table with both, at all four tables; None if one of them cannot represent it."""
        out: dict[Side, State] = {"both": state}
        for side, bridge in self.there.items():
            found = bridge.carried(state)
            if found is None:
                return None
            out[side] = found
        return out

    def legal(self, side: Side, state: State) -> dict[Decision, list[Move]]:
        """The legal moves of one table by decision."""
        context = self.at[side]
        out: dict[Decision, list[Move]] = {}
        for move in context.executor.legal(state):
            out.setdefault((move.seat, *self.act_words(side, move)), []).append(move)
        return out

    @cached_property
    def numbers_of_rules(self) -> frozenset[str]:
        """Acts with a number that every offer fixes, by name. The number is then part of the answer: taking one card at one
        table and two at another is the same decision with different answers."""
        tables = [self.at[side].table for side in SIDES]
        numbered = {short(a.name) for x in tables for a in x.acts if isinstance(a.argument, Number)}
        free = {short(x.acts[o.act].name) for x in tables for o in x.offers if o.argument is None}
        return frozenset(numbered - free)

    def act_words(self, side: Side, move: Move) -> tuple[str, str, str]:
        """An act, its visible manner, and its argument, in words."""
        key = side, move.offer, move.argument
        if key not in self._act_words:
            act_name, argument = act_words(self.at[side].table, move)
            self._act_words[key] = act_name, "" if act_name in self.numbers_of_rules else argument
        act_name, argument = self._act_words[key]
        return act_name, "", argument

    def outcome(
        self, side: Side, like: State, state: State, move: Move, seed: int, chosen: set[Words], last: bool = False
    ) -> Outcome | None:
        """The outcome of a move at one table, translated to the table with both. None if the cascade does not end or
        the state cannot be translated. `chosen`: the moves that played out obligations at other tables, which are preferred
        here; receives those of this one."""
        context = self.at[side]
        chance, trace = SameChance(context.table, Again(seed), self.by_name[side]), Trace()
        made: list[Move] = []
        try:
            after = context.executor.apply(state, move, chance, trace)
            rounds = trace.rounds or len(trace.ended)
            end = after if rounds else played_out(context, after, chance, trace, made, chosen, last)[0]
        except EndlessCascade:
            return None
        chosen |= {words(context, x) for x in made}
        there = end if side == "both" else self.back[side].carried(end, like=like)
        rest = there if after is end else after if side == "both" else self.back[side].carried(after, like=like)
        if there is None or rest is None:
            return None
        opened = self.opened(side, after)
        over = bool(trace.rounds or trace.ended)
        winners = tuple((x.whole, x.state[4]) for x in trace.ended)
        fired = frozenset((*trace.fired, context.table.offers[move.offer].info.name))
        drawn = frozenset(self.kind(side, k) for k in trace.drawn if k >= 0)
        seen = self.seen(there, over, winners)
        return Outcome(move, after, there, rest, seen, opened, fired, drawn, over, owed=tuple(made))

    def at_once(self, outcome: Outcome) -> Outcome:
        """The same outcome without its obligations played out."""
        ends: tuple[tuple[bool, int], ...] = outcome.seen["ends", 0, 0]  # type: ignore[assignment]
        seen = self.seen(outcome.rest, outcome.round_over, ends)
        return replace(outcome, end=outcome.rest, seen=seen, owed=())

    def again(self, answers: Answers, state: State) -> Answers | None:
        """The answers to the same decision, with the same choices, in another state."""
        return self.decided(state, answers.decision, last=answers.last)

    def decided(self, state: State, decision: Decision, last: bool = False) -> Answers | None:
        """The four answers to one decision in a state of the table with both; None if a table cannot represent the
        state."""
        states = self.carried(state)
        if states is None:
            return None
        legal = {side: self.legal(side, at) for side, at in states.items()}
        return self.answers(state, states, legal, decision, seed=1, last=last)

    def at_table(self, side: Side, outcome: Outcome, like: State, later: bool = False) -> State | None:
        """The quiescent state of an outcome, or (`later`) the one with obligations played out, translated to one table; parts
        that only that table has are as in `like`."""
        there = outcome.end if later else outcome.rest
        return there if side == "both" else self.there[side].carried(there, like=like)

    def kind(self, side: Side, kind: int) -> int:
        """The index of a kind of card at the table with both."""
        return kind if side == "both" else self.back[side].kinds.get(kind, -1)

    def opened(self, side: Side, state: State) -> frozenset[int]:
        """The open situations of the two options, by their index at the table with both."""
        stack = self.at[side].layout.stack(state)
        numbers = stack if side == "both" else [self.back[side].situations.get(i, -1) for i in stack]
        return frozenset(numbers) & self.own_situations

    @cached_property
    def homes(self) -> frozenset[int]:
        """The zones where cards lie before a round."""
        return frozenset(zone for zone, _ in self.context.table.deck.homes)

    def seen(self, state: State, over: bool, winners: tuple[tuple[bool, int], ...]) -> Seen:
        """The observable parts of a state. After the end of a round, only the parts kept across rounds."""
        layout, slots = self.context.layout, self.slots
        out: dict[Key, object] = {
            ("ends", 0, 0): winners,
            ("players", 0, 0): state[IN_PLAY],
            ("match", 0, 0): state[MATCH],
        }
        for key, slot, outlives in slots.variables:
            if outlives or not over:
                out[key] = state[slot]
        if over or not state[ROUND]:
            return out
        top = state[TOP]
        out["waits", 0, 0] = (top, state[layout.owner[top]]) if top >= 0 else (-1, -1)
        for key, below, owner, fields in slots.situations:
            if state[below] != CLOSED:
                out[key] = state[owner]
                for field, slot in fields:
                    out[field] = state[slot]
        for key, at, depth in slots.places:
            held = layout.held(state, key[1], key[2])
            out[key] = Cards(held, state[at : at + depth], held.bit_count())
        return out

    @cached_property
    def slots(self) -> Slots:
        """The slots of the observable parts in a state of the table with both."""
        layout, table = self.context.layout, self.context.table
        known = live_variables(self.context)
        return Slots(
            tuple(
                (("variable", index, seat), slot, variable.kept)
                for index, variable in enumerate(table.variables)
                if ("variable", index, 0) in known
                for seat, slot in enumerate(layout.slots_of(index))
            ),
            tuple(
                (
                    ("open", index, 0),
                    layout.below[index],
                    layout.owner[index],
                    tuple((("field", index, n), x) for n, x in enumerate(some) if ("field", index, n) in known),
                )
                for index, some in enumerate(layout.field)
            ),
            tuple(
                (("zone", zone, seat), layout.place(zone, seat), layout.depth[zone])
                for zone, seat in layout.places
                if zone not in self.homes
            ),
        )

    def answers(
        self,
        like: State,
        states: Mapping[Side, State],
        legal: Mapping[Side, Mapping[Decision, list[Move]]],
        decision: Decision,
        seed: int,
        last: bool = False,
    ) -> Answers | None:
        """The four answers to one decision; None if an outcome cannot be translated."""
        by: dict[Side, Answer] = dict.fromkeys(SIDES)
        # a choice that an option forbids is no part of this decision: what is left with both on is chosen everywhere
        chosen: set[Words] = set()
        for side in reversed(SIDES):
            moves = legal[side].get(decision)
            if not moves:
                continue
            found = [self.outcome(side, like, states[side], move, seed, chosen, last) for move in moves]
            if any(x is None for x in found):
                return None
            by[side] = tuple(x for x in found if x is not None)
        return Answers(like, decision, by, last)


def four_tables(context: Context, one: str, other: str, beside: bool = False) -> FourTables | None:
    """Makes the four tables of two options that are on. None if one brings the other, or if a table is invalid.
    `beside`: all other options stay on; then there has to be one that neither of the two needs."""
    table = context.table
    if goes_along(table, one, other):
        return None
    on = frozenset(o.name for o in table.options if o.on)
    mine = options_with(table, one) | options_with(table, other)
    usual = frozenset(o.name for o in table.options if o.on and o.default)
    needed = frozenset((one, other)) | needed_by(table, one) | needed_by(table, other)
    others = on - needed - usual - mine if beside else frozenset()
    if beside and not others:
        return None
    base = (needed | usual | others) - mine
    # an option that only one of the two brings is off where that one is off
    if not base <= on:
        return None
    sets: dict[Side, frozenset[str]] = {
        "none": base,
        "one": base | options_with(table, one),
        "other": base | options_with(table, other),
        "both": base | mine,
    }
    found: dict[Side, Context] = {}
    for side, options in sets.items():
        at = context if options == on else context.narrowed(tuple(sorted(options)))
        if at is None:
            return None
        found[side] = at
    for side in ("none", "one", "other"):
        at = found[side]
        if "ground" not in at.__dict__:
            # the base situation is the same and need not be sampled again
            down = Bridge(found["both"].layout, at.layout).situations
            at.__dict__["ground"] = frozenset(down[i] for i in found["both"].ground if i in down)
    return FourTables(found["both"], found, (one, other), tuple(sorted(others)))


def needed_by(table: t.Table, option: str) -> frozenset[str]:
    """The options that an option requires or brings, transitively, without itself."""
    return table.closed([option]) & {o.name for o in table.options} - {option}


def flat(answers: Iterable[Answer]) -> Iterator[Outcome]:
    """All outcomes of some answers."""
    for answer in answers:
        yield from answer or ()
