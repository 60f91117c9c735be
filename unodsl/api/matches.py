"""Vectorized matches: many are stepped together over numpy arrays. The extra `numpy`, and `fast` for compiled code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, SupportsIndex

import numpy as np
from numpy.typing import DTypeLike, NDArray

from unodsl.api import arguments
from unodsl.api.asking import ORDERS, REWARDS, AgentSelection, Order, Reward, points_variable, rewards
from unodsl.api.prepared import PreparedTable
from unodsl.diagnostics import wrong
from unodsl.engine import observed as o
from unodsl.engine.batch import ENDS
from unodsl.engine.choose import Name
from unodsl.engine.compiled import NotCompiled, available
from unodsl.engine.layout import WINNERS
from unodsl.engine.side_by_side import SideBySide
from unodsl.engine.wasm_memory import signed
from unodsl.engine.wasm_vector import BEGUN, TOO_SHORT, Plan

__all__ = ["Matches", "Order", "Reward", "Step"]

ROWS: tuple[np.dtype[np.signedinteger[Any]], ...] = (np.dtype(np.int8), np.dtype(np.int16), np.dtype(np.int32))
"""The element types of observations."""

PAYS_FROM = 64
"""From so many matches on, compiled code is the default: with fewer, compiling rarely pays."""


WAIT = -1
"""In place of an action: leaves this match unchanged."""


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one step for n matches. `rewards` (n, seats); `ended` (n): the match ended with this step, and
    another has begun in its place; `how` (n): an index into `unodsl.engine.batch.ENDS` if it ended, else -1; `winners`
    (n, seats); `last` (n, numbers): the final observation of the seat `last` of `Matches` if the match ended (else
    undefined); None without such a seat."""

    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    how: NDArray[np.int8]
    winners: NDArray[np.bool_]
    last: NDArray[np.signedinteger[Any]] | None


@dataclass(frozen=True, slots=True)
class Seen:
    """The arrays before a step; see `Matches`."""

    seats: NDArray[np.int64]
    seeds: NDArray[np.int64]
    observations: NDArray[np.signedinteger[Any]]
    masks: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Rules:
    """Agent selection and rewards of matches."""

    order: Order
    reward: Reward
    variable: int | None
    most_moves: int
    rows: np.dtype[np.signedinteger[Any]]
    last: int | None


class Stepping(Protocol):
    """The interface of the executors of vectorized matches. Their arrays are equal."""

    def seen(self) -> Seen:
        """The current arrays."""

    @property
    def next_seed(self) -> int:
        """The seed of the next match that begins."""

    def again(self, seeds: Sequence[int]) -> None:
        """Begins every match anew, each from its own seed; later ones from the seeds after the greatest."""

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Executes a legal action of every selected seat; nothing happens for `WAIT`."""


class Matches:
    """Independent matches. In each of them one seat is selected at a time, as `unodsl.api.asking` describes.

    `seats` (n): the selected seats; `observations` (n, numbers): their observations; `masks` (n, actions): their legal
    actions, the last one being to leave it to others; `seeds` (n): the seed of each match.

    A match that ends is replaced by a new one at once. The i-th match begins from `seed + i`; new ones take the next
    seeds, so that no two matches have the same: each is the match that `Setup.start` begins from that seed. `seed` may
    be a list of n seeds, one for each match; new ones then take the seeds after the greatest.

    `executor`: `compiled` (the extra `fast`), `python`, or None for compiled code if available and worth it; the
    numbers are equal. `dtype`: the type of observations, `int8`, `int16` or `int32`; None for the smallest that fits.
    Values outside of a smaller type are clamped. With `copy=False` all arrays are read-only views of the memory of the
    compiled code, which the next step overwrites. `last`: a seat whose final observation of each match is kept
    (`Step.last`), since the seat may not be selected again.
    """

    def __init__(
        self,
        setup: PreparedTable,
        number: SupportsIndex,
        seed: SupportsIndex | Sequence[SupportsIndex] = 1,
        order: Order = "random",
        reward: Reward = "match",
        points: str | None = None,
        most_moves: SupportsIndex = 10_000,
        executor: Name | None = None,
        copy: bool = True,
        dtype: DTypeLike | None = None,
        last: SupportsIndex | None = None,
    ) -> None:
        self.most_moves = check_choices(order, reward, most_moves)
        self.number = arguments.whole(number, "number", 1)
        self.setup = setup
        self.order: Order = order
        self.reward: Reward = reward
        self.variable = points_variable(setup, reward, points)
        at_end = None if last is None else seat_of(setup, last)
        by_copy = arguments.truth(copy, "copy")
        rules = Rules(order, reward, self.variable, self.most_moves, row_type(setup, dtype), at_end)
        first, each = first_seeds(seed, self.number)
        if arguments.executor(executor) == "reference":
            raise wrong("matches side by side are stepped by `python` or `compiled` code")
        self._by: Stepping = stepping(setup, rules, self.number, first, executor, by_copy)
        if each:
            self._by.again(each)
        self._observe()

    def __repr__(self) -> str:
        return f"<{self.number} matches of {self.setup.described}, side by side>"

    @property
    def compiled(self) -> bool:
        """Whether compiled code steps the matches."""
        return isinstance(self._by, Compiled)

    def _observe(self) -> None:
        seen = self._by.seen()
        self.seats, self.seeds = seen.seats, seen.seeds
        self.observations, self.masks = seen.observations, seen.masks

    @property
    def next_seed(self) -> int:
        """The seed of the next match that begins."""
        return self._by.next_seed

    def step(
        self,
        actions: Sequence[SupportsIndex] | NDArray[np.integer],
        which: Sequence[bool] | NDArray[np.bool_] | None = None,
    ) -> Step:
        """Executes an action of each selected seat, or only in the matches of `which` (n): the others are unchanged,
        and their actions are ignored. Raises `ValueError` without any change if the numbers of actions and matches
        differ, or an action is illegal."""
        taken = whole_numbers(actions)
        if len(taken) != self.number:
            raise ValueError(f"{len(taken)} actions were given for {self.number} matches")
        which = None if which is None else np.asarray(which)
        if which is not None and (which.shape != (self.number,) or which.dtype != np.bool_):
            raise ValueError(f"`which` is a yes or no for each of {self.number} matches")
        known = (taken >= 0) & (taken < self.setup.actions.size)
        right = known & self.masks[np.arange(self.number), np.where(known, taken, 0)]
        if which is not None:
            taken, right = np.where(which, taken, WAIT), right | ~which
        if not right.all():
            i = int(np.argmin(right))
            raise ValueError(f"seat {self.seats[i]} of match {i} cannot take action {taken[i]} now")
        out = self._by.step(taken)
        self._observe()
        return out


def first_seeds(seed: SupportsIndex | Sequence[SupportsIndex], number: int) -> tuple[int, tuple[int, ...]]:
    """The first seed of so many matches, and that of each if there is a list of them, else (). Raises `RulesError`."""
    listed = seed.ndim > 0 if isinstance(seed, np.ndarray) else isinstance(seed, Sequence)
    if not listed or isinstance(seed, str):
        return arguments.whole(seed, "seed"), ()
    assert isinstance(seed, Sequence | np.ndarray)
    each = tuple(arguments.whole(x, "seed") for x in seed)
    if len(each) != number:
        raise wrong(f"`seed` lists {len(each)} seeds for {number} matches: it is one number, or one for each")
    return each[0], each


def seat_of(setup: PreparedTable, seat: SupportsIndex) -> int:
    """Converts a seat. Raises `RulesError` if it is invalid."""
    found = arguments.whole(seat, "seat", 0)
    if found >= setup.seats:
        raise wrong(f"there is no seat {found}: they go from 0 to {setup.seats - 1}")
    return found


def row_type(setup: PreparedTable, dtype: DTypeLike | None) -> np.dtype[np.signedinteger[Any]]:
    """The element type of observations. Raises `RulesError` for other types, and if it cannot count the cards of a
    kind."""
    observer = setup.observer
    if dtype is None:
        return observer.narrow
    try:
        named = np.dtype(dtype)
    except TypeError:
        raise wrong(f"`dtype` is int8, int16 or int32, not {dtype!r}") from None
    if named not in ROWS:
        raise wrong(f"`dtype` is int8, int16 or int32, not {named}")
    found = ROWS[ROWS.index(named)]
    most = max(x.high for x in observer.columns if isinstance(x.source, o.CardsIn))
    if most > o.limits(found.itemsize)[1]:
        raise wrong(f"{found} cannot count the {most} cards of this deck")
    return found


def whole_numbers(actions: Sequence[SupportsIndex] | NDArray[np.integer]) -> NDArray[np.int64]:
    """Converts actions to an array. Raises `ValueError` if one is not an integer."""
    if isinstance(actions, np.ndarray) and np.issubdtype(actions.dtype, np.integer) and actions.ndim == 1:
        return actions.astype(np.int64, copy=False)
    if not isinstance(actions, Iterable):
        raise ValueError(f"actions are a list of whole numbers, one for each match, not {actions!r}")
    most = np.iinfo(np.int64).max
    return np.array([min(max(arguments.action(a), -1), most) for a in actions], np.int64)


def stepping(setup: PreparedTable, rules: Rules, number: int, seed: int, executor: Name | None, copy: bool) -> Stepping:
    """Chooses the executor: the requested one, else the faster one. Raises `RulesError` if compiled code is requested
    but not available."""
    if executor == "compiled" and not available():
        raise wrong("matches in compiled code need more than is installed: `pip install 'unodsl[fast]'`")
    if executor == "compiled" or (executor is None and number >= PAYS_FROM and available()):
        try:
            return Compiled(setup, rules, number, seed, copy)
        except NotCompiled as error:
            if executor == "compiled":
                raise wrong(str(error)) from None
        except MemoryError:
            raise wrong(f"{number:,} matches of this table need more memory than there is for them") from None
    return InPython(setup, rules, number, seed)


class InPython:
    """Matches that Python steps one after the other."""

    def __init__(self, setup: PreparedTable, rules: Rules, number: int, seed: int) -> None:
        self.setup = setup
        self.rules = rules
        self.next_seed = seed
        self.seeds = np.zeros(number, np.int64)
        self.selections: list[AgentSelection] = []
        for i in range(number):
            self.selections.append(self.begun(i))

    def begun(self, i: int) -> AgentSelection:
        """Begins a match from the next seed at which somebody can move."""
        for _ in range(1000):
            selection = AgentSelection.begin(self.setup, self.next_seed, self.rules.order, self.rules.most_moves)
            self.seeds[i] = signed(self.next_seed)
            self.next_seed += 1
            if selection.end is None:
                return selection
        raise too_short()

    def again(self, seeds: Sequence[int]) -> None:
        """See `Stepping.again`."""
        for i, seed in enumerate(seeds):
            self.next_seed = seed
            self.selections[i] = self.begun(i)
        self.next_seed = max(seeds) + 1

    def __setstate__(self, kept: dict[str, Any]) -> None:
        # an unpickled array may be a view of read-only memory
        self.__dict__.update(kept, seeds=kept["seeds"].copy())

    def seen(self) -> Seen:
        """See `Stepping.seen`."""
        seats = np.array([a.seat for a in self.selections], np.int64)
        observer, actions = self.setup.observer, self.setup.actions
        every = observer.many([a.state for a in self.selections], seats.tolist())
        rows = self.narrowed(every)
        masks = np.zeros((len(self.selections), actions.size), np.bool_)
        for row, selection in zip(masks, self.selections, strict=True):
            row[list(selection.moves)] = True
            row[actions.leave] = selection.may_leave
        return Seen(seats, self.seeds.copy(), rows, masks)

    def narrowed(self, rows: NDArray[np.int32]) -> NDArray[np.signedinteger[Any]]:
        """Clamps rows to the requested type."""
        low, high = o.limits(self.rules.rows.itemsize)
        return rows.clip(low, high).astype(self.rules.rows)

    def step(self, actions: NDArray[np.int64]) -> Step:
        """See `Stepping.step`."""
        number, seats, last = len(self.selections), self.setup.seats, self.rules.last
        out = Step(
            np.zeros((number, seats)),
            np.zeros(number, np.bool_),
            np.full(number, -1, np.int8),
            np.zeros((number, seats), np.bool_),
            None if last is None else np.zeros((number, self.setup.observer.size), self.rules.rows),
        )
        for i, (action, selection) in enumerate(zip(actions.tolist(), self.selections, strict=True)):
            if action == WAIT:
                continue
            before = selection.state
            selection.answer(action)
            if selection.state is not before:
                out.rewards[i] = rewards(self.setup, self.rules.reward, self.rules.variable, before, selection)
            if selection.end is not None:
                out.ended[i] = True
                out.how[i] = ENDS.index(selection.end)
                if selection.end == "over":
                    won = selection.state[WINNERS]
                    out.winners[i] = [won >> s & 1 for s in range(seats)]
                if out.last is not None and last is not None:
                    out.last[i] = self.narrowed(self.setup.observer.one(selection.state, last))
                self.selections[i] = self.begun(i)
        return out


class Compiled:
    """Matches that one call of compiled code steps."""

    def __init__(self, setup: PreparedTable, rules: Rules, number: int, seed: int, copy: bool) -> None:
        self.setup, self.rules, self.number, self.copy = setup, rules, number, copy
        sign = -1 if rules.reward == "points against" else 1
        numbering, turn = setup.actions.numbering(), rules.order == "turn"
        most = min(rules.most_moves, (1 << 62))
        plan = Plan(
            numbering,
            setup.observer.columns,
            rules.rows.itemsize,
            most,
            setup.mistakes,
            turn,
            rules.variable,
            sign,
            rules.last,
        )
        self.matches = SideBySide(setup.table, plan, number, seed)
        self.windows()
        self.check(self.matches.reset())

    def windows(self) -> None:
        """The arrays as views of the module's memory."""
        seats = self.setup.seats
        self.actions = self.window("actions", np.int64, ())
        # (arrays for reading are not writable)
        self.now = Seen(
            self.window("seats", np.int64, (), False),
            self.window("seeds", np.int64, (), False),
            self.window("rows", self.rules.rows, (self.setup.observer.size,), False),
            self.window("masks", np.bool_, (self.setup.actions.size,), False),
        )
        self.result = Step(
            self.window("rewards", np.float64, (seats,), False),
            self.window("ended", np.bool_, (), False),
            self.window("how", np.int8, (), False),
            self.window("won", np.bool_, (seats,), False),
            None
            if self.rules.last is None
            else self.window("last", self.rules.rows, (self.setup.observer.size,), False),
        )

    def window(self, name: str, type_: DTypeLike, shape: tuple[int, ...], writable: bool = True) -> NDArray[Any]:
        """One array as a view of memory."""
        # (numpy keeps the buffer alive, and thereby the machine)
        held: Any = self.matches.part(name)
        out: NDArray[Any] = np.frombuffer(held, np.dtype(type_).newbyteorder("<")).reshape(self.number, *shape)
        out.flags.writeable = writable
        return out

    @property
    def next_seed(self) -> int:
        """See `Stepping.next_seed`."""
        return self.matches.seed

    def seen(self) -> Seen:
        """See `Stepping.seen`."""
        if not self.copy:
            return self.now
        now = self.now
        return Seen(now.seats.copy(), now.seeds.copy(), now.observations.copy(), now.masks.copy())

    def step(self, actions: NDArray[np.int64]) -> Step:
        """See `Stepping.step`."""
        self.actions[:] = actions
        self.check(self.matches.step())
        if not self.copy:
            return self.result
        result = self.result
        last = None if result.last is None else result.last.copy()
        return Step(result.rewards.copy(), result.ended.copy(), result.how.copy(), result.winners.copy(), last)

    def again(self, seeds: Sequence[int]) -> None:
        """See `Stepping.again`."""
        for i, seed in enumerate(seeds):
            self.check(self.matches.again(i, seed))
        self.matches.seed = max(seeds) + 1

    def check(self, code: int) -> None:
        """Raises the exception that Python would if no match can begin."""
        if code == BEGUN:
            return
        if code == TOO_SHORT:
            raise too_short()
        # this names the rules of the endless cascade
        self.setup.runner.start(self.matches.seed - 1)
        raise AssertionError("an endless cascade came to rest when it was run again")

    def __getstate__(self) -> dict[str, Any]:
        kept = {"setup": self.setup, "rules": self.rules, "number": self.number, "copy": self.copy}
        return {**kept, "saved": self.matches.saved()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        saved = kept.pop("saved")
        Compiled.__init__(self, **kept, seed=1)
        self.matches.restore(saved)


def too_short() -> Exception:
    """The exception if no match lasts until somebody can move."""
    return wrong("a thousand matches of this table ended before anybody could move")


def check_choices(order: str, reward: str, most_moves: SupportsIndex) -> int:
    """Checks these choices; returns the most moves. Raises `RulesError`."""
    arguments.word(order, "order", ORDERS)
    arguments.word(reward, "reward", REWARDS)
    return arguments.whole(most_moves, "most_moves", 1)
