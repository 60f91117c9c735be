"""Matches side by side in compiled code are the matches that Python steps, number for number."""

from __future__ import annotations

import gc
import pickle
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import unodsl
from tests.effort import everything
from tests.engine_random import Gamer
from unodsl.api.asking import Order, Reward
from unodsl.api.matches import Matches, Step
from unodsl.api.prepared import PreparedTable
from unodsl.api.setup import Setup
from unodsl.engine import observed
from unodsl.engine.api import EndlessCascade
from unodsl.engine.compiled import available

pytestmark = pytest.mark.skipif(not available(), reason="needs the extra `fast`")


def alike(one: Matches, other: Matches) -> None:
    """What there is to be known is the same."""
    for name in ("seats", "seeds", "masks", "observations"):
        mine, theirs = getattr(one, name), getattr(other, name)
        wrong = np.argwhere(mine != theirs)
        assert mine.dtype == theirs.dtype
        assert len(wrong) == 0, (name, wrong[:5])


def taken(matches: Matches, luck: np.random.Generator) -> np.ndarray[Any, Any]:
    """Any action that may be taken, for each match."""
    chances: np.ndarray[Any, Any] = (luck.random(matches.masks.shape) * matches.masks).argmax(axis=1)
    return chances


def stepped(setup: PreparedTable, number: int, steps: int, seed: int = 1, **how: Any) -> int:
    """Step matches both ways; how many ended."""
    how["last"] = seed % setup.seats
    one = Matches(setup, number, seed, executor="python", **how)
    other = Matches(setup, number, seed, executor="compiled", **how)
    assert (one.compiled, other.compiled) == (False, True)
    luck, ended = np.random.default_rng(seed), 0
    for _ in range(steps):
        alike(one, other)
        actions = taken(one, luck)
        mine, theirs = one.step(actions), other.step(actions)
        for name in Step.__slots__:
            a, b = getattr(mine, name), getattr(theirs, name)
            assert a.dtype == b.dtype
            there = mine.ended if name == "last" else slice(None)
            assert (a[there] == b[there]).all(), name
        ended += int(mine.ended.sum())
    alike(one, other)
    return ended


@pytest.mark.parametrize(
    ("game", "seats", "order", "reward", "mistakes"),
    [
        ("official", 2, "random", "points", False),
        ("psycho", 3, "turn", "match", False),
        ("spicy", 4, "random", "points against", False),
        ("power", 3, "random", "match", True),
        ("drapegnik", 10, "turn", "points", False),
    ],
)
def test_shipped_games(game: str, seats: int, order: Order, reward: Reward, mistakes: bool) -> None:
    setup = unodsl.load(game, seats=seats, mistakes=mistakes)
    assert stepped(setup, 8, 60, order=order, reward=reward, most_moves=25) > 0


def test_acts_with_seats_and_sets_of_seats() -> None:
    setup = unodsl.load("official", options=["official.seven", "official.jump-in"], seats=4)
    assert stepped(setup, 10, 100, most_moves=80) > 0


def prepared(seed: int) -> PreparedTable:
    """A random table."""
    table = Gamer(Random(seed)).table()
    return PreparedTable((), (), {}, cast(Any, SimpleNamespace(table=table)), mistakes=seed % 2 == 0)


def random_tables(seeds: range) -> int:
    """How many of some random tables could be stepped."""
    stood = 0
    for seed in seeds:
        setup = prepared(seed)
        try:
            stepped(setup, 3, 20, seed, order=("random", "turn")[seed % 2], most_moves=8)
        except unodsl.RulesError:
            # what Python cannot begin, compiled code does not begin either
            with pytest.raises(unodsl.RulesError, match="ended before anybody"):
                Matches(setup, 3, seed, executor="compiled", most_moves=8)
            continue
        stood += 1
    return stood


def test_random_tables() -> None:
    assert random_tables(range(12)) >= 4


@pytest.mark.long
def test_more_random_tables() -> None:
    many = 60 if everything() else 24
    assert random_tables(range(100, 100 + many)) >= many // 3


@pytest.fixture(scope="module")
def setup() -> Setup:
    return unodsl.load("official", seats=3)


def test_each_is_the_match_that_its_seed_begins(setup: Setup) -> None:
    matches = setup.matches(70, seed=11, order="turn", most_moves=30)
    assert matches.compiled
    luck = np.random.default_rng(2)
    for _ in range(40):
        matches.step(taken(matches, luck))
    assert len(set(matches.seeds.tolist())) == 70
    assert matches.seeds.max() > 80
    fresh = setup.matches(1, seed=int(matches.seeds.max()), executor="compiled")
    row = setup.observer.one(setup.start(int(matches.seeds.max())).state, int(fresh.seats[0]))
    assert (fresh.observations[0] == row).all()


def test_each_match_from_a_seed_of_its_own(setup: Setup) -> None:
    seeds = [9, 2, 5, 2]
    one, other = (setup.matches(4, seed=seeds, executor=x, most_moves=12) for x in ("python", "compiled"))
    assert one.seeds.tolist() == seeds
    assert one.next_seed == 10
    for i, seed in enumerate(seeds):
        assert (one.observations[i] == setup.start(seed).observe(one.seats[i])).all()
    luck = np.random.default_rng(2)
    for _ in range(60):
        alike(one, other)
        actions = taken(one, luck)
        one.step(actions)
        other.step(actions)
    assert one.seeds.min() > 9
    assert setup.matches(2, seed=np.array([7, 4])).seeds.tolist() == [7, 4]
    for wrong in ([1, 2], [], [1, 2, 3, "x"], "1234"):
        with pytest.raises(unodsl.RulesError, match="`seed`"):
            setup.matches(4, seed=cast(Any, wrong))


def test_a_row_is_kept_of_the_end(setup: Setup) -> None:
    matches = setup.matches(2, most_moves=1, last=np.int64(1))
    assert setup.matches(2).step(matches.masks.argmax(axis=1)).last is None
    step = matches.step(matches.masks.argmax(axis=1))
    assert step.last is not None
    assert step.last.shape == (2, setup.observer.size)
    assert step.ended.all()
    with pytest.raises(unodsl.RulesError, match="there is no seat 3"):
        setup.matches(2, last=3)


def test_narrow_rows(setup: Setup) -> None:
    wide = setup.matches(5, executor="compiled")
    assert wide.observations.dtype == np.int32 == setup.observer.narrow
    for type_ in (np.int8, np.int16):
        narrow = setup.matches(5, executor="compiled", dtype=type_)
        assert narrow.observations.dtype == type_
        assert (narrow.observations == wide.observations).all()
    assert stepped(setup, 5, 60, reward="points", dtype=np.int8, most_moves=200) >= 0
    assert stepped(unodsl.load("spicy", seats=2), 2, 20, dtype=np.int16) >= 0
    for wrong, words in ((np.uint8, "int8, int16 or int32"), (np.float32, "not float32")):
        with pytest.raises(unodsl.RulesError, match=words):
            setup.matches(2, dtype=wrong)
    with pytest.raises(unodsl.RulesError, match="cannot count the 216 cards"):
        unodsl.load("spicy").matches(2, dtype=np.int8)


def test_what_does_not_fit_is_the_greatest_that_does(setup: Setup) -> None:
    # points of official UNO pass 127 within a round or two
    matches = [setup.matches(30, executor=x, dtype=np.int8, most_moves=100_000) for x in ("python", "compiled")]
    score = [i for i, x in enumerate(setup.observer.columns) if not observed.fits(x, 1)]
    luck, seen = np.random.default_rng(5), 0
    for _ in range(600):
        actions = taken(matches[0], luck)
        # whoever can lay a card does: rounds end sooner
        for m in matches:
            m.step(actions)
        alike(*matches)
        seen = max(seen, int(matches[0].observations[:, score].max()))
        if seen == 127:
            break
    assert seen == 127


@pytest.mark.long
def test_windows_are_read_only_and_outlive_the_matches(setup: Setup) -> None:
    matches = setup.matches(6, executor="compiled", copy=False)
    rows, masks = matches.observations, matches.masks
    before = rows.copy()
    with pytest.raises(ValueError, match="read-only"):
        rows[0, 0] = 3
    step = matches.step(masks.argmax(axis=1))
    assert rows is matches.observations
    assert (rows != before).any()
    with pytest.raises(ValueError, match="read-only"):
        step.rewards[0] = 1
    now = rows.copy()
    del matches, step, masks
    gc.collect()
    assert (rows == now).all()
    copied = setup.matches(6, executor="compiled")
    kept = copied.observations
    copied.step(copied.masks.argmax(axis=1))
    assert (kept == before).all()


def test_they_can_be_pickled(setup: Setup) -> None:
    matches = setup.matches(5, executor="compiled", most_moves=12)
    luck = np.random.default_rng(1)
    for _ in range(9):
        matches.step(taken(matches, luck))
    same = pickle.loads(pickle.dumps(matches))
    for _ in range(20):
        alike(matches, same)
        actions = taken(matches, luck)
        assert (matches.step(actions).ended == same.step(actions).ended).all()


def test_what_cannot_be_is_refused_before_anything_is_done(setup: Setup) -> None:
    matches = setup.matches(3, executor="compiled")
    before = matches.observations
    no = int(np.flatnonzero(~matches.masks[1])[0])
    right = matches.masks.argmax(axis=1).tolist()
    for actions in (right[:2], [right[0], no, right[2]], [-1, *right[1:]], [*right[:2], 10**9], [*right[:2], 2**70]):
        with pytest.raises(ValueError, match="match"):
            matches.step(actions)
    with pytest.raises(ValueError, match="whole number"):
        matches.step(cast(Any, [1.5, 1, 1]))
    assert (setup.matches(3, executor="compiled").observations == before).all()
    one = matches.step(right, [True, False, False])
    assert not one.ended.any()
    assert (setup.matches(3, executor="compiled").observations[1:] == matches.observations[1:]).all()
    for junk in ("foo", 5, float):
        with pytest.raises(unodsl.RulesError, match="`dtype` is int8, int16 or int32"):
            setup.matches(3, dtype=cast(Any, junk))
    with pytest.raises(unodsl.RulesError, match="python"):
        setup.matches(3, executor="reference")
    with pytest.raises(unodsl.RulesError, match="more memory"):
        setup.matches(10**8, executor="compiled")


def test_seeds_of_any_size(setup: Setup) -> None:
    for seed in (-5, 2**63 - 2, 2**70):
        one, other = (setup.matches(4, seed=seed, executor=x) for x in ("python", "compiled"))
        alike(one, other)


def test_a_start_that_never_rests(tmp_path: Path) -> None:
    more = """options for official

option again "Twice"
  variable die: 1 to 40
  rule again
    when the round begins
    then
      die becomes a random one of 1 to 40
      if die is 7
        players draw 1
  rule more
    when player draws
    then player draws 1
"""
    (tmp_path / "more.uno").write_text(more, encoding="utf-8")
    setup = unodsl.load(tmp_path / "more.uno", options=["more.again"])
    for executor in ("python", "compiled"):
        with pytest.raises(EndlessCascade, match=r"more\.more"):
            setup.matches(100, executor=executor)
