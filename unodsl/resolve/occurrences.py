"""Occurrences: the references from words to declarations. Name resolution reports them to a recorder, if there is
one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from unodsl.resolve.words import ARTICLES
from unodsl.source import Span
from unodsl.syntax import nodes as s

Kind = Literal[
    "game",
    "option",
    "rule",
    "zone",
    "variable",
    "situation",
    "field",
    "act",
    "manner",
    "parameter",
    "attribute",
    "value",
    "definition",
    "file",
]


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a reference. `page`: the declaring file; "" for shared declarations (attributes of cards, choices).
    `name`: without articles. `owner`: of a field its situation, of a value its attribute or the whole choice, of a
    manner its act."""

    kind: Kind
    page: str
    name: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A reference. `declares`: it is part of the declaration."""

    span: Span
    target: Target
    declares: bool = False


@dataclass(slots=True)
class Recorder:
    """Records occurrences. The last record of a place wins: words may be tried with one meaning before they get
    another."""

    found: dict[tuple[int, int, int], Occurrence] = field(default_factory=dict)

    def note(self, words: Sequence[s.Word], target: Target, declares: bool = False) -> None:
        """Records that words refer to a target, without articles around them."""
        bare = [w for w in words if w.text not in ARTICLES]
        if bare:
            self.note_at(bare[0].span.to(bare[-1].span), target, declares)

    def note_at(self, span: Span, target: Target, declares: bool = False) -> None:
        """Records that a place refers to a target."""
        self.found[id(span.source), span.start, span.end] = Occurrence(span, target, declares)
