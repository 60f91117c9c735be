"""`unodsl compare`: what is said of two tables, how sure it is, and how it is drawn."""

from __future__ import annotations

import random
import shutil
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from statistics import NormalDist, mean, stdev
from typing import Any

import pytest

import unodsl
from tests.test_commands import as_json, call, contents
from unodsl.api import comparing
from unodsl.api.comparing import Estimate
from unodsl.campaign.hanging import Lost
from unodsl.commands import compare_words
from unodsl.data import rulesets_dir
from unodsl.engine import choose as choosing
from unodsl.engine.compiled import available

SEVEN = ("compare", "official", "--with-b", "official.seven", "--seats", "3", "--games", "40", "--most-moves", "600")
HOUSE = """\
use "official.uno"
options for official

option fives "A 5 costs $1 & <b>one</b> card"

  rule five
    when player plays 5
    then other players draw 1
"""


class TestEstimates:
    """Means, shares, and their intervals."""

    def test_a_mean(self) -> None:
        values = [3, 1, 4, 1, 5, 9, 2, 6]
        found = comparing.mean(values)
        half = NormalDist().inv_cdf(0.975) * stdev(values) / 8**0.5
        assert (found.value, found.low, found.high) == pytest.approx(
            (mean(values), mean(values) - half, mean(values) + half)
        )

    def test_a_share(self) -> None:
        """Wilson's own numbers for 15 of 50."""
        found = comparing.share([1] * 15 + [0] * 35)
        assert (found.value, found.low, found.high) == pytest.approx((0.3, 0.191, 0.4375), abs=5e-4)
        none, every = comparing.share([0] * 50), comparing.share([1] * 50)
        assert (none.value, none.low) == (0, 0)
        assert none.high == pytest.approx(0.0713, abs=5e-4)
        assert every.high == 1
        assert every.low == pytest.approx(1 - none.high)

    def test_a_difference_goes_by_pairs(self) -> None:
        luck = random.Random(1)
        a = [luck.randrange(100) for _ in range(200)]
        b = [x + luck.randrange(3) for x in a]
        found = comparing.measure("x", a, b, comparing.mean).difference
        assert found is not None
        assert found.value == pytest.approx(mean(b) - mean(a))
        # each side alone is uncertain by far more
        assert found.high - found.low < 0.3
        assert found.clear

    def test_intervals_hold_as_often_as_they_say(self) -> None:
        luck = random.Random(2)
        means = shares = 0
        for _ in range(400):
            sample = [luck.expovariate(1.0) for _ in range(100)]
            means += (found := comparing.mean(sample)).low <= 1 <= found.high
            ones = [int(luck.random() < 0.1) for _ in range(100)]
            shares += (found := comparing.share(ones)).low <= 0.1 <= found.high
        assert 0.91 < means / 400 < 0.985
        assert 0.91 < shares / 400 < 0.985

    def test_so_many_matches_show_a_difference_most_of_the_time(self) -> None:
        """A true difference of a third, with a standard deviation of one in each pair: 71 pairs, in four of five tries."""
        half = NormalDist().inv_cdf(0.975) / 20**0.5
        needed = comparing.shows_in(Estimate(1 / 3, 1 / 3 - half, 1 / 3 + half), 20)
        assert needed == 71
        luck = random.Random(3)
        shown = sum(comparing.mean([luck.gauss(1 / 3, 1) for _ in range(needed)]).clear for _ in range(500))
        assert 0.74 < shown / 500 < 0.87
        assert comparing.shows_in(Estimate(0.0, -1.0, 1.0), 20) is None
        assert comparing.shows_in(Estimate(5.0, 4.9, 5.1), 20) == comparing.LEAST_GAMES
        words = {7: "7", 71: "71", 1001: "1,100", 12_345: "13,000", 1_000_001: "over a million"}
        assert {n: compare_words.matches(n) for n in words} == words

    @pytest.mark.parametrize(("low", "high", "clear"), [(-1.0, 1.0, False), (0.1, 1.0, True), (-2.0, -0.1, True)])
    def test_clear_is_what_leaves_nothing_out(self, low: float, high: float, clear: bool) -> None:
        assert Estimate((low + high) / 2, low, high).clear == clear


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """A comparison as JSON."""
    return as_json(*SEVEN)


class TestComparison:
    """What is counted is what was played."""

    def test_numbers_are_those_of_the_games(self, found: dict[str, Any]) -> None:
        for key, options in (("a", ()), ("b", ("official.seven",))):
            setup = unodsl.load("official", options=options, seats=3)
            games = setup.play(40, most_moves=600, executor="python")
            for name, values in (
                ("moves_in_a_match", games.lengths),
                ("rounds_in_a_match", games.rounds),
                ("cards_taken_up_in_a_match", games.cards_taken),
                ("changes_of_the_lead_in_a_match", games.lead_changes),
                ("moves_in_a_round", games.lengths / games.rounds),
                ("cards_taken_up_in_a_round", games.cards_taken / games.rounds),
                ("changes_of_the_lead_in_a_round", games.lead_changes / games.rounds),
            ):
                assert found["measures"][name][key]["value"] == pytest.approx(values.mean(), abs=1e-6)
            for i, rule in enumerate(setup.rules):
                said = found["rules"][rule]
                assert said["in_a_match"][key]["value"] == pytest.approx(games.fired[:, i].mean(), abs=1e-6)
                assert said["share_of_matches"][key]["value"] == pytest.approx((games.fired[:, i] > 0).mean(), abs=1e-6)
            shares = [w[key]["value"] for w in found["wins"]]
            assert shares == pytest.approx((games.wins / 40).tolist(), abs=1e-6)
            assert found["undecided"][key]["value"] == pytest.approx((~games.winners.any(axis=1)).mean(), abs=1e-6)
            assert found[key]["stopped_at_most_moves"] == int((games.ends == 1).sum())

    def test_a_difference_is_b_less_a(self, found: dict[str, Any]) -> None:
        both = [*found["measures"].values(), *found["wins"], found["undecided"]]
        for m in both:
            assert m["difference"]["value"] == pytest.approx(m["b"]["value"] - m["a"]["value"], abs=1e-5)
            assert m["difference"]["low"] <= m["difference"]["value"] <= m["difference"]["high"]

    def test_a_rule_of_one_side_is_nothing_on_the_other(self, found: dict[str, Any]) -> None:
        said = found["rules"]["official.seven"]["in_a_match"]
        assert (said["a"], said["difference"]) == (None, None)
        assert said["b"]["value"] > 1

    def test_both_are_named(self, found: dict[str, Any]) -> None:
        assert (found["a"]["label"], found["b"]["label"]) == ("official", "official + seven")
        assert (found["a"]["options"], found["b"]["options"]) == ([], ["official.seven"])
        assert (found["seats"], found["games"], found["seed"], found["confidence"]) == (3, 40, 1, 0.95)

    @pytest.mark.skipif(not available(), reason="the extra `fast` is not installed")
    @pytest.mark.long
    def test_it_does_not_matter_who_plays_them(self, found: dict[str, Any], tmp_path: Path) -> None:
        for more in (
            ("--executor", "compiled", "--jobs", "3"),
            ("--executor", "python", "--jobs", "2"),
        ):
            other = as_json(*SEVEN, *more)
            for key in ("a", "b"):
                other[key]["executor"] = found[key]["executor"]
            assert other == found
        texts = {call(*SEVEN, *more).stdout for more in ((), ("--jobs", "2"), ("--executor", "compiled"))}
        assert len(texts) == 1
        for name in ("one.svg", "two.svg", "one.png", "two.png"):
            call(*SEVEN, "--picture", str(tmp_path / name), "--jobs", "2" if "two" in name else "1")
        drawn = contents(tmp_path)
        assert drawn["one.svg"] == drawn["two.svg"]
        assert drawn["one.png"] == drawn["two.png"]

    def test_from_python(self, found: dict[str, Any]) -> None:
        setups = [unodsl.load("official", options=o, seats=3) for o in ((), ("official.seven",))]
        again = unodsl.compare(setups[0], setups[1], games=40, most_moves=600)
        (moves,) = (m for m in again.measures if m.name == "moves in a match")
        assert moves.a is not None
        assert round(moves.a.value, 6) == found["measures"]["moves_in_a_match"]["a"]["value"]
        with pytest.raises(unodsl.RulesError, match="3 seats and the other 2"):
            unodsl.compare(setups[0], unodsl.load("official", seats=2))
        with pytest.raises(unodsl.RulesError, match="29 games say too little"):
            unodsl.compare(setups[0], setups[1], games=29)
        with pytest.raises(unodsl.RulesError, match="1000001 games need too much memory"):
            unodsl.compare(setups[0], setups[1], games=1_000_001)


class TestSides:
    """How the two sides are chosen."""

    def sides(self, *arguments: str) -> list[dict[str, Any]]:
        found = as_json("compare", *arguments, "--games", "30", "--most-moves", "20")
        return [found["a"], found["b"]]

    def test_options_of_either_side_and_of_both(self) -> None:
        more = ("--with", "official.zero", "--with-a", "official.seven", "--with-b", "psycho.stacking")
        a, b = self.sides("official", *more)
        assert a["options"] == ["official.seven", "official.zero"]
        assert b["options"] == ["official.zero", "psycho.stacking"]
        assert b["label"] == "official + zero + psycho.stacking"

    def test_parameters_of_either_side_and_of_both(self) -> None:
        more = ("--set", "target=100", "--set-a", "hand-size=3", "--set-b", "hand-size=9")
        a, b = self.sides("official", *more)
        assert a["parameters"] == {"official.target": "100", "official.hand-size": "3"}
        assert b["parameters"] == {"official.target": "100", "official.hand-size": "9"}
        assert a["label"] == "official + target 100 + hand-size 3"

    def test_two_files(self, tmp_path: Path) -> None:
        shutil.copy(rulesets_dir() / "official.uno", tmp_path)
        house = tmp_path / "house.uno"
        house.write_text(HOUSE, encoding="utf-8")
        a, b = self.sides("official", str(house), "--with-b", "house.fives")
        assert (a["label"], b["label"]) == ("official", "official + house.fives")

    def test_those_who_played_are_gone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def killed(*_: object) -> Any:
            raise Lost("a process that played was killed")

        monkeypatch.setattr("unodsl.api.comparing.rows_played", killed)
        assert call(*SEVEN, "--jobs", "2", code=75).stderr == "error: a process that played was killed\n"

    def test_as_many_seats_as_both_allow(self) -> None:
        found = as_json("compare", "official", "--with-b", "official.partners", "--games", "30", "--most-moves", "20")
        assert found["seats"] == 4

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("official",), "both sides are the same table"),
            (("official", "official.uno"), "both sides are the same table"),
            (("official", "--with-b", "official.sevn"), "did you mean `official.seven`?"),
            (("official", "nothing.uno"), "nothing.uno"),
            (("official", "--with-b", "seven", "--games", "29"), "29"),
            (("official", "--with-b", "seven", "--set-a", "target"), "NAME=VALUE"),
            (("official", "--with-b", "official.partners", "--seats", "3"), "4"),
            (("official", "--with-b", "seven", "--picture", "x.gif"), ".png or .svg"),
            (("official", "--with-b", "seven", "--picture", "nowhere/x.png"), "there is no folder `nowhere`"),
        ],
    )
    def test_what_is_wrong_is_told(
        self, arguments: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert told in call("compare", *arguments, code=2).output
        assert contents(tmp_path) == {}

    @pytest.mark.parametrize(
        ("files", "side", "flag"),
        [
            (("own.uno", "official"), "B (`official`)", "--with-a"),
            (("official", "own.uno"), "A (`official`)", "--with-b"),
        ],
    )
    def test_an_option_that_only_one_side_has(
        self, files: tuple[str, str], side: str, flag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        shutil.copy(rulesets_dir() / "official.uno", tmp_path)
        own = 'use "official.uno"\noptions for official\noption calm "Calm"\n  rule calm\n    when player plays 5\n    then player draws 1\n'
        (tmp_path / "own.uno").write_text(own, encoding="utf-8")
        said = call("compare", *files, "--with", "calm", code=2).output
        assert f"side {side}: unknown option `calm`" in said
        assert f"say `{flag} calm` where only side {flag[-1].upper()} has it" in said


class TestText:
    """What a person reads."""

    def test_it_says_what_is_more_and_less(self) -> None:
        text = call("compare", "official", "--set-b", "hand-size=14", "--games", "60", "--most-moves", "5000").output
        lines = {line[:34].strip(): line for line in text.splitlines()}
        assert text.startswith(
            "A  official at 2 seats\nB  official at 2 seats; hand-size 14\n60 matches each at 2 seats"
        )
        assert lines["moves in a round"].rstrip().endswith("more")
        assert lines["rounds in a match"].rstrip().endswith("less")
        assert "unclear (" in text
        assert "unclear (N): a difference of that size would show in N matches of each, 80% of the time" in text
        assert "Who wins" in text

    @pytest.mark.slow
    def test_rules_that_do_not_differ_are_counted_or_shown(self) -> None:
        few, all_ = call(*SEVEN).output, call(*SEVEN, "--all-rules").output
        assert "more rules fire about as often on both sides: --all-rules shows them" in few
        assert len(all_.splitlines()) > len(few.splitlines())
        assert "one side only" in few
        assert max(map(len, few.splitlines())) <= 110

    def test_matches_that_are_cut_short_are_told(self) -> None:
        text = call("compare", "official", "--with-b", "seven", "--games", "30", "--most-moves", "10").output
        assert "A: 30 matches were stopped at the most moves" in text
        assert "no winner" in text

    def test_without_the_compiler(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(choosing, "available", lambda: False)
        result = call(*SEVEN, "--executor", "compiled")
        assert result.stderr.count("\n") == 1
        assert result.stderr.startswith("note: played in Python: install `unodsl[fast]`")


class TestPicture:
    """One picture."""

    @pytest.mark.slow
    def test_png_and_svg(self, tmp_path: Path) -> None:
        for name in ("a.png", "a.svg", "b.PNG"):
            result = call(*SEVEN, "--picture", str(tmp_path / name))
            assert result.output.endswith(f"drawn in {tmp_path / name}\n")
        drawn = contents(tmp_path)
        assert drawn["a.png"] == drawn["b.PNG"]
        assert drawn["a.png"].startswith(b"\x89PNG")
        assert ET.fromstring(drawn["a.svg"]).tag.endswith("svg")

    @pytest.mark.slow
    def test_titles_of_strangers_are_drawn_as_they_stand(self, tmp_path: Path) -> None:
        """A title may hold what a drawing program would obey."""
        shutil.copy(rulesets_dir() / "official.uno", tmp_path)
        house = tmp_path / "house.uno"
        house.write_text(HOUSE.replace("$1", "$\\\\frac{1}$ \u2603 \U0001f0cf"), encoding="utf-8")
        out = tmp_path / "x.svg"
        call("compare", str(house), "--with-b", "fives", "--games", "30", "--most-moves", "50", "--picture", str(out))
        assert b"<b>" not in out.read_bytes()
        ET.fromstring(out.read_bytes())

    @pytest.mark.slow
    def test_what_the_picture_says(self) -> None:
        from unodsl.commands.compare import heading
        from unodsl.commands.compare_picture import picture

        plain, seven, psycho = (
            unodsl.load(page, options=options, seats=4)
            for page, options in (("official", ()), ("official", ("official.seven",)), ("psycho", ()))
        )
        found = unodsl.compare(plain, seven, games=30, most_moves=300, labels=("one", "two"))
        assert "A 7 may swap hands" in heading(found)
        figure = picture(found, heading(found))
        texts = {t.get_text() for t in figure.texts} | {t.get_text() for a in figure.axes for t in a.texts}
        assert {"A", "B", "one", "two"} <= texts
        assert any(t.startswith("30 matches on each side, 4 seats") and "A 30, B 30" in t for t in texts)
        assert [t.get_text() for t in figure.axes[1].get_yticklabels()] == ["ann", "bob", "cyd", "dan"]
        # no text runs out of the picture
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]
        box = figure.bbox
        for text in [*figure.texts, *(t for a in figure.axes for t in [*a.texts, a.title, *a.get_yticklabels()])]:
            around = text.get_window_extent()
            assert around.x0 >= box.x0, text
            assert around.x1 <= box.x1, text
        other = unodsl.compare(plain, psycho, games=30, most_moves=300)
        assert heading(other) == f"{plain.table.title} against {psycho.table.title}"

    def test_without_the_extra(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        result = call(*SEVEN, "--picture", str(tmp_path / "x.png"), code=2)
        assert result.output.splitlines() == [
            'error UNO115: `--picture` needs matplotlib, which is not there: `pip install "unodsl[plot]"`',
            "1 error",
        ]
        assert contents(tmp_path) == {}
        # all else does without it, and without numpy
        monkeypatch.setitem(sys.modules, "numpy", None)
        call(*SEVEN)
