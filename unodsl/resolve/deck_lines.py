"""The lines of a deck: the cards that they name, and the resulting number of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from unodsl import limits
from unodsl.diagnostics import Diagnostic, did_you_mean
from unodsl.model.types import NOTHING
from unodsl.resolve.scope import Vocabulary
from unodsl.resolve.words import key, plain
from unodsl.source import Span
from unodsl.syntax import nodes as s
from unodsl.syntax.deck_phrases import deck_line

Values = tuple[int, ...]
"""For each attribute of the deck the index of a value, or -1 for none."""

MOST_IN_A_RANGE = 101


@dataclass(slots=True)
class Heap:
    """The total of the deck lines of one zone. Their order never matters."""

    added: dict[Values, int] = field(default_factory=dict)
    taken: list[tuple[Values, int, Span]] = field(default_factory=list)
    removed: list[tuple[Values, Span]] = field(default_factory=list)
    packs: int = 1

    def cards(self) -> dict[Values, int]:
        """The number of cards of each kind: added minus removed, times the number of packs."""
        counts = dict(self.added)
        for pattern, copies, _ in self.taken:
            for card in called(pattern, counts):
                counts[card] = max(0, counts[card] - copies)
        return {
            card: copies * self.packs
            for card, copies in counts.items()
            if copies > 0 and not any(covers(pattern, card) for pattern, _ in self.removed)
        }


def called(pattern: Values, cards: Iterable[Values]) -> list[Values]:
    """The cards that match a description: the one with exactly these values, or else those with more."""
    found = [card for card in cards if covers(pattern, card)]
    return [pattern] if pattern in found else found


def covers(pattern: Values, card: Values) -> bool:
    """Whether a card has all the values of a pattern."""
    return all(p in (NOTHING, c) for p, c in zip(pattern, card, strict=True))


class DeckLines:
    """Reads the lines that add and remove cards."""

    v: Vocabulary
    diagnostics: list[Diagnostic]

    def wrong(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Adds an error in the deck."""
        self.diagnostics.append(Diagnostic(code, message, span, hint))

    # -------------------------------------------------------------------------------------------------------- which cards

    def value_names(self, value: s.Value) -> list[str]:
        """The names in an attribute's line: one, or all numbers of a range."""
        words = plain(value.phrase.words)
        if len(words) != 1:
            hint = "join the words with hyphens"
            self.wrong("UNO101", f"`{' '.join(words)}` should be one name", value.phrase.span, hint)
            return []
        return [name for (name,) in self.cards_named(value)]

    def cards_named(self, value: s.Value) -> list[tuple[str, ...]]:
        """The words of each card that a list item names."""
        words = plain(value.phrase.words)
        if value.to is None:
            return [words]
        low, high = words[-1] if words else "", value.to.text
        if low.isdigit() and int(low) > int(high):
            turned = " ".join((*words[:-1], high, "to", low))
            self.wrong(
                "UNO107", "this range goes from the larger number to the smaller", value.span, f"write `{turned}`"
            )
            return []
        if not low.isdigit() or int(high) - int(low) >= MOST_IN_A_RANGE:
            self.wrong("UNO107", f"this is not a range of up to {MOST_IN_A_RANGE} numbers", value.span)
            return []
        return [(*words[:-1], str(n)) for n in range(int(low), int(high) + 1)]

    def line(self, line: s.Cards, heap: Heap) -> None:
        """Adds or removes the cards of a line."""
        if line.count is not None and line.count > limits.CARDS:
            self.wrong("UNO107", f"a deck has at most {limits.CARDS} cards", line.span)
            return
        if line.count == 0:
            self.wrong(
                "UNO107", "no card is put in or taken out by this", line.span, "say at least 1, or leave the line out"
            )
            return
        before = len(self.diagnostics)
        self.alone(line)
        for values, span in self.named(line):
            if line.kind == "remove" and line.count is None:
                heap.removed.append((values, span))
            elif line.kind == "remove":
                assert line.count is not None
                heap.taken.append((values, line.count, span))
            elif len(self.diagnostics) == before:
                assert line.count is not None
                heap.added[values] = heap.added.get(values, 0) + line.count

    def named(self, line: s.Cards) -> Iterator[tuple[Values, Span]]:
        """The cards of a line, each with its place."""
        deck = self.v.deck
        assert deck is not None
        names = [a.name for a in deck.attributes]
        each_at = -1
        if line.each is not None:
            name = " ".join(key(line.each))
            if name not in names:
                self.wrong("UNO105", f"cards have no `{name}`", line.each.span, did_you_mean(name, names))
                return
            each_at = names.index(name)
        of = plain(line.of.words) if line.of is not None else ()
        known = [x for a in deck.attributes for x in a.values]
        strange = next((x for x in of if x not in known), None)
        if line.of is not None and strange is not None:
            meant = deck_line(line.span.text, {})
            hint = did_you_mean(strange, known) if meant is None else f"write `{meant}`"
            self.wrong("UNO105", f"unknown card `{strange}`", line.of.span, hint)
            return
        for value in line.values:
            for words in self.cards_named(value):
                found = self.values_of((*of, *words), value.span)
                if found is None:
                    continue
                if each_at in found:
                    one = deck.attributes[each_at].values[found[each_at]]
                    message = f"`each {names[each_at]}` goes through all of them, and `{one}` is one"
                    self.wrong("UNO106", message, value.span, "leave one of the two out")
                    continue
                values = [found.get(a, NOTHING) for a in range(len(names))]
                for index in range(len(deck.attributes[each_at].values)) if each_at >= 0 else (NOTHING,):
                    if each_at >= 0:
                        values[each_at] = index
                    yield tuple(values), value.span

    def values_of(self, words: tuple[str, ...], span: Span) -> dict[int, int] | None:
        """The values of a card by attribute; None, with an error, if the words are not a card."""
        deck = self.v.deck
        assert deck is not None
        found: dict[int, int] = {}
        for word in words:
            at = next((i for i, a in enumerate(deck.attributes) if word in a.values), None)
            if at is None:
                known = [x for a in deck.attributes for x in a.values]
                self.wrong("UNO105", f"unknown card `{word}`", span, did_you_mean(word, known))
                return None
            attribute = deck.attributes[at]
            if at in found:
                both = f"`{attribute.values[found[at]]}` and `{word}`"
                self.wrong("UNO106", f"a card has one {attribute.name}, not {both}", span, "put `,` between cards")
                return None
            found[at] = attribute.values.index(word)
        return found

    def alone(self, line: s.Cards) -> None:
        """Raises UNO106 for a number after a card of several words: `1 of red 1, 2` would add a 2 without a color."""
        deck = self.v.deck
        assert deck is not None
        for before, value in zip(line.values, line.values[1:], strict=False):
            first, words = plain(before.phrase.words), plain(value.phrase.words)
            if line.each is None and line.of is None and len(first) > 1 and len(words) == 1 and words[0].isdigit():
                if not first[-1].isdigit():
                    continue
                count = "" if line.count is None else f"{line.count} of "
                verb = "remove " if line.kind == "remove" else ""
                of = " ".join(first[:-1])
                rest = ", ".join(" ".join(v.span.text.split()).removeprefix(f"{of} ") for v in line.values)
                hint = f"write `{verb}{count}{of}: {rest}`; a card with nothing else has a line of its own"
                self.wrong(
                    "UNO106",
                    f"is this `{of} {value.span.text}`, or a card that has no more than that?",
                    value.span,
                    hint,
                )
                return

    # ------------------------------------------------------------------------------------------------- what is taken out

    def check_taken(self, heaps: Mapping[int, Heap]) -> None:
        """Checks that a removed number of cards exists, and is one kind."""
        deck = self.v.deck
        assert deck is not None
        for heap in heaps.values():
            left = dict(heap.added)
            for pattern, copies, span in heap.taken:
                name = self.name(pattern)
                hits = called(pattern, left)
                if len(hits) > 1:
                    missing = next(
                        i for i, x in enumerate(pattern) if x == NOTHING and any(c[i] != NOTHING for c in hits)
                    )
                    of = deck.attributes[missing].name
                    hint = f"write `remove {copies} of each {of}: {name}`, or say which {of}"
                    self.wrong("UNO106", f"there are {len(hits)} different cards `{name}`", span, hint)
                    continue
                there = left[hits[0]] if hits else 0
                if there < copies:
                    some = f"no `{name}`" if not there else f"only {there} `{name}`"
                    self.wrong(
                        "UNO107", f"there is {some} to take out" if there < 2 else f"there are {some} to take out", span
                    )
                for card in hits:
                    left[card] = max(0, there - copies)
            self.check_removed(heap, heaps)

    def check_removed(self, heap: Heap, heaps: Mapping[int, Heap]) -> None:
        """Checks that cards that are removed completely exist: for `each color: 5`, at least one."""
        patterns: dict[Span, list[Values]] = {}
        for pattern, span in heap.removed:
            patterns.setdefault(span, []).append(pattern)
        for span, some in patterns.items():
            if any(covers(pattern, card) for pattern in some for card in heap.added):
                continue
            zones = [
                self.v.zones[zone].name.partition(".")[2]
                for zone, other in heaps.items()
                if any(covers(pattern, card) for pattern in some for card in other.added)
            ]
            hint = f"it lies in another zone: take it out in `deck in {zones[0]}`" if zones else None
            self.wrong("UNO107", f"there is no `{' '.join(span.text.split())}` to take out", span, hint)

    def name(self, pattern: Values) -> str:
        """The words of a pattern."""
        assert self.v.deck is not None
        return " ".join(a.values[x] for a, x in zip(self.v.deck.attributes, pattern, strict=True) if x != NOTHING)
