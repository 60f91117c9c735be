"""A family of tables, held as one table whose rules ask whether their option is on, plays like each table by itself."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.effort import examples
from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.engine.api import Move, State
from unodsl.engine.generated import Generated
from unodsl.model.table import Table
from unodsl.resolve import TableSpec, load_project, load_table
from unodsl.syntax import nodes as s

PROJECT = load_project(sorted(rulesets_dir().glob("*.uno")))
FIXED = (s.Deck, s.SetParameter, s.Seats, s.Needs)
"""What an option says that cannot be on at some tables of a family only."""
OPTIONS = tuple(
    name
    for page in PROJECT.pages.values()
    for name, option in sorted(page.options.items())
    if not any(isinstance(item, FIXED) for item in option.items)
)


def named(table: Table, moves: list[Move]) -> dict[tuple[str, int, int], Move]:
    """Moves by what does not depend on how a table numbers its rules."""
    return {(table.offers[m.offer].info.name, m.seat, m.argument): m for m in moves}


def switched(family: Table, runner: Generated, on: frozenset[str], seed: int) -> State:
    """The beginning of a match of one table of a family."""
    state = list(runner.blank(seed))
    for option, variable in family.features:
        state[runner.layout.variable[variable]] = int(option in on)
    return runner.happen(tuple(state), 0)


@pytest.mark.slow
@settings(max_examples=examples(3, 8))
@given(
    base=st.sampled_from(["official", "psycho"]),
    wanted=st.sets(st.sampled_from(OPTIONS), max_size=7),
    seed=st.integers(1, 1000),
)
def test_a_family_plays_like_each_of_its_tables(base: str, wanted: set[str], seed: int) -> None:
    spec = TableSpec(games=(base,), options=tuple(sorted(wanted)), seats=3, exact=True)
    try:
        alone = load_table(PROJECT, spec)
    except RulesError:
        assume(False)
    on = frozenset(o.name for o in alone.options if o.on)
    family = load_table(
        PROJECT, TableSpec(games=(base,), featured=tuple(sorted(on | set(OPTIONS[::3]))), seats=3, exact=True)
    )
    one, all_ = Generated(alone), Generated(family)
    mine, theirs = one.start(seed), switched(family, all_, on, seed)
    generator = random.Random(seed)
    for _ in range(80):
        here, there = named(alone, one.legal(mine)), named(family, all_.legal(theirs))
        assert set(here) == set(there)
        if not here:
            break
        key = generator.choice(sorted(here))
        mine, theirs = one.apply(mine, here[key]), all_.apply(theirs, there[key])
