"""What people write where an event stands, and the line that is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

_AMOUNTS = {"no": "0", "one": "1", "a": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_HELD = re.compile(r"(?P<who>.+?) (?:has|have|holds?|is left with) (?:only )?(?P<amount>\w+) cards?(?: left)?")
_SO = re.compile(r"(?P<what>.+?) (?:is|are|has|have) .+")
_SPENT = re.compile(r"(?:the )?(?P<what>[a-z -]+?) (?:runs out|runs dry|is used up|is exhausted)")
_YOU = re.compile(r"(?:you|someone|somebody|anybody|anyone|a person) (?P<verb>[a-z]+)\b ?(?P<rest>.*)")


def meant(text: str, verbs: Sequence[str], piles: Sequence[str]) -> str | None:
    """A line of help for an event that none is. `verbs`: what players do here, as in `plays`; `piles`: the face-down zones of the
    table."""
    text = " ".join(text.split())
    you = _YOU.fullmatch(text)
    if you is not None:
        verb = next((v for v in verbs if v.split()[0] in (you["verb"], you["verb"] + "s", you["verb"] + "es")), None)
        return verb and f"whoever does it is called `player`: `when player {verb} {you['rest']}".rstrip() + "`"
    held = _HELD.fullmatch(text)
    if held is not None and (held["amount"].isdigit() or held["amount"] in _AMOUNTS):
        amount = _AMOUNTS.get(held["amount"], held["amount"])
        return _state(f"number of cards in hand of {held['who'].removeprefix('the ')} is {amount}")
    spent = _SPENT.fullmatch(text)
    if spent is not None:
        name = spent["what"].strip()
        pile = name if name in piles else next(iter(piles), name)
        return _state(f"{pile} is empty")
    return _state(text) if _SO.fullmatch(text) else None


def _state(condition: str) -> str:
    """What is so, and does not happen."""
    return f"what is so is a condition, and stands below what happens: `if {condition}`"
