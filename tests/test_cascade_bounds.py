"""Bounds on the events of one cascade: never less than there really are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.effects.trigger_graph import circles
from checker.smt.cascade_load import Loads
from checker.termination.cascades import eliminated
from tests import engine_tables as k
from tests.comparisons.equal_tables import context_of
from tests.comparisons.subject import Watched
from unodsl.engine.layout import Layout
from unodsl.engine.reference import Reference
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number


def bound(table: t.Table) -> int:
    """A bound on the events of one move."""
    context = context_of(table)
    return Loads(context.claims, eliminated(context).layers).most()


LESS = e.Arithmetic("-", k.NUMBER_ARGUMENT, k.number(1), Number(0, 3))
AGAIN = f.Perform(k.DRAW, k.ACTOR, LESS, 0, None)
MORE_THAN_ONE = e.Compare("<", k.number(1), k.NUMBER_ARGUMENT, k.YES_NO)


@pytest.mark.parametrize(("rules", "each", "really"), [(1, 1, 3), (2, 1, 14), (1, 2, 7), (2, 2, 42)])
def test_what_is_done_with_a_smaller_number(rules: int, each: int, really: int) -> None:
    drawn = t.ActEvent(k.DRAW, 0)
    table = k.build(*(k.trigger(f"rule-{i}", drawn, *[AGAIN] * each, guard=MORE_THAN_ONE) for i in range(rules)))
    table = replace(table, offers=(k.offer("draws", k.DRAW),))
    run = Watched(Reference(table), k.Position(Layout(table)).state)
    run.queue.append((drawn, 0, 4))
    run.to_rest()
    assert len(run.record) == really
    assert really <= len(run.heard) <= bound(table)


@pytest.mark.parametrize(("less", "stops"), [(0, False), (1, True)])
def test_what_is_done_with_the_same_number_does_not_stop(less: int, stops: bool) -> None:
    number = e.Arithmetic("-", k.NUMBER_ARGUMENT, k.number(less), Number(1 - less, 4 - less))
    again = f.Perform(k.DRAW, k.ACTOR, number, 0, None)
    guard = e.Compare("<", k.number(1), k.NUMBER_ARGUMENT, k.YES_NO)
    table = k.build(k.trigger("rule", t.ActEvent(k.DRAW, 0), again, guard=guard), k.offer("draws", k.DRAW))
    found = circles(table)
    assert (found[0] in eliminated(context_of(table)).terminated(found)) == stops
