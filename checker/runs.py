"""A run of a search as a scenario that anybody can replay."""

from __future__ import annotations

from collections.abc import Sequence

from checker.case import Case
from checker.witness import failures, header, move_line, position, scenario_text
from unodsl.engine.api import Move, State
from unodsl.engine.describe import short
from unodsl.engine.explore import Step


def alike(case: Case, state: State, move: Move) -> bool:
    """Whether another rule offers the same move in a state."""
    mine = case.table.offers[move.offer]
    for other in case.executor.legal(state):
        theirs = case.table.offers[other.offer]
        same = (other.seat, other.argument, theirs.act, theirs.manner) == (
            move.seat,
            move.argument,
            mine.act,
            mine.manner,
        )
        if same and other.offer != move.offer:
            return True
    return False


def scenario_of_run(
    case: Case, title: str, start: State, steps: Sequence[Step], expected: Sequence[str], rests: bool = True
) -> str | None:
    """A run as the text of a scenario that has been replayed; None where none of its states can be said. It begins with the
    state that the run begins with, or, where cards are drawn that were not in the pile then, with a later one. `expected`: lines
    at its end. `rests`: the last move comes to rest; where it does not, no scenario can pass, and the text ends with the move."""
    states = [start, *(x.after for x in steps if x.after is not None)]
    home = case.table.deck.home
    for first, state in enumerate(states):
        written = position(case, state, fewest=False)
        if written is None:
            continue
        left = steps[first:]
        picks = [kind for x in left for kind in x.picks]
        held = case.layout.held(state, home, 0)
        if any(picks.count(kind) > case.layout.count(held, kind) for kind in set(picks)):
            continue
        lines = list(written.lines)
        if picks:
            drawn = ", ".join(case.table.deck.kinds[kind].name for kind in picks)
            # the pile stands before what is open
            lines.insert(0, f"{short(case.table.zones[home].name)} is {drawn}")
        for at, step in zip(states[first:], left, strict=False):
            lines.append(move_line(case, step.move, alike(case, at, step.move)))
        text = header(case) + "\n\n" + scenario_text(title, case, [*lines, *expected])
        if not rests or not failures(case, text):
            return text
    return None
