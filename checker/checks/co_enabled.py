"""Two rules that answer one event: what the checks of such pairs share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import z3

from checker.context import Context, stage
from checker.effects.footprints import Footprints
from checker.effects.summary import summaries
from checker.invariants.known import ask
from checker.invariants.rule_enabled import possible
from checker.play.sample import Step, towards
from checker.reachability.no_op import contradicts, left_behind
from checker.search.concretize import games_towards
from checker.smt.factory import boolean, disj
from checker.witness.path import pile, tellings
from checker.witness.scenario import header, move_line, replays, scenario_text, shrunk
from checker.witness.trace import Opening, Watcher
from unodsl.engine.api import Move, State
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import YesNo

OPENINGS = 120
"""Beginnings that are looked at for two rules that both run in one."""

MOST_TRIED = 300
"""Steps of play that one pair of rules is tried on."""


def related(table: t.Table, a: int, b: int) -> bool:
    """Whether one of two triggers names the other: whoever wrote it knew that both are there."""
    first, second = table.triggers[a].info, table.triggers[b].info
    return any(
        mine.name in (*other.instead, *other.before, *other.after) for mine, other in ((first, second), (second, first))
    )


def shared_events(context: Context, *triggers: int) -> list[t.Event]:
    """The events that all of some triggers hear and that can happen at this table."""
    heard = [set(context.table.triggers[i].events) for i in triggers]
    return [
        x
        for x in context.table.triggers[triggers[0]].events
        if x in context.facts.events and all(x in h for h in heard)
    ]


def all_hold(context: Context, triggers: tuple[int, ...], events: list[t.Event]) -> z3.BoolRef:
    """The conditions of all of some triggers hold when one of some events happens."""
    if not context.going_on():
        # nobody will ask, and to put all such questions together takes its time
        return boolean(True)
    joined = e.Logic("and", tuple(context.table.triggers[i].guard for i in triggers), YesNo())
    return disj([possible(context, joined, x) for x in events])


def never_together(context: Context, footprints: Footprints, a: int, b: int, events: list[t.Event]) -> bool:
    """Whether two triggers of one event certainly never run both. The second one's condition is looked at after the first
    has run, and others perhaps; of it counts what none of them changes."""
    order = dict(context.table.order)
    return all(ask(context, one_after_other(context, footprints, order[x], a, b, x)) == "impossible" for x in events)


def one_after_other(
    context: Context, footprints: Footprints, row: tuple[int, ...], a: int, b: int, event: t.Event, as_is: bool = False
) -> z3.BoolRef:
    """The first of two triggers in a row can run, and of the second one's condition that holds which is still the same when
    its turn comes. `as_is`: that the first keeps the second from running counts for nothing."""
    if not context.going_on():
        return boolean(True)
    first, second = sorted((a, b), key=row.index)
    between = row[row.index(first) : row.index(second)]
    guard = context.table.triggers[first].guard
    kept = footprints.lasting(second, between)
    joined = e.Logic("and", (guard, *kept), YesNo())
    asked = possible(context, joined, event)
    if as_is:
        return asked
    # The first rule itself may see to it that the second does not run.
    said = left_behind(context.table, context.table.triggers[first].effects)
    rest = footprints.lasting(second, [x for x in between if x != first])
    closed: list[e.Expr] = []
    for part in rest:
        against = {k for k, value in said.items() if contradicts(part, {k: value})}
        if any(isinstance(k, e.Variable) for k in against):
            return boolean(False)
        # a field is set only while its situation is open
        needed = {k.situation for k in against if isinstance(k, e.Field | e.Owner)}
        needed -= begun_or_ended(context.table, context.table.triggers[first].effects)
        if needed:
            closed.append(e.Not(e.IsOpen(min(needed), YesNo()), YesNo()))
    if not closed:
        return asked
    return possible(context, e.Logic("and", (guard, *kept, *closed), YesNo()), event)


def begun_or_ended(table: t.Table, effects: tuple[f.Effect, ...]) -> frozenset[int]:
    """The situations that effects may begin or end, by their acts too."""
    found = tuple(summaries(table).through(effects))
    if any(x.phase is not None for x in found):
        return frozenset(range(len(table.situations)))
    return frozenset(x.situation for x in found if x.situation is not None)


def apart(context: Context, footprints: Footprints, a: int, b: int, events: list[t.Event]) -> bool:
    """Whether two triggers, one right after the other, never run both, in either order, and neither ever decides whether the
    other runs: what the one leaves untouched of the other's condition contradicts its own."""
    rows = ((a, b), (b, a))
    if not context.going_on() or not all(footprints.lasting(second, (first,)) for first, second in rows):
        return False
    return all(
        ask(context, one_after_other(context, footprints, row, a, b, x, as_is=True)) == "impossible"
        for x in events
        for row in rows
    )


@stage
def watcher_of(context: Context) -> Watcher:
    """What sees into the cascades of a table, made once."""
    return Watcher(context)


Played = tuple[State, Move | Opening]
"""A state and what happened next."""


def steps_with(context: Context, watcher: Watcher, a: int, b: int, question: z3.BoolRef) -> Iterator[Played]:
    """Moves of play from legal deals in whose cascades both triggers ran: those sampled, beginnings, games dealt with the
    cards of a solved position, and games dealt with some cards above all."""
    first, second = context.table.triggers[a].info.name, context.table.triggers[b].info.name

    def fitting(steps: list[Step]) -> Iterator[Played]:
        yield from ((s.state, s.move) for s in steps if first in s.fired and second in s.fired)

    yield from fitting(context.samples.steps)
    yield from ((context.executor.blank(1), x) for x in watcher.openings(frozenset({first, second}), OPENINGS))
    yield from fitting(games_towards(context, question).steps)
    kinds = len(context.table.deck.kinds)
    for part in range(4):
        if not context.going_on():
            return
        yield from fitting(
            towards(context.executor, context.layout, range(kinds)[part::4], 4, 80, context.going_on).steps
        )


def told(
    context: Context,
    state: State,
    move: Move | Opening,
    keeps: Callable[[State], bool],
    expected: Callable[[State], list[str]],
    title: str,
) -> str | None:
    """A replayed scenario: a position of which `keeps` holds, a move, and what then is true; None where it cannot be said."""

    if isinstance(move, Opening):
        lines = [*pile(context, move.drawn), "the match begins"]
        lines += [f"expect {x}" for x in expected(state)]
        text = header(context) + "\n\n" + scenario_text(title, context, lines)
        return text if keeps(state) and replays(context, text) else None

    def good(s: State) -> bool:
        return move in context.executor.legal(s) and keeps(s)

    for written in tellings(context, state, shrunk(context, state, good)):
        if not good(written.state):
            continue
        alike = [
            m for m in context.executor.legal(written.state) if m.seat == move.seat and m.argument == move.argument
        ]
        ambiguous = (
            len([m for m in alike if context.table.offers[m.offer].act == context.table.offers[move.offer].act]) > 1
        )
        lines = [*written.lines, move_line(context, move, ambiguous)]
        lines += [f"expect {x}" for x in expected(written.state)]
        text = header(context) + "\n\n" + scenario_text(title, context, lines)
        if replays(context, text):
            return text
    return None
