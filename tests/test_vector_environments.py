"""The vector environment of Gymnasium and the parallel one of PettingZoo: their own checks pass, and their matches are those that are
stepped one by one."""

from __future__ import annotations

import warnings
from typing import Any, cast

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

import unodsl
from unodsl.api import ParallelEnvironment, VectorEnvironment
from unodsl.api.asking import AgentSelection, Reward
from unodsl.engine.batch import ENDS
from unodsl.engine.compiled import available

EXECUTORS = ("python", "compiled") if available() else ("python",)


def any_of(masks: np.ndarray[Any, Any], luck: np.random.Generator) -> np.ndarray[Any, Any]:
    """Any action that each mask lets."""
    out: np.ndarray[Any, Any] = (luck.random(masks.shape) * masks).argmax(axis=1)
    return out


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("reward", ["match", "points"])
def test_a_learner_gets_what_one_match_after_the_other_gives(executor: Any, reward: Reward) -> None:
    """Everybody takes the first action that they may: the same matches, asked one by one."""
    setup = unodsl.load("official", options=["official.jump-in"], seats=3)
    env = VectorEnvironment(
        setup,
        5,
        seat=1,
        others=lambda rows, masks: masks.argmax(axis=1),
        reward=reward,
        most_moves=60,
        executor=executor,
    )
    seen, _ = env.reset(seed=40)
    singles = [Single(setup, 40 + i, reward) for i in range(5)]
    running = set(range(5))
    for _ in range(40):
        for i in running:
            assert seen["observation"][i].tolist() == singles[i].row()
            assert np.flatnonzero(seen["action_mask"][i]).tolist() == singles[i].actions()
        seen, rewards, over, stopped, infos = env.step(seen["action_mask"].argmax(axis=1))
        assert env.observation_space.contains(seen)
        for i in sorted(running):
            got = singles[i].step()
            assert rewards[i] == pytest.approx(got)
            end = singles[i].asked.end
            assert (over[i], stopped[i]) == (end == "over", end not in (None, "over"))
            assert infos["how"][i] == (-1 if end is None else ENDS.index(end))
            assert (infos.get("final_obs", [None] * 5)[i] is None) == (end is None)
            if end is not None:
                running.discard(i)
                last = infos["final_obs"][i]
                assert last["observation"].tolist() == singles[i].row()
                assert env.single_observation_space.contains(last)
                assert not last["action_mask"].any()
                assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == (infos["how"] >= 0).tolist()
                assert infos["final_info"]["how"][i] == ENDS.index(end)
    assert len(running) < 5, "some ended"


class Single:
    """One match in which all take the first action, as far as seat 1 notices."""

    def __init__(self, setup: unodsl.Setup, seed: int, reward: Reward) -> None:
        self.setup, self.reward, self.owed = setup, reward, 0.0
        self.asked = AgentSelection.begin(setup, seed, "random", 60)
        self.owed = self.others()

    def actions(self) -> list[int]:
        leave = [self.setup.actions.leave] if self.asked.may_leave else []
        return sorted([*self.asked.moves, *leave])

    def row(self) -> list[int]:
        row: list[int] = self.setup.observer.one(self.asked.state, 1).tolist()
        return row

    def answer(self) -> float:
        from unodsl.api.asking import points_variable, rewards

        before, variable = self.asked.state, points_variable(self.setup, self.reward, None)
        self.asked.answer(self.actions()[0])
        return rewards(self.setup, self.reward, variable, before, self.asked)[1]

    def others(self) -> float:
        got = 0.0
        while self.asked.end is None and self.asked.seat != 1:
            got += self.answer()
        return got

    def step(self) -> float:
        got = self.owed + self.answer()
        self.owed = 0.0
        return got + self.others()


@pytest.mark.parametrize("executor", EXECUTORS)
def test_only_the_matches_asked_for_are_stepped(executor: Any) -> None:
    setup = unodsl.load("official", seats=3)
    whole = setup.matches(6, seed=3, executor=executor)
    luck = np.random.default_rng(2)
    for _ in range(60):
        which = luck.random(6) < 0.5
        before = whole.observations.copy(), whole.masks.copy(), whole.seats.copy()
        actions = np.where(which, any_of(whole.masks, luck), 10**6)
        step = whole.step(actions, which)
        for old, new in zip(before, (whole.observations, whole.masks, whole.seats), strict=True):
            assert (old[~which] == new[~which]).all()
        assert not step.rewards[~which].any()
    with pytest.raises(ValueError, match="cannot take action 1000000"):
        whole.step(np.full(6, 10**6), np.array([False] * 5 + [True]))
    with pytest.raises(ValueError, match="yes or no for each of 6 matches"):
        whole.step(np.zeros(6, np.int64), np.ones(5, np.bool_))


def test_the_same_seed_is_the_same_run() -> None:
    env = VectorEnvironment(unodsl.load("psycho", seats=4), 4, seat=2, dtype=np.int16)
    runs = []
    for _ in range(2):
        luck = np.random.default_rng(3)
        seen, _ = env.reset(seed=9)
        run = [seen["observation"].copy()]
        for _ in range(30):
            seen, *_ = env.step(any_of(seen["action_mask"], luck))
            run.append(seen["observation"].copy())
        runs.append(np.stack(run))
    assert runs[0].dtype == np.int16
    assert (runs[0] == runs[1]).all()
    listed, _ = env.reset(seed=[9, 10, 11, 12])
    assert (listed["observation"] == runs[0][0]).all()
    other, _ = env.reset()
    assert (other["observation"] != runs[0][0]).any()


def test_seats_are_told() -> None:
    setup = unodsl.load("official", seats=3)
    with pytest.raises(unodsl.RulesError, match="there is no seat 3: they go from 0 to 2"):
        VectorEnvironment(setup, 2, seat=3)


def test_what_is_no_table_no_policy_and_no_agent() -> None:
    anything: Any = "official"
    for made in (lambda: VectorEnvironment(anything, 2), lambda: ParallelEnvironment(anything)):
        with pytest.raises(unodsl.RulesError, match="of a table that `load` gave, not of 'official'"):
            made()
    setup = unodsl.load("official", seats=3)
    with pytest.raises(unodsl.RulesError, match="`others` is a function"):
        VectorEnvironment(setup, 2, others=anything)
    env = VectorEnvironment(setup, 2, seat=2, others=lambda rows, masks: np.zeros(7, np.int64))
    with pytest.raises(ValueError, match=r"`others` gave 7 actions for \d rows"):
        env.reset(seed=1)
    race = ParallelEnvironment(setup)
    with pytest.raises(AttributeError, match="call `reset` first"):
        race.step({})
    race.reset(seed=1)
    with pytest.raises(ValueError, match="there is no agent 'zed'"):
        race.step({"zed": 1})
    with pytest.raises(ValueError, match="actions map agents to numbers, not None"):
        race.step(cast(Any, None))


@pytest.mark.parametrize(
    ("page", "seats"), [("official", 2), ("psycho", 4), ("power", 3), ("spicy", 5), ("drapegnik", 4)]
)
def test_pettingzoo_finds_nothing_wrong(page: str, seats: int) -> None:
    setup = unodsl.load(page, seats=seats)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(ParallelEnvironment(setup, most_moves=60), num_cycles=200)
    # (its test of seeds takes actions without looking at masks)
    runs = []
    for _ in range(2):
        env, luck, run = ParallelEnvironment(setup, most_moves=60), np.random.default_rng(1), []
        seen, _ = env.reset(seed=8)
        while env.agents:
            actions = {a: int(luck.choice(np.flatnonzero(seen[a]["action_mask"]))) for a in env.agents}
            seen, *rest = env.step(actions)
            run.append((actions, rest, [x["observation"].tolist() for x in seen.values()]))
        runs.append(run)
    assert runs[0] == runs[1]


def test_the_quicker_one_moves() -> None:
    """Of those who move at once, the first in the order of asking does; the others' answers come to nothing."""
    setup = unodsl.load("official", options=["official.jump-in"], seats=4)
    env = ParallelEnvironment(setup, order="turn", most_moves=200)
    luck, raced = np.random.default_rng(4), 0
    for seed in range(6):
        seen, _ = env.reset(seed=seed)
        while env.agents:
            actions = {a: int(luck.choice(np.flatnonzero(seen[a]["action_mask"]))) for a in env.agents}
            leave = setup.actions.leave
            movers = [s for s in env.selection.ring if actions[f"player_{s}"] != leave]
            raced += len(movers) > 1
            move = env.selection.moves_of(movers[0])[actions[f"player_{movers[0]}"]]
            expected = setup.runner.apply(env.selection.state, move)
            seen, rewards, over, stopped, _ = env.step(actions)
            assert env.selection.state == expected
        assert all(over.values()) or all(stopped.values())
        assert sum(rewards.values()) == pytest.approx(0)
    assert raced
    with pytest.raises(ValueError, match="the match has ended"):
        env.step({})
    env.reset(seed=1)
    state = env.selection.state
    with pytest.raises(ValueError, match="player_0 gives no action"):
        env.step({})
    with pytest.raises(ValueError, match="cannot take action -1 now"):
        env.step(dict.fromkeys(env.agents, -1))
    assert env.selection.state == state
