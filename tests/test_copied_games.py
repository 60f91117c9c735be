"""A game that was copied and changed: what comes of the change is said once, where it comes about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.test_two_rulesets import compared

CASES = Path(__file__).parent / "cases" / "checks"

OWED = """
  situation owed on a player
    amount: 0 to 9

  act pass

  rule ones
    when player plays 1
    then begin owed on next player with amount 2

  rule pay
    during owed
    its player must otherwise pass
    then player draws amount
      pass turn to player
      over of turn becomes LAST
      end owed
"""


def game(folder: Path, name: str, last: str, *changes: tuple[str, str]) -> Path:
    """A copy of the small game under another name, with cards that are owed for a 1; the turn after that may be over."""
    text = (CASES / "base.uno").read_text(encoding="utf-8").replace("game base", f"game {name}")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    out = folder / f"{name}.uno"
    out.write_text(text.rstrip() + "\n" + OWED.replace("LAST", last), encoding="utf-8")
    return out


def found(one: Path, other: Path) -> list[dict[str, Any]]:
    return [x for x in compared([str(one), str(other)])["findings"] if x["evidence"] != "bounded"]


def test_what_comes_of_a_debt_is_said_of_the_move_that_pays_it(tmp_path: Path) -> None:
    rows = found(game(tmp_path, "one", "yes"), game(tmp_path, "two", "no"))
    assert [x["message"] for x in rows] == ["what comes of `pass`"]
    assert all(x["rules"] == ["one.pay", "two.pay"] for x in rows)


def test_what_is_owed_differs_where_it_comes_about(tmp_path: Path) -> None:
    """Another debt, not another way to pay one."""
    two = game(tmp_path, "two", "yes")
    two.write_text(two.read_text(encoding="utf-8").replace("with amount 2", "with amount 3"), encoding="utf-8")
    assert [x["message"] for x in found(game(tmp_path, "one", "yes"), two)] == ["what comes of `play`"]


def test_the_deal_of_a_game_with_other_cards(tmp_path: Path) -> None:
    """The hands of one cannot be dealt with the cards of the other."""
    fewer = ("2 of each color: 1 to 4", "2 of each color: 1 to 4\n    3 of each color: star"), ("    2 of star\n", "")
    dealt = ("move top hand-size from draw pile to hand of player", "move top 5 from draw pile to hand of player")
    rows = found(game(tmp_path, "one", "yes"), game(tmp_path, "two", "yes", *fewer, dealt))
    (beginning,) = [x for x in rows if "begins" in x["message"]]
    assert [x["facts"][0] for x in beginning["sides"]] == [f"number of cards in hand of ann is {n}" for n in (3, 5)]
