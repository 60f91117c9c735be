"""`unodsl diff` of options that are off, of declarations, and of positions that no deal leads to."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from unodsl.commands import diff
from unodsl.commands.main import main

BASE = (Path(__file__).parent / "cases" / "checks" / "base.uno").read_text(encoding="utf-8")

GIFT = """\
use "base.uno"
options for base

option gift "A 1 passes a red card to the left"

  situation giving on a player
  act hand over a card from hand
  act pass

  rule one
    when player plays 1
    then begin giving on player

  rule hand-over
    during giving
    its player must hand over a red card
    then move card the card from hand of player to hand of left of player
      end giving
"""

NONE_LEFT = """
  rule none-left
    during giving
    its player must otherwise pass
    then end giving
"""

FOURS = """
option fours "A 4 skips somebody"

  rule four-skips
    when player plays 4
    then pass turn to next player
"""


pytestmark = pytest.mark.usefixtures("little_play")

ONE_TABLE = ("--seats", "2", "--set", "hand-size=3")
"""One number of seats, and no other value of a parameter."""


def versions(folder: Path, old: str, new: str, name: str = "house.uno") -> list[str]:
    """Two folders with a version each, beside the game."""
    files = []
    for side, text in (("old", old), ("new", new)):
        (folder / side).mkdir()
        (folder / side / "base.uno").write_text(BASE)
        (folder / side / name).write_text(text)
        files.append(str(folder / side / name))
    return files


def compared(files: list[str], *more: str) -> tuple[int, dict[str, Any]]:
    """The exit code and what is said."""
    result = CliRunner().invoke(main, ["diff", *files, "--format", "json", *more])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result.exit_code, json.loads(result.stdout)


def test_an_option_that_is_off_is_compared(tmp_path: Path) -> None:
    code, found = compared(versions(tmp_path, GIFT, GIFT + NONE_LEFT), *ONE_TABLE)
    assert code == 1
    assert [(t["options"], t["verdict"]) for t in found["tables"]] == [([], "equal"), (["house.gift"], "different")]
    (difference,) = (d for d in found["differences"] if d["kind"] == "allowed")
    assert "house.none-left" in difference["rules"]
    assert difference["evidence"] == "witnessed"
    # the witness is a scenario with the option on
    for side in ("old", "new"):
        (tmp_path / side / "witness.uno").write_text(difference[side] + "\n")
        result = CliRunner().invoke(main, ["test", str(tmp_path / side / "witness.uno")])
        assert result.exit_code == 0, result.output


def test_what_was_compared_and_what_was_not_is_said(tmp_path: Path) -> None:
    new = GIFT + FOURS + "\noption more\n\n  set hand-size to 2\n"
    code, found = compared(versions(tmp_path, GIFT + FOURS, new), *ONE_TABLE)
    assert [t["options"] for t in found["tables"]] == [[]]
    assert found["compared"] == []
    reasons = {x["option"]: x["reason"] for x in found["not_compared"]}
    assert set(reasons) == {"house.fours", "house.gift", "house.more"}
    assert "the same" in reasons["house.gift"]
    assert "new" in reasons["house.more"]
    assert (code, [d["kind"] for d in found["differences"]]) == (1, ["option"])


@pytest.mark.slow
def test_several_options_are_compared_alone_and_together(tmp_path: Path) -> None:
    new = GIFT + NONE_LEFT + FOURS.replace("plays 4", "plays 3")
    code, found = compared(versions(tmp_path, GIFT + FOURS, new), *ONE_TABLE)
    assert code == 1
    assert [t["options"] for t in found["tables"]] == [
        [],
        ["house.fours"],
        ["house.gift"],
        ["house.fours", "house.gift"],
    ]
    assert found["compared"] == ["house.fours", "house.gift"]
    # what each shows by itself is not said again of both together
    assert {tuple(d["options"]) for d in found["differences"]} == {("house.fours",), ("house.gift",)}


def test_comments_and_blanks_are_no_change(tmp_path: Path) -> None:
    code, found = compared(
        versions(tmp_path, GIFT, GIFT.replace("  rule one\n", "  # when it happens\n\n  rule one\n"))
    )
    assert (code, found["differences"], found["compared"]) == (0, [], [])


TAX = """\
use "base.uno"
options for base

option tax "A 4 costs"

  rule four
    when player plays 4
    then
      note "house rule #4"; next player draws 1
      if number of players is 3
        note "three play"
      next player draws 1
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # (the sign does not begin a comment in quotes)
        ('#4"; next player draws 1', '#4"; next player draws 3'),
        # (the same words, in the block of the condition)
        ("      next player draws 1\n", "        next player draws 1\n"),
    ],
)
def test_what_looks_the_same_may_be_a_change(before: str, after: str, tmp_path: Path) -> None:
    assert before in TAX
    new = TAX.replace(before, after) if '"' in before else after.join(TAX.rsplit(before, 1))
    code, found = compared(versions(tmp_path, TAX, new), *ONE_TABLE)
    assert (code, found["compared"]) == (1, ["house.tax"])


NOTES = """
  rule warm
    when player plays 4
    then
      if the card is red
        note "one"
      if the card is 4
        note "two"
"""


def test_the_order_of_notes_is_no_detail(tmp_path: Path) -> None:
    first, second = NOTES.index("      if the card is red"), NOTES.index("      if the card is 4")
    other = NOTES[:first] + NOTES[second:] + NOTES[first:second]
    for side, text in (("old", NOTES), ("new", other)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "base.uno").write_text(BASE + text)
    files = [str(tmp_path / side / "base.uno") for side in ("old", "new")]
    _, found = compared(files, *ONE_TABLE)
    assert [x["verdict"] for x in found["tables"]] != ["equal"]


def test_an_option_of_a_renamed_file_is_compared(tmp_path: Path) -> None:
    """Rules whose order no text says run by their full names."""
    heat = BASE.replace("  situation turn", "  variable heat: 0 to 3\n\n  situation turn", 1)
    warm = "\n  rule warm\n    when player plays 4\n    then heat becomes 2\n"
    text = (
        GIFT[: GIFT.index("option gift")]
        + "option tax\n  rule four\n    when player plays 4\n    then next player draws heat\n"
    )
    for side, name in (("old", "aaa.uno"), ("new", "zzz.uno")):
        (tmp_path / side).mkdir()
        (tmp_path / side / "base.uno").write_text(heat + warm)
        (tmp_path / side / name).write_text(text)
    files = [str(tmp_path / "old" / "aaa.uno"), str(tmp_path / "new" / "zzz.uno")]
    code, found = compared(files, *ONE_TABLE)
    assert (code, found["compared"]) == (1, ["zzz.tax"])


@pytest.mark.long
def test_two_versions_side_by_side_have_the_same_options(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text(BASE)
    (tmp_path / "before.uno").write_text(GIFT)
    (tmp_path / "after.uno").write_text(GIFT + NONE_LEFT)
    code, found = compared([str(tmp_path / "before.uno"), str(tmp_path / "after.uno")])
    assert (code, found["compared"]) == (1, ["after.gift"])
    assert "allowed" in [d["kind"] for d in found["differences"]]


AWAY = """\
game g "Red cards are put away at the deal"
  seats 2

  deck in draw pile
    color is red, blue
    face is 0 to 5
    1 of each color: 0 to 5

  zone hand of each player, private
  zone draw pile, face down
  zone attic, face down
  zone discard pile, face up

  variable n: 0 to 5

  situation turn on a player
    over: yes or no

  act play a card from hand
    then move card the card from hand of player to discard pile
  act pass

  rule play
    during turn
    its player may play a card
    then over becomes yes
  rule pass
    during turn
    its player must otherwise pass
    then over becomes yes

  rule going-out
    when the table settles
    before next-turn
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)

  rule next-turn
    when the table settles
    if over of turn is yes
    then pass turn to left of player of turn
      over of turn becomes no

  rule match
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then move all red cards from draw pile to attic
      for each player
        move top 2 from draw pile to hand of player
      begin turn on first of players

  rule again
    when the round ends
    then end the match won by winners
"""

BONUS = """
  rule bonus
    when player plays a {} card
    then n += 1
"""


def test_a_position_that_no_deal_leads_to_shows_nothing(tmp_path: Path) -> None:
    code, found = compared(versions(tmp_path, AWAY, AWAY + BONUS.format("red")))
    assert code == 0
    assert [t["verdict"] for t in found["tables"]] == ["bounded"]
    assert {d["evidence"] for d in found["differences"]} <= {"bounded"}


def test_the_same_about_cards_that_are_dealt_is_shown(tmp_path: Path) -> None:
    code, found = compared(versions(tmp_path, AWAY, AWAY + BONUS.format("blue")))
    assert (code, {d["evidence"] for d in found["differences"]}) == (1, {"witnessed"})


OTHER_GAME = """\
use "base.uno"

game other "Every round counts" extends base
  without base.one-round

  rule three-rounds
    when the round ends
    then end the match won by players

option fours "A 4 skips somebody"

  rule four-skips
    when player plays 4
    then pass turn to next player
"""


@pytest.mark.slow
def test_two_games_differ_in_how_a_round_ends_and_not_by_having_options(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text(
        BASE + '\noption mine "A 3"\n\n  rule mine\n    when player plays 3\n    then player draws 1\n'
    )
    (tmp_path / "other.uno").write_text(OTHER_GAME)
    call = ["diff", str(tmp_path / "base.uno"), str(tmp_path / "other.uno"), "--format", "json", "--budget", "5"]
    result = CliRunner().invoke(main, call)
    found = json.loads(result.stdout)
    ends = [d for d in found["differences"] if "end of a round" in d["message"]]
    assert [d["rules"] for d in ends] == [["base.one-round", "other.three-rounds"]]
    assert not [d for d in found["differences"] if d["kind"] == "option"]
    reasons = {x["option"]: x["reason"] for x in found["not_compared"]}
    assert "its text is the same" in reasons["base.mine"]
    assert "it is new" in reasons["other.fours"]


def test_tables_that_the_budget_does_not_reach_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table that the caller chose is compared first, and at any rate."""
    real = diff.compared

    def slow(*arguments: Any) -> Any:
        time.sleep(0.3)
        return real(*arguments)

    monkeypatch.setattr(diff, "compared", slow)
    call = versions(tmp_path, GIFT + FOURS, GIFT.replace("a 1 ", "a 2 ").replace("plays 1", "plays 2") + FOURS)
    result = CliRunner().invoke(main, ["diff", *call, "--format", "json", "--budget", "0.2"])
    found = json.loads(result.stdout)
    assert [(x["options"], x["seats"]) for x in found["tables"]] == [([], 2)]
    assert {"option": "house.gift", "reason": "the budget ran out"} in found["not_compared"]
    assert found["compared"] == []
    assert any("the budget ran out after 1 table:" in x for x in found["notes"])


LEAN = GIFT.replace("  act pass\n", "")
"""The option without an act that only the rule to come needs."""

PASSING = NONE_LEFT.replace("  rule none-left", "  act pass\n\n  rule none-left")


def replayed(folder: Path, difference: dict[str, Any]) -> None:
    """Both stories of a difference pass with their version."""
    for side in ("old", "new"):
        (folder / side / "witness.uno").write_text(difference[side] + "\n")
        result = CliRunner().invoke(main, ["test", str(folder / side / "witness.uno")])
        assert result.exit_code == 0, result.output


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new"), [(LEAN, LEAN + PASSING), (LEAN + PASSING, LEAN)])
def test_a_move_that_the_other_version_has_no_word_for(tmp_path: Path, old: str, new: str) -> None:
    code, found = compared(versions(tmp_path, old, new), *ONE_TABLE)
    (difference,) = (d for d in found["differences"] if "pass" in d["message"])
    assert (code, difference["evidence"]) == (1, "witnessed")
    replayed(tmp_path, difference)


def test_an_act_that_nothing_uses_is_no_difference(tmp_path: Path) -> None:
    code, found = compared(versions(tmp_path, LEAN, GIFT), *ONE_TABLE)
    assert (code, {t["verdict"] for t in found["tables"]}) == (0, {"equal"})


@pytest.mark.slow
def test_an_act_that_does_more_is_a_difference(tmp_path: Path) -> None:
    old = LEAN + PASSING
    code, found = compared(
        versions(tmp_path, old, old.replace("act pass\n", "act pass\n    then player draws 1\n")), "--seats", "2"
    )
    assert code == 1
    assert "outcome" in [d["kind"] for d in found["differences"]]


@pytest.mark.slow
def test_a_move_that_never_comes_to_rest_any_more_is_said(tmp_path: Path) -> None:
    old = LEAN + PASSING
    code, found = compared(
        versions(tmp_path, old, old + "\n  rule loop\n    when player passes\n    then player passes\n"), "--seats", "2"
    )
    (difference,) = found["differences"]
    assert (code, difference["met"], difference["evidence"]) == (1, True, "bounded")
    assert "never comes to rest now" in difference["message"]
    assert "different" in {t["verdict"] for t in found["tables"]}


def test_what_players_are_told_is_a_difference(tmp_path: Path) -> None:
    old = LEAN + PASSING
    new = old.replace("then end giving", 'then end giving\n      note "none left" to player')
    new = old + new.removeprefix(old) if new.startswith(old) else new
    code, found = compared(versions(tmp_path, old, new), *ONE_TABLE)
    (difference,) = found["differences"]
    assert (code, difference["evidence"]) == (1, "witnessed")
    replayed(tmp_path, difference)


def test_what_an_option_says_of_others_is_compared(tmp_path: Path) -> None:
    head = 'option fours "A 4 skips somebody"\n'
    new = FOURS.replace(head, head + "  excludes gift\n")
    code, found = compared(versions(tmp_path, GIFT + FOURS, GIFT + new), *ONE_TABLE)
    (difference,) = found["differences"]
    assert (code, difference["kind"]) == (1, "option")
    assert difference["message"] == "the option `house.fours` now excludes `house.gift`"


def test_new_parameters_are_read_off(tmp_path: Path) -> None:
    parameter = "\n  parameter gifts: {} to 3, default {}\n"
    code, found = compared(versions(tmp_path, GIFT, GIFT + parameter.format(1, 2)), *ONE_TABLE)
    assert (code, [d["message"] for d in found["differences"]]) == (1, ["the parameter `gifts` is new: 1 to 3, here 2"])


def test_another_range_of_a_parameter_is_read_off(tmp_path: Path) -> None:
    parameter = "\n  parameter gifts: {} to 3, default {}\n"
    files = versions(tmp_path, GIFT + parameter.format(1, 2), GIFT + parameter.format(0, 2))
    code, found = compared(files, *ONE_TABLE)
    assert [d["message"] for d in found["differences"]] == ["`gifts` could be 1 to 3, and now 0 to 3"]
    assert code == 1


def test_points_of_cards_are_read_off(tmp_path: Path) -> None:
    files = versions(tmp_path, GIFT, GIFT)
    for path, value in ((files[0], 20), (files[1], 50)):
        base = Path(path).parent / "base.uno"
        base.write_text(
            BASE.replace("means number of face of the card", f"means {value} if the card is star, otherwise 1")
        )
    code, found = compared(files, *ONE_TABLE)
    assert "other points of cards (star: 20, now 50)" in [d["message"] for d in found["differences"]]
    assert code == 1


DRAWS = """\
use "base.uno"
options for base

option draws "A 2 makes somebody draw"

  rule two-draws
    when player plays 2
    then next player draws 1

option mild "A 2 does nothing, unless one holds few cards"

  rule mild
    when player plays 2
    instead of two-draws
    if number of cards in hand of player is at least 1
    then do nothing
"""


@pytest.mark.slow
def test_a_change_that_shows_only_beside_another_option_is_found(tmp_path: Path) -> None:
    files = versions(tmp_path, DRAWS, DRAWS.replace("    if number of cards in hand of player is at least 1\n", ""))
    code, found = compared(files, *ONE_TABLE)
    alone = {tuple(t["options"]): t["verdict"] for t in found["tables"]}[("house.mild",)]
    assert alone != "different"
    assert code == 1


@pytest.mark.slow
def test_a_change_that_shows_only_at_another_value_of_a_parameter_is_found(tmp_path: Path) -> None:
    rule = FOURS.replace("    then pass", "    if hand-size is {}\n    then pass")
    text = 'use "base.uno"\noptions for base\n' + rule
    code, found = compared(versions(tmp_path, text.format(4), text.format(3)), "--set", "hand-size=2", "--seats", "2")
    assert (code, found["differences"]) == (0, [])
    code, found = compared([str(tmp_path / side / "house.uno") for side in ("old", "new")], "--seats", "2")
    assert code == 1
    other = rule.replace("hand-size is {}", "hand-size is 1 or number of cards in hand of player is {}")
    (tmp_path / "more").mkdir()
    head = 'use "base.uno"\noptions for base\n'
    files = versions(tmp_path / "more", head + other.format(9), head + rule.format(9))
    code, found = compared(files, "--seats", "2")
    assert code == 1
    assert {tuple(t["parameters"].items()) for t in found["tables"] if t["verdict"] == "different"} == {
        (("hand-size", "1"),)
    }


def test_the_first_of_several_meanings_is_the_value_of_a_card(tmp_path: Path) -> None:
    """Of two with a condition that of the first name counts, whatever the other one and the one behind them say."""
    files = versions(tmp_path, GIFT, GIFT)
    rule = "  rule {}\n    points of a card means {}\n    if the card is star\n\n"
    plain = "means number of face of the card"
    for path, first, last in ((files[0], 20, 0), (files[1], 20, 3)):
        rows = rule.format("a-first", first) + rule.format("a-last", last)
        behind = BASE.replace(plain, f"means {last} if the card is star, otherwise number of face of the card")
        (Path(path).parent / "base.uno").write_text(behind.replace("  rule points\n", f"{rows}  rule points\n"))
    _, found = compared(files, *ONE_TABLE)
    assert [d["message"] for d in found["differences"] if "of cards" in d["message"]] == []


def test_what_a_table_needs_is_read_off(tmp_path: Path) -> None:
    needs = '\n  needs deck size is at least {} "cards"\n'
    files = versions(tmp_path, GIFT + needs.format(6), GIFT + needs.format(9))
    code, found = compared(files, *ONE_TABLE)
    assert [d["message"] for d in found["differences"]] == [
        "`needs deck size is at least 6` is gone",
        "`needs deck size is at least 9` is new",
    ]
    assert code == 1


@pytest.mark.parametrize(
    ("game", "option", "now"),
    [
        ("  excludes fours\n", "", "not at all"),
        ("", "  seats 3 to 4\n", "with 3 to 4 players"),
        ("", "", None),
    ],
)
def test_where_an_option_can_be_on_is_compared(tmp_path: Path, game: str, option: str, now: str | None) -> None:
    """A game that excludes an option now, or an option that is for fewer players now."""
    old = BASE + FOURS
    new = BASE + FOURS.replace('somebody"\n', f'somebody"\n{option}')
    if now is None:
        # (what the game itself allows is a difference of its own)
        new = new.replace("seats 2 to 4", "seats 2 to 3")
    else:
        new = new.replace("  seats 2 to 4\n", "  seats 2 to 4\n" + game)
    files = []
    for side, text in (("old", old), ("new", new)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "base.uno").write_text(text)
        files.append(str(tmp_path / side / "base.uno"))
    code, found = compared(files, *ONE_TABLE)
    said = [d["message"] for d in found["differences"] if d["kind"] == "option"]
    wanted = f"the option `base.fours` could be switched on with 2 to 4 players, and now {now}"
    assert said == ([] if now is None else [wanted])
    assert code == 1


def test_a_move_that_is_possible_by_mistake_only_is_a_difference(tmp_path: Path) -> None:
    rules = GIFT.replace("must hand over", "may hand over")
    files = versions(tmp_path, rules, rules.replace("may hand over", "may by mistake hand over"))
    code, found = compared(files, *ONE_TABLE, "--with", "gift")
    said = [d["message"] for d in found["differences"] if d["kind"] == "table"]
    assert said == ["the move of `hand-over` may be made before, and now it can be made by mistake only"]
    assert code == 1


def test_who_sees_a_pile_is_one_difference(tmp_path: Path) -> None:
    """That its cards lie in order now is no other one."""
    aside = GIFT.replace("  act pass", "  zone side, face down\n  act pass")
    aside += "\n  rule aside\n    when player plays 2\n    then move top from draw pile to side\n"
    files = versions(tmp_path, aside, aside.replace("side, face down", "side, face up"))
    _, found = compared(files, *ONE_TABLE, "--with", "gift")
    assert [d["message"] for d in found["differences"]] == ["`side` was face down, and is now face up"]


def test_who_sees_a_note_is_a_difference(tmp_path: Path) -> None:
    noted = GIFT + '\n  rule noted\n    when player plays 2\n    then note "two" to everyone\n'
    files = versions(tmp_path, noted, noted.replace("to everyone", "to next player"))
    _, found = compared(files, *ONE_TABLE, "--with", "gift")
    (difference,) = found["differences"]
    assert difference["evidence"] == "witnessed"
    assert 'expect no note "two" to' in difference["new"]
