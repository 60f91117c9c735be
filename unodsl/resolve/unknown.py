"""Errors for unknown words, with suggestions."""

from __future__ import annotations

import re
from difflib import SequenceMatcher, get_close_matches
from typing import NoReturn

from unodsl.diagnostics import did_you_mean
from unodsl.model import expressions as e
from unodsl.model.types import Card, Enumeration, Player, Players, Type
from unodsl.resolve.builtin import BUILTINS, OTHERS
from unodsl.resolve.cards import Cards, several
from unodsl.resolve.kinds import one_line, short
from unodsl.resolve.scope import Context, Words
from unodsl.resolve.words import ARTICLES, NOUNS, NUMBER_WORDS, Mistake, number_in, plain
from unodsl.syntax import nodes as s

_OTHERS = (
    "everyone else",
    "everybody else",
    "all other players",
    "each other player",
    "every other player",
    "opponents",
    "all opponents",
    "each opponent",
    "every opponent",
    "all players except player",
    "everyone except player",
    "everybody except player",
    "all players but player",
    "all others",
    "all the others",
    "the rest",
    "rest",
)
_ONE_OF_OTHERS = ("anyone else", "anybody else", "someone else", "somebody else")
_ONE = ("anyone", "anybody", "someone", "somebody")
_ALL = ("all players", "each player", "every player", "everybody", "all")
_NOBODY = ("nobody", "no player", "no one", "noone", "none")
_COMPARED = re.compile(r"\b(?:is|is not|becomes) $")
"""What stands in front of a value that something is compared with."""
_OWN = ("his", "her", "my", "your", "our")
_WHO = ("me", "you", "i", "he", "she", "him", "himself", "herself", "themselves", "them", "we", "us")
_POINTING = ("this", "that", "these", "those", "said", "any")
"""Words that point at something that rules only name, or at any of it."""
_PICKED = ("chosen", "selected", "picked")
"""Words for what somebody chose."""
_SHALL = ("should", "will", "shall", "would")
_MORE = ("greater", "bigger", "higher", "larger", "above", "over")
_LESS = ("smaller", "lower", "below", "under")
_ONE_OF_TWO = {
    "smaller": ("min", "minimum", "lesser", "lower", "least", "fewer", "less"),
    "larger": ("max", "maximum", "greater", "bigger", "higher", "greatest", "more"),
    "difference": ("abs", "absolute", "absolute value", "distance"),
}
"""Common phrases for functions of two numbers, by the word of the language."""
_VALUES_ELSEWHERE = {
    "true": "yes",
    "false": "no",
    "null": "nothing",
    "none": "nothing",
    "nil": "nothing",
    "undefined": "nothing",
}
"""Values of other languages."""
_SPECIAL = ("action", "special", "power", "picture", "effect", "trick")
"""Common words for the cards without a number."""
_STARTS = ("number", "total", "highest", "lowest")

_NO_NAMES = (
    "rules know no names of players: say where they sit or what they do at the table, as in `next player`, "
    "`player of turn`"
)


class Unknown(Cards):
    """Reports words without a meaning."""

    def refuse_self(self, act: int, player: e.Expr, argument: e.Expr, node: s.Expr) -> None:
        """Raises UNO106 for an act that a player would do to themselves, if it is about an opponent."""
        declared = self.v.acts[act]
        if declared.excludes_self and argument == player:
            verb = short(declared.verb)
            article = "an" if declared.argument_name[0] in "aeiou" else "a"
            hint = f"any of the others is `{article} {declared.argument_name}`; in an effect say which one, such as `next player`"
            raise Mistake("UNO106", f"nobody can {verb} themselves", node.span, hint)

    @staticmethod
    def refuse_one_player(node: s.Aggregate) -> None:
        """Raises UNO106 for `total of points for player` and `number of the player`: one player, or all?"""
        what = node.over.what
        if not isinstance(what, s.Phrase) or plain(what.words) != ("player",):
            return
        if node.value is not None:
            value = one_line(node.value)
            one = f"`{value} of player`" if isinstance(node.value, s.Phrase) else f"`{value.strip('()')} of player`"
            hint = f"for all of them write `for players`; of one player it is {one}, without `{node.kind}`"
            raise Mistake("UNO106", "is this one player, or all of them?", what.span, hint)
        if what.words[0].text == "the":
            raise Mistake("UNO106", "one player is not counted", what.span, "write `number of players`")

    @staticmethod
    def refuse_nobody_special(words: Words, node: s.Phrase, ctx: Context) -> NoReturn:
        """Raises UNO105 for `is player` and `is an opponent` where these are nobody in particular: all players are."""
        hint = "this rule has none: say which one"
        if words == ("opponent",) and ctx.player is not None:
            hint = "say that it is not the player: `... is not player`"
        raise Mistake("UNO105", f"`{words[0]}` means nobody in particular here", node.span, hint)

    def unknown(self, node: s.Phrase, ctx: Context, expected: Type | None = None) -> NoReturn:
        """Raises the error for unknown words, with a suggestion, where a value of type `expected` is needed."""
        assert self.v.deck is not None
        self.v.note_cards(node.words)  # a card that is not in this deck
        words = plain(node.words)
        if not words:
            raise Mistake("UNO101", "a name is missing here", node.span)
        name = " ".join(words)
        if words in self.v.hidden:
            option = self.v.hidden[words]
            raise Mistake(
                "UNO105",
                f"`{name}` belongs to the option `{option}`, which is not on here",
                node.span,
                f"say `requires {option}`, or switch it on",
            )
        meant = self.meant(node, words, expected)
        if meant is not None:
            raise Mistake("UNO105", f"unknown name `{name}`", node.span, meant)
        self.refuse_so_many(node, words)
        card = self.nearly_card(words) or self.run_together(words)
        if card is not None:
            raise Mistake("UNO105", f"unknown card `{name}`", node.span, f"did you mean `{card}`?")
        values = {x for a in self.v.deck.attributes for x in a.values}
        known = {"player", *self.v.names(ctx.view)} | values | {" ".join(b.words) for b in ctx.bound}
        known |= {x for en in self.v.enumerations for x in en.values} | {
            " ".join(w) for w in (*BUILTINS, *(x for x in OTHERS if len(x) > 1))
        }
        known |= {f.name for i in ctx.during for f in self.v.situations[i].fields}
        known = {k.removeprefix("act: ") for k in known}
        if words[0] in _POINTING and " ".join(words[1:]) in known:
            raise Mistake("UNO105", f"unknown name `{name}`", node.span, f"write `{' '.join(words[1:])}`")
        hint = did_you_mean(name, known)
        span = node.span
        singles = {w for k in known for w in k.split()}
        strange = [
            w
            for w in node.words
            if w.text not in singles
            and not w.text.isdigit()
            and w.text not in ("a", "an", "the", "card", "cards", "their", "its")
        ]
        # (a number in words is the next mistake: `a heart eight`)
        strange = [w for w in strange if w.text not in NUMBER_WORDS] or strange
        if len(words) > 1 and len(strange) == 1:
            whole = get_close_matches(name, known, 1, 0.85)
            if whole and strange[0].text not in NUMBER_WORDS:
                named = [w.span for w in node.words if w.text not in ARTICLES]
                span, hint = named[0].to(named[-1]), f"did you mean `{whole[0]}`?"
            else:
                name, span = strange[0].text, strange[0].span
                # (beside values of cards, only another value can be meant)
                listed = self.could_be(expected, words)
                hint = did_you_mean(name, singles if listed is None else values) or listed or hint
        kind = "name"
        if (
            name in singles
            and len(words) == 1
            and name in ("player", "card", "color", "number", "opponent", "they", "it")
        ):
            if name == "player" and ctx.binding(("they",)) is not None:
                hint = "in these parentheses the player is `they`, and what belongs to them is `their ...`"
                raise Mistake("UNO105", "`player` means nobody and nothing here", span, hint)
            raise Mistake(
                "UNO105", f"`{name}` means nobody and nothing here", span, "this rule has none: say which one"
            )
        if hint and hint.removeprefix("did you mean `").rstrip("`?") in values | {k.name for k in self.v.deck.kinds}:
            kind = "card"
        if len(words) > 1 and set(words) <= values:
            kind, hint = "card", "this deck has no such card; an option that is on may have taken it out"
            several_cards = self.one_after_other(words)
            if several_cards:
                hint = f"these are several cards, {several_cards}: put `,` or `or` between them"
        through = re.fullmatch(r"(.*?)([0-9]+) (?:through|till|until|up to) ([0-9]+)", " ".join(words))
        if through is not None:
            kind, hint = "name", f"did you mean `{through[1]}{through[2]} to {through[3]}`?"
        if name in NUMBER_WORDS:
            kind, hint = "name", f"numbers are written as digits: `{NUMBER_WORDS.index(name)}`"
        if (
            hint is None
            and len(words) == 1
            and re.match(r" of (?:the|a|that) card\b", node.span.source.text[node.span.end :])
        ):
            hint = f"what a card has here is called {several([a.name for a in self.v.deck.attributes])}"
        if hint is None:
            act = next((a for a in self.v.acts if tuple(a.verb.partition(".")[2].split())[1:] == words), None)
            if act is not None:
                hint = f"it is something that players do: `{act.verb.partition('.')[2]}`"
        seats = [b.words[0] for b in ctx.bound if isinstance(b.value, e.Constant) and isinstance(b.value.type, Player)]
        if seats and isinstance(expected, Player) and len(words) == 1:
            raise Mistake("UNO105", f"there is no seat `{name}`", span, f"the seats are {', '.join(seats)}")
        if isinstance(expected, Player | Players) or name in self.v.seated:
            # (the list of named seats is reported there)
            in_a_rule = not any(isinstance(b.value, e.Constant) for b in ctx.bound)
            hint = _NO_NAMES if in_a_rule and (hint is None or name in self.v.seated) else hint
        raise Mistake("UNO105", f"unknown {kind} `{name}`", span, hint or self.could_be(expected, words))

    def refuse_so_many(self, node: s.Phrase, words: Words) -> None:
        """UNO105 for some cards of several words, with how many of them: `2 draw twos`."""
        count = number_in(words[0])
        card = self.nearly_card(words[1:]) if count is not None and len(words) > 2 else None
        if card is None or self.v.deck is None:
            return
        whole = next((k.name for k in self.v.deck.kinds if set(card.split()) <= set(k.name.split())), card)
        hint = f"it is called `{card}`; where cards are listed, so many of one are `{count} * {whole}`"
        raise Mistake("UNO105", f"unknown card `{' '.join(words)}`", node.span, hint)

    def could_be(self, expected: Type | None, words: Words) -> str | None:
        """The possible values of a type; None if there are too many, or they are unclear."""
        assert self.v.deck is not None
        if isinstance(expected, Enumeration):
            return f"here could stand {several(expected.values)}"
        attributes = self.v.deck.attributes
        # (one of several words may be of a card where any value could stand)
        if not isinstance(expected, Card) and (expected is not None or len(words) == 1):
            return None
        if len(words) > 1 and number_in(words[0]) is not None:
            words = words[1:]  # `2 jokers`
        if len(words) > 1 and words[-1] in NOUNS and isinstance(expected, Card):
            words = words[:-1]  # `a purple card`
        words = tuple(w if (n := number_in(w)) is None else str(n) for w in words)
        if len(words) == 1:
            return "here could stand " + "; or ".join(f"a {a.name}: {several(a.values)}" for a in attributes)
        # the values of a card are in the order in which the deck declares the attributes
        unknown = [
            a
            for at, (a, word) in enumerate(zip(attributes, words, strict=False))
            if word not in a.values and all(w in b.values for b, w in list(zip(attributes, words, strict=False))[:at])
        ]
        if len(words) != len(attributes) or len(unknown) != 1:
            return None
        rest = [w in a.values for a, w in zip(attributes, words, strict=True) if a is not unknown[0]]
        return f"here could stand a {unknown[0].name}: {several(unknown[0].values)}" if all(rest) else None

    def meant(self, node: s.Phrase, words: Words, expected: Type | None) -> str | None:
        """The suggestion for a common phrase; None for others."""
        name, first = " ".join(words).lower(), words[0].lower()
        text = node.span.source.text
        if name in _OTHERS:
            return "write `other players`"
        if name in _ONE or name in _ONE_OF_OTHERS:
            some = "other players" if name in _ONE_OF_OTHERS else "players"
            return f"all of them are `{some}`; to ask whether there is one, write `there is a player where (...)`"
        if words[-1] in _SHALL and len(words) > 1:
            return f"say what happens in the plain form: leave `{words[-1]}` out"
        if name in _ALL:
            return "write `players`"
        if first == "random":
            return "what comes at random is drawn with a line of its own, as in `die becomes a random one of 1 to 6`"
        if name in _NOBODY and not isinstance(expected, Players) and _COMPARED.search(text[: node.span.start]):
            return "where there is no player, the value is `nothing`: write `is nothing`"
        if name == "last" and text[node.span.end :].startswith(" of players"):
            return "players sit in a circle: the last one is `right of first of players`"
        if name in _NOBODY:
            return "what nobody can do is a ban: `any player cannot ...`"
        if name in _WHO:
            return "who acts is called `player`"
        if first in _OWN and len(words) > 1:
            return f"write `their {' '.join(words[1:])}`"
        if name in ("deck", "stock", "talon", "pack") and self.v.zones:
            return f"write `{short(self.v.zones[self.v.deck.home].name)}`" if self.v.deck is not None else None
        fields = [short(x.name) for x in self.v.situations if any(f.name == name for f in x.fields)]
        if fields:
            listed = " or ".join(f"`{name} of {x}`" for x in fields[:3])
            return f"it belongs to a situation: write {listed}"
        if name == "next":
            return "write `next player`"
        if words[:2] in (("they", "hold"), ("they", "have")) and not words[-1].startswith("card"):
            return f"verbs have one form: `they holds {' '.join(words[2:])}`"
        if name != " ".join(w.text for w in node.words if w.text.lower() not in ARTICLES):
            lower = " ".join(w.text for w in node.words).lower()
            return f"names are written in lower case: `{lower}`"
        sort = self.sort_of(words)
        if sort is not None:
            return sort
        shown = sorted(n for a in self.v.deck.attributes for n in a.numbers if n is not None) if self.v.deck else []
        is_number = name == "number" and node.words[0].text in ("a", "any")
        if (is_number or name in ("number card", "numbered card", "number cards")) and shown:
            return f"the cards that show a number are `{shown[0]} to {shown[-1]}`"
        if first in _PICKED:
            takers = [a for a in self.v.acts if a.argument is not None and a.name == a.verb]
            takers.sort(key=lambda a: -SequenceMatcher(None, _PICKED[0], short(a.name)).ratio())
            taker = next((a for a in takers if a.argument_name in words[1:]), None)
            if taker is None and words[-1] in ("player", "opponent"):
                taker = next((a for a in takers if isinstance(a.argument, Player)), None)
            if taker is not None:
                return f"in a rule about `{short(taker.name)}`, what was chosen is `{taker.argument_name}`"
        if name in ("previous player", "last player"):
            return "the neighbors are `left of player` and `right of player`"
        several = self.of_several(node, words)
        if several is not None:
            return several
        rest = " ".join(words[2:] if words[1:2] in (("than",), ("to",)) else words[1:])
        if first in (*_MORE, *_LESS) and rest:
            return f"write `is {'more' if first in _MORE else 'less'} than {rest}`"
        if first in ("until", "till") and len(words) > 1:
            return f"effects go on below `repeat at most 20 times while not {' '.join(words[1:])}`"
        if first == "equal" and rest:
            return f"write `is {rest}`"
        both = re.match(r"between\s+(\S+)\s+and\s+(\S+)", text[node.span.start :])
        if both is not None:
            return f"write `{both[1]} to {both[2]}`"
        amount = re.search(r"(\S+)\s+or\s+(more|fewer|less)$", text[: node.span.end])
        if amount is not None and len(words) == 1:
            return f"write `is at {'least' if amount[2] == 'more' else 'most'} {amount[1]}`"
        if first == "no" and words[1:] in {tuple(short(x.name).split()) for x in self.v.situations}:
            return f"write `not {' '.join(words[1:])}`"
        if first in NOUNS and len(words) > 1 and self.attribute_values(words[1:]) is not None:
            return f"write `{' '.join(words[1:])}`"
        if first == "not" and len(words) > 1:
            described = " ".join(words[1:])
            return f"say `a card`, and what it is not in a line of its own: `if the card is not {described}`"
        copies = re.match(r"(?:a\s+)?(\d+)\s*x\s+([a-z][a-z0-9 -]*)", text[node.span.start :])
        if copies is not None:
            return f"write `{copies[1]} * {copies[2].strip()}`"
        if name in _VALUES_ELSEWHERE:
            return f"write `{_VALUES_ELSEWHERE[name]}`"
        if name in ("opponent", "my opponent", "their opponent"):
            return "the others are `other players`, and whoever comes next is `next player`"
        if name in ("next next player", "second next player", "player after next", "player after next player"):
            return "write `next player after next player`"
        if words[-1] == "hold":
            return f"write `{' '.join((*words[:-1], 'holds'))}`"
        if (
            len(words) == 2
            and words[0].isdigit()
            and words[1] in ("point", "points", "time", "player", "turn", "turns")
        ):
            return f"write `{words[0]}`"
        shown_as = name.removesuffix("s")
        if name.endswith("s") and self.v.deck is not None and any(shown_as in a.values for a in self.v.deck.attributes):
            return f"a card is called by its name: `{shown_as}`"
        if words[-1] in _STARTS:
            return f"put a value that begins with `{words[-1]}` in parentheses: `({words[-1]} ...)`"
        return self.held(words)

    def sort_of(self, words: Words) -> str | None:
        """A suggestion for `an even number`, `an odd card`, `an action card`: a list of cards."""
        what = words[:-1] if words[-1] in (*NOUNS, "number", "numbers") else words
        if self.v.deck is None or len(what) != 1:
            return None
        for attribute in self.v.deck.attributes:
            pairs = list(zip(attribute.values, attribute.numbers, strict=True))
            if not any(n is not None for _, n in pairs):
                continue
            found: list[str] = []
            if what[0] in ("even", "odd"):
                found = [v for v, n in pairs if n is not None and n % 2 == int(what[0] == "odd")]
            elif what[0] in _SPECIAL:
                found = [v for v, n in pairs if n is None]
            if found:
                return f"name the cards: `{' or '.join(found)}`"
        return None

    def of_several(self, node: s.Phrase, words: Words) -> str | None:
        """A suggestion for `smaller of count and 5`, or `min of ...`; None for others."""
        name = " ".join(words).lower()
        between = re.match(
            r"(?:the\s+)?(\w+)[ \t]+(?:of|between)[ \t]+([^,()\n]+?)[ \t]+and[ \t]+([^\s,()]+)",
            node.span.source.text[node.span.start :],
        )
        head = between[1] if between is not None else name
        meant = next((k for k, others in _ONE_OF_TWO.items() if head == k or head in others), None)
        if meant is None or (
            between is None and meant != "difference" and name not in (meant, *_ONE_OF_TWO[meant][:2])
        ):
            return None
        return (
            f"write `{meant} of ({between[2]}, {between[3]})`" if between is not None else f"write `{meant} of (A, B)`"
        )

    def held(self, words: Words) -> str | None:
        """A suggestion for `bob has 3 cards`; None for others."""
        at = next((i for i, w in enumerate(words) if w in ("has", "have", "got", "had")), None)
        if at is None or at + 1 >= len(words):
            return None
        who = " ".join(words[:at]) or "player"
        what = words[at + 1 :]
        count = 0 if what[0] == "no" else number_in(what[0])
        if count is not None and what[-1] in NOUNS and len(what) > 1:
            return f"write `number of {' '.join((*what[1:-1], 'cards'))} in {self.private_zone()} of {who} is {count}`"
        return f"write `{who} holds {' '.join(what)}`"
