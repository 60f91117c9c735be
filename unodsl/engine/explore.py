"""Exhaustive breadth-first search of a round: every move of every player, and every random choice.

The beginning of another round ends a path. The search starts from a deal, or any other quiescent state. `search` finds
a shortest path to a state with a property; `in_python` here and `compiled` in `explore_compiled` count states and
return the paths to what they found.
"""

from __future__ import annotations

import gc
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from sys import getsizeof
from typing import Literal

from unodsl.engine import explore_compiled
from unodsl.engine.api import Move, State
from unodsl.engine.compiled import NotCompiled, available
from unodsl.engine.explore_question import (
    MOST_ENDLESS,
    MOST_OUTCOMES,
    MOST_PICKS,
    SLICE,
    Budget,
    Explored,
    Question,
    Report,
    unlisted,
    why,
)
from unodsl.engine.generated import Chooser, Module, Overflow, Picker
from unodsl.engine.layout import MATCH, TOP, Layout
from unodsl.engine.lower import lowered
from unodsl.engine.packing import Packing
from unodsl.engine.values import code, options_at


class MoveResult(Enum):
    """The result of a move."""

    REST = 0
    ROUND = 1
    ENDLESS = 2


class TooManyOutcomes(Exception):
    """A move has more random outcomes than the search follows."""


@dataclass(slots=True)
class Script:
    """Enumerates all random choices, one run of a cascade after another: the choices of this run are `choices`, out of
    `options` each; `kinds`: the chosen cards, and codes of values. `limit`: raises `TooManyOutcomes` as soon as it is certain
    that there are so many runs; `runs`: how many are complete."""

    layout: Layout
    module: Module | None = None
    choices: list[int] = field(default_factory=list)
    options: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    at: int = 0
    cut: bool = False
    whole: bool = False
    """Whether choices after the end of the round are enumerated."""
    most: int = MOST_PICKS
    limit: int | None = None
    runs: int = 0

    def choice(self, many: int) -> int:
        """The choice of this run among `many`, from 0. After the round, and beyond the limit of choices, it is not listed."""
        assert self.module is not None
        at = self.at
        self.at = at + 1
        if self.module.rounds and not self.whole:
            return unlisted(at, many)
        if at >= self.most:
            self.cut = True
            return unlisted(at, many)
        if at == len(self.choices):
            self.choices.append(0)
            self.options.append(many)
            # (each option that is not chosen yet takes a run at least)
            if self.limit is not None and self.runs + 1 + self.other_options() >= self.limit:
                raise TooManyOutcomes
        return self.choices[at]

    def other_options(self) -> int:
        """The number of options after the chosen ones."""
        return sum(self.options) - sum(self.choices) - len(self.options)

    def chooser(self) -> Chooser:
        """The function that chooses the values of this run."""
        sites, kinds = self.layout.sites, self.kinds

        def choose(_state: list[int], site: int, players: int, many: int) -> int:
            chosen = self.choice(many)
            kinds.append(code(site, options_at(sites[site], players)[chosen]))
            return chosen

        return choose

    def picker(self) -> Picker:
        """The function that picks the cards of this run."""
        first_bits, kind_at, kinds = self.layout.first_bits, self.layout.kind_at, self.kinds

        def pick(_state: list[int], cards: int) -> int:
            firsts = cards & first_bits
            for _ in range(self.choice(firsts.bit_count())):
                firsts &= firsts - 1
            kind = kind_at[(firsts & -firsts).bit_length() - 1]
            kinds.append(kind)
            return kind

        return pick

    def again_from_the_start(self) -> None:
        """Resets the enumeration."""
        self.choices.clear()
        self.options.clear()
        self.kinds.clear()
        self.at = 0

    def again(self) -> bool:
        """Advances to the next run; False if there is none."""
        while self.choices:
            self.choices[-1] += 1
            if self.choices[-1] < self.options[-1]:
                return True
            self.choices.pop()
            self.options.pop()
        return False


class Stepper:
    """The successors of a state, in Python. `counted`: counts how often rules run. `most`: the limit of random outcomes
    of one move."""

    def __init__(self, question: Question, counted: bool = False) -> None:
        self.most = MOST_OUTCOMES
        self.layout = Layout(question.table)
        self.script = Script(self.layout)
        program = lowered(question.table, question.condition)
        self.module = Module(
            self.layout,
            program,
            traced=False,
            picker=self.script.picker(),
            chooser=self.script.chooser(),
            counted=counted,
        )
        self.script.module = self.module
        self.listing = self.module.legal if question.mistakes else self.module.legal_without_mistakes
        self.unsorted = {top for top, *names in program.legal if names[not question.mistakes] in program.unsorted}

    def legal(self, state: State) -> list[tuple[int, int, int]]:
        """All legal moves as plain tuples, sorted. The list is reused."""
        moves = self.module.moves
        moves.clear()
        self.listing[state[TOP]](state)  # type: ignore[arg-type]
        if state[TOP] in self.unsorted:
            moves.sort()
        return moves

    def outcomes(
        self, state: State, moves: list[tuple[int, int, int]]
    ) -> Iterator[tuple[tuple[int, int, int], MoveResult, State]]:
        """Yields each move with each of its outcomes, in order. After an endless cascade the state is undefined."""
        # a previous caller may have stopped in the middle
        if self.script.kinds:
            self.script.again_from_the_start()
        for move in moves:
            yield from self._outcomes_of(state, move)

    def outcomes_if_few(
        self, state: State, moves: list[tuple[int, int, int]]
    ) -> Iterator[tuple[tuple[int, int, int], list[tuple[MoveResult, State]]]]:
        """Yields all outcomes of each move that has fewer than `most`. For the others, most runs are spared."""
        script = self.script
        script.again_from_the_start()
        script.limit = self.most
        try:
            for move in moves:
                try:
                    found = [(result, after) for _, result, after in self._outcomes_of(state, move)]
                except TooManyOutcomes:
                    script.again_from_the_start()
                    script.cut = True
                    self.module.queue.clear()
                else:
                    yield move, found
        finally:
            script.limit = None

    def _outcomes_of(
        self, state: State, move: tuple[int, int, int]
    ) -> Iterator[tuple[tuple[int, int, int], MoveResult, State]]:
        module, script = self.module, self.script
        choices, to_rest = script.choices, module.to_rest
        offer, seat, argument = move
        run, called = module.take_up[offer], module.called[offer]
        endless = 0
        for way in count(1):
            s = list(state)
            if script.kinds:
                script.at = 0
                script.kinds.clear()
            module.rounds = 0
            script.runs = way - 1
            try:
                run(s, seat, argument)
                to_rest(s, called)
            except Overflow:
                endless += 1
                yield move, MoveResult.ENDLESS, state
            else:
                yield move, MoveResult.ROUND if module.rounds else MoveResult.REST, tuple(s)
            if not choices or not script.again():
                break
            if way == self.most or endless == MOST_ENDLESS:
                script.cut = True
                break
        # the remaining choices of an interrupted run are void
        if choices:
            choices.clear()
            script.options.clear()


@contextmanager
def without_collector() -> Iterator[None]:
    """Disables the garbage collector: states have no reference cycles, and collecting would take a fifth of the
    time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@without_collector()
def in_python(question: Question, budget: Budget, report: Report | None = None) -> Explored:
    """Searches until there is nothing new, or the budget is spent."""
    stepper = Stepper(question)
    folding = question.folding(stepper.layout)
    first = (0, *question.start[1:])
    fold: Callable[[State], State] | None = None
    if folding is not None:
        packing = Packing(stepper.layout, first, folding.also)
        folded = folding.folded
        fold = lambda state: folded(state, packing)  # noqa: E731
        first = fold(first)
    out = Explored(bytes_kept=taken(first), row_bytes=8)
    most = max(1, min(budget.most_states, budget.memory // (out.bytes_kept + out.row_bytes)))
    condition, script = stepper.module.condition, stepper.script
    seen = {first}
    queue = deque([first])
    parents, numbers = array("q", [0]), array("q", [0])
    level, expanded, full, ended = 1, 0, False, False
    states_then = outcomes_then = SLICE
    stuck_at, endless_at, goal_at = -1, (-1, 0), -1
    # local names: this is the innermost loop
    rest, see, wait = MoveResult.REST, seen.add, queue.append
    while queue and not full:
        if expanded >= states_then or out.transitions >= outcomes_then:
            states_then, outcomes_then = expanded + SLICE, out.transitions + SLICE
            out.states, out.frontier = len(seen), len(queue)
            if not budget.in_time:
                ended = True
                break
            if report is not None:
                report(out)
        if expanded == level:
            out.depth += 1
            level += len(queue)
        state = queue[0]
        if condition is not None and condition(state):
            goal_at = expanded
            break
        queue.popleft()
        expanded += 1
        if not state[MATCH]:
            out.ends += 1
            continue
        moves = stepper.legal(state)
        if not moves:
            out.stuck += 1
            if stuck_at < 0:
                stuck_at = expanded - 1
        number, parent, known = 0, expanded - 1, len(seen)
        for _, result, after in stepper.outcomes(state, moves):
            if result is rest:
                if fold is not None:
                    after = fold(after)
                see(after)
                if len(seen) > known:
                    if known >= most:
                        seen.discard(after)
                        full = True
                    else:
                        known += 1
                        wait(after)
                        parents.append(parent)
                        numbers.append(number)
            elif result is MoveResult.ROUND:
                out.rounds += 1
            else:
                out.endless += 1
                if endless_at[0] < 0:
                    endless_at = expanded - 1, number
            number += 1
        out.transitions += number
    out.states, out.frontier = len(seen), len(queue)

    def way(number: int) -> tuple[int, ...]:
        back: list[int] = []
        while number:
            back.append(numbers[number])
            number = parents[number]
        return tuple(reversed(back))

    out.stuck_way = way(stuck_at) if stuck_at >= 0 else None
    out.endless_way = (*way(endless_at[0]), endless_at[1]) if endless_at[0] >= 0 else None
    out.goal_way = way(goal_at) if goal_at >= 0 else None
    out.stopped = "time" if ended else why(out, full, budget, script.cut)
    return out


def taken(state: State) -> int:
    """An estimate of the bytes for a visited state: the state, its entry in a set, and its link."""
    large = sum(getsizeof(x) for x in state if not -5 <= x <= 256)
    return getsizeof(state) + large + 64 + 16


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a run, its random cards in order, and the state after it; None if the cascade is endless."""

    move: Move
    picks: tuple[int, ...]
    after: State | None


def retraced(question: Question, way: tuple[int, ...]) -> tuple[Step, ...]:
    """The concrete run of a path. With symmetry reduction, a path goes through representatives; the run goes through
    the states themselves."""
    stepper = Stepper(question)
    folding = question.folding(stepper.layout)
    state = (0, *question.start[1:])
    packing = Packing(stepper.layout, state, frozenset() if folding is None else folding.also)

    def fold(x: State) -> State:
        return x if folding is None else folding.folded(x, packing)

    def listed(at: State) -> Iterator[tuple[tuple[int, int, int], MoveResult, State]]:
        return stepper.outcomes(at, stepper.legal(at))

    standing = fold(state)
    out: list[Step] = []
    for number in way:
        _, wanted, after = next(x for i, x in enumerate(listed(standing)) if i == number)
        standing = fold(after) if wanted is MoveResult.REST else standing
        for move, result, after in listed(state):
            if result is wanted and (result is not MoveResult.REST or fold(after) == standing):
                out.append(Step(Move(*move), tuple(stepper.script.kinds), after if result is MoveResult.REST else None))
                state = after
                break
        else:
            raise AssertionError("what a state stands for cannot do what the state can")
    return tuple(out)


def explored(
    question: Question,
    budget: Budget,
    executor: Literal["python", "compiled"] | None = None,
    report: Report | None = None,
) -> Explored:
    """Searches on an executor; None: the compiled one if available. The results are equal, except for memory use.
    Raises `NotCompiled` if the compiled one is requested."""
    if executor == "compiled" or (executor is None and available()):
        try:
            return explore_compiled.compiled(question, budget, report)
        except NotCompiled:
            if executor == "compiled":
                raise
    return in_python(question, budget, report)


def search(question: Question, budget: Budget) -> tuple[Step, ...] | None:
    """A shortest run from the start to a state that satisfies the question's condition; None if none was found. Only
    `explored` says whether the search was complete."""
    assert question.condition is not None
    way = explored(question, budget).goal_way
    return None if way is None else retraced(question, way)
