"""When rules could happen, as questions to the solver."""

from __future__ import annotations

from typing import assert_never

import z3

from checker.context import Context
from checker.invariants.certified import certified
from checker.smt import questions
from checker.smt.factory import boolean, disj
from unodsl.model import expressions as e
from unodsl.model import table as t


def question_of(context: Context, rule: t.Rule) -> z3.BoolRef | None:
    """That a rule could happen, over all states; None where its event never comes. True for rules of scenarios only."""
    match rule:
        case t.Trigger():
            events = [e for e in rule.events if e in context.facts.events and e != t.TableEvent("position")]
            if events:
                return disj([possible(context, rule.guard, e) for e in events])
            return boolean(True) if t.TableEvent("position") in rule.events else None
        case t.Offer():
            return offered(context, context.table.offers.index(rule))
        case t.Ban():
            return forbidding(context, rule)
        case t.Definition():
            return boolean(True)
        case _:
            assert_never(rule)


def possible(context: Context, guard: e.Expr, event: t.Event) -> z3.BoolRef:
    """A guard holds for some seat and argument that an event could have."""
    return questions.possible(certified(context), guard, event)


def offered(context: Context, index: int) -> z3.BoolRef:
    """An offer stands for somebody, bans aside."""
    return questions.offered(certified(context), index)


def forbidding(context: Context, ban: t.Ban) -> z3.BoolRef | None:
    """A ban takes away a move that some offer would give."""
    return questions.forbidding(certified(context), ban)
