"""Rules that touch nothing of each other come to the same in either order, on the engine."""

from __future__ import annotations

import time
from itertools import combinations, islice

import pytest

from checker.checks.uno201_order import done, drawn_in, played, side_by_side
from checker.context import Context
from checker.effects.footprints import Footprints
from tests.effort import few_and_slow
from unodsl.data import rulesets_dir
from unodsl.resolve import TableSpec, load_project, resolve_table

STEPS = 6


@pytest.mark.parametrize("page", few_and_slow(["official", "psycho", "power", "spicy", "drapegnik"], 1))
def test_what_commutes_can_change_places(page: str) -> None:
    project = load_project(sorted(rulesets_dir().glob("*.uno")))
    spec = TableSpec(games=(page,), seats=4)
    case = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=3000)
    footprints = Footprints(case.table)
    tried = 0
    for event, row in case.table.order:
        for a, b in combinations(row, 2):
            names = case.table.triggers[a].info.name, case.table.triggers[b].info.name
            if not footprints.commute(a, b) or not set(names) <= case.samples.fired.keys():
                continue
            one_way, other_way = side_by_side(case, a, b, [event])
            both = ((state, move) for state, move, ran in played(case, names) if ran)
            for state, move in islice(both, STEPS):
                tried += 1
                one, two = (done(x, state, move, drawn_in(move)) for x in (one_way, other_way))
                assert one == two, names
    assert tried, "no two rules that commute ran together"
