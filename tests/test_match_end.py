"""The ways in which a match can end: none is left out, whatever block it stands in."""

from __future__ import annotations

import time

from checker.context import Context
from checker.invariants.certified import certified
from checker.smt.match_end import endings, paths
from tests.test_check_cases import FOLDER
from unodsl.model import effects as f
from unodsl.resolve import TableSpec, load_project, resolve_table

NAME = "match-ended-by-an-act-for-each"


def test_an_end_in_a_loop_of_an_act_is_a_way_out() -> None:
    project = load_project([FOLDER / f"{NAME}.uno"])
    spec = TableSpec(options=(f"{NAME}.again",), seats=2, parameters={"base.hand-size": 3})
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 60, sampled_moves=20)
    (declare,) = (x for x in context.table.acts if x.name == f"{NAME}.declare")
    assert list(paths(context.table, declare.effects, f.EndMatch)) == [()]
    # (a loop may run for nobody)
    assert list(paths(context.table, declare.effects, f.EndMatch, sure=True)) == []
    assert [name for name, _ in endings(certified(context))] == [f"{NAME}.declare"]
