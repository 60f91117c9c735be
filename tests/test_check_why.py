"""`unodsl check --why A B`: what is asked about two options or two rules, and how each question was closed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from unodsl.commands.main import main

CHECKS = Path(__file__).parent / "cases" / "checks"

pytestmark = pytest.mark.usefixtures("folder", "shared_checks")


def why(*arguments: str, code: int = 0) -> list[str]:
    """What a call prints, line by line."""
    result = CliRunner().invoke(main, ["check", *arguments])
    assert result.exit_code == code, result.output
    return result.output.splitlines()


def test_a_clash_is_named_with_how_it_was_shown() -> None:
    lines = why("house.uno", "--why", "jump", "slap")
    assert lines[0] == "house.jump and house.slap, at a table of base with 3 seats"
    assert lines[1].startswith("they clash: UNO")
    assert any("house.jump / house.slap: witnessed" in x for x in lines)


def test_options_that_never_meet_are_proved_apart() -> None:
    lines = why("house.uno", "--why", "jump", "cold")
    assert any("the rules of one of them decide nothing" in x for x in lines)
    assert lines[1] == "no two of their rules clash: proved, question by question"


CLAIMS = """
use "base.uno"
options for base

option claims "A color is claimed"
  act claim
    naming a color

  rule claim
    during turn
    its player may claim naming a color
    then over becomes yes

  rule stare
    during turn
    its player may draw 2
    then over becomes yes
"""


def test_a_rule_whose_moves_are_named_in_several_ways(folder: Path) -> None:
    (folder / "claims.uno").write_text(CLAIMS)
    lines = why("claims.uno", "--with", "claims", "--why", "claim", "stare")
    assert lines[:2] == [
        "claims.claim and claims.stare, at a table of base with 3 seats",
        "no two of their rules clash: proved, question by question",
    ]


def test_a_value_with_which_two_options_clash_is_said_though_they_never_meet_with_the_tables_own(folder: Path) -> None:
    name = "contradiction-apart-at-its-own-value-fires"
    shutil.copy(CHECKS / f"{name}.uno", folder)
    lines = why(f"{name}.uno", "--why", "luck", "stopping")
    assert lines[3] == "with lucky-number 3 they clash; with the parameters as they are no clash was found"
    assert any("no decision has rules of both in it" in x for x in lines)


def test_how_far_two_options_were_compared_is_said(folder: Path) -> None:
    shutil.copy(CHECKS / "contradiction-fires.uno", folder)
    text = " ".join(why("contradiction-fires.uno", "--why", "again", "miss"))
    assert "were compared at four tables" in text
    assert "UNO207 contradiction-fires.a-three" in text
    assert "rules of both options mattered at" in text


def test_options_that_are_not_alone_at_a_number_of_seats_are_not_proved_apart(folder: Path) -> None:
    shutil.copy(CHECKS / "contradiction-not-alone-here.uno", folder)
    lines = why("contradiction-not-alone-here.uno", "--why", "fives", "sevens", "--seats", "3")
    assert "no clash was found; not every question is proved" in lines
    assert "one of the two is never on alone here: there is nothing to compare" in " ".join(" ".join(lines).split())


NAMESAKES = """use "base.uno"
options for base

option slow "A 1 may be played slowly"
  rule slow
    a card is slow means the card is 1

  rule slowly
    at any time
    any player may play a card
    if it is slow

option quick "A 1 may be played quickly"
  rule quickly
    at any time
    any player may play 1
    then next player draws 1
"""


def test_an_option_with_a_rule_of_its_name_is_all_of_its_rules(folder: Path) -> None:
    (folder / "own.uno").write_text(NAMESAKES, encoding="utf-8")
    lines = why("own.uno", "--why", "own.slow", "own.quick")
    assert "UNO203 two-outcomes: 1 pair of rules, 0 proved not to clash" in lines


def test_rules_are_named_too() -> None:
    lines = why("house.uno", "--why", "house.hot-star", "house.cold-one")
    assert lines[0].startswith("house.hot-star and house.cold-one")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("jump", "jump"), "are the same"),
        (("jump", "jmup"), "there is no option and no rule `jmup`"),
    ],
)
def test_names_that_say_nothing(names: tuple[str, str], said: str) -> None:
    assert said in "\n".join(why("house.uno", "--why", *names, code=2))


def test_it_is_about_one_table() -> None:
    assert "is about one table" in "\n".join(why("house.uno", "--why", "jump", "slap", "--every-combination", code=2))
