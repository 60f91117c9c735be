"""Exhaustive search of small tables: every state of a round, from every deal, with the deck cut to what the rules can tell apart.

Answers questions of the kind "can this happen": each state that is met is one of a game by the same rules with fewer cards. It proves
nothing of the full deck. A cut counts only if it is not too small to tell: all of its states were visited, a
reshuffle happens in them, and where play waits for somebody there are hands with a card that can be laid down and hands without. What is
asked is answered only if, on the cuts that count, every rule in question ran.

The tables of `official` at 2 seats: two numbers in two colors with one special card, and the like: seven cuts, 80,000 states, half a second.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, islice, product

from checker.context import Context, table_stage
from checker.effects.counters import Growing
from checker.effects.summary import summaries
from checker.search.cut_deck import Class, Cut, Cutter
from checker.search.graph import counters_of
from checker.search.staying import strategy
from unodsl.engine.api import State
from unodsl.engine.compiled import available
from unodsl.engine.explore_graph import Graph, graph_of, moves_inside, ways_of
from unodsl.engine.explore_question import MOST_PICKS, Budget, Question, Top
from unodsl.engine.layout import TOP, Layout, layout_of
from unodsl.engine.wasm_moves import move as move_of
from unodsl.engine.wasm_moves import numbered
from unodsl.engine.wasm_types import NotCompiled
from unodsl.model import table as t
from unodsl.model.symmetry import symmetry

MOST_STATES, MOST_STEPS = 200_000, 1_000_000
"""So many states of one cut are visited, and so many steps kept."""

IN_ALL, IN_VAIN = 1_000_000, 500_000
"""Once so many states were visited at one table, or so many of cuts that have more, no other cut is begun."""

MOST_MORE = 4
"""Cuts with several special classes, beside those with one each."""

MOST_INSIDE = 30_000
"""So many states of a cut are looked at by moves."""

MOST_ANSWERING = 12
"""Cuts with many cards that answer, at most."""

MOST_BEGINNING = 4
"""The same of cards that begin it and that no answer names."""

MOST_LEFT_OVER = 4
"""Classes that no cut had which are tried for one question, at most."""

SLOWER = 200
"""Without compiled code so many times fewer states are visited."""

WHOLE_DECK = 24
"""Where a deck has no more cards, it is tried as it is."""

SIZES = ((4, 1), (3, 1), (4, 3), (4, 0), (3, 0))
"""Plain cards of a cut, and how many of them are there twice: what is tried, one after the other."""

SIZES_OF_MORE = ((4, 0), (4, 1), (3, 0), (3, 1), (2, 1), (4, 3))
"""The same with more than two players, where larger cuts soon have too many states."""


@dataclass(slots=True)
class Visited:
    """One cut, and all of its states. `ground`: the situations that play comes back to."""

    cut: Cut
    graph: Graph
    ground: frozenset[int]
    question: Question
    _trapped: list[int | None] = field(default_factory=list)

    @property
    def counts(self) -> bool:
        """Whether it is large enough to tell: every state was visited; of a cut also, cards go home in the round, and where play waits there
        are hands with and without a card to lay down."""
        if self.cut.whole:
            return self.graph.complete
        tops = [self.top(x) for x in self.ground if takes_cards(self.cut.table, x)]
        return (
            self.graph.complete
            and self.graph.refilled > 0
            and all(x.with_card and x.without_card for x in tops if x.states)
            and (not tops or any(x.states for x in tops))
        )

    def top(self, situation: int) -> Top:
        """What was seen with a situation on top; -1: with nothing open."""
        return self.graph.tops[situation + 1]

    @property
    def fired(self) -> frozenset[str]:
        """The rules that ran."""
        names = self.cut.table.rule_names()
        return frozenset(name for name, times in zip(names, self.graph.fired, strict=True) if times)

    def trapped(self) -> int | None:
        """The first state from which neither an end of the round nor a dead end can be reached."""
        if not self._trapped:
            self._trapped.append(self.graph.trapped())
        return self._trapped[0]


@dataclass
class SmallTables:
    """What was visited for one table. `met`: the rules that ran when the table itself was played, without moves that
    are made by mistake or at will: nobody makes them in the search."""

    seats: int
    met: frozenset[str]
    visited: tuple[Visited, ...]

    @cached_property
    def counted(self) -> tuple[Visited, ...]:
        """The cuts that count."""
        return tuple(x for x in self.visited if x.counts)

    @cached_property
    def fired(self) -> frozenset[str]:
        """The rules that ran on cuts that count."""
        return frozenset().union(*(x.fired for x in self.counted))

    def with_top(self, situation: int) -> tuple[Visited, ...]:
        """The cuts that count for questions about a situation: it lies on top in some of their states, and if it takes cards, there are
        hands that can answer and hands that cannot."""
        return tuple(
            x
            for x in self.counted
            if x.top(situation).states
            and (
                x.cut.whole
                or not takes_cards(x.cut.table, situation)
                or (x.top(situation).with_card and len(x.fired) and has_none(x.top(situation)))
            )
        )


def kept_inside(
    visited: Visited, group: frozenset[int], good: frozenset[int], idle: frozenset[int], most: int = MOST_INSIDE
) -> list[int] | None:
    """The states of a cut with some situations on top in which players can make moves for ever without leaving these, whatever chance does,
    those of `good` offers again and again; None where there are too many to look at. `idle`: offers that change nothing by themselves,
    whose moves do not count where they may come to nothing."""
    if not any(visited.top(i).states for i in group):
        return []
    graph = visited.graph
    # (where it is not all there, steps are missing)
    marks = graph.again(TOP, group, good) if graph.complete else graph.staying(TOP, group)
    if sum(marks) > most:
        return None
    ways: Mapping[tuple[int, int], Collection[int]]
    if graph.complete:
        ways = moves_inside(graph, marks)
    else:
        found = ways_of(visited.question, graph, marks)
        ways = {(x.origin, numbered(x.move)): x.targets for x in found}
    offers = {move: move_of(move).offer for _, move in ways}
    used = [(at, move) for (at, move), row in ways.items() if offers[move] not in idle or at not in row]
    chosen = strategy([at for at, _ in used], [ways[x] for x in used], [offers[move] in good for _, move in used])
    return sorted(chosen)


def answering_cuts(
    context: Context, group: frozenset[int], offers: Iterable[int], inside: Callable[[Visited], list[int] | None]
) -> Iterator[tuple[Visited, list[int] | None]]:
    """Cuts for those who would never let some situations end: many cards that answer, by each class that an answer names, and one that begins
    it; with what is looked for `inside` each. `offers`: the answers."""
    table, cutter = context.table, Cutter(context.table)
    all_ = summaries(table)
    rules: list[t.Trigger | t.Offer] = [*table.triggers, *table.offers]
    begin = [x.info.name for x in rules if any(y.begins in group for y in all_.flat(x.effects))]
    named = cutter.named_by
    answers = frozenset().union(*(named[table.offers[i].info.name] for i in offers)) | {cutter.plain}
    begins = frozenset().union(*(named[x] for x in begin)) - {cutter.plain} or frozenset({cutter.plain})
    order = {name: i for i, name in enumerate(cutter.classes)}

    def pairs(some: frozenset[Class]) -> Iterator[tuple[Class, Class]]:
        return product(sorted(some, key=lambda x: -order[x]), sorted(begins, key=order.__getitem__))

    # what begins it may answer it, too, where an answer names no card
    both = chain(islice(pairs(answers), MOST_ANSWERING), islice(pairs(begins - answers), MOST_BEGINNING))
    total = 0
    for name, first in both:
        for copies in (2, 1):
            cut = cutter.answers(name, first, copies, 1)
            if not table.seats + 1 < cut.cards <= table.deck.size:
                continue
            one = visit(context, cut) if context.going_on() and total < IN_ALL else None
            if one is None:
                return
            total += one.graph.found.states
            there = inside(one)
            yield one, there
            if one.graph.complete and there is not None:
                break


def cuts_left_over(
    context: Context, inside: Callable[[Visited, int], list[int] | None]
) -> Iterator[tuple[Visited, list[int] | None]]:
    """Cuts with each special class of which no cut that counts has any, and few plain cards; with what is looked for `inside` each, among so
    many states."""
    cutter, counted = Cutter(context.table), small_tables(context).counted
    there = {name for x in counted for name in x.cut.special}
    for name in [x for x in cutter.classes if x != cutter.plain and x not in there][:MOST_LEFT_OVER]:
        cut = cutter.cut((name,), 2, 1, 2 if context.table.seats == 2 else 1)
        one = visit(context, cut) if context.table.seats + 1 < cut.cards and context.going_on() else None
        if one is not None:
            yield one, inside(one, 2 * MOST_INSIDE) if one.graph.complete else None


def has_none(top: Top) -> bool:
    """Whether in some states nobody has a card to answer with."""
    return bool(top.without_card or top.unanswered)


def takes_cards(table: t.Table, situation: int) -> bool:
    """Whether a situation has moves with cards."""
    return any(
        situation in x.situations and table.acts[x.act].origin is not None and x.mode not in t.LEFT_ALONE
        for x in table.offers
    )


@table_stage
def small_tables(context: Context) -> SmallTables:
    """The cuts of a table, visited until every rule that play met has run, or enough was visited."""
    table, samples = context.table, context.samples
    slips = {i for i, x in enumerate(table.offers) if x.mode in t.LEFT_ALONE}
    met = frozenset(rule for step in samples.steps if step.move.offer not in slips for rule in step.fired)
    out: list[Visited] = []
    if not samples.moves or not context.ground or samples.endless:
        return SmallTables(table.seats, met, ())
    cutter = Cutter(table)
    if table.deck.size <= WHOLE_DECK:
        all_cards = visit(context, cutter.whole())
        out += [] if all_cards is None else [all_cards]
        if out and out[0].counts:
            return SmallTables(table.seats, met, tuple(out))
    done: set[frozenset[Class]] = set()
    fitting: dict[tuple[tuple[int, int], ...], int] = {}
    total = more = vain = 0
    hand = 2 if table.seats == 2 else 1
    # where each cut may have few states, those that have more are soon too many
    in_vain = IN_VAIN // slower()
    for special in wishes(cutter, met, out, done):
        done.add(frozenset(special))
        more += len(special) > 1
        if total >= IN_ALL or vain >= in_vain or more > MOST_MORE or not context.going_on():
            break
        # a larger cut than one with too many states is not tried, nor a smaller one than one that is too small
        too_few, too_many = table.seats * hand + 1, table.deck.size + 1
        tried = sizes(table.seats, special)
        # what was too large with other classes mostly is with these
        first = fitting.get(tried, 0)
        for number, (plain, twice) in enumerate(chain(tried[first:], tried[:first])):
            cut = cutter.cut(special, plain, twice, hand)
            if not too_few < cut.cards < too_many:
                continue
            one = visit(context, cut)
            if one is None:
                return SmallTables(table.seats, met, tuple(out))
            total += one.graph.found.states
            out.append(one)
            if one.counts:
                fitting[tried] = (first + number) % len(tried)
            if one.counts or total >= IN_ALL or vain >= in_vain:
                break
            if one.graph.complete:
                too_few = cut.cards
            else:
                too_many = cut.cards
                vain += one.graph.found.states
    return SmallTables(table.seats, met, tuple(out))


def sizes(seats: int, special: tuple[Class, ...]) -> tuple[tuple[int, int], ...]:
    """The sizes of cuts with some special classes: of plain cards alone there are more, and of several classes few."""
    if len(special) > 1:
        return SIZES[-1:] if seats == 2 else SIZES_OF_MORE[2:5:2]
    return SIZES[2:3] + SIZES[:1] if not special else SIZES if seats == 2 else SIZES_OF_MORE


def wishes(
    cutter: Cutter, met: frozenset[str], out: list[Visited], done: AbstractSet[frozenset[Class]]
) -> Iterator[tuple[Class, ...]]:
    """Special classes to look at: each by itself, then pairs of those that rules name which play met and no cut did, the pairs
    that most of them name first; then three. Nothing twice: what is `done` may have had no cut, where many seats leave no room."""
    special = [x for x in cutter.classes if x != cutter.plain]
    yield ()
    yield from ((x,) for x in special)
    for many in (2, 3):
        while True:
            fired = frozenset().union(*(x.fired for x in out if x.counts))
            waiting = [cutter.named_by[name] for name in met - fired if name in cutter.named_by]
            ranked = [
                (sum(bool(names & set(some)) for names in waiting), some)
                for some in combinations(special, many)
                if frozenset(some) not in done
            ]
            best = max((n for n, _ in ranked), default=0)
            if not best:
                break
            yield next(some for n, some in ranked if n == best)


def slower() -> int:
    """How many times fewer states are visited here."""
    return 1 if available() else SLOWER


def visit(context: Context, cut: Cut) -> Visited | None:
    """All states of one cut; None: it cannot be searched."""
    layout = Layout(cut.table)
    question = Question(
        cut.table,
        tuple(layout.blank(0)),
        symmetry=symmetry(cut.table),
        steps=MOST_STEPS // slower(),
        deals=True,
        deal_picks=MOST_PICKS if cut.whole else cut.table.seats * cut.hand + 6,
        alike=numbers_alike(cut.table, layout, cut.cards, counters_of(context)),
    )
    try:
        graph = graph_of(question, Budget(MOST_STATES // slower(), deadline=context.deadline))
    except (NotCompiled, MemoryError):
        return None
    return Visited(cut, graph, context.ground, question)


def numbers_alike(
    table: t.Table, layout: Layout, cards: int, counted: tuple[Growing, ...]
) -> tuple[tuple[int, int], ...]:
    """Slots of counters (those of the table with all cards: a cut counts in the same way), each with a number above which no two values differ in anything: neither for a condition, nor for a rule that
    moves so many cards, for there are no more."""
    out: list[tuple[int, int]] = []
    for found in counted:
        index, position = found.slot
        if index < 0:
            out.append((layout.field[-1 - index][position], max(found.above, cards)))
        else:
            first, many = layout.variable[index], layout.seats if table.variables[index].each_player else 1
            out += [(first + i, max(found.above, cards)) for i in range(many)]
    return tuple(out)


def carried(context: Context, cut: Cut, state: State, hands: bool = False) -> Iterator[State]:
    """A state of a cut at the full table: the cards that the cut does not have lie at home, or under a pile of the table's; or (`hands`)
    somebody has them."""
    here, there = layout_of(cut.table), context.layout
    first = min(there.zone)
    base = list(context.executor.blank(1))
    base[1:first] = state[1:first]
    for zone, declared in enumerate(context.table.zones):
        for seat in range(there.seats if declared.each_player else 1):
            there.clear(base, zone, seat)
    left = list(there.copies)
    for zone, declared in enumerate(context.table.zones):
        for seat in range(there.seats if declared.each_player else 1):
            at, depth = here.place(zone, seat), here.depth[zone]
            ordered, loose = [k for k in state[at : at + depth] if k >= 0], here.listed(state[at + depth])
            for kind in (*ordered, *loose):
                left[kind] -= 1
            there.put_under(base, zone, seat, there.cards(loose))
            for kind in reversed(ordered):
                there.put(base, zone, seat, kind)
    rest = there.cards(k for k, n in enumerate(left) for _ in range(n))
    home = context.table.deck.home
    shared = [i for i, x in enumerate(context.table.zones) if not x.each_player and i != home]
    own = [i for i, x in enumerate(context.table.zones) if x.each_player and x.visibility == "seen by its player"]
    places = [(zone, 0) for zone in (home, *shared)]
    if hands:
        places = [*product(own, range(there.seats)), *places]
    for zone, seat in places:
        out = list(base)
        there.put_under(out, zone, seat, rest)
        yield tuple(out)
