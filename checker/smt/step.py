"""Symbolic post-image of effects and cascades, restricted to players, open situations and whom they wait for.

Over-approximates the engine. Cards are abstracted away, except for who may hold some and the tops of piles: a condition
on other cards may be true or false. Numeric values are abstracted away too, unless `counting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from itertools import count
from typing import Any, TypeAlias, assert_never, cast

import z3

from checker.effects.summary import summaries
from checker.smt.enabled import Reader
from checker.smt.expressions import Env, Value, clamp
from checker.smt.factory import boolean, conj, disj, integer, ite, neg, same
from checker.smt.hand_sizes import HandSizes, blind, lasting, moved_zones
from checker.smt.state import Mask, SymbolicState, Term, fresh
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type

MOST_TIMES = 16
"""The most iterations of a loop that are unrolled. A longer loop may do anything."""

EventHandler: TypeAlias = Callable[[t.Event, z3.BoolRef, SymbolicState, Value, Value], None]
"""A callback for each event that effects can emit: condition, state, player, argument."""


def concerns(effects: Iterable[f.Effect], table: t.Table) -> bool:
    """Whether effects can change who takes part, what is open, whom it waits for, or which player a slot holds."""
    for x in summaries(table).through(effects):
        if x.situation is not None or x.seating is not None or x.phase is not None:
            return True
        if any(isinstance(c.target, e.Owner) or isinstance(c.target.type, Player | Players) for c in x.changes):
            return True
    return False


class PostImage(HandSizes):
    """Computes symbolic post-states. `limits`: constraints on the unknowns introduced so far. `given`: the path
    condition. `again`: above 0 inside a block that runs any number of times. `counting`: numeric values are tracked."""

    def __init__(self, reader: Reader, on_event: EventHandler | None = None, counting: bool = False) -> None:
        self.reader, self.table = reader, reader.table
        self.on_event, self.counting = on_event, counting
        self.limits: list[z3.BoolRef] = []
        self.given: list[z3.BoolRef] = []
        self.again = 0
        self.held: tuple[int, Value, Value] | None = None
        """A card that certainly still lies in a zone of a player: the zone, the player, the card."""
        self.numbers = count()
        self.sized = frozenset(i for i, row in enumerate(reader.st.sizes) if row)
        """The zones whose cards are counted."""

    def unknown(self, type_: Type) -> Term | Mask:
        """A fresh unknown of a type. It may also be nothing, even if the type is not optional."""
        nothing = isinstance(type_, Card | Player | Enumeration)
        return fresh(self.table, f"then.{next(self.numbers)}", type_, self.limits, nothing)

    def truth(self, x: e.Expr, env: Env, st: SymbolicState) -> z3.BoolRef:
        """A condition as a formula; a fresh Boolean where it reads cards."""
        if isinstance(x, e.Logic):
            parts = [self.truth(o, env, st) for o in x.operands]
            return conj(parts) if x.kind == "and" else disj(parts)
        if isinstance(x, e.Not):
            return neg(self.truth(x.operand, env, st))
        return self.maybe() if blind(x, self.sized) else self.reader.at(st).truth(x, env)

    def value(self, x: e.Expr, env: Env, st: SymbolicState) -> Term | Mask:
        """The value of an expression. A fresh unknown where it reads cards (other than the top of a pile), or is a
        computed number and `counting` is off."""
        if isinstance(x, e.TopCard) and x.depth == 0 and st.shown[x.place.zone]:
            return st.shown[x.place.zone][0]
        if not isinstance(x, e.Constant) and (
            blind(x, self.sized) or (isinstance(x.type, Number) and not self.counting)
        ):
            return self.unknown(x.type)
        reader = self.reader.at(st)
        return reader.mask(x, env) if isinstance(x.type, Players) else reader.term(x, env)

    def run(self, effects: Iterable[f.Effect], env: Env, st: SymbolicState) -> SymbolicState:
        """The post-state of a sequence of effects."""
        for effect in effects:
            st = self.step(effect, env, st)
        return st

    def when(self, condition: z3.BoolRef, effects: Iterable[f.Effect], env: Env, st: SymbolicState) -> SymbolicState:
        """The post-state of effects under one more path condition."""
        self.given.append(condition)
        st = self.run(effects, env, st)
        self.given.pop()
        return st

    def step(self, x: f.Effect, env: Env, st: SymbolicState) -> SymbolicState:
        """The post-state of one effect."""
        match x:
            case f.Assign():
                return self.assigned(x.target, self.value(x.value, env, st), env, st)
            case f.ChangeSet():
                player = self.value(x.player, env, st)
                old = cast(Mask, self.value(x.target, env, st))
                new = tuple(ite(same(player, i), boolean(x.kind == "include"), was) for i, was in enumerate(old))
                if isinstance(x.target, e.Owner):
                    done = conj(st.open[x.target.situation], disj(old), neg(disj(new)))
                    self.emit(t.SituationEvent("completes", x.target.situation), done, st, -1)
                return self.assigned(x.target, new, env, st, even_empty=True)
            case f.Begin():
                return self.begun(x, env, st)
            case f.End():
                owner = st.owners[x.situation]
                player = -1 if isinstance(owner, tuple) else owner
                self.emit(t.SituationEvent("ends", x.situation), st.open[x.situation], st, player)
                return self.closed(st, (x.situation,))
            case f.Perform():
                return self.performed(x, env, st)
            case f.Seating():
                player = self.value(x.player, env, st)
                there = boolean(x.kind == "seat")
                seats = tuple(ite(same(player, i), there, here) for i, here in enumerate(st.in_play))
                differs = neg(conj(same(a, b) for a, b in zip(seats, st.in_play, strict=True)))
                self.emit(t.TableEvent("joins" if x.kind == "seat" else "leaves"), differs, st, player)
                return replace(st, in_play=seats)
            case f.BeginRound():
                st = self.closed(st, range(len(self.table.situations)))
                rows = [
                    row if declared.kept else [self.known(declared.type, declared.starts, st) for _ in row]
                    for row, declared in zip(st.variables, self.table.variables, strict=True)
                ]
                self.emit(t.TableEvent("round begins"), boolean(True), st, -1)
                return replace(self.at_home(st), variables=rows, round_runs=boolean(True), match_over=boolean(False))
            case f.EndRound() | f.EndMatch():
                winners = cast(Mask, self.value(x.winners, env, st))
                over = self.closed(st, range(len(self.table.situations)))
                over = replace(over, winners=winners, round_runs=boolean(False))
                if isinstance(x, f.EndMatch):
                    self.emit(t.TableEvent("match ends"), neg(st.match_over), st, -1)
                    return self.either(st.match_over, st, replace(over, match_over=boolean(True)))
                self.emit(t.TableEvent("round ends"), st.round_runs, st, -1)
                return self.either(st.round_runs, over, st)
            case f.If():
                condition = self.truth(x.condition, env, st)
                then, otherwise = self.when(condition, x.then, env, st), self.when(neg(condition), x.otherwise, env, st)
                return self.either(condition, then, otherwise)
            case f.ForEach():
                return self.for_each(x, env, st)
            case f.ForEachCard():
                # which cards, and how many, is unknown
                card = self.unknown(x.local.type)
                return self.often(x.body, None, {**env, x.local.index: card}, st)
            case f.AtRandom():
                return self.at_random(x, env, st)
            case f.Repeat():
                return self.repeated(x, env, st)
            case f.MoveCard() | f.MoveTop() | f.MoveAll() | f.SwapPlaces() | f.GiveEvery():
                # (whose places they are, and which card, is read before it moves)
                certain = self.certain(x, env, st)
                sizes = self.resized(x, env, st, certain).sizes
                return self.covered(x, replace(self.transferred(x, env, st), sizes=sizes), certain)
            case f.Gather():
                sizes = self.resized(x, env, st, False).sizes
                # nothing moves if there is no receiver
                kept = boolean(False) if x.target.seat is None else same(self.seat(x.target, env, st), -1)
                then = replace(st, holding=[tuple(conj(here, kept) for here in row) for row in st.holding])
                return self.covered(x, replace(self.given_to(x.target, env, then), sizes=sizes))
            case f.Shuffle():
                return self.covered(x, st)
            case f.Show() | f.Tell():
                return st
            case _:
                assert_never(x)

    # ----------------------------------------------------------------------------------------------------- who may have cards

    def transferred(
        self, x: f.MoveCard | f.MoveTop | f.MoveAll | f.SwapPlaces | f.GiveEvery, env: Env, st: SymbolicState
    ) -> SymbolicState:
        """Updates which players may hold cards after an effect that moves cards."""
        match x:
            case f.MoveCard() | f.MoveTop():
                return self.given_to(x.target, env, st)
            case f.MoveAll():
                then = self.given_to(x.target, env, st)
                if x.where is not None or x.keep or x.origin == x.target or not st.holding[x.origin.zone]:
                    return then
                # nothing moves if there is no receiver
                whose = self.seat(x.origin, env, st)
                gone = [same(whose, i) for i in range(self.table.seats)]
                if x.target.seat is not None:
                    to = self.seat(x.target, env, st)
                    apart = boolean(True) if x.target.zone != x.origin.zone else neg(same(whose, to))
                    gone = [conj(here, neg(same(to, -1)), apart) for here in gone]
                rows = list(then.holding)
                rows[x.origin.zone] = tuple(conj(h, neg(g)) for h, g in zip(rows[x.origin.zone], gone, strict=True))
                return replace(then, holding=rows)
            case f.SwapPlaces():
                return self.given_to(x.left, env, self.given_to(x.right, env, st))
            case f.GiveEvery():
                for seat in range(self.table.seats if st.holding[x.zone] else 0):
                    st = self.given_to(e.Place(x.zone, x.to), {**env, x.local.index: seat}, st)
                return st
            case _:
                assert_never(x)

    def seat(self, place: e.Place, env: Env, st: SymbolicState) -> Value:
        """The player whose place it is."""
        assert place.seat is not None
        return cast(Value, self.value(place.seat, env, st))

    def covered(self, x: f.Effect, st: SymbolicState, certain: bool = False) -> SymbolicState:
        """Updates the tops of the piles that an effect changes: any card; or the moved one, if it is `certain` to have lain
        at its origin."""
        transfer, held, self.held = summaries(self.table).of(x).transfer, self.held, None
        st = st if transfer is None else self.anything_on(transfer.tops, st)
        if not certain or not isinstance(x, f.MoveCard) or held is None:
            return st
        card = held[2]
        shown = list(st.shown)
        shown[x.target.zone] = tuple(card for _ in shown[x.target.zone])
        return replace(st, shown=shown)

    def certain(self, x: f.Effect, env: Env, st: SymbolicState) -> bool:
        """Whether the card that an effect moves is certain to lie at its origin."""
        if not isinstance(x, f.MoveCard) or self.held is None or self.again or x.origin.zone == x.target.zone:
            return False
        zone, player, card = self.held
        whose = player if x.origin.seat is None else self.value(x.origin.seat, env, st)
        there = conj(boolean(x.origin.zone == zone), same(whose, player), same(self.value(x.card, env, st), card))
        return bool(z3.is_true(there))

    def anything_on(self, zones: Iterable[int], st: SymbolicState) -> SymbolicState:
        """Havoc of the tops of piles: any card, or none."""
        shown, any_card = list(st.shown), Card(True)
        for zone in zones:
            shown[zone] = tuple(self.unknown(any_card) for _ in shown[zone])
        return replace(st, shown=shown)

    def given_to(self, place: e.Place, env: Env, st: SymbolicState) -> SymbolicState:
        """Marks that a place may have cards."""
        if place.seat is None or not st.holding[place.zone]:
            return st
        whose, rows = self.seat(place, env, st), list(st.holding)
        rows[place.zone] = tuple(disj(here, same(whose, i)) for i, here in enumerate(rows[place.zone]))
        return replace(st, holding=rows)

    def at_home(self, st: SymbolicState) -> SymbolicState:
        """The state with all cards where they lie before a round."""
        homes = {zone for zone, _ in self.table.deck.homes}
        self.held, st = None, self.anything_on(range(len(self.table.zones)), st)
        sizes = [tuple(integer(0) for _ in row) for row in st.sizes]
        st = self.any_size(replace(st, sizes=sizes), homes) if any(st.sizes) else st
        return replace(st, holding=[tuple(boolean(z in homes) for _ in row) for z, row in enumerate(st.holding)])

    def repeated_transfers(
        self, effects: Sequence[f.Effect], env: Env, st: SymbolicState, depth: int = 0
    ) -> SymbolicState:
        """Updates which players may hold cards after effects that run any number of times. (The owner of a place may
        change between the runs.)"""
        all_ = summaries(self.table)
        changed = {type(c.target) for x in all_.through(effects) for c in x.changes}
        for x in all_.flat(effects):
            places = [] if x.transfer is None else [x.transfer.target]
            if x.transfer is not None and x.transfer.how == "swap" and x.transfer.origin is not None:
                places.append(x.transfer.origin)
            for place in places:
                sure = place.seat is not None and x.transfer is not None and x.transfer.how != "give"
                if sure and lasting(place.seat, env, changed):
                    st = self.given_to(place, env, st)
                else:
                    st = self.anybody_has(place.zone, st)
            if x.performs is not None:
                who = x.performs.player
                mine: Env = {0: cast(Value, self.value(who, env, st))} if lasting(who, env, changed) else {}
                within = self.table.acts[x.performs.act].effects
                if depth < len(self.table.acts):
                    st = self.repeated_transfers(within, mine, st, depth + 1)
                else:
                    st = replace(st, holding=[tuple(boolean(True) for _ in row) for row in st.holding])
        return st

    def anybody_has(self, zone: int, st: SymbolicState) -> SymbolicState:
        """Marks that every player's place in a zone may have cards."""
        rows = list(st.holding)
        rows[zone] = tuple(boolean(True) for _ in rows[zone])
        return replace(st, holding=rows)

    # ------------------------------------------------------------------------------------------------------------- values

    def known(self, type_: Type, value: int, st: SymbolicState) -> Term | Mask:
        """A constant of a type."""
        if isinstance(type_, Players):
            return tuple(conj(boolean(bool(value >> i & 1)), there) for i, there in enumerate(st.exists))
        return integer(value)

    def either(self, condition: z3.BoolRef, one: SymbolicState, other: SymbolicState) -> SymbolicState:
        """The merge of two states under a condition (if-then-else)."""
        changes = {x.name: getattr(other, x.name) for x in fields(SymbolicState)}
        for name, there in changes.items():
            here = getattr(one, name)
            if here is not there:
                changes[name] = mixed(condition, here, there)
        return replace(one, **changes)

    def closed(self, st: SymbolicState, situations: Sequence[int]) -> SymbolicState:
        """The state with these situations closed."""
        open_, owners, rows, lowest = list(st.open), list(st.owners), list(st.fields), list(st.lowest)
        for index in situations:
            situation = self.table.situations[index]
            open_[index] = lowest[index] = boolean(False)
            owners[index] = self.known(Players(), 0, st) if situation.on_players else integer(-1)
            rows[index] = [self.known(x.type, x.starts, st) for x in situation.fields]
        top = self.unknown(Number(-1, len(open_) - 1))
        for i, there in enumerate(open_):
            alone = neg(disj([x for j, x in enumerate(open_) if j != i]))
            self.limits.append(disj(neg(same(top, i)), conj(there, disj(neg(lowest[i]), alone))))
        return replace(st, open=open_, owners=owners, fields=rows, top=top, lowest=lowest)

    def begun(self, x: f.Begin, env: Env, st: SymbolicState) -> SymbolicState:
        situation = self.table.situations[x.situation]
        owner = self.value(x.owner, env, st)
        given = {i: self.value(value, env, st) for i, value in x.fields}
        somebody = disj(owner) if isinstance(owner, tuple) else neg(same(owner, -1))
        then = self.closed(st, (x.situation,))
        then.lowest[x.situation] = neg(disj(then.open))
        then.open[x.situation] = boolean(True)
        then.owners[x.situation] = owner
        for position, value in given.items():
            then.fields[x.situation][position] = self.kept(value, situation.fields[position].type)
        then.top = integer(x.situation)
        player = -1 if isinstance(owner, tuple) else owner
        self.emit(t.SituationEvent("begins", x.situation), somebody, then, player)
        return self.either(somebody, then, st)

    def kept(self, value: Term | Mask, type_: Type) -> Term | Mask:
        """A value after assignment: a number is clamped to the bounds of its type."""
        if not isinstance(type_, Number):
            return value
        return clamp(cast(Term, value), type_) if self.counting else self.unknown(type_)

    def assigned(
        self,
        target: e.Variable | e.Field | e.Owner,
        value: Term | Mask,
        env: Env,
        st: SymbolicState,
        even_empty: bool = False,
    ) -> SymbolicState:
        value = self.kept(value, target.type)
        match target:
            case e.Variable():
                rows = list(st.variables)
                row = list(rows[target.index])
                whose = 0 if target.seat is None else self.value(target.seat, env, st)
                rows[target.index] = [mixed(same(whose, i), value, was) for i, was in enumerate(row)]
                return replace(st, variables=rows)
            case e.Field():
                all_ = list(st.fields)
                mine = list(all_[target.situation])
                mine[target.index] = mixed(st.open[target.situation], value, mine[target.index])
                all_[target.situation] = mine
                return replace(st, fields=all_)
            case e.Owner():
                owners = list(st.owners)
                somebody = disj(value) if isinstance(value, tuple) else neg(same(value, -1))
                taken = st.open[target.situation] if even_empty else conj(st.open[target.situation], somebody)
                owners[target.situation] = mixed(taken, value, owners[target.situation])
                then = replace(st, owners=owners)
                if not isinstance(value, tuple):
                    self.emit(t.SituationEvent("passes", target.situation), taken, then, value)
                return then
            case _:
                assert_never(target)

    def performed(self, x: f.Perform, env: Env, st: SymbolicState) -> SymbolicState:
        player = self.value(x.player, env, st)
        wanted = self.table.acts[x.act].argument
        argument: Value = -1
        if x.argument is not None and wanted is not None:
            argument = self.kept(self.value(x.argument, env, st), wanted)
        shown = argument if x.standing_for is None else self.value(x.standing_for, env, st)
        somebody = neg(same(player, -1))
        env = {t.PLAYER_LOCAL: player, t.ARGUMENT_LOCAL: argument}
        then = self.when(somebody, self.table.acts[x.act].effects, env, st)
        self.emit(t.ActEvent(x.act, x.manner), somebody, then, player, shown)
        return self.either(somebody, then, st)

    def for_each(self, x: f.ForEach, env: Env, st: SymbolicState) -> SymbolicState:
        players = cast(Mask, self.value(x.players, env, st))
        start = 0 if x.start is None else self.value(x.start, env, st)
        seats = range(len(players))
        backward = boolean(False) if x.backward is None else self.truth(x.backward, env, st)
        ways = [(neg(backward), 1)] if x.backward is None else [(neg(backward), 1), (backward, -1)]
        for number in seats:
            # the seat at this distance from the start; from the first seat if the start is nobody
            places = [
                (
                    conj(way, disj(same(start, i), same(start, -1) if i == 0 else boolean(False))),
                    (i + step * number) % len(players),
                )
                for i in seats
                for way, step in ways
            ]
            seat: Value = integer(-1)
            for here, at in places:
                seat = ite(here, integer(at), seat)
            among = disj([conj(here, players[at]) for here, at in places])
            st = self.either(among, self.when(among, x.body, {**env, x.local.index: seat}, st), st)
        return st

    def at_random(self, x: f.AtRandom, env: Env, st: SymbolicState) -> SymbolicState:
        """The post-state of a block run for one arbitrary value."""
        value = self.unknown(x.local.type)
        assert not isinstance(value, tuple)
        env = {**env, x.local.index: value}
        if isinstance(x.among, tuple):
            self.limits.append(disj(same(value, v) for v in x.among))
            return self.run(x.body, env, st)
        players = cast(Mask, self.value(x.among, env, st))
        somebody = disj(players)
        self.limits.append(disj(neg(somebody), *(conj(same(value, i), there) for i, there in enumerate(players))))
        return self.either(somebody, self.when(somebody, x.body, env, st), st)

    def often(self, body: tuple[f.Effect, ...], times: e.Expr | None, env: Env, st: SymbolicState) -> SymbolicState:
        """The post-state of a block that runs any number of times (of cards moved: so many at most), or never."""
        if concerns(body, self.table):
            return self.anyhow(body, st)
        # abstract before and after one arbitrary iteration
        self.again += 1
        then = self.forgotten(body, self.run(body, env, self.forgotten(body, st)))
        self.again -= 1
        most = None if times is None or not self.sized else cast(Term, self.value(times, env, st))
        sizes = self.repeated_sizes(body, most, env, st).sizes
        return replace(then, holding=self.repeated_transfers(body, env, st).holding, sizes=sizes)

    def repeated(self, x: f.Repeat, env: Env, st: SymbolicState) -> SymbolicState:
        times = x.times.value if isinstance(x.times, e.Constant) else MOST_TIMES + 1
        if times > MOST_TIMES or not concerns(x.body, self.table):
            return self.often(x.body, x.times, env, st)
        for _ in range(times):
            goes_on = boolean(True) if x.condition is None else self.truth(x.condition, env, st)
            st = self.either(goes_on, self.when(goes_on, x.body, env, st), st)
        return st

    def forgotten(self, effects: tuple[f.Effect, ...], st: SymbolicState) -> SymbolicState:
        """Havoc: any value in the slots that effects, and the acts they perform, assign."""
        rows, all_ = list(st.variables), list(st.fields)
        for target in (c.target for x in summaries(self.table).through(effects) for c in x.changes):
            if isinstance(target, e.Variable):
                rows[target.index] = [self.unknown(target.type) for _ in rows[target.index]]
            elif isinstance(target, e.Field):
                mine = list(all_[target.situation])
                mine[target.index] = self.unknown(target.type)
                all_[target.situation] = mine
        self.held, st = None, replace(st, variables=rows, fields=all_)
        if self.sized:
            st = self.any_size(st, moved_zones(summaries(self.table).through(effects)))
        for x in (x.transfer for x in summaries(self.table).through(effects) if x.transfer is not None):
            for place in (x.target, x.origin if x.how == "swap" else None):
                st = st if place is None else self.anybody_has(place.zone, st)
            st = self.anything_on(x.tops, st)
        return st

    def anyhow(self, effects: tuple[f.Effect, ...], st: SymbolicState) -> SymbolicState:
        """Havoc of everything: anybody takes part, anything is open or over."""
        self.again += 1
        for event in sorted(emitted(self.table, effects), key=repr):
            self.emit(event, boolean(True), st, self.unknown(Player(True)), self.unknown(Player(True)))
        self.again -= 1
        there = cast(Mask, self.unknown(Players()))
        situations = self.table.situations
        self.held = None
        return replace(
            self.any_size(self.anything_on(range(len(self.table.zones)), st), self.sized),
            in_play=tuple(conj(x, seat) for x, seat in zip(there, st.exists, strict=True)),
            open=[self.maybe() for _ in situations],
            lowest=[boolean(False) for _ in situations],
            owners=[self.unknown(Players() if x.on_players else Player(True)) for x in situations],
            fields=[[self.unknown(y.type) for y in x.fields] for x in situations],
            variables=[
                [self.unknown(declared.type) for _ in row]
                for declared, row in zip(self.table.variables, st.variables, strict=True)
            ],
            top=self.unknown(Number(-1, len(situations) - 1)),
            winners=cast(Mask, self.unknown(Players())),
            round_runs=self.maybe(),
            match_over=self.maybe(),
            holding=[tuple(boolean(True) for _ in row) for row in st.holding],
        )

    def maybe(self) -> z3.BoolRef:
        """A fresh Boolean."""
        return z3.Bool(f"then.{next(self.numbers)}")

    def emit(self, event: t.Event, when: z3.BoolRef, st: SymbolicState, player: Value, argument: Value = -1) -> None:
        if self.on_event is not None:
            self.on_event(event, conj(when, *self.given), st, player, argument)


class NotFollowed(Exception):
    """A cascade or a loop exceeds the limits."""


def mixed(condition: z3.BoolRef, one: Any, other: Any) -> Any:
    """If-then-else over terms, sets of seats, or rows of these."""
    if one is other:
        return one
    if isinstance(one, tuple | list):
        parts = [mixed(condition, a, b) for a, b in zip(one, other, strict=True)]
        return tuple(parts) if isinstance(one, tuple) else parts
    return ite(condition, one, other)
