"""State graphs from sampled states, by `engine.explore_graph`: lassos, reachable regions, and paths to the end of a
round."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx

from checker.context import Context, table_stage
from checker.effects.counters import Growing, counters
from checker.effects.names import field_name
from checker.play.sample import shedding
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.cards import Pool
from unodsl.engine.describe import short
from unodsl.engine.explore import Stepper
from unodsl.engine.explore_graph import Graph, graph_of
from unodsl.engine.explore_question import LEFT, OVER, Budget, Question
from unodsl.engine.layout import GENERATOR, MATCH, ROUND, TOP, Layout
from unodsl.engine.values import Values


def bare(state: State) -> State:
    """A state without the random generator: what lies on the table."""
    return (*state[:GENERATOR], 0, *state[GENERATOR + 1 :])


MOST_STEPS = 1_000_000
"""The most edges of a graph; it has few states."""

MOST_OUTCOMES = 60
"""The most outcomes of a random move that are enumerated."""


class Undecided(Exception):
    """A random choice had several options."""


class NoChoice:
    """A chance that accepts only forced choices: a single kind of card is left."""

    def pick(self, pool: Pool | Values) -> int:
        """Returns the only kind or value. Raises `Undecided` if there are several."""
        if len(pool) > 1:
            raise Undecided
        return next(iter(pool))


class Choices:
    """A chance that follows a list of choices. `wide`: the number of options at each choice; `picked`: the kinds, and
    codes of values, that were chosen."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        self.choices = choices
        self.wide: list[int] = []
        self.picked: list[int] = []

    def pick(self, pool: Pool | Values) -> int:
        """Returns the option that the list says, or the first one after its end."""
        at = len(self.wide)
        self.wide.append(len(pool))
        self.picked.append(sorted(pool)[self.choices[at] if at < len(self.choices) else 0])
        return self.picked[-1]

    def others(self) -> Iterator[tuple[int, ...]]:
        """The lists of choices that differ from what was chosen after the end of the list, at one place each. (Depth-first
        search from the empty list meets each sequence of choices once.)"""
        for at in range(len(self.choices), len(self.wide)):
            so_far = (*self.choices, *(0 for _ in range(at - len(self.choices))))
            yield from ((*so_far, n) for n in range(1, self.wide[at]))


def forced(context: Context, state: State, move: Move, trace: Trace | None = None) -> State | None:
    """The state after a move without a random choice; None if it has one, the round ends, or the cascade is endless."""
    trace = Trace() if trace is None else trace
    try:
        after = context.executor.apply(state, move, NoChoice(), trace)
    except (Undecided, EndlessCascade):
        return None
    return None if ended(state, after, trace) else after


def ended(before: State, after: State, trace: Trace) -> bool:
    """Whether a round ended, or another began."""
    return bool(trace.rounds or not after[MATCH] or (before[ROUND] and not after[ROUND]))


def outcomes(
    context: Context, state: State, move: Move, most: int = 60, fired: set[str] | None = None
) -> list[State | None] | None:
    """All states that a move can lead to, over all random choices; a None among them is the end of the round. None if
    there are too many, or a cascade is endless. `fired`: collects the rules that run."""
    out: list[State | None] = []
    todo: list[tuple[int, ...]] = [()]
    while todo:
        chance, trace = Choices(todo.pop()), Trace()
        try:
            after = context.executor.apply(state, move, chance, trace)
        except EndlessCascade:
            return None
        todo.extend(chance.others())
        if fired is not None:
            fired.update(trace.fired)
        out.append(None if ended(state, after, trace) else after)
        if len(out) + len(todo) > most:
            return None
    return out


def kinds_outside(context: Context, state: State) -> int:
    """The number of kinds of cards in places that are nobody's: with fewer, random choices matter less."""
    layout, zones = context.layout, context.table.zones
    return sum(len(set(layout.in_order(state, i, 0))) for i, zone in enumerate(zones) if not zone.each_player)


def moves_of(context: Context, state: State) -> list[Move]:
    """The legal moves, without mistakes and without moves that the game never requires."""
    return context.executor.legal(state, mistakes=False)


# ------------------------------------------------------------------------------------------------------------- lassos


@dataclass(frozen=True, slots=True)
class Grows:
    """A slot of a state with a monotone counter: conditions are constant above a bound, and only `readers` depend on
    its value."""

    at: int
    name: str
    above: int
    readers: frozenset[str]


@table_stage
def counters_of(context: Context) -> tuple[Growing, ...]:
    """The monotone counters of a table."""
    return counters(context.table)


@table_stage
def grows(context: Context) -> tuple[Grows, ...]:
    """Their slots in a state, in ascending order: one for each seat of a variable of each player."""
    return growing_slots(context.layout, counters_of(context))


def growing_slots(layout: Layout, found_counters: Iterable[Growing]) -> tuple[Grows, ...]:
    """The slots of monotone counters in a state of a table, in ascending order."""
    table = layout.table
    out: list[Grows] = []
    for found in found_counters:
        index, position = found.slot
        if index >= 0:
            first, name, each = (
                layout.variable[index],
                short(table.variables[index].name),
                table.variables[index].each_player,
            )
        else:
            first, each = layout.field[-1 - index][position], False
            name = field_name(table.situations[-1 - index], position)
        out += [Grows(first + i, name, found.above, found.readers) for i in range(layout.seats if each else 1)]
    return tuple(sorted(out, key=lambda x: x.at))


def capped(context: Context, state: State) -> State:
    """The quotient of a state by monotone counters: values above the bound are merged. Equal results have the same
    moves."""
    out = list(state)
    for x in grows(context):
        out[x.at] = min(out[x.at], x.above + 1)
    return tuple(out)


@dataclass(frozen=True, slots=True)
class Lasso:
    """A lasso: a state and moves that lead back to it without random choices; or to one that differs only in larger
    monotone counters, by the same amount in each cycle."""

    state: State
    moves: tuple[Move, ...]

    def rounds(self, context: Context, state: State) -> bool:
        """Whether the moves lead from a state back to it twice, with the same gains, and hence infinitely often."""
        at, gains = state, set()
        for _ in range(2):
            before, least, fired = at, list(at), set()
            for move in self.moves:
                trace = Trace()
                after = forced(context, at, move, trace) if move in context.executor.legal(at) else None
                if after is None:
                    return False
                at = after
                fired |= {*trace.fired, context.table.offers[move.offer].info.name}
                least = list(map(min, least, at))
            growing = [x for x in grows(context) if at[x.at] > before[x.at]]
            if any(least[x.at] <= x.above or x.readers & fired for x in growing):
                return False
            gain = tuple((x.at, at[x.at] - before[x.at]) for x in growing)
            gains.add(gain)
            if tuple(a - dict(gain).get(i, 0) for i, a in enumerate(at)) != before:
                return False
        return len(gains) == 1

    def ran(self, context: Context) -> frozenset[str]:
        """The rules that run in the cycle, its offers included."""
        trace = Trace()
        self.end(context, trace)
        return frozenset((*trace.fired, *(context.table.offers[m.offer].info.name for m in self.moves)))

    def end(self, context: Context, trace: Trace | None = None) -> State:
        """The state after the moves."""
        return self.states(context, trace)[-1]

    def states(self, context: Context, trace: Trace | None = None) -> list[State]:
        """The state, and those after each of the moves."""
        out = [self.state]
        for move in self.moves:
            after = forced(context, out[-1], move, trace)
            assert after is not None
            out.append(after)
        return out

    def gain(self, context: Context) -> list[tuple[str, int]]:
        """The counters that grow in each cycle, and by how much."""
        at = self.end(context)
        return [(x.name, at[x.at] - self.state[x.at]) for x in grows(context) if at[x.at] != self.state[x.at]]


def circle(context: Context, graph: Graph, good: Callable[[list[State], list[Move]], bool]) -> Lasso | None:
    """A shortest cycle of a graph without random choices for which `good` (of its states and moves) holds."""
    steps: nx.DiGraph = nx.DiGraph()
    for way in graph.ways:
        if len(way.targets) == 1 and way.targets[0] < LEFT:
            origin, target = graph.state(way.origin), graph.state(way.targets[0])
            if not steps.has_edge(origin, target):
                steps.add_edge(origin, target, moves=[])
            steps.edges[origin, target]["moves"].append(way.move)
    for component in sorted(nx.strongly_connected_components(steps), key=lambda c: (len(c), min(c))):
        inside = steps.subgraph(component)
        for first in sorted(component)[:20]:
            for path in _ways_round(inside, first):
                states = path[:-1]
                for moves in _labels(inside, path):
                    lasso = Lasso(states[0], tuple(moves))
                    if good(states, moves) and lasso.rounds(context, lasso.state):
                        return lasso
    return None


def _ways_round(graph: nx.DiGraph, first: State) -> Iterator[list[State]]:
    """Yields shortest cycles through a state, one for each first step."""
    for second in sorted(graph.successors(first)):
        if second == first:
            yield [first, first]
            continue
        try:
            yield [first, *nx.shortest_path(graph, second, first)]
        except nx.NetworkXNoPath:
            continue


def _labels(graph: nx.DiGraph, path: list[State]) -> Iterator[list[Move]]:
    """Yields move sequences of a cycle: the first move of each step, then the alternatives for the first step."""
    steps = [graph.edges[a, b]["moves"] for a, b in pairwise(path)]
    for start in steps[0]:
        yield [start, *(s[0] for s in steps[1:])]


# ----------------------------------------------------------------------------------------------------- ways to the end


def end_of_round(
    context: Context, state: State, tries: int, most: int, left: list[State] | None = None
) -> list[Move] | None:
    """Moves that end the round, by random play that first prefers to play cards. Uses the random generator of the
    state. None if no try succeeds; `left` then collects the last states of the tries."""
    eagerly = shedding(context.table)
    for number in range(tries):
        generator = random.Random(number)
        at = (*state[:GENERATOR], context.executor.blank(number + 1)[GENERATOR], *state[GENERATOR + 1 :])
        way: list[Move] = []
        for _ in range(most):
            moves = moves_of(context, at)
            if not moves:
                break
            eager = [m for m in moves if m.offer in eagerly]
            if eager and generator.random() < (0.9 if number % 3 != 2 else 0.4):
                moves = eager
            move = moves[generator.randrange(len(moves))]
            trace = Trace()
            try:
                at = context.executor.apply(at, move, None, trace)
            except EndlessCascade:
                continue
            way.append(move)
            if trace.rounds or not at[ROUND]:
                return way
        if left is not None:
            left.append(bare(at))
    return None


# ----------------------------------------------------------------------------------------------------------- state graphs


@table_stage
def on_purpose(context: Context) -> Stepper:
    """The transition function of a table, without mistakes and the like."""
    return stepper(context, mistakes=False)


@table_stage
def by_mistake_too(context: Context) -> Stepper:
    """The transition function with these moves."""
    return stepper(context, mistakes=True)


def stepper(context: Context, mistakes: bool) -> Stepper:
    """Builds the transition function of a table."""
    return Stepper(Question(context.table, tuple(context.layout.blank(0)), mistakes=mistakes), counted=True)


def inside(
    context: Context,
    starts: Iterable[State],
    within: frozenset[int],
    most: int,
    ways: int = 1,
    first: Callable[[State], int] | None = None,
) -> Graph | None:
    """The graph of what follows from states while one of these situations is on top, by moves with at most `ways`
    random outcomes. States with equal `capped` are merged. None if no start has such a situation on top."""
    roots = tuple(dict.fromkeys(bare(x) for x in starts if x[TOP] in within))
    if not roots:
        return None
    alike = tuple((x.at, x.above) for x in grows(context))
    question = Question(
        context.table, roots[0], steps=MOST_STEPS, more=roots[1:], alike=alike, within=within, ways=ways, first=first
    )
    return graph_of(question, Budget(most, deadline=context.until), "python", on_purpose(context))


@dataclass(frozen=True, slots=True)
class Region:
    """The states reachable from a state. `closed`: the search is complete. `ends`: the round can end, or the situations
    can be left. `stuck`: some state has no legal move."""

    states: tuple[State, ...]
    closed: bool
    ends: bool
    stuck: bool
    graph: Graph


def region(
    context: Context, state: State, most: int, mistakes: bool = True, within: frozenset[int] | None = None
) -> Region:
    """Everything reachable from a state within the round (and certain situations), over all moves and random choices.
    Stops once a step leads out, or at `most` states."""
    out = frozenset({OVER, LEFT})
    question = Question(
        context.table, bare(state), mistakes, steps=MOST_STEPS, ways=MOST_OUTCOMES, until=out, within=within
    )
    made = by_mistake_too(context) if mistakes else on_purpose(context)
    graph = graph_of(question, Budget(most, deadline=context.until), "python", made)
    found = graph.found
    return Region(
        tuple(graph.state(i) for i in range(found.states)),
        graph.complete and not found.endless,
        found.stopped == "goal",
        found.stuck > 0,
        graph,
    )


def one_outcome(context: Context, state: State, move: Move) -> list[State]:
    """One state after a move; none if its cascade is endless."""
    try:
        return [context.executor.apply(state, move)]
    except EndlessCascade:
        return []
