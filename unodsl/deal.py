"""Checks that the initial deal of a table succeeds."""

from __future__ import annotations

import re

from unodsl.diagnostics import Diagnostic, RulesError, wrong
from unodsl.engine.api import EndlessCascade, Trace
from unodsl.engine.reference import Reference
from unodsl.model.effects import MoveTop
from unodsl.model.expressions import Constant
from unodsl.model.table import Table
from unodsl.model.types import Number


def check_deal(table: Table) -> None:
    """Executes the start of a match. Raises UNO112 if the cards run out, or if the cascade does not terminate."""
    trace = Trace()
    try:
        Reference(table).start(1, None, trace)
    except EndlessCascade as endless:
        raise wrong(f"the match never begins: {endless}") from endless
    if trace.short:
        cards = table.deck.size
        zone = trace.short[0].partition(".")[2]
        message = f"these {cards} cards are not enough to begin with {table.seats} players: the {zone} runs out"
        raise RulesError([Diagnostic("UNO112", message, trace.dry[0].span, _what_to_write(trace.dry[0]))])


def _what_to_write(effect: MoveTop) -> str:
    """Returns the suggestion for an effect that lacks cards, including a replacement for the line if all cards are to
    be dealt."""
    if effect.span is None:
        return "take fewer players, smaller hands or more packs"
    words = re.search(r"\bfrom\b (.*) to .*$", " ".join(effect.span.text.split()))
    assert words is not None
    line = f"if {words[1]} is not empty then move top {words[0]}"
    often = "" if effect.count == Constant(1, Number(1, 1)) else ", in a `repeat`"
    return f"take fewer players, smaller hands or more packs; if it may run out, write `{line}`{often}"
