"""UNO201 order: two rules answer one event, no order is declared, and the order is observable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from checker.checks.co_enabled import OPENINGS, cascade_watcher, replayed_scenario
from checker.checks.findings import finding_of
from checker.checks.fix_suggestions import line_fix, one_alone
from checker.checks.obligations import OpenPair, PairAnswers, Wanted, ask_pairs, is_wanted, settle
from checker.codes import ORDER
from checker.context import Context
from checker.effects.deeds import Repeats
from checker.effects.footprints import Footprints
from checker.invariants.decided import Answered, builder
from checker.kernel.obligations import Obligation
from checker.play.sample import Step, towards
from checker.results import Answers, Finding, Fix, Place, Side
from checker.search.simulate import again
from checker.witness.draw_order import Way, differs_by_draw_only, recording_chance
from checker.witness.scenario import (
    MOST_REPLAYED,
    awaited_seats,
    differences,
    outliving,
    phase,
)
from checker.witness.trace import Opening
from unodsl.engine.api import Chance, EndlessCascade, Executor, Move, State, Trace
from unodsl.engine.describe import short as short_name
from unodsl.engine.generated import Generated, Recorder
from unodsl.engine.layout import TOP
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

CODE = ORDER.id

MOST_TRIED = 4000
"""The maximal number of moves tried in both orders for one pair of rules."""


def check(context: Context) -> Answers:
    """Checks every unordered pair of triggers of one event."""
    return settle(context, CODE, pair_answers(context))


Pair = tuple[int, int, list[t.Event]]
"""Two triggers, by index, the one that runs first in front, and the events that both answer."""


def pair_answers(context: Context, wanted: Wanted = None) -> PairAnswers:
    """The pairs whose order may be observable."""
    triggers = context.table.triggers

    def obligation(pair: Pair) -> Obligation:
        return Obligation("order", (triggers[pair[0]].info.name, triggers[pair[1]].info.name))

    def doubt(pair: Pair, answered: Answered) -> OpenPair:
        a, b, events = pair
        search, open_ = partial(witnessed, context, a, b, events), partial(still_open, context, a, b)
        names = obligation(pair).names
        # whether one rule decides that the other runs is no question about states
        query = None if builder(context).order_without_query(obligation(pair)) else answered.formula
        return OpenPair(names, query, search, open_)

    return ask_pairs(context, CODE, unordered(context.table, wanted), obligation, doubt)


def unordered(table: t.Table, wanted: Wanted) -> Iterator[Pair]:
    """The unordered pairs of triggers of one event, lazily."""
    rows: dict[int, list[tuple[t.Event, tuple[int, ...], int]]] = {}
    for event, row in table.order:
        for at, index in enumerate(row):
            rows.setdefault(index, []).append((event, row, at))
    for a in sorted(rows):
        later: dict[int, list[t.Event]] = {}
        for event, row, at in rows[a]:
            for b in row[at + 1 :]:
                later.setdefault(b, []).append(event)
        for b in sorted(later):
            if (a, b) in table.ordered or (b, a) in table.ordered:
                continue
            if is_wanted(wanted, table.triggers[a].info.name, table.triggers[b].info.name):
                yield a, b, later[b]


def side_by_side(context: Context, a: int, b: int, events: list[t.Event]) -> tuple[Executor, Executor]:
    """Two executors of the table in which the two rules run one right after the other, in both orders. All declared
    orders are kept, so that only these two rules are swapped."""
    first, second = [], []
    for event, row in context.table.order:
        if event not in events:
            first.append((event, row))
            second.append((event, row))
            continue
        i, j = row.index(a), row.index(b)
        between = row[i + 1 : j]
        after_a = tuple(x for x in between if (a, x) in context.table.ordered)
        others = tuple(x for x in between if x not in after_a)
        first.append((event, (*row[:i], *others, a, b, *after_a, *row[j + 1 :])))
        second.append((event, (*row[:i], *others, b, a, *after_a, *row[j + 1 :])))
    return ordered(context, tuple(first)), ordered(context, tuple(second))


def ordered(context: Context, order: tuple[tuple[t.Event, tuple[int, ...]], ...]) -> Executor:
    """An executor of the table with its triggers in another order."""
    return context.executor if order == context.table.order else Generated(replace(context.table, order=order))


def witnessed(context: Context, a: int, b: int, events: list[t.Event]) -> Finding | None:
    one_way, other_way = side_by_side(context, a, b, events)
    names = (context.table.triggers[a].info.name, context.table.triggers[b].info.name)

    def differs(state: State, move: Move | Opening) -> tuple[State, State] | None:
        chance = drawn_in(move)
        try:
            one = done(one_way, state, move, chance)
            mine, two = (done(x, state, move, drawn_in(move)) for x in (context.executor, other_way))
        except EndlessCascade:
            return None
        ways = tuple(Way(x, state, None if isinstance(move, Opening) else move) for x in (one_way, other_way))
        if one == two or differs_by_draw_only((ways[0], ways[1]), context.layout, (one, two), chance.picks):
            return None
        # (where rules between the two make a third outcome, it does not say what these two make of it)
        return (mine, two) if mine == one and differences(context, mine, two) else None

    def traces(state: State, move: Move | Opening) -> list[Trace]:
        """What happens in each order."""
        out = [Trace(), Trace()]
        for way, trace in zip((one_way, other_way), out, strict=True):
            done(way, state, move, drawn_in(move), trace)
        return out

    shown = 0
    short: list[tuple[State, Move | Opening, str]] = []
    late: list[tuple[State, Move | Opening]] = []
    for state, move, both in islice(played(context, names), MOST_TRIED):
        if differs(state, move) is None:
            context.met[frozenset(names)] += both
            continue
        place = next((x for way in (one_way, other_way) for x in ran_short(context, way, state, move)), None)
        if place is not None:
            short.append((state, move, place))
            continue
        if any(ends_round(way, state, move) for way in (one_way, other_way)):
            # of a round that is over only scores are left to show
            late.append((state, move))
            continue
        shown += 1
        if shown > MOST_REPLAYED:
            break
        found = written(context, a, b, state, move, differs, traces)
        if found is not None:
            return found
    for state, move in late[:MOST_REPLAYED]:
        found = written(context, a, b, state, move, differs, traces)
        if found is not None:
            return found
    for state, move, place in short[:MOST_REPLAYED] if not (shown or late) else ():
        found = written(context, a, b, state, move, differs, traces)
        if found is not None:
            return where_short(found, place)
    return None


def ends_round(executor: Executor, state: State, move: Move | Opening) -> bool:
    """Whether a round ends with a move, also where another one begins at once."""
    trace = Trace()
    done(executor, state, move, drawn_in(move), trace)
    return bool(trace.ended)


def ran_short(context: Context, executor: Executor, state: State, move: Move | Opening) -> list[str]:
    """The shared zones of the table that had fewer cards in a move than the rules took from their top."""
    trace = Trace()
    done(executor, state, move, drawn_in(move), trace)
    return [z.name for z in context.table.zones if not z.each_player and z.name in trace.short]


def where_short(found: Finding, place: str) -> Finding:
    """A finding about an order that is observable only where too few cards are left for both rules."""
    first, second = found.rules
    return replace(
        found,
        severity="note",
        message=f"the order of `{first}` and `{second}` matters where {place.rpartition('.')[2]} runs out of cards",
        details=(*found.details, "where there were cards enough for both, it made no difference in play"),
    )


def written(
    context: Context,
    a: int,
    b: int,
    state: State,
    move: Move | Opening,
    differs: Callable[[State, Move | Opening], tuple[State, State] | None],
    traces: Callable[[State, Move | Opening], list[Trace]],
) -> Finding | None:
    """The finding with its scenario, if the position can be stated and replays."""

    def shown(state: State) -> tuple[list[str], tuple[State, State, State]]:
        found = differs(state, move)
        assert found is not None
        over = any(x.ended for x in traces(state, move))
        return differences(context, *found, over=over), (*found, state)

    first, second = (context.table.triggers[i].info.name for i in (a, b))
    title = f"{first} runs before {second}"
    scenario = replayed_scenario(context, state, move, lambda s: differs(s, move) is not None, shown, title)
    if scenario is None:
        return None
    text, (mine, theirs, before) = scenario
    both = traces(before, move)
    over = any(x.ended for x in both)
    facts, others = (differences(context, *x, over=over) for x in ((mine, theirs), (theirs, mine)))
    if over:
        # cards and turns are those of the next round
        ended = [bool(x.ended) for x in both]
        apart = ended[0] != ended[1]
        lasting_facts = outliving(context, facts, mine, [theirs], before, ended[0], apart)
        of_other = outliving(context, others, theirs, [mine], before, ended[1], apart)
        if lasting_facts or of_other or apart:
            facts, others = lasting_facts, of_other
        else:
            facts, others = ([f"in the next round, {x}" for x in y] for y in (facts, others))
    elif mine[TOP] != theirs[TOP]:
        # both situations are open, and no condition says which is on top
        facts, others = [*first_awaited(context, mine), *facts], [*first_awaited(context, theirs), *others]
    if bool(both[0].ended) != bool(both[1].ended):
        facts, others = ([phase(bool(x.ended)), *y] for x, y in zip(both, (facts, others), strict=True))
    ran = {sum(name in trace.fired for name in (first, second)) for trace in both}
    return finding(context, a, b, text, facts, others, ran, offered_by(context, before, move))


def offered_by(context: Context, state: State, move: Move | Opening) -> tuple[t.Offer, ...]:
    """The offer of a move, if it is of an option, and no rule of the game offers the same."""
    if isinstance(move, Opening):
        return ()
    offers = context.table.offers
    act, mine = offers[move.offer].act, (move.seat, move.argument)
    same = [
        x.offer for x in context.executor.legal(state) if (x.seat, x.argument) == mine and offers[x.offer].act == act
    ]
    return () if any(offers[i].info.option is None for i in same) else (offers[move.offer],)


def first_awaited(context: Context, state: State) -> list[str]:
    """The player that the table waits for first, with the situation; empty if all is settled."""
    if state[TOP] < 0 or state[TOP] in context.ground:
        return []
    who = " and ".join(SEAT_NAMES[seat] for seat in sorted(awaited_seats(context, state)))
    return [f"{who} decides first: {short_name(context.table.situations[state[TOP]].name)}"] if who else []


def drawn_in(move: Move | Opening) -> Recorder:
    """The recorded chance of a move; for a match beginning, the cards drawn in it."""
    return recording_chance(move.drawn if isinstance(move, Opening) else ())


def done(executor: Executor, state: State, move: Move | Opening, chance: Chance, trace: Trace | None = None) -> State:
    """The state after a move, or after the beginning of a match."""
    if isinstance(move, Opening):
        return executor.start(1, chance, trace)
    return executor.apply(state, move, chance, trace)


def played(context: Context, names: tuple[str, str]) -> Iterator[tuple[State, Move | Opening, bool]]:
    """Match beginnings and moves from legal deals in which one of two rules ran, and whether both did."""

    def fitting(steps: list[Step]) -> Iterator[tuple[State, Move | Opening, bool]]:
        for step in steps:
            ran = sum(name in step.fired for name in names)
            if ran:
                yield step.state, step.move, ran == len(names)

    watcher = cascade_watcher(context)
    for opening in watcher.openings(frozenset(names), OPENINGS):
        yield context.executor.blank(1), opening, True
    yield from fitting(context.samples.steps)
    # (whether a match ends with a round is seen late in a match)
    yield from fitting(again(context, frozenset(names), matches=True).steps if at_the_end(context, names) else [])
    kinds = len(context.table.deck.kinds)
    for part in range(6):
        yield from fitting(
            towards(context.executor, context.layout, range(kinds)[part::6], 5, 100, context.within_budget).steps
        )


def at_the_end(context: Context, names: tuple[str, str]) -> bool:
    """Whether two rules both run at the end of a round."""
    rules = (x for x in context.table.triggers if x.info.name in names)
    return all(t.TableEvent("round ends") in x.events for x in rules)


def finding(
    context: Context,
    a: int,
    b: int,
    text: str,
    facts: list[str],
    others: list[str],
    ran: set[int],
    offered: tuple[t.Offer, ...],
) -> Finding:
    """The finding. `ran`: how many of the two ran in each order. `offered`: the offer that it takes besides."""
    first, second = context.table.triggers[a], context.table.triggers[b]

    def settled(new: Context) -> bool:
        where = {r.info.name: i for i, r in enumerate(new.table.triggers)}
        i, j = where.get(first.info.name), where.get(second.info.name)
        return i is None or j is None or (i, j) in new.table.ordered or (j, i) in new.table.ordered

    sides = tuple(
        Side(f"{rule.info.name} first", rule.info.name, tuple(then))
        for rule, then in ((first, facts), (second, others))
    )
    # an order resolves nothing if both do the same thing either way
    twice = Repeats(Footprints(context.table)).later(a, b, context.ground)
    fixes: Sequence[Fix | None] = (
        one_alone(context, CODE, a, b, "let `{}` alone stand", (a, b))
        if twice
        else [
            line_fix(context, CODE, mine, other, "before", f"let `{mine.info.name}` run first", settled)
            for mine, other in ((first, second), (second, first))
        ]
    )
    if twice and ran in ({1}, {2}):
        how = (
            "both run, so that an order alone may not settle it"
            if ran == {2}
            else "the first one keeps the other from running"
        )
        sides = (*sides, Side("in either order", "", (how,)))
    details = [f"{x.label}: {'; '.join(x.facts)}" for x in sides]
    return finding_of(
        ORDER,
        context,
        (first, second),
        f"`{first.info.name}` and `{second.info.name}` answer the same event, nothing says which comes first, and it matters",
        "both orders were run by the engine from the stated position",
        witness=text,
        options=context.options_of(first, second, *offered),
        places=(
            Place(first.info.head, "runs first here, only because of its name"),
            Place(second.info.head, "could as well"),
        ),
        details=details,
        sides=sides,
        fixes=fixes,
    )


def still_open(context: Context, a: int, b: int) -> Finding:
    first, second = context.table.triggers[a], context.table.triggers[b]
    return finding_of(
        ORDER,
        context,
        (first, second),
        f"it is not known whether the order of `{first.info.name}` and `{second.info.name}` matters",
        f"both orders had the same result in {context.samples.moves} moves of play",
    )
