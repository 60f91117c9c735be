"""Effects as people say them, or as other languages write them, and the line that is meant: a phrase book.

It knows no table: what lines are made of comes from the words of the text itself.
"""

from __future__ import annotations

import re

from unodsl.syntax.condition_phrases import condition_meant
from unodsl.syntax.english import digits, does, plain_form
from unodsl.syntax.phrase_book import Answer, Match, PhraseBook

_WHO = r"(?P<who>(?:the )?[a-z-]+(?: [a-z-]+)*?)"
_TO = r"(?P<to>(?:the )?[a-z-]+(?: [a-z-]+)*)"
_VALUE = r"(?P<value>[a-z-]+(?: [a-z-]+){0,4})"
_COUNT = r"(?P<count>\d+|a|an|one|two|three|four|five|some|another)(?: (?:random|more|extra))?"
_COLORED = (
    r"(?!(?:cards?|more|as|up|or|and|until|double|twice|another|the|number|times|x|again|from|if|unless|extra|additional|face|color|"
    r"total|count|points?|each|to|random|an?|one|two|three|four|five|six|seven|eight|nine|ten|some|all|no|fewer|less)\b)[a-z-]+"
)


def _lasts(found: Match) -> str:
    """What somebody has to do: by itself where nothing is left to choose, else asked of them."""
    if not re.fullmatch(r"|\d+(?: cards?)?|(?:a|one|two|three|four|five) cards?|\d+ .*", found["rest"]):
        return _asked(found, "must")
    who, (count, *_) = found["who"], (found["rest"].split() or [""])
    verb = found["verb"] if who.split()[-1] in ("players", "others", "everyone") else does(found["verb"])
    line = " ".join((who, verb, digits(count))).rstrip()
    return f"say what happens in the plain form: `{line}`"


def _asked(found: Match, mode: str = "may") -> str:
    verb = f"{found['verb']} {found['rest']}".rstrip()
    return f"effects ask nobody: begin a situation, with a rule in which `its player {mode} {verb}`"


def _swap(found: Match) -> str:
    groups = found.groupdict()
    to = groups.get("to") or "next player"
    to = (
        "next player"
        if to in ("opponent", "an opponent", "another player", "any player", "a player", "someone", "somebody")
        else to
    )
    return f"write `swap hand of {groups.get('who') or 'player'} with hand of {to}`"


def _handed(found: Match) -> str:
    """Cards that go from one to another."""
    move = f"move top {digits(found['count'])} from hand of {found['who']} to hand of {found['to']}"
    return f"cards are moved: `{move}` (at random); to let somebody choose them, begin a situation"


def _taken(found: Match) -> str:
    move = f"move top {digits(found['count'])} from hand of {found['to']} to hand of {found['who']}"
    return f"cards are moved: `{move}` (at random); to let somebody choose them, begin a situation"


def _rotated(found: Match) -> str:
    to = (found.groupdict().get("to") or "next player").removeprefix("the ").removesuffix(" neighbor")
    return f"write `give every hand to {to}`"


def _top(found: Match) -> str:
    return f"write `move top {digits(found['count'] or 'a')} from {found['rest']}`"


def _grows(found: Match) -> str:
    sign = "-" if re.match("de|lower|reduc|subtract|goes down|drops|falls|take|remove", found["verb"]) else "+"
    return f"write `{found['value']} {sign}= {found['amount']}`"


def _to_player(found: Match) -> str:
    return f"what waits for somebody is passed on: `pass {found['what']} to {found['to']}`"


def _branch(found: Match) -> str:
    return f"write `if {found['if']} then {found['then']}` below `then`, and `otherwise {found['else']}` below that"


def _above(found: Match) -> str:
    who = re.match(r"(.*?player)\b", found["rest"])
    condition = re.sub(r"^they (?:hold|have)\b", f"{who[1]} holds" if who else "player holds", found["if"])
    if found["word"] == "unless":
        condition = f"not ({condition})"
    return f"conditions come first: write `if {condition} then {found['rest']}` below `then`"


def _called(found: Match) -> str:
    return "an effect says who does what, without `.` and `( )`: for example `next player draws 1`"


def _assigned(found: Match) -> str:
    return f"write `{found['value'].strip()} becomes {found['amount']}`"


def _indexed(found: Match) -> str:
    change = f"{found['sign']}=" if found["sign"] else "becomes"
    return f"write `{found['value'].strip()} of {found['who']} {change} {found['amount']}`"


def _others(found: Match) -> str:
    verb = found["verb"].removesuffix("s")
    cards = re.fullmatch(r"(\w+) cards?", found["rest"])
    rest = digits(cards[1]) if cards is not None else found["rest"]
    return f"write `other players {verb} {rest}`"


def _each(found: Match) -> str:
    who = "other players" if found["other"] else "players"
    return f"write `{who} {plain_form(found['verb'])}{found['rest']}`"


def _of_each(found: Match) -> str:
    among = "" if found["who"] in ("players", "everyone", "everybody", "all players") else " in other players"
    return f"write `for each player{among}`, and `{found['value']} of player {found['rest']}` below it"


def _in_brackets(value: str) -> str:
    value = re.sub(r"^(?:the |there are )", "", value)
    if value.startswith("number on the card"):
        value = "number of face of the card"
    return f"({value})" if value.startswith(("number", "total", "highest", "lowest")) else value


_PILE = r"(?:the )?(?P<pile>[a-z]+ pile|pile)"
_ADVERBS = r"(?:please|immediately|at once|now|instead|too|also|as well|each|in total|for free|automatically|right away|then|penalty|as (?:a )?penalty)"


def _until(found: Match) -> str:
    """Something that is done again and again until something is so."""
    who, if_ = found["who"], found["if"]
    if_ = re.sub(r"^(?:they|he|she|it|you) (?:has|have|holds?|gets?|draws?|finds?) (?:a |an )?", f"{who} holds ", if_)
    if_ = re.sub(r"^(?:they|he|she|you|someone) ", f"{who} ", if_)
    if_ = re.sub(
        r"^(?:a |an |the )?(?:playable(?: card)?|card is playable|match)$", f"{who} holds a playable card", if_
    )
    if_ = re.sub(r"^(?:a |an )?((?:[a-z]+ )?[a-z0-9-]+(?: card)?)$", rf"{who} holds \1", if_)
    return f"write `repeat at most 20 times while not ({if_})`, and `{who} {found['verb']} 1` below it"


def _whole_pile(found: Match) -> str:
    pile = found["pile"] if found["pile"] != "pile" else "discard pile"
    return f"write `move all but top from {pile} to hand of {found.groupdict().get('who') or 'player'}`"


def _gives(found: Match) -> str:
    return f"write `{found['to']} draws {digits(found['count'])}`, or `move top {digits(found['count'])} from hand of player to hand of {found['to']}`"


def _missed(found: Match) -> str:
    who = found.groupdict().get("who") or "next player"
    return f"write `pass turn to {who if who != 'next' else 'next player'}`, and it goes on behind them"


def _lacks_then(found: Match) -> str:
    told = re.fullmatch(r"write `(.*)`", condition_meant(found["if"]) or "")
    if_ = told[1] if told is not None else re.sub(r"^\((.*)\)$", r"\1", found["if"])
    if_ = f"not ({if_})" if found["word"] == "unless" else if_
    return f"write `if {if_} then {found['then']}` below `then`"


_PHRASES: tuple[tuple[str, Answer], ...] = (
    # words that say nothing more, and notes of other languages
    (r"(?P<rest>.+?) ?(?:/\*.*|(?<!\+)--(?!=).+)", "a note starts with `#`: `{rest}`"),
    (r"(?P<rest>[a-z ]+ \d+(?: cards?)?),? \(.+\)", "a note starts with `#`: `{rest}`"),
    (rf"(?P<rest>[a-z ]+ \d+(?: cards?)?),? {_ADVERBS}", "write `{rest}`"),
    (r"(?P<rest>[a-z ]+ \d+(?: cards?)?),? (?:because|since|as|for) .+", "a note starts with `#`: `{rest}`"),
    # conditions with their effects in one line
    (
        r"(?P<word>if|unless) (?P<if>.+?(?: \d+| empty| yes| no| card)) (?P<then>(?:the )?(?:next |other )?players? (?!is\b|holds\b|can)[a-z]+s? .+)",
        _lacks_then,
    ),
    # what somebody misses
    (
        r"(?:skip|skips)(?: (?:the )?(?P<who>(?:next |right |left )?player|next)| (?:a |one |the |their |next )?turn(?: of (?P<whose>.+))?)?",
        lambda m: (
            _missed(m) if m["whose"] is None else f"write `pass turn to {m['whose']}`, and it goes on behind them"
        ),
    ),
    (
        rf"{_WHO} (?:skips|jumps over) (?:the )?(?P<to>next player|[a-z]+ of player)",
        "write `pass turn to {to}`, and it goes on behind them",
    ),
    (
        rf"{_WHO} (?:sits out|sits this one out|is out for a turn|(?:loses|misses|skips|forfeits) (?:a|one|their|the|his|her|its|this)(?: next)? (?:go|chance|round)|cannot play this turn)",
        _missed,
    ),
    (rf"{_WHO} (?:goes|moves|starts|is up|is next|acts) ?(?:next|first|now)?", "write `pass turn to {who}`"),
    (r"pass(?: the)? turn(?: on| along)?", "write `pass turn to next player`"),
    (r"pass (?:the )?turn to (?:the )?next(?: one)?", "write `pass turn to next player`"),
    (r"pass (?:to|on to) (?P<to>.+)", "write `pass turn to {to}`"),
    # the direction
    (
        r"(?:reverse|change|switch|flip|invert)(?: the)? (?:order|play|turn order|order of play|play order|way|direction of play)|turn order (?:is reversed|reverses|changes)|play (?:reverses|goes the other way|is reversed)",
        "write `direction becomes counterclockwise if direction is clockwise, otherwise clockwise`",
    ),
    (
        r"direction becomes (?:left|anti-?clockwise|counter[ -]clockwise|anti clockwise)",
        "write `direction becomes counterclockwise`",
    ),
    (r"direction becomes (?:right|normal|forward|forwards)", "write `direction becomes clockwise`"),
    # cards
    (
        r"(?:all )?(?:the )?(?:players|everyone|everybody) (?:but|except)(?: for)? (?:the )?player (?P<rest>.+)",
        "write `other players {rest}`",
    ),
    (rf"(?!no ?one|nobody|none|no player){_WHO} (?P<verb>draws?)", "write `{who} {verb} 1`"),
    (
        rf"{_WHO} (?P<verb>draws?) (?:some|several|many|a few|more|extra) cards?",
        "write `{who} {verb} 1`, or how many they are",
    ),
    (
        rf"{_WHO} (?P<verb>draws?) (?:exactly|only|just) (?P<count>\d+|one|two|three)(?: cards?)?",
        lambda m: f"write `{m['who']} {m['verb']} {digits(m['count'])}`",
    ),
    (
        rf"{_WHO} (?P<verb>draws?) (?P<count>\d+)-(?P<high>\d+)(?: cards?)?",
        lambda m: (
            f"effects ask nobody how many: begin a situation, with a rule in which `its player may {m['verb'].removesuffix('s')} ...`"
        ),
    ),
    (r"let (?P<value>[a-z -]+?) (?:be|=|become) (?P<amount>.+)", "write `{value} becomes {amount}`"),
    (rf"{_WHO} (?P<verb>draws?|takes|picks up|picks) (?:cards? )?(?:until|till) (?P<if>.+)", lambda m: _until(m)),
    (rf"(?:{_WHO} )?(?:picks? up|takes?|gets?|collects?) (?:all (?:of )?)?{_PILE}", _whole_pile),
    (
        rf"(?:{_WHO} )?(?:picks? up|takes?|gets?|collects?) (?:all|every) (?:the )?cards?(?: (?:from|in|of) {_PILE})?",
        lambda m: f"write `move all but top from {m['pile'] or 'discard pile'} to hand of {m['who'] or 'player'}`",
    ),
    (
        rf"(?:{_WHO} )?(?:steals?|takes?) {_COUNT} (?:[a-z]+ )?cards? from (?:the )?(?:hand of )?(?P<to>(?:next |left of |right of )?player)",
        lambda m: (
            f"cards are moved: `move top {digits(m['count'])} from hand of {m['to']} to hand of {m['who'] or 'player'}` "
            "(at random); to let somebody choose them, begin a situation"
        ),
    ),
    (rf"give {_COUNT} (?:[a-z]+ )?cards? to (?P<to>.+)", _gives),
    (rf"give (?P<to>(?:the )?(?:next |other )?players?) {_COUNT} (?:[a-z]+ )?cards?", _gives),
    (
        rf"deal {_COUNT} (?:[a-z]+ )?cards? to (?P<to>(?:the )?(?:next |other )?player)",
        lambda m: f"write `{m['to']} draws {digits(m['count'])}`",
    ),
    (
        r"put (?:the |a |this )?(?P<value>card|top card|[a-z]+ [a-z0-9-]+) (?:back )?(?:in|into|on|under|to|on top of) (?:the )?(?P<to>[a-z]+ pile)",
        "write `move card {value} from discard pile to {to}`",
    ),
    (
        rf"{_WHO} (?:gets rid of|throws away|drops) (?P<count>a|one|\d+|two|three) cards?",
        lambda m: (
            f"write `move top {digits(m['count'])} from hand of {m['who']} to discard pile` (at random); to let somebody choose, begin a situation"
        ),
    ),
    (r"(?:re)?shuffle(?: (?:all )?(?:the )?(?:cards|deck|pile))?", "write `shuffle draw pile`"),
    (r"(?:look|peek) (?:at|into) (?P<rest>.+)", "write `show {rest} to player`"),
    (
        rf"{_WHO} (?P<verb>draws?) between \d+ and \d+(?: cards?)?",
        lambda m: (
            f"effects ask nobody how many: begin a situation, with a rule in which `its player may {m['verb'].removesuffix('s')} ...`"
        ),
    ),
    (
        rf"{_WHO} (?P<verb>draws?) \d+ ?\.\. ?\d+",
        lambda m: (
            f"effects ask nobody how many: begin a situation, with a rule in which `its player may {m['verb'].removesuffix('s')} ...`"
        ),
    ),
    (
        rf"{_WHO} (?P<verb>draws?) (?:a )?random (?:number(?: of cards)? )?(?P<rest>\d+ to \d+)",
        "what comes at random gets a variable: `variable die: {rest}`; write `die becomes a random one of {rest}`, and `{who} {verb} die` below it",
    ),
    (r"next draws? (?P<rest>\d+)(?: cards?)?", "write `next player draws {rest}`"),
    (
        rf"{_WHO} must (?P<verb>[a-z]+s) (?P<rest>.+)",
        "say what happens in the plain form: `{who} {verb} {rest}`",
    ),
    (r"(?P<who>(?:the )?other players|others|players) each (?P<rest>.+)", "write `{who} {rest}`"),
    (r"(?:both|two|\d+|all|the) players (?P<rest>(?!but|except)[a-z]+ .+)", "write `players {rest}`"),
    (r"(?:player )?who(?:ever)? played(?: it| the card| this card)? (?P<rest>.+)", "write `player {rest}`"),
    (r"(?:previous|last) player (?P<rest>.+)", "write `(right of player) {rest}`, or `(left of player) {rest}`"),
    # hands
    (
        r"(?:players|everyone|everybody|all players|all) (?:swap|exchange|trade|pass|switch|rotate|passes|swaps) (?:their |all )?(?:hands?|cards)(?: (?:to the |to )?(?P<to>left|right|next player))?|(?:exchange|trade|switch|pass) (?:all )?hands(?: (?:to the |to )?(?P<to2>left|right|next player))?",
        lambda m: f"write `give every hand to {m['to'] or m['to2'] or 'next player'}`",
    ),
    # the end
    (
        rf"{_WHO} (?:has won|won|is the winner|is winner|is victorious)(?: the)?(?: (?P<what>round|game|match))?",
        lambda m: f"write `end the {'match' if m['what'] in ('game', 'match') else 'round'} won by {m['who']}`",
    ),
    (rf"{_WHO} (?:wins|gets|scores|earns|gains) (?P<amount>\d+) points?", "write `score of {who} += {amount}`"),
    (rf"{_WHO} (?:loses) (?P<amount>\d+) points?", "write `score of {who} -= {amount}`"),
    (rf"(?:add|give) (?P<amount>\d+) points? to {_WHO}", "write `score of {who} += {amount}`"),
    (r"(?P<value>score of [a-z ]+|score) (?P<sign>[+-]) (?P<amount>\d+)", "write `{value} {sign}= {amount}`"),
    (
        r"(?:points of (?P<who>[a-z ]+)|score (?P<who2>[a-z]+)|(?P<who3>[a-z]+) (?:score|points)) (?P<sign>[+-]=|becomes) (?P<amount>.+)",
        lambda m: f"write `score of {m['who'] or m['who2'] or m['who3']} {m['sign']} {m['amount']}`",
    ),
    (
        r"(?:end|finish|stop)s?(?: the)? turn(?: of .+)?|(?:player|they) (?:ends?|finish(?:es)?) (?:the |their |his |her )?turn",
        "write `over of turn becomes yes`",
    ),
    # colors
    (
        r"(?:change|choose|pick|set|name)(?: the)? (?:current )?colou?r",
        "begin a situation, with a rule in which `its player must name a color`",
    ),
    (
        r"current color becomes (?:any|some|chosen|another)(?: color)?",
        "write `current color becomes a random color`; to let somebody choose, begin a situation",
    ),
    (
        r"(?P<who>[a-z ]+) (?:could|might) (?P<rest>.+)",
        "what players can do stands in a rule of its own, with `during` for when: `{who} may {rest}`",
    ),
    (r"(?P<rest>.+?),? (?:and|&) then (?P<then>.+)", "put `{then}` on a line of its own, below"),
    (r"do (?P<rest>(?!nothing).+)", "leave the `do` out: `{rest}`"),
    (r"do nothing .+|stop|wait|pause|break|return \d+|noop|skip it|ignore|ignore it", "write `do nothing`"),
    # nothing at all
    (r"pass|return|nothing|none|null|nothing happens|\.\.\.|continue", "write `do nothing`"),
    # what other languages write
    (
        rf"(?:turn|the turn) (?:becomes|=|goes to|moves to|to|passes to|is passed to) {_TO}",
        lambda m: f"write `pass turn to {m['to']}`",
    ),
    (r"[a-z_][\w.]*(?:\.[\w]+)?\(.*\)", _called),
    (
        r"(?P<who>player|[a-z]+_player)\.(?P<value>[a-z_-]+) (?P<rest>[+-]=|becomes) (?P<amount>\S+)",
        "write `{value} of {who} {rest} {amount}`",
    ),
    (r"(?P<value>[a-z -]+)\[(?P<who>[a-z -]+)\] ?(?P<sign>[+-]?)= ?(?P<amount>.+)", _indexed),
    (
        r"begin (?P<what>[a-z -]+?) on (?P<to>[a-z ]+?) with (?P<value>[a-z ]+?) ?[:=] ?(?P<amount>.+)",
        "write `begin {what} on {to} with {value} {amount}`",
    ),
    (
        r"(?P<value>(?!begin |for |if |note |while |repeat )[^=<>!+:*/\[-][^=<>!:\[]*?) ?(?<![+-])= ?(?P<amount>[^=+-].*)",
        _assigned,
    ),
    (r"(?P<value>[a-z -]+?) ?\+\+", "write `{value} += 1`"),
    (r"(?P<value>[a-z -]+?) ?--", "write `{value} -= 1`"),
    (r"(?:print|say|log|echo|announce|show|display) (?P<text>\".*\")", "write `note {text}`"),
    (rf"{_WHO} (?:says|shouts|calls|yells) (?P<text>\".*\")", "write `note {text}`"),
    (r"note (?P<text>[A-Za-z0-9].*)", 'write `note "{text}"`'),
    # who has to do it
    (
        rf"{_WHO} (?:should|will|shall|needs? to|ha[sv]e? to|is to|are to|ought to|must) (?P<verb>(?!be\b)[a-z]+) ?(?P<rest>.*)",
        _lasts,
    ),
    (rf"{_WHO} (?:gets to|is allowed to|chooses to) (?P<verb>[a-z]+) ?(?P<rest>.*)", _asked),
    # whom it is about
    (
        r"(?:each|every|all(?: the)?|everybody|every single) (?P<other>other )?players? (?P<verb>(?!in\b|where\b|of\b|to\b|with\b|except\b|but\b)[a-z]+)(?P<rest> .+|)",
        _each,
    ),
    (r"(?P<who>everybody) (?P<verb>[a-z]+)(?P<other>)(?P<rest> .+|)", _each),
    (
        r"(?P<value>[a-z -]+?) of (?P<who>players|other players|everyone|everybody|all players|opponents) (?P<rest>(?:becomes|\+=|-=) .+)",
        _of_each,
    ),
    (
        r"for each (?P<other>other )?player,? (?P<verb>(?!in\b|from\b|to\b|where\b)[a-z]+s) (?P<rest>.+)",
        lambda m: (
            f"write `for each player{' in other players' if m['other'] else ''}`, and `player {m['verb']} {m['rest']}` below it"
        ),
    ),
    (r"for (?:all|every|any|each of(?: the)?)? ?players?", "write `for each player`"),
    (r"for (?:each|every|all) (?:other players?|opponents?)", "write `for each player in other players`"),
    (
        r"for [a-z_]+ in (?P<who>(?:other )?players)",
        lambda m: "write `for each player`" + (" and ` in other players` behind it" if m["who"] != "players" else ""),
    ),
    (r"for [a-z_]+ in (?P<rest>(?:hand|[a-z]+ pile)\b.*)", "write `for each card in {rest}`"),
    (r"for [a-z_]+ (?:in|=) (?:\d+ to |1\.\.|range ?\()(?P<count>\d+)\)?", "write `repeat {count} times`"),
    (r"for (?P<count>\d+) times", "write `repeat {count} times`"),
    (
        r"for each (?!player|card)(?P<value>[a-z]+)",
        "loops go through players or cards: `for each player`, `for each card in hand of player`",
    ),
    (
        r"repeat (?P<count>\d+)(?: times)?[:,]? (?P<rest>(?!times$).+)",
        "write `repeat {count} times`, and `{rest}` below it",
    ),
    (r"repeat until (?P<rest>.+)", "write `repeat at most 20 times while not ({rest})`"),
    (r"(?:while|repeat while) (?P<rest>[^:]+):?", "write `repeat at most 20 times while {rest}`"),
    (
        # (what begins with neither a player nor a word for an effect is more of the condition: `1, 2 or 3`)
        rf"if (?P<if>(?:(?! then )[^,:])+)[,:] ?(?P<rest>(?:{_WHO} [a-z]|(?:begin|end|give|move|note|pass|show|shuffle|swap)\b)(?:(?! then ).)+)",
        "write `if {if} then {rest}`",
    ),
    (
        r"(?:else|elif|elsif|else if) (?P<rest>.+)",
        lambda m: (
            f"write `otherwise {'if ' if 'if' in m[0].split()[:2][-1] and not m['rest'].startswith('if') else ''}{m['rest']}`"
        ),
    ),
    # one thing in one line
    (r"if (?P<if>.+?),? then (?P<then>.+?),? (?:else|otherwise) (?P<else>.+)", _branch),
    (r"(?P<rest>(?:(?! becomes ).)+?),? (?P<word>if|unless) (?P<if>.+)", _above),
    (r"(?P<who>[a-z]+(?: [a-z]+)*) ?: ?(?P<rest>[a-z].*)", "leave the `:` out: `{who} {rest}`"),
    (r"(?P<rest>.+)!+", "a line ends without an exclamation mark: `{rest}`"),
    (r"\+(?P<amount>\d+)", "say who does what: for example `next player draws {amount}`"),
    (
        r"(?:the )?(?:rest|rest of (?:the )?(?:players|table)|remaining players|all (?:the )?others|all other players|everyone else|everybody else|all (?:the )?opponents|opponents) (?P<verb>(?!of\b)[a-z]+) (?P<rest>.+)",
        _others,
    ),
    (
        r"(?P<rest>.+?),? (?:else|otherwise) (?P<else>.+)",
        "write `otherwise {else}` on a line below, indented as the `if`",
    ),
    (
        r"(?P<who>[a-z ]*player) and (?P<to>[a-z ]*player) (?P<verb>[a-z]+?)s? (?P<rest>.+)",
        lambda m: (
            f"write `{m['who']} {does(m['verb'])} {m['rest']}`, and `{m['to']} {does(m['verb'])} {m['rest']}` below it"
        ),
    ),
    (
        r"(?P<who>[a-z ]*player) or (?P<to>[a-z ]*player) (?P<verb>[a-z]+) .+",
        "effects ask nobody which of them: begin a situation, with a rule in which `its player must choose an opponent`",
    ),
    (
        r"(?:the )?next (?:\d+|two|three) players .+",
        "say each of them on a line of its own: `next player draws 1`, `(next player after next player) draws 1`",
    ),
    (
        r"(?:the )?players? with (?:the )?(?P<how>most|fewest|least) cards (?P<rest>.+)",
        lambda m: (
            f"write `(players where (number of cards in hand is {'highest' if m['how'] == 'most' else 'lowest'} "
            f"(number of cards in hand) for players)) {m['rest']}`"
        ),
    ),
    (
        r"(?P<rest>.+?),? when(?:ever)? (?P<if>.+)",
        "what happens when something else does is a rule of its own: `when {if}`",
    ),
    (rf"{_WHO} draws? (?:all|everything)(?: cards?| the cards?)?", "write `move all from draw pile to hand of {who}`"),
    # hands
    (r"swap (?:the )?hands of (?P<who>.+?) and (?P<to>.+)", "write `swap hand of {who} with hand of {to}`"),
    (r"swap (?P<who>(?!the hands|hands).+?) and (?P<to>.+)", "write `swap {who} with {to}`"),
    (r"give (?:all |the |all the |every )?hands? to (?P<to>.+)", "write `give every hand to {to}`"),
    (r"swap (?:the )?hands?(?: with (?P<to>.+))?", _swap),
    (rf"{_WHO} (?:swaps?|trades?|exchanges?|switch(?:es)?) (?:their |the |all )?(?:hands?|cards) with {_TO}", _swap),
    (rf"{_WHO} and {_TO} (?:swap|trade|exchange|switch) (?:their )?(?:hands|cards)", _swap),
    (
        rf"(?:everyone|everybody|players|all players|each player|every player) (?:pass|passes|gives?|hands?) (?:their |the |all )?(?:hands?|cards) (?:on )?to (?:the )?{_TO}",
        _rotated,
    ),
    (
        r"(?:rotate|pass|pass around|shift) (?:all |the |all the )?hands|(?:all |the )?hands (?:rotate|go round|go around|move round|are passed(?: on)?)",
        _rotated,
    ),
    # cards
    (
        r"remove (?:a |an |one |\d+ )(?P<value>(?!player)[a-z0-9-]+(?: [a-z0-9-]+)?)(?: from .+)?",
        "`remove` takes a player out of the game; cards are moved: `move card {value} from hand of player to discard pile`",
    ),
    (
        rf"{_WHO} (?P<verb>draws?) (?:(?:\d+|an?|one|two) )?(?:{_COLORED} \d+|{_COLORED} cards?)",
        "which cards come is what the act itself says: say how many, as in `{who} {verb} 1`",
    ),
    (r"move (?P<count>\d+) from (?P<rest>.+)", "write `move top {count} from {rest}`"),
    (r"move top (?P<value>[a-z-]+ [a-z0-9-]+) from (?P<rest>.+)", "write `move card {value} from {rest}`"),
    (r"move all but (?P<count>\d+) from (?P<rest>.+)", "write `move all but top {count} from {rest}`"),
    (
        r"move all from hands? of (?P<who>(?:other |all )?players|everyone) to (?P<to>.+)",
        lambda m: (
            f"write `for each player{' in other players' if 'other' in m['who'] else ''}`, and `move all from hand of player to {m['to']}` below it"
        ),
    ),
    (r"move (?:the )?bottom .+", "cards are taken from the top: `move top 2 from draw pile to hand of player`"),
    (
        r"(?P<value>direction) becomes (?:the )?(?:opposite|reversed?|other|inverse|not direction|backwards?).*",
        "write `direction becomes counterclockwise if direction is clockwise, otherwise clockwise`",
    ),
    (r"pass (?:the )?(?P<what>[a-z-]+) (?:on to|over to|on|along to) (?P<to>.+)", "write `pass {what} to {to}`"),
    (
        r"pass (?:the )?(?P<what>[a-z-]+) (?P<to>left|right|next player|next)",
        lambda m: f"write `pass {m['what']} to {'next player' if m['to'] == 'next' else m['to']}`",
    ),
    (
        r"(?:the )?player (?:to|on) the (?P<to>left|right)(?: of player)? (?P<rest>.+)",
        "write `({to} of player) {rest}`",
    ),
    (r"(?P<to>left|right) player (?P<rest>.+)", "write `({to} of player) {rest}`"),
    (r"end (?:the )?(?P<what>round|match),? won by (?:nobody|no one|no player|noone)", "write `end the {what}`"),
    (r"end (?:the )?(?P<what>round|match), (?P<rest>won by .+)", "write `end the {what} {rest}`"),
    (r"note (?P<text>\".*?\") (?:\+ |and )?(?P<rest>(?!to\b)[a-z].*)", "write `note {text}, {rest}`"),
    (r"note ['\u2018](?P<text>.*)['\u2019]", 'write `note "{text}"`'),
    (
        r"note (?P<text>[A-Za-z0-9][^\"]*?) to (?P<to>(?:next |other )?players?|everyone)",
        'write `note "{text}" to {to}`',
    ),
    (
        r"show (?P<value>.+) to (?:all|all players|everybody|every player|each player)",
        "write `show {value} to everyone`",
    ),
    (rf"{_WHO} (?:gives|passes|hands) {_COUNT} (?:[a-z]+ )?cards? to {_TO}", _handed),
    (
        rf"{_WHO} (?:takes|steals|draws|gets) {_COUNT} (?:[a-z]+ )?cards? from (?:the )?(?:hand of )?(?P<to>(?:next |left of |right of |first of )?(?:player|opponent|players))",
        _taken,
    ),
    (
        r"(?P<rest>[a-z ]+ draws? \d+(?: cards?)?) (?:from|off) (?!hand).+",
        "which cards come is what the act itself says: `{rest}`",
    ),
    (
        r"(?P<rest>[a-z ]+ draws? (?:\d+|\w+ cards?)) (?:from|off) (?!hand).+",
        "which cards come is what the act itself says: leave out where from",
    ),
    (rf"move {_COUNT} (?:top |random )?cards? from (?P<rest>.+)", _top),
    (r"move the card from (?P<rest>.+)", "write `move card the card from {rest}`"),
    (r"move (?P<count>)(?:the )?(?:top )?card from (?P<rest>.+)", _top),
    (
        r"move (?:the )?(?P<value>(?:hand|[a-z]+ pile)(?: of [a-z ]+?)?) to (?P<to>.+)",
        "write `move all from {value} to {to}`",
    ),
    (
        r"move (?!top|all|card)(?:the |a )?(?P<value>[a-z0-9-]+(?: [a-z0-9-]+)?) from (?P<rest>.+)",
        "write `move card {value} from {rest}`",
    ),
    (
        r"shuffle (?P<value>.+?) (?:back )?into (?P<to>.+)",
        "write `move all from {value} to {to}`, and `shuffle {to}` below it if it is a face-up pile",
    ),
    (
        r"deal (?P<amount>\d+)(?: cards?)?(?: to (?:each player|everyone|players|every player|all players))?",
        "write `players draw {amount}`",
    ),
    (
        rf"{_WHO} (?P<verb>draws?) as many(?: cards)? as (?P<value>.+)",
        lambda m: f"write `{m['who']} {m['verb']} {_in_brackets(m['value'])}`",
    ),
    (rf"{_WHO} (?P<verb>[a-z]+s?) (?:another|one more|an extra|an additional|1 more) card", "write `{who} {verb} 1`"),
    (
        rf"{_WHO} (?P<verb>[a-z]+s?) (?P<count>\d+|two|three|four|five) (?:more|extra|additional|other) cards",
        lambda m: f"write `{m['who']} {m['verb']} {digits(m['count'])}`",
    ),
    (
        rf"{_WHO} (?P<verb>draws?) (?:double|twice (?!$).+|double .+)",
        "write it as a sum or a product: for example `{who} {verb} 2 * 2`",
    ),
    (
        rf"{_WHO} (?P<verb>draws?) (?:the )?number (?:on|of|shown by) (?:the |its )?card",
        "write `{who} {verb} (number of face of the card)`",
    ),
    (r"(?P<rest>.+ \d+) ?[x\u00d7] ?(?P<amount>\d+)", "write `{rest} * {amount}`"),
    (
        rf"{_WHO} (?P<verb>draws?) (?:up to|at most|\d+ (?:to|or)) (?P<amount>\d+)(?: cards?)?",
        lambda m: (
            f"effects ask nobody how many: begin a situation, with a rule in which `its player may {m['verb'].removesuffix('s')} ...`"
        ),
    ),
    # numbers and other variables
    (
        rf"{_VALUE} (?P<verb>increases|grows|rises|goes up|decreases|drops|falls|goes down|is increased|is decreased) by (?P<amount>\S+)(?: points?)?",
        _grows,
    ),
    (rf"(?P<verb>increase|raise|decrease|lower|reduce) {_VALUE} by (?P<amount>\S+)(?: points?)?", _grows),
    (rf"(?P<verb>add|subtract|take|remove) (?P<amount>\d+)(?: points?)? (?:to|from) {_VALUE}", _grows),
    (rf"{_VALUE} (?P<sign>[+-])= (?P<amount>\d+) (?:points?|cards?)", "write `{value} {sign}= {amount}`"),
    # whom the table waits for
    (r"it is (?P<to>[a-z ]+)['\u2019]s? (?P<what>[a-z-]+)(?: again| now)?", _to_player),
    (r"(?P<what>[a-z-]+) (?:goes|moves|passes|is passed)? ?to (?P<to>[a-z ]+)", _to_player),
    (r"(?:begin|start|open) (?P<what>[a-z -]+?) (?:for|at|with) (?P<to>[a-z ]+)", "write `begin {what} on {to}`"),
    (
        r"begin (?P<what>[a-z -]+?) on (?P<to>(?:(?! with ).)+?) (?P<value>(?!with\b)[a-z-]+) (?P<amount>\d+)",
        "write `begin {what} on {to} with {value} {amount}`",
    ),
    (r"start (?P<what>[a-z -]+?) on (?P<to>.+)", "write `begin {what} on {to}`"),
    (r"(?:end|close|stop) (?P<what>[a-z -]+?) (?:on|of|for) [a-z ]+", "write `end {what}`"),
    (r"(?:end|finish|stop) (?:the )?game", "write `end the match won by player`, or whoever wins it"),
    # who takes part
    (r"remove (?P<to>[a-z ]+?) from (?:the )?(?:game|round|match|table)", "write `remove {to}`"),
    (r"(?:eliminate|kick|drop) (?P<to>[a-z ]+)", "write `remove {to}`"),
    # what cards show
    (r"(?:show|reveal) (?:the |their |all )?cards?", "write `show hand of player to everyone`"),
    (r"(?:reveal|show|expose) (?P<value>(?:(?! to )[a-z -])+)", "write `show {value} to everyone`"),
)

_BOOK = PhraseBook(_PHRASES)


_IN_ONE_LINE = PhraseBook(
    [(r"(?P<word>if|unless) (?P<if>(?:(?! then )[^,])+) then (?P<then>(?:(?! otherwise | else )[^,])+)", _lacks_then)]
)


def branch_meant(text: str) -> str | None:
    """A line of help for `if ... then ...` right behind a `then`; None where it is something else."""
    return _IN_ONE_LINE.meant(text)


def effect_meant(text: str) -> str | None:
    """A line of help for an effect that none is; None where the book has nothing."""
    return _BOOK.meant(text)
