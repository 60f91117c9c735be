"""State graphs of small tables: every state from every deal, with its edges, for questions beyond forward search.

`graph_of` keeps what `explored` drops: the edges between states, which rules ran, statistics of states. A second pass
over the edges finds the states from which an end is reachable (`Graph.trapped`), and those where players can stay for
ever (`Graph.staying`, `Graph.again`). A search whose states or edges do not all fit is not `complete`; then its result
is valid, and anything else is unknown.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import groupby
from operator import itemgetter
from struct import iter_unpack
from typing import Literal

from unodsl.engine import explore_compiled
from unodsl.engine.api import Move, State
from unodsl.engine.compiled import NotCompiled, available
from unodsl.engine.explore import MoveResult, Stepper, without_collector
from unodsl.engine.explore_memory import STEP_BYTES, STEP_FORMAT
from unodsl.engine.explore_question import (
    ENDLESS,
    LEFT,
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
from unodsl.engine.wasm_graph import NO_MOVE
from unodsl.engine.wasm_moves import move as move_of
from unodsl.engine.wasm_moves import numbered
from unodsl.engine.wasm_passes import Passes


@dataclass(frozen=True, slots=True)
class Way:
    """A move from a state, by its number, with all its outcomes: `targets` as in edges."""

    origin: int
    move: Move
    targets: tuple[int, ...]


Step = tuple[int, ...]
"""An edge: origin, target, and move."""


@dataclass(slots=True)
class Graph:
    """States and edges. States are numbered in order of discovery. Each of the `steps` is an origin, a target and a
    move (as in `wasm_moves`; `NO_MOVE`: none, or a parallel edge has it). A target is `OVER` if the round ends, or has
    ended, `ENDLESS` for an endless cascade, `STUCK` if no move is left that the game depends on, `LEFT` for states
    outside of the search. `tops`: statistics for each situation on top, nothing open (-1) first. `fired`: how often
    each rule ran, as in `Table.rule_names`. `refilled`: the number of steps after which more cards lay at home.
    `roots`: the number of deals and given states; `redealt`: some deals exceed the limit of random choices. `merged`:
    some values above a bound were merged (`Question.alike`). `state`: a state by its number; `values`: a slot's value
    in every state. `ways`: the edges by moves, of a guided search; `ways_of` returns those of any graph. `whole`: the
    first so many states have all their edges. `passes`: iterates over the edges of a compiled search."""

    found: Explored
    steps: Callable[[], Iterable[Step]]
    tops: tuple[Top, ...]
    fired: tuple[int, ...]
    refilled: int
    roots: int
    redealt: bool
    merged: bool
    state: Callable[[int], State]
    values: Callable[[int], Sequence[int]]
    whole: int
    ways: list[Way] = field(default_factory=list)
    passes: Passes | None = None

    @property
    def complete(self) -> bool:
        """Whether all states and edges are there."""
        return self.found.complete

    def reaching(self) -> bytearray:
        """Marks for each state: whether a terminal edge is reachable from it."""
        if self.passes is not None:
            return self.passes.reaching()
        marks = bytearray(self.found.states)
        steps: list[tuple[int, int]] = []
        for origin, target, _ in self.steps():
            if target > LEFT:
                marks[origin] = 1
            elif target < LEFT and origin != target:
                steps.append((origin, target))
        # states are in breadth-first order, so few backward sweeps are enough
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
        """The first state from which neither the end of the round nor a dead end is reachable; None if there is none,
        or the graph is incomplete."""
        if not self.complete:
            return None
        at = self.reaching().find(0)
        return at if at >= 0 else None

    def staying(self, slot: int, inside: Collection[int]) -> bytearray:
        """Marks for each state: whether play can go on for ever from it while a slot has one of these values. The
        greatest set in which each state has an edge within the set."""
        marks = bytearray(map(frozenset(inside).__contains__, self.values(slot)))
        if self.passes is not None:
            return self.passes.staying(marks) if any(marks) else marks
        before: dict[int, list[int]] = {}
        ways = array("i", bytes(4 * self.found.states))
        for origin, target, _ in self.steps_from(marks):
            if target < LEFT and marks[target]:
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

    def again(self, slot: int, inside: Collection[int], good: Collection[int]) -> bytearray:
        """Like `staying`, with moves of `good` offers infinitely often, if chance permits: the greatest set in which
        such a move within the set is reachable from each state."""
        marks = self.staying(slot, inside)
        while any(marks):
            left = self.passes.again(marks, good) if self.passes is not None else self._again(marks, good)
            if left == marks:
                break
            marks = left
        return marks

    def _again(self, marks: bytearray, good: Collection[int]) -> bytearray:
        """The marked states from which a move of these offers between marked states is reachable among them."""
        out = bytearray(len(marks))
        before: dict[int, list[int]] = {}
        todo: list[int] = []
        for origin, target, move in self.steps_from(marks):
            if target < LEFT and marks[target]:
                before.setdefault(target, []).append(origin)
                if move != NO_MOVE and move_of(move).offer in good:
                    todo.append(origin)
        while todo:
            at = todo.pop()
            if not out[at]:
                out[at] = 1
                todo += before.get(at, ())
        return out

    def steps_from(self, marks: bytes | bytearray) -> Iterable[Step]:
        """The edges from marked states."""
        if self.passes is not None:
            return iter_unpack(STEP_FORMAT, self.passes.steps_from(marks))
        return (step for step in self.steps() if marks[step[0]])


def graph_of(
    question: Question,
    budget: Budget,
    executor: Literal["python", "compiled"] | None = None,
    stepper: Stepper | None = None,
) -> Graph:
    """The graph of a question with `steps`, by an executor; None: the compiled one if available. Both return the same
    graph, up to the order of edges. `stepper`: a transition function of the same table (and `mistakes`) to reuse.
    Raises `NotCompiled` if the compiled one is requested."""
    if executor == "compiled" and question.guided:
        raise NotCompiled("a guided search is not compiled")
    if not question.guided and (executor == "compiled" or (executor is None and available())):
        try:
            return _compiled(question, budget)
        except (NotCompiled, MemoryError):
            if executor == "compiled":
                raise
    return _in_python(question, budget, stepper)


def _compiled(question: Question, budget: Budget) -> Graph:
    search = explore_compiled.Search(question, budget)
    found = search.to_the_end(question.mistakes, budget)
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

    count = search.found()
    at, end = places["steps_at"], places["steps_at"] + STEP_BYTES * count["steps"]
    try:
        passes = Passes(search.machine, at, count["steps"], found.states, len(question.table.offers))
    except MemoryError:
        passes = None
    rows = search.machine.numbers(places["tops"], 7 * (len(question.table.situations) + 1))
    return Graph(
        found,
        lambda: iter_unpack(STEP_FORMAT, bytes(search.machine.bytes[at:end])),
        tuple(Top(*rows[at : at + 7]) for at in range(0, len(rows), 7)),
        search.machine.numbers(search.machine.memory.fired, len(question.table.rule_names())),
        count["refilled"],
        search.roots,
        bool(count["redealt"]),
        bool(count["merged"]),
        state,
        values,
        count["whole"],
        passes=passes,
    )


@without_collector()
def _in_python(question: Question, budget: Budget, stepper: Stepper | None = None) -> Graph:
    """The same in plain Python."""
    stepper = stepper or Stepper(question, counted=True)
    layout, module = stepper.layout, stepper.module
    module.fired[:] = [0] * len(module.fired)
    stepper.most = MOST_OUTCOMES if question.ways is None else question.ways + 1
    within, until, first, guided = question.within, question.until, question.first, question.guided
    heap: list[tuple[int, int]] = []
    ways: list[Way] = []
    reached = False
    script, whole = stepper.script, question.horizon == "match"
    folding = question.folding(layout)
    start = (0, *question.start[1:])
    packing = Packing(layout, start, question.also(layout))
    answers = answering(question.table)
    home = layout.place(question.table.deck.home, 0) + layout.depth[question.table.deck.home]
    most = budget.most_states
    out = Explored(bytes_kept=0, row_bytes=0)
    numbers: dict[State, int] = {}
    states: list[State] = []
    origins, targets, moves_made = array("I"), array("I"), array("q")
    tops = [[0] * 7 for _ in range(len(question.table.situations) + 1)]
    refilled, merged, full, redealt = 0, False, False, False

    def step(origin: int, target: int, move: int = NO_MOVE) -> None:
        nonlocal full, reached
        if origin == ROOT:
            return
        if len(origins) >= question.steps:
            full = True
            return
        origins.append(origin)
        targets.append(target)
        moves_made.append(move)
        reached = reached or target in until

    def meet(origin: int, state: State, move: int = NO_MOVE) -> None:
        nonlocal merged, full
        if within is not None and state[TOP] not in within:
            step(origin, LEFT, move)
            return
        if folding is not None:
            state = folding.folded(state, packing)
        key = capped(state, question.alike)
        merged = merged or key is not state
        number = numbers.get(key)
        if number is None:
            if len(states) >= most:
                full = True
                return
            number = numbers[key] = len(states)
            states.append(state)
            if first is not None:
                heappush(heap, (first(state), number))
        step(origin, number, move)

    for root in question.roots():
        meet(ROOT, root)
    if question.deals:
        redealt, cut = deal(stepper, question.deal_picks, lambda s: meet(ROOT, s), out)
        script.cut = cut
    roots = len(states)
    script.whole = whole
    expanded, level = 0, len(states)
    ended = False
    while expanded < len(states) and not full and not reached:
        if not expanded % 1000 and not budget.in_time:
            ended = True
            break
        if expanded == level:
            out.depth += 1
            level = len(states)
        at = expanded if first is None else heappop(heap)[1]
        state = states[at]
        expanded += 1
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
        found = by_moves(stepper, state, moves, at, targets, ways) if guided else stepper.outcomes(state, moves)
        for made, result, after in found:
            out.transitions += 1
            move = numbered(Move(*made))
            if result is MoveResult.ENDLESS:
                out.endless += 1
                step(at, ENDLESS, move)
                continue
            if result is MoveResult.ROUND:
                out.rounds += 1
                step(at, OVER, move)
                if not whole:
                    continue
                move = NO_MOVE
            elif after[home].bit_count() > cards:
                refilled += 1
            meet(at, after, move)
    out.states, out.frontier = len(states), len(states) - expanded
    out.stopped = "time" if ended else "goal" if reached else why(out, full, budget, script.cut)
    script.cut = False
    fired = tuple(module.fired)
    return Graph(
        out,
        lambda: zip(origins, targets, moves_made, strict=True),
        tuple(Top(*row) for row in tops),
        fired,
        refilled,
        roots,
        redealt,
        merged,
        states.__getitem__,
        lambda slot: [s[slot] for s in states],
        expanded - 1 if full else expanded,
        ways,
    )


Outcome = tuple[tuple[int, int, int], MoveResult, State]
"""A move with its result."""


def by_moves(
    stepper: Stepper,
    state: State,
    moves: list[tuple[int, int, int]],
    at: int,
    targets: Sequence[int],
    ways: list[Way],
) -> Iterator[Outcome]:
    """The outcomes of a state without the moves that have too many random ones; each move is appended to `ways` once the
    caller has stored its targets."""
    for move, found in stepper.outcomes_if_few(state, moves):
        before = len(targets)
        for result, after in found:
            yield move, result, after
        if len(targets) - before >= len(found):
            ways.append(Way(at, Move(*move), tuple(dict.fromkeys(targets[before:]))))


def ways_of(question: Question, graph: Graph, marks: bytes | bytearray) -> list[Way]:
    """The edges of a graph by moves, from each marked state; unmarked targets become `LEFT`."""
    rows: dict[tuple[int, int], dict[int, None]] = {}
    for origin, target, move in graph.steps_from(marks):
        if move != NO_MOVE and origin < graph.whole:
            here = target if target > LEFT or (target < LEFT and marks[target]) else LEFT
            rows.setdefault((origin, move), {})[here] = None
    moves = {move: move_of(move) for _, move in rows}
    out = [Way(origin, moves[move], tuple(row)) for (origin, move), row in rows.items()]
    # the last states of an incomplete search lack some edges
    late = [i for i in range(graph.whole, len(marks)) if marks[i]]
    return out + (stepped(question, graph, marks, late) if late else [])


def moves_inside(graph: Graph, marks: bytes | bytearray) -> dict[tuple[int, int], set[int]]:
    """In a complete graph the moves from marked states that lead only to marked states, for every random choice: origin
    and number, with the targets."""
    out: dict[tuple[int, int], set[int]] = {}
    leaving: set[tuple[int, int]] = set()
    for origin, target, move in graph.steps_from(marks):
        if move == NO_MOVE:
            continue
        if target < LEFT and marks[target]:
            out.setdefault((origin, move), set()).add(target)
        else:
            leaving.add((origin, move))
    for way in leaving:
        out.pop(way, None)
    return out


def stepped(question: Question, graph: Graph, marks: bytes | bytearray, origins: Iterable[int]) -> list[Way]:
    """The same from certain states, by repeating their moves."""
    stepper = Stepper(question)
    folding = question.folding(stepper.layout)
    packing = Packing(stepper.layout, (0, *question.start[1:]), question.also(stepper.layout))
    numbers = {capped(graph.state(i), question.alike): i for i, mark in enumerate(marks) if mark}

    def target(result: MoveResult, after: State) -> int:
        if result is not MoveResult.REST:
            return ENDLESS if result is MoveResult.ENDLESS else OVER
        return numbers.get(capped(after if folding is None else folding.folded(after, packing), question.alike), LEFT)

    out: list[Way] = []
    for at in origins:
        state = graph.state(at)
        for move, row in groupby(stepper.outcomes(state, stepper.legal(state)), key=itemgetter(0)):
            out.append(Way(at, Move(*move), tuple(dict.fromkeys(target(result, after) for _, result, after in row))))
    return out


def capped(state: State, alike: Sequence[tuple[int, int]]) -> State:
    """A state with numbers above their bounds merged."""
    if not any(state[slot] > above for slot, above in alike):
        return state
    row = list(state)
    for slot, above in alike:
        row[slot] = min(row[slot], above + 1)
    return tuple(row)


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
