"""Games of players who put off the end, once for a table."""

from __future__ import annotations

from checker.context import Context, stage
from checker.search.graph import Stalled, stall

GAMES, MOVES = 6, 900
"""How many such games are played, and the moves after which one is left."""


@stage
def stalled(context: Context) -> Stalled:
    """What came of them."""
    return stall(context, GAMES, MOVES)
