"""The memory of one compiled search: its layout, its progress, and its counters.

This is all that a process needs to run a search with an existing module; `explore_compiled` makes the module.
"""

from __future__ import annotations

from typing import NamedTuple

from unodsl.engine.explore_answer import MOST_PICKS, SLICE, Budget, Explored, Report, why
from unodsl.engine.machine import PAGE, Instance, kept_module

_ADDRESSES = (1 << 32) - PAGE
"""The address space of a module in bytes."""

_FULL = 0.75
"""The greatest load factor of the table of fingerprints."""

_SLOTS_AT_FIRST = 1 << 17
"""The initial slots for fingerprints: as many as fit in a processor's cache."""

SMALLEST = 1 << 20
"""The least memory of a search in bytes."""

_FOR_LINKS = 32
"""The fraction of memory for links. It is untouched until something is found."""

ASIDE = 128
"""The most states in the side buffer."""

SEEN_BYTES = 8
"""The bytes of a fingerprint slot."""

GROWS = 2
"""The growth factor of the table: a small search in a large table would wait for memory at each state."""

LOW = 4096
"""The slots that are relocated while the table grows."""

LINK_BYTES = 8
"""The bytes of a link: the number of the predecessor, and of the outcome, 32 bits each."""

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
"""The counters of a search, each a 64-bit global that the host can read. `first_...` and `goal`: the number of a state,
from 1; 0: none."""

COUNTED = ("steps", "refilled", "redealt", "merged", "cards", "whole")
"""Further counters; `cards`: at home in the current state; `whole`: the first so many states have all their edges."""

NUMBER_BYTES = 4
STEP_BYTES, STEP_FORMAT = 16, "<IIq"
TOP_BYTES = 7 * 8
"""The bytes of a state's number beside its fingerprint, of an edge (two states and the move, as `struct` format), and
of the statistics of one situation on top."""

TRAY = 1 << 14
"""The most states in one tray, by which parts of a shared search exchange states."""

LEAST_TRAY = 1 << 9
"""The states in one tray if memory is short."""


def entry_bytes(words: int) -> int:
    """The bytes of a state in a tray: its words and its fingerprint."""
    return 8 * words + 8


def tray_states(memory: int, parts: int, words: int) -> int:
    """The states in one tray of a part with so much memory: all trays take a quarter of it at most, unless they would
    hold fewer than `LEAST_TRAY` states."""
    return min(TRAY, max(LEAST_TRAY, memory // (4 * parts * entry_bytes(words))))


class Needs(NamedTuple):
    """The memory needs of a search besides fingerprints and waiting states: `words` of a packed state, `fixed` constant
    slots, `aside` bytes of a state in the side buffer, and bytes for symmetry reduction. `parts`: the number of parts
    that share the search; 0: not shared. `steps` and `tops`: the sizes of the graph; 0: none is kept."""

    words: int
    fixed: int
    aside: int
    fold_area: int
    parts: int = 0
    steps: int = 0
    tops: int = 0


class Made(NamedTuple):
    """The data for running a search in another process, besides its machine code: its cache key; the address of the
    initial state, and that state as bytes."""

    code: str
    needs: Needs
    at: int
    row: bytes


class Run:
    """One search. `linked`: keeps links of the states with these numbers, as many as fit. Raises `MemoryError` if the
    machine has less memory than the budget."""

    def __init__(
        self, machine: Instance, needs: Needs, budget: Budget, linked: range = range(0), mine: int = 0
    ) -> None:
        self.host, self.mine = machine, mine
        self.row_bytes = 8 * needs.words
        self.entry_bytes = entry_bytes(needs.words)
        self.tray_states = 0
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
            self.tray_states = tray_states(budget.memory, needs.parts, needs.words)
            tray = self.tray_states * self.entry_bytes
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
        # if memory is short, half of the visited states can wait for expansion
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
            values |= {"mine": mine, "parts": needs.parts, "tray_states": self.tray_states}
        if graph:
            values["most_steps"] = needs.steps
        for name, value in values.items():
            self.set_number(name, value)

    def set_number(self, name: str, value: int) -> None:
        """Sets a 32-bit number of the module."""
        self.host.exports[name].set_value(self.host.store, value - (value >> 31 << 32))

    def go_on(self, most: int, mistakes: bool) -> bool:
        """Expands up to `most` states; returns whether the search goes on."""
        return bool(self.host.call("search", most, int(mistakes)))

    def found(self) -> dict[str, int]:
        """The current counters."""
        names = (*FOUND, *COUNTED)
        return {name: self.host.exports[f"x_{name}"].value(self.host.store) for name in names}

    def link(self, number: int) -> tuple[int, int]:
        """The link of a state, by its number from 0, which is one of `linked`: its predecessor, and the outcome."""
        at = self.places["links"] + LINK_BYTES * (number - self.linked.start)
        before, outcome = self.host.numbers(at, 2, "I")
        return before, outcome

    def to_the_end(self, mistakes: bool, budget: Budget, report: Report | None = None) -> Explored:
        """Searches until there is nothing new, or the budget is spent."""
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
    """Runs a search with cached machine code from its initial state; None if the code is no longer cached, or if a path
    to a state is needed, which takes the whole table. Raises `Unusable`, `NotCompiled` and `MemoryError`."""
    module = kept_module(made.code)
    if module is None:
        return None
    run = Run(Instance(lambda: module), made.needs, budget)
    run.host.bytes[made.at : made.at + len(made.row)] = made.row
    run.host.call("begin")
    out = run.to_the_end(mistakes, budget, report)
    return None if out.stuck or out.endless else out
