"""Names of the parts of a table in words."""

from __future__ import annotations

from typing import assert_never

from unodsl.engine.api import SEAT_NAMES
from unodsl.engine.describe import named_text, short
from unodsl.model import table as t


def field_name(situation: t.Situation, number: int) -> str:
    """A field with its situation, as in `over of turn`."""
    return f"{situation.fields[number].name} of {short(situation.name)}"


def event_text(table: t.Table, event: t.Event) -> str:
    """Describes an event in words."""
    match event:
        case t.ActEvent():
            act = table.acts[event.act]
            named = named_text(table, act, SEAT_NAMES)
            return f"player {act.third}{named}" + (f" as {act.manners[event.manner]}" if event.manner else "")
        case t.OfferEvent():
            return f"player takes up {table.offers[event.offer].info.name}"
        case t.SituationEvent():
            return f"{short(table.situations[event.situation].name)} {event.kind}"
        case t.TableEvent():
            return {
                "settles": "the table settles",
                "position": "the position stands",
                "joins": "player joins",
                "leaves": "player leaves",
            }.get(event.kind, f"the {event.kind}")
        case _:
            assert_never(event)
