"""State translation: a state of one table as a state of another, for the declarations that both share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from checker.compare.match_declarations import paired
from unodsl.engine.api import Move, State
from unodsl.engine.cards import Pool
from unodsl.engine.chance import Numbers
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import GENERATOR, IN_PLAY, MATCH, MOVED, ROUND, TOP, WINNERS, Layout
from unodsl.engine.values import Values
from unodsl.model.table import Table
from unodsl.model.types import Card, Enumeration, Number, Type
from unodsl.scenarios import SEAT_NAMES

Signature = tuple[str, str, int, str]
"""A move as everybody sees it: act, manner, seat, and argument, in words."""

_SAME = (GENERATOR, ROUND, MATCH, IN_PLAY, WINNERS)


@dataclass
class SameChance:
    """A chance source that draws the same cards at two tables, by their names. `by_name`: the cached result of that
    function, or empty."""

    table: Table
    generator: Numbers
    by_name: tuple[int, ...] = ()
    like: Sequence[str] = ()
    """The names of the cards that the other table drew: where two decks differ, the same number is another card."""
    picked: list[str] = field(default_factory=list)
    missed: bool = False
    """Whether one of the cards `like` was not there to be drawn."""

    def pick(self, pool: Pool | Values) -> int:
        """A uniformly random pick from the pool."""
        if not isinstance(pool, Pool):
            return pool.codes[self.generator.randrange(len(pool))]
        kind = self.drawn(pool)
        self.picked.append(self.table.deck.kinds[kind].name)
        return kind

    def drawn(self, pool: Pool) -> int:
        """The card that the other table drew, or a random one."""
        cards, fields = pool.cards, pool.sets.fields
        left = self.generator.randrange(cards.bit_count())
        if len(self.picked) < len(self.like):
            name = self.like[len(self.picked)]
            same = (k for k, x in enumerate(self.table.deck.kinds) if x.name == name and cards & fields[k])
            kind = next(same, None)
            if kind is not None:
                return kind
            self.missed = True
        for kind in self.by_name or by_name(self.table):
            left -= (cards & fields[kind]).bit_count()
            if left < 0:
                return kind
        raise ValueError("a set holds a card that the deck does not have")


def by_name(table: Table) -> tuple[int, ...]:
    """The kinds of cards of a table, sorted by name."""
    return tuple(sorted(range(len(table.deck.kinds)), key=lambda k: (table.deck.kinds[k].name, k)))


class Bridge:
    """A translation from the states of one table to those of another with the same number of seats."""

    def __init__(self, origin: Layout, target: Layout) -> None:
        self.origin, self.target = origin, target
        there = {k.name: i for i, k in enumerate(target.table.deck.kinds)}
        self.kinds = {i: there[k.name] for i, k in enumerate(origin.table.deck.kinds) if k.name in there}
        self.zones = paired(origin.table.zones, target.table.zones, only_one=True)
        self.situations = paired(origin.table.situations, target.table.situations, only_one=True)

    @cached_property
    def slots(self) -> tuple[tuple[int, Type, int, Type], ...]:
        """The slots of shared variables and fields, with their types."""
        a, b = self.origin, self.target
        out: list[tuple[int, Type, int, Type]] = []
        for i, j in paired(a.table.variables, b.table.variables, only_one=True).items():
            mine, theirs = a.table.variables[i], b.table.variables[j]
            if mine.each_player == theirs.each_player:
                slots = zip(a.slots_of(i), b.slots_of(j), strict=True)
                out += [(one, mine.type, other, theirs.type) for one, other in slots]
        for i, j in self.situations.items():
            fields, others = a.table.situations[i].fields, b.table.situations[j].fields
            for x, y in paired(fields, others, only_one=True).items():
                out.append((a.field[i][x], fields[x].type, b.field[j][y], others[y].type))
        return tuple(out)

    def carried(self, state: State, like: State | None = None, partly: bool = False) -> State | None:
        """The same position at the other table. What only that table has is as in `like`, or initial. None if the other
        table cannot represent it; `partly`: without the open situations that it does not have."""
        a = self.origin
        out = list(self.blank if like is None else like)
        for slot in _SAME:
            out[slot] = state[slot]
        out[MOVED] = self.kinds.get(state[MOVED], -1)
        for slot, value in self.emptied:
            out[slot] = value
        for mine_at, depth, place, at in self.places:
            ordered, loose = state[mine_at : mine_at + depth], state[mine_at + depth]
            if place is not None and at >= 0 and (not loose or -1 not in ordered):
                out[at : at + depth + 1] = (*ordered, loose)
                continue
            known = [k for k in ordered if k >= 0]
            if not known and not loose:
                continue
            if place is None or any(k not in self.kinds for k in known):
                return None
            cards = self.cards(loose)
            if cards is None:
                return None
            self.laid(out, *place, [self.kinds[k] for k in known], cards)
        under = -1
        for i in reversed(a.stack(state)):
            if i not in self.situations:
                if partly:
                    continue
                return None
            j = self.situations[i]
            out[self.target.below[j]], under = under, j
            out[self.target.owner[j]] = state[a.owner[i]]
        out[TOP] = under
        for mine_at, at, low, high in self.alike:
            if not low <= state[mine_at] <= high:
                return None
            out[at] = state[mine_at]
        for mine_at, mine_type, at, type_ in self.others:
            translated = self.value(state[mine_at], mine_type, type_)
            if translated is None:
                return None
            out[at] = translated
        return tuple(out)

    @cached_property
    def blank(self) -> State:
        """The initial state of the other table."""
        return tuple(self.target.blank(0))

    @cached_property
    def emptied(self) -> tuple[tuple[int, int], ...]:
        """The slots of the other table's places and situations, with their values when empty and closed."""
        b = self.target
        out: dict[int, int] = {}
        for zone, seat in b.places:
            at, depth = b.place(zone, seat), b.depth[zone]
            out |= dict.fromkeys(range(at, at + depth), -1) | {at + depth: 0}
        closed = list(self.blank)
        for i, situation in enumerate(b.table.situations):
            b.reset_situation(closed, i, situation.on_players)
            out |= {slot: closed[slot] for slot in (b.below[i], b.owner[i], *b.field[i])}
        return tuple(out.items())

    @cached_property
    def places(self) -> tuple[tuple[int, int, tuple[int, int] | None, int], ...]:
        """Each place: its first slot and the number of ordered cards; the zone and seat at the other table, or None;
        and the first slot there if the encoding is the same, else -1."""
        a, b = self.origin, self.target
        out: list[tuple[int, int, tuple[int, int] | None, int]] = []
        for zone, seat in a.places:
            there = (self.zones[zone], seat) if zone in self.zones else None
            alike = there is not None and self.same_cards and a.depth[zone] == b.depth[there[0]]
            at = b.place(*there) if there is not None and alike else -1
            out.append((a.place(zone, seat), a.depth[zone], there, at))
        return tuple(out)

    @cached_property
    def alike(self) -> tuple[tuple[int, int, int, int], ...]:
        """The slots with the same encoding at both tables, with the bounds at the other one."""
        out: list[tuple[int, int, int, int]] = []
        for mine_at, mine, at, theirs in self.slots:
            match mine, theirs:
                case Number(), Number():
                    out.append((mine_at, at, theirs.low, theirs.high))
                case Enumeration(), Enumeration() if mine.values == theirs.values:
                    out.append((mine_at, at, -1 if theirs.optional else 0, len(theirs.values) - 1))
                case _:
                    pass
        return tuple(out)

    @cached_property
    def others(self) -> tuple[tuple[int, Type, int, Type], ...]:
        """The other shared slots."""
        alike = {mine_at for mine_at, *_ in self.alike}
        return tuple(x for x in self.slots if x[0] not in alike)

    @cached_property
    def same_cards(self) -> bool:
        """Whether both tables encode sets of cards in the same way."""
        a, b = self.origin, self.target
        same = all(i == j for i, j in self.kinds.items()) and len(self.kinds) == len(a.table.deck.kinds)
        return same and (a.offsets, a.copies) == (b.offsets, b.copies)

    def cards(self, cards: int) -> int | None:
        """A set of cards as one of the other table; None if that lacks one of them."""
        if self.same_cards:
            return cards
        out = 0
        for kind in self.origin.kinds_of(cards):
            there, copies = self.kinds.get(kind), self.origin.count(cards, kind)
            if there is None or copies > self.target.copies[there]:
                return None
            out |= ((1 << copies) - 1) << self.target.offsets[there]
        return out

    def laid(self, out: list[int], zone: int, seat: int, ordered: list[int], cards: int) -> None:
        """Puts cards into an empty place of the other table: ordered ones from the top, the others below."""
        b = self.target
        b.put_under(out, zone, seat, cards)
        for kind in reversed(ordered):
            b.put(out, zone, seat, kind)

    def value(self, value: int, mine: Type, theirs: Type) -> int | None:
        """A value in the encoding of the other table; None if it has no such value."""
        match mine, theirs:
            case Number(), Number():
                return value if theirs.low <= value <= theirs.high else None
            case Enumeration(), Enumeration():
                name = mine.values[value] if value >= 0 else None
                if name is None:
                    return -1 if theirs.optional else None
                return theirs.values.index(name) if name in theirs.values else None
            case Card(), Card():
                return self.kinds.get(value) if value >= 0 else -1
            case _:
                return value if type(mine) is type(theirs) else None


def signature(table: Table, move: Move) -> Signature:
    """A move as everybody sees it."""
    offer = table.offers[move.offer]
    act = table.acts[offer.act]
    argument = "" if act.argument is None else value_text(table, act.argument, move.argument, SEAT_NAMES)
    return short(act.name), act.manners[offer.manner], move.seat, argument
