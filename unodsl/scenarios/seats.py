"""What seats are called, and moves in the words of scenarios."""

from __future__ import annotations

from unodsl.engine.api import SEAT_NAMES as SEAT_NAMES
from unodsl.engine.api import Move
from unodsl.engine.describe import named_text, value_text
from unodsl.model import table as t


def move_text(table: t.Table, move: Move, names: tuple[str, ...]) -> str:
    """A move as a scenario says it: `ann plays red 5`."""
    offer = table.offers[move.offer]
    act = table.acts[offer.act]
    text = f"{names[move.seat]} {act.third}"
    if act.argument is not None:
        text += f" {value_text(table, act.argument, move.argument, names)}"
    text += named_text(table, act, names)
    if offer.manner:
        text += f" as {act.manners[offer.manner]}"
    return text
