"""UNO206 double: two rules do the same thing to the same event, so that it happens twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import z3

from checker.checks.co_enabled import MOST_TRIED, all_hold, related, steps_with, told, watcher_of
from checker.checks.fix_suggestions import one_alone
from checker.checks.obligations import Doubt, Doubts, Wanted, asked_for, gathered, settle
from checker.codes import DOUBLE
from checker.compare.observe import observed, same_to_players
from checker.context import Context
from checker.effects.deeds import Deed, common, deeds
from checker.effects.footprints import Footprints
from checker.effects.summary import summaries
from checker.invariants.decided import Answered
from checker.kernel.obligations import Obligation
from checker.results import Answers, Finding, Place, Side
from checker.witness.scenario import differences
from checker.witness.trace import Opening, Watcher
from unodsl.engine.api import Move, State
from unodsl.engine.layout import GENERATOR
from unodsl.model import effects as f
from unodsl.model import table as t
from unodsl.model.types import Number

CODE, NAME = DOUBLE.id, DOUBLE.name


def check(context: Context) -> Answers:
    """Every pair of triggers of one event with a deed in common, unless one of them names the other."""
    return settle(context, CODE, doubts(context))


Pair = tuple[int, int, list[t.Event]]
"""Two triggers, and the events that both answer."""


def doubts(context: Context, wanted: Wanted = None) -> Doubts:
    """The pairs that may do the same thing to one event."""
    triggers = context.table.triggers

    def obligation(pair: Pair) -> Obligation:
        return Obligation("double", (triggers[pair[0]].info.name, triggers[pair[1]].info.name))

    def doubt(pair: Pair, answered: Answered) -> Doubt:
        a, b, _ = pair
        known = all_hold(context, a, b)
        look, open_ = partial(witnessed, context, a, b, known), partial(still_open, context, a, b)
        return Doubt(obligation(pair).names, known, look, open_)

    return gathered(context, CODE, together(context, wanted), obligation, doubt)


def together(context: Context, wanted: Wanted) -> Iterator[Pair]:
    """The pairs of triggers that answer one event and do not name each other, one after the other."""
    rows = {x: sorted(row) for x, row in context.table.order if x in context.facts.events}
    for a, first in enumerate(context.table.triggers):
        others: dict[int, list[t.Event]] = {}
        for event in first.events:
            for b in rows.get(event, ()):
                if b > a:
                    others.setdefault(b, []).append(event)
        for b in sorted(others):
            names = first.info.name, context.table.triggers[b].info.name
            if not related(context.table, a, b) and asked_for(wanted, *names):
                yield a, b, others[b]


def both_in_the_end(context: Context, a: int, b: int) -> bool:
    """Whether two triggers do a thing in common, be it only by what players do in the situations that come of each of them: in
    whichever order they run, it happens twice. (A situation that comes of both is open once.)"""
    footprints = Footprints(context.table)
    effects = [context.table.triggers[i].effects for i in (a, b)]
    begun = [begun_after(context, x) for x in effects]
    both = begun[0] & begun[1]
    return common(*(in_the_end(footprints, x, here - both) for x, here in zip(effects, begun, strict=True)))


def begun_after(context: Context, effects: tuple[f.Effect, ...]) -> frozenset[int]:
    """The situations that effects begin, and those that their moves begin, but for the one that play comes back to."""
    out: set[int] = set()
    todo: list[tuple[f.Effect, ...]] = [effects]
    while todo:
        for x in summaries(context.table).flat(todo.pop()):
            if x.begins is not None and x.begins not in out | context.ground:
                out.add(x.begins)
                todo += [o.effects for o in context.table.offers if x.begins in o.situations]
    return frozenset(out)


def in_the_end(footprints: Footprints, effects: tuple[f.Effect, ...], situations: frozenset[int]) -> frozenset[Deed]:
    """The deeds of effects, and of the moves of some situations, whoever makes these."""
    table = footprints.table
    out = deeds(footprints, effects, {t.PLAYER_LOCAL: "player"})
    for offer in table.offers:
        if situations & set(offer.situations) and offer.mode not in t.LEFT_ALONE:
            out |= deeds(footprints, offer.effects, {})
    return out


@dataclass(frozen=True, slots=True)
class Twice:
    """The tables after a move: as played, and as if only one of the two rules had run. `alike`: whichever of them it is."""

    both: State
    once: State
    alike: bool = False


def twice(context: Context, watcher: Watcher, state: State, move: Move | Opening, a: int, b: int) -> Twice | None:
    """Whether two triggers that run for one event do the same thing, and it counts twice.

    Either each alone leads to the same table, and both to another one; or both make the same player do the same act with
    the same thing, and some number of cards, or some number that is kept, changes by as much again for the second one."""
    played = watcher.watch(state, move)
    if played is None:
        return None
    hit = next((h for h in played[1] if a in h.ran and b in h.ran), None)
    if hit is None:
        return None
    trials = [watcher.watch(state, move, without) for without in ((b,), (a,), (a, b))]
    if any(x is None for x in trials):
        return None
    only_a, only_b, neither = (unseeded(x[0]) for x in trials if x is not None)
    # what no player can tell is not done twice
    seen_a, seen_b, seen_neither = (observed(context, x) for x in (only_a, only_b, neither))
    if seen_a == seen_b != seen_neither and not same_to_players(context, played[0], only_a):
        return Twice(played[0], only_a, alike=True)
    acts = {x[1:] for x in hit.deeds if x[0] == a} & {x[1:] for x in hit.deeds if x[0] == b}
    if not any(player >= 0 for _, _, player, _ in acts):
        return None
    counts = [numbers(context, s) for s in (neither, only_a, only_b, played[0])]
    for none, one, other, two in zip(*counts, strict=True):
        if one - none == other - none != 0 and two - none == 2 * (one - none):
            return Twice(played[0], only_a)
    return None


def unseeded(state: State) -> State:
    """A state without its generator of chance."""
    return (*state[:GENERATOR], 0, *state[GENERATOR + 1 :])


def numbers(context: Context, state: State) -> list[int]:
    """What can be counted at a table: cards in each place of a player, and numbers that are kept."""
    layout, table = context.layout, context.table
    out = [
        layout.held(state, zone, seat).bit_count()
        for zone, declared in enumerate(table.zones)
        if declared.each_player
        for seat in range(layout.seats)
    ]
    for index, variable in enumerate(table.variables):
        if isinstance(variable.type, Number):
            at = layout.variable[index]
            out.extend(state[at : at + (layout.seats if variable.each_player else 1)])
    return out


def witnessed(context: Context, a: int, b: int, question: z3.BoolRef) -> Finding | None:
    watcher = watcher_of(context)
    for tried, (state, move) in enumerate(steps_with(context, watcher, a, b, question)):
        if tried >= MOST_TRIED or not context.going_on():
            return None
        if twice(context, watcher, state, move, a, b) is None:
            context.met[frozenset(context.table.triggers[i].info.name for i in (a, b))] += 1
            continue

        # the tables of the position that is told, which has fewer cards than the one met
        last: list[Twice] = []

        def facts(state: State, move: Move | Opening = move, last: list[Twice] = last) -> list[str]:
            found = twice(context, watcher, state, move, a, b)
            last[:] = [] if found is None else [found]
            return [] if found is None else differences(context, found.both, found.once)

        names = tuple(context.table.triggers[i].info.name for i in (a, b))
        text = told(
            context,
            state,
            move,
            lambda s: bool(facts(s)),
            facts,
            f"{names[0]} and {names[1]} do the same thing",
        )
        if text is not None:
            (found,) = last
            alone, both = differences(context, found.once, found.both), differences(context, found.both, found.once)
            return finding(context, a, b, text, alone, both, found.alike)
    return None


def finding(context: Context, a: int, b: int, text: str, once: list[str], both: list[str], alike: bool) -> Finding:
    first, second = context.table.triggers[a], context.table.triggers[b]
    # two rulesets that bring the same rule do not contradict each other
    files = {x.info.name.partition(".")[0] for x in (first, second)}
    return replace(
        still_open(context, a, b),
        severity="note" if alike and len(files) > 1 else "warning",
        message=f"`{first.info.name}` and `{second.info.name}` do the same thing for the same event, so it happens twice",
        evidence="witnessed",
        witness=text,
        basis="met in play from a legal deal; the engine played it with both rules and with each of them alone",
        details=(f"with one of them alone: {'; '.join(once)}",) if once else (),
        sides=(Side("with one of them alone", "", tuple(once)), Side("with both", "", tuple(both))),
        fixes=one_alone(context, CODE, a, b, "let it happen once, by `{}`", (b, a)),
    )


def still_open(context: Context, a: int, b: int) -> Finding:
    first, second = context.table.triggers[a], context.table.triggers[b]
    return Finding(
        code=CODE,
        name=NAME,
        severity="note",
        message=f"`{first.info.name}` and `{second.info.name}` may do the same thing twice",
        rules=(first.info.name, second.info.name),
        options=context.options_of(first, second),
        seats=context.layout.seats,
        places=(Place(first.info.head, "does it"), Place(second.info.head, "and so does this one")),
        evidence="bounded",
        witness=None,
        basis=f"what they did in {context.samples.moves} moves of play was not the same, and they can both run",
    )
