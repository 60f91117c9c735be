"""A match stepped in place in compiled code is the match that `Match` is."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

import unodsl
from unodsl.api.setup import Setup
from unodsl.api.stepper import Stepper
from unodsl.engine import quick_call
from unodsl.engine.api import EndlessCascade
from unodsl.engine.compiled import available

pytestmark = pytest.mark.skipif(not available(), reason="needs the extra `fast`")


@pytest.fixture(scope="module")
def setup() -> Setup:
    return unodsl.load("official", seats=3)


def together(setup: Setup, seed: int, moves: int) -> Stepper:
    """Play one match both ways."""
    one, other, luck = setup.stepper(seed), setup.start(seed), Random(seed)
    for _ in range(moves):
        choices = other.legal()
        assert one.legal() == [c.seat * setup.actions.size + c.action for c in choices]
        assert one.state == other.state
        assert (one.over, one.winners, one.waits_for) == (other.over, other.winners, other.waits_for)
        if not choices:
            break
        seat = luck.randrange(setup.seats)
        assert (one.observe(seat) == other.observe(seat)).all()
        number = luck.randrange(len(choices))
        assert one.choice(one.legal()[number]) == choices[number]
        one.step(one.legal()[number])
        other.step(choices[number])
    return one


@pytest.mark.parametrize(
    ("game", "seats", "mistakes"), [("official", 2, True), ("psycho", 3, False), ("spicy", 10, True)]
)
def test_it_is_the_match_that_python_plays(game: str, seats: int, mistakes: bool) -> None:
    together(unodsl.load(game, seats=seats, mistakes=mistakes), 5, 150)


def test_to_the_end(setup: Setup) -> None:
    short = unodsl.load("official", parameters={"target": 50}, seats=2)
    for seed in range(1, 40):
        if together(short, seed, 600).over:
            break
    else:
        pytest.fail("no match ended")


def test_positions_copies_and_pickles(setup: Setup) -> None:
    stepper = setup.stepper(4)
    for _ in range(5):
        stepper.step(stepper.legal()[0])
    match = stepper.match()
    assert match.state == stepper.state
    same: Stepper = pickle.loads(pickle.dumps(stepper))
    assert (same.state, same.legal()) == (stepper.state, stepper.legal())
    stepper.begin(9)
    assert stepper.state == setup.start(9).state != same.state
    stepper.state = match.state
    assert stepper.legal() == same.legal()
    with pytest.raises(unodsl.RulesError, match="no state of this table"):
        stepper.state = (1, 2, 3)
    assert stepper.state == match.state


def test_what_is_not_legal_is_refused(setup: Setup) -> None:
    stepper = setup.stepper(1)
    before, legal = stepper.state, stepper.legal()
    no = next(n for n in range(setup.actions.size * 3) if n not in legal)
    for number in (no, -1, 10**6, 2**32 + legal[0], 2**70):
        with pytest.raises(ValueError, match="not a legal move now"):
            stepper.step(number)
    wrong: Any = "ann draws 1"
    with pytest.raises((ValueError, TypeError), match="whole number"):
        stepper.step(wrong)
    with pytest.raises(ValueError, match="whole number"):
        stepper.choice(wrong)
    assert (stepper.state, stepper.legal()) == (before, legal)
    stepper.step(np.int64(legal[0]))
    assert stepper.state != before
    for seat in (3, -1):
        with pytest.raises(unodsl.RulesError, match="seat"):
            stepper.observe(seat)
    with pytest.raises(ValueError, match="read-only"):
        stepper.observe(0)[0] = 1


def test_a_move_that_never_rests_leaves_it_as_it_was(tmp_path: Any) -> None:
    path = tmp_path / "more.uno"
    path.write_text(
        """options for official

option again "Again"
  rule more
    when player draws
    then player draws 1
""",
        encoding="utf-8",
    )
    setup = unodsl.load(path, options=["more.again"])
    stepper = setup.stepper(2)
    draw = next(n for n in stepper.legal() if stepper.choice(n).act == "draw")
    before, legal = stepper.state, stepper.legal()
    with pytest.raises(EndlessCascade, match=r"more\.more"):
        stepper.step(draw)
    assert (stepper.state, stepper.legal()) == (before, legal)
    other = next(n for n in legal if n != draw)
    stepper.step(other)
    match = setup.start(2)
    match.step(next(c for c in match.legal() if c.act != "draw"))
    assert stepper.state == match.state


def test_without_quick_calls(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(quick_call, "import_module", gone)
    together(setup, 3, 20)
