"""A partitioned search with more parts than fit in memory: the inactive parts are files.

As in `explore_shared`, each part has the states with its share of the fingerprints, and all parts finish one depth
before the next. One part at a time is in memory. So each depth reads and writes each active part once, sequentially.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from unodsl.engine import explore_memory
from unodsl.engine.explore_compiled import Search, compiled
from unodsl.engine.explore_memory import COUNTED, FOUND, SEEN_BYTES, entry_bytes
from unodsl.engine.explore_question import Budget, Explored, Question, Report
from unodsl.engine.explore_shared import SHARED_SLICE, SUMS, Spilt, with_first_ways
from unodsl.engine.layout import Layout
from unodsl.engine.packing import Packing

MOST_PARTS = 256
"""The most parts of a search."""

_COUNTED = tuple(f"x_{name}" for name in (*FOUND, *COUNTED))


@dataclass(slots=True)
class Part:
    """A part on disk: its file, the file of states that others have found for it, its counters, and the size of its
    table of fingerprints."""

    kept: Path
    tray: Path
    counted: dict[str, int]
    slots: int
    carried: int = 0
    bytes_kept: int = 0


class OnDisk:
    """A search whose parts are files in a folder. Raises `NotCompiled` and `MemoryError` like `Search`, and `OSError`
    if a file cannot be written."""

    def __init__(self, question: Question, budget: Budget, parts: int, folder: Path) -> None:
        assert not question.steps, "a state graph is kept in memory"
        self.question, self.budget = question, budget
        self.machine = Search(question, budget, share=(0, parts))
        slots, counted = self.number("seen_slots"), self.counted()
        none = dict.fromkeys(counted, 0)
        self.parts = [Part(folder / f"part{i}", folder / f"tray{i}", dict(none), slots) for i in range(parts)]
        self.slots_in_memory = slots
        self.depth = -1
        # the initial state belongs to the part in memory, or is in a tray
        self.leave(self.parts[0])
        self.hand_over()

    # --------------------------------------------------------------------------------------------------- in and out of memory

    def number(self, name: str) -> int:
        """A counter of the module."""
        found: int = self.machine.machine.exports[name].value(self.machine.machine.store)
        return found & 0xFFFFFFFF if not name.startswith("x_") else found

    def set_number(self, name: str, value: int) -> None:
        if not name.startswith("x_"):
            value -= value >> 31 << 32
        self.machine.machine.exports[name].set_value(self.machine.machine.store, value)

    def counted(self) -> dict[str, int]:
        """The counters of the part in memory."""
        return {name: self.number(name) for name in _COUNTED}

    def rows(self) -> list[tuple[int, int]]:
        """The address ranges of the waiting states: one or two, in a ring buffer."""
        width, ring = self.machine.row_bytes, self.machine.places["ring"]
        whole = width * self.number("ring_rows")
        head, many = self.number("head_at"), width * (self.number("x_tail") - self.number("x_head"))
        first = min(many, whole - head)
        return [(ring + head, ring + head + first), (ring, ring + many - first)]

    def leave(self, part: Part) -> None:
        """Writes the part in memory to its file: the table of fingerprints and the waiting states."""
        part.counted, part.slots = self.counted(), self.number("seen_slots")
        memory, seen = self.machine.machine.bytes, self.machine.places["seen"]
        with part.kept.open("wb") as file:
            file.write(memory[seen : seen + SEEN_BYTES * part.slots])
            for at, end in self.rows():
                file.write(memory[at:end])
        part.bytes_kept = part.kept.stat().st_size
        self.slots_in_memory = part.slots

    def enter(self, number: int) -> None:
        """Reads a part from its file, or starts an empty one."""
        part = self.parts[number]
        memory, places = self.machine.machine.bytes, self.machine.places
        seen = places["seen"]
        # clear the previous part: a table starts empty
        end = SEEN_BYTES * max(part.slots, self.slots_in_memory)
        waiting = self.machine.row_bytes * (part.counted["x_tail"] - part.counted["x_head"])
        filled = 0
        if part.kept.exists():
            filled = SEEN_BYTES * part.slots
            with part.kept.open("rb") as file:
                read_into(file, memory[seen : seen + filled])
                read_into(file, memory[places["ring"] : places["ring"] + waiting])
        memory[seen + filled : seen + end] = bytes(end - filled)
        for name, value in part.counted.items():
            self.set_number(name, value)
        whole = self.machine.row_bytes * self.number("ring_rows")
        values = {"seen_slots": part.slots, "mine": number, "head_at": 0, "tail_at": waiting % whole}
        for name, value in values.items():
            self.set_number(name, value)

    def take(self, part: Part) -> None:
        """Inserts the states that other parts have found for this one."""
        if not part.carried:
            return
        at, size = self.machine.places["inbox"], self.machine.entry_bytes
        with part.tray.open("rb") as file:
            while part.carried:
                many = min(part.carried, self.machine.tray_states)
                read_into(file, self.machine.machine.bytes[at : at + many * size])
                self.machine.machine.call("take", many)
                part.carried -= many
        part.tray.unlink()

    def hand_over(self) -> None:
        """Appends the trays to the files of their parts."""
        size = self.machine.entry_bytes
        for number, part in enumerate(self.parts):
            many = self.machine.in_trays(number)
            if many:
                at = self.machine.places["trays"] + number * self.machine.tray_states * size
                with part.tray.open("ab") as file:
                    file.write(self.machine.machine.bytes[at : at + many * size])
                part.carried += many
        if self.machine.spilt:
            raise Spilt
        self.machine.emptied(len(self.parts))

    # ------------------------------------------------------------------------------------------------------------ searching

    def sums(self) -> Explored:
        """The totals of all parts."""
        out = Explored(depth=max(0, self.depth), bytes_kept=self.machine.bytes_kept, row_bytes=self.machine.row_bytes)
        for name in SUMS:
            setattr(out, name, sum(part.counted[f"x_{name}"] for part in self.parts))
        out.frontier = sum(x.counted["x_tail"] - x.counted["x_head"] for x in self.parts)
        return out

    def any(self, name: str) -> bool:
        """Whether a counter is positive in some part."""
        return any(part.counted[f"x_{name}"] for part in self.parts)

    def level(self) -> bool:
        """Expands all states of one depth, and inserts those of the next; returns whether that succeeded."""
        for number, part in enumerate(self.parts):
            if part.counted["x_tail"] == part.counted["x_head"]:
                continue
            self.enter(number)
            more = True
            while more and self.budget.in_time:
                more = self.machine.go_on(SHARED_SLICE, self.question.mistakes)
                self.hand_over()
            self.leave(part)
            if more or part.counted["x_full"]:
                return False
        return self.look_up_next()

    def look_up_next(self) -> bool:
        """Inserts the states found for all parts, which completes the next depth; returns whether they fit."""
        for number, part in enumerate(self.parts):
            if part.carried or part.counted["x_tail"] > part.counted["x_head"]:
                self.enter(number)
                self.take(part)
                self.machine.next_level()
                self.leave(part)
            if part.counted["x_full"]:
                return False
        return True

    def to_the_end(self, disk: int, report: Report | None = None) -> Explored:
        """Searches until there is nothing new, or the budget is spent. `disk`: the limit of file sizes in bytes."""
        done, room = self.look_up_next(), True
        while done and room:
            out = self.sums()
            if not out.frontier or out.states > self.budget.most_states:
                break
            if report is not None:
                report(out)
            self.depth += 1
            done = self.level()
            room = sum(part.bytes_kept for part in self.parts) <= disk
        out = self.sums()
        if out.states > self.budget.most_states:
            out.stopped = "states"
        elif self.any("full") or not room:
            out.stopped = "memory"
        elif not done:
            out.stopped = "time"
        elif self.any("cut"):
            out.stopped = "chance"
        return out


def read_into(file: BinaryIO, memory: memoryview) -> None:
    """Fills a buffer from a file."""
    at = 0
    while at < len(memory):
        many = file.readinto(memory[at:])  # type: ignore[attr-defined]
        if not many:
            raise OSError(f"`{file.name}` has been cut short")
        at += many


def tray_entry_bytes(question: Question) -> int:
    """The bytes of a state in a tray."""
    layout = Layout(question.table)
    packing = Packing(layout, (0, *question.start[1:]), question.also(layout))
    return entry_bytes(packing.words)


def on_disk(question: Question, budget: Budget, disk: int, report: Report | None = None) -> Explored:
    """Like `compiled`, with files of up to `disk` bytes if the memory is not enough; the search then starts anew. Paths
    are found only as far as memory permits."""
    out = compiled(question, budget, report)
    if out.stopped != "memory":
        return out
    wanted, entry = 1 + -(-disk // budget.memory), tray_entry_bytes(question)
    # trays take a quarter of the memory at most
    most = min(wanted, MOST_PARTS, budget.memory // (4 * explore_memory.LEAST_TRAY * entry))
    parts = max(2, min(most, budget.memory // (4 * explore_memory.TRAY * entry)))
    found = None
    # many parts are slow, so they become more only where these are full
    while parts <= most:
        with tempfile.TemporaryDirectory(prefix="unodsl-") as folder:
            search = OnDisk(question, budget, parts, Path(folder))
            try:
                found = search.to_the_end(disk, report)
            except Spilt:
                # one state leads to more than fits into a tray, and trays only become smaller
                break
            full = found.stopped == "memory" and search.any("full")
        del search
        if not full or parts == most:
            break
        parts = min(most, 4 * parts)
    if found is None:
        return out
    if found.stuck or found.endless:
        return with_first_ways(question, budget, found, found.stuck > 0, found.endless > 0)
    return found
