"""A table as an environment of PettingZoo: its own tests pass, and what it adds to the rules is what is said."""

from __future__ import annotations

import random
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import unodsl
from tests.effort import one_in
from tests.tables import OPTIONS, PAGES
from unodsl.api import Environment, Setup
from unodsl.api.asking import ORDERS, REWARDS, Order, Reward

NEEDS_SEATS = {"drapegnik.partners": 4, "drapegnik.two-players": 2, "official.partners": 4}
TABLES: list[tuple[str, tuple[str, ...], int]] = [(page, (), seats) for page in PAGES for seats in range(2, 11)]
TABLES += [(o.partition(".")[0], (o,), NEEDS_SEATS.get(o, 2 + i % 9)) for i, o in enumerate(OPTIONS)]
TABLES += [
    ("official", ("official.jump-in", "official.progressive", "official.seven", "official.zero"), 6),
    ("official", ("psycho.stacking", "psycho.reversing", "spicy.one"), 4),
    ("psycho", ("psycho.matching", "psycho.sevens", "psycho.spreading", "psycho.stacking"), 10),
]
SETTINGS: tuple[tuple[Order, Reward], ...] = tuple((o, r) for o in ORDERS for r in REWARDS)


def made(page: str, options: tuple[str, ...], seats: int) -> Setup:
    """A table; one more or less where an option wants another number of seats."""
    return unodsl.load(page, options=options, seats=seats)


@pytest.mark.parametrize(("page", "options", "seats"), one_in(8, TABLES), ids=lambda x: str(x) if x else "")
def test_pettingzoo_finds_nothing_wrong(page: str, options: tuple[str, ...], seats: int) -> None:
    try:
        setup = made(page, options, seats)
    except unodsl.RulesError as error:
        (wrong,) = error.diagnostics
        assert wrong.code == "UNO111", "an option that goes with fewer or more seats"
        setup = unodsl.load(page, options=options)
    order, reward = SETTINGS[len(page + "".join(options)) * 7 % len(SETTINGS)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # a dictionary with a mask is how PettingZoo's own card games do it, and its test knows those by name
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(Environment(setup, order=order, reward=reward, most_moves=50), num_cycles=30)
        seed_test(lambda: Environment(setup, order=order, reward=reward, most_moves=80), num_cycles=30)


def play(env: Environment, seed: int) -> tuple[dict[str, float], list[tuple[str, int]]]:
    """A whole match at random: what each agent got, and what was done."""
    luck = random.Random(seed)
    env.reset(seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    done = []
    for agent in env.agent_iter():
        seen, reward, ended, stopped, _ = env.last()
        got[agent] += reward
        if ended or stopped:
            env.step(None)
            continue
        action = luck.choice(np.flatnonzero(seen["action_mask"]).tolist())
        done.append((agent, action))
        env.step(action)
    return got, done


def short_match(**arguments: Any) -> Environment:
    """A match that is soon over."""
    return unodsl.env("official", parameters={"target": 50, "hand-size": 1}, seats=3, **arguments)


def test_a_match_goes_to_its_end() -> None:
    env = short_match()
    got, done = play(env, 5)
    assert sorted(got.values()) == pytest.approx([-0.5, -0.5, 1.0])
    (winner,) = [name for name, x in got.items() if x == 1]
    (points,) = [
        env.selection.state[at : at + 3]
        for at in [
            env.setup.layout.variable[i] for i, v in enumerate(env.setup.table.variables) if v.name.endswith("score")
        ]
    ]
    assert points[int(winner[-1])] >= 50
    assert play(env, 5) == (got, done)
    assert play(env, 6) != (got, done)


def test_a_match_that_is_stopped_has_no_winner() -> None:
    env = unodsl.env("official", seats=2, most_moves=20)
    env.reset(1)
    for agent in env.agent_iter():
        seen, reward, ended, stopped, info = env.last()
        assert reward == 0
        assert not ended
        if stopped:
            assert info == {"end": "most moves"}
            env.step(None)
        else:
            env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        assert agent
    assert env.selection.made == 20


def test_only_the_selected_agent_has_a_mask() -> None:
    env = unodsl.env("psycho", options=["psycho.matching"], seats=4)
    env.reset(3)
    luck = random.Random(1)
    left = 0
    for _ in range(300):
        agent = env.agent_selection
        for name in env.agents:
            assert env.observe(name)["action_mask"].any() == (name == agent)
        mask = env.observe(agent)["action_mask"]
        assert bool(mask[-1]) == env.selection.may_leave
        left += int(mask[-1])
        before = env.selection.state
        action = luck.choice(np.flatnonzero(mask).tolist())
        env.step(action)
        if action == env.setup.actions.leave:
            assert env.selection.state == before
            assert env.agent_selection != agent
    assert left, "nobody ever had anything to leave to others"


def test_an_action_that_may_not_be_taken_changes_nothing() -> None:
    env = unodsl.env("official", seats=2)
    env.reset(1)
    before = env.selection.state
    for action in (
        None,
        -1,
        env.setup.actions.size,
        int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0]),
    ):
        with pytest.raises(ValueError, match="cannot take action"):
            env.step(action)
    assert env.selection.state == before


def test_before_the_first_match_and_agents_that_are_not_there() -> None:
    env = unodsl.env("official", seats=2, game="official")
    assert not hasattr(env, "agent_selection")
    for call in (env.last, env.render, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(AttributeError, match=r"no match has begun.* call `reset` first"):
            call()
    env.reset(1)
    for look in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(ValueError, match="there is no agent 'zed': they are player_0, player_1"):
            look("zed")


def test_matches_follow_each_other_and_a_seed_begins_anew() -> None:
    env = unodsl.env("official", seats=2)
    deals = []
    for seed in (None, None, 1, None, 2):
        env.reset(seed)
        deals.append(env.selection.state)
    assert deals[0] == deals[2]
    assert deals[1] == deals[3] == deals[4]
    assert deals[0] != deals[1]


def test_it_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    env = unodsl.env("official", seats=2, render_mode="ansi")
    env.reset(1)
    text = env.render()
    assert text is not None
    assert "ann's hand: " in text
    env = unodsl.env("official", seats=2, render_mode="human")
    env.reset(1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert "ann's hand: " in capsys.readouterr().out
    env.close()


@pytest.mark.parametrize("wrong", [{"order": "fast"}, {"reward": "money"}, {"render_mode": "film"}, {"most_moves": 0}])
def test_choices_that_are_not_there(wrong: dict[str, Any]) -> None:
    with pytest.raises(unodsl.RulesError) as error:
        unodsl.env("official", **wrong)
    assert len(str(error.value).splitlines()) == 1


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(unodsl.RulesError) as error:
        _ = unodsl.env
    assert str(error.value) == (
        'error UNO115: `env` needs pettingzoo, which is not there: `pip install "unodsl[pettingzoo]"`'
    )
