"""Computes the arguments with which an offer can be accepted in any state: those not excluded by its conditions
alone."""

from __future__ import annotations

from unodsl.engine.reference import Reference
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import expressions_below

_KNOWN = (e.Constant, e.Local, e.Attribute, e.FaceNumber, e.Compare, e.Arithmetic, e.Choose, e.Logic, e.Not)


def sayable(table: t.Table, offer: t.Offer, arguments: range) -> list[int]:
    """Returns a superset of the arguments with which an offer can hold in some state."""
    runner = Reference(table)
    blank = runner.blank(1)

    def holds(x: e.Expr, argument: int) -> bool | None:
        """Evaluates a condition for an argument. None if it depends on the state."""
        if _is_known(x):
            return bool(runner.condition(blank, x, (0, argument)))
        if isinstance(x, e.Not):
            inner = holds(x.operand, argument)
            return None if inner is None else not inner
        if isinstance(x, e.Logic):
            parts = [holds(y, argument) for y in x.operands]
            decides = x.kind == "or"
            if decides in parts:
                return decides
            return None if None in parts else not decides
        return None

    return [a for a in arguments if holds(offer.guard, a) is not False]


def _is_known(x: e.Expr) -> bool:
    """Returns whether an expression depends on the argument of the offer only."""
    found = expressions_below(x)
    return all(isinstance(n, _KNOWN) and (not isinstance(n, e.Local) or n.index == t.ARGUMENT_LOCAL) for n in found)
