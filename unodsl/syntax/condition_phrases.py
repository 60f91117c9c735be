"""Conditions as people say them, or as other languages write them, and the line that is meant: a phrase book.

As with effects, what a line is made of comes from the words of the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from unodsl.syntax.vocabulary import NUMBER_WORDS

Match = re.Match[str]
_WHAT = r"(?P<what>[^\s,](?:(?! and | or ).)*?)"
_HAS = r"(?:has|have|got|has got|holds|hold|is left with)"
_COUNTS = {word: str(n) for n, word in enumerate(NUMBER_WORDS)} | {"no": "0", "a": "1", "an": "1", "only one": "1"}
_AMOUNT = r"(?P<amount>\d+|no|zero|one|two|three|four|five|six|seven|eight|nine|ten)"
_BY = {"more than": "is more than", "over": "is more than", "fewer than": "is less than", "less than": "is less than"}
_BY |= {
    "under": "is less than",
    "at least": "is at least",
    "at most": "is at most",
    "": "is",
    "exactly": "is",
    "only": "is",
}
_BY |= {"just": "is"}
_LEFT = r"(?: left| remaining| in (?:his |her |their |the )?hand)?"


def _count(word: str) -> str:
    return _COUNTS.get(word, word)


def _place(what: str) -> str:
    """What has cards: a pile, a hand, or somebody with a hand."""
    what = what.removeprefix("the ").replace("deck", "draw pile")
    return what if what.endswith("pile") or what.startswith("hand") else f"hand of {what}"


def _held(found: Match) -> str:
    how = _BY[(found.groupdict().get("how") or "").strip()]
    cards = " ".join(x for x in (found.groupdict().get("which"), "cards") if x)
    return f"write `number of {cards} in {_place(found['what'])} {how} {_count(found['amount'])}`"


def _there_are(found: Match) -> str:
    how = _BY[(found["how"] or "").strip()]
    place = f" in {found['place']}" if found["place"] else ""
    return f"write `number of {found['what'].removesuffix(' left')}{place} {how} {_count(found['amount'])}`"


def _none_of(found: Match) -> str:
    return f"write `there is no {_one(found['cards'])} in {_place(found['what'])}`"


def _one(cards: str) -> str:
    """A description of cards, of one."""
    return re.sub(r"\bcards$", "card", cards.removeprefix("any ").removeprefix("a "))


def _same(found: Match) -> str:
    return f"write `{found['value']} of {found['what']} is {found['value']} of {found['other']}`"


def _turn(found: Match) -> str:
    what = f"{found['turn']} of {found['who'].removeprefix('the ')}"
    return f"write `not {what}`" if found["neg"] else f"write `{what}`"


def _all_of(found: Match) -> str:
    others = re.search("other|else|opp", found["who"]) is not None
    who = "other players" if others else "a player"
    none = "other players" if others else "player"
    return f"players are asked one by one: `there is {who} where (...)`, or `there is no {none} where (not (...))` for all of them"


_PHRASES: tuple[tuple[str, str | Callable[[Match], str]], ...] = (
    (r"(?:true|always|yes, always)", "what always holds needs no `if`: leave the line out"),
    (r"(?:false|never)", "what never holds is a rule to leave out"),
    (
        r"(?P<what>[a-z]+)\.(?P<value>[a-z-]+) (?:is|==?) [\"']?(?P<other>[a-z0-9 -]+)[\"']?",
        "write `{value} of {what} is {other}`",
    ),
    (
        r"(?P<what>.+?) (?:mod|modulo|%) (?P<other>\d+) (?:is|==?) (?P<rest>\d+)",
        "write `{what} - {what} / {other} * {other} is {rest}`",
    ),
    # how many cards
    (
        rf"{_WHAT} {_HAS} (?P<how>more than |fewer than |less than |over |under |at least |at most |exactly |only |just |){_AMOUNT}(?: (?P<which>(?!cards?\b)[a-z-]+))? cards?{_LEFT}",
        _held,
    ),
    (
        rf"{_WHAT} (?:does not|doesn't|does n't|doesn\u2019t|do not|don't) (?:have|hold|own) (?P<cards>(?:any |a )?.+)",
        _none_of,
    ),
    (rf"{_WHAT} (?:has|holds|have|hold) (?:no|not a|not any) (?P<cards>(?!cards?\b).+)", _none_of),
    (
        r"there(?: are|'s|\u2019s| is)(?P<how> more than| fewer than| less than| at least| at most| exactly| only|) "
        + _AMOUNT
        + r" (?P<what>[a-z -]+?)(?: (?:in|left in) (?P<place>.+))?",
        _there_are,
    ),
    (
        r"there are (?P<what>(?:any )?.+) in (?P<place>.+)",
        lambda m: f"write `there is {_one(m['what'])} in {m['place']}`",
    ),
    (r"(?:len|count|size|number) ?\((?P<what>.+)\) ?(?P<rest>.*)", "write `number of cards in {what} {rest}`"),
    (
        r"(?:the )?(?:count|size|amount) of (?:cards in )?(?P<what>(?:hand|.+ pile).*?) (?P<rest>is .+)",
        "write `number of cards in {what} {rest}`",
    ),
    (
        r"(?P<what>hand of .+?|[a-z]+ pile) (?P<rest>is (?:not |at least |at most |more than |less than |)\d+)",
        "write `number of cards in {what} {rest}`",
    ),
    (
        r"number of (?P<what>(?:[a-z]+ )?cards) (?P<rest>is .+)",
        "say where they lie: `number of {what} in hand of player {rest}`",
    ),
    (
        r"(?:the )?players (?P<rest>is (?:not |at least |at most |more than |less than |)\d+)",
        "write `number of players {rest}`",
    ),
    (r"hand of (?P<what>.+?) (?:contains|includes|has|holds) (?P<rest>.+)", "write `{what} holds {rest}`"),
    (
        r"(?:exists|any|some|at least one|there exists) (?P<what>.+) in (?P<rest>.+)",
        "write `there is {what} in {rest}`",
    ),
    (
        r"(?P<what>(?:a |an )?[a-z0-9-]+(?: [a-z0-9-]+)?) in (?P<rest>(?:hand|[a-z]+ pile).*)",
        "write `there is {what} in {rest}`",
    ),
    (r"(?P<what>.+) in (?P<rest>[a-z -]+)", "write `{what} is in {rest}`"),
    # whose turn it is
    (r"it(?: is|'s|\u2019s)(?P<neg> not)? (?P<who>[a-z ]+)['\u2019]s? (?P<turn>[a-z-]+)", _turn),
    (r"(?P<turn>turn) is (?P<neg>not )?(?P<who>[a-z ]*player)", _turn),
    (r"(?P<who>[a-z ]*player) (?:is|has) (?P<neg>not )?(?:on|at|the) (?P<turn>[a-z-]+)", _turn),
    # how things compare
    (
        r"(?P<what>.+) is (?:greater|more|bigger|higher|larger) than or equal to (?P<other>.+)",
        "write `{what} is at least {other}`",
    ),
    (
        r"(?P<what>.+) is (?:smaller|less|fewer|lower) than or equal to (?P<other>.+)",
        "write `{what} is at most {other}`",
    ),
    (
        r"(?P<what>.+) is (?:from|between) (?P<other>\d+) (?:to|and) (?P<rest>\d+)",
        "write `{what} is {other} to {rest}`",
    ),
    (r"(?P<what>.+?) (?:has|is|shows) the same (?P<value>[a-z-]+) as (?P<other>.+)", _same),
    (
        r"(?P<value>[a-z-]+) of (?P<what>.+?) is (?:the )?same as (?:the )?(?P<rest>[a-z-]+) of (?P<other>.+)",
        "write `{value} of {what} is {rest} of {other}`",
    ),
    (r"(?P<what>.+?) (?:equals|is equal to) (?P<other>.+)", "write `{what} is {other}`"),
    (
        r"(?P<what>.+?) (?:matches|fits) (?P<other>.+)",
        "say what is alike: `color of {what} is color of {other}`, for example",
    ),
    (r"(?P<what>.+?) is neither (?P<other>.+?) nor (?P<rest>.+)", "write `not ({what} is {other} or {rest})`"),
    (r"(?P<what>.+?) is either (?P<other>.+?) or (?P<rest>.+)", "write `{what} is {other} or {rest}`"),
    (r"(?P<what>.+?) xor (?P<other>.+)", "write `({what}) and not ({other}) or not ({what}) and ({other})`"),
    (
        r"(?P<what>(?:number|score|total|count)\b.*?) is (?P<other>even|odd)",
        lambda m: f"write `{m['what']} - {m['what']} / 2 * 2 is {int(m['other'] == 'odd')}`",
    ),
    # other contractions
    (r"(?P<what>.+?) (?:isn't|isnt|ain't|isn\u2019t) (?P<rest>.+)", "write `{what} is not {rest}`"),
    (r"(?P<what>.+?) (?:can't|cant|can\u2019t|couldn't) (?P<rest>.+)", "write `{what} cannot {rest}`"),
    # all of them, or none
    (
        r"(?P<who>everyone|everybody|all players|all|each player|every player|any player|anyone|anybody|someone|somebody|other players|all other players|everyone else|opponents|all opponents|one of the players) .+",
        _all_of,
    ),
    (
        r"(?:nobody|no player|no one) .+",
        "write `there is no player where (...)`, and in the parentheses what holds of none",
    ),
    (
        r"(?:exactly |at least |at most )?(?:\d+|two|three) players (?:hold|have) .+",
        "write `number of players where (...) is ...`",
    ),
    # what has happened
    (
        r"(?P<what>.+?) (?:has |have |just |has just |already |was )+(?:called|played|drawn|passed|named|won|caught)\b.*|(?P<other>.+?) (?:called|played|drew|passed|named|won|caught)\b.*",
        "keep what happened before in a variable, by a rule of its own (`when player plays ...`)",
    ),
    (
        r"(?P<what>(?:player|next player|any player) (?:plays|draws|passes|calls|names|chooses)\b.*)",
        "what happens stands behind `when`, and what is so behind `if`: `when {what}`",
    ),
)

_COMPILED = tuple((re.compile(pattern), answer) for pattern, answer in _PHRASES)


def condition_meant(text: str) -> str | None:
    """A line of help for a condition that none is; None where the book has nothing."""
    text = " ".join(text.split())
    for pattern, answer in _COMPILED:
        found = pattern.fullmatch(text)
        if found is None:
            continue
        if callable(answer):
            return answer(found)
        return " ".join(answer.format_map({k: v or "" for k, v in found.groupdict().items()}).split()).replace(
            " `,", "`,"
        )
    return None
