"""Corrects card names with a sign in files with syntax errors, based on the decks that were parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from unodsl.diagnostics import Diagnostic
from unodsl.syntax import nodes as s
from unodsl.syntax.vocabulary import NUMBER_WORDS

_SIGNED = re.compile(r"`\+(\d+)` is neither a card nor a number")


def named_by_decks(found: list[Diagnostic], files: Iterable[s.File]) -> list[Diagnostic]:
    """Returns the diagnostics with the card name added for `number of +2 in hand of player`, if a deck has a card with
    that number in its name."""
    signed = {d: m for d in found if (m := _SIGNED.fullmatch(d.message)) is not None}
    if not signed:
        return found
    values = list(dict.fromkeys(_values(files)))
    return [_named(d, int(signed[d][1]), values) if d in signed else d for d in found]


def _named(found: Diagnostic, count: int, values: list[str]) -> Diagnostic:
    names = {str(count)} | ({NUMBER_WORDS[count]} if count < len(NUMBER_WORDS) else set())
    called = [v for v in values if v != str(count) and names & set(re.findall(r"[a-z]+|[0-9]+", v.lower()))]
    if not called:
        return found
    hint = f"did you mean {' or '.join(f'`{v}`' for v in called)}?"
    return Diagnostic(found.code, found.message, found.span, hint)


def _values(files: Iterable[s.File]) -> Iterable[str]:
    """Returns the attribute values of the cards of each deck in the files."""
    for file in files:
        for block in file.items:
            if isinstance(block, s.Game | s.Option):
                for deck in block.items:
                    for line in deck.lines if isinstance(deck, s.Deck) else ():
                        if isinstance(line, s.Attribute):
                            yield from ("-".join(w.text for w in value.phrase.words) for value in line.values)
