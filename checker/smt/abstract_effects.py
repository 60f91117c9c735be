"""Abstract transitions of effects: steps of cards between places by class, owners of situations, sets of players,
yes-or-no values and choices.

Over-approximates the engine, rule by rule; the path conditions of an effect are moments of its steps. Numbers are left
out: `change_vectors` counts them. Example: `if draw pile is empty / move all but top from discard pile to draw pile`
gives a step with two moments (no card in the draw pile; at most one in the discard pile), and steps from pile to pile
that need it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from typing import assert_never

from checker.effects.summary import Summary, summaries
from checker.smt.abstract_values import NOBODY, Env, Reading, Shape, Slot, Values, field_slot, playing_slots, written_by
from checker.smt.counter_system import Bound, Moment, Quantity, Step
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.types import Enumeration, Number, Player, Players, YesNo

FEW, MOST_EVENTS = 3, 4_000
"""The most values of a choice for which each change is a step of its own; the most events of one move that are followed."""

Emission = tuple[t.Event, Values, Values]


class TooMuch(Exception):
    """A cascade exceeds the limit of events."""


@dataclass
class Found:
    """How often a step can be taken: between `least` and `most` times (None: any number). `needs`: only along with one
    of these steps (empty: no condition)."""

    least: int
    most: int | None
    needs: tuple[Step, ...]


@dataclass
class Walk:
    """Walks the effects and the cascade of one move. `known`: abstract values at the current point; `written`: slots
    that were overwritten."""

    shape: Shape
    never: frozenset[str]
    round_runs: bool
    known: dict[Slot, Values]
    found: dict[Step, Found] = field(default_factory=dict)
    guards: tuple[Moment, ...] = ()
    events: list[Emission] = field(default_factory=list)
    many: int = 0
    written: set[Slot] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.table = self.shape.table
        self.reading = Reading(self.shape, self.known)
        self.order = dict(self.table.order)

    def take(
        self,
        change: Iterable[tuple[Quantity, int, int]],
        moment: Moment = (),
        sure: bool = False,
        any_times: bool = False,
        needs: tuple[Step, ...] | None = None,
        origin: str = "",
    ) -> Step:
        """Adds a step that can be taken here."""
        step = Step(tuple(change), (*self.guards, *((moment,) if moment else ())), origin)
        before = self.found.get(step)
        most = None if self.many or any_times else 1
        if before is not None:
            most = None if most is None or before.most is None else before.most + most
        least = (0 if before is None else before.least) + int(sure and not self.many and not self.guards)
        wanted = self.linked if needs is None else needs
        if before is not None:
            wanted = tuple(dict.fromkeys((*before.needs, *wanted))) if before.needs and wanted else ()
        self.found[step] = Found(least, most, wanted)
        return step

    def transfer(
        self,
        class_: int,
        origin: tuple[int, int],
        target: tuple[int, int],
        sure: bool = False,
        any_times: bool = False,
        needs: tuple[Step, ...] | None = None,
    ) -> None:
        """Adds the step of a card of a class from one place to another."""
        if origin == target:
            return
        source = self.shape.cards(origin, class_)
        # a label distinguishes a part of a larger effect from a step of its own
        label = "" if needs is None else "all"
        self.take(
            ((source, -1, -1), (self.shape.cards(target, class_), 1, 1)),
            (Bound(((source, 1),), -1),),
            sure,
            any_times,
            needs,
            label,
        )

    def places(self, x: e.Place, env: Env) -> list[tuple[int, int]]:
        """The places that a place expression can denote."""
        if x.seat is None:
            return [self.shape.place(x.zone, NOBODY)]
        seats = self.reading.values(x.seat, env)
        there = self.shape.seats if seats is None else sorted(seats - {NOBODY})
        return list(dict.fromkeys(self.shape.place(x.zone, s) for s in there))

    def seats(self, x: e.Expr, env: Env) -> list[int]:
        """The seats that a player expression can denote, without nobody."""
        found = self.reading.values(x, env)
        return list(self.shape.seats) if found is None else sorted(found - {NOBODY})

    # ------------------------------------------------------------------------------------------------------------ effects

    @contextmanager
    def under(self, bounds: Moment, again: bool = False) -> Iterator[None]:
        """Enters a block that may or may not run. On leaving it, the slots that it writes are unknown."""
        guards, known, outside, surely = self.guards, dict(self.known), self.written, set(self.surely)
        self.guards = (*guards, bounds) if bounds else guards
        # a block without a linear guard may be skipped, too
        self.many += int(again)
        self.written = set()
        self.depth += 1
        yield
        self.depth -= 1
        self.many -= int(again)
        self.guards = guards
        self.inside, self.surely = self.surely, surely
        self.known.clear()
        self.known.update(known)
        for slot in self.written:
            self.known.pop(slot, None)
        self.written |= outside

    def block(self, block: Sequence[f.Effect], env: Env) -> None:
        """Walks a block whose effects run together or not at all. Its steps need that a situation it closes is closed
        here, or is not open."""
        situation = next((x.situation for x in block if isinstance(x, f.End) and self.tracks(x.situation)), None)
        outside = self.linked
        if situation is not None:
            nobody: Quantity = ("owner", situation, NOBODY)
            closing = tuple(self.passed(situation, old, NOBODY) for old in self.shape.seats)
            label = f"closes {situation}"
            self.linked = (
                self.take((), needs=closing, origin=label),
                self.take((), (Bound(((nobody, 1),), -1),), origin=f"{label} already"),
            )
        self.effects(block, env)
        self.linked = outside

    def passed(self, situation: int, old: int, new: int) -> Step:
        """The step that passes a situation from one owner to another here."""
        source: Quantity = ("owner", situation, old)
        change = ((source, -1, -1), (("owner", situation, new), 1, 1))
        return Step(change, (*self.guards, (Bound(((source, 1),), -1),)))

    depth: int = 0
    linked: tuple[Step, ...] = ()
    surely: set[int] = field(default_factory=set)
    """Situations that certainly change their owner, or close, in this block."""
    inside: set[int] = field(default_factory=set)
    """The same at the end of the last block inside this one."""

    def effects(self, block: Iterable[f.Effect], env: Env, sure: Sequence[bool] = ()) -> bool:
        """Walks effects in order; returns whether the round goes on. `sure`: which of them certainly change
        something."""
        for number, x in enumerate(block):
            if self.leaves((x,)):
                return False
            self.effect(x, env, number < len(sure) and sure[number] and not self.depth)
        return True

    def leaves(self, block: Iterable[f.Effect]) -> bool:
        """Whether effects certainly end the round or begin another."""
        for x in block:
            if isinstance(x, f.BeginRound | f.EndMatch) or (isinstance(x, f.EndRound) and self.round_runs):
                return True
            if isinstance(x, f.If) and self.leaves(x.then) and self.leaves(x.otherwise):
                return True
        return False

    def effect(self, x: f.Effect, env: Env, sure: bool) -> None:
        """Walks one effect."""
        shape, reading = self.shape, self.reading
        classes = range(len(shape.classes))
        inside: Env
        match x:
            case f.MoveCard():
                kinds = reading.values(x.card, env)
                some = sorted({shape.class_of[k] for k in kinds if k >= 0}) if kinds is not None else list(classes)
                ways = list(product(some, self.places(x.origin, env), self.places(x.target, env)))
                for c, origin, target in ways:
                    self.transfer(c, origin, target, sure and len(ways) == 1)
            case f.MoveTop():
                for c, origin, target in product(classes, self.places(x.origin, env), self.places(x.target, env)):
                    self.transfer(c, origin, target, any_times=True)
            case f.MoveAll():
                self.all_moved(x, env)
            case f.Gather():
                for c, origin, target in product(classes, shape.places(), self.places(x.target, env)):
                    self.transfer(c, origin, target, any_times=True)
            case f.SwapPlaces():
                for c, left, right in product(classes, self.places(x.left, env), self.places(x.right, env)):
                    self.transfer(c, left, right, any_times=True)
                    self.transfer(c, right, left, any_times=True)
            case f.GiveEvery():
                for holder in shape.seats:
                    for to in self.seats(x.to, {**env, x.local.index: frozenset({holder})}):
                        for c in classes:
                            self.transfer(c, shape.place(x.zone, holder), shape.place(x.zone, to), any_times=True)
            case f.Begin():
                self.begun(x, env, sure)
            case f.End():
                self.moves_on(x.situation, frozenset({NOBODY}))
                self.ended(x.situation, sure)
            case f.Assign():
                self.assigned(x, env, sure)
            case f.ChangeSet():
                self.set_changed(x.kind, x.player, x.target, env, sure)
                if isinstance(x.target, e.Owner):
                    self.events.append((t.SituationEvent("completes", x.target.situation), frozenset({NOBODY}), None))
            case f.Perform():
                self.performed(x, env)
            case f.Seating():
                for seat in self.seats(x.player, env):
                    self.take([(("in", "playing", 0, NOBODY, seat), -1, 1)])
                    event = t.TableEvent((x.kind == "seat" and "joins") or "leaves")
                    self.events.append((event, frozenset({seat}), None))
            case f.If():
                self.either(x, env)
            case f.ForEach():
                among = reading.members(x.players, env)
                for seat in shape.seats if among is None else sorted(among):
                    inside = {**env, x.local.index: frozenset({seat})}
                    there = reading.member(x.local, x.players, inside, True)
                    if there is not None:
                        self.again(x.body, inside, there)
            case f.ForEachCard():
                for class_ in shape.classes:
                    inside = {**env, x.local.index: frozenset(class_)}
                    chosen = () if x.where is None else reading.implied(x.where, inside, True)
                    if chosen is not None:
                        self.again(x.body, inside, chosen)
            case f.AtRandom():
                values: Values = frozenset(x.among) if isinstance(x.among, tuple) else None
                if not isinstance(x.among, tuple):
                    values = reading.members(x.among, env) or frozenset(shape.seats)
                with self.under(()):
                    self.effects(x.body, {**env, x.local.index: values})
            case f.Repeat():
                bounds = () if x.condition is None else reading.implied(x.condition, env, True)
                if bounds is not None:
                    self.again(x.body, env, bounds)
            case f.Shuffle() | f.Show() | f.Tell():
                pass
            case f.BeginRound() | f.EndMatch() | f.EndRound():
                # (no round to end between rounds)
                pass
            case _:
                assert_never(x)

    def either(self, x: f.If, env: Env) -> None:
        """Walks both branches. If both certainly change the owner of a situation, one of those steps is taken."""
        moved: list[set[int]] = []
        known, outside = dict(self.known), self.written
        self.written = set()
        for block, positive in ((x.then, True), (x.otherwise, False)):
            self.known.clear()
            self.known.update(known)
            bounds = self.reading.implied(x.condition, env, positive)
            if bounds is not None and not self.leaves(block):
                with self.under(bounds):
                    self.block(block, env)
                moved.append(self.inside)
        self.known.clear()
        self.known.update({slot: values for slot, values in known.items() if slot not in self.written})
        self.written |= outside
        for situation in sorted(set.intersection(*moved)) if moved else ():
            self.surely.add(situation)
            if not self.depth:
                steps = (s for s in self.found if any(q[:2] == ("owner", situation) for q, *_ in s.change))
                self.take((), sure=True, needs=tuple(steps), origin=f"moves {situation} on")

    def moves_on(self, situation: int, news: Values) -> None:
        """Records a situation whose owner certainly changes."""
        olds = self.reading.known.get(("owner", situation))
        if self.tracks(situation) and olds and news and NOBODY not in olds and not olds & news:
            self.surely.add(situation)

    def again(self, body: Sequence[f.Effect], env: Env, bounds: Moment) -> None:
        """Walks a block that runs any number of times: the slots that it writes are unknown inside it as well."""
        self.forget_all(summaries(self.table).through(body))
        if self.leaves(body):
            return
        with self.under(bounds, again=True):
            self.effects(body, env)

    def forget_all(self, effects: Iterable[Summary]) -> None:
        """Sets what some effects write to top."""
        for slot in (slot for x in effects for slot in written_by(self.table, x)):
            self.forget(slot)

    def forget(self, slot: Slot) -> None:
        """Sets the abstract value of a slot to top."""
        self.known.pop(slot, None)
        self.written.add(slot)

    def all_moved(self, x: f.MoveAll, env: Env) -> None:
        """Walks an effect that moves all cards but some."""
        shape = self.shape
        origins, targets = self.places(x.origin, env), self.places(x.target, env)
        moment: Moment = ()
        if x.where is None and len(origins) == 1 and origins[0] not in targets:
            moment = (Bound(tuple((shape.cards(origins[0], c), -1) for c in range(len(shape.classes))), x.keep),)
        event = self.take((), moment, origin=self.all_words(x), any_times=True)
        for c, origin, target in product(range(len(shape.classes)), origins, targets):
            if x.where is not None and x.local is not None:
                kinds = frozenset(shape.classes[c])
                if self.reading.implied(x.where, {**env, x.local.index: kinds}, True) is None:
                    continue
            self.transfer(c, origin, target, any_times=True, needs=(event,))

    def all_words(self, x: f.MoveAll) -> str:
        """A short text for an effect that moves all cards."""
        names = [self.table.zones[place.zone].name.rpartition(".")[2] for place in (x.origin, x.target)]
        return f"the {names[0]} goes to the {names[1]}" + (f", all but {x.keep}" if x.keep else "")

    # --------------------------------------------------------------------------------------------------------- situations

    def owners(self, situation: int, news: list[int], olds: Iterable[int], sure: bool) -> None:
        """Adds the steps by which a tracked situation changes its owner (-1: it is not open)."""
        before = list(olds)
        for old, new in product(before, news):
            if old != new:
                change, moments = self.passed(situation, old, new).change, self.passed(situation, old, new).moments
                self.take(change, moments[-1], sure and len(before) == len(news) == 1)

    def olds(self, situation: int, closed: bool) -> list[int]:
        """The owners that a situation may have now; `closed`: nobody included."""
        known = self.reading.known.get(("owner", situation))
        found = [NOBODY, *self.shape.seats] if known is None else sorted(known)
        return [o for o in found if closed or o != NOBODY]

    def tracks(self, situation: int) -> bool:
        """Whether the owner of a situation is tracked."""
        return situation in self.shape.tracked and not self.table.situations[situation].on_players

    def begun(self, x: f.Begin, env: Env, sure: bool) -> None:
        """Walks an effect that begins a situation, or begins it anew."""
        situation = self.table.situations[x.situation]
        fields = dict(x.fields)
        # an owner of nobody makes the effect a no-op
        owner = self.reading.values(x.owner, env) if not situation.on_players else None
        certainly = sure and owner is not None and NOBODY not in owner
        if self.tracks(x.situation):
            self.owners(x.situation, self.seats(x.owner, env), self.olds(x.situation, True), certainly)
        if situation.on_players:
            self.waits_for_anybody(x.situation)
        for index, field_ in enumerate(situation.fields):
            target = e.Field(x.situation, index, field_.type)
            value = fields.get(index, e.Constant(field_.starts, field_.type))
            self.valued(target, value, env, False)
        if not situation.on_players:
            self.written.add(("owner", x.situation))
            if owner is None or NOBODY in owner:
                self.known.pop(("owner", x.situation), None)
            else:
                self.known["owner", x.situation] = owner
        self.events.append((t.SituationEvent("begins", x.situation), owner, None))

    def ended(self, index: int, sure: bool) -> None:
        """Walks an effect that closes a situation."""
        situation = self.table.situations[index]
        owner = self.reading.known.get(("owner", index))
        closing: tuple[Step, ...] | None = None
        if self.tracks(index):
            olds = self.olds(index, False)
            if not olds:
                return
            closing = tuple(self.passed(index, old, NOBODY) for old in olds)
            self.owners(index, [NOBODY], olds, sure)
        if situation.on_players:
            self.waits_for_anybody(index)
        for position, field_ in enumerate(situation.fields):
            target = e.Field(index, position, field_.type)
            self.valued(target, e.Constant(field_.starts, field_.type), {}, False, closing)
        self.written.add(("owner", index))
        self.known["owner", index] = frozenset({NOBODY})
        self.events.append((t.SituationEvent("ends", index), owner, None))

    def waits_for_anybody(self, situation: int) -> None:
        """Adds steps by which a situation on players may wait for any of them."""
        for seat in self.shape.seats:
            self.take([(("in", "owners", situation, NOBODY, seat), 1, 1)])
            self.take([(("in", "owners", situation, NOBODY, seat), -1, -1)])

    # ------------------------------------------------------------------------------------------------------------- values

    def assigned(self, x: f.Assign, env: Env, sure: bool) -> None:
        """Walks an assignment."""
        target = x.target
        if isinstance(target, e.Owner):
            if self.table.situations[target.situation].on_players:
                self.sets(target, x.value, env, sure)
                return
            seats = self.reading.values(x.value, env)
            if seats is not None and NOBODY not in seats:
                self.moves_on(target.situation, seats)
            if self.tracks(target.situation):
                certainly = sure and seats is not None and NOBODY not in seats
                self.owners(target.situation, self.seats(x.value, env), self.olds(target.situation, False), certainly)
            player = None if seats is None else seats - {NOBODY}
            self.events.append((t.SituationEvent("passes", target.situation), player, None))
            before = self.reading.known.get(("owner", target.situation))
            self.written.add(("owner", target.situation))
            if seats is None or before is None:
                self.known.pop(("owner", target.situation), None)
            else:
                closed = before & {NOBODY}
                stays = before if NOBODY in seats else frozenset()
                self.known["owner", target.situation] = (
                    (seats - {NOBODY} if before != {NOBODY} else frozenset()) | closed | stays
                )
            return
        if isinstance(target.type, Players):
            self.sets(target, x.value, env, sure)
            return
        self.valued(target, x.value, env, sure)
        if isinstance(target, e.Variable) and target.seat is None:
            found = None if isinstance(target.type, Number) else self.reading.values(x.value, env)
            self.written.add(("variable", target.index))
            self.known.pop(("variable", target.index), None)
            if found is not None:
                self.known["variable", target.index] = found

    def valued(
        self,
        target: e.Variable | e.Field,
        value: e.Expr,
        env: Env,
        sure: bool,
        needs: tuple[Step, ...] | None = None,
    ) -> None:
        """Adds the steps of writing a yes-or-no or a choice; a set in a field becomes arbitrary. A field with a player keeps
        the players that it may hold: the new ones, and the old ones if nothing is open."""
        if isinstance(target, e.Field):
            slot = field_slot(target.situation, target.index)
            olds = self.known.get(slot)
            found = self.reading.values(value, env) if olds is not None and isinstance(target.type, Player) else None
            self.forget(slot)
            if olds is not None and found is not None:
                self.known[slot] = olds | found
        if isinstance(target.type, Players):
            for name, seat, by in product(self.names(target, env), self.shape.seats, (1, -1)):
                self.take([(("in", *name, seat), by, by)], needs=needs)
            return
        if not isinstance(target.type, YesNo | Enumeration):
            return
        names = self.names(target, env)
        for name in names:
            q: Quantity = ("value", *name)
            low, high = self.reading.range(q)
            news = self.reading.values(value, env)
            if high - low > FEW:
                self.take([(q, low - high, high - low)], needs=needs)
                continue
            news = frozenset(range(low, high + 1)) if news is None else news
            ways = [(old, new) for old in range(low, high + 1) for new in sorted(news) if old != new]
            for old, new in ways:
                here = (Bound(((q, 1),), -old), Bound(((q, -1),), old))
                self.take([(q, new - old, new - old)], here, sure and len(names) == len(ways) == 1, needs=needs)

    def names(self, target: e.Variable | e.Field | e.Owner, env: Env) -> list[tuple[str | int, ...]]:
        """The names of the slots that a target can denote."""
        if isinstance(target, e.Variable) and target.seat is not None:
            return [("variable", target.index, s) for s in self.seats(target.seat, env)]
        name = self.reading.set_name(target, env)
        assert name is not None
        return [name]

    def sets(self, target: e.Variable | e.Field | e.Owner, value: e.Expr, env: Env, sure: bool) -> None:
        """Walks an assignment to a set of players."""
        if isinstance(value, e.SetOperation) and value.operator != "intersection" and value.left == target:
            kind = "include" if value.operator == "union" else "exclude"
            if isinstance(value.right, e.SetOf):
                self.set_changed(kind, value.right.player, target, env, sure)
                return
            among = self.reading.members(value.right, env)
            kinds = {kind: self.shape.seats if among is None else sorted(among)}
        else:
            kinds = {"include": self.shape.seats, "exclude": self.shape.seats}
        for kind, seats in kinds.items():
            for name, seat in product(self.names(target, env), seats):
                self.member_changed(kind, name, seat, False)

    def set_changed(
        self, kind: str, player: e.Expr, target: e.Variable | e.Field | e.Owner, env: Env, sure: bool
    ) -> None:
        """Walks an effect by which a player joins or leaves a set."""
        ways = list(product(self.names(target, env), self.seats(player, env)))
        for name, seat in ways:
            self.member_changed(kind, name, seat, sure and len(ways) == 1)

    def member_changed(self, kind: str, name: tuple[str | int, ...], seat: int, sure: bool) -> None:
        """Adds the step by which a seat joins or leaves a set."""
        q: Quantity = ("in", *name, seat)
        if kind == "include":
            self.take([(q, 1, 1)], (Bound(((q, -1),), 0),), sure)
        else:
            self.take([(q, -1, -1)], (Bound(((q, 1),), -1),), sure)

    # ------------------------------------------------------------------------------------------------------------ cascade

    def performed(self, x: f.Perform, env: Env) -> None:
        """Walks an act that a player performs."""
        act = self.table.acts[x.act]
        argument = None if x.argument is None else self.reading.values(x.argument, env)
        shown = argument if x.standing_for is None else self.reading.values(x.standing_for, env)
        if isinstance(act.argument, Number):
            argument = shown = None
        seats = self.seats(x.player, env)
        for seat in seats:
            if self.leaves(act.effects):
                continue
            with self.under(()):
                self.effects(act.effects, {0: frozenset({seat}), 1: argument})
            self.events.append((t.ActEvent(x.act, x.manner), frozenset({seat}), shown))

    def cascade(self) -> None:
        """Walks the triggers of all events so far, transitively, any number of times; the table may settle, too."""
        self.events.append((t.SETTLES, frozenset({NOBODY}), frozenset({NOBODY})))
        self.forget_written()
        handled, always = set[Emission](), dict(self.known)
        self.many += 1
        self.depth += 1
        while self.events:
            event, player, argument = one = self.events.pop()
            if one in handled:
                continue
            handled.add(one)
            if len(handled) > MOST_EVENTS:
                raise TooMuch
            for _, trigger in self.triggers_of(event):
                for seat in [None] if player is None else sorted(player):
                    env: Env = {0: None if seat is None else frozenset({seat}), 1: argument}
                    bounds = self.reading.implied(trigger.guard, env, True)
                    if bounds is not None:
                        with self.under(bounds):
                            self.block(trigger.effects, env)
                        self.known.update(always)
        self.many -= 1
        self.depth -= 1

    def triggers_of(self, event: t.Event) -> Iterator[tuple[int, t.Trigger]]:
        """Yields the triggers of an event that may run. (A move that ends the round is no move of a run.)"""
        for index in self.order.get(event, ()):
            trigger = self.table.triggers[index]
            if trigger.info.name not in self.never and not self.leaves(trigger.effects):
                yield index, trigger

    def forget_written(self) -> None:
        """Sets the slots to top that the triggers of all events so far, transitively, may write, or to whoever takes part.
        Triggers whose conditions are false by what is known of the slots that none of them writes never run."""
        emissions, running, more = dict.fromkeys(self.events), set[int](), True
        known, effects = dict(self.known), list[Summary]()
        while more:
            more = False
            for event, player, argument in list(emissions):
                for index, trigger in self.triggers_of(event):
                    guard = trigger.guard
                    if index in running or self.reading.implied(guard, {0: player, 1: argument}, True) is None:
                        continue
                    running.add(index)
                    more = True
                    emissions |= dict.fromkeys((x, None, None) for x in emitted(self.table, trigger.effects))
                    found = tuple(summaries(self.table).through(trigger.effects))
                    effects += found
                    self.forget_all(found)
        self.known.update(playing_slots(self.shape, known, effects, (x for _, x, _ in self.events)))
