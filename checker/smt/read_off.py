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
        triggered = [[self.order.get(x, ()) for x in self.table.events_of(i)] for i in (first, second)]
        if bare((a.stands_for, a.effects)) == bare((b.stands_for, b.effects)) and triggered[0] == triggered[1]:
            return "equal"
        return "declared" if self.seen_apart(a, b) else None

    def seen_apart(self, a: t.Offer, b: t.Offer) -> bool:
        """Whether everybody sees which of two offers was taken: they differ in manner, and they certainly lay the card of
        the move on different open piles."""
        piles = None if a.manner == b.manner else self.laid_on(a)
        return piles is not None and self.laid_on(b) not in (None, piles)

    def laid_on(self, offer: t.Offer) -> frozenset[int] | None:
        """The open zones on which the card of a move lies, one after the other: it lies at the origin of the act until it
        is moved, and on top of the pile to which it has been moved. None if unknown."""
        act, out = self.table.acts[offer.act], set[int]()
        at = act.origin
        on_top = False
        for number, block in enumerate((act.effects, offer.effects)):
            for x in block:
                summary = summaries(self.table).of(x)
                moved = summary.transfer
                # (`the card` of an offer may be another one than that of the act)
                same_card = not number or offer.stands_for is None
                own = moved is not None and isinstance(moved.card, e.Local) and moved.card.index == t.ARGUMENT_LOCAL
                top = moved is not None and moved.how == "top" and on_top and at_least_one(moved.count)
                if moved is not None and own_zone(moved.origin) == at and ((own and same_card) or top):
                    target = own_zone(moved.target)
                    if at is None or target is None:
                        return None
                    at, on_top = target, self.table.zones[target].visibility == "face up"
                    out |= {at} if on_top else set()
                    continue
                for each in summaries(self.table).through([x]):
                    if each.phase is not None or (each.transfer is not None and may_take(each.transfer, at)):
                        return None
                    on_top = on_top and (each.transfer is None or at not in each.transfer.tops)
        return frozenset(out)


def may_take(transfer: Transfer, zone: int | None) -> bool:
    """Whether a move of cards may take a card from a place of a zone, also to another place of it."""
    return zone in transfer.takes or (transfer.how in ("swap", "give") and zone in transfer.tops)


def own_zone(place: e.Place | None) -> int | None:
    """The zone of a place of the table, or of the player who moves; None for other places."""
    if place is None:
        return None
    seat = place.seat
    return place.zone if seat is None or (isinstance(seat, e.Local) and seat.index == t.PLAYER_LOCAL) else None


def at_least_one(count: e.Expr | None) -> bool:
    """Whether a number is a constant above 0."""
    return isinstance(count, e.Constant) and count.value > 0
