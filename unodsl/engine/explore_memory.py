"""One search of all states in the memory of a module: where everything lies there, how it goes on, and what it counted.

This is all that a process needs to run a search whose module is made; `explore_compiled` makes it.
"""

from __future__ import annotations

from typing import NamedTuple

from unodsl.engine.explore_answer import MOST_PICKS, SLICE, Budget, Explored, Report, why
from unodsl.engine.machine import PAGE, Instance, kept_module

_ADDRESSES = (1 << 32) - PAGE
"""So many bytes a module can address."""

_FULL = 0.75
"""How full the table of fingerprints gets at most."""

_SLOTS_AT_FIRST = 1 << 17
"""Most slots for fingerprints that a search begins with: what fits into a processor's cache."""

SMALLEST = 1 << 20
"""Bytes that a search needs at least."""

_FOR_LINKS = 32
"""Such a part of the memory is for links. It is not touched before something is found."""

ASIDE = 128
"""Most states that are set aside."""

SEEN_BYTES = 8
"""Bytes of one slot for a fingerprint."""

GROWS = 2
"""So many times as many slots the table gets when it grows: a small search in a large table would wait for memory at each state."""

LOW = 4096
"""Slots that are put elsewhere while the table grows."""

LINK_BYTES = 8
"""Bytes that say how a state was come to: the number of the state before it, and of the outcome, 32 bits each."""

FOUND = (
    "states",
    "transitions",
    "ends",
    "rounds",
    "endless",
    "stuck",
    "depth",
    "full",
    "cut",
    "head",
    "tail",
    "level",
    "first_stuck",
    "first_endless",
    "endless_outcome",
    "goal",
)
"""What a search counts, each a global of 64 bits that the host can read. `first_...` and `goal`: the number of a state, from 1;
0: none."""

COUNTED = ("steps", "refilled", "redealt", "merged", "cards", "whole")
"""What is counted, beside `FOUND`; `cards` lie at home in the state looked at; of so many states, the first ones, every step is
kept."""

NUMBER_BYTES = 4
STEP_BYTES, STEP_FORMAT = 16, "<IIq"
TOP_BYTES = 7 * 8
"""Bytes of a state's number beside its fingerprint, of a step (two states and the move, as `struct` says), and of what was seen with one situation on top."""

TRAY = 1 << 14
"""Most states in one tray, by which the parts of a shared search hand states over."""


def entry_bytes(words: int) -> int:
    """Bytes of a state in a tray: its words and its fingerprint."""
    return 8 * words + 8


class Needs(NamedTuple):
    """What a search has room for beside fingerprints and waiting states: `words` of a packed state, `fixed` slots that stay as they are,
    `aside` bytes of a state that is set aside, and bytes to fold in. `parts`: so many share the search; 0: it is not shared. `steps` and `tops`:
    the graph that is kept has so many steps and situations; 0: none is kept."""

    words: int
    fixed: int
    aside: int
    fold_area: int
    parts: int = 0
    steps: int = 0
    tops: int = 0


class Made(NamedTuple):
    """What it takes to run a search in another process, beside its machine code: the name that the cache has it under; where in memory the state
    lies that it begins with, and that state as it lies there."""

    code: str
    needs: Needs
    at: int
    row: bytes


class Run:
    """One search. `linked`: it notes how the states with these numbers were come to, from the first one on, as many as there is room for. Raises
    `MemoryError` where the machine does not have the memory of the budget."""

    def __init__(
        self, machine: Instance, needs: Needs, budget: Budget, linked: range = range(0), mine: int = 0
    ) -> None:
        self.host, self.mine = machine, mine
        self.row_bytes = 8 * needs.words
        self.entry_bytes = entry_bytes(needs.words)
        graph = needs.steps > 0
        pages = machine.exports["memory"].size(machine.store)
        room = min(max(budget.memory, SMALLEST), _ADDRESSES) - PAGE * pages
        sizes = {
            "script": 8 * MOST_PICKS,
            "fixed": 8 * needs.fixed + 8,
            "aside": needs.aside * ASIDE,
            "low": SEEN_BYTES * LOW,
            "fold_area": needs.fold_area,
        }
        if needs.parts:
            tray = TRAY * self.entry_bytes
            sizes |= {"trays": needs.parts * tray, "tray_counts": 4 * needs.parts, "inbox": tray}
        room -= sum((size + 15) // 16 * 16 for size in sizes.values()) + PAGE
        links = 0 if graph else min(budget.most_states, room // _FOR_LINKS // LINK_BYTES)
        self.most_links = links
        self.linked = linked[:links]
        room -= LINK_BYTES * links
        each = SEEN_BYTES / _FULL
        if graph:
            # every state is kept whole
            sizes["tops"] = TOP_BYTES * needs.tops
            sizes["steps_at"] = STEP_BYTES * needs.steps
            room -= sizes["tops"] + sizes["steps_at"] + 32
            each += NUMBER_BYTES / _FULL
        # where memory is short, half of what was met can wait to be looked at
        most = min(budget.most_states, max(1, int(room / (each + self.row_bytes))))
        if most < budget.most_states and not graph:
            most = min(budget.most_states, max(1, int(room / (each + self.row_bytes / 2))))
        # rounded up, so that growing ends at this size
        first, grows = int(most / _FULL) + 2, 0
        while first > _SLOTS_AT_FIRST and not graph:
            first, grows = first // GROWS + 1, grows + 1
        slots = first * GROWS**grows
        kept = {"seen": SEEN_BYTES * slots}
        if graph:
            kept["numbers"] = NUMBER_BYTES * slots
        rows = min(most + 1, max(2, (room - sum(kept.values()) - 32) // self.row_bytes))
        sizes |= {**kept, "ring": self.row_bytes * rows, "links": LINK_BYTES * links}
        self.bytes_kept = -(-sizes["seen"] // most)
        at = machine.grow(sum((size + 15) // 16 * 16 for size in sizes.values()) // PAGE + 1)
        self.places: dict[str, int] = {}
        for name, size in sizes.items():
            self.places[name] = at
            at += (size + 15) // 16 * 16
        values = {**self.places, "ring_rows": rows, "seen_slots": first, "seen_last": slots, "most": most}
        values |= {"links_from": self.linked.start, "links_room": len(self.linked)}
        if needs.parts:
            values |= {"mine": mine, "parts": needs.parts}
        if graph:
            values["most_steps"] = needs.steps
        for name, value in values.items():
            self.set_number(name, value)

    def set_number(self, name: str, value: int) -> None:
        """Set a number of 32 bits that the module holds."""
        self.host.exports[name].set_value(self.host.store, value - (value >> 31 << 32))

    def go_on(self, most: int, mistakes: bool) -> bool:
        """Look at so many states; whether the search goes on."""
        return bool(self.host.call("search", most, int(mistakes)))

    def found(self) -> dict[str, int]:
        """What was counted so far."""
        names = (*FOUND, *COUNTED)
        return {name: self.host.exports[f"x_{name}"].value(self.host.store) for name in names}

    def link(self, number: int) -> tuple[int, int]:
        """How a state was come to, by its number from 0, which is one of those `linked`: the state before it, and the outcome."""
        at = self.places["links"] + LINK_BYTES * (number - self.linked.start)
        before, outcome = self.host.numbers(at, 2, "I")
        return before, outcome

    def to_the_end(self, mistakes: bool, budget: Budget, report: Report | None = None) -> Explored:
        """Search until there is nothing new, or the budget is spent."""
        while True:
            goes_on = self.go_on(SLICE, mistakes)
            found = self.found()
            out = Explored(frontier=found["tail"] - found["head"], bytes_kept=self.bytes_kept, row_bytes=self.row_bytes)
            for name in ("states", "transitions", "rounds", "endless", "ends", "stuck", "depth"):
                setattr(out, name, found[name])
            if not goes_on or not budget.in_time:
                break
            if report is not None:
                report(out)
        out.stopped = (
            "time"
            if goes_on
            else "goal"
            if found["goal"]
            else why(out, bool(found["full"]), budget, bool(found["cut"]))
        )
        return out


def run_again(made: Made, budget: Budget, mistakes: bool, report: Report | None = None) -> Explored | None:
    """A search whose machine code the cache has, from the state it begins with; None where the cache has it no more, or where the way to a state is
    to be shown, for which all of the table is needed. Raises `Unusable`, `NotCompiled` and `MemoryError`."""
    module = kept_module(made.code)
    if module is None:
        return None
    run = Run(Instance(lambda: module), made.needs, budget)
    run.host.bytes[made.at : made.at + len(made.row)] = made.row
    run.host.call("begin")
    out = run.to_the_end(mistakes, budget, report)
    return None if out.stuck or out.endless else out
