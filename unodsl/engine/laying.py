"""The zones of hands, and the moves that take a card out of one: derived from the effects, whatever the acts are
called."""

from __future__ import annotations

from collections.abc import Iterator

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.table import ActEvent, Event, OfferEvent, Table
from unodsl.model.walk import below

_PLAYER, _ARGUMENT = 0, 1
"""The locals of a move: its player and its argument."""


def own_zones(table: Table) -> tuple[int, ...]:
    """The zones (indexes) of each player from which acts take cards: the hands."""
    played = {a.origin for a in table.acts}
    return tuple(i for i, z in enumerate(table.zones) if z.each_player and i in played)


def lays(table: Table) -> tuple[int, ...]:
    """For each offer 1 if taking it can move its card out of its player's hand, else 0. Acts that only show or name a
    card move none."""
    own = own_zones(table)
    rules: dict[Event, list[tuple[f.Effect, ...]]] = {}
    for trigger in table.triggers:
        for event in trigger.events:
            rules.setdefault(event, []).append(trigger.effects)

    def laid(x: f.MoveCard) -> bool:
        kept = x.target.zone in own and _is(x.target.seat, _PLAYER)
        return x.origin.zone in own and _is(x.origin.seat, _PLAYER) and _is(x.card, _ARGUMENT) and not kept

    return tuple(int(any(map(laid, _moved(table, i, rules)))) for i in range(len(table.offers)))


def _moved(table: Table, index: int, rules: dict[Event, list[tuple[f.Effect, ...]]]) -> Iterator[f.MoveCard]:
    """Yields the moves of single cards when an offer is taken: by its act, by itself, by triggers of their events, and
    by acts that these perform for the same player with the same card. Locals 0 and 1 are those of the offer."""
    offer = table.offers[index]
    todo: list[ActEvent | OfferEvent] = [ActEvent(offer.act, offer.manner), OfferEvent(index)]
    done = set(todo)
    while todo:
        event = todo.pop()
        block = table.acts[event.act].effects if isinstance(event, ActEvent) else offer.effects
        for x in below((block, *rules.get(event, ()))):
            if isinstance(x, f.MoveCard):
                yield x
            elif isinstance(x, f.Perform) and _is(x.player, _PLAYER) and _is(x.argument, _ARGUMENT):
                further = ActEvent(x.act, x.manner)
                if further not in done:
                    done.add(further)
                    todo.append(further)


def _is(x: e.Expr | None, local: int) -> bool:
    return isinstance(x, e.Local) and x.index == local
