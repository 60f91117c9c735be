"""Certificates read off tables. `independent`: no decision involves rules of two options, or the rules of one only do bookkeeping; read off
the tables with neither option, with each, and with both. `declared`: two tables declare something differently, such as a hand of 7 or 5 cards.
"""

from __future__ import annotations

from checker.effects.declarations import Kind, table_declarations
from checker.effects.never_meet import never_meet, only_bookkeeping, rules_of
from checker.effects.same_rules import same_order
from checker.kernel.proved import KEY, Shown
from unodsl.model import table as t


def never_apart(none: t.Table, one: t.Table, other: t.Table, both: t.Table, names: tuple[str, str]) -> Shown | None:
    """Shows that two options never decide the same decision; None if not shown. Covers only options that add rules: they remove no rule, set
    no parameter, and leave the deck alone."""
    on = [frozenset(o.name for o in x.options if o.on) & {*names} for x in (none, one, other, both)]
    if on != [frozenset(), frozenset(names[:1]), frozenset(names[1:]), frozenset(names)]:
        return None
    base, mine, theirs, all_ = (frozenset(rules_of(x)) for x in (none, one, other, both))
    values = {(x.name, x.value) for x in none.settings}
    if any(x.deck != none.deck or not values <= {(y.name, y.value) for y in x.settings} for x in (one, other, both)):
        return None
    own = (mine - base, theirs - base)
    # rules of one option that come between other rules may change the order of these
    rows = ((both, own[0], other), (both, own[1], one), (both, own[0] | own[1], none))
    if not base <= mine & theirs or all_ != mine | theirs or not all(same_order(*row) for row in rows):
        return None
    quiet = any(only_bookkeeping(both, x) for x in own)
    why = "decide nothing" if quiet else "never meet" if never_meet(both, *own) else ""
    return Shown("independent", (why, *names), "", KEY) if why else None


def declared_apart(one: t.Table, other: t.Table, kind: Kind, name: str) -> Shown | None:
    """Shows that two tables differ in their seats, cards, or in something that both declare; None if not."""
    mine, theirs = (table_declarations(table, kind, name) for table in (one, other))
    if kind not in ("seats", "cards"):
        # only what both tables declare, each with a single value
        both = [x for x in mine.keys() & theirs.keys() if len(mine[x]) == len(theirs[x]) == 1]
        differ = any(mine[x] != theirs[x] for x in both)
    else:
        differ = mine != theirs
    return Shown("declared", (kind, name, one.name, other.name), "", KEY) if differ else None
