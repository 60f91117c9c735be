"""Looks up the intended meaning of a whole line in the phrase books."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from unodsl.resolve.words import Mistake
from unodsl.source import Span

_GUESSED = (
    "did you mean",
    "write `",
    "`number of cards in hand of ...`",
    "`number of higher",
    "put a value",
    "one of them is",
    "what nobody",
    "all of them",
    "say it",
    "say what it is about",
    "say what it is compared with",
    "effects go on below",
    "numbers are written",
    "this deck has no such card",
    "names are written",
    "name the cards",
    "here could stand",
    "leave `",
    "this rule has none",
    "rules know no names",
    "a condition has a line of its own",
    "say of whom with `of`",
    "it is done with one card at a time",
)
"""How a suggestion begins that only recognizes a word of a condition."""
_READINGS = "what belongs together here"
"""How a message begins whose suggestion has both readings of a line."""


@contextmanager
def with_phrase_book(
    span: Span, book: Callable[[str], str | None], named: Callable[[str], str] = str
) -> Iterator[None]:
    """Replaces the suggestion of an error about a single word by that of a phrase book for the whole line. `named`:
    inserts the table's names of zones."""
    try:
        yield
    except Mistake as mistake:
        found = mistake.diagnostic
        # an edit is for the whole line, unless it only names players
        hint = found.hint or _GUESSED[0]
        both = found.message.startswith(_READINGS)
        guessed = hint.startswith(_GUESSED if found.edit is None else "all of them") or hint.endswith("` is a number")
        meant = book(span.text) if guessed and not both else None
        if meant is None or (hint.startswith("did you mean") and _only_shorter(span.text, meant, hint)):
            raise
        raise Mistake(found.code, found.message, found.span, named(meant)) from None


def _only_shorter(line: str, meant: str, hint: str) -> bool:
    """Whether a phrase book only takes the last letter of a word away, and the word is misspelled: `plas`, for which a `hint` has
    another word."""
    words = line.split()
    return any(
        f"`{' '.join([*words[:i], x[:-1], *words[i + 1 :]])}`" in meant and f"`{x[:-1]}`" not in hint
        for i, x in enumerate(words)
    )
