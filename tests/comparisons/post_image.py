"""The symbolic post-image holds what really comes of effects, of a move and of the beginning of a match; and the events of it."""

from __future__ import annotations

from itertools import product
from typing import Any

import z3

from checker.invariants.certified import certified
from checker.invariants.participation import steps_of
from checker.search.symbolize import equations
from checker.smt.at_rest import Steps
from checker.smt.cascade import Cascade
from checker.smt.enabled import Reader
from checker.smt.hand_sizes import sized
from checker.smt.step import NotFollowed, PostImage
from tests.comparisons.pinned import Pinned, known_state
from tests.comparisons.reading import reader_of
from tests.comparisons.subject import Subject
from tests.engine_random import QUEUED
from tests.node_kinds import EFFECTS
from unodsl.engine.api import State
from unodsl.engine.layout import MATCH, ROUND
from unodsl.engine.reference import CascadeRun, Queued
from unodsl.model import effects as f
from unodsl.model import table as t

MOST_QUEUED = 40
"""The most events of a queue that are followed."""

BLOCKS, STEPS = 8, 4
"""Blocks of effects of each table that are run in some state, and moves of play that are looked at."""


def possible(parts: list[Any]) -> bool:
    """Whether some conditions can hold together."""
    solver = z3.Solver()
    solver.add(parts)
    return bool(solver.check() != z3.unsat)


def ran(subject: Subject, state: State, block: tuple[f.Effect, ...], env: dict[int, int]) -> tuple[State, list[Queued]]:
    """The state after some effects, and the events that they add."""
    run = CascadeRun(subject.reference, list(state), None, None)
    run.effects(block, dict(env))
    return tuple(run.s), list(run.queue)


class Record:
    """Keeps the events that are told, each with when it happens, the player, and the argument."""

    def __init__(self) -> None:
        self.events: list[tuple[t.Event, Any, Any, Any]] = []

    def __call__(self, event: t.Event, when: Any, state: object, player: Any, argument: Any) -> None:
        self.events.append((event, when, player, argument))


def effects(subject: Subject) -> None:
    """What effects really do is among what the post-image says, and each event that they add is told."""
    table, random = subject.table, subject.random
    reader = reader_of(subject)
    holders: list[t.Trigger | t.Offer | t.Act] = [*table.triggers, *table.offers, *table.acts]
    blocks = [x.effects for x in holders if x.effects]
    for block in random.sample(blocks, min(BLOCKS, len(blocks))):
        state = list(random.choice(subject.rests) if subject.rests and random.random() < 0.5 else subject.some_state())
        state[ROUND] = int(random.random() < 0.8)
        state[MATCH] = max(state[ROUND], random.randrange(2))
        before = tuple(state)
        env = {0: random.randrange(-1, table.seats), 1: random.randrange(-1, 2)}
        zones = own_zones(table)
        sizes = reader.at(sized(reader.st, zones, []))
        for here, counting in ((reader, False), (reader, True), *([(sizes, True)] if zones else [])):
            block_compared(subject, here, block, before, env, counting)


def own_zones(table: t.Table) -> frozenset[int]:
    """The zones of each player."""
    return frozenset(i for i, zone in enumerate(table.zones) if zone.each_player)


def block_compared(
    subject: Subject,
    reader: Reader,
    block: tuple[f.Effect, ...],
    before: State,
    env: dict[int, int],
    counting: bool = False,
) -> None:
    """Compare what one block of effects does in a state. `counting`: with what numbers come to."""
    after, queued = ran(subject, before, block, env)
    known = known_state(reader.st, subject.layout, before)
    told = Record()
    follower = PostImage(reader.at(known), told, counting)
    then = follower.run(block, dict(env), known)
    real = [part == value for part, value in equations(then, subject.layout, after, cards=False)]
    words = f"from {before} with {env} to {after}: {block}"
    subject.compare("state", possible([*follower.limits, *real]), words)
    for event, player, argument in queued:
        ways = [z3.And(w, p == player, a == argument) for e, w, p, a in told.events if e == event]
        right = possible([*follower.limits, *real, z3.Or(ways)])
        subject.compare("events", right, f"{event} of {player} with {argument}, {words}")
    subject.covers(block, EFFECTS)


def queues(subject: Subject) -> None:
    """What really is when the queue of a cascade is empty is among what the symbolic cascade says."""
    table, random = subject.table, subject.random
    for act in (*QUEUED[:1] * 3, *QUEUED[1:3]):
        state = list(subject.some_state())
        state[ROUND] = state[MATCH] = 1
        event, seat = t.ActEvent(act, 0), random.randrange(table.seats)
        run = CascadeRun(subject.reference, list(state), None, None)
        run.queue.append((event, seat, 0))
        for _ in range(MOST_QUEUED):
            if run.queue and run.queue[0][0] in run.order:
                run.triggers(*run.queue.popleft())
            elif run.queue:
                run.queue.popleft()
        if run.queue:
            continue
        reader = reader_of(subject)
        known = known_state(reader.st, subject.layout, tuple(state))
        cascade = Cascade(reader, frozenset(), counting=random.random() < 0.8)
        cascade.enqueue(event, z3.BoolVal(True), known, seat, 0)
        try:
            then = cascade.emptied(known)
        except NotFollowed:
            continue
        real = [part == value for part, value in equations(then, subject.layout, tuple(run.s), cards=False)]
        subject.compare("queues", possible([*cascade.after.limits, *real]), f"{event} of {seat} from {state}: {run.s}")


def moves(subject: Subject) -> None:
    """What really comes of a move, with its whole cascade, is among what the post-image says; so is what a match begins with."""
    basis = certified(subject.context)
    everything = steps_of(subject.context), Steps(basis, counting=True), Steps(basis, zones=own_zones(subject.table))
    steps = [x for x in subject.steps if x.move is None][:1]
    steps += subject.random.sample(subject.steps, min(STEPS, len(subject.steps)))
    for step, here in product(steps, everything):
        try:
            if step.move is None:
                way, known = here.beginning(), []
            else:
                offer = subject.table.offers[step.move.offer]
                if here.symmetric(offer) and step.move.seat:
                    # it is asked of the first seat only
                    continue
                way = here.move(offer)
                known = [z3.Int("mover") == step.move.seat]
        except NotFollowed:
            continue
        pinned = Pinned(here.reader.st, subject.layout, step.before)
        real = [part == value for part, value in equations(way.then, subject.layout, step.after, cards=False)]
        parts = [pinned.put_in(way.known), *(pinned.put_in(x) for x in real), *known]
        parts += [pinned.put_in(way.runs.get(x.trigger, z3.BoolVal(False))) for x in step.ran]
        words = f"{step.move} from {step.before} to {step.after}"
        subject.compare("beginnings" if step.move is None else "moves", possible(parts), words)
        subject.covers([subject.table.triggers[x.trigger].effects for x in step.ran], EFFECTS)
