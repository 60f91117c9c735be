"""UNO206 double: two rules have the same effect for the same event, so that it happens twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import z3

from checker.checks.co_enabled import MOST_TRIED, all_hold, cascade_watcher, related, replayed_scenario, steps_with
from checker.checks.findings import finding_of
from checker.checks.fix_suggestions import one_alone
from checker.checks.obligations import OpenPair, PairAnswers, Wanted, ask_pairs, is_wanted, settle
from checker.codes import DOUBLE
from checker.compare.observe import observed, same_to_players
from checker.compare.other_values import fields_of
from checker.context import Context
from checker.effects.deeds import begun_after
from checker.invariants.decided import Answered
from checker.kernel.obligations import Obligation
from checker.results import Answers, Finding, Place, Side
from checker.search.graph import bare
from checker.witness.destinations import Destinations
from checker.witness.scenario import differences, plain_chance
from checker.witness.trace import Opening, Watcher
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.layout import TOP
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

CODE = DOUBLE.id


def check(context: Context) -> Answers:
    """Checks every pair of triggers of one event with an effect in common, unless one names the other."""
    return settle(context, CODE, pair_answers(context))


Pair = tuple[int, int, list[t.Event]]
"""Two triggers, and the events that both answer."""


def pair_answers(context: Context, wanted: Wanted = None) -> PairAnswers:
    """The pairs that may have the same effect for one event."""
    triggers = context.table.triggers

    def obligation(pair: Pair) -> Obligation:
        return Obligation("double", (triggers[pair[0]].info.name, triggers[pair[1]].info.name))

    def doubt(pair: Pair, answered: Answered) -> OpenPair:
        a, b, _ = pair
        known = all_hold(context, a, b)
        search, open_ = partial(witnessed, context, a, b, known), partial(still_open, context, a, b)
        return OpenPair(obligation(pair).names, known, search, open_)

    return ask_pairs(context, CODE, together(context, wanted), obligation, doubt)


def together(context: Context, wanted: Wanted) -> Iterator[Pair]:
    """The pairs of triggers that answer one event and do not name each other, lazily."""
    rows = {x: sorted(row) for x, row in context.table.order if x in context.facts.events}
    for a, first in enumerate(context.table.triggers):
        others: dict[int, list[t.Event]] = {}
        for event in first.events:
            for b in rows.get(event, ()):
                if b > a:
                    others.setdefault(b, []).append(event)
        for b in sorted(others):
            names = first.info.name, context.table.triggers[b].info.name
            if not related(context.table.triggers[a], context.table.triggers[b]) and is_wanted(wanted, *names):
                yield a, b, others[b]


MOST_ENDS = 200
"""The maximal number of states visited in the situations that two rules begin."""


@dataclass(frozen=True, slots=True)
class Twice:
    """The outcomes of a move: with both rules, and with only one of them. `alike`: either rule alone has the same
    outcome. `moves`: the moves that follow in the situations that the two rules begin. `other`: the outcome with only the
    second one, where that does something else besides."""

    both: State
    once: State
    alike: bool = False
    moves: tuple[Move, ...] = ()
    other: State | None = None


def twice(context: Context, watcher: Watcher, state: State, move: Move | Opening, a: int, b: int) -> Twice | None:
    """Whether two triggers that run for one event have the same effect, and it counts twice.

    Either each alone has the same outcome, and both together another one. Or both make the same player do the same act with the same argument. Then some count of cards, or some
    number variable, has to change by the same amount twice.
    """
    played = watcher.watch(state, move)
    if played is None:
        return None
    hit = next((h for h in played[1] if a in h.ran and b in h.ran), None)
    if hit is None:
        return None
    trials = [watcher.watch(state, move, without) for without in ((b,), (a,), (a, b))]
    if any(x is None for x in trials):
        return None
    only_a, only_b, neither = (bare(x[0]) for x in trials if x is not None)
    # differences that no player can observe do not count
    seen_a, seen_b, seen_neither = (observed(context, x) for x in (only_a, only_b, neither))
    if seen_a == seen_b != seen_neither and not same_to_players(context, played[0], only_a):
        return Twice(played[0], only_a, alike=True)
    later_on = twice_later(context, played[0], (only_a, only_b, neither), a, b)
    if later_on is not None:
        return later_on
    acts = {x[1:] for x in hit.actions if x[0] == a} & {x[1:] for x in hit.actions if x[0] == b}
    if not any(player >= 0 for _, _, player, _ in acts):
        return None
    counts = [numbers(context, s) for s in (neither, only_a, only_b, played[0])]
    for none, one, other, two in zip(*counts, strict=True):
        if one - none == other - none != 0 and two - none == 2 * (one - none):
            return Twice(played[0], only_a, other=second_alone(context, watcher, state, move, a, b))
    return None


def second_alone(
    context: Context, watcher: Watcher, state: State, move: Move | Opening, a: int, b: int
) -> State | None:
    """The outcome of a move with the second of two rules alone, where each place gets the cards that it gets with the first one
    alone; None if that is the same outcome to players."""
    known: Destinations = {}
    alone = [watcher.watch(state, move, without, known=known) for without in ((b,), (a,))]
    one, other = (None if x is None else bare(x[0]) for x in alone)
    return None if one is None or other is None or observed(context, one) == observed(context, other) else other


def twice_later(context: Context, both: State, alone: tuple[State, State, State], a: int, b: int) -> Twice | None:
    """Whether a later effect happens twice: the first trigger does it, or lets players do it in a situation that it
    begins, and so does the second. If the second time undoes the first, it always has to. `alone`: the states with the first
    alone, with the second alone, and with neither."""
    begun = [begun_after(context.table, context.table.triggers[i].effects, context.ground) for i in (a, b)]
    if begun[0] == begun[1]:
        return None
    inside = begun[0] | begun[1]
    one, other, none = (ends(context, x, inside) for x in alone)
    shared = [x for x in one if x in other and x not in none]
    if not shared:
        return None
    after = ends(context, both, inside)
    undone = after.keys() <= none.keys()
    for seen, (state, moves) in after.items():
        # prefer the moves that one of them alone leads to
        once = next((x for x in shared if moves[:1] in (one[x][1][:1], other[x][1][:1])), shared[0])
        fewest = min(len(one[once][1]), len(other[once][1]))
        if len(moves) > fewest and (undone or seen not in {*one, *other, *none}):
            return Twice(state, one[once][0], alike=one.keys() == other.keys(), moves=moves)
    return None


Observed = tuple[State, State]
"""The observable part of a state (see `observed`)."""


def ends(context: Context, state: State, situations: frozenset[int]) -> dict[Observed, tuple[State, tuple[Move, ...]]]:
    """The states reached by the moves of some situations once none of these is on top, each with a shortest sequence of
    moves."""
    offers = context.table.offers
    out: dict[Observed, tuple[State, tuple[Move, ...]]] = {}
    seen = {state}
    todo: deque[tuple[State, tuple[Move, ...]]] = deque([(state, ())])
    while todo:
        here, moves = todo.popleft()
        if here[TOP] not in situations:
            out.setdefault(observed(context, bare(here)), (here, moves))
            continue
        for move in context.executor.legal(here):
            offer = offers[move.offer]
            if here[TOP] not in offer.situations or offer.mode in t.LEFT_ALONE or len(seen) >= MOST_ENDS:
                continue
            try:
                after = context.executor.apply(here, move, plain_chance())
            except EndlessCascade:
                continue
            if after not in seen:
                seen.add(after)
                todo.append((after, (*moves, move)))
    return out


def numbers(context: Context, state: State) -> list[int]:
    """The counts of a state: cards in each zone of a player, and number variables."""
    layout, table = context.layout, context.table
    out = [
        layout.held(state, zone, seat).bit_count()
        for zone, declared in enumerate(table.zones)
        if declared.each_player
        for seat in range(layout.seats)
    ]
    for index, variable in enumerate(table.variables):
        if isinstance(variable.type, Number):
            out.extend(state[slot] for slot in layout.slots_of(index))
    return out


def witnessed(context: Context, a: int, b: int, question: z3.BoolRef) -> Finding | None:
    watcher = cascade_watcher(context)
    for tried, (state, move) in enumerate(steps_with(context, watcher, a, b, question)):
        if tried >= MOST_TRIED or not context.within_budget():
            return None
        if twice(context, watcher, state, move, a, b) is None:
            context.met[frozenset(context.table.triggers[i].info.name for i in (a, b))] += 1
            continue
        found = written(context, a, b, state, move)
        if found is not None:
            return found
    return None


def written(context: Context, a: int, b: int, state: State, move: Move | Opening) -> Finding | None:
    """The finding with its scenario, if the position can be stated and replays."""
    watcher = cascade_watcher(context)

    def keeps(state: State) -> bool:
        found = twice(context, watcher, state, move, a, b)
        return found is not None and bool(differences(context, found.both, found.once))

    def shown(state: State) -> tuple[list[str], Twice]:
        found = twice(context, watcher, state, move, a, b)
        assert found is not None
        return differences(context, found.both, found.once), found

    names = tuple(context.table.triggers[i].info.name for i in (a, b))
    scenario = replayed_scenario(
        context,
        state,
        move,
        keeps,
        shown,
        f"{names[0]} and {names[1]} do the same thing",
        lambda found: found.moves,
    )
    if scenario is None:
        return None
    text, found = scenario
    return finding(context, a, b, text, found)


def sides_of(context: Context, found: Twice, names: tuple[str, str]) -> tuple[Side, ...]:
    """What happens with one of two rules, or with each of them where that is not the same, and with both."""
    alone = (found.once,) if found.other is None else (found.once, found.other)
    rules = ("",) if found.other is None else names
    labels = [f"with {x} alone" if x else "with one of them alone" for x in rules]

    def facts(mine: State, others: tuple[State, ...]) -> tuple[str, ...]:
        every = dict.fromkeys(x for other in others for x in differences(context, mine, other))
        # (who drew which card is chance)
        return tuple(
            sorted(every, key=lambda x: x.startswith("number of ") and not x.startswith("number of cards "))[:4]
        )

    return (
        *(
            Side(label, rule, facts(x, (found.both, *(y for y in alone if y is not x))))
            for label, rule, x in zip(labels, rules, alone, strict=True)
        ),
        Side("with both", "", facts(found.both, alone)),
    )


def finding(context: Context, a: int, b: int, text: str, found: Twice) -> Finding:
    first, second = context.table.triggers[a], context.table.triggers[b]
    sides = sides_of(context, found, (first.info.name, second.info.name))
    # two rulesets with the same rule do not contradict each other
    files = {x.info.name.partition(".")[0] for x in (first, second)}
    mild = (found.alike and len(files) > 1) or other_neighbors(first, second)
    return replace(
        still_open(context, a, b),
        severity="note" if mild else "warning",
        message=f"`{first.info.name}` and `{second.info.name}` do the same thing for the same event, so it happens twice",
        evidence="witnessed",
        witness=text,
        basis="met in play from a legal deal; the engine played it with both rules and with each of them alone",
        details=tuple(f"{x.label}: {'; '.join(x.facts)}" for x in sides[:-1] if x.facts),
        sides=sides,
        fixes=one_alone(context, CODE, a, b, "let it happen once, by `{}`", (b, a)),
    )


def other_neighbors(one: t.Rule | t.Definition, other: t.Rule | t.Definition) -> bool:
    """Whether two rules do the same to different neighbors of a player: that these are one player, where two play, is nothing
    that happens twice by mistake."""
    if not isinstance(one, t.Trigger) or not isinstance(other, t.Trigger) or one.effects == other.effects:
        return False
    return shape(one.effects) == shape(other.effects)


def shape(node: object) -> object:
    """Effects without which neighbor they name: that on the left, on the right, or the one where play goes."""
    if isinstance(node, tuple):
        return tuple(map(shape, node))
    sides = (node.then, node.otherwise) if isinstance(node, e.Choose) else (node,)
    if all(isinstance(x, e.Neighbor) for x in sides):
        return e.Neighbor
    names = fields_of(type(node))
    return (type(node), *(shape(getattr(node, x)) for x in names)) if names else node


def still_open(context: Context, a: int, b: int) -> Finding:
    first, second = context.table.triggers[a], context.table.triggers[b]
    return finding_of(
        DOUBLE,
        context,
        (first, second),
        f"`{first.info.name}` and `{second.info.name}` may do the same thing twice",
        f"what they did in {context.samples.moves} moves of play was not the same, and they can both run",
        places=(Place(first.info.head, "does it"), Place(second.info.head, "and so does this one")),
    )
