"""The certificate `independent` of two options: no decision involves rules of both, or the rules of one only do bookkeeping. Read off four
tables: with neither option, with each, and with both."""

from __future__ import annotations

from checker.effects.never_meet import never_meet, only_bookkeeping, rules_of
from checker.kernel.proved import KEY, Shown
from unodsl.model import table as t


def never_apart(none: t.Table, one: t.Table, other: t.Table, both: t.Table, names: tuple[str, str]) -> Shown | None:
    """Shows that two options never decide the same decision; None if not shown. Covers only options that add rules: they remove no rule, set
    no parameter, and leave the deck alone."""
    on = [frozenset(o.name for o in x.options if o.on) & {*names} for x in (none, one, other, both)]
    if on != [frozenset(), frozenset(names[:1]), frozenset(names[1:]), frozenset(names)]:
        return None
    rules = {id(x): rules_of(x) for x in (none, one, other, both)}
    base, mine, theirs, all_ = (frozenset(rules[id(x)]) for x in (none, one, other, both))
    values = {x.name: x.value for x in none.settings}
    for table in (one, other, both):
        here = {x.name: x.value for x in table.settings}
        if table.deck != none.deck or any(here.get(k) != v for k, v in values.items()):
            return None
    if not base <= mine & theirs or all_ != mine | theirs:
        return None
    own = (mine - base, theirs - base)
    quiet = any(only_bookkeeping(both, x) for x in own)
    why = "decide nothing" if quiet else "never meet" if never_meet(both, *own) else ""
    return Shown("independent", (why, *names), "", KEY) if why else None
