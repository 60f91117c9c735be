"""A table as an environment of PettingZoo, for agents who act in turn: the extra `pettingzoo`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from unodsl.api import arguments
from unodsl.api.asking import Asking, Order, Reward, points_variable, rewards
from unodsl.api.matches import check_choices
from unodsl.api.setup import Setup, load
from unodsl.engine.api import State
from unodsl.engine.describe import table_text

RENDER_MODES = ("ansi", "human")


def env(
    *files: str | PathLike[str],
    options: Iterable[str] = (),
    parameters: Mapping[str, SupportsIndex | str] | None = None,
    seats: SupportsIndex | None = None,
    mistakes: bool = False,
    without: Iterable[str] = (),
    **choices: Any,
) -> Environment:
    """The environment of a table; the first arguments are those of `load`, the others those of `Environment`."""
    return Environment(
        load(*files, options=options, parameters=parameters, seats=seats, mistakes=mistakes, without=without), **choices
    )


def agents_of(setup: Setup) -> list[str]:
    """The names of agents, by seat."""
    return [f"player_{i}" for i in range(setup.seats)]


def spaces_of(setup: Setup) -> tuple[dict[str, spaces.Dict], dict[str, spaces.Discrete]]:
    """What each agent observes, and what it can do."""
    observer, size = setup.observer, setup.actions.size
    seen = {
        name: spaces.Dict(
            {
                "observation": spaces.Box(observer.low, observer.high, dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        for name in agents_of(setup)
    }
    return seen, {name: spaces.Discrete(size) for name in agents_of(setup)}


class OneMatch:
    """What environments of one match share: the choices they are made from, spaces by agent, and how a match begins."""

    def __init__(
        self, setup: Setup, order: Order, reward: Reward, points: str | None, most_moves: SupportsIndex, **more: Any
    ) -> None:
        super().__init__(**more)
        self.most_moves = check_choices(order, reward, most_moves)
        self.setup = setup
        self.order: Order = order
        self.reward: Reward = reward
        self.variable = points_variable(setup, reward, points)
        self.possible_agents = agents_of(setup)
        self.agents: list[str] = []
        self.seed = 0
        self.observation_spaces, self.action_spaces = spaces_of(setup)

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent can do."""
        return self.action_spaces[agent]

    def _begin(self, seed: SupportsIndex | None) -> None:
        """A new match; without a seed, the one after the last."""
        self.seed = self.seed + 1 if seed is None else arguments.whole(seed, "seed")
        self.asked = Asking.begin(self.setup, self.seed, self.order, self.most_moves)
        self.agents = list(self.possible_agents)

    def _gained(self, before: State) -> tuple[float, ...]:
        """What each seat gets for what has been answered since a state."""
        if self.asked.state is before:
            return (0.0,) * self.setup.seats
        return rewards(self.setup, self.reward, self.variable, before, self.asked)

    def close(self) -> None:
        """Nothing is held open."""


class Environment(OneMatch, AECEnv[str, dict[str, NDArray[Any]], int]):  # type: ignore[misc]
    """One match. Agents are `player_0`, `player_1`, and so on, by seat; who is selected when says `unodsl.api.asking`.

    An observation is a dictionary of `observation` (as `unodsl.api.observing` says, from the agent's seat) and `action_mask`:
    1 for each action that the agent may take now, all 0 for agents who are not selected. Actions are numbered as `Actions`
    says.

    The match ends when it is over (`terminations`), or when it is stopped (`truncations`): after `most_moves` moves, or where
    the rules let it get stuck or go on for ever within one move. `infos` then holds `end` for every agent. `reset` without a
    seed takes the next number after the last seed; the first is 1. An action that may not be taken raises `ValueError`, and
    nothing changes.
    """

    metadata = {"render_modes": list(RENDER_MODES), "name": "unodsl_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        setup: Setup,
        *,
        order: Order = "random",
        reward: Reward = "match",
        points: str | None = None,
        most_moves: SupportsIndex = 10_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(setup, order, reward, points, most_moves)
        if render_mode is not None:
            arguments.word(render_mode, "render mode", RENDER_MODES)
        self.render_mode = render_mode
        self._seats = {name: i for i, name in enumerate(self.possible_agents)}

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. `options` are ignored."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._settle()

    def _settle(self) -> None:
        """After an answer: who is selected now, or how it ended."""
        end = self.asked.end
        if end is None:
            self.agent_selection = self.possible_agents[self.asked.seat]
            return
        ended = self.terminations if end == "over" else self.truncations
        for name in self.agents:
            ended[name] = True
            self.infos[name] = {"end": end}

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees and may do."""
        seat = self._seats[agent]
        mask = np.zeros(self.setup.actions.size, np.int8)
        if self.asked.end is None and seat == self.asked.seat:
            mask[list(self.asked.moves)] = 1
            mask[-1] = self.asked.may_leave
        return {"observation": self.setup.observer.one(self.asked.state, seat), "action_mask": mask}

    def step(self, action: SupportsIndex | None) -> None:
        """The selected agent acts; None, and nothing else, for one for whom it has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = None if action is None else arguments.action(action)
        if number is None or not self.asked.legal(number):
            raise ValueError(f"{agent} cannot take action {action} now: the mask says which")
        before = self.asked.state
        self._cumulative_rewards[agent] = 0.0
        self.asked.answer(number)
        gained = self._gained(before)
        self.rewards = {name: gained[self._seats[name]] for name in self.agents}
        self._settle()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as everybody sees it who sees all: printed (`human`), or given (`ansi`)."""
        text = table_text(self.setup.layout, self.asked.state, self.setup.names)
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text if self.render_mode == "ansi" else None
