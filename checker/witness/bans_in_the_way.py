"""Bans in the way: rules that forbid what players could do otherwise in a state without moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from checker.context import Context
from checker.effects.never_meet import concerns
from checker.results import Place
from unodsl.engine.api import State
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import TOP
from unodsl.engine.reference import banned_moves
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

MOST_NAMED = 3
"""The maximal number of forbidden moves that are named for one ban."""


def bans_in_the_way(context: Context, states: Iterable[State], more: Iterable[State] = ()) -> list[t.Ban]:
    """The bans that forbid a move in one of some states, those of options first. `more`: states for bans of options only."""
    table, left, out = context.table, dict(enumerate(context.table.bans)), list[int]()
    rows = chain(((x, False) for x in states), ((x, True) for x in more))
    for state, rest in rows if table.bans else ():
        if rest:
            left = {i: ban for i, ban in left.items() if ban.info.option is not None}
        if not left:
            break
        found = [i for i, ban in left.items() if any(True for _ in forbidden(context, state, ban))]
        out += found
        left = {i: ban for i, ban in left.items() if i not in found}
    return sorted((table.bans[i] for i in sorted(out)), key=lambda ban: ban.info.option is None)


def forbidden(context: Context, state: State, ban: t.Ban) -> Iterator[tuple[int, str]]:
    """Yields the moves that a ban forbids in a state: the offer, and the move in words: `bob cannot play red 3`."""
    table = context.table
    for index, offer in enumerate(table.offers):
        here = not offer.situations or state[TOP] in offer.situations
        if not here or offer.mode in t.LEFT_ALONE or not concerns(ban, offer):
            continue
        act = table.acts[offer.act]
        for seat, argument in banned_moves(context.reference, state, table.bans.index(ban), index):
            what = "" if act.argument is None else f" {value_text(table, act.argument, argument, SEAT_NAMES)}"
            yield index, f"{SEAT_NAMES[seat]} cannot {short(act.name)}{what}"


def banned_offers(context: Context, state: State, bans: Iterable[t.Ban]) -> frozenset[int]:
    """The offers of which some bans forbid moves in a state: they would allow these moves."""
    return frozenset(index for ban in bans for index, _ in forbidden(context, state, ban))


def ban_places(context: Context, states: Iterable[State], bans: Iterable[t.Ban]) -> Iterator[Place]:
    """Yields the places of bans, each with moves that it forbids in the first of some states in which it forbids any."""
    for ban in bans:
        found = (list(dict.fromkeys(words for _, words in forbidden(context, state, ban))) for state in states)
        moves = next(filter(None, found), [])
        named = ", ".join(moves[:MOST_NAMED]) + (", and so on" if len(moves) > MOST_NAMED else "")
        yield Place(ban.info.head, named or "forbids moves")
