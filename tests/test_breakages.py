"""The list of small breakages of the checker fits the checker as it is; a few of them are tried where slow tests run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.breakages import ROOT, Breakage, breakages, main, noticed
from tests.effort import marked
from tests.random_comparisons import COMPARISONS

ALL = breakages()
TRIED = 160
"""One in so many is tried where slow tests run; `python -m tests.breakages` tries all."""


def test_each_applies_to_the_checker_as_it_is() -> None:
    assert [(x.name, x.found()) for x in ALL if x.found() != 1] == []
    assert [x.name for x in ALL if x.old == x.new] == []
    assert len({x.name for x in ALL}) == len(ALL) == 541


def test_every_part_of_the_trusted_ways_is_there() -> None:
    folders = {Path(x.file).parent.name for x in ALL}
    analyses = {p.parent.name for p in (ROOT / "checker").rglob("*.py")}
    apart = {"checker", "checks", "formats", "kernel", "play", "report", "witness"}
    assert analyses - apart <= folders


def test_the_tests_named_are_there() -> None:
    for x in ALL:
        for test in x.tests:
            path, _, name = test.partition("::")
            text = (ROOT / path).read_text(encoding="utf-8")
            assert not name or f"def {name.partition('[')[0]}(" in text, test
            if name.startswith("test_no_difference["):
                assert name[len("test_no_difference[") : -1] in COMPARISONS, test


def test_a_text_that_is_gone_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    gone = Breakage("gone", "checker/context.py", "nothing", "no such text", "", ())
    monkeypatch.setattr("tests.breakages.breakages", lambda: (gone,))
    assert main([]) == 1
    assert "does not apply  gone: its text stands 0 times" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("breakage", [marked(x, long=i > 0) for i, x in enumerate(ALL[::TRIED])], ids=lambda x: x.name)
def test_breakages_are_noticed(breakage: Breakage) -> None:
    assert noticed(breakage)
