"""Symmetry reduction: a canonical representative of all states that differ by rotated seats or permuted values of cards
(`unodsl.model.symmetry`).

Seats: the first slot that holds a player determines the rotation: this player gets seat 0. If no slot does, all
rotations are tried. Values: all that a state holds of one value of a class, bit by bit, is that value's key; the values
are permuted into descending order of their keys. Two values with equal keys are interchangeable, so any order of them
gives the same state. For a second class all permutations are tried. The candidate with the least packed words is the
representative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import factorial

from unodsl.engine.api import State
from unodsl.engine.layout import Layout
from unodsl.engine.packing import Packing, slot_types
from unodsl.engine.wasm_memory import WORD, CardWords
from unodsl.model.symmetry import Symmetry
from unodsl.model.types import Card, Enumeration, Player, Players

MOST_TRIED = 48
"""The most permutations of values that are tried for one state; further classes are not reduced."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Cards that lie side by side in one word of a set, for every value of a class alike: for each value where they begin (word
    and shift). `width` bits; `offsets`: where they begin in the set as one number."""

    width: int
    places: tuple[tuple[int, int], ...]
    offsets: tuple[int, ...]


class Values:
    """A class of values of an attribute, and the slots of states that hold them."""

    def __init__(self, layout: Layout, attribute: int, values: tuple[int, ...]) -> None:
        kinds = layout.table.deck.kinds
        self.attribute = attribute
        self.values = values
        self.number = {value: i for i, value in enumerate(values)}
        name = layout.table.deck.attributes[attribute].name
        types = slot_types(layout)
        self.value_slots = tuple(i for i, x in enumerate(types) if isinstance(x, Enumeration) and x.name == name)
        self.card_slots = tuple(i for i, x in enumerate(types) if isinstance(x, Card))
        members: list[list[int]] = []
        for value in values:
            mine = [i for i, k in enumerate(kinds) if k.values[attribute] == value]
            others = [(*kinds[i].values[:attribute], *kinds[i].values[attribute + 1 :]) for i in mine]
            members.append([i for _, i in sorted(zip(others, mine, strict=True))])
        self.members = tuple(tuple(m) for m in members)
        """For each value the kinds that have it, in a common order."""
        self.of_kind = {kind: (v, i) for v, mine in enumerate(self.members) for i, kind in enumerate(mine)}
        self.cards = CardWords(layout)
        self.chunks = self._chunks(layout)

    def _chunks(self, layout: Layout) -> tuple[Chunk, ...]:
        first, starts = self.cards.first, self.cards.starts
        out: list[Chunk] = []
        for row in zip(*self.members, strict=True):
            places = tuple((first[k], layout.offsets[k] - starts[first[k]]) for k in row)
            offsets = tuple(layout.offsets[k] for k in row)
            copies = layout.copies[row[0]]
            if not copies:
                continue
            if out and all(
                word == other and shift == before + out[-1].width
                for (word, shift), (other, before) in zip(places, out[-1].places, strict=True)
            ):
                out[-1] = Chunk(out[-1].width + copies, out[-1].places, out[-1].offsets)
            else:
                out.append(Chunk(copies, places, offsets))
        return tuple(out)

    def exchanged(self, first: int, second: int) -> tuple[int, ...]:
        """The permutation that exchanges two values of the class."""
        out = list(range(len(self.values)))
        out[first], out[second] = second, first
        return tuple(out)

    def steps(self) -> list[tuple[int, int]]:
        """Adjacent transpositions that enumerate all permutations, starting with the identity."""
        out: list[tuple[int, int]] = []
        orders = _by_neighbors(len(self.values))
        for one, other in pairwise(orders):
            i = next(n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
            out.append((i, i + 1))
        return out


def _by_neighbors(n: int) -> list[tuple[int, ...]]:
    """All permutations of n things by adjacent transpositions (Steinhaus-Johnson-Trotter)."""
    if n == 1:
        return [(0,)]
    out: list[tuple[int, ...]] = []
    for index, order in enumerate(_by_neighbors(n - 1)):
        places = range(n) if index % 2 else range(n - 1, -1, -1)
        out += [(*order[:at], n - 1, *order[at:]) for at in places]
    return out


class Folding:
    """The symmetry reduction of one search. `lines`: its description; `also`: slots that must be packed."""

    def __init__(self, layout: Layout, symmetry: Symmetry, start: Sequence[int]) -> None:
        self.layout = layout
        self.seats = layout.seats if symmetry.seats else 1
        types = slot_types(layout)
        classes = [Values(layout, a, v) for a, v in symmetry.values if max(CardWords(layout).parts) == 1]
        classes.sort(key=lambda c: (-len(c.values), c.values))
        self.sorted = classes[0] if classes else None
        """The class whose values are sorted by their keys."""
        self.tried: list[Values] = []
        """The classes for which all permutations are tried."""
        orders = 1
        for other in classes[1:]:
            if orders * factorial(len(other.values)) <= MOST_TRIED:
                orders *= factorial(len(other.values))
                self.tried.append(other)
        self.players = tuple(i for i, x in enumerate(types) if isinstance(x, Player))
        self.sets_of_players = tuple(i for i, x in enumerate(types) if isinstance(x, Players))
        table = layout.table
        rows = [(layout.variable[i], 1, 1) for i, v in enumerate(table.variables) if v.each_player]
        rows += [
            (layout.zone[i], layout.stride[i], layout.stride[i]) for i, z in enumerate(table.zones) if z.each_player
        ]
        self.turned = tuple(
            tuple(first + part + stride * seat for seat in range(layout.seats))
            for first, stride, parts in rows
            for part in range(parts)
        )
        """The slots that belong to seats: one row for each thing, by seat."""
        own = {slot for row in self.turned for slot in row}
        # a player's own slot is not the table's: it moves with the rotation
        self.pins = tuple(i for i in self.players if i not in own)
        self.also = self._also(start)
        self.lines = tuple(self._lines())

    @property
    def classes(self) -> tuple[Values, ...]:
        """All reduced classes of values."""
        return (*(() if self.sorted is None else (self.sorted,)), *self.tried)

    @property
    def whole(self) -> int:
        """The greatest size of an equivalence class of states."""
        out = self.seats
        for x in self.classes:
            out *= factorial(len(x.values))
        return out

    def _lines(self) -> list[str]:
        out = [f"seats folded: {self.seats} to 1"] if self.seats > 1 else []
        for x in self.classes:
            declared = self.layout.table.deck.attributes[x.attribute]
            names = ", ".join(declared.values[v] for v in x.values)
            out.append(f"{declared.name} folded: {factorial(len(x.values))} to 1 ({names})")
        return out

    def _also(self, start: Sequence[int]) -> frozenset[int]:
        """The slots that no rule changes, but a rotation or permutation does."""
        out: set[int] = set()
        if self.seats > 1:
            everybody = (1 << self.layout.seats) - 1
            out |= {i for i in self.players if start[i] >= 0}
            out |= {i for i in self.sets_of_players if start[i] not in (0, everybody)}
            for row in self.turned:
                if len({start[i] for i in row}) > 1 or out & set(row):
                    out |= set(row)
        for x in self.classes:
            out |= {i for i in x.value_slots if start[i] in x.number}
            out |= {i for i in x.card_slots if start[i] in x.of_kind}
        # all slots of a row move together
        for row in self.turned:
            if out & set(row):
                out |= set(row)
        return frozenset(out)

    # ------------------------------------------------------------------------------------------------------------ in Python

    def turn(self, s: list[int], by: int) -> None:
        """Rotates the table: seat 0 becomes seat `by` (from 0)."""
        n = self.layout.seats
        if not by:
            return
        for i in self.players:
            if s[i] >= 0:
                s[i] = (s[i] + by) % n
        mask = (1 << n) - 1
        for i in self.sets_of_players:
            s[i] = (s[i] << by | s[i] >> (n - by)) & mask
        for row in self.turned:
            values = [s[i] for i in row]
            for seat, value in enumerate(values):
                s[row[(seat + by) % n]] = value

    def exchange(self, s: list[int], x: Values, places: Sequence[int]) -> None:
        """Applies a permutation to the values of a class."""
        for i in x.value_slots:
            at = x.number.get(s[i])
            if at is not None:
                s[i] = x.values[places[at]]
        for i in x.card_slots:
            card = x.of_kind.get(s[i])
            if card is not None:
                s[i] = x.members[places[card[0]]][card[1]]
        for i in self.layout.sets:
            cards = s[i]
            if not cards:
                continue
            for chunk in x.chunks:
                mask = (1 << chunk.width) - 1
                parts = [cards >> at & mask for at in chunk.offsets]
                for at, part in zip(chunk.offsets, parts, strict=True):
                    cards ^= part << at
                for place, part in zip(places, parts, strict=True):
                    cards |= part << chunk.offsets[place]
            s[i] = cards

    def keys(self, s: Sequence[int], x: Values) -> list[tuple[int, ...]]:
        """The key of each value of a class: the items of `key_parts`, as words."""
        parts = self.key_parts(x)
        out = []
        for v in range(len(x.values)):
            words: list[int] = []
            for what, slot, index, shift in parts:
                if what == "cards":
                    chunk = x.chunks[index]
                    found = s[slot] >> chunk.offsets[v] & ((1 << chunk.width) - 1)
                elif what == "card":
                    card = x.of_kind.get(s[slot])
                    found = card[1] + 1 if card is not None and card[0] == v else 0
                else:
                    found = int(s[slot] == x.values[v])
                if not shift:
                    words.append(0)
                words[-1] |= found << shift
            out.append(tuple(words))
        return out

    def key_parts(self, x: Values) -> list[tuple[str, int, int, int]]:
        """The items of a value's key: cards of a chunk in a set, the card in a slot, the value in a slot: (what, slot,
        chunk, shift); a shift of 0 starts a word."""
        wanted = [("cards", slot, i, chunk.width) for slot in self.layout.sets for i, chunk in enumerate(x.chunks)]
        wanted += [("card", slot, 0, len(x.members[0]).bit_length()) for slot in x.card_slots]
        wanted += [("value", slot, 0, 1) for slot in x.value_slots]
        out = []
        used = WORD
        for what, slot, index, bits in wanted:
            if used + bits > WORD:
                used = 0
            out.append((what, slot, index, used))
            used += bits
        return out

    def in_order(self, s: list[int]) -> None:
        """Permutes the values of the first class into descending order of their keys."""
        x = self.sorted
        if x is None:
            return
        keys = self.keys(s, x)
        order = sorted(range(len(keys)), key=lambda v: keys[v], reverse=True)
        places = [0] * len(keys)
        for place, v in enumerate(order):
            places[v] = place
        if order != sorted(order):
            self.exchange(s, x, places)

    def folded(self, state: Sequence[int], packing: Packing) -> State:
        """The canonical representative of a state."""
        s = list(state)
        turns = self.seats
        if turns > 1:
            pin = next((s[i] for i in self.pins if s[i] >= 0), None)
            if pin is not None:
                self.turn(s, (turns - pin) % turns)
                turns = 1
        if turns == 1 and not self.tried:
            self.in_order(s)
            return tuple(s)
        best: tuple[tuple[int, ...], State] | None = None
        for _ in range(turns):
            for step in self.walk():
                if step is not None:
                    x, first = step
                    self.exchange(s, x, x.exchanged(first, first + 1))
                self.in_order(s)
                words = packing.pack(s)
                if best is None or words < best[0]:
                    best = words, tuple(s)
            if turns > 1:
                self.turn(s, 1)
        assert best is not None
        return best[1]

    def walk(self) -> list[tuple[Values, int] | None]:
        """Transpositions that enumerate the permutations of all tried classes: the class, and the value to exchange
        with the next one. None: the initial state."""
        out: list[tuple[Values, int] | None] = [None]
        for x in self.tried:
            steps = [(x, first) for first, _ in x.steps()]
            longer = list(out)
            for step in steps:
                # the permutations of the other classes again; their order does not matter, since all of them occur
                longer += [step, *out[1:]]
            out = longer
        return out
