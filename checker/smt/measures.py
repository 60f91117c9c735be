"""Measures: quantities of a state between two moves that do not depend on cards, and lexicographic decrease of weighted
sums of them.

Example: the open situations and the players in a set, `2 x open(debt) + set(unsaid)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

import z3

from checker.smt.factory import boolean, conj, disj, ite, less, neg, same, summed
from checker.smt.state import SymbolicState, Term

Measure = tuple[str, int, int]
"""A quantity by kind. `open`: whether a situation is open; `waits`: the players it waits for; `players`: who takes
part; `set`, `thing` and `number`: the players, the presence of a value, or the sum of the values, in a variable or
(number below 0) in field `position` of situation `-1 - number`."""

Sums = tuple[tuple[tuple[Measure, int], ...], ...]
"""A lexicographic ranking function: weighted sums, of which the first that changes decreases. All measures are bounded,
so each sum is."""


def counted(st: SymbolicState, what: Measure) -> list[Term]:
    """The parts of a measure in a state, as many in each state; their sum is its value."""
    kind, number, position = what
    match kind:
        case "open":
            values = [(st.open[number],)]
        case "players":
            values = [st.in_play]
        case "waits":
            values = [st.owners[number]]
        case "set" | "thing" | "number":
            values = st.variables[number] if number >= 0 else [st.fields[-1 - number][position]]
        case _:
            raise KeyError(kind)
    if kind == "number":
        return list(values)
    parts = [x if isinstance(x, tuple) else (neg(same(x, -1)),) for x in values]
    return [ite(x, 1, 0) for row in parts for x in row]


def smaller(before: SymbolicState, then: SymbolicState, sums: Sums) -> z3.BoolRef:
    """That the sums decrease lexicographically."""
    out: z3.BoolRef = boolean(False)
    for terms in reversed(sums):
        one, other = ([n * part for x, n in terms for part in counted(st, x)] for st in (before, then))
        pairs = list(zip(one, other, strict=True))
        # implied by the sums, and easier to see: no part grows, and one gets smaller
        falls = conj(*[neg(less(x, y)) for x, y in pairs], disj([less(y, x) for x, y in pairs]))
        stays = conj([same(x, y) for x, y in pairs])
        whole, left = summed(one), summed(other)
        out = disj(falls, less(left, whole), conj(disj(stays, same(left, whole)), out))
    return out


def on_top(st: SymbolicState, groups: Iterable[AbstractSet[int]]) -> z3.BoolRef:
    """That a situation of one of these groups is on top."""
    return disj(same(st.top, x) for group in groups for x in sorted(group))
