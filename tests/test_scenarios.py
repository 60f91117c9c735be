"""Scenarios: what is refused, what a failure says, and that nothing of a line goes unread."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from tests.effort import examples
from tests.scenario_noise import KINDS, run, subjects
from unodsl.diagnostics import RulesError
from unodsl.resolve import load_project
from unodsl.scenarios import Result, run_scenario, titled_twice
from unodsl.scenarios.parts import Parts
from unodsl.syntax import nodes as s

CASES = Path(__file__).parent / "cases" / "rules"


def test_nothing_is_left_unread() -> None:
    """A random word, value or part in a random line of every shipped scenario is refused, or it changes what the line means."""
    found = subjects()
    assert {x.page.name for x in found} >= {"official", "psycho", "power", "spicy", "drapegnik", "neighbors"}
    assert len(found) == 497
    outcome = run(found[:: examples(16, 1)], examples(200, 3_000), seed=3)
    assert outcome.unread == []
    assert outcome.tried == outcome.refused + outcome.changed + outcome.fillers
    assert outcome.fillers <= 10
    assert outcome.changed >= 3
    assert len(outcome.kinds) == len(set(KINDS)) == 11


def test_lines_have_no_parts_that_nobody_takes() -> None:
    """What the grammar gives of a line is what `Parts` hands out."""
    assert [x.name for x in fields(s.Statement)] == ["items", "fields", "by", "span"]
    assert [x.name for x in fields(s.Expect)] == ["items", "fields", "by", "when", "because", "span"]
    assert [x.name for x in fields(s.Deed)] == ["body", "naming", "manner", "span"]
    assert [x.name for x in fields(s.Manner)] == ["name", "standing_for", "span"]
    assert Parts.__module__ == "unodsl.scenarios.parts"


def outcome(tmp_path: Path, lines: str, use: str = "expectations") -> Result | RulesError:
    """What comes of one scenario at a table of the cases."""
    for path in (CASES / "base.uno", CASES / f"{use}.uno"):
        text = path.read_text(encoding="utf-8").partition("\nscenario ")[0]
        (tmp_path / path.name).write_text(text + "\n", encoding="utf-8")
    file = tmp_path / "mine.uno"
    file.write_text(
        f'use "{use}.uno"\noptions for {use}\n\nscenario "mine"\n  seats ann, bob\n{lines}', encoding="utf-8"
    )
    project = load_project([file])
    page = project.pages["mine"]
    try:
        return run_scenario(project, page, page.scenarios[0])
    except RulesError as error:
        return error


START = "  ann holds red 1, blue 2\n  bob holds red 2, 2 * blue 1\n  discard pile is red 3, blue 4\n  turn of ann\n"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("expect turn of bob", "this does not hold: the table waits for turn on ann"),
        ("expect not turn of ann", "this does not hold: the table waits for turn on ann"),
        (
            "expect turn on ann with over yes",
            "this does not hold: the table waits for turn on ann with over no",
        ),
        ("expect ann is absent", "this does not hold: ann takes part"),
        ("expect ann is not in players", "this does not hold: players is ann + bob"),
        ("expect red 1 is blue", "this does not hold: red 1 is not blue"),
        ("expect red 1 is not red", "this does not hold: red 1 is red"),
        ("expect top of discard pile is blue", "top of discard pile is red 3, which is not blue"),
        ("expect top of discard pile is blue 1", "this does not hold: top of discard pile is red 3\n"),
        ("expect card 2 of discard pile is red 4", "this does not hold: card 2 of discard pile is blue 4"),
        ("expect ann holds red 4", "this does not hold: ann holds red 1, blue 2"),
        ("expect bob holds 3 * blue 1", "this does not hold: bob holds red 2, 2 * blue 1"),
        ("expect ann holds nothing", "this does not hold: ann holds red 1, blue 2"),
        (
            "expect bob holds exactly red 2, blue 1, red 4",
            "this does not hold: hand of bob is red 2, 2 * blue 1\n  missing: red 4\n  more than expected: blue 1",
        ),
        ("expect discard pile is exactly blue 4, red 3", "the cards are right, in another order"),
        ("expect draw pile is empty", "this does not hold: draw pile is "),
        ("expect there is a card in hand of ann where (it is draw-two)", "hand of ann is red 1, blue 2"),
        ("expect red 4 is in hand of ann", "this does not hold: hand of ann is red 1, blue 2"),
        ("expect score of ann is more than 3", "this does not hold: score of ann is 0"),
        ("expect score of ann is 0 and score of bob is 5", "this does not hold: score of bob is 0\n"),
        ("expect score of ann is 4 or score of bob is 5", "score of ann is 0, and score of bob is 0"),
        ("expect the round is over", "this does not hold: the round is running"),
        ("expect ann can play red 2", "this does not hold\n  ann can: "),
        ("expect bob cannot play red 2", "this does not hold\n  `expectations.late` allows it"),
        ("expect ann can only draw 1", "this does not hold: `base.play` allows something else as well"),
        ("expect bob can only play red 2 as late, draw 1", "this does not hold: bob cannot draw 1"),
        ("expect bob can see hand of ann", "this does not hold: the hand is seen by its player"),
        ("expect bob cannot see discard pile", "this does not hold: the discard pile lies face up"),
        ("expect bob can see bid of ann", "this does not hold: each player sees only the own one"),
        ("expect bob can see red 1 of ann", "this does not hold: nobody shows red 1 to bob"),
        ("ann looks at bob\n  expect ann is shown nothing", "ann is shown hand of bob: red 2, 2 * blue 1"),
        ("ann reveals red 4\n  expect bob is shown red 3", "this does not hold: bob is shown red 4"),
        ("ann draws 1\n  expect the round ended", "this does not hold: no round ended in this move"),
        ("ann draws 1\n  expect ann wins the round", "this does not hold: no round ended in this move"),
        ("ann gives up\n  expect the round continues", "this does not hold: the round ended, won by nobody"),
        ("ann gives up\n  expect bob wins the round", "this does not hold: the round was won by nobody"),
        ("ann gives up\n  expect the round is over", "say `expect the round ended`"),
        ("ann draws 1\n  expect ann holds red 1 when the round ended", "no round ended in this move"),
        ('bob plays red 2 as late\n  expect note "x"', "this note was not shown (shown: too late)"),
        ('bob plays red 2 as late\n  expect note "too late" to ann', "(shown: too late (to bob))"),
        ("ann plays red 4", "this move is not legal now: ann plays red 4\n  ann can: "),
        ("expect ann can see red 4 of bob", "this does not hold: bob has no red 4"),
    ],
)
def test_a_failure_says_what_is_so(lines: str, told: str, tmp_path: Path) -> None:
    result = outcome(tmp_path, f"{START}  {lines}\n")
    assert isinstance(result, Result), result
    assert not result.passed
    assert told in result.message + "\n", result.message


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("ann plays red 1, blue 2", "`blue 2` has no meaning in a move"),
        ("ann plays red 1 with bob", "`with bob` has no meaning in a move"),
        ("ann plays red 1 standing for red 2", "`standing for red 2` has no meaning in a move"),
        ("ann draws 1 as late", "`draw` has no manner `late`"),
        ("ann draws 1 as anything", "a move is made in one manner"),
        ("turn of ann, bob", "`bob` has no meaning in a line that opens a situation"),
        ("bob is absent, ann", "help: write a line for each seat: `bob is absent; ann is absent`"),
        ("score of ann is 3, 4", "`4` has no meaning in a line that sets a value"),
        ("score of ann is 3 as late", "`as late` has no meaning in a line that sets a value"),
        ("ann holds red 1 by look", "`by look` has no meaning in a line about a hand"),
        ("the round begins, bob", "`bob` has no meaning in a line about what happens"),
        ("expect turn of ann by look", "`by look` has no meaning in a condition"),
        ('expect turn of ann "why"', '`"why"` has no meaning in a condition'),
        ("expect ann can draw 1 when the round ended", "`when the round ended` has no meaning"),
        ("expect ann can only draw 1 by draw", "`by draw` has no meaning in a list of all moves"),
        ("ann holds red 1; ann holds red 2", "`ann holds red 2` says again what another line says"),
        ("discard pile is red 1; discard pile is red 2", "says again what another line says"),
        ("draw pile is exactly red 1; draw pile is empty", "says again what another line says"),
        ("draw pile is red 1; draw pile is empty", "says again what another line says"),
        ("draw pile is exactly red 1; draw pile is red 2", "says again what another line says"),
        ("score of ann is 1; score of ann is 2", "says again what another line says"),
        ("turn of ann; turn of bob", "says again what another line says"),
        ("turn of ann with over yes; over of turn is no", "says again what another line says"),
        ("bob is absent; bob is absent", "says again what another line says"),
        ("ann holds nothing, red 1", "`nothing` stands alone"),
        ("ann holds 0 * red 1", "0 is not between 1 and 1000"),
        ("nothing holds red 1", "`nothing` is nobody"),
        ("cyd holds red 1", "there is no seat `cyd`"),
        ("score of cyd is 3", "the seats are ann, bob"),
        ("turn of cyd", "there is no seat `cyd`"),
        ("turn of nothing", "`nothing` is nobody"),
        ("turn on ann with over yes, over no", "`over` is given twice"),
        ("score of ann is 1000", "1000 is not between 0 and 100"),
        ("ann holds red 1", "this scenario tests nothing"),
        ("ann holds 3 * red 1", "this position needs `red 1` more often than it exists"),
        (
            "ann holds red 1\n  the match begins",
            "`ann holds red 1` has no effect: `the match begins` starts from a table",
        ),
        ("bid of ann is 3\n  the round begins", "`bid of ann is 3` has no effect"),
        ("draw pile is 3 * red 1\n  the match begins", "needs `red 1` more often than it exists"),
        ("expect the round ended", "nothing has happened yet"),
        ("ann draws 1\n  expect not the round ended", "`expect the round continues`"),
        ("ann draws 1\n  expect ann, ann win the round", "`ann` is named twice"),
        ("ann draws 1\n  expect ann wins the round with 20", "write `expect ann wins the round with score 20`"),
        ("expect discard pile is red 3", "say `expect discard pile is exactly red 3` (all of it) or `expect top of"),
        ("expect the table is not refused", "only that the table is refused can be expected"),
        ('expect the table is refused "x"\n  ann draws 1', "if the table is refused, nothing else can be true of it"),
        ("expect ann holds exactly 2 cards", "which cards?"),
        ("expect ann holds exactly", "exactly what?"),
        ("expect ann can see hand", "the hand of whom?"),
        ("with few, few\n  ann draws 1", "`expectations.few` is switched on twice"),
        ("set hand-size to 1\n  set hand-size to 2\n  ann draws 1", "`hand-size` is set twice"),
        ("set hand-size to 99\n  ann draws 1", "mine.uno:6:3"),
        ("seats cyd, dan\n  ann draws 1", "the seats are named twice"),
        ("clause a, a\n  ann draws 1", "the clause `a` is named twice"),
    ],
)
def test_what_means_nothing_is_refused(lines: str, told: str, tmp_path: Path) -> None:
    error = outcome(tmp_path, f"  {lines}\n")
    assert isinstance(error, RulesError), error
    assert told in str(error), str(error)


@pytest.mark.parametrize(
    ("lines", "warned"),
    [
        (
            "expect ann cannot play red 4",
            "this cannot fail, whatever the rules say: there is no such card in the hand of ann",
        ),
        ("ann gives up\n  expect not the round is over", "a round ended in this move, and the next one has begun"),
        ("expect bob cannot play blue 1", None),
        ("ann draws 1\n  expect not the round is over", None),
    ],
)
def test_what_cannot_fail_is_warned_of(lines: str, warned: str | None, tmp_path: Path) -> None:
    result = outcome(tmp_path, f"{START}  {lines}\n")
    assert isinstance(result, Result), result
    assert result.passed, result.message
    assert [warned in x for x in result.warnings] == [True] if warned is not None else not result.warnings


def test_scenarios_of_one_title_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text((CASES / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    text = 'use "base.uno"\noptions for base\n\n'
    file = tmp_path / "mine.uno"
    file.write_text(text + 'scenario "x"\n  ann draws 1\n\n' * 2 + 'scenario "y"\n  ann draws 1\n', encoding="utf-8")
    found = titled_twice(load_project([file]).pages["mine"])
    assert list(found) == [1]
    assert found[1].message == "two scenarios are called `x`"
