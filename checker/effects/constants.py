"""Constant propagation to a fixpoint: value sets of slots, situations that can begin, and events that can happen, with
presence conditions.

The result is an inductive invariant: it holds initially, and every effect that could violate it is included.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from checker.effects.summary import Summaries, summaries
from checker.effects.values import (
    ALWAYS,
    SEATING,
    WORKED_OUT,
    Facts,
    OptionLiterals,
    Slot,
    clamped,
    constants,
    option_literals,
    something,
    type_of,
)
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.table import SETTLES, ActEvent, Event, Offer, OfferEvent, Table, TableEvent, Trigger
from unodsl.model.types import Card, Enumeration, Player, Players

_MOST_VALUES = 24


def facts(
    table: Table,
    without: frozenset[str] = frozenset(),
    no_op_with: Mapping[str, Collection[frozenset[str]]] = MappingProxyType({}),
    false_conditions: frozenset[e.Expr] = frozenset(),
) -> Facts:
    """Returns the facts of a table. `without`: names of triggers and offers that are known never to run; their effects
    are ignored. `no_op_with`: for a family, the option sets with which a rule is a no-op, by its name. `false_conditions`: branch
    conditions that never hold."""
    features = dict(table.features)
    known = _Gathered(table, summaries(table), false_conditions)
    for index, variable in enumerate(table.variables):
        if not isinstance(variable.type, Players) and index not in features.values():
            known.values[index] = {variable.starts: {ALWAYS}}
    for index, situation in enumerate(table.situations):
        for position, declared in enumerate(situation.fields):
            if not isinstance(declared.type, Players):
                known.values[index, position] = {declared.starts: {ALWAYS}}
    for always in (TableEvent("match begins"), SETTLES, TableEvent("position")):
        known.there.setdefault(always, set()).add(ALWAYS)
    rules = table.running
    presence: dict[str, set[OptionLiterals]] = {x.info.name: set() for x in rules}
    # a least fixpoint: a rule counts only once a rule that counts enables it, so self-supporting cycles do not
    waiting = [x for x in rules if x.info.name not in without]
    while news := [x for x in waiting if known.set_off(x)]:
        waiting = [x for x in waiting if not known.set_off(x)]
        for rule in news:
            presence[rule.info.name] = changing_presence(
                option_literals(rule, features), no_op_with.get(rule.info.name, ())
            )
            for due in presence[rule.info.name]:
                known.gather(rule.effects, due, after(rule))
                if isinstance(rule, Offer):
                    known.there.setdefault(ActEvent(rule.act, rule.manner), set()).add(due)
                    known.there.setdefault(OfferEvent(table.offers.index(rule)), set()).add(due)
        for act, done in acts_done(table, presence, false_conditions).items():
            for due in done:
                known.gather(table.acts[act].effects, due)
    return known.facts()


def after(rule: Trigger | Offer) -> Event | int | None:
    """The only event of a trigger, or the only situation of an offer; None if there are several."""
    if isinstance(rule, Trigger):
        return rule.events[0] if len(rule.events) == 1 else None
    return rule.situations[0] if len(rule.situations) == 1 else None


def changing_presence(due: OptionLiterals, no_op_with: Collection[frozenset[str]]) -> set[OptionLiterals]:
    """The presence condition under which a rule changes something: it is present, and at least one option of each idle
    option set is off. If that has too many disjuncts, only the presence of the rule."""
    out = {due}
    for options in no_op_with:
        if len(out) > _MOST_VALUES:
            return {due}
        off = [(o, False) for o in sorted(options) if (o, True) not in due]
        out = {
            literals | {one} if not any((o, False) in literals for o in options) else literals
            for literals in out
            for one in off
        }
    return out


@dataclass(slots=True)
class _Gathered:
    """The state of the fixpoint. `values`: for each slot its values (or `WORKED_OUT`) with their presence conditions;
    None: too many. `there`: presence conditions of events, begun situations and seating."""

    table: Table
    all: Summaries
    false_conditions: frozenset[e.Expr]
    values: dict[Slot, dict[int | None, set[OptionLiterals]] | None] = field(default_factory=dict)
    there: dict[Event | int | str, set[OptionLiterals]] = field(default_factory=dict)
    given: dict[Slot, list[e.Expr]] = field(default_factory=dict)

    def set_off(self, rule: Trigger | Offer) -> bool:
        """Whether an event of a trigger can happen, or a situation of an offer can begin, as far as known."""
        if isinstance(rule, Trigger):
            return any(event in self.there for event in rule.events)
        return not rule.situations or any(index in self.there for index in rule.situations)

    def gather(self, effects: tuple[f.Effect, ...], due: OptionLiterals, after: Event | int | None = None) -> None:
        """Adds the effects of a rule. An event or situation that the rule depends on (`after`) is not added: the rule
        cannot be its first cause. (The effects of performed acts are added with the act.)"""
        found = tuple(self.all.flat(effects, self.false_conditions))
        drawn: dict[e.Local, frozenset[int]] = {}
        for block in (block for x in found for block in x.blocks):
            if block.local is not None and isinstance(block.among, tuple):
                drawn[block.local] = drawn.get(block.local, frozenset()) | frozenset(block.among)
        for x in found:
            there = {y for y in (x.emits, x.begins) if y is not None and y != after}
            for one in there | ({SEATING} if x.seating is not None else set()):
                self.there.setdefault(one, set()).add(due)
            for change in x.changes:
                if not isinstance(change.target, e.Owner):
                    self.note(key(change.target), change.value, due, drawn)

    def note(self, slot: Slot, value: e.Expr, due: OptionLiterals, drawn: Mapping[e.Local, frozenset[int]]) -> None:
        """Adds a write to a slot. `drawn`: the value sets of locals that chance chooses."""
        self.given.setdefault(slot, []).append(value)
        known = self.values.get(slot)
        more = drawn.get(value) if isinstance(value, e.Local) else constants(value)
        if known is None:
            return
        if more is None:
            known.setdefault(WORKED_OUT, set()).add(due)
            return
        for one in clamped(type_of(self.table, slot), set(more)):
            known.setdefault(one, set()).add(due)
        if len(known) > _MOST_VALUES:
            self.values[slot] = None

    def may_be_nothing(self) -> frozenset[Slot]:
        """The slots that may become nothing although their type is not optional: a least fixpoint."""
        out: set[Slot] = set()
        while True:
            more = {
                slot
                for slot, values in self.given.items()
                if slot not in out
                and isinstance(type_of(self.table, slot), Card | Player | Enumeration)
                and any(not something(x, out) for x in values)
            }
            if not more:
                return frozenset(out)
            out |= more

    def facts(self) -> Facts:
        """The result, with the presence conditions."""
        due: dict[object, set[OptionLiterals]] = {}
        for slot, values in self.values.items():
            worked_out = (values or {}).get(WORKED_OUT, set())
            due.update({(slot, value): presence | worked_out for value, presence in (values or {}).items()})
        due.update(dict(self.there.items()))
        settled = {
            slot: frozenset(v for v in values if v is not None)
            for slot, values in self.values.items()
            if values is not None and ALWAYS not in values.get(WORKED_OUT, ())
        }
        return Facts(
            {k: v for k, v in settled.items() if isinstance(k, int)},
            {k: v for k, v in settled.items() if not isinstance(k, int)},
            frozenset(x for x in self.there if isinstance(x, int)),
            frozenset(x for x in self.there if not isinstance(x, int | str)),
            SEATING not in self.there,
            self.may_be_nothing(),
            {key: frozenset(presence) for key, presence in due.items() if ALWAYS not in presence},
        )


def key(target: e.Variable | e.Field) -> Slot:
    """The slot of a target."""
    return target.index if isinstance(target, e.Variable) else (target.situation, target.index)


def acts_done(
    table: Table, presence: Mapping[str, Collection[OptionLiterals]], false_conditions: frozenset[e.Expr]
) -> dict[int, set[OptionLiterals]]:
    """The acts that offers and effects can perform, with their presence conditions. `presence`: the presence conditions of
    the rules; `false_conditions`: as in `facts`."""
    done: dict[int, set[OptionLiterals]] = {}
    for offer in table.offers:
        for due in presence[offer.info.name]:
            done.setdefault(offer.act, set()).add(due)
    for rule in table.running:
        for act in summaries(table).performed(rule.effects, false_conditions):
            done.setdefault(act, set()).update(presence[rule.info.name])
    todo = list(done)
    while todo:
        index = todo.pop()
        for act in summaries(table).performed(table.acts[index].effects, false_conditions):
            if not done[index] <= done.get(act, set()):
                done.setdefault(act, set()).update(done[index])
                todo.append(act)
    return done
