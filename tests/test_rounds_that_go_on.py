"""UNO207 at the end of a round: what becomes of players who are out, and an option by which a player is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.reports import findings

EXAMPLES = Path(__file__).parent.parent / "examples"

RULES = """use "base.uno"
options for base

option trade "A 3 takes the 0s to 2s of the next player"
  rule takes
    when player plays 3
    then move all 0 to 2 cards from hand of next player to hand of player

option loses "Whoever gets rid of all cards loses; the others win"
  rule loses
    when the table settles
    instead of base.going-out
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is more than 0)
"""


@pytest.mark.slow
def test_who_takes_a_card_is_not_out(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "base.uno", tmp_path)
    (tmp_path / "house.uno").write_text(RULES, encoding="utf-8")
    found = findings(str(tmp_path / "house.uno"), "--no-cache", "--select", "UNO207", code=0)
    assert [x for x in found if x["evidence"] != "bounded"] == []
