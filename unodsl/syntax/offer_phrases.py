"""A phrase book for offers and bans: common phrases, with the intended lines.

As with effects, the suggestion uses the words of the text itself.
"""

from __future__ import annotations

import re

from unodsl.syntax.condition_phrases import condition_meant
from unodsl.syntax.phrase_book import Answer, Match, PhraseBook

_ANY = "players|everyone|everybody|anyone|anybody|someone|you|they|one|a player|the player|all players|every player|each player|any player"
_NOBODY = r"(?:nobody|no ?one|no player|no players|none|not a player)"
_WHO = r"(?P<who>(?:any |a |the |each |every |all |its |next |other )?[a-z]+(?: of [a-z ]+?)?)"
_NOT = (
    r"(?:can not|cannot|can't|can\u2019t|cant|must not|mustn't|mustnt|may not|should not|shouldn't|shouldnt|could not|couldn't|will not|won't|"
    r"won\u2019t|wont|does not|doesn't|doesnt|do not|don't|dont|is not allowed to|isn't allowed to|are not allowed to|is forbidden to|"
    r"is not permitted to|is unable to|is not able to|never)"
)
_MODE = r"(?P<mode>cannot|may|must|can)"


def _who(found: Match) -> str:
    who = found.groupdict().get("who") or "any player"
    return "any player" if re.fullmatch(_ANY, who.lower()) else who


def _deed(text: str) -> str:
    """The act in its plain form: `plays 5` as `play 5`."""
    verb, _, rest = text.partition(" ")
    verb = re.sub(r"(?<=ss|sh|ch)es$|(?<=[^s])s$", "", verb)
    rest = "a card" if verb == "play" and rest in ("any card", "every card", "all cards", "cards") else rest
    return f"{verb} {rest}".rstrip()


def _last(found: Match) -> str:
    """A ban on the last card of a hand."""
    return f"write `{_who(found)} cannot play {_card(found)}`, and `if number of cards in hand of player is 1` on a line of its own below"


def _ban(found: Match) -> str:
    return f"write `{_who(found)} cannot {_deed(found['what'])}`"


def _whose(found: Match) -> str:
    """Who may or must; the one whom the table waits for, where only `player` is written."""
    who = _who(found)
    return "its player" if who == "player" else who


def _offer(mode: str, found: Match) -> str:
    return f"write `{_whose(found)} {mode} {_deed(found['what'])}`"


def _two_lines(found: Match) -> str:
    """The offer or ban and its condition, on two lines."""
    mode, what = "may" if found["mode"] == "can" else found["mode"], found["what"]
    if what.startswith("not "):
        mode, what = "cannot", what.removeprefix("not ")
    word, rest = found["word"], _of_player(found["rest"])
    line = {
        "unless": f"if not ({rest})",
        "except if": f"if not ({rest})",
        "except when": f"if not ({rest})",
        "during": f"during {rest}",
    }.get(word, f"if {rest}")
    turn = re.fullmatch(r"(?:it is )?(?:(?:his|her|their|its|the|a|your|my) )?turn", rest)
    line = "during turn" if turn is not None and not line.startswith("if not") else line
    return f"write `{_who(found)} {mode} {what}`, and `{line}` on a line of its own below"


def _of_player(condition: str) -> str:
    """A condition with the pronoun replaced by the name that the rule uses."""
    if not re.match(r"(?:they|he|she|you)\b", condition):
        return condition
    text = re.sub(r"^(?:they|he|she|you)\b", "player", condition)
    text = re.sub(r"^player can(not)? play(?: it)?$", r"player can\1 play a card", text)
    text = re.sub(
        r"^player (?:has|have|holds?) (?:another|one more) (?:card )?that (?:fits|matches).*",
        "player can play a card",
        text,
    )
    text = re.sub(r"^player (?:has|have) another card$", "player has more than 1 card", text)
    meant = re.fullmatch(r"write `([^`]*)`", condition_meant(re.sub(r"^player have\b", "player has", text)) or "")
    return text if meant is None else meant[1]


def _two_bans(found: Match) -> str:
    return f"write `{_who(found)} cannot {found['what']}`, and a rule of its own for `{_who(found)} cannot {_deed(found['rest'])}`"


_CARD = r"(?P<what>(?:an? |any |the )?[+a-z0-9-]+(?: [+a-z0-9-]+)?)"
_CAN = r"(?P<can>can|may|could|is allowed to|are allowed to)"
_CANNOT = r"(?P<can>cannot|can not|can't|may not|must not|should not|is not allowed to|are not allowed to)"
_LAST = r"(?:played last|the last card|played as (?:the )?(?:last|final) card|the final card|last|used to (?:win|finish|go out))"

_PLAY = r"(?:play|lay down|lay|put down|put|throw|use|discard)"
_AS_LAST = (
    r"(?:(?:as|for) (?:the |a |an |their |his |her |your |its )?(?:very )?(?:last|final)(?: one| card)?|last|at the end|"
    r"to (?:win|finish|go out|end)(?: with)?(?: the (?:round|game|match|hand))?)"
)


def _card(found: Match) -> str:
    return re.sub(r"^(?:all |every )?(?:the )?cards?$|^cards$", "a card", found["what"])


def _on(found: Match) -> str:
    """What can, or cannot, be played on what."""
    what = _card(found)
    line, can = f"if top of discard pile is {found['rest']}", found["can"] or found["can2"]
    if found["rest"] in ("anything", "any card", "everything", "all cards"):
        return f"say who does it: `during turn`, and `its player may play {what}`"
    if "not" in can or "n't" in can:
        return f"write `any player cannot play {what}`, and `{line}` on a line of its own below"
    return f"say who does it: `during turn`, `its player may play {what}`, and `{line}` on lines of their own"


_PHRASES: tuple[tuple[str, Answer], ...] = (
    # more than one card
    (
        r".+? (?:may|must|can) (?:play|lay|put) (?:(?:all|both|two|three|four|several|[2-9])(?: of)?(?: (?:the|their))? (?:[a-z0-9-]+|\d+ ?s)|.+ (?:twice|two times|again))",
        "a move is one card: to let somebody play another one, begin a situation, with a rule in which `its player may play ...`",
    ),
    (
        r".+? (?:may|must|can) draw (?:until|till|as long as) .+",
        "a move draws a number of cards: `its player may draw 1`, which can be done again as long as the turn does not go on",
    ),
    # what repeats
    (
        r"(?:while|until|as long as) .+",
        "what happens again and again stands below `then`: `repeat at most 20 times while ...`; what is so stands behind `if`",
    ),
    # of cards
    (rf"(?:the |a |an |your |their |player's )?(?:last|final) card {_CANNOT} be {_CARD}", _last),
    (
        r"(?:the |a |an |your |their )?(?:last|final) card (?:must|has to|should|needs to) be (?:a |an )?(?P<what>.+)",
        "say what cannot be done: `any player cannot play a card`, and `if` lines with `number of cards in hand of player is 1` and `the card is not ...`",
    ),
    (rf"{_CARD} {_CANNOT} be {_LAST}", _last),
    (
        rf"{_CARD} {_CANNOT} be (?:played|laid|put down|used) (?:if|when|while) (?P<rest>.+)",
        lambda m: (
            f"write `any player cannot play {re.sub('s$', '', _card(m))}`, and `if {_of_player(m['rest'])}` on a line of its own below"
        ),
    ),
    (
        rf"no {_CARD} (?:on|onto|on top of|after) (?:a |an |another )?(?P<rest>[a-z0-9-]+(?: [a-z0-9-]+)?)",
        "write `any player cannot play {what}`, and `if top of discard pile is {rest}` on a line of its own below",
    ),
    (
        rf"(?:nobody|no player|no one|you|players?|any player) (?:may |can )?(?:not |cannot |can't )?(?:win|finish|go out|end) (?:with|on) {_CARD}",
        _last,
    ),
    (rf"{_NOBODY} (?:can|may|could|must|should) {_PLAY} (?P<what>.+?) {_AS_LAST}", _last),
    (rf"{_WHO} {_NOT} {_PLAY} (?P<what>.+?) {_AS_LAST}", _last),
    (
        rf"{_CARD} (?:{_CAN}|(?P<can2>cannot|can not|can't|may not|must not)) (?:only |also |always |now |even )?be (?:played|laid|put|placed|stacked|thrown) (?:on|onto|on top of|over|upon) (?:an? |another |the )?(?P<rest>[+a-z0-9-]+(?: [+a-z0-9-]+)?)",
        lambda m: _on(m),
    ),
    (
        rf"{_CARD} {_CAN} be (?:played|laid|put|thrown) (?:any ?time|at any time|out of turn|whenever|by anyone|by anybody)",
        "say who does it: `at any time`, and `any player may play {what}` on lines of their own",
    ),
    (
        rf"{_CARD} {_CAN} be stacked",
        "say who does it: `its player may play {what}`, in the situation in which they can",
    ),
    (
        rf"{_CARD} {_CANNOT} be stacked",
        lambda m: (
            f"say who does it: `any player cannot play {_card(m)}`, and `during` with the situation on a line of its own"
        ),
    ),
    # of players
    (
        rf"{_WHO} (?:may|can|is allowed to) (?:jump|throw|cut) in(?: .*)?",
        "say what they do: `at any time`, `any player may play a card`, and `if the card is top card` on lines of their own",
    ),
    (
        rf"{_WHO} may draw (?:up to|at most|as many(?: cards)? as) .+",
        lambda m: f"write an offer for each number, as in `{_whose(m)} may draw 1`",
    ),
    (
        rf"{_WHO} (?:has|have) to (?P<what>[a-z]+ .+?) (?:if|when) (?:possible|they can|able|he can|she can)",
        lambda m: f"write `{_whose(m)} must {m['what']}`: it holds for whoever can",
    ),
    (
        rf"{_WHO} must (?P<what>(?!be\b).+?),? (?:if|when|whenever|as long as) (?:they|he|she|it is|that is|player) (?:can|could|is able to|possible|has one)",
        lambda m: f"write `{_whose(m)} must {m['what']}`: it holds for whoever can",
    ),
    (
        r"only (?P<what>[a-z0-9 -]+?)(?: cards?)? (?:can|may) be (?:played|laid|put down)",
        "write `any player cannot play a card`, and `if the card is not {what}` on a line of its own below",
    ),
    (
        rf"{_WHO} (?:can|may) (?:stack|put|lay|place|pile|add|play) (?P<what>[+a-z0-9 -]+?) (?:on top of|on|onto|over|upon|to) (?:a |an |another |the )?(?P<rest>[+a-z0-9 -]+)",
        lambda m: (
            f"write `{_who(m)} may play {m['what']}`, and `if top of discard pile is {m['rest']}` on a line of its own below"
        ),
    ),
    (
        rf"{_WHO} {_MODE} (?P<what>(?!be\b).+?),? (?P<word>if|when|whenever|while|unless|as long as|except if|except when|during) (?P<rest>.+)",
        _two_lines,
    ),
    (
        rf"{_NOBODY} (?:can|may|could) (?P<what>[a-z]+ .+?) (?:on|onto|on top of|over) (?:an? |the |another )?(?P<rest>[a-z0-9 -]+)",
        lambda m: (
            f"write `any player cannot {m['what']}`, and `if top of discard pile is {m['rest']}` on a line of its own below"
        ),
    ),
    (rf"{_NOBODY} (?:can|may|could|must|should|is allowed to|is able to|will) (?P<what>.+)", _ban),
    (
        r"(?:it is |it's )?(?:forbidden|not allowed|illegal|prohibited|not permitted|disallowed)(?: for anybody| for anyone| for players?)? to (?P<what>.+)",
        _ban,
    ),
    (
        r"(?:never|do not|don't|dont|cannot|can't|cant|no|forbid|ban|disallow)(?: to)? (?P<what>[a-z]+ .+)",
        lambda m: _ban(m),
    ),
    (
        r"(?P<what>(?:a |an |any |the )?[a-z0-9-]+(?: [a-z0-9-]+)?) (?:cannot|can not|can't|may not|must not|should not) be (?:played|laid|put down|put)",
        lambda m: f"write `any player cannot play {m['what']}`",
    ),
    (
        r"(?P<what>(?:a |an |any |the )?[a-z0-9-]+(?: [a-z0-9-]+)?) (?:cannot|can not|can't|may not|must not) be (?:played|laid|put) (?:on|onto|on top of) (?:a |an |the )?(?P<rest>[a-z0-9-]+(?: [a-z0-9-]+)?)",
        "write `any player cannot play {what}`, and `if top of discard pile is {rest}` on a line of its own below",
    ),
    (
        r"(?P<what>(?:a |an |any |the )?[a-z0-9-]+(?: [a-z0-9-]+)?) (?:can|may) be (?:played|laid|put down|put)(?: (?:any ?time|always))?",
        lambda m: f"write `any player may play {m['what']}`",
    ),
    (rf"{_WHO} {_NOT} (?P<what>.+?) (?:and|or) (?:cannot |can not |can't )(?P<rest>[a-z]+ .+)", _two_bans),
    (rf"{_WHO} {_NOT} (?P<what>[a-z]+ [a-z0-9 -]+?)(?:, [a-z0-9 -]+)+", lambda m: _commas(m)),
    (
        rf"{_WHO} {_NOT} (?P<what>.+?) (?:twice|again|(?:\d+|two|three) times|in a row|two turns in a row|twice in a row)",
        "what happened before is kept in a variable, by a rule of its own, and asked with `if`",
    ),
    (
        rf"{_WHO} {_NOT} (?P<what>[a-z]+ .+?) (?:on|onto|on top of|over) (?:a |an |the |another )?(?P<rest>[a-z0-9 -]+)",
        lambda m: (
            f"write `{_who(m)} cannot {_deed(m['what'])}`, and `if top of discard pile is {m['rest']}` on a line of its own below"
        ),
    ),
    (
        rf"{_WHO} {_NOT} (?:win|finish|end|go out)(?: the round| the game)? (?:with|on|by playing) (?P<what>.+)",
        _last,
    ),
    (rf"{_WHO} {_NOT} (?P<what>.+)", _ban),
    (
        rf"{_WHO} (?:is allowed to|are allowed to|is able to|might|could|gets to|has the right to|is free to|can choose to|may choose to|is permitted to) (?P<what>.+)",
        lambda m: _offer("may", m),
    ),
    (
        rf"{_WHO} (?:has to|have to|needs to|need to|is forced to|is obliged to|should|shall|will|would) (?P<what>.+)",
        lambda m: _offer("must", m),
    ),
)


def _commas(found: Match) -> str:
    rest = found[0].partition(found["what"])[2]
    values = [found["what"], *(x.strip() for x in rest.split(",") if x.strip())]
    return f"write `{_who(found)} cannot {' or '.join(values)}`"


_BOOK = PhraseBook(_PHRASES)


def offer_meant(text: str) -> str | None:
    """The suggestion for an unknown offer or ban; None if no pattern matches."""
    return _BOOK.meant(text)
