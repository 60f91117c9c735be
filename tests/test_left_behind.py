"""What a rule certainly leaves behind, so that another one, or itself again, has nothing to do; tables that have settled."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from checker.effects.deeds import Repeats, common
from checker.effects.footprints import Footprints
from checker.effects.left_behind import contradicts, left_behind
from checker.effects.liveness import live_things
from checker.effects.no_op import changes
from checker.effects.settling import settling_is_done
from tests import engine_tables as k
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

Operator = Literal["==", "!=", "<", "<="]

NUMBER = k.variable(k.NUMBER)
TABLE = k.build(k.offer("rests", k.REST))
SEVEN = f.Assign(NUMBER, k.number(7))


def test_a_number_that_is_written_down() -> None:
    assert left_behind(TABLE, (SEVEN,)) == {NUMBER: 7}
    assert contradicts(k.same(NUMBER, k.number(6)), left_behind(TABLE, (SEVEN,)))
    assert not contradicts(k.same(NUMBER, k.number(7)), left_behind(TABLE, (SEVEN,)))


def test_what_a_value_contradicts_at_its_bounds() -> None:
    seven: dict[e.Expr, int] = {NUMBER: 7}
    refuted: tuple[tuple[Operator, int], ...] = ("<=", 6), ("<", 7), ("!=", 7)
    possible: tuple[tuple[Operator, int], ...] = ("<=", 7), ("<", 8), ("!=", 6)
    for operator, wrong in refuted:
        compare = e.Compare(operator, NUMBER, k.number(wrong), k.YES_NO)
        assert contradicts(compare, seven)
        assert not contradicts(e.Not(compare, k.YES_NO), seven)
    for operator, right in possible:
        assert not contradicts(e.Compare(operator, NUMBER, k.number(right), k.YES_NO), seven)


def test_to_close_a_situation_changes_something_where_it_is_open() -> None:
    assert changes(TABLE, (f.End(k.WAIT),)) == [e.IsOpen(k.WAIT, k.YES_NO)]


def test_what_a_condition_inside_a_rule_reads_is_live() -> None:
    draws = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.HAND, k.ACTOR))
    for low, live in ((f.If(k.same(NUMBER, k.number(3)), (draws,), ()), True), (draws, False)):
        table = k.build(k.offer("rests", k.REST), k.trigger("reads", t.ActEvent(k.REST, 0), low))
        assert (("variable", k.NUMBER, 0) in live_things(table)) is live


def test_what_keeps_another_rule_from_running_is_live() -> None:
    rested, three = t.ActEvent(k.REST, 0), k.same(NUMBER, k.number(3))
    draws = k.trigger("draws", rested, f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.HAND, k.ACTOR)))
    spares = k.trigger("spares", rested, guard=three)
    for instead in (False, True):
        rows = (spares, replace(draws, replaced_by=(0,) if instead else ()))
        table = k.build(k.offer("rests", k.REST), *rows)
        assert (("variable", k.NUMBER, 0) in live_things(table)) is instead


def test_to_add_is_not_to_take_away() -> None:
    by = {n: f.Assign(NUMBER, e.Arithmetic("+", NUMBER, k.number(n), Number(-10, 20))) for n in (2, -2, 3)}
    found = {n: Repeats(Footprints(TABLE)).of((x,), {t.PLAYER_LOCAL: "player"}) for n, x in by.items()}
    assert common(found[2], found[2])
    assert not common(found[2], found[-2])
    assert not common(found[2], found[3])


def test_a_round_that_may_begin_inside_forgets() -> None:
    for phase in (f.BeginRound(), f.EndRound(k.players(0)), f.EndMatch(k.players(0))):
        assert left_behind(TABLE, (SEVEN, f.If(e.IsOpen(k.WAIT, k.YES_NO), (phase,), ()))) == {}


def test_of_somebody_who_may_be_nobody_nothing_is_certain() -> None:
    nobody = e.Local(0, "player", k.MAYBE_PLAYER)
    assert left_behind(TABLE, [f.Assign(k.variable(k.FLAG, k.ACTOR), k.yes())]) == {k.variable(k.FLAG, k.ACTOR): 1}
    assert left_behind(TABLE, [f.Assign(k.variable(k.FLAG, nobody), k.yes())]) == {}


def test_whom_a_situation_waits_for_is_not_certain() -> None:
    assert left_behind(TABLE, [f.Assign(k.owner(k.WAIT), k.seat(-1))]) == {}


# ------------------------------------------------------------------------------------------------------------ settling

SETTLES, ROUND_ENDS = t.TableEvent("settles"), t.TableEvent("round ends")
ROUND_BEGINS = t.TableEvent("round begins")
MARKED = k.same(k.variable(k.WHO), k.seat(0))


def done(*rules: t.Trigger) -> bool:
    """Whether a table with some rules that has settled stays as it is when it settles again."""
    return settling_is_done(k.build(k.offer("rests", k.REST), *rules), frozenset())


def from_to(name: str, low: int, high: int) -> t.Trigger:
    """A rule of the settling table that makes one number another."""
    guard = k.same(NUMBER, k.number(low))
    return k.trigger(name, SETTLES, f.Assign(NUMBER, k.number(high)), guard=guard)


def test_what_has_settled_stays_as_it_is() -> None:
    assert done(from_to("one", 3, 4))
    assert not done(from_to("one", 3, 3))
    assert not done(k.trigger("always", SETTLES, SEVEN))


def test_a_rule_that_another_one_has_run_instead_of_runs_the_second_time() -> None:
    shield = k.trigger("shield", SETTLES, f.Assign(k.variable(k.WHO), k.seat(1)), guard=MARKED)
    both = k.trigger("shield", SETTLES, *shield.effects, f.Assign(NUMBER, k.number(4)), guard=MARKED)
    pays = replace(from_to("pays", 3, 4), replaced_by=(0,))
    assert done(shield, from_to("pays", 3, 4))
    assert not done(shield, pays)
    assert done(both, pays)
    # one that stands instead of the one that stands instead
    assert not done(shield, replace(both, replaced_by=(0,)), replace(pays, replaced_by=(1,)))


def test_a_later_rule_that_gives_an_earlier_one_something_to_do() -> None:
    assert not done(from_to("one", 3, 4), from_to("two", 4, 3))
    rests = k.trigger("rests", SETTLES, f.Assign(k.variable(k.WHO), k.seat(1)), guard=MARKED)
    assert done(from_to("one", 3, 4), rests)
    assert not done(from_to("one", 3, 4), rests, from_to("two", 4, 3))


def test_what_a_beginning_round_leaves_to_be_settled() -> None:
    over = k.trigger("over", SETTLES, f.EndRound(k.players(0)), guard=k.same(NUMBER, k.number(5)))
    again = k.trigger("again", ROUND_ENDS, f.BeginRound())
    fresh = k.trigger("fresh", ROUND_BEGINS, f.Assign(k.variable(k.WHO), k.seat(0)))
    point = k.trigger("point", SETTLES, f.Assign(k.variable(k.WHO), k.seat(1)), guard=MARKED)
    assert done(over, again, point)
    assert not done(over, again, fresh, point)
