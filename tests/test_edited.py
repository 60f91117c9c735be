"""The first answer after an edit: which rules an edit changes, and the findings about them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.families.edited import edited_rules, first_answer, tables_with
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_project, load_table

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

HOUSE = """use "base.uno"
options for base

option stars "A star is followed by a card"

  rule shine
    a card is shining means the card is star

  rule star
    when player plays a card
    if the card is shining
    then move top 1 from draw pile to hand of left of player

option quiet "Nothing follows a star"

  rule quiet
    when player plays a card
    if the card is star
    then move top 2 from draw pile to hand of left of player
"""


def loaded(folder: Path, text: str) -> tuple[Project, Table]:
    """A house file beside the game of the cases, and the table with all of its rules."""
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "house.uno").write_text(text, encoding="utf-8")
    project = load_project([folder / "house.uno"])
    whole = TableSpec(exact=True, featured=("house.stars", "house.quiet"), any_seats=True)
    return project, load_table(project, whole)


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("Nothing follows", "Two cards follow", set()),
        ("    if the card is star\n", "    # a star\n    if the card is star\n", set()),
        ("top 2 from", "top 3 from", {"house.quiet"}),
        ("means the card is star", "means the card is not star", {"house.star"}),
        ("\n  rule quiet\n", "\n  rule loud\n", {"house.loud"}),
    ],
)
def test_what_an_edit_changes(tmp_path: Path, old: str, new: str, names: set[str]) -> None:
    assert old in HOUSE
    before, after = loaded(tmp_path, HOUSE)[1], loaded(tmp_path, HOUSE.replace(old, new))[1]
    assert edited_rules(before, after) == names


def test_an_edit_of_nearly_everything_is_none_of_a_few_rules(tmp_path: Path) -> None:
    many = "".join(
        f"\n  rule more-{i}\n    when player plays a card\n    if the card is star\n"
        f"    then move top {i} from draw pile to hand of player\n"
        for i in range(1, 14)
    )
    assert edited_rules(loaded(tmp_path, HOUSE)[1], loaded(tmp_path, HOUSE + many)[1]) == frozenset()


def test_the_first_answer_is_about_the_option_of_the_rule(tmp_path: Path) -> None:
    dead = HOUSE.replace("if the card is shining", "if the card is shining and the card is not star")
    project, whole = loaded(tmp_path, dead)
    rules = edited_rules(loaded(tmp_path, HOUSE)[1], whole)
    tables = list(tables_with(project, whole, rules, {}))
    assert [x.options for x in tables] == [("house.stars",)]
    answer = first_answer(project, tables, rules, time.monotonic() + 60)
    assert [(x.code, x.rules) for x in answer.findings] == [("UNO401", ("house.star",))]
    assert not answer.stopped
