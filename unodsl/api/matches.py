"""Many matches side by side, stepped together over numpy arrays: the extra `numpy`, and `fast` to do it in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, SupportsIndex

import numpy as np
from numpy.typing import DTypeLike, NDArray

from unodsl.api import arguments
from unodsl.api.asking import ORDERS, REWARDS, Asking, Order, Reward, points_variable, rewards
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
"""What observations can be made of."""

PAYS_FROM = 64
"""So many matches are stepped in compiled code where nothing else is asked for: fewer rarely make up for compiling."""


WAIT = -1
"""In the place of an action: this match is left as it is."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one step came to, for each of n matches. `rewards` (n, seats); `ended` (n): the match ended with this step, and
    another has begun in its place; `how` (n): an index into `unodsl.engine.batch.ENDS` where it ended, else -1; `winners` (n,
    seats): who won it; `last` (n, numbers): what the seat `last` of `Matches` saw at the end, where the match ended (else anything); None
    where no seat was given."""

    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    how: NDArray[np.int8]
    winners: NDArray[np.bool_]
    last: NDArray[np.signedinteger[Any]] | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is to be known before a step, as `Matches` says."""

    seats: NDArray[np.int64]
    seeds: NDArray[np.int64]
    observations: NDArray[np.signedinteger[Any]]
    masks: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Rules:
    """How matches are put to players, and what these get."""

    order: Order
    reward: Reward
    variable: int | None
    most_moves: int
    rows: np.dtype[np.signedinteger[Any]]
    last: int | None


class Stepping(Protocol):
    """What steps the matches: Python, or compiled code. The arrays are the same."""

    def seen(self) -> Seen:
        """What there is to be known now."""

    @property
    def next_seed(self) -> int:
        """The seed of the next match that begins."""

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Every seat asked takes an action that it may take; where that is `WAIT`, nothing happens."""


class Matches:
    """Matches that do not know of each other. In each of them one seat is asked at a time, as `unodsl.api.asking` says.
    `seats` (n) are those asked now; `observations` (n, numbers) what they see; `masks` (n, actions) which actions they may take, the last one being to leave it to others; `seeds` (n) the seed that each
    match began from.

    A match that ends makes room for a new one at once. The i-th match begins from `seed + i`; new ones take the next seeds, so
    that no two matches have the same: each is the match that `Setup.start` begins from that seed.

    `executor`: `compiled` (the extra `fast`), `python`, or None for compiled code where it is there and pays; the numbers are the
    same. `dtype`: the type of observations, `int8`, `int16` or `int32`; None for the smallest that holds them all. What does not fit
    into a smaller one is the least or the greatest number that does. With `copy=False` all arrays are read-only windows on the memory of the compiled code, which the next step writes anew. `last`: a seat whose row at the end of each match is kept (`Step.last`), for the seat may not be asked again.
    """

    def __init__(
        self,
        setup: PreparedTable,
        number: SupportsIndex,
        seed: SupportsIndex = 1,
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
        rules = Rules(order, reward, self.variable, self.most_moves, row_type(setup, dtype), at_end)
        first = arguments.whole(seed, "seed")
        if arguments.executor(executor) == "reference":
            raise wrong("matches side by side are stepped by `python` or `compiled` code")
        self._by: Stepping = stepping(setup, rules, self.number, first, executor, copy)
        self._look()

    def __repr__(self) -> str:
        return f"<{self.number} matches of {self.setup.described}, side by side>"

    @property
    def compiled(self) -> bool:
        """Whether compiled code steps them."""
        return isinstance(self._by, Compiled)

    def _look(self) -> None:
        seen = self._by.seen()
        self.seats, self.seeds = seen.seats, seen.seeds
        self.observations, self.masks = seen.observations, seen.masks

    @property
    def next_seed(self) -> int:
        """The seed of the next match that begins."""
        return self._by.next_seed

    def step(
        self, actions: Sequence[SupportsIndex] | NDArray[np.integer], which: NDArray[np.bool_] | None = None
    ) -> Step:
        """Each seat asked takes an action; in the matches of `which` (n) only, where that is given: the others stay as they are, and
        what is said for them does not matter. Raises `ValueError`, before anything is done, where the numbers of actions and
        matches differ, or where one may not be taken."""
        taken = whole_numbers(actions)
        if len(taken) != self.number:
            raise ValueError(f"{len(taken)} actions were given for {self.number} matches")
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
        self._look()
        return out


def seat_of(setup: PreparedTable, seat: SupportsIndex) -> int:
    """A seat as a number. Raises `RulesError` where there is no such seat."""
    found = arguments.whole(seat, "seat", 0)
    if found >= setup.seats:
        raise wrong(f"there is no seat {found}: they go from 0 to {setup.seats - 1}")
    return found


def row_type(setup: PreparedTable, dtype: DTypeLike | None) -> np.dtype[np.signedinteger[Any]]:
    """The type of rows. Raises `RulesError` where there is no such type, or where it cannot count the cards of a kind."""
    observer = setup.observer
    if dtype is None:
        return observer.narrow
    named = np.dtype(dtype)
    if named not in ROWS:
        raise wrong(f"`dtype` is int8, int16 or int32, not {named}")
    found = ROWS[ROWS.index(named)]
    most = max(x.high for x in observer.columns if isinstance(x.source, o.CardsIn))
    if most > o.limits(found.itemsize)[1]:
        raise wrong(f"{found} cannot count the {most} cards of this deck")
    return found


def whole_numbers(actions: Sequence[SupportsIndex] | NDArray[np.integer]) -> NDArray[np.int64]:
    """Actions as an array. Raises `ValueError` where one is no whole number."""
    if isinstance(actions, np.ndarray) and np.issubdtype(actions.dtype, np.integer) and actions.ndim == 1:
        return actions.astype(np.int64, copy=False)
    most = np.iinfo(np.int64).max
    return np.array([min(max(arguments.action(a), -1), most) for a in actions], np.int64)


def stepping(setup: PreparedTable, rules: Rules, number: int, seed: int, executor: Name | None, copy: bool) -> Stepping:
    """What steps the matches: what was asked for, else what pays. Raises `RulesError` where compiled code is asked for and is not
    to be had."""
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
    """Matches that are stepped one after the other."""

    def __init__(self, setup: PreparedTable, rules: Rules, number: int, seed: int) -> None:
        self.setup = setup
        self.rules = rules
        self.next_seed = seed
        self.seeds = np.zeros(number, np.int64)
        self.asked: list[Asking] = []
        for i in range(number):
            self.asked.append(self.begun(i))

    def begun(self, i: int) -> Asking:
        """A match from the next seed at which somebody can move."""
        for _ in range(1000):
            asked = Asking.begin(self.setup, self.next_seed, self.rules.order, self.rules.most_moves)
            self.seeds[i] = signed(self.next_seed)
            self.next_seed += 1
            if asked.end is None:
                return asked
        raise too_short()

    def __setstate__(self, kept: dict[str, Any]) -> None:
        # what comes from another process may be a window on memory that is read-only
        self.__dict__.update(kept, seeds=kept["seeds"].copy())

    def seen(self) -> Seen:
        """As `Stepping.seen`."""
        seats = np.array([a.seat for a in self.asked], np.int64)
        observer, actions = self.setup.observer, self.setup.actions
        every = observer.many([a.state for a in self.asked], seats.tolist())
        rows = self.narrowed(every)
        masks = np.zeros((len(self.asked), actions.size), np.bool_)
        for row, asked in zip(masks, self.asked, strict=True):
            row[list(asked.moves)] = True
            row[actions.leave] = asked.may_leave
        return Seen(seats, self.seeds.copy(), rows, masks)

    def narrowed(self, rows: NDArray[np.int32]) -> NDArray[np.signedinteger[Any]]:
        """Rows of the type that is asked for."""
        low, high = o.limits(self.rules.rows.itemsize)
        return rows.clip(low, high).astype(self.rules.rows)

    def step(self, actions: NDArray[np.int64]) -> Step:
        """As `Stepping.step`."""
        number, seats, last = len(self.asked), self.setup.seats, self.rules.last
        out = Step(
            np.zeros((number, seats)),
            np.zeros(number, np.bool_),
            np.full(number, -1, np.int8),
            np.zeros((number, seats), np.bool_),
            None if last is None else np.zeros((number, self.setup.observer.size), self.rules.rows),
        )
        for i, (action, asked) in enumerate(zip(actions.tolist(), self.asked, strict=True)):
            if action == WAIT:
                continue
            before = asked.state
            asked.answer(action)
            if asked.state is not before:
                out.rewards[i] = rewards(self.setup, self.rules.reward, self.rules.variable, before, asked)
            if asked.end is not None:
                out.ended[i] = True
                out.how[i] = ENDS.index(asked.end)
                if asked.end == "over":
                    won = asked.state[WINNERS]
                    out.winners[i] = [won >> s & 1 for s in range(seats)]
                if out.last is not None and last is not None:
                    out.last[i] = self.narrowed(self.setup.observer.one(asked.state, last))
                self.asked[i] = self.begun(i)
        return out


class Compiled:
    """Matches that are stepped in one call of compiled code."""

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
        """The arrays, as they lie in memory."""
        seats = self.setup.seats
        self.actions = self.window("actions", np.int64, ())
        # (what may be looked at may not be written)
        self.now = Seen(
            self.window("seats", np.int64, (), False),
            self.window("seeds", np.int64, (), False),
            self.window("rows", self.rules.rows, (self.setup.observer.size,), False),
            self.window("masks", np.bool_, (self.setup.actions.size,), False),
        )
        self.came = Step(
            self.window("rewards", np.float64, (seats,), False),
            self.window("ended", np.bool_, (), False),
            self.window("how", np.int8, (), False),
            self.window("won", np.bool_, (seats,), False),
            None
            if self.rules.last is None
            else self.window("last", self.rules.rows, (self.setup.observer.size,), False),
        )

    def window(self, name: str, type_: DTypeLike, shape: tuple[int, ...], writable: bool = True) -> NDArray[Any]:
        """One of the arrays in memory."""
        # (numpy keeps what it looks at alive, and that the machine)
        held: Any = self.matches.part(name)
        out: NDArray[Any] = np.frombuffer(held, np.dtype(type_).newbyteorder("<")).reshape(self.number, *shape)
        out.flags.writeable = writable
        return out

    @property
    def next_seed(self) -> int:
        """As `Stepping.next_seed`."""
        return self.matches.seed

    def seen(self) -> Seen:
        """As `Stepping.seen`."""
        if not self.copy:
            return self.now
        now = self.now
        return Seen(now.seats.copy(), now.seeds.copy(), now.observations.copy(), now.masks.copy())

    def step(self, actions: NDArray[np.int64]) -> Step:
        """As `Stepping.step`."""
        self.actions[:] = actions
        self.check(self.matches.step())
        if not self.copy:
            return self.came
        came = self.came
        last = None if came.last is None else came.last.copy()
        return Step(came.rewards.copy(), came.ended.copy(), came.how.copy(), came.winners.copy(), last)

    def check(self, came: int) -> None:
        """Raise what Python would where no match could begin."""
        if came == BEGUN:
            return
        if came == TOO_SHORT:
            raise too_short()
        # it says which rules set each other off for ever
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
    """What is raised where no match lasts until somebody is asked."""
    return wrong("a thousand matches of this table ended before anybody could move")


def check_choices(order: str, reward: str, most_moves: SupportsIndex) -> int:
    """The most moves as a number. Raises `RulesError` where there is no such choice."""
    arguments.word(order, "order", ORDERS)
    arguments.word(reward, "reward", REWARDS)
    return arguments.whole(most_moves, "most_moves", 1)
