"""UNO204 two-replacements: two rules stand instead of the same rule, for one event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, combinations

import z3

from checker.checks.co_enabled import (
    MOST_TRIED,
    all_hold,
    cascade_watcher,
    related,
    replayed_scenario,
    shared_events,
    steps_with,
)
from checker.checks.findings import MET_IN_PLAY, finding_of
from checker.checks.fix_suggestions import one_alone
from checker.checks.obligations import OpenPair, PairAnswers, Wanted, ask_pairs, is_wanted, settle
from checker.codes import TWO_REPLACEMENTS
from checker.context import Context
from checker.invariants.decided import Answered
from checker.kernel.obligations import Obligation
from checker.results import Answers, Finding, Place, Side
from checker.witness.scenario import differences
from checker.witness.trace import Opening, Watcher
from unodsl.engine.api import Move, State
from unodsl.model import table as t

CODE = TWO_REPLACEMENTS.id

ALONE = " alone"
"""The end of the label of what one of the two rules does without the other."""


def check(context: Context) -> Answers:
    """Checks every pair of triggers that stand instead of the same one and do not name each other."""
    return settle(context, CODE, pair_answers(context))


Pair = tuple[int, int, int, list[t.Event]]
"""Two triggers, the one that both replace, and the events that all of them answer."""


def pair_answers(context: Context, wanted: Wanted = None) -> PairAnswers:
    """The pairs that may both run."""

    def obligation(pair: Pair) -> Obligation:
        return Obligation("both instead", rule_names(context, pair))

    def doubt(pair: Pair, answered: Answered) -> OpenPair:
        a, b, below, _ = pair
        known = all_hold(context, a, b, below)
        search = partial(witnessed, context, a, b, below, known)
        return OpenPair(rule_names(context, pair), known, search, partial(still_open, context, a, b, below))

    return ask_pairs(context, CODE, competing(context, wanted), obligation, doubt)


def competing(context: Context, wanted: Wanted) -> Iterator[Pair]:
    """The pairs of triggers that replace the same one and do not name each other, lazily: for each one that they replace, since
    they may run together for one of these only."""
    triggers = context.table.triggers
    for below, rule in enumerate(triggers):
        for a, b in combinations(sorted(rule.replaced_by), 2):
            events = shared_events(context, a, b, below)
            if not events or related(triggers[a], triggers[b]):
                continue
            pair = a, b, below, events
            if is_wanted(wanted, *rule_names(context, pair)):
                yield pair


def rule_names(context: Context, pair: Pair) -> tuple[str, ...]:
    """The names of the three rules."""
    return tuple(context.table.triggers[i].info.name for i in pair[:3])


def both_stand(watcher: Watcher, state: State, move: Move | Opening, a: int, b: int, below: int) -> bool:
    """Whether a move causes an event for which both run, and which the replaced rule would have answered."""
    watched = watcher.watch(state, move)
    return watched is not None and any(a in h.ran and b in h.ran and below in h.held for h in watched[1])


def witnessed(context: Context, a: int, b: int, below: int, question: z3.BoolRef) -> Finding | None:
    """The finding in the first position that a scenario can state and where it matters that both run, else in the first one."""
    watcher = cascade_watcher(context)
    alike: list[tuple[State, Move | Opening]] = []
    for tried, (state, move) in enumerate(steps_with(context, watcher, a, b, question)):
        if tried >= MOST_TRIED or not context.within_budget():
            break
        if both_stand(watcher, state, move, a, b, below):
            differs = any(stories(context, state, move, a, b)[1])
            found = written(context, a, b, below, state, move, differs) if differs else None
            if found is not None:
                return found
            alike.append((state, move))
    stated = (written(context, a, b, below, state, move, False) for state, move in alike)
    return next((x for x in stated if x is not None), None)


def stories(context: Context, state: State, move: Move | Opening, a: int, b: int) -> tuple[list[str], list[list[str]]]:
    """What is so after a move with both; and with the one alone, with the other alone, and with both."""
    watcher = cascade_watcher(context)
    mine, one, other = (watcher.watch(state, move, gone) for gone in ((), (b,), (a,)))
    if mine is None or one is None or other is None:
        return [], []
    rows = ((one, other), (other, one), (mine, one), (mine, other))
    first, second, *both = (differences(context, x[0], y[0], most=2) for x, y in rows)
    together = list(dict.fromkeys(chain(*both)))
    # either rule alone may lead to the same table, and both to another one
    alike = [] if first or second else differences(context, one[0], mine[0], most=2)
    return together, [first or alike, second or alike, together]


def written(
    context: Context, a: int, b: int, below: int, state: State, move: Move | Opening, differs: bool
) -> Finding | None:
    """The finding with its scenario, if the position can be stated and replays. `differs`: it shows what differs."""
    watcher = cascade_watcher(context)
    names = tuple(context.table.triggers[i].info.name for i in (a, b, below))
    title = f"{names[0]} and {names[1]} both stand instead of {names[2]}"

    def shows(state: State) -> bool:
        return both_stand(watcher, state, move, a, b, below) and (
            not differs or any(stories(context, state, move, a, b)[1])
        )

    found = replayed_scenario(context, state, move, shows, lambda s: stories(context, s, move, a, b), title)
    return None if found is None else finding(context, a, b, below, *found)


def finding(context: Context, a: int, b: int, below: int, text: str, stories: list[list[str]]) -> Finding:
    first, second = context.table.triggers[a], context.table.triggers[b]
    labels = (first.info.name + ALONE, second.info.name + ALONE, "both")
    sides = tuple(Side(label, "", tuple(facts)) for label, facts in zip(labels, stories, strict=False) if facts)
    return replace(
        still_open(context, a, b, below),
        severity="warning",
        message=f"`{first.info.name}` and `{second.info.name}` both stand instead of `{context.table.triggers[below].info.name}`, "
        "and both run",
        evidence="witnessed",
        witness=text,
        details=tuple(f"{x.label}: {'; '.join(x.facts)}" for x in sides),
        sides=sides,
        basis=MET_IN_PLAY,
        fixes=one_alone(context, CODE, a, b, "let `{}` alone stand", (a, b)),
    )


def still_open(context: Context, a: int, b: int, below: int) -> Finding:
    first, second, third = (context.table.triggers[i] for i in (a, b, below))
    return finding_of(
        TWO_REPLACEMENTS,
        context,
        (first, second),
        f"`{first.info.name}` and `{second.info.name}` may both stand instead of `{third.info.name}`",
        f"not met in {context.samples.moves} moves of play, and not ruled out",
        places=(
            Place(first.info.head, "stands instead of it"),
            Place(second.info.head, "and so does this one"),
            Place(third.info.head, "the rule that both replace"),
        ),
    )
