"""The phrase book of deck lines: common ways to say how many copies of which cards there are."""

from __future__ import annotations

import re
from collections.abc import Mapping

from unodsl.syntax.english import digits
from unodsl.syntax.vocabulary import NUMBER_WORDS

_NUMBER = rf"\d+|an?|{'|'.join(NUMBER_WORDS)}"
_COUNTED = re.compile(
    rf"(?P<count>{_NUMBER}) ?(?:x |times )?(?:(?:more|extra) )?(?:cop(?:y|ies) |cards? |pieces? )?(?:of )?"
    r"(?:(?P<every>each|every|all|any) (?P<attribute>[a-z][a-z-]*?)s?: ?|no [a-z][a-z-]*: ?)?(?P<cards>[^:]+)"
)
_BEHIND = re.compile(rf"(?P<cards>[^:]+?),? (?:(?P<word>once|twice)|(?:x ?)?(?P<count>{_NUMBER})(?: times| copies)?)")
_OF_EACH = re.compile(
    rf"(?P<count>{_NUMBER}) (?:cards? |copies )?(?:of |for |in )?(?:each|every|all) (?P<attribute>[a-z][a-z-]*?)s?:?"
)


def deck_line(line: str, values: Mapping[str, str]) -> str | None:
    """The deck line that words mean, such as `2 of red 5` for `two red 5`; None where that is unclear. `values`: those of
    each attribute of the deck, as its lines list them."""
    text = " ".join(line.split()).removesuffix(".")
    all_of = _OF_EACH.fullmatch(text)
    if all_of is not None and all_of["attribute"] in values:
        others = [x for name, x in values.items() if name != all_of["attribute"]]
        of = f"each {all_of['attribute']}: {others[0]}" if others else values[all_of["attribute"]]
        return f"{digits(all_of['count'])} of {of}"
    text = re.sub(rf"^({_NUMBER})(?: of)?: ", r"\1 of ", text)
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
    return None if meant == " ".join(line.split()) else meant
