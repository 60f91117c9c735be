"""Exhaustive search of the states that can follow a position, within the round."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Generic, Literal, TypeVar

from unodsl.api import arguments
from unodsl.api.prepared import PreparedTable
from unodsl.diagnostics import wrong
from unodsl.engine.api import State
from unodsl.engine.compiled import NotCompiled, available
from unodsl.engine.explore import explored, retraced
from unodsl.engine.explore_question import Budget, Explored, Question, Stop, most_missed
from unodsl.model.symmetry import symmetry

M = TypeVar("M")
"""The type of the matches at the ends of ways."""
LEAST_MEMORY = 1 << 20


@dataclass(frozen=True, slots=True)
class Way(Generic[M]):
    """A shortest sequence of moves, in words, with the outcomes of chance; and the match at its end (None: the last move
    has an endless cascade)."""

    moves: tuple[str, ...]
    match: M | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exploration(Generic[M]):
    """The result of a search. `states`: the visited ones, of which the last `frontier` are not expanded; with symmetry
    reduction each stands for up to `folded` others. `transitions`: moves by outcomes of chance, of which `round_ends`
    end the round and `endless` have an endless cascade. `match_ends`: states in which the match is over; `stuck`:
    others without a legal move. `depth`: moves from the start to the last expanded states. `stopped`: why the search is
    incomplete. `missed`: a bound on the probability that a state was missed (0 in Python). `until`, `to_stuck`,
    `to_endless`: ways to the first state of each kind; None: none was found."""

    states: int
    transitions: int
    depth: int
    frontier: int
    match_ends: int
    round_ends: int
    stuck: int
    endless: int
    folded: int
    stopped: Stop
    missed: float
    executor: Literal["python", "compiled"]
    until: Way[M] | None = field(repr=False)
    to_stuck: Way[M] | None = field(repr=False)
    to_endless: Way[M] | None = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether every state was visited."""
        return not self.stopped


def explore(
    setup: PreparedTable,
    state: State,
    at: Callable[[State], M],
    until: str | None,
    most_states: Any,
    seconds: float | None,
    memory: Any,
    fold: bool,
    executor: Literal["python", "compiled"] | None,
    report: Callable[[Exploration[M]], None] | None,
) -> Exploration[M]:
    """See `Match.explore`. `at`: the match in a state of the table."""
    states = arguments.whole(most_states, "most_states", 1)
    kept = arguments.whole(memory, "memory", LEAST_MEMORY)
    # (numbers of numpy are `Real`, but not all are a `float`)
    if seconds is not None and not (isinstance(seconds, Real) and seconds > 0):
        raise wrong(f"`seconds` is a number above 0, or None, not {seconds!r}")
    folds = arguments.truth(fold, "fold")
    wanted: Literal["python", "compiled"] = "compiled" if available() else "python"
    if executor is not None:
        wanted = arguments.word(executor, "executor", ("python", "compiled"))
    condition = None
    if until is not None:
        from unodsl.scenarios.until import condition_of

        words = arguments.text(until, "until")
        condition = condition_of(setup.resolved, setup.table.games[0], words)
    proved = symmetry(setup.table, condition)
    question = Question(setup.table, (0, *state[1:]), setup.mistakes, proved if folds else None, condition)
    budget = Budget(states, kept, None if seconds is None else time.monotonic() + float(seconds))
    folding = question.folding(setup.layout)
    folded = 1 if folding is None else folding.whole

    def reported(so_far: Explored) -> None:
        if report is not None:
            report(result(so_far, folded, wanted))

    try:
        found = explored(question, budget, wanted, reported)
    except NotCompiled as error:
        if executor == "compiled":
            raise wrong(f"this search cannot be compiled: {error}") from error
        wanted = "python"
        found = explored(question, budget, wanted, reported)

    def way(path: tuple[int, ...] | None) -> Way[M] | None:
        if path is None:
            return None
        steps = retraced(question, path)
        words = tuple(setup.actions.choice(x.move, setup.names).words for x in steps)
        last = steps[-1].after if steps else state
        # what is left of chance is the match's own
        return Way(words, None if last is None else at((state[0], *last[1:])))

    ways = (way(found.goal_way), way(found.stuck_way), way(found.endless_way))
    return result(found, folded, wanted, *ways)


def result(
    found: Explored,
    folded: int,
    executor: Literal["python", "compiled"],
    until: Way[M] | None = None,
    to_stuck: Way[M] | None = None,
    to_endless: Way[M] | None = None,
) -> Exploration[M]:
    """The numbers of a search, and the ways that it found."""
    missed = most_missed(found.states) if executor == "compiled" else 0.0
    return Exploration(
        states=found.states,
        transitions=found.transitions,
        depth=found.depth,
        frontier=found.frontier,
        match_ends=found.ends,
        round_ends=found.rounds,
        stuck=found.stuck,
        endless=found.endless,
        folded=folded,
        stopped=found.stopped,
        missed=missed,
        executor=executor,
        until=until,
        to_stuck=to_stuck,
        to_endless=to_endless,
    )
