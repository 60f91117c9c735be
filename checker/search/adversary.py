"""Games of players who put off the end, once for a table."""

from __future__ import annotations

from checker.context import Case
from checker.search.graph import Stalled, stall

GAMES, MOVES = 6, 900
"""How many such games are played, and the moves after which one is left."""


def stalled(case: Case) -> Stalled:
    """What came of them."""
    if "stalled" not in case.shared:
        case.shared["stalled"] = stall(case, GAMES, MOVES)
    found = case.shared["stalled"]
    assert isinstance(found, Stalled)
    return found
