"""Every file of `tests/cases/rules`: what constructs mean, as scenarios that must pass on each executor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.collected import names
from unodsl.engine.api import Executor
from unodsl.engine.generated import Generated
from unodsl.engine.reference import Reference
from unodsl.model.table import LEFT_ALONE, Table
from unodsl.resolve import TableSpec, load_project, load_table
from unodsl.scenarios import run_scenario

FOLDER = Path(__file__).parent / "cases" / "rules"
CASES = sorted(p.stem for p in FOLDER.glob("*.uno") if p.stem != "base")


def test_cases_are_found() -> None:
    assert {*CASES, "base"} == set(names("tests/cases/rules"))


@pytest.mark.parametrize("executor", [Reference, Generated])
@pytest.mark.parametrize("name", CASES)
def test_scenarios_pass(name: str, executor: Callable[[Table], Executor]) -> None:
    project = load_project([FOLDER / f"{name}.uno"])
    page = project.pages[project.given[0]]
    assert page.scenarios
    for scenario in page.scenarios:
        result = run_scenario(project, page, scenario, executor)
        assert result.passed, result.message


@pytest.mark.parametrize("executor", [Reference, Generated])
def test_moves_at_will_are_left_out_with_the_mistakes(executor: Callable[[Table], Executor]) -> None:
    table = load_table(load_project([FOLDER / "seating.uno"]), TableSpec(seats=3))
    runner = executor(table)
    state = runner.start(1)
    every, sober = runner.legal(state), runner.legal(state, mistakes=False)
    assert set(sober) == {m for m in every if table.offers[m.offer].mode not in LEFT_ALONE}
    assert {table.offers[m.offer].info.name for m in set(every) - set(sober)} == {"seating.go-home"}


def test_new_cards_are_called_like_the_old_ones() -> None:
    table = load_table(load_project([FOLDER / "deck-grows.uno"]))
    names = {kind.name for kind in table.deck.kinds}
    assert {"red gift", "blue gift", "red 1"} <= names
