"""What moves can change, by the rules, holds what they do change in play; and what runs down does."""

from __future__ import annotations

import time

import pytest
import z3

from checker.checks.uno302_endless_stack import answers_graph
from checker.context import Context
from checker.invariants.certified import certified
from checker.invariants.participation import between_moves
from checker.smt.counter_system import Ended, Lowered, accepts
from checker.termination.change_vectors import Deltas, Outcome
from checker.termination.sums import first_layer, layers, ranking_of_sums, sums_system
from tests.comparisons.changes import measured
from tests.effort import few_and_slow
from tests.tables import shipped
from tests.test_symbolic import Pinned
from unodsl.engine.api import Trace
from unodsl.engine.layout import ROUND, TOP
from unodsl.resolve import TableSpec, resolve_table

TABLES = [
    ("official", (), 2),
    ("official", ("official.progressive", "official.seven", "official.zero"), 3),
    ("psycho", ("psycho.matching", "psycho.stacking"), 3),
]


def case(base: str, options: tuple[str, ...], seats: int) -> Context:
    """A shipped table under examination."""
    project = shipped("official", "psycho")
    spec = TableSpec(games=(base,), options=options, seats=seats)
    return Context(project, spec, resolve_table(project, spec), time.monotonic() + 60)


@pytest.mark.parametrize(("base", "options", "seats"), few_and_slow(TABLES, 1))
def test_changes_lie_within_what_the_rules_allow(base: str, options: tuple[str, ...], seats: int) -> None:
    looked_at = case(base, options, seats)
    deltas, layout = Deltas(looked_at), looked_at.layout
    known: dict[tuple[int, int], Outcome] = {}
    compared = 0
    for step in looked_at.samples.steps[:3000:3]:
        trace = Trace()
        after = looked_at.executor.apply(step.state, step.move, None, trace)
        if trace.rounds or not after[ROUND]:
            continue
        key = (step.move.offer, step.state[TOP])
        if key not in known:
            known[key] = deltas.of_move(*key)
        assert not known[key].leaves, layout.table.offers[key[0]].info.name
        every = [("cards", i, -1) for i in range(len(layout.table.zones))]
        every += [("open", i, -1) for i in range(len(layout.table.situations))]
        for feature in {*every, *known[key].change}:
            low, high = known[key].change.get(feature, (0, 0))
            change = measured(layout, after, feature) - measured(layout, step.state, feature)
            assert low <= change <= high, (layout.table.offers[key[0]].info.name, feature)
            compared += 1
    assert compared > 1000


def test_a_ranking_is_checked_again() -> None:
    cards, open_ = ("cards", 0, -1), ("open", 1, -1)
    changes = [{cards: (-1, -1), open_: (0, 1)}, {open_: (-1, -1), cards: (0, 4)}]
    assert ranking_of_sums(changes) is None
    changes = [{cards: (-1, -1), open_: (0, 1)}, {open_: (-1, -1)}]
    found = ranking_of_sums(changes)
    assert found is not None
    system, proof = found
    (weights,) = layers(proof)
    assert dict(weights) == {("sum", *cards): 2, ("sum", *open_): 1}
    assert accepts(system, proof)
    assert not accepts(system, Lowered(((("sum", *open_), 1),), Ended()))
    assert not accepts(system, Ended())
    assert not accepts(sums_system([*changes, {cards: (0, 1)}]), proof)
    assert not accepts(sums_system([*changes, {}]), proof)
    assert not accepts(sums_system([*changes, {cards: (-1, 0)}]), proof)


def test_one_sum_after_the_other() -> None:
    """What lowers the first sum may raise the second as it likes."""
    cards, number = ("cards", 0, -1), ("number", 1, -1)
    changes = [{cards: (-1, -1), number: (-5, 10**6)}, {number: (-1, -1)}]
    found = ranking_of_sums(changes)
    assert found is not None
    assert first_layer([*changes, {number: (-1, 1)}]) == (((("sum", *cards), 1),), (0,))
    assert first_layer([{number: (-1, 1)}]) is None
    assert ranking_of_sums([*changes, {cards: (0, 0), number: (1, 1)}]) is None


def test_the_first_debt_runs_down() -> None:
    looked_at = case("official", (), 2)
    graph = answers_graph(looked_at, sorted(looked_at.facts.begun - looked_at.ground))
    assert ranking_of_sums([o.change for *_, o in graph.edges(keys=True, data="outcome")]) is not None


@pytest.mark.parametrize(("base", "options", "seats"), few_and_slow(TABLES, 1))
def test_invariants_hold_in_play(base: str, options: tuple[str, ...], seats: int) -> None:
    looked_at = case(base, options, seats)
    always = z3.And([*certified(looked_at).bounds, *between_moves(looked_at), *looked_at.reader.st.constraints])
    for step in looked_at.samples.steps[:: max(1, len(looked_at.samples.steps) // 40)]:
        assert Pinned(looked_at.reader, looked_at.layout, step.state).holds(always)
