"""A phrase book for effects: common phrases and the syntax of other languages, with the intended line.

It knows no table: the suggestion uses the words of the text itself.
"""

from __future__ import annotations

import re

from unodsl.syntax.card_phrases import ALL, COUNT, HANDS_AND_CARDS, MORE_CARDS, TO, WHO
from unodsl.syntax.condition_phrases import condition_meant
from unodsl.syntax.english import digits, does, plain_form
from unodsl.syntax.phrase_book import Answer, Match, PhraseBook
from unodsl.syntax.turn_phrases import TURNS, TWO_BRANCHES, branch

_VALUE = r"(?P<value>[a-z-]+(?: [a-z-]+){0,4})"


def _lasts(found: Match) -> str:
    """A forced act: performed directly if there is no choice, else as a situation."""
    if not re.fullmatch(r"|\d+(?: cards?)?|(?:a|one|two|three|four|five) cards?|\d+ .*", found["rest"]):
        return _needs_rule(found, "must")
    who, (count, *_) = found["who"], (found["rest"].split() or [""])
    verb = found["verb"] if who.split()[-1] in ("players", "others", "everyone") else does(found["verb"])
    line = " ".join((who, verb, digits(count))).rstrip()
    return f"say what happens in the plain form: `{line}`"


def _needs_rule(found: Match, mode: str = "may") -> str:
    verb = f"{found['verb']} {found['rest']}".rstrip()
    return f"effects ask nobody: begin a situation, with a rule in which `its player {mode} {verb}`"


def _grows(found: Match) -> str:
    sign = "-" if re.match("de|lower|reduc|subtract|goes down|drops|falls|take|remove", found["verb"]) else "+"
    return f"write `{found['value']} {sign}= {found['amount']}`"


def _to_player(found: Match) -> str:
    return f"what waits for somebody is passed on: `pass {found['what']} to {found['to']}`"


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


_ADVERBS = r"(?:more|(?:more|extra|additional) cards?|please|immediately|at once|now|instead|too|also|as well|each|in total|for free|automatically|right away|then|penalty|as (?:a )?penalty)"


def _skipped(found: Match) -> str:
    to = " after ".join(["next player"] * int(digits(found["count"])))
    return f"write `pass turn to {to}`, and it goes on behind them"


def _missed(found: Match) -> str:
    who = found.groupdict().get("who") or "next player"
    return f"write `pass turn to {who if who != 'next' else 'next player'}`, and it goes on behind them"


def _lacks_then(found: Match) -> str:
    written = re.fullmatch(r"write `(.*)`", condition_meant(found["if"]) or "")
    if_ = written[1] if written is not None else re.sub(r"^\((.*)\)$", r"\1", found["if"])
    if_ = f"not ({if_})" if found["word"] == "unless" else if_
    return f"write `if {if_} then {found['then']}` below `then`"


def _for_each(found: Match) -> str:
    """A number of cards for each of some things: the product."""
    times, verb = digits(found["count"]), does(found["verb"])
    counted = re.fullmatch(r"(?P<what>(?:[a-z0-9-]+ )?)cards? (?:in|on|of) (?:the )?(?P<place>.+)", found["rest"])
    if counted is None:
        return (
            f"how many is a value: `{found['who']} {verb} {times} * (number of ...)`, with what is counted behind `of`"
        )
    place = re.sub(r"^(?:their|his|her|its) hand$", f"hand of {found['who']}", counted["place"])
    value = f"number of {counted['what']}cards in {place}"
    return f"write `{found['who']} {verb} {f'({value})' if times == '1' else f'{times} * ({value})'}`"


def _as_many(found: Match) -> str:
    """As many cards as somebody has."""
    whose = found["to"] if found["to"] not in ("they", "he", "she") else found["who"]
    return f"write `{found['who']} {does(found['verb'])} (number of cards in hand of {whose})`"


def _with_so_many(found: Match) -> str:
    """Players with so many cards."""
    how = {"": "is", "exactly ": "is", "more than ": "is more than", "less than ": "is less than"}
    how |= {"fewer than ": "is less than", "at least ": "is at least", "at most ": "is at most"}
    players = f"players where (number of cards in hand {how[found['how'] or '']} {digits(found['count'])})"
    return f"write `({players}) {plain_form(found['verb'])} {digits(found['rest'])}`"


def _doubled(found: Match) -> str:
    value = found["value"].removeprefix("the ")
    value = "count" if value.startswith(("number ", "amount ", "total ")) else value
    return f"a variable can be doubled: `{value} becomes 2 * {value}`"


_CHOSEN = (
    "effects ask nobody: begin a situation, with a rule in which `its player must choose an opponent`, and what happens "
    "to the opponent below it"
)

_PHRASES: tuple[tuple[str, Answer], ...] = (
    (
        r"(?P<sum>.+? (?:\+=|-=|becomes) )total of (?P<what>[a-z -]+?) for (?P<cards>.+?) in hand for (?P<whom>players|other players|winners)",
        "give the inner total a name, in a rule of its own: `hand {what} of a player means total of {what} for {cards} in hand of the player`; then write `{sum}total of hand {what} for {whom}`",
    ),
    # what rules cannot know
    (
        r"(?:the )?(?:(?:first|slowest|fastest|quickest) (?:player|one|person)|last (?:player|one|person) (?:to|who|that)|last one) .+",
        "rules know moves, not how fast they come: offer the move to all with a situation on `players`, and keep in a variable "
        "who has made it",
    ),
    (
        r"(?:the )?(?:slowest|fastest|quickest|oldest|youngest|tallest|smallest|loudest) (?:player|one|person) .+",
        "rules know only what is on the table: say where somebody sits or what they hold, as in `next player`",
    ),
    # in place of what another rule does
    (
        rf"(?P<line>{WHO} [a-z]+ \d+)(?: cards?)? (?:instead of|rather than|in place of|and not) .+",
        "write `{line}`; the rule whose effects it replaces is named on a line above, in front of `then`: `instead of ...`",
    ),
    # who sits where
    (
        r"(?:the )?(?:player|person|neighbou?r) (?:on|to|at|sitting on|sitting to) (?:the |their |his |her )?(?P<side>left|right)(?: of (?:the )?player)? (?P<rest>.+)",
        "write `({side} of player) {rest}`",
    ),
    # who does not win
    (
        rf"{WHO} loses(?: the)?(?: (?P<what>round|game|match|hand))?",
        lambda m: (
            f"write `end the {'match' if m['what'] in ('game', 'match') else 'round'} won by "
            f"{'other players' if m['who'] in ('player', 'the player') else 'player'}`, or `remove {m['who']}` for somebody who no longer takes part"
        ),
    ),
    (
        rf"{WHO} (?:reveals?|shows?|exposes?|turns? over|lays? open) (?:their |his |her |the |its |all )?(?:hand|cards|hand of cards)",
        "write `show hand of {who} to everyone`",
    ),
    (
        rf"{WHO} (?:draws?|takes?|gets?) (?:as many|the same number of)(?: cards)? as (?:there are )?(?P<to>(?:other )?players)",
        lambda m: f"write `{m['who']} {does(m['verb']) if 'verb' in m.groupdict() else 'draws'} (number of {m['to']})`",
    ),
    (
        rf"{WHO} (?:picks|takes|draws|gets) (?:an?|one|the top|the) cards? (?:up )?(?:from|off) (?:the )?(?P<pile>discard pile|pile)",
        "write `move top from discard pile to hand of {who}`",
    ),
    (
        rf"{WHO} (?P<verb>(?!draws|takes|gets)[a-z]+?)s (?:another|a second|one more|any other|a different) (?P<what>card)",
        "effects ask nobody: begin a situation, with a rule in which `its player may {verb} a {what}`",
    ),
    (
        rf"{WHO} (?P<verb>chooses|picks|selects|names|decides)(?: on)? (?:the |any |which |what )?colou?r",
        "begin a situation, with a rule in which `its player must name a color`",
    ),
    # how many
    (rf"{WHO} (?P<verb>draws?|takes?|gets?) {COUNT}(?: cards?)? for (?:each|every) (?P<rest>.+)", _for_each),
    (
        rf"{WHO} (?P<verb>draws?|takes?|gets?) (?:as many|the same number of)(?: cards)? as (?P<to>they|he|she|(?:next |other )?player|[a-z]+ of player) (?:holds?|has|have)(?: cards)?(?: in (?:hand|their hand))?",
        _as_many,
    ),
    # somebody chooses
    (
        rf"{WHO} (?:picks|chooses|selects|names|decides|points (?:at|to)) (?:(?:who|which player|whom)(?: .+)?|(?:a player|another player|an opponent|someone|somebody|anyone) .+)",
        _CHOSEN,
    ),
    (
        rf"{WHO} [a-z]+s {COUNT} (?:of (?:their|his|her) )?cards? of (?:their|his|her|your|own|any) (?:own )?choice",
        "effects ask nobody: begin a situation, with a rule in which its player names the cards with an act",
    ),
    (
        r"ask .+",
        "effects ask nobody: begin a situation, with a rule in which `its player may ...` says what they can do",
    ),
    (
        rf"{WHO} (?P<verb>[a-z]+s) (?:\d+|an?|one|two|three)(?: cards?)? or (?:[a-z]+s) .+",
        "effects ask nobody which of them: begin a situation, with a rule for each, as in `its player may ...`",
    ),
    (
        r"(?:swap|trade|exchange) hands? with (?:a|some) random (?P<to>player|opponent)",
        "whoever it is gets a variable: `variable somebody: player or nothing`; write `somebody becomes a random {to}`, and `swap hand of player with hand of somebody` below it",
    ),
    # what comes at random
    (
        r"(?:roll|throw)s? (?:a |the |one )?(?:die|dice)",
        "what comes at random gets a variable: `variable die: 1 to 6`; write `die becomes a random one of 1 to 6`",
    ),
    (
        r"(?:flip|toss|throw)(?:es|s)? (?:a |the )?coin",
        "what comes at random gets a variable: `variable heads: yes or no`; write `heads becomes a random one of (yes, no)`",
    ),
    # two things in one line
    (
        rf"{WHO} (?:must|has to|have to) (?P<verb>[a-z]+) (?P<count>\d+|an?|one|two|three|four|five)(?: cards?)? and (?:is |be |gets? |also )?(?:skip|skips|skipped|lose|loses|miss|misses|pass|passes)(?: (?:a|their|the|his|her|one))?(?: (?:turn|go))?",
        lambda m: (
            f"write `{m['who']} {does(m['verb'])} {digits(m['count'])}`, and `pass turn to {m['who']}` below it: it goes on behind them"
        ),
    ),
    (
        r"both (?:neighbors|neighbours|sides|players next to (?:the )?player) (?P<verb>[a-z]+?)s? (?P<rest>.+)",
        lambda m: (
            f"write `(left of player) {does(m['verb'])} {m['rest']}`, and `(right of player) {does(m['verb'])} {m['rest']}` below it"
        ),
    ),
    (
        r"(?:all |the |all the )?players (?:with|who have|who hold|having|holding) (?P<how>more than |less than |fewer than |exactly |at least |at most )?(?P<count>\d+|one|two|three|four|five|six|seven|eight|nine|ten) cards? (?:in hand )?(?P<verb>[a-z]+) (?P<rest>\d+|an?|one|two|three)(?: cards?)?",
        _with_so_many,
    ),
    (
        rf"{ALL} pass(?:es)? {COUNT} cards? to (?:the |their )?(?P<to>left|right|next player)(?: neighbor)?",
        lambda m: (
            f"write `for each player`, and `move top {digits(m['count'])} from hand of player to hand of {m['to'] if m['to'] == 'next player' else m['to'] + ' of player'}` "
            "below it (at random, one after the other); to let players choose, begin a situation"
        ),
    ),
    (
        rf"{WHO} (?:discards?|throws? away|gets? rid of|drops?|plays?|loses?) (?:all|every) (?:of )?(?:the |their )?cards? (?:of|with|in) (?:that|the same|this|its|the card's) (?P<value>color|face|number)",
        lambda m: (
            f"write `move all cards where ({'color' if m['value'] == 'color' else 'face'} of it is {'color' if m['value'] == 'color' else 'face'} of the card) from hand of {m['who']} to discard pile`"
        ),
    ),
    *TURNS,
    # numbers
    (
        rf"{_VALUE} (?:is|gets|becomes) (?P<amount>\d+) (?P<verb>more|less|higher|lower|greater|smaller|bigger|fewer)",
        lambda m: (
            f"write `{m['value']} {'+' if m['verb'] in ('more', 'higher', 'greater', 'bigger') else '-'}= {m['amount']}`"
        ),
    ),
    (
        rf"{_VALUE} (?P<verb>plus|minus) (?P<amount>\d+)",
        lambda m: f"write `{m['value']} {'+' if m['verb'] == 'plus' else '-'}= {m['amount']}`",
    ),
    (r"(?:double|doubles) (?P<value>(?:the )?[a-z-]+(?: [a-z-]+){0,4})", _doubled),
    (rf"{_VALUE} (?:is doubled|doubles|gets doubled)", _doubled),
    # piles
    (
        r"(?:re)?shuffle (?:the )?discard pile(?: back)?",
        "write `move all but top from discard pile to draw pile`, which is always shuffled",
    ),
    (
        r"(?:the )?(?:discard )?pile (?:is|gets) (?:cleared|emptied|removed|burned|burnt|taken away)|(?:clear|empty|burn) (?:the )?(?:discard )?pile",
        "write `move all but top from discard pile to draw pile`",
    ),
    (
        r"(?:put|move|place|lay) (?:the |this )?card (?:to|at|on|under|on to|to the|under the)? ?(?:the )?bottom of (?:the )?(?P<to>[a-z]+ pile)",
        "a hidden pile is always shuffled, and has no bottom: `move card the card from discard pile to {to}`",
    ),
    (
        rf"deal (?:each|every) (?:player|opponent) {COUNT}(?: cards?)?",
        lambda m: f"write `players draw {digits(m['count'])}`",
    ),
    (
        rf"(?:each|every) player (?:is dealt|gets dealt|is given) {COUNT}(?: cards?)?",
        lambda m: f"write `players draw {digits(m['count'])}`",
    ),
    (
        rf"{ALL} (?:except|but|save)(?: for)? (?:the )?player (?P<verb>[a-z]+?)s? (?P<rest>.+)",
        "write `other players {verb} {rest}`",
    ),
    (
        rf"{WHO} (?:looks?|peeks?) (?:at|into) (?:the )?(?:hand|cards) of (?P<to>.+)",
        lambda m: (
            _CHOSEN
            if m["to"] in ("an opponent", "another player", "any player", "a player")
            else f"write `show hand of {m['to']} to {m['who']}`"
        ),
    ),
    (
        rf"{WHO} (?:puts|takes|returns) {COUNT} cards? back",
        lambda m: (
            f"write `move top {digits(m['count'])} from hand of {m['who']} to draw pile` (at random); to let somebody choose, begin a situation"
        ),
    ),
    (
        rf"{WHO} (?:burns|trashes|scraps|buries) {COUNT} cards?",
        lambda m: (
            f"write `move top {digits(m['count'])} from hand of {m['who']} to discard pile` (at random); to let somebody choose, begin a situation"
        ),
    ),
    # nothing changes
    (
        r"(?:reverse|turn|change direction) twice|(?:the )?color (?:stays|remains|does not change|is kept)(?: the same)?|nothing changes",
        "what stays as it is needs no line: leave it out",
    ),
    (
        r"current color is (?:any|some|a|another)(?: color)?",
        "write `current color becomes a random color`; to let somebody choose, begin a situation",
    ),
    (
        rf"{WHO} (?:is|becomes|stays) (?:safe|immune|protected|exempt|shielded)",
        "what is so for a while is a variable: `variable safe of each player: yes or no`; write `safe of {who} becomes yes`, and ask for it with `if`",
    ),
    # words that say nothing more, and notes of other languages
    (r"(?P<rest>.+?) ?(?:/\*.*|(?<!\+)--(?!=).+)", "a note starts with `#`: `{rest}`"),
    (r"(?P<rest>[a-z ]+ \d+(?: cards?)?),? \(.+\)", "a note starts with `#`: `{rest}`"),
    (rf"(?P<rest>[a-z ]+ \d+(?: cards?)?),? {_ADVERBS}", "write `{rest}`"),
    (r"(?P<rest>[a-z ]+ \d+(?: cards?)?),? (?:because|since|as|for) .+", "a note starts with `#`: `{rest}`"),
    (r"(?P<rest>[a-z ]+ [a-z]+s)(?P<count>\d+)(?: cards?)?", "write `{rest} {count}`"),
    # conditions with their effects in one line
    (
        r"(?P<word>if|unless) (?P<if>.+?(?: \d+| empty| yes| no| card)) (?P<then>(?:the )?(?:next |other )?players? (?!is\b|holds\b|can)[a-z]+s? .+)",
        _lacks_then,
    ),
    (
        r"(?:the )?winners? (?:gets?|scores?|earns?|gains?) (?P<amount>\d+)(?: points?)?",
        "write `for each player in winners`, and `score of player += {amount}` below it",
    ),
    (
        r"(?!(?:the )?(?:turn|play)\b)(?P<value>(?:the )?[a-z]+(?: [a-z]+)?) (?:changes|switches|turns|is changed|is set|is switched|goes) (?:in)?to (?P<amount>(?!the |next |left |right |previous |last )[a-z0-9 -]+)",
        "write `{value} becomes {amount}`",
    ),
    (rf"{_VALUE} become (?P<amount>.+)", "write `{value} becomes {amount}`"),
    # what somebody misses
    (
        r"skip (?:the )?(?:next )?(?P<count>[2-9]|two|three|four|five)(?: (?:players|turns|people))?",
        lambda m: _skipped(m),
    ),
    (
        r"(?:the )?(?:play|turn) (?:goes|passes|comes|moves|jumps|returns|continues|switches)(?: back)? (?:to|with) (?:the )?(?:previous|last) player",
        "write `pass turn to right of player`, or `left of player`",
    ),
    (
        r"(?:the )?(?:play|turn) (?:goes|passes|comes|moves|jumps|returns|continues|switches)(?: on| back)? (?:to|with) (?:the )?(?P<to>.+)",
        "write `pass turn to {to}`",
    ),
    (
        r"(?:skip|skips)(?: (?:the )?(?P<who>(?:next |right |left )?player|next)| (?:a |one |the |their |next )?turn(?: of (?P<whose>.+))?)?",
        lambda m: (
            _missed(m) if m["whose"] is None else f"write `pass turn to {m['whose']}`, and it goes on behind them"
        ),
    ),
    (
        rf"{WHO} (?:skips|jumps over) (?:the )?(?P<to>next player|[a-z]+ of player)",
        "write `pass turn to {to}`, and it goes on behind them",
    ),
    (
        rf"{WHO} (?:sits out|sits this one out|is out for a turn|(?:loses|misses|skips|forfeits) (?:a|one|their|the|his|her|its|this)(?: next)? (?:go|chance|round)|cannot play this turn)",
        _missed,
    ),
    (rf"{WHO} (?:goes|moves|starts|is up|is next|acts) ?(?:next|first|now)?", "write `pass turn to {who}`"),
    (r"pass(?: the)? turn(?: on| along)?", "write `pass turn to next player`"),
    (r"pass (?:the )?turn to (?:the )?next(?: one)?", "write `pass turn to next player`"),
    (r"pass (?:to|on to) (?P<to>.+)", "write `pass turn to {to}`"),
    # the direction
    (
        r"(?:reverse|change|switch|flip|invert)s?(?: the)? (?:order|play|turn order|order of play|play order|way|direction of play)|reverse|turn order (?:is reversed|reverses|changes)|play (?:reverses|goes the other way|is reversed)",
        "write `direction becomes counterclockwise if direction is clockwise, otherwise clockwise`",
    ),
    (
        r"direction becomes (?:left|anti-?clockwise|counter[ -]clockwise|anti clockwise)",
        "write `direction becomes counterclockwise`",
    ),
    (r"direction becomes (?:right|normal|forward|forwards)", "write `direction becomes clockwise`"),
    *HANDS_AND_CARDS,
    # the end
    (
        rf"{WHO} (?:has won|won|is the winner|is winner|is victorious)(?: the)?(?: (?P<what>round|game|match))?",
        lambda m: f"write `end the {'match' if m['what'] in ('game', 'match') else 'round'} won by {m['who']}`",
    ),
    (rf"{WHO} (?:wins|gets|scores|earns|gains) (?P<amount>\d+) points?", "write `score of {who} += {amount}`"),
    (rf"{WHO} (?:loses) (?P<amount>\d+) points?", "write `score of {who} -= {amount}`"),
    (rf"(?:add|give) (?P<amount>\d+) points? to (?:the )?(?:score of )?{WHO}", "write `score of {who} += {amount}`"),
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
        r"(?P<who>[a-z ]+) (?:can|could|might) (?P<rest>.+)",
        lambda m: (
            f"what players can do stands in a rule of its own, with `during` for when: "
            f"`{'its player' if m['who'] == 'player' else m['who']} may {m['rest']}`"
        ),
    ),
    (r"(?P<rest>.+?),? (?:and|&) then (?P<then>.+)", "put `{then}` on a line of its own, below"),
    (r"do (?P<rest>(?!nothing).+)", "leave the `do` out: `{rest}`"),
    (r"do nothing .+|stop|wait|pause|break|return \d+|noop|skip it|ignore|ignore it", "write `do nothing`"),
    # nothing at all
    (r"pass|return|nothing|none|null|nothing happens|\.\.\.|continue", "write `do nothing`"),
    # what other languages write
    (
        rf"(?:turn|the turn) (?:becomes|=|goes to|moves to|to|passes to|is passed to) {TO}",
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
    (rf"{WHO} (?:says|shouts|calls|yells) (?P<text>\".*\")", "write `note {text}`"),
    (r"note (?P<text>[A-Za-z0-9].*)", 'write `note "{text}"`'),
    # who has to do it
    (
        rf"{WHO} (?:should|will|shall|needs? to|ha[sv]e? to|is to|are to|ought to|must) (?P<verb>(?!be\b)[a-z]+) ?(?P<rest>.*)",
        _lasts,
    ),
    (rf"{WHO} (?:gets to|is allowed to|chooses to) (?P<verb>[a-z]+) ?(?P<rest>.*)", _needs_rule),
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
        rf"if (?P<if>(?:(?! then )[^,:])+)[,:] ?(?P<rest>(?:{WHO} [a-z]|(?:begin|end|give|move|note|pass|show|shuffle|swap)\b)(?:(?! then ).)+)",
        "write `if {if} then {rest}`",
    ),
    (
        r"(?:else|elif|elsif|else if) (?P<rest>.+)",
        lambda m: (
            f"write `otherwise {'if ' if 'if' in m[0].split()[:2][-1] and not m['rest'].startswith('if') else ''}{m['rest']}`"
        ),
    ),
    *TWO_BRANCHES,
    # one thing in one line
    (r"if (?P<if>.+?),? then (?P<then>.+?),? (?:else|otherwise) (?P<else>.+)", branch),
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
    (r"(?P<who>(?:other )?players where \(.+\)) (?P<rest>[a-z]+.*)", "write `({who}) {rest}`"),
    (
        r"(?P<rest>.+?),? when(?:ever)? (?P<if>.+)",
        "what happens when something else does is a rule of its own: `when {if}`",
    ),
    (rf"{WHO} draws? (?:all|everything)(?: cards?| the cards?)?", "write `move all from draw pile to hand of {who}`"),
    *MORE_CARDS,
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
    (
        r"end (?:the )?(?P<what>round|match) won by (?P<to>[a-z ]+?)(?: and | ?\+ ?|, )(?P<value>[a-z ]+)",
        "write `end the {what} won by ({to} + {value})`",
    ),
    (r"(?:begin|start) (?:an? |the )?(?:new )?(?:match|game)", "a match begins by itself: write `begin a round`"),
    (r"(?P<value>[a-z -]+?) becomes (?:nobody|no one)", "write `{value} becomes nothing`"),
    (r"move (?:the )?card to (?P<to>.+)", "say from where: `move card the card from hand of player to {to}`"),
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
    """The suggestion for `if ... then ...` right after a `then`; None for others."""
    return _IN_ONE_LINE.meant(text)


def effect_meant(text: str) -> str | None:
    """The suggestion for an unknown effect; None if no pattern matches."""
    return _BOOK.meant(text)
