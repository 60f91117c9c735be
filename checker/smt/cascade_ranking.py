"""Lexicographic rankings of cascades: layers of rules that lower a bounded sum, and heights of events for the other rules.

Over-approximates each run of a rule, so what is refuted here holds in every cascade. Example: a rule repeats an echo until the
number `left` is 0, and nothing raises `left`: it runs finitely often. No infinite cascade is left if the events of the
other rules only cause lower events, or the same ones with a smaller number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import z3

from checker.effects.summary import summaries
from checker.smt.claims import Known, argument_of, has_player
from checker.smt.expressions import Env, Value
from checker.smt.factory import conj, disj, less, neg, same
from checker.smt.measures import Measure, smaller
from checker.smt.questions import carried_values
from checker.smt.state import SymbolicState
from checker.smt.step import PostImage
from unodsl.model import table as t
from unodsl.model.types import Number

Reacting = tuple[t.Trigger, list[t.Event]]
"""A trigger, and its events that can happen."""

Layer = tuple[tuple[tuple[Measure, int], ...], frozenset[str]]
"""A weighted sum that no rule raises but those of earlier layers and those that no cycle of events reaches; and rules that lower it, by
name."""

Cascades = tuple[Mapping[t.Event, int], Sequence[Layer]]
"""A ranking of cascades: the heights of events, and layers."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a trigger for one event: its condition, the `argument` of the event, the state after it, and the events that it
    emits, each with its condition and argument (None: any)."""

    known: z3.BoolRef
    argument: Value
    then: SymbolicState
    emitted: tuple[tuple[t.Event, z3.BoolRef, Value | None], ...]


def run_of(known: Known, trigger: t.Trigger, event: t.Event) -> Run:
    """The run of a trigger for an event, from any state that the claims allow."""
    emitted: list[tuple[t.Event, z3.BoolRef, Value | None]] = []

    def on_event(x: t.Event, when: z3.BoolRef, _: SymbolicState, __: Value, value: Value) -> None:
        emitted.append((x, when, None if after.again else value))

    after = PostImage(known.reader, on_event, counting=True)
    act = argument_of(known.table, event)
    player: Value = -1
    if has_player(known.table, event):
        player = z3.Int("player")
        after.limits.append(disj(same(player, i) for i in range(known.table.seats)))
    argument: Value = -1
    if act is not None and act.argument is not None:
        argument = after.unknown(act.argument)
        if isinstance(act.argument, Number):
            carried = carried_values(known, act, event)
            after.limits.append(disj(conj(same(argument, v), *limits) for v, limits in carried))
    env: Env = {t.PLAYER_LOCAL: player, t.ARGUMENT_LOCAL: argument}
    guard = after.truth(trigger.guard, env, known.reader.st)
    then = after.run(trigger.effects, env, known.reader.st)
    return Run(conj(guard, *after.limits), argument, then, tuple(emitted))


def alive_in(known: Known) -> list[Reacting]:
    """The triggers that can run, with the events that can happen."""
    return [
        (x, [event for event in x.events if event in known.facts.events])
        for x in known.table.triggers
        if x.info.name not in known.dead
    ]


def repeating(table: t.Table, alive: list[Reacting]) -> list[Reacting]:
    """The rules that may run infinitely often in a cascade, with the events that may happen so often, if no others than these
    do (a greatest fixpoint): each is emitted by such a rule."""
    all_ = summaries(table)
    while True:
        emitted = {x.emits for trigger, _ in alive for x in all_.through(trigger.effects)}
        left = [(x, [event for event in events if event in emitted]) for x, events in alive]
        left = [(x, events) for x, events in left if events]
        if left == alive:
            return left
        alive = left


def not_lowered(known: Known, heights: Mapping[t.Event, int], layers: Sequence[Layer]) -> list[z3.BoolRef] | None:
    """The formulas of which none may have a model, so that every cascade terminates; None if the ranking fails anyway. (Loops in a
    rule are bounded, so an event has boundedly many successors.)"""
    table, st, all_ = known.table, known.reader.st, summaries(known.table)
    run = cache(lambda trigger, event: run_of(known, trigger, event))
    out: list[z3.BoolRef] = []
    alive = alive_in(known)
    for weights, lower in layers:
        for trigger, events in repeating(table, alive):
            for now in (run(trigger, event) for event in events):
                falls, rises = smaller(st, now.then, (weights,)), smaller(now.then, st, (weights,))
                out.append(conj(now.known, neg(falls) if trigger.info.name in lower else rises))
        alive = [(x, events) for x, events in alive if x.info.name not in lower]
    reacting = {event for _, events in alive for event in events}
    for trigger, events in alive:
        emitted = {x.emits for x in all_.through(trigger.effects) if x.emits is not None} & reacting
        for event, below in ((x, y) for x in events for y in emitted):
            # (by the engine's construction the table settles once in a cascade)
            if below == t.SETTLES or below not in heights or event not in heights or heights[below] > heights[event]:
                return None
            if heights[below] < heights[event]:
                continue
            acts = argument_of(table, event), argument_of(table, below)
            if not all(x is not None and isinstance(x.argument, Number) for x in acts):
                return None
            now = run(trigger, event)
            for x, when, argument in now.emitted:
                if x == below:
                    not_less = [] if argument is None else [neg(less(argument, now.argument))]
                    out.append(conj(now.known, when, *not_less))
    return out
