"""`unodsl diff`: what a change of rules changes, shown on both sides, or said to be nothing."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.compare.explore import Search
from checker.context import Context
from tests.effort import few_and_slow, marked, one_in
from unodsl.commands.main import main
from unodsl.resolve import TableSpec, load_project, resolve_table

pytestmark = pytest.mark.usefixtures("little_play")

BASE = Path(__file__).parent / "cases" / "rules" / "base.uno"
DEALT = Path(__file__).parent / "cases" / "checks" / "base.uno"
"""A game in which cards are dealt."""

OLD = """use "base.uno"

game house "House" extends base

  rule three "A 3 makes the next player draw"
    when player plays 3
    if number of cards in hand of player is at least 2
    then next player draws 1

  rule no-four-ending
    any player cannot play 4
    if number of cards in hand of player is 1
"""


def compared(folder: Path, new: str, *more: str, old: str = OLD, base: Path = BASE) -> dict[str, object]:
    """What the command says of two versions of a page."""
    for name, text in (("old", old), ("new", new)):
        (folder / name).mkdir()
        (folder / name / "base.uno").write_text(base.read_text(encoding="utf-8"), encoding="utf-8")
        (folder / name / "house.uno").write_text(text, encoding="utf-8")
    files = [str(folder / "old" / "house.uno"), str(folder / "new" / "house.uno")]
    result = CliRunner().invoke(main, ["diff", *files, "--format", "json", "--seats", "2", *more])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    out: dict[str, object] = json.loads(result.stdout)
    out["exit"] = result.exit_code
    return out


def kinds(report: dict[str, object]) -> list[str]:
    """The kinds of differences, in the order of the alphabet."""
    found = report["differences"]
    assert isinstance(found, list)
    return sorted(str(d["kind"]) for d in found)


def verdict(report: dict[str, object]) -> str:
    """What is said of the one table."""
    tables = report["tables"]
    assert isinstance(tables, list)
    return str(tables[0]["verdict"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("is at least 2", "is more than 1"),
        (
            "if number of cards in hand of player is at least 2",
            "if not number of cards in hand of player is less than 2",
        ),
        ('rule three "A 3 makes the next player draw"', 'rule three "Another title"'),
    ],
)
def test_the_same_said_otherwise_is_found_to_be_the_same(tmp_path: Path, old: str, new: str) -> None:
    report = compared(tmp_path, OLD.replace(old, new))
    assert (report["exit"], verdict(report), kinds(report)) == (0, "equal", [])


ALIKE = {
    "another name": (
        "rule hurt\n when player plays 3\n then next player draws 1",
        "rule other\n when player plays 3\n then next player draws 1",
    ),
    "one rule in two": (
        "rule hurt\n when player plays 3\n then next player draws 1",
        "rule red\n when player plays red 3\n then next player draws 1\n"
        "rule others\n when player plays 3\n if the card is not red\n then next player draws 1",
    ),
    "two rules in one": (
        "rule three\n when player plays 3\n then next player draws 1\nrule four\n when player plays 4\n then next player draws 1",
        "rule hurt\n when player plays 3 or 4\n then next player draws 1",
    ),
    "the condition among the effects": (
        "rule hurt\n when player plays a card\n if the card is red\n then next player draws 1",
        "rule hurt\n when player plays a card\n then\n  if the card is red\n   next player draws 1",
    ),
    "an offer in two, and both are heard": (
        "act nod\nrule nod\n during turn\n its player may nod\n then over becomes yes\n"
        "rule heard\n when player takes up nod\n then next player draws 1",
        "act nod\nrule many\n during turn\n its player may nod\n if number of cards in hand is at least 3\n then over becomes yes\n"
        "rule few\n during turn\n its player may nod\n if number of cards in hand is at most 2\n then over becomes yes\n"
        "rule heard\n when player takes up many or few\n then next player draws 1",
    ),
    "a ban instead of a condition": (
        "act nod\nrule nod\n during turn\n its player may nod\n if number of cards in hand is at least 3\n then over becomes yes",
        "act nod\nrule nod\n during turn\n its player may nod\n then over becomes yes\n"
        "rule not-yet\n any player cannot nod\n if number of cards in hand of player is less than 3",
    ),
    "a ban in two": (
        "rule no-end\n any player cannot play 3 or 4\n if number of cards in hand of player is 1",
        "rule no-three-end\n any player cannot play 3\n if number of cards in hand of player is 1\n"
        "rule no-four-end\n any player cannot play 4\n if number of cards in hand of player is 1",
    ),
    "what two replace": (
        "rule low\n when player plays 3 or 4\n then player draws 1\n"
        "rule high\n when player plays 3\n instead of low\n if number of cards in hand of player is 1\n then do nothing",
        "rule three\n when player plays 3\n then player draws 1\nrule four\n when player plays 4\n then player draws 1\n"
        "rule high\n when player plays 3\n instead of three, four\n if number of cards in hand of player is 1\n then do nothing",
    ),
    "a variable, a situation and a field of other names": (
        "act nod\nvariable steps: 0 to 3\nsituation toll on a player\n due: 0 to 3\n"
        "rule owe\n when player plays 3\n then steps += 1\n  begin toll on next player with due steps\n"
        "rule pay\n during toll\n its player must otherwise nod\n then player draws due\n  end toll",
        "act nod\nvariable marks: 0 to 3\nsituation tax on a player\n price: 0 to 3\n"
        "rule owe\n when player plays 3\n then marks += 1\n  begin tax on next player with price marks\n"
        "rule pay\n during tax\n its player must otherwise nod\n then player draws price\n  end tax",
    ),
    "names that change the order of two rules with nothing in common": (
        "variable x: 0 to 9\nvariable y: 0 to 9\nrule a\n when player plays 3\n then x += 1\nrule b\n when player plays 3\n then y += 1",
        "variable x: 0 to 9\nvariable y: 0 to 9\nrule c\n when player plays 3\n then x += 1\nrule b\n when player plays 3\n then y += 1",
    ),
    "two branches in two rules": (
        "rule either\n when player plays 3\n then\n  if the card is red\n   next player draws 1\n  otherwise\n   player draws 1",
        "rule red\n when player plays red 3\n then next player draws 1\n"
        "rule blue\n when player plays blue 3\n then player draws 1",
    ),
    "effects in another order": (
        "variable x: 0 to 9\nvariable y: 0 to 9\nrule up\n when player plays 3\n then x += 1\n  y += 2\n  next player draws 1",
        "variable x: 0 to 9\nvariable y: 0 to 9\nrule up\n when player plays 3\n then next player draws 1\n  y += 2\n  x += 1",
    ),
    "a rule more that never runs": (
        "rule hurt\n when player plays 3\n then next player draws 1",
        "rule hurt\n when player plays 3\n then next player draws 1\n"
        "rule never\n when player plays 3\n if color of the card is nothing\n then next player draws 2",
    ),
}

OTHERWISE = {
    "a rule in two with a gap": (
        "rule hurt\n when player plays 3\n then next player draws 1",
        "rule many\n when player plays 3\n if number of cards in hand of player is at least 3\n then next player draws 1\n"
        "rule few\n when player plays 3\n if number of cards in hand of player is at most 1\n then next player draws 1",
    ),
    "a rule in two, of which the first calls up the second": (
        "variable n: 0 to 9\nrule up\n when player plays 3\n then n += 1",
        "variable n: 0 to 9\nrule low\n when player plays 3\n if n is at most 1\n then n += 1\n"
        "rule up\n when player plays 3\n if n is at least 2\n then n += 1",
    ),
    "one part is not replaced": (
        "rule low\n when player plays 3 or 4\n then player draws 1\n"
        "rule high\n when player plays 3 or 4\n instead of low\n if number of cards in hand of player is 1\n then do nothing",
        "rule three\n when player plays 3\n then player draws 1\nrule four\n when player plays 4\n then player draws 1\n"
        "rule high\n when player plays 3 or 4\n instead of three\n if number of cards in hand of player is 1\n then do nothing",
    ),
    "one part is not heard": (
        "act nod\nrule nod\n during turn\n its player may nod\n then over becomes yes\n"
        "rule heard\n when player takes up nod\n then next player draws 1",
        "act nod\nrule nod\n during turn\n its player may nod\n if number of cards in hand is at least 3\n then over becomes yes\n"
        "rule few\n during turn\n its player may nod\n if number of cards in hand is at most 2\n then over becomes yes\n"
        "rule heard\n when player takes up nod\n then next player draws 1",
    ),
    "another order": (
        "variable n: 0 to 9\nrule a\n when player plays 3\n then n += 1\nrule b\n when player plays 3\n then next player draws n",
        "variable n: 0 to 9\nrule c\n when player plays 3\n then n += 1\nrule b\n when player plays 3\n then next player draws n",
    ),
    "effects in another order that can be seen": (
        "variable x: 0 to 9\nrule up\n when player plays 3\n then x += 1\n  next player draws x",
        "variable x: 0 to 9\nrule up\n when player plays 3\n then next player draws x\n  x += 1",
    ),
    "two branches in two rules, of which the first decides about the second": (
        "variable x: 0 to 3\nrule either\n when player plays 3\n then\n  if x is 0\n   x += 1\n  otherwise\n   player draws 1",
        "variable x: 0 to 3\nrule first\n when player plays 3\n if x is 0\n then x += 1\n"
        "rule second\n when player plays 3\n if x is not 0\n then player draws 1",
    ),
    "a rule in two, by what stands among its effects, of which the first calls up the second": (
        "variable n: 0 to 9\nrule up\n when player plays 3\n then n += 1",
        "variable n: 0 to 9\nrule low\n when player plays 3\n then\n  if n is at most 1\n   n += 1\n"
        "rule up\n when player plays 3\n then\n  if n is at least 2\n   n += 1",
    ),
    "the same twice, and once": (
        "rule one\n when player plays 3\n then next player draws 1\nrule two\n when player plays 3\n then next player draws 1",
        "rule one\n when player plays 3\n then next player draws 1",
    ),
    "a replacing rule whose condition moves among its effects": (
        "rule low\n when player plays 3\n then player draws 1\n"
        "rule high\n when player plays 3\n instead of low\n if the card is red\n then do nothing",
        "rule low\n when player plays 3\n then player draws 1\n"
        "rule high\n when player plays 3\n instead of low\n then\n  if the card is red\n   do nothing",
    ),
    "a ban that is looked at by a rule": (
        "rule no-end\n any player cannot play 4\n if number of cards in hand of player is 2",
        "rule no-end\n any player cannot play 4\n if number of cards in hand of player is 3",
    ),
}


def page(rules: str) -> str:
    """A page of these rules."""
    return 'use "base.uno"\n\ngame house "House" extends base\n\n' + "".join(f"  {x}\n" for x in rules.splitlines())


@pytest.mark.parametrize("name", one_in(2, ALIKE))
def test_rules_are_matched_by_what_they_do(tmp_path: Path, name: str) -> None:
    old, new = ALIKE[name]
    for folder, (one, other) in {"there": (old, new), "back": (new, old)}.items():
        (tmp_path / folder).mkdir()
        report = compared(tmp_path / folder, page(other), old=page(one))
        assert (report["exit"], verdict(report), kinds(report)) == (0, "equal", [])


@pytest.mark.parametrize(
    ("name", "way"), [marked((name, way), long=way == "back") for name in OTHERWISE for way in ("there", "back")]
)
def test_rules_that_nearly_do_the_same_are_told_apart(tmp_path: Path, name: str, way: str) -> None:
    old, new = OTHERWISE[name] if way == "there" else reversed(OTHERWISE[name])
    report = compared(tmp_path, page(new), old=page(old), base=DEALT)
    assert (report["exit"], verdict(report)) == (1, "different")


@pytest.mark.slow
def test_once_the_match_is_over_conditions_can_ask_for_it(tmp_path: Path) -> None:
    rule = (
        "variable marked: players\nrule mark\n when the match ends\n if not match is over\n then marked becomes players"
    )
    report = compared(tmp_path, page(rule.replace("not match", "match")), old=page(rule), base=DEALT)
    assert (report["exit"], verdict(report)) == (1, "different")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    few_and_slow(
        [
            ("draws 1", "draws 2", ["outcome"]),
            ("cannot play 4", "cannot play 3", ["allowed", "forbidden"]),
            ("is at least 2", "is at least 3", ["outcome"]),
            ("    if number of cards in hand of player is 1\n", "", ["forbidden"]),
        ],
        2,
    ),
)
def test_a_change_is_shown_on_both_sides(tmp_path: Path, old: str, new: str, expected: list[str]) -> None:
    report = compared(tmp_path, OLD.replace(old, new))
    assert report["exit"] == 1
    assert sorted(set(kinds(report))) == expected
    found = report["differences"]
    assert isinstance(found, list)
    for difference in found:
        assert difference["evidence"] == "witnessed"
        for side in ("old", "new"):
            witness = tmp_path / side / "witness.uno"
            witness.write_text(difference[side] + "\n", encoding="utf-8")
            result = CliRunner().invoke(main, ["test", str(witness)])
            assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("played", "words"), [("new", "from a legal deal"), ("old", "with the old rules, and laid out in the same way")]
)
def test_a_position_of_the_old_rules_is_not_said_to_be_met_with_the_new_ones(
    tmp_path: Path, played: str, words: str
) -> None:
    def context(side: str) -> Context:
        (tmp_path / side).mkdir()
        (tmp_path / side / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
        text = OLD if side == "old" else OLD.replace("draws 1", "draws 2")
        (tmp_path / side / "house.uno").write_text(text, encoding="utf-8")
        project, spec = load_project([tmp_path / side / "house.uno"]), TableSpec(seats=3)
        moves = 600 if side == played else 0
        return Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=moves)

    search = Search(context("old"), context("new"))
    search.changed = frozenset()
    (found,) = search.run()
    assert words in found.basis
    assert ("old rules" in found.basis) == (played == "old")


@pytest.mark.slow
def test_what_is_declared_otherwise_is_read_off(tmp_path: Path) -> None:
    new = OLD.replace("  rule three", "  deck\n    1 of red 4\n  seats 2 to 3\n  set hand-size to 2\n\n  rule three")
    report = compared(tmp_path, new)
    found = report["differences"]
    assert isinstance(found, list)
    told = " ".join(d["message"] for d in found if d["kind"] == "table")
    assert "red 4: 2, now 3" in told
    assert "2 to 4 players could play, and now 2 to 3 can" in told
    assert "`hand-size` was 3 and is 2" in told


def test_an_option_on_one_side_only(tmp_path: Path) -> None:
    new = OLD + "\noption ones\n\n  rule one\n    when player plays 1\n    then next player draws 1\n"
    report = compared(tmp_path, new, "--new-with", "ones", old=new)
    assert "outcome" in kinds(report)


def test_wrong_calls_are_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["diff", str(BASE), str(tmp_path / "nothing.uno")])
    assert result.exit_code == 2
    assert "UNO104" in result.output + result.stderr


STEPS = """use "base.uno"

game house "House" extends base

  variable steps: 0 to 9

  rule up
    when player plays 4
    if steps is at most 6
    then steps += 2

  rule down
    when player plays 3
    if steps is at least 2
    then steps -= 2

  rule odd
    when player plays 2
    if steps is 5
    then next player draws 1
"""


@pytest.mark.slow
def test_what_no_game_comes_to_is_no_difference(tmp_path: Path) -> None:
    """No rule makes the number odd, and the solver does not know it: that the versions differ at 5 is nobody's loss."""
    report = compared(tmp_path, STEPS.replace("draws 1", "draws 2"), old=STEPS)
    assert (report["exit"], verdict(report), kinds(report)) == (0, "bounded", [])


RARE = """use "base.uno"

game house "House" extends base

  rule rare
    when player plays star
    if number of red 4 in hand of player is 2 and number of blue 4 in hand of player is 1
    then next player draws 1
"""


@pytest.mark.slow
def test_a_difference_that_takes_rare_cards_is_found(tmp_path: Path) -> None:
    new = RARE.replace("is 1\n", "is 1 and number of red 3 in hand of player is 2\n")
    report = compared(tmp_path, new, old=RARE, base=DEALT)
    assert kinds(report)[:1] == ["outcome"]


MUST = """use "base.uno"

game house "House" extends base

  act nod

  rule nod
    during turn
    its player may nod
    if number of cards in discard pile is at least 4
    then over becomes yes
"""


@pytest.mark.slow
def test_a_position_that_needs_the_cards_of_a_pile_is_told_with_them(tmp_path: Path) -> None:
    report = compared(tmp_path, MUST.replace("may nod", "must nod"), old=MUST)
    assert kinds(report)[:1] == ["forbidden"]


@pytest.mark.slow
def test_a_card_that_seldom_comes_first(tmp_path: Path) -> None:
    """One deal in nine turns up a star, and the first player draws one card or two."""
    rule = """use "base.uno"

game house "House" extends base

  rule star-first
    when the round begins
    after deal
    if top card is star
    then (first of players) draws {n}
"""
    report = compared(tmp_path, rule.format(n=2), old=rule.format(n=1), base=DEALT)
    assert verdict(report) == "different"
    assert kinds(report)[0] == "deal"
