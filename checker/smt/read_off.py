"""Syntactic answers, without a solver: two rules are independent, have equal effects, or declare which one replaces the
other."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from checker.effects.bare import bare
from checker.effects.deeds import Repeats
from checker.effects.footprints import Footprints
from checker.effects.summary import Transfer, summaries
from checker.smt.claims import Known
from unodsl.model import expressions as e
from unodsl.model import table as t

ReadOff = Literal["independent", "equal", "declared", "invariant"]
"""How the rules close a question: their footprints are disjoint; they do the same; they declare which one holds. Or an
accepted claim closes it."""


class Rules:
    """The rules of one table under assumed claims, by name or by number."""

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

    @cached_property
    def repeats(self) -> Repeats:
        """What the triggers do that could happen twice."""
        return Repeats(self.footprints)

    def named(self, name: str) -> t.Rule:
        """The rule with a name."""
        if name in self.bans:
            return self.bans[name]
        return (
            self.table.triggers[self.triggers[name]] if name in self.triggers else self.table.offers[self.offers[name]]
        )

    def set_by(self, setting: str) -> list[tuple[str, object]]:
        """The options and games of a table that set a parameter, each with its value; or the number of packs in a
        zone."""
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
        """Whether two triggers could do the same thing twice. Memoized, because several claims ask."""
        pair = min(one, other), max(one, other)
        if pair not in self._twice:
            self._twice[pair] = self.repeats.twice(*pair)
        return self._twice[pair]

    def offers_apart(self, first: int, second: int) -> ReadOff | None:
        """How two offers of one act exclude each other: they share no situation; one replaces the other; they have
        equal effects; or everybody can tell them apart. None if unknown."""
        a, b = self.table.offers[first], self.table.offers[second]
        if a.situations and b.situations and not set(a.situations) & set(b.situations):
            return "independent"
        if first in b.replaced_by or second in a.replaced_by:
            return "declared"
        triggered = [
            (self.order.get(t.ActEvent(x.act, x.manner), ()), self.order.get(t.OfferEvent(i), ()))
            for i, x in ((first, a), (second, b))
        ]
        if bare((a.stands_for, a.effects)) == bare((b.stands_for, b.effects)) and triggered[0] == triggered[1]:
            return "equal"
        return "declared" if self.seen_apart(a, b) else None

    def seen_apart(self, a: t.Offer, b: t.Offer) -> bool:
        """Whether everybody sees which of two offers was taken: they differ in manner, and their own effects, whatever
        holds, move the card of the move, or the top of an open pile, to different open zones."""
        all_, zones = summaries(self.table), self.table.zones

        def seen(x: Transfer | None) -> bool:
            if x is None or x.origin is None or zones[x.target.zone].visibility != "face up":
                return False
            laid = isinstance(x.card, e.Local) and x.card.index == t.ARGUMENT_LOCAL
            return laid or (x.how == "top" and zones[x.origin.zone].visibility == "face up")

        found = ([all_.of(x).transfer for x in o.effects] for o in (a, b))
        places = [{x.target.zone for x in row if x is not None and seen(x)} for row in found]
        return a.manner != b.manner and places[0] != places[1]
