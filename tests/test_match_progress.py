"""UNO306 on every state of small tables: whether players can always go on to the end of a match of many rounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from unodsl.commands.main import main

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

RULES = """use "base.uno"
options for base

option marks "Rounds until somebody has enough"
  without base.one-round, base.score
  variable tally of each player: -1000 to 1000, kept

  rule count
    when the round ends
    then
      for each player in winners
        tally of player += GAIN
      for each player in players - winners
        tally of player -= LOSS

  rule over
    when the round ends
    after count
    then
      if there is players where (their tally ENOUGH)
        end the match won by players where (their tally ENOUGH)
      otherwise
        begin a round
"""

HAND = "total of points for cards in hand of left of player"


def found(folder: Path, gain: str, loss: str, enough: str, *more: str) -> dict[str, Any] | None:
    """The finding of UNO306, if any."""
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    rules = RULES.replace("GAIN", gain).replace("LOSS", loss).replace("ENOUGH", enough)
    (folder / "house.uno").write_text(rules + "".join(more), encoding="utf-8")
    arguments = ("--with", "marks", "--seats", "2", "--select", "UNO306", "--no-cache", "--format", "json")
    result = CliRunner().invoke(main, ["check", str(folder / "house.uno"), *arguments])
    findings = json.loads(result.stdout)["findings"]
    return findings[0] if findings else None


@pytest.mark.parametrize(
    ("gain", "loss", "enough", "exhaustive"),
    [
        # a round may bring nothing, where the other one has only stars, and no round has to bring something
        (HAND, "0", "is at least 500", True),
        # others lose what one gains
        (HAND, HAND.replace("left of ", ""), "is at least 500", True),
        # somebody has to have exactly so many
        (HAND, "0", "is 500", False),
        # whoever goes out only loses
        ("0", "1", "is at least 500", False),
    ],
    ids=["more", "more-and-less", "exactly", "less"],
)
@pytest.mark.slow
def test_scores_that_players_can_always_raise(
    tmp_path: Path, gain: str, loss: str, enough: str, exhaustive: bool
) -> None:
    finding = found(tmp_path, gain, loss, enough)
    assert finding is not None
    kind = None if finding["scope"] is None else finding["scope"]["kind"]
    assert (finding["evidence"] == "bounded" and kind == "exhaustive") == exhaustive
    assert ("players can end the round so that tally grows" in finding["basis"]) == exhaustive


@pytest.mark.slow
def test_rounds_that_depend_on_earlier_ones_are_not_counted(tmp_path: Path) -> None:
    more = """
  rule nobody-plays-late
    any player cannot play a card
    if tally of player is at least 30
"""
    finding = found(tmp_path, HAND, "0", "is at least 500", more)
    assert finding is None or finding["scope"] is None or finding["scope"]["kind"] == "sampled"


@pytest.mark.parametrize(
    "more",
    [
        """
  rule gone
    when the round ends
    after count
    before over
    then
      for each player in winners
        if tally of player is 10 then tally of player becomes 0
""",
        """
  rule pay
    when the round ends
    before count
    then
      for each player in winners
        tally of player -= 10
""",
        """
  variable done: yes or no, kept
  rule enough
    when the round ends
    before count
    if there is players where (their tally is 10)
    then done becomes yes
  rule nothing-more
    when the round ends
    instead of count
    if done is yes
    then do nothing
""",
    ],
    ids=["reset", "lost-unless-there-is-nothing", "asked-by-another-rule"],
)
def test_scores_that_do_not_grow_at_every_value(tmp_path: Path, more: str) -> None:
    """A first round, and a score next to its greatest value, show none of it."""
    (tmp_path / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    rules = RULES.replace("-1000", "0").replace("GAIN", "1").replace("LOSS", "0").replace("ENOUGH", "is at least 20")
    (tmp_path / "house.uno").write_text(rules + more, encoding="utf-8")
    arguments = ("--with", "marks", "--seats", "2", "--select", "UNO306", "--no-cache", "--format", "json")
    result = CliRunner().invoke(main, ["check", str(tmp_path / "house.uno"), *arguments])
    (finding,) = json.loads(result.stdout)["findings"]
    assert finding["scope"] is None or finding["scope"]["kind"] == "sampled"
