"""One search of all states, shared by several threads: each keeps the states whose fingerprints are its own part of all.

Compiled code runs without Python's lock, so threads search side by side. All go through the states of one depth before any goes on to
the next, so what a search that is not cut short counts does not depend on how many share it. What it finds first does; a search in one
thread is run as far as that, to say how it is come to.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from unodsl.engine.explore_compiled import Search, compiled, noted_ways
from unodsl.engine.explore_question import SLICE, Budget, Explored, Question, Report

SHARED_SLICE = 10 * SLICE
"""States that one part looks at between two looks at the clock and at the trays."""

_LEAST = 16 << 20
"""Bytes that a part takes at least: where there are not so many for each, fewer threads search."""

_ROOM = 1000
"""Beside a twentieth, so many states more than its share fit into a part: fingerprints are not spread evenly."""

SUMS = ("states", "transitions", "rounds", "endless", "ends", "stuck")


class Spilt(Exception):
    """One state leads to more others than there is room for on their way to other parts."""


class Shared:
    """One search in several parts. Raises `NotCompiled` and `MemoryError` as `Search` does."""

    def __init__(self, question: Question, budget: Budget, jobs: int) -> None:
        assert not question.steps, "a state graph is kept by one"
        self.question = question
        self.budget = budget
        share = -(-budget.most_states // jobs)
        of_one = Budget(min(budget.most_states, share + share // 20 + _ROOM), budget.memory // jobs)
        first = Search(question, of_one, share=(0, jobs))
        self.parts = [first, *(Search(question, of_one, share=(i, jobs), like=first) for i in range(1, jobs))]
        # each part was given the state to begin with, for what stays as it is; it belongs to one of them
        self.empty_trays()
        self.depth = -1

    def empty_trays(self) -> None:
        """Nothing is left in any tray."""
        for part in self.parts:
            part.emptied(len(self.parts))

    def sums(self) -> Explored:
        """What all parts counted so far."""
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
        """Whether some part counted something."""
        return any(part.found()[name] for part in self.parts)

    def carried(self, to: Search) -> None:
        """Look up what lies in the trays of the other parts for one."""
        for other in self.parts:
            if other is not to:
                to.take(other)

    def level(self, pool: ThreadPoolExecutor, report: Report | None) -> bool:
        """Go through all states of this depth; whether that was done."""
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
        """Search until there is nothing new, or the budget is spent."""
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
    """As `compiled`, by so many threads, of which each takes its part of the memory. Where the search is cut short, it counts somewhat more or
    fewer states than one thread would."""
    jobs = min(jobs, budget.memory // _LEAST)
    if jobs < 2:
        return compiled(question, budget, report, notice)
    search = Shared(question, budget, jobs)
    said = search.parts[0].machine.notice
    if notice is not None and said is not None:
        notice(said)
    try:
        out = search.to_the_end(report)
    except Spilt:
        del search
        return compiled(question, budget, report)
    stuck, endless, goal = out.stuck > 0, out.endless > 0, out.stopped == "goal"
    del search
    if goal:
        # the nearest state is the same, and what was met before it is counted in order
        return compiled(question, budget, report)
    return with_first_ways(question, budget, out, stuck, endless) if stuck or endless else out


def with_first_ways(question: Question, budget: Budget, out: Explored, stuck: bool, endless: bool) -> Explored:
    """The ways to what a search in one thread finds first; none where it does not come so far."""
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
