"""The counter system of open situations: how moves change the counters, by seat and by class of cards, while certain
situations are on top.

Over-approximates the engine: each sequence of moves of the table during which one of the situations is on top is a run
of the system. Moves that have nothing to do with the situations, such as calling out, are no answers (`answering`). A *class* groups the kinds of cards that fit the same moves there, whatever their names. The counters:

- `cards`: zone, seat (-1: nobody's), class; the sum over all places of a class is constant.
- `owner`: situation, seat (-1: it is not open); the sum is 1.
- `in`: a seat is in a set of players; `value`: a yes-or-no or a choice.
- `sum`: the features of `change_vectors`, over all seats.

Example: ann answers a debt with a card of class 1: `cards in hand of 0, 1` decreases by 1, `owner draw-due, 0`
decreases and `..., 1` increases by 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import z3

from checker.effects.footprints import Footprints
from checker.effects.summary import summaries
from checker.effects.values import Facts
from checker.smt.abstract_effects import TooMuch, Walk
from checker.smt.abstract_values import NOBODY, Env, Reading, Shape, Slot, Values, field_slot, of_one_player, written_by
from checker.smt.at_rest import Rest, Steps
from checker.smt.claims import Known
from checker.smt.counter_system import Bound, Move, Part, Quantity, Step, System
from checker.smt.enabled import Reader, allowed, arguments, bans_on
from checker.smt.factory import conj, disj, neg, same
from checker.smt.measures import on_top
from checker.smt.program_points import Point
from checker.smt.query import empty_solver, refutes
from checker.smt.step import NotFollowed
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.symmetry import symmetry
from unodsl.model.types import Card, Enumeration, Number, Player, YesNo
from unodsl.model.walk import below

FEW_VALUES = 3
"""The most values of a variable over which moves are split."""

MOST_MOVES = 3_000
"""The most moves of a system."""

Edge = tuple[int, int]
"""A situation on top, and an offer taken then."""


Class = tuple[object, ...]
"""The abstraction of a kind of card: equal for kinds that no rule tells apart."""


FAR = 10**9
"""A bound that no sum over all seats reaches."""


class TooLarge(Exception):
    """A system exceeds the limit of moves."""


class Between:
    """The invariants of a table between two moves: claims about every state, and claims about quiescent states."""

    def __init__(self, known: Known, rests: Iterable[Rest], within_budget: Callable[[], bool] = lambda: True) -> None:
        self.known, self.rests, self.within_budget = known, frozenset(rests), within_budget
        self.empty = frozenset(x.one for x in self.rests if x.kind == "no cards")
        """Zones of each player in which a player who takes no part has no card."""
        self.playable: dict[Edge, frozenset[int]] = {}
        """A cache: for each edge with a card, the kinds of cards it can be taken with."""
        self._answers: dict[int, tuple[z3.BoolRef, bool]] = {}

    @property
    def table(self) -> t.Table:
        """The table."""
        return self.known.table

    @property
    def reader(self) -> Reader:
        """Reads expressions over the symbolic state."""
        return self.known.reader

    @property
    def facts(self) -> Facts:
        """The value sets of slots."""
        return self.known.facts

    @cached_property
    def alike(self) -> tuple[Class, ...]:
        """For each kind of card its class: its values, up to those that are symmetric in every rule."""
        group = {(a, v): some for a, some in symmetry(self.table).values for v in some}
        return tuple(tuple(group.get(x, x[1]) for x in enumerate(kind.values)) for kind in self.table.deck.kinds)

    @cached_property
    def solver(self) -> z3.Solver:
        """A solver that assumes all these invariants."""
        st, out = self.reader.st, empty_solver()
        out.add(
            st.constraints, *self.known.bounds, same(st.moved, -1), neg(st.match_over), *(x(st) for x in self.rests)
        )
        return out

    def impossible(self, question: z3.BoolRef) -> bool:
        """Whether a query over states between two moves is refuted. Cached."""
        if z3.is_false(question):
            return True
        if question.get_id() not in self._answers:
            self._answers[question.get_id()] = question, self.within_budget() and refutes(self.solver, question)
        return self._answers[question.get_id()][1]

    @property
    def refuted(self) -> list[z3.BoolRef]:
        """The refuted queries."""
        return [question for question, answer in self._answers.values() if answer]


class Building:
    """Builds the counter system of a group of situations from its edges."""

    def __init__(
        self,
        between: Between,
        group: frozenset[int],
        edges: Iterable[Edge],
        playing: tuple[int, ...] | None,
    ) -> None:
        self.between, self.table = between, between.table
        self.edges = sorted(edges)
        self.playable = self.kinds_of_moves()
        kinds: dict[frozenset[Edge], list[int]] = {}
        for k in range(len(self.table.deck.kinds)):
            kinds.setdefault(frozenset(x for x, some in self.playable.items() if k in some), []).append(k)
        classes = tuple(tuple(row) for _, row in sorted(kinds.items(), key=lambda x: x[1]))
        self.shape = Shape(self.table, classes, group, playing)
        self.answering = answering(self.table, group, between.known.dead)
        self.round_runs = Rest("round runs") in between.rests
        self.steps: dict[Step, int] = {}
        self.moves: list[Move] = []

    # ------------------------------------------------------------------------------------------------------------ classes

    def kinds_of_moves(self) -> dict[Edge, frozenset[int]]:
        """For each edge with a card, the kinds of cards that it can be taken with."""
        shape = Shape(self.table, (tuple(range(len(self.table.deck.kinds))),), frozenset(), None)
        out: dict[Edge, frozenset[int]] = {}
        for top, index in self.edges:
            offer = self.table.offers[index]
            if isinstance(self.table.acts[offer.act].argument, Card):
                reading = Reading(shape)
                known = self.between.playable
                if (top, index) not in known:
                    kinds = [k for k in range(len(self.table.deck.kinds)) if self.fits(reading, offer, k)]
                    known[top, index] = self.possible_kinds(top, index, kinds)
                out[top, index] = known[top, index]
        return out

    def fits(self, reading: Reading, offer: t.Offer, kind: int) -> bool:
        """Whether the guard of an offer and its general bans permit a kind of card, without a solver."""
        env: Env = {1: frozenset({kind})}
        if reading.implied(offer.guard, env) is None:
            return False
        bans = (b for b in bans_on(self.table, offer) if not b.situations and self.everybody(b.who, offer))
        return all(reading.implied(b.guard, env, False) is not None for b in bans)

    def everybody(self, who: e.Expr, offer: t.Offer) -> bool:
        """Whether a ban applies to all players who can take an offer: `any player` is nobody who is absent."""
        return not offer.absent and isinstance(who, e.Builtin) and who.kind == "in play"

    def possible_kinds(self, top: int, index: int, kinds: list[int]) -> frozenset[int]:
        """Returns those of the kinds with which an offer can be taken while a situation is on top, by the solver. Kinds
        that are alike are treated alike: if one is possible, all are."""
        reader, offer = self.between.reader, self.table.offers[index]
        classes: dict[Class, list[int]] = {}
        for k in kinds:
            classes.setdefault(self.between.alike[k], []).append(k)
        moves = [
            (argument, conj(there, allowed(reader, index, seat, argument)))
            for seat in reader.askers
            for argument, there in arguments(reader, offer, seat)
        ]
        here, found = reader.st.top == top, set[int]()
        for some in classes.values():
            question = disj([conj(same(x, k), stands) for x, stands in moves for k in some])
            found |= set() if self.between.impossible(conj(here, question)) else set(some)
        return frozenset(found)

    # -------------------------------------------------------------------------------------------------------------- moves

    def system(self) -> System:
        """Returns the whole system. Raises `TooLarge`."""
        for top, index in self.edges:
            offer = self.table.offers[index]
            sure = self.certain(top, index)
            for actor, known in product(self.shape.seats, self.valuations(top, offer)):
                for argument in self.arguments_of(top, index, actor):
                    self.add(top, index, actor, argument, known, sure)
                if len(self.moves) > MOST_MOVES:
                    raise TooLarge
        quantities = {q for s in self.steps for q, *_ in s.change}
        quantities |= {q for s in self.steps for m in s.moments for b in m for q, _ in b.terms}
        quantities |= {q for v in self.moves for m in v.moments for b in m for q, _ in b.terms}
        totals = list(self.totals())
        quantities |= {q for terms, _ in totals for q in terms}
        reading = Reading(self.shape)
        changed = {q for s in self.steps for q, *_ in s.change}
        ranges = tuple((q, *self.range(reading, q, q in changed)) for q in sorted(quantities, key=str))
        return System(ranges, tuple(totals), tuple(self.steps), tuple(self.moves), self.shape.classes)

    def range(self, reading: Reading, q: Quantity, changes: bool) -> tuple[int, int]:
        """The least and the greatest value of a quantity, at any moment of a move. A sum over all seats is only known to be
        bounded. `changes`: whether a step may change it."""
        if q[0] == "cards" and self.shape.playing is not None and int(q[2]) not in (NOBODY, *self.shape.playing):
            # (a player who takes no part has no card between moves; a move may lay some there and take them away again)
            return (0, 0) if q[1] in self.between.empty and not changes else reading.range(q)
        return (-FAR, FAR) if q[0] == "sum" else reading.range(q)

    def totals(self) -> Iterator[tuple[tuple[Quantity, ...], int]]:
        """Conservation laws: the cards of a class; the owner of a situation, nobody included."""
        for c, kinds in enumerate(self.shape.classes):
            yield (
                tuple(self.shape.cards(p, c) for p in self.shape.places()),
                sum(self.table.deck.kinds[k].copies for k in kinds),
            )
        for s in sorted(self.shape.tracked):
            if not self.table.situations[s].on_players:
                yield tuple(("owner", s, seat) for seat in (NOBODY, *self.shape.seats)), 1

    def valuations(self, top: int, offer: t.Offer) -> list[dict[Slot, Values]]:
        """The valuations over which the moves are split: the variables that decide which player is meant, such as a
        direction of play, and the fields of the situation that conditions read."""
        tested: set[tuple[int, int]] = set()
        for node in below(self.table.effects_of(offer)):
            if isinstance(node, e.Choose) and isinstance(node.type, Player):
                tested |= {
                    (n.index, len(n.type.values) if isinstance(n.type, Enumeration) else 2)
                    for n in below(node.condition)
                    if isinstance(n, e.Variable) and n.seat is None and isinstance(n.type, Enumeration | YesNo)
                }
        few = sorted(i for i, n in tested if n <= FEW_VALUES)
        ranges = [sorted(self.shape.within(self.table.variables[i].type) or ()) for i in few]
        nothing = self.between.facts.nothing
        ranges = [
            [v for v in r if v >= 0 or i in nothing or getattr(self.table.variables[i].type, "optional", False)]
            for i, r in zip(few, ranges, strict=True)
        ]
        slots: list[Slot] = [("variable", i) for i in few]
        bans = [x.guard for x in bans_on(self.table, offer)]
        read = {n.index for n in below((offer.guard, *bans)) if isinstance(n, e.Field) and n.situation == top}
        for index in sorted(read):
            type_ = self.table.situations[top].fields[index].type
            values = self.between.facts.fields.get((top, index))
            enumerable = isinstance(type_, Enumeration | YesNo) and (top, index) not in nothing
            if enumerable and values and len(values) <= FEW_VALUES:
                slots.append(field_slot(top, index))
                ranges.append(sorted(values))
        return [{slot: frozenset({v}) for slot, v in zip(slots, row, strict=True)} for row in product(*ranges)]

    def arguments_of(self, top: int, index: int, actor: int) -> list[Values]:
        """The arguments of a move, grouped as far as the system distinguishes them."""
        offer = self.table.offers[index]
        act = self.table.acts[offer.act]
        match act.argument:
            case Card():
                kinds = self.playable[top, index]
                return [frozenset(row) & kinds for row in self.shape.classes if set(row) & kinds]
            case Player() if offer.argument is None:
                there = self.shape.seats if self.shape.playing is None else self.shape.playing
                return [frozenset({s}) for s in there if s != actor or not act.excludes_self]
            case _:
                return [None]

    def add(
        self,
        top: int,
        index: int,
        actor: int,
        argument: Values,
        known: dict[Slot, Values],
        sure: tuple[list[bool], list[bool]],
    ) -> None:
        """Adds one move of one seat, if it is possible."""
        offer, table, shape = self.table.offers[index], self.table, self.shape
        act = table.acts[offer.act]
        if shape.playing is not None and (actor in shape.playing) == offer.absent:
            return
        moment: list[Bound] = []
        split, known = known, {**self.taking_part(top), **known}
        reading = Reading(shape, known)
        for slot, values in split.items():
            q: Quantity = (
                ("value", "field", top, slot[1]) if slot[0] != "variable" else ("value", "variable", slot[1], NOBODY)
            )
            value = min(values or (0,))
            moment += [Bound(((q, 1),), -value), Bound(((q, -1),), value)]
        env: Env = {0: frozenset({actor}), 1: argument}
        if top in shape.tracked and not table.situations[top].on_players:
            moment.append(Bound(((("owner", top, NOBODY), -1),), 0))
            if isinstance(offer.who, e.SetOf) and offer.who.player == e.Owner(top, offer.who.player.type):
                known["owner", top] = frozenset({actor})
                moment.append(Bound(((("owner", top, actor), 1),), -1))
        if not offer.absent:
            here = reading.member(e.Local(0, "", Player()), offer.who, env, True)
            guard = reading.implied(offer.guard, env)
            if here is None or guard is None:
                return
            moment += [*here, *guard]
        for ban in bans_on(table, offer):
            if (not ban.situations or top in ban.situations) and (
                self.everybody(ban.who, offer) or certainly_in(reading, ban.who, env)
            ):
                free = reading.implied(ban.guard, env, False)
                if free is None:
                    return
                moment += free
        if offer.argument is not None and not isinstance(act.argument, Number | Card):
            env[1] = reading.values(offer.argument, env)
        if isinstance(act.argument, Card) and act.origin is not None and argument:
            place = shape.place(act.origin, actor)
            there = {shape.class_of[k] for k in argument}
            moment.append(Bound(tuple((shape.cards(place, c), 1) for c in sorted(there)), -1))
        inner = dict(env)
        if offer.stands_for is not None:
            # (before the effects of the act, which may change it)
            inner[1] = reading.values(offer.stands_for, env)
        walk = Walk(shape, self.between.known.dead, self.round_runs, known)
        if not walk.effects(act.effects, env, sure[0]):
            return
        if not walk.effects(offer.effects, inner, sure[1]):
            return
        walk.events += [(event, env[0], inner[1]) for event in self.table.events_of(index)]
        walk.cascade()
        name = f"{offer.info.name} of {actor}"
        parts: list[Part] = []
        for step, found in walk.found.items():
            needs = tuple(self.number(x) for x in found.needs)
            parts.append(Part(self.number(step), found.least, found.most, needs))
        move = Move(name, (tuple(moment),) if moment else (), tuple(parts), index in self.answering)
        if move not in self.moves[-200:]:
            self.moves.append(move)

    def taking_part(self, top: int) -> dict[Slot, Values]:
        """The slots with a player that hold somebody who takes part, or nobody, while a situation is on top, as far as the
        invariants between two moves say so."""
        if self.shape.everybody_plays:
            return {}
        slots: dict[Rest, Slot] = {Rest("variable", i): ("variable", i) for i, _ in enumerate(self.table.variables)}
        slots |= {Rest("owner", i): ("owner", i) for i, _ in enumerate(self.table.situations)}
        slots |= {Rest("field", top, i): field_slot(top, i) for i, _ in enumerate(self.table.situations[top].fields)}
        found = {slot for rest, slot in slots.items() if rest in self.between.rests and of_one_player(self.table, slot)}
        return dict.fromkeys(found, self.shape.there)

    def number(self, step: Step) -> int:
        """The number of a step; a new one is added."""
        return self.steps.setdefault(step, len(self.steps))

    # ---------------------------------------------------------------------------------------------------------- certainty

    def certain(self, top: int, index: int) -> tuple[list[bool], list[bool]]:
        """Which effects of an act and of its offer are certain to change something, where the move is made while a
        situation is on top."""
        offer = self.table.offers[index]
        point = Point(self.between, Footprints(self.table), index, top)
        first = [self.does(point, x) for x in self.table.acts[offer.act].effects]
        # after the act, the argument may be another card that it stands for, about which nothing is certain
        unsure = offer.stands_for is not None
        return first, [self.does(point, x, unsure and mentions_argument(x)) for x in offer.effects]

    def does(self, point: Point, x: f.Effect, unsure: bool = False) -> bool:
        """Whether an effect certainly changes something. Then updates the program point with it."""
        found = not unsure and self.does_now(point, x)
        point.forget(x, {0: "player"})
        return found

    def does_now(self, point: Point, x: f.Effect) -> bool:
        """Whether an effect certainly changes something; False if not known."""
        if isinstance(x, f.MoveCard):
            return point.certainly_there(x) and point.somebody(x.target.seat)
        if isinstance(x, f.End):
            return point.certainly_open(x.situation)
        if isinstance(x, f.Begin):
            return point.still_top(x.situation) and not self.table.situations[x.situation].on_players
        if isinstance(x, f.ChangeSet):
            return self.joins(point, x.kind, x.player, x.target)
        if isinstance(x, f.Assign):
            value = x.value
            if isinstance(x.target, e.Owner):
                return point.still_top(x.target.situation) and not self.table.situations[x.target.situation].on_players
            if isinstance(value, e.SetOperation) and value.left == x.target and isinstance(value.right, e.SetOf):
                if value.operator == "intersection":
                    return False
                return self.joins(
                    point, "include" if value.operator == "union" else "exclude", value.right.player, x.target
                )
            if isinstance(x.target.type, YesNo | Enumeration) and isinstance(value, e.Constant):
                differs = e.Compare("!=", x.target, value, YesNo())
                return point.there_to_change(x.target) and point.holds(differs)
        return False

    def joins(self, point: Point, kind: str, player: e.Expr, target: e.Variable | e.Field | e.Owner) -> bool:
        """Whether a player certainly joins or leaves a set."""
        inside = e.Member(player, target, YesNo())
        return (
            point.there_to_change(target)
            and point.somebody(player)
            and point.holds(e.Not(inside, YesNo()) if kind == "include" else inside)
        )


def certainly_in(reading: Reading, who: e.Expr, env: Env) -> bool:
    """Whether the player of a move is certainly in a set."""
    return reading.member(e.Local(0, "", Player()), who, env, False) is None


@dataclass(frozen=True)
class Systems:
    """The counter systems of a group of situations (None: one that is too large). Every sequence of moves in which no
    other situation is on top is a run of one of them. `edges`: the moves that may stay in the group."""

    all: tuple[System | None, ...]
    edges: tuple[Edge, ...]
    between: Between


def systems_of(steps: Steps, between: Between, group: frozenset[int]) -> Systems:
    """Returns the counter systems of all moves that stay in a group of situations; one that is missing for a group with
    the state in which none is open (-1). (Offers that the game does not depend on are left out.)"""
    edges: list[Edge] = []
    if min(group, default=-1) < 0:
        return Systems((None,), (), between)
    for index, offer in enumerate(steps.table.offers):
        tops = group & set(offer.situations) if offer.situations else group
        if not tops or offer.info.name in steps.known.dead or offer.mode in t.LEFT_ALONE:
            continue
        try:
            transition = steps.move(offer)
        except (NotFollowed, KeyError, IndexError):
            edges += [(top, index) for top in sorted(tops)]
            continue
        for top in sorted(tops):
            stays = conj(
                same(steps.reader.st.top, top),
                transition.known,
                neg(transition.round_begins),
                on_top(transition.then, [group]),
            )
            if not between.impossible(stays):
                edges.append((top, index))
    return Systems(tuple(stack_systems(between, group, edges)), tuple(edges), between)


def stack_systems(between: Between, group: frozenset[int], edges: Sequence[Edge]) -> Iterator[System | None]:
    """Yields the counter systems of a group, one for each number of players who may take part; None if one is too
    large. By symmetry the number is enough: rules name no seat, who takes part does not change meanwhile, and next to those
    who take no part may be anybody. Otherwise there is one system for all."""
    table = between.table
    named = any(
        isinstance(n, e.Constant) and isinstance(n.type, Player) and n.value >= 0 for n in below(rules_of(table))
    )
    sizes: list[tuple[int, ...] | None]
    if between.facts.seats_fixed:
        sizes = [tuple(range(table.seats))]
    elif named or moves_seats(between, [i for _, i in edges]):
        sizes = [None]
    else:
        least = 2 if Rest("two play") in between.rests else 1 if Rest("one plays") in between.rests else 0
        sizes = [tuple(range(n)) for n in range(table.seats, least - 1, -1)]
    for playing in sizes:
        try:
            yield Building(between, group, edges, playing).system()
        except (TooLarge, TooMuch):
            yield None


def moves_seats(between: Between, offers: Iterable[int]) -> bool:
    """Whether somebody can leave or join by these moves while the round goes on."""
    events = emitted(between.table, set_off(between.table, offers, between.known.dead))
    return bool(events & {t.TableEvent("joins"), t.TableEvent("leaves")})


def answering(table: t.Table, group: frozenset[int], dead: frozenset[str]) -> frozenset[int]:
    """The offers that belong to situations, and those whose moves may begin or change one of the group
    (over-approximates). Other moves are possible at any time and keep none of the group going. (Nothing ends again and
    again without a move that begins it.) `dead`: rules that never run."""
    slots = {("owner", x) for x in group}
    slots |= {field_slot(x, i) for x in group for i in range(len(table.situations[x].fields))}
    all_ = summaries(table)

    def changes(offer: int) -> bool:
        found = (x for x in all_.through(set_off(table, [offer], dead)) if x.ends is None)
        return any(x.seating is not None or not slots.isdisjoint(written_by(table, x)) for x in found)

    return frozenset(i for i, x in enumerate(table.offers) if x.situations or changes(i))


def set_off(table: t.Table, offers: Iterable[int], dead: frozenset[str]) -> tuple[f.Effect, ...]:
    """The effects of some moves and of all rules that they may set off while the round goes on."""
    moves = [*offers]
    own = tuple(x for i in moves for x in table.effects_of(table.offers[i]))
    events = [t.SETTLES, *(x for i in moves for x in table.events_of(i)), *emitted(table, own)]
    phases = frozenset(t.TableEvent(x) for x in ("round begins", "round ends", "match ends", "match begins"))
    _, triggers = follows(table, events, phases, dead)
    return (*own, *(x for y in triggers for x in y.effects))


def mentions_argument(x: f.Effect) -> bool:
    """Whether an effect reads the argument of its move."""
    return any(isinstance(n, e.Local) and n.index == t.ARGUMENT_LOCAL for n in below(x))


def rules_of(table: t.Table) -> tuple[object, ...]:
    """All rules and acts of a table."""
    return table.triggers, table.offers, table.bans, table.acts
