"""Two files that give a variable the same name: positions and findings say whose it is."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.check_table import check_seats
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
