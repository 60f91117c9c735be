"""Games of players who put off the end, once for a table."""

from __future__ import annotations

from checker.context import Context
from checker.search.graph import Stalled, stall

GAMES, MOVES = 6, 900
"""How many such games are played, and the moves after which one is left."""


def stalled(context: Context) -> Stalled:
    """What came of them."""
    if "stalled" not in context.shared:
        context.shared["stalled"] = stall(context, GAMES, MOVES)
    found = context.shared["stalled"]
    assert isinstance(found, Stalled)
    return found
