"""Consequential errors: a name is unknown only because its declaration is wrong, or cannot be parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from unodsl.diagnostics import Diagnostic
from unodsl.resolve.words import ARTICLES, third_person
from unodsl.syntax.comments import split_comment
from unodsl.syntax.vocabulary import HEADS, ITEM_HEADS, TOP_HEADS

_WORD = re.compile(r"[A-Za-z0-9_.-]+")
_TYPES = frozenset(
    {"player", "players", "card", "cards", "number", "yes", "no", "nothing", "opponent", "each", "of", "on"}
)
_COMMON = ARTICLES | HEADS | _TYPES
"""Words that no declaration introduces."""
_EVERYTHING = frozenset({"use", "game", "options", "option", "deck", "extends"})
"""Headings whose blocks declare so much that no name can be judged if one is wrong."""
OF_TEXT = frozenset({"UNO101", "UNO102", "UNO103"})
"""The codes of syntax errors."""
OF_NAMES = frozenset({"UNO105", "UNO106", "UNO107", "UNO108"})
"""The codes of errors in names and types, which a line has by itself."""


def words_of(text: str) -> set[str]:
    """The words of a text."""
    return set(_WORD.findall(text))


def firsthand(found: Iterable[Diagnostic], lost: set[str]) -> list[Diagnostic]:
    """Errors without those about lost words."""
    return [d for d in found if d.span is None or not lost & words_of(d.span.text)]


def declared_words(text: str) -> set[str]:
    """The words that a declaration may introduce, with the third person of verbs."""
    words = {w for line in text.split("\n") for w in words_of(split_comment(line)[0])} - _COMMON
    return words | {third_person((w,))[0] for w in words}


def lost_words(text: str, kept: Iterable[tuple[int, int]]) -> set[str] | None:
    """The words that the unparsed parts of a text may declare; None if no name can be judged any more. `kept`: the
    ranges that were parsed."""
    parts: list[str] = []
    at = 0
    for start, end in sorted(kept):
        parts.append(text[at:start])
        at = max(at, end)
    parts.append(text[at:])
    lost: set[str] = set()
    for part in parts:
        head = ""
        for line in part.split("\n"):
            code = split_comment(line)[0]
            first = next(iter(_WORD.findall(code)), "")
            if first in _EVERYTHING:
                return None
            if first in ITEM_HEADS | TOP_HEADS:
                head = first
            if head == "scenario":
                continue
            if head == "rule" and first != "rule" and "means" not in _WORD.findall(code):
                continue
            lost |= declared_words(code)
    return lost
