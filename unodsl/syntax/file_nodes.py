"""Rules, files and scenarios of the syntax tree. `unodsl.syntax.nodes` has the rest, and these too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unodsl.source import Source, Span
from unodsl.syntax.declaration_nodes import (
    Act,
    Deck,
    Names,
    Needs,
    OnByDefault,
    Parameter,
    Seats,
    SetParameter,
    Situation,
    Variable,
    Zone,
)
from unodsl.syntax.effect_nodes import Deed, Effect
from unodsl.syntax.expression_nodes import Expr, Name, Phrase, Text

# --------------------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Offer:
    """`WHO may DEED` and its kin."""

    who: Expr
    mode: Literal["may", "must", "otherwise", "mistake", "aside"]
    deed: Deed
    span: Span


@dataclass(frozen=True, slots=True)
class Ban:
    """`WHO cannot DEED`."""

    who: Expr
    deed: Deed
    span: Span


@dataclass(frozen=True, slots=True)
class When:
    """`when DEED`."""

    deed: Deed
    span: Span


@dataclass(frozen=True, slots=True)
class Means:
    """`HEAD means VALUE`, or `HEAD is PREDICATE means VALUE` where `predicate` is set."""

    head: Expr
    predicate: Phrase | None
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Allow:
    """`allow CODE with RULE "reason"`: the finding (with that rule; None: any) is known and meant."""

    code: Name
    rule: Name | None
    reason: Text
    span: Span


@dataclass(frozen=True, slots=True)
class During:
    """`during A or B`; `at any time` has no phrases."""

    situations: tuple[Phrase, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as written. Which of the parts may stand together is for the resolver to say."""

    name: Name
    title: Text | None
    clauses: tuple[Name, ...]
    during: tuple[During, ...]
    heads: tuple[When | Offer | Ban | Means, ...]
    conditions: tuple[Expr, ...]
    instead: tuple[Name, ...]
    before: tuple[Name, ...]
    after: tuple[Name, ...]
    despite: tuple[Name, ...]
    allows: tuple[Allow, ...]
    effects: tuple[Effect, ...] | None
    span: Span


# --------------------------------------------------------------------------------------------------------------- files

Item = Seats | Needs | Parameter | SetParameter | Names | OnByDefault | Deck | Zone | Variable | Situation | Act | Rule


@dataclass(frozen=True, slots=True)
class Use:
    """`use "file"`."""

    path: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Game:
    """`game NAME "title" extends NAME`."""

    name: Name
    title: Text | None
    extends: Name | None
    items: tuple[Item, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OptionsFor:
    """`options for NAME`."""

    game: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Option:
    """`option NAME "title"`."""

    name: Name
    title: Text | None
    items: tuple[Item, ...]
    span: Span


# ------------------------------------------------------------------------------------------------------------ scenarios


@dataclass(frozen=True, slots=True)
class Statement:
    """A line of a scenario: part of the position, something that happens, or a move. `items` stand between commas, each with the
    manner said of it; there is at least one."""

    items: tuple[Deed, ...]
    fields: tuple[Expr, ...]
    by: Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class Expect:
    """`expect CONDITION`, or about moves, what is shown, what has happened. `items` as in `Statement`; `when`: the moment that it
    is about, None: now; `because`: why a table is refused."""

    items: tuple[Deed, ...]
    fields: tuple[Expr, ...]
    by: Name | None
    when: Expr | None
    because: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectNote:
    """`expect note "text"`, `expect no note "text"`, `expect no note`; `to`: whom it is shown to, None: anybody."""

    text: Text | None
    shown: bool
    to: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Scenario:
    """`scenario "title"` and its lines in order."""

    title: Text
    lines: tuple[Names | SetParameter | Statement | Expect | ExpectNote, ...]
    span: Span


TopItem = Use | Game | OptionsFor | Option | Scenario


@dataclass(frozen=True, slots=True)
class File:
    """One file."""

    source: Source
    items: tuple[TopItem, ...]
