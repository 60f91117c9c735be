"""The deadlock check of a family: options with which a situation may wait for a move that nobody has.

The query considers one awaited player. While everybody takes part, it holds for each of them. Situations whose players
leave are checked at single tables only.
"""

from __future__ import annotations

import z3

from checker.codes import STUCK, UNANSWERED
from checker.context import Context
from checker.families.family import Family
from checker.families.sample_products import Hint
from checker.invariants.decided import builder
from checker.smt.factory import conj, disj, same

WAITING = frozenset({STUCK.id, UNANSWERED.id})
"""The codes about a situation without a move."""


def unmet(family: Family) -> list[Hint]:
    """The tables to check for a deadlock."""
    context = family.context
    out: list[Hint] = []
    for index in sorted(context.facts.begun):
        question = conj(
            somebody_awaited(context, index), builder(context).nothing_answers(index, context.reader.askers)
        )
        causes = family.smallest(question, True, frozenset())
        out += [Hint(WAITING, tuple(sorted(c.options)), n) for c in causes for n in c.seats[:1]]
    return list(dict.fromkeys(out))


def somebody_awaited(context: Context, index: int) -> z3.BoolRef:
    """The situation waits for one of the players of the query, and everybody takes part."""
    st = context.reader.st
    owner = st.owners[index]
    awaited = [owner[p] if isinstance(owner, tuple) else same(owner, p) for p in context.reader.askers]
    return conj(disj(awaited), *(same(here, seat) for here, seat in zip(st.in_play, st.exists, strict=True)))
