"""Literals over states, and implications of them, as data.

Example: `SlotValue(2, -1, 1)` says that variable 2 is yes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import z3

from checker.effects.summary import declaration
from checker.smt.factory import conj, disj, neg, same
from checker.smt.state import SymbolicState
from unodsl.model import table as t
from unodsl.model.types import Player, Players


class SlotValue(NamedTuple):
    """A literal: a slot has a value (`equal`: 1), or has not (0). `one`: a variable, or -1 - a situation; `other`: a field of
    the situation, or -1 for whether the situation is open. In a variable of each player it is about each of them, and in a
    set of players about whether each is in it."""

    one: int
    other: int
    value: int
    equal: int = 1

    def suits(self, table: t.Table) -> bool:
        """Whether a table has the slot, and the literal says the same of every seat. Raises `IndexError`."""
        if self.equal not in (0, 1) or self.other < -1:
            return False
        if self.one < 0 and self.other < 0:
            return 0 <= -1 - self.one < len(table.situations) and self.value in (0, 1)
        declared = declaration(table, (self.one, self.other))
        if isinstance(declared.type, Players):
            return not (isinstance(declared, t.Variable) and declared.each_player)
        return not isinstance(declared.type, Player) or self.value < 0

    def __call__(self, st: SymbolicState) -> list[z3.BoolRef]:
        """The literal as formulas over a state: one for each player, or one."""
        if self.one >= 0:
            row = st.variables[self.one]
        elif self.other >= 0:
            row = [st.fields[-1 - self.one][self.other]]
        else:
            row = [(st.open[-1 - self.one],)]
        if isinstance(row[0], tuple):
            holds = [x if self.value else neg(x) for x in row[0]]
        else:
            holds = [same(x, self.value) for x in row]
        return holds if self.equal else [neg(x) for x in holds]


def implication(literals: Sequence[SlotValue], st: SymbolicState) -> z3.BoolRef:
    """That the last literal holds where all others do: for each player alone where both are about each."""
    *given, then = (x(st) for x in literals)
    several = max(map(len, (*given, then)))
    each = [row if len(row) > 1 else row * several for row in (*given, then)]
    return conj(disj(*(neg(x) for x in some), last) for *some, last in zip(*each, strict=True))
