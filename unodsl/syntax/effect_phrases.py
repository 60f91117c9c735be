"""Effects as people say them, or as other languages write them, and the line that is meant: a phrase book.

It knows no table: what lines are made of comes from the words of the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Match = re.Match[str]
_WHO = r"(?P<who>(?:the )?[a-z-]+(?: [a-z-]+)*?)"
_TO = r"(?P<to>(?:the )?[a-z-]+(?: [a-z-]+)*)"
_VALUE = r"(?P<value>[a-z-]+(?: [a-z-]+){0,4})"
_COUNT = r"(?P<count>\d+|a|an|one|two|three|four|five|some|another)(?: (?:random|more|extra))?"
_DIGITS = {"a": 1, "an": 1, "another": 1, "one": 1, "some": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def _number(word: str) -> str:
    return str(_DIGITS.get(word, word))


def _third(verb: str) -> str:
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _lasts(found: Match) -> str:
    """What somebody has to do: by itself where nothing is left to choose, else asked of them."""
    if not re.fullmatch(r"|\d+(?: cards?)?|(?:a|one|two|three|four|five) cards?|\d+ .*", found["rest"]):
        return _asked(found, "must")
    who, (count, *_) = found["who"], (found["rest"].split() or [""])
    verb = found["verb"] if who.split()[-1] in ("players", "others", "everyone") else _third(found["verb"])
    line = " ".join((who, verb, _number(count))).rstrip()
    return f"what happens by itself is said as it happens: `{line}`"


def _asked(found: Match, mode: str = "may") -> str:
    verb = f"{found['verb']} {found['rest']}".rstrip()
    return f"effects ask nobody: begin a situation, with a rule in which `its player {mode} {verb}`"


def _swap(found: Match) -> str:
    groups = found.groupdict()
    to = groups.get("to") or "next player"
    to = "next player" if to in ("opponent", "an opponent", "another player", "any player") else to
    return f"write `swap hand of {groups.get('who') or 'player'} with hand of {to}`"


def _handed(found: Match) -> str:
    """Cards that go from one to another."""
    move = f"move top {_number(found['count'])} from hand of {found['who']} to hand of {found['to']}"
    return f"cards are moved: `{move}` (at random); to let somebody choose them, begin a situation"


def _taken(found: Match) -> str:
    move = f"move top {_number(found['count'])} from hand of {found['to']} to hand of {found['who']}"
    return f"cards are moved: `{move}` (at random); to let somebody choose them, begin a situation"


def _rotated(found: Match) -> str:
    to = (found.groupdict().get("to") or "next player").removeprefix("the ").removesuffix(" neighbor")
    return f"write `give every hand to {to}`"


def _top(found: Match) -> str:
    return f"write `move top {_number(found['count'] or 'a')} from {found['rest']}`"


def _grows(found: Match) -> str:
    sign = "-" if re.match("de|lower|reduc|subtract|goes down|drops|falls|take|remove", found["verb"]) else "+"
    return f"write `{found['value']} {sign}= {found['amount']}`"


def _to_player(found: Match) -> str:
    return f"what waits for somebody is passed on: `pass {found['what']} to {found['to']}`"


def _branch(found: Match) -> str:
    return f"write `if {found['if']} then {found['then']}` below `then`, and `otherwise {found['else']}` below that"


def _above(found: Match) -> str:
    condition = found["if"]
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
    rest = _number(cards[1]) if cards is not None else found["rest"]
    return f"write `other players {verb} {rest}`"


def _in_brackets(value: str) -> str:
    value = re.sub(r"^(?:the |there are )", "", value)
    if value.startswith("number on the card"):
        value = "number of face of the card"
    return f"({value})" if value.startswith(("number", "total", "highest", "lowest")) else value


_PHRASES: tuple[tuple[str, str | Callable[[Match], str]], ...] = (
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
    (r"(?P<value>(?!begin )[^=<>!+:*/\[-][^=<>!:\[]*?) ?(?<![+-])= ?(?P<amount>[^=+-].*)", _assigned),
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
    # hands
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
        lambda m: f"write `{m['who']} {m['verb']} {_number(m['count'])}`",
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
    (r"(?:reveal|show|expose) (?P<value>(?:(?! to )[a-z -])+)", "write `show {value} to everyone`"),
)

_COMPILED = tuple((re.compile(pattern), answer) for pattern, answer in _PHRASES)


def effect_meant(text: str) -> str | None:
    """A line of help for an effect that none is; None where the book has nothing."""
    text = " ".join(text.split())
    for pattern, answer in _COMPILED:
        found = pattern.fullmatch(text)
        if found is None:
            continue
        if callable(answer):
            return answer(found)
        return answer.format_map(
            {k: (v or "").replace("_", " ") if k == "who" else v or "" for k, v in found.groupdict().items()}
        )
    return None
