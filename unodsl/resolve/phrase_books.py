"""Where the phrase books are asked what a whole line means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from unodsl.resolve.words import Mistake
from unodsl.source import Span

_GUESSED = (
    "did you mean",
    "write `",
    "`number of cards in hand of ...`",
    "put a value",
    "one of them is",
    "what nobody",
    "all of them",
    "say it",
    "say what it is about",
    "numbers are written",
    "this deck has no such card",
    "names are written",
    "name the cards",
    "here could stand",
    "leave `",
    "this rule has none",
    "rules know no names",
    "say of whom with `of`",
    "it is done with one card at a time",
)
"""How help begins that knows a word of a condition, and not what the whole says."""
_READINGS = "what belongs together here"
"""How a message begins whose help has both readings of a line."""


@contextmanager
def as_people_say(span: Span, book: Callable[[str], str | None], named: Callable[[str], str] = str) -> Iterator[None]:
    """A mistake that knows no more than a word gets the help of a phrase book for the whole. `named`: puts in what the table
    calls its zones."""
    try:
        yield
    except Mistake as mistake:
        found = mistake.diagnostic
        # of an edit that is known the whole line is known, but where it only names players
        hint = found.hint or _GUESSED[0]
        both = found.message.startswith(_READINGS)
        guessed = hint.startswith(_GUESSED if found.edit is None else "all of them") or hint.endswith("` is a number")
        meant = book(span.text) if guessed and not both else None
        if meant is None:
            raise
        raise Mistake(found.code, found.message, found.span, named(meant)) from None
