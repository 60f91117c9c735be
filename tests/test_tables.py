"""The table that was asked for: which game each command judges or plays, with which options, in whatever way the files are named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import unodsl
from tests.effort import few_and_slow
from tests.test_commands import as_json, call
from unodsl.api.setup import load
from unodsl.commands.main import main
from unodsl.diagnostics import RulesError
from unodsl.resolve import load_project
from unodsl.tables import project_of

BASE = (Path(__file__).parent / "cases" / "checks" / "base.uno").read_text(encoding="utf-8")
ZOO = """use "base.uno"

game zoo "Zoo" extends base

option roar "A 3 costs the next player a card"
  on by default

  rule roar
    when player plays 3
    then next player draws 1

option purr "A 3 costs nobody anything, and a 2 the next player a card"
  excludes roar

  rule purr
    when player plays 2
    then next player draws 1
"""
ANT = """use "base.uno"

game ant "Ant hill" extends base
  set hand-size to 2

option crawl "A 4 costs the next player a card"

  rule crawl
    when player plays 4
    then next player draws 1
"""
FOR_ZOO = """use "zoo.uno"
options for zoo

option feed "A 1 costs the next player a card"

  rule feed
    when player plays 1
    then next player draws 1

option nap "A 1 costs the player a card"
  on by default

  rule nap
    when player plays 1
    then player draws 1
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three games, one of which the others extend and sorts between them, and options for the last."""
    for name, text in (("base", BASE), ("zoo", ZOO), ("ant", ANT), ("for-zoo", FOR_ZOO)):
        (tmp_path / f"{name}.uno").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


ONE_TABLE = {
    "show": (),
    "simulate": ("--games", "2"),
    "explore": ("--most-states", "50"),
    "play": ("--bots", "--seed", "1"),
    "explain": (),
}
"""The commands that are about one table, with what makes them quick."""

CASES: dict[str, tuple[tuple[str, ...], str]] = {
    "a game": (("zoo.uno",), "zoo at 2 seats; with zoo.roar"),
    "a game with an option of another": (
        ("zoo.uno", "--with", "ant.crawl"),
        "zoo at 2 seats; with ant.crawl, zoo.roar",
    ),
    "the game that the others extend": (("base.uno", "--with", "ant.crawl"), "base at 2 seats; with ant.crawl"),
    "two games": (("zoo.uno", "ant.uno"), "zoo at 2 seats; with zoo.roar"),
    "two games the other way": (("ant.uno", "zoo.uno"), "ant at 2 seats"),
    "a game behind the one that it extends": (("base.uno", "zoo.uno"), "base at 2 seats"),
    "options first": (("for-zoo.uno", "zoo.uno"), "zoo at 2 seats; with for-zoo.nap, zoo.roar"),
    "options last": (("zoo.uno", "for-zoo.uno"), "zoo at 2 seats; with for-zoo.nap, zoo.roar"),
    "options alone": (("for-zoo.uno", "--with", "feed"), "zoo at 2 seats; with for-zoo.feed, for-zoo.nap, zoo.roar"),
    "options first, and another game": (("for-zoo.uno", "ant.uno"), "zoo at 2 seats; with for-zoo.nap, zoo.roar"),
    "options of a file that is not given": (
        ("zoo.uno", "--with", "for-zoo.feed"),
        "zoo at 2 seats; with for-zoo.feed, zoo.roar",
    ),
    "options for another game": (("ant.uno", "for-zoo.uno", "--with", "feed"), "ant at 2 seats; with for-zoo.feed"),
    "a folder": ((".",), "base at 2 seats"),
    "a folder and a game": ((".", "--game", "ant"), "ant at 2 seats"),
    "another game of the files": (("ant.uno", "zoo.uno", "--game", "zoo"), "zoo at 2 seats; with zoo.roar"),
    "a game that lies beside": (("ant.uno", "--game", "zoo"), "zoo at 2 seats; with zoo.roar"),
    "left out": (("zoo.uno", "--without", "roar"), "zoo at 2 seats; without zoo.roar"),
    "gives way": (("zoo.uno", "--with", "purr"), "zoo at 2 seats; with zoo.purr; without zoo.roar"),
    "a parameter": (("ant.uno", "--set", "hand-size=3"), "ant at 2 seats; hand-size 3"),
}


def table_line(command: str, *arguments: str) -> str:
    """The line on the table that a command prints first."""
    said = call(command, *(("play",) if command == "explain" else ()), *arguments, *ONE_TABLE[command]).stdout
    first = said.splitlines()[0]
    return first.partition(": ")[2] if command in ("show", "play", "explain") else first


# (`explain` takes no numbers)
@pytest.mark.parametrize(
    ("case", "command"),
    [(c, x) for c, (given, _) in CASES.items() for x in ONE_TABLE if (x, "--set" in given) != ("explain", True)],
)
@pytest.mark.usefixtures("folder")
def test_the_table_of_a_command(command: str, case: str) -> None:
    arguments, words = CASES[case]
    assert table_line(command, *arguments) == words


@pytest.mark.parametrize("command", [c for c in ONE_TABLE if c not in ("show", "play")])
@pytest.mark.usefixtures("folder")
def test_the_table_in_json(command: str) -> None:
    names = ("play",) if command == "explain" else ()
    more = () if command == "explain" else ("--set", "hand-size=2", "--seats", "3")
    value = as_json(command, *names, "ant.uno", "--with", "zoo.purr", *more, *ONE_TABLE[command])
    found = {key: value[key] for key in ("game", "options", "without", "parameters", "seats")}
    seats = 2 if command == "explain" else 3
    assert found == {"game": "ant", "options": ["zoo.purr"], "without": [], "parameters": {}, "seats": seats}


@pytest.mark.usefixtures("folder")
def test_the_table_of_show_in_json() -> None:
    value = as_json("show", "zoo.uno", "--with", "purr", "--set", "hand-size=3", "--seats", "3")
    assert (value["game"], value["seats"], value["parameters"]["base.hand-size"]) == ("zoo", 3, "3")
    states = {o["name"]: (o["on"], o["default"]) for o in value["options"]}
    assert states == {"zoo.purr": (True, False), "zoo.roar": (False, True)}
    said = " ".join(call("show", "zoo.uno", "--with", "purr").stdout.split())
    assert "option off zoo.roar" in said
    assert "(on by default: it gives way to zoo.purr)" in said


@pytest.mark.usefixtures("folder")
def test_games_that_are_not_played_are_named() -> None:
    for command in ONE_TABLE:
        arguments = ("play", "ant.uno", "zoo.uno") if command == "explain" else ("ant.uno", "zoo.uno")
        second = call(command, *arguments, *ONE_TABLE[command]).stdout.splitlines()[1]
        assert second == "  also among these files: zoo (`--game NAME` chooses another one)", command
    assert "also among" not in call("show", "zoo.uno", "base.uno").stdout


@pytest.mark.usefixtures("folder")
class TestCompare:
    """Two tables of one call."""

    def test_each_side_is_named(self) -> None:
        said = call("compare", "zoo.uno", "--with-b", "ant.crawl", "--without-b", "roar", "--games", "30").stdout
        assert said.splitlines()[:2] == [
            "A  zoo at 2 seats; with zoo.roar",
            "B  zoo at 2 seats; with ant.crawl; without zoo.roar",
        ]

    def test_json(self) -> None:
        value = as_json("compare", "zoo.uno", "ant.uno", "--with", "ant.crawl", "--games", "30")
        assert [value[side]["game"] for side in "ab"] == ["zoo", "ant"]
        assert [value[side]["options"] for side in "ab"] == [["ant.crawl", "zoo.roar"], ["ant.crawl"]]

    def test_a_game_for_both(self) -> None:
        value = as_json("compare", "zoo.uno", "--game", "base", "--with-b", "ant.crawl", "--games", "30")
        assert [value[side]["game"] for side in "ab"] == ["base", "base"]


@pytest.mark.usefixtures("folder")
class TestDiff:
    """Two versions."""

    def test_each_side_is_named(self) -> None:
        said = call("diff", "zoo.uno", "zoo.uno", "--with", "ant.crawl", "--seats", "2..3").stdout
        words = "zoo at 2 and 3 seats; with ant.crawl, zoo.roar"
        assert said.splitlines()[:2] == [f"old: {words}", f"new: {words}"]

    @pytest.mark.slow
    def test_what_leaving_out_does(self) -> None:
        value = as_json("diff", "zoo.uno", "zoo.uno", "--new-without", "roar", code=1)
        assert (value["old"]["options"], value["new"]["without"]) == (["zoo.roar"], ["zoo.roar"])
        assert value["old"]["seats"] == [2, 3]
        assert {d["kind"] for d in value["differences"]} == {"outcome"}

    @pytest.mark.slow
    def test_what_is_on_by_default_in_one_version(self, folder: Path) -> None:
        (folder / "old").mkdir()
        (folder / "old" / "base.uno").write_text(BASE, encoding="utf-8")
        (folder / "old" / "zoo.uno").write_text(ZOO.replace("  on by default\n\n", ""), encoding="utf-8")
        call("diff", "old/zoo.uno", "zoo.uno", code=1)
        call("diff", "old/zoo.uno", "zoo.uno", "--without", "roar", code=0)
        assert "is not on by default" in call("diff", "zoo.uno", "zoo.uno", "--without", "purr", code=2).stderr


@pytest.mark.usefixtures("folder")
class TestLoad:
    """From Python."""

    @pytest.mark.parametrize(
        ("files", "options", "game", "expected"),
        [
            (("zoo.uno",), ("ant.crawl",), None, ("zoo", {"zoo.roar", "ant.crawl"})),
            (("ant.uno", "zoo.uno"), (), None, ("ant", set())),
            (("for-zoo.uno", "base.uno"), (), None, ("zoo", {"zoo.roar", "for-zoo.nap"})),
            (("ant.uno", "zoo.uno"), (), "zoo", ("zoo", {"zoo.roar"})),
            ((".",), (), "ant", ("ant", set())),
        ],
    )
    def test_game(self, files: tuple[str, ...], options: tuple[str, ...], game: str | None, expected: Any) -> None:
        table = load(*files, options=options, game=game).table
        assert (table.name, {o.name for o in table.options if o.on}) == expected

    def test_without(self) -> None:
        setup = unodsl.load("zoo.uno", without=["roar"])
        assert repr(setup) == "<Zoo, without zoo.roar, 2 seats>"
        with pytest.raises(RulesError, match=r"`zoo\.purr` is not on by default"):
            unodsl.load("zoo.uno", without=["purr"])
        with pytest.raises(RulesError, match="switched on and left out at once"):
            unodsl.load("zoo.uno", options=["roar"], without=["roar"])

    def test_a_saved_game_is_that_of_its_table(self, folder: Path) -> None:
        match = unodsl.load("ant.uno", "zoo.uno", game="zoo", without=["roar"], options=["ant.crawl"]).start(3)
        for _ in range(5):
            match.make(match.legal()[0].move)
        match.save("game.json")
        held = json.loads((folder / "game.json").read_text(encoding="utf-8"))
        assert (held["game"], held["options"], held["without"]) == ("zoo", ["ant.crawl"], ["roar"])
        value = as_json("replay", "game.json")
        assert (value["game"], value["without"], value["same_end"]) == ("zoo", ["zoo.roar"], True)


class TestProject:
    """Which files belong to which game."""

    @pytest.mark.usefixtures("folder")
    def test_homes(self) -> None:
        project = load_project([Path("for-zoo.uno"), Path("ant.uno")])
        assert project.homes() == {"for-zoo": "zoo", "ant": "ant"}
        assert project.games() == ("ant", "zoo")

    @pytest.mark.usefixtures("folder")
    def test_what_is_fetched_was_not_given(self) -> None:
        project = load_project([Path("zoo.uno")], wanted=("ant.crawl",))
        assert (project.given, project.fetched) == (("zoo",), ("ant",))

    @pytest.mark.usefixtures("folder")
    def test_the_order_of_the_others_says_nothing(self) -> None:
        files = [Path(f"{n}.uno") for n in ("zoo", "for-zoo", "ant", "base")]
        assert project_of(files).given == project_of([files[0], *reversed(files[1:])]).given

    @pytest.mark.usefixtures("folder")
    def test_a_name_that_two_files_have(self) -> None:
        for name in ("one", "two"):
            text = FOR_ZOO.replace("option nap", "option rest").replace("rule nap", "rule rest")
            Path(f"{name}.uno").write_text(text, encoding="utf-8")
        said = call("show", "zoo.uno", "one.uno", "two.uno", "--with", "feed", code=2).stderr
        assert "`feed` may be `one.feed` or `two.feed`" in said
        call("show", "zoo.uno", "one.uno", "two.uno", "--with", "two.feed")

    @pytest.mark.usefixtures("folder")
    def test_no_such_game(self) -> None:
        for command in ("show", "simulate", "explore", "play", "check"):
            assert "there is no game `zebra`" in call(command, "zoo.uno", "--game", "zebra", code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "title"),
    few_and_slow(
        [
            (("spicy", "--with", "psycho.matching"), "Spicy UNO: spicy"),
            (("psycho", "--with", "drapegnik.speed"), "Psycho UNO: psycho"),
            (("spicy", "--with", "power.mercy"), "Spicy UNO: spicy"),
        ],
        1,
    ),
)
def test_options_of_other_rulesets_leave_the_game_alone(arguments: tuple[str, ...], title: str) -> None:
    first = call("show", *arguments).output.splitlines()[0]
    assert first.startswith(f"{title} at 2 seats; with ")
    assert arguments[-1] in first
    assert load(arguments[0], options=[arguments[-1]]).table.name == arguments[0]


class TestCheck:
    """The table that `check` judges where options are named."""

    @pytest.mark.parametrize(
        ("arguments", "game", "options", "without"),
        [
            (("zoo.uno", "--with", "ant.crawl"), "zoo", ["ant.crawl", "zoo.roar"], []),
            (("zoo.uno", "--with", "purr"), "zoo", ["zoo.purr"], ["zoo.roar"]),
            (("for-zoo.uno", "base.uno", "--with", "feed"), "zoo", ["for-zoo.feed", "for-zoo.nap", "zoo.roar"], []),
            (("ant.uno", "zoo.uno", "--with", "crawl"), "ant", ["ant.crawl"], []),
            (("ant.uno", "--with", "crawl", "--game", "base"), "base", ["ant.crawl"], []),
        ],
    )
    @pytest.mark.usefixtures("folder")
    def test_json(self, arguments: tuple[str, ...], game: str, options: list[str], without: list[str]) -> None:
        more = ("--seats", "2", "--budget", "0.1", "--no-cache", "--fail-on", "error")
        result = json.loads(CliRunner().invoke(main, ["check", *arguments, *more, "--format", "json"]).stdout)
        assert (result["game"], result["options"], result["without"]) == (game, options, without)
        assert (result["parameters"], result["seats"]) == ({}, [2])

    @pytest.mark.usefixtures("folder")
    def test_games_laid_together_come_in_an_order_of_their_own(self) -> None:
        for files in (("zoo.uno", "ant.uno"), ("ant.uno", "for-zoo.uno")):
            call_ = ["check", *files, "--together", "--seats", "2", "--budget", "0.1", "--no-cache", "--format", "json"]
            assert json.loads(CliRunner().invoke(main, call_).stdout)["games"] == ["ant", "zoo"]
        assert "do not go together" in call("check", "zoo.uno", "--together", "--game", "zoo", code=2).stderr
