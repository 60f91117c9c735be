"""Resolution of cards: the only place where words become cards, and where a number in place of a card is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from unodsl.model import expressions as e
from unodsl.model.types import NOTHING, Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.resolve.kinds import describe, one_line, short
from unodsl.resolve.scope import CARD, MAYBE_CARD, MAYBE_PLAYER, PLAYERS, Vocabulary, Words
from unodsl.resolve.words import ARTICLES, NOUNS, NUMBER_WORDS, Mistake, number_in, plain
from unodsl.syntax import nodes as s


class Cards:
    """Resolves cards, and values of cards."""

    v: Vocabulary

    # ------------------------------------------------------------------------------------------------------- their values

    def literal(self, words: Words, expected: Type | None) -> e.Constant | None:
        """A value of the expected enumeration, or `nothing` of the expected optional type."""
        match expected:
            case Enumeration():
                name = " ".join(words)
                if name in expected.values:
                    return e.Constant(expected.values.index(name), expected)
            case Card():
                return self.card_constant(words)
            case _:
                pass
        if words == ("nothing",) and expected is not None:
            if isinstance(expected, Enumeration):
                return e.Constant(NOTHING, replace(expected, optional=True))
            if isinstance(expected, Card):
                return e.Constant(NOTHING, MAYBE_CARD)
            if isinstance(expected, Player):
                return e.Constant(NOTHING, MAYBE_PLAYER)
            if isinstance(expected, Players):
                return e.Constant(0, PLAYERS)
        return None

    def enumerated(self, words: Words, view: tuple[str, ...]) -> e.Constant | None:
        """A value of an attribute of cards, or of a choice of some variable; preferably one that the page itself or its
        ancestors declare."""
        name = " ".join(words)
        assert self.v.deck is not None
        hits: list[tuple[bool, e.Constant]] = []
        for index, attribute in enumerate(self.v.deck.attributes):
            if name in attribute.values:
                type_ = self.v.attribute_type(index)
                hits.append((self.v.is_foreign((name,), view), e.Constant(attribute.values.index(name), type_)))
        for choice, pages in self.v.enumerations.items():
            if name in choice.values:
                foreign = not pages & set(self.v.chain(view))
                hits.append((foreign, e.Constant(choice.values.index(name), choice)))
        return min(hits, key=lambda h: h[0])[1] if hits else None

    def attribute_values(self, words: Words) -> dict[int, int] | None:
        """Words that are values of different attributes (`red 5`), as attribute to value; None if they are not."""
        assert self.v.deck is not None
        if words and words[-1] in NOUNS:
            words = words[:-1]
        found: dict[int, int] = {}
        for word in words:
            for index, attribute in enumerate(self.v.deck.attributes):
                if word in attribute.values and index not in found:
                    found[index] = attribute.values.index(word)
                    break
            else:
                return None
        return found or None

    def card_constant(self, words: Words) -> e.Constant | None:
        """The kind of card with this full name; None if there is none."""
        assert self.v.deck is not None
        name = " ".join(words)
        for index, kind in enumerate(self.v.deck.kinds):
            if kind.name == name:
                return e.Constant(index, CARD)
        values = self.attribute_values(words)
        if values is not None:
            hits = [i for i, k in enumerate(self.v.deck.kinds) if all(k.values[a] == x for a, x in values.items())]
            if len(hits) == 1 and all(
                a in values for a, x in enumerate(self.v.deck.kinds[hits[0]].values) if x != NOTHING
            ):
                return e.Constant(hits[0], CARD)
        return None

    # ------------------------------------------------------------------------------------------------ numbers and cards

    def counted(self, node: s.Expr) -> tuple[int, str] | None:
        """A phrase that counts cards (`2 cards`, `two red cards`, `no cards`): the number, and which cards; None for
        others."""
        if not isinstance(node, s.Phrase):
            return None
        words = plain(node.words)
        if len(words) < 2 or words[-1] not in NOUNS:
            return None
        count = 0 if words[0] == "no" else number_in(words[0])
        if count is None or (node.words[0].text in ARTICLES and words[-1] == "card"):
            return None  # `a 5 card` is one card
        return count, " ".join((*words[1:-1], "cards"))

    def refuse_shared(self, left: s.Expr, right: s.Expr, kind: str) -> None:
        """Raises UNO106 for `red 5 or 6`, and `red or blue 5`: read aloud, a word may be about one or both. `red 5 or a
        6` is clear."""
        if not (isinstance(left, s.Phrase) and isinstance(right, s.Phrase)) or right.words[0].text in ARTICLES:
            return
        one, other = plain(left.words), plain(right.words)
        ours, theirs = self.attribute_values(one), self.attribute_values(other)
        if ours is None or theirs is None or one[-1] in NOUNS:
            return
        if len(theirs) == 1 < len(ours) and set(theirs) == set(self.attribute_values(one[-1:]) or ()):
            both = f"{one_line(left)} {kind} {' '.join((*one[:-1], *other))}"
            alone = f"{one_line(left)} {kind} a {' '.join(other)}"
        elif len(ours) == 1 < len(theirs) and set(ours) == set(self.attribute_values(other[:1]) or ()):
            both = f"{' '.join((*one, *other[1:]))} {kind} {' '.join(other)}"
            alone = f"{one_line(left)} card {kind} {' '.join(other)}"
        else:
            return
        hint = f"write `{both}` or `{alone}`"
        raise Mistake("UNO106", "this reads aloud as two things", left.span.to(right.span), hint)

    def refuse_count(self, node: s.Expr, test_line: str | None = None) -> None:
        """Raises UNO106 for a count of cards where a description of a card is needed. `test_line`: the line that would test
        the number, with `CARDS` for the description."""
        if isinstance(node, s.Range) and node.phrase is None:
            behind = node.high.span.source.text[node.high.span.end :].split()[:1]
            which = f"{node.low.text} to {node.high.text}"
            if behind == ["cards"]:
                hint = f"cards that show such a number are just `{which}`; "
                hint += test_line or f"to ask how many there are, write `number of cards in ... is {which}`"
                raise Mistake("UNO106", f"`{which} cards` says how many cards, not which", node.span, hint)
        found = self.counted(node)
        if found is None:
            return
        count, which = found
        hint = (test_line or f"`number of CARDS in {self.private_zone()} of player is COUNT`").replace("CARDS", which)
        hint = hint.replace("COUNT", str(count))
        if self.shows(str(count)) and which == "cards" and plain(_words(node))[0] != "no":
            hint += f"; a card that shows a {count} is just `{count}`"
        text = one_line(node)
        raise Mistake("UNO106", f"`{text}` says how many cards, not which", node.span, hint)

    def private_zone(self) -> str:
        """The name of the zone that only its own player sees."""
        held = [z for z in self.v.zones if z.each_player and z.visibility == "seen by its player"]
        return short(held[0].name) if held else "hand"

    def zones_named(self, line: str) -> str:
        """Replaces the usual names of zones in a line of help by those of this table."""
        table = [short(z.name) for z in self.v.zones if not z.each_player and z.visibility == "face up"]
        homes = [short(self.v.zones[self.v.deck.home].name)] if self.v.deck is not None and self.v.zones else []
        for name, own in (("discard pile", table), ("draw pile", homes)):
            if len(own) == 1 and all(short(z.name) != name for z in self.v.zones):
                line = line.replace(name, own[0])
        return re.sub(r"\b(in|from|to) hand of\b", rf"\1 {self.private_zone()} of", line)

    def shows(self, text: str) -> bool:
        """Whether some card shows these digits."""
        assert self.v.deck is not None
        return any(text in a.values for a in self.v.deck.attributes)

    def called_after(self, count: int) -> list[str]:
        """The values of cards whose names contain a number besides other words: `take-two` contains 2."""
        assert self.v.deck is not None
        names = {str(count)} | ({NUMBER_WORDS[count]} if 0 <= count < len(NUMBER_WORDS) else set())
        return [
            value
            for attribute in self.v.deck.attributes
            for value in attribute.values
            if value != str(count) and names & set(re.findall(r"[a-z]+|[0-9]+", value.lower()))
        ]

    def number_hint(self, value: e.Expr, node: s.Expr) -> str | None:
        """A hint which card a number was meant to be."""
        assert self.v.deck is not None
        if not isinstance(value, e.Constant):
            return None
        count = abs(value.value)
        named = self.called_after(count)
        if named:
            return f"did you mean {listed(named)}?"
        if self.shows(str(count)):
            return f"the card that shows a {count} is called `{count}`"
        shown = sorted(n for a in self.v.deck.attributes for n in a.numbers if n is not None)
        return f"these cards show numbers from {shown[0]} to {shown[-1]}" if shown else None

    def refuse_signed(self, node: s.Arithmetic) -> None:
        """Raises UNO106 for a card named by a number with a sign, with its name in the deck: `red +2`, `a +4 card`."""
        found = re.fullmatch(r"(.*?)\s*\+\s*([0-9]{1,3})(?:\s+cards?)?", one_line(node))
        if found is None or not isinstance(node.first, s.Phrase):
            return
        rest = plain(node.first.words)
        if any(w.isdigit() for w in rest) or (rest and self.attribute_values(rest) is None):
            return
        called = self.called_after(int(found[2]))
        hint = f"did you mean {listed(' '.join((*rest, name)) for name in called)}?" if called else None
        raise Mistake("UNO106", f"`{one_line(node)}` is no card of this deck", node.span, hint)

    def misfit(self, value: e.Expr, expected: Type, node: s.Expr) -> Mistake:
        """The error UNO106: a value of another type than needed, with a suggestion."""
        have = value.type
        text = one_line(node)
        hint: str | None = None
        match have, expected:
            case Number(), Card() | Enumeration():
                hint = self.number_hint(value, node)
                span = re.fullmatch(r"(.*?)([0-9]+) *- *([0-9]+)", text)
                if span is not None:
                    hint = f"did you mean `{span[1]}{span[2]} to {span[3]}`?"
                if isinstance(node, s.Positive | s.Negative):
                    need = describe(expected)
                    return Mistake("UNO106", f"`{text}` is a number, and {need} is needed", node.span, hint)
            case Card(), Number():
                hint = self.shown_number(None if text in ("a card", "card", "the card") else text)
            case Enumeration(), Card() if isinstance(value, e.Constant):
                hint = self.whole_card(text)
            case Enumeration(), Card():
                assert self.v.deck is not None
                if any(have.name == a.name for a in self.v.deck.attributes):
                    hint = f"ask what the card shows on a line of its own: `if {have.name} of the card is {text}`"
            case Enumeration(), Number():
                assert self.v.deck is not None
                if any(have.name == a.name and any(n is not None for n in a.numbers) for a in self.v.deck.attributes):
                    hint = None if isinstance(value, e.Constant) else f"the number that it shows is `number of {text}`"
            case Players(), Player():
                hint = f"one of them is `first of {text}`" if isinstance(node, s.Phrase) else None
            case Enumeration() | Card(), YesNo() if isinstance(value, e.Constant):
                hint = f"say what it is about: `... is {text}`"
            case Number() | Player() | Enumeration() | Card(), YesNo() if not (
                isinstance(value, e.Constant) and isinstance(have, Player)
            ):
                hint = f"say what it is compared with: `{text} is ...`"
                if isinstance(value, e.Constant) and isinstance(have, Number):
                    hint = f"say what it is about: `... is {text}`"
            case _:
                pass
        return Mistake("UNO106", f"here stands {describe(have)}, and {describe(expected)} is needed", node.span, hint)

    def refuse_set_behind(self, first: s.Aggregate, node: s.Arithmetic, value: e.Expr, operand: s.Expr) -> None:
        """Raises UNO106 for `total of points for players - winners`: a set of players behind what was counted over
        players needs parentheses."""
        among = first.over.what
        if first.over.place is not None or first.over.condition is not None:
            return
        start = one_line(first).removesuffix(one_line(among))
        rest = "".join(f" {operator} {one_line(x)}" for operator, x in node.rest)
        message = f"here stands {describe(value.type)}, and a number is needed"
        raise Mistake("UNO106", message, operand.span, f"write `{start}({one_line(among)}{rest})`")

    def whole_card(self, text: str) -> str | None:
        """The full name of a card of which only a part was given."""
        assert self.v.deck is not None
        part = text.split()[-1]
        named = [k.name for k in self.v.deck.kinds if part in k.name.split()]
        return f"say the whole card: {listed(named[:4])}" + (", ..." if len(named) > 4 else "") if named else None

    def shown_number(self, card: str | None) -> str | None:
        """How to get the number that a card shows; None if no card shows one."""
        assert self.v.deck is not None
        for attribute in self.v.deck.attributes:
            if any(n is not None for n in attribute.numbers):
                return f"the number that it shows is `number of {attribute.name} of {card or 'the card'}`"
        return None

    # ----------------------------------------------------------------------------------------------------- nearly a card

    def nearly_card(self, words: Words) -> str | None:
        """The card that words mean after inserting hyphens and writing out numbers: `big take 4`."""
        assert self.v.deck is not None
        values = {v for a in self.v.deck.attributes for v in a.values}

        def joined(part: Words) -> str | None:
            if len(part) == 1:
                return part[0] if part[0] in values else self.spelled_out(part[0], values)
            part = (*part[:-1], part[-1].removesuffix("s")) if part[-1].removesuffix("s") in NUMBER_WORDS else part
            written = [NUMBER_WORDS[n] if (n := number_in(w)) is not None and n <= 12 else w for w in part]
            digits = [str(n) if (n := number_in(w)) is not None else w for w in part]
            return next((x for x in ("-".join(written), "-".join(digits)) if x in values), None)

        out: list[str] = []
        at = 0
        words = words[:-1] if words and words[-1] in NOUNS else words
        while at < len(words):
            for end in range(len(words), at, -1):
                hit = joined(words[at:end])
                if hit is not None:
                    out.append(hit)
                    at = end
                    break
            else:
                return None
        return " ".join(out) if tuple(out) != tuple(words) else None

    @staticmethod
    def spelled_out(word: str, values: set[str]) -> str | None:
        """The value that a word with a digit means, such as `draw-4` or `draw4`: with the number in words, or the only value
        that has these words in it."""
        parts = re.findall(r"[a-z]+|[0-9]+", word)
        if len(parts) < 2 or not any(x.isdigit() for x in parts):
            return None
        written = [NUMBER_WORDS[int(x)] if x.isdigit() and int(x) < len(NUMBER_WORDS) else x for x in parts]
        near = [x for x in sorted(values) if {*written} <= {*x.split("-")}]
        whole = "-".join(written)
        return whole if whole in values else near[0] if len(near) == 1 else None

    def one_after_other(self, words: Words) -> str | None:
        """The cards that some words are with nothing between them; None where they are one card, or none."""
        assert self.v.deck is not None
        names = {tuple(k.name.split()) for k in self.v.deck.kinds}
        found: list[str] = []
        at = 0
        while at < len(words):
            end = next((x for x in range(len(words), at, -1) if words[at:x] in names), None)
            if end is None:
                return None
            found.append(f"`{' '.join(words[at:end])}`")
            at = end
        return " and ".join(found) if len(found) > 1 else None

    def run_together(self, words: Words) -> str | None:
        """The card that words mean if they are joined, hyphenated, or abbreviated to first letters: `red5`, `red-5`,
        `R5`, `take-2`."""
        assert self.v.deck is not None
        words = words[:-1] if words and words[-1] in NOUNS else words
        parts = tuple(p for w in words for p in w.split("-") if p)
        text = "".join(parts).lower()
        values = {v for a in self.v.deck.attributes for v in a.values}
        if len(parts) > len(words):
            found = self.nearly_card(parts)
            if found is not None:
                return found
        if not text:
            return None
        names = [*sorted(values), *(k.name for k in self.v.deck.kinds)]
        written = dict(zip((re.sub(r"[ -]", "", n) for n in names), names, strict=True))
        if text in written and written[text] != " ".join(words):
            return written[text]
        short_ = {x: n for n in names if len(n.split()) == 2 for x in (n[0] + n.split()[1],)}
        clash = [n for n in names if len(n.split()) == 2 and n[0] + n.split()[1] == text]
        return short_[text] if len(clash) == 1 else None


def _words(node: s.Expr) -> tuple[s.Word, ...]:
    return node.words if isinstance(node, s.Phrase) else ()


def several(names: Iterable[str]) -> str:
    """Quoted names in a sentence, the first ones if there are many: `red`, `yellow`, ..."""
    shown = [f"`{n}`" for n in names]
    return ", ".join(shown[:_MOST] + (["..."] if len(shown) > _MOST else []))


_MOST = 16


def listed(names: Iterable[str]) -> str:
    """Names in backticks: `a`, `b` or `c`."""
    shown = [f"`{n}`" for n in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def is_nothing(value: e.Expr) -> bool:
    """Whether a value is the constant nothing. The number -1 is not."""
    return isinstance(value, e.Constant) and value.value == NOTHING and not isinstance(value.type, Number | YesNo)
