"""Formulas over all states that a rule is enabled."""

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
    """That a rule is enabled in some state; None if its events never happen. True for rules about scenarios only."""
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
    """That a guard holds for some seat and argument of an event."""
    return questions.guard_possible(certified(context), guard, event)


def offered(context: Context, index: int) -> z3.BoolRef:
    """That an offer is enabled for somebody, before bans."""
    return questions.offered(certified(context), index)


def forbidding(context: Context, ban: t.Ban, alone: bool = False) -> z3.BoolRef | None:
    """That a ban forbids a move that some offer would enable. `alone`: and that no other ban forbids."""
    return questions.forbidding(certified(context), ban, alone)
