"""Deals for which there are not enough cards: where it happens, and the line that was probably meant."""

from __future__ import annotations

from pathlib import Path

import pytest

import unodsl
from unodsl.diagnostics import RulesError

PAGE = """
game few "Few cards"
  seats 4
  deck in draw pile
    color is red, blue
    face is 1 to 3
    1 of each color: 1 to 3
  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up
  situation turn on a player
  act play a card from hand
  act draw a number
    then move top the number from draw pile to hand of player
  rule play
    during turn
    its player may play a card
  rule match
    when the match begins
    then begin a round
  rule deal
    when the round begins
    then
      {deal}
      begin turn on first of players
"""


def refused(folder: Path, deal: str) -> str:
    """What is said of a deal; nothing where it is a good one."""
    path = folder / "few.uno"
    path.write_text(PAGE.format(deal=deal.replace("\n", "\n      ")), encoding="utf-8")
    try:
        unodsl.load(path)
    except RulesError as error:
        return str(error)
    return ""


DRY = """repeat at most 10 times while draw pile is not empty
  for each player
    move top from draw pile to hand of player"""
MEANT = """repeat at most 10 times while draw pile is not empty
  for each player
    if draw pile is not empty then move top from draw pile to hand of player"""


def test_a_deal_that_runs_dry_names_its_line_and_the_one_that_was_meant(tmp_path: Path) -> None:
    said = refused(tmp_path, DRY)
    assert "error UNO112: these 6 cards are not enough to begin with 4 players: the draw pile runs out" in said
    assert "few.uno:26:11" in said
    assert "|           move top from draw pile to hand of player\n" in said
    assert "write `if draw pile is not empty then move top from draw pile to hand of player`" in said


def test_the_line_that_is_meant_is_taken(tmp_path: Path) -> None:
    assert refused(tmp_path, MEANT) == ""


@pytest.mark.parametrize(
    ("deal", "line", "meant"),
    [
        (
            "for each player\n  move top 2 from draw pile to discard pile",
            "few.uno:25:9",
            "write `if draw pile is not empty then move top from draw pile to discard pile`, in a `repeat`",
        ),
        (
            "for each player\n  player draws 2",
            "few.uno:14:10",
            "write `if draw pile is not empty then move top from draw pile to hand of player`, in a `repeat`",
        ),
        (
            "move top from hand of first of players to draw pile",
            "few.uno:24:7",
            "write `if hand of first of players is not empty then move top from hand of first of players to draw pile`",
        ),
    ],
)
def test_other_lines_that_find_no_card(tmp_path: Path, deal: str, line: str, meant: str) -> None:
    said = refused(tmp_path, deal)
    assert line in said
    assert meant in said
