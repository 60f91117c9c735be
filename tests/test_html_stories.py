"""The stories of a finding in the HTML report: pictures of the table after each step, side by side."""

from __future__ import annotations

import re
from pathlib import Path

from checker.report.formats.stories import stories, stories_of
from unodsl.resolve import load_project

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

WITNESS = """use "base.uno"
options for base

scenario "by the one"
  seats ann, bob
  discard pile is red 1
  ann holds red 2, blue 4
  bob holds star, red 3
  turn of ann
  ann plays red 2
  bob plays red 3
  expect turn of ann

scenario "by the other"
  seats ann, bob
  discard pile is red 1
  ann holds red 2, blue 4
  bob holds star, red 3
  turn of ann
  ann plays red 2
  expect turn of bob
"""


def made(witness: str) -> str:
    found = stories_of(load_project([BASE]), witness)
    return stories(found, "UNO203.1") if found else ""


def tables(page: str) -> list[str]:
    """The pictures, in order."""
    return re.split(r'<div class="table', page)[1:]


def test_each_story_has_a_picture_of_each_step() -> None:
    page = made(WITNESS)
    assert page.count('type="radio"') == 3
    assert [re.findall(r'<p class="did"><b>(.*?)</b>', x) for x in tables(page)] == [
        ["before the move"],
        ["ann plays red 2"],
        ["bob plays red 3"],
        ["before the move"],
        ["ann plays red 2"],
        ["nothing more happens"],
    ]


def test_a_picture_shows_the_table_of_its_step() -> None:
    before, after, later, *_ = tables(made(WITNESS))
    assert before.count('aria-label="red 2"') == 1
    assert before.count('aria-label="blue 4"') == 1
    assert re.search(r"discard pile</b> <svg.*?aria-label=\"red 2\".*?2 cards", after)
    assert re.search(r"discard pile</b> <svg.*?aria-label=\"red 3\".*?3 cards", later)
    assert re.search(r"<b>bob</b> <span class=\"turn\">turn</span>", after)


def test_what_differs_is_marked_and_nothing_else() -> None:
    before, _, later, *_ = tables(made(WITNESS))
    assert "differs" not in before
    # bob has played: the turn is another's, and the pile has another top
    assert later.count("seat here differs") == 1
    assert later.count("seat differs") == 1
    assert later.count("card differs") == 1


def test_without_scripts_and_without_what_does_not_replay() -> None:
    page = made(WITNESS)
    assert not re.search(r"<script|\son\w+=", page)
    assert made(WITNESS.replace("expect turn of bob", "expect turn of ann")) == ""
    assert made("no scenario at all") == ""


def test_names_are_text() -> None:
    page = made(WITNESS.replace('"by the one"', '"<b>one</b>"'))
    assert "&lt;b&gt;one" in page
    assert "<b>one" not in page
