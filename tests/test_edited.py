"""The first answer after an edit: which rules an edit changes, and the findings about them."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from checker.check_table import check_seats, check_table
from checker.context import SHALLOW, RuleSelection
from checker.families.edited import MOVES, FirstAnswer, edited_rules, first_answer, tables_with
from unodsl.commands.check_edits import Earlier
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
    return loaded_with(folder, text, "house.stars", "house.quiet")


def loaded_with(folder: Path, text: str, *options: str) -> tuple[Project, Table]:
    """The same for a file with other options."""
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "house.uno").write_text(text, encoding="utf-8")
    project = load_project([folder / "house.uno"])
    whole = TableSpec(exact=True, featured=options or ("house.three",), any_seats=True)
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


THREE = """use "base.uno"
options for base

option three "Of three, who plays a star gets points"

  rule few
    when player plays star
    if number of players is 3
    then score of player becomes 5

  rule many
    when player plays star
    if number of players is 3
    then score of player becomes 7
"""


def test_the_first_answer_leaves_out_what_an_author_allows(tmp_path: Path) -> None:
    text = """use "base.uno"
options for base

option gift "A star may be a gift"

  rule gift
    during turn
    its player may play star
    allow UNO203 "the player chooses"
    then move top from draw pile to hand of left of player
      over becomes yes
"""
    for version, found in ((text, set()), (text.replace('    allow UNO203 "the player chooses"\n', ""), {"UNO203"})):
        project, _ = loaded_with(tmp_path, version, "house.gift")
        selection = RuleSelection(about=frozenset({"house.gift"}), first=True)
        part = check_seats(
            project,
            TableSpec(options=("house.gift",)),
            time.monotonic() + 60,
            frozenset({"UNO203"}),
            SHALLOW,
            selection,
            MOVES,
        )
        assert {x.code for x in part.findings} == found


@pytest.mark.slow
def test_what_was_found_at_another_table_is_not_gone(tmp_path: Path) -> None:
    """The first answer is about two players, and the clash needs three."""
    spec = TableSpec(options=("house.three",))
    project, _ = loaded_with(tmp_path, THREE)
    before = check_table(project, spec, range(3, 4), 60.0).findings
    assert "UNO201" in {x.code for x in before}
    project, whole = loaded_with(tmp_path, THREE.replace("becomes 7", "becomes 8"))
    answer = first_answer(
        project, tables_with(project, whole, ("house.many",), {}), frozenset({"house.many"}), time.monotonic() + 60
    )
    assert Earlier(None, before).gone(project, answer) == []


@pytest.mark.slow
def test_what_is_still_shown_is_not_gone(tmp_path: Path) -> None:
    """Little is played for a first answer, so that it may find less than there is."""
    text = THREE.replace("    if number of players is 3\n", "")
    spec = TableSpec(options=("house.three",))
    project, whole = loaded_with(tmp_path, text)
    before = check_table(project, spec, range(2, 3), 60.0).findings
    clash = next(x for x in before if x.code == "UNO201")
    (table,) = tables_with(project, whole, clash.rules, {})
    nothing = FirstAnswer(frozenset(clash.rules), (replace(table, seats=2),), (), False)
    assert Earlier(None, before).gone(project, nothing) == []
    project, _ = loaded_with(tmp_path, text.replace("becomes 7", "becomes 5"))
    assert clash in Earlier(None, before).gone(project, nothing)
