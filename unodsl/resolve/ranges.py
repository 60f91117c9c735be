"""Resolution of ranges: `1 to 9` in place of a card, a value or a number."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from unodsl.model import expressions as e
from unodsl.model.types import Card, Enumeration, Number, Type
from unodsl.resolve.kinds import describe
from unodsl.resolve.logic import Logics
from unodsl.resolve.scope import YES_NO, Context, both, either, number
from unodsl.resolve.words import Mistake, plain
from unodsl.syntax import nodes as s


class Ranges(Logics):
    """Resolves ranges to conditions."""

    def has_value(self, card: e.Expr, attribute: int, value: int) -> e.Expr:
        """The condition that a card has a value of an attribute."""
        type_ = self.v.attribute_type(attribute)
        return e.Compare(
            "==", e.Attribute(attribute, card, self.v.attribute_type(attribute, True)), e.Constant(value, type_), YES_NO
        )

    def no_range(self, node: s.Range, expected: Type | None) -> NoReturn:
        """The error UNO106 for a range where a single value is needed."""
        needed = "one value" if expected is None else describe(expected)
        hint = "a range says which cards or numbers, as in `the card is 1 to 9` and `when player plays 1 to 9`"
        if isinstance(expected, Card):
            hint = self.each_card(node) or hint
        raise Mistake("UNO106", f"`{node.span.text}` is any of several, and {needed} is needed", node.span, hint)

    def each_card(self, node: s.Range) -> str | None:
        """How to list the cards of a range; None if there are none."""
        assert self.v.deck is not None
        words = plain(node.phrase.words) if node.phrase is not None else ()
        names = [k.name for k in self.v.deck.kinds if set(words) <= set(k.name.split())]
        low, high = int(node.low.text[:9]), int(node.high.text[:9])
        found = [next((n for n in names if str(v) in n.split()), None) for v in range(low, min(high, low + 2) + 1)]
        shown = [n for n in found if n is not None]
        return f"name each card: `{', '.join(shown)}`" if shown else None

    def range_pattern(self, node: s.Range, subject: e.Expr, ctx: Context) -> e.Expr:
        """The condition that `subject` is in a range: a number between its ends, a value, or a card with such a
        value."""
        low, high = int(node.low.text[:9]), int(node.high.text[:9])
        words = plain(node.phrase.words) if node.phrase is not None else ()
        if low > high:
            turned = " ".join((*words, node.high.text, "to", node.low.text))
            raise Mistake(
                "UNO107", f"this range goes down, from {low} to {high}", node.span, f"did you mean `{turned}`?"
            )
        match subject.type:
            case Number() if not words:
                least, most = subject.type.low, subject.type.high
                if most < low or high < least:
                    raise Mistake(
                        "UNO107", f"this goes from {least} to {most}, so it is never {low} to {high}", node.span
                    )
                ends = (e.Compare("<=", number(low), subject, YES_NO), e.Compare("<=", subject, number(high), YES_NO))
                return both(list(ends))
            case Enumeration() if not words:
                type_ = replace(subject.type, optional=False)
                values = self.numbered(type_.values, node)
                return either([e.Compare("==", subject, e.Constant(v, type_), YES_NO) for v in values])
            case Card():
                rest = self.attribute_values(words) if words else {}
                self.v.note_cards(() if node.phrase is None else node.phrase.words)
                if rest is None:
                    assert node.phrase is not None
                    self.unknown(node.phrase, ctx)
                attribute = self.numbering(node)
                if attribute in rest:
                    raise Mistake("UNO106", f"`{node.span.text}` names two values of one card", node.span)
                values = self.numbered(self.v.attribute_type(attribute).values, node)
                some = either([self.has_value(subject, attribute, v) for v in values])
                return both([*(self.has_value(subject, a, v) for a, v in sorted(rest.items())), some])
            case _:
                needed = describe(subject.type)
                raise Mistake("UNO106", f"`{node.span.text}` are cards or numbers, and {needed} is needed", node.span)

    def numbering(self, node: s.Range) -> int:
        """The attribute of cards whose values a range enumerates."""
        assert self.v.deck is not None
        for index, attribute in enumerate(self.v.deck.attributes):
            if node.low.text in attribute.values or node.high.text in attribute.values:
                return index
        shown = [n for a in self.v.deck.attributes for n in a.numbers if n is not None]
        hint = f"the cards show numbers from {min(shown)} to {max(shown)}" if shown else "no card shows a number"
        raise Mistake("UNO105", f"there are no cards `{node.low.text} to {node.high.text}`", node.span, hint)

    def numbered(self, values: tuple[str, ...], node: s.Range) -> list[int]:
        """The indexes of the values that are numbers of a range, whose ends are values too."""
        for end in (node.low, node.high):
            if end.text not in values:
                shown = [int(v) for v in values if v.isdigit()]
                hint = f"these go from {min(shown)} to {max(shown)}" if shown else f"there is {', '.join(values)}"
                raise Mistake("UNO105", f"there is no `{end.text}`", end.span, hint)
        low, high = int(node.low.text), int(node.high.text)
        return [i for i, v in enumerate(values) if v.isdigit() and low <= int(v) <= high]
