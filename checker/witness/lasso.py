"""Lassos as scenarios: a position, the moves of the cycle twice, and the same facts after each time."""

from __future__ import annotations

from collections.abc import Callable

from checker.context import Context
from checker.search.graph import Lasso, bare, capped, forced
from checker.search.staying import Staying
from checker.witness.path import alike, reached
from checker.witness.scenario import (
    header,
    move_line,
    plain_chance,
    position,
    replays,
    scenario_text,
    shrunk,
)
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import TOP
from unodsl.scenarios import SEAT_NAMES
from unodsl.scenarios.writing import Written, open_line

MOST_LINES = 60
"""The maximal number of moves of a cycle in a scenario."""


def lasso_text(
    context: Context, lasso: Lasso, title: str, keeps: Callable[[State], bool] = lambda s: True
) -> str | None:
    """A replayed scenario of a lasso, from a position for which `keeps` holds; None if it cannot be stated."""
    if len(lasso.moves) > MOST_LINES:
        return None
    small = shrunk(context, lasso.state, lambda s: lasso.rounds(context, s) and s[TOP] == lasso.state[TOP] and keeps(s))
    trials = ((small, True), (lasso.state, True), (lasso.state, False))
    for state, fewest in trials:
        written = position(context, state, fewest)
        if written is None or not lasso.rounds(context, written.state) or not keeps(written.state):
            continue
        text = header(context) + "\n\n" + scenario_text(title, context, _lines(context, lasso, written))
        if replays(context, text):
            return text
    led = reached(context, lasso.state)
    if led is not None and lasso.rounds(context, led.state) and keeps(led.state):
        text = header(context) + "\n\n" + scenario_text(title, context, _lines(context, lasso, led))
        return text if replays(context, text) else None
    return None


def _lines(context: Context, lasso: Lasso, written: Written) -> list[str]:
    lines = [*written.lines]
    at = written.state
    for _ in range(2):
        for number, move in enumerate(lasso.moves):
            lines.append(move_line(context, move, alike(context, at, move)))
            at = _after(context, at, lasso, number)
        lines += [f"expect {x}" for x in standing_facts(context, at)]
    return lines


def _after(context: Context, state: State, lasso: Lasso, number: int) -> State:
    after = forced(context, state, lasso.moves[number])
    assert after is not None
    return after


def staying_text(context: Context, found: Staying, title: str) -> str | None:
    """A replayed scenario of players who never leave a closed set of states: a position, and moves until a state
    recurs. None if it cannot be stated."""
    written = position(context, found.start, fewest=False)
    if written is None:
        written = reached(context, found.start)
    if written is None or capped(context, bare(written.state)) not in found.moves:
        return None
    chance, at = plain_chance(), written.state
    moves: list[str] = []
    states = [at]
    met: dict[State, int] = {}
    for number in range(MOST_LINES):
        key = capped(context, bare(at))
        if key in met:
            first = met[key]
            lines = [
                *written.lines,
                *moves[:first],
                *(f"expect {x}" for x in standing_facts(context, states[first])),
                *moves[first:],
                *(f"expect {x}" for x in standing_facts(context, at)),
            ]
            text = header(context) + "\n\n" + scenario_text(title, context, lines)
            return text if replays(context, text) else None
        met[key] = number
        move = found.moves.get(key)
        if move is None or move not in context.executor.legal(at):
            return None
        moves.append(move_line(context, move, alike(context, at, move)))
        at = context.executor.apply(at, move, chance)
        states.append(at)
    return None


def standing_facts(context: Context, state: State) -> list[str]:
    """The facts about a state that a cycle has to repeat: its situations with their fields, and the sizes of all hands."""
    layout, table = context.layout, context.table
    out = [open_line(layout, state, i) for i in reversed(layout.stack(state))]
    for index, zone in enumerate(table.zones):
        if zone.each_player:
            for seat in range(layout.seats):
                n = layout.held(state, index, seat).bit_count()
                out.append(f"number of cards in {short(zone.name)} of {SEAT_NAMES[seat]} is {n}")
    return out
