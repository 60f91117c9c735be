"""A player who leaves the game with the last move: the story of UNO303 has that move, and the options that it takes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.check_table import check_seats
from checker.results import Finding
from unodsl.resolve import TableSpec, load_project

BASE = (Path(__file__).parent / "cases" / "checks" / "base.uno").read_text(encoding="utf-8")

HOUSE = """use "base.uno"
options for base

option toll "After a 4 the next player draws, and has to lay a red card or to draw again"

  situation toll on a player

  rule toll
    when player plays 4
    then begin toll on next player
      next player draws 1

  rule pay
    during toll
    its player may play a red card
    then end toll

  rule cannot-pay
    during toll
    its player must otherwise draw 1
    then end toll

option out "Whoever has four cards is out"

  seats 3 to 4

  rule out
    when player draws a number
    if number of cards in hand of player is at least 4 and number of players is more than 2
    then move all from hand of player to draw pile
      remove player

option ones "A 1 scores"

  rule ones
    when player plays 1
    then score of player += 1
"""


@pytest.fixture(scope="module")
def stuck(tmp_path_factory: pytest.TempPathFactory) -> Finding:
    """The finding about the toll with three options on."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "base.uno").write_text(BASE, encoding="utf-8")
    (folder / "house.uno").write_text(HOUSE, encoding="utf-8")
    project = load_project([folder / "house.uno"])
    spec = TableSpec(options=("house.toll", "house.out", "house.ones"), seats=3)
    part = check_seats(project, spec, time.monotonic() + 60, codes=frozenset({"UNO303"}))
    (found,) = (f for f in part.findings if "toll open" in f.message)
    return found


def test_the_story_has_the_move_and_names_the_rule_that_removes_the_player(stuck: Finding) -> None:
    assert stuck.evidence == "witnessed"
    assert stuck.rules[0] == "house.out"
    assert stuck.witness is not None
    lines = stuck.witness.splitlines()
    assert "absent" not in stuck.witness
    assert any(" plays " in x and x.rstrip().endswith(" 4") for x in lines)
    assert lines[-1].endswith("cannot do anything")


def test_no_more_options_than_it_takes(stuck: Finding) -> None:
    assert stuck.options == ("house.out", "house.toll")
