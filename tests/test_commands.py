"""The commands as they are called: exit codes, JSON, and what a wrong call or file does (a message, and nothing written)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import unodsl
from tests.effort import one_in
from unodsl.commands.main import main
from unodsl.saved import SavedGame, SavedMove

CASES = Path(__file__).parent / "cases" / "checks"
BASE = (CASES / "base.uno").read_text(encoding="utf-8")
RULE = 'use "base.uno"\noptions for base\n\noption extra "A 3 costs the next player a card"\n\n'
RULE += "  rule extra\n    when player plays 3\n    then next player draws 1\n"
SCENARIO = '\nscenario "{title}"\n  with extra\n  seats ann, bob\n  ann holds red 3, red 4\n  bob holds blue 1\n'
SCENARIO += "  discard pile is red 1\n  ann plays red 3\n  expect number of cards in hand of bob is {count}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game and a file of options, from which the commands are called."""
    (tmp_path / "base.uno").write_text(BASE, encoding="utf-8")
    (tmp_path / "house.uno").write_text(RULE + SCENARIO.format(title="one more", count=2), encoding="utf-8")
    for name in ("outcomes-fires", "endless-undecided", "stuck-fires", "dead-event-fires"):
        (tmp_path / f"{name}.uno").write_text((CASES / f"{name}.uno").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str, code: int = 0) -> Result:
    """Call `unodsl`; the exit code is looked at, and no traceback or defect may show."""
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == code, f"{arguments}: {result.exit_code}\n{result.output}\n{result.exception!r}"
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    assert "unodsl itself failed" not in result.output
    return result


def as_json(*arguments: str, code: int = 0) -> dict[str, Any]:
    """The JSON that a call prints."""
    value = json.loads(call(*arguments, "--format", "json", code=code).stdout)
    assert isinstance(value, dict)
    assert value["version"] == 1
    return value


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# --------------------------------------------------------------------------------------------------------------- check

JUMPING = ("outcomes-fires.uno", "--with", "outcomes-fires.jump", "--with", "outcomes-fires.slap", "--seats", "3")
UNDECIDED = ("endless-undecided.uno", "--with", "chain", "--seats", "3", "--budget", "3")


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_the_same_check_finds_the_same() -> None:
    one, two = (as_json("check", *JUMPING, "--no-cache", code=1)["findings"] for _ in range(2))
    assert one == two


@pytest.mark.long
def test_the_order_of_sets_does_not_show() -> None:
    """Two processes go through sets of names in different orders; what they find and how it is proved is the same."""
    arguments = ("psycho.uno", "--with", "psycho.stacking", "--seats", "2", "--select", "UNO302", "--select", "UNO405")
    reports = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "unodsl.commands.main", "check", *arguments, "--no-cache", "--format", "json"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        report = json.loads(done.stdout)
        report["summary"]["seconds"] = 0
        reports.append(report)
    assert reports[0] == reports[1]


@pytest.mark.usefixtures("folder", "checks_once")
class TestCheck:
    """`unodsl check`."""

    def test_clean(self) -> None:
        found = as_json("check", "house.uno", "--with", "house.extra", "--seats", "2")["findings"]
        assert {f["code"] for f in found} == {"UNO304", "UNO305"}
        assert {f["severity"] for f in found} == {"note"}

    def test_found(self) -> None:
        result = call("check", *JUMPING, code=1)
        for words in ("these two contradict each other", "error UNO203 outcomes-fires.jump", "--witness UNO203.1"):
            assert words in result.output

    def test_failing_can_be_narrowed(self) -> None:
        dead = ("check", "dead-event-fires.uno", "--with", "hot", "--seats", "2")
        call(*dead, code=1)
        call(*dead, "--fail-on", "error", code=0)
        call(*dead, "--fail-on", "error,warning", code=1)
        call("check", *JUMPING, "--fail-on", "error", code=1)

    def test_open(self) -> None:
        call("check", *UNDECIDED, code=0)
        call("check", *UNDECIDED, "--fail-on", "open", code=3)
        call("check", *UNDECIDED, "--fail-on", "error,open", code=3)

    def test_findings_come_before_open_questions(self) -> None:
        call("check", *JUMPING, "--fail-on", "error,open", code=1)

    @pytest.mark.slow
    def test_several_numbers_of_seats(self) -> None:
        assert as_json("check", "house.uno", "--with", "extra", "--seats", "2..3")["summary"]["tables"] == 2

    def test_json(self) -> None:
        value = as_json("check", *JUMPING, code=1)
        assert set(value["summary"]) >= {"tables", "clean_proved", "found_witnessed", "open_bounded", "seconds"}
        assert value["summary"]["found_witnessed"] + value["summary"]["open_bounded"] == len(value["findings"])
        (finding,) = (f for f in value["findings"] if f["severity"] != "note")
        assert set(finding) >= {
            *("code", "name", "severity", "message", "rules", "options", "seats", "locations", "evidence", "witness"),
            "fixes",
        }
        assert (finding["code"], finding["name"], finding["severity"]) == ("UNO203", "two-outcomes", "error")
        assert sorted(finding["rules"]) == ["outcomes-fires.jump", "outcomes-fires.slap"]
        assert sorted(finding["options"]) == ["outcomes-fires.jump", "outcomes-fires.slap"]
        assert finding["evidence"] == "witnessed"
        assert finding["seats"] == 3
        assert {x["file"] for x in finding["locations"]} == {"outcomes-fires.uno"}
        assert all(x["line"] > 0 and x["column"] > 0 for x in finding["locations"])

    def test_the_witness_passes_as_a_file(self, folder: Path) -> None:
        witness = as_json("check", *JUMPING, code=1)["findings"][0]["witness"]
        (folder / "witness.uno").write_text(witness, encoding="utf-8")
        call("test", "witness.uno")

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("--with", "extar"), "extra"),
            (("--set", "hand-sise=2"), "hand-size"),
            (("--set", "hand-size=99"), "from 1 to 4"),
            (("--set", "hand-size=many"), "is a number"),
            (("--set", "hand-size"), "NAME=VALUE"),
            (("--set", "hand-size=3", "--set", "hand-size=4"), "`hand-size` is set twice, to `3` and to `4`"),
            (("--seats", "9"), "2 to 4 seats"),
            (("--seats", "3..2"), "2..3"),
            (("--seats", "many"), "is not a number of seats"),
            (("--seats", "0"), "2 to 4 seats"),
            (("--fail-on", "nothing"), "nothing to fail on"),
            (("--budget", "-1"), "budget"),
            (("--format", "xml"), "xml"),
            (("--nonsense",), "nonsense"),
        ],
    )
    def test_wrong_calls(self, arguments: tuple[str, ...], words: str) -> None:
        assert words in call("check", "house.uno", *arguments, code=2).output

    def test_cards_that_do_not_last(self, folder: Path) -> None:
        few = BASE.replace("2 of each color: 1 to 4", "1 of each color: 1 to 2")
        (folder / "few.uno").write_text(few.replace("game base", "game few"), encoding="utf-8")
        assert "UNO112" in call("check", "few.uno", "--seats", "4", "--set", "hand-size=4", code=2).output


# ---------------------------------------------------------------------------------------------------------------- test


@pytest.mark.usefixtures("folder")
class TestTest:
    """`unodsl test`."""

    def test_passes(self) -> None:
        assert call("test", "house.uno").output.startswith("1 passed, 0 failed")

    def test_fails(self, folder: Path) -> None:
        (folder / "house.uno").write_text(RULE + SCENARIO.format(title="wrong", count=9), encoding="utf-8")
        output = call("test", "house.uno", code=1).output
        assert "failed: wrong" in output
        assert "0 passed, 1 failed" in output

    def test_cannot_be_run(self, folder: Path) -> None:
        text = RULE + SCENARIO.format(title="too many", count=2).replace("red 3, red 4", "3 * red 3, red 4")
        (folder / "house.uno").write_text(text, encoding="utf-8")
        assert "UNO113" in call("test", "house.uno", code=2).output

    def test_json(self, folder: Path) -> None:
        more = SCENARIO.format(title="one more", count=2) + SCENARIO.format(title="wrong", count=9)
        (folder / "house.uno").write_text(RULE + more, encoding="utf-8")
        value = as_json("test", "house.uno", code=1)
        assert (value["passed"], value["failed"]) == (1, 1)
        assert [(s["title"], s["passed"]) for s in value["scenarios"]] == [("one more", True), ("wrong", False)]
        assert as_json("test", "house.uno", "--filter", "more")["failed"] == 0

    def test_a_filter_that_nothing_fits(self) -> None:
        assert "no scenario has `banana` in its title" in call("test", "house.uno", "--filter", "banana", code=2).output

    def test_no_scenario_at_all(self, folder: Path) -> None:
        (folder / "house.uno").write_text(RULE, encoding="utf-8")
        assert "0 passed, 0 failed: there is no scenario in these files" in call("test", "house.uno").output

    @pytest.mark.parametrize(
        ("old", "new", "code"),
        [
            ("seats 2 to 4", "seats 0", "UNO107"),
            ("seats 2 to 4", "seats 2 to 99999", "UNO107"),
            ("2 of each color: 1 to 4", "2 of each color: 1", "UNO112"),
            ("  deck in draw pile", "  # deck in draw pile", "UNO10"),
        ],
    )
    def test_a_game_that_cannot_be_played(self, folder: Path, old: str, new: str, code: str) -> None:
        assert old in BASE
        (folder / "base.uno").write_text(BASE.replace(old, new), encoding="utf-8")
        output = call("test", "base.uno", code=2).output
        assert code in output
        assert "no scenario was run" in output

    def test_an_option_for_three(self, folder: Path) -> None:
        rule = RULE.replace('player a card"\n', 'player a card"\n  needs seats is more than 2 "for three"\n')
        text = rule + SCENARIO.format(title="three", count=2).replace("ann, bob", "ann, bob, cyd")
        (folder / "house.uno").write_text(text, encoding="utf-8")
        assert call("test", "house.uno").output.startswith("1 passed, 0 failed")

    def test_a_scenario_that_cannot_be_read(self, folder: Path) -> None:
        text = RULE + SCENARIO.format(title="good", count=2) + SCENARIO.format(title="bad", count="(")
        (folder / "house.uno").write_text(text, encoding="utf-8")
        output = call("test", "house.uno", code=2).output
        assert "cannot read a scenario\nerror UNO101" in output
        assert "1 passed, 0 failed, some cannot be read" in output
        assert as_json("test", "house.uno", code=2)["unread"][0].startswith("error UNO101")

    def test_one_reason_for_many(self, folder: Path) -> None:
        text = "".join(SCENARIO.format(title=str(i), count=2) for i in range(5)).replace("with extra", "with extar")
        (folder / "house.uno").write_text(RULE + text.replace("house.uno", ""), encoding="utf-8")
        output = call("test", "house.uno", code=2).output
        assert "0 passed, 0 failed, 5 cannot run" in output
        twice = RULE + SCENARIO.format(title="same", count=2) * 2
        (folder / "house.uno").write_text(twice, encoding="utf-8")
        output = call("test", "house.uno", code=2).output
        assert "two scenarios are called `same`" in output
        assert "1 passed, 0 failed, 1 cannot run" in output

    def test_warnings(self, folder: Path) -> None:
        text = SCENARIO.format(title="sure", count=2) + "  expect bob cannot play red 4\n"
        (folder / "house.uno").write_text(RULE + text, encoding="utf-8")
        output = call("test", "house.uno").output
        assert "in: sure\nwarning: this cannot fail" in output
        assert "1 passed, 0 failed, 1 warning" in output
        assert len(as_json("test", "house.uno")["scenarios"][0]["warnings"]) == 1

    def test_rulesets_of_another_folder(self, folder: Path) -> None:
        """What scenarios use lies beside them, in a folder that is given, or among the rulesets that come along."""
        inner = folder / "tests"
        inner.mkdir()
        scenario = 'use "house.uno"\noptions for base\n' + SCENARIO.format(title="elsewhere", count=2)
        (inner / "mine.uno").write_text(scenario, encoding="utf-8")
        assert "there is no file `house.uno`" in call("test", "tests/mine.uno", code=2).output
        assert call("test", "tests/mine.uno", "--rulesets", ".").output.startswith("1 passed, 0 failed")
        shipped = 'use "psycho.uno"\noptions for psycho\n\nscenario "shipped"\n  seats ann, bob\n  ann draws 1\n'
        (inner / "mine.uno").write_text(shipped, encoding="utf-8")
        assert call("test", "tests/mine.uno").output.startswith("1 passed, 0 failed")
        call("test", "tests/mine.uno", "--rulesets", "nowhere", code=2)

    def test_rules_that_no_scenario_fires(self) -> None:
        assert as_json("test", "house.uno")["never_fired"] == []
        assert "base.draw" in as_json("test", "base.uno")["never_fired"]


# ------------------------------------------------------------------------------------------------------------ simulate


@pytest.mark.usefixtures("folder")
class TestSimulate:
    """`unodsl simulate`."""

    def test_text(self) -> None:
        first, second, *_ = call("simulate", "house.uno", "--with", "extra", "--games", "5").output.splitlines()
        assert first == "base at 2 seats; with house.extra"
        assert second.startswith("5 matches of")

    def test_json(self) -> None:
        value = as_json("simulate", "house.uno", "--with", "extra", "--games", "20", "--seats", "3")
        keys = {"games", "moves", "wins", "seconds", "moves_per_second", "executor", "rules"}
        assert set(value) >= keys
        assert value["games"] == sum(value["wins"]) == 20
        assert len(value["wins"]) == value["seats"] == 3
        assert value["executor"] == "python"
        assert value["rules"]["house.extra"] > 0
        assert value["moves"] == value["rules"]["base.play"] + value["rules"]["base.draw"]

    def test_jobs_and_executors_do_not_change_the_games(self) -> None:
        timed = ("seconds", "moves_per_second", "executor")
        arguments = ("simulate", "house.uno", "--with", "extra", "--games", "120", "--seed", "5")
        one, two, slow = (
            {k: v for k, v in as_json(*arguments, *more).items() if k not in timed}
            for more in (("--jobs", "1"), ("--jobs", "2"), ("--executor", "reference"))
        )
        assert one == two == slow
        assert one != {k: v for k, v in as_json(*arguments[:-1], "6").items() if k not in timed}

    def test_games_that_get_stuck(self) -> None:
        assert as_json("simulate", "stuck-fires.uno", "--with", "toll", "--games", "20", code=1)["stuck"] > 0

    @pytest.mark.parametrize(
        "arguments",
        [("--games", "0"), ("--games", "x"), ("--jobs", "0"), ("--seats", "1"), ("--seats", "17"), ("--executor", "c")],
    )
    def test_wrong_calls(self, arguments: tuple[str, ...]) -> None:
        call("simulate", "house.uno", *arguments, code=2)


# ----------------------------------------------------------------------------------------------------------------- fmt


class TestFmt:
    """`unodsl fmt`."""

    def test_canonical(self, folder: Path) -> None:
        before = contents(folder)
        call("fmt", "--check", "house.uno", "base.uno")
        call("fmt", "house.uno", "base.uno")
        assert contents(folder) == before

    def test_changes(self, folder: Path) -> None:
        good = (folder / "house.uno").read_bytes()
        (folder / "house.uno").write_bytes(good.replace(b"    when", b"      when").replace(b"    then", b"      then"))
        before = contents(folder)
        assert "would change house.uno" in call("fmt", "--check", "house.uno", code=1).output
        assert contents(folder) == before
        call("fmt", "house.uno")
        assert (folder / "house.uno").read_bytes() == good
        call("fmt", "--check", "house.uno")
        assert set(contents(folder)) == set(before)

    def test_what_does_not_parse_stays_as_it_is(self, folder: Path) -> None:
        (folder / "house.uno").write_text(RULE + "   nonsense here\n", encoding="utf-8")
        before = contents(folder)
        call("fmt", "house.uno", code=2)
        call("fmt", "--check", "house.uno", code=2)
        assert contents(folder) == before


# -------------------------------------------------------------------------------------------------------- play, replay


class TestReplay:
    """`unodsl play --bots --save` and `unodsl replay`."""

    GAME = ("play", "house.uno", "--with", "extra", "--bots", "--seats", "3", "--seed", "11", "--save")

    def test_the_same_seed_saves_the_same_bytes(self, folder: Path) -> None:
        call(*self.GAME, "one.json")
        call(*self.GAME, "two.json")
        assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()

    def test_a_saved_game_ends_as_it_did(self, folder: Path) -> None:
        call(*self.GAME, "one.json")
        before = contents(folder)
        first = call("replay", "one.json").output
        assert "the game ends as it did" in first
        assert call("replay", "one.json").output == first
        assert contents(folder) == before

    def test_json(self, folder: Path) -> None:
        call(*self.GAME, "one.json")
        saved = json.loads((folder / "one.json").read_text(encoding="utf-8"))
        value = as_json("replay", "one.json")
        assert (value["moves"], value["same_end"]) == (len(saved["moves"]), True)
        assert as_json("replay", "one.json", "--to", "2")["moves"] == 2

    def test_another_end_is_told(self, folder: Path) -> None:
        call(*self.GAME, "one.json")
        saved = json.loads((folder / "one.json").read_text(encoding="utf-8"))
        (folder / "two.json").write_text(json.dumps({**saved, "end": "0" * 16}), encoding="utf-8")
        assert "ends otherwise" in call("replay", "two.json", code=1).output
        (folder / "two.json").write_text(json.dumps({**saved, "moves": saved["moves"][:1]}), encoding="utf-8")
        told = call("play", "--resume", "two.json", code=2).output
        assert "error UNO115: the moves in `two.json` do not lead to where the game was left" in told

    def test_a_move_that_is_not_legal(self, folder: Path) -> None:
        call(*self.GAME, "one.json")
        saved = json.loads((folder / "one.json").read_text(encoding="utf-8"))
        for move in (["base.play", 7, 0], ["base.play", 0, 999], ["base.nothing", 0, 0], ["base.draw", -1, 1]):
            (folder / "two.json").write_text(json.dumps({**saved, "moves": [move]}), encoding="utf-8")
            assert "UNO115" in call("replay", "two.json", code=2).output

    def test_a_game_of_other_rules_is_not_played(self, folder: Path) -> None:
        call(*self.GAME, "one.json")
        rules = folder / "house.uno"
        before = rules.read_text(encoding="utf-8")
        rules.write_text("# only a comment is new\n" + before, encoding="utf-8")
        assert "the game ends as it did" in call("replay", "one.json").output
        rules.write_text(before.replace("draws 1", "draws 2"), encoding="utf-8")
        assert rules.read_text(encoding="utf-8") != before
        told = call("replay", "one.json", code=2).output
        assert "error UNO115: the rules have changed since this game was saved" in told
        assert "1." not in told

    def test_a_game_of_another_version_is_not_played(self, folder: Path) -> None:
        call(*self.GAME, "one.json")
        saved = json.loads((folder / "one.json").read_text(encoding="utf-8"))
        for version in (1, 3, "2", None):
            (folder / "two.json").write_text(json.dumps({**saved, "unodsl": version}), encoding="utf-8")
            told = call("replay", "two.json", code=2).output
            assert "was saved by another version of unodsl" in told

    @pytest.mark.parametrize(
        "text",
        [
            *("", "{", "[]", "null", "3", '"x"', "{}", '{"unodsl": 1}', '{"unodsl": 2}', "[" * 100_000, "\x00"),
            '{"unodsl":2,"files":3,"options":[],"parameters":{},"seats":2,"seed":1,"digest":"","end":"","moves":[]}',
            '{"unodsl":2,"files":["x.uno"],"options":[],"parameters":[],"seats":2,"seed":1,"digest":"","end":"","moves":[]}',
            '{"unodsl":2,"files":["house.uno"],"options":[],"parameters":{},"seats":99,"seed":1,"digest":"","end":"","moves":[]}',
            '{"unodsl":2,"files":["house.uno"],"options":[],"parameters":{},"seats":1e999,"seed":1,"digest":"","end":"","moves":[]}',
            '{"unodsl":2,"files":[],"options":[],"parameters":{},"seats":2,"seed":1,"digest":"","end":"","moves":[]}',
            '{"unodsl":2,"files":["house.uno"],"options":[],"parameters":{},"seats":2,"seed":-5,"digest":"","end":"","moves":[["a",1]]}',
        ],
        ids=lambda t: t[:60],
    )
    def test_what_is_no_saved_game(self, folder: Path, text: str) -> None:
        (folder / "game.json").write_text(text, encoding="utf-8")
        before = contents(folder)
        assert "error UNO1" in call("replay", "game.json", code=2).output
        assert contents(folder) == before

    @pytest.mark.parametrize(
        ("part", "value", "said"),
        [
            ("files", '"abc"', "`files` should be a list of texts"),
            ("options", "{}", "`options` should be a list of texts"),
            ("files", "[3]", "in `files`, a text is wanted, not `3`"),
            ("parameters", '{"hand-size": 3}', "in `parameters`, a text is wanted, not `3`"),
            ("seats", "3.7", "in `seats`, a whole number is wanted, not `3.7`"),
            ("seats", '"3"', "in `seats`, a whole number is wanted"),
            ("seed", "true", "in `seed`, a whole number is wanted, not `true`"),
            ("moves", '[["base.play", 0.5, 1]]', "in `moves`, a whole number is wanted, not `0.5`"),
            ("moves", "3", "is not a saved game"),
            ("digest", "null", "in `digest`, a text is wanted, not `null`"),
            ("unodsl", "1" * 5000, "is not a saved game"),
            ("seed", "1" * 5000, "is not a saved game"),
        ],
        ids=lambda x: x[:20],
    )
    def test_parts_of_another_type(self, folder: Path, part: str, value: str, said: str) -> None:
        call(*self.GAME, "one.json")
        saved = json.loads((folder / "one.json").read_text(encoding="utf-8"))
        text = json.dumps({**saved, part: "HERE"}).replace('"HERE"', value)
        (folder / "two.json").write_text(text, encoding="utf-8")
        told = call("replay", "two.json", code=2).output
        assert "error UNO115" in told
        assert said in told

    def test_moves_without_end(self, folder: Path) -> None:
        """Nobody can save such a game; a file can hold it all the same."""
        rule = "\n  rule echo\n    when player draws\n    then player draws 1\n"
        (folder / "house.uno").write_text(RULE + rule, encoding="utf-8")
        setup = unodsl.load("house.uno", options=("house.extra",), seats=2)
        match = setup.start(3)
        name = next(o.info.name for o in setup.table.offers if o.info.name.endswith(".draw"))
        while not (drawing := [m for m in match.moves if setup.table.offers[m.offer].info.name == name]):
            match.make(match.moves[0])
        held = match.saved()
        again = SavedMove(name, drawing[0].seat, drawing[0].argument)
        held = replace(held, moves=(*held.moves, again))
        (folder / "one.json").write_text(held.text(), encoding="utf-8")
        told = call("replay", "one.json", code=2).output
        assert f"UNO115: move {len(held.moves)} of the saved game does not come to rest" in told
        assert "house.echo" in told
        with pytest.raises(unodsl.RulesError, match="does not come to rest"):
            setup.replay(held)

    def test_a_start_without_end(self, folder: Path) -> None:
        """By chance: with some seeds the first rule sets the second off, which sets itself off."""
        rules = "\n  act clap\n  variable coin: 1 to 2\n\n  rule first\n    when the match begins\n    then\n"
        rules += "      coin becomes a random one of 1 to 2\n      if coin is 2 then (first of players) claps\n"
        rules += "\n  rule echo\n    when player claps\n    then player claps\n"
        (folder / "house.uno").write_text(RULE + rules, encoding="utf-8")
        start = ("play", "house.uno", "--with", "extra", "--seats", "2", "--seed")
        told = {seed: CliRunner().invoke(main, [*start, str(seed)], input="") for seed in range(1, 6)}
        assert {x.exit_code for x in told.values()} == {0, 2}
        endless = next(seed for seed, x in told.items() if x.exit_code)
        assert "UNO115: this game cannot begin: these rules keep setting each other off" in told[endless].output
        setup = unodsl.load("house.uno", options=("house.extra",), seats=2)
        held = SavedGame(("house.uno",), ("house.extra",), {}, 2, endless, (), setup.digest, "", (), setup.table.name)
        (folder / "two.json").write_text(held.text(), encoding="utf-8")
        assert "UNO115: the start of the saved game does not come to rest" in call("replay", "two.json", code=2).output

    def test_no_such_game(self, folder: Path) -> None:
        call("replay", "nothing.json", code=2)
        call("replay", str(folder), code=2)

    def test_no_folder_to_save_in(self) -> None:
        call(*self.GAME, "nowhere/one.json", code=2)


# ----------------------------------------------------------------------------------------- show, explain, clauses, new


@pytest.mark.usefixtures("folder")
class TestTelling:
    """The commands that only tell."""

    def test_show(self) -> None:
        assert "house.extra" in call("show", "house.uno", "--with", "extra").output
        assert "digraph" in call("show", "house.uno", "--with", "extra", "--graph").output
        compile(call("show", "house.uno", "--with", "extra", "--generated").output, "generated", "exec")
        value = as_json("show", "house.uno", "--with", "extra")
        assert "house.extra" in json.dumps(value)
        call("show", "house.uno", "--with", "nothing", code=2)

    def test_explain(self, folder: Path) -> None:
        rules = "".join(
            f"  rule {x}\n    when player plays 4\n    then next player draws 1\n" for x in ("seven", "swap")
        )
        (folder / "swaps.uno").write_text(f'use "base.uno"\noptions for base\noption swaps\n{rules}', encoding="utf-8")
        assert call("explain", "UNO203").output.startswith("# UNO203: two-outcomes")
        assert call("explain", "uno203").output == call("explain", "UNO203").output
        assert "house.extra" in call("explain", "extra", "house.uno").output
        assert "base.play" in call("explain", "base.play", "house.uno").output
        assert call("explain", "two-outcomes").output == call("explain", "UNO203").output
        assert "did you mean `two-outcomes`?" in call("explain", "two-outcome", code=2).output
        assert "did you mean" in call("explain", "UNO297", code=2).output
        call("explain", "extra", code=2)
        assert "did you mean" in call("explain", "extar", "house.uno", code=2).output
        assert "say `unodsl explain RULE house.uno`" in call("explain", "house.uno", code=2).output
        assert "say `unodsl explain extra house.uno`" in call("explain", "house.uno", "extra", code=2).output
        assert "its rules: `seven`, `swap`" in call("explain", "swaps", "swaps.uno", code=2).output

    def test_clauses(self, folder: Path) -> None:
        value = as_json("clauses", "official")
        assert {"id", "rules", "scenarios"} <= set(value["clauses"][0])
        assert {c["id"] for c in value["clauses"]} >= {"official.deck", "official.skip"}
        (folder / "list.toml").write_text('[[clause]]\nid = "official.skip"\n', encoding="utf-8")
        call("clauses", "official", "--missing-from", "list.toml")
        (folder / "list.toml").write_text('[[clause]]\nid = "official.nothing-says-this"\n', encoding="utf-8")
        assert "official.nothing-says-this" in call("clauses", "official", "--missing-from", "list.toml", code=1).output
        (folder / "list.toml").write_text("[[clause", encoding="utf-8")
        call("clauses", "official", "--missing-from", "list.toml", code=2)
        call("clauses", "official", "--missing-from", "nothing.toml", code=2)

    def test_new(self, folder: Path) -> None:
        call("new", "mine")
        assert (folder / "official.uno").is_file()
        call("test", "mine.uno")
        call("fmt", "--check", "mine.uno")
        before = contents(folder)
        assert "is there already" in call("new", "mine.uno", code=2).output
        call("new", "nowhere/mine", code=2)
        call("new", "other", "--for", "no-such-game", code=2)
        assert contents(folder) == before


# ---------------------------------------------------------------------------------------------------------- wrong files

READING = (
    ("check",),
    ("test",),
    ("simulate", "--games", "2"),
    ("fmt",),
    ("fmt", "--check"),
    ("clauses",),
    ("show",),
    ("explain", "extra"),
    ("play", "--bots", "--seed", "1", "--save", "game.json"),
)

WRONG: dict[str, bytes] = {
    "not-utf-8": b'game x "\xff\xfe"\n',
    "too-large": b"# a line of a comment\n" * 500_000,
    "zeros": b"\x00" * 1000,
    "binary": bytes(range(256)) * 20,
    "deep-blocks": b"".join(b"  " * i + b"game x\n" for i in range(300)),
    "deep-parentheses": b"game x\n  seats 2\n\n  rule a\n    when the match begins\n    if "
    + b"(" * 3000
    + b"yes"
    + b")" * 3000
    + b"\n    then begin a round\n",
    "deep-not": b"game x\n  rule a\n    when the match begins\n    if "
    + b"not " * 5000
    + b"yes\n    then do nothing\n",
    "long-line": b"game x\n  rule a\n    when the match begins\n    if " + b"1 + " * 50_000 + b"1 is 2\n",
    "long-word": b"game " + b"x" * 900_000 + b" y z\n",
    "quotes": b'game x "never ends\n' * 2000,
}


@pytest.mark.parametrize(("kind", "command"), one_in(4, [(kind, command) for kind in WRONG for command in READING]))
def test_wrong_texts(folder: Path, command: tuple[str, ...], kind: str) -> None:
    (folder / "wrong.uno").write_bytes(WRONG[kind])
    before = contents(folder)
    output = call(*command, "wrong.uno", code=2).output
    assert "error UNO1" in output
    assert contents(folder) == before
    if kind == "too-large":
        assert "larger than" in output


@pytest.mark.parametrize("command", [c for c in READING if c[0] != "fmt"], ids=" ".join)
@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "\ufeff"], ids=repr)
def test_empty_files(folder: Path, command: tuple[str, ...], text: str) -> None:
    (folder / "empty.uno").write_text(text, encoding="utf-8")
    before = contents(folder)
    assert "UNO104" in call(*command, "empty.uno", code=2).output
    assert contents(folder) == before


@pytest.mark.parametrize("command", READING, ids=" ".join)
@pytest.mark.parametrize(
    "path",
    ["missing.uno", "circle.uno", "x" * 5000 + ".uno", "house.uno/inside.uno", "none", "folder.uno"],
    ids=lambda p: p[:20],
)
def test_files_that_cannot_be_read(folder: Path, command: tuple[str, ...], path: str) -> None:
    (folder / "none").mkdir()
    (folder / "folder.uno").mkdir()
    (folder / "circle.uno").symlink_to("circle.uno")
    before = contents(folder)
    output = call(*command, path, code=2).output
    assert "UNO104" in output or ("UNO115" in output and "file name too long" in output)
    assert contents(folder) == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything can be read by root")
@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_files_without_permission(folder: Path, command: tuple[str, ...]) -> None:
    (folder / "closed.uno").write_text(RULE, encoding="utf-8")
    (folder / "closed.uno").chmod(0)
    assert "UNO104" in call(*command, "closed.uno", code=2).output


def test_links_do_not_lead_out_of_the_folder(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.uno"
    secret.write_text("game secret\n  seats 2\n  nobody may read this\n", encoding="utf-8")
    (folder / "inside.uno").symlink_to(secret)
    for path in ("inside.uno", str(secret), "../elsewhere0/secret.uno"):
        (folder / "asks.uno").write_text(f'use "{path}"\n{RULE}', encoding="utf-8")
        output = call("check", "asks.uno", code=2).output
        assert "nobody may read this" not in output


# ---------------------------------------------------------------------------------------------------------------- help

COMMANDS = (
    "check",
    "clauses",
    "compare",
    "diff",
    "explain",
    "explore",
    "fmt",
    "init",
    "lsp",
    "new",
    "play",
    "recheck",
    "replay",
    "sheet",
    "show",
    "simulate",
    "studio",
    "test",
)


def test_every_command_is_known() -> None:
    assert sorted(main.list_commands(click.Context(main))) == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_and_nothing_given(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Usage:" in call(command, "--help").output
    if command != "lsp":
        # which waits for an editor; in an empty folder there are no rules, and there is room for a repository
        call(command, code=0 if command == "init" else 2)


def test_the_list_of_commands_is_not_cut_off() -> None:
    assert "..." not in CliRunner().invoke(main, ["--help"], terminal_width=80).output.partition("Commands:")[2]


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["simulate", "--help"], ["--version"]])
def test_help_does_not_load_solvers(arguments: list[str]) -> None:
    script = (
        "import sys\nfrom unodsl.commands.main import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        "print(sorted({'z3', 'networkx', 'lark', 'rich'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_package_runs_as_the_command() -> None:
    """`python -m unodsl`, where the folder of commands is not on the path."""
    done = subprocess.run([sys.executable, "-m", "unodsl", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("unodsl")


def test_a_game_that_only_some_parameters_make_playable(tmp_path: Path) -> None:
    """What is wrong with the default alone is said of the scenarios that leave it."""
    file = tmp_path / "small.uno"
    file.write_text(
        """use "official.uno"

game small "A small deck" extends official
  deck
    remove 2 to 9, skip, reverse, draw-two, wild, wild-draw-four

scenario "one card each"
  set hand-size to 1
  seats ann, bob
  ann holds red 1
  expect number of cards in hand of ann is 1

scenario "seven cards each"
  seats ann, bob
  ann holds red 1
  expect number of cards in hand of ann is 7
""",
        encoding="utf-8",
    )
    output = call("test", str(file), code=2).output
    assert "1 passed, 0 failed, 1 cannot run" in output
    assert "cannot run: seven cards each" in output


@pytest.mark.parametrize(
    "arguments",
    [
        ("test", ""),
        ("check", "house.uno", ""),
        ("play", ""),
        ("simulate", "house.uno", "--out", ""),
        ("diff", "house.uno", ""),
        ("fmt", ""),
        ("replay", ""),
        ("init", ""),
        ("check", "house.uno", "--baseline", ""),
        ("check", "house.uno", "--config", ""),
    ],
)
def test_an_empty_name_is_not_the_current_folder(folder: Path, arguments: tuple[str, ...]) -> None:
    before = contents(folder)
    assert "its name is empty" in call(*arguments, code=2).stderr
    assert contents(folder) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "house.uno", "--budget"),
        ("diff", "house.uno", "house.uno", "--budget"),
        ("explore", "house.uno", "--budget"),
        ("play", "house.uno", "--pace"),
    ],
)
def test_nan_is_no_number_of_seconds(folder: Path, arguments: tuple[str, ...]) -> None:
    assert "`nan` is not a number of seconds" in call(*arguments, "nan", code=2).stderr


def test_show_reads_options_that_are_off(folder: Path) -> None:
    text = (folder / "house.uno").read_text(encoding="utf-8")
    (folder / "house.uno").write_text(text.replace("draws 1", "draws nonsense"), encoding="utf-8")
    assert "unknown name `nonsense`" in call("show", "house.uno", code=2).stderr


def test_an_option_of_a_game_with_nothing_in_common_is_refused(folder: Path) -> None:
    own = BASE.replace('game base "Two colors"', 'game other "Another game"')
    (folder / "other.uno").write_text(
        own + '\noption more "A point for a 3"\n\n  rule more\n    when player plays 3\n    then score of player += 1\n'
    )
    shown = call("check", "base.uno", "other.uno", "--with", "other.more", "--no-cache", code=2).output
    assert "`other.more` is an option of `other`, which has nothing to do with `base`" in shown
    assert "`--game other` checks it where it belongs" in shown


def test_calls_are_answered_by_what_was_meant(folder: Path) -> None:
    assert "it is a rule of `base`, and is always on" in call("check", "house.uno", "--with", "draw", code=2).output
    assert "it is a rule of `base`" in call("check", "house.uno", "--without", "base.draw", code=2).output
    assert "say `3..4`" in call("check", "house.uno", "--seats", "3-4", code=2).output
