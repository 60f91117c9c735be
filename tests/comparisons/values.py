"""Value sets of event payloads: whatever an event really carries is among what it is said to carry."""

from __future__ import annotations

from checker.invariants.payloads import carried_by, source_of, with_nothing
from tests.comparisons.subject import Subject
from tests.node_kinds import EVENTS
from unodsl.model import table as t


def payloads(subject: Subject) -> None:
    """The card, number or player of each event of an act or an offer."""
    carried, nothing = carried_by(subject.context), with_nothing(subject.context)
    for step in subject.steps:
        for x in step.heard:
            if isinstance(x.event, t.ActEvent | t.OfferEvent):
                values = carried.get(x.event, frozenset())
                right = values is None or x.argument in values or (x.argument < 0 and source_of(x.event) in nothing)
                words = f"{x.event} carries {x.argument}, said {values}, after {step.move} in {step.before}"
                subject.compare("payloads", right, words)
                subject.covers((x.event,), EVENTS)
    known = [values for values in carried.values() if values is not None]
    subject.tally.compared[f"{subject.name}: events of which values are known"] += len(known)
