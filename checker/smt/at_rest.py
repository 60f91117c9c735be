"""The transition relation between quiescent states: how a match begins, and each move with its whole cascade. And
claims about quiescent states.

Over-approximates the engine: every real transition is among these. Cards are abstracted to who may have some and to the
tops of piles. Example: after a move that begins a debt, the debt is on top, and whoever owes it takes part, provided
that every player in a slot took part before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Literal, assert_never, cast

import z3

from checker.effects.summary import Block, Summaries, Summary, summaries
from checker.smt.cascade import Cascade
from checker.smt.claims import Known
from checker.smt.enabled import active, banned, bans_on, equal
from checker.smt.expressions import Env, Value, clamp, names_seat
from checker.smt.factory import at_most, boolean, conj, disj, implied, ite, less, mentions, neg, same, summed
from checker.smt.hand_sizes import sized, sizes_in
from checker.smt.literals import SlotValue, implication
from checker.smt.query import empty_solver, refutes
from checker.smt.state import Mask, SymbolicState
from checker.smt.step import NotFollowed, PostImage
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import all_acts, emitted, follows
from unodsl.model.types import Number, Player
from unodsl.model.walk import below

Kind = Literal[
    "round runs",
    "something open",
    "two play",
    "one plays",
    "open",
    "left in",
    "one open",
    "somebody",
    "owner",
    "field",
    "variable",
    "beneath",
    "no cards",
    "lowest",
    "top",
    "few",
    "few settled",
    "some",
    "field unset",
    "literals",
]


@dataclass(frozen=True, slots=True)
class Rest:
    """A claim about states between two moves, or the match is over. The numbers are, by kind, those of situations, of a
    situation and its field, of a variable, or of a zone and of cards. `literals`: of which all but the last imply the last."""

    kind: Kind
    one: int = -1
    other: int = -1
    literals: tuple[SlotValue, ...] = ()

    @property
    def counts_cards(self) -> bool:
        """Whether it is about numbers of cards, which the transitions then track."""
        return self.kind in ("few", "few settled", "some")

    def suits(self, table: t.Table) -> bool:
        """Whether a table has what it is about: cards are counted in zones of each player only. Raises `IndexError`."""
        situation, variable, zone = (
            0 <= self.one < len(some) for some in (table.situations, table.variables, table.zones)
        )
        alone = self.other == -1 and not self.literals
        match self.kind:
            case "literals":
                return bool(self.literals) and all(x.suits(table) for x in self.literals)
            case "round runs" | "something open" | "two play" | "one plays":
                return self.one == -1 and alone
            case "open" | "left in" | "owner" | "lowest":
                return situation and alone
            case "one open" | "beneath":
                return situation and 0 <= self.other < len(table.situations)
            case "field" | "field unset":
                return situation and 0 <= self.other < len(table.situations[self.one].fields)
            case "somebody" | "variable":
                return variable and alone
            case "top":
                return variable and 0 <= self.other < len(table.zones)
            case "no cards" | "some":
                return zone and alone and table.zones[self.one].each_player
            case "few" | "few settled":
                return zone and self.other >= -1 and table.zones[self.one].each_player
            case _:
                assert_never(self.kind)

    def __call__(self, st: SymbolicState) -> z3.BoolRef:
        """The claim as a formula over a state, provided that the match runs."""
        match self.kind:
            case "round runs":
                return st.round_runs
            case "something open":
                return disj(st.open)
            case "two play":
                return less(1, summed(ite(x, 1, 0) for x in st.in_play))
            case "one plays":
                return disj(st.in_play)
            case "open":
                return st.open[self.one]
            case "left in":
                # an open situation waits for somebody
                return disj(neg(st.open[self.one]), disj(st.owners[self.one]))
            case "one open":
                return disj(st.open[self.one], st.open[self.other])
            case "somebody":
                # a variable of the table holds a player
                return neg(same(st.variables[self.one][0], -1))
            case "owner":
                return here(st.owners[self.one], st)
            case "field":
                # a player in a field of an open situation takes part
                return disj(neg(st.open[self.one]), here(st.fields[self.one][self.other], st))
            case "variable":
                return conj(here(x, st) for x in st.variables[self.one])
            case "beneath":
                # the first situation is not on top while the other one is open
                return neg(conj(same(st.top, self.one), st.open[self.other]))
            case "no cards":
                # whoever takes no part has no cards in a zone
                rows = zip(st.in_play, st.holding[self.one], strict=False)
                return conj(disj(there, neg(some)) for there, some in rows)
            case "lowest":
                # an open situation lies below all others; so no other is open while it is on top
                lowest = disj(neg(st.open[self.one]), st.lowest[self.one])
                others = (x for i, x in enumerate(st.open) if i != self.one)
                return conj(lowest, disj(neg(same(st.top, self.one)), neg(disj(others))))
            case "top":
                # a variable of the table is nothing, or equals the card on top of a pile
                tops = st.shown[self.other]
                return conj(disj(same(x, -1), same(x, top)) for x in st.variables[self.one] for top in tops)
            case "few":
                return few_cards(self.one, self.other, st)
            case "literals":
                return implication(self.literals, st)
            case "field unset":
                field_ = st.fields[self.one][self.other]
                first = st.table.situations[self.one].fields[self.other].starts
                return implied(same(st.top, self.one), same(field_, first))
            case "few settled":
                return implied(same(summed(ite(x, 1, 0) for x in st.open), 1), few_cards(self.one, self.other, st))
            case "some":
                # whoever takes part has a card in a zone
                rows = zip(st.in_play, sizes_in(st, self.one), strict=False)
                return conj(disj(neg(there), less(0, n)) for there, n in rows)
            case _:
                assert_never(self.kind)


def few_cards(zone: int, most: int, st: SymbolicState) -> z3.BoolRef:
    """Whoever takes part has so many cards in a zone at most (-1: any number)."""
    return (
        boolean(True)
        if most < 0
        else conj(disj(neg(there), at_most(n, most)) for there, n in zip(st.in_play, sizes_in(st, zone), strict=False))
    )


def here(who: Value | Mask, st: SymbolicState) -> z3.BoolRef:
    """A player takes part or is nobody; for a set, all of its players take part."""
    if isinstance(who, tuple):
        return conj([disj(neg(x), there) for x, there in zip(who, st.in_play, strict=True)])
    return disj(same(who, -1), is_seat(who, st.in_play))


def is_seat(who: Value, seats: Mask) -> z3.BoolRef:
    """A player is in a set of seats."""
    return disj([conj(same(who, i), there) for i, there in enumerate(seats)])


def cascade_effects(table: t.Table, offer: t.Offer) -> tuple[f.Effect, ...]:
    """The effects of a move and of its whole cascade."""
    own = table.effects_of(offer)
    _, triggers = follows(table, [*table.events_of(table.offers.index(offer)), t.SETTLES, *emitted(table, own)])
    out = (*own, *(x for y in triggers for x in y.effects))
    return (*out, *(x for a in sorted(all_acts(table, out)) for x in table.acts[a].effects))


def in_any_order(all_: Summaries, block: Block, holding: bool, counted: bool) -> bool:
    """Whether the iterations of a loop over players commute: each moves cards, or sets variables of its own player that
    nothing else in the block reads. `holding`: who has cards is tracked, so moving a whole hand to a fixed place does
    not commute. `counted`: how many cards somebody has is tracked, so only what is about the own hand commutes."""
    inside = tuple(all_.flat(block.effects))
    changes = [c for x in inside for c in x.changes]
    own = {c.target.index for c in changes if isinstance(c.target, e.Variable) and c.target.seat == block.local}
    if any(c.how != "assign" or not isinstance(c.target, e.Variable) or c.target.seat != block.local for c in changes):
        return False
    if not all(quiet(x) for x in inside):
        return False
    moves = [x.transfer for x in inside if x.transfer is not None]
    tops = {zone for x in moves for zone in x.tops}
    if any(isinstance(n, e.TopCard) and n.place.zone in tops for n in below(block.effects)):
        return False
    places = [place for x in moves for place in (x.origin, x.target) if place is not None and place.seat is not None]
    if holding and any(x.how == "all" for x in moves) and any(x.seat != block.local for x in places):
        return False
    if counted:
        read = [n.place.seat for n in below(block.effects) if isinstance(n, e.CountCards)]
        if any(x is not None and x != block.local for x in (*(y.seat for y in places), *read)):
            return False
    return not any(isinstance(n, e.Variable) and n.index in own and n.seat != block.local for n in below(block.effects))


def quiet(x: Summary) -> bool:
    """Whether an effect only sets values, moves cards between places or announces something, in branches or bounded
    loops."""
    if x.transfer is not None:
        return x.transfer.how in ("card", "top", "all", "shuffle")
    return x.emits is None and all(block.how in ("branch", "times") for block in x.blocks)


@dataclass(frozen=True, slots=True)
class Transition:
    """One transition between quiescent states. `known`: its condition; `then`: the post-state; `round_begins`: that a round
    begins within it; `round_over`: that the round under way may end within it; `runs`: for each trigger, by number, that may
    run within it, when it does."""

    known: z3.BoolRef
    then: SymbolicState
    round_begins: z3.BoolRef
    round_over: z3.BoolRef
    runs: Mapping[int, z3.BoolRef] = field(default_factory=dict)

    def may_run(self, trigger: int) -> z3.BoolRef:
        """When a trigger may run within it."""
        return self.runs.get(trigger, boolean(False))


class Steps:
    """All transitions of a table under assumed claims. `counting`: numeric values are tracked. `by_rule`: each rule is
    a transition of its own, in any order, as in a family, whose options determine the order; a cascade then takes
    several transitions. `zones`: those of each player whose cards are counted."""

    def __init__(
        self, known: Known, counting: bool = False, by_rule: bool = False, zones: frozenset[int] = frozenset()
    ) -> None:
        self.known, self.table, self.reader, self.counting = known, known.table, known.reader, counting or bool(zones)
        self.by_rule = by_rule or bool(self.table.features)
        self.limits: list[z3.BoolRef] = []
        self._counting: dict[frozenset[int], Steps] = {}
        if zones:
            self.reader = self.reader.at(sized(self.reader.st, zones, self.limits))

    def following(self, claims: Iterable[Rest]) -> Steps:
        """The transitions that count the cards in the zones that some claims are about. Cached."""
        zones = frozenset(x.one for x in claims if x.counts_cards)
        if zones not in self._counting:
            self._counting[zones] = Steps(self.known, zones=zones) if zones else self
        return self._counting[zones]

    @cached_property
    def of_rules(self) -> Steps:
        """The same with `by_rule`."""
        return self if self.by_rule else Steps(self.known, by_rule=True)

    def supposed(self) -> list[z3.BoolRef]:
        """The constraints of the initial symbolic state without those on cards, which the transitions abstract away."""
        cards = {x.get_id(): True for row in (*self.reader.st.bags, *self.reader.st.tops) for at in row for x in at}
        return [*self.limits, *(x for x in self.reader.st.constraints if not mentions(x, cards))]

    @cached_property
    def transitions(self) -> list[Transition]:
        """The beginning of a match, and each move, or each rule by itself. Raises `NotFollowed`."""
        if self.by_rule:
            return self.blocks()
        return [self.beginning(), *(self.move(x) for x in self.table.offers if x.info.name not in self.known.dead)]

    def never(
        self,
        name: str,
        what: Callable[[Transition], z3.BoolRef],
        log: list[tuple[str, z3.BoolRef]],
        claims: Iterable[Rest] = (),
        begins: bool = True,
    ) -> bool:
        """Whether something is refuted of each transition from a state where some claims hold, and of the beginning of a
        match (if `begins`). Adds the refuted queries to `log`, under a name."""
        steps = self.following(claims)
        st, out = steps.reader.st, list[tuple[str, z3.BoolRef]]()
        solver, supposed = empty_solver(), conj(steps.supposed())
        before = conj(disj(st.match_over, x(st)) for x in claims)
        try:
            for number, x in enumerate(steps.transitions):
                if not number and not begins:
                    continue
                out.append((name, conj(supposed, x.known, before if number else boolean(True), what(x))))
                if not refutes(solver, out[-1][1]):
                    return False
        except NotFollowed:
            return False
        log += out
        return True

    def blocks(self) -> list[Transition]:
        """The initial state, and the effects of each rule: what holds initially, and is preserved by each rule, holds
        between any two rules."""
        after = PostImage(self.reader)
        # (rules in any order say nothing about which of them run)
        runs = dict.fromkeys(range(len(self.table.triggers)), boolean(True))
        out = [Transition(conj(after.limits), self.nothing_yet(after), boolean(False), boolean(True), runs)]
        for rule in (x for x in self.table.running if x.info.name not in self.known.dead):
            after = PostImage(self.reader)
            if isinstance(rule, t.Offer):
                _, then, _ = self.made(rule, after, z3.Int("mover"))
            else:
                unknown = {n.index: n.type for n in below(rule.effects) if isinstance(n, e.Local)}
                env: Env = {i: after.unknown(type_) for i, type_ in unknown.items()}
                then = after.run(rule.effects, env, self.reader.st)
            out.append(Transition(conj(after.limits), then, boolean(False), boolean(True), runs))
        return out

    def nothing_yet(self, after: PostImage) -> SymbolicState:
        """The initial state: everybody takes part, and nothing is open."""
        st = self.reader.st
        fresh = replace(st, in_play=st.exists, round_runs=boolean(False), match_over=boolean(False))
        fresh = after.closed(after.at_home(fresh), range(len(self.table.situations)))
        fresh.variables = [
            [after.known(declared.type, declared.starts, st) for _ in row]
            for row, declared in zip(st.variables, self.table.variables, strict=True)
        ]
        return fresh

    def beginning(self) -> Transition:
        """The beginning of a match."""
        cascade = Cascade(self.reader, self.known.dead, self.counting)
        after = cascade.after
        fresh = self.nothing_yet(after)
        cascade.enqueue(t.TableEvent("match begins"), boolean(True), fresh, -1, -1)
        then = cascade.to_rest(fresh)
        return Transition(
            conj(after.limits), then, disj(cascade.round_begins), cascade.over_as_it_begins(), cascade.ran
        )

    def move(self, offer: t.Offer) -> Transition:
        """A move with its whole cascade. Raises `NotFollowed`."""
        cascade = Cascade(self.reader, self.known.dead, self.counting)
        after = cascade.after
        mover: Value = 0 if self.symmetric(offer) else z3.Int("mover")
        known, then, shown = self.made(offer, after, mover)
        for event in self.table.events_of(self.table.offers.index(offer)):
            cascade.enqueue(event, boolean(True), then, mover, shown)
        then = cascade.to_rest(then)
        return Transition(
            conj([*known, *after.limits]),
            then,
            disj(cascade.round_begins),
            disj(when for _, when in cascade.round_over),
            cascade.ran,
        )

    def made(self, offer: t.Offer, after: PostImage, mover: Value) -> tuple[list[z3.BoolRef], SymbolicState, Value]:
        """The condition of a move, the state after its own effects, and its public argument."""
        st, act = self.reader.st, self.table.acts[offer.act]
        argument: Value = -1 if act.argument is None else after.unknown(act.argument)
        env: Env = {t.PLAYER_LOCAL: mover, t.ARGUMENT_LOCAL: argument}
        known = [same(st.moved, -1), neg(st.match_over), active(self.reader, offer.situations)]
        known += [is_seat(mover, cast(Mask, after.value(offer.who, {}, st))), after.truth(offer.guard, env, st)]
        absent = [conj(there, neg(x)) for there, x in zip(st.exists, st.in_play, strict=True)]
        known.append(is_seat(mover, tuple(absent) if offer.absent else st.in_play))
        if offer.argument is not None and isinstance(act.argument, Number) and self.limits:
            known.append(same(argument, clamp(after.value(offer.argument, env, st), act.argument)))
        elif offer.argument is not None and not isinstance(act.argument, Number):
            known.append(equal(argument, after.value(offer.argument, {**env, t.ARGUMENT_LOCAL: -1}, st)))
        elif offer.argument is None and isinstance(act.argument, Player):
            known.append(is_seat(argument, st.in_play))
        seats = [mover] if isinstance(mover, int) else range(self.table.seats)
        for seat, ban in product(seats, bans_on(self.table, offer)):
            known.append(neg(conj(same(mover, seat), banned(self.reader, ban, seat, argument))))
        if act.origin is not None and st.sizes[act.origin]:
            # the card comes from there
            known.append(disj(conj(same(mover, i), less(0, n)) for i, n in enumerate(st.sizes[act.origin])))
        shown = argument if offer.stands_for is None else after.value(offer.stands_for, env, st)
        after.held = None if act.origin is None else (act.origin, mover, argument)
        then = after.run(act.effects, env, st)
        return known, after.run(offer.effects, {**env, t.ARGUMENT_LOCAL: shown}, then), shown

    def symmetric(self, offer: t.Offer) -> bool:
        """Whether a move is symmetric in its player, up to rotation of the table."""
        blocks = cascade_effects(self.table, offer)
        all_ = summaries(self.table)
        rounds = [y for x in all_.flat(blocks) for y in x.blocks if y.how == "each"]
        counted = bool(self.limits)
        held = any(self.reader.st.holding) or counted
        free = all(in_any_order(all_, y, held, counted) for y in rounds)
        return len(self.reader.askers) == 1 and free and not any(names_seat(self.table, n) for n in below(blocks))
