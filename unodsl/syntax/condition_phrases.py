"""A phrase book for conditions: common phrases and the syntax of other languages, with the intended line.

As with effects, the suggestion uses the words of the text itself.
"""

from __future__ import annotations

import re

from unodsl.syntax.condition_answers import (
    BELOW,
    BY,
    BY_HOW,
    all_of,
    both_able,
    both_held,
    by_number,
    digits_of,
    held,
    more_cards,
    no_value,
    none_of,
    one_card,
    only_those,
    same_value,
    there_are,
    whose_turn,
)
from unodsl.syntax.phrase_book import Answer, PhraseBook

_WHAT = r"(?P<what>[^\s,](?:(?! and | or ).)*?)"
_HAS = r"(?:has|have|got|has got|holds|hold|is left with)"
_AMOUNT = r"(?P<amount>\d+|no|zero|one|two|three|four|five|six|seven|eight|nine|ten)"
_LEFT = r"(?: left| remaining| in (?:his |her |their |the )?hand)?"
_PLACE = r"(?P<place>(?:discard|draw|[a-z]+) pile)"
_PLAYER = r"(?P<what>(?:next |other )?player|(?:left|right) of player|they|he|she)"
_KEPT = "keep what happened before in a variable, by a rule of its own (`when player plays ...`)"

_PHRASES: tuple[tuple[str, Answer], ...] = (
    # hands and cards
    (
        rf"{_PLAYER} (?:has|have|holds?) (?:no|not a|not any|no more) cards? (?:of|in|with) (?:that|the same|this|its|the card's|the) (?P<value>color|face)",
        "write `there is no card in hand of {what} where ({value} of it is {value} of the card)`",
    ),
    (
        rf"{_PLAYER} (?:has|have|holds?) (?P<how>more|fewer|less) (?P<kind>[a-z]+ )?cards(?: than (?P<other>.+))?",
        more_cards,
    ),
    (
        rf"{_PLAYER} (?:has|have|holds?) both (?:an? )?(?P<rest>[a-z0-9-]+(?: card)?) and (?:an? )?(?P<other>[a-z0-9-]+(?: card)?)",
        both_held,
    ),
    (
        r"(?P<neg>nobody|no one|noone|no player|someone else|somebody else|another player|someone|somebody) (?:has|holds|is left with) (?P<amount>\d+|no|one|two|three|four|five|six|seven) cards?(?: left| in hand)?",
        lambda m: (
            f"write `there is {'no player' if m['neg'].startswith('no') else 'other players' if 'e' in m['neg'].partition(' ')[2] else 'a player'} where (number of cards in hand is {digits_of(m['amount'])})`"
        ),
    ),
    (
        rf"{_PLAYER} (?:has|have) (?:nothing|no card) (?:to play|that (?:fits|matches)|playable)",
        "write `{what} cannot play a card`",
    ),
    (rf"{_PLAYER} (?:has|have) (?:got )?(?:an )?uno", "write `number of cards in hand of {what} is 1`"),
    (
        rf"{_PLAYER} (?:has |have )?(?:(?:already |just )?(?:said|called|shouted|forgot(?:ten)?|announced|not said|not called)|didn't say|did not say)\b.*",
        _KEPT,
    ),
    (
        r"(?:only |just |exactly )?(?P<amount>\d+|two|three|four) players (?:are |remain )?(?:left|remaining|still in|in the game|remain)?",
        lambda m: f"write `number of players is {digits_of(m['amount'])}`",
    ),
    # the card
    (
        r"(?:the |this |that )?card is (?:(?P<amount>\d+|one|two|three) )?(?P<how>higher|bigger|greater|larger|more|lower|smaller|less) than (?:the )?(?:top card|previous card|last card|card below|one below|card before)",
        by_number,
    ),
    (r"(?:the |this |that )?card (?:has|shows) (?:a|some) number", "the cards that show a number are `0 to 9`"),
    (
        r"(?:the |this |that )?card (?:has|shows) no (?P<value>color|number)",
        lambda m: (
            "write `color of the card is nothing`"
            if m["value"] == "color"
            else "the cards that show a number are `0 to 9`"
        ),
    ),
    (
        r"(?:the |this |that |top )?card is (?:black|colou?rless|without (?:a )?colou?r)",
        "a card without a color: write `color of the card is nothing`",
    ),
    (
        r"(?:the |this |that )?card (?:matches|fits|is a match)",
        "say what is alike, for example `color of the card is color of top card`" + BELOW,
    ),
    (r"the (?P<rest>number of .+)", "write `{rest}`"),
    (
        r"(?:the )?(?:last|previous|second|card below the top|next to last) (?:played )?card (?:was|had been) (?:an? )?(?P<rest>.+)",
        "write `card 2 of discard pile is {rest}`",
    ),
    # the play
    (
        r"(?:it is|it's|this is) (?:not|n't) (?:their|his|her) turn",
        "write `player is not player of turn`",
    ),
    (
        r"(?:play|the game|order|turn order) (?:goes|is|runs|moves|is going) (?P<rest>clockwise|counterclockwise)",
        "write `direction is {rest}`",
    ),
    (
        r"(?:it is|this is) (?:the )?(?:first|second|last|start of the|beginning of the) (?:turn|round|game|move)(?: of .+)?|(?:the )?(?:round|game|match) (?:has )?(?:just )?(?:begun|started|began)|(?:it is|this is) (?:round|turn) \d+",
        "keep in a variable how far it is, by a rule of its own (`when the round begins`)",
    ),
    (
        r"(?:the )?(?:color|colour|direction|top card) (?:was|has been|has|is) (?:just |already )?changed",
        _KEPT,
    ),
    (
        r"(?:someone|somebody|anyone|a player|nobody|no one) (?:has |just |has just |already )*(?:called|played|drew|drawn|passed|named|won|caught)\b.*",
        _KEPT,
    ),
    (
        r"(?P<what>player|next player|they) (?:is|are) (?:winning|leading|ahead|in the lead)",
        "write `score of {what} is highest (their score) for players`",
    ),
    (
        r"(?P<what>player|next player|they) (?:is|are) (?:last|losing|behind)",
        "write `score of {what} is lowest (their score) for players`",
    ),
    (r"there (?:are|is) no (?:more )?cards?(?: left)?(?: to draw)?", "write `draw pile is empty`"),
    (
        r"(?:the )?number (?:on|of) (?P<what>the card|top card|card) is (?:(?P<how>greater|higher|bigger|more|less|smaller|lower|fewer) than )?(?P<amount>\d+)",
        lambda m: f"write `number of face of {m['what']} is {BY_HOW.get(m['how'] or '', '')}{m['amount']}`",
    ),
    (
        r"(?:the )?number (?:on|of) (?P<what>the card|top card|card) is (?:(?P<how>greater|higher|bigger|more|less|smaller|lower|fewer) than )?(?:(?:the )?number|that) (?:on|of) (?:the )?(?P<other>card|top card)",
        lambda m: (
            f"write `number of face of {m['what']} is {BY_HOW.get(m['how'] or '', '')}number of face of "
            + ("the card`" if m["other"] == "card" else f"top card`{BELOW}")
        ),
    ),
    (
        r"(?P<what>.+?) (?:is )?(?P<how>less|more|fewer) then (?P<amount>\d+)",
        "write `{what} is {how} than {amount}`",
    ),
    (
        r"(?P<what>(?!there |more |less |fewer )(?:(?! and | or ).)+?(?<! is)(?<! has)(?<! have)(?<! holds)) (?P<how>less|more|fewer|greater|bigger|smaller|higher|lower) than (?P<amount>.+)",
        lambda m: (
            f"write `{m['what']} is {'less' if m['how'] in ('less', 'fewer', 'smaller', 'lower') else 'more'} than {m['amount']}`"
        ),
    ),
    (
        r"(?P<what>.+?) is (?P<how>atleast|at lest|atmost|max|maximum|min|minimum|exactly|only|just|up to|not more than|not less than) (?P<amount>\d+)",
        lambda m: (
            f"write `{m['what']} is {'at least ' if m['how'] in ('atleast', 'at lest', 'min', 'minimum', 'not less than') else 'at most ' if m['how'] not in ('exactly', 'only', 'just') else ''}{m['amount']}`"
        ),
    ),
    (r"(?P<what>(?:number|score|total)\b.+?) is in (?P<rest>\d+ to \d+)", "write `{what} is {rest}`"),
    (
        r"(?P<what>(?:(?! and | or )[a-z ])*player)s? (?:is holding|hold|is in possession of) (?P<rest>(?:a |an )?.+)",
        lambda m: f"write `{m['what']} holds {m['rest']}`" if "players" not in m[0].split() else None,
    ),
    (
        r"(?:(?:nr|amount|count|total|sum|no\.?) (?:of )?|number (?!of ))(?P<what>(?:[a-z]+ )?cards) in (?P<rest>[^']+ is .+)",
        "write `number of {what} in {rest}`",
    ),
    (
        r"(?P<what>cards|(?:[a-z]+ )cards) in (?P<rest>(?:hand|[a-z]+ pile).*? (?:is|are) .+)",
        "write `number of {what} in {rest}`",
    ),
    (
        r"number of (?P<what>(?:[a-z]+ )?cards) (?:of|for) (?P<who>[a-z ]*player) (?P<rest>is .+)",
        "write `number of {what} in hand of {who} {rest}`",
    ),
    (
        r"number of (?P<what>(?:[a-z]+ )?cards) in (?:hands of (?P<who>[a-z ]*player)|(?:the )?(?P<who2>[a-z ]*player) hand) (?P<rest>is .+)",
        lambda m: f"write `number of {m['what']} in hand of {m['who'] or m['who2']} {m['rest']}`",
    ),
    (
        r"hand ?\.? ?size(?: of (?P<who>[a-z ]*player))? (?P<rest>(?:is|==|=).+)",
        lambda m: f"write `number of cards in hand of {m['who'] or 'player'} is {m['rest'].split()[-1]}`",
    ),
    (
        r"(?P<what>hand|hand of [a-z ]*player|[a-z]+ pile) (?:is )?(?:not )?(?:empty|out of cards)",
        lambda m: None if " is " in m[0] else f"write `{m['what']} is {'not ' if ' not ' in m[0] else ''}empty`",
    ),
    (
        rf"(?P<card>(?:a |an |the )?(?!there\b)[a-z0-9-]+(?: [a-z0-9-]+)?) (?:is |lies )?on (?:the )?{_PLACE}",
        "write `top of {place} is {card}`",
    ),
    (
        rf"there is (?P<card>(?:a |an )?[a-z0-9-]+(?: [a-z0-9-]+)?) on (?:the |top of the |top of )?{_PLACE}",
        "write `top of {place} is {card}`",
    ),
    (
        rf"(?:the )?{_PLACE} (?:has|holds|contains|includes) (?P<card>(?!no |\d+ cards)(?:a |an )?[a-z0-9-]+(?: [a-z0-9-]+)?)",
        "write `there is {card} in {place}`",
    ),
    (
        rf"(?:the )?{_PLACE} is (?P<card>(?:a |an )?(?!empty|not|at|more|less)[a-z0-9-]+(?: [a-z0-9-]+)?)",
        "write `top of {place} is {card}`",
    ),
    (
        r"(?:the )?(?:time|timer|clock) (?:is up|is over|runs out|has run out|ends)|.+ (?:seconds?|minutes?)(?: .+)?",
        "rules know no time: ask for something at the table instead",
    ),
    (
        r"(?:the )?(?:card 2|second card|card (?:below|under|before|underneath)(?: it| the top)?)(?: (?:of|on|in|from) (?:the )?(?:discard )?pile)? is (?:an? )?(?P<card>.+)",
        "write `card 2 of discard pile is {card}`",
    ),
    (r"(?:the )?top card was (?:an? )?(?P<card>.+)", "write `top card is {card}`" + BELOW),
    (
        r"(?:the )?(?:last|previous) (?:played )?card is (?:an? )?(?P<card>.+)",
        "write `top card is {card}`" + BELOW,
    ),
    (
        r"(?:the )?(?:top|card on top|top card on (?:the )?discard pile|top card of (?:the )?discard pile|card on (?:the )?(?:discard )?pile) is (?P<card>.+)",
        "write `top card is {card}`",
    ),
    (
        r"there (?:exists|are|is) (?P<rest>(?:a |some |any )?players?) where (?!\()(?P<what>.+)",
        lambda m: (
            "write `there is a player where ("
            + re.sub(r"\b(?:the )?([\w-]+) of (?:the )?player\b", r"their \1", m["what"])
            + ")`"
        ),
    ),
    (r"(?:it is )?(?:my|their|his|her|your|players?) turn|it is (?:the )?turn|player turn", "write `turn of player`"),
    (r"turn is of (?P<who>.+)", "write `turn of {who}`"),
    (r"(?P<what>current [a-z]+|direction) (?P<rest>(?!is\b)[a-z-]+)", "write `{what} is {rest}`"),
    (
        r"(?P<what>direction) is (?:not )?(?:counter[ -]clockwise|anti-?clockwise|anti clockwise)",
        "write `{what} is counterclockwise`",
    ),
    (r"(?:the )?(?P<what>[a-z ]*player) (?:score|points) is (?P<rest>.+)", "write `score of {what} is {rest}`"),
    (
        r"(?P<what>[a-z ]*player) has (?P<how>more than |less than |at least |at most |)(?P<rest>\d+) points?",
        "write `score of {what} is {how}{rest}`",
    ),
    (
        r"(?P<what>[a-z ]*player) has (?P<how>more|fewer|less) points than (?P<rest>.+)",
        lambda m: (
            f"write `score of {m['what']} is {'more' if m['how'] == 'more' else 'less'} than score of {m['rest']}`"
        ),
    ),
    (
        r"(?P<what>[a-z ]*player) has (?:the )?(?P<how>most|fewest|least) (?P<of>cards|points)",
        lambda m: (
            lambda x: (
                f"write `{x} of {m['what']} is {'highest' if m['how'] == 'most' else 'lowest'} {'(' + x + ')' if ' ' in x else x} for players`"
            )
        )("number of cards in hand" if m["of"] == "cards" else "score"),
    ),
    (
        r"(?:there are )?(?P<amount>\d+|two|three) or more players",
        lambda m: f"write `number of players is at least {digits_of(m['amount'])}`",
    ),
    (
        r"(?:there are )?(?P<how>more than|less than|fewer than|at least|at most|only|exactly) (?P<amount>\d+|two|three|four) players",
        lambda m: f"write `number of players {BY[m['how']]} {digits_of(m['amount'])}`",
    ),
    (
        r"(?:players are |there are )?(?P<amount>\d+|two|three|four)(?: players)?",
        lambda m: f"write `number of players is {digits_of(m['amount'])}`" if "player" in m[0] else None,
    ),
    (
        r"(?P<what>[a-z ]*player) (?:has to|needs to|is forced to) .+",
        "what somebody has to do is offered by a rule with `must`, in its situation; ask whether that is open, as in `turn of {what}`",
    ),
    (r"(?P<what>[a-z ]*player) can not (?P<rest>.+)", "write `{what} cannot {rest}`"),
    (
        r"(?:the )?card (?:is |has )?(?:the )?same (?P<value>color|face|number)(?: as)? ?(?:as )?(?:the )?(?P<other>[a-z ]+)",
        lambda m: (
            f"write `{m['value'].replace('number', 'face')} of the card is {m['value'].replace('number', 'face')} of {m['other']}`"
        ),
    ),
    (
        r"(?:the )?(?:card has |card is )?(?:the )?same (?P<value>color|face|number)|(?P<value2>color|face) is (?:the )?same",
        lambda m: (
            f"say with what: `{m['value'] or m['value2']} of the card is {m['value'] or m['value2']} of card 2 of discard pile`".replace(
                "number", "face"
            )
        ),
    ),
    (
        r"(?P<value>[a-z]+) of (?P<what>.+?) (?:matches|fits) (?P<other>current .+)",
        "write `{value} of {what} is {other}`",
    ),
    (
        r"(?P<what>.+?) (?:is (?:one|any|either) of|in|is in) \(?(?P<rest>(?!.* is )[a-z0-9 -]+(?:(?:, ?| or )[a-z0-9 -]+)+)\)?",
        lambda m: f"write `{m['what']} is {' or '.join(re.split(r', ?| or ', m['rest']))}`",
    ),
    (r"(?P<what>.+?) and if (?P<rest>.+)", "write `{what} and {rest}`"),
    (r"(?:and|or|but) (?P<rest>.+)", "conditions of several lines hold all together: write `{rest}`"),
    (r"(?P<what>.+?) is number card", "write `{what} is 0 to 9`"),
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
        held,
    ),
    (
        rf"{_WHAT} (?:does not|doesn't|does n't|doesn\u2019t|do not|don't) (?:have|hold|own) (?P<cards>(?:any |a )?.+)",
        none_of,
    ),
    (rf"{_WHAT} (?:has|holds|have|hold) (?:no|not a|not any) (?P<cards>(?!cards?\b).+)", none_of),
    (
        r"there(?: are|'s|\u2019s| is)(?P<how> more than| fewer than| less than| at least| at most| exactly| only|) "
        + _AMOUNT
        + r" (?P<what>(?!in )[a-z -]+?)(?: (?:in|left in) (?P<place>.+))?",
        there_are,
    ),
    (
        r"there (?:is|are) (?P<how>exactly |at least |at most |more than |less than |fewer than )?(?P<amount>\d+|two|three|four) (?P<who>(?:other )?players?) where (?P<rest>\(.+\))",
        lambda m: (
            f"write `number of ({m['who'].removesuffix('s')}s where {m['rest']}) is "
            f"{(m['how'] or '').replace('exactly ', '').replace('fewer', 'less')}{digits_of(m['amount'])}`"
        ),
    ),
    (
        r"there are (?P<amount>\d+|two|three|four) (?P<what>(?!cards)[a-z0-9-]+(?: [a-z0-9-]+)?) in (?P<place>.+)",
        lambda m: f"write `number of {m['what']} in {m['place']} is {digits_of(m['amount'])}`",
    ),
    (
        r"there are (?P<what>(?:any )?.+) in (?P<place>.+)",
        lambda m: f"write `there is {one_card(m['what'])} in {m['place']}`",
    ),
    (
        r"(?:len|count|size|number) ?\((?P<what>.+)\) ?(?:==|=|is) ?(?P<rest>.*)",
        "write `number of cards in {what} is {rest}`",
    ),
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
        r"(?P<before>(?:.+ (?:and|or) )?)there is (?P<no>no )?(?P<what>[a-z0-9-]+(?: or [a-z0-9-]+)+) in (?P<rest>.+)",
        "write `{before}there is {no}({what}) in {rest}`",
    ),
    (r"(?:the )?number (?P<what>\d+) is in (?P<rest>.+)", "write `{what} is in {rest}`"),
    (
        r"(?P<what>(?:a |an )?(?!number |there )[a-z0-9-]+(?: [a-z0-9-]+)?(?<! is)(?<! not)) in (?P<rest>(?:hand|[a-z]+ pile).*)",
        "write `there is {what} in {rest}`",
    ),
    (r"(?P<what>(?!there |number |not ).+(?<! is)(?<! is not)) in (?P<rest>[a-z -]+)", "write `{what} is in {rest}`"),
    # phrases about several things at once
    (
        r"(?P<what>.+?) is (?P<one>(?:more|less|fewer) than .+?|at (?:least|most) .+?) (?P<joint>and|or) (?P<other>(?:more|less|fewer) than .+|at (?:least|most) .+)",
        "write `{what} is {one} {joint} {what} is {other}`",
    ),
    (
        r"(?P<what>.+?) is (?P<how>(?:more|less|fewer) than|at (?:least|most)) (?P<one>\d+) (?P<joint>and|or) (?P<other>\d+)",
        "write `{what} is {how} {one} {joint} {what} is {how} {other}`",
    ),
    (
        r"(?P<what>[a-z ]+?) holds (?P<one>(?:(?! and | holds )[a-z0-9 -])+?) or (?P<other>(?!not\b)(?:(?! holds | is )[a-z0-9 -])+)",
        "write `{what} holds ({one} or {other})`",
    ),
    (
        r"(?P<what>[a-z ]+?) holds (?P<one>(?:(?! or | holds )[a-z0-9 -])+?) and (?P<other>(?!not\b)(?:(?! holds | is )[a-z0-9 -])+)",
        "write `{what} holds {one} and {what} holds {other}`",
    ),
    (
        r"(?P<what>[a-z ]*player) (?P<joint>and|or) (?P<other>[a-z ]*player) (?:hold|holds|have|has) (?P<rest>.+)",
        "write `{what} holds {rest} {joint} {other} holds {rest}`",
    ),
    (r"(?P<what>.+?) holds (?:only|just|nothing but) (?P<other>.+)", only_those),
    (
        r"(?P<what>.+?) (?:has|holds|have|hold) (?P<how>more|fewer|less)(?: cards)? than (?P<other>.+)",
        lambda m: (
            f"write `number of cards in hand of {m['what']} is {'more' if m['how'] == 'more' else 'less'} than "
            f"number of cards in hand of {m['other']}`"
        ),
    ),
    (r"(?P<what>.+?) is (?P<one>.+?),? but not (?P<other>.+)", "write `{what} is {one} and not ({what} is {other})`"),
    (r"(?P<what>.+?) unless (?P<other>.+)", "write `({what}) and not ({other})`"),
    (r"(?P<what>.+?) (?:if|when|while) (?P<other>.+)", "write `({what}) and ({other})`"),
    (r"if (?P<what>.+)", "`if` stands there once: `if {what}`"),
    (r"when (?P<what>.+)", "what happens stands behind `when`, and what is so behind `if`: `when {what}`"),
    (r"(?P<what>.+?) is is (?P<other>.+)", "write `{what} is {other}`"),
    (
        r"there (?:is|are) (?P<no>no |)(?:a |an |any |)players? (?:with|who (?:has|have)) (?:only |exactly )?(?P<amount>\d+|one|no) cards?(?: left)?",
        lambda m: f"write `there is {m['no']}player where (number of cards in hand is {digits_of(m['amount'])})`",
    ),
    # what is none of the language's values
    (
        r"(?P<what>(?!the card |card |player ).+?) is (?:not )?(?:null|none|nil|None|undefined)",
        lambda m: no_value(m, "nothing"),
    ),
    (r"(?P<what>.+?) is (?:not )?(?:true|True|on|set)", lambda m: no_value(m, "yes")),
    (r"(?P<what>.+?) is (?:not )?(?:false|False|off)", lambda m: no_value(m, "no")),
    (
        r"(?P<what>.+?) is (?P<one>\d+) ?(?:\.\.+|\u2013|\u2026|-|through|until) ?(?P<other>\d+)",
        "write `{what} is {one} to {other}`",
    ),
    (
        r"(?P<what>(?:number|score|total|count)\b.*?) is (?P<one>\d+) or (?:higher|more|above|up|greater)",
        "write `{what} is at least {one}`",
    ),
    (
        r"(?P<what>(?:number|score|total|count)\b.*?) is (?P<one>\d+) or (?:lower|less|fewer|below|under)",
        "write `{what} is at most {one}`",
    ),
    (
        r"(?P<what>.+?) is (?:an? )?(?P<one>\d+) or (?:higher|more|above|up|greater)",
        "say the range: `{what} is {one} to 9`, up to the highest card",
    ),
    (
        r"(?P<what>.+?) is (?:an? )?(?P<one>\d+) or (?:lower|less|fewer|below|under)",
        "say the range: `{what} is 0 to {one}`, from the lowest card",
    ),
    (
        r"(?P<what>(?!number|score|total|count).+?) is (?:an? )?even(?: card| number)?",
        "name the cards: `{what} is 0 or 2 or 4 or 6 or 8`",
    ),
    (
        r"(?P<what>(?!number|score|total|count).+?) is (?:an? )?odd(?: card| number)?",
        "name the cards: `{what} is 1 or 3 or 5 or 7 or 9`",
    ),
    (r"(?P<what>.+?) is not (?P<one>.+?) nor (?P<other>.+)", "write `not ({what} is {one} or {other})`"),
    (r"(?P<what>.+?) is (?:no|none of) (?P<one>[a-z0-9 -]+)", "write `{what} is not {one}`"),
    (
        r"(?P<what>.+?) is (?:none of|not one of) (?P<one>.+)",
        lambda m: f"write `not ({m['what']} is {' or '.join(m['one'].replace(' or ', ',').split(','))})`".replace(
            "  ", " "
        ),
    ),
    (
        r"(?P<what>score\b.*?) is (?:the )?(?P<one>highest|lowest)",
        lambda m: f"write `{m['what']} is {m['one']} {m['what'].split()[0]} for players`",
    ),
    (r"direction is (?:left|to the left|normal|forward)", "write `direction is clockwise`"),
    (r"direction is (?:right|to the right|reversed|backward|reverse)", "write `direction is counterclockwise`"),
    (r"(?:the )?(?P<what>(?:top )?card) (?P<value>[a-z]+) is (?P<other>.+)", "write `{value} of {what} is {other}`"),
    (r"it(?:'s|\u2019s) (?P<other>[a-z0-9 -]+)", "write `the card is {other}`"),
    (r"(?P<what>.+?) is (?:the )?(?:his|her|their|its)? ?last card", "write `number of cards in hand of player is 0`"),
    (
        r"(?P<value>color|face) of (?P<what>.+?) is (?:the )?same as (?:the )?(?!color|face|current)(?P<other>.+)",
        "write `{value} of {what} is {value} of {other}`",
    ),
    (r"(?P<what>.+?) is (?:the )?same as (?P<other>.+)", "write `{what} is {other}`"),
    (r"(?P<what>[a-z ]+?) (?:may|could|might|is able to|is allowed to) (?P<rest>.+)", "write `{what} can {rest}`"),
    (r"it is (?P<what>[a-z-]+ of .+)", "write `{what}`"),
    # whose turn it is
    (r"it(?: is|'s|\u2019s)(?P<neg> not)? (?P<who>[a-z ]+)['\u2019]s? (?P<turn>[a-z-]+)", whose_turn),
    (r"(?P<turn>turn) is (?P<neg>not )?(?P<who>[a-z ]*player)", whose_turn),
    (r"(?P<who>[a-z ]*player) (?:is|has) (?P<neg>not )?(?:on|at|the) (?P<turn>[a-z-]+)", whose_turn),
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
    (r"(?P<what>.+?) (?:has|is|shows) the same (?P<value>[a-z-]+) as (?P<other>.+)", same_value),
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
    (r"(?P<what>.+?) xor (?P<other>.+)", "write `(({what}) and not ({other})) or (not ({what}) and ({other}))`"),
    (
        r"(?P<what>(?:number|score|total|count)\b.*?) is (?P<other>even|odd)",
        lambda m: f"write `{m['what']} - {m['what']} / 2 * 2 is {int(m['other'] == 'odd')}`",
    ),
    # other contractions
    (r"(?P<what>.+?) (?:isn't|isnt|ain't|isn\u2019t) (?P<rest>.+)", "write `{what} is not {rest}`"),
    (r"(?P<what>.+?) (?:can't|cant|can\u2019t|couldn't) (?P<rest>[^,]+)", "write `{what} cannot {rest}`"),
    # all of them, or none
    (
        r"(?P<who>everyone|everybody|players|the players|all players|all|each player|every player|any player|anyone|anybody|someone|somebody|other players|all other players|everyone else|opponents|all opponents|one of the players) .+",
        all_of,
    ),
    (r"it is (?:the )?turn of (?P<what>.+)", "write `turn of {what}`"),
    (
        r"(?:nobody|no player|no one) .+",
        "write `there is no player where (...)`, and in the parentheses what holds of none",
    ),
    (
        r"(?:exactly |at least |at most )?(?:\d+|two|three) players (?:hold|have) .+",
        "write `number of players where (...) is ...`",
    ),
    (r"(?P<what>winners|players of [a-z-]+) (?:is|are) (?:nobody|no one|none|nothing)", "write `{what} is empty`"),
    (r"(?:the )?(?P<what>[a-z ]*pile|hand of [a-z ]+) is (?:nothing|none)", "write `{what} is empty`"),
    (
        r"number of (?P<card>(?!players|seats|cards)[a-z0-9-]+)(?: cards?)? is (?P<other>.+)",
        "say where they lie: `number of {card} cards in hand of player is {other}`",
    ),
    (
        r"(?P<what>[a-z ]+) (?P<can>can|cannot) (?P<verb>[a-z]+) (?P<rest>[a-z0-9 -]+?) (?P<link>and|or) (?P<other>[a-z0-9 -]+)",
        both_able,
    ),
    (
        rf"{_PLAYER} (?:has|holds?) (?:another|a second|one more) (?P<card>[a-z0-9-]+)(?: card)?",
        "write `{what} holds a {card}`; the card that was played is no longer in the hand",
    ),
    # who is not known to rules
    (
        r"(?:the )?(?:next |other )?player is (?:not )?(?:the )?[a-z]+",
        "rules know no names of players: say where they sit or what they do at the table, as in `next player`, `player of turn`",
    ),
    # what has happened
    (
        r"(?P<what>.+?) (?:has |have |just |has just |already |was )+(?:called|played|drawn|passed|named|won|caught)\b.*|(?P<other>.+?) (?:called|played|drew|passed|named|won|caught)\b.*",
        _KEPT,
    ),
    (
        r"(?P<what>(?:player|next player|any player|dealer) (?:plays|draws|passes|calls|names|chooses)\b.*)",
        "what happens stands behind `when`, and what is so behind `if`: `when {what}`",
    ),
)

_BOOK = PhraseBook(_PHRASES)


_WITH_THE_TOP = re.compile(
    r"`(?:([a-z-]+) of (?:the )?card is \1 of (?:the )?top card|([a-z-]+) of (?:the )?top card is \2 of (?:the )?card)`"
)
"""A card compared with the top card: once it is played, it is the top card."""


def condition_meant(text: str) -> str | None:
    """The suggestion for an unknown condition; None if no pattern matches."""
    meant = _BOOK.meant(re.sub(r"\b(only|just) (has|have|holds?)\b", r"\2 \1", text))
    if meant is not None and BELOW not in meant and _WITH_THE_TOP.search(meant) is not None:
        return meant + BELOW
    return meant
