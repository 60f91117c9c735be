"""Search of the real state graph from states met in play: rounds of moves that come back, and ways to the end of a round."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import networkx as nx

from checker.context import Context
from checker.play.sample import shedding
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.cards import Pool
from unodsl.engine.layout import GENERATOR, MATCH, ROUND


def bare(state: State) -> State:
    """A state without its generator of chance: what lies on the table."""
    return (*state[:GENERATOR], 0, *state[GENERATOR + 1 :])


FEW_WAYS = 12
"""So many ways of chance are followed in one move, to come to where it has none."""


class Undecided(Exception):
    """Chance would have had a choice."""


class NoChoice:
    """Chance where there is nothing to choose: the only kind of card that is left."""

    def pick(self, pool: Pool) -> int:
        """The one kind; raises `Undecided` where there are several."""
        if len(pool) > 1:
            raise Undecided
        return next(iter(pool))


class Choices:
    """Chance by a list of choices; `wide` holds how many there were at each, `picked` the kinds that were taken."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        self.choices = choices
        self.wide: list[int] = []
        self.picked: list[int] = []

    def pick(self, pool: Pool) -> int:
        """The kind that the list says, the first where it has ended."""
        at = len(self.wide)
        self.wide.append(len(pool))
        self.picked.append(sorted(pool)[self.choices[at] if at < len(self.choices) else 0])
        return self.picked[-1]


def forced(context: Context, state: State, move: Move) -> State | None:
    """The state after a move in which chance has no choice; None where it has one, or the round ends, or it never rests."""
    trace = Trace()
    try:
        after = context.executor.apply(state, move, NoChoice(), trace)
    except (Undecided, EndlessCascade):
        return None
    return None if ended(state, after, trace) else after


def ended(before: State, after: State, trace: Trace) -> bool:
    """Whether a round ended, or another began."""
    return bool(trace.rounds or not after[MATCH] or (before[ROUND] and not after[ROUND]))


def outcomes(context: Context, state: State, move: Move, most: int = 60) -> list[State | None] | None:
    """All states that a move can lead to, whatever chance does; None in it stands for the end of the round. None where
    there are too many, or where a cascade never rests."""
    out: list[State | None] = []
    todo: list[tuple[int, ...]] = [()]
    while todo:
        choices = todo.pop()
        chance, trace = Choices(choices), Trace()
        try:
            after = context.executor.apply(state, move, chance, trace)
        except EndlessCascade:
            return None
        out.append(None if ended(state, after, trace) else after)
        for at in range(len(choices), len(chance.wide)):
            so_far = (*choices, *(0 for _ in range(at - len(choices))))
            todo.extend((*so_far, n) for n in range(1, chance.wide[at]))
        if len(out) + len(todo) > most:
            return None
    return out


def moves_of(context: Context, state: State) -> list[Move]:
    """The legal moves that nobody makes by mistake, or at will for no reason of the game."""
    return context.executor.legal(state, mistakes=False)


# ------------------------------------------------------------------------------------------------------------- lassos


@dataclass(frozen=True, slots=True)
class Lasso:
    """A state and moves that lead back to it, without chance having any say in it."""

    state: State
    moves: tuple[Move, ...]

    def rounds(self, context: Context, state: State, times: int = 2) -> bool:
        """Whether the moves lead from a state back to it, so many times."""
        at = state
        for _ in range(times):
            for move in self.moves:
                after = forced(context, at, move) if move in context.executor.legal(at) else None
                if after is None:
                    return False
                at = after
            if at != state:
                return False
        return True


def circle(
    context: Context,
    starts: list[State],
    stays: Callable[[State], bool],
    good: Callable[[list[State], list[Move]], bool],
    most: int,
    lucky: bool = False,
) -> Lasso | None:
    """A shortest way round, through states of which `stays` holds, that `good` (of its states and moves) accepts. Chance has no
    say in the round itself; `lucky`: whatever it can do may lead there."""
    graph: nx.DiGraph = nx.DiGraph()
    todo: deque[State] = deque(s for s in starts if stays(s))
    known: set[State] = set(todo)
    looked = 0
    while todo and looked < most and context.going_on():
        state = todo.popleft()
        looked += 1
        for move in moves_of(context, state):
            after = forced(context, state, move)
            if after is None and lucky:
                there = {
                    bare(x) for x in outcomes(context, state, move, FEW_WAYS) or () if x is not None and stays(x)
                } - known
                known |= there
                todo.extend(sorted(there))
            if after is None or not stays(after):
                continue
            if not graph.has_edge(state, after):
                graph.add_edge(state, after, moves=[])
            graph.edges[state, after]["moves"].append(move)
            if after not in known:
                known.add(after)
                todo.append(after)
    for component in sorted(nx.strongly_connected_components(graph), key=lambda c: (len(c), min(c))):
        inside = graph.subgraph(component)
        for first in sorted(component)[:20]:
            for path in _ways_round(inside, first):
                states = path[:-1]
                for moves in _labels(inside, path):
                    if good(states, moves):
                        return Lasso(states[0], tuple(moves))
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


@dataclass(slots=True)
class Region:
    """All states that can be reached from one. `closed`: all were looked at. `ends`: the round can end. `stuck`: some
    state has no legal move."""

    states: set[State] = field(default_factory=set)
    closed: bool = True
    ends: bool = False
    stuck: bool = False


def region(context: Context, state: State, most: int) -> Region:
    """Everything that can follow from a state within the round, whatever players and chance do; given up once the round
    ends or there are more than `most` states."""
    out = Region({bare(state)})
    todo = deque([bare(state)])
    while todo:
        if len(out.states) > most or not context.going_on():
            out.closed = False
            return out
        at = todo.popleft()
        moves = context.executor.legal(at)
        out.stuck |= not moves and bool(at[MATCH])
        for move in moves:
            found = outcomes(context, at, move)
            if found is None:
                out.closed = False
                return out
            for after in found:
                if after is None:
                    out.ends = True
                    return out
                plain = bare(after)
                if plain not in out.states:
                    out.states.add(plain)
                    todo.append(plain)
    return out


# ------------------------------------------------------------------------------------------------------------ stalling


@dataclass(slots=True)
class Stalled:
    """What came of players who do not want the round to end: a lasso, or None; `moves` were looked at; `last` are the
    states where play was left, the last ones of each game."""

    lasso: Lasso | None = None
    moves: int = 0
    last: list[State] = field(default_factory=list)


def costing(context: Context) -> frozenset[int]:
    """The offers that mostly cost whoever takes them up a card in play; of those never taken up, the ones with cards of a place."""
    table, layout = context.table, context.layout
    costs = shedding(table)
    zones = [i for i, zone in enumerate(table.zones) if zone.each_player]
    often: Counter[int] = Counter()
    for step, then in pairwise(context.samples.steps):
        before, after = (sum(layout.held(s.state, z, step.move.seat).bit_count() for z in zones) for s in (step, then))
        often[step.move.offer] += 1 if after < before else -1
    return (costs - often.keys()) | {i for i, n in often.items() if n > 0}


def stall(context: Context, games: int, most: int) -> Stalled:
    """Games in which everybody puts off the end: no cards are laid down where there is anything else to do. A table that
    comes back without chance having a say is a lasso."""
    costly = costing(context)
    out = Stalled()
    for number, start in enumerate(context.samples.starts[:games]):
        generator = random.Random(number)
        at = start
        trail: list[State] = [bare(at)]
        moves_made: list[Move] = []
        seen = {bare(at): 0}
        for _ in range(most):
            if not context.going_on():
                return out
            moves = moves_of(context, at)
            idle = [m for m in moves if m.offer not in costly] or moves
            if not idle:
                break
            move = idle[generator.randrange(len(idle))] if number % 2 else idle[0]
            trace = Trace()
            try:
                at = context.executor.apply(at, move, None, trace)
            except EndlessCascade:
                break
            out.moves += 1
            if trace.rounds or not at[ROUND]:
                break
            plain = bare(at)
            moves_made.append(move)
            if plain in seen:
                back = seen[plain]
                lasso = Lasso(plain, tuple(moves_made[back:]))
                if lasso.rounds(context, plain):
                    out.lasso = out.lasso or lasso
                    break
            seen[plain] = len(trail)
            trail.append(plain)
        out.last.append(bare(at))
    return out
