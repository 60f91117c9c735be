"""The certificate `declared`: two tables declare something differently, read off both.

Example: a hand of 7 cards at one table and of 5 at the other; a card worth 20 points and worth 50.
"""

from __future__ import annotations

from checker.effects.declarations import Kind, table_declarations
from checker.kernel.proved import KEY, Shown
from unodsl.model import table as t


def declared_apart(one: t.Table, other: t.Table, kind: Kind, name: str) -> Shown | None:
    """Shows that two tables differ in their seats, cards, a parameter, or the meaning of a name for a card; None if not."""
    mine, theirs = (table_declarations(table, kind, name) for table in (one, other))
    if kind in ("parameter", "meaning"):
        # only what both tables declare, each with a single value
        both = [x for x in mine.keys() & theirs.keys() if len(mine[x]) == len(theirs[x]) == 1]
        differ = any(mine[x] != theirs[x] for x in both)
    else:
        differ = mine != theirs
    return Shown("declared", (kind, name, one.name, other.name), "", KEY) if differ else None
