"""The matrix of options: each cell says what the check of the two says, and its signs say how far that goes."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from checker.check_table import check_table
from checker.families.check_family import check_combinations
from checker.families.family import Relations
from checker.families.matrix import GOOD, worst
from checker.results import CellVerdict, Report
from unodsl.data import rulesets_dir
from unodsl.resolve import Project, TableSpec, load_project

BASE = (Path(__file__).parent / "cases" / "checks" / "base.uno").read_text(encoding="utf-8")

HEAD = 'use "base.uno"\noptions for base\n'

REDS = """
option reds "A red card makes the next player draw"

  rule red-draws
    when player plays a red card
    then next player draws 1
"""

FOURS = """
option fours "After a 4 whoever played draws, if the next player has few cards"

  rule four-draws
    when player plays 4
    {}if number of cards in hand of next player is at most 3
    then player draws 1
"""

MORE = """
option more "Fours, and what a star does"
  brings fours

  rule star-draws
    when player plays star
    then note "a star"
"""

NOTES = """
option notes "A word about draws"

  rule drawn
    when player draws
    then note "drawn"
"""


@cache
def judged(folder: Path, text: str) -> Report:
    """Every combination of some options, at three seats."""
    (folder / "base.uno").write_text(BASE)
    (folder / "house.uno").write_text(HEAD + text)
    return check_combinations(load_project([folder / "house.uno"]), [("base",)], {}, range(3, 4), 600)


def cells(report: Report) -> dict[tuple[str, str], CellVerdict]:
    """The verdicts by names without the file's."""
    assert report.combinations is not None
    return {(c.one.partition(".")[2], c.other.partition(".")[2]): c.verdict for c in report.combinations.matrix}


def test_a_clash_an_allowed_one_and_one_that_comes_along_have_signs_of_their_own(tmp_path: Path) -> None:
    found = cells(judged(tmp_path, REDS + FOURS.format("") + MORE + NOTES))
    assert found["fours", "reds"] == "clash"
    assert found["more", "reds"] == "brought"
    assert found["fours", "more"] == "needed"
    assert found["notes", "reds"] in ("none_found", "clean")
    again = judged(tmp_path, REDS + FOURS.format('allow UNO201 with red-draws "it is meant"\n    '))
    closed = frozenset({"house.fours"}), frozenset({"house.reds"})
    allowed = [f for f in again.findings if f.code == "UNO201"]
    assert worst(allowed, "house.fours", "house.reds", *closed) == ("allowed", set())
    assert cells(again)["fours", "reds"] in ("allowed", "open")


def test_the_largest_sets_have_no_clash(tmp_path: Path) -> None:
    report = judged(tmp_path, REDS + FOURS.format("") + MORE + NOTES)
    assert report.combinations is not None
    first, second, *_ = report.combinations.largest
    assert {first.options, second.options} == {
        ("house.fours", "house.more", "house.notes"),
        ("house.notes", "house.reds"),
    }
    assert (first.of, first.exact) == (4, True)


def own_verdict(project: Project, game: str, one: str, other: str, seats: range) -> CellVerdict:
    """What the check of two options says of them."""
    closed = Relations(project).brought
    options = tuple(sorted(closed[one] | closed[other]))
    report = check_table(project, TableSpec(games=(game,), options=options), seats, 600)
    return worst(report.findings, one, other, closed[one], closed[other])[0]


def same(cell: CellVerdict, own: CellVerdict) -> bool:
    """Whether a cell says what the check of the two says."""
    return cell == own or (cell in ("clean", "none_found") and own in ("clean", "none_found"))


def test_cells_say_what_the_check_of_the_two_says(tmp_path: Path) -> None:
    found = cells(judged(tmp_path, REDS + FOURS.format("") + MORE + NOTES))
    project = load_project([tmp_path / "house.uno"])
    for (one, other), cell in found.items():
        if one != other and cell != "needed":
            own = own_verdict(project, "base", f"house.{one}", f"house.{other}", range(3, 4))
            assert same(cell, own), (one, other, cell, own)


SHIPPED = (
    "drapegnik.stack",
    "drapegnik.speed",
    "official.jump-in",
    "official.seven",
    "official.zero",
    "power.en-passant",
)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_pairs_of_shipped_options(seed: int) -> None:
    one, other = sorted(random.Random(seed).sample(SHIPPED, 2))
    project = load_project(sorted(rulesets_dir().glob("*.uno")))
    game = one.partition(".")[0]
    report = check_combinations(project, [(game,)], {}, range(2, 4), 900, only=(one, other))
    assert report.combinations is not None
    (cell,) = (c for c in report.combinations.matrix if (c.one, c.other) == (one, other))
    own = own_verdict(project, game, one, other, range(2, 4))
    assert same(cell.verdict, own), (one, other, cell, own)
    assert cell.verdict in GOOD or cell.codes
