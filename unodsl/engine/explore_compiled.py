"""The search of `explore`, inside compiled code. States are told apart by fingerprints of 64 bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from unodsl.engine import wasm_graph, wasm_shared
from unodsl.engine.compiled import Machine
from unodsl.engine.explore_question import MOST_PICKS, SLICE, Budget, Explored, Question, Report, why
from unodsl.engine.layout import Layout
from unodsl.engine.lower import CONDITION, lowered
from unodsl.engine.packing import Packing
from unodsl.engine.program import Program
from unodsl.engine.pruning import pruned
from unodsl.engine.wasm_driver import module
from unodsl.engine.wasm_explore import ASIDE, FOUND, GROWS, LINK_BYTES, LOW, SEEN_BYTES, Plan, aside_bytes
from unodsl.engine.wasm_folding import area_bytes
from unodsl.model.expressions import Expr
from unodsl.model.table import Table

_PAGE = 65536
_ADDRESSES = (1 << 32) - _PAGE
"""So many bytes a module can address."""

_FULL = 0.75
"""How full the table of fingerprints gets at most."""

_SLOTS_AT_FIRST = 1 << 17
"""Most slots for fingerprints that a search begins with: what fits into a processor's cache."""

SMALLEST = 1 << 20
"""Bytes that a search needs at least."""

_FOR_LINKS = 32
"""Such a part of the memory is for links. It is not touched before something is found."""


@lru_cache(maxsize=8)
def program_of(table: Table, condition: Expr | None, mistakes: bool, begins: bool) -> Program:
    """What a search needs of a table's program; the last few are remembered."""
    return pruned(lowered(table, condition, mistakes), mistakes, begins, () if condition is None else (CONDITION,))


class Search:
    """One search. `linked`: it notes how the states with these numbers were come to, from the first one on, as many as there is room for.
    `share`: it is this part, from 0, of so many of one search; `like`: another part. Raises `NotCompiled`, and `MemoryError` where the machine does not have the memory of the budget."""

    def __init__(
        self,
        question: Question,
        budget: Budget,
        linked: range = range(0),
        share: tuple[int, int] | None = None,
        like: Search | None = None,
    ) -> None:
        layout = Layout(question.table)
        program = program_of(question.table, question.condition, question.mistakes, begins=question.steps > 0)
        folding = question.folding(layout)
        start = (0, *question.start[1:])
        self.packing = packing = Packing(layout, start, question.also(layout))
        home = layout.place(question.table.deck.home, 0) + layout.depth[question.table.deck.home]
        keep = wasm_graph.keeping(question, home, program.table_events[0])
        goal = CONDITION if question.condition is not None else None
        plan = Plan(packing, goal, folding, keep, share is not None)
        if like is None:
            self.machine = Machine(
                module(layout, program, traced=False, plan=plan), None, None, keep=not question.steps
            )
        else:
            self.machine = Machine(like.machine.text, bytes(like.machine.module.serialize()), None, keep=False)
        self.row_bytes = 8 * packing.words
        room = min(max(budget.memory, SMALLEST), _ADDRESSES) - _PAGE * self.machine.memory.pages
        sizes = {
            "script": 8 * MOST_PICKS,
            "fixed": 8 * len(packing.fixed) + 8,
            "aside": aside_bytes(packing, keep) * ASIDE,
            "low": SEEN_BYTES * LOW,
            "fold_area": 0 if folding is None else area_bytes(folding, packing),
        }
        self.mine, parts = share or (0, 1)
        self.entry_bytes = wasm_shared.entry_bytes(packing.words)
        if share is not None:
            tray = wasm_shared.TRAY * self.entry_bytes
            sizes |= {"trays": parts * tray, "tray_counts": 4 * parts, "inbox": tray}
        room -= sum((size + 15) // 16 * 16 for size in sizes.values()) + _PAGE
        links = 0 if keep is not None else min(budget.most_states, room // _FOR_LINKS // LINK_BYTES)
        self.most_links = links
        self.linked = linked[:links]
        room -= LINK_BYTES * links
        each = SEEN_BYTES / _FULL
        if keep is not None:
            # every state is kept whole
            sizes["tops"] = wasm_graph.TOP_BYTES * (len(question.table.situations) + 1)
            sizes["steps_at"] = wasm_graph.STEP_BYTES * question.steps
            room -= sizes["tops"] + sizes["steps_at"] + 32
            each += wasm_graph.NUMBER_BYTES / _FULL
        # where memory is short, half of what was met can wait to be looked at
        most = min(budget.most_states, max(1, int(room / (each + self.row_bytes))))
        if most < budget.most_states and keep is None:
            most = min(budget.most_states, max(1, int(room / (each + self.row_bytes / 2))))
        # rounded up, so that growing ends at this size
        first, grows = int(most / _FULL) + 2, 0
        while first > _SLOTS_AT_FIRST and keep is None:
            first, grows = first // GROWS + 1, grows + 1
        slots = first * GROWS**grows
        kept = {"seen": SEEN_BYTES * slots}
        if keep is not None:
            kept["numbers"] = wasm_graph.NUMBER_BYTES * slots
        rows = min(most + 1, max(2, (room - sum(kept.values()) - 32) // self.row_bytes))
        sizes |= {**kept, "ring": self.row_bytes * rows, "links": LINK_BYTES * links}
        self.bytes_kept = -(-sizes["seen"] // most)
        at = self.machine.grow(sum((size + 15) // 16 * 16 for size in sizes.values()) // _PAGE + 1)
        self.places: dict[str, int] = {}
        for name, size in sizes.items():
            self.places[name] = at
            at += (size + 15) // 16 * 16
        values = {**self.places, "ring_rows": rows, "seen_slots": first, "seen_last": slots, "most": most}
        values |= {"links_from": self.linked.start, "links_room": len(self.linked)}
        if share is not None:
            values |= {"mine": self.mine, "parts": parts}
        if keep is not None:
            values |= {"most_steps": question.steps, "beyond": int(question.horizon == "match")}
        for name, value in values.items():
            self.machine.exports[name].set_value(self.machine.store, value - (value >> 31 << 32))
        for root in question.roots():
            self.machine.write(root)
            self.machine.call("begin")
        if question.deals:
            self.machine.write(start)
            self.machine.call("deals")
        self.roots = self.found()["states"]

    def go_on(self, most: int, mistakes: bool) -> bool:
        """Look at so many states; whether the search goes on."""
        return bool(self.machine.call("search", most, int(mistakes)))

    def in_trays(self, part: int) -> int:
        """How many states lie in the tray for another part."""
        return self.machine.numbers(self.places["tray_counts"] + 4 * part, 1, "I")[0]

    def take(self, other: Search) -> None:
        """Look up the states that another part has for this one."""
        many = other.in_trays(self.mine)
        if many:
            at, to = other.places["trays"] + self.mine * wasm_shared.TRAY * self.entry_bytes, self.places["inbox"]
            size = many * self.entry_bytes
            self.machine.bytes[to : to + size] = other.machine.bytes[at : at + size]
            self.machine.call("take", many)

    def emptied(self, parts: int) -> None:
        """Nothing is left in the trays."""
        at = self.places["tray_counts"]
        self.machine.bytes[at : at + 4 * parts] = bytes(4 * parts)
        self.machine.exports["crowded"].set_value(self.machine.store, 0)

    @property
    def spilt(self) -> bool:
        """Whether a state found no room in a tray."""
        return bool(self.machine.exports["crowded"].value(self.machine.store) & wasm_shared.SPILT)

    def next_level(self) -> int:
        """Begin with the states of the next depth: how many there are."""
        return int(self.machine.call("next_level"))

    def found(self) -> dict[str, int]:
        """What was counted so far."""
        names = (*FOUND, *wasm_graph.COUNTED)
        return {name: self.machine.exports[f"x_{name}"].value(self.machine.store) for name in names}

    def link(self, number: int) -> tuple[int, int]:
        """How a state was come to, by its number from 0, which is one of those `linked`: the state before it, and the outcome."""
        at = self.places["links"] + LINK_BYTES * (number - self.linked.start)
        before, outcome = self.machine.numbers(at, 2, "I")
        return before, outcome

    def to_the_end(self, question: Question, budget: Budget, report: Report | None = None) -> Explored:
        """Search until there is nothing new, or the budget is spent."""
        while True:
            goes_on = self.go_on(SLICE, question.mistakes)
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


def noted_ways(question: Question, budget: Budget, numbers: Iterable[int], most_links: int) -> list[tuple[int, ...]]:
    """How states were come to, by their numbers from 0. The same search is run again, no further than to the last of them, and notes the links
    of as many states before it as there is room for; then of those before these. Each search is shorter than the one before."""
    ends = list(numbers)
    at, back = list(ends), [list[int]() for _ in ends]
    while last := max(at, default=0):
        linked = range(max(0, last + 1 - most_links), last + 1)
        search = Search(question, Budget(last + 1, budget.memory), linked)
        while search.found()["states"] <= last and search.go_on(SLICE, question.mistakes):
            pass
        assert search.found()["states"] > last, "the same search found other states"
        for i in range(len(at)):
            while at[i] and at[i] in search.linked:
                at[i], outcome = search.link(at[i])
                back[i].append(outcome)
    return [tuple(reversed(x)) for x in back]


def with_ways(question: Question, budget: Budget, out: Explored, found: dict[str, int], most_links: int) -> Explored:
    """What a search came to, with the ways to what it found. `found`: what it counted."""
    first = {name: found[name] - 1 for name in ("first_stuck", "first_endless", "goal") if found[name]}
    ways = dict(zip(first, noted_ways(question, budget, first.values(), most_links), strict=True))
    out.stuck_way, out.goal_way = ways.get("first_stuck"), ways.get("goal")
    if "first_endless" in ways:
        out.endless_way = (*ways["first_endless"], found["endless_outcome"])
    return out


def compiled(
    question: Question, budget: Budget, report: Report | None = None, notice: Callable[[str], None] | None = None
) -> Explored:
    """As `in_python`. `notice` is given a line for the user where there is one. Raises `NotCompiled` for a table that cannot be
    compiled, and `MemoryError` where the machine does not have the memory of the budget."""
    search = Search(question, budget)
    if notice is not None and search.machine.notice is not None:
        notice(search.machine.notice)
    out, found, links = search.to_the_end(question, budget, report), search.found(), search.most_links
    # its memory is given back before the search is run again
    del search
    return with_ways(question, budget, out, found, links)
