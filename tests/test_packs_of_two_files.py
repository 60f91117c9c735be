"""Packs of cards that an option of another file sets: the game's own number decides nothing, which UNO205 says."""

from __future__ import annotations

import time
from pathlib import Path

from checker.check_table import check_seats
from checker.results import Finding
from unodsl.resolve import TableSpec, load_project

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

GAME = """
use "base.uno"

game pairs "Two packs" extends base
  parameter packs "packs of cards": 1 to 3, default 2

  deck
    packs packs
"""

OPTION = """
use "base.uno"
options for base

option {name} "More cards"
  deck
    packs {packs}
"""


def found(folder: Path, game: str, option: str, packs: str = "3") -> list[Finding]:
    """What UNO205 says of a game at which an option of another file is on."""
    (folder / "base.uno").write_text(BASE.read_text())
    (folder / "pairs.uno").write_text(GAME)
    (folder / "more.uno").write_text(OPTION.format(name="more", packs=packs))
    project = load_project(sorted(folder.glob("*.uno")))
    spec = TableSpec(games=(game,), options=(option,), seats=2)
    return list(check_seats(project, spec, time.monotonic() + 60, codes=frozenset({"UNO205"})).findings)


def test_a_game_that_says_how_many_packs_there_are_is_overridden(tmp_path: Path) -> None:
    (one,) = found(tmp_path, "pairs", "more.more")
    assert (one.evidence, one.options) == ("proved", ("more.more",))
    assert "pairs: 2 packs, and a table may set 1 to 3; more.more: 3 packs" in one.message
    assert len(one.places) == 2


def test_the_same_number_is_overridden_too_where_a_table_may_set_it(tmp_path: Path) -> None:
    (one,) = found(tmp_path, "pairs", "more.more", "2")
    assert "more.more: 2 packs" in one.message


def test_an_option_of_the_game_itself_is_meant_for_it(tmp_path: Path) -> None:
    assert found(tmp_path, "base", "more.more") == []
