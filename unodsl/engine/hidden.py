"""Determinization: samples the hidden part of a state for a seat."""

from __future__ import annotations

from unodsl.engine import chance
from unodsl.engine.api import State
from unodsl.engine.layout import GENERATOR, Layout


class Hidden:
    """The slots hidden from a seat: others' cards, face-down cards, secrets, and future chance."""

    def __init__(self, layout: Layout, seat: int) -> None:
        table = layout.table
        self.layout = layout
        self.sets = tuple(
            layout.place(index, owner)
            for index, zone in enumerate(table.zones)
            for owner in range(layout.seats if zone.each_player else 1)
            if zone.visibility != "face up" and not (zone.visibility == "seen by its player" and owner == seat)
        )
        """The slots of card sets of which only the size is visible."""
        self.secrets: tuple[tuple[int, int], ...] = tuple(
            (layout.variable[index] + owner, variable.starts)
            for index, variable in enumerate(table.variables)
            if variable.secret
            for owner in range(layout.seats if variable.each_player else 1)
            if owner != seat
        ) + tuple(
            (slot, field.starts)
            for situation, slots in zip(table.situations, layout.field, strict=True)
            for field, slot in zip(situation.fields, slots, strict=True)
            if field.secret
        )
        """The secret slots, with their start values."""

    def drawn(self, state: State, generator: int) -> State:
        """Samples a state that is indistinguishable for the seat: hidden cards are dealt uniformly to the places of
        hidden cards; secrets have their start values. The result depends only on what the seat sees. `generator` (a
        state of the random generator) deals them, and continues in the result."""
        layout = self.layout
        out = list(state)
        pool = 0
        for at in self.sets:
            pool = layout.merge(pool, state[at])
        for at in self.sets:
            cards = 0
            for _ in range(state[at].bit_count()):
                generator, number = chance.below(generator, pool.bit_count())
                kind = layout.nth(pool, number)
                pool = layout.take(pool, kind)
                cards = layout.add(cards, kind)
            out[at] = cards
        for slot, starts in self.secrets:
            out[slot] = starts
        out[GENERATOR] = generator
        return tuple(out)
