"""Exploring from Python: every state that can follow a position."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import unodsl
from unodsl.api import Exploration, Match
from unodsl.engine.compiled import available

ROOT = Path(__file__).parents[1]
STACKING = ROOT / "benchmarks" / "stacking.uno"
STUCK = ROOT / "tests" / "cases" / "checks" / "stuck-fires.uno"
DUE = "draw-due is open and count of draw-due is 4"


@pytest.fixture
def small() -> Match:
    return unodsl.load(STACKING, seats=3, options=["small"]).start(seed=1)


def test_every_state_is_visited_by_both_executors(small: Match) -> None:
    before = small.state
    whole = small.explore(executor="python")
    assert whole.complete
    assert whole.states > 100
    assert whole.frontier == 0
    assert small.state == before
    if available():
        compiled = small.explore(executor="compiled")
        assert (compiled.states, compiled.transitions, compiled.depth) == (whole.states, whole.transitions, whole.depth)
        assert 0 < compiled.missed < 1e-6
    assert small.explore(fold=False).states > whole.states


def test_the_way_leads_there(small: Match) -> None:
    way = small.explore(DUE).until
    assert way is not None
    assert way.match is not None
    again = small.setup.from_state(way.match.state)  # type: ignore[attr-defined]
    assert dict(again.view(None).situations[0][2])["count"] == "4"
    # from a state one move before, one move is left
    assert way.match.explore(DUE).until == type(way)((), way.match)


def test_a_position_in_the_middle_of_a_round(small: Match) -> None:
    whole = small.explore(fold=False)
    small.step(small.legal()[0])
    assert 0 < small.explore(fold=False).states < whole.states


def test_where_nobody_can_move() -> None:
    found = unodsl.load(STUCK, options=["toll"]).start(seed=1).explore(most_states=20_000)
    assert found.stuck > 0
    assert found.to_stuck is not None
    assert found.to_stuck.match is not None
    assert found.to_stuck.match.stuck


def test_limits_are_said(small: Match) -> None:
    seen: list[Exploration[Match]] = []
    short = small.explore(most_states=50, executor="python", report=seen.append)
    assert (short.complete, short.stopped) == (False, "states")
    assert short.frontier > 0
    assert all(x.states <= 50 for x in seen)
    whole_deck = unodsl.load(STACKING, seats=3).start(seed=1)
    assert whole_deck.explore(seconds=1e-9, fold=False, executor="python").stopped == "time"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"until": "hello"}, "unknown name `hello`"),
        ({"until": ""}, "UNO1"),
        ({"most_states": 0}, "`most_states` is 1 or more"),
        ({"most_states": 1.5}, "whole number"),
        ({"seconds": -1}, "above 0"),
        ({"seconds": "soon"}, "above 0"),
        ({"memory": 3}, "`memory` is 1048576 or more"),
        ({"executor": "reference"}, "unknown executor"),
    ],
)
def test_what_means_nothing_is_refused(small: Match, wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(unodsl.RulesError, match=why):
        small.explore(**wrong)


def test_nothing_follows_the_end(small: Match) -> None:
    random = Random(1)
    while not small.over:
        small.step(random.choice(small.legal()))
    with pytest.raises(unodsl.RulesError, match="nothing follows"):
        small.explore()
