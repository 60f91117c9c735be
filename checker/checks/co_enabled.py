"""Co-enabled triggers: what the checks of two rules for one event share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import z3

from checker.context import Context, stage
from checker.invariants.decided import builder
from checker.play.sample import Step, towards
from checker.search.concretize import games_towards
from checker.smt.factory import boolean
from checker.witness.path import pile, statable_positions
from checker.witness.scenario import header, move_line, replays, scenario_text, shrunk
from checker.witness.trace import Opening, Watcher
from unodsl.engine.api import Move, State
from unodsl.model import table as t

OPENINGS = 120
"""Match beginnings searched for two rules that both run."""

MOST_TRIED = 300
"""The maximal number of steps of play tried for one pair of rules."""


def related(first: t.Rule, second: t.Rule) -> bool:
    """Whether one of two rules names the other, so that its author knew both."""
    return any(
        mine.info.name in (*other.info.instead, *other.info.before, *other.info.after, *other.info.despite)
        for mine, other in ((first, second), (second, first))
    )


def shared_events(context: Context, *triggers: int) -> list[t.Event]:
    """The possible events that all of some triggers answer."""
    event_sets = [set(context.table.triggers[i].events) for i in triggers]
    return [
        x
        for x in context.table.triggers[triggers[0]].events
        if x in context.facts.events and all(x in h for h in event_sets)
    ]


def all_hold(context: Context, *triggers: int) -> z3.BoolRef:
    """The condition that all of some triggers are enabled by one of their events."""
    if not context.within_budget():
        # nobody will run the query, and building it takes time
        return boolean(True)
    return builder(context).both(*triggers)


@stage
def cascade_watcher(context: Context) -> Watcher:
    """The observer of cascades for a table, made once."""
    return Watcher(context)


Played = tuple[State, Move | Opening]
"""A state and what happened next."""


def steps_with(context: Context, watcher: Watcher, a: int, b: int, question: z3.BoolRef) -> Iterator[Played]:
    """Steps of play from legal deals whose cascades ran both triggers: sampled steps, match beginnings, games dealt
    with the cards of a solved position, and games with some cards on top of the pile."""
    first, second = context.table.triggers[a].info.name, context.table.triggers[b].info.name

    def fitting(steps: list[Step]) -> Iterator[Played]:
        yield from ((s.state, s.move) for s in steps if first in s.fired and second in s.fired)

    yield from fitting(context.samples.steps)
    yield from ((context.executor.blank(1), x) for x in watcher.openings(frozenset({first, second}), OPENINGS))
    yield from fitting(games_towards(context, question).steps)
    kinds = len(context.table.deck.kinds)
    for part in range(4):
        if not context.within_budget():
            return
        yield from fitting(
            towards(context.executor, context.layout, range(kinds)[part::4], 4, 80, context.within_budget).steps
        )


Shown = TypeVar("Shown")
"""What a check knows of a scenario, besides its facts."""


def replayed_scenario(
    context: Context,
    state: State,
    move: Move | Opening,
    keeps: Callable[[State], bool],
    shown: Callable[[State], tuple[list[str], Shown]],
    title: str,
    following: Callable[[Shown], Sequence[Move]] = lambda _: (),
) -> tuple[str, Shown] | None:
    """A replayed scenario: a position for which `keeps` holds, a move, and the facts after it; with what `shown` returns
    of its position besides these facts. None if no scenario states it. `following`: the moves after the move."""

    def text_of(lines: list[str], facts: list[str]) -> str:
        return header(context) + "\n\n" + scenario_text(title, context, [*lines, *(f"expect {x}" for x in facts)])

    if isinstance(move, Opening):
        if not keeps(state):
            return None
        facts, more = shown(state)
        text = text_of([*pile(context, move.drawn), "the match begins"], facts)
        return (text, more) if replays(context, text) else None

    def good(s: State) -> bool:
        return move in context.executor.legal(s) and keeps(s)

    for written in statable_positions(context, state, shrunk(context, state, good)):
        if not good(written.state):
            continue
        alike = [
            m for m in context.executor.legal(written.state) if m.seat == move.seat and m.argument == move.argument
        ]
        ambiguous = (
            len([m for m in alike if context.table.offers[m.offer].act == context.table.offers[move.offer].act]) > 1
        )
        facts, more = shown(written.state)
        lines = [*written.lines, move_line(context, move, ambiguous)]
        lines += [move_line(context, x, False) for x in following(more)]
        text = text_of(lines, facts)
        if replays(context, text):
            return text, more
    return None
