"""The search of `explore` in compiled code. States are identified by 64-bit fingerprints."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from unodsl.engine import wasm_graph, wasm_shared
from unodsl.engine.compiled import Machine
from unodsl.engine.explore_memory import Made, Needs, Run
from unodsl.engine.explore_question import SLICE, Budget, Explored, Question, Report
from unodsl.engine.layout import Layout
from unodsl.engine.lower import CONDITION, lowered
from unodsl.engine.packing import Packing
from unodsl.engine.program import Program
from unodsl.engine.pruning import pruned
from unodsl.engine.wasm_driver import module
from unodsl.engine.wasm_explore import Plan, aside_bytes
from unodsl.engine.wasm_folding import area_bytes
from unodsl.model.expressions import Expr
from unodsl.model.table import Table


@lru_cache(maxsize=8)
def program_of(table: Table, condition: Expr | None, mistakes: bool, begins: bool) -> Program:
    """The part of a table's program that a search needs. Cached."""
    return pruned(lowered(table, condition, mistakes), mistakes, begins, () if condition is None else (CONDITION,))


class Search(Run):
    """One search with its module. `share`: the index of this part and the number of parts of a shared search; `like`:
    another part. Raises `NotCompiled`, and `MemoryError` if the machine has less memory than the budget."""

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
        mine, parts = share or (0, 0)
        self.needs = Needs(
            packing.words,
            len(packing.fixed),
            aside_bytes(packing, keep),
            0 if folding is None else area_bytes(folding, packing),
            parts,
            question.steps,
            len(question.table.situations) + 1,
        )
        super().__init__(self.machine, self.needs, budget, linked, mine)
        if keep is not None:
            self.set_number("beyond", int(question.horizon == "match"))
        for root in question.roots():
            self.machine.write(root)
            self.machine.call("begin")
        if question.deals:
            self.machine.write(start)
            self.machine.call("deals")
        self.roots = self.found()["states"]
        self.start = start

    @property
    def made(self) -> Made:
        """The data for running the search again."""
        return Made(self.machine.name, self.needs, self.machine.memory.state, self.machine.packed(self.start))

    def in_trays(self, part: int) -> int:
        """The number of states in the tray for another part."""
        return self.machine.numbers(self.places["tray_counts"] + 4 * part, 1, "I")[0]

    def take(self, other: Search) -> None:
        """Inserts the states that another part has found for this one."""
        many = other.in_trays(self.mine)
        if many:
            at, to = other.places["trays"] + self.mine * other.tray_states * self.entry_bytes, self.places["inbox"]
            size = many * self.entry_bytes
            self.machine.bytes[to : to + size] = other.machine.bytes[at : at + size]
            self.machine.call("take", many)

    def emptied(self, parts: int) -> None:
        """Empties the trays."""
        at = self.places["tray_counts"]
        self.machine.bytes[at : at + 4 * parts] = bytes(4 * parts)
        self.machine.exports["crowded"].set_value(self.machine.store, 0)

    @property
    def spilt(self) -> bool:
        """Whether a tray overflowed."""
        return bool(self.machine.exports["crowded"].value(self.machine.store) & wasm_shared.SPILT)

    def next_level(self) -> int:
        """Moves to the states of the next depth; returns their number."""
        return int(self.machine.call("next_level"))


def noted_ways(question: Question, budget: Budget, numbers: Iterable[int], most_links: int) -> list[tuple[int, ...]]:
    """The paths to states, given by number from 0. Repeats the search up to the last of them, with links for as many
    preceding states as fit in memory; then for the remaining prefix. Each repetition is shorter than the last."""
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
    """The result of a search with the paths to what it found. `found`: its counters."""
    first = {name: found[name] - 1 for name in ("first_stuck", "first_endless", "goal") if found[name]}
    ways = dict(zip(first, noted_ways(question, budget, first.values(), most_links), strict=True))
    out.stuck_way, out.goal_way = ways.get("first_stuck"), ways.get("goal")
    if "first_endless" in ways:
        out.endless_way = (*ways["first_endless"], found["endless_outcome"])
    return out


def compiled(
    question: Question,
    budget: Budget,
    report: Report | None = None,
    notice: Callable[[str], None] | None = None,
    made: Callable[[Made], None] | None = None,
) -> Explored:
    """Like `in_python`. `notice` is called with a line for the user, if any, and `made` with the data for running the
    search again. Raises `NotCompiled` for a table that cannot be compiled, and `MemoryError` if the machine has less
    memory than the budget."""
    search = Search(question, budget)
    if notice is not None and search.machine.notice is not None:
        notice(search.machine.notice)
    if made is not None and search.machine.notice is None:
        made(search.made)
    out, found, links = search.to_the_end(question.mistakes, budget, report), search.found(), search.most_links
    # frees its memory before the search is repeated
    del search
    return with_ways(question, budget, out, found, links)
