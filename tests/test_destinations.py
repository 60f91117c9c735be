"""Random choices by destination: what a place gets in one execution it gets in another, whatever else is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from checker.witness.destinations import Dealer, Destinations, Paired
from checker.witness.scenario import plain_chance
from unodsl.engine.api import State
from unodsl.model.table import Table
from unodsl.resolve import TableSpec, load_project, resolve_table

FILE = Path(__file__).parent / "cases" / "checks" / "contradiction-laid-aside.uno"


def table_with(*options: str, **parameters: int) -> Table:
    project = load_project([FILE])
    names = tuple(f"{FILE.stem}.{x}" for x in options)
    spec = TableSpec(options=names, parameters={k.replace("_", "-"): v for k, v in parameters.items()}, seats=2)
    return resolve_table(project, spec).table


def begun(table: Table, known: Destinations, script: Sequence[int] = ()) -> tuple[State, Paired]:
    """How a match begins."""
    chance = Paired(known, plain_chance(script))
    return Dealer(table).start(1, chance), chance


def cards(table: Table, state: State, zone: str) -> list[tuple[int, ...]]:
    """The cards of each place of a zone."""
    layout = Dealer(table).layout
    index = next(i for i, x in enumerate(table.zones) if x.name.endswith(f".{zone}"))
    return [layout.in_order(state, index, seat) for z, seat in layout.places if z == index]


def test_the_card_that_is_turned_up_is_the_same_whatever_is_dealt_before() -> None:
    """With hands of four, the first three cards of each are those of the others; no other card takes what lies open."""
    few, many = table_with(hand_size=3), table_with(hand_size=4)
    for first in range(len(few.deck.kinds)):
        # two of each: those who get more would draw both, first of all
        known: Destinations = {}
        state, chance = begun(few, known, (0, 0, 1, 1, 2, 2, first))
        more, again = begun(many, known, (first, first, first))
        assert cards(few, state, "discard pile") == cards(many, more, "discard pile")
        assert chance.picks[:3] == again.picks[:3]
        assert chance.picks[3:6] == again.picks[4:7]
        assert again.apart
        assert not again.lacking


def test_the_same_table_deals_the_same() -> None:
    table, known = table_with("kitty"), Destinations()
    state, chance = begun(table, known)
    again, other = begun(table, known, chance.picks[::-1])
    assert again == state
    assert other.picks == chance.picks
    assert (chance.apart, other.apart) == (True, False)
