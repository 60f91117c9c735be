"""Bounds on what is due: what takes cards back from where they were played."""

from __future__ import annotations

import pytest

from checker.smt.counter_system import Move, Part, Quantity, Step, System
from checker.termination.bounds import taken_back

PILE: Quantity = ("cards", 1, -1, 0)
HAND: Quantity = ("cards", 0, 1, 0)
WHOLE = Step((), (), "the pile goes to the stock")
OTHER = Step((), (), "something else")


@pytest.mark.parametrize(
    ("needs", "expected"),
    [((1,), [WHOLE.origin]), ((), None), ((2,), None), ((1, 2), None)],
)
def test_cards_that_come_back_one_by_one_have_no_bound(needs: tuple[int, ...], expected: list[str] | None) -> None:
    back = Step(((PILE, -1, -1), (HAND, 1, 1)))
    move = Move("takes of 1", (), (Part(0, needs=needs),))
    system = System(((PILE, 0, 9), (HAND, 0, 9)), (), (back, WHOLE, OTHER), (move,))
    assert taken_back(system, PILE) == expected
