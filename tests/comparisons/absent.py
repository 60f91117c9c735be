"""Hands of those who take no part, and what lies beneath all other situations: what is accepted is so between any two moves."""

from __future__ import annotations

from checker.invariants.decided import taking_part
from tests.comparisons.subject import Subject
from tests.node_kinds import EFFECTS
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH


def hands(subject: Subject) -> None:
    """Whoever takes no part has no cards in the zones that are said, and situations lie where it is said."""
    table, layout = subject.table, subject.layout
    rest = taking_part(subject.context)
    claims = () if rest is None else rest.claims
    zones = {x.one for x in claims if x.kind == "no cards"}
    for state in (x for x in subject.rests if x[MATCH]):
        for situation in (x.one for x in claims if x.kind == "lowest"):
            subject.compare("lowest", state[layout.below[situation]] in (CLOSED, -1), f"{situation} in {state}")
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
