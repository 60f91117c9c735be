"""Upper bounds on a number of an open situation, such as cards that are due: each card that adds to it is used once.

Over-approximates what can be added. Applies only if every rule that adds to the number is a move that certainly plays a
card to a place from which no rule takes it, except a pile that is reshuffled as a whole. Example: eight draw twos, each
of which adds 2: `count of draw-due is at most 16`, and at most 16 more for each reshuffle of the discard pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.context import Context
from checker.effects.names import field_name
from checker.effects.summary import summaries
from checker.smt.abstract_values import NOBODY, Reading, Shape
from checker.smt.counter_system import (
    Live,
    MoveThing,
    Quantity,
    StepThing,
    System,
    constants,
    everything,
    without,
)
from checker.smt.stack_system import Edge, set_off
from checker.termination.moments import Assumed, Moments
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import effects_below


@dataclass(frozen=True, slots=True)
class Start:
    """The number with which a rule begins a situation: `class_` of the card that was played for it (None: none), with
    which it may come back (`again`), and its other fields."""

    number: int
    class_: int | None
    fields: tuple[tuple[int, int], ...]
    again: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UpperBound:
    """A number is at most `most`, plus `more` for each time that `again` happens (in words; empty: it cannot)."""

    situation: int
    field: int
    most: int
    more: int
    again: tuple[str, ...]

    def words(self, table: t.Table) -> str:
        """Describes the bound."""
        text = f"{field_name(table.situations[self.situation], self.field)} is at most {self.most}"
        return text + (f", and at most {self.more} more each time that {' or '.join(self.again)}" if self.again else "")


def upper_bounds(context: Context, moves: list[Edge], group: frozenset[int], system: System) -> Iterator[UpperBound]:
    """Yields the bounds of the numbers of these situations; none if a move may begin another one, beneath which they stay open
    for any moves."""
    table, never = context.table, context.never
    inside = [i for i, x in enumerate(table.offers) if not x.situations or group & set(x.situations)]
    begun = {x.begins for x in summaries(table).through(set_off(table, inside, never)) if x.begins is not None}
    if not begun <= group:
        return
    for situation in sorted(group):
        for index, field in enumerate(context.table.situations[situation].fields):
            if isinstance(field.type, Number):
                found = upper_bound(context, moves, situation, index, system)
                if found is not None and found.most < field.type.high:
                    yield found


def upper_bound(context: Context, moves: list[Edge], situation: int, field: int, system: System) -> UpperBound | None:
    """The bound of one number; None if there is none."""
    table = context.table
    gains = added_by(context, moves, situation, field)
    starts = begun_with(context, situation, field, system)
    if not gains or starts is None:
        return None
    uses: dict[int, tuple[int, int]] = {}
    again: dict[str, None] = {}
    for number, move in enumerate(system.moves):
        gain = next((n for name, n in gains.items() if move.name.startswith(f"{name} of ")), 0)
        if gain:
            laid = [x for part in move.parts if part.least > 0 for x in card_moved(system, part.step)]
            if not laid:
                return None
            source, target = laid[0]
            uses[number] = gain, int(source[3])
            back = taken_back(system, target)
            if back is None:
                return None
            again.update(dict.fromkeys(back))
    copies = [sum(table.deck.kinds[k].copies for k in kinds) for kinds in system.classes]
    most = more = 0
    for values, possible in cases(system, situation, list(uses)):
        each: dict[int, int] = {}
        for number in possible:
            gain, class_ = uses[number]
            each[class_] = max(each.get(class_, 0), gain)
        whole = sum(n * copies[c] for c, n in each.items())
        more = max(more, whole)
        for start in starts:
            if all(values.get(("value", "field", situation, i), v) == v for i, v in start.fields):
                spent = each.get(start.class_, 0) if start.class_ is not None else 0
                again.update(dict.fromkeys(start.again if spent else ()))
                most = max(most, start.number + whole - spent)
    return UpperBound(situation, field, most, more, tuple(again))


def added_by(context: Context, moves: list[Edge], situation: int, field: int) -> dict[str, int] | None:
    """What each offer adds to a number, by its name; None if another rule writes it."""
    table = context.table
    inside = {index for _, index in moves}
    out: dict[str, int] = {}
    offered = [(x.info.name, x.effects, i in inside) for i, x in enumerate(table.offers)]
    others = [(x.info.name, x.effects, False) for x in table.triggers]
    acts = [("", x.effects, False) for x in table.acts]
    for name, effects, added in (*offered, *others, *acts):
        if name in context.never:
            continue
        for x in effects_below(effects):
            if isinstance(x, f.Assign) and writes(x.target, situation, field):
                step = x.value
                plain = isinstance(step, e.Arithmetic) and step.operator == "+" and step.left == x.target
                # (an equal line in a loop is another one)
                outside = any(x is y for y in effects)
                if not added or not outside or not plain or not isinstance(step, e.Arithmetic):
                    return None
                if not isinstance(step.right, e.Constant) or step.right.value < 0:
                    return None
                out[name] = out.get(name, 0) + step.right.value
    return out


def writes(target: e.Variable | e.Field | e.Owner, situation: int, field: int) -> bool:
    """Whether a target is this field of a situation."""
    return isinstance(target, e.Field) and (target.situation, target.index) == (situation, field)


def begun_with(context: Context, situation: int, field: int, system: System) -> list[Start] | None:
    """The initial values of a situation, for each rule that begins it; None if the number is computed."""
    table = context.table
    shape = Shape(table, system.classes, frozenset(), None)
    reading = Reading(shape)
    starting = table.situations[situation].fields
    out: list[Start] = []
    rules: list[t.Trigger | t.Offer | t.Act] = [*table.triggers, *table.offers, *table.acts]
    for rule in rules:
        if not isinstance(rule, t.Act) and rule.info.name in context.never:
            continue
        for x in effects_below(rule.effects):
            if not isinstance(x, f.Begin) or x.situation != situation:
                continue
            fields = {i: e.Constant(y.starts, y.type) for i, y in enumerate(starting)} | dict(x.fields)
            number = fields[field]
            if not isinstance(number, e.Constant):
                return None
            known = tuple((i, v.value) for i, v in fields.items() if isinstance(v, e.Constant) and i != field)
            class_, again = class_laid(context, shape, reading, rule, system)
            out.append(Start(number.value, class_, known, again))
    return out


def class_laid(
    context: Context, shape: Shape, reading: Reading, rule: t.Trigger | t.Offer | t.Act, system: System
) -> tuple[int | None, tuple[str, ...]]:
    """The class of the card that was certainly played for a rule to run, and lies where it is used up (None: unknown); and what
    takes all cards back from there, in words."""
    if not isinstance(rule, t.Trigger):
        return None, ()
    kinds = [k for k in shape.class_of if reading.implied(rule.guard, {1: frozenset({k})}) is not None]
    classes = {shape.class_of[k] for k in kinds}
    if len(classes) != 1:
        return None, ()
    (class_,) = classes
    again: list[str] = []
    for event in rule.events:
        zone = laid_by(context, event.act) if isinstance(event, t.ActEvent) else None
        back = None if zone is None else taken_back(system, shape.cards((zone, NOBODY), class_))
        if back is None:
            return None, ()
        again += back
    return class_, tuple(dict.fromkeys(again))


def laid_by(context: Context, act: int) -> int | None:
    """The zone of the table in which the card of an act certainly lies when all rules that the act sets off have run; None
    if unknown."""
    table, first = context.table, context.table.acts[act].effects[:1]
    offers = [i for i, x in enumerate(table.offers) if x.act == act]
    performed = any(x.performs is not None and x.performs.act == act for x in summaries(table).everything())
    if performed or any(table.offers[i].stands_for is not None for i in offers):
        return None
    if not first or not isinstance(first[0], f.MoveCard):
        return None
    move, zone = first[0], first[0].target.zone
    mine = isinstance(move.card, e.Local) and move.card.index == t.ARGUMENT_LOCAL
    own = isinstance(move.origin.seat, e.Local) and move.origin.seat.index == t.PLAYER_LOCAL
    if not mine or not own or move.origin.zone != table.acts[act].origin or table.zones[zone].each_player:
        return None
    rows = [x for x in summaries(table).through(set_off(table, offers, context.never)) if x.effect is not move]
    takes = [x.effect for x in rows if x.transfer is not None and zone in x.transfer.takes]
    covers = any(x.transfer is not None and x.transfer.target.zone == zone for x in rows)
    # (a reshuffle leaves the card there if it is on top)
    reshuffles = all(isinstance(x, f.MoveAll) and x.keep > 0 for x in takes)
    return zone if not takes or (reshuffles and not covers) else None


def card_moved(system: System, step: int) -> list[tuple[Quantity, Quantity]]:
    """The places between which a step moves one card."""
    change = system.steps[step].change
    downs = [q for q, low, high in change if low == high == -1 and q[0] == "cards"]
    ups = [q for q, low, high in change if low == high == 1 and q[0] == "cards"]
    return [(downs[0], ups[0])] if len(change) == 2 and downs and ups else []


def taken_back(system: System, spent: Quantity) -> list[str] | None:
    """What takes all cards back from where they were played, in words; None if something takes single cards."""
    out: list[str] = []
    for move in system.moves:
        for part in move.parts:
            if any(q == spent and low < 0 for q, low, _ in system.steps[part.step].change):
                whole = [
                    system.steps[n]
                    for n in part.needs
                    if not system.steps[n].change and "goes to" in system.steps[n].origin
                ]
                if not whole or len(whole) < len(part.needs):
                    return None
                out += [x.origin for x in whole]
    return out


def cases(system: System, situation: int, uses: list[int]) -> Iterator[tuple[dict[Quantity, int], list[int]]]:
    """Yields the values of a constant choice of an open situation, each with the moves that are possible then."""
    closing = [
        StepThing(n) for n, x in enumerate(system.steps) if any(q == ("owner", situation, -1) for q, *_ in x.change)
    ]
    live = without(system, everything(system), closing)
    uses = [n for n in uses if n in live.moves]
    still = sorted((q for q in constants(system, live) if q[:3] == ("value", "field", situation)), key=str)
    if len(still) != 1:
        yield {}, uses
        return
    (q,) = still
    low, high = next((low, high) for name, low, high in system.ranges if name == q)
    moments = Moments(system)
    for value in range(low, high + 1):
        facts = Assumed(moments, Live(live.moves, frozenset(), frozenset({(q, value)})))
        yield {q: value}, [n for n in uses if not facts.contradict(MoveThing(n))]
