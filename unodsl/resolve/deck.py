"""The deck of a table: what its cards have, and how many there are of which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from unodsl import limits
from unodsl.diagnostics import Diagnostic, did_you_mean
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import NOTHING, Number
from unodsl.resolve.deck_lines import DeckLines, Heap, Values
from unodsl.resolve.expressions import Expressions
from unodsl.resolve.kinds import where
from unodsl.resolve.scope import Context, Symbol
from unodsl.resolve.words import Mistake, key
from unodsl.source import Span
from unodsl.syntax import nodes as s

_MOST_VARYING = 6
"""So many options of one family may change the deck: each set of them is dealt with by itself."""


@dataclass(frozen=True, slots=True)
class Block:
    """The items of a game (`option` None) or of an option. `support`: only its declarations count, not its rules."""

    page: str
    option: str | None
    items: tuple[s.Item, ...]
    support: bool


class Decks(DeckLines):
    """The part of the declarer that reads `deck`."""

    blocks: list[Block]
    featured: tuple[str, ...]
    x: Expressions

    view: Callable[[str], tuple[str, ...]]

    if TYPE_CHECKING:

        def context(self, page: str) -> Context: ...

    def decks(self) -> list[tuple[Block, s.Deck]]:
        return [(b, i) for b in self.blocks if not b.support for i in b.items if isinstance(i, s.Deck)]

    def attributes(self) -> None:
        found: dict[str, list[str]] = {}
        pages: dict[str, str] = {}
        for block, deck in self.decks():
            for line in deck.lines:
                if isinstance(line, s.Attribute):
                    name = " ".join(key(line.name))
                    values = found.setdefault(name, [])
                    pages.setdefault(name, block.page)
                    for value in line.values:
                        for text in self.value_names(value):
                            self.v.values.setdefault(text, set()).add(block.page)
                            taken = next((n for n, xs in found.items() if text in xs), None)
                            if taken is not None:
                                self.diagnostics.append(
                                    Diagnostic("UNO108", f"`{text}` is already a {taken}", value.span)
                                )
                            else:
                                values.append(text)
        if not found:
            span = self.blocks[0].items[0].span if self.blocks and self.blocks[0].items else None
            hint = "a game needs a `deck` that says what its cards have and how many there are"
            self.diagnostics.append(Diagnostic("UNO112", "this game has no cards", span, hint))
        attributes = tuple(
            t.CardAttribute(n, tuple(xs), tuple(int(x) if x.isdigit() else None for x in xs)) for n, xs in found.items()
        )
        self.v.deck = t.Deck(attributes, (), 0)
        for index, attribute in enumerate(attributes):
            words = tuple(attribute.name.split())
            self.v.declare(pages[attribute.name], words, Symbol("attribute", index, pages[attribute.name]))

    def cards(self) -> None:
        deck = self.v.deck
        assert deck is not None
        home: int | None = None
        said: s.Phrase | None = None
        for block, item in self.decks():
            if item.zone is not None:
                symbol = self.v.find(key(item.zone), self.view(block.page), "zone")
                if symbol is None or self.v.zones[symbol.index].each_player:
                    hint = did_you_mean(" ".join(key(item.zone)), [z.name.partition(".")[2] for z in self.v.zones])
                    self.diagnostics.append(
                        Diagnostic("UNO105", "the deck lies in a zone of the table", item.zone.span, hint)
                    )
                elif home is not None and home != symbol.index:
                    assert said is not None
                    self.diagnostics.append(
                        Diagnostic(
                            "UNO108",
                            f"the cards lie in `{said.span.text}` before the deal ({where(said.span)}), and here they lie elsewhere",
                            item.zone.span,
                            f"all cards of a table lie in one zone: write `deck` without a zone, and let `when the round begins` "
                            f"move these into `{item.zone.span.text}`",
                        )
                    )
                else:
                    home, said = symbol.index, item.zone
        options = dict.fromkeys(b.option for b, _ in self.decks() if b.option is not None)
        varying = [o for o in options if o in self.featured]
        span = next((i.span for _, i in self.decks()), None)
        if len(varying) > _MOST_VARYING:
            self.diagnostics.append(Diagnostic("UNO103", f"{len(varying)} options change the deck", span))
            varying = []
        sets = [on for size in range(len(varying) + 1) for on in combinations(varying, size)]
        decks = [self.counted(frozenset(varying) - set(on), bool(varying)) for on in sets]
        kept = {c: max(d.get(c, 0) for d in decks) for c in sorted({c for d in decks for c in d})}
        total = sum(kept.values())
        if total > limits.CARDS or len(kept) > limits.KINDS:
            self.diagnostics.append(
                Diagnostic("UNO103", f"a deck has at most {limits.CARDS} cards of {limits.KINDS} kinds", span)
            )
            kept = {}
        if home is None:
            zones = [i for i, z in enumerate(self.v.zones) if not z.each_player and z.visibility == "face down"]
            if len(zones) != 1:
                hint = "say `deck in draw pile` (the zone where all cards lie before the deal)"
                self.diagnostics.append(
                    Diagnostic("UNO112", "nothing says where the cards lie before the deal", span, hint)
                )
            home = zones[0] if zones else 0
        kinds = []
        for values in sorted(kept):
            words = [deck.attributes[a].values[x] for a, x in enumerate(values) if x != NOTHING]
            kinds.append(t.CardKind(" ".join(words), values, kept[values]))
        self.v.deck = replace(deck, kinds=tuple(kinds), home=home)
        if varying:
            copies = [tuple(d.get(k.values, 0) for k in kinds) for d in decks]
            by_options = tuple((frozenset(on), here) for on, here in zip(sets, copies, strict=True))
            self.v.deck = replace(self.v.deck, by_options=by_options)

    def counted(self, without: frozenset[str], varying: bool) -> dict[Values, int]:
        """How many cards there are of which kind, without what some options say of the deck. `varying`: other tables have other
        options, so that what is missing here may be there."""
        heap = Heap()
        said: dict[tuple[str, str | None], Span] = {}
        for block, item in self.decks():
            if block.option is not None and block.option in without:
                continue
            for line in item.lines:
                if isinstance(line, s.Packs):
                    first = said.setdefault((block.page, block.option), line.span)
                    if first is not line.span:
                        message = "how many packs there are is said twice"
                        self.diagnostics.append(
                            Diagnostic("UNO108", message, line.span, f"the first time is at {first}")
                        )
                    try:
                        value = self.x.typed(line.count, Number(0, 0), self.context(block.page))
                    except Mistake as mistake:
                        self.diagnostics.append(mistake.diagnostic)
                        continue
                    if not isinstance(value, e.Constant) or not 1 <= value.value <= 20:
                        self.diagnostics.append(Diagnostic("UNO107", "a table has 1 to 20 packs", line.span))
                    else:
                        heap.packs = value.value
                elif isinstance(line, s.Cards):
                    self.line(line, heap)
        if not varying:
            self.check_taken([heap])
        return heap.cards()
