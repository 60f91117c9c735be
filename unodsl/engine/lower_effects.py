"""Lowers effects of the model to statements of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from unodsl.engine import program as p
from unodsl.engine.layout import IN_PLAY, MATCH, MOVED, ROUND, WINNERS, Layout
from unodsl.engine.lower_body import NONE, ONE, ZERO, Body, Env, plus, plus_one, sure
from unodsl.engine.lower_short import looked_up_once, merged
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number, Players, Type, YesNo

_NESTED = 8
"""The depth of nested loops at which the innermost becomes a function."""


def reach(x: e.Expr) -> tuple[int, int]:
    """The least and the greatest value of a number, including 0 where nothing counts as 0."""
    assert isinstance(x.type, Number)
    low, high = x.type.low, x.type.high
    if isinstance(x, e.Stored | e.Condition | e.PlayerSet | e.Derived):
        return low, high
    match x:
        case e.Constant():
            return x.value, x.value
        case e.OverCards() | e.OverPlayers() | e.FaceNumber():
            return min(0, low), max(0, high)
        case e.Choose():
            (a, b), (c, d) = reach(x.then), reach(x.otherwise)
            return min(a, c), max(b, d)
        case e.Local() | e.Builtin() | e.CountCards() | e.SetSize() | e.Arithmetic():
            return low, high
        case _:
            assert_never(x)


class EffectsMixin:
    """The part of the lowering for effects."""

    table: t.Table
    layout: Layout
    functions: list[p.Function]
    tables: dict[str, tuple[int, ...]]
    notes: list[f.Tell]
    events: dict[t.Event, int]
    rules: tuple[str, ...]
    nested: int

    if TYPE_CHECKING:

        def value(self, x: e.Expr, env: Env, b: Body) -> p.Node: ...
        def number_tables(self) -> list[str]: ...
        def fixed_argument(self, index: int, seat: p.Node, b: Body) -> p.Node: ...

        def cards_where(self, place: e.Place, local: e.Local, where: e.Expr | None, env: Env, b: Body) -> p.Node: ...

    # -------------------------------------------------------------------------------------------------------- functions

    def act_function(self, index: int) -> None:
        """`act_k(player, argument)`: the effects of an act."""
        b = Body()
        self.effects(self.table.acts[index].effects, {0: p.Name("player"), 1: p.Name("argument")}, b)
        self.functions.append(p.Function(f"act_{index}", ("player", "argument"), b.done(), self.table.acts[index].name))

    def take_up(self, index: int) -> str:
        """`take_up_k(player, argument)`: a player takes an offer."""
        offer = self.table.offers[index]
        b = Body()
        player: p.Node = p.Name("player")
        argument = self.known_argument(index)
        shown: p.Node = argument
        if offer.stands_for is not None:
            shown = b.keep(self.value(offer.stands_for, {0: player, 1: argument}, b), "shown")
        b.add(p.Fired(self.rules.index(offer.info.name)))
        if self.table.acts[offer.act].effects:
            # inlined: this is the hot path of a game
            self.effects(self.table.acts[offer.act].effects, {0: player, 1: argument}, b)
        self.effects(offer.effects, {0: player, 1: shown}, b)
        self.emit(t.ActEvent(offer.act, offer.manner), player, shown, b)
        self.emit(t.OfferEvent(index), player, shown, b)
        body = looked_up_once(merged(b.done()), self.number_tables())
        self.functions.append(p.Function(f"take_up_{index}", ("player", "argument"), body, offer.info.name))
        return f"take_up_{index}"

    def known_argument(self, index: int) -> p.Node:
        """The argument with which an offer is taken: a constant if it is fixed."""
        if self.table.offers[index].argument is not None:
            fixed = self.fixed_argument(index, p.Name("player"), Body())
            if isinstance(fixed, p.Int):
                return fixed
        return p.Name("argument")

    def trigger_function(self, index: int) -> None:
        """`trigger_k(player, argument)`: the effects of a trigger of several events."""
        trigger = self.table.triggers[index]
        b = Body()
        self.triggered(index, b)
        self.functions.append(p.Function(f"trigger_{index}", ("player", "argument"), b.done(), trigger.info.name))

    def triggered(self, index: int, b: Body) -> None:
        """The effects of a trigger."""
        b.add(p.Fired(self.rules.index(self.table.triggers[index].info.name)))
        self.effects(self.table.triggers[index].effects, {0: p.Name("player"), 1: p.Name("argument")}, b)

    def handler(self, event: t.Event, order: tuple[int, ...]) -> str:
        """`on_k(player, argument)`: runs the triggers of an event, each with its guard evaluated at its turn."""
        b = Body()
        env: Env = {0: p.Name("player"), 1: p.Name("argument")}
        here = set(order)
        watched = {r for i in order for r in self.table.triggers[i].replaced_by if r in here}
        for index in sorted(watched):
            b.add(p.Set(f"ran_{index}", ZERO))
        for index in order:
            trigger = self.table.triggers[index]
            inner = b.inner()
            guard = self.value(trigger.guard, env, inner)
            run = inner.inner()
            if len(trigger.events) > 1:
                run.add(p.Do(p.Call(f"trigger_{index}", (env[0], env[1]))))
            else:
                self.triggered(index, run)
            if index in watched:
                run.add(p.Set(f"ran_{index}", ONE))
            if isinstance(guard, p.Int) and guard.value:
                inner.statements.extend(run.statements)
            else:
                inner.add(p.When(guard, run.done()))
            replaced = [p.Name(f"ran_{r}") for r in trigger.replaced_by if r in here]
            if replaced:
                aside: tuple[p.Statement, ...] = (p.Set(f"ran_{index}", ONE),) if index in watched else ()
                b.add(
                    p.When(
                        p.IsZero(p.All("or", tuple(replaced)) if len(replaced) > 1 else replaced[0]),
                        inner.done(),
                        aside,
                    )
                )
            else:
                b.statements.extend(inner.statements)
        name = f"on_{self.events[event]}"
        body = looked_up_once(merged(b.done()), self.number_tables())
        self.functions.append(p.Function(name, ("player", "argument"), body, repr(event)))
        return name

    def emit(self, event: t.Event, player: p.Node, argument: p.Node, b: Body) -> None:
        """Queues an event that has triggers."""
        if event in self.events:
            b.add(p.Emit(self.events[event], player, argument))

    # ---------------------------------------------------------------------------------------------------------- effects

    def effects(self, block: tuple[f.Effect, ...], env: Env, b: Body) -> None:
        for effect in block:
            self.effect(effect, env, b)

    def kept(self, value: p.Node, source: e.Expr, target: Type) -> p.Node:
        """A value converted to the type of its target: clamped, 0 or 1."""
        if isinstance(target, Number):
            low, high = reach(source)
            return p.Clamp(value, target.low, target.high) if low < target.low or high > target.high else value
        if isinstance(target, YesNo) and not isinstance(value, p.Int | p.Slot):
            return p.Select(value, ONE, ZERO)
        return value

    def seat(self, place: e.Place, env: Env, b: Body) -> tuple[p.Node, p.Node | None]:
        """The seat of a place, and the condition that it is not nobody (None: it never is)."""
        if place.seat is None:
            return ZERO, None
        value = b.keep(self.value(place.seat, env, b), "seat")
        if isinstance(value, p.Int) and value.value >= 0:
            return value, None
        return value, None if sure(place.seat) else p.Op("<=", ZERO, value)

    def guarded(self, conditions: list[p.Node | None], body: tuple[p.Statement, ...], b: Body) -> None:
        real = [c for c in conditions if c is not None]
        if not real:
            b.statements.extend(body)
        else:
            b.add(p.When(p.All("and", tuple(real)) if len(real) > 1 else real[0], body))

    def effect(self, effect: f.Effect, env: Env, b: Body) -> None:
        match effect:
            case f.Assign():
                self.assign(effect, env, b)
            case f.MoveCard():
                kind = b.keep(self.value(effect.card, env, b), "kind")
                (origin, one), (target, two) = self.seat(effect.origin, env, b), self.seat(effect.target, env, b)
                b.add(p.Store(p.Int(MOVED), NONE))
                put = (*self.put(effect.target.zone, target, kind), p.Store(p.Int(MOVED), kind))
                self.guarded([p.Op("<=", ZERO, kind), one, two], self.taken(effect.origin.zone, origin, kind, put), b)
            case f.MoveTop():
                self.move_top(effect, env, b)
            case f.MoveAll():
                (origin, one), (target, two) = self.seat(effect.origin, env, b), self.seat(effect.target, env, b)
                name = b.fresh("cards")
                inner = b.inner()
                if effect.where is None:
                    inner.add(p.Set(name, p.Call("clear", (p.Int(effect.origin.zone), origin, p.Int(effect.keep)))))
                else:
                    assert effect.local is not None
                    inner.add(p.Set(name, self.cards_where(effect.origin, effect.local, effect.where, env, inner)))
                    at = self.slot_of(effect.origin.zone, origin)
                    inner.add(p.Store(at, p.Op("&~", p.Slot(at, True), p.Name(name))))
                inner.add(p.Do(p.Call("put under", (p.Int(effect.target.zone), target, p.Name(name)))))
                self.guarded([one, two], inner.done(), b)
            case f.Gather():
                target, one = self.seat(effect.target, env, b)
                self.guarded([one], (p.Do(p.Call("gather", (p.Int(effect.target.zone), target))),), b)
            case f.Shuffle():
                if self.layout.depth[effect.place.zone]:
                    target, one = self.seat(effect.place, env, b)
                    self.guarded([one], (p.Do(p.Call("shuffle", (p.Int(effect.place.zone), target))),), b)
            case f.SwapPlaces():
                self.swap(effect, env, b)
            case f.GiveEvery():
                self.give(effect, env, b)
            case f.Begin():
                self.begin(effect, env, b)
            case f.End():
                below = p.Slot(p.Int(self.layout.below[effect.situation]))
                inner = b.inner()
                on_players = self.table.situations[effect.situation].on_players
                owner = NONE if on_players else inner.keep(p.Slot(p.Int(self.layout.owner[effect.situation])), "owner")
                inner.add(p.Do(p.Call("close", (p.Int(effect.situation),))))
                self.emit(t.SituationEvent("ends", effect.situation), owner, NONE, inner)
                b.add(p.When(p.Op("!=", below, p.Int(-2)), inner.done()))
            case f.ChangeSet():
                self.change_set(effect, env, b)
            case f.Perform():
                self.perform(effect, env, b)
            case f.Show():
                to = self.value(effect.to, env, b)
                if isinstance(effect.what, e.Place):
                    seat, one = self.seat(effect.what, env, b)
                    self.guarded([one], (p.Report(None, effect.what.zone, seat, to),), b)
                else:
                    b.add(p.Report(None, -1, self.value(effect.what, env, b), to))
            case f.Tell():
                to = self.value(effect.to, env, b)
                if effect.more:
                    self.notes.append(effect)
                    values = tuple(self.value(x, env, b) for x in effect.values)
                    b.add(p.Note(len(self.notes) - 1, values, to))
                else:
                    b.add(p.Report(effect.text, -1, NONE, to))
            case f.Seating():
                self.seating(effect, env, b)
            case f.BeginRound():
                b.add(p.Do(p.Call("new round", ())))
                self.emit(t.TableEvent("round begins"), NONE, NONE, b)
            case f.EndRound() | f.EndMatch():
                self.end(effect, env, b)
            case f.If():
                condition = self.value(effect.condition, env, b)
                then, other = b.inner(), b.inner()
                self.effects(effect.then, env, then)
                self.effects(effect.otherwise, env, other)
                b.add(p.When(condition, then.done(), other.done()))
            case f.ForEach():
                self.for_each(effect, env, b)
            case f.ForEachCard():
                self.for_each_card(effect, env, b)
            case f.AtRandom():
                self.at_random(effect, env, b)
            case f.Repeat():
                times = self.value(effect.times, env, b)
                inner = b.inner()
                if effect.condition is not None:
                    inner.add(p.When(p.IsZero(self.value(effect.condition, env, inner)), (p.Leave(),)))
                self.looped(effect.body, env, inner)
                if times == ONE and effect.condition is None:
                    b.statements.extend(inner.statements)
                else:
                    b.add(p.Count(b.fresh("i"), times, inner.done()))
            case _:
                assert_never(effect)

    def assign(self, effect: f.Assign, env: Env, b: Body) -> None:
        target = effect.target
        value = self.kept(self.value(effect.value, env, b), effect.value, target.type)
        match target:
            case e.Variable():
                at = self.layout.variable[target.index]
                if target.seat is None:
                    b.add(p.Store(p.Int(at), value))
                    return
                value = b.keep(value)
                seat, one = self.seat(e.Place(0, target.seat), env, b)
                self.guarded([one], (p.Store(p.Op("+", p.Int(at), seat), value),), b)
            case e.Field():
                self.if_open(
                    target.situation, (p.Store(p.Int(self.layout.field[target.situation][target.index]), value),), b
                )
            case e.Owner():
                value = b.keep(value)
                several = isinstance(target.type, Players)
                taken = b.inner()
                taken.add(p.Store(p.Int(self.layout.owner[target.situation]), value))
                if not several:
                    self.emit(t.SituationEvent("passes", target.situation), value, NONE, taken)
                somebody = p.Op("!=", value, ZERO if several else NONE)
                self.if_open(target.situation, (p.When(somebody, taken.done()),), b)
            case _:
                assert_never(target)

    def if_open(self, situation: int, body: tuple[p.Statement, ...], b: Body) -> None:
        b.add(p.When(p.Op("!=", p.Slot(p.Int(self.layout.below[situation])), p.Int(-2)), body))

    def slot_of(self, zone: int, seat: p.Node) -> p.Node:
        """The index of the first slot of a place."""
        start, stride = self.layout.zone[zone], self.layout.stride[zone]
        if isinstance(seat, p.Int):
            return p.Int(start + seat.value * stride)
        return p.Op("+", p.Int(start), seat if stride == 1 else p.Op("*", seat, p.Int(stride)))

    def put(self, zone: int, seat: p.Node, kind: p.Node) -> tuple[p.Statement, ...]:
        """Puts a card on top of a place."""
        at = self.slot_of(zone, seat)
        match self.layout.depth[zone]:
            case 0:
                return (p.Store(at, p.Call("add card", (p.Slot(at, True), kind))),)
            case 1:
                rest = p.Op("+", at, ONE)
                under = p.Store(rest, p.Call("add card", (p.Slot(rest, True), p.Slot(at))))
                return p.When(p.Op("<=", ZERO, p.Slot(at)), (under,)), p.Store(at, kind)
            case _:
                return (p.Do(p.Call("put", (p.Int(zone), seat, kind))),)

    def taken(self, zone: int, seat: p.Node, kind: p.Node, then: tuple[p.Statement, ...]) -> tuple[p.Statement, ...]:
        """Removes one card of a kind from a place; `then` runs if there is one."""
        if self.layout.depth[zone]:
            return (p.When(p.Call("take", (p.Int(zone), seat, kind)), then),)
        at = self.slot_of(zone, seat)
        there = p.Op("&", p.Slot(at, True), p.Entry("CARDS", p.Op("+", kind, ONE)))
        return (p.When(there, (p.Store(at, p.Call("take card", (p.Slot(at, True), kind))), *then)),)

    def move_top(self, effect: f.MoveTop, env: Env, b: Body) -> None:
        count = b.keep(self.value(effect.count, env, b), "count")
        (origin, one), (target, two) = self.seat(effect.origin, env, b), self.seat(effect.target, env, b)
        zone = effect.origin.zone
        b.add(p.Store(p.Int(MOVED), NONE))
        loop = b.inner()
        kind = loop.fresh("kind")
        at = self.slot_of(zone, origin)
        if self.layout.depth[zone]:
            loop.add(p.Set(kind, p.Slot(at)))
            loop.add(p.When(p.Op("<", p.Name(kind), ZERO), (p.RanOut(zone), p.Leave())))
            loop.add(p.Do(p.Call("take", (p.Int(zone), origin, p.Name(kind)))))
        elif not self.layout.depth[effect.target.zone]:
            to = self.slot_of(effect.target.zone, target)
            drawn = (
                p.Set(kind, p.Call("draw", (p.Slot(at, True), p.Slot(to, True)))),
                p.Store(p.Int(MOVED), p.Name(kind)),
            )
            if count == ONE:
                self.guarded([one, two], (p.When(p.Slot(at, True), drawn, (p.RanOut(zone),)),), b)
                return
            loop.add(p.When(p.IsZero(p.Slot(at, True)), (p.RanOut(zone), p.Leave())))
            loop.statements.extend(drawn)
            self.guarded([one, two], (p.Count(b.fresh("i"), count, loop.done()),), b)
            return
        else:
            loop.add(p.When(p.IsZero(p.Slot(at, True)), (p.RanOut(zone), p.Leave())))
            loop.add(p.Set(kind, p.Call("pick", (p.Slot(at, True),))))
            loop.add(p.Store(at, p.Call("take card", (p.Slot(at, True), p.Name(kind)))))
        loop.statements.extend(self.put(effect.target.zone, target, p.Name(kind)))
        loop.add(p.Store(p.Int(MOVED), p.Name(kind)))
        self.guarded([one, two], (p.Count(b.fresh("i"), count, loop.done()),), b)

    def swap(self, effect: f.SwapPlaces, env: Env, b: Body) -> None:
        (left, one), (right, two) = self.seat(effect.left, env, b), self.seat(effect.right, env, b)
        a, c = effect.left.zone, effect.right.zone
        body: list[p.Statement] = []
        for i in range(self.layout.stride[a]):
            here = p.Op("+", p.Int(self.layout.zone[a] + i), p.Op("*", left, p.Int(self.layout.stride[a])))
            there = p.Op("+", p.Int(self.layout.zone[c] + i), p.Op("*", right, p.Int(self.layout.stride[c])))
            name = b.fresh("held")
            cards = i == self.layout.depth[a]
            body += [
                p.Set(name, p.Slot(here, cards)),
                p.Store(here, p.Slot(there, cards)),
                p.Store(there, p.Name(name)),
            ]
        self.guarded([one, two], tuple(body), b)

    def give(self, effect: f.GiveEvery, env: Env, b: Body) -> None:
        gifts: list[tuple[int, str, str]] = []
        for seat in range(self.layout.seats):
            to, cards = b.fresh("to"), b.fresh("cards")
            inner = b.inner()
            inner.add(p.Set(to, self.value(effect.to, {**env, effect.local.index: p.Int(seat)}, inner)))
            b.add(p.Set(to, NONE))
            b.add(p.When(p.Op("&", p.Op(">>", p.Slot(p.Int(IN_PLAY)), p.Int(seat)), ONE), inner.done()))
            gifts.append((seat, to, cards))
        for seat, to, cards in gifts:
            b.add(p.Set(cards, ZERO))
            clear = p.Set(cards, p.Call("clear", (p.Int(effect.zone), p.Int(seat), ZERO)))
            b.add(p.When(p.Op("<=", ZERO, p.Name(to)), (clear,)))
        for _, to, cards in gifts:
            put = p.Do(p.Call("put under", (p.Int(effect.zone), p.Name(to), p.Name(cards))))
            b.add(p.When(p.Op("<=", ZERO, p.Name(to)), (put,)))

    def begin(self, effect: f.Begin, env: Env, b: Body) -> None:
        situation = self.table.situations[effect.situation]
        owner = b.keep(self.value(effect.owner, env, b), "owner")
        values = []
        for index, value in effect.fields:
            values.append((index, b.keep(self.kept(self.value(value, env, b), value, situation.fields[index].type))))
        body = b.inner()
        body.add(p.Do(p.Call("open", (p.Int(effect.situation), owner))))
        for index, value_ in values:
            body.add(p.Store(p.Int(self.layout.field[effect.situation][index]), value_))
        self.emit(t.SituationEvent("begins", effect.situation), NONE if situation.on_players else owner, NONE, body)
        nobody = ZERO if situation.on_players else NONE
        b.add(p.When(p.Op("!=", owner, nobody), body.done()))

    def change_set(self, effect: f.ChangeSet, env: Env, b: Body) -> None:
        player = b.keep(self.value(effect.player, env, b), "seat")
        old = b.keep(self.value(effect.target, env, b), "set")
        operator: p.Operator = "|" if effect.kind == "include" else "&~"
        inner = b.inner()
        new = inner.keep(p.Op(operator, old, p.Op("<<", ONE, player)), "set")
        target = effect.target
        match target:
            case e.Variable():
                seat: p.Node = ZERO if target.seat is None else inner.keep(self.value(target.seat, env, inner), "seat")
                store = (p.Store(p.Op("+", p.Int(self.layout.variable[target.index]), seat), new),)
                self.guarded([None if target.seat is None else p.Op("<=", ZERO, seat)], store, inner)
            case e.Field():
                self.if_open(
                    target.situation, (p.Store(p.Int(self.layout.field[target.situation][target.index]), new),), inner
                )
            case e.Owner():
                body = inner.inner()
                body.add(p.Store(p.Int(self.layout.owner[target.situation]), new))
                done = body.inner()
                self.emit(t.SituationEvent("completes", target.situation), NONE, NONE, done)
                body.add(p.When(p.All("and", (old, p.IsZero(new))), done.done()))
                self.if_open(target.situation, body.done(), inner)
            case _:
                assert_never(target)
        b.add(p.When(p.Op("<=", ZERO, player), inner.done()))

    def perform(self, effect: f.Perform, env: Env, b: Body) -> None:
        player = b.keep(self.value(effect.player, env, b), "who")
        argument: p.Node = NONE
        if effect.argument is not None:
            wanted = self.table.acts[effect.act].argument
            assert wanted is not None
            argument = b.keep(self.kept(self.value(effect.argument, env, b), effect.argument, wanted), "arg")
        shown = argument if effect.standing_for is None else b.keep(self.value(effect.standing_for, env, b), "shown")
        inner = b.inner()
        if self.table.acts[effect.act].effects:
            inner.add(p.Do(p.Call(f"act_{effect.act}", (player, argument))))
        self.emit(t.ActEvent(effect.act, effect.manner), player, shown, inner)
        b.add(p.When(p.Op("<=", ZERO, player), inner.done()))

    def seating(self, effect: f.Seating, env: Env, b: Body) -> None:
        player = b.keep(self.value(effect.player, env, b), "seat")
        sits = p.Op("&", p.Op(">>", p.Slot(p.Int(IN_PLAY)), player), ONE)
        inner = b.inner()
        inner.add(p.Store(p.Int(IN_PLAY), p.Op("^", p.Slot(p.Int(IN_PLAY)), p.Op("<<", ONE, player))))
        self.emit(t.TableEvent("joins" if effect.kind == "seat" else "leaves"), player, NONE, inner)
        b.add(
            p.When(
                p.All("and", (p.Op("<=", ZERO, player), p.IsZero(sits) if effect.kind == "seat" else sits)),
                inner.done(),
            )
        )

    def end(self, effect: f.EndRound | f.EndMatch, env: Env, b: Body) -> None:
        inner = b.inner()
        inner.add(p.Store(p.Int(WINNERS), self.value(effect.winners, env, inner)))
        whole = isinstance(effect, f.EndMatch)
        inner.add(p.Ended(whole))
        inner.add(p.Store(p.Int(ROUND), ZERO))
        if whole:
            inner.add(p.Store(p.Int(MATCH), ZERO))
        inner.add(p.Do(p.Call("empty stack", ())))
        self.emit(t.TableEvent("match ends" if whole else "round ends"), NONE, NONE, inner)
        b.add(p.When(p.Slot(p.Int(MATCH if whole else ROUND)), inner.done()))

    def looped(self, body: tuple[f.Effect, ...], env: Env, b: Body) -> None:
        """The body of a loop. At a certain depth it becomes a function: machines limit the nesting of loops."""
        self.nested += 1
        if self.nested % _NESTED:
            self.effects(body, env, b)
        else:
            inner = Body([], b.names)
            self.effects(body, env, inner)
            name = f"{b.fresh('block_of_')}_{len(self.functions)}"
            needed = tuple(sorted({node.name for node in env.values() if isinstance(node, p.Name)}))
            self.functions.append(p.Function(name, needed, inner.done()))
            b.add(p.Do(p.Call(name, tuple(p.Name(n) for n in needed))))
        self.nested -= 1

    def at_random(self, effect: f.AtRandom, env: Env, b: Body) -> None:
        site = p.Int(self.layout.sites.index(effect.options))
        if isinstance(effect.among, tuple):
            values = effect.among
            drawn = b.keep(p.Call("choose", (site, ZERO, p.Int(len(values)))), "drawn")
            if values == tuple(range(values[0], values[0] + len(values))):
                value = b.keep(plus(drawn, values[0]), "value")
            else:
                name = f"VALUES_{site.value}"
                self.tables[name] = values
                value = b.keep(p.Entry(name, drawn), "value")
            self.effects(effect.body, {**env, effect.local.index: value}, b)
            return
        players = b.keep(self.value(effect.among, env, b), "set")
        inner = b.inner()
        left, seat, player = inner.fresh("drawn"), inner.fresh("p"), inner.fresh("player")
        inner.add(p.Set(left, p.Call("choose", (site, players, p.Bits(players)))))
        inner.add(p.Set(player, NONE))
        found = p.When(p.IsZero(p.Name(left)), (p.Set(player, p.Name(seat)),))
        inner.add(p.EachBit(seat, players, (found, p.Set(left, p.Op("-", p.Name(left), ONE)))))
        self.effects(effect.body, {**env, effect.local.index: p.Name(player)}, inner)
        b.add(p.When(players, inner.done()))

    def for_each(self, effect: f.ForEach, env: Env, b: Body) -> None:
        players = b.keep(self.value(effect.players, env, b), "set")
        seat = b.fresh("p")
        inner = b.inner()
        self.looped(effect.body, {**env, effect.local.index: p.Name(seat)}, inner)
        if effect.start is None and effect.backward is None:
            b.add(p.EachBit(seat, players, inner.done()))
            return
        first: p.Node = ZERO
        if effect.start is not None:
            start = b.keep(self.value(effect.start, env, b), "start")
            first = p.Select(p.Op("<", start, ZERO), ZERO, start)
        i, seats = b.fresh("i"), p.Int(self.layout.seats)
        raw: p.Node = p.Op("+", first, p.Name(i))
        before_the_first: tuple[p.Statement, ...] = ()
        if effect.backward is not None:
            backward, first = b.keep(self.value(effect.backward, env, b), "backward"), b.keep(first, "first")
            raw = p.Select(backward, p.Op("-", first, p.Name(i)), p.Op("+", first, p.Name(i)))
            round_ = p.Set(seat, p.Op("+", p.Name(seat), seats))
            before_the_first = (p.When(p.Op("<", p.Name(seat), ZERO), (round_,)),)
        turn: tuple[Any, ...] = (
            p.Set(seat, raw),
            *before_the_first,
            p.When(p.Op("<=", seats, p.Name(seat)), (p.Set(seat, p.Op("-", p.Name(seat), seats)),)),
            p.When(p.Op("&", p.Op(">>", players, p.Name(seat)), ONE), inner.done()),
        )
        b.add(p.Count(i, seats, turn))

    def for_each_card(self, effect: f.ForEachCard, env: Env, b: Body) -> None:
        cards = b.fresh("cards")
        b.add(p.Set(cards, self.cards_where(effect.place, effect.local, effect.where, env, b)))
        kind = b.fresh("kind")
        inner = b.inner()
        self.looped(effect.body, {**env, effect.local.index: p.Name(kind)}, inner)
        copies = p.Bits(p.Op("&", p.Name(cards), p.Entry("CARDS", plus_one(p.Name(kind)))))
        each: p.Statement = p.Count(b.fresh("i"), copies, inner.done())
        b.add(p.EachKind(kind, p.Name(cards), (each,)))
