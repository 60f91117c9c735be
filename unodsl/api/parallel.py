"""A table as a parallel environment of PettingZoo, for agents who all answer at once: the extra `pettingzoo`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from unodsl.api import arguments
from unodsl.api.asking import Order, Reward
from unodsl.api.environment import OneMatch
from unodsl.api.setup import Setup

Observations = dict[str, dict[str, NDArray[Any]]]


class ParallelEnvironment(OneMatch, ParallelEnv[str, dict[str, NDArray[Any]], int]):  # type: ignore[misc]
    """One match in which all agents act at once: with a move, or with the last action, which leaves it to the others.
    The first agent in the order of selection (`unodsl.api.asking`) with a legal move who does not leave it makes the
    move, and all other actions are dropped: that agent was the quickest. The mask of the last in that order does not
    permit leaving it; that of an agent without a legal move permits nothing else.

    Observations, actions, rewards and ends are those of `Environment`. Raises `ValueError`, and changes nothing, if an
    agent's action is missing or illegal.
    """

    metadata = {"render_modes": [], "name": "unodsl_parallel_v0"}  # noqa: RUF012

    def __init__(
        self,
        setup: Setup,
        *,
        order: Order = "random",
        reward: Reward = "match",
        points: str | None = None,
        most_moves: SupportsIndex = 10_000,
    ) -> None:
        super().__init__(setup, order, reward, points, most_moves)
        self.render_mode = None

    def reset(
        self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Begins a match; without a seed, with the successor of the last one. `options` are ignored."""
        self._begin(seed)
        return self._seen(), {name: {} for name in self.agents}

    def step(
        self, actions: Mapping[str, SupportsIndex]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Executes the actions of all agents."""
        selection, agents = self.selection, self.agents
        if not agents:
            raise ValueError("the match has ended: call `reset`")
        given = self._checked(actions)
        before = selection.state
        for seat in selection.ring:
            selection.answer(given[seat])
            if given[seat] != self.setup.actions.leave:
                break
        gained = self._gained(before)
        over, stopped = selection.end == "over", selection.end not in (None, "over")
        if selection.end is not None:
            self.agents = []
        return (
            {name: self._seen_by(i) for i, name in enumerate(agents)},
            dict(zip(agents, gained, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, stopped),
            {name: {"end": selection.end} if selection.end is not None else {} for name in agents},
        )

    def _checked(self, actions: Mapping[str, SupportsIndex]) -> list[int]:
        """The checked action of each seat."""
        if not isinstance(actions, Mapping):
            raise ValueError(f"actions map agents to numbers, not {actions!r}")
        for name in actions:
            self._known(name)
        out = []
        for seat, name in enumerate(self.possible_agents):
            if name not in actions:
                raise ValueError(f"{name} gives no action: each agent has to")
            number = arguments.action(actions[name])
            if not 0 <= number < self.setup.actions.size or not self._mask(seat)[number]:
                raise ValueError(f"{name} cannot take action {actions[name]} now: the mask says which")
            out.append(number)
        return out

    def _mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(self.setup.actions.size, np.int8)
        mask[list(self.selection.moves_of(seat))] = 1
        mask[self.setup.actions.leave] = self.selection.end is None and seat != self.selection.ring[-1]
        return mask

    def _seen_by(self, seat: int) -> dict[str, NDArray[Any]]:
        return {"observation": self.setup.observer.one(self.selection.state, seat), "action_mask": self._mask(seat)}

    def _seen(self) -> Observations:
        return {name: self._seen_by(i) for i, name in enumerate(self.possible_agents)}

    def render(self) -> None:
        """Does nothing."""
