"""Two options: rules that are proved never to come into one decision do not run in one cascade."""

from __future__ import annotations

from itertools import combinations
from random import Random

from checker.effects.never_meet import never_meet
from tests.comparisons.subject import Subject

PAIRS = 60
"""Pairs of rules of each table that are asked about."""


def apart(subject: Subject) -> None:
    """Of rules that never meet, no cascade has both."""
    table = subject.table
    names = [*(r.info.name for r in table.triggers), *(r.info.name for r in table.offers)]
    pairs = list(combinations(sorted(set(names)), 2))
    Random(len(pairs)).shuffle(pairs)
    together = set()
    for step in subject.steps:
        ran = {table.triggers[x.trigger].info.name for x in step.ran}
        if step.move is not None:
            ran.add(table.offers[step.move.offer].info.name)
        together |= set(combinations(sorted(ran), 2))
    for pair in pairs[:PAIRS]:
        if never_meet(subject.table, {pair[0]}, {pair[1]}):
            subject.compare("pairs proved apart", pair not in together, f"{pair[0]} and {pair[1]} ran in one cascade")
        else:
            subject.tally.compared[f"{subject.name}: pairs that may meet"] += 1
