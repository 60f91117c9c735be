"""Searching all states: Python and compiled code meet the same ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests import engine_tables as k
from tests.engine_random import Maker
from tests.tables import table
from tests.test_commands import as_json, call
from unodsl.engine.api import State
from unodsl.engine.compiled import Compiled, available
from unodsl.engine.explore import Explored, compiled, in_python
from unodsl.engine.generated import Generated
from unodsl.engine.layout import Layout
from unodsl.model.table import Table


def both(model: Table, start: State, most: int, mistakes: bool = False) -> Explored:
    """What a search comes to, the same on every executor."""
    out = in_python(Generated(model), start, most, mistakes)
    if available():
        other = compiled(Compiled(model, keep=False), start, most, mistakes)
        assert 10 <= other.bytes_kept <= 24
        assert replace(other, bytes_kept=0) == out
    return out


def test_all_states_of_a_small_table() -> None:
    """Two of eight cards are drawn, one after the other; whoever has one may put it back."""
    model = k.build(k.offer("draw", k.DRAW, choices=(1, 1)), seats=2)
    found = both(model, Generated(model).blank(1), 50_000)
    assert found.complete
    assert found.frontier == 0
    # each seat draws cards until the stock is empty: every way to part 2, 1, 2, 1, 2 cards of five kinds among three places
    assert found.states == 6 * 3 * 6 * 3 * 6
    assert found.depth == 8


def test_a_search_that_is_cut_short() -> None:
    model = k.build(k.offer("draw", k.DRAW), seats=2)
    found = both(model, Generated(model).blank(1), 100)
    assert found.states == 100
    assert found.frontier
    assert not found.complete


def test_official_rules() -> None:
    model = table("official", (), 2)
    found = both(model, Generated(model).start(1), 1500, True)
    assert found.states == 1500
    assert not found.complete


@pytest.mark.parametrize("seed", range(15))
def test_random_rules(seed: int) -> None:
    maker = Maker(Random(seed))
    model = maker.table()
    both(model, maker.state(Layout(model)), 150)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(tmp_path))
    arguments = ("explore", "official", "--most-states", "400", "--seed", "3")
    timed = ("seconds", "states_per_second", "executor", "bytes_per_state")
    slow, fast = (as_json(*arguments, "--executor", x) for x in ("python", "auto"))
    assert slow["states"] == 400
    assert {k: v for k, v in slow.items() if k not in timed} == {k: v for k, v in fast.items() if k not in timed}
    assert slow["executor"] == "python"
    assert fast["executor"] == ("compiled" if available() else "python")
    assert "states were not looked at" in call(*arguments).stdout
    call("explore", "official", "--most-states", "0", code=2)
