"""Of a family of tables: with which options a situation may wait for a move that nobody has.

Asked for one player whom it waits for, which is true of each then, as long as everybody takes part. What becomes of a situation
when players leave is asked at single tables alone.
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
"""The codes that are about a situation without a move."""


def unmet(family: Family) -> list[Hint]:
    """The tables to ask."""
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
    """A situation waits for one of the players of whom a question is asked, and everybody takes part."""
    st = context.reader.st
    owner = st.owners[index]
    awaited = [owner[p] if isinstance(owner, tuple) else same(owner, p) for p in context.reader.askers]
    return conj(disj(awaited), *(same(here, seat) for here, seat in zip(st.in_play, st.exists, strict=True)))
