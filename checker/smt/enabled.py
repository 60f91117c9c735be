"""Enabled moves of a symbolic state."""

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
    """Translates expressions over one symbolic state, including which moves are enabled there."""

    def can(self, x: e.Can, env: Env) -> z3.BoolRef:
        """Whether an offer of the act is enabled, before replacements: as the engine evaluates it inside a
        condition."""
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
    """Whether one of these situations is on top; with none given: always."""
    if not situations:
        return boolean(True)
    return disj([same(reader.st.top, i) for i in situations])


def arguments(reader: Reader, offer: t.Offer, seat: int) -> Iterator[tuple[Value, z3.BoolRef]]:
    """Yields the arguments of an offer, each with the condition under which it is available."""
    table = reader.table
    act = table.acts[offer.act]
    place = seat if act.origin is not None and table.zones[act.origin].each_player else 0
    if act.argument is None:
        yield -1, boolean(True)
    elif offer.argument is not None:
        env: Env = {0: seat, 1: -1}
        is_set = isinstance(act.argument, Players)
        value: Value = reader.mask(offer.argument, env) if is_set else reader.term(offer.argument, env)
        there: z3.BoolRef = boolean(True)
        if isinstance(act.argument, Card | Player | Enumeration):
            # an act whose argument is optional can be done with nothing
            there = boolean(True) if act.argument.optional else value != -1
        elif isinstance(act.argument, Number):
            # a constant number is clamped to the bounds of the act
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
    """Equality of two arguments: numbers, cards, seats, or sets of seats."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return conj(same(a, b) for a, b in zip(one, other, strict=True))
    return same(one, other)


def candidate(reader: Reader, index: int, seat: int, argument: Value) -> z3.BoolRef:
    """That an offer is enabled for a seat with an available argument, before bans and replacements."""
    offer = reader.table.offers[index]
    who = reader.mask(offer.who, {})[seat]
    return conj(
        conj(reader.st.exists[seat], neg(reader.st.in_play[seat])) if offer.absent else reader.st.in_play[seat],
        active(reader, offer.situations),
        who,
        reader.truth(offer.guard, {0: seat, 1: argument}),
    )


def banned(reader: Reader, ban: t.Ban, seat: int, argument: Value) -> z3.BoolRef:
    """That a ban forbids a move to a seat with an argument."""
    who = reader.mask(ban.who, {})[seat]
    return conj(active(reader, ban.situations), who, reader.truth(ban.guard, {0: seat, 1: argument}))


def bans_on(table: t.Table, offer: t.Offer) -> list[t.Ban]:
    """The bans that can apply to an offer."""
    return [b for b in table.bans if concerns(b, offer)]


def own_bans(table: t.Table, offer: t.Offer, ban: t.Ban) -> list[t.Ban]:
    """The other bans that come with an offer: those of its own option, and those of the game alone. Where one of them
    forbids a move, another ban has no effect."""
    page = offer.info.name.partition(".")[0]

    def own(other: t.Ban) -> bool:
        if other.info.option is None and len(table.games) == 1:
            return True
        return other.info.option == offer.info.option and other.info.name.partition(".")[0] == page

    return [b for b in bans_on(table, offer) if b is not ban and own(b)]


def allowed(reader: Reader, index: int, seat: int, argument: Value) -> z3.BoolRef:
    """That an offer is enabled for a seat with an argument, after bans. Cached."""
    key = index, seat, identity(argument)
    known = reader.moves.get(key)
    if known is None:
        offer = reader.table.offers[index]
        stands = candidate(reader, index, seat, argument)
        bans = [banned(reader, b, seat, argument) for b in bans_on(reader.table, offer)]
        known = reader.moves[key] = conj(stands, neg(disj(bans))) if bans else stands
    return known


def standing(reader: Reader, index: int, seat: int) -> list[tuple[Value, z3.BoolRef]]:
    """All arguments with which an offer is enabled for a seat after bans, with their conditions. Cached."""
    if (index, seat) not in reader.stands:
        there = arguments(reader, reader.table.offers[index], seat)
        reader.stands[index, seat] = [(a, conj(x, allowed(reader, index, seat, a))) for a, x in there]
    return reader.stands[index, seat]
