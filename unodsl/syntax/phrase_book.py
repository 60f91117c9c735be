"""A phrase book: common phrases, with suggested lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

Match = re.Match[str]

Answer = str | Callable[[Match], str | None]
"""A suggestion, in which `{name}` is a group of the pattern; or a function that returns one, or None."""


_POINTING = re.compile(r"\b(?:that|this) (?=player\b)")
"""Words that point at a player whom rules only name: `that player` is `player`."""


class PhraseBook:
    """Patterns with their suggestions; the first that matches a whole text counts."""

    def __init__(self, phrases: Iterable[tuple[str, Answer]]) -> None:
        self.phrases = tuple(phrases)

    @cached_property
    def _phrases(self) -> tuple[tuple[re.Pattern[str], Answer], ...]:
        # most texts have no errors, and compiling all patterns takes a tenth of a second
        return tuple((re.compile(pattern), answer) for pattern, answer in self.phrases)

    def meant(self, text: str) -> str | None:
        """The suggestion for a text; None if no pattern matches."""
        text = " ".join(text.split())
        plain = _POINTING.sub("", text)
        for pattern, answer in self._phrases:
            found = pattern.fullmatch(plain)
            hint = None if found is None else answer(found) if callable(answer) else filled(answer, found)
            if hint is not None and hint != f"write `{text}`" and can_be_written(hint):
                return hint
        return None


_WHOLE_LINES = re.compile(
    r"(?:[^`]*: )?(?:write )?`(?P<line>[^`]*)`(?:, and `(?P<below>[^`]*)` below it| below `then`)?"
)
"""A suggestion with a whole line."""


def can_be_written(hint: str) -> bool:
    """Whether the grammar accepts the line in a suggestion; True if it has none, or only a part of one."""
    found = _WHOLE_LINES.fullmatch(hint)
    if found is None or "..." in found["line"] or found["line"].startswith("otherwise"):
        return True
    return is_a_line(found["line"], found["below"])


_PLACES = (
    ("option x\n  rule x\n    when x\n    then\n      ", "\n", "        "),
    ("option x\n  rule x\n    ", "\n    then x\n", "      "),
    ("option x\n  rule x\n    if ", "\n    then x\n", "      "),
    ("option x\n  rule x\n    when ", "\n    then x\n", "      "),
    ("option x\n  ", "\n", "    "),
    ('scenario "x"\n  ', "\n", "    "),
    ('scenario "x"\n  expect ', "\n", "    "),
)
"""The contexts of a line, what follows it, and the indentation of a line that belongs to it."""


@lru_cache(maxsize=4096)
def is_a_line(line: str, below: str | None = None) -> bool:
    """Whether the grammar accepts a line in one of the contexts, alone or with one (by default any) below it, at its
    level or deeper."""
    return any(
        _is_read(f"{before}{line}{end}{after}")
        for before, after, indent in _PLACES
        for end in (f"\n{indent}{below or 'x'}", "" if below is None else f"\n{indent[2:]}{below}")
    )


def _is_read(text: str) -> bool:
    # the parser is loaded only if something is wrong
    from lark.exceptions import UnexpectedInput

    from unodsl.syntax.grammar import grammar

    try:
        grammar().parse(text)
    except UnexpectedInput:
        return False
    return True


def filled(answer: str, found: Match) -> str:
    """A suggestion with the matched groups; missing ones leave no gap. (`_` stands for a blank in an actor.)"""
    groups = {k: (v or "").replace("_", " ") if k == "who" else v or "" for k, v in found.groupdict().items()}
    return " ".join(answer.format_map(groups).split()).replace(" `,", "`,") if groups else answer
