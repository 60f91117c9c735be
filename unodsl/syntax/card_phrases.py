"""The part of the phrase book of effects about moving hands and cards."""

from __future__ import annotations

import re

from unodsl.syntax.english import digits
from unodsl.syntax.phrase_book import Answer, Match

WHO = r"(?P<who>(?:the )?[a-z-]+(?: (?!(?:may|can|could|might|should)\b)[a-z-]+)*?)"
TO = r"(?P<to>(?:the )?[a-z-]+(?: [a-z-]+)*)"
ALL = r"(?:players|everyone|everybody|all players|all|each player|every player|each|they)"
_ROUND = (
    r"(?: (?:round|around|on|along|over|one|by one|one place|one seat|one step))*"
    r"(?: (?:to|to the|in) (?:the )?(?P<to>next player|next|player to the left|player to the right|(?:left|right)(?: neighbor)?)"
    r"| (?P<way>clockwise|counterclockwise|left|right)| in (?:the )?(?:direction|order) of play| (?:with|among|between) (?:each other|one another|themselves))?"
)
COUNT = r"(?P<count>\d+|a|an|one|two|three|four|five|some|another)(?: (?:random|more|extra))?"
_COLORED = (
    r"(?!(?:cards?|more|as|up|or|and|until|double|twice|another|the|number|times|x|again|from|if|unless|extra|additional|face|color|"
    r"total|count|points?|each|to|random|an?|one|two|three|four|five|six|seven|eight|nine|ten|some|all|no|fewer|less)\b)[a-z-]+"
)
_PILE = r"(?:the )?(?P<pile>[a-z]+ pile|pile)"


def _swap(found: Match) -> str:
    groups = found.groupdict()
    to = groups.get("to") or "next player"
    if re.search(r"\b(?:choice|choosing|they choose|chosen|of choice|want|like|pick)s?\b", to):
        return "effects ask nobody: begin a situation, with a rule in which `its player must choose an opponent`"
    chosen = (
        "to let somebody choose whose, begin a situation, with a rule in which `its player must choose an opponent`"
        if to in ("an opponent", "another player", "any player", "a player", "someone", "somebody")
        else ""
    )
    to = (
        "next player"
        if to in ("opponent", "an opponent", "another player", "any player", "a player", "someone", "somebody")
        else to
    )
    line = f"write `swap hand of {groups.get('who') or 'player'} with hand of {to}`"
    return f"{line}; {chosen}" if chosen else line


def _handed(found: Match) -> str:
    """Cards that move between players."""
    move = f"move top {digits(found['count'])} from hand of {found['who']} to hand of {found['to']}"
    return f"cards are moved: `{move}` (at random); to let somebody choose them, begin a situation"


def _taken(found: Match) -> str:
    move = f"move top {digits(found['count'])} from hand of {found['to']} to hand of {found['who']}"
    return f"cards are moved: `{move}` (at random); to let somebody choose them, begin a situation"


def _rotated(found: Match) -> str:
    to = (found["to"] or found["way"] or "next player").removeprefix("the ").removesuffix(" neighbor")
    to = {
        "clockwise": "left",
        "counterclockwise": "right",
        "player to the left": "left",
        "player to the right": "right",
        "next": "next player",
    }.get(to, to)
    return f"write `give every hand to {to}`"


def _top(found: Match) -> str:
    return f"write `move top {digits(found['count'] or 'a')} from {found['rest']}`"


def _until(found: Match) -> str:
    """A loop until a condition holds."""
    who, if_ = found["who"], found["if"]
    if_ = re.sub(r"^(?:they|he|she|it|you) (?:has|have|holds?|gets?|draws?|finds?) (?:a |an )?", f"{who} holds ", if_)
    if_ = re.sub(r"^(?:they|he|she|you|someone) ", f"{who} ", if_)
    if_ = re.sub(
        r"^(?:a |an |the )?(?:playable(?: card)?|card is playable|match)$", f"{who} holds a playable card", if_
    )
    if_ = re.sub(r"^(?:a |an )?((?:[a-z]+ )?[a-z0-9-]+(?: card)?)$", rf"{who} holds \1", if_)
    held = re.fullmatch(r"(.+?) (?:has|have|holds?) (\d+|two|three|four|five|six|seven|eight|nine|ten)(?: cards?)", if_)
    while_ = f"not ({if_})" if held is None else f"number of cards in hand of {held[1]} is less than {digits(held[2])}"
    if re.fullmatch(ALL, who):
        one = while_.replace(who, "player")
        return (
            f"write `for each player`; below it `repeat at most 20 times while {one}`; and below that `player draws 1`"
        )
    return f"write `repeat at most 20 times while {while_}`, and `{who} {found['verb']} 1` below it"


def _whole_pile(found: Match) -> str:
    pile = found["pile"] if found["pile"] != "pile" else "discard pile"
    return f"write `move all but top from {pile} to hand of {found.groupdict().get('who') or 'player'}`"


def _gives(found: Match) -> str:
    return f"write `{found['to']} draws {digits(found['count'])}`, or `move top {digits(found['count'])} from hand of player to hand of {found['to']}`"


def _in_brackets(value: str) -> str:
    value = re.sub(r"^(?:the |there are )", "", value)
    if value.startswith("number on the card"):
        value = "number of face of the card"
    return f"({value})" if value.startswith(("number", "total", "highest", "lowest")) else value


HANDS_AND_CARDS: tuple[tuple[str, Answer], ...] = (
    (
        rf"{ALL} (?P<verb>[a-z]+?)s? (?P<count>\d+|an?|one|two|three|four|five)(?: cards?)? (?:except|but)(?: for)? (?:the )?player",
        lambda m: f"write `other players {m['verb']} {digits(m['count'])}`",
    ),
    # hands
    (
        rf"(?!swap hands?$)(?:{ALL} )?(?:swaps?|exchanges?|trades?|pass(?:es)?|switch(?:es)?|rotates?|shifts?|moves?|gives?) (?:on |around )?"
        rf"(?:all |the |their |his |her |all the |every |everybody's |everyone's )*(?:hands|hand|hand cards){_ROUND}",
        _rotated,
    ),
    (
        rf"(?:{ALL} )?(?:swaps?|exchanges?|trades?|pass(?:es)?|switch(?:es)?|rotates?) (?:all )?(?:of )?(?:the |their |his |her )cards{_ROUND}",
        _rotated,
    ),
    (
        rf"(?:all |the |all the )?hands (?:rotate|shift|move|go|go round|are passed|are rotated|are swapped){_ROUND}",
        _rotated,
    ),
    (
        r"(?:re)?shuffle (?:all |the |all the |together )*hands(?: together)?(?: and deal .*)?",
        "write `for each player`, and `move all from hand of player to draw pile` below it; then `shuffle draw pile`, and deal again",
    ),
    # cards
    (
        r"(?:all )?(?:the )?(?:players|everyone|everybody) (?:but|except)(?: for)? (?:the )?player (?P<rest>.+)",
        "write `other players {rest}`",
    ),
    (r"(?P<drawing>.+?) (?P<many>\d+) cards? (?P<verb>draws?)", "write `{drawing} {verb} {many}`"),
    (rf"(?!no ?one|nobody|none|no player){WHO} (?P<verb>draws?)", "write `{who} {verb} 1`"),
    (
        rf"{WHO} (?P<verb>draws?) (?:some|several|many|a few|more|extra) cards?",
        "write `{who} {verb} 1`, or how many they are",
    ),
    (
        rf"{WHO} (?P<verb>draws?) (?:exactly|only|just) (?P<count>\d+|one|two|three)(?: cards?)?",
        lambda m: f"write `{m['who']} {m['verb']} {digits(m['count'])}`",
    ),
    (
        rf"{WHO} (?P<verb>draws?) (?P<count>\d+)-(?P<high>\d+)(?: cards?)?",
        lambda m: (
            f"effects ask nobody how many: begin a situation, with a rule in which `its player may {m['verb'].removesuffix('s')} ...`"
        ),
    ),
    (r"let (?P<value>[a-z -]+?) (?:be|=|become) (?P<amount>.+)", "write `{value} becomes {amount}`"),
    (rf"{WHO} (?P<verb>draws?|takes|picks up|picks) (?:cards? )?(?:until|till) (?P<if>.+)", lambda m: _until(m)),
    (rf"(?:{WHO} )?(?:picks? up|takes?|gets?|collects?) (?:all (?:of )?)?{_PILE}", _whole_pile),
    (
        rf"(?:{WHO} )?(?:picks? up|takes?|gets?|collects?) (?:all|every) (?:the )?cards?(?: (?:from|in|of) {_PILE})?",
        lambda m: f"write `move all but top from {m['pile'] or 'discard pile'} to hand of {m['who'] or 'player'}`",
    ),
    (
        rf"(?:{WHO} )?(?:steals?|takes?) {COUNT} (?:[a-z]+ )?cards? from (?:the )?(?:hand of )?(?P<to>(?:next |left of |right of )?player)",
        lambda m: (
            f"cards are moved: `move top {digits(m['count'])} from hand of {m['to']} to hand of {m['who'] or 'player'}` "
            "(at random); to let somebody choose them, begin a situation"
        ),
    ),
    (rf"give {COUNT} (?:[a-z]+ )?cards? to (?P<to>.+)", _gives),
    (rf"give (?P<to>(?:the )?(?:next |other )?players?) {COUNT} (?:[a-z]+ )?cards?", _gives),
    (
        rf"deal {COUNT} (?:[a-z]+ )?cards? to (?P<to>(?:the )?(?:next |other )?player)",
        lambda m: f"write `{m['to']} draws {digits(m['count'])}`",
    ),
    (
        r"put (?:the |a |this )?(?P<value>card|top card|[a-z]+ [a-z0-9-]+) (?:back )?(?:in|into|on|under|to|on top of) (?:the )?(?P<to>[a-z]+ pile)",
        lambda m: (
            f"write `move card {'the card' if m['value'] == 'card' else m['value']} from discard pile to {m['to']}`"
        ),
    ),
    (
        rf"{WHO} (?:gets rid of|throws away|drops) (?P<count>a|one|\d+|two|three) cards?",
        lambda m: (
            f"write `move top {digits(m['count'])} from hand of {m['who']} to discard pile` (at random); to let somebody choose, begin a situation"
        ),
    ),
    (
        r"(?:the )?(?P<pile>[a-z]+ pile) (?:is|gets) (?:re)?shuffled (?:back )?into (?:the )?(?P<to>[a-z]+ pile|deck)",
        lambda m: f"write `move all but top from {m['pile']} to {m['to'].replace('deck', 'draw pile')}`",
    ),
    (
        rf"{WHO} (?:discards|throws away|gets rid of|puts down|drops) (?:all|every)(?: of)?(?: (?:the|their|his|her))? (?P<what>(?!cards?$|hand$)[a-z0-9 -]+?)(?: cards?)?",
        lambda m: f"write `move all {m['what']} cards from hand of {m['who']} to draw pile`",
    ),
    (
        rf"{WHO} (?:discards|throws away|gets rid of|puts down|drops) (?:all|every)(?: of)?(?: (?:the|their|his|her))? (?:hand|cards)",
        "write `move all from hand of {who} to discard pile`",
    ),
    (
        r"(?:an?|one) (?P<who>random (?:player|opponent)) (?P<rest>[a-z]+ .+)",
        "whoever it is gets a variable: `variable somebody: player or nothing`; write `somebody becomes a {who}`, and `(somebody) {rest}` below it",
    ),
    (r"(?:the )?(?:draw pile|deck|cards) (?:is|are|gets) (?:re)?shuffled", "write `shuffle draw pile`"),
    (r"(?:re)?shuffle(?: (?:all )?(?:the )?(?:cards|deck|pile))?", "write `shuffle draw pile`"),
    (r"(?:look|peek) (?:at|into) (?P<rest>.+)", "write `show {rest} to player`"),
    (
        rf"{WHO} (?P<verb>draws?) between \d+ and \d+(?: cards?)?",
        lambda m: (
            f"effects ask nobody how many: begin a situation, with a rule in which `its player may {m['verb'].removesuffix('s')} ...`"
        ),
    ),
    (
        rf"{WHO} (?P<verb>draws?) \d+ ?\.\. ?\d+",
        lambda m: (
            f"effects ask nobody how many: begin a situation, with a rule in which `its player may {m['verb'].removesuffix('s')} ...`"
        ),
    ),
    (
        rf"{WHO} (?P<verb>draws?) (?:a )?random (?:number(?: of cards)? )?(?P<rest>\d+ to \d+)",
        "what comes at random gets a variable: `variable die: {rest}`; write `die becomes a random one of {rest}`, and `{who} {verb} die` below it",
    ),
    (r"next draws? (?P<rest>\d+)(?: cards?)?", "write `next player draws {rest}`"),
    (
        rf"{WHO} must (?P<verb>[a-z]+s) (?P<rest>.+)",
        "say what happens in the plain form: `{who} {verb} {rest}`",
    ),
    (r"(?P<who>(?:the )?other players|others|players) each (?P<rest>.+)", "write `{who} {rest}`"),
    (r"(?:both|two|\d+|all|the) players (?P<rest>(?!but|except)[a-z]+ .+)", "write `players {rest}`"),
    (
        r"(?:the )?(?:player |one )?who(?:ever)? (?:has )?(?:just |last )?played(?: it| the (?:last )?card| this card| last)? (?P<rest>.+)",
        "write `player {rest}`",
    ),
    (r"(?:previous|last) player (?P<rest>.+)", "write `(right of player) {rest}`, or `(left of player) {rest}`"),
)
"""Phrases that precede others which would match them, too."""

MORE_CARDS: tuple[tuple[str, Answer], ...] = (
    (
        rf"(?:{WHO} )?(?:takes?|gets?|picks up) (?:the )?top (?:card )?(?:of|from) (?:the )?(?P<rest>[a-z]+ pile)",
        lambda m: f"write `move top from {m['rest']} to hand of {m['who'] or 'player'}`",
    ),
    (
        r"(?:turns? (?:up|over)|flips?|reveals?) (?:a|the top|one|the next) card (?:of|from) (?:the )?(?P<rest>[a-z]+ pile)",
        "write `move top from {rest} to discard pile`",
    ),
    (
        rf"{WHO} (?:returns?|puts?|gives?) {COUNT} cards?(?: back)? (?:in|into|on|onto|to|under) (?:the )?(?P<to>[a-z]+ pile)",
        lambda m: (
            f"cards are moved: `move top {digits(m['count'])} from hand of {m['who']} to {m['to']}` (at random); to let somebody choose "
            "them, begin a situation"
        ),
    ),
    (
        rf"{WHO} (?:gives?|passes|hands) (?:\w+ )?cards? of (?:their|his|her) choice to .+",
        "effects ask nobody: begin a situation, with a rule in which its player names the cards with an act",
    ),
    # hands
    (r"swap (?:the )?hands of (?P<who>.+?) and (?P<to>.+)", "write `swap hand of {who} with hand of {to}`"),
    (r"swap (?P<who>(?!the hands|hands).+?) and (?P<to>.+)", "write `swap {who} with {to}`"),
    (r"give (?:all |the |all the |every )?hands? to (?P<to>.+)", "write `give every hand to {to}`"),
    (r"swap (?:the |all )?(?:hands?|cards)(?: with (?P<to>.+))?", _swap),
    (rf"{WHO} (?:swaps?|trades?|exchanges?|switch(?:es)?) (?:their |the |all )?(?:hands?|cards) with {TO}", _swap),
    (rf"{WHO} and {TO} (?:swap|trade|exchange|switch) (?:their )?(?:hands|cards)", _swap),
    # cards
    (
        r"remove (?:a |an |one |\d+ )(?P<value>(?!player)[a-z0-9-]+(?: [a-z0-9-]+)?)(?: from .+)?",
        "`remove` takes a player out of the game; cards are moved: `move card {value} from hand of player to discard pile`",
    ),
    (
        rf"{WHO} (?P<verb>draws?) (?:(?:\d+|an?|one|two) )?(?:{_COLORED} \d+|{_COLORED} cards?)",
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
    (rf"{WHO} (?:gives?|pass(?:es)?|hands?) {COUNT} (?:[a-z]+ )?cards? to {TO}", _handed),
    (
        rf"{WHO} (?:takes|steals|draws|gets) {COUNT} (?:[a-z]+ )?cards? from (?:the )?(?:hand of )?(?P<to>(?:next |left of |right of |first of )?(?:player|opponent|players))",
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
    (rf"move {COUNT} (?:top |random )?cards? from (?P<rest>.+)", _top),
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
        rf"{WHO} (?P<verb>draws?) as many(?: cards)? as (?P<value>.+)",
        lambda m: f"write `{m['who']} {m['verb']} {_in_brackets(m['value'])}`",
    ),
    (rf"{WHO} (?P<verb>draws?) (?:another|one more|an extra|an additional|1 more) card", "write `{who} {verb} 1`"),
    (
        rf"{WHO} (?P<verb>[a-z]+s?) (?P<count>\d+|two|three|four|five) (?:more|extra|additional|other) cards",
        lambda m: f"write `{m['who']} {m['verb']} {digits(m['count'])}`",
    ),
    (
        rf"{WHO} (?P<verb>draws?) (?:double|twice (?!$).+|double .+)",
        "write it as a sum or a product: for example `{who} {verb} 2 * 2`",
    ),
    (
        rf"{WHO} (?P<verb>draws?) (?:the )?number (?:on|of|shown by) (?:the |its )?card",
        "write `{who} {verb} (number of face of the card)`",
    ),
    (r"(?P<rest>.+ \d+) ?[x\u00d7] ?(?P<amount>\d+)", "write `{rest} * {amount}`"),
    (
        rf"{WHO} (?P<verb>draws?) (?:up to|at most|\d+ (?:to|or)) (?P<amount>\d+)(?: cards?)?",
        lambda m: (
            f"effects ask nobody how many: begin a situation, with a rule in which `its player may {m['verb'].removesuffix('s')} ...`"
        ),
    ),
)
