"""The questions of certificates: how many names each has, and which close a question of a code, or show a finding."""

from __future__ import annotations

from collections.abc import Mapping

from checker import codes

WITH = "with "
"""The prefix of an option that has to be on, among the names of a question about a family."""

AT_ALL = frozenset({"runs", "applies", "begins", "no table"})
"""Questions about non-existence: one answer closes each question about the rule or table."""

OF_SITUATIONS = (codes.STUCK, codes.UNANSWERED)
"""Codes with a question about each situation, which is closed if it never begins."""

KEYS = frozenset(("kind", "accepted", "closes", "invariant"))
"""The parts of a certificate that closes questions."""

_ONE = ("runs", "applies", "begins", "does something", "is read", "no move", "no answer", "two values")
_PAIRS = ("order", "permit and ban", "double", "permitted", "two outcomes", "two seats", "two meanings")

ARITY: Mapping[str, int] = dict.fromkeys(_ONE, 1) | dict.fromkeys((*_PAIRS, "part holds", "part fails"), 2)
"""How many names a question has, besides options."""

_NONE: Mapping[codes.Scope, tuple[str, ...]] = {"pair": ("runs", "no table"), "rule": ("runs",)}
"""The questions about non-existence that close questions of codes, by their scope."""

QUESTIONS: Mapping[str, frozenset[str]] = {
    x.id: frozenset((*(x.questions or ()), *_NONE.get(x.scope, ()), *(("begins",) if x in OF_SITUATIONS else ())))
    for x in codes.CODES
}
"""The kernel questions that close a question of a code."""


def right_arity(row: tuple[str, ...]) -> bool:
    """Whether a question has as many names as its kind needs, besides options."""
    names = [x for x in row[1:] if not x.startswith(WITH)]
    return ARITY.get(row[0], len(names)) == len(names)


BY_RULE = codes.ids("rule") - {codes.DEAD_PART.id}
"""Codes whose certificates name the rules of the finding. (Those of a part of a definition name the rules that use it.)"""

SHOWN_BY: Mapping[str, frozenset[str]] = {
    x.id: frozenset(x.questions) or AT_ALL
    for x in codes.CODES
    if x.questions is not None and (x.scope == "rule" or x is codes.ENDLESS_MATCH)
} | {codes.TRAP.id: frozenset({"the round"})}
"""The kernel questions that show a finding which says that something never happens."""
