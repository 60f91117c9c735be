"""The specific code before the general one, which is listed; several stories of two rules."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.check_table import check_seats, check_table
from checker.codes import CONTRADICTION
from checker.compare.three_way import pairs
from checker.context import Context
from checker.results import Answers, Finding
from tests.effort import few_and_slow
from unodsl.resolve import Project, TableSpec, load_project
from unodsl.scenarios import run_scenario

BASE = (Path(__file__).parent / "cases" / "checks" / "base.uno").read_text(encoding="utf-8")

BANNED = """\
use "base.uno"
options for base

option sitting "There is such a thing as sitting out"

  act sit out

option pause "Sitting a turn out is allowed"
  requires sitting

  rule pausing
    during turn
    its player may sit out
    then over becomes yes

option busy "Nobody sits out with more than one card"
  requires sitting

  rule nobody-pauses
    any player cannot sit out
    if number of cards in hand of player is at least 2
"""

TWICE = """\
use "base.uno"
options for base

option again "Whoever plays or draws plays again"

  variable plays again: yes or no

  rule a-three
    when player takes up play or draw
    then plays again becomes yes

  rule again-at-the-end
    when the table settles
    before next-turn
    if plays again is yes
    then over of turn becomes no
      plays again becomes no

option miss "Each move makes the next player miss a turn"

  rule miss
    when player takes up play or draw
    then pass turn to next player
"""

THREE = """\
use "base.uno"
options for base

option again "With four cards dealt, whoever plays a 3 plays again"

  variable plays again: yes or no

  rule a-three
    when player plays 3
    if hand-size is 4
    then plays again becomes yes

  rule again-at-the-end
    when the table settles
    before next-turn
    if plays again is yes
    then over of turn becomes no
      plays again becomes no

option miss "With four cards dealt, a 3 makes the next player miss a turn"

  rule miss
    when player plays 3
    if hand-size is 4
    then pass turn to next player

option more "Four cards are dealt"

  set hand-size to 4
"""


def checked(folder: Path, text: str, options: tuple[str, ...], seats: int) -> tuple[Project, list[Finding]]:
    """What the check of some options finds."""
    (folder / "base.uno").write_text(BASE)
    (folder / "house.uno").write_text(text)
    project = load_project([folder / "house.uno"])
    return project, list(check_table(project, TableSpec(options=options), range(seats, seats + 1), 300).findings)


def test_a_more_general_code_is_listed_and_not_reported_again(tmp_path: Path) -> None:
    _, findings = checked(tmp_path, BANNED, ("house.busy", "house.pause", "house.sitting"), 2)
    (ban,) = (f for f in findings if f.code == "UNO202" and f.evidence == "witnessed")
    assert ban.also_codes == ("UNO207",)
    assert not [f for f in findings if f.code == "UNO207" and f.evidence == "witnessed"]


@pytest.mark.slow
def test_two_rules_have_a_story_for_each_cause(tmp_path: Path) -> None:
    _, findings = checked(tmp_path, TWICE, ("house.again", "house.miss"), 3)
    (clash,) = (f for f in findings if f.code == "UNO207" and f.evidence == "witnessed")
    moves = [x for x in clash.details if "in the position of the witness" in x]
    assert len(moves) == 2
    assert sum(x.startswith("another difference: ") for x in moves) == 1
    assert clash.witness is not None
    (tmp_path / "witness.uno").write_text(clash.witness + "\n")
    shown = load_project([tmp_path / "witness.uno"])
    page = shown.pages["witness"]
    assert len(page.scenarios) == 6
    assert all(run_scenario(shown, page, x).passed for x in page.scenarios)


@pytest.mark.parametrize("third", few_and_slow([True, False], 0))
def test_a_contradiction_may_take_a_third_option_or_another_value(tmp_path: Path, third: bool) -> None:
    options = ("house.again", "house.miss", *(["house.more"] if third else []))
    _, findings = checked(tmp_path, THREE, options, 3)
    clashes = [f for f in findings if f.code in ("UNO207", "UNO208", "UNO209") and f.evidence == "witnessed"]
    assert [(f.code, f.rules, f.options) for f in clashes] == [("UNO207", ("house.a-three", "house.miss"), options)]
    assert clashes[0].parameters == (() if third else (("base.hand-size", "4"),))
    assert ("where hand-size is 4" in clashes[0].details[0]) == (not third)


USUAL = """\
use "base.uno"
options for base

option first "On unless a table leaves it out"
  on by default

option second "The same"
  on by default

option third "What a table chooses"
"""


@pytest.mark.parametrize(
    ("named", "compared"),
    [
        (("house.third",), {("house.first", "house.third"), ("house.second", "house.third")}),
        (("first",), {("house.first", "house.second")}),
        ((), set()),
    ],
)
def test_two_options_on_by_default_are_compared_where_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: tuple[str, ...], compared: set[tuple[str, str]]
) -> None:
    """What nobody named is judged with the options of its file."""
    (tmp_path / "base.uno").write_text(BASE)
    (tmp_path / "house.uno").write_text(USUAL)
    found: set[tuple[str, str]] = set()

    def looked_at(context: Context) -> Answers:
        found.update(pairs(context))
        return Answers((), 0)

    monkeypatch.setattr("checker.check_table.CHECKS", ((CONTRADICTION.id, CONTRADICTION.name, looked_at),))
    check_table(load_project([tmp_path / "house.uno"]), TableSpec(options=named), range(2, 3), 300)
    assert {tuple(sorted(x)) for x in found} == compared


NEIGHBORS = """\
use "base.uno"
options for base

option after "A 3 makes the next player draw"

  rule after-draws
    when player plays 3
    then next player draws 1

option before "A 3 makes the player on the right draw"

  rule before-draws
    when player plays 3
    then (right of player) draws 1

option again "A 3 makes the next player draw"

  rule again-draws
    when player plays 3
    then next player draws 1
"""


@pytest.mark.parametrize(("other", "severity"), [("before", "note"), ("again", "warning")])
def test_neighbors_who_are_one_player(tmp_path: Path, other: str, severity: str) -> None:
    (tmp_path / "base.uno").write_text(BASE, encoding="utf-8")
    (tmp_path / "house.uno").write_text(NEIGHBORS, encoding="utf-8")
    spec = TableSpec(options=("house.after", f"house.{other}"), seats=2)
    project = load_project([tmp_path / "house.uno"])
    part = check_seats(project, spec, time.monotonic() + 60.0, codes=frozenset({"UNO206"}))
    assert [(f.evidence, f.severity) for f in part.findings] == [("witnessed", severity)]
