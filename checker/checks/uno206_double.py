"""UNO206 double: two rules do the same thing to the same event, so that it happens twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, assert_never

import z3

from checker.checks.co_enabled import MOST_TRIED, all_hold, never_together, related, steps_with, told, watcher_of
from checker.checks.fix_suggestions import one_alone
from checker.checks.obligations import PROVED, Doubt, Doubts, Wanted, asked_for, gathered, settle
from checker.codes import DOUBLE
from checker.context import Context
from checker.effects.footprints import Footprints, Whose
from checker.effects.summary import Transfer, step_of, steps, summaries
from checker.results import Answers, Finding, Place, Side
from checker.smt.factory import boolean
from checker.witness.scenario import differences
from checker.witness.trace import Opening, Watcher
from unodsl.engine.api import Move, State
from unodsl.engine.layout import GENERATOR
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import below

CODE, NAME = DOUBLE.id, DOUBLE.name


def check(context: Context) -> Answers:
    """Every pair of triggers of one event with a deed in common, unless one of them names the other."""
    return settle(context, CODE, doubts(context))


Pair = tuple[int, int, list[t.Event]]
"""Two triggers, and the events that both answer."""


def doubts(context: Context, wanted: Wanted = None) -> Doubts:
    """The pairs that may do the same thing to one event."""
    footprints = Footprints(context.table)
    triggers = context.table.triggers
    mine = [deeds(footprints, x.effects, {t.PLAYER_LOCAL: "player"}) for x in triggers]

    def question(pair: Pair) -> z3.BoolRef | Literal["proved"]:
        a, b, events = pair
        if not common(mine[a], mine[b]) or a in triggers[b].replaced_by or b in triggers[a].replaced_by:
            return PROVED
        asked = all_hold(context, (a, b), events)
        return PROVED if never_together(context, footprints, a, b, events) else asked

    def doubt(pair: Pair, asked: z3.BoolRef | None) -> Doubt:
        a, b, _ = pair
        names = triggers[a].info.name, triggers[b].info.name
        known = boolean(True) if asked is None else asked
        return Doubt(names, asked, partial(witnessed, context, a, b, known), partial(still_open, context, a, b))

    return gathered(context, together(context, wanted), question, doubt)


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


Deed = tuple[object, ...]
"""A kind of doing, whose thing it is done to (see `checker.effects.footprints`), and how much: None where it is not known."""


def deeds(footprints: Footprints, effects: Iterable[f.Effect], env: Whose) -> frozenset[Deed]:
    """What effects do that counts again when it is done again: acts, cards moved, hands given on, values changed by what
    they are. (To set a value twice is to set it once.)"""
    out: set[Deed] = set()

    def add(*more: Deed) -> None:
        """Take in deeds; how much is not known of what is done in several lines."""
        for deed in more:
            before = {x for x in out if x[:-1] == deed[:-1]}
            out.difference_update(before)
            out.add((*deed[:-1], None) if before else deed)

    for x in map(footprints.summaries.of, effects):
        for block in x.blocks:
            inside = deeds(footprints, block.effects, footprints.inside(block, env))
            # how often it is done is looked up each time
            add(*((*y[:-1], None) for y in inside) if block.how == "times" else inside)
            if block.given is not None:
                # what is set as it is now: turned round by one branch or the other
                set_ = [
                    c.target for y in footprints.summaries.flat(block.effects) for c in y.changes if c.how != "begin"
                ]
                read = [y for y in set_ if any(same_slot(y, z) for z in below(block.given))]
                add(*((*slot(y), whose_slot(footprints, y, env), OTHERWISE) for y in read))
        if x.performs is not None:
            whose = footprints.whose(x.performs.player, env)
            add(("act", x.performs.act, whose, amount(x.performs.argument)))
            inside = deeds(footprints, footprints.table.acts[x.performs.act].effects, {0: whose})
            add(*((*y[:-1], None) for y in inside))
        if x.transfer is not None:
            add(*handed(footprints, x.transfer, env))
        for change in x.changes:
            target = change.target
            if any(same_slot(target, y) for y in below(change.player or change.value)):
                add((*slot(target), whose_slot(footprints, target, env), step(target, change.value)))
        if x.begins is not None and any(isinstance(y, e.Owner) and y.situation == x.begins for y in below(x.reads[0])):
            out.add(("owner", x.begins, "any", OTHERWISE))
        if x.seating is not None:
            # who sits where a place is named hangs on who has left
            out.add(("seat", x.seating.kind, "any", None))
    return frozenset(out)


OTHERWISE = ("in another way",)
"""How a value is changed by what it is, where that is not by so much."""


def handed(footprints: Footprints, move: Transfer, env: Whose) -> Iterator[Deed]:
    """What counts again of cards that change places. (To lay all of them somewhere twice is to do it once.)"""
    if move.origin is None or move.how in ("all", "gather", "shuffle"):
        return
    zones = move.origin.zone, move.target.zone
    if move.how in ("give", "swap"):
        yield (move.how, *sorted(zones), "any", None)
    else:
        whose = (footprints.whose(x.seat, env) for x in (move.origin, move.target) if x.seat is not None)
        yield ("move", *zones, next(whose, "any"), amount(move.count))


def whose_slot(footprints: Footprints, target: e.Variable | e.Field | e.Owner, env: Whose) -> str:
    """Whose a variable is that is set; anybody's where it is the table's, or of a situation."""
    seat = target.seat if isinstance(target, e.Variable) else None
    return "any" if seat is None else footprints.whose(seat, env)


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


def amount(x: e.Expr | None) -> int | None:
    """A number that is written down."""
    return x.value if isinstance(x, e.Constant) else None


def step(target: e.Variable | e.Field | e.Owner, value: e.Expr) -> tuple[object, ...]:
    """How a value is changed by what it is: by so much, as it is written, or in some other way (turned round, doubled). Two
    rules that only happen to come to the same number, 5 and the points of a hand, do not do the same thing."""
    found = steps(target, value)
    if found is None:
        return OTHERWISE
    known = step_of(target, value)
    return found if known is None else ("by", known)


def common(left: frozenset[Deed], right: frozenset[Deed]) -> bool:
    """Whether two rules could do the same thing."""
    return any(
        mine[:-2] == theirs[:-2]
        and {mine[-2], theirs[-2]} != {"player", "others"}
        and (mine[-1] == theirs[-1] or None in (mine[-1], theirs[-1]))
        for mine in left
        for theirs in right
    )


def slot(x: e.Variable | e.Field | e.Owner) -> tuple[object, ...]:
    """What an assignment changes, whoever's it is."""
    match x:
        case e.Variable():
            return ("variable", x.index)
        case e.Field():
            return ("field", x.situation, x.index)
        case e.Owner():
            return ("owner", x.situation)
        case _:
            assert_never(x)


def same_slot(target: e.Variable | e.Field | e.Owner, x: object) -> bool:
    """Whether an expression reads what an assignment changes."""
    return isinstance(x, e.Variable | e.Field | e.Owner) and slot(x) == slot(target)


@dataclass(frozen=True, slots=True)
class Twice:
    """The tables after a move: as played, and as if only one of the two rules had run."""

    both: State
    once: State


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
    both = unseeded(played[0])
    if only_a == only_b != neither and both != only_a:
        return Twice(played[0], only_a)
    acts = {x[1:] for x in hit.deeds if x[0] == a} & {x[1:] for x in hit.deeds if x[0] == b}
    if not any(player >= 0 for _, _, player, _ in acts):
        return None
    counts = [numbers(context, s) for s in (neither, only_a, only_b, both)]
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
            return finding(context, a, b, text, alone, both)
    return None


def finding(context: Context, a: int, b: int, text: str, once: list[str], both: list[str]) -> Finding:
    first, second = context.table.triggers[a], context.table.triggers[b]
    return replace(
        still_open(context, a, b),
        severity="warning",
        message=f"`{first.info.name}` and `{second.info.name}` do the same thing for the same event, so it happens twice",
        evidence="witnessed",
        witness=text,
        basis="met in play from a legal deal; the engine played it with both rules and with each of them alone",
        details=(f"with one of them alone: {'; '.join(once)}",) if once else (),
        sides=(Side("with one of them alone", "", tuple(once)), Side("with both", "", tuple(both))),
        fixes=one_alone(context, a, b, "let it happen once, by `{}`", (b, a)),
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
