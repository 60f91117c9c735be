"""Which moves are legal in a symbolic state."""

from __future__ import annotations

from collections.abc import Iterator

import z3

from checker.effects.never_meet import concerns
from checker.smt.expressions import Env, Expressions, Value, clamp, identity
from checker.smt.factory import boolean, conj, disj, less, neg, same
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, YesNo


class Reader(Expressions):
    """Translates expressions about one symbolic state, and says which moves are legal there."""

    def can(self, x: e.Can, env: Env) -> z3.BoolRef:
        """Whether an offer of the act stands, before replacements: as the engine sees it inside a condition."""
        seat = self.term(x.seat, env)
        parts = []
        for index, offer in enumerate(self.table.offers):
            if offer.act != x.act or offer.mode == "mistake":
                continue
            for s in range(self.seats):
                for argument, stands in standing(self, index, s):
                    where = boolean(True) if x.where is None else self.truth(x.where, {**env, x.local.index: argument})
                    parts.append(conj(seat == s, stands, where))
        return disj(parts)


def active(reader: Reader, situations: tuple[int, ...]) -> z3.BoolRef:
    """Whether one of the situations is on top; no situations: always."""
    if not situations:
        return boolean(True)
    return disj([same(reader.st.top, i) for i in situations])


def arguments(reader: Reader, offer: t.Offer, seat: int) -> Iterator[tuple[Value, z3.BoolRef]]:
    """The arguments that an offer could be taken up with, each with the condition under which it is there."""
    table = reader.table
    act = table.acts[offer.act]
    place = seat if act.origin is not None and table.zones[act.origin].each_player else 0
    if act.argument is None:
        yield -1, boolean(True)
    elif offer.argument is not None:
        value = reader.term(offer.argument, {0: seat, 1: -1})
        there: z3.BoolRef = boolean(True)
        if isinstance(act.argument, Card | Player | Enumeration):
            # where nothing is a value of the act, it can be done with nothing
            there = boolean(True) if act.argument.optional else value != -1
        elif isinstance(act.argument, Number):
            # a fixed number is kept within the bounds that the act takes
            value = clamp(value, act.argument)
        if act.origin is not None:
            there = conj(
                there,
                disj(
                    [
                        conj(same(value, k), less(0, reader.count_of(act.origin, place, k)))
                        for k in range(len(table.deck.kinds))
                    ]
                ),
            )
        yield value, there
    else:
        match act.argument:
            case Card():
                for k in range(len(table.deck.kinds)):
                    yield (
                        k,
                        reader.st.there[k] if act.origin is None else less(0, reader.count_of(act.origin, place, k)),
                    )
            case Player():
                for p in range(table.seats):
                    if not (act.excludes_self and p == seat):
                        yield p, reader.st.in_play[p]
            case Number():
                low, high = offer.choices or (act.argument.low, act.argument.high)
                for n in range(low, high + 1):
                    yield n, boolean(True)
            case Enumeration():
                for n in range(len(act.argument.values)):
                    yield n, boolean(True)
            case YesNo():
                yield 0, boolean(True)
                yield 1, boolean(True)
            case Players():
                for mask in range(1 << table.seats):
                    yield tuple(boolean(bool(mask >> i & 1)) for i in range(table.seats)), boolean(True)


def equal(one: Value, other: Value) -> z3.BoolRef:
    """That two arguments are the same: numbers, cards, seats, or sets of seats."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return conj(same(a, b) for a, b in zip(one, other, strict=True))
    return same(one, other)


def candidate(reader: Reader, index: int, seat: int, argument: Value) -> z3.BoolRef:
    """An offer stands for a seat with an argument that is there, bans and replacements aside."""
    offer = reader.table.offers[index]
    who = reader.mask(offer.who, {})[seat]
    return conj(
        conj(reader.st.exists[seat], neg(reader.st.in_play[seat])) if offer.absent else reader.st.in_play[seat],
        active(reader, offer.situations),
        who,
        reader.truth(offer.guard, {0: seat, 1: argument}),
    )


def banned(reader: Reader, ban: t.Ban, seat: int, argument: Value) -> z3.BoolRef:
    """A ban holds against a seat and an argument."""
    who = reader.mask(ban.who, {})[seat]
    return conj(active(reader, ban.situations), who, reader.truth(ban.guard, {0: seat, 1: argument}))


def bans_on(table: t.Table, offer: t.Offer) -> list[t.Ban]:
    """The bans that can concern an offer."""
    return [b for b in table.bans if concerns(b, offer)]


def own_bans(table: t.Table, offer: t.Offer, ban: t.Ban) -> list[t.Ban]:
    """The other bans that hold against an offer wherever it is made: those of its own option, and of the game alone. Where one of them
    forbids a move, another ban takes nothing away."""
    page = offer.info.name.partition(".")[0]

    def own(other: t.Ban) -> bool:
        if other.info.option is None and len(table.games) == 1:
            return True
        return other.info.option == offer.info.option and other.info.name.partition(".")[0] == page

    return [b for b in bans_on(table, offer) if b is not ban and own(b)]


def allowed(reader: Reader, index: int, seat: int, argument: Value) -> z3.BoolRef:
    """A candidate that no ban takes away."""
    key = index, seat, identity(argument)
    known = reader.moves.get(key)
    if known is None:
        offer = reader.table.offers[index]
        stands = candidate(reader, index, seat, argument)
        bans = [banned(reader, b, seat, argument) for b in bans_on(reader.table, offer)]
        known = reader.moves[key] = conj(stands, neg(disj(bans))) if bans else stands
    return known


def standing(reader: Reader, index: int, seat: int) -> list[tuple[Value, z3.BoolRef]]:
    """All arguments with which an offer stands for a seat after bans, with their conditions."""
    offer = reader.table.offers[index]
    return [(a, conj(there, allowed(reader, index, seat, a))) for a, there in arguments(reader, offer, seat)]
