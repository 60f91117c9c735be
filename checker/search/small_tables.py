"""Exhaustive search of small tables: every state of a round, from every deal, with the deck cut to classes of cards.

Answers questions of the kind "can this happen": each visited state belongs to a game with the same rules and fewer
cards. It proves nothing for the full deck. A cut counts only if it is not too small: all of its states were visited, a
reshuffle happens in them, and where play waits for somebody, there are hands with a playable card and hands without. A
question is answered only if every rule in question ran on the cuts that count.

Example: for `official` at 2 seats, two numbers in two colors with one special card, and the like: seven cuts, 80,000
states, half a second.
"""

from __future__ import annotations

import atexit
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, islice, product

from checker.context import Context, table_stage
from checker.effects.counters import Growing
from checker.effects.never_meet import concerns
from checker.effects.summary import Slot, Summary, slot_of, summaries
from checker.search.answering import Answering
from checker.search.banned import forbidden_by, holds_somewhere
from checker.search.cut_deck import Class, Cut, Cutter
from checker.search.gathering import can_gather
from checker.search.graph import counters_of
from checker.search.staying import strategy
from unodsl.engine.api import State
from unodsl.engine.compiled import available
from unodsl.engine.explore_graph import Graph, graph_of, moves_inside, ways_of
from unodsl.engine.explore_question import MOST_PICKS, Budget, Question, Top
from unodsl.engine.layout import IN_PLAY, ROUND, TOP, Layout, layout_of
from unodsl.engine.wasm_moves import move as move_of
from unodsl.engine.wasm_moves import numbered
from unodsl.engine.wasm_types import NotCompiled
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import all_acts, emitted, follows
from unodsl.model.symmetry import symmetry, tells_seats_apart
from unodsl.model.types import Player
from unodsl.model.walk import below

MOST_STATES, MOST_STEPS = 200_000, 1_000_000
"""The most states of one cut, and the most edges."""

IN_ALL, IN_VAIN = 1_000_000, 500_000
"""The most states of all cuts of a table, and of cuts that exceed the limit, before no further cut is begun."""

MOST_MORE = 4
"""The most cuts with several special classes, besides those with one each."""

MOST_INSIDE = 30_000
"""The most states of a cut whose moves are examined."""

MOST_ANSWERING = 12
"""The most cuts with many cards that answer."""

MOST_BEGINNING = 4
"""The most of them with a beginning card that is no answer."""

MOST_LEFT_OVER = 4
"""The most classes missing in all cuts that are tried for one question."""

SLOWER = 200
"""The factor by which limits of states are smaller without compiled code."""

WHOLE_DECK = 24
"""A deck of at most so many cards is not cut."""

SIZES = ((4, 1), (3, 1), (4, 3), (4, 0), (3, 0))
"""The sizes to try in order: the number of plain cards of a cut, and how many of them occur twice."""

SIZES_OF_MORE = ((4, 0), (4, 1), (3, 0), (3, 1), (2, 1), (4, 3))
"""The sizes for more than two players, where larger cuts have too many states."""


MOST_KEPT = 600_000
"""The most states of all graphs that are kept for further tables; the least recently used are dropped."""


class GameKey:
    """All that a state graph depends on, hashed once: a hash of a table visits all of its rules."""

    __slots__ = ("hashed", "parts")

    def __init__(self, *parts: object) -> None:
        self.parts, self.hashed = parts, hash(parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameKey) and self.hashed == other.hashed and self.parts == other.parts

    def __hash__(self) -> int:
        return self.hashed


_GRAPHS: OrderedDict[GameKey, tuple[Question, Graph]] = OrderedDict()
"""The graphs of games with few cards that some table of this process needed."""

# compiled graphs have to go before the interpreter unloads the modules of the compiler
atexit.register(_GRAPHS.clear)

FEW_OF_A_CUT = 400
"""The number of states of a cut in which a ban is tried, to choose further cuts."""


@dataclass(slots=True)
class Visited:
    """A cut with its state graph. `ground`: the situations that play returns to."""

    cut: Cut
    graph: Graph
    ground: frozenset[int]
    question: Question

    @property
    def counts(self) -> bool:
        """Whether the cut is large enough to count: every state was visited; a real cut also needs a reshuffle, and
        hands with and without a playable card where play waits."""
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
        """The statistics of states with a situation on top; -1: with nothing open."""
        return self.graph.tops[situation + 1]

    @property
    def fired(self) -> frozenset[str]:
        """The rules that ran."""
        names = self.cut.table.rule_names()
        return frozenset(name for name, times in zip(names, self.graph.fired, strict=True) if times)

    def trapped(self) -> int | None:
        """The first state from which neither an end of the round nor a dead end is reachable."""
        return self.graph.trapped()


@dataclass
class SmallTables:
    """The cuts visited for one table."""

    seats: int
    visited: tuple[Visited, ...]

    @cached_property
    def counted(self) -> tuple[Visited, ...]:
        """The cuts that count."""
        return tuple(x for x in self.visited if x.counts)

    def with_top(self, situation: int) -> tuple[Visited, ...]:
        """The cuts that count for questions about a situation: it is on top in some of their states, and if it takes
        cards, some hands can answer and some cannot."""
        return tuple(
            x
            for x in self.counted
            if x.top(situation).states
            and (
                x.cut.whole
                or not takes_cards(x.cut.table, situation)
                or (x.top(situation).with_card and x.fired and has_none(x.top(situation)))
            )
        )


def all_visited(context: Context) -> bool:
    """Whether every state of a round was visited with all cards. Then no position that play has not met needs to be tried."""
    few = context.table.deck.size <= WHOLE_DECK
    return few and any(x.cut.whole and x.counts for x in small_tables(context).visited)


def kept_inside(visited: Visited, answers: Answering, idle: frozenset[int], most: int) -> list[int] | None:
    """The states of a cut from which players can stay in a group of situations for ever, whatever chance does, with
    answers infinitely often; None if there are too many. `idle`: offers that may change nothing; a move of these counts
    only if it certainly leaves its state."""
    group = answers.group
    if not any(visited.top(i).states for i in group):
        return []
    graph = visited.graph
    # (an incomplete graph lacks edges)
    marks = graph.again(TOP, group, answers.offers) if graph.complete else graph.staying(TOP, group)
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
    is_answer = answers.in_graph(graph)
    good = [is_answer(offers[move], at, ways[at, move]) for at, move in used]
    chosen = strategy([at for at, _ in used], [ways[x] for x in used], good)
    return sorted(chosen)


def answering_cuts(
    context: Context, group: frozenset[int], offers: Iterable[int], inside: Callable[[Visited], list[int] | None]
) -> Iterator[tuple[Visited, list[int] | None]]:
    """Yields cuts for players who never let situations end: many cards of a class that answers, and one that begins
    them; with the result of `inside` for each. `offers`: the answers."""
    table, cutter = context.table, Cutter(context.table)
    all_ = summaries(table)
    begin = [x.info.name for x in table.running if any(y.begins in group for y in all_.flat(x.effects))]
    named = cutter.named_by
    answers = frozenset().union(*(named[table.offers[i].info.name] for i in offers)) | {cutter.largest_class}
    begins = frozenset().union(*(named[x] for x in begin)) - {cutter.largest_class} or frozenset({cutter.largest_class})
    order = {name: i for i, name in enumerate(cutter.classes)}

    def pairs(some: frozenset[Class]) -> Iterator[tuple[Class, Class]]:
        return product(sorted(some, key=lambda x: -order[x]), sorted(begins, key=order.__getitem__))

    # a card that begins it may answer it, too, if an answer names no card
    both = chain(islice(pairs(answers), MOST_ANSWERING), islice(pairs(begins - answers), MOST_BEGINNING))
    total = 0
    for name, first in both:
        for copies in (2, 1):
            cut = cutter.answers(name, first, copies, 1)
            if not table.seats + 1 < cut.cards <= table.deck.size:
                continue
            one = visit_cut(context, cut) if context.within_budget() and total < IN_ALL else None
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
    """Yields cuts with each special class that is in no cut that counts, and few plain cards; with the result of
    `inside` for each, up to a limit of states."""
    cutter, counted = Cutter(context.table), small_tables(context).counted
    there = {name for x in counted for name in x.cut.special}
    for name in [x for x in cutter.classes if x != cutter.largest_class and x not in there][:MOST_LEFT_OVER]:
        cut = cutter.cut((name,), 2, 1, 2 if context.table.seats == 2 else 1)
        one = visit_cut(context, cut) if context.table.seats + 1 < cut.cards and context.within_budget() else None
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


def rounds_differ(table: t.Table, somebody: AbstractSet[int]) -> bool:
    """Whether a later round may have states that a first one has not: rules of a round, or of its beginning, read what
    is left of earlier ones, which is kept variables that rules change, and who has won. One kept player that only the
    deal reads, such as a dealer, turns the table, unless rules tell seats apart, or it may be nobody. `somebody`: the variables
    that always hold a player. Who takes part, and what decides about it, is not considered."""
    moves = {i: x for i, x in enumerate(table.offers) if x.mode not in t.LEFT_ALONE}
    events: set[t.Event] = {t.SETTLES}
    for index, offer in moves.items():
        events |= {*table.events_of(index), *emitted(table, table.effects_of(offer))}
    all_ = summaries(table)
    targets = [c.target for x in all_.everything() for c in x.changes]
    changed = {x.index for x in targets if isinstance(x, e.Variable) and table.variables[x.index].kept}
    dealt = {i for i in changed if isinstance(table.variables[i].type, Player)}
    over = frozenset({t.TableEvent("round ends"), t.TableEvent("match ends"), t.TableEvent("round begins")})
    read: list[object] = []
    for first, left in ((events, changed), ({t.TableEvent("round begins")}, changed - dealt)):
        rules: list[t.Trigger | t.Offer] = [*follows(table, first, over - first)[1]]
        rules += moves.values() if first is events else ()
        rules = [x for x in rules if all(y.seating is None for y in all_.through(x.effects))]
        acts = {x.act for x in rules if isinstance(x, t.Offer)} | {a for x in rules for a in all_acts(table, x.effects)}
        bans = [x for x in table.bans if first is events and any(concerns(x, y) for y in moves.values())]
        nodes = list(below((*rules, *(table.acts[a] for a in sorted(acts)), *bans)))
        read += nodes
        for x in nodes:
            if (isinstance(x, e.Variable) and x.index in left) or (isinstance(x, e.Builtin) and x.kind == "winners"):
                return True
    if begins_in_passing(table):
        return True
    players = {
        x.index
        for x in read
        if isinstance(x, e.Variable) and isinstance(x.type, Player) and table.variables[x.index].kept
    }
    # (two of them, also one that never changes, may be the same player in the first round only)
    return bool(players & dealt) and (
        len(players) > 1 or not players <= somebody or any(tells_seats_apart(table, x) for x in read)
    )


def begins_in_passing(table: t.Table) -> bool:
    """Whether more than the deal may follow in a cascade once a round has begun: a rule begins one before the last one has
    ended, does something after that, or another rule of its event does. (What the table settles with, and who joins or
    leaves, is not considered.)"""
    all_, order = summaries(table), dict(table.order)
    over = {t.TableEvent("round ends"), t.TableEvent("match begins"), t.TableEvent("match ends")}
    passing = {*over, t.TableEvent("round begins"), t.TableEvent("joins"), t.TableEvent("leaves")}
    rules: tuple[t.Trigger | t.Offer, ...] = (*table.triggers, *table.offers)
    for index, rule in enumerate(rules):
        if not any(x.phase == "round begins" for x in all_.through(rule.effects)):
            continue
        if not isinstance(rule, t.Trigger) or not set(rule.events) <= over:
            return True
        rows = [order[x] for x in rule.events if x in order]
        later = [table.triggers[i] for row in rows for i in row[row.index(index) + 1 :]]
        behind = (*after_it(table, rule.effects), *(x.effects for x in later if index not in x.replaced_by))
        kept = {(i, -1) for i, x in enumerate(table.variables) if x.kept}
        if any(lasts(x, kept) for block in behind for x in all_.flat(block)):
            return True
        events = {x for row in rows for i in row for x in emitted(table, table.triggers[i].effects)}
        if not events.isdisjoint(order.keys() - passing):
            return True
    return False


def lasts(x: Summary, kept: AbstractSet[Slot]) -> bool:
    """Whether an effect does more than to announce something or to change what is kept."""
    targets = [c.target for c in x.changes]
    only_kept = bool(targets) and all(isinstance(y, e.Variable) and slot_of(y) in kept for y in targets)
    return not x.announces and not x.blocks and not only_kept


def after_it(table: t.Table, block: tuple[f.Effect, ...]) -> Iterator[tuple[f.Effect, ...]]:
    """Yields the effects that follow one that begins a round, in its block and in those around it."""
    for number, x in enumerate(block):
        if any(y.phase == "round begins" for y in summaries(table).through((x,))):
            yield block[number + 1 :]
        for inner in summaries(table).of(x).blocks:
            yield from after_it(table, inner.effects)


@table_stage
def small_tables(context: Context) -> SmallTables:
    """Visits cuts of a table until every rule of sampled play has run, or a limit is reached."""
    table, samples = context.table, context.samples
    slips = {i for i, x in enumerate(table.offers) if x.mode in t.LEFT_ALONE}
    met = frozenset(rule for step in samples.steps if step.move.offer not in slips for rule in step.fired)
    out: list[Visited] = []
    if not samples.moves or not context.ground or samples.endless:
        return SmallTables(table.seats, ())
    cutter = Cutter(table)
    if table.deck.size <= WHOLE_DECK:
        all_cards = visit_cut(context, cutter.whole())
        out += [] if all_cards is None else [all_cards]
        if out and out[0].counts:
            return SmallTables(table.seats, tuple(out))
    done: set[frozenset[Class]] = set()
    fitting: dict[tuple[tuple[int, int], ...], int] = {}
    total = more = vain = 0
    hand = 2 if table.seats == 2 else 1
    # if each cut may have few states only, most larger ones exceed that
    in_vain = IN_VAIN // slower()
    for special in classes_to_visit(cutter, met, out, done):
        done.add(frozenset(special))
        more += len(special) > 1
        if total >= IN_ALL or vain >= in_vain or more > MOST_MORE or not context.within_budget():
            break
        # no cut larger than one with too many states, none smaller than one that is too small
        too_few, too_many = table.seats * hand + 1, table.deck.size + 1
        tried = sizes(table.seats, special)
        # sizes too large with other classes are mostly too large with these
        first = fitting.get(tried, 0)
        for number, (plain, twice) in enumerate(chain(tried[first:], tried[:first])):
            cut = cutter.cut(special, plain, twice, hand)
            if not too_few < cut.cards < too_many:
                continue
            one = visit_cut(context, cut)
            if one is None:
                return SmallTables(table.seats, tuple(out))
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
    return SmallTables(table.seats, tuple(out))


def sizes(seats: int, special: tuple[Class, ...]) -> tuple[tuple[int, int], ...]:
    """The sizes of cuts with these special classes: more for plain cards alone, few for several classes."""
    if len(special) > 1:
        return SIZES[-1:] if seats == 2 else SIZES_OF_MORE[2:5:2]
    return SIZES[2:3] + SIZES[:1] if not special else SIZES if seats == 2 else SIZES_OF_MORE


def classes_to_visit(
    cutter: Cutter, met: frozenset[str], out: list[Visited], done: AbstractSet[frozenset[Class]]
) -> Iterator[tuple[Class, ...]]:
    """Yields sets of special classes to try: single ones; then pairs of those that rules name which play met and no cut
    did, or bans whose conditions no cut met, the pairs named by most of these rules first; then triples. Skips those in
    `done`: with many seats they may have had no cut."""
    special = [x for x in cutter.classes if x != cutter.largest_class]
    bans = {
        x.info.name: named
        for x in cutter.table.bans
        if forbidden_by(cutter.table, x) and len(named := cutter.named_by[x.info.name] - {cutter.largest_class}) > 1
    }
    held, seen = set[str](), 0
    yield ()
    yield from ((x,) for x in special)
    for many in (2, 3):
        while True:
            fired = frozenset().union(*(x.fired for x in out if x.counts))
            waiting = [cutter.named_by[name] for name in met - fired if name in cutter.named_by]
            held |= {name for name in bans.keys() - held if any(meets_ban(x, name) for x in out[seen:])}
            seen = len(out)
            unmet = [named for name, named in bans.items() if name not in held]
            ranked = [
                (sum(bool(names & set(some)) for names in waiting) + sum({*some} <= named for named in unmet), some)
                for some in combinations(special, many)
                if frozenset(some) not in done
            ]
            best = max((n for n, _ in ranked), default=0)
            if not best:
                break
            yield next(some for n, some in ranked if n == best)


def meets_ban(one: Visited, ban: str) -> bool:
    """Whether the conditions of a ban hold in one of some states of a cut that counts."""
    number = one.graph.found.states
    states = range(0, number, max(1, number // FEW_OF_A_CUT))
    return one.counts and holds_somewhere(one.cut.table, ban, map(one.graph.state, states))


def slower() -> int:
    """The factor by which fewer states are visited on this machine."""
    return 1 if available() else SLOWER


def visit_cut(context: Context, cut: Cut) -> Visited | None:
    """The state graph of one cut; None if it cannot be searched. Equal games of several tables share it."""
    layout = Layout(cut.table)
    picks = MOST_PICKS if cut.whole else cut.table.seats * cut.hand + 6
    alike = numbers_alike(cut.table, layout, cut.cards, counters_of(context))
    states, steps = MOST_STATES // slower(), MOST_STEPS // slower()

    def made() -> tuple[Question, Graph]:
        question = Question(
            cut.table,
            tuple(layout.blank(0)),
            symmetry=symmetry(cut.table),
            steps=steps,
            deals=True,
            deal_picks=picks,
            alike=alike,
        )
        return question, graph_of(question, Budget(states, deadline=context.until))

    try:
        question, graph = shared_graph(GameKey(game_of(cut.table), picks, alike, states, steps), made)
    except (NotCompiled, MemoryError):
        return None
    return Visited(cut, graph, context.ground, question)


def shared_graph(key: GameKey, make: Callable[[], tuple[Question, Graph]]) -> tuple[Question, Graph]:
    """A question about a game and its state graph, by all that they depend on. One that ran out of time is not kept."""
    if key in _GRAPHS:
        _GRAPHS.move_to_end(key)
        return _GRAPHS[key]
    made = make()
    if made[1].found.stopped != "time":
        _GRAPHS[key] = made
        while len(_GRAPHS) > 1 and sum(x.found.states for _, x in _GRAPHS.values()) > MOST_KEPT:
            _GRAPHS.popitem(last=False)
    return made


def game_of(table: t.Table) -> t.Table:
    """The part of a table that play depends on. Tables with different options are one game where the rules of these
    options never run with their cards."""
    return replace(
        table,
        name="",
        title="",
        games=(),
        clauses=(),
        definitions=(),
        settings=(),
        options=(),
        features=(),
        needs=(),
        read_elsewhere=frozenset(),
    )


def numbers_alike(
    table: t.Table, layout: Layout, cards: int, counted: tuple[Growing, ...]
) -> tuple[tuple[int, int], ...]:
    """Slots of monotone counters that are amounts of cards, each with a bound above which all values are equivalent:
    for every condition, and for every rule that moves so many cards, since there are no more. The counters are those of
    the full table, whose rules a cut shares."""
    out: list[tuple[int, int]] = []
    for found in (x for x in counted if x.amount):
        index, position = found.slot
        if index < 0:
            out.append((layout.field[-1 - index][position], max(found.above, cards)))
        else:
            first, many = layout.variable[index], layout.seats if table.variables[index].each_player else 1
            out += [(first + i, max(found.above, cards)) for i in range(many)]
    return tuple(out)


def carried(context: Context, cut: Cut, state: State, hands: bool = False) -> Iterator[State]:
    """Yields extensions of a cut's state to the full table: the missing cards lie at home, or under a pile of the table
    in which cards lie in sampled play (no drawer that is always empty again); with `hands`, also in some player's
    hand. Only where play can bring so many, and only states in which nobody has fewer cards than play has shown."""
    here, there = layout_of(cut.table), context.layout
    first = min(there.zone)
    base = list(context.executor.blank(1))
    base[1:first] = state[1:first]
    for zone, seat in there.places:
        there.clear(base, zone, seat)
    left = list(there.copies)
    for zone, seat in there.places:
        at, depth = here.place(zone, seat), here.depth[zone]
        ordered, loose = [k for k in state[at : at + depth] if k >= 0], here.listed(state[at + depth])
        for kind in (*ordered, *loose):
            left[kind] -= 1
        there.put_under(base, zone, seat, there.cards(loose))
        for kind in reversed(ordered):
            there.put(base, zone, seat, kind)
    rest = there.cards(k for k, n in enumerate(left) for _ in range(n))
    home = context.table.deck.home
    shared = [
        i
        for i, x in enumerate(context.table.zones)
        if not x.each_player and i != home and any(there.held(x.state, i, 0) for x in context.samples.steps)
    ]
    own = [i for i, x in enumerate(context.table.zones) if x.each_player and x.visibility == "seen by its player"]
    places = [(zone, 0) for zone in (home, *shared)]
    if hands:
        places = [*product(own, range(there.seats)), *places]
    smallest = smallest_hands(context) if state[ROUND] else {}
    for zone, seat in places:
        out = list(base)
        there.put_under(out, zone, seat, rest)
        if all(n >= smallest.get(at, 0) for at, n in hands_of(there, tuple(out))) and (
            not rest or can_gather(context, zone, there.held(tuple(out), zone, seat).bit_count())
        ):
            yield tuple(out)


def hands_of(layout: Layout, state: State) -> Iterator[tuple[int, int]]:
    """Yields how many cards each player who takes part has in each zone, with the zone."""
    for zone, declared in enumerate(layout.table.zones):
        for seat in range(layout.seats if declared.each_player else 0):
            if state[IN_PLAY] >> seat & 1:
                yield zone, layout.held(state, zone, seat).bit_count()


@table_stage
def smallest_hands(context: Context) -> dict[int, int]:
    """For each zone of each player the fewest cards that somebody had in it in sampled play, while a round ran. (The
    hands of a cut are dealt smaller, which does not make them possible with all cards.)"""
    out: dict[int, int] = {}
    for step in context.samples.steps:
        for zone, n in hands_of(context.layout, step.state) if step.state[ROUND] else ():
            out[zone] = min(n, out.get(zone, n))
    return out
