"""State graphs from states met in play, by `engine.explore_graph`: cycles of moves, and what can be reached; and ways to the end of a round."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx

from checker.context import Context, table_stage
from checker.effects.counters import Growing, counters
from checker.play.sample import shedding
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.cards import Pool
from unodsl.engine.describe import short
from unodsl.engine.explore import Stepper
from unodsl.engine.explore_graph import Graph, graph_of
from unodsl.engine.explore_question import LEFT, OVER, Budget, Question
from unodsl.engine.layout import GENERATOR, MATCH, ROUND, TOP
from unodsl.engine.values import Values


def bare(state: State) -> State:
    """A state without its generator of chance: what lies on the table."""
    return (*state[:GENERATOR], 0, *state[GENERATOR + 1 :])


MOST_STEPS = 1_000_000
"""Steps of a graph, at most; it has few states."""

MOST_OUTCOMES = 60
"""In so many ways chance may let a move turn out where everything that can follow is looked at."""


class Undecided(Exception):
    """Chance would have had a choice."""


class NoChoice:
    """Chance where there is nothing to choose: the only kind of card that is left."""

    def pick(self, pool: Pool | Values) -> int:
        """The one kind or value; raises `Undecided` where there are several."""
        if len(pool) > 1:
            raise Undecided
        return next(iter(pool))


class Choices:
    """Chance by a list of choices; `wide` holds how many there were at each, `picked` the kinds, and codes
    of values, that were taken."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        self.choices = choices
        self.wide: list[int] = []
        self.picked: list[int] = []

    def pick(self, pool: Pool | Values) -> int:
        """The kind that the list says, the first where it has ended."""
        at = len(self.wide)
        self.wide.append(len(pool))
        self.picked.append(sorted(pool)[self.choices[at] if at < len(self.choices) else 0])
        return self.picked[-1]


def forced(context: Context, state: State, move: Move, trace: Trace | None = None) -> State | None:
    """The state after a move in which chance has no choice; None where it has one, or the round ends, or it never rests."""
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
    """All states that a move can lead to, whatever chance does; None in it stands for the end of the round. None where
    there are too many, or where a cascade never rests. `fired`: takes in the rules that run."""
    out: list[State | None] = []
    try:
        for after, left in _one_by_one(context, state, move, fired):
            out.append(after)
            if len(out) + left > most:
                return None
    except EndlessCascade:
        return None
    return out


def _one_by_one(
    context: Context, state: State, move: Move, fired: set[str] | None = None
) -> Iterator[tuple[State | None, int]]:
    """What a move can lead to, for one way of chance after the other, with how many ways are waiting at least; None: the end of the
    round. Raises `EndlessCascade`."""
    todo: list[tuple[int, ...]] = [()]
    while todo:
        choices = todo.pop()
        chance, trace = Choices(choices), Trace()
        after = context.executor.apply(state, move, chance, trace)
        for at in range(len(choices), len(chance.wide)):
            so_far = (*choices, *(0 for _ in range(at - len(choices))))
            todo.extend((*so_far, n) for n in range(1, chance.wide[at]))
        if fired is not None:
            fired.update(trace.fired)
        yield None if ended(state, after, trace) else after, len(todo)


def kinds_outside(context: Context, state: State) -> int:
    """How many kinds of cards lie in places that are nobody's: the fewer there are, the less chance has to say."""
    layout, zones = context.layout, context.table.zones
    return sum(len(set(layout.in_order(state, i, 0))) for i, zone in enumerate(zones) if not zone.each_player)


def moves_of(context: Context, state: State) -> list[Move]:
    """The legal moves that nobody makes by mistake, or at will for no reason of the game."""
    return context.executor.legal(state, mistakes=False)


# ------------------------------------------------------------------------------------------------------------- lassos


@dataclass(frozen=True, slots=True)
class Grows:
    """A place in a state whose values no condition can tell apart above a bound, and rules only add to, but for `readers`."""

    at: int
    name: str
    above: int
    readers: frozenset[str]


@table_stage
def counters_of(context: Context) -> tuple[Growing, ...]:
    """The counters of a table."""
    return counters(context.table)


@table_stage
def grows(context: Context) -> tuple[Grows, ...]:
    """Those of a table, in ascending order: one for each seat of a variable of each player."""
    layout, table = context.layout, context.table
    out: list[Grows] = []
    for found in counters_of(context):
        index, position = found.slot
        if index >= 0:
            first, name, each = (
                layout.variable[index],
                short(table.variables[index].name),
                table.variables[index].each_player,
            )
        else:
            situation = table.situations[-1 - index]
            first, each = layout.field[-1 - index][position], False
            name = f"{situation.fields[position].name} of {short(situation.name)}"
        out += [Grows(first + i, name, found.above, found.readers) for i in range(layout.seats if each else 1)]
    return tuple(sorted(out, key=lambda x: x.at))


def capped(context: Context, state: State) -> State:
    """A state in which values that no condition can tell apart are one: two states of one kind have the same moves."""
    out = list(state)
    for x in grows(context):
        out[x.at] = min(out[x.at], x.above + 1)
    return tuple(out)


@dataclass(frozen=True, slots=True)
class Lasso:
    """A state and moves that lead back to it, without chance having any say in it; or to one in which there is only more of what
    no rule can tell from less, each time round."""

    state: State
    moves: tuple[Move, ...]

    def rounds(self, context: Context, state: State, times: int = 2) -> bool:
        """Whether the moves lead from a state back to it, so many times, and so as often as one likes."""
        at, gains = state, set()
        for _ in range(times):
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

    def gain(self, context: Context) -> list[tuple[str, int]]:
        """What there is more of after each time round, and how much."""
        at = self.state
        for move in self.moves:
            after = forced(context, at, move)
            assert after is not None
            at = after
        return [(x.name, at[x.at] - self.state[x.at]) for x in grows(context) if at[x.at] != self.state[x.at]]


def circle(context: Context, graph: Graph, good: Callable[[list[State], list[Move]], bool]) -> Lasso | None:
    """A shortest cycle of a graph in which chance has no say, that `good` (of its states and moves) accepts."""
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
    """Shortest ways from a state back to it, one for each first step."""
    for second in sorted(graph.successors(first)):
        if second == first:
            yield [first, first]
            continue
        try:
            yield [first, *nx.shortest_path(graph, second, first)]
        except nx.NetworkXNoPath:
            continue


def _labels(graph: nx.DiGraph, path: list[State]) -> Iterator[list[Move]]:
    """The moves of a way: of each step the first, and then each other move of the first step."""
    steps = [graph.edges[a, b]["moves"] for a, b in pairwise(path)]
    for start in steps[0]:
        yield [start, *(s[0] for s in steps[1:])]


# ----------------------------------------------------------------------------------------------------- ways to the end


def end_of_round(
    context: Context, state: State, tries: int, most: int, left: list[State] | None = None
) -> list[Move] | None:
    """Moves that end the round, found by playing: eager to lay cards down, then anyhow. The chance is the state's own.
    None where no try got there; `left` is then given the states in which the tries were given up."""
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
    """What makes the steps of a table, without moves that nobody makes on purpose."""
    return stepper(context, mistakes=False)


@table_stage
def by_mistake_too(context: Context) -> Stepper:
    """The same with these moves."""
    return stepper(context, mistakes=True)


def stepper(context: Context, mistakes: bool) -> Stepper:
    """What makes the steps of a table, made anew: its program is printed."""
    return Stepper(Question(context.table, tuple(context.layout.blank(0)), mistakes=mistakes), counted=True)


def inside(
    context: Context,
    starts: Iterable[State],
    within: frozenset[int],
    most: int,
    ways: int = 1,
    first: Callable[[State], int] | None = None,
) -> Graph | None:
    """What can follow from states with some situations on top without leaving these, by moves that chance can turn out in at most so
    many `ways`. States that no condition can tell apart are one (`capped`). None: there is no such state."""
    roots = tuple(dict.fromkeys(bare(x) for x in starts if x[TOP] in within))
    if not roots:
        return None
    alike = tuple((x.at, x.above) for x in grows(context))
    question = Question(
        context.table, roots[0], steps=MOST_STEPS, more=roots[1:], alike=alike, within=within, ways=ways, first=first
    )
    return graph_of(question, Budget(most, deadline=context.deadline), "python", on_purpose(context))


@dataclass(frozen=True, slots=True)
class Region:
    """All that can be reached from a state. `closed`: all was looked at. `ends`: the round can end, or the situations are left. `stuck`:
    some state has no legal move."""

    states: tuple[State, ...]
    closed: bool
    ends: bool
    stuck: bool
    graph: Graph


def region(
    context: Context, state: State, most: int, mistakes: bool = True, within: frozenset[int] | None = None
) -> Region:
    """Everything that can follow from a state within the round (and some situations), whatever players and chance do; given up once
    something leads out, or there are more than `most` states."""
    out = frozenset({OVER, LEFT})
    question = Question(
        context.table, bare(state), mistakes, steps=MOST_STEPS, ways=MOST_OUTCOMES, until=out, within=within
    )
    made = by_mistake_too(context) if mistakes else on_purpose(context)
    graph = graph_of(question, Budget(most, deadline=context.deadline), "python", made)
    found = graph.found
    return Region(
        tuple(graph.state(i) for i in range(found.states)),
        graph.complete and not found.endless,
        found.stopped == "goal",
        found.stuck > 0,
        graph,
    )


def one_outcome(context: Context, state: State, move: Move) -> list[State]:
    """The state after a move, whatever chance does; none where it never rests."""
    try:
        return [context.executor.apply(state, move)]
    except EndlessCascade:
        return []
