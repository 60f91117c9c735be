"""Symbolic post-image of the number of cards that each player holds.

Over-approximates the engine: which cards move, and whether a pile has enough of them, is unknown. Example: after `draw
2` a hand has at most two cards more, and no fewer. Only zones in `SymbolicState.sizes` are counted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import count
from typing import assert_never

import z3

from checker.effects.summary import Summary, summaries
from checker.smt.expressions import Env, Value
from checker.smt.factory import between, disj, integer, ite, less, neg, same, summed
from checker.smt.state import Mask, SymbolicState, Term
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below


def plain_count(x: object, zones: AbstractSet[int]) -> bool:
    """Whether an expression is the number of all cards of a place in one of these zones."""
    return isinstance(x, e.CountCards) and x.where is None and x.place.zone in zones


def counted_zones(table: t.Table) -> frozenset[int]:
    """The zones of each player whose cards conditions count. None in a family."""
    if table.features:
        return frozenset()
    own = frozenset(i for i, zone in enumerate(table.zones) if zone.each_player)
    rules: tuple[object, ...] = (table.triggers, table.offers, table.bans)
    return frozenset(x.place.zone for x in below(rules) if isinstance(x, e.CountCards) and plain_count(x, own))


def sized(st: SymbolicState, zones: AbstractSet[int], limits: list[z3.BoolRef]) -> SymbolicState:
    """The state with unknown numbers of cards in these zones of each player."""
    rows: list[tuple[Term, ...]] = list(st.sizes)
    for zone in zones:
        rows[zone] = tuple(z3.Int(f"size of {st.table.zones[zone].name}.{i}") for i in range(st.table.seats))
        limits += [x for n in rows[zone] for x in between(0, n, st.table.deck.size)]
    return replace(st, sizes=rows)


def sizes_in(st: SymbolicState, zone: int) -> tuple[Term, ...]:
    """The number of cards of each player in a zone: tracked, or added up from the cards."""
    if st.sizes[zone]:
        return st.sizes[zone]
    pairs = zip(st.bags[zone], st.tops[zone], strict=True)
    return tuple(summed([*bag, *(ite(same(x, -1), 0, 1) for x in top)]) for bag, top in pairs)


class HandSizes(ABC):
    """Updates the numbers of cards after effects. Each unknown has a value in every state, so that the limits on the
    unknowns of a branch that is not taken exclude nothing."""

    table: t.Table
    limits: list[z3.BoolRef]
    numbers: count[int]

    @abstractmethod
    def value(self, x: e.Expr, env: Env, st: SymbolicState) -> Term | Mask:
        """The value of an expression, or an unknown."""

    def number(self, low: Term, high: Term) -> Term:
        """An unknown number between two bounds."""
        out = z3.Int(f"then.{next(self.numbers)}")
        self.limits += [neg(less(out, low)), neg(less(high, out))]
        return out

    def any_size(self, st: SymbolicState, zones: Iterable[int]) -> SymbolicState:
        """Havoc: any numbers of cards in some zones."""
        rows = list(st.sizes)
        for zone in zones:
            rows[zone] = tuple(self.number(0, self.table.deck.size) for _ in rows[zone])
        return replace(st, sizes=rows)

    def owner(self, place: e.Place, env: Env, st: SymbolicState) -> Value:
        """Whose place it is."""
        return -1 if place.seat is None else self.value(place.seat, env, st)

    def there(self, place: e.Place, env: Env, st: SymbolicState) -> Term | None:
        """The number of cards of a place; None if it is not counted."""
        if not st.sizes[place.zone]:
            return None
        whose, out = self.owner(place, env, st), integer(0)
        for i, n in enumerate(st.sizes[place.zone]):
            out = ite(same(whose, i), n, out)
        return out

    def put(self, place: e.Place, whose: Value, st: SymbolicState, new: Callable[[Term], Term]) -> SymbolicState:
        """The state with another number of cards in a place of somebody."""
        rows = list(st.sizes)
        rows[place.zone] = tuple(ite(same(whose, i), new(n), n) for i, n in enumerate(rows[place.zone]))
        return replace(st, sizes=rows)

    def resized(self, x: f.MovesCards, env: Env, st: SymbolicState, certain: bool) -> SymbolicState:
        """The numbers of cards after an effect that moves cards. `certain`: a moved card is certain to lie at its
        origin."""
        if not any(st.sizes):
            return st
        match x:
            case f.MoveCard():
                most = self.there(x.origin, env, st)
                one = ite(less(0, most), 1, 0) if most is not None else integer(1)
                return self.shifted(x, env, st, one if certain and x.target.seat is None else self.number(0, one))
            case f.MoveTop():
                wanted = self.value(x.count, env, st)
                held = self.there(x.origin, env, st)
                most = ite(less(wanted, 0), 0, wanted)
                most = most if held is None else ite(less(held, most), held, most)
                return self.shifted(x, env, st, self.number(0, most))
            case f.MoveAll():
                most = self.there(x.origin, env, st)
                whole = x.where is None and not x.keep and most is not None
                if whole and x.target.seat is not None:
                    # nothing moves if there is no receiver
                    most = ite(same(self.owner(x.target, env, st), -1), 0, most)
                return self.shifted(
                    x, env, st, most if whole else self.number(0, self.table.deck.size if most is None else most)
                )
            case f.SwapPlaces():
                mine, theirs = (self.there(y, env, st) for y in (x.left, x.right))
                if mine is None or theirs is None:
                    return self.any_size(st, (x.left.zone, x.right.zone))
                # (whose places they are is read before anything moves)
                one, other = (self.owner(y, env, st) for y in (x.left, x.right))
                nobody = disj(same(y, -1) for y in (one, other))
                then = self.put(x.left, one, st, lambda n: ite(nobody, n, theirs))
                return self.put(x.right, other, then, lambda n: ite(nobody, n, mine))
            case f.GiveEvery():
                return self.given_round(x, env, st)
            case f.Gather():
                return self.any_size(st, range(len(st.sizes)))
            case f.Shuffle():
                return st
            case _:
                assert_never(x)

    def shifted(self, x: f.MoveCard | f.MoveTop | f.MoveAll, env: Env, st: SymbolicState, many: Term) -> SymbolicState:
        """The state after so many cards have changed places. (Whose places they are is read before they move.)"""
        origin, target = (self.owner(y, env, st) for y in (x.origin, x.target))
        taken = self.put(x.origin, origin, st, lambda n: n - many)
        return self.put(x.target, target, taken, lambda n: n + many)

    def given_round(self, x: f.GiveEvery, env: Env, st: SymbolicState) -> SymbolicState:
        """The state after every player has given all cards of a zone to another. (Who is absent keeps them.)"""
        seats = range(len(st.sizes[x.zone]))
        gifts = []
        for i in seats:
            to = self.value(x.to, {**env, x.local.index: i}, st)
            gifts.append(ite(disj(neg(st.in_play[i]), same(to, -1)), i, to))
        rows = list(st.sizes)
        rows[x.zone] = tuple(summed([ite(same(gifts[i], j), st.sizes[x.zone][i], 0) for i in seats]) for j in seats)
        return replace(st, sizes=rows)

    def repeated_sizes(
        self, effects: Sequence[f.Effect], times: Term | None, env: Env, st: SymbolicState
    ) -> SymbolicState:
        """The numbers of cards after effects that run so many times at most (None: any number)."""
        if not any(st.sizes):
            return st
        all_ = summaries(self.table)
        found = tuple(all_.flat(effects))
        moved = moved_zones(all_.through(effects))
        changed = {type(c.target) for x in all_.through(effects) for c in x.changes}
        simple = times is not None and not any(
            # (what is swapped or given on goes both ways)
            x.performs is not None or (x.transfer is not None and x.transfer.how in ("swap", "give", "gather"))
            for x in found
        )
        if not simple or any(y.how != "branch" for x in found for y in x.blocks):
            return self.any_size(st, moved)
        most = ite(less(times, 0), 0, times)
        for zone in sorted(moved):
            if not st.sizes[zone]:
                continue
            gains: list[tuple[Value | None, int]] = []
            loses = False
            for x in found:
                loses = loses or (x.transfer is not None and (x.transfer.origin is None or zone in x.transfer.takes))
                if x.transfer is None or x.transfer.target.zone != zone:
                    continue
                seat, many = x.transfer.target.seat, moves_at_most(x)
                if many is None:
                    return self.any_size(st, moved)
                fixed = seat is not None and lasting(seat, env, changed)
                gains.append((self.value(seat, env, st) if fixed and seat is not None else None, many))
            row = []
            for i, n in enumerate(st.sizes[zone]):
                # what somebody may gain in one iteration
                step = summed([y if who is None else ite(same(who, i), y, 0) for who, y in gains])
                row.append(self.number(0 if loses else n, n + most * step))
            rows = list(st.sizes)
            rows[zone] = tuple(row)
            st = replace(st, sizes=rows)
        return st


def moved_zones(found: Iterable[Summary]) -> frozenset[int]:
    """The zones that gain or lose cards by some effects."""
    out: set[int] = set()
    for x in found:
        if x.transfer is not None and x.transfer.how != "shuffle":
            out |= {x.transfer.target.zone, *x.transfer.takes}
            out |= set() if x.transfer.origin is None else {x.transfer.origin.zone}
    return frozenset(out)


def moves_at_most(x: Summary) -> int | None:
    """The most cards that an effect moves; None if unknown."""
    assert x.transfer is not None
    match x.transfer.how:
        case "card":
            return 1
        case "shuffle":
            return 0
        case "top" if isinstance(x.transfer.count, e.Constant):
            return max(0, x.transfer.count.value)
        case _:
            return None


def blind(x: object, zones: AbstractSet[int] = frozenset()) -> bool:
    """Whether an expression reads where cards lie, other than how many there are in these zones."""
    nodes = tuple(below(x))
    counted = {id(n.place) for n in nodes if isinstance(n, e.CountCards) and plain_count(n, zones)}
    return any(
        (isinstance(n, e.Place) and id(n) not in counted)
        or isinstance(n, e.Can)
        or (isinstance(n, e.Builtin) and n.kind == "moved")
        for n in nodes
    )


def lasting(x: e.Expr | None, env: Env, changed: AbstractSet[type]) -> bool:
    """Whether a player expression is invariant under effects that change targets of the given kinds."""
    nodes = below(x)
    if blind(x) or any(isinstance(n, e.Local) and n.index not in env for n in nodes):
        return False
    return not any(type(n) in changed for n in nodes)
