"""A phrase book for events: common phrases, with the intended line.

As with effects, the suggestion uses the words of the text itself.
"""

from __future__ import annotations

import re

from unodsl.syntax.english import does
from unodsl.syntax.phrase_book import Answer, Match, PhraseBook
from unodsl.syntax.vocabulary import NUMBER_WORDS

_WHO = r"(?P<who>(?:the |any |a )?(?:[a-z]+ of )?(?:next |other )?(?:player|opponent|somebody|someone|anybody|anyone|they|he|she|you))"
_VERB = r"(?P<verb>(?!is\b|has\b|holds\b)[a-z]+s)"
_DOES = rf"{_WHO} {_VERB}"
_ALL = r"(?:everyone|everybody|all players|all the players|players|the players|each player|every player|two players|\d+ players|other players|all other players|everyone else|others)"
_NUMBER = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten)"
_BEFORE = r"(?:twice|again|thrice|first|last|before|in a row|one after the other|once more|a second time|(?:\d+|two|three|four) times(?: in a row)?)"
_JOINTS = r"(?:while|during|if|unless|without|then|to|of|through|till|until|up|or|and|as|from|with|by|is|in|on|for|cards?|x|times)\b"
_TURN = "write `when turn passes`, which is each time that it goes to somebody; the first one of a round is `when turn begins`"
_KEPT = "what happened before is kept in a variable, by a rule of its own"


def _deed(found: Match, what: str = "") -> str:
    """The actor, verb and argument, without invalid words."""
    groups = found.groupdict()
    who = groups.get("who") or "player"
    who = who if who.endswith("player") else "player"
    what = re.sub(r"^(?:any|every|each|all|some|the) ", "", what or groups.get("what") or "").strip(" ,")
    return f"when {who} {does(groups['verb'])} {what}".rstrip()


def _singular(found: Match) -> str:
    """The name of a card: in the singular, with digits."""
    words = found["what"].split()
    number = NUMBER_WORDS.index(words[-1]) if words[-1] in NUMBER_WORDS else None
    what = " ".join([*words[:-1], str(number)]) if number is not None else found["what"]
    return f"a card is called by its name: `{_deed(found, what)}`"


def _plain(found: Match) -> str:
    return f"write `{_deed(found)}`"


def _happens(found: Match) -> str:
    return f"say what happens in the plain form: `{_deed(found)}`"


def _all(found: Match) -> str:
    return f"an event is of one player: `{_deed(found)}`; whether all of them have done it is kept in a variable"


def _except(found: Match) -> str:
    what = (found["what"] or "a card").strip()
    what = what if what.endswith("card") or re.fullmatch(r".*[0-9]|.*thing", what) else f"{what} card"
    what = "a card" if re.fullmatch(r"(?:any|every|a|the)?(?:thing| ?cards?)?", what) else what
    other = re.sub(r"^(?:a|an|the) ", "", found["other"])
    return f"write `{_deed(found, what)}`, and below it `if the card is not {other}`"


def _upon(found: Match) -> str:
    return f"write `{_deed(found)}`; to ask what is below it, write `if card 2 of discard pile is {found['other']}`"


def _line(found: Match) -> str:
    return f"write `{_deed(found)}`, and `{found['line']}` on a line of its own"


def _amount(found: Match) -> str:
    if found["verb"] in ("plays", "play", "lays", "puts"):
        number = found["number"]
        low, high = (
            ("0", number) if (found["how"] or found["tail"]) in ("at most", "or fewer", "or less") else (number, "9")
        )
        return f"say the range: `{_deed(found, f'{low} to {high}')}`"
    how = {"at least": "at least", "at most": "at most", "more than": "more than", "fewer than": "less than"}
    how |= {"less than": "less than", "or more": "at least", "or fewer": "at most", "or less": "at most"}
    comparison = how[found["how"] or found["tail"]]
    return f"write `{_deed(found)}`, and below it `if the number is {comparison} {found['number']}`"


def _two(found: Match) -> str:
    other = (
        f"when {found['who']} {found['second']}"
        if found["who"].endswith("player")
        else f"when player {found['second']}"
    )
    if found["joint"] == "and":
        return f"an event is one thing: write `{_deed(found)}`; {_KEPT} (`{other}`)"
    return f"an event is one thing: write `{_deed(found)}`, and a second rule for `{other}`"


def _unable(found: Match) -> str:
    what = "play a card" if found["what"] == "play" else found["what"]
    who = found["who"] if found["who"].endswith(" player") and found["who"] != "no player" else ""
    condition = f"{who} cannot {what}" if who else f"there is a player where (they cannot {what})"
    return (
        f"what is so is a condition, and stands below what happens: write `when the table settles`, and below it "
        f"`if {condition}`"
    )


_PHRASES: tuple[tuple[str, Answer], ...] = (
    (
        r"(?P<what>[a-z -]+?) passes to (?:the )?(?P<who>[a-z ]+)",
        lambda m: (
            f"write `when {m['what']} passes`"
            + ("; whoever gets it is `player`" if "player" in m["who"] else f", and below it `if player is {m['who']}`")
        ),
    ),
    (r"its player (?P<verb>[a-z]+s) (?P<what>.+)", "write `when player {verb} {what}`"),
    (
        r"(?P<who>[a-z ]*player) (?P<verb>[a-z]+s) (?:a |any )?card of (?:the )?(?P<what>current color|color of [a-z ]+)",
        "write `when {who} {verb} a card`, and below it `if color of the card is {what}`",
    ),
    # what lies there
    (
        r"(?:an? |the )?(?:card )?(?P<what>(?:(?:red|blue|green|yellow) )?\d+|\+\d+)(?: card)?(?: (?:is|lies|lands|comes|gets) (?:on|on the) (?:top|pile|discard pile|table))?",
        "write `when player plays {what}`",
    ),
    (
        rf"{_WHO} (?:gets|has|reaches|comes to|is (?:at|on|down to)) uno",
        "what is so is a condition, and stands below what happens: `if number of cards in hand of player is 1`",
    ),
    (
        rf"{_WHO} (?:says|shouts|yells|announces|declares|calls out|screams) uno",
        "write `when player calls uno`",
    ),
    (
        rf"{_WHO} (?:picks|chooses|selects|declares|calls|says|wishes(?: for)?) (?P<what>red|blue|green|yellow)",
        "write `when player names {what}`",
    ),
    (
        rf"{_WHO} draws (?:an? |the )?(?P<what>(?!(?:at|more|fewer|less|two|three|four|five|six|seven|one)\b)[a-z-]+(?: card)?)",
        lambda m: (
            None
            if m["what"]
            in ("card", "cards", "number", "nothing", "count", "again", "twice", "once", "another card", "last card")
            else f"behind `draws` stands how many: write `when player draws`, and ask for the card on a line of its own: `if moved card is {m['what'].removesuffix(' card')}`"
        ),
    ),
    (
        rf"{_DOES} (?:an? |the )?(?:same|matching|equal|identical) card",
        "say what is alike on a line of its own, for example `if the card is card 2 of discard pile`",
    ),
    # other words for what happens
    (
        rf"{_WHO} (?:puts|lays|throws|places|drops|discards|sets) (?:down |out |away )?(?:an? |the )?(?P<what>[a-z0-9-]+(?: [a-z0-9-]+)?)(?: down| out)?",
        lambda m: f"write `when player plays {m['what']}`",
    ),
    (
        rf"{_WHO} (?:starts|begins|takes|gets) (?:his|her|their|a|the|its) (?P<turn>turn)",
        _TURN,
    ),
    (rf"{_WHO} (?:ends|finishes|completes) (?:his|her|their|a|the|its) (?P<turn>turn)", "write `when turn ends`"),
    (
        rf"{_WHO} (?:plays .+ out of turn|plays out of turn|jumps in.*|throws in.*|cuts in.*)",
        "write `when player plays a card`, and below it `if player is not player of turn`",
    ),
    (rf"{_WHO} (?:quits|exits|drops out|gives up|goes home|resigns|walks out)", "write `when a player leaves`"),
    (rf"{_WHO} (?:is|gets|was) caught(?: .+)?", "say who does it: `when player catches`"),
    (
        rf"{_WHO} (?:(?:is|gets|was) (?:skipped|passed over|missed out)|loses (?:his|her|their|a) turn|(?:swaps?|trades?|exchanges?) (?:their )?hands?.*)",
        "what rules do is no event: say what brings it about, for example `when player plays ...`",
    ),
    (
        r"(?:the )?(?:current )?(?:color|colour|direction|score|top card) (?:is|was|has been|gets) (?:changed|switched|chosen|set|named)",
        "a change is no event: say what changes it, for example `when player plays ...`, or look at it `when the table settles`",
    ),
    (
        r"(?:after|on|upon|for|with|at) (?:playing |play of |play |a play of |plays of )?(?:an? |any |every |each |the )?(?P<what>\d|[a-z]+ \d|wild|skip|reverse|draw-two|wild-draw-four)(?: (?:card|is played|played))?",
        "write `when player plays {what}`",
    ),
    (
        rf"before {_DOES}(?: .+)?",
        "an event has happened already: what is to forbid a move stands in a rule with `cannot`, and what comes before other rules behind `before`",
    ),
    (
        rf"{_DOES} (?P<what>.+?) (?:and|,) ?(?:then|afterwards|after that|next) .+",
        _KEPT,
    ),
    (
        r"(?:the )?(?:time|timer|clock) (?:is up|runs out|ends|stops)|.+ (?:seconds|minutes) .+",
        "rules know no time: say what happens at the table instead",
    ),
    # a further condition, or an effect, in the same line
    (
        rf"{_DOES} (?P<what>.+?) (?:while|in|on) (?P<line>turn|(?:its|his|her|their) turn)",
        lambda m: f"write `{_deed(m)}`, and `during turn` on a line of its own",
    ),
    (
        rf"{_DOES} (?P<what>.+?) (?:and|while|but) (?P<line>(?:the )?(?:next |other )?(?:player|they|he|she|number|score|direction|top card|there)\b.*(?: is | holds | has | can | cannot ).*)",
        lambda m: f"write `{_deed(m)}`, and `if {m['line']}` on a line of its own",
    ),
    (
        rf"{_DOES} (?P<what>.+?),? ?(?:->|=>|:|,|=) ?(?:then )?(?P<line>(?:the )?(?:next |other )?players? (?:(?! and |,).)+|[a-z]+ becomes (?:(?! and |,).)+)",
        lambda m: f"write `{_deed(m)}`, and `then {m['line']}` on a line of its own",
    ),
    (
        r"(?:the )?(?P<turn>turn) (?:starts|begins|is over|is next)|(?:every|each) turn|(?:the )?(?:start|beginning) of (?:the |a |each |every )?turn"
        r"|it (?:is|becomes) .+(?:'s turn| turn)|(?:it is )?(?:the )?turn of .+|.+'s turn(?: (?:starts|begins))?",
        _TURN,
    ),
    (
        r"(?:the )?(?P<turn>turn) of (?:the )?(?:next |current )?player (?:starts|begins)|(?:it is |it's )?(?:the )?(?:next )?player(?:'s|\u2019s) turn(?: begins| starts)?",
        _TURN,
    ),
    (
        rf"{_WHO} (?:finishes|runs out of cards|has no (?:more )?cards(?: left)?|gets rid of (?:all|their last).*|empties (?:their|his|her) hand|has an empty hand)",
        "write `when the table settles`, and below it `if there is a player where (their hand is empty)`; who has won is known `when the round ends`",
    ),
    (rf"{_DOES} {_BEFORE}", _KEPT),
    (
        rf"(?:when(?:ever)?|once|after|as soon as|each time|every time) {_DOES}(?: (?P<what>.+))?",
        lambda m: f"write `{_deed(m)}`",
    ),
    (r"(?:the )?(?:start|beginning) of (?:the |a |each |every )?(?:round|hand)", "write `when the round begins`"),
    (r"(?:the )?end of (?:the |a |each |every )?(?:round|hand)", "write `when the round ends`"),
    (r"(?:the )?(?:start|beginning) of (?:the |a |each |every )?(?:game|match)", "write `when the match begins`"),
    (r"(?:the )?end of (?:the |a |each |every )?(?:game|match)", "write `when the match ends`"),
    (
        r"(?:a |the )?(?P<who>player|.+ player|nobody|no one|no player|somebody|someone|they) (?:cannot|can not|can't) (?P<what>[a-z]+)(?: anything)?",
        lambda m: _unable(m),
    ),
    (r"(?:a |the )?(?:new )?(?:round|hand) (?:starts|begins)|round starts", "write `when the round begins`"),
    (r"(?:a |the )?(?:round|hand) (?:is over|ends|finishes|has ended)", "write `when the round ends`"),
    (r"(?:a |the )?(?:new )?(?:game|match) (?:starts|begins)", "write `when the match begins`"),
    (r"(?:a |the )?(?:game|match) (?:is over|ends|finishes|has ended)", "write `when the match ends`"),
    (
        r".+ (?:wins|has won|loses|goes out|is out)(?: the)?(?: round| game| match)?",
        "write `when the round ends`; who has won it is in `winners`",
    ),
    (
        r".+ (?:changes|reaches .+|becomes .+|is reversed)",
        "a change is no event: say what changes it, for example `when player plays ...`, or look at it `when the table settles`",
    ),
    (
        r".+ (?:does not|doesn't|doesn\u2019t|did not|didn't|didn\u2019t|forgets(?: to)?|fails to|never) .+|(?:nobody|no player|no one) .+",
        "what does not happen is no event: say what happens instead, and ask with `if` for what did not",
    ),
    (
        r"always|at any time|all the time|any time",
        "what happens has an event: `when the table settles` is whenever nothing else is due",
    ),
    # who does it
    (
        rf"{_WHO} (?:can|may|must|will|shall|should|could|wants to|has to|needs to|tries to|gets to|is allowed to|is able to|decides to) (?P<verb>[a-z]+)(?: (?P<what>.+))?",
        _happens,
    ),
    (rf"{_ALL} (?:all |have )?(?P<verb>(?!of\b|where\b|has\b|have\b|hold)[a-z]+)(?: (?P<what>.+))?", _all),
    (
        rf"(?:the |any |an |each |every )?(?:opponent|other player|another player|somebody else|someone else|anyone else|anybody else) {_VERB}(?: (?P<what>.+))?",
        lambda m: (
            f"whoever does it is called `player`: write `{_deed(m)}`, and below it what makes them another one, as in `if player is not player of turn`"
        ),
    ),
    # a further condition
    (
        rf"{_DOES} (?P<what>.+?),? (?:and|while|but) (?:it|the card|that card) (?P<line>(?:is|has|shows) .+)",
        lambda m: f"write `{_deed(m)}`, and `if the card {m['line']}` on a line of its own",
    ),
    (rf"{_DOES} (?P<what>.+?),? (?P<line>(?:if|unless) .+)", _line),
    (rf"{_DOES} (?P<what>.+?) (?P<line>during .+)", _line),
    (
        rf"{_DOES} (?P<what>.+?) (?:in|on|during) (?:his|her|their|the) (?P<turn>turn)",
        lambda m: f"write `{_deed(m)}`, and `during {m['turn']}` on a line of its own",
    ),
    (
        rf"{_DOES} (?P<what>.+?) without .+",
        "what does not happen is no event: say what happens, and ask with `if` for what did not",
    ),
    (rf"{_DOES} (?P<what>.+?) {_BEFORE}", _KEPT),
    (rf"{_DOES} (?P<what>.+?) (?P<joint>and|or) (?P<second>(?!is\b)[a-z]+s(?: \d+| a .+| the .+)?)", _two),
    # which card
    (
        rf"{_DOES} (?P<what>.*?) ?(?:cards? )?(?:other than|except(?: for)?|but(?: not)?|(?:that|which) is not|that isn't|not) (?P<other>.+)",
        _except,
    ),
    (rf"{_DOES} (?:a |any )?card (?:that|which) is (?:a |an )?(?P<what>.+)", _plain),
    (rf"{_DOES} (?P<what>.+?) (?:on top of|on|over|onto|upon|after) (?:a |an |the )?(?P<other>.+)", _upon),
    (
        rf"{_WHO} plays (?:(?:at least|more than|at most) (?:one|two|\d+) cards?|a pair|two cards|several cards|their hand)",
        "cards are played one at a time, and each is an event of its own",
    ),
    (
        rf"{_DOES} (?P<how>at least|at most|more than|fewer than|less than) (?P<number>\d+)(?P<tail>)(?: cards)?",
        _amount,
    ),
    (
        rf"{_DOES} (?:a |any )?(?:card )?(?:higher|greater|more|bigger|larger) than (?:a )?(?P<what>\d+)",
        lambda m: f"say the range: `{_deed(m, str(int(m['what']) + 1))} to 9`, up to the highest card",
    ),
    (rf"{_DOES}(?P<how>) (?P<number>\d+) (?P<tail>or more|or fewer|or less)(?: cards)?", _amount),
    (
        rf"{_DOES} (?:(?:a|the|any|another) )?(?:card of )?(?:the )?(?:same|matching|equal|identical) .+",
        "say what is alike on a line of its own, for example `if color of the card is color of card 2 of discard pile`",
    ),
    (
        rf"{_DOES} (?:his|her|their|the|its) (?:very )?(?:last|final|only) cards?",
        lambda m: f"write `{_deed(m, 'a card')}`, and below it `if hand of player is empty`",
    ),
    (
        rf"{_DOES} (?:last|final) card",
        lambda m: f"write `{_deed(m, 'a card')}`, and below it `if hand of player is empty`",
    ),
    (
        rf"{_DOES} (?P<what>[a-z0-9 -]+?) ?(?:x|\*|\u00d7) ?{_NUMBER}",
        lambda m: f"cards are played one at a time, and each is an event: `{_deed(m)}`",
    ),
    (
        rf"{_DOES} {_NUMBER} (?:x |times |\* |\u00d7 )?(?:a |the )?(?P<what>(?!{_JOINTS})[a-z0-9-]+(?: [a-z0-9-]+)?)",
        lambda m: f"cards are played one at a time, and each is an event: `{_deed(m)}`",
    ),
    (
        rf"{_DOES} {_NUMBER} cards?",
        lambda m: f"that is done with one card at a time, and each is an event: `{_deed(m, 'a card')}`",
    ),
    (rf"{_DOES} (?:a |some )?cards?", lambda m: f"write `{_deed(m)}`"),
    (
        rf"(?:one|some|each|every) player {_VERB} (?P<what>.+)",
        lambda m: f"whoever does it is called `player`: `{_deed(m)}`",
    ),
    (rf"{_DOES} (?:any|every|each|all|some) (?P<what>(?!of\b).+)", _plain),
    (rf"{_DOES} (?:the |a )?(?:number|card|face) (?P<what>\d+|[a-z-]+ \d+)", _plain),
    (
        rf"{_DOES} [\"'\u2018\u201c](?P<what>[^\"'\u2019\u201d]+)[\"'\u2019\u201d]",
        lambda m: f"names stand without quotes: `{_deed(m)}`",
    ),
    (
        rf"{_DOES} (?:a )?(?P<what>\d+) ?(?:or (?:higher|above|up|greater|over|more)|and (?:up|above|higher)|\+)",
        lambda m: f"say the range: `{_deed(m)} to 9`, up to the highest card",
    ),
    (rf"{_DOES} (?P<what>.+?)'?s", lambda m: _singular(m)),
    (
        rf"{_DOES} (?P<what>.*?) ?(?:(?:from|into|onto|out of|off) .+|to (?:the |their |his |her )?(?:[a-z]+ pile|pile|hand|deck|table|middle).*)",
        lambda m: f"where cards come from and go to is what the act says: `{_deed(m)}`",
    ),
    (
        rf"{_DOES} (?P<what>.+?) (?:with|by|using|for|against) .+",
        lambda m: f"write `{_deed(m)}`, and what else is so on a line of its own, with `if`",
    ),
)

_BOOK = PhraseBook(_PHRASES)


def event_meant(text: str) -> str | None:
    """The suggestion for an unknown event; None if no pattern matches."""
    return _BOOK.meant(text)
