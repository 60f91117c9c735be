"""Measures: what can be counted in a state between two moves, whatever the cards; and that weighted sums of it get smaller.

Example: the open situations and the players in a set, `2 x open(debt) + set(unsaid)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

import z3

from checker.smt.factory import boolean, conj, disj, ite, less, neg, same, summed
from checker.smt.state import SymbolicState, Term

Measure = tuple[str, int, int]
"""What is counted: `open`, whether a situation is open; `waits`, whom it waits for; `players`, who take part; `set`, `thing` and `number`, the
players, whether there is something, or the sum of what there is, in a variable or (the number below 0) in field `position` of situation
`-1 - number`."""

Sums = tuple[tuple[tuple[Measure, int], ...], ...]
"""Weighted sums, of which the first that changes gets smaller. What is counted is bounded, so each sum is."""


def counted(st: SymbolicState, what: Measure) -> Term:
    """So many there are of something in a state."""
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
        return summed(values)
    parts = [x if isinstance(x, tuple) else (neg(same(x, -1)),) for x in values]
    return summed(ite(x, 1, 0) for row in parts for x in row)


def smaller(before: SymbolicState, then: SymbolicState, sums: Sums) -> z3.BoolRef:
    """That the first of some sums that changes gets smaller."""
    out: z3.BoolRef = boolean(False)
    for terms in reversed(sums):
        one, other = (summed(n * counted(st, x) for x, n in terms) for st in (before, then))
        out = disj(less(other, one), conj(same(other, one), out))
    return out


def on_top(st: SymbolicState, groups: Iterable[AbstractSet[int]]) -> z3.BoolRef:
    """That a situation of one of some groups is on top."""
    return disj(same(st.top, x) for group in groups for x in sorted(group))
