"""What the kernel says nobody may ever do is legal in no state of play; and what two bans leave of an act is still permitted."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.compare.observe import act_words
from checker.context import Context
from checker.invariants.decided import decided
from checker.kernel.obligations import Obligation
from checker.witness.bans_in_the_way import bans_in_the_way
from tests.effort import few_and_slow
from tests.test_check_cases import FOLDER, expected
from unodsl.data import rulesets_dir
from unodsl.resolve import TableSpec, load_project, resolve_table

OFFICIAL, PSYCHO, POWER = (rulesets_dir() / f"{x}.uno" for x in ("official", "psycho", "power"))

TABLES: list[tuple[Path, tuple[str, ...], int]] = [
    *(
        (FOLDER / f"{x}.uno", expected(x).options, 2)
        for x in ("contradiction-seldom-with-both", "outcomes-named-fires", "contradiction-never-this-number-fires")
    ),
    (OFFICIAL, ("official.jump-in", "official.seven"), 3),
    (PSYCHO, ("psycho.stacking", "psycho.matching"), 2),
    (POWER, ("power.matching", "power.good-points"), 2),
]


def context_of(path: Path, options: tuple[str, ...], seats: int) -> Context:
    """A table for the checker."""
    project = load_project([path])
    spec = TableSpec(options=options, seats=seats)
    return Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=1_500)


@pytest.mark.parametrize(
    ("path", "options", "seats"), few_and_slow(TABLES, 3), ids=lambda x: x.stem if isinstance(x, Path) else ""
)
def test_what_is_legal_in_play_is_permitted(path: Path, options: tuple[str, ...], seats: int) -> None:
    context = context_of(path, options, seats)
    steps = context.samples.steps[::10]
    acts = {act_words(context.table, x) for step in steps for x in context.executor.legal(step.state)}
    assert len(acts) > 5
    refuted = [
        x for x in sorted(acts) if decided(context, Obligation("permitted", x), attended=True).verdict == "impossible"
    ]
    assert refuted == []


@pytest.mark.parametrize(
    ("name", "never", "still"),
    [
        ("contradiction-never-with-both-fires", ["play red 4", "play blue 4"], ["play red 3", "play "]),
        ("contradiction-never-this-number-fires", ["bid 3", "bid 5"], ["bid 1", "bid 2", "bid "]),
    ],
)
def test_what_no_state_permits(name: str, never: list[str], still: list[str]) -> None:
    context = context_of(FOLDER / f"{name}.uno", expected(name).options, 2)
    shown = {
        x: decided(context, Obligation("permitted", (x.partition(" ")[0], x.partition(" ")[2])), attended=True).shown
        for x in (*never, *still)
    }
    assert [x for x in never if shown[x] is None] == []
    assert [x for x in still if shown[x] is not None] == []


def test_further_states_are_searched_for_bans_of_options_only() -> None:
    # play that draws most of the time shows what is forbidden of last cards in few states
    name = "contradiction-never-with-both-fires"
    context = context_of(FOLDER / f"{name}.uno", expected(name).options, 2)
    states = [x.state for x in context.samples.steps]
    found = [x.info.name for x in bans_in_the_way(context, [], states)]
    assert len(found) == 2
    assert all(x.startswith(f"{name}.") for x in found)
    assert {x.info.name for x in bans_in_the_way(context, states)} >= {*found}
