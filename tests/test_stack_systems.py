"""Counter systems of situations: what a move needs."""

from __future__ import annotations

import pytest

from checker.kernel.accept import nothing_known
from checker.smt.stack_system import Between, Building
from tests import engine_tables as k
from unodsl.engine.layout import layout_of


@pytest.mark.parametrize(("situations", "limits"), [((k.VOTE,), 0), ((k.WAIT,), 1), ((k.VOTE, k.WAIT), 1), ((), 1)])
def test_a_ban_limits_moves_of_its_own_situations_only(situations: tuple[int, ...], limits: int) -> None:
    flag = k.same(k.variable(k.FLAG), k.yes())
    table = k.build(
        k.offer("rests", k.REST, situations=(k.VOTE, k.WAIT)), k.ban("no-rest", k.REST, flag, situations=situations)
    )
    between = Between(nothing_known(table, layout_of(table).depth), ())
    system = Building(between, frozenset({k.WAIT}), [(k.WAIT, 0)], (0, 1, 2)).system()
    assert len(system.moves) == table.seats
    for move in system.moves:
        (moment,) = move.moments
        found = [x for x in moment if any(q[:3] == ("value", "variable", k.FLAG) for q, _ in x.terms)]
        assert len(found) == limits
