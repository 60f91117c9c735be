"""Whether a table can be dealt: the cards must last."""

from __future__ import annotations

from unodsl.diagnostics import Diagnostic, RulesError, wrong
from unodsl.engine.api import EndlessCascade, Trace
from unodsl.engine.reference import Reference
from unodsl.model.table import Table


def check_deal(table: Table) -> None:
    """Run the beginning of a match; UNO112 where cards run out in it, or where it never comes to rest."""
    trace = Trace()
    try:
        Reference(table).start(1, None, trace)
    except EndlessCascade as endless:
        raise wrong(f"the match never begins: {endless}") from endless
    if trace.short:
        cards = table.deck.size
        zone = trace.short[0].partition(".")[2]
        message = f"these {cards} cards are not enough to begin with {table.seats} players: the {zone} runs out"
        raise RulesError([Diagnostic("UNO112", message, None, "take fewer players, smaller hands or more packs")])
