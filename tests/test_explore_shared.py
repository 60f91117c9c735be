"""One search shared by several threads: it meets the states that one thread meets, and says how it came to the same ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.effort import few_and_slow
from tests.engine_random import Maker
from tests.test_commands import as_json, call
from tests.test_explore import STACKING, dealt, stacking
from unodsl.engine import explore_memory, explore_shared, wasm_shared
from unodsl.engine.compiled import available
from unodsl.engine.explore import in_python
from unodsl.engine.explore_compiled import compiled
from unodsl.engine.explore_question import Budget, Explored, Question
from unodsl.engine.explore_shared import shared
from unodsl.engine.layout import Layout
from unodsl.model.symmetry import symmetry

pytestmark = pytest.mark.skipif(not available(), reason="needs the extra `fast`")


def counted(found: Explored) -> Explored:
    """What does not depend on who searched."""
    return replace(found, bytes_kept=0, row_bytes=0)


@pytest.mark.parametrize("jobs", [2, 3, 5])
def test_the_same_states(jobs: int) -> None:
    """Also where states are folded."""
    model = stacking(3, "small", "another")
    for question in (dealt(model), replace(dealt(model), symmetry=symmetry(model))):
        alone = in_python(question, Budget(100_000))
        assert alone.complete
        assert alone.states > 1_000
        assert counted(shared(question, Budget(100_000), jobs)) == counted(alone)


@pytest.mark.parametrize("seed", few_and_slow(range(12), 4))
def test_random_rules(seed: int) -> None:
    """Counts, verdicts and ways of searches that see everything; a search that is cut short is cut short for the same reason."""
    maker = Maker(Random(seed))
    model = maker.table()
    question = Question(model, maker.state(Layout(model)))
    for asked in (question, replace(question, mistakes=True)):
        alone = compiled(asked, Budget(3_000))
        found = shared(asked, Budget(3_000), 2)
        if alone.complete or alone.stopped == "chance":
            assert counted(found) == counted(alone)
        else:
            assert found.stopped == alone.stopped
            assert found.states > 3_000


def test_states_are_carried_over_while_a_depth_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part looks at few states at a time."""
    monkeypatch.setattr(explore_shared, "SHARED_SLICE", 7)
    question = dealt(stacking(3, "small"))
    assert counted(shared(question, Budget(100_000), 3)) == counted(compiled(question, Budget(100_000)))


@pytest.mark.slow
@pytest.mark.parametrize(("tray", "crowded", "spills"), [(4096, 512, False), (1, 1, True)])
def test_trays_fill(monkeypatch: pytest.MonkeyPatch, tray: int, crowded: int, spills: bool) -> None:
    """A part that has filled a tray waits until it is empty; where one state leads to more than fits, one thread searches."""
    monkeypatch.setattr(explore_memory, "TRAY", tray)
    monkeypatch.setattr(wasm_shared, "CROWDED", crowded)
    question = dealt(stacking(3, "small", "another"))
    try:
        explore_shared.Shared(question, Budget(100_000), 2).to_the_end()
    except explore_shared.Spilt:
        assert spills
    else:
        assert not spills
    assert counted(shared(question, Budget(100_000), 2)) == counted(compiled(question, Budget(100_000)))


def test_little_memory_is_not_shared() -> None:
    question = dealt(stacking(2, "small"))
    small = Budget(10_000, 20 << 20)
    assert shared(question, small, 8) == compiled(question, small)


def test_the_command_prints_the_same() -> None:
    """With one job or several, in all but what it took; also what it finds."""
    until = "draw-due is open and count of draw-due is 4"
    for more in ((), ("--until", until)):
        base = ("explore", str(STACKING), "--with", "small", "--seats", "3", "--no-fold", *more)
        one, two = (as_json(*base, "--jobs", n) for n in ("1", "2"))
        for name in ("seconds", "states_per_second", "bytes_per_state"):
            one.pop(name), two.pop(name)
        assert one == two
    assert one["found"] is True


def test_python_is_not_shared() -> None:
    result = call("explore", str(STACKING), "--with", "small", "--jobs", "2", "--executor", "python")
    assert "not shared" in result.stderr
