"""Two files that know nothing of each other: names that both have, words to which both give a meaning, and acts that both offer at will."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.check_table import check_seats
from checker.results import Finding
from unodsl.engine.reference import Reference
from unodsl.resolve import Project, TableSpec, load_project
from unodsl.scenarios.run import story_of
from unodsl.scenarios.writing import written_position

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

OPTION = """
use "base.uno"
options for base

option {name}

  variable last player: player or nothing

  rule note
    when player plays a card
    then last player becomes player

  rule {name}
    during turn
    any player may play a card
    if the card is top card and last player is not nothing and player is not player of turn
    then pass turn to player
      over of turn becomes {over}
"""

SPEC = TableSpec(games=("base",), options=("late.late", "soon.soon"), seats=3)


@pytest.fixture
def files(tmp_path: Path) -> Project:
    (tmp_path / "base.uno").write_text(BASE.read_text())
    for name, over in (("soon", "no"), ("late", "yes")):
        (tmp_path / f"{name}.uno").write_text(OPTION.format(name=name, over=over))
    return load_project(sorted(tmp_path.glob("*.uno")))


def test_a_position_gives_each_its_own(files: Project, tmp_path: Path) -> None:
    lines = "late.last player is bob\n  soon.last player is ann\n  turn of cyd"
    text = f"""
use "late.uno"
use "soon.uno"
options for base

scenario "whose is it"
  with late, soon
  seats ann, bob, cyd
  ann holds red 1, red 2
  bob holds red 3
  cyd holds red 4
  discard pile is blue 1
  {lines}
  expect late.last player is bob
  expect soon.last player is ann
"""
    (tmp_path / "told.uno").write_text(text)
    project = load_project(sorted(tmp_path.glob("*.uno")))
    page = project.pages["told"]
    (scenario,) = page.scenarios
    told = story_of(project, page, scenario)
    assert told.message == ""
    layout = told.layout
    written = written_position(Reference(layout.table), layout, told.pictures[-1].state)
    assert written is not None
    assert {"late.last player is bob", "soon.last player is ann"} <= set(written.lines)


def test_a_clash_of_two_such_files_is_witnessed(files: Project) -> None:
    part = check_seats(files, SPEC, time.monotonic() + 60, codes=frozenset({"UNO207"}))
    (found,) = (f for f in part.findings if f.evidence == "witnessed")
    assert set(found.rules) == {"late.late", "soon.soon"}
    assert found.witness is not None
    assert "late.last player is" in found.witness


def found_of(folder: Path, code: str, spec: TableSpec, **texts: str) -> list[Finding]:
    """What a code finds where some options are on with a game that the base of the cases is extended to."""
    (folder / "base.uno").write_text(BASE.read_text())
    for name, text in texts.items():
        (folder / f"{name}.uno").write_text(text)
    project = load_project(sorted(folder.glob("*.uno")))
    part = check_seats(project, spec, time.monotonic() + 60, codes=frozenset({code}))
    return [f for f in part.findings if f.evidence != "bounded"]


GAME = """
use "base.uno"

game high extends base

  act arrive

  variable comes of each player: yes or no

  rule high-points
    points of a card means 10
    instead of base.points

  rule come
    at any time
    any player may at will arrive
    if comes is no
    then comes becomes yes
      player draws 1
"""

STRANGER = """
use "base.uno"
options for base

option low

  act arrive

  rule low-points
    points of a card means {value}
    instead of base.points
{condition}
option late

  act arrive

  variable waits of each player: yes or no

  rule come
    at any time
    any player may at will arrive
    if waits is no
    then waits becomes yes
"""


@pytest.mark.parametrize(
    ("value", "condition", "clashes"), [("7", "", True), ("7", "    if the card is star\n", False)]
)
def test_a_game_and_an_option_of_another_file_count_differently(
    tmp_path: Path, value: str, condition: str, clashes: bool
) -> None:
    spec = TableSpec(games=("high",), options=("strange.low",), seats=3)
    text = STRANGER.format(value=value, condition=condition)
    found = found_of(tmp_path, "UNO205", spec, high=GAME, strange=text)
    assert [set(f.rules) for f in found] == [{"high.high-points", "strange.low-points"}] * clashes
    for f in found:
        assert f.details[:2] == ("high.high-points: points of star is 10", "strange.low-points: points of star is 7")


def test_what_two_files_offer_at_will_is_one_act(tmp_path: Path) -> None:
    spec = TableSpec(games=("high",), options=("strange.late",), seats=3)
    (found,) = found_of(tmp_path, "UNO203", spec, high=GAME, strange=STRANGER.format(value="7", condition=""))
    assert set(found.rules) == {"high.come", "strange.come"}
