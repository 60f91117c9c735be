"""Small decks: later rounds, and the cards that bans are about."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.checks.on_small_tables import settled_after_a_deal
from checker.search.small_tables import meets_ban, small_tables
from tests.test_small_tables import context_of

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

AGAIN = """  rule again
    when the round ends
    instead of one-round
    then begin a round

"""
KICK_OFF = """use "base.uno"
options for base

option kick-off "A round is open once the table has settled"
  variable started: yes or no

WHAT  rule kick-off
    when the table settles
    if started is STARTED
    then started becomes yes
"""


@pytest.mark.parametrize(
    ("more", "started", "differ"),
    [(AGAIN, "no", True), ("", "no", False), (AGAIN, "yes", False)],
    ids=["again", "one-round", "nothing-happens"],
)
def test_what_a_settled_table_does_after_the_first_deal(tmp_path: Path, more: str, started: str, differ: bool) -> None:
    (tmp_path / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    page = tmp_path / "house.uno"
    page.write_text(KICK_OFF.replace("WHAT", more).replace("STARTED", started), encoding="utf-8")
    assert settled_after_a_deal(context_of(page, 2, "house.kick-off")) is differ


BAN = """use "base.uno"
options for base

option apart "No 4 on a star"
  rule fours
    when player plays 4
    then next player draws 1
  rule stars
    when player plays star
    then next player draws 2
  rule no-four-on-a-star
    any player cannot play 4
    if top card is star
"""


def test_a_cut_deck_has_the_cards_that_a_ban_is_about(tmp_path: Path) -> None:
    """A ban never runs, so no rule that play met and no cut did is named for it."""
    (tmp_path / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(BAN, encoding="utf-8")
    context = context_of(tmp_path / "house.uno", 2, "house.apart")
    assert any(meets_ban(x, "house.no-four-on-a-star") for x in small_tables(context).counted)
