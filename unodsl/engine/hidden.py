"""What a seat cannot see, drawn anew: determinization."""

from __future__ import annotations

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

    def drawn(self, state: State, generator: int) -> State:
        """A state that the seat cannot tell from this one: the cards that it cannot see are dealt anew to where they lie, each way as
        likely as any other; secrets are as they start. It depends on nothing that the seat cannot see. `generator` (a state of the
        generator of chance) deals them, and goes on in the state."""
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
