"""One match stepped in place in compiled code, with numbers instead of objects: the extra `fast`."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_int32
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

from unodsl.api import arguments, positions
from unodsl.api.actions import Choice
from unodsl.api.match import Match, waited_for
from unodsl.diagnostics import wrong
from unodsl.engine import observed
from unodsl.engine.api import Move, State
from unodsl.engine.compiled import NotCompiled, available
from unodsl.engine.layout import MATCH, WINNERS
from unodsl.engine.quick_call import quick
from unodsl.engine.side_by_side import SideBySide
from unodsl.engine.wasm_memory import signed
from unodsl.engine.wasm_vector import ILLEGAL, RAN_ON, Plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from unodsl.api.prepared import PreparedTable


class Stepper:
    """A mutable match for millions of moves from Python. The number of a move is `seat * setup.actions.size + action`
    (`Actions`), so `divmod` splits it. `begin` restarts it from another seed. Raises `RulesError` if the extra is
    missing or the table cannot be compiled."""

    def __init__(self, setup: PreparedTable, seed: SupportsIndex = 1) -> None:
        self.setup = setup
        if not available():
            raise wrong("a match that is stepped in place needs more than is installed: `pip install 'unodsl[fast]'`")
        columns = observed.columns(setup.layout)
        plan = Plan(setup.actions.numbering(), columns, 4, 1, setup.mistakes, True, None, 1)
        try:
            self._at = SideBySide(setup.table, plan, 1, 1)
        except NotCompiled as error:
            raise wrong(str(error)) from None
        machine = self._at.machine
        self._deal = quick(machine, "deal", arguments=1)
        self._make: Callable[[SupportsIndex, int], int] = quick(machine, "make", arguments=2)
        self._see = quick(machine, "see", arguments=1)
        self._list = quick(machine, "list", arguments=0)
        self._numbers: Any = machine.window(c_int32, self._at.numbers, machine.memory.most_moves + 1)
        self._limit = setup.seats * setup.actions.size
        self._many = 0
        self.begin(seed)

    def __repr__(self) -> str:
        return f"<match of {self.setup.described}, stepped in place>"

    def begin(self, seed: SupportsIndex) -> None:
        """Begins the match of a seed, like `Setup.start`."""
        number = arguments.whole(seed, "seed")
        many = self._deal(signed(number))
        if many == RAN_ON:
            self.setup.runner.start(number)
            raise AssertionError("an endless cascade came to rest when it was run again")
        self._many = many

    def legal(self) -> list[int]:
        """The numbers of all legal moves of all players; empty once the match is over, or if it is stuck."""
        found: list[int] = self._numbers[: self._many]
        return found

    def step(self, number: SupportsIndex) -> None:
        """Makes a legal move. Raises `ValueError` if it is illegal, `EndlessCascade` if its cascade is endless; the
        match is then unchanged."""
        try:
            many = self._make(number, self._many) if -1 < number < self._limit else ILLEGAL  # type: ignore[operator]
        except TypeError:
            # an integer of numpy, or of another library
            self.step(arguments.action(number))
            return
        if many >= 0:
            self._many = many
        elif many == ILLEGAL:
            raise ValueError(f"not a legal move now: {number}")
        else:
            self._many = self._list()
            self.setup.runner.apply(self.state, self.move(arguments.action(number)))
            raise AssertionError("an endless cascade came to rest when it was run again")

    def move(self, number: int) -> Move:
        """The legal move with a number."""
        seat, action = divmod(arguments.action(number), self.setup.actions.size)
        for move in self.setup.runner.legal(self.state, self.setup.mistakes):
            if move.seat == seat and self.setup.actions.number(move) == action:
                return move
        raise ValueError(f"not a legal move now: {number}")

    def choice(self, number: int) -> Choice:
        """Splits a legal move into parts and words."""
        return self.setup.actions.choice(self.move(number), self.setup.names)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._slot(MATCH) == 0

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; empty while it goes on."""
        won = self._slot(WINNERS) if self.over else 0
        return tuple(i for i in range(self.setup.seats) if won >> i & 1)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that the table waits for."""
        return waited_for(self.setup.layout, self.state)

    def _slot(self, slot: int) -> int:
        machine = self._at.machine
        return machine.numbers(machine.memory.slot(slot), 1)[0]

    @property
    def state(self) -> State:
        """The state, as `Match.state`."""
        return self._at.machine.read()

    @state.setter
    def state(self, state: State) -> None:
        self._at.machine.write(positions.checked(self.setup.layout, state))
        self._many = self._list()

    def match(self) -> Match:
        """An independent match at this state."""
        return Match(self.setup, 1, self.state, plain=False)

    @cached_property
    def _row(self) -> NDArray[np.int32]:
        from unodsl.api.extras import need

        need("numpy", "numpy", "an observation")
        import numpy as np

        held: Any = self._at.part("rows")
        row: NDArray[np.int32] = np.frombuffer(held, np.dtype("<i4"))
        row.flags.writeable = False
        return row

    def observe(self, seat: SupportsIndex) -> NDArray[np.int32]:
        """The observation of a seat, as in `Match.observe`: a read-only view that the next call overwrites. Needs
        numpy."""
        row = self._row
        number = arguments.whole(seat, "seat", 0)
        if number >= self.setup.seats:
            raise wrong(f"there is no seat {number}: they go from 0 to {self.setup.seats - 1}")
        self._see(number)
        return row

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.setup, self.state)


def _again(setup: PreparedTable, state: State) -> Stepper:
    out = Stepper(setup)
    out.state = state
    return out
