"""Counted effects: which rules do the same thing, each a number of times."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.effects.counted import counted, fills
from checker.effects.deeds import Repeats
from checker.effects.footprints import Footprints
from checker.effects.summary import summaries
from unodsl.model import table as t
from unodsl.resolve import TableSpec, load_project, load_table

CASES = Path(__file__).parent / "cases" / "checks"

RULES = """use "base.uno"
options for base

option it "Two rules about a star"

  variable turns: 0 to 9

  act buy a number
    then
      repeat the number times
        BLOCK

  rule one
    when player plays star
    then EFFECT 2

  rule other
    when player plays star
    then EFFECT 1
MORE
"""

DRAW = "move top from draw pile to hand of player"


def table(folder: Path, effect: str, block: str = DRAW, more: str = "", changed: tuple[str, str] = ("", "")) -> t.Table:
    """The table with two rules that have the same effect, twice and once; `changed`: words of it, and others for them."""
    (folder / "base.uno").write_text((CASES / "base.uno").read_text())
    text = RULES.replace("EFFECT", effect).replace("BLOCK", block.replace("\n", "\n        ")).replace("MORE", more)
    text = text.replace(*changed) if changed[0] else text
    (folder / "it.uno").write_text(text)
    return load_table(
        load_project([folder / "base.uno", folder / "it.uno"]), TableSpec(games=("base",), options=("it.it",), seats=2)
    )


def pair(found: t.Table) -> tuple[int, int]:
    one, other = (next(i for i, x in enumerate(found.triggers) if x.info.name == n) for n in ("it.one", "it.other"))
    return one, other


@pytest.mark.parametrize(
    ("effect", "block", "more", "expected"),
    [
        ("next player draws", DRAW, "", True),
        ("next player buys", DRAW, "", True),
        ("next player buys", f"{DRAW}\n{DRAW}", "", True),
        # the rule after the first asks who it is again
        (
            "poor player draws",
            DRAW,
            "  rule poor\n    poor player means left of player of turn if draw pile is empty, otherwise player of turn",
            False,
        ),
        # a rule answers each act by itself
        (
            "next player draws",
            DRAW,
            "  rule note\n    when player draws a number\n    then turns becomes the number",
            False,
        ),
        # how often it is done so far counts
        ("next player buys", "turns becomes the number", "", False),
    ],
)
def test_more_and_less_of_the_same_commute(tmp_path: Path, effect: str, block: str, more: str, expected: bool) -> None:
    found = table(tmp_path, effect, block, more)
    assert Footprints(found).commute(*pair(found)) == expected


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (DRAW, True),
        (
            f"if draw pile is empty\n  move all but top from discard pile to draw pile\n  shuffle draw pile\n{DRAW}",
            True,
        ),
        # other cards may come back to the hand, or leave it
        (f"{DRAW}\nturns += 1", False),
        (f"move top from hand of player to draw pile\n{DRAW}", False),
        (f"move top from discard pile to hand of player\n{DRAW}", False),
        # the next time is another one, though no card moved
        (f"if moved card is nothing\n  move all but top from discard pile to draw pile\n{DRAW}", False),
        (f"turns += 1\n{DRAW}", False),
        ("move top 2 from draw pile to hand of player", False),
        # whose hand it is would have to be known
        ("move top from draw pile to hand of left of player", False),
    ],
)
def test_cards_go_there_as_long_as_there_are_any(tmp_path: Path, block: str, expected: bool) -> None:
    found = table(tmp_path, "next player buys", block)
    effects = [counted(found, found.triggers[i].effects[0]) for i in pair(found)]
    assert [x.times for x in effects if x is not None] == [2, 1]
    hand = next(i for i, x in enumerate(found.zones) if x.each_player)
    assert {x and fills(summaries(found), x) for x in effects} == ({hand} if expected else {None})


def test_one_card_and_two_are_the_same_only_where_they_run_out(tmp_path: Path) -> None:
    found = table(tmp_path, "next player draws")
    assert not Repeats(Footprints(found)).twice(*pair(found))


def test_two_cards_of_which_one_goes_away_are_one(tmp_path: Path) -> None:
    less = "next player draws 2\n      move top from hand of next player to discard pile"
    found = table(tmp_path, "next player draws", changed=("next player draws 2", less))
    assert Repeats(Footprints(found)).twice(*pair(found))
