"""Bounds on what is due: what takes cards back from where they were played."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from checker.check_table import check_seats
from checker.smt.counter_system import Move, Part, Quantity, Step, System
from checker.termination.bounds import taken_back
from unodsl.resolve import TableSpec, load_project

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"
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


DUE = """use "base.uno"
options for base

option due "A star may be answered by a star"
  situation duty on a player
    count: 0 to 9

  rule begins
    when player plays 4
    then begin duty on next player with count 2

  rule answer
    during duty
    its player may play star
    then count += 1
      pass duty to next player
{more}
  rule pay
    during duty
    its player must otherwise draw count
    then end duty
"""


def bounds_of(folder: Path, text: str) -> list[str]:
    """The bounds of what is due."""
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    file = folder / "due.uno"
    file.write_text(text, encoding="utf-8")
    spec = TableSpec(("base",), ("due.due",), seats=2)
    part = check_seats(load_project([file]), spec, time.monotonic() + 60, frozenset({"UNO302"}), moves=50)
    words = " ".join(x.words for x in part.proofs if "duty" in x.about)
    return re.findall(r"count of duty is (at most \d+)", words)


@pytest.mark.parametrize(("more", "bound"), [("", "at most 4"), ("      begin turn on player\n", "")])
def test_what_is_due_beneath_another_situation_has_no_bound(tmp_path: Path, more: str, bound: str) -> None:
    assert bounds_of(tmp_path, DUE.format(more=more)) == [bound] * bool(bound)


@pytest.mark.parametrize(
    ("first", "bound"), [("", "at most 3"), ("move top from discard pile to hand of player\n      ", "at most 4")]
)
def test_the_first_card_is_used_up_unless_it_is_taken_back(tmp_path: Path, first: str, bound: str) -> None:
    begins = f"when player plays star\n    if not duty is open\n    then\n      {first}begin duty"
    text = DUE.format(more="").replace("when player plays 4\n    then begin duty", begins)
    assert bounds_of(tmp_path, text) == [bound]
