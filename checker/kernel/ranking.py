"""Ranking certificates: a height for each event, which every rule that runs brings down.

Example: `the turn begins` has height 2, `a card is drawn` height 1: what answers the beginning of a turn may let a card be drawn, and not the
other way round. So a cascade comes to rest.
"""

from __future__ import annotations

from collections.abc import Mapping

from checker.effects.summary import summaries
from checker.smt.claims import Known
from unodsl.model import table as t

SETTLES = t.TableEvent("settles")
"""It happens once in a cascade, and by the engine's making."""


def runs_down(known: Known, heights: Mapping[t.Event, int]) -> bool:
    """Whether every rule that can run sets off only events that are lower than each that sets it off, as far as rules hear them. (What a
    rule repeats is bounded, so each event sets off no more than so many.)"""
    all_, heard = summaries(known.table), {event for event, _ in known.table.order}
    for trigger in known.table.triggers:
        events = [x for x in trigger.events if x in known.facts.events]
        if not events or trigger.info.name in known.dead:
            continue
        found = all_.through(trigger.effects)
        emitted = {x.emits for x in found if x.emits is not None} & heard
        if any(x not in heights or x == SETTLES for x in emitted):
            return False
        if emitted and any(x not in heights or heights[x] <= max(heights[y] for y in emitted) for x in events):
            return False
    return True
