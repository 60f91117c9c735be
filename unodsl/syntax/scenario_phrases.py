"""A phrase book for lines of scenarios: common phrases and the syntax of other languages, with the intended line.

It knows no table: the suggestion uses the words of the text itself.
"""

from __future__ import annotations

import re

from unodsl.syntax.english import digits, does
from unodsl.syntax.phrase_book import Answer, Match, PhraseBook
from unodsl.syntax.vocabulary import NUMBER_WORDS, SCENARIO_HEADS

_NO_SEAT = (
    "a|an|the|it|its|it's|this|that|there|they|not|no|nobody|none|noone|everyone|everybody|anyone|all|each|every|any|only|both|player|players|next|"
    "top|current|number|total|score|points|turn|hand|hands|draw|discard|deck|pile|card|cards|color|direction|round|match|game|winner|winners|"
    "seats|seat|with|without|option|options|set|clause|note|rule|expect|if|when|then|and|or|count|size|amount|highest|lowest|chance|dealer|left|right"
)
_WHO = rf"(?P<who>(?!(?:{_NO_SEAT})\b)[A-Za-z][\w-]*)"
_OTHER = rf"(?P<other>(?!(?:{_NO_SEAT})\b)[A-Za-z][\w-]*)"
_HAS = r"(?:has|have|holds|hold|had|owns|got|has got|is holding|to have|to hold|should have|should hold|must have|must hold|is left with)"
_HAND = rf"(?:the )?(?:hands? of {_WHO}|hand {_WHO.replace('who', 'who2')}|{_WHO.replace('who', 'who3')}(?:'s|\u2019s)? hand)"
_COUNT = rf"(?P<count>\d+|no|a|an|{'|'.join(NUMBER_WORDS)})"
_EQUALS = r"(?:is|are|=|==|:|equals|is equal to|has|contains|is exactly|holds)"
_CARD = r"(?P<card>[a-z][a-z-]*(?: [a-z0-9-]+)?)"
_ONE_CARD = r"(?P<card>[a-z]+ [a-z0-9-]+)"
_OVER = r"(?:over|finished|done|ended|complete|ends)"


def _whose(found: Match) -> str:
    groups = found.groupdict()
    return next(x for x in (groups.get("who"), groups.get("who2"), groups.get("who3")) if x)


def _count(found: Match) -> str:
    return digits(found["count"])


def _listed(text: str) -> str:
    """A list of cards with commas."""
    parts = [re.sub(r"^(?:a|an|one|the) ", "", x.strip()) for x in re.split(r",| and | or |&", text)]
    return ", ".join(x for x in parts if x)


def _how_many(found: Match) -> str:
    which = (found.groupdict().get("which") or "").strip()
    cards = f"{which} cards" if which else "cards"
    return f"write `expect number of {cards} in hand of {_whose(found)} is {_count(found)}`"


def _exactly(found: Match) -> str:
    return f"write `expect {_whose(found)} holds exactly {_listed(found['cards'])}`"


def _end(found: Match) -> str:
    return f"write `expect {found['who']} wins the {'match' if re.search('game|match', found[0]) else 'round'}`"


def _ended(found: Match) -> str:
    return f"write `expect the {'round' if found['what'] in ('round', 'hand') else 'match'} ended`"


def _each(form: str, found: Match) -> str:
    return "; ".join(form.format(x) for x in _listed(found["cards"]).split(", "))


def _of_each(found: Match, start: str = "") -> str:
    """One line for each player: `score of ann, bob is 20`."""
    return "; ".join(f"{start}{found['what']} of {x} is {found['value']}" for x in _listed(found["names"]).split(", "))


def _two(found: Match) -> str:
    verb = does(found["verb"])
    line = f"{verb} {found['rest']}".strip()
    return f"one line is one move: `{found['who']} {line}; {found['other']} {line}`"


def _again(found: Match) -> str:
    times = {"twice": 2, "again": 2, "two": 2, "three": 3, "four": 4, "thrice": 3}
    n = times.get(found["times"]) or int(found["times"])
    line = f"{found['who']} {found['verb']} {found['card']}"
    return f"one line is one move: `{'; '.join([line] * min(n, 4))}`"


def _moves(found: Match) -> list[str]:
    """What can be done with each of some cards, in the plain form."""
    verb = found["verb"]
    return [x if x.startswith(f"{verb} ") else f"{verb} {x}" for x in _listed(found["cards"]).split(", ")]


def _does(found: Match) -> str:
    rest = f" {found['rest']}" if found["rest"] else ""
    return (
        f"say what a player does in the plain form: `{found['who']} {does(found['verb'])}{rest}`; "
        f"that it can be done is `expect {found['who']} can {found['verb']}{rest}`"
    )


_CHANGED = r"(?:the )?(?:direction|play|order|turn order) ?(?:is|was|has|goes|runs|has been)? ?(?:reversed|changed|turned(?: round| around)?|counter-?clockwise|counter clockwise|backwards?)"
_COLOR = r"(?P<color>red|yellow|green|blue)"

_EXPECTED: tuple[tuple[str, Answer], ...] = (
    # what says nothing
    (
        r"true|nothing(?: happens| changes| else)?|success|ok|okay|no error",
        "expect something of the table, as in `expect turn of ann`, `expect score of ann is 20`",
    ),
    (
        r"(?:the )?(?P<what>top card|current color|direction|(?:draw |discard )pile)",
        "say what it is, as in `expect {what} is ...`",
    ),
    (
        rf"{_WHO} {_HAS} (?P<how>more than|fewer than|less than|at least|at most) {_COUNT} cards?(?: in hand| left)?",
        lambda m: (
            f"write `expect number of cards in hand of {m['who']} is {m['how'].replace('fewer', 'less')} {_count(m)}`"
        ),
    ),
    (rf"{_CHANGED}", "write `expect direction is counterclockwise`"),
    (rf"(?:the hand|hand|cards) of {_WHO} (?:contains?|includes?) {_ONE_CARD}", "write `expect {who} holds {card}`"),
    (rf"{_ONE_CARD} (?:is )?in (?:the )?hand of {_WHO}", "write `expect {who} holds {card}`"),
    (
        rf"(?:the )?(?:current |active )?player(?: is|'s turn is)? {_WHO}|turn of {_WHO.replace('who', 'who2')} and .+",
        lambda m: f"write `expect turn of {_whose(m)}`",
    ),
    (rf"{_WHO} to win(?: the)?(?: game| match| round| hand)?", _end),
    (
        rf"{_WHO} (?:loses|lost|has lost)(?: the)?(?: game| match| round| hand)?",
        lambda m: f"say who wins: `expect ... wins the {'match' if re.search('game|match', m[0]) else 'round'}`",
    ),
    (
        rf"{_WHO} (?:is|was|gets|got|has been) (?:skipped|passed over)|{_WHO.replace('who', 'who2')} (?:loses|misses|lost|missed) (?:a|the|their) turn",
        "say whose turn it is instead: `expect turn of ...`",
    ),
    (r"(?:(?:that|to|now|then|so) |: ?)(?P<rest>.+)", "write `expect {rest}`"),
    (
        rf"(?:the )?(?P<what>[a-z]+(?: [a-z]+)?) of (?P<names>{_WHO.replace('who', 'who2')}(?:(?:, ?| and |, and )[a-z][a-z-]*)+) (?:is|are|=) (?P<value>[a-z0-9-]+)",
        lambda m: f"write `{_of_each(m, 'expect ')}`",
    ),
    (
        r"(?:all )?(?:the )?(?P<what>[a-z]+?)s (?:of (?:all|everyone|players|all players) )?(?:are|is|=) (?P<value>-?\d+)|(?:everyone's|everybody's|all players') (?P<what2>[a-z]+) is (?P<value2>-?\d+)",
        lambda m: (
            f"write a line for each seat: `expect {m['what'] or m['what2']} of ann is {m['value'] or m['value2']}`, and so on"
        ),
    ),
    # whose turn it is
    (
        rf"(?:it is |it's |it\u2019s )?{_WHO}(?:'s|\u2019s|s')? turn|(?:it is |it's )?(?:the )?turn (?:is |of |to |on |= |== |: )?(?:of )?{_WHO.replace('who', 'who2')}"
        rf"|{_WHO.replace('who', 'who3')} (?:is next|is on turn|plays next|is on|has the turn|is to play|goes next|to play|to move|moves next)",
        lambda m: f"write `expect turn of {_whose(m)}`",
    ),
    (rf"(?:the )?next(?: player| seat| turn)? (?:is |= |== )?{_WHO}", "write `expect turn of {who}`"),
    # what somebody holds
    (
        rf"{_WHO} {_HAS} (?:exactly |only |just )?{_COUNT}(?P<which>(?: (?!cards?\b)[a-z-]+)?) cards?(?: in hand| left)?",
        _how_many,
    ),
    (rf"{_COUNT}(?P<which>(?: (?!cards?\b)[a-z-]+)?) cards? in (?:the )?{_HAND}", _how_many),
    (rf"{_HAND} {_EQUALS} (?:exactly )?{_COUNT}(?: cards?)?", _how_many),
    (
        rf"(?:the )?(?:number|count|amount|nr) (?:of )?(?:cards? )?(?:in |of )?(?:the )?(?:{_HAND}|{_WHO.replace('who', 'who4')}) {_EQUALS} {_COUNT}(?: cards?)?",
        lambda m: (
            f"write `expect number of cards in hand of {m['who4'] or _whose(m)} is {_count(m)}`"
            if m["who4"] or any(m[g] for g in ("who", "who2", "who3"))
            else None
        ),
    ),
    (
        rf"{_WHO} (?:has|have|is at|gets|scores|scored|got) (?P<count>-?\d+|no) points?|(?:the )?(?:score|points) (?:of )?{_WHO.replace('who', 'who2')} {_EQUALS} (?P<count2>-?\d+)(?: points?)?"
        rf"|{_WHO.replace('who', 'who3')}(?:'s|\u2019s)? (?:score|points) {_EQUALS} (?P<count3>-?\d+)(?: points?)?",
        lambda m: (
            f"write `expect score of {_whose(m)} is {next(x for x in (m['count'], m['count2'], m['count3']) if x).replace('no', '0')}`"
        ),
    ),
    (rf"{_WHO} {_HAS} (?:only|just|nothing but) (?P<cards>.+)", _exactly),
    (rf"{_HAND} {_EQUALS} (?!empty|exactly|nothing)(?P<cards>[a-z].*)", _exactly),
    (
        rf"{_WHO} (?:holds|has|have) (?P<cards>(?!exactly|no |nothing|more |fewer |less |at |\d)[a-z0-9, -]+ and (?!.* (?:is|holds|has) )[a-z0-9, -]+)",
        lambda m: f"write `expect {m['who']} holds {_listed(m['cards'])}`",
    ),
    (
        rf"{_WHO} (?:has|have|owns|got) (?P<cards>(?!no |not |drawn |played |called |said |passed |named |more |fewer |less |at |won|to )[a-z][a-z0-9, -]*)",
        "write `expect {who} holds {cards}`",
    ),
    (
        rf"{_WHO} (?:has|have|holds) (?:no|not) (?:a )?{_CARD}|{_WHO.replace('who', 'who2')} (?:does not|doesn't|doesn\u2019t|don't) (?:have|hold|own) (?:a |any )?(?P<card2>[a-z0-9 -]+)",
        lambda m: f"write `expect not {_whose(m)} holds {m['card'] or m['card2']}`",
    ),
    # the end
    (
        rf"{_WHO} (?:wins|won|win|has won|is (?:the )?winner|is (?:a )?winner|wins the game|won the (?:game|match|round|hand)|has won the (?:game|match|round|hand)|wins (?:game|the hand|hand))",
        _end,
    ),
    (rf"(?:the )?winners? (?:is|are|=|==|:) {_WHO}", _end),
    (
        r"(?P<who>nobody|no one|noone|no player) (?:wins|won|has won)(?: the)?(?: game| match| round| hand)?",
        lambda m: f"write `expect nobody wins the {'match' if re.search('game|match', m[0]) else 'round'}`",
    ),
    (rf"(?:the )?(?P<what>game|match|round|hand) (?:is |has )?{_OVER}", _ended),
    (
        rf"(?:the )?(?P<what>game|match|round|hand) (?:is |has )?(?:{_OVER}|won)(?:,| by| for| with| won by|, won by| and)+ {_WHO}(?: wins)?",
        _end,
    ),
    (
        r"(?:the )?(?P<what>game|match|round) (?:is not over|goes on|is running|is still running|has not ended|is not ended)",
        lambda m: f"write `expect the {'round' if m['what'] == 'round' else 'match'} continues`",
    ),
    # the piles
    (
        rf"(?:the )?(?:top card(?: (?:of|on) (?:the )?discard pile)?|card on top|top|discard pile top|top of the pile|top of pile) {_EQUALS}? ?(?:a |the )?(?P<card>[a-z]+(?: [a-z0-9-]+)?)",
        "write `expect top of discard pile is {card}`",
    ),
    (
        r"(?:the )?(?P<card>[a-z]+ [a-z0-9-]+) (?:is |lies )?(?:on|on top of) (?:the )?(?P<pile>[a-z]+ pile)",
        "write `expect top of {pile} is {card}`",
    ),
    (
        r"(?:the )?(?P<pile>[a-z]+ pile) (?:empty|has no cards|is out|has 0 cards|runs out|is gone)",
        "write `expect {pile} is empty`",
    ),
    (
        rf"(?:the )?(?P<pile>[a-z]+ pile) {_EQUALS} (?:exactly )?{_COUNT}(?: cards?)?",
        lambda m: f"write `expect number of cards in {m['pile']} is {_count(m)}`",
    ),
    (
        r"(?:the )?(?P<what>current [a-z]+|direction) (?:= |== |: |to be |should be )?(?!is\b|to\b)(?P<value>[a-z-]+)",
        "write `expect {what} is {value}`",
    ),
    (r"(?:the )?(?P<value>color) (?:is|=|==|:) (?P<rest>[a-z]+)", "write `expect current {value} is {rest}`"),
    (
        rf"{_WHO} holds exactly (?P<cards>.+ (?:and|&) .+)",
        _exactly,
    ),
    (
        rf"{_WHO} wins(?: the)?(?: (?P<what>round|match|game))? with (?:score )?(?P<score>\d+)(?: points)?",
        lambda m: f"{_end(m)[:-1]} with score {m['score']}`",
    ),
    (r"the (?:table|game) is refused .+", "write `expect the table is refused`"),
    (r"no (?P<what>(?!notes?\b)[a-z-]+)", "write `expect not {what}`"),
    (
        r"(?:the )?number of cards is (?P<count>\d+)",
        "say where they lie: `expect number of cards in hand of ann is {count}`, for example",
    ),
    # moves
    (
        rf"{_WHO} can only (?P<verb>[a-z]+) (?P<cards>[a-z0-9 -]+?(?:,| and | or ) ?[a-z0-9 -]+)",
        lambda m: f"write `expect {m['who']} can only {', '.join(_moves(m))}`",
    ),
    (
        rf"{_WHO} can (?P<verb>[a-z]+) (?P<cards>(?!only\b)[a-z0-9 -]+? and [a-z0-9 -]+)",
        lambda m: f"write `{_each('expect ' + m['who'] + ' can ' + m['verb'] + ' {}', m)}`",
    ),
    (
        rf"{_WHO} cannot (?P<verb>[a-z]+) (?P<cards>[a-z0-9 -]+? and [a-z0-9 -]+)",
        lambda m: f"write `{_each('expect ' + m['who'] + ' cannot ' + m['verb'] + ' {}', m)}`",
    ),
    (
        rf"{_WHO} (?:can (?:do|play) nothing|can't do anything|cant do anything)",
        "write `expect {who} cannot do anything`",
    ),
    (
        rf"{_WHO} (?:can't|can\u2019t|cant|can not|may not|must not|mustn't|is not allowed to|isn't allowed to|is not able to|could not|should not) (?:be able to )?(?P<rest>.+)",
        "write `expect {who} cannot {rest}`",
    ),
    (rf"{_WHO} (?:must|has to|needs to|only can|is forced to) (?P<rest>.+)", "write `expect {who} can only {rest}`"),
    (
        rf"only {_WHO} can (?P<rest>.+)",
        "write `expect {who} can {rest}`, and for each other seat `expect ... cannot {rest}`",
    ),
    (
        rf"{_WHO} (?:may|might|could|is allowed to|is able to|should be able to|gets to) (?P<rest>.+)",
        "write `expect {who} can {rest}`",
    ),
    (rf"{_WHO} can (?P<verb>draw|take) (?:a|one|another)(?: card)?", "write `expect {who} can {verb} 1`"),
    (
        r"(?:nobody|no one|noone|no player) can (?P<rest>.+)",
        "write a line for each seat: `expect ann cannot {rest}`, and so on",
    ),
    (
        r"(?:everyone|everybody|all players|each player|any player|every player|anyone) (?P<verb>can|cannot) (?P<rest>.+)",
        "write a line for each seat: `expect ann {verb} {rest}`, and so on",
    ),
    (
        rf"{_WHO} (?:sees|looks at|knows|can look at|saw|has seen|is able to see) (?P<rest>(?:the )?hand of .+|[a-z]+ pile)",
        "write `expect {who} can see {rest}`",
    ),
    (rf"{_WHO} (?:sees|knows|saw|has seen|learns) {_ONE_CARD}", "write `expect {who} is shown {card}`"),
    (
        rf"{_WHO} (?P<verb>plays|draws|passes|calls|names|chooses|takes)(?P<rest> .+|)",
        "what happens is a line without `expect`: `{who} {verb}{rest}`",
    ),
    (
        rf"{_WHO} (?:drew|drawn|has drawn|took) {_COUNT}(?: cards?)?",
        "say how many cards are there now: `expect number of cards in hand of {who} is ...`",
    ),
    (
        rf"{_WHO} (?:played|has played) (?P<card>.+)",
        "say what lies there now: `expect top of discard pile is {card}`",
    ),
    (
        r"(?:an )?(?:error|failure|illegal|fails|failed|refused|invalid)|(?:the |this |that )?(?:move|play|line|card) (?:is |was )?(?:refused|illegal|invalid|fails|not allowed|not legal)",
        "say what a player cannot do instead of the move: `expect ann cannot play red 5`",
    ),
    (
        r"(?:the )?(?:rule )?[a-z-]+ (?:fires|fired|applies|triggers|happens|runs)",
        "say what came of it; the rules that no scenario fires are listed by `unodsl test`",
    ),
    # notes, and values of other languages
    (r"note (?P<text>\".*\") (?:for|at|by) (?P<who>.+)", "write `expect note {text} to {who}`"),
    (r"(?P<text>\".*\")", "write `expect note {text}`"),
    (
        r"(?P<what>(?!not ).+?) (?:equals|is equal to|==|=|should be|to be|shall be|must be) (?P<rest>.+)",
        "write `expect {what} is {rest}`",
    ),
    (r"(?P<what>.+?) (?:!=|<>|isn't|isn\u2019t|should not be) (?P<rest>.+)", "write `expect {what} is not {rest}`"),
    (r"(?P<what>.+?) ?>= ?(?P<rest>.+)", "write `expect {what} is at least {rest}`"),
    (r"(?P<what>.+?) ?<= ?(?P<rest>.+)", "write `expect {what} is at most {rest}`"),
    (r"(?P<what>.+?) ?> ?(?P<rest>.+)", "write `expect {what} is more than {rest}`"),
    (r"(?P<what>.+?) ?< ?(?P<rest>.+)", "write `expect {what} is less than {rest}`"),
)

_LINES: tuple[tuple[str, Answer], ...] = (
    (r"(?P<what>dealer|current color) (?P<card>(?!is\b)[a-z][\w-]*)", "write `{what} is {card}`"),
    (r"(?:the )?(?:match|game) ends?", "what came of it is expected: `expect the match ended`"),
    (rf"{_WHO} is in (?P<what>unsaid|winners)", "write `{what} is {who}`"),
    (r"(?:[Gg]iven|let|suppose|assume|assuming|say|setup)(?: that)?:? (?P<rest>.+)", "write `{rest}`"),
    (
        rf"{_WHO}(?P<rest>(?:, ?(?:and )?(?!(?:{_NO_SEAT})\b)[A-Za-z][\w-]*)+)",
        lambda m: f"write `seats {m['who']}, {_listed(m['rest'].removeprefix(','))}`",
    ),
    (
        rf"(?P<line>turn of {_WHO}) and (?P<rest>{_OTHER} [a-z]+s\b.*)",
        "one line says one thing: `{line}; {rest}`",
    ),
    (
        r"(?:the )?(?:next turn|turn ends|end turn|end of turn|turn (?:passes|goes|moves)(?: on)?(?: to .+)?|next player(?:'s turn)?)",
        "leave the line out: a turn ends by a move; a position says whose it is with `turn of ...`",
    ),
    (
        rf"{_WHO} (?P<verb>plays|puts|lays) (?:a |the )?(?P<card>[a-z-]*wild[a-z-]*)(?:,| and| as| in| for| with|:)? ?(?:(?:chooses|picks|calls|says|names|wishes|wishing|naming|choosing|color)(?: for)? )?{_COLOR}",
        "write `{who} plays {card}; {who} names {color}`",
    ),
    (
        rf"{_WHO} (?P<verb>[a-z]+s) (?P<card>[a-z0-9 -]+?),? and (?:says|calls|shouts|announces|yells) uno",
        "one line is one move: `{who} {verb} {card}; {who} calls uno`",
    ),
    (_CHANGED, "write `direction is counterclockwise`"),
    (
        r"(?:the )?(?:play |order |direction )?(?:goes |runs )?(?P<rest>clockwise|counterclockwise)",
        "write `direction is {rest}`",
    ),
    (rf"(?:the )?colou?r ?(?:is|=|:) ?{_COLOR}", "write `current color is {color}`"),
    (
        rf"{_WHO} (?:owes|is due) {_COUNT} cards?",
        lambda m: f"write `draw-due on {m['who']} with count {_count(m)}`",
    ),
    (
        r"(?:expects?|expected|expecting|expct|exepct|expet|exspect|Expects?|EXPECT|assert(?:s|ed)?|then expect|and expect|check|verify|ensure|should|require|must be):? (?P<rest>.+)",
        "write `expect {rest}`",
    ),
    (
        rf"(?:the )?(?P<what>[a-z]+(?: [a-z]+)?) of (?P<names>{_WHO.replace('who', 'who2')}(?:(?:, ?| and |, and )[a-z][a-z-]*)+) (?:is|are|=) (?P<value>[a-z0-9-]+)",
        lambda m: f"write `{_of_each(m)}`",
    ),
    (
        r"(?:all )?(?:the )?(?P<what>[a-z]+?)s (?:of (?:all|everyone|players|all players) )?(?:are|is|=) (?P<value>-?\d+)|(?:everyone's|everybody's|all players') (?P<what2>[a-z]+) is (?P<value2>-?\d+)",
        lambda m: (
            f"write a line for each seat: `{m['what'] or m['what2']} of ann is {m['value'] or m['value2']}`, and so on"
        ),
    ),
    (
        rf"{_WHO} {_HAS} (?P<card>[a-z]+ [a-z0-9-]+) (?:(?P<twice>twice)|(?:x|\*|\u00d7|times) ?(?P<count>\d+)|(?P<count2>\d+|two|three|four) times)",
        lambda m: f"write `{m['who']} holds {2 if m['twice'] else _digits(m['count'] or m['count2'])} * {m['card']}`",
    ),
    (
        rf"{_WHO} {_HAS} (?:only|just|nothing but) (?P<cards>[a-z].*)",
        lambda m: f"write `{m['who']} holds {_listed(m['cards'])}`",
    ),
    (
        rf"{_WHO}(?:, ?| and |, and ){_OTHER} (?:have|has|holds?) (?P<cards>[a-z].*)",
        lambda m: f"write `{m['who']} holds {_listed(m['cards'])}; {m['other']} holds {_listed(m['cards'])}`",
    ),
    (rf"{_WHO} scores (?P<score>\d+)(?: points?)?", "write `score of {who} is {score}`"),
    # whose turn it is
    (rf"(?P<what>[a-z-]+) of {_WHO} is (?:yes|true|on|open)", "write `{what} of {who}`"),
    (rf"{_WHO} is (?:the )?(?P<what>dealer|starter|leader)", "write `{what} is {who}`"),
    (
        rf"(?:it is |it's |it\u2019s )?{_WHO}(?:'s|\u2019s|s')? turn|(?:it is )?(?:the )?turn ?(?:is |to |on |= |== |: ?)?(?:of )?{_WHO.replace('who', 'who2')}"
        rf"|{_WHO.replace('who', 'who3')} (?:starts|begins|is first|goes first|is next|is on turn|to play|to move|has the turn|plays first)",
        lambda m: f"write `turn of {_whose(m)}`",
    ),
    # who sits there, and what is on
    (
        r"(?:players?|seat|seating|names?)(?: are| is|:)? (?P<rest>[a-z]+(?:,? (?:and )?[a-z]+)*)",
        lambda m: f"write `seats {_listed(m['rest'].replace(', ', ',').replace(' and ', ',').replace(' ', ','))}`",
    ),
    (
        r"(?P<count>\d+|two|three|four|five|six|seven|eight|nine|ten) (?:players?|seats?)|seats (?P<count2>\d+)",
        lambda m: (
            f"name them: `seats {', '.join(('ann', 'bob', 'cyd', 'dan')[: min(4, max(2, int(_digits(m['count'] or m['count2']))))])}`"
            + (", and so on" if int(_digits(m["count"] or m["count2"])) > 4 else "")
        ),
    ),
    (
        r"(?:with )?(?:options?|using|use|enable|switch on|turn on|house rules?)(?: on)?:? (?P<rest>[a-z][a-z0-9.,-]*(?:, ?[a-z0-9.-]+)*)",
        "write `with {rest}`",
    ),
    (r"(?:disable|switch off|turn off|no) (?:option )?(?P<rest>[a-z][a-z0-9.-]*)", "write `without {rest}`"),
    (
        r"(?P<name>[a-z][a-z-]*) ?(?::=|=|becomes) ?(?P<count>\d+)",
        "write `set {name} to {count}` (a parameter), or `{name} is {count}`",
    ),
    # what happens to the whole table
    (
        r"(?:start|begin|deal|new) ?(?:the |a )?(?:game|match|cards)?|(?:the |a |new )*(?:game|match) (?:starts?|begins?|is dealt)|(?:cards are|everyone is) dealt",
        "write `the match begins`",
    ),
    (
        r"(?:start|begin|new) (?:the |a |new )?(?:round|hand)|(?:the |a |new )*(?:round|hand) (?:starts?|is dealt)",
        "write `the round begins`",
    ),
    # the position
    (
        rf"{_WHO} {_HAS} (?P<count>\d+|two|three|four) ?(?:x |\* )?(?P<card>(?!cards?\b|points?\b)[a-z]+ (?!cards?\b)[a-z0-9-]+?)s?",
        lambda m: f"write `{m['who']} holds {_digits(m['count'])} * {m['card']}`",
    ),
    (r"(?P<what>[a-z]+ of [a-z]+(?:-[a-z]+)*) ?[:=] ?(?P<value>[a-z0-9-]+)", "write `{what} is {value}`"),
    (
        rf"{_WHO} (?:has|have|hold|got|had|owns|holding|is holding) (?P<rest>(?!won|to |\d+ (?:cards?|points?)|no cards?|the turn)(?:\d+ \* )?[a-z].*)",
        lambda m: f"write `{m['who']} holds {_listed(m['rest'])}`",
    ),
    (
        rf"{_WHO} (?:holds|has) (?P<cards>(?!exactly)[a-z0-9*, -]+ (?:and|&) [a-z0-9*, -]+)",
        lambda m: f"write `{m['who']} holds {_listed(m['cards'])}`",
    ),
    (
        rf"{_WHO} (?:holds|has) (?P<count>\d+|two|three|four) (?P<card>(?!cards?\b)[a-z]+ (?!cards?\b)[a-z0-9-]+?)s?",
        lambda m: f"write `{m['who']} holds {_digits(m['count'])} * {m['card']}`",
    ),
    (
        rf"{_WHO} (?:has|holds) (?:no cards?|an empty hand|no hand)|{_WHO.replace('who', 'who2')} is out of cards",
        lambda m: f"write `{_whose(m)} holds nothing`",
    ),
    (
        rf"{_HAND} ?(?:is|=|:|has|contains|are) ?(?:exactly )?(?P<cards>[a-z0-9].*)",
        lambda m: f"write `{_whose(m)} holds {_listed(m['cards'])}`",
    ),
    (
        rf"{_WHO} (?:has|is at|had) (?P<count>\d+) points?|score (?:of )?(?!is\b){_WHO.replace('who', 'who2')} ?(?:is|=|:)? ?(?P<count2>\d+)(?: points?)?|{_WHO.replace('who', 'who3')}(?:'s)? score ?(?:is|=|:)? ?(?P<count3>\d+)",
        lambda m: f"write `score of {_whose(m)} is {next(x for x in (m['count'], m['count2'], m['count3']) if x)}`",
    ),
    (
        r"(?:the )?top card ?(?:is|=|:)? ?(?:a |the )?(?P<card>[a-z]+(?: [a-z0-9-]+)?)|(?:the )?(?P<card2>[a-z]+ [a-z0-9-]+) (?:is |lies )?on (?:the )?(?:discard )?pile|top (?:is )?(?P<card3>[a-z]+ [a-z0-9-]+)",
        lambda m: f"write `discard pile is {m['card'] or m['card2'] or m['card3']}`",
    ),
    (
        r"(?:the )?(?P<pile>[a-z]+ pile) ?(?:is empty|empty|: empty|has no cards|is out|has 0 cards|: none|: nothing|: \[\])",
        "write `{pile} is empty`",
    ),
    (
        r"(?:the )?(?P<pile>[a-z]+ pile) ?(?:=|==|:|has|holds|contains|shows|are|top is|is at)? ?(?!is\b)(?P<cards>[a-z]+ ?[a-z0-9, -]*)",
        lambda m: f"write `{m['pile']} is {_listed(m['cards'])}`",
    ),
    (
        r"(?:the )?(?P<what>direction|current [a-z]+|dealer|score of [a-z]+|[a-z]+ of [a-z]+) ?(?:=|==|:|becomes|set to) ?(?P<value>[a-z0-9-]+)",
        "write `{what} is {value}`",
    ),
    (
        rf"{_WHO} (?:is out|is gone|has left|left|leaves|is eliminated|does not play|is not there|is not playing|is away|sits out)",
        "write `{who} is absent`",
    ),
    # moves
    (
        rf"(?:when|if|then|and|next|now|after that|first|finally|move|step|turn \d+|\d+[.)])[:,]? (?P<rest>{_WHO} (?!is\b)[a-z]+s\b.*)",
        "a move stands alone: `{rest}`",
    ),
    (
        rf"{_WHO} (?:wins|won|win|has won)(?: the)?(?: game| match| round)?",
        lambda m: f"what came of it is expected: `{_end(m)[7:-1]}`",
    ),
    (
        rf"{_WHO}(?: ?[:>]| ?->| ?=>) (?P<verb>play|draw|call|name|choose|pass|take|put)s? ?(?P<rest>[a-z0-9]?.*)",
        lambda m: f"write `{m['who']} {does(m['verb'])} {m['rest']}`",
    ),
    (
        rf"{_WHO}\.(?P<verb>[a-z]+)\([\"']?(?P<rest>.*?)[\"']?\)",
        lambda m: f"write `{m['who']} {does(m['verb'])} {m['rest']}`",
    ),
    (
        rf"(?P<verb>[a-z]+)\({_WHO}, ?[\"']?(?P<rest>.*?)[\"']?\)",
        lambda m: f"write `{m['who']} {does(m['verb'])} {m['rest']}`",
    ),
    (
        rf"{_WHO} (?P<verb>[a-z]+s):? [\"'\u201c\u2018(]?(?P<rest>[a-z0-9 -]+)[\"'\u201d\u2019)]",
        "write `{who} {verb} {rest}`",
    ),
    (rf"{_WHO} (?P<verb>[a-z]+s): (?P<rest>[a-z0-9 -]+)", "write `{who} {verb} {rest}`"),
    (rf"{_WHO} (?P<verb>[a-z]+s) (?P<rest>[a-z0-9 -]*)(?:!|\.)", "write `{who} {verb} {rest}`"),
    (
        rf"{_WHO} and {_OTHER} (?P<verb>[a-z]+)(?: (?P<rest>.*))?",
        lambda m: (
            _two(m)
            if m["rest"]
            else f"one line is one move: `{m['who']} {does(m['verb'])}; {m['other']} {does(m['verb'])}`"
        ),
    ),
    (
        r"(?:everyone|everybody|all players|each player|every player|players|all|both|the others|others|other players|everyone else) (?P<verb>[a-z]+)(?: (?P<rest>.+))?",
        lambda m: (
            f"write a line for each of them: `ann {does(m['verb'])}{' ' + m['rest'] if m['rest'] else ''}`, and so on"
        ),
    ),
    (
        rf"{_WHO} (?:can't|can\u2019t|cant|cannot|can not|may not|must not|does not|doesn't|doesn\u2019t|do not|did not|is not allowed to|is unable to) (?P<rest>.+)",
        "what somebody cannot do is expected: `expect {who} cannot {rest}`",
    ),
    (
        rf"{_WHO} (?:can|may|must|could|should|will|would|shall|might|tries to|wants to|has to|needs to|is allowed to|decides to|gets to|is going to) (?P<verb>[a-z]+)(?: (?P<rest>.+))?",
        _does,
    ),
    (
        rf"{_WHO} (?P<verb>[a-z]+s) (?P<card>[a-z]+ [a-z0-9-]+) (?P<times>twice|again|thrice|(?:\d+|two|three|four) times)",
        lambda m: _again_of(m),
    ),
    (
        rf"{_WHO} (?P<verb>[a-z]+s) (?P<times>\d+|two|three|four) ?(?:x |\* |times )?(?P<card>(?!(?:cards?|naming|with|as|by)\b)[a-z]+ [a-z0-9-]+?)s?",
        _again,
    ),
    (
        rf"{_WHO} (?P<verb>[a-z]+s) (?P<rest>[a-z0-9 -]+?),? (?:and then|then|and) (?P<line>[A-Za-z][\w-]* (?!is\b)[a-z]+s\b.*)",
        "one line is one move: `{who} {verb} {rest}; {line}`",
    ),
    (
        rf"{_WHO} (?P<verb>[a-z]+s) (?P<cards>[a-z]+ [a-z0-9-]+(?:,? and [a-z]+ [a-z0-9-]+)+)",
        lambda m: f"one line is one move: `{_each(m['who'] + ' ' + m['verb'] + ' {}', m)}`",
    ),
    (
        rf"{_WHO} (?P<verb>[a-z]+s) (?P<card>[a-z]+ [a-z0-9-]+) (?:on|onto|on top of|over|upon|to|from|into|out of) (?!\d).+",
        "write `{who} {verb} {card}`",
    ),
    (
        rf"{_WHO} (?P<verb>[a-z]+s) (?:his|her|their|its|the card|card|one|that|this|my|another)(?: card)? (?P<card>[a-z]+ [a-z0-9-]+)",
        "write `{who} {verb} {card}`",
    ),
    (
        rf"{_WHO} (?P<verb>plays|puts|lays|discards|holds) (?:a |any |the |some |one |his |her |their )?(?:last |next |red |blue |green |yellow |wild |playable )?(?:card|something|anything)",
        lambda m: f"say which card: `{m['who']} {'holds' if m['verb'] == 'holds' else 'plays'} red 5`, for example",
    ),
    (rf"{_WHO}(?: ?[:>]| ?->| ?=>) (?P<card>[a-z]+ [a-z0-9-]+)", "say what {who} does: `{who} plays {card}`"),
    (rf"{_WHO} (?:does nothing|waits|does not do anything)", "leave the line out: who does nothing makes no move"),
    (
        rf"{_WHO} (?P<verb>draws|takes) (?:a|one|another|the next|the top|1 more)(?: card)?(?: from .+)?",
        "write `{who} {verb} 1`",
    ),
    (
        rf"{_WHO} (?P<verb>draws) {_COUNT}(?: cards?)?(?: from .+)?",
        lambda m: f"write `{m['who']} {m['verb']} {_count(m)}`",
    ),
    (
        rf"{_WHO} draws (?P<card>[a-z]+ [a-z0-9-]+)",
        "say which card comes next in the position: `draw pile is {card}`, and then `{who} draws 1`",
    ),
    (
        rf"{_WHO} (?:passes|pass) (?:the |his |her |their )?turn(?: to .+)?|{_WHO.replace('who', 'who2')} (?:ends|end) (?:the |his |her |their )?turn",
        lambda m: f"write `{_whose(m)} passes`",
    ),
)


def _digits(word: str) -> str:
    return str(NUMBER_WORDS.index(word)) if word in NUMBER_WORDS else word


def _again_of(found: Match) -> str:
    times = found["times"].removesuffix(" times")
    n = {"twice": 2, "again": 1, "thrice": 3}.get(times) or int(_digits(times))
    line = f"{found['who']} {found['verb']} {found['card']}"
    return f"one line is one move: `{'; '.join([line] * min(n, 4))}`"


_EXPECTATIONS = PhraseBook(_EXPECTED)
_STATEMENTS = PhraseBook(_LINES)


def scenario_line_meant(text: str) -> str | None:
    """The suggestion for an unknown line of a scenario; None if no pattern matches."""
    text = text.strip()
    if text.startswith("expect"):
        _, _, rest = text.partition("expect")
        if rest[:1] in (" ", ":"):
            return _other_than(text, _EXPECTATIONS.meant(rest.strip()))
    if text.split(None, 1)[:1] and text.split(None, 1)[0] in SCENARIO_HEADS - {"seats", "with", "game"}:
        return None
    return _other_than(text, _STATEMENTS.meant(text))


def _other_than(text: str, hint: str | None) -> str | None:
    """A suggestion, unless it repeats the line."""
    return None if hint is None or f"`{' '.join(text.split())}`" in hint else hint
