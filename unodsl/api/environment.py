"""A table as an environment of PettingZoo, for agents who act in turn: the extra `pettingzoo`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from unodsl.api import arguments
from unodsl.api.asking import AgentSelection, Order, Reward, points_variable, rewards
from unodsl.api.matches import check_choices
from unodsl.api.setup import Setup, load
from unodsl.diagnostics import wrong
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
    game: str | None = None,
    **choices: Any,
) -> Environment:
    """Makes the environment of a table; the first arguments are those of `load`, the others those of `Environment`."""
    setup = load(
        *files, options=options, parameters=parameters, seats=seats, mistakes=mistakes, without=without, game=game
    )
    return Environment(setup, **choices)


def a_setup(setup: Setup) -> Setup:
    """Checks that an environment is made of a table. Raises `RulesError`."""
    if not isinstance(setup, Setup):
        raise wrong(f"an environment is of a table that `load` gave, not of {setup!r}")
    return setup


def agents_of(setup: Setup) -> list[str]:
    """The names of agents, by seat."""
    return [f"player_{i}" for i in range(setup.seats)]


def spaces_of(setup: Setup) -> tuple[dict[str, spaces.Dict], dict[str, spaces.Discrete]]:
    """The observation and action spaces of each agent."""
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
    """The common part of environments of one match: parameters, spaces by agent, and the beginning of a match."""

    def __init__(
        self, setup: Setup, order: Order, reward: Reward, points: str | None, most_moves: SupportsIndex, **more: Any
    ) -> None:
        super().__init__(**more)
        self.most_moves = check_choices(order, reward, most_moves)
        self.setup = a_setup(setup)
        self.order: Order = order
        self.reward: Reward = reward
        self.variable = points_variable(setup, reward, points)
        self.possible_agents = agents_of(setup)
        self.agents: list[str] = []
        self.seed = 0
        self.observation_spaces, self.action_spaces = spaces_of(setup)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # (what a match brings is not there before the first one)
            if name in ("selection", "agent_selection", "rewards", "terminations", "truncations", "infos"):
                raise AttributeError(f"no match has begun, so there is no `{name}`: call `reset` first")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observation space of an agent. Raises `ValueError` for an unknown agent."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action space of an agent. Raises `ValueError` for an unknown agent."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}: they are {', '.join(self.possible_agents)}")
        return agent

    def _begin(self, seed: SupportsIndex | None) -> None:
        """Begins a match; without a seed, with the successor of the last one."""
        self.seed = self.seed + 1 if seed is None else arguments.whole(seed, "seed")
        self.selection = AgentSelection.begin(self.setup, self.seed, self.order, self.most_moves)
        self.agents = list(self.possible_agents)

    def _gained(self, before: State) -> tuple[float, ...]:
        """The reward of each seat since a state."""
        if self.selection.state is before:
            return (0.0,) * self.setup.seats
        return rewards(self.setup, self.reward, self.variable, before, self.selection)

    def close(self) -> None:
        """Does nothing: there are no resources to free."""


class Environment(OneMatch, AECEnv[str, dict[str, NDArray[Any]], int]):  # type: ignore[misc]
    """One match. Agents are `player_0`, `player_1`, and so on, by seat; `unodsl.api.asking` describes their selection.

    An observation is a dictionary of `observation` (see `unodsl.api.observing`, from the agent's seat) and
    `action_mask`: 1 for each action that the agent may take now, all 0 for agents who are not selected. Actions are
    numbered as in `Actions`.

    The match ends when it is over (`terminations`), or when it is stopped (`truncations`): after `most_moves` moves, or
    if it is stuck or a cascade is endless. `infos` then has `end` for every agent. `reset` without a seed takes the
    successor of the last seed; the first is 1. An illegal action raises `ValueError` and changes nothing.
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
        """Begins a match. `options` are ignored."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._settle()

    def _settle(self) -> None:
        """Updates the selected agent, or the end of the match."""
        end = self.selection.end
        if end is None:
            self.agent_selection = self.possible_agents[self.selection.seat]
            return
        ended = self.terminations if end == "over" else self.truncations
        for name in self.agents:
            ended[name] = True
            self.infos[name] = {"end": end}

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The observation and the action mask of an agent. Raises `ValueError` for an unknown agent."""
        seat = self._seats[self._known(agent)]
        mask = np.zeros(self.setup.actions.size, np.int8)
        if self.selection.end is None and seat == self.selection.seat:
            mask[list(self.selection.moves)] = 1
            mask[-1] = self.selection.may_leave
        return {"observation": self.setup.observer.one(self.selection.state, seat), "action_mask": mask}

    def step(self, action: SupportsIndex | None) -> None:
        """Executes an action of the selected agent; it must be None for an agent whose match has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = None if action is None else arguments.action(action)
        if number is None or not self.selection.legal(number):
            raise ValueError(f"{agent} cannot take action {action} now: the mask says which")
        before = self.selection.state
        self._cumulative_rewards[agent] = 0.0
        self.selection.answer(number)
        gained = self._gained(before)
        self.rewards = {name: gained[self._seats[name]] for name in self.agents}
        self._settle()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The full table in words: printed (`human`), or returned (`ansi`)."""
        text = table_text(self.setup.layout, self.selection.state, self.setup.names)
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text if self.render_mode == "ansi" else None
