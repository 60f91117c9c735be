"""Forms of English verbs, and numbers in words: heuristics, for acts and for messages."""

from __future__ import annotations

import re

from unodsl.syntax.vocabulary import NUMBER_WORDS

_ARTICLES = {"a": "1", "an": "1", "another": "1", "some": "1", "no": "0"}


def third_person(verb: str) -> str:
    """The third person: `play` to `plays`, `pass` to `passes`, `carry` to `carries`."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and len(verb) > 1 and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def does(verb: str) -> str:
    """The third person of a verb that may be in that form already: `plays` is unchanged."""
    return verb if verb.endswith("s") and not verb.endswith("ss") else third_person(verb)


def plain_form(verb: str) -> str:
    """The plain form of a third person: `passes` to `pass`, `plays` to `play`."""
    return re.sub(r"(?<=ss|sh|ch)es$|(?<=x)es$|(?<=[^s])s$", "", verb)


def digits(word: str) -> str:
    """A number word in digits: `two` to `2`, `a` to `1`; other words are unchanged."""
    return _ARTICLES.get(word) or (str(NUMBER_WORDS.index(word)) if word in NUMBER_WORDS else word)
