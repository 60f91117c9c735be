"""A phrase book: what people write, and the line that they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

Match = re.Match[str]

Answer = str | Callable[[Match], str | None]
"""A line of help, in which `{name}` is what a group of the pattern matched; or what makes one, or None."""


class PhraseBook:
    """Patterns with their answers; the first that matches a whole text counts."""

    def __init__(self, phrases: Iterable[tuple[str, Answer]]) -> None:
        self._phrases = tuple((re.compile(pattern), answer) for pattern, answer in phrases)

    def meant(self, text: str) -> str | None:
        """A line of help for a text; None where the book has nothing."""
        text = " ".join(text.split())
        for pattern, answer in self._phrases:
            found = pattern.fullmatch(text)
            told = None if found is None else answer(found) if callable(answer) else filled(answer, found)
            if told is not None and told != f"write `{text}`":
                return told
        return None


def filled(answer: str, found: Match) -> str:
    """An answer with what was matched; what was not leaves no gap. (`_` stands for a blank in who does something.)"""
    groups = {k: (v or "").replace("_", " ") if k == "who" else v or "" for k, v in found.groupdict().items()}
    return " ".join(answer.format_map(groups).split()).replace(" `,", "`,") if groups else answer
