"""Words and expressions of the syntax tree. `unodsl.syntax.nodes` has the rest, and these too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unodsl.source import Span


@dataclass(frozen=True, slots=True)
class Word:
    """One word or number of the text, as written."""

    text: str
    span: Span


Name = Word
Text = Word


# ------------------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of words that the resolver cuts into names; a run of one number is that number."""

    words: tuple[Word, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """`1 to 9`, and the words before it (`red 1 to 5`, `plays 1 to 9`): any of some cards, or of some numbers."""

    phrase: Phrase | None
    low: Word
    high: Word
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    """`( inner )`, and the words right behind it, which only a deed may have: `(player of turn) draws 2`."""

    inner: Expr
    trailing: Phrase | Range | Apply | Listed | Followed | None
    span: Span


@dataclass(frozen=True, slots=True)
class Followed:
    """`words (inner)`: a verb, or the name of a field, and a value in parentheses behind it."""

    head: Phrase
    group: Group
    span: Span


@dataclass(frozen=True, slots=True)
class Apply:
    """`head of argument` or `head after argument`."""

    head: Phrase
    argument: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Listed:
    """`head of (a, b)`: the one of several numbers, two at least, or what is made of them."""

    head: Phrase
    values: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Select:
    """`what in place where condition`: cards of a zone, or players; as a value of its own always players."""

    what: Expr
    place: Expr | None
    condition: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`number of`, or `total/highest/lowest of value for`, over a selection."""

    kind: Literal["number", "total", "highest", "lowest"]
    value: Expr | None
    over: Select
    span: Span


@dataclass(frozen=True, slots=True)
class Exists:
    """`there is`, or `there is no` where `negated`, over a selection."""

    over: Select
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A chain of one precedence level: `first`, then (sign, operand) pairs from left to right."""

    first: Expr
    rest: tuple[tuple[Literal["+", "-", "*", "/"], Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Negative:
    """`- operand`."""

    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Positive:
    """`+ operand`: what is left of a sum whose first value was the verb of a deed (`player plays +2`)."""

    operand: Expr
    span: Span


Relation = Literal[
    "is", "is not", "at least", "at most", "more", "less", "in", "not in", "holds", "can", "cannot", "on"
]


@dataclass(frozen=True, slots=True)
class Compare:
    """`left RELATION right`. `naming`: what somebody can name along with what they can do."""

    relation: Relation
    left: Expr
    right: Expr
    span: Span
    naming: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Logic:
    """`a and b and c` or `a or b or c`."""

    kind: Literal["and", "or"]
    operands: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    """`not operand`."""

    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """`value if condition, value if condition, otherwise value`."""

    cases: tuple[tuple[Expr, Expr], ...]
    default: Expr
    span: Span


Expr = (
    Phrase
    | Range
    | Group
    | Followed
    | Apply
    | Listed
    | Select
    | Aggregate
    | Exists
    | Arithmetic
    | Negative
    | Positive
    | Compare
    | Logic
    | Not
    | Choose
)
