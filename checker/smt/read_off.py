"""What can be read off the rules of a table without a solver: that two of them touch nothing in common, do the same, or say which of them
stands."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from checker.effects.bare import bare
from checker.effects.deeds import twice
from checker.effects.footprints import Footprints
from checker.effects.summary import summaries
from checker.smt.claims import Known
from unodsl.model import table as t

ReadOff = Literal["independent", "equal", "declared", "invariant"]
"""How the rules themselves close a question: they touch nothing in common; they do the same; they say which of them stands. Or an accepted
claim says so already."""


class Rules:
    """The rules of one table, of which some claims are supposed. They are called by their names or by their numbers."""

    def __init__(self, known: Known) -> None:
        self.known, self.table = known, known.table
        self.order = dict(known.table.order)
        self.triggers = {x.info.name: i for i, x in enumerate(known.table.triggers)}
        self.offers = {x.info.name: i for i, x in enumerate(known.table.offers)}
        self.bans = {x.info.name: x for x in known.table.bans}
        self.definitions = {x.info.name: x for x in known.table.definitions}
        self.situations = {x.name: i for i, x in enumerate(known.table.situations)}
        self._twice: dict[tuple[int, int], bool] = {}

    @cached_property
    def footprints(self) -> Footprints:
        """The footprints of the triggers."""
        return Footprints(self.table)

    def named(self, name: str) -> t.Rule:
        """The rule of a name."""
        if name in self.bans:
            return self.bans[name]
        return (
            self.table.triggers[self.triggers[name]] if name in self.triggers else self.table.offers[self.offers[name]]
        )

    def set_by(self, setting: str) -> list[tuple[str, object]]:
        """Which options and games of the table set a parameter, and to what; or how many packs of cards there are, by the zone."""
        packs: list[tuple[str, object]] = [
            (x.by, (x.written, x.number))
            for x in self.table.deck.packs
            if setting == f"packs in {self.table.zones[x.zone].name}"
        ]
        there = {o.name for o in self.table.options} | set(self.table.games)
        return packs or [
            (by, value) for x in self.table.settings if x.name == setting for by, value, _ in x.set_by if by in there
        ]

    def twice(self, one: int, other: int) -> bool:
        """Whether two triggers could do the same thing, themselves or by what players do of it."""
        pair = min(one, other), max(one, other)
        if pair not in self._twice:
            self._twice[pair] = twice(self.footprints, *(self.table.triggers[i] for i in pair))
        return self._twice[pair]

    def offers_apart(self, first: int, second: int) -> ReadOff | None:
        """Two offers of one act that never stand together, of which one stands instead of the other, that come to the same, or that
        everybody tells apart."""
        a, b = self.table.offers[first], self.table.offers[second]
        if a.situations and b.situations and not set(a.situations) & set(b.situations):
            return "independent"
        if first in b.replaced_by or second in a.replaced_by:
            return "declared"
        heard = [
            (self.order.get(t.ActEvent(x.act, x.manner), ()), self.order.get(t.OfferEvent(i), ()))
            for i, x in ((first, a), (second, b))
        ]
        if bare((a.stands_for, a.effects)) == bare((b.stands_for, b.effects)) and heard[0] == heard[1]:
            return "equal"
        return "declared" if self.seen_apart(a, b) else None

    def seen_apart(self, a: t.Offer, b: t.Offer) -> bool:
        """Whether everybody sees which of two offers was meant: they are made in two manners, and by their own effects cards come
        to other open places."""
        found = (tuple(x.transfer for x in summaries(self.table).flat(o.effects)) for o in (a, b))
        moved = ([x.target.zone for x in row if x is not None and x.how in ("card", "top", "all")] for row in found)
        places = [{zone for zone in zones if self.table.zones[zone].visibility == "face up"} for zones in moved]
        return a.manner != b.manner and places[0] != places[1]
