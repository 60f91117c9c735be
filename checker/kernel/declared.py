"""The certificate that two tables declare something differently: it is read off both.

Example: a hand of 7 cards at one table and of 5 at the other; a card worth 20 points and worth 50.
"""

from __future__ import annotations

from checker.effects.declarations import Kind, said
from checker.kernel.proved import KEY, Shown
from unodsl.model import table as t


def declared_apart(one: t.Table, other: t.Table, kind: Kind, name: str) -> Shown | None:
    """That two tables differ in how many can play, in their cards, in a parameter, or in what a name means of a card."""
    mine, theirs = (said(table, kind, name) for table in (one, other))
    if kind in ("parameter", "meaning"):
        # of what both say something, and each one thing only
        both = [x for x in mine.keys() & theirs.keys() if len(mine[x]) == len(theirs[x]) == 1]
        differ = any(mine[x] != theirs[x] for x in both)
    else:
        differ = mine != theirs
    return Shown("declared", (kind, name, one.name, other.name), "", KEY) if differ else None
