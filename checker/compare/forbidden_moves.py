"""Rules that run on nothing but moves that another option forbids: what such a rule makes of a move never happens with the ban.

Example: a 7 on a 7 costs three cards, and no 7 may be played on a 7. A rule that runs on other moves too goes together with
a ban on some. A heuristic: play shows on which moves a rule runs, and the solver's positions show no other one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from checker.compare.four_tables import FourTables, Side
from checker.invariants.decided import formula
from checker.kernel.obligations import Obligation
from checker.play.sample import Step
from checker.search.concretize import positions
from checker.search.simulate import again, shed

FEWEST_MOVES, MOST_MOVES = 3, 40
"""The numbers of moves on which a rule runs that say which ones these are: at least so many, and at most."""

MOVES_BEFORE = 2
"""The number of moves before one that may have led to it: a last card is played, and what is due is drawn."""

MOST_ACTS, MOST_POSITIONS = 4, 3
"""The most acts on which a rule ran that are tried in other positions, and the most positions of one kind for each."""


def only_on_forbidden(four: FourTables, side: Side, rule: str) -> bool:
    """Whether a trigger of one option runs, in play with it alone and in positions with both, on nothing but moves that the
    other one forbids."""
    if rule in four.context.samples.fired:
        return False
    rows = list(islice(steps_with(four, side, rule), MOST_MOVES))
    if len(rows) < FEWEST_MOVES or any(all_allowed(four, side, x) for x in rows):
        return False
    acts = dict.fromkeys((act, argument) for act, _, argument in (four.act_words(side, x[-1].move) for x in rows))
    return not any(runs_elsewhere(four, rule, x) for x in islice(acts, MOST_ACTS))


def steps_with(four: FourTables, side: Side, rule: str) -> Iterator[list[Step]]:
    """Each move on which a trigger runs in play with its option alone, and those just before it, with which something may
    have become due."""
    at = four.at[side]
    played = [at.samples.steps]
    if sum(rule in x.fired for x in played[0]) < FEWEST_MOVES:
        played += [again(at, frozenset({rule})).steps, shed(at).steps]
    for steps in played:
        for number, step in enumerate(steps):
            if rule in step.fired:
                yield list(steps[max(0, number - MOVES_BEFORE) : number + 1])


def all_allowed(four: FourTables, side: Side, steps: Iterable[Step]) -> bool:
    """Whether the table with both allows all of some moves, as far as it can represent their states."""
    return all(allowed_with_both(four, side, x) is not False for x in steps)


def allowed_with_both(four: FourTables, side: Side, step: Step) -> bool | None:
    """Whether the table with both allows a move of another one; None if it cannot represent the state."""
    state = four.back[side].carried(step.state)
    if state is None:
        return None
    return (step.move.seat, *four.act_words(side, step.move)) in four.legal("both", state)


def runs_elsewhere(four: FourTables, rule: str, act: tuple[str, str]) -> bool:
    """Whether a rule runs on an act with an argument in a position in which the table with both allows it. (Positions need not
    be reachable: play with one option alone hardly ever has some in which a ban does not hold.)"""
    context = four.context
    query = formula(context, Obligation("permitted", act)) if context.within_budget() else None
    found = () if query is None else positions(context, query, MOST_POSITIONS)
    decisions = ((state, x) for state in found for x in four.legal("both", state) if (x[1], x[3]) == act)
    answers = (four.decided(state, x) for state, x in decisions)
    return any(x is not None and rule in x.fired("both") for x in answers)
