"""The memory layout of states: a flat row of integers.

A set of cards is one integer (`unodsl.engine.cards`). A face-up pile keeps in order as many cards from the top as the
rules can distinguish, and the rest as a set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from operator import itemgetter
from typing import assert_never

from unodsl import limits
from unodsl.engine.api import State
from unodsl.engine.cards import CardSets
from unodsl.engine.values import sites_of
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.effects import Options
from unodsl.model.per_table import per_table
from unodsl.model.table import Table, TableEvent
from unodsl.model.walk import effects_below, expressions_below

GENERATOR, ROUND, MATCH, IN_PLAY, WINNERS, MOVED, TOP = range(7)
"""The first slots: random generator, whether a round and the match run, seats at the table, winners of the last round,
the card last moved, the situation on top of the stack (-1: none)."""

_FIXED = 7
CLOSED = -2
"""In a situation's `below` slot: it is closed. -1: it lies at the bottom."""

TABLE_EVENTS: tuple[TableEvent, ...] = (
    TableEvent("match begins"),
    TableEvent("round begins"),
    TableEvent("round ends"),
    TableEvent("match ends"),
    TableEvent("settles"),
    TableEvent("position"),
    TableEvent("joins"),
    TableEvent("leaves"),
)
"""The events of the table as a whole; a match begins with the first."""


@per_table(4)
def layout_of(table: Table) -> Layout:
    """The layout of a table. Cached: an executor, its reference and their users share one."""
    return Layout(table)


class Layout(CardSets):
    """The slots of one table's states."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.deck)
        self.table = table
        self.seats = table.seats
        self.homes = tuple(
            (zone, sum(((1 << n) - 1) << at for n, at in zip(copies, self.offsets, strict=True)))
            for zone, copies in table.deck.homes
        )
        self._slots()

    def __reduce__(self) -> tuple[Callable[[Table], Layout], tuple[Table]]:
        return layout_of, (self.table,)

    @cached_property
    def several(self) -> frozenset[str]:
        """The names shared by variables, situations and places of two files."""
        table = self.table
        groups = ([x.name for x in group] for group in (table.variables, table.situations, table.zones))
        named = Counter(name.partition(".")[2] for group in groups for name in group)
        return frozenset(name for name, times in named.items() if times > 1)

    def called(self, name: str) -> str:
        """The name of a variable, a situation or a place in a text of any file: its full name if the short one is
        ambiguous."""
        plain = name.partition(".")[2]
        return name if plain in self.several else plain

    @cached_property
    def sites(self) -> tuple[Options, ...]:
        """The kinds of random values, besides cards."""
        return sites_of(self.table)

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Every place of cards: its zone and its seat (0 if the zone is not one of each player)."""
        zones = enumerate(self.table.zones)
        return tuple((zone, seat) for zone, x in zones for seat in range(self.seats if x.each_player else 1))

    def slots_of(self, variable: int) -> range:
        """The slots of a variable: one for each seat if it is one of each player."""
        first = self.variable[variable]
        return range(first, first + (self.seats if self.table.variables[variable].each_player else 1))

    def _slots(self) -> None:
        table = self.table
        at = _FIXED
        below_slots, owners, fields = [], [], []
        for situation in table.situations:
            below_slots.append(at)
            owners.append(at + 1)
            fields.append(tuple(range(at + 2, at + 2 + len(situation.fields))))
            at += 2 + len(situation.fields)
        self.below = tuple(below_slots)
        self.owner = tuple(owners)
        self.field = tuple(fields)
        variables = []
        for variable in table.variables:
            variables.append(at)
            at += self.seats if variable.each_player else 1
        self.variable = tuple(variables)
        self.depth = self._depths()
        zones, strides = [], []
        for index, zone in enumerate(table.zones):
            zones.append(at)
            stride = 1 if zone.visibility != "face up" else self.depth[index] + 1
            strides.append(stride)
            at += stride * (self.seats if zone.each_player else 1)
        self.sets = tuple(
            start + stride * (owner + 1) - 1
            for start, stride, zone in zip(zones, strides, table.zones, strict=True)
            for owner in range(self.seats if zone.each_player else 1)
        )
        # a getter of a single slot would not return a row
        self._sets_of = itemgetter(*self.sets) if len(self.sets) > 1 else lambda s: (s[self.sets[0]],)
        places = {
            x
            for start, stride, zone in zip(zones, strides, table.zones, strict=True)
            for x in range(start, start + stride * (self.seats if zone.each_player else 1))
        }
        self.tops = tuple(sorted(places - set(self.sets)))
        self.zone = tuple(zones)
        self.stride = tuple(strides)
        self.size = at

    def _depths(self) -> tuple[int, ...]:
        """For each zone the number of cards at the top of a face-up pile that are kept in order; all of them if rules
        take single cards from it, or if the table keeps whole piles."""
        depth = [1 if z.visibility == "face up" else 0 for z in self.table.zones]
        ordered: set[int] = set()
        rules = (self.table.triggers, self.table.offers, self.table.bans, self.table.acts)
        everything = tuple(r for group in rules for r in group)
        for read in expressions_below(everything):
            if isinstance(read, e.TopCard):
                depth[read.place.zone] = max(depth[read.place.zone], read.depth + 1)
        for node in effects_below(everything):
            if not isinstance(node, f.MovesCards):
                continue
            match node:
                case f.MoveTop() | f.MoveCard():
                    ordered.add(node.origin.zone)
                case f.SwapPlaces():
                    ordered |= {node.left.zone, node.right.zone}
                case f.MoveAll():
                    depth[node.origin.zone] = max(depth[node.origin.zone], node.keep)
                case f.GiveEvery():
                    ordered.add(node.zone)
                case f.Gather() | f.Shuffle():
                    pass
                case _:
                    assert_never(node)
        size = self.table.deck.size
        return tuple(size if (i in ordered or self.table.whole_piles) and d else d for i, d in enumerate(depth))

    # --------------------------------------------------------------------------------------------------------------- zones

    def place(self, zone: int, seat: int) -> int:
        """The first slot of a zone, of a seat where the zone is each player's."""
        return self.zone[zone] + (seat * self.stride[zone] if self.table.zones[zone].each_player else 0)

    def held(self, s: list[int] | State, zone: int, seat: int) -> int:
        """All cards of a place as a set."""
        at = self.place(zone, seat)
        depth = self.depth[zone]
        cards = s[at + depth]
        for i in range(depth):
            if s[at + i] < 0:
                break
            cards = self.add(cards, s[at + i])
        return cards

    def top_card(self, s: list[int] | State, zone: int, seat: int, depth: int) -> int:
        """The card at a depth below the top of a pile, or -1."""
        return s[self.place(zone, seat) + depth] if depth < self.depth[zone] else -1

    def in_order(self, s: list[int] | State, zone: int, seat: int) -> tuple[int, ...]:
        """The kinds of all cards of a place: the ordered cards of a pile from the top, then the others by kind."""
        at, depth = self.place(zone, seat), self.depth[zone]
        return (*(k for k in s[at : at + depth] if k >= 0), *self.listed(s[at + depth]))

    def seen_kinds(self, s: list[int] | State, zone: int, what: int) -> tuple[int, ...]:
        """The kinds of card visible to somebody to whom a place is shown, or one card (zone -1; none if `what` is
        nothing)."""
        if zone >= 0:
            return self.in_order(s, zone, what)
        return (what,) if what >= 0 else ()

    def put(self, s: list[int], zone: int, seat: int, kind: int) -> None:
        """Puts one card on top of a place."""
        at = self.place(zone, seat)
        depth = self.depth[zone]
        if not depth:
            s[at] = self.add(s[at], kind)
            return
        last = s[at + depth - 1]
        if last >= 0:
            s[at + depth] = self.add(s[at + depth], last)
        for i in range(depth - 1, 0, -1):
            s[at + i] = s[at + i - 1]
        s[at] = kind

    def put_under(self, s: list[int], zone: int, seat: int, cards: int) -> None:
        """Puts a set of cards under a place; into the order of a pile only if it is not full."""
        at = self.place(zone, seat)
        depth = self.depth[zone]
        free = next((i for i in range(depth) if s[at + i] < 0), depth)
        while cards and free < depth:
            s[at + free] = kind = self.nth(cards, 0)
            cards = self.take(cards, kind)
            free += 1
        s[at + depth] = self.merge(s[at + depth], cards)

    def take_card(self, s: list[int], zone: int, seat: int, kind: int) -> bool:
        """Removes one card of a kind from a place; False if there is none."""
        at = self.place(zone, seat)
        depth = self.depth[zone]
        for i in range(depth):
            if s[at + i] == kind:
                for j in range(i, depth - 1):
                    s[at + j] = s[at + j + 1]
                s[at + depth - 1] = -1
                return True
        if s[at + depth] & self.fields[kind]:
            s[at + depth] = self.take(s[at + depth], kind)
            return True
        return False

    def clear(self, s: list[int], zone: int, seat: int, keep: int = 0) -> int:
        """Removes all cards but the topmost `keep` from a place, and returns them as a set."""
        at = self.place(zone, seat)
        depth = self.depth[zone]
        out = s[at + depth]
        s[at + depth] = 0
        for i in range(keep, depth):
            if s[at + i] >= 0:
                out = self.add(out, s[at + i])
                s[at + i] = -1
        return out

    # -------------------------------------------------------------------------------------------------------------- states

    def blank(self, generator: int) -> list[int]:
        """A match before anything has happened."""
        s = [0] * self.size
        s[GENERATOR] = generator
        s[MATCH] = 1
        s[IN_PLAY] = (1 << self.seats) - 1
        self.clear_round(s, kept=True)
        return s

    def clear_round(self, s: list[int], kept: bool) -> None:
        """Resets a round: cards at home, an empty stack, variables at their start; with `kept`, those of the match
        too."""
        table = self.table
        s[MOVED] = -1
        s[TOP] = -1
        for index, situation in enumerate(table.situations):
            self.reset_situation(s, index, situation.on_players)
        for index, variable in enumerate(table.variables):
            if kept or not variable.kept:
                for slot in self.slots_of(index):
                    s[slot] = variable.starts
        for zone, seat in self.places:
            self.clear(s, zone, seat)
            at = self.place(zone, seat)
            for i in range(self.depth[zone]):
                s[at + i] = -1
        for home, cards in self.homes:
            self.put_under(s, home, 0, cards)

    def reset_situation(self, s: list[int], index: int, on_players: bool) -> None:
        """Resets a situation to its closed state."""
        s[self.below[index]] = CLOSED
        s[self.owner[index]] = 0 if on_players else -1
        for slot, field in zip(self.field[index], self.table.situations[index].fields, strict=True):
            s[slot] = field.starts

    def unlink(self, s: list[int], index: int) -> None:
        """Removes a situation from the stack, with the others in order."""
        under = s[self.below[index]]
        if s[TOP] == index:
            s[TOP] = under
        else:
            above = s[TOP]
            while s[self.below[above]] != index:
                above = s[self.below[above]]
            s[self.below[above]] = under
        self.reset_situation(s, index, self.table.situations[index].on_players)

    def stack(self, s: list[int] | State) -> list[int]:
        """The open situations, topmost first."""
        out: list[int] = []
        at = s[TOP]
        while at >= 0 and len(out) <= limits.SITUATIONS + len(self.below):
            out.append(at)
            at = s[self.below[at]]
        return out

    def number_of_cards(self, s: list[int] | State) -> int:
        """The number of cards in all places."""
        return sum(map(int.bit_count, self._sets_of(s))) + sum([s[at] >= 0 for at in self.tops])

    def conserved(self, s: list[int] | State) -> bool:
        """Whether every card is in exactly one place."""
        total = [0] * len(self.copies)
        for zone, seat in self.places:
            for kind in self.listed(self.held(s, zone, seat)):
                total[kind] += 1
        return tuple(total) == self.copies
