"""The options of a finding: as few as it takes, and all that it takes."""

from __future__ import annotations

import time
from pathlib import Path

from checker.check_table import check_seats
from checker.results import Finding
from unodsl.resolve import TableSpec, load_project

BASE = (Path(__file__).parent / "cases" / "checks" / "base.uno").read_text(encoding="utf-8")

HOUSE = """use "base.uno"
options for base

option skips "A 2 skips the next player"

  rule two-skips
    when player plays 2
    then pass turn to next player

option again "Whoever plays a 2 plays again"

  rule two-again
    when player plays 2
    then pass turn to right of player

option keep "A star leaves the score as it is"

  rule keep-score
    when player plays star
    then score of player += 0
"""


def findings_of(folder: Path, text: str, options: tuple[str, ...], *codes: str) -> list[Finding]:
    """The findings of some codes at a table of two with these options of a file."""
    (folder / "base.uno").write_text(BASE, encoding="utf-8")
    (folder / "house.uno").write_text(text, encoding="utf-8")
    project = load_project([folder / "house.uno"])
    spec = TableSpec(options=tuple(f"house.{x}" for x in options), seats=2)
    return check_seats(project, spec, time.monotonic() + 60.0, codes=frozenset(codes)).findings


def without_effect(folder: Path, *options: str) -> dict[str, Finding]:
    """What is found without effect, by rule."""
    return {f.rules[0]: f for f in findings_of(folder, HOUSE, options, "UNO403")}


def test_what_another_option_hides_is_said_with_that_option(tmp_path: Path) -> None:
    # at a table of two both give the turn to the other player: each of them alone does something
    found = without_effect(tmp_path, "again", "keep", "skips")
    assert found["house.two-again"].options == ("house.again", "house.skips")
    assert found["house.two-skips"].options == ("house.again", "house.skips")
    assert found["house.keep-score"].options == ("house.keep",)
    assert found["house.keep-score"].evidence == "proved"


def test_alone_each_of_them_does_something(tmp_path: Path) -> None:
    assert without_effect(tmp_path, "again") == {}


def test_a_cycle_needs_the_options_of_all_rules_that_run_in_it() -> None:
    # the card comes back by a rule of the one option, and the moves are those of the other
    name = "endless-stack-kept-going-fires"
    project = load_project([Path(__file__).parent / "cases" / "checks" / f"{name}.uno"])
    spec = TableSpec(options=(f"{name}.debt", f"{name}.given"), seats=2)
    (found,) = check_seats(project, spec, time.monotonic() + 60.0, codes=frozenset({"UNO302"})).findings
    assert (found.rules, found.options) == ((f"{name}.pass-on",), (f"{name}.debt", f"{name}.given"))


STUCK = """use "base.uno"
options for base

option no-draw "Nobody draws with one card in hand"

  rule no-draw
    any player cannot draw a number
    if number of cards in hand of player is 1

option stars "A star counts 9"

  rule stars
    points of a card means 9
    if the card is star
"""


def test_a_dead_end_is_said_with_the_options_that_cause_it(tmp_path: Path) -> None:
    rows = findings_of(tmp_path, STUCK, ("no-draw", "stars"), "UNO303")
    (found,) = [f for f in rows if f.evidence == "witnessed"]
    assert found.options == ("house.no-draw",)


AWAY = """use "base.uno"
options for base

option bonus "Whoever plays a star gets a point"

  rule bonus
    when player plays star
    then score of player += 1

option plain "There are no stars"

  deck
    remove star
"""


def test_a_dead_rule_is_said_with_what_takes_it_away(tmp_path: Path) -> None:
    rows = findings_of(tmp_path, AWAY, ("bonus", "plain"), "UNO401")
    (found,) = [f for f in rows if f.evidence == "proved" and f.severity == "warning"]
    assert (found.rules, found.options) == (("house.bonus",), ("house.bonus", "house.plain"))
    assert "without `house.plain` it can happen" in found.places[0].label


LUCK = """use "base.uno"
options for base

option luck "The lucky number gives a point"

  parameter lucky-number "the number that gives a point": 1 to 4, default 3

  rule luck
    when player plays 1 to 4
    if number of face of the card is lucky-number
    then score of player += 1

option quiet "Nobody plays a 3"

  rule quiet
    any player cannot play 3
"""


def test_what_takes_a_rule_away_is_said_before_the_value_with_which_it_runs(tmp_path: Path) -> None:
    """With another lucky number it runs, but with this one it does, too, where a 3 may be played."""
    (found,) = findings_of(tmp_path, LUCK, ("luck", "quiet"), "UNO401")
    assert (found.severity, found.options) == ("warning", ("house.luck", "house.quiet"))
    assert "without `house.quiet` it can happen" in found.places[0].label
    assert "the same with" not in found.places[0].label


PICK = """use "base.uno"
options for base

option pick "Whoever plays a 4 names a number"

  act name a number

  situation naming on a player

  rule four
    when player plays 4
    then begin naming on player

  rule names
    during naming
    its player must name 1
    then end naming

option plain "After a 4 the next player draws"

  rule plain-four
    when player plays 4
    instead of four
    then next player draws 1
"""


def test_what_follows_from_a_rule_that_gives_way_as_its_text_says_is_a_note(tmp_path: Path) -> None:
    found = findings_of(tmp_path, PICK, ("pick", "plain"), "UNO401", "UNO402")
    assert [(f.code, f.rules[0], f.severity) for f in found] == [
        ("UNO401", "house.names", "note"),
        ("UNO402", "house.four", "note"),
    ]


MORE = """use "base.uno"
options for base

option more "A 3 scores more, as a table likes"

  parameter bonus "points for a 3": 0 to 3, default 0

  rule more
    when player plays 3
    then score of player += bonus
"""


def test_a_rule_that_does_something_with_another_value_is_a_note(tmp_path: Path) -> None:
    rows = findings_of(tmp_path, MORE, ("more",), "UNO403")
    (found,) = (f for f in rows if f.rules == ("house.more",))
    assert (found.severity, found.message) == ("note", "`house.more` changes nothing with bonus 0")
