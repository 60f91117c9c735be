"""What a rule certainly leaves behind, so that another one, or itself again, has nothing to do."""

from __future__ import annotations

from checker.effects.left_behind import contradicts, left_behind
from tests import engine_tables as k
from unodsl.model import effects as f
from unodsl.model import expressions as e

NUMBER = k.variable(k.NUMBER)
TABLE = k.build(k.offer("rests", k.REST))
SEVEN = f.Assign(NUMBER, k.number(7))


def test_a_number_that_is_written_down() -> None:
    assert left_behind(TABLE, (SEVEN,)) == {NUMBER: 7}
    assert contradicts(k.same(NUMBER, k.number(6)), left_behind(TABLE, (SEVEN,)))
    assert not contradicts(k.same(NUMBER, k.number(7)), left_behind(TABLE, (SEVEN,)))


def test_a_round_that_may_begin_inside_forgets() -> None:
    for phase in (f.BeginRound(), f.EndRound(k.players(0)), f.EndMatch(k.players(0))):
        assert left_behind(TABLE, (SEVEN, f.If(e.IsOpen(k.WAIT, k.YES_NO), (phase,), ()))) == {}


def test_of_somebody_who_may_be_nobody_nothing_is_certain() -> None:
    nobody = e.Local(0, "player", k.MAYBE_PLAYER)
    assert left_behind(TABLE, [f.Assign(k.variable(k.FLAG, k.ACTOR), k.yes())]) == {k.variable(k.FLAG, k.ACTOR): 1}
    assert left_behind(TABLE, [f.Assign(k.variable(k.FLAG, nobody), k.yes())]) == {}


def test_whom_a_situation_waits_for_is_not_certain() -> None:
    assert left_behind(TABLE, [f.Assign(k.owner(k.WAIT), k.seat(-1))]) == {}
