"""The single tables at which the options of a file are judged, and what is known from one table to another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.families import own_options
from checker.families.check_family import Run
from checker.families.own_options import homes, single_tables
from checker.families.screen import FamilyRequest
from checker.families.select_products import SINGLES, SingleTable
from checker.parallel import nothing_shown
from tests.effort import few_and_slow
from tests.reports import check, findings
from unodsl.commands.main import main
from unodsl.resolve import Project, TableSpec, load_project, resolve_table

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

FEWER_CARDS = """use "base.uno"
options for base

option no-ones "No ones"
  needs deck size is at least 10 "there are too few cards"

  deck
    remove 1

option no-twos "No twos"

  deck
    remove 2

option no-threes "No threes"

  deck
    remove 3
"""

CALM = """use "base.uno"
options for base

option calm "Whoever plays a star says so"

  rule calm
    when player plays star
    then note "A star"
"""

ONLY_WITH_TWO = """
  rule late
    when player plays 4
    if hand-size is 2
    then note "Two were dealt"
"""

OF_AN_OPTION = """use "base.uno"
options for base

option more "Draw more"

  parameter most "cards drawn": 1 to 3, default 2

  rule more
    during turn
    its player may draw most
    if top card is star
    then over becomes yes
"""


def loaded(folder: Path, text: str) -> Project:
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "own.uno").write_text(text, encoding="utf-8")
    return load_project([folder / "own.uno"])


def test_options_that_go_together_in_pairs_only_are_judged_in_pairs(tmp_path: Path) -> None:
    project = loaded(tmp_path, FEWER_CARDS)
    run = Run(project, 600.0, nothing_shown, 1)
    (home,) = homes(project)
    run.screen_families([FamilyRequest((home.game,), {}, range(2, 3), run.deadline, home.options, ())])
    tables = [x.spec for x in single_tables(project, run.families)]
    assert [resolve_table(project, spec).table.seats for spec in tables] == [2] * len(tables)
    assert sum(len(spec.options) == 2 for spec in tables) == 2


@pytest.mark.slow
def test_what_never_happens_with_other_parameters_is_asked_again(tmp_path: Path) -> None:
    loaded(tmp_path, CALM)
    (tmp_path / "base.uno").write_text(BASE.read_text(encoding="utf-8") + ONLY_WITH_TWO, encoding="utf-8")
    project = load_project([tmp_path / "own.uno"])

    def table(dealt: int, *options: str) -> SingleTable:
        return SingleTable(
            TableSpec(games=("base",), options=options, parameters={"base.hand-size": dealt}, seats=2, exact=True),
            SINGLES,
        )

    run = Run(project, 600.0, nothing_shown, 1)
    run.check_single_tables([table(1), table(1, "own.calm"), table(3, "own.calm")])
    told = [
        [f.rules for f in part.findings if f.code == "UNO401" and f.evidence == "proved"] for part, _ in run.checked
    ]
    assert told == [[("base.late",)], [], [("base.late",)]]


@pytest.mark.usefixtures("little_play")
@pytest.mark.parametrize(("name", "jobs"), few_and_slow([("most", "1"), ("own.most", "2")], 1))
def test_a_parameter_of_an_option_may_be_set(name: str, jobs: str, tmp_path: Path) -> None:
    loaded(tmp_path, OF_AN_OPTION)
    call = (str(tmp_path / "own.uno"), "--set", f"{name}=3", "--seats", "2", "--budget", "30", "--jobs", jobs)
    found = check(*call, code=0).stdout
    assert found.startswith("own.uno (1 option for base)")


def test_a_parameter_that_no_option_has_is_refused(tmp_path: Path) -> None:
    loaded(tmp_path, OF_AN_OPTION)
    assert "there is no parameter `mots`" in check(str(tmp_path / "own.uno"), "--set", "mots=3", code=2).output


def test_the_tables_without_options_are_known_before_anything_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is begun ahead is what is asked then: else the work would be done in vain."""
    (tmp_path / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "calm.uno").write_text(CALM, encoding="utf-8")
    expected: list[SingleTable] = []
    asked: list[SingleTable] = []
    monkeypatch.setattr(own_options, "expect", lambda do, project, todo: expected.extend(x.table for x in todo))
    monkeypatch.setattr(Run, "check_single_tables", lambda run, tables, pairs=(): asked.extend(tables))
    own_options.check_options(load_project([tmp_path / "calm.uno"]), {}, None, 60)
    assert expected == [x for x in asked if not x.spec.options]
    assert [x.spec.seats for x in expected] == [2, 3]


FOR_THREE = """use "base.uno"
options for base

option trio "For three"
  seats 3 to 4

  rule trio
    when player plays star
    then note "A star"

option calm "For any number"

  rule calm
    when player plays star
    then note "Another"
"""


@pytest.mark.usefixtures("little_play")
def test_a_report_says_at_which_seats_an_option_was_judged(tmp_path: Path) -> None:
    loaded(tmp_path, FOR_THREE)
    file = str(tmp_path / "own.uno")
    output = tmp_path / "report.json"
    lines = check(file, "--seats", "2..3", "--output", f"json={output}", code=0).stdout.splitlines()
    assert "judged at 3 seats only: own.trio" in lines
    value = json.loads(output.read_text(encoding="utf-8"))
    assert sorted(value["judged"]) == ["own.calm", "own.trio"]
    assert value["judged_only_at"] == [{"option": "own.trio", "seats": [3]}]


def test_a_game_without_options_may_need_a_number_of_seats(tmp_path: Path) -> None:
    """A condition on the number of seats is decided at each table, also where tables of all numbers are read at once."""
    text = BASE.read_text(encoding="utf-8").replace(
        "  seats 2 to 4\n", '  seats 2 to 4\n  needs seats * 3 is at most 9 "too many"\n'
    )
    (tmp_path / "base.uno").write_text(text, encoding="utf-8")
    project = load_project([tmp_path / "base.uno"])
    assert resolve_table(project, TableSpec(any_seats=True)).table.needs


AGAIN_OR_SKIP = """use "base.uno"
options for base

option again "Whoever plays a star plays again"

  rule again
    when player plays star
    then over of turn becomes no

option skip "A star skips the next player"

  rule skip
    when player plays star
    then pass turn to next player
"""


@pytest.mark.slow
def test_a_question_that_one_number_of_seats_leaves_open_is_asked_at_the_other(tmp_path: Path) -> None:
    """Hands that go around are swapped between two players, not between three, and no two hands are the same here."""
    text = BASE.read_text(encoding="utf-8").replace("color is red, blue", "color is red, blue, green")
    base = text.replace("    2 of each color: 1 to 4\n    2 of star", "    1 of each color: 1 to 4\n    1 of star")
    assert base.count("1 of each color: 1 to 4\n    1 of star") == 1
    (tmp_path / "base.uno").write_text(base, encoding="utf-8")
    case = (BASE.parent / "double-exchange-undone-fires.uno").read_text(encoding="utf-8")
    (tmp_path / "hands.uno").write_text(case[case.index('use "') :], encoding="utf-8")
    found = findings(str(tmp_path / "hands.uno"), "--jobs", "1", code=1)
    about = [(x["evidence"], x["seats"]) for x in found if x["code"] == "UNO206"]
    assert about == [("witnessed", 2)]


def test_lines_that_settle_a_contradiction_of_two_options_of_a_file_are_tried(tmp_path: Path) -> None:
    loaded(tmp_path, AGAIN_OR_SKIP)
    output = tmp_path / "report.json"
    check(str(tmp_path / "own.uno"), "--seats", "3", "--output", f"json={output}", code=1)
    found = json.loads(output.read_text(encoding="utf-8"))["findings"]
    (clash,) = (x for x in found if x["code"] == "UNO207" and x["evidence"] == "witnessed")
    assert "instead of own.again" in [x["text"].strip() for x in clash["fixes"]]


def pair(one: str, other: str) -> str:
    return f'use "base.uno"\noptions for base\n\noption one "One"\n{one}\noption other "Another"\n{other}'


DECK = "  deck\n    {}\n"


@pytest.mark.parametrize(
    ("one", "other", "seats", "together"),
    [
        (DECK.format("packs 2"), DECK.format("packs 3"), (2, 3), False),
        (DECK.format("packs 2"), DECK.format("packs 2"), (2, 3), True),
        (DECK.format("remove 1 of star"), DECK.format("remove 2 of star"), (2, 3), False),
        (DECK.format("remove 1 of star"), DECK.format("remove 1 of star"), (2, 3), True),
        ('  needs seats * 4 is less than deck size "cards"\n', DECK.format("remove 1, 2, 3"), (2, 3), False),
        ('  needs seats * 4 is at most deck size - 4 "cards"\n', DECK.format("remove 1"), (2, 3), True),
    ],
)
def test_options_that_make_no_table_together(
    tmp_path: Path, one: str, other: str, seats: tuple[int, int], together: bool
) -> None:
    project = loaded(tmp_path, pair(one, other))
    run = Run(project, 600.0, nothing_shown, 1)
    (home,) = homes(project)
    run.screen_families([FamilyRequest((home.game,), {}, range(seats[0], seats[1] + 1), run.deadline, home.options)])
    (found,) = run.families
    assert list(found.game.apart) == ([] if together else [frozenset(("own.one", "own.other"))])
    apart = list(own_options.apart(project, run.families, home.options))
    assert apart == ([] if together else [("own.one", "own.other")])
    # the game, and one more for each option, and for both
    assert dict(found.game.tables) == {2: 3 + together, 3: 3 + together}


MIRRORS = """use "base.uno"
options for base

option mirror "A mirror"
  deck
    face is mirror
    1 of mirror

option mirrors "Two mirrors"
  deck
    face is mirror
    2 of mirror

option small "Two cards each"
  set hand-size to 2
"""


def test_what_does_not_fit_into_one_family_is_judged_in_another(tmp_path: Path) -> None:
    """Two options that bring the same face, and one that has nothing to do with it."""
    project = loaded(tmp_path, MIRRORS)
    run = Run(project, 600.0, nothing_shown, 1)
    (home,) = homes(project)
    run.screen_families([FamilyRequest((home.game,), {}, range(2, 3), run.deadline, home.options)])
    assert [x.game.options for x in run.families] == [("own.mirror", "own.small"), ("own.mirrors", "own.small")]
    assert list(own_options.apart(project, run.families, home.options)) == [("own.mirror", "own.mirrors")]


OF_TWO = """use "base.uno"
options for base

option debts "A 1 makes the next player draw two; a 4 passes that on"
  act answer a card from hand
    then move card the card from hand of player to discard pile
  situation due on a player
  rule one
    when player plays 1
    then begin due on next player
  rule pass-on
    during due
    its player may answer 4
    then pass due to next player
  rule pay
    during due
    its player must otherwise draw 2
    then end due

option refund "Whoever answers takes the card back, from the pile"
  act answer a card from hand
  rule refund
    when player answers 4
    then move top from discard pile to hand of player

option settle "An answer ends the debt"
  requires debts
  act answer a card from hand
  rule settle
    when player answers 4
    after refund
    then end due
"""

LAST_CARDS = """use "base.uno"
options for base

option only-four "The last card must be a 4"
  rule only-four
    any player cannot play a card
    if number of cards in hand of player is 1 and the card is not 4

option no-four "The last card must not be a 4"
  rule no-four
    any player cannot play 4
    if number of cards in hand of player is 1

option shows "Who holds eight cards shows them"
  rule shows
    when the table settles
    if there is players where (number of cards in their hand is at least 8)
    then
      for each player
        show hand of player to everyone
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code", "options"),
    [(OF_TWO, "UNO302", ("debts", "refund")), (LAST_CARDS, "UNO304", ("no-four", "only-four"))],
    ids=["loop", "trap"],
)
def test_what_a_third_option_hides_is_found_of_two(
    tmp_path: Path, text: str, code: str, options: tuple[str, str]
) -> None:
    """The largest set of options is no table with a loop, and each alone is none."""
    (tmp_path / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(text, encoding="utf-8")
    found = [x for x in findings(str(tmp_path / "house.uno"), "--no-cache", code=1) if x["evidence"] == "witnessed"]
    assert (code, [f"house.{x}" for x in options]) in [(x["code"], x["options"]) for x in found]
    said = check_why(tmp_path, *options)
    assert said[1] == f"they clash: {code}"


def check_why(folder: Path, *options: str) -> list[str]:
    """What is said of two options."""
    call = ["check", str(folder / "house.uno"), "--why", *options, "--no-cache"]
    result = CliRunner().invoke(main, call)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()
