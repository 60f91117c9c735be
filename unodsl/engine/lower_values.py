"""Lowers expressions of the model to nodes of the program; conditions on cards become sets of cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from unodsl.engine import program as p
from unodsl.engine.layout import IN_PLAY, MATCH, MOVED, ROUND, TOP, WINNERS, layout_of
from unodsl.engine.lower_body import NONE, ONE, ZERO, Body, Env, plus, plus_one, scaled, sure, truth
from unodsl.engine.lower_effects import EffectsMixin, reach
from unodsl.engine.reference import Reference
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.intervals import of_operation
from unodsl.model.types import Card, Enumeration, Number, Player, YesNo
from unodsl.model.walk import below, locals_in

_Faces = tuple[tuple[t.CardAttribute, ...], tuple[tuple[int, ...], ...]]
"""The faces of cards: the attributes, and the values of each kind."""

_KNOWN: dict[tuple[_Faces, e.Expr, int], tuple[int, ...]] = {}
"""A cache of the values, for each kind of card, of expressions that depend on the card only: tables of one deck share
them."""

_MOST_KNOWN = 5_000
"""The size of the cache."""

_UNROLLED = 600
"""The most nodes of a query over players that is unrolled seat by seat."""


class ValuesMixin(EffectsMixin):
    """The part of the lowering for expressions."""

    if TYPE_CHECKING:

        def can(self, x: e.Can, env: Env, b: Body) -> p.Node: ...

    def __init__(self, table: t.Table) -> None:
        self.table = table
        self.layout = layout_of(table)
        self.kinds = table.deck.kinds
        self.faces: _Faces = table.deck.attributes, tuple(k.values for k in self.kinds)
        self.reference = Reference(table)
        self.tables: dict[str, tuple[int, ...]] = {}
        self.functions: list[p.Function] = []
        self.notes: list[f.Tell] = []
        self.unsorted: set[str] = set()
        self.nested = 0
        self.rules = table.rule_names()
        self.events = {event: i for i, (event, _) in enumerate(table.order)}
        for index, attribute in enumerate(table.deck.attributes):
            # entry 0 is for "nothing", so that -1 is a valid index
            self.tables[f"VALUE_{index}"] = (-1, *(k.values[index] for k in self.kinds))
            self.tables[f"SHOWN_{index}"] = (
                0,
                *((attribute.numbers[k.values[index]] or 0) if k.values[index] >= 0 else 0 for k in self.kinds),
            )
            self.tables[f"WITH_{index}"] = self.masks_with(index, len(attribute.values))
        self.tables["CARDS"] = (0, *self.layout.fields)

    def number_tables(self) -> list[str]:
        """The tables with a number for each kind, from -1."""
        return [n for n in self.tables if n.startswith(("VALUE_", "SHOWN_"))]

    def masks_with(self, attribute: int, values: int) -> tuple[int, ...]:
        """For each value of an attribute, from -1 (none), the set of all cards that have it."""
        out = [0] * (values + 1)
        for kind, field in zip(self.kinds, self.layout.fields, strict=True):
            out[kind.values[attribute] + 1] += field
        return tuple(out)

    def value(self, x: e.Expr, env: Env, b: Body) -> p.Node:
        """The value of an expression; its loops are written into `b` before it."""
        match x:
            case e.Constant():
                return p.Int(x.value)
            case e.Local():
                return env.get(x.index, NONE)
            case e.Variable():
                at = self.layout.variable[x.index]
                if x.seat is None:
                    return p.Slot(p.Int(at))
                seat = b.keep(self.value(x.seat, env, b), "seat")
                if isinstance(seat, p.Int):
                    return (
                        p.Slot(p.Int(at + seat.value))
                        if seat.value >= 0
                        else p.Int(self.table.variables[x.index].starts)
                    )
                slot = p.Slot(p.Op("+", p.Int(at), seat))
                return (
                    slot
                    if sure(x.seat)
                    else p.Select(p.Op("<", seat, ZERO), p.Int(self.table.variables[x.index].starts), slot)
                )
            case e.Field():
                return p.Slot(p.Int(self.layout.field[x.situation][x.index]))
            case e.Owner():
                return p.Slot(p.Int(self.layout.owner[x.situation]))
            case e.IsOpen():
                return p.Op("!=", p.Slot(p.Int(self.layout.below[x.situation])), p.Int(-2))
            case e.IsTop():
                return p.Op("==", p.Slot(p.Int(TOP)), p.Int(x.situation))
            case e.Builtin():
                if x.kind in ("round over", "match over"):
                    return p.IsZero(p.Slot(p.Int(ROUND if x.kind == "round over" else MATCH)))
                return p.Slot(p.Int({"in play": IN_PLAY, "winners": WINNERS, "moved": MOVED}[x.kind]))
            case e.TopCard():
                return (
                    self.at_place(x.place, env, b, x.depth, NONE) if x.depth < self.layout.depth[x.place.zone] else NONE
                )
            case e.CountCards():
                return p.Bits(self.cards_where(x.place, x.local, x.where, env, b))
            case e.OverCards():
                return self.over_cards(x, env, b)
            case e.PlayersWhere():
                return self.players_where(x, env, b)
            case e.OverPlayers():
                return self.over_players(x, env, b)
            case e.SetSize():
                return p.Bits(self.value(x.players, env, b))
            case e.SetOf():
                player = b.keep(self.value(x.player, env, b), "seat")
                one = p.Op("<<", ONE, player)
                return one if sure(x.player) else p.Select(p.Op("<", player, ZERO), ZERO, one)
            case e.TheOne():
                return p.LowBit(b.keep(self.value(x.players, env, b), "set"))
            case e.SetOperation():
                operator: p.Operator = "|" if x.operator == "union" else "&" if x.operator == "intersection" else "&~"
                return p.Op(operator, self.value(x.left, env, b), self.value(x.right, env, b))
            case e.Member():
                player = b.keep(self.value(x.player, env, b), "seat")
                bit = p.Op("&", p.Op(">>", self.value(x.players, env, b), player), ONE)
                return bit if sure(x.player) else p.Select(p.Op("<", player, ZERO), ZERO, bit)
            case e.Attribute():
                return p.Entry(f"VALUE_{x.attribute}", plus_one(self.value(x.card, env, b)))
            case e.FaceNumber():
                return p.Entry(f"SHOWN_{x.attribute}", plus_one(self.value(x.card, env, b)))
            case e.Neighbor():
                return p.Call("neighbor", (self.value(x.seat, env, b), p.Int(1 if x.side == "left" else -1)))
            case e.Arithmetic():
                return self.arithmetic(x, env, b)
            case e.Compare():
                return self.compared(x, env, b)
            case e.Logic():
                return self.logic(x, env, b)
            case e.Not():
                return p.IsZero(self.value(x.operand, env, b))
            case e.Choose():
                return self.chosen(x, env, b)
            case e.Can():
                return self.can(x, env, b)
            case _:
                assert_never(x)

    def arithmetic(self, x: e.Arithmetic, env: Env, b: Body) -> p.Node:
        assert isinstance(x.type, Number)
        left, right = self.value(x.left, env, b), self.value(x.right, env, b)
        result: p.Node
        match x.operator:
            case "+" | "-" | "*" | "/":
                result = p.Op(x.operator, left, right)
            case "min" | "max" | "apart":
                left, right = b.keep(left), b.keep(right)
                ordered = p.Op("<=", left, right)
                if x.operator == "apart":
                    result = p.Select(ordered, p.Op("-", right, left), p.Op("-", left, right))
                else:
                    low, high = (left, right) if x.operator == "min" else (right, left)
                    result = p.Select(ordered, low, high)
            case _:
                assert_never(x.operator)
        if x.operator not in ("*", "/") and not self.may_leave(x):
            return result
        return p.Clamp(b.keep(result), x.type.low, x.type.high)

    def may_leave(self, x: e.Arithmetic) -> bool:
        """Whether a result can exceed the bounds of its type, by interval arithmetic."""
        assert isinstance(x.type, Number)
        low, high = of_operation(x.operator, reach(x.left), reach(x.right))
        return low < x.type.low or high > x.type.high

    def logic(self, x: e.Logic, env: Env, b: Body) -> p.Node:
        """A conjunction or disjunction; short-circuits if later parts need loops."""
        parts: list[p.Node] = []
        for position, operand in enumerate(x.operands):
            inner = b.inner()
            value = self.value(operand, env, inner)
            if not inner.statements:
                parts.append(value)
                continue
            if position == 0 or not parts:
                b.statements.extend(inner.statements)
                parts.append(value)
                continue
            name = b.fresh("c")
            so_far = parts[0] if len(parts) == 1 else p.All(x.kind, tuple(parts))
            short = ZERO if x.kind == "and" else ONE
            b.add(p.Set(name, short))
            condition: p.Node = so_far if x.kind == "and" else p.IsZero(so_far)
            b.add(p.When(condition, (*inner.statements, p.Set(name, truth(value)))))
            parts = [p.Name(name)]
        return parts[0] if len(parts) == 1 else p.All(x.kind, tuple(parts))

    def chosen(self, x: e.Choose, env: Env, b: Body) -> p.Node:
        condition = self.value(x.condition, env, b)
        then_body, other_body = b.inner(), b.inner()
        then = self.value(x.then, env, then_body)
        other = self.value(x.otherwise, env, other_body)
        if not then_body.statements and not other_body.statements:
            return p.Select(condition, then, other)
        name = b.fresh()
        b.add(p.When(condition, (*then_body.done(), p.Set(name, then)), (*other_body.done(), p.Set(name, other))))
        return p.Name(name)

    def at_place(self, place: e.Place, env: Env, b: Body, offset: int, otherwise: p.Node) -> p.Node:
        """A slot of a place; `otherwise` if it is nobody's."""
        zone = place.zone
        cards = offset == self.layout.depth[zone]
        if place.seat is None:
            return p.Slot(p.Int(self.layout.zone[zone] + offset), cards)
        seat = b.keep(self.value(place.seat, env, b), "seat")
        slot = p.Slot(plus(scaled(seat, self.layout.stride[zone]), self.layout.zone[zone] + offset), cards)
        return slot if sure(place.seat) else p.Select(p.Op("<", seat, ZERO), otherwise, slot)

    def held(self, place: e.Place, env: Env, b: Body) -> p.Node:
        """All cards of a place as a set."""
        depth = self.layout.depth[place.zone]
        if not depth:
            return self.at_place(place, env, b, 0, ZERO)
        seat: p.Node = ZERO if place.seat is None else b.keep(self.value(place.seat, env, b), "seat")
        return p.Call("place cards", (p.Int(place.zone), seat))

    def cards_where(self, place: e.Place, local: e.Local, where: e.Expr | None, env: Env, b: Body) -> p.Node:
        held = self.held(place, env, b)
        if where is None:
            return held
        held = b.keep(held, "cards")
        return p.Op("&", held, self.mask(where, local.index, env, b, held))

    def mask(self, x: e.Expr, local: int, env: Env, b: Body, present: p.Node) -> p.Node:
        """The set of all cards that satisfy a condition on `local`; only cards within `present` matter."""
        direct = self.direct_mask(x, local, env, b)
        if direct is not None:
            return direct
        if isinstance(x, e.Logic):
            masks = [self.mask(o, local, env, b, present) for o in x.operands]
            out = masks[0]
            for m in masks[1:]:
                out = p.Op("&" if x.kind == "and" else "|", out, m)
            return out
        name = b.fresh("mask")
        kind = b.fresh("kind")
        b.add(p.Set(name, ZERO))
        inner = b.inner()
        condition = self.value(x, {**env, local: p.Name(kind)}, inner)
        inner.add(p.When(condition, (p.Set(name, p.Op("|", p.Name(name), p.Entry("CARDS", plus_one(p.Name(kind))))),)))
        b.add(p.EachKind(kind, present, inner.done()))
        return p.Name(name)

    def direct_mask(self, x: e.Expr, local: int, env: Env, b: Body) -> p.Node | None:
        """The set without a loop over cards, if possible."""
        mine = locals_in(x)
        if local not in mine:
            if isinstance(x, e.Constant):
                return p.Cards(self.layout.all_cards if x.value else 0)
            return p.Select(self.value(x, env, b), p.Cards(self.layout.all_cards), ZERO)
        if mine == {local} and self.static(x):
            holds = self.statically(x, local)
            return p.Cards(sum(cards for value, cards in zip(holds, self.layout.fields, strict=True) if value))
        if isinstance(x, e.Stored | e.Count | e.PlayerSet | e.Derived):
            return None
        match x:
            case e.Logic():
                parts = [self.direct_mask(o, local, env, b) for o in x.operands]
                if any(m is None for m in parts):
                    return None
                out = parts[0]
                for m in parts[1:]:
                    assert out is not None
                    assert m is not None
                    out = p.Op("&" if x.kind == "and" else "|", out, m)
                return out
            case e.Not():
                part = self.direct_mask(x.operand, local, env, b)
                return None if part is None else p.Op("&~", p.Cards(self.layout.all_cards), part)
            case e.Compare(operator="==" | "!="):
                for one, other in ((x.left, x.right), (x.right, x.left)):
                    if local in locals_in(other):
                        continue
                    found: p.Node | None = None
                    if isinstance(one, e.Attribute) and isinstance(one.card, e.Local) and one.card.index == local:
                        found = p.Entry(f"WITH_{one.attribute}", plus_one(self.value(other, env, b)))
                    elif isinstance(one, e.Local) and one.index == local:
                        found = p.Entry("CARDS", plus_one(self.value(other, env, b)))
                    if found is not None:
                        return found if x.operator == "==" else p.Op("&~", p.Cards(self.layout.all_cards), found)
                    apart = chosen_first(x, one, other)
                    if apart is not None:
                        return self.direct_mask(apart, local, env, b)
                return None
            case e.Choose():
                then, other_ = self.direct_mask(x.then, local, env, b), self.direct_mask(x.otherwise, local, env, b)
                if then is None or other_ is None:
                    return None
                if local not in locals_in(x.condition):
                    return p.Select(self.value(x.condition, env, b), then, other_)
                chosen = self.direct_mask(x.condition, local, env, b)
                if chosen is None:
                    return None
                if not isinstance(chosen, p.Cards):
                    chosen = b.keep(chosen, "cards")
                if isinstance(chosen, p.Cards) and isinstance(then, p.Cards):
                    then = p.Cards(chosen.value & then.value)
                else:
                    then = p.Op("&", then, chosen)
                return p.Op("|", then, p.Op("&~", other_, chosen))
            case e.Constant() | e.Local() | e.Builtin() | e.IsOpen() | e.IsTop() | e.Member() | e.Compare() | e.Can():
                return None
            case _:
                assert_never(x)

    def static(self, x: e.Expr) -> bool:
        """Whether an expression depends only on its locals."""
        allowed = (e.Constant, e.Local, e.Attribute, e.FaceNumber, e.Arithmetic, e.Compare, e.Logic, e.Not, e.Choose)
        return all(
            isinstance(n, allowed) for n in below(x) if not isinstance(n, Number | YesNo | Enumeration | Card | Player)
        )

    def statically(self, x: e.Expr, local: int) -> tuple[int, ...]:
        """The value of a static expression for each kind of card."""
        key = self.faces, x, local
        found = _KNOWN.get(key)
        if found is None:
            if len(_KNOWN) >= _MOST_KNOWN:
                _KNOWN.clear()
            found = _KNOWN[key] = self.reference.for_each_kind(x, local)
        return found

    def over_cards(self, x: e.OverCards, env: Env, b: Body) -> p.Node:
        assert isinstance(x.type, Number)
        cards = b.keep(self.cards_where(x.place, x.local, x.where, env, b), "cards")
        total, kind = b.fresh("total"), b.fresh("kind")
        inner = b.inner()
        if self.static(x.value) and locals_in(x.value) <= {x.local.index}:
            name = f"WORTH_{len(self.tables)}"
            worth = self.statically(x.value, x.local.index)
            name = next((n for n, v in self.tables.items() if v == worth and n.startswith("WORTH_")), name)
            self.tables[name] = worth
            value: p.Node = p.Entry(name, p.Name(kind))
        else:
            value = inner.keep(self.value(x.value, {**env, x.local.index: p.Name(kind)}, inner))
        if x.kind == "total":
            b.add(p.Set(total, ZERO))
            many = p.Bits(p.Op("&", cards, p.Entry("CARDS", plus_one(p.Name(kind)))))
            inner.add(p.Set(total, p.Op("+", p.Name(total), p.Op("*", value, many))))
            b.add(p.EachKind(kind, cards, inner.done()))
        else:
            self.extreme(x.kind, total, value, inner, b, lambda body: p.EachKind(kind, cards, body))
        return p.Clamp(p.Name(total), min(0, x.type.low), max(0, x.type.high))

    def extreme(
        self,
        kind: str,
        name: str,
        value: p.Node,
        inner: Body,
        b: Body,
        loop: Callable[[tuple[p.Statement, ...]], p.Statement],
    ) -> None:
        some = b.fresh("some")
        b.add(p.Set(name, ZERO))
        b.add(p.Set(some, ZERO))
        value = inner.keep(value)
        better = p.Op("<", p.Name(name), value) if kind == "highest" else p.Op("<", value, p.Name(name))
        inner.add(p.When(p.All("or", (p.IsZero(p.Name(some)), better)), (p.Set(name, value),)))
        inner.add(p.Set(some, ONE))
        b.add(loop(inner.done()))

    def compared(self, x: e.Compare, env: Env, b: Body) -> p.Node:
        """A comparison. An emptiness test does not count the elements."""
        left, right = self.value(x.left, env, b), self.value(x.right, env, b)
        for one, other in ((left, right), (right, left)):
            if x.operator == "==" and isinstance(one, p.Bits) and other == ZERO:
                return p.IsZero(one.operand)
        if isinstance(right, p.Bits) and ((x.operator == "<" and left == ZERO) or (x.operator == "<=" and left == ONE)):
            return p.IsZero(p.IsZero(right.operand))
        return p.Op(x.operator, left, right)

    def players_where(self, x: e.PlayersWhere, env: Env, b: Body) -> p.Node:
        among = self.value(x.among, env, b)
        known: list[p.Node] = []
        for number in range(self.layout.seats):
            # unrolled seat by seat with constant slots, if no seat needs a loop of its own
            one = b.inner()
            condition = self.value(x.where, {**env, x.local.index: p.Int(number)}, one)
            if one.statements or self.layout.seats * sum(1 for _ in below(condition)) > _UNROLLED:
                break
            known.append(p.Select(condition, p.Int(1 << number), ZERO))
        else:
            together = known[0]
            for node in known[1:]:
                together = p.Op("|", together, node)
            return p.Op("&", together, among)
        out, seat = b.fresh("set"), b.fresh("p")
        b.add(p.Set(out, ZERO))
        inner = b.inner()
        condition = self.value(x.where, {**env, x.local.index: p.Name(seat)}, inner)
        inner.add(p.When(condition, (p.Set(out, p.Op("|", p.Name(out), p.Op("<<", ONE, p.Name(seat)))),)))
        b.add(p.EachBit(seat, among, inner.done()))
        return p.Name(out)

    def over_players(self, x: e.OverPlayers, env: Env, b: Body) -> p.Node:
        assert isinstance(x.type, Number)
        among = self.value(x.among, env, b)
        total, seat = b.fresh("total"), b.fresh("p")
        inner = b.inner()
        value = self.value(x.value, {**env, x.local.index: p.Name(seat)}, inner)
        if x.kind != "total":
            self.extreme(x.kind, total, value, inner, b, lambda body: p.EachBit(seat, among, body))
        else:
            b.add(p.Set(total, ZERO))
            inner.add(p.Set(total, p.Op("+", p.Name(total), value)))
            b.add(p.EachBit(seat, among, inner.done()))
        return p.Clamp(p.Name(total), min(0, x.type.low), max(0, x.type.high))


def chosen_first(x: e.Compare, one: e.Expr, other: e.Expr) -> e.Choose | None:
    """A comparison of a choice between two values (or of what a card shows that is chosen so) as a choice between two comparisons; None where it is
    none. `one` is that side of it."""
    choice = one.card if isinstance(one, e.Attribute) else one
    if not isinstance(choice, e.Choose):
        return None
    values: list[e.Expr] = [choice.then, choice.otherwise]
    if isinstance(one, e.Attribute):
        values = [replace(one, card=card) for card in values]
    then, otherwise = (replace(x, left=value, right=other) for value in values)
    return e.Choose(choice.condition, then, otherwise, x.type)
