"""Change vectors (a vector addition system): how much a move changes the countable features of a state: cards in zones,
open situations, pending answers, players, numbers.

Over-approximates: each interval contains the real change. Only executions that stay in the round count: an effect that
certainly ends the round or begins another is excluded, and one that may do so counts as if it did not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar, assert_never

from checker.context import Context, stage
from checker.effects.footprints import Footprints, Whose
from checker.effects.names import field_name
from checker.effects.summary import slot_of, step_of
from checker.invariants.participation import ROUND_RUNS, attendance
from checker.invariants.program_points import MovePoint, TriggerPoint
from checker.invariants.ranges import holds_at
from checker.smt.program_points import own
from unodsl.engine.describe import short
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import follows
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.model.walk import below, most

Feature = tuple[str, int, int]
"""A feature. `cards`: in all places of a zone; `open`: whether a situation is; `waits`: how many players it waits for;
`players`: who take part. For a variable (its index, -1) or a field (-1 - situation, index): the sum of a `number`, how
many of a `thing` (card, player, choice) are not nothing, the size of a `set`."""

Span = tuple[int, int]
Change = dict[Feature, Span]
"""For each feature the least and the greatest change; (0, 0) if missing."""


@dataclass(slots=True)
class Outcome:
    """The effect of a block: `change`, and how often it emits each event (least, most). `leaves`: it certainly ends the
    round or begins another."""

    change: Change = field(default_factory=dict)
    events: dict[t.Event, Span] = field(default_factory=dict)
    leaves: bool = False

    def then(self, other: Outcome) -> None:
        """Sequential composition, in place."""
        added(self.change, other.change)
        added(self.events, other.events)
        self.leaves |= other.leaves

    def times(self, least: int, greatest: int) -> Outcome:
        """The effect of repeating it `least` to `greatest` times."""

        def spread(span: Span) -> Span:
            ends = [x * n for x in span for n in (least, greatest)]
            return min(ends), max(ends)

        return Outcome({k: spread(v) for k, v in self.change.items()}, {k: spread(v) for k, v in self.events.items()})

    def hull(self, other: Outcome) -> Outcome:
        """The join of two branches, where the round goes on."""
        if self.leaves or other.leaves:
            return other if self.leaves else self
        return Outcome(either(self.change, other.change), either(self.events, other.events))


Key = TypeVar("Key")


def added(mine: dict[Key, Span], theirs: dict[Key, Span]) -> None:
    """Adds intervals to intervals, in place."""
    for key, (low, high) in theirs.items():
        now = mine.get(key, (0, 0))
        mine[key] = (now[0] + low, now[1] + high)


def either(mine: dict[Key, Span], theirs: dict[Key, Span]) -> dict[Key, Span]:
    """The interval hull for each key."""
    out: dict[Key, Span] = {}
    for key in [*mine, *theirs]:
        a, b = mine.get(key, (0, 0)), theirs.get(key, (0, 0))
        out[key] = (min(a[0], b[0]), max(a[1], b[1]))
    return out


class Deltas:
    """Computes the change vectors of a table's moves. Memoized. `exact`: leaves out rules whose conditions are false when the
    move is made, which takes a query for each."""

    def __init__(self, context: Context, exact: bool = False) -> None:
        self.context, self.exact = context, exact
        self.table = context.table
        self.footprints = Footprints(context.table)
        self.order = dict(context.table.order)
        self.known: dict[t.Event, Outcome] = {}
        self.moves: dict[tuple[int, int], Outcome] = {}
        self.in_progress: set[t.Event] = set()
        self.circling: dict[t.Event, Outcome] = {}

    # ------------------------------------------------------------------------------------------------------------- moves

    def of_move(self, index: int, top: int) -> Outcome:
        """The change vector of taking an offer while a situation is on top, with its whole cascade."""
        if (index, top) not in self.moves:
            self.moves[index, top] = self.new_move(index, top)
        return self.moves[index, top]

    def new_move(self, index: int, top: int) -> Outcome:
        """The same, computed."""
        offer = self.table.offers[index]
        act = self.table.acts[offer.act]
        out = Outcome()
        point = MovePoint(self.context, self.footprints, index, top)
        out.then(self.effects(act.effects, {0: "player"}, point))
        # after the act, the argument may be another card that it stands for, about which nothing is certain
        behind = point if offer.stands_for is None else None
        out.then(self.effects(offer.effects, {0: "player"}, behind))
        if any(event in self.order for event in out.events):
            # other triggers run before those of the move itself
            behind = None
        out = self.with_cascade(out)
        for event in self.table.events_of(index):
            out.then(self.triggered(event, behind))
        out.then(self.settling())
        return out

    def settling(self) -> Outcome:
        """The effect of settling. If there is only one situation, the table settles after every move."""
        settles = self.of_event(t.SETTLES)
        always = len(self.context.facts.begun) < 2 and ROUND_RUNS in attendance(self.context).claims
        return settles if always else settles.hull(Outcome())

    def with_cascade(self, first: Outcome) -> Outcome:
        """An effect with the consequences of its events."""
        out = Outcome(dict(first.change), dict(first.events), first.leaves)
        for event, (least, greatest) in first.events.items():
            out.then(self.of_event(event).times(least, greatest))
        return out

    def of_event(self, event: t.Event) -> Outcome:
        """The consequences of one event."""
        if event not in self.known:
            if event in self.in_progress:
                return self.anything(event)
            self.in_progress.add(event)
            self.known[event] = self.triggered(event, None)
            self.in_progress.discard(event)
        return self.known[event]

    def triggered(self, event: t.Event, point: MovePoint | None) -> Outcome:
        """The effect of the triggers of an event, with their consequences. `point`: the program point of the move that
        emits it."""
        out = Outcome()
        running = [self.table.triggers[i] for i in self.order.get(event, ())]
        running = [x for x in running if x.info.name not in self.context.never]
        for number, trigger in enumerate(running):
            always = isinstance(trigger.guard, e.Constant) and trigger.guard.value and not trigger.replaced_by
            if self.exact and not always and point is not None and point.holds(e.Not(trigger.guard, YesNo())):
                continue
            later = [f.If(x.guard, x.effects, ()) for x in running[number + 1 :]]
            later = later if all(not x.replaced_by for x in running) else []
            full = self.with_cascade(self.effects(trigger.effects, {0: "player"}, point if always else None, later))
            out.then(full if always else full.hull(Outcome()))
            if point is not None and not always:
                for x in trigger.effects:
                    point.forget(x, {0: "player"})
        return out

    def anything(self, event: t.Event) -> Outcome:
        """The widest effect of rules that trigger each other in a cycle, any number of times."""
        if event not in self.circling:
            _, triggers = follows(self.table, [event])
            out = Outcome()
            for trigger in triggers:
                out.then(self.effects(trigger.effects, {0: "any"}, None))
            begun: dict[t.Event, Span] = {x: (0, 1) for x in out.events if isinstance(x, t.SituationEvent)}
            self.circling[event] = Outcome({x: self.widest(x) for x in out.change}, begun)
        return self.circling[event]

    def widest(self, feature: Feature) -> Span:
        """The widest possible change of a feature."""
        kind, index, field_ = feature
        match kind:
            case "cards":
                most_ = self.table.deck.size
            case "open":
                most_ = 1
            case "waits" | "players":
                most_ = self.table.seats
            case _:
                declared = (
                    self.table.variables[index] if index >= 0 else self.table.situations[-1 - index].fields[field_]
                )
                several = isinstance(declared, t.Variable) and declared.each_player
                most_ = measure(self.table, declared.type)[1] * (self.table.seats if several else 1)
        return -most_, most_

    def of_trigger(self, index: int) -> Outcome:
        """The effect of one run of a trigger, without its consequences."""
        trigger = self.table.triggers[index]
        known = all(
            isinstance(x, t.ActEvent | t.OfferEvent)
            or (isinstance(x, t.SituationEvent) and not self.table.situations[x.situation].on_players)
            for x in trigger.events
        )
        return self.effects(
            trigger.effects, {0: "player"}, TriggerPoint(self.context, self.footprints, trigger) if known else None
        )

    # ----------------------------------------------------------------------------------------------------------- effects

    def effects(
        self, block: Sequence[f.Effect], env: Whose, point: MovePoint | None, behind: Sequence[f.Effect] = ()
    ) -> Outcome:
        """The effect of a block itself. `point`: the program point at its start; `behind`: the effects that follow
        it."""
        out = Outcome()
        for number, effect in enumerate(block):
            one = self.effect(effect, env, point)
            if isinstance(effect, f.Assign) and self.leaves_at_the_end(effect, (*block[number + 1 :], *behind)):
                one = Outcome({feature: (constant_step(effect), constant_step(effect)) for feature in one.change})
            out.then(one)
        return out

    def leaves_at_the_end(self, step: f.Assign, behind: Sequence[f.Effect]) -> bool:
        """Whether a step of a number to the end of its range ends the round: then the number has changed by the full
        step wherever the round goes on."""
        far, target = constant_step(step), step.target
        if not far or not isinstance(target, e.Variable) or target.seat is not None:
            return False
        assert isinstance(target.type, Number)
        end = target.type.high if far > 0 else target.type.low
        for x in behind:
            if isinstance(x, f.If) and holds_at(x.condition, target, end) and self.effects(x.then, {}, None).leaves:
                return True
            if any(isinstance(n, f.Assign | f.Perform | f.BeginRound) for n in below(x)):
                return False
        return False

    def effect(self, x: f.Effect, env: Whose, point: MovePoint | None) -> Outcome:
        out = self.one_effect(x, env, point)
        if point is not None:
            point.forget(x, env)
        return out

    def one_effect(self, x: f.Effect, env: Whose, point: MovePoint | None) -> Outcome:
        seats, deck = self.table.seats, self.table.deck.size
        match x:
            case f.If():
                return self.effects(x.then, env, None).hull(self.effects(x.otherwise, env, None))
            case f.ForEach():
                return self.effects(x.body, env, None).times(0, seats)
            case f.ForEachCard():
                return self.effects(x.body, env, None).times(0, deck)
            case f.AtRandom():
                # (no iteration for an empty set)
                return self.effects(x.body, env, None).times(0, 1)
            case f.Repeat():
                return self.effects(x.body, env, None).times(0, self.how_often(x.times))
            case f.MoveCard():
                sure = point is not None and point.certainly_there(x) and point.somebody(x.target.seat)
                return moved(x.origin.zone, x.target.zone, 1 if sure else 0, 1)
            case f.MoveTop():
                most_moved = min(deck, self.how_often(x.count))
                enough = point is not None and isinstance(x.count, e.Constant) and point.enough(x.origin, most_moved)
                enough = enough and point is not None and point.somebody(x.target.seat)
                return moved(x.origin.zone, x.target.zone, most_moved if enough else 0, most_moved)
            case f.MoveAll():
                return moved(x.origin.zone, x.target.zone, 0, deck)
            case f.Gather():
                return Outcome({("cards", i, -1): (-deck, deck) for i in range(len(self.table.zones))})
            case f.SwapPlaces():
                zones = {x.left.zone, x.right.zone}
                return Outcome({("cards", i, -1): (-deck, deck) for i in zones} if len(zones) > 1 else {})
            case f.Begin():
                change: Change = {("open", x.situation, -1): (0, 1), **self.any_fields(x.situation)}
                single = not self.table.situations[x.situation].on_players
                if point is not None and single and point.certainly_open(x.situation) and point.somebody(x.owner):
                    change |= self.begun_again(x, point)
                if point is not None and point.still_top(x.situation):
                    change["open", x.situation, -1] = (0, 0)
                return Outcome(change, {t.SituationEvent("begins", x.situation): (0, 1)})
            case f.End():
                sure = point is not None and point.certainly_open(x.situation)
                change = {("open", x.situation, -1): (-1, -1 if sure else 0), **self.any_fields(x.situation)}
                if self.table.situations[x.situation].on_players:
                    change["waits", x.situation, -1] = (-seats, 0)
                return Outcome(change, {t.SituationEvent("ends", x.situation): (1 if sure else 0, 1)})
            case f.Assign():
                return self.assigned(x, point)
            case f.ChangeSet():
                return self.set_changed(x, point)
            case f.Perform():
                # an act without an argument reads only the player
                same = own(x.player) and x.argument is None and self.table.acts[x.act].argument is None
                inner = self.effects(self.table.acts[x.act].effects, {0: "any"}, point if same else None)
                inner.then(Outcome({}, {t.ActEvent(x.act, x.manner): (1, 1)}))
                return inner if same and point is not None else inner.hull(Outcome())
            case f.Seating():
                step = 1 if x.kind == "seat" else -1
                inside: e.Expr = e.Member(x.player, e.Builtin("in play", Players()), YesNo())
                sure = point is not None and point.holds(inside if step < 0 else e.Not(inside, YesNo()))
                sure = sure and point is not None and point.somebody(x.player)
                event = t.TableEvent("joins" if x.kind == "seat" else "leaves")
                span = (step, step) if sure else (min(0, step), max(0, step))
                return Outcome({("players", -1, -1): span}, {event: (1 if sure else 0, 1)})
            case f.Shuffle() | f.GiveEvery() | f.Show() | f.Tell():
                return Outcome()
            case f.BeginRound() | f.EndMatch():
                return Outcome(leaves=True)
            case f.EndRound():
                # (no round to end between rounds)
                return Outcome(leaves=ROUND_RUNS in attendance(self.context).claims)
            case _:
                assert_never(x)

    def begun_again(self, x: f.Begin, point: MovePoint) -> Change:
        """The change of the fields of an open situation that is begun again with values computed from them."""
        out: Change = {}
        for index, value in x.fields:
            target = e.Field(x.situation, index, self.table.situations[x.situation].fields[index].type)
            out |= self.assigned(f.Assign(target, value), point).change
        return out

    def how_often(self, x: e.Expr) -> int:
        """An upper bound on a number of repetitions, at least 0."""
        numbers = (n.type.high for n in below(x) if isinstance(n, e.Local) and isinstance(n.type, Number))
        local = max(numbers, default=self.table.deck.size)
        return max(0, x.value if isinstance(x, e.Constant) else min(most(x, local) or local, 100_000))

    def any_fields(self, situation: int) -> Change:
        """The change of all fields of a situation to arbitrary values."""
        out: Change = {}
        declared = self.table.situations[situation]
        for index, x in enumerate(declared.fields):
            name, width = measure(self.table, x.type)
            out[(name, -1 - situation, index)] = (-width, width)
        if declared.on_players:
            out[("waits", situation, -1)] = (-self.table.seats, self.table.seats)
        return out

    def assigned(self, x: f.Assign, point: MovePoint | None) -> Outcome:
        """The change of an assignment, or of an increment by a constant."""
        value = x.value
        if isinstance(value, e.Choose) and point is not None:
            if point.holds(value.condition):
                return self.assigned(f.Assign(x.target, value.then), point)
            if point.holds(e.Not(value.condition, YesNo())):
                return self.assigned(f.Assign(x.target, value.otherwise), point)
        if (
            isinstance(value, e.SetOperation)
            and value.operator != "intersection"
            and value.left == x.target
            and isinstance(value.right, e.SetOf)
        ):
            kind: Literal["include", "exclude"] = "include" if value.operator == "union" else "exclude"
            out = self.set_changed(f.ChangeSet(kind, value.right.player, x.target), point)
            # a set that would lose its last player keeps that one, and nothing completes
            last = isinstance(x.target, e.Owner) and kind == "exclude"
            return Outcome({k: (low, 0 if last else high) for k, (low, high) in out.change.items()})
        if isinstance(x.target, e.Owner):
            if not self.table.situations[x.target.situation].on_players:
                return Outcome({}, {t.SituationEvent("passes", x.target.situation): (0, 1)})
            return Outcome({("waits", x.target.situation, -1): (-self.table.seats, self.table.seats)})
        name, width = measure(self.table, x.target.type)
        if width == 0:
            return Outcome()
        feature = (name, *slot_of(x.target))
        span = (-width, width)
        if point is not None and not point.there_to_change(x.target):
            point = None
        step = constant_step(x)
        if isinstance(value, e.Arithmetic) and step:
            span = (min(0, step), max(0, step))
            if point is not None and not isinstance(x.target, e.Owner) and point.room_for(x.target, step):
                span = (step, step)
        elif isinstance(value, e.SetOperation) and value.operator != "intersection" and value.left == x.target:
            # others join the set, or leave it
            span = (0, width) if value.operator == "union" else (-width, 0)
        elif name == "thing" and (some := something(value, point)) is not None:
            span = (0, 1) if some else (-1, 0)
            if point is not None:
                nothing = e.Constant(-1, x.target.type)
                if some and point.holds(e.Compare("==", x.target, nothing, YesNo())):
                    span = (1, 1)
                elif not some and point.holds(e.Compare("!=", x.target, nothing, YesNo())):
                    span = (-1, -1)
        elif isinstance(value, e.Constant) and name == "number":
            low = x.target.type.low if isinstance(x.target.type, Number) else 0
            value = e.Constant(max(low, min(value.value, low + width)), value.type)
            span = (min(0, value.value - low - width), max(0, value.value - low))
            if point is not None and point.holds(e.Compare("<", x.target, value, YesNo())):
                span = (1, span[1])
            elif point is not None and point.holds(e.Compare("<", value, x.target, YesNo())):
                span = (span[0], -1)
        return Outcome({feature: span})

    def set_changed(self, x: f.ChangeSet, point: MovePoint | None) -> Outcome:
        """The change when a player joins or leaves a set."""
        feature: Feature = (
            ("waits", x.target.situation, -1) if isinstance(x.target, e.Owner) else ("set", *slot_of(x.target))
        )
        step = 1 if x.kind == "include" else -1
        inside = e.Member(x.player, x.target, YesNo())
        sure = (
            point is not None
            and point.there_to_change(x.target)
            and point.somebody(x.player)
            and point.holds(e.Not(inside, YesNo()) if step > 0 else inside)
        )
        span = (step, step) if sure else (min(0, step), max(0, step))
        events: dict[t.Event, Span] = {}
        if isinstance(x.target, e.Owner):
            events[t.SituationEvent("completes", x.target.situation)] = (0, 1)
        return Outcome({feature: span}, events)


@stage
def exact_deltas(context: Context) -> Deltas:
    """The change vectors of a table's moves, without rules that they refute."""
    return Deltas(context, exact=True)


@stage
def deltas_of(context: Context) -> Deltas:
    """The change vectors of a table's moves."""
    return Deltas(context)


def something(value: e.Expr, point: MovePoint | None) -> bool | None:
    """Whether a card, a player or a choice is not nothing; None if not known."""
    if isinstance(value, e.Constant):
        return value.value >= 0
    known = point is not None and point.holds(e.Compare("!=", value, e.Constant(-1, value.type), YesNo()))
    return True if known else None


def constant_step(x: f.Assign) -> int:
    """The constant that an assignment adds to a number; 0 for other assignments."""
    return step_of(x.target, x.value) or 0 if isinstance(x.target.type, Number) else 0


def measure(table: t.Table, type_: Type) -> tuple[str, int]:
    """The kind of feature for a type, and its greatest change."""
    match type_:
        case Number():
            return "number", type_.high - type_.low
        case YesNo():
            return "number", 1
        case Players():
            return "set", table.seats
        case Enumeration() if not type_.optional:
            return "number", len(type_.values) - 1
        case Card() | Player() | Enumeration():
            return "thing", 1 if type_.optional else 0


def moved(origin: int, target: int, least: int, greatest: int) -> Outcome:
    """The change when cards move between zones."""
    if origin == target:
        return Outcome()
    return Outcome({("cards", origin, -1): (-greatest, -least), ("cards", target, -1): (least, greatest)})


def words(table: t.Table, feature: Feature) -> str:
    """Describes a feature."""
    kind, index, field_ = feature
    match kind:
        case "cards":
            zone = table.zones[index]
            name = short(zone.name)
            return f"cards in {name}" if not zone.each_player else f"cards in all {name}s"
        case "open":
            return f"{short(table.situations[index].name)} being open"
        case "players":
            return "players who take part"
        case "waits":
            return f"open answers of {short(table.situations[index].name)}"
        case _:
            if index >= 0:
                name = short(table.variables[index].name)
            else:
                name = field_name(table.situations[-1 - index], field_)
            return {"set": f"players in {name}", "thing": f"{name} being something"}.get(kind, name)
