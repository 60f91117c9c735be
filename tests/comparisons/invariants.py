"""What is said to hold always holds: in every state at rest of real games, and in the middle of cascades where it says so."""

from __future__ import annotations

import z3

from checker.invariants.certified import certified
from checker.invariants.participation import attendance, between_moves
from checker.invariants.rule_enabled import possible
from tests.comparisons.pinned import Pinned
from tests.comparisons.subject import Heard, Step, Subject
from tests.node_kinds import EFFECTS, EVENTS

RESTS, PASSING = 6, 4
"""States at rest and events in passing of each table that are looked at."""


def failing(pinned: Pinned, conditions: list[z3.BoolRef]) -> list[z3.BoolRef]:
    """Those of some conditions that do not hold."""
    return [x for x in conditions if not pinned.holds(x)]


def at_rest(subject: Subject) -> None:
    """Between two moves: constant values, what holds of quiescent states, ranges, and who takes part."""
    context, st = subject.context, subject.context.reader.st
    known = {
        "constants": st.constraints,
        "ranges": list(certified(context).bounds),
        "quiescent": list(between_moves(context)),
        "participation": list(attendance(context).of(st)),
    }
    for state in subject.random.sample(subject.rests, min(RESTS, len(subject.rests))):
        pinned = Pinned(st, subject.layout, state)
        for name, conditions in known.items():
            if conditions:
                wrong = failing(pinned, conditions)
                subject.compare(name, not wrong, f"{wrong[:1]} in {state}")
    subject.tally.compared[f"{subject.name}: conditions of ranges"] += len(known["ranges"])
    subject.tally.compared[f"{subject.name}: conditions of quiescent states"] += len(known["quiescent"]) - 1
    subject.tally.compared[f"{subject.name}: claims of participation"] += len(known["participation"])
    for step in subject.steps:
        subject.covers([subject.table.triggers[x.trigger].effects for x in step.ran], EFFECTS)


def in_passing(subject: Subject) -> None:
    """In the middle of a cascade: constant values and ranges; every event that comes is one that can come, with what it can carry;
    and a rule that runs is one that can run."""
    context, st, table = subject.context, subject.context.reader.st, subject.table
    heard = [(step, x) for step in subject.steps for x in step.heard]
    some = [*{type(x.event): (step, x) for step, x in heard}.values()]
    some += subject.random.sample(heard, min(PASSING, len(heard)))
    for step, x in some:
        pinned = Pinned(st, subject.layout, x.state)
        wrong = failing(pinned, [*st.constraints, *certified(context).bounds])
        subject.compare(
            "always", not wrong, f"{wrong[:1]} in {x.state} at {x.event} after {step.move} in {step.before}"
        )
        subject.compare("events", x.event in context.facts.events, f"{x.event} after {step.move} in {step.before}")
        subject.covers((x.event,), EVENTS)
        for run in running(step, x):
            rule = table.triggers[run]
            seats = context.reader.seats_to_query(rule.guard)
            if x.player < 0 or x.player in seats:
                question = possible(context, rule.guard, x.event)
                words = f"{rule.info.name} for {x.event} of {x.player} with {x.argument} in {x.state}"
                subject.compare("enabled", pinned.holds(question), words)
    open_ = {i for state in subject.rests for i in subject.layout.stack(list(state))}
    subject.compare(
        "begun", open_ <= context.facts.begun, f"{open_} are open, and only {context.facts.begun} ever begin"
    )


def running(step: Step, x: Heard) -> list[int]:
    """The triggers that ran first for an event: those that ran in the state in which its turn came."""
    return [r.trigger for r in step.ran if r.event == x.event and r.before == x.state and r.argument == x.argument]
