"""What the checker says is held to the reference executor at random tables, and everything that a model can have is met on the way."""

from __future__ import annotations

from random import Random

import pytest

from tests.comparisons.smallest import rules, smallest
from tests.effort import SHARE, marked, slow_run
from tests.engine_random import Gamer, Maker
from tests.node_kinds import EFFECTS, EVENTS, EXPRESSIONS, RULES, counted, missing
from tests.random_comparisons import COMPARISONS, compared
from unodsl.model import table as t

LONG = frozenset({"unreachable", "invariants-in-passing", "program-points-of-rules", "positions"})
"""Comparisons that need many tables before they have met everything."""

FIRST = 1000
"""The seed of the first table of the long tests, which go over as many tables again."""


def test_random_tables_have_everything() -> None:
    counts = counted((), ())
    for seed in range(60):
        table = Maker(Random(seed)).table()
        game = Gamer(Random(seed)).table()
        for x in (table, game):
            counts += counted((x.triggers, x.offers, x.bans, x.acts), (*EFFECTS, *EXPRESSIONS, *RULES))
            counts += counted(tuple(event for event, _ in x.order), EVENTS)
    assert missing(counts, (*EFFECTS, *EXPRESSIONS, *EVENTS, *RULES)) == []


@pytest.mark.parametrize("name", [marked(x) if x in LONG else x for x in COMPARISONS])
def test_no_difference(name: str) -> None:
    """An eighth of the tables each time; where slow tests run, all of them, which have everything that is compared."""
    comparison = COMPARISONS[name]
    tables = comparison.tables if slow_run() else max(1, comparison.tables // SHARE)
    tally = compared(name, range(tables), to_the_end=False)
    assert [x.words for x in tally.differences] == []
    if slow_run():
        assert comparison.missing(tally) == []
        assert tally.compared.total() >= comparison.least


@pytest.mark.long
@pytest.mark.parametrize("name", COMPARISONS)
def test_no_difference_at_more_tables(name: str) -> None:
    seeds = range(FIRST, FIRST + COMPARISONS[name].tables)
    assert [x.words for x in compared(name, seeds, to_the_end=False).differences] == []


def test_a_table_is_made_smaller() -> None:
    table = Gamer(Random(3)).table()
    kept = table.triggers[-1].info.name

    def runs(x: t.Table) -> bool:
        return any(x.triggers[i].info.name == kept and x.triggers[i].effects for _, row in x.order for i in row)

    assert runs(table)
    less = smallest(table, runs)
    assert runs(less)
    assert len(rules(less)) < len(rules(table)) / 3
