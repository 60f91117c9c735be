"""What the first line of a report says of the options judged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.reports import check

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"
NEEDING = """use "base.uno"
options for base

option calm "Who sees a star may draw"

  rule calm
    during turn
    its player may draw 1
    if top card is star
    then over becomes yes

option wild "Throw in the same card; needs the calm"
  requires calm

  rule jump
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player
      over becomes yes

  rule slap
    during turn
    any other player may play a card
    if the card is top card
    then over becomes no
"""


@pytest.mark.parametrize("arguments", [("--with", "calm", "--with", "wild"), pytest.param((), marks=pytest.mark.slow)])
def test_rules_of_one_option_are_no_two_that_contradict(arguments: tuple[str, ...], tmp_path: Path) -> None:
    shutil.copy(BASE, tmp_path / "base.uno")
    (tmp_path / "needing.uno").write_text(NEEDING, encoding="utf-8")
    first = check(str(tmp_path / "needing.uno"), *arguments, "--seats", "3", code=1).stdout.splitlines()[0]
    assert "calm" not in first.partition(":")[2]
    assert "two" not in first
