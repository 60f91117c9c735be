"""What a seat cannot see, drawn anew: determinization."""

from __future__ import annotations

import random

from unodsl.engine import chance
from unodsl.engine.api import State
from unodsl.engine.layout import GENERATOR, Layout


class Hidden:
    """The slots of a table that a seat cannot see: others' cards, what lies face down, secrets, and chance to come."""

    def __init__(self, layout: Layout, seat: int) -> None:
        table = layout.table
        self.layout = layout
        self.sets = tuple(
            layout.place(index, owner)
            for index, zone in enumerate(table.zones)
            for owner in range(layout.seats if zone.each_player else 1)
            if zone.visibility != "face up" and not (zone.visibility == "seen by its player" and owner == seat)
        )
        """Where a set of cards lies of which only the number is seen."""
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
        """Slots that hold a secret, with what they start as."""

    def drawn(self, state: State, luck: random.Random) -> State:
        """A state that the seat cannot tell from this one: the cards that it cannot see are dealt anew to where they lie, each way as
        likely as any other; secrets are as they start. It depends on nothing that the seat cannot see."""
        layout = self.layout
        out = list(state)
        cards = [kind for at in self.sets for kind in layout.listed(state[at])]
        # in an order of their own, so that where they lay does not show
        cards.sort()
        luck.shuffle(cards)
        first = 0
        for at in self.sets:
            count = state[at].bit_count()
            out[at] = layout.cards(cards[first : first + count])
            first += count
        for slot, starts in self.secrets:
            out[slot] = starts
        out[GENERATOR] = chance.seeded(luck.getrandbits(63))
        return tuple(out)
