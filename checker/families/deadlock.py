"""Of a family of tables: with which options a situation may wait for a move that nobody has.

Asked for one player whom it waits for, which is true of each then, as long as everybody takes part. What becomes of a situation
when players leave is asked at single tables alone.
"""

from __future__ import annotations

import z3

from checker.checks.uno501_unanswered import nothing_answers
from checker.context import Case
from checker.families.family import Family
from checker.families.sample_products import Hint
from checker.smt.factory import conj, disj, same

WAITING = frozenset({"UNO303", "UNO501"})
"""The codes that are about a situation without a move."""


def unmet(family: Family) -> list[Hint]:
    """The tables to ask."""
    case = family.case
    out: list[Hint] = []
    for index in sorted(case.facts.begun):
        question = conj(somebody_awaited(case, index), nothing_answers(case, index, case.reader.askers))
        causes = family.smallest(question, True, frozenset())
        out += [Hint(WAITING, tuple(sorted(c.options)), n) for c in causes for n in c.seats[:1]]
    return list(dict.fromkeys(out))


def somebody_awaited(case: Case, index: int) -> z3.BoolRef:
    """A situation waits for one of the players of whom a question is asked, and everybody takes part."""
    st = case.reader.st
    owner = st.owners[index]
    awaited = [owner[p] if isinstance(owner, tuple) else same(owner, p) for p in case.reader.askers]
    return conj(disj(awaited), *(same(here, seat) for here, seat in zip(st.in_play, st.exists, strict=True)))
