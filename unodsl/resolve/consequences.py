"""Errors that only follow from others: a name is unknown because its declaration is wrong, or cannot be read."""

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
"""Words that are there whatever a declaration says."""
_EVERYTHING = frozenset({"use", "game", "options", "option", "deck", "extends"})
"""What declares so much that nothing can be said of names where it is wrong."""
OF_TEXT = frozenset({"UNO101", "UNO102", "UNO103"})
"""Codes of what cannot be read."""
OF_NAMES = frozenset({"UNO105", "UNO106", "UNO107", "UNO108"})
"""Codes that a line has by itself, whatever is missing elsewhere."""


def words_of(text: str) -> set[str]:
    """The words of a text."""
    return set(_WORD.findall(text))


def firsthand(found: Iterable[Diagnostic], lost: set[str]) -> list[Diagnostic]:
    """Errors without those that are about a word that is lost."""
    return [d for d in found if d.span is None or not lost & words_of(d.span.text)]


def declared_words(text: str) -> set[str]:
    """The words that a declaration, as written, may have declared, verbs also as they are said of somebody."""
    words = {w for line in text.split("\n") for w in words_of(split_comment(line)[0])} - _COMMON
    return words | {third_person((w,))[0] for w in words}


def lost_words(text: str, kept: Iterable[tuple[int, int]]) -> set[str] | None:
    """The words that the unread parts of a text may have declared; None where nothing can be said of its names any more. `kept`: where
    the parts lie that were read."""
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
