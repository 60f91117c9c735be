"""Facts at program points: what certainly holds when a move or a rule begins, and still holds after some of its
effects."""

from __future__ import annotations

from dataclasses import dataclass

import z3

from checker.context import Context, table_stage
from checker.effects.footprints import Footprints
from checker.invariants.known import ask
from checker.invariants.rule_enabled import possible
from checker.play.sample import Step
from checker.smt.enabled import Reader
from checker.smt.program_points import Point
from unodsl.engine.layout import TOP
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import YesNo

MOST_MET = 24
"""The most sampled states that are tried as counterexamples of a condition."""


@table_stage
def moves_met(context: Context) -> dict[tuple[int, int], list[Step]]:
    """Sampled moves, by offer and by the situation on top."""
    out: dict[tuple[int, int], list[Step]] = {}
    for step in context.samples.steps:
        out.setdefault((step.move.offer, step.state[TOP]), []).append(step)
    return {key: steps[:: max(1, len(steps) // MOST_MET)] for key, steps in out.items()}


@dataclass(frozen=True)
class PointContext:
    """The invariants of a context's table, from all analyses."""

    context: Context

    @property
    def table(self) -> t.Table:
        """The table."""
        return self.context.table

    @property
    def reader(self) -> Reader:
        """Reads expressions over the symbolic state."""
        return self.context.reader

    def impossible(self, question: z3.BoolRef) -> bool:
        """Whether a query over states between two moves is refuted."""
        return ask(self.context, question, at_rest=True, attended=True) == "impossible"


class MovePoint(Point):
    """The program point at the start of a move: its offer is enabled, and a situation is on top. A counterexample from
    play saves the solver query."""

    def __init__(self, context: Context, footprints: Footprints, index: int, top: int) -> None:
        super().__init__(PointContext(context), footprints, index, top)
        self.context = context

    def always(self, condition: e.Expr) -> bool:
        """Whether a condition holds in every state in which the move is possible, by the solver."""
        return not self.refuted(condition) and super().always(condition)

    def refuted(self, condition: e.Expr) -> bool:
        """Whether a condition was false in some sampled state in which the move was made."""
        met = moves_met(self.context).get((self.index, self.top), [])
        value = self.context.reference.condition
        return any(not value(step.state, condition, (step.move.seat, step.move.argument)) for step in met)


class TriggerPoint(MovePoint):
    """The program point at the start of a trigger: its guard holds."""

    def __init__(self, context: Context, footprints: Footprints, trigger: t.Trigger) -> None:
        super().__init__(context, footprints, -1, -1)
        self.trigger = trigger

    def certainly_there(self, x: f.MoveCard) -> bool:
        """False: the card of an event may be anywhere by now."""
        return False

    def always(self, condition: e.Expr) -> bool:
        """Whether a condition holds in every state in which the trigger runs, by the solver."""
        against = e.Logic("and", (self.trigger.guard, e.Not(condition, YesNo())), YesNo())
        context = self.context
        events = context.facts.events_of(self.trigger)
        return all(ask(context, possible(context, against, x)) == "impossible" for x in events)
