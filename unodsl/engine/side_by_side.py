"""Vectorized matches in compiled code: the extra `unodsl[fast]`.

Observations, legal actions and rewards are in the memory of the machine; `part` returns them for arrays.
"""

from __future__ import annotations

from ctypes import Array, c_ubyte

from unodsl.engine.compiled import Machine
from unodsl.engine.layout import layout_of
from unodsl.engine.lower import lowered
from unodsl.engine.wasm_driver import module
from unodsl.engine.wasm_memory import signed
from unodsl.engine.wasm_vector import ARRAYS, Plan, sizes
from unodsl.model.table import Table

_PAGE = 65536

MOST_BYTES = 3 << 30
"""A machine addresses 4 GiB, its program included."""


class SideBySide:
    """So many matches. `reset` begins them from `seed` on, `step` takes the actions that lie in `part("actions")`. Both return BEGUN,
    or why no match can begin (`wasm_vector`). Raises `NotCompiled` for a table that cannot be compiled, `MemoryError` for too many."""

    def __init__(self, table: Table, plan: Plan, number: int, seed: int) -> None:
        layout = layout_of(table)
        self.number = number
        self.machine = Machine(module(layout, lowered(table), traced=False, side=plan), None, None, keep=True)
        self.sizes = sizes(self.machine.memory, plan)
        # the listed moves of the single match come after all others
        listed = 4 * (self.machine.memory.most_moves + 1)
        total = sum((size * number + 63) // 64 * 64 for size in self.sizes.values()) + listed
        if total > MOST_BYTES:
            raise MemoryError
        at = self.machine.grow((total + _PAGE - 1) // _PAGE)
        self.first = at
        self.total = total
        self.places: dict[str, int] = {}
        for name in ARRAYS:
            self.places[name] = at
            self.set(name, at)
            at += (self.sizes[name] * number + 63) // 64 * 64
        self.numbers = at
        self.set("numbers", at)
        self.set("many", number)
        self.seed = seed

    def set(self, name: str, value: int) -> None:
        """Sets a global of the module."""
        self.machine.exports[name].set_value(self.machine.store, value)

    @property
    def seed(self) -> int:
        """The seed of the next match that begins."""
        found: int = self.machine.exports["seed"].value(self.machine.store)
        return found

    @seed.setter
    def seed(self, seed: int) -> None:
        self.set("seed", signed(seed))

    def part(self, name: str) -> Array[c_ubyte]:
        """The bytes of an array, match after match: a view of the memory, which it keeps alive."""
        window: Array[c_ubyte] = self.machine.window(c_ubyte, self.places[name], self.sizes[name] * self.number)
        return window

    def reset(self) -> int:
        """Begins every match."""
        return int(self.machine.call("reset"))

    def again(self, index: int, seed: int) -> int:
        """Begins one match anew, from a seed."""
        self.seed = seed
        return int(self.machine.call("again", index))

    def step(self) -> int:
        """Executes the action of every selected seat."""
        return int(self.machine.call("step"))

    def saved(self) -> tuple[bytes, int]:
        """The complete state of the matches, to restore in another process."""
        return bytes(self.machine.bytes[self.first : self.first + self.total]), self.seed

    def restore(self, saved: tuple[bytes, int]) -> None:
        """Restores saved matches of the same table and number."""
        data, self.seed = saved
        self.machine.bytes[self.first : self.first + self.total] = data
