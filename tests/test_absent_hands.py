"""Who takes no part has no cards: proved of rules under which it is so, and not of their neighbors."""

from __future__ import annotations

import time
from pathlib import Path
from shutil import copy

import pytest

from checker.context import Context
from checker.invariants.decided import taking_part
from checker.smt.at_rest import Rest
from unodsl.resolve import TableSpec, load_project, resolve_table

CASES = Path(__file__).parent / "cases" / "checks"

LEAVING = """use "base.uno"
options for base
option leaving "Players may leave"
  act go home
  act toss an opponent
  rule go-home
    during turn
    its player may go home
    if number of players is at least 3
    then pass turn to next player after player
      {then}
  {more}
"""

TAKES = """for each player
        move all from hand of player to discard pile
        move all from hand of left of player to hand of player"""
"""Of the seats, one after the other, the first has none in the end, and others have some."""

GIVES, LEAVES = "move all from hand of player to discard pile", "remove player"


@pytest.mark.parametrize(
    ("then", "more", "proved"),
    [
        ((GIVES, LEAVES), "", True),
        ((LEAVES,), "", False),
        ((LEAVES, GIVES), "", True),
        ((GIVES, "player draws 1", LEAVES), "", False),
        (("move all red cards from hand of player to discard pile", LEAVES), "", False),
        ((GIVES, "move top 30 from draw pile to hand of player", LEAVES), "", False),
        ((GIVES, "swap hand of player with hand of left of player", LEAVES), "", False),
        ((TAKES, LEAVES), "", False),
        # (it stays where it is)
        (("move all from hand of player to hand of right of left of player", LEAVES), "", False),
        (("move all from hand of left of player to discard pile", LEAVES), "", False),
        ((GIVES, LEAVES), "rule late\n    when player goes home\n    then player draws 1", False),
        (
            (GIVES, LEAVES),
            "rule late\n    when player goes home\n    then\n      for each player\n        move top from draw pile to hand of player",
            True,
        ),
        (
            (GIVES, LEAVES),
            "rule back\n    at any time\n    any absent player may toss an opponent\n    then player draws 1",
            False,
        ),
    ],
)
def test_whoever_leaves(tmp_path: Path, then: tuple[str, ...], more: str, proved: bool) -> None:
    page = tmp_path / "leaving.uno"
    copy(CASES / "base.uno", tmp_path)
    page.write_text(LEAVING.format(then="\n      ".join(then), more=more))
    project = load_project([page])
    spec = TableSpec(games=("base",), options=("leaving.leaving",), seats=3)
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 60)
    hand = next(i for i, x in enumerate(context.table.zones) if x.each_player)
    rest = taking_part(context)
    assert rest is not None
    assert (Rest("no cards", hand) in rest.claims) == proved
