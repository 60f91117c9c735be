"""Conditions that an act makes true itself are refused, unless other moves may come before their event."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from unodsl.commands.main import main

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

RULES = """use "base.uno"
options for base

option plays "A 4 makes its player play two more"

  variable plays: 0 to 9

  rule force
    when player plays 4
    then EFFECT

  rule not-top
    when player plays 1
    if the card is not top card
    then plays += 1

scenario "the card does not lie on top"
  with plays
  seats ann, bob
  ann holds red 4, red 1, blue 2, blue 3
  discard pile is red 2; turn of ann
  ann plays red 4
  expect plays is 1
  expect top card is blue 2
"""


@pytest.mark.parametrize(
    ("effect", "code", "said"),
    [
        ("player plays red 1\n      player plays blue 2", 0, "1 passed"),
        ("player draws 1", 2, "the card lies on top by then, so this is never so"),
    ],
    ids=["played-before", "at-once"],
)
def test_what_an_act_has_just_made_true(tmp_path: Path, effect: str, code: int, said: str) -> None:
    (tmp_path / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(RULES.replace("EFFECT", effect), encoding="utf-8")
    result = CliRunner().invoke(main, ["test", str(tmp_path / "house.uno")])
    assert (result.exit_code, said in result.output) == (code, True), result.output
