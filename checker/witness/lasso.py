"""Rounds of moves as scenarios: a position, the moves twice over, and the same table after each time."""

from __future__ import annotations

from collections.abc import Callable

from checker.context import Case
from checker.search.graph import Lasso, forced
from checker.witness.path import reached
from checker.witness.scenario import Written, header, move_line, open_line, position, replays, scenario_text, shrunk
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import TOP
from unodsl.scenarios import SEAT_NAMES

MOST_LINES = 60
"""Moves of a round that a scenario still shows."""


def lasso_text(case: Case, lasso: Lasso, title: str, keeps: Callable[[State], bool] = lambda s: True) -> str | None:
    """A replayed scenario of a round, from a position of which `keeps` holds as well; None where it cannot be said."""
    if len(lasso.moves) > MOST_LINES:
        return None
    small = shrunk(case, lasso.state, lambda s: lasso.rounds(case, s) and s[TOP] == lasso.state[TOP] and keeps(s))
    trials = ((small, True), (lasso.state, True), (lasso.state, False))
    for state, fewest in trials:
        written = position(case, state, fewest)
        if written is None or not lasso.rounds(case, written.state) or not keeps(written.state):
            continue
        text = header(case) + "\n\n" + scenario_text(title, case, _lines(case, lasso, written))
        if replays(case, text):
            return text
    led = reached(case, lasso.state)
    if led is not None and lasso.rounds(case, led.state) and keeps(led.state):
        text = header(case) + "\n\n" + scenario_text(title, case, _lines(case, lasso, led))
        return text if replays(case, text) else None
    return None


def _lines(case: Case, lasso: Lasso, written: Written) -> list[str]:
    facts = [f"expect {x}" for x in standing_facts(case, written)]
    once: list[str] = []
    at = written.state
    for move in lasso.moves:
        alike = [
            m
            for m in case.executor.legal(at)
            if (m.seat, m.argument) == (move.seat, move.argument)
            and case.table.offers[m.offer].act == case.table.offers[move.offer].act
        ]
        once.append(move_line(case, move, len(alike) > 1))
        at = _after(case, at, lasso, len(once) - 1)
    return [*written.lines, *once, *facts, *once, *facts]


def _after(case: Case, state: State, lasso: Lasso, number: int) -> State:
    after = forced(case, state, lasso.moves[number])
    assert after is not None
    return after


def standing_facts(case: Case, written: Written) -> list[str]:
    """What can be said of a position: its situations with their fields, and how many cards everybody holds."""
    layout, table = case.layout, case.table
    out = [open_line(case, written.state, i) for i in reversed(layout.stack(written.state))]
    for index, zone in enumerate(table.zones):
        if zone.each_player:
            for seat in range(layout.seats):
                n = layout.held(written.state, index, seat).bit_count()
                out.append(f"number of cards in {short(zone.name)} of {SEAT_NAMES[seat]} is {n}")
    return out
