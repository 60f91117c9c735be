"""The sheet of a table: its house rules in words, an example, where they meet, what counts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import unodsl
from unodsl.commands.main import main
from unodsl.commands.sheet_content import values_of


def sheet(*arguments: str) -> str:
    """What `unodsl sheet` prints."""
    result = CliRunner().invoke(main, ["sheet", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_house_rules_come_first() -> None:
    text = sheet("official", "--with", "jump-in", "--with", "seven", "--seats", "3", "--no-check")
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    assert heads == [
        "Official UNO",
        "House rules",
        "Jump in with an identical card",
        "A 7 may swap hands",
        "Where rules meet",
        "Settings and card values",
        "The game itself",
    ]
    assert "any of them may choose an opponent" in text
    assert text.count("For example: ") == 2
    assert "points: wild, wild-draw-four: 50; skip, reverse, draw-two: 20; 0 to 9: the number on them" in text
    assert "the rules were not checked against each other" in text


def test_examples_can_be_replayed(tmp_path: Path) -> None:
    text = sheet("official", "--with", "jump-in", "--with", "seven", "--no-check")
    blocks = re.findall(r"```uno\n(.*?)```", text, re.S)
    (tmp_path / "examples.uno").write_text("options for official\n\n" + "\n".join(blocks), encoding="utf-8")
    result = CliRunner().invoke(main, ["test", str(tmp_path / "examples.uno")])
    assert result.exit_code == 0, result.output


def test_notes_of_rules_are_no_rules_for_players() -> None:
    text = sheet("psycho", "--with", "matching", "--with", "stacking", "--no-check")
    assert "_count_ of _draw-due_ goes up by 2" in text
    assert "is now in-time" not in text
    assert "What was played, and what before it" not in text
    assert "`" not in text.partition("For example")[0]
    assert "What a scenario need not say" not in text


def test_rules_that_settle_what_happens_where_they_meet() -> None:
    text = sheet("spicy", "--with", "leave", "--with", "join", "--seats", "3", "--no-check")
    meet = text.partition("## Where rules meet\n")[2].partition("\n## ")[0]
    assert (
        "- \u201cAn empty seat is not taken again\u201d overrides \u201cNewcomers start behind whoever is last\u201d"
        in meet
    )
    assert "\n\n\n" not in meet
    assert "anybody who does not take part may, at will, arrive" in text


def test_parameters_decide_what_stands_there() -> None:
    """What the parameters of the table leave out is not for its players."""
    text = sheet("official", "--with", "jump-in", "--no-check")
    assert "the player of _draw-due_ draws _count_ of _draw-due_" in text
    assert "parameters" not in text
    assert "draws _count_" not in sheet("official", "--with", "jump-in", "--set", "cards-due=are-dropped", "--no-check")


@pytest.mark.usefixtures("folder")
def test_what_the_check_finds_stands_there() -> None:
    text = sheet("house.uno", "--with", "jump", "--with", "slap", "--seats", "3")
    meet = text.partition("## Where rules meet")[2].partition("##")[0]
    assert "the same act ends differently. By \u201cThrow in the same card" in meet
    assert "turn of cyd; by \u201c" in meet
    assert "questions proved" in meet


def test_html_that_stands_alone(tmp_path: Path) -> None:
    target = tmp_path / "sheet.html"
    assert "written to" in sheet("official", "--with", "seven", "--no-check", "--output", str(target))
    page = target.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert "http" not in page
    assert page.count("<li>") == page.count("</li>")
    assert not re.search(r"</li>\s*<ul>|<ul>\s*<ul>", page)
    assert page.count("<section") == page.count("</section>") == 1
    assert 'class="card"' in page
    assert "@page" in page


def test_without_house_rules() -> None:
    text = sheet("official", "--no-check")
    assert "House rules" not in text
    assert "## The game itself" in text
    found = json.loads(sheet("official", "--with", "zero", "--no-check", "--format", "json"))
    assert found["house_rules"] == ["official.zero"]


@pytest.mark.parametrize(
    ("page", "card", "worth"),
    [("official", "red 7", 7), ("official", "wild", 50), ("power", "wild-draw-four", 100), ("spicy", "red 7", -7)],
)
def test_what_cards_are_worth(page: str, card: str, worth: int) -> None:
    """Of several definitions, the one that counts."""
    [(name, values)] = values_of(unodsl.load(page).table)
    assert name == "points"
    assert [v for v, cards in values if card in cards] == [worth]
