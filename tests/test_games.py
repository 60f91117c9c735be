"""The games that a check plays beside the sampled ones: what they meet, that it does not matter who plays them, and what is said."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from checker.check_table import check_table
from checker.checks import uno203_two_outcomes as two_outcomes
from checker.context import Context
from checker.play.sample import Samples
from checker.report.json import as_json
from checker.results import Report
from checker.search import simulate as playing
from checker.search.simulate import games
from tests.effort import few_and_slow
from tests.test_commands import as_json as printed
from tests.test_commands import call
from unodsl.engine.api import EndlessCascade
from unodsl.engine.compiled import available
from unodsl.engine.layout import MATCH
from unodsl.resolve import TableSpec, load_project, resolve_table

FOLDER = Path(__file__).parent / "cases" / "checks"
LATE = [("dead-late-in-a-match", "UNO401"), ("stuck-late-in-a-match-fires", "UNO303")]


def case(name: str, option: str, budget: float = 60.0) -> Context:
    """One of the cases as a table of two."""
    project = load_project([FOLDER / f"{name}.uno"])
    spec = TableSpec(options=(f"{name}.{option}",), seats=2)
    return Context(project, spec, resolve_table(project, spec), time.monotonic() + budget)


def report(name: str) -> Report:
    """The check of one of the late ones."""
    found = case(name, "long")
    return check_table(found.project, found.spec, range(2, 3), 60.0)


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is not there."""
    monkeypatch.setattr("unodsl.engine.choose.available", lambda: False)


@pytest.mark.parametrize(("name", "code"), few_and_slow(LATE, 1))
def test_sampled_play_does_not_come_so_far(name: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = {"UNO401": f"{name}.in-the-lead", "UNO303": "base.play"}[code]

    def evidence() -> set[str]:
        about = [f for f in report(name).findings if f.code == code and (rule in f.rules or not f.rules)]
        return {f.evidence for f in about}

    assert evidence() == ({"witnessed"} if code == "UNO303" else set())
    monkeypatch.setattr(playing, "_PLAYED", ())
    assert evidence() == {"bounded"}


def test_offers_that_only_many_games_meet_together(monkeypatch: pytest.MonkeyPatch) -> None:
    project = load_project([FOLDER / "outcomes-fires.uno"])
    spec = TableSpec(options=("outcomes-fires.jump", "outcomes-fires.slap"), seats=3)
    few = Context(project, spec, resolve_table(project, spec), time.monotonic() + 60, sampled_moves=0)
    for name in ("games_towards", "again"):
        monkeypatch.setattr(f"checker.checks.uno203_two_outcomes.{name}", lambda *_, **__: Samples())
    monkeypatch.setattr(playing, "MANY_MOVES", 2_000)
    (found,) = (
        f
        for f in two_outcomes.check(few).findings
        if "outcomes-fires.slap" in f.rules and "outcomes-fires.jump" in f.rules
    )
    assert found.evidence == "witnessed"
    names = [x.info.name for x in few.table.offers]
    pair = names.index("outcomes-fires.jump"), names.index("outcomes-fires.slap")
    assert all({m.offer for m in x.moves} >= set(pair) for x in playing.offered_together(few)[pair])
    monkeypatch.setattr(playing, "MANY_MOVES", 0)
    less = Context(project, spec, resolve_table(project, spec), time.monotonic() + 60, sampled_moves=0)
    assert all(f.evidence == "bounded" for f in two_outcomes.check(less).findings)


def test_who_cannot_move_and_what_does_not_end() -> None:
    stuck = case("stuck-late-in-a-match-fires", "long")
    found = games(stuck)
    assert found.stuck
    assert all(s[MATCH] and not stuck.executor.legal(s) for s in found.stuck)
    assert games(stuck) is found
    endless = case("endless-fires", "chain")
    met = games(endless).endless
    assert met
    for state, move, rules in met:
        assert move is not None
        with pytest.raises(EndlessCascade) as stopped:
            endless.executor.apply(state, move)
        assert stopped.value.rules == rules


def test_nothing_is_played_when_the_time_is_over() -> None:
    assert games(case("stuck-late-in-a-match-fires", "long", 0.0)).moves == 0


@pytest.mark.skipif(not available(), reason="the extra `fast` is not installed")
@pytest.mark.parametrize("name", few_and_slow([name for name, _ in LATE], 0))
def test_it_does_not_matter_who_plays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    values = []
    for there in (True, False):
        monkeypatch.setattr("unodsl.engine.choose.available", lambda there=there: there)
        value = as_json(report(name))
        value["summary"].pop("seconds")
        values.append(value)
    fast, slow = (v.pop("moves") for v in values)
    assert values[0] == values[1]
    assert slow["python"] == fast["python"] + fast["compiled"] > fast["compiled"]


@pytest.mark.slow
@pytest.mark.usefixtures("in_python")
def test_who_played_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(tmp_path))
    name = LATE[0][0]
    found = report(name)
    ((executor, moves),) = found.moves
    assert executor == "python"
    command = ("check", str(FOLDER / f"{name}.uno"), "--with", f"{name}.long", "--seats", "2")
    first, kept = (printed(*command)["moves"] for _ in range(2))
    assert first == kept == {"python": moves}


@pytest.mark.slow
def test_diff_says_it_too(tmp_path: Path) -> None:
    text_ = (FOLDER / "base.uno").read_text(encoding="utf-8")
    (tmp_path / "old.uno").write_text(text_, encoding="utf-8")
    (tmp_path / "new.uno").write_text(text_.replace("default 3", "default 2"), encoding="utf-8")
    command = ("diff", str(tmp_path / "old.uno"), str(tmp_path / "new.uno"), "--seats", "2")
    result = call(*command, code=1)
    assert " s (python)\n" in result.stdout
    value = json.loads(call(*command, "--format", "json", code=1).stdout)
    assert {t["executor"] for t in value["tables"]} == {"python"}
