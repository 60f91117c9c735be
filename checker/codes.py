"""The codes of findings: stable numbers and names, and the kind and scope of the question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["contradiction", "endless loop", "dead end", "pointless part", "finding"]
"""The kind of a finding in a summary."""

KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds, the most severe first."""

Scope = Literal["pair", "options", "rule", "option", "table"]
"""The subject of one question: two rules of one event or act, two options, one rule, one option, or the whole table."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code of findings. `severity`: the worst of its findings. `questions`: the kernel questions that close one
    question of the code, by their first name. None: declarations or several kernel questions close it."""

    id: str
    name: str
    severity: Literal["error", "warning", "note"]
    scope: Scope
    kind: Kind
    questions: tuple[str, ...] | None = None


NEVER_MEET = ("never meet", "decide nothing")

ORDER = Code("UNO201", "order", "error", "pair", "contradiction", ("order",))
PERMIT_FORBID = Code("UNO202", "permit-forbid", "warning", "pair", "contradiction", ("permit and ban",))
TWO_OUTCOMES = Code("UNO203", "two-outcomes", "error", "pair", "contradiction", ("two outcomes",))
TWO_REPLACEMENTS = Code("UNO204", "two-replacements", "warning", "pair", "contradiction", ("both instead",))
PARAMETER = Code("UNO205", "parameter", "warning", "pair", "contradiction", ("two values", "two meanings"))
DOUBLE = Code("UNO206", "double", "warning", "pair", "contradiction", ("double",))
CONTRADICTION = Code("UNO207", "contradiction", "error", "options", "contradiction", NEVER_MEET)
UNDONE = Code("UNO208", "undone", "warning", "options", "contradiction", NEVER_MEET)
INTERACTION = Code("UNO209", "interaction", "note", "options", "finding", NEVER_MEET)
ENDLESS_CASCADE = Code("UNO301", "endless-cascade", "error", "table", "endless loop", ("every cascade",))
ENDLESS_STACK = Code("UNO302", "endless-stack", "error", "table", "endless loop", ("moves end", "answers end"))
STUCK = Code("UNO303", "stuck", "error", "table", "dead end", ("no move",))
TRAP = Code("UNO304", "trap", "error", "table", "dead end", ("every round",))
ENDLESS_BY_CHOICE = Code("UNO305", "endless-by-choice", "note", "table", "finding", ("every round",))
ENDLESS_MATCH = Code("UNO306", "endless-match", "error", "table", "endless loop", ("the match",))
DEAD = Code("UNO401", "dead", "warning", "rule", "pointless part", ())
OVERSHADOWED = Code("UNO402", "overshadowed", "warning", "rule", "pointless part", ())
WITHOUT_EFFECT = Code("UNO403", "without-effect", "warning", "rule", "pointless part", ("does something",))
OPTION_WITHOUT_EFFECT = Code("UNO404", "option-without-effect", "warning", "option", "pointless part")
DEAD_PART = Code("UNO405", "dead-part", "warning", "rule", "pointless part", ("part holds", "part fails"))
UNREAD = Code("UNO406", "unread", "note", "rule", "finding", ("is read",))
UNANSWERED = Code("UNO501", "unanswered", "warning", "table", "dead end", ("no answer",))
RACE = Code("UNO502", "race", "note", "table", "finding", ("two seats",))

CODES = (
    ORDER,
    PERMIT_FORBID,
    TWO_OUTCOMES,
    TWO_REPLACEMENTS,
    PARAMETER,
    DOUBLE,
    CONTRADICTION,
    UNDONE,
    INTERACTION,
    ENDLESS_CASCADE,
    ENDLESS_STACK,
    STUCK,
    TRAP,
    ENDLESS_BY_CHOICE,
    ENDLESS_MATCH,
    DEAD,
    OVERSHADOWED,
    WITHOUT_EFFECT,
    OPTION_WITHOUT_EFFECT,
    DEAD_PART,
    UNREAD,
    UNANSWERED,
    RACE,
)
"""All codes, in the order of the checks."""

NAMES = {c.id: c.name for c in CODES}
"""The name of each code, by its id."""


def ids(scope: Scope) -> frozenset[str]:
    """The ids of the codes with a scope."""
    return frozenset(c.id for c in CODES if c.scope == scope)
