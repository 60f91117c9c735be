"""What is certain when a move or a rule begins, and still is after some of its effects."""

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
"""So many states in which a move was made are looked at for one in which a condition does not hold."""


@table_stage
def moves_met(context: Context) -> dict[tuple[int, int], list[Step]]:
    """Moves that were made in play, by offer and by the situation that was on top."""
    out: dict[tuple[int, int], list[Step]] = {}
    for step in context.samples.steps:
        out.setdefault((step.move.offer, step.state[TOP]), []).append(step)
    return {key: steps[:: max(1, len(steps) // MOST_MET)] for key, steps in out.items()}


@dataclass(frozen=True)
class Asked:
    """What is known of the table of a context, with all that analyses say."""

    context: Context

    @property
    def table(self) -> t.Table:
        """The table."""
        return self.context.table

    @property
    def reader(self) -> Reader:
        """Any state of it."""
        return self.context.reader

    def impossible(self, question: z3.BoolRef) -> bool:
        """Whether no state between two moves answers a question."""
        return ask(self.context, question, at_rest=True, attended=True) == "impossible"


class Look(Point):
    """What is certain when a move begins: its offer stands, and a situation is on top. Where play has shown the opposite, no solver is
    asked."""

    def __init__(self, context: Context, footprints: Footprints, index: int, top: int) -> None:
        super().__init__(Asked(context), footprints, index, top)
        self.context = context

    def always(self, condition: e.Expr) -> bool:
        """Whether a condition holds in every state in which the move can be made (the solver's word)."""
        return not self.refuted(condition) and super().always(condition)

    def refuted(self, condition: e.Expr) -> bool:
        """Whether a condition did not hold where the move was made in play, so that no solver has to be asked."""
        met = moves_met(self.context).get((self.index, self.top), [])
        value = self.context.reference.condition
        return any(not value(step.state, condition, (step.move.seat, step.move.argument)) for step in met)


class Heard(Look):
    """What is certain when a trigger begins to run: its condition holds."""

    def __init__(self, context: Context, footprints: Footprints, trigger: t.Trigger) -> None:
        super().__init__(context, footprints, -1, -1)
        self.trigger = trigger

    def certainly_there(self, x: f.MoveCard) -> bool:
        """The card of an event may lie anywhere by now."""
        return False

    def always(self, condition: e.Expr) -> bool:
        """Whether a condition holds in every state in which the trigger runs (the solver's word)."""
        against = e.Logic("and", (self.trigger.guard, e.Not(condition, YesNo())), YesNo())
        context = self.context
        events = [x for x in self.trigger.events if x in context.facts.events]
        return all(ask(context, possible(context, against, x)) == "impossible" for x in events)
