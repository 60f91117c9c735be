"""Suggestions for phrases that are not events."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from unodsl.model import table as t
from unodsl.model.types import Card, Number
from unodsl.resolve.kinds import short
from unodsl.resolve.scope import Vocabulary
from unodsl.resolve.words import NOUNS, Mistake
from unodsl.syntax import english
from unodsl.syntax import nodes as s
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
_ANYBODY = (
    "",
    "i",
    "we",
    "you",
    "he",
    "she",
    "they",
    "somebody",
    "someone",
    "anybody",
    "anyone",
    "any player",
    "one player",
)
"""Words that people use for an actor."""
_BEING = ("is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "gets", "get", "got", "just", "now")
_NAMED = ("chosen", "picked", "selected", "named", "called", "declared", "decided", "said", "announced")
_ARTICLES = ("a", "an", "the")
_DONE = re.compile(r"[a-z]+(?:ed|en|n|ne|t|id|de)")
"""A verb in the form of `is played`, `is drawn`, `is made`."""
_MOST_SUBJECT = 3
"""The most words before a verb that are considered."""


@dataclass(frozen=True, slots=True)
class Table:
    """The names of a table. `verbs`: of acts, as in `plays`; `piles`: zones that are nobody's; `home`: the one where
    the cards lie before the deal; `hand`: the private zone of each player; None if there is none, or several; `faces`:
    the values that name its cards; `nouns`: the argument of each act, by its verb as in `plays`; `choices`: those of
    the arguments that are neither a card nor a number."""

    verbs: Collection[str]
    piles: Collection[str]
    home: str | None
    hand: str | None
    values: Collection[str] = ()
    nouns: Mapping[str, str] = field(default_factory=dict)
    choices: Collection[str] = ()


def called(v: Vocabulary) -> Table:
    """The names of a table's acts and zones."""
    hands = [short(z.name) for z in v.zones if z.each_player and z.visibility == "seen by its player"]
    piles = [short(z.name) for z in v.zones if not z.each_player]
    home = None if v.deck is None or not v.zones else short(v.zones[v.deck.home].name)
    values = [] if v.deck is None else [x for a in v.deck.attributes for x in a.values]
    nouns = {a.third: a.argument_name for a in v.acts if a.argument is not None}
    choices = [a.third for a in v.acts if a.argument is not None and not isinstance(a.argument, Card | Number)]
    hand = hands[0] if len(hands) == 1 else None
    return Table(sorted({a.third for a in v.acts}), piles, home, hand, values, nouns, choices)


def phrase_meant(text: str, table: Table) -> str | None:
    """The suggestion of the phrase book; None if its line has an unknown verb."""
    hint = event_meant(text)
    named = None if hint is None else re.search(r"`when player (\w+)", hint)
    if hint is not None and hint.startswith("a card is called") and hint.rstrip("`").split()[-1] not in table.values:
        return None
    return hint if named is None or named[1] in {v.split()[0] for v in table.verbs} else None


def meant(text: str, table: Table) -> str | None:
    """A suggestion for an unknown event."""
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
        for word in verb.split()[1:] if verb is not None else ():
            rest = rest.removeprefix(word).strip()
        if verb is not None:
            return f"whoever does it is called `player`: `when player {verb} {rest}".rstrip() + "`"
    hint = phrase_meant(text, table)
    if hint is not None:
        return hint
    return _state(text) if _SO.fullmatch(text) else None


def in_plain_form(text: str, table: Table) -> str | None:
    """A suggestion for a verb in another form: `player play 5`, `I play a 5`, `play 5`."""
    words = text.split()
    for at in range(min(len(words), _MOST_SUBJECT)):
        for verb in sorted(table.verbs, key=len, reverse=True):
            first, *more = verb.split()
            behind = words[at + 1 :]
            if words[at].lower() not in (english.plain_form(first), first) or behind[: len(more)] != more:
                continue
            who = " ".join(w for w in words[:at] if w.lower() not in _ARTICLES)
            if at and words[at] == first and who.lower() not in _ANYBODY:
                return None  # the verb is right, and something else is not
            if who.lower() in _ALL:
                return None
            rest = behind[len(more) :]
            if not at and len(rest) == 1 and _DONE.fullmatch(rest[0]) and rest[0] not in table.values:
                rest = []  # `challenge made`
            line = " ".join(("when player", verb, *rest))
            if who.lower() in _ANYBODY or who == "player":
                return f"write `{line}`"
            return f"whoever does it is called `player`: write `{line}`, and below it who that is: `if player is {who} of ...`"
    return None


def passive(text: str, table: Table) -> str | None:
    """A suggestion for `a 5 is played`, `color chosen`, `uno called by next player`."""
    verb_text, _, by = text.partition(" by ")
    words = [w for w in verb_text.split() if w not in _ARTICLES]
    done = next((w for w in reversed(words) if w not in _BEING), "")
    what = " ".join(w for w in words[: words.index(done)] if w not in _BEING) if done else ""
    if not _DONE.fullmatch(done) or not what:
        return None
    who = by or "player"
    bases = {english.plain_form(v.split()[0]): v for v in table.verbs if v in table.nouns or " " in v}
    if done in bases:
        return None
    bases |= {english.plain_form(v.split()[0]): v for v in table.nouns}
    near = get_close_matches(done, bases, 1, 0.6)
    verb = bases[near[0]] if near else None
    choosing = [v for v in table.choices if table.nouns[v] == what]
    chosen = verb if verb in choosing else next(iter(choosing), None)
    called = next((v for v in table.verbs if v.split()[1:] == what.split()), None)
    if called is not None and (verb is None or verb.split()[0] == called.split()[0] or done in _NAMED):
        return f"say who does it: `when {who} {called}`"
    if chosen is not None and (done in _NAMED or verb == chosen):
        return f"say who does it: `when {who} {chosen} {_a(what)}`"
    if verb is None or (verb in table.choices and what not in (*table.values, table.nouns[verb])):
        return None
    if what in NOUNS and table.nouns[verb] != "card":
        return f"say who does it: `when {who} {verb}`"
    object_text = _a(what) if what == table.nouns.get(verb) else what
    return f"say who does it: `when {who} {verb} {object_text}`"


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _held(who: str, amount: str, table: Table) -> str | None:
    """A count of cards of a player, or of a pile."""
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
    """The zone that words mean."""
    return name if name in table.piles else table.home if name in _DECKS else None


def _state(condition: str) -> str:
    """The suggestion for a state in place of an event."""
    return f"what is so is a condition, and stands below what happens: `if {condition}`"


def refuse_never(phrase: s.Phrase, situation: t.Situation) -> None:
    """UNO106 for an event that a situation never has: one on a player does not complete, one on players does not pass."""
    kind, name = phrase.words[-1].text, short(situation.name)
    if kind == "passes" and situation.on_players:
        message = f"`{name}` waits for several players, and is not passed on"
        raise Mistake("UNO106", message, phrase.span, f"write `when {name} completes`, when all have answered")
    if kind == "completes" and not situation.on_players:
        message = f"`{name}` waits for one player, and does not complete"
        raise Mistake("UNO106", message, phrase.span, f"write `when {name} ends`, or `when {name} passes`")
