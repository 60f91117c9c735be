"""The expressions of the reference executor: a direct interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, MOVED, ROUND, TOP, WINNERS, Layout
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.intervals import operated
from unodsl.model.types import Number

Locals = dict[int, int]


class Evaluator:
    """Evaluates expressions in a state."""

    table: t.Table
    layout: Layout
    s: list[int]

    if TYPE_CHECKING:

        def candidates(self, index: int, seat: int) -> list[int]: ...

        def unbanned(self, index: int, seat: int, arguments: list[int]) -> list[int]: ...

    def seat_of(self, place: e.Place, env: Locals) -> int | None:
        """The seat of a place, 0 for a place of the table; None if it is nobody's."""
        if place.seat is None:
            return 0
        seat = self.value(place.seat, env)
        return seat if seat >= 0 else None

    def value(self, x: e.Expr, env: Locals) -> int:
        s, layout = self.s, self.layout
        match x:
            case e.Constant():
                return x.value
            case e.Local():
                return env.get(x.index, -1)
            case e.Variable():
                seat = 0 if x.seat is None else self.value(x.seat, env)
                return s[layout.variable[x.index] + seat] if seat >= 0 else self.table.variables[x.index].starts
            case e.Field():
                return s[layout.field[x.situation][x.index]]
            case e.Owner():
                return s[layout.owner[x.situation]]
            case e.IsOpen():
                return int(s[layout.below[x.situation]] != CLOSED)
            case e.IsTop():
                return int(s[TOP] == x.situation)
            case e.Builtin():
                return self.builtin(x)
            case e.TopCard():
                seat_ = self.seat_of(x.place, env)
                return -1 if seat_ is None else layout.top_card(s, x.place.zone, seat_, x.depth)
            case e.CountCards(where=None):
                seat_ = self.seat_of(x.place, env)
                return 0 if seat_ is None else layout.held(s, x.place.zone, seat_).bit_count()
            case e.CountCards():
                return sum(n for _, n in self.cards_where(x.place, x.local, x.where, env))
            case e.OverCards():
                values = [
                    (self.value(x.value, {**env, x.local.index: k}), n)
                    for k, n in self.cards_where(x.place, x.local, x.where, env)
                ]
                return over(x.kind, [v for v, n in values for _ in range(n)], x.type)
            case e.PlayersWhere():
                among = self.value(x.among, env)
                return sum(1 << p for p in seats_of(among) if self.value(x.where, {**env, x.local.index: p}))
            case e.OverPlayers():
                among = self.value(x.among, env)
                return over(x.kind, [self.value(x.value, {**env, x.local.index: p}) for p in seats_of(among)], x.type)
            case e.SetSize():
                return self.value(x.players, env).bit_count()
            case e.SetOf():
                player = self.value(x.player, env)
                return 1 << player if player >= 0 else 0
            case e.TheOne():
                players = self.value(x.players, env)
                return (players & -players).bit_length() - 1
            case e.SetOperation():
                left, right = self.value(x.left, env), self.value(x.right, env)
                return (
                    left | right
                    if x.operator == "union"
                    else left & right
                    if x.operator == "intersection"
                    else left & ~right
                )
            case e.Member():
                player = self.value(x.player, env)
                return self.value(x.players, env) >> player & 1 if player >= 0 else 0
            case e.Attribute():
                card = self.value(x.card, env)
                return self.table.deck.kinds[card].values[x.attribute] if card >= 0 else -1
            case e.FaceNumber():
                card = self.value(x.card, env)
                value = self.table.deck.kinds[card].values[x.attribute] if card >= 0 else -1
                return (self.table.deck.attributes[x.attribute].numbers[value] or 0) if value >= 0 else 0
            case e.Neighbor():
                return self.neighbor(self.value(x.seat, env), 1 if x.side == "left" else -1)
            case e.Arithmetic():
                return arithmetic(x, self.value(x.left, env), self.value(x.right, env))
            case e.Compare():
                left, right = self.value(x.left, env), self.value(x.right, env)
                if x.operator == "==":
                    return int(left == right)
                if x.operator == "!=":
                    return int(left != right)
                return int(left < right if x.operator == "<" else left <= right)
            case e.Logic():
                if x.kind == "and":
                    return int(all(self.value(o, env) for o in x.operands))
                return int(any(self.value(o, env) for o in x.operands))
            case e.Not():
                return int(not self.value(x.operand, env))
            case e.Choose():
                return self.value(x.then if self.value(x.condition, env) else x.otherwise, env)
            case e.Can():
                return self.can(x, env)
            case _:
                assert_never(x)

    def builtin(self, x: e.Builtin) -> int:
        match x.kind:
            case "in play":
                return self.s[IN_PLAY]
            case "winners":
                return self.s[WINNERS]
            case "moved":
                return self.s[MOVED]
            case "round over":
                return int(not self.s[ROUND])
            case "match over":
                return int(not self.s[MATCH])
            case _:
                assert_never(x.kind)

    def cards_where(self, place: e.Place, local: e.Local, where: e.Expr | None, env: Locals) -> list[tuple[int, int]]:
        seat = self.seat_of(place, env)
        if seat is None:
            return []
        cards = self.layout.held(self.s, place.zone, seat)
        return [
            (k, self.layout.count(cards, k))
            for k in self.layout.kinds_of(cards)
            if where is None or self.value(where, {**env, local.index: k})
        ]

    def neighbor(self, seat: int, step: int) -> int:
        if seat < 0:
            return -1
        at = seat
        for _ in range(self.layout.seats):
            at = (at + step) % self.layout.seats
            if self.s[IN_PLAY] >> at & 1:
                return at
        return seat

    def can(self, x: e.Can, env: Locals) -> int:
        seat = self.value(x.seat, env)
        if seat < 0:
            return 0
        mine = {
            i: self.candidates(i, seat)
            for i, o in enumerate(self.table.offers)
            if o.act == x.act and o.mode != "mistake"
        }
        mine = {i: self.unbanned(i, seat, args) for i, args in mine.items()}
        for arguments in mine.values():
            for argument in arguments:
                if x.where is None or self.value(x.where, {**env, x.local.index: argument}):
                    return 1
        return 0


def seats_of(mask: int) -> list[int]:
    """The seats in a set, lowest first."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def over(kind: str, values: list[int], type_: object) -> int:
    """The total, highest or lowest of values; 0 if there are none, whatever the bounds of the type."""
    assert isinstance(type_, Number)
    if not values:
        return 0
    result = sum(values) if kind == "total" else max(values) if kind == "highest" else min(values)
    return max(min(0, type_.low), min(result, max(0, type_.high)))


def arithmetic(x: e.Arithmetic, left: int, right: int) -> int:
    """Integer arithmetic clamped to the bounds of its type."""
    assert isinstance(x.type, Number)
    return max(x.type.low, min(operated(x.operator, left, right), x.type.high))
