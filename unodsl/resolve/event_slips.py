"""What people write where an event stands, and the line that is meant."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from unodsl.resolve.kinds import short
from unodsl.resolve.scope import Vocabulary
from unodsl.syntax.event_phrases import event_meant

_AMOUNTS = {"no": "0", "one": "1", "a": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_HELD = re.compile(
    r"(?:the )?(?P<who>.+?) (?:has|have|holds?|is left with) (?:only )?(?P<amount>\w+) cards?(?: left)?(?: in hand)?"
)
_SO = re.compile(r"(?P<what>.+?) (?:is|are|has|have|holds|hold|can|cannot) .+")
_EMPTY = re.compile(
    r"(?:the )?(?P<what>[a-z -]+?) (?:runs out|runs dry|is used up|is exhausted|is empty|is out of cards)(?: of cards)?"
)
_SOMEBODY = r"(?:someone|somebody|anybody|anyone|a person|a player|any player|one player|some player)"
_YOU = re.compile(rf"(?:you|{_SOMEBODY}) (?P<verb>[a-z]+)\b ?(?P<rest>.*)")
_DOING = re.compile(r"(?P<verb>[a-z]+)ing\b ?(?P<rest>.*)")
_ALL = ("everyone", "everybody", "players", "all players", "every player", "each player", "nobody", "no player")
_DECKS = ("deck", "pile", "stack", "cards")


@dataclass(frozen=True, slots=True)
class Table:
    """What a table calls things. `verbs`: what players do, as in `plays`; `piles`: its zones that are nobody's; `home`: the one where
    the cards lie before the deal; `hand`: the private zone of each player; None where there are none, or several; `values`: what
    its cards are called by."""

    verbs: Collection[str]
    piles: Collection[str]
    home: str | None
    hand: str | None
    values: Collection[str] = ()


def called(v: Vocabulary) -> Table:
    """What a table calls its acts and zones."""
    hands = [short(z.name) for z in v.zones if z.each_player and z.visibility == "seen by its player"]
    piles = [short(z.name) for z in v.zones if not z.each_player]
    home = None if v.deck is None or not v.zones else short(v.zones[v.deck.home].name)
    values = [] if v.deck is None else [x for a in v.deck.attributes for x in a.values]
    return Table(sorted(a.third for a in v.acts), piles, home, hands[0] if len(hands) == 1 else None, values)


def as_people_say_it(text: str, table: Table) -> str | None:
    """What the phrase book says; None where the line that it names has a verb of nobody here."""
    told = event_meant(text)
    named = None if told is None else re.search(r"`when player (\w+)", told)
    if told is not None and told.startswith("a card is called") and told.rstrip("`").split()[-1] not in table.values:
        return None
    return told if named is None or named[1] in {v.split()[0] for v in table.verbs} else None


def meant(text: str, table: Table) -> str | None:
    """A line of help for an event that none is."""
    text = " ".join(text.split())
    held = _HELD.fullmatch(text)
    if held is not None and (held["amount"].isdigit() or held["amount"] in _AMOUNTS):
        return _held(held["who"], _AMOUNTS.get(held["amount"], held["amount"]), table)
    empty = _EMPTY.fullmatch(text)
    if empty is not None:
        pile = _pile(empty["what"].strip(), table)
        if pile is not None:
            return _state(f"{pile} is empty")
    you = _YOU.fullmatch(text)
    doing = you or _DOING.fullmatch(text)
    if doing is not None:
        forms = {doing["verb"], doing["verb"] + "s", doing["verb"] + "es"}
        verb = next((v for v in table.verbs if v.split()[0] in forms), None)
        rest = doing["rest"]
        if verb is None:
            return None
        for word in verb.split()[1:]:
            rest = rest.removeprefix(word).strip()
        return f"whoever does it is called `player`: `when player {verb} {rest}".rstrip() + "`"
    told = as_people_say_it(text, table)
    if told is not None:
        return told
    return _state(text) if _SO.fullmatch(text) else None


def _held(who: str, amount: str, table: Table) -> str | None:
    """So many cards of somebody, or of a pile."""
    pile = _pile(who, table)
    if pile is not None:
        return _state(f"{pile} is empty" if amount == "0" else f"number of cards in {pile} is {amount}")
    if table.hand is None or who in _ALL:
        return None
    if re.fullmatch(_SOMEBODY, who):
        return _state(f"there is players where (number of cards in {table.hand} is {amount})")
    whose = "player" if who == "you" else who
    return _state(f"number of cards in {table.hand} of {whose} is {amount}")


def _pile(name: str, table: Table) -> str | None:
    """The zone that somebody means."""
    return name if name in table.piles else table.home if name in _DECKS else None


def _state(condition: str) -> str:
    """What is so, and does not happen."""
    return f"what is so is a condition, and stands below what happens: `if {condition}`"
