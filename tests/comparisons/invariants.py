"""What is said to hold always holds: in every state at rest of real games, and in the middle of cascades where it says so."""

from __future__ import annotations

import z3

from checker.invariants.certified import certified, kernel
from checker.invariants.likely import candidates, follows_always, held, values_of
from checker.invariants.participation import attendance, between_moves
from checker.invariants.rule_enabled import possible
from checker.smt.literals import SlotValue, implication
from tests.comparisons.pinned import Pinned
from tests.comparisons.subject import Heard, Step, Subject
from tests.node_kinds import EFFECTS, EVENTS
from unodsl.engine.layout import MATCH

RESTS, PASSING, PAIRS = 6, 4, 6
"""States at rest, events in passing, and pairs of literals of each table that are looked at."""


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


def likely(subject: Subject) -> None:
    """Between two moves: each literal is what the state says; and what the kernel accepts of implications that hold in some
    states holds in all."""
    context, st, table = subject.context, subject.context.reader.st, subject.table
    slots = [(i, -1) for i in range(len(table.variables))]
    slots += [(-1 - i, n) for i, x in enumerate(table.situations) for n in range(len(x.fields))]
    rests = [x for x in subject.rests if x[MATCH]]
    some = subject.random.sample(rests, min(RESTS, len(rests)))
    open_ = [SlotValue(-1 - i, -1, value) for i in range(len(table.situations)) for value in (0, 1)]
    literals = [x for x in (*open_, *(y for slot in slots for y in values_of(table, slot))) if x.suits(table)]
    for state in some[:2]:
        pinned = Pinned(st, subject.layout, state)
        for x in literals:
            holds = all(held(context, x, [state]))
            subject.compare("literals", pinned.holds(implication((x,), st)) == holds, f"{x} in {state}")
        for _ in range(PAIRS if len(literals) > 1 else 0):
            pair = subject.random.sample(literals, 2)
            follows = follows_always(*(held(context, x, [state]) for x in pair))
            subject.compare("implications", pinned.holds(implication(pair, st)) == follows, f"{pair} in {state}")
    found = kernel(context)
    tried = candidates(context, range(len(table.situations)), subject.random.sample(slots, min(4, len(slots))), some)
    claims = [x for x in tried if found is not None and found.accept_at_rest([x])]
    for state in rests:
        pinned = Pinned(st, subject.layout, state)
        wrong = [x for x in claims if not pinned.holds(x(st))]
        subject.compare("accepted", not wrong, f"{wrong} in {state}")
    subject.tally.compared[f"{subject.name}: claims"] += len(claims)


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
