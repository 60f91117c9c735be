"""Bit packing of quiescent states into machine words: constant slots are left out.

The types give the range of each slot: a number takes as many bits as its bounds need, and a set of cards as many as the
deck has cards. Two states of one search are equal if and only if their words are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from unodsl import limits
from unodsl.engine.api import State
from unodsl.engine.layout import CLOSED, GENERATOR, IN_PLAY, MATCH, MOVED, ROUND, TOP, WINNERS, Layout
from unodsl.engine.wasm_memory import WORD, CardWords
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.model.walk import effects_below


@dataclass(frozen=True, slots=True)
class Field:
    """The position of one value in the words: `bits` (1 to 64) at `shift` of word `at`, relative to `low`. `part`: the
    word of the set of cards in the slot, or None for a number."""

    slot: int
    part: int | None
    low: int
    bits: int
    at: int
    shift: int


def slot_types(layout: Layout) -> tuple[Type | None, ...]:
    """The type of each slot; None for the random generator and for sets of cards."""
    table = layout.table
    out: list[Type | None] = [None] * layout.size
    out[ROUND] = out[MATCH] = YesNo()
    out[IN_PLAY] = out[WINNERS] = Players()
    out[MOVED] = Card(optional=True)
    out[TOP] = Number(-1, len(table.situations) - 1)
    for index, situation in enumerate(table.situations):
        out[layout.below[index]] = Number(CLOSED, len(table.situations) - 1)
        out[layout.owner[index]] = Players() if situation.on_players else Player(optional=True)
        for slot, declared in zip(layout.field[index], situation.fields, strict=True):
            out[slot] = declared.type
    for index, variable in enumerate(table.variables):
        for slot in layout.slots_of(index):
            out[slot] = variable.type
    for slot in layout.tops:
        out[slot] = Card(optional=True)
    return tuple(out)


def bounds(layout: Layout, type_: Type) -> tuple[int, int]:
    """The least and the greatest value of a type's slot."""
    match type_:
        case Number():
            return type_.low, type_.high
        case YesNo():
            return 0, 1
        case Enumeration():
            return -1, len(type_.values) - 1
        case Card():
            return -1, len(layout.copies) - 1
        case Player():
            return -1, layout.seats - 1
        case Players():
            # a constant set in a rule may contain seats that this table does not have
            return 0, (1 << limits.SEATS) - 1


def changing(layout: Layout, start: Sequence[int]) -> frozenset[int]:
    """The slots that may differ between states of the round of `start`. The others are constant."""
    table = layout.table
    out = {s for s in range(layout.size) if s in layout.sets or s in layout.tops}
    opens = {i for i, at in enumerate(layout.below) if start[at] != CLOSED}
    for node in effects_below(tuple(r for group in (table.triggers, table.offers, table.acts) for r in group)):
        if isinstance(node, f.MovesCards | f.Announces | f.Block):
            continue
        match node:
            case f.Assign(target=target) | f.ChangeSet(target=target):
                if isinstance(target, e.Variable):
                    first = layout.variable[target.index]
                    out |= set(range(first, first + (1 if target.seat is None else layout.seats)))
            case f.Begin():
                opens.add(node.situation)
            case f.EndRound():
                out |= {ROUND, WINNERS}
            case f.EndMatch():
                out |= {ROUND, MATCH, WINNERS}
            case f.Seating():
                out.add(IN_PLAY)
            case f.End() | f.Perform() | f.BeginRound():
                # (what a situation changes is taken in where it begins; what an act does, at the act)
                pass
            case _:
                assert_never(node)
    for index in opens:
        out |= {TOP, layout.below[index], layout.owner[index], *layout.field[index]}
    return frozenset(out)


class Packing:
    """How the states of one search are packed. `start` is one of them; `also` are slots to be kept although no rule changes
    them."""

    def __init__(self, layout: Layout, start: Sequence[int], also: frozenset[int] = frozenset()) -> None:
        self.layout = layout
        self.cards = CardWords(layout)
        self.start = tuple(start)
        kept = changing(layout, start) | also
        types = slot_types(layout)
        wanted: list[tuple[int, int, int | None, int]] = []
        for slot in sorted(kept):
            type_ = types[slot]
            if slot in layout.sets:
                wanted += [(self.cards.bits(part), slot, part, 0) for part in range(self.cards.count)]
            elif type_ is not None:
                low, high = bounds(layout, type_)
                # numbers may be wider than a word only where nothing fits any more
                wanted.append((max(1, (high - low).bit_length()), slot, None, low))
        used: list[int] = []
        fields = []
        for bits, slot, part, low in sorted(wanted, key=lambda x: (-x[0], x[1], x[2] or 0)):
            at = next((i for i, n in enumerate(used) if n + bits <= WORD), len(used))
            if at == len(used):
                used.append(0)
            fields.append(Field(slot, part, low, bits, at, used[at]))
            used[at] += bits
        self.fields = tuple(sorted(fields, key=lambda x: (x.slot, x.part or 0)))
        self.words = max(1, len(used))
        """Words of 64 bits that a packed state has."""
        self.fixed = tuple(s for s in range(layout.size) if s not in kept and s != GENERATOR)
        """Slots that are not packed: they are in all states as they are in the first."""

    def pack(self, state: Sequence[int]) -> tuple[int, ...]:
        """A state of the search, as words."""
        out = [0] * self.words
        for x in self.fields:
            value = state[x.slot]
            if x.part is not None:
                value = self.cards.split(value)[x.part]
            value -= x.low
            assert 0 <= value < 1 << x.bits
            out[x.at] |= value << x.shift
        return tuple(out)

    def unpack(self, words: Sequence[int]) -> State:
        """The state that was packed, without its generator of chance."""
        out = list(self.start)
        out[GENERATOR] = 0
        parts: dict[int, list[int]] = {}
        for x in self.fields:
            value = (words[x.at] >> x.shift & ((1 << x.bits) - 1)) + x.low
            if x.part is None:
                out[x.slot] = value
            else:
                parts.setdefault(x.slot, [0] * self.cards.count)[x.part] = value
        for slot, split in parts.items():
            out[slot] = self.cards.join(split)
        return tuple(out)
