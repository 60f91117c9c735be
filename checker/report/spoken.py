"""Conditions of the language as players say them, for the stories of findings.

Scenarios and JSON keep the conditions. Example: `number of cards in hand of ann is 5` is shown as `ann has 5 cards in hand`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_COUNTED = re.compile(r"number of (?P<what>[^;:]+?) in (?P<place>[^;:]+?)(?: of (?P<who>\w+))? is (?P<number>\d+)")
_AMONG = re.compile(r"(?P<who>\w+) is (?P<negated>not )?in (?P<set>winners|players)")
_AMONG_WORDS = {
    ("winners", False): "is a winner",
    ("winners", True): "is no winner",
    ("players", False): "takes part",
    ("players", True): "takes no part any more",
}
_WAITS = re.compile(r"(?P<situation>[\w.-]+(?: [\w.-]+)*) on (?P<who>\w+)")


def spoken(facts: Iterable[str]) -> str:
    """Facts of one side of a story in a line."""
    return "; ".join("; ".join(map(_one, x.split("; "))) for x in facts)


def _one(fact: str) -> str:
    """One of them; what was done, or by which rule, may stand before it."""
    before, colon, value = fact.rpartition(": ")
    counted, waits, among = (x.fullmatch(value) for x in (_COUNTED, _WAITS, _AMONG))
    if counted is not None:
        value = _counted(counted)
    elif waits is not None:
        value = f"{waits['situation']} waits for {waits['who']}"
    elif among is not None:
        value = f"{among['who']} {_AMONG_WORDS[among['set'], among['negated'] is not None]}"
    return before + colon + value


def _counted(found: re.Match[str]) -> str:
    """How many cards lie where."""
    what, place, who, number = found["what"], found["place"], found["who"], int(found["number"])
    if what == "cards":
        what = "card" if number == 1 else "cards"
    elif number > 1:
        what = f"of {what}"
    many = f"{number or 'no'} {what}"
    return f"{who} has {many} in {place}" if who is not None else f"{many} in {place}"
