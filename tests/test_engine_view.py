"""What a seat sees of a state: its own cards and open ones, how many the others have, and no secret of anybody."""

from __future__ import annotations

import pytest

from tests import engine_tables as k
from tests.tables import table as shipped_table
from unodsl.engine.describe import View, view
from unodsl.engine.generated import Generated
from unodsl.engine.layout import CLOSED, GENERATOR, TOP, Layout
from unodsl.model import effects as f
from unodsl.model import table as t

NAMES = ("ann", "bob", "cyd")


def layout() -> Layout:
    """The kit; one of its rules looks at single cards of the open piles."""
    look = f.MoveTop(k.number(1), k.place(k.PILE), k.place(k.TRAY, 0))
    return Layout(k.build(k.trigger("t", t.TableEvent("settles"), look)))


def position(other: int = k.BLANK, flag: int = 1, generator: int = 7) -> k.Position:
    """Seat 0 holds two cards, seat 1 one other."""
    found = k.Position(layout()).lay(k.HAND, 0, k.DARK_1, k.LIGHT_3).lay(k.HAND, 1, other)
    found.lay(k.PILE, 0, k.DARK_2, k.LIGHT_1).set(k.FLAG, flag, 1).open(k.WAIT, 1, 2)
    found.s[GENERATOR] = generator
    return found


def seen(found: k.Position, seat: int | None) -> View:
    return view(found.layout, found.state, seat, NAMES)


def test_what_a_seat_sees() -> None:
    mine = seen(position(), 0)
    places = {(p.zone, p.seat): (p.cards, p.count) for p in mine.places}
    assert places["kit.hand", 0] == (("dark one", "light three"), 2)
    assert places["kit.hand", 1] == (None, 1)
    assert places["kit.stock", -1] == (None, 3)
    assert places["kit.pile", -1] == (("light one", "dark two"), 2)
    assert mine.situations == (("kit.wait", "bob", (("count", "2"), ("shade", "nothing"), ("loss", "-5"))),)
    assert ("kit.flag", 0, "no") in mine.variables
    assert {owner for name, owner, _ in mine.variables if name == "kit.flag"} == {0}
    assert {owner for name, owner, _ in mine.variables if name == "kit.score"} == {0, 1, 2}


@pytest.mark.parametrize("other", [position(other=k.DARK_1), position(flag=0), position(generator=8)])
def test_what_is_hidden_cannot_be_told(other: k.Position) -> None:
    """States that differ only in what a seat must not know look the same to it, and differ for somebody else."""
    assert seen(position(), 0) == seen(other, 0)
    assert position().state != other.state


def test_the_judge_sees_everything() -> None:
    assert seen(position(), None) != seen(position(other=k.DARK_1), None)
    assert seen(position(), None) != seen(position(flag=0), None)
    assert all(p.cards is not None for p in seen(position(), None).places)


def test_a_secret_field_is_seen_by_nobody_at_the_table() -> None:
    """What only rules know (here: whether a card was played lawfully) must not reach a client."""
    model = shipped_table("official", (), 3)
    layout, fast = Layout(model), Generated(model)
    names = ("ann", "bob", "cyd")
    hidden = {(s.name, f.name) for s in model.situations for f in s.fields if f.secret}
    assert hidden
    state = list(fast.start(1))
    for index in range(len(model.situations)):
        if state[layout.below[index]] == CLOSED:
            state[layout.below[index]], state[TOP] = state[TOP], index
            state[layout.owner[index]] = 0
    seen = {(n, f) for n, _, fields in view(layout, tuple(state), 1, names).situations for f, _ in fields}
    everything = {(n, f) for n, _, fields in view(layout, tuple(state), None, names).situations for f, _ in fields}
    assert not seen & hidden
    assert hidden <= everything
