"""Facts at program points: what is certain when a move or a rule begins, and still is behind some of its effects, really is so."""

from __future__ import annotations

from checker.effects.footprints import Footprints
from checker.invariants.program_points import MovePoint, TriggerPoint
from tests import engine_tables as k
from tests.comparisons.subject import Ran, Step, Subject
from tests.engine_random import Gamer, Scope
from tests.node_kinds import EFFECTS
from unodsl.engine.api import State
from unodsl.engine.layout import CLOSED, TOP
from unodsl.engine.reference import CascadeRun
from unodsl.model import effects as f
from unodsl.model import expressions as e

POINTS, CLAIMS = 3, 3
"""Moves and runs of rules of each table that are followed, and conditions that are asked of each point."""


def claims(subject: Subject) -> list[e.Expr]:
    """Conditions that may be certain somewhere."""
    maker, scope = Gamer(subject.random), Scope((k.ACTOR,), can=False)
    return [maker.yes(scope, 1) for _ in range(CLAIMS)]


def followed(
    subject: Subject, look: MovePoint, state: State, block: tuple[f.Effect, ...], env: dict[int, int], words: str
) -> State:
    """The state after some effects, before each of which all is asked that can be."""
    run = CascadeRun(subject.reference, list(state), None, None)
    layout, asked = subject.layout, claims(subject)
    for effect in block:
        now = tuple(run.s)
        here = f"before {effect} in {now}, {words}"
        for index in range(len(subject.table.situations)):
            if look.certainly_open(index):
                subject.compare("certainly open", now[layout.below[index]] != CLOSED, f"situation {index} {here}")
        for condition in asked:
            if look.holds(condition):
                holds = bool(run.value(condition, dict(env)))
                subject.compare("says", holds, f"{condition} {here}")
        if isinstance(effect, f.Assign) and look.there_to_change(effect.target):
            seat = getattr(effect.target, "seat", None)
            subject.compare("there to change", seat is None or run.value(seat, dict(env)) >= 0, here)
        if isinstance(effect, f.MoveTop) and isinstance(effect.count, e.Constant):
            count = effect.count.value
            if look.enough(effect.origin, count):
                seat_ = run.seat_of(effect.origin, dict(env))
                lying = 0 if seat_ is None else layout.held(run.s, effect.origin.zone, seat_).bit_count()
                subject.compare("enough", lying >= count, f"{lying} {here}")
        sure = isinstance(effect, f.MoveCard) and look.certainly_there(effect)
        run.effect(effect, dict(env))
        if sure and isinstance(effect, f.MoveCard) and run.seat_of(effect.target, dict(env)) is not None:
            subject.compare("certainly there", run.s[5] >= 0, here)
        look.forget(effect, {0: "player"})
        subject.covers(effect, EFFECTS)
    return tuple(run.s)


def moves(subject: Subject) -> None:
    """What is certain of a move."""
    footprints, table = Footprints(subject.table), subject.table
    steps = [x for x in subject.steps if x.move is not None]
    for step in subject.random.sample(steps, min(POINTS, len(steps))):
        look = MovePoint(subject.context, footprints, step.move.offer, step.before[TOP])  # type: ignore[union-attr]
        follow_move(subject, look, step, table.acts[look.offer.act].effects)


def follow_move(subject: Subject, look: MovePoint, step: Step, act: tuple[f.Effect, ...]) -> None:
    """Follow the act of a move, and the offer's own effects where the card is what it is."""
    assert step.move is not None
    env = {0: step.move.seat, 1: step.move.argument}
    state = followed(subject, look, step.before, act, env, f"in {step.move}")
    if look.offer.stands_for is None:
        followed(subject, look, state, look.offer.effects, env, f"in {step.move}")


def rules(subject: Subject) -> None:
    """What is certain of a rule that hears of an act or of a situation."""
    footprints, table = Footprints(subject.table), subject.table
    runs = [x for step in subject.steps for x in step.ran if x.player >= 0]
    for ran in subject.random.sample(runs, min(POINTS, len(runs))):
        follow_rule(subject, TriggerPoint(subject.context, footprints, table.triggers[ran.trigger]), ran)


def follow_rule(subject: Subject, look: TriggerPoint, ran: Ran) -> None:
    """Follow the effects of a trigger."""
    env = {0: ran.player, 1: ran.argument}
    followed(subject, look, ran.before, look.trigger.effects, env, f"of trigger {ran.trigger}")
