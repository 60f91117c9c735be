"""The phrase book of deck lines: common ways to say how many copies of which cards there are."""

from __future__ import annotations

import re

from unodsl.syntax.english import digits
from unodsl.syntax.vocabulary import NUMBER_WORDS

_NUMBER = rf"\d+|an?|{'|'.join(NUMBER_WORDS)}"
_COUNTED = re.compile(
    rf"(?P<count>{_NUMBER}) ?(?:x |times )?(?:(?:more|extra) )?(?:cop(?:y|ies) |cards? |pieces? )?(?:of )?"
    r"(?:(?P<every>each|every|all|any) (?P<attribute>[a-z][a-z-]*?)s?: ?|no [a-z][a-z-]*: ?)?(?P<cards>[^:]+)"
)
_BEHIND = re.compile(rf"(?P<cards>[^:]+?),? (?:(?P<word>once|twice)|(?:x ?)?(?P<count>{_NUMBER})(?: times| copies)?)")


def deck_line(line: str) -> str | None:
    """The deck line that words mean, such as `2 of red 5` for `two red 5`; None where that is unclear."""
    text = " ".join(line.split()).removesuffix(".")
    found = _COUNTED.fullmatch(text) or _BEHIND.fullmatch(text)
    if found is None:
        return None
    groups = found.groupdict()
    count = {"once": "1", "twice": "2"}.get(groups.get("word") or "") or digits(groups["count"])
    cards = groups["cards"]
    if re.fullmatch(r"[a-z][a-z-]*[^s]s", cards):
        cards = cards.removesuffix("s")
    each = f"each {groups['attribute']}: " if groups.get("attribute") else ""
    meant = f"{count} of {each}{cards}"
    return None if meant == text else meant
