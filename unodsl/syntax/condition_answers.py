"""Answers of the phrase book for conditions: the intended line, in the words of the text."""

from __future__ import annotations

import re

from unodsl.syntax.phrase_book import Match
from unodsl.syntax.vocabulary import NUMBER_WORDS

COUNTS = {word: str(n) for n, word in enumerate(NUMBER_WORDS)} | {"no": "0", "a": "1", "an": "1", "only one": "1"}
BY = {"more than": "is more than", "over": "is more than", "fewer than": "is less than", "less than": "is less than"}
BY |= {
    "under": "is less than",
    "at least": "is at least",
    "at most": "is at most",
    "": "is",
    "exactly": "is",
    "only": "is",
}
BY |= {"just": "is"}
BY_HOW = dict.fromkeys(("greater", "higher", "bigger", "more"), "more than ")
BY_HOW |= dict.fromkeys(("less", "smaller", "lower", "fewer"), "less than ")
BELOW = "; once it is played, the card before it is `card 2 of discard pile`"


def digits_of(word: str) -> str:
    return COUNTS.get(word, word)


def place_named(what: str) -> str:
    """A place with cards: a pile, a hand, or a player's hand."""
    what = what.removeprefix("the ").replace("deck", "draw pile")
    if what in ("they", "he", "she"):
        return "their hand"
    return what if what.endswith("pile") or what.startswith("hand") else f"hand of {what}"


def held(found: Match) -> str:
    how = BY[(found.groupdict().get("how") or "").strip()]
    cards = " ".join(x for x in (found.groupdict().get("which"), "cards") if x)
    return f"write `number of {cards} in {place_named(found['what'])} {how} {digits_of(found['amount'])}`"


def there_are(found: Match) -> str:
    how = BY[(found["how"] or "").strip()]
    place = f" in {found['place']}" if found["place"] else ""
    return f"write `number of {found['what'].removesuffix(' left')}{place} {how} {digits_of(found['amount'])}`"


def none_of(found: Match) -> str:
    return f"write `there is no {one_card(found['cards'])} in {place_named(found['what'])}`"


def one_card(cards: str) -> str:
    """A description of one card."""
    return re.sub(r"\bcards$", "card", cards.removeprefix("any ").removeprefix("a "))


def only_those(found: Match) -> str:
    return f"write `there is no card in hand of {found['what']} where (it is not {found['other']})`"


def no_value(found: Match, value: str) -> str:
    negated = re.search(r" is not \S+$", found[0]) is not None
    return f"write `{found['what']} is {'not ' if negated else ''}{value}`"


def same_value(found: Match) -> str:
    return f"write `{found['value']} of {found['what']} is {found['value']} of {found['other']}`"


def whose_turn(found: Match) -> str:
    what = f"{found['turn']} of {found['who'].removeprefix('the ')}"
    return f"write `not {what}`" if found["neg"] else f"write `{what}`"


def all_of(found: Match) -> str:
    others = re.search("other|else|opp", found["who"]) is not None
    who = "other players" if others else "a player"
    none = "other players" if others else "player"
    return f"ask about each player: `there is {who} where (...)`, or `there is no {none} where (not (...))` for all of them"


def more_cards(found: Match) -> str:
    """Two hands compared."""
    how = "more than" if found["how"] == "more" else "less than"
    kind, other = found["kind"] or "", found["other"] or ""
    if other.endswith(" cards"):
        mine, theirs = (f"number of {x} in hand of {found['what']}" for x in (f"{kind}cards", other))
    else:
        other = other if other and other not in ("they", "he", "she") else "player"
        mine, theirs = (f"number of {kind}cards in hand of {x}" for x in (found["what"], other))
    return (
        f"write `{mine} is {how} {theirs}`"
        if mine != theirs
        else "say than whose: `... is more than number of cards in hand of next player`"
    )


def by_number(found: Match) -> str:
    """The numbers on two cards compared."""
    one, other = "number of face of the card", "number of face of top card"
    if found["amount"]:
        more = found["how"] in ("higher", "bigger", "greater", "larger", "more")
        return f"write `{one} is {other} {'+' if more else '-'} {digits_of(found['amount'])}`{BELOW}"
    return f"write `{one} is {BY_HOW.get(found['how'], 'more than ')}{other}`{BELOW}"


def both_held(found: Match) -> str:
    rest, other = found["rest"], found["other"]
    rest += " card" if other.endswith(" card") and not rest.endswith(" card") else ""
    return f"write `({found['what']} holds a {rest}) and ({found['what']} holds a {other})`"


def both_able(found: Match) -> str:
    """Two moves of one player: the verb is repeated where the second has none."""
    verb, other = found["verb"], found["other"]
    moves = ("play", "draw", "pass", "call", "name", "catch", "challenge", "choose", "take", "show", "give")
    other = other if other.split()[0] in moves else f"{verb} {other}"
    who, can = found["what"], found["can"]
    link = "and" if can == "cannot" else found["link"]
    return f"write `({who} {can} {verb} {found['rest']}) {link} ({who} {can} {other})`"
