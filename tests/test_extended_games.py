"""What a game makes of the rules of the one that it extends: findings that name no rule of its own."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.check_table import check_seats
from checker.families.extended_games import of_given_games
from tests.reports import findings
from unodsl.resolve import TableSpec, load_project

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

ECHO = """  rule echo
    when player draws a number
    then next player draws 1

"""
NO_ECHO = """  rule no-echo
    when player draws a number
    instead of echo
    then do nothing

"""
MORE = """  rule ones
    when player plays 1
    then next player draws 1
"""


def extending(folder: Path, text: str, base: str = "") -> Path:
    """A file of a game that extends the base of the cases, this with more rules."""
    rules = BASE.read_text(encoding="utf-8")
    at = rules.index("  rule position")
    (folder / "base.uno").write_text(rules[:at] + base + rules[at:], encoding="utf-8")
    page = folder / "mine.uno"
    page.write_text(f'use "base.uno"\n\ngame mine extends base\n{text}', encoding="utf-8")
    return page


@pytest.mark.parametrize(
    ("text", "base", "code"),
    [
        ("  without base.draw\n", "", "UNO303"),
        ("  without base.next-turn, base.going-out\n", "", "UNO304"),
        ("  without base.no-echo\n", ECHO + NO_ECHO, "UNO301"),
    ],
    ids=["stuck", "no-end", "loop"],
)
def test_a_rule_taken_away_leaves_others_without_it(tmp_path: Path, text: str, base: str, code: str) -> None:
    """Every rule of the finding is of the game that is only used; that game does not have it."""
    found = findings(str(extending(tmp_path, text, base)), "--seats", "2", "--no-cache", code=1)
    mine = [(x["code"], x["of_the_game_itself"]) for x in found if x["severity"] == "error"]
    assert mine == [(code, False)]


def test_what_the_other_game_has_by_itself_is_not_of_the_file(tmp_path: Path) -> None:
    page = extending(tmp_path, MORE, ECHO)
    calls = ((page, 0), (tmp_path / "base.uno", 1))
    found = {path.stem: findings(str(path), "--seats", "2", "--no-cache", code=code) for path, code in calls}
    endless = {name: [x for x in some if x["code"] == "UNO301"] for name, some in found.items()}
    assert endless["base"]
    assert all(x["of_the_game_itself"] for x in endless["mine"])


def test_without_time_for_the_other_game_nothing_is_shown(tmp_path: Path) -> None:
    """What that game may have by itself is no finding of the file."""
    project = load_project([extending(tmp_path, "  without base.draw\n")])
    spec = TableSpec(games=("mine",), seats=2)
    found = check_seats(project, spec, time.monotonic() + 60, codes=frozenset({"UNO303"})).findings
    for budget, some in ((60, True), (-1, False)):
        mine, _ = of_given_games(project, ["mine"], found, {}, time.monotonic() + budget)
        assert bool(mine) is some
