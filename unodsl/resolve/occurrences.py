"""Occurrences: which words of a text name what. Whoever resolves names tells a recorder, if there is one."""

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
    """What some words name. `page`: the file that declares it; "" for what several declare together (what cards have, choices).
    `name` without articles. `owner`: of a field its situation, of a value its attribute or the whole choice, of a manner its act."""

    kind: Kind
    page: str
    name: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Words that name something. `declares`: they stand where it is declared."""

    span: Span
    target: Target
    declares: bool = False


@dataclass(slots=True)
class Recorder:
    """Takes down occurrences. What is said last of a place counts: words are tried as one thing before they turn out to be another."""

    found: dict[tuple[int, int, int], Occurrence] = field(default_factory=dict)

    def note(self, words: Sequence[s.Word], target: Target, declares: bool = False) -> None:
        """Some words name something; articles around them are no part of the name."""
        bare = [w for w in words if w.text not in ARTICLES]
        if bare:
            self.note_at(bare[0].span.to(bare[-1].span), target, declares)

    def note_at(self, span: Span, target: Target, declares: bool = False) -> None:
        """What stands at a place names something."""
        self.found[id(span.source), span.start, span.end] = Occurrence(span, target, declares)
