"""A table as a vector environment of Gymnasium, for one learner at many matches: the extra `pettingzoo`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import DTypeLike, NDArray

from unodsl.api import arguments
from unodsl.api.asking import Order, Reward
from unodsl.api.environment import a_setup
from unodsl.api.matches import Matches, Step, first_seeds, seat_of, whole_numbers
from unodsl.api.setup import Setup
from unodsl.diagnostics import wrong
from unodsl.engine.batch import ENDS
from unodsl.engine.choose import Name

Rows = NDArray[np.signedinteger[Any]]
Policy = Callable[[Rows, NDArray[np.bool_]], NDArray[np.integer]]
"""A policy: one action for each row of observations and masks."""

_NOBODY = 10_000
"""The most successive actions of others before the learner is considered never selected."""


class VectorEnvironment(VectorEnv[dict[str, NDArray[Any]], NDArray[np.integer], NDArray[Any]]):
    """Vectorized matches in each of which one seat learns. An observation is a dictionary of `observation` and
    `action_mask`, as with `Environment`; both are of the moment when the learner is selected. `others` acts for all
    other seats: a policy over rows and masks of the selected seats; None for uniformly random legal actions.

    A reward covers the time since the learner's last action. A match that ends is replaced by a new one within the same
    step (`metadata["autoreset_mode"]` is `AutoresetMode.SAME_STEP`): the observation is the first one of the new match,
    `infos["how"]` says how the old one ended, as an index into `unodsl.engine.batch.ENDS` (-1 if it did not), and
    `infos["winners"]` (n, seats) who won it. If any match ended in a step, `infos` also has `final_obs`, an array of
    the learner's final observations (with masks of 0), None where the match goes on; `final_info`, a dictionary of
    `how` and `winners`; and the masks `_final_obs` and `_final_info` of those that ended. Matches that end before the
    learner is selected are skipped. For everything else see `Matches`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "name": "unodsl_v0"}  # noqa: RUF012

    def __init__(
        self,
        setup: Setup,
        number: SupportsIndex,
        *,
        seat: SupportsIndex = 0,
        others: Policy | None = None,
        order: Order = "random",
        reward: Reward = "match",
        points: str | None = None,
        most_moves: SupportsIndex = 10_000,
        executor: Name | None = None,
        dtype: DTypeLike | None = None,
    ) -> None:
        super().__init__()
        self.setup = a_setup(setup)
        self.num_envs = arguments.whole(number, "number", 1)
        self.seat = seat_of(setup, seat)
        if others is not None and not callable(others):
            raise wrong(f"`others` is a function of rows and masks, or None, not {others!r}")
        self.others = others
        self._choices: dict[str, Any] = {
            "order": order,
            "reward": reward,
            "points": points,
            "most_moves": most_moves,
            "executor": executor,
            "dtype": dtype,
            "last": self.seat,
        }
        self._matches = self._begun(1)
        row, size = self._matches.observations.dtype, setup.actions.size
        limits = np.iinfo(row)
        low, high = (x.clip(limits.min, limits.max).astype(row) for x in (setup.observer.low, setup.observer.high))
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=row.type),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _begun(self, seed: SupportsIndex | Sequence[SupportsIndex]) -> Matches:
        """Begins the matches from a seed on, or each from its own."""
        first, _ = first_seeds(seed, self.num_envs)
        self._luck = np.random.default_rng(abs(first))
        self._owed = np.zeros(self.num_envs)
        return Matches(self.setup, self.num_envs, seed, copy=False, **self._choices)

    def reset(
        self, *, seed: SupportsIndex | Sequence[SupportsIndex] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begins the i-th match from `seed + i`, or from the i-th of a list; without a seed, from the next ones.
        `options` are ignored."""
        self._matches = self._begun(self._matches.next_seed if seed is None else seed)
        result = _Result(self.num_envs, self.setup.seats)
        self._until_selected(result)
        self._owed = np.where(result.how >= 0, self._owed, result.rewards)
        return self._seen(), {}

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[dict[str, NDArray[Any]], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Executes the learner's action in every match, then those of the others until the learner is selected again.
        Raises `ValueError` for an illegal action, without any change. After an exception in `others`, or an illegal
        action of theirs, some matches have gone on: call `reset`."""
        result = _Result(self.num_envs, self.setup.seats)
        step = self._matches.step(actions)
        result.rewards += self._owed
        # never written in place: in another process, an array may be a view of read-only memory
        self._owed = np.zeros(self.num_envs)
        self._counted(result, step)
        self._until_selected(result)
        over = result.how == ENDS.index("over")
        stopped = (result.how >= 0) & ~over
        return self._seen(), result.rewards, over, stopped, self._infos(result)

    def _infos(self, result: _Result) -> dict[str, Any]:
        """How matches ended, and the learner's final observations, by Gymnasium's names and conventions."""
        infos: dict[str, Any] = {"how": result.how, "winners": result.winners}
        ended = result.how >= 0
        if ended.any():
            last = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(ended).tolist():
                last[i] = {"observation": result.last[i], "action_mask": np.zeros(self.setup.actions.size, np.int8)}
            infos["final_obs"], infos["_final_obs"] = last, ended
            infos["final_info"] = {"how": result.how, "_how": ended, "winners": result.winners, "_winners": ended}
            infos["_final_info"] = ended
        return infos

    def _until_selected(self, result: _Result) -> None:
        """Lets the others act until the learner is selected in every match."""
        for _ in range(_NOBODY):
            which = self._matches.seats != self.seat
            if not which.any():
                return
            rows, masks = self._matches.observations[which], self._matches.masks[which]
            actions = np.zeros(self.num_envs, np.int64)
            if self.others is None:
                actions[which] = (self._luck.random(masks.shape, np.float32) * masks).argmax(axis=1)
            else:
                actions[which] = self._answers(rows, masks)
            self._counted(result, self._matches.step(actions, which))
        raise wrong(f"seat {self.seat} is never asked at this table")

    def _answers(self, rows: Rows, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The actions of `others`. Raises `ValueError` if these are not one number for each row."""
        assert self.others is not None
        given = whole_numbers(self.others(rows, masks))
        if len(given) != len(rows):
            raise ValueError(f"`others` gave {len(given)} actions for {len(rows)} rows: it gives one for each")
        return given

    def _counted(self, result: _Result, step: Step) -> None:
        """Adds the rewards of a step: to the learner's current reward, or to the new match if one began in this
        step."""
        again = result.how >= 0
        result.rewards += np.where(again, 0.0, step.rewards[:, self.seat])
        owed = self._owed + np.where(again, step.rewards[:, self.seat], 0.0)
        self._owed = np.where(step.ended, 0.0, owed)
        first = step.ended & ~again
        result.how[first] = step.how[first]
        result.winners[first] = step.winners[first]
        assert step.last is not None
        for i in np.flatnonzero(first).tolist():
            result.last[i] = step.last[i].copy()

    def _seen(self) -> dict[str, NDArray[Any]]:
        """The learner's observations and masks."""
        return {
            "observation": self._matches.observations.copy(),
            "action_mask": self._matches.masks.astype(np.int8),
        }


class _Result:
    """The result of one step, by match: the learner's reward, how its match ended (-1: it goes on), and its final
    observation."""

    def __init__(self, number: int, seats: int) -> None:
        self.rewards = np.zeros(number)
        self.how = np.full(number, -1, np.int8)
        self.winners = np.zeros((number, seats), np.bool_)
        self.last: dict[int, Rows] = {}
