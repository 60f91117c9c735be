"""Which slots hold only players who take part, throughout the rules that a move sets off, where others take no part."""

from __future__ import annotations

import pytest

from checker.effects.summary import summaries
from checker.kernel.accept import nothing_known
from checker.smt.abstract_values import NOBODY, Shape, Slot, Values, field_slot, playing_slots
from checker.smt.at_rest import Rest
from checker.smt.stack_system import Between, Building
from tests import engine_tables as k
from unodsl.engine.layout import layout_of
from unodsl.model import effects as f
from unodsl.model import expressions as e

TABLE = k.build(k.offer("rests", k.REST, situations=(k.WAIT,)))
THERE = frozenset((NOBODY, 0, 1))
WHO: Slot = ("variable", k.WHO)
WAITS: Slot = ("owner", k.WAIT)
WHO_NOW = k.variable(k.WHO)
BOTH: dict[Slot, Values] = {WHO: THERE, WAITS: THERE}


def kept(
    *effects: f.Effect,
    known: dict[Slot, Values] = BOTH,
    players: tuple[Values, ...] = (frozenset({0}),),
    playing: tuple[int, ...] = (0, 1),
) -> dict[Slot, Values]:
    """The slots that effects write, and that hold only players who take part."""
    shape = Shape(TABLE, ((0, 1, 2, 3, 4),), frozenset({k.WAIT}), playing)
    return playing_slots(shape, known, [summaries(TABLE).of(x) for x in effects], players)


def test_who_takes_part_is_put_in_the_place_of_who_takes_part() -> None:
    assert kept(f.Assign(WHO_NOW, k.ACTOR)) == {WHO: THERE}
    assert kept(f.Assign(WHO_NOW, k.owner(k.WAIT)), f.Begin(k.WAIT, WHO_NOW, ())) == BOTH
    assert kept(f.Begin(k.WAIT, e.Neighbor("left", k.ACTOR, k.PLAYER), ()), f.End(k.WAIT)) == {WAITS: THERE}
    # what nothing writes is known as before
    assert kept(f.EndRound(k.players(0))) == {}
    assert kept(f.Assign(WHO_NOW, k.ACTOR), playing=(0, 1, 2)) == {}


@pytest.mark.parametrize(
    "effects",
    [
        (f.Assign(WHO_NOW, k.seat(2)),),
        (f.Assign(WHO_NOW, k.ACTOR), f.Assign(WHO_NOW, k.variable(k.WHO, k.seat(0)))),
        (f.Assign(WHO_NOW, e.Local(2, "they", k.PLAYER)),),
        # one by the other
        (f.Assign(WHO_NOW, k.owner(k.WAIT)), f.Begin(k.WAIT, k.seat(2), ())),
        # rules of the act are set off by somebody else
        (f.Assign(WHO_NOW, k.ACTOR), f.Perform(k.REST, k.seat(2), None, 0, None)),
        (f.Assign(WHO_NOW, k.ACTOR), f.Perform(k.REST, e.Local(2, "they", k.PLAYER), None, 0, None)),
    ],
)
def test_somebody_else_may_be_there(effects: tuple[f.Effect, ...]) -> None:
    assert kept(*effects) == {}


def test_what_is_not_known_before_is_not_known_after() -> None:
    writes = f.Assign(WHO_NOW, k.ACTOR)
    assert kept(writes, known={}) == kept(writes, known={WHO: frozenset({0, 2})}) == {}
    assert kept(writes, players=(frozenset({0}), None)) == kept(writes, players=(frozenset({2}),)) == {}


def building(*rests: Rest, playing: tuple[int, ...] = (0, 1)) -> Building:
    """The builder of the system of a situation, given what holds between two moves."""
    known = nothing_known(TABLE, layout_of(TABLE).depth)
    return Building(Between(known, rests), frozenset({k.WAIT}), (), playing)


def test_an_invariant_says_that_players_in_slots_take_part() -> None:
    assert building().taking_part(k.WAIT) == {}
    assert building(Rest("variable", k.WHO)).taking_part(k.WAIT) == {WHO: THERE}
    assert building(Rest("owner", k.WAIT), Rest("owner", k.VOTE)).taking_part(k.WAIT) == {WAITS: THERE}
    assert building(Rest("variable", k.SET), Rest("field", k.WAIT, 0)).taking_part(k.WAIT) == {}
    assert building(Rest("variable", k.WHO), playing=(0, 1, 2)).taking_part(k.WAIT) == {}
    assert field_slot(k.WAIT, 0) not in building(Rest("field", k.WAIT, 0)).taking_part(k.WAIT)
