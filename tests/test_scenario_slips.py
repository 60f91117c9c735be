"""Lines of a scenario that would come true, or be refused, for another reason than the one that they are about."""

from __future__ import annotations

from pathlib import Path

import pytest

from unodsl.diagnostics import RulesError
from unodsl.resolve import load_project
from unodsl.scenarios import Result, run_scenario

GAME = """\
game mine "Two colors"
  seats 2 to 4

  parameter hand-size "cards dealt to each player": 1 to 4, default 3

  deck in draw pile
    color is red, blue
    face is 1 to 4, 7
    2 of each color: 1 to 4, 7

  zone paw of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable who: player or nothing
  variable boss: player or nothing
  variable big boss: player or nothing
  variable score of each player: 0 to 100, kept

  situation turn on a player
    over: yes or no

  act play a card from paw
    manners late

  act draw a number
    then move top the number from draw pile to paw of player

  act end

  act look at an opponent

  rule play
    during turn
    its player may play a card

  rule late
    during turn
    any player may play a card as late
    if player is not player of turn

  rule draw
    during turn
    its player may draw 1

  rule end
    during turn
    its player may end
    then end the round won by its player
      score += 20

  rule look
    during turn
    its player may look at an opponent
    then show paw of the opponent to player

  rule say
    when player draws
    then note "hi" to player

option one
  rule nothing-new
    when player draws
    then note "one" to player

option two
  rule nothing-more
    when player draws
    then note "two" to player
"""
START = """\
  ann holds red 7, blue 7, blue 1
  bob holds blue 1, 2 * blue 2
  discard pile is red 3
  turn of ann
  boss is ann
  big boss is ann
"""


def outcome(folder: Path, lines: str, seats: str = "ann, bob", rules: str = "") -> Result | RulesError:
    """What comes of one scenario."""
    file = folder / "mine.uno"
    file.write_text(f'{GAME}{rules}\nscenario "it"\n  seats {seats}\n{lines}\n', encoding="utf-8")
    try:
        project = load_project([file])
        page = project.pages["mine"]
        return run_scenario(project, page, page.scenarios[0])
    except RulesError as error:
        return error


@pytest.mark.parametrize(
    "line",
    [
        "ann holds red 7, blue 7",
        "ann holds a 7, a 7",
        "ann holds a red card, a 7, blue 1",
        "ann holds a 7, a red card",
        "ann holds 2 * a 7, a blue card",
        "ann holds a card, 2 * a card",
        "bob holds blue 2, blue 1, blue 2",
        "boss holds red 7",
        "left of bob holds red 7",
        "big boss holds red 7",
        "boss holds exactly red 7, blue 7, blue 1",
        "boss can play red 7",
        "boss can only play red 7, play blue 7, play blue 1, draw 1, end, look at bob",
        "boss can see paw of ann",
        "boss cannot see paw of bob",
        "bob cannot see red 7 of boss",
        "ann can play red 7 by play",
        "bob can play blue 1 as late by late",
        "paw of boss is exactly red 7, blue 7, blue 1",
        "who is nothing",
    ],
)
def test_what_is_so_holds(line: str, tmp_path: Path) -> None:
    result = outcome(tmp_path, f"{START}  expect {line}")
    assert isinstance(result, Result), result
    assert result.passed, result.message
    assert not result.warnings


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("expect ann holds red 7, red 7", "this does not hold: ann holds"),
        ("expect ann holds red 7, 2 * red 7", "this does not hold: ann holds"),
        ("expect bob holds blue 2, blue 2, blue 2", "this does not hold: bob holds"),
        ("expect ann holds a red card, red 7", "this does not hold: ann holds"),
        ("expect ann holds a red card, a 7, a 7", "this does not hold: ann holds"),
        ("expect ann holds a red card, a 7, blue 7", "this does not hold: ann holds"),
        ("expect bob holds 3 * a blue card, a card", "this does not hold: bob holds"),
        ("expect paw of who is exactly red 1", "`who` is nobody"),
        ("expect paw of who is nothing", "`who` is nobody"),
        ("expect paw of who is exactly nothing", "`who` is nobody"),
        ("expect paw of who is empty", "`paw of who` is nobody's"),
        ("expect score of who is 0", "`who` is nobody"),
        ("expect score of who is at most 5", "this does not hold"),
        ("expect number of cards in paw of who is 0", "`who` is nobody"),
        ("expect who holds nothing", "`who` is nobody"),
        ("expect who holds exactly nothing", "`who` is nobody"),
        ("expect who holds red 1", "`who` is nobody"),
        ("expect who cannot play red 7", "`who` is nobody"),
        ("expect who can only draw 1", "`who` is nobody"),
        ("expect bob cannot see paw of who", "`who` is nobody"),
        ("expect bob cannot see red 7 of who", "`who` is nobody"),
        ("expect who cannot see paw of bob", "`who` is nobody"),
        ("ann draws 1; expect who is shown nothing", "`who` is nobody"),
        ("ann draws 1; expect ann is not shown paw of who", "`who` is nobody"),
        ("ann ends; expect who wins the round", "`who` is nobody"),
        ("ann looks at bob; expect boss is shown nothing", "ann is shown paw of bob"),
        ("ann ends; expect bob wins the round", "the round was won by ann"),
        ('ann draws 1; expect note "hi" to players where (their score is 9)', "this does not hold: it is to nobody"),
        ("ann draws 1; expect no note to players where (their score is 9)", "this does not hold: it is to nobody"),
    ],
)
def test_what_is_not_so_fails(lines: str, told: str, tmp_path: Path) -> None:
    result = outcome(tmp_path, f"{START}  {lines}")
    assert isinstance(result, Result), result
    assert not result.passed
    assert told in result.message, result.message


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("expect ann cannot play red 7 by draw", "`draw` offers `draw`, not `play`"),
        ("expect ann can play red 7 by draw", "what offers it: `by mine.late`, `by mine.play`"),
        ("expect bob cannot play blue 1 as late by play", "`play` does not offer `play` in this manner"),
        ("ann draws 1 by play", "`play` offers `play`, not `draw`"),
        ('expect the table is refused ""', "this text is part of any reason"),
        ("ann draws 1, plays red 7", "`ann draws 1; ann plays red 7`"),
        ("ann draws 1, bob plays blue 1 as late", "`ann draws 1; bob plays blue 1 as late`"),
        ("ann draws 1, red 7", "help: such a line says who does what"),
        ("ann ends, red 7", "help: such a line says who does what"),
        ("ann plays red 7, blue 7", "`ann plays red 7; ann plays blue 7`"),
        ("the ann plays red 7, blue 7", "ann plays blue 7`"),
        ("ann is absent, bob is absent", "`ann is absent; bob is absent`\n"),
        ("ann is absent, bob", "`ann is absent; bob is absent`\n"),
        ("ann is absent, red 7", "help: write a line for each seat: `ann is absent; bob is absent`"),
        ("ann holds nothing; ann holds red 7", "leave one of the two out"),
        ("ann holds red 7; ann holds nothing", "leave one of the two out"),
        ("ann holds red 7; ann holds blue 7", "`ann holds red 7, blue 7`"),
        ("expect bob holds no cards", "`expect number of cards in paw of bob is 0`"),
        ("expect bob holds two red cards", "`expect number of red cards in paw of bob is 2`"),
        ("bob holds no cards", "write `bob holds nothing`"),
        ("expect top of discard pile is 2 cards", "in paw of player is 2"),
        ("set hand-size to 2 + 3\n  ann draws 1", "goes from 1 to 4"),
        ("set hand-size to 2 / 2\n  ann draws 1", "`2 / 2` is no value of a parameter"),
        ("set hand-size to red + 1\n  ann draws 1", "`red` is no value of a parameter"),
        ("with one, one\n  ann draws 1", "`mine.one` is switched on twice"),
    ],
)
def test_what_means_nothing_is_refused(lines: str, told: str, tmp_path: Path) -> None:
    error = outcome(tmp_path, f"  {lines}")
    assert isinstance(error, RulesError), error
    assert told in str(error) + "\n", str(error)


@pytest.mark.parametrize(
    "lines",
    [
        "  with everything, one\n",
        "  with one, everything\n",
        "  with everything\n  with one\n",
        "  set hand-size to 2 + 1\n",
        "  set hand-size to 2 * (3 - 1)\n",
    ],
)
def test_tables_in_any_words(lines: str, tmp_path: Path) -> None:
    result = outcome(tmp_path, f"{lines}{START}  ann draws 1")
    assert isinstance(result, Result), result
    assert result.passed, result.message


def test_what_is_named_is_not_left_out(tmp_path: Path) -> None:
    """Whether `everything` stands beside it or not."""
    told = {
        str(outcome(tmp_path, f"  {lines}\n  without one\n{START}  ann draws 1")).splitlines()[0]
        for lines in ("with one", "with one, everything", "with everything, one")
    }
    assert len(told) == 1


@pytest.mark.parametrize(
    "name",
    [
        "nobody",
        "nothing",
        "chance",
        "player",
        "players",
        "it",
        "everyone",
        "exactly",
        "anything",
        "empty",
        "holds",
        "can",
        "winners",
    ],
)
def test_names_that_are_no_seats(name: str, tmp_path: Path) -> None:
    error = outcome(tmp_path, "  bob draws 1", seats=f"{name}, bob")
    assert isinstance(error, RulesError), error
    assert f"`{name}`" in str(error)
    assert "no seat can be called that" in str(error)
    assert error.diagnostics[0].code == "UNO108"


def test_a_card_that_is_not_there_is_not_seen(tmp_path: Path) -> None:
    result = outcome(tmp_path, f"{START}  expect ann cannot see red 7 of bob")
    assert isinstance(result, Result), result
    assert result.passed
    assert ["there is no such card among those of bob" in x for x in result.warnings] == [True]


CASCADE = """
  situation ping on a player

  rule begin
    when the position stands
    then begin ping on first of players

  rule again
    when ping begins
    then end ping
      begin ping on first of players
"""


def test_a_position_that_never_rests(tmp_path: Path) -> None:
    rules = GAME.partition("\noption ")
    file = tmp_path / "mine.uno"
    file.write_text(f'{rules[0]}{CASCADE}\nscenario "it"\n  seats ann, bob\n  expect turn of ann\n', encoding="utf-8")
    project = load_project([file])
    page = project.pages["mine"]
    result = run_scenario(project, page, page.scenarios[0])
    assert not result.passed
    assert "in this position" in result.message
