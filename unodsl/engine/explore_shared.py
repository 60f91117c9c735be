"""A parallel search: several threads, each with the states of its share of the fingerprints.

Compiled code runs without Python's lock. All threads finish one depth before the next, so the counts of a complete
search do not depend on their number. The first state found does; a single-threaded search up to that point determines
the path to it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from unodsl.engine.explore_compiled import Search, compiled, noted_ways
from unodsl.engine.explore_question import SLICE, Budget, Explored, Question, Report

SHARED_SLICE = 10 * SLICE
"""The states that one part expands between two checks of the clock and of the trays."""

_LEAST = 16 << 20
"""The least memory of a part in bytes: with less for each, fewer threads are used."""

_ROOM = 1000
"""The room of a part beyond its share, besides a twentieth: fingerprints are not distributed evenly."""

SUMS = ("states", "transitions", "rounds", "endless", "ends", "stuck")


class Spilt(Exception):
    """The successors of one state overflow a tray."""


class Shared:
    """A search in several parts. Raises `NotCompiled` and `MemoryError` like `Search`."""

    def __init__(self, question: Question, budget: Budget, jobs: int) -> None:
        assert not question.steps, "a state graph is kept by one"
        self.question = question
        self.budget = budget
        share = -(-budget.most_states // jobs)
        of_one = Budget(min(budget.most_states, share + share // 20 + _ROOM), budget.memory // jobs)
        first = Search(question, of_one, share=(0, jobs))
        self.parts = [first, *(Search(question, of_one, share=(i, jobs), like=first) for i in range(1, jobs))]
        # each part has the initial state, for its constant slots; it belongs to one of them
        self.empty_trays()
        self.depth = -1

    def empty_trays(self) -> None:
        """Empties all trays."""
        for part in self.parts:
            part.emptied(len(self.parts))

    def sums(self) -> Explored:
        """The current totals of all parts."""
        found = [x.found() for x in self.parts]
        out = Explored(
            depth=max(0, self.depth),
            frontier=sum(x["tail"] - x["head"] for x in found),
            bytes_kept=max(x.bytes_kept for x in self.parts),
            row_bytes=self.parts[0].row_bytes,
        )
        for name in SUMS:
            setattr(out, name, sum(x[name] for x in found))
        return out

    def any(self, name: str) -> bool:
        """Whether a counter is positive in some part."""
        return any(part.found()[name] for part in self.parts)

    def carried(self, to: Search) -> None:
        """Inserts the states from the trays of the other parts into one."""
        for other in self.parts:
            if other is not to:
                to.take(other)

    def level(self, pool: ThreadPoolExecutor, report: Report | None) -> bool:
        """Expands all states of this depth; returns whether that succeeded."""
        open_ = list(self.parts)
        while open_:
            going = list(pool.map(lambda part: part.go_on(SHARED_SLICE, self.question.mistakes), open_))
            if any(part.spilt for part in self.parts):
                raise Spilt
            list(pool.map(self.carried, self.parts))
            self.empty_trays()
            if self.any("full") or self.any("goal") or not self.budget.in_time:
                return False
            if report is not None:
                report(self.sums())
            open_ = [part for part, more in zip(open_, going, strict=True) if more]
        return True

    def to_the_end(self, report: Report | None = None) -> Explored:
        """Searches until there is nothing new, or the budget is spent."""
        done, over = True, False
        with ThreadPoolExecutor(len(self.parts)) as pool:
            while done:
                waiting = sum(part.next_level() for part in self.parts)
                over = sum(part.found()["states"] for part in self.parts) > self.budget.most_states
                if not waiting or over:
                    break
                self.depth += 1
                done = self.level(pool, report)
        out = self.sums()
        if self.any("goal"):
            out.stopped = "goal"
        elif over or self.any("full"):
            out.stopped = "memory" if out.states < self.budget.most_states else "states"
        elif not done:
            out.stopped = "time"
        elif self.any("cut"):
            out.stopped = "chance"
        return out


def shared(
    question: Question,
    budget: Budget,
    jobs: int,
    report: Report | None = None,
    notice: Callable[[str], None] | None = None,
) -> Explored:
    """Like `compiled`, with `jobs` threads that divide the memory. An incomplete search may count somewhat more or
    fewer states than one thread would."""
    jobs = min(jobs, budget.memory // _LEAST)
    if jobs < 2:
        return compiled(question, budget, report, notice)
    search = Shared(question, budget, jobs)
    notice_of_first = search.parts[0].machine.notice
    if notice is not None and notice_of_first is not None:
        notice(notice_of_first)
    try:
        out = search.to_the_end(report)
    except Spilt:
        del search
        return compiled(question, budget, report)
    stuck, endless, goal = out.stuck > 0, out.endless > 0, out.stopped == "goal"
    del search
    if goal:
        # the nearest state is the same, and the states before it are counted in order
        return compiled(question, budget, report)
    return with_first_ways(question, budget, out, stuck, endless) if stuck or endless else out


def with_first_ways(question: Question, budget: Budget, out: Explored, stuck: bool, endless: bool) -> Explored:
    """The paths to what a single-threaded search finds first; none if it does not get that far."""
    search = Search(question, budget)
    wanted = [name for name, there in (("first_stuck", stuck), ("first_endless", endless)) if there]
    while not all(search.found()[name] for name in wanted) and search.go_on(SLICE, question.mistakes):
        pass
    found, links = search.found(), search.most_links
    del search
    numbers = {name: found[name] - 1 for name in wanted if found[name]}
    ways = dict(zip(numbers, noted_ways(question, budget, numbers.values(), links), strict=True))
    last = ways.get("first_endless")
    return replace(
        out,
        stuck_way=ways.get("first_stuck"),
        endless_way=None if last is None else (*last, found["endless_outcome"]),
    )
