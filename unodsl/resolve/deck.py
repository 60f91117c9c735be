"""Composition of the deck: the attributes of its cards, and the number of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, assert_never

from unodsl import limits
from unodsl.diagnostics import Diagnostic, did_you_mean
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import NOTHING, Number
from unodsl.resolve.deck_lines import DeckLines, Heap, Values
from unodsl.resolve.expressions import Expressions
from unodsl.resolve.scope import Context, Symbol
from unodsl.resolve.words import Mistake, key
from unodsl.source import Span
from unodsl.syntax import nodes as s

_MOST_VARYING = 6
"""The most options of a family that may change the deck: each combination is composed separately."""


@dataclass(frozen=True, slots=True)
class Block:
    """The items of a game (`option` None) or of an option. `support`: only its declarations are used, not its rules."""

    page: str
    option: str | None
    items: tuple[s.Item, ...]
    support: bool


class Decks(DeckLines):
    """The part of the declarer for `deck`."""

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
        zones = {id(item): self.zone_of(block, item) for block, item in self.decks()}
        home = self.home(zones)
        options = dict.fromkeys(b.option for b, _ in self.decks() if b.option is not None)
        varying = [o for o in options if o in self.featured]
        span = next((i.span for _, i in self.decks()), None)
        if len(varying) > _MOST_VARYING:
            self.diagnostics.append(Diagnostic("UNO103", f"{len(varying)} options change the deck", span))
            varying = []
        sets = [on for size in range(len(varying) + 1) for on in combinations(varying, size)]
        packs: dict[Span, t.Packs] = {}
        cards_by_zone = [self.counted(frozenset(varying) - set(on), bool(varying), home, zones, packs) for on in sets]
        decks = [sum((Counter(cards) for cards in zone.values()), Counter()) for zone in cards_by_zone]
        kept = {c: max(d[c] for d in decks) for c in sorted({c for d in decks for c in d})}
        total = sum(kept.values())
        if total > limits.CARDS or len(kept) > limits.KINDS:
            self.diagnostics.append(
                Diagnostic("UNO103", f"a deck has at most {limits.CARDS} cards of {limits.KINDS} kinds", span)
            )
            kept = {}
        kinds = []
        for values in sorted(kept):
            words = [deck.attributes[a].values[x] for a, x in enumerate(values) if x != NOTHING]
            kinds.append(t.CardKind(" ".join(words), values, kept[values]))
        away = sorted({zone for where in cards_by_zone for zone in where} - {home})
        elsewhere = tuple(
            (zone, tuple(max(where.get(zone, {}).get(k.values, 0) for where in cards_by_zone) for k in kinds))
            for zone in away
        )
        self.v.deck = replace(deck, kinds=tuple(kinds), home=home, elsewhere=tuple(x for x in elsewhere if any(x[1])))
        self.v.deck = replace(self.v.deck, packs=tuple(packs.values()))
        if varying:
            by_options = tuple(
                (frozenset(on), tuple(d[k.values] for k in kinds)) for on, d in zip(sets, decks, strict=True)
            )
            self.v.deck = replace(self.v.deck, by_options=by_options)

    # --------------------------------------------------------------------------------------------------------------- homes

    def zone_of(self, block: Block, item: s.Deck) -> int | None:
        """The zone that a deck names; None if it names none."""
        if item.zone is None:
            return None
        symbol = self.v.find(key(item.zone), self.view(block.page), "zone")
        if symbol is not None and not self.v.zones[symbol.index].each_player:
            self.v.note(item.zone.words, symbol, key(item.zone))
            return symbol.index
        known = [z.name.partition(".")[2] for z in self.v.zones if not z.each_player]
        hint = did_you_mean(" ".join(key(item.zone)), known)
        self.diagnostics.append(Diagnostic("UNO105", "the deck lies in a zone of the table", item.zone.span, hint))
        return None

    def home(self, zones: dict[int, int | None]) -> int:
        """The zone of decks without a zone: the one that the games name, ancestors first; or else the only face-down
        zone."""
        named: dict[str | None, list[int]] = {}
        for block, item in self.decks():
            zone = zones[id(item)]
            if zone is not None:
                named.setdefault(None if block.option is not None else block.page, []).append(zone)
        face_down = [i for i, z in enumerate(self.v.zones) if not z.each_player and z.visibility == "face down"]
        games = {i for b in self.blocks if b.option is None for i in b.items if isinstance(i, s.Zone)}
        own = [i for i in face_down if any(self.v.zones[i].span is z.span for z in games)]
        by_games = [set(found) for page, found in named.items() if page is not None]
        the_only = [set(some) for some in (own, face_down) if len(some) == 1]
        best = next((found for found in (*by_games, *the_only, set(named.get(None, ()))) if found), set())
        bare = next(
            (i for _, i in self.decks() if i.zone is None and any(not isinstance(x, s.Attribute) for x in i.lines)),
            None,
        )
        if len(best) == 1 or (best and bare is None):
            return min(best, key=lambda zone: self.v.zones[zone].name)
        span = bare.span if bare is not None else next((i.span for _, i in self.decks()), None)
        names = sorted(self.v.zones[i].name.partition(".")[2] for i in best or face_down)
        hint = f"say `deck in {names[0]}`" if names else "say `deck in draw pile`"
        hint += (
            " (the zone where these cards lie before the deal)"
            if best
            else " (the zone where all cards lie before the deal)"
        )
        self.diagnostics.append(Diagnostic("UNO112", "nothing says where the cards lie before the deal", span, hint))
        return min(best, default=0)

    # --------------------------------------------------------------------------------------------------------------- cards

    def counted(
        self,
        without: frozenset[str],
        varying: bool,
        home: int,
        zones: dict[int, int | None],
        packs_stated: dict[Span, t.Packs],
    ) -> dict[int, dict[Values, int]]:
        """The number of cards of each kind in each zone, with the declarations of some options left out. `varying`:
        other tables have other options, so a card that is missing here may exist there. Adds the declared numbers of
        packs to `packs_stated`."""
        heaps: dict[int, Heap] = {home: Heap()}
        stated: dict[tuple[str, str | None, int], Span] = {}
        by_options: dict[int, tuple[int, str, Span]] = {}
        for block, item in self.decks():
            if block.option is not None and block.option in without:
                continue
            named = zones[id(item)]
            zone = home if named is None else named
            heap = heaps.setdefault(zone, Heap())
            for line in item.lines:
                match line:
                    case s.Packs():
                        first = stated.setdefault((block.page, block.option, zone), line.span)
                        if first is not line.span:
                            message = "the number of packs appears twice"
                            hint = f"the first time is at {first}"
                            self.diagnostics.append(Diagnostic("UNO108", message, line.span, hint))
                        packs = self.packs(line, block)
                        heap.packs = packs or heap.packs
                        if packs is not None:
                            count_text = line.count.span.text
                            written = count_text if count_text.isdigit() else f"{block.page}.{count_text}"
                            by = block.option or block.page
                            packs_stated[line.span] = t.Packs(zone, by, written, packs, line.span)
                        # tables on which two such options are both on are checked separately
                        if packs is not None and block.option is not None and block.option not in self.featured:
                            number, option, place = by_options.setdefault(zone, (packs, block.option, line.span))
                            if number != packs and option != block.option:
                                message = f"`{option}` says `packs {number}`, and `{block.option}` says `packs {packs}`"
                                hint = f"the first is at {place}; switch one of them off, or say there that it `excludes` the other"
                                self.diagnostics.append(Diagnostic("UNO111", message, line.span, hint))
                    case s.Cards():
                        self.line(line, heap)
                    case s.Attribute():
                        pass
                    case _:
                        assert_never(line)
        if not varying:
            self.check_taken(heaps)
        return {zone: heap.cards() for zone, heap in heaps.items()}

    def packs(self, line: s.Packs, block: Block) -> int | None:
        """The number of packs of a line; None, with an error, if it is invalid."""
        try:
            value = self.x.typed(line.count, Number(0, 0), self.context(block.page))
        except Mistake as mistake:
            self.diagnostics.extend(mistake.diagnostics)
            return None
        if not isinstance(value, e.Constant) or not 1 <= value.value <= 20:
            self.diagnostics.append(Diagnostic("UNO107", "a table has 1 to 20 packs", line.span))
            return None
        return value.value
