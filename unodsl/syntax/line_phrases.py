"""A phrase book for lines of a rule that are not about moves: what cards count, how many are dealt, what a card is.

As with effects, the suggestion uses the words of the text itself.
"""

from __future__ import annotations

from unodsl.syntax.english import digits
from unodsl.syntax.phrase_book import Answer, Match, PhraseBook

_NUMBER = r"(?P<count>\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)"
_POINTS = r"(?P<count>\d+)(?: points?)?"
_CARD = r"(?:an? |any |every |each |the |all )?(?P<card>[+a-z0-9-]+(?: [+a-z0-9-]+)?)"
_EACH = r"(?:each|every|all|all the|the)? ?(?:players?|people)|everyone|everybody|you|we"
_AT_START = (
    r"(?: (?:in hand|in their hands?))?(?: (?:at|in) (?:the )?(?:start|beginning)(?: of .+)?| first| initially)?"
)


def _set(name: str, value: str) -> str:
    return f"it is a parameter of the game: write `set {name} to {digits(value)}` in the option, outside of rules"


def _dealt(found: Match) -> str:
    return _set("hand-size", found["count"])


def _ends_at(found: Match) -> str:
    return _set("target", found["count"])


def _worth(found: Match) -> str | None:
    if found["card"] in ("winner", "the winner", "player", "last player", "loser"):
        return None
    card = found["card"].removesuffix(" card").removesuffix(" cards")
    return f"write `points of a card means {found['count']}`, and `if the card is {card}` on a line of its own below"


def _named(found: Match) -> str:
    name = found["name"]
    return (
        f"a parameter is set in the option, outside of rules: `set {name} to {found['value']}`; to change a variable "
        f"write `then {name} becomes {found['value']}`"
    )


def _does(found: Match) -> str:
    return (
        f"say what happens: `when player plays {found['card']}`, and what follows behind `then`, on a line of its own"
    )


_PHRASES: tuple[tuple[str, Answer], ...] = (
    # how many cards are dealt
    (
        rf"(?:(?:{_EACH}) )?(?:starts?|begins?|start out|plays?) (?:the (?:game|round) )?with {_NUMBER} cards?{_AT_START}",
        _dealt,
    ),
    (
        rf"(?:{_EACH}) (?:(?:is|are|gets?) dealt|gets?|receives?|(?:is|are) given|has|have|holds?) {_NUMBER} cards?{_AT_START}",
        _dealt,
    ),
    (rf"deal (?:(?:each|every) player |everyone )?{_NUMBER}(?: cards?)?(?: (?:to|for) .+| each)?", _dealt),
    (rf"{_NUMBER} cards? (?:are|is|get) dealt(?: (?:to|at) .+| each)?", _dealt),
    (
        rf"number of cards in hand of (?:the )?players? (?:is|are|=) {_NUMBER}(?: cards)? (?:at|in) (?:the )?(?:start|beginning).*",
        _dealt,
    ),
    # when the match ends
    (
        rf"(?:the )?(?:game|match) (?:ends|is over|is won|goes|is played|stops|finishes) (?:at|with|to|until|till|up to|after) {_POINTS}",
        _ends_at,
    ),
    (rf"(?:the )?(?:first|first one|first player) (?:to|with|at|who reaches) {_POINTS} wins(?: .+)?", _ends_at),
    (rf"play (?:to|until|till|up to) {_POINTS}", _ends_at),
    # what cards count
    (
        rf"{_CARD} (?:counts?|is worth|are worth|scores?|costs?|gives?|is|are) (?:as )?(?P<count>\d+) points?(?: each)?",
        _worth,
    ),
    (rf"{_CARD} (?:counts?|is worth|are worth|scores?|costs?) (?:as )?{_POINTS}", _worth),
    (rf"(?:points|value|score) (?:of|for) {_CARD} ?(?:is|are|means?|=|:) ?{_POINTS}", _worth),
    # a value for a name
    (r"(?P<name>[a-z][a-z-]*(?: [a-z][a-z-]*)?) ?(?:is|=|:|equals) ?(?P<value>\d+|yes|no)", _named),
    # what a card does
    (
        r"(?:an? |any |every |the )?(?P<card>\d+|\+\d+|wild|[a-z]+ \d+|(?!an? |the |any |this |that )[a-z-]+ card) ?(?:is|means?|acts (?:as|like)|works (?:as|like)|counts as|does|makes|lets|=|:|->|=>) ?(?:an? |the |that )?(?!\d+$)[a-z+].*",
        _does,
    ),
    (r"(?:an? |any |every |each |the )?(?P<card>\d+|\+\d+) [a-z]+s (?!is\b|are\b).+", _does),
    (
        r"(?:an? |any |every |each )(?P<card>(?!player|opponent|person|turn|round|match|game|dealer|winner|card|hand|time|move)[a-z]+(?:-[a-z]+)*) "
        r"(?!is\b|has\b|plays\b|draws\b|passes\b|calls\b)[a-z]+s (?:an? |the |all |over )?[a-z].*",
        _does,
    ),
    # what is allowed
    (
        r"(?!(?:it|nobody|no one)\b)[a-z -]+ (?:is|are) (?:allowed|permitted|legal|possible)",
        "say who can do what and when: `at any time` or `during turn`, and `any player may ...` on lines of their own",
    ),
    # what nobody does
    (
        r"no (?P<what>[a-z]+ing)\b.*|(?:nobody|no one|no player) [a-z]+s\b.*",
        "what nobody can do is a ban: `any player cannot ...`; only what players do with cards counts, or an act that the game declares",
    ),
)

_BOOK = PhraseBook(_PHRASES)


def line_meant(text: str) -> str | None:
    """The suggestion for a line of a rule that says neither what happens nor what can be done; None if no pattern
    matches."""
    return _BOOK.meant(text)
