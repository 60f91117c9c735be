"""A search whose parts lie in files counts what one in memory counts."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.effort import few_and_slow
from tests.engine_random import Maker
from tests.test_commands import as_json, call
from tests.test_explore import STACKING, dealt, stacking
from tests.test_explore_shared import counted
from unodsl.engine import explore_memory, wasm_shared
from unodsl.engine.compiled import available
from unodsl.engine.explore_compiled import compiled
from unodsl.engine.explore_disk import OnDisk, on_disk
from unodsl.engine.explore_question import Budget, Question
from unodsl.engine.layout import Layout
from unodsl.model.symmetry import symmetry

pytestmark = pytest.mark.skipif(not available(), reason="needs the extra `fast`")

BYTES = 1 << 30


@pytest.fixture(autouse=True)
def small_trays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trays for little memory, which fill; tables of fingerprints that grow."""
    monkeypatch.setattr(explore_memory, "TRAY", 2048)
    monkeypatch.setattr(wasm_shared, "CROWDED", 128)
    monkeypatch.setattr(explore_memory, "_SLOTS_AT_FIRST", 1 << 12)


@pytest.mark.parametrize("parts", few_and_slow([3, 2, 7], 1))
def test_the_same_states(tmp_path: Path, parts: int) -> None:
    """Also where states are folded."""
    model = stacking(3, "small", "another")
    for i, question in enumerate((dealt(model), replace(dealt(model), symmetry=symmetry(model)))):
        folder = tmp_path / str(i)
        folder.mkdir()
        alone = compiled(question, Budget(100_000))
        assert alone.complete
        assert counted(OnDisk(question, Budget(100_000), parts, folder).to_the_end(BYTES)) == counted(alone)


@pytest.mark.parametrize("seed", few_and_slow(range(10), 4))
def test_random_rules(tmp_path: Path, seed: int) -> None:
    maker = Maker(Random(seed))
    model = maker.table()
    question = Question(model, maker.state(Layout(model)))
    alone = compiled(question, Budget(3_000))
    found = OnDisk(question, Budget(3_000), 3, tmp_path).to_the_end(BYTES)
    if alone.complete or alone.stopped == "chance":
        assert counted(found) == replace(counted(alone), stuck_way=None, endless_way=None)
    else:
        assert found.stopped == alone.stopped
        assert found.states >= alone.states


@pytest.mark.slow
def test_it_goes_on_where_memory_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fits is done in memory, and nothing is written. Afterwards the files are gone."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    question = dealt(stacking(3))
    little = Budget(1_000_000, 2 << 20)
    assert compiled(question, little).stopped == "memory"
    found = on_disk(question, little, 64 << 20)
    assert found.complete
    assert not list(tmp_path.iterdir())
    in_memory = compiled(question, Budget(1_000_000))
    assert counted(found) == counted(in_memory)
    assert on_disk(question, Budget(1_000_000), BYTES) == in_memory


def test_no_more_is_written_than_said(tmp_path: Path) -> None:
    question = dealt(stacking(3))
    found = OnDisk(question, Budget(1_000_000, 2 << 20), 8, tmp_path).to_the_end(1 << 20)
    assert found.stopped == "memory"
    assert found.states < compiled(question, Budget(1_000_000)).states


@pytest.mark.slow
def test_the_command() -> None:
    base = ("explore", str(STACKING), "--seats", "3", "--no-fold", "--memory", "2M")
    assert as_json(*base)["stopped"] == "memory"
    found = as_json(*base, "--disk", "64M")
    assert (found["complete"], found["states"]) == (True, 354_788)


@pytest.mark.parametrize("more", [("--jobs", "2"), ("--until", "draw-due is open")])
def test_what_does_not_go_together(more: tuple[str, str]) -> None:
    said = call("explore", str(STACKING), *more, "--disk", "1G", code=2).stderr
    assert f"`--disk` and `{more[0]}` do not go together" in said


@pytest.mark.slow
def test_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trays of full size would leave room for two parts, which are full long before the disk is."""
    monkeypatch.setattr(explore_memory, "TRAY", 1 << 14)
    question = dealt(stacking(4, "small", "another"))
    alone = compiled(question, Budget(100_000))
    assert alone.complete
    little = Budget(100_000, 1 << 20)
    assert compiled(question, little).stopped == "memory"
    assert counted(on_disk(question, little, BYTES)) == counted(alone)


def test_it_says_that_the_disk_is_full_too() -> None:
    said = call("explore", str(STACKING), "--seats", "3", "--no-fold", "--memory", "1M", "--disk", "1M").stdout
    assert "(no room for more, in memory or on disk)" in said


def test_files_that_may_not_be_so_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a full disk: one line, and no defect of unodsl."""

    def refused(*_: object) -> None:
        raise OSError(errno.EFBIG, "File too large")

    monkeypatch.setattr(OnDisk, "leave", refused)
    result = call("explore", str(STACKING), "--seats", "3", "--no-fold", "--memory", "1M", "--disk", "64M", code=2)
    assert result.stderr == "error UNO115: this could not be written: file too large\n1 error\n"
