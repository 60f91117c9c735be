"""Samples reachable states: many short games from legal deals, deterministic for each table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from unodsl.engine.api import EndlessCascade, Executor, Move, State, Trace
from unodsl.engine.batch import Playing
from unodsl.engine.cards import CardSets, Pool
from unodsl.engine.choose import Name
from unodsl.engine.layout import MATCH, ROUND, TOP, Layout
from unodsl.engine.values import Values
from unodsl.model.table import LEFT_ALONE, Table

_ENDLESS = 30
"""The most endless cascades before sampling stops: each costs thousands of steps."""

_GAME = 300
"""The most moves of a sampled game."""

_MOST_VALUES = 6
"""The most sampled values of a slot that count as few."""


@dataclass(slots=True)
class Step:
    """One move of a sampled game: the state before it, the move, and the rules that fired, in order; `drawn`: the kinds
    that chance chose."""

    state: State
    move: Move
    fired: tuple[str, ...]
    drawn: tuple[int, ...] = ()


Ended = tuple[State, Move | None, tuple[str, ...]]
"""An endless cascade: the state before it, the move (None: the match began), and the rules."""


@dataclass(slots=True)
class Samples:
    """The samples. `dealt`: for each of the `starts` the kinds that chance chose before. `stacks`: stacks of open
    situations at rest, with their frequency. `bottoms`: pairs of successive bottom situations within one round, with
    their frequency; -1 before the first. `stuck`: states without a legal move in a match that goes on. `endless`:
    cascades that the engine stopped; `avoided`: the offers and arguments that led to one, and are avoided from then on
    if there is another move."""

    steps: list[Step] = field(default_factory=list)
    starts: list[State] = field(default_factory=list)
    dealt: list[tuple[int, ...]] = field(default_factory=list)
    fired: Counter[str] = field(default_factory=Counter)
    stacks: Counter[tuple[int, ...]] = field(default_factory=Counter)
    bottoms: Counter[tuple[int, int]] = field(default_factory=Counter)
    stuck: list[State] = field(default_factory=list)
    endless: list[Ended] = field(default_factory=list)
    moves: int = 0
    avoided: set[tuple[int, int]] = field(default_factory=set)
    _with: dict[str, list[Step]] = field(default_factory=dict)

    def steps_with(self, rule: str) -> list[Step]:
        """The steps in which a rule fired. Only after sampling."""
        if not self._with:
            for step in self.steps:
                for name in dict.fromkeys(step.fired):
                    self._with.setdefault(name, []).append(step)
        return self._with.get(rule, [])


@dataclass(slots=True)
class Games:
    """The results of games by bots (see `checker.search.simulate`), and their executor. `each`: for each game its seed,
    its kind, and the rules that fired. `stuck`: states without a legal move in a match that goes on; `stuck_in`: for each the
    seed and the kind of its game; `endless`: as in `Samples`."""

    executor: Name
    moves: int = 0
    fired: set[str] = field(default_factory=set)
    each: list[tuple[int, Playing, frozenset[str]]] = field(default_factory=list)
    stuck: list[State] = field(default_factory=list)
    stuck_in: list[tuple[int, Playing]] = field(default_factory=list)
    endless: list[Ended] = field(default_factory=list)


@dataclass(slots=True)
class Leaning:
    """A chance that prefers some kinds of cards. Its choices are possible ones, so the game is a real game from a legal
    deal; rare cards only occur sooner."""

    kinds: frozenset[int]
    generator: random.Random
    _of: CardSets | None = None
    _bits: int = 0

    def pick(self, pool: Pool | Values) -> int:
        """Returns a preferred kind if there is one (nine times in ten), else any; for values, any."""
        if not isinstance(pool, Pool):
            return self.generator.choice(pool.codes)
        cards, sets, generator = pool.cards, pool.sets, self.generator
        preferred = cards & self.lowest_bits(sets)
        if preferred and generator.random() < 0.9:
            return sets.nth(preferred, generator.randrange(preferred.bit_count()))
        return sets.nth(cards, generator.randrange(cards.bit_count()))

    def lowest_bits(self, sets: CardSets) -> int:
        """One card of each preferred kind, as a set of a deck. Cached."""
        if self._of is not sets:
            self._of, self._bits = sets, sum(1 << sets.offsets[k] for k in self.kinds)
        return self._bits


@dataclass(slots=True)
class Sampling:
    """Sampled play in progress: random games for up to `most_moves` moves, until `within_budget` is false, or all rules in
    `sought` have fired. Games are short, so that many deals are sampled. Two in three prefer few kinds of cards; one in four
    lets players make mistakes; in every second one players prefer to play cards, so that rounds end."""

    executor: Executor
    layout: Layout
    most_moves: int
    within_budget: Callable[[], bool]
    sought: frozenset[str] = frozenset()
    out: Samples = field(default_factory=Samples)
    seed: int = 0

    def more(self) -> bool:
        """Plays the next game. False if there is none."""
        out, most = self.out, self.most_moves
        if out.moves >= most or self.seed > most or len(out.endless) >= _ENDLESS or not self.within_budget():
            return False
        if self.sought and self.sought <= out.fired.keys():
            return False
        self.seed += 1
        seed, generator, kinds = self.seed, random.Random(self.seed), range(len(self.layout.table.deck.kinds))
        chance = (
            None
            if seed % 3 == 0
            else Leaning(frozenset(generator.sample(kinds, min(len(kinds), 4 + seed % 9))), generator)
        )
        left = min(_GAME, most - out.moves)
        play_on(self.executor, self.layout, out, seed, chance, left, generator, self.within_budget)
        return True

    def whole(self) -> Samples:
        """The samples of all games."""
        while self.more():
            pass
        return self.out

    def steps(self) -> Iterator[Step]:
        """Yields the steps of all games, in order. Plays the next game only when its steps are read."""
        number = 0
        while number < len(self.out.steps) or self.more():
            # (a game may have ended before its first move, and the reader may have played on)
            if number < len(self.out.steps):
                yield self.out.steps[number]
                number += 1


def sample(
    executor: Executor,
    layout: Layout,
    most_moves: int,
    within_budget: Callable[[], bool],
    sought: frozenset[str] = frozenset(),
) -> Samples:
    """The samples of all games of sampled play."""
    return Sampling(executor, layout, most_moves, within_budget, sought).whole()


def shedding(table: Table) -> frozenset[int]:
    """The offers that play a card from a zone, if their act has effects."""
    acts = table.acts
    return frozenset(i for i, o in enumerate(table.offers) if acts[o.act].origin is not None and acts[o.act].effects)


@dataclass(frozen=True, slots=True)
class Saved:
    """The kinds of card that some players, as a bit mask, hold back."""

    by: int
    kinds: frozenset[int]

    def holds_back(self, move: Move, eagerly: frozenset[int]) -> bool:
        """Whether a move plays such a card. `eagerly`: the offers that play cards."""
        return bool(self.by >> move.seat & 1) and move.offer in eagerly and move.argument in self.kinds


NOTHING_SAVED = Saved(0, frozenset())


def play_on(
    executor: Executor,
    layout: Layout,
    out: Samples,
    seed: int,
    chance: Leaning | None,
    most: int,
    generator: random.Random,
    within_budget: Callable[[], bool] = lambda: True,
    saved: Saved = NOTHING_SAVED,
) -> None:
    """Plays one game into the samples. `saved`: cards that players hold back while there is another move."""
    trace = Trace()
    try:
        state = executor.start(seed, chance, trace)
    except EndlessCascade as endless:
        out.endless.append((executor.blank(seed), None, endless.rules))
        out.fired.update(endless.rules)
        return
    out.fired.update(trace.fired)
    out.starts.append(state)
    out.dealt.append(tuple(trace.drawn))
    eagerly = shedding(layout.table)
    before = -1
    for _ in range(most):
        if not within_budget():
            break
        stack = tuple(layout.stack(state))
        out.stacks[stack] += 1
        if stack and state[ROUND]:
            out.bottoms[before, stack[-1]] += 1
            before = stack[-1]
        moves = executor.legal(state, mistakes=seed % 4 == 0)
        if not moves:
            if state[MATCH]:
                out.stuck.append(state)
            break
        moves = [m for m in moves if (m.offer, m.argument) not in out.avoided]
        if not moves:
            break
        if saved.kinds:
            others = [
                m
                for m in moves
                if layout.table.offers[m.offer].mode not in LEFT_ALONE and not saved.holds_back(m, eagerly)
            ]
            moves = others or moves
        eager = [m for m in moves if m.offer in eagerly] if seed % 2 or saved.kinds else []
        if eager and generator.random() < 0.85:
            moves = eager
        move = moves[generator.randrange(len(moves))]
        trace = Trace()
        try:
            after = executor.apply(state, move, chance, trace)
        except EndlessCascade as endless:
            out.endless.append((state, move, endless.rules))
            out.fired.update((*endless.rules, layout.table.offers[move.offer].info.name))
            out.avoided.add((move.offer, move.argument))
            if len(out.endless) >= _ENDLESS:
                break
            continue
        out.moves += 1
        out.fired.update(trace.fired)
        out.steps.append(Step(state, move, tuple(trace.fired), tuple(trace.drawn)))
        if trace.rounds:
            before = -1
        state = after


def towards(
    executor: Executor,
    layout: Layout,
    kinds: Iterable[int],
    games: int,
    most: int,
    within_budget: Callable[[], bool] = lambda: True,
    sought: frozenset[str] = frozenset(),
    most_moves: int | None = None,
    saved: frozenset[int] = frozenset(),
) -> Samples:
    """Plays more games that prefer certain kinds of cards, until `within_budget` is false, all rules in `sought` have
    fired, or `most_moves` were made. `saved`: in two of three games a player holds back cards of these kinds, so that
    they remain to the end."""
    out = Samples()
    wanted = frozenset(kinds)
    for seed in range(1, games + 1):
        generator = random.Random(seed)
        if not within_budget() or (sought and sought <= out.fired.keys()):
            break
        if most_moves is not None and out.moves >= most_moves:
            break
        saving, leaning = NOTHING_SAVED, wanted
        if saved and seed % 3:
            # with cards that match each other nobody has to draw, and hands become short
            saving, leaning = Saved(1 << seed % layout.seats, saved), wanted | alike(layout.table, generator)
        play_on(executor, layout, out, seed, Leaning(leaning, generator), most, generator, within_budget, saving)
    return out


class Visit(NamedTuple):
    """A state of a game: its legal moves, and the offers of the moves that were made before."""

    state: State
    moves: list[Move]
    made: Set[int]


def visited(
    executor: Executor, layout: Layout, kinds: Iterable[int], most_moves: int, within_budget: Callable[[], bool]
) -> Iterator[Visit]:
    """Yields the states of many games, and keeps none of them: what is rare is met in ten times as
    many moves as samples have. In every second game chance prefers one of some kinds and cards that match each other, and
    a player holds back that kind. Moves that games do not depend on are rare."""
    table, made, seed = layout.table, 0, 0
    all_, eagerly, wanted = range(len(table.deck.kinds)), shedding(table), sorted(kinds)
    while made < most_moves and seed < most_moves and within_budget():
        seed += 1
        generator = random.Random(seed)
        leaning = frozenset(generator.sample(all_, min(len(all_), 4 + seed % 9)))
        saved = NOTHING_SAVED
        if seed % 2 and all_:
            saved = Saved(1 << seed // 2 % layout.seats, frozenset({generator.choice(wanted or all_)}))
            leaning = saved.kinds | alike(table, generator)
        chance = Leaning(leaning, generator) if seed % 6 else None
        try:
            state, offers = executor.start(seed, chance), set[int]()
            for _ in range(_GAME):
                moves = executor.legal(state, mistakes=seed % 4 == 0)
                if not moves or made >= most_moves:
                    break
                yield Visit(state, moves, offers)
                if generator.random() < 0.9:
                    moves = [m for m in moves if table.offers[m.offer].mode not in LEFT_ALONE] or moves
                if saved.kinds:
                    moves = [m for m in moves if not saved.holds_back(m, eagerly)] or moves
                move = moves[generator.randrange(len(moves))]
                state = executor.apply(state, move, chance)
                offers.add(move.offer)
                made += 1
        except EndlessCascade:
            continue


def alike(table: Table, generator: random.Random) -> frozenset[int]:
    """The kinds of card that share a random value of an attribute, such as one color."""
    values = sorted({(i, v) for kind in table.deck.kinds for i, v in enumerate(kind.values) if v >= 0})
    if not values:
        return frozenset()
    sizes = [sum(kind.copies for kind in table.deck.kinds if kind.values[i] == v) for i, v in values]
    ((attribute, value),) = generator.choices(values, sizes)
    return frozenset(k for k, kind in enumerate(table.deck.kinds) if kind.values[attribute] == value)


def otherwise(
    executor: Executor, samples: Samples, most_moves: int, within_budget: Callable[[], bool], sought: frozenset[str]
) -> set[str]:
    """The rules that fire on alternative moves in sampled states, mistakes included, until `most_moves` were made,
    `within_budget` is false, or all rules in `sought` have fired."""
    out: set[str] = set()
    steps = list(samples.steps)
    random.Random(len(steps)).shuffle(steps)
    made = 0
    for step in steps:
        if made >= most_moves or sought <= out or not within_budget():
            break
        for move in executor.legal(step.state):
            if (move.offer, move.argument) not in samples.avoided:
                trace = Trace()
                try:
                    executor.apply(step.state, move, None, trace)
                except EndlessCascade as endless:
                    out.update(endless.rules)
                out.update(trace.fired)
                made += 1
    return out


def likely(layout: Layout, samples: Samples) -> dict[int, dict[int, frozenset[int]]]:
    """For each situation on top: the slots of variables, owners and fields with few sampled values. A heuristic for
    choosing positions, never part of a proof."""
    table: Table = layout.table
    slots = [at for i in range(len(table.variables)) for at in layout.slots_of(i)]
    for index in range(len(table.situations)):
        slots.append(layout.owner[index])
        slots.extend(layout.field[index])
    seen: dict[int, list[State]] = {}
    for step in samples.steps:
        seen.setdefault(step.state[TOP], []).append(step.state)
    out: dict[int, dict[int, frozenset[int]]] = {}
    for top, states in seen.items():
        values = {at: frozenset(map(itemgetter(at), states)) for at in slots}
        out[top] = {at: known for at, known in values.items() if len(known) <= _MOST_VALUES}
    return out
