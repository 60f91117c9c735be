"""Hands of those who take no part: where nobody absent is proved to have cards, nobody has."""

from __future__ import annotations

from checker.invariants.absent_hands import empty_hands
from tests.comparisons.subject import Subject
from tests.node_kinds import EFFECTS
from unodsl.engine.layout import IN_PLAY, MATCH


def hands(subject: Subject) -> None:
    """Whoever takes no part has no cards in the zones that are said."""
    table, layout = subject.table, subject.layout
    zones = empty_hands(subject.context)
    several = [i for i, x in enumerate(table.zones) if x.each_player]
    subject.tally.compared[f"{subject.name}: zones {'proved' if zones else 'open'}"] += len(several)
    for state in subject.rests:
        absent = [s for s in range(layout.seats) if not state[IN_PLAY] >> s & 1]
        if not state[MATCH] or not absent:
            continue
        for zone in sorted(zones):
            for seat in absent:
                subject.compare("absent", not layout.held(state, zone, seat), f"zone {zone} of {seat} in {state}")
    if zones:
        subject.covers([x.effects for x in table.triggers], EFFECTS)
        subject.covers([x.effects for x in table.offers], EFFECTS)
