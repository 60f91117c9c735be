"""The state graph of small tables: every state from every deal, with its steps, for questions that a search forward cannot answer.

`graph_of` keeps what `explored` forgets: the steps between states, which rules ran, what stood in each state. From the steps a second
pass tells from which states an end can be reached (`Graph.trapped`), and where players can stay for ever (`Graph.staying`).
A search whose states or steps do not all fit is not `complete`; then what it found is there, and what it did not find is unknown.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from unodsl.engine import explore_compiled
from unodsl.engine.api import State
from unodsl.engine.compiled import NotCompiled, available
from unodsl.engine.explore import Came, Stepper, without_collector
from unodsl.engine.explore_question import (
    DEAD_ENDS,
    ENDLESS,
    MOST_ENDLESS,
    MOST_OUTCOMES,
    MOST_PICKS,
    OVER,
    ROOT,
    STUCK,
    Budget,
    Explored,
    Question,
    Top,
    answering,
    why,
)
from unodsl.engine.generated import Overflow
from unodsl.engine.layout import MATCH, ROUND, TOP
from unodsl.engine.packing import Packing


@dataclass(slots=True)
class Graph:
    """States and steps. States have numbers, in the order in which they were met; `step i` leads from `origins[i]` to `targets[i]`,
    which is `OVER` where the round ends by it, or has ended, `ENDLESS` where it never comes to rest, `STUCK` where there is nothing
    that anybody has to do.

    `tops`: what was seen with each situation on top, nothing open (-1) first. `fired`: how often each rule ran, as
    `Table.rule_names`. `refilled`: after so many steps more cards lay at home than before. `roots`: so many states are deals, or
    were given; `redealt`: there are deals that take more picks than were gone through. `merged`: some values above a bound were taken for one (`Question.alike`). `state` gives a state by its number, `values`
    what a slot holds in every state."""

    found: Explored
    origins: Sequence[int]
    targets: Sequence[int]
    tops: tuple[Top, ...]
    fired: tuple[int, ...]
    refilled: int
    roots: int
    redealt: bool
    merged: bool
    state: Callable[[int], State]
    values: Callable[[int], Sequence[int]]

    @property
    def complete(self) -> bool:
        """Whether every state and every step is there."""
        return self.found.complete

    def reaching(self, good: Iterable[int]) -> bytearray:
        """For each state whether a step of some kind (a target) can be reached from it."""
        wanted = frozenset(good)
        marks = bytearray(self.found.states)
        steps: list[tuple[int, int]] = []
        for origin, target in zip(self.origins, self.targets, strict=True):
            if target in wanted:
                marks[origin] = 1
            elif target < ENDLESS and origin != target:
                steps.append((origin, target))
        # states have numbers in the order of a breadth-first search, so that going back from the last one needs few sweeps
        steps.sort(reverse=True)
        changed = True
        while changed:
            changed = False
            for origin, target in steps:
                if marks[target] and not marks[origin]:
                    marks[origin] = 1
                    changed = True
        return marks

    def trapped(self) -> int | None:
        """The first state from which neither the end of the round nor a dead end can be reached; None: there is none, or the graph is
        not complete."""
        if not self.complete:
            return None
        at = self.reaching(DEAD_ENDS).find(0)
        return at if at >= 0 else None

    def staying(self, inside: Callable[[int], bool]) -> bytearray:
        """For each state whether play can go on for ever from it without leaving the states for which `inside` holds: the greatest
        set of them in which each has a step to one of the set."""
        marks = bytearray(inside(i) for i in range(self.found.states))
        before: dict[int, list[int]] = {}
        ways = array("i", bytes(4 * self.found.states))
        for origin, target in zip(self.origins, self.targets, strict=True):
            if target < ENDLESS and marks[origin] and marks[target]:
                ways[origin] += 1
                before.setdefault(target, []).append(origin)
        todo = [i for i, mark in enumerate(marks) if mark and not ways[i]]
        while todo:
            gone = todo.pop()
            marks[gone] = 0
            for origin in before.get(gone, ()):
                ways[origin] -= 1
                if not ways[origin] and marks[origin]:
                    todo.append(origin)
        return marks


def graph_of(question: Question, budget: Budget, executor: Literal["python", "compiled"] | None = None) -> Graph:
    """The graph of a question that has `steps`, by an executor; None: the compiled one where it can be had. Both give the same graph,
    but for the order of its steps. Raises `NotCompiled` where the compiled one was asked for."""
    if executor == "compiled" or (executor is None and available()):
        try:
            return _compiled(question, budget)
        except (NotCompiled, MemoryError):
            if executor == "compiled":
                raise
    return _in_python(question, budget)


def _compiled(question: Question, budget: Budget) -> Graph:
    search = explore_compiled.Search(question, budget)
    found = search.to_the_end(question, budget)
    packing, places = search.packing, search.places
    width = 8 * packing.words

    def state(number: int) -> State:
        at = places["ring"] + width * number
        return packing.unpack(search.machine.numbers(at, packing.words, "Q"))

    def values(slot: int) -> Sequence[int]:
        field = next((x for x in packing.fields if x.slot == slot), None)
        if field is None:
            return array("q", [packing.start[slot]]) * found.states
        at = places["ring"]
        words = memoryview(search.machine.bytes)[at : at + width * found.states].cast("Q")[field.at :: packing.words]
        mask = (1 << field.bits) - 1
        return array("q", [(w >> field.shift & mask) + field.low for w in words])

    steps = array("I")
    steps.frombytes(search.machine.bytes[places["steps_at"] : places["steps_at"] + 8 * search.found()["steps"]])
    rows = search.machine.numbers(places["tops"], 7 * (len(question.table.situations) + 1))
    return Graph(
        found,
        steps[0::2],
        steps[1::2],
        tuple(Top(*rows[at : at + 7]) for at in range(0, len(rows), 7)),
        search.machine.numbers(search.machine.memory.fired, len(question.table.rule_names())),
        search.found()["refilled"],
        search.roots,
        bool(search.found()["redealt"]),
        bool(search.found()["merged"]),
        state,
        values,
    )


@without_collector()
def _in_python(question: Question, budget: Budget) -> Graph:
    """The same in plain Python."""
    stepper = Stepper(question, counted=True)
    layout, module = stepper.layout, stepper.module
    script, whole = stepper.script, question.horizon == "match"
    folding = question.folding(layout)
    start = (0, *question.start[1:])
    packing = Packing(layout, start, question.also(layout))
    capped = dict(question.alike)
    answers = answering(question.table)
    home = layout.place(question.table.deck.home, 0) + layout.depth[question.table.deck.home]
    most = budget.most_states
    out = Explored(bytes_kept=0, row_bytes=0)
    numbers: dict[State, int] = {}
    states: list[State] = []
    origins, targets = array("I"), array("I")
    tops = [[0] * 7 for _ in range(len(question.table.situations) + 1)]
    refilled, merged, full, redealt = 0, False, False, False

    def step(origin: int, target: int) -> None:
        nonlocal full
        if origin == ROOT:
            return
        if len(origins) >= question.steps:
            full = True
            return
        origins.append(origin)
        targets.append(target)

    def meet(origin: int, state: State) -> None:
        nonlocal merged, full
        if folding is not None:
            state = folding.folded(state, packing)
        key = state
        if capped:
            row = list(state)
            for slot, above in capped.items():
                if row[slot] > above:
                    row[slot] = above + 1
                    merged = True
            key = tuple(row)
        number = numbers.get(key)
        if number is None:
            if len(states) >= most:
                full = True
                return
            number = numbers[key] = len(states)
            states.append(state)
        step(origin, number)

    for root in question.roots():
        meet(ROOT, root)
    if question.deals:
        redealt, cut = deal(stepper, question.deal_picks, lambda s: meet(ROOT, s), out)
        script.cut = cut
    roots = len(states)
    script.whole = whole
    looked, level = 0, len(states)
    ended = False
    while looked < len(states) and not full:
        if not looked % 1000 and not budget.in_time:
            ended = True
            break
        if looked == level:
            out.depth += 1
            level = len(states)
        at, state = looked, states[looked]
        looked += 1
        if not state[MATCH]:
            out.ends += 1
            step(at, OVER)
            continue
        if not state[ROUND]:
            step(at, OVER)
        moves = stepper.legal(state)
        seen = tops[state[TOP] + 1]
        best = max((answers[state[TOP] + 1][m[0]] for m in moves), default=0)
        seen[0] += 1
        if not moves:
            out.stuck += 1
        if best == 0:
            seen[1] += 1
            seen[2] = seen[2] or at + 1
            step(at, STUCK)
        if best <= 1:
            seen[3] += 1
            seen[4] = seen[4] or at + 1
        elif best == 2:
            seen[5] += 1
        else:
            seen[6] += 1
        cards = state[home].bit_count()
        for _, came, after in stepper.outcomes(state, moves):
            out.transitions += 1
            if came is Came.ENDLESS:
                out.endless += 1
                step(at, ENDLESS)
                continue
            if came is Came.ROUND:
                out.rounds += 1
                step(at, OVER)
                if not whole:
                    continue
            elif after[home].bit_count() > cards:
                refilled += 1
            meet(at, after)
    out.states, out.frontier = len(states), len(states) - looked
    out.stopped = "time" if ended else why(out, full, budget, script.cut)
    fired = tuple(module.fired)
    return Graph(
        out,
        origins,
        targets,
        tuple(Top(*row) for row in tops),
        fired,
        refilled,
        roots,
        redealt,
        merged,
        states.__getitem__,
        lambda slot: [s[slot] for s in states],
    )


def deal(stepper: Stepper, picks: int, meet: Callable[[State], None], out: Explored) -> tuple[bool, bool]:
    """Every deal of at most so many picks, whatever chance does; whether some took more, and whether there were more than are gone
    through."""
    module, script, blank = stepper.module, stepper.script, (0, *stepper.layout.blank(0)[1:])
    redealt = False
    number = module.program.table_events[0]
    script.whole, script.most = True, picks
    endless, more = 0, False
    for way in range(MOST_OUTCOMES):
        s = list(blank)
        script.at = 0
        module.rounds = 0
        if number is not None:
            module.queue.append((module.handlers[number], -1, -1))
        try:
            module.to_rest(s)
        except Overflow:
            endless += 1
            out.endless += 1
        else:
            if script.cut:
                redealt, script.cut = True, False
            else:
                meet((0, *s[1:]))
        if not script.again():
            break
        if way == MOST_OUTCOMES - 1 or endless == MOST_ENDLESS:
            more = True
            break
    script.again_from_the_start()
    script.most = MOST_PICKS
    return redealt, more
