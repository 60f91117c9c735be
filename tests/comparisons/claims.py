"""Claims that the kernel has accepted hold in every step of real games, whoever proposed them: provers, and one that lies."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from checker.effects.values import starts_of, type_of
from checker.invariants.certified import certified
from checker.kernel.accept import accept, nothing_known
from checker.smt.claims import (
    ANYWAY,
    Among,
    Apart,
    Begun,
    Carries,
    Claim,
    Happens,
    NeverHolds,
    NeverRuns,
    Range,
    Seated,
    Something,
    Values,
    branches,
    condition_of,
    events_of,
    rules_of,
    slots_of,
)
from tests.comparisons.subject import Subject
from tests.node_kinds import EFFECTS
from unodsl.engine.api import State
from unodsl.engine.layout import IN_PLAY
from unodsl.model import table as t
from unodsl.model.types import Number


def lies(table: t.Table, random: Random) -> Iterator[Claim]:
    """Whatever can be claimed, and much of it wrong: nothing ever changes, nothing happens, nobody does anything."""
    for slot in slots_of(table):
        start, type_ = starts_of(table, slot), type_of(table, slot)
        yield Something(slot)
        yield Values(slot, ((start, ANYWAY),))
        if isinstance(type_, Number):
            low, high = sorted((random.randint(type_.low, start), random.randint(start, type_.high)))
            yield from (Range(slot, start, type_.high), Range(slot, type_.low, start), Range(slot, low, high))
            yield from (Apart(slot, start, 2), Among(slot, (start, start + 1, start + 2)))
    for event in events_of(table):
        yield Happens(event)
        if isinstance(event, t.ActEvent | t.OfferEvent):
            yield from (Carries(event, (0, 1), False), Carries(event, None, False), Carries(event, (-1, 2), True))
    yield from (Begun(i) for i in range(len(table.situations)))
    yield Seated()
    for name, rule in rules_of(table).items():
        yield NeverRuns(name)
        for number in range(len(branches(rule))):
            yield from (NeverHolds(name, number, False), NeverHolds(name, number, True))


def accepted(subject: Subject) -> None:
    """What is left of the provers' claims, and of lies, in all that was met."""
    table, random = subject.table, subject.random
    honest = certified(subject.context).claims
    nothing = nothing_known(table, subject.layout.depth)
    # some of all that can be claimed at a time: what hangs on what differs
    some = [x for x in lies(table, random) if random.random() < random.choice((0.2, 0.6, 1.0))]
    both = honest | accept(nothing, some).claims | accept(nothing, [*honest, *some]).claims
    subject.tally.compared[f"{subject.name}: claims accepted"] += len(both)
    states = {x for step in subject.steps for x in (step.before, step.after, step.own[0])}
    states |= {x.state for step in subject.steps for x in step.heard}
    states |= {x for step in subject.steps for ran in step.ran for x in (ran.before, ran.after)}
    heard = [(x.event, x.argument) for step in subject.steps for x in step.heard]
    ran = {table.triggers[x.trigger].info.name for step in subject.steps for x in step.ran}
    ran |= {table.offers[step.move.offer].info.name for step in subject.steps if step.move is not None}
    for claim in both:
        wrong: object = None
        match claim:
            case Happens():
                wrong = next((event for event, _ in heard if event == claim.event), None)
            case Carries():
                wrong = next((v for event, v in heard if event == claim.event and not carries(table, claim, v)), None)
            case NeverRuns():
                wrong = claim.rule if claim.rule in ran else None
            case _:
                wrong = next((s for s in states if not true_of(subject, claim, s)), None)
        subject.compare(type(claim).__name__, wrong is None, f"{claim} is accepted, and there is {wrong}")
    subject.covers([table.triggers[x.trigger].effects for step in subject.steps for x in step.ran], EFFECTS)


def carries(table: t.Table, claim: Carries, value: int) -> bool:
    """Whether a claim allows what an event carries."""
    if claim.values is None:
        return value != -1 or claim.nothing or isinstance(argument(table, claim), Number | type(None))
    return value in claim.values or (value == -1 and claim.nothing)


def argument(table: t.Table, claim: Carries) -> object:
    """The type of what an event carries."""
    event = claim.event
    return table.acts[event.act if isinstance(event, t.ActEvent) else table.offers[event.offer].act].argument


def true_of(subject: Subject, claim: Claim, state: State) -> bool:
    """Whether a claim about states holds in one."""
    layout, table = subject.layout, subject.table
    match claim:
        case Values() | Among() | Range() | Apart() | Something():
            if isinstance(claim.slot, int):
                at = layout.variable[claim.slot]
                values = state[at : at + (layout.seats if table.variables[claim.slot].each_player else 1)]
            else:
                values = (state[layout.field[claim.slot[0]][claim.slot[1]]],)
            return all(value_allowed(claim, v) for v in values)
        case Begun():
            return claim.situation not in layout.stack(list(state))
        case Seated():
            return state[IN_PLAY] == (1 << layout.seats) - 1
        case NeverHolds():
            condition = condition_of(claim, rules_of(table))
            return not any(subject.reference.condition(state, condition, (seat,)) for seat in range(-1, layout.seats))
        case Happens() | Carries() | NeverRuns():
            raise AssertionError("no claim about states")


def value_allowed(claim: Values | Among | Range | Apart | Something, value: int) -> bool:
    """Whether a claim allows a value."""
    match claim:
        case Values():
            return value in dict(claim.values)
        case Among():
            return value in claim.values
        case Range():
            return claim.low <= value <= claim.high
        case Apart():
            return (value - claim.start) % claim.step == 0
        case Something():
            return value != -1
