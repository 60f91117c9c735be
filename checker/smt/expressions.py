"""Translates expressions of the model to z3 terms over a symbolic state. Exact: random tests compare it with the
engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import copy
from typing import Any, Self, TypeAlias, assert_never, cast

import z3

from checker.effects.values import Facts
from checker.smt.factory import boolean, conj, disj, integer, ite, less, neg, same, summed
from checker.smt.state import Mask, SymbolicState, Term
from unodsl.model import expressions as e
from unodsl.model.table import Ban, Definition, Offer, Rule, Table
from unodsl.model.types import Number, Player, Players, YesNo
from unodsl.model.walk import below, locals_in

Value: TypeAlias = Any
"""A number, card or seat as a term or a known integer, or a set of seats. (z3 has no type annotations.)"""

Env: TypeAlias = dict[int, Value]


class Expressions(ABC):
    """Translates expressions over one symbolic state. `checker.smt.enabled.Reader` adds which moves are enabled
    there."""

    def __init__(self, state: SymbolicState, facts: Facts) -> None:
        self.st = state
        self.table = state.table
        self.seats = state.table.seats
        self.features = {option: state.variables[index][0] for option, index in state.table.features}
        """In a family: the 0-or-1 term of each option."""
        self.askers = range(1 if turns(state.table, facts) else self.seats)
        """Representatives of the seats by rotational symmetry: a query that has a model for any seat has one for these.
        All seats, if rules distinguish seats."""
        self._locals: dict[int, tuple[e.Expr, tuple[int, ...]]] = {}
        self._known: dict[tuple[object, ...], tuple[Any, object]] = {}
        self.moves: dict[tuple[int, int, object], z3.BoolRef] = {}
        """A cache of enabled moves: offer, seat, argument."""
        self.stands: dict[tuple[int, int], list[tuple[Value, z3.BoolRef]]] = {}
        """A cache of all enabled moves of an offer and a seat."""
        self.against: dict[tuple[int, e.Expr], z3.BoolRef] = {}
        """A cache of formulas that a move of an offer is possible while a condition is false."""

    def seats_to_query(self, *conditions: e.Expr) -> range:
        """The seats to query about conditions or effects: all, if one of them names a seat."""
        named = any(names_seat(self.table, n) for x in conditions for n in below(x))
        return range(self.seats) if named else self.askers

    def at(self, state: SymbolicState) -> Self:
        """A reader over another state of the same table."""
        out = copy(self)
        out.st = state
        out._known, out.moves, out.stands, out.against = {}, {}, {}, {}
        return out

    def remembered(self, kind: str, x: e.Expr, env: Env, make: Callable[[e.Expr, Env], Any]) -> Any:
        """Memoizes the translation of an expression by the values of its free locals: a condition that does not read
        the card is built once for all cards."""
        found = self._locals.get(id(x))
        if found is None:
            found = self._locals[id(x)] = (
                x,
                tuple(sorted(locals_in(x))),
            )  # holds on to `x`, so that its id stays its own
        values = tuple(env.get(i) for i in found[1])
        key = (kind, id(x), *(v if v is None or isinstance(v, int) else identity(v) for v in values))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = make(x, env), values
        return known[0]

    # ------------------------------------------------------------------------------------------------------------- results

    def truth(self, x: e.Expr, env: Env) -> z3.BoolRef:
        """A yes-or-no as a formula."""
        return self.remembered("truth", x, env, self.new_truth)

    def new_truth(self, x: e.Expr, env: Env) -> z3.BoolRef:
        if isinstance(x, e.Stored | e.Count | e.PlayerSet | e.Derived):
            return neg(same(self.term(x, env), 0))
        match x:
            case e.Constant():
                return boolean(bool(x.value))
            case e.Logic():
                parts = [self.truth(o, env) for o in x.operands]
                return conj(parts) if x.kind == "and" else disj(parts)
            case e.Not():
                return neg(self.truth(x.operand, env))
            case e.Compare():
                return self.compare(x, env)
            case e.IsOpen():
                return self.st.open[x.situation]
            case e.IsTop():
                return same(self.st.top, x.situation)
            case e.Member():
                player, mask = self.term(x.player, env), self.mask(x.players, env)
                return disj([conj(same(player, i), m) for i, m in enumerate(mask)])
            case e.Builtin() if x.kind == "round over":
                return neg(self.st.round_runs)
            case e.Builtin():
                return self.st.match_over
            case e.Choose():
                return ite(self.truth(x.condition, env), self.truth(x.then, env), self.truth(x.otherwise, env))
            case e.Can():
                return self.can(x, env)
            case e.Local():
                return neg(same(self.term(x, env), 0))
            case _:
                assert_never(x)

    def mask(self, x: e.Expr, env: Env) -> Mask:
        """A set of seats as a mask."""
        return cast(Mask, self.remembered("mask", x, env, self.new_mask))

    def new_mask(self, x: e.Expr, env: Env) -> Mask:
        if isinstance(x, e.Condition | e.Count | e.Derived):
            raise AssertionError(f"not a set of players: {type(x).__name__}")
        match x:
            case e.Constant():
                return tuple(there if x.value >> i & 1 else boolean(False) for i, there in enumerate(self.st.exists))
            case e.Builtin():
                return self.st.in_play if x.kind == "in play" else self.st.winners
            case e.Owner():
                return self.st.owners[x.situation]
            case e.Field():
                return self.st.fields[x.situation][x.index]
            case e.Variable():
                row = self.st.variables[x.index]
                if x.seat is None:
                    return row[0]
                seat = self.term(x.seat, env)
                starts = self.table.variables[x.index].starts
                return tuple(
                    self.pick_truth(seat, [m[i] for m in row], bool(starts >> i & 1)) for i in range(self.seats)
                )
            case e.SetOf():
                player = self.term(x.player, env)
                return tuple(same(player, i) for i in range(self.seats))
            case e.PlayersWhere():
                among = self.mask(x.among, env)
                return tuple(conj(m, self.truth(x.where, {**env, x.local.index: i})) for i, m in enumerate(among))
            case e.SetOperation():
                left, right = self.mask(x.left, env), self.mask(x.right, env)
                pairs = zip(left, right, strict=True)
                if x.operator == "union":
                    return tuple(disj(a, b) for a, b in pairs)
                if x.operator == "intersection":
                    return tuple(conj(a, b) for a, b in pairs)
                return tuple(conj(a, neg(b)) for a, b in pairs)
            case e.Choose():
                condition = self.truth(x.condition, env)
                both = zip(self.mask(x.then, env), self.mask(x.otherwise, env), strict=True)
                return tuple(ite(condition, a, b) for a, b in both)
            case e.Local():
                return cast(Mask, env[x.index])
            case _:
                assert_never(x)

    def pick_truth(self, seat: Term, row: list[z3.BoolRef], otherwise: bool) -> z3.BoolRef:
        out: z3.BoolRef = boolean(otherwise)
        for i, value in enumerate(row):
            out = ite(same(seat, i), value, out)
        return out

    def by_seat(self, seat: Term, row: list[Term], otherwise: int) -> Term:
        """The value of one seat's copy; `otherwise` for nobody."""
        seat = z3.simplify(seat)
        if z3.is_int_value(seat):
            index = seat.as_long()
            return row[index] if index >= 0 else integer(otherwise)
        out: Term = integer(otherwise)
        for i, value in enumerate(row):
            out = ite(same(seat, i), value, out)
        return out

    def term(self, x: e.Expr, env: Env) -> Term:
        """A number, card, seat or choice as a term; a yes-or-no as 0 or 1."""
        return cast(Term, self.remembered("term", x, env, self.new_term))

    def new_term(self, x: e.Expr, env: Env) -> Term:
        if isinstance(x.type, YesNo) and not isinstance(x, e.Constant | e.Local | e.Variable | e.Field):
            return ite(self.truth(x, env), 1, 0)
        match x:
            case e.Constant():
                return integer(x.value)
            case e.Local():
                value = env.get(x.index, -1)
                return integer(value) if isinstance(value, int) else cast(Term, value)
            case e.Variable():
                row = cast("list[Term]", self.st.variables[x.index])
                if x.seat is None:
                    return row[0]
                return self.by_seat(self.term(x.seat, env), row, self.table.variables[x.index].starts)
            case e.Field():
                return cast(Term, self.st.fields[x.situation][x.index])
            case e.Owner():
                return cast(Term, self.st.owners[x.situation])
            case e.Builtin():
                return self.st.moved
            case e.TopCard():
                tops = self.st.tops[x.place.zone]
                rows = [r[x.depth] if x.depth < len(r) else integer(-1) for r in tops]
                return rows[0] if x.place.seat is None else self.by_seat(self.term(x.place.seat, env), rows, -1)
            case e.CountCards() if x.where is None and x.place.seat is not None and self.st.sizes[x.place.zone]:
                return self.by_seat(self.term(x.place.seat, env), list(self.st.sizes[x.place.zone]), 0)
            case e.CountCards():
                return self.over_place(x.place, env, lambda k, n: ite(self.where(x.where, x.local, k, env), n, 0))
            case e.OverCards():
                return self.over_cards(x, env)
            case e.OverPlayers():
                return self.over_players(x, env)
            case e.SetSize():
                return summed([ite(m, 1, 0) for m in self.mask(x.players, env)])
            case e.TheOne():
                out: Term = integer(-1)
                for i, m in reversed(list(enumerate(self.mask(x.players, env)))):
                    out = ite(m, integer(i), out)
                return out
            case e.Attribute():
                return self.attribute(x.attribute, self.term(x.card, env))
            case e.FaceNumber():
                return self.face_number(x, env)
            case e.Neighbor():
                return self.neighbor(self.term(x.seat, env), 1 if x.side == "left" else -1)
            case e.Arithmetic():
                return self.arithmetic(x, env)
            case e.Choose():
                return ite(self.truth(x.condition, env), self.term(x.then, env), self.term(x.otherwise, env))
            case e.SetOf() | e.PlayersWhere() | e.SetOperation():
                raise AssertionError("a set of players is not one number")
            case e.Logic() | e.Not() | e.Compare() | e.IsOpen() | e.IsTop() | e.Member() | e.Can():
                return ite(self.truth(x, env), 1, 0)
            case _:
                assert_never(x)

    # ------------------------------------------------------------------------------------------------------------- details

    def attribute(self, attribute: int, card: Term) -> Term:
        if z3.is_int_value(card):
            kind = card.as_long()
            return integer(self.table.deck.kinds[kind].values[attribute] if kind >= 0 else -1)
        return cast(Term, self.st.attributes[attribute](card))

    def face_number(self, x: e.FaceNumber, env: Env) -> Term:
        value = self.attribute(x.attribute, self.term(x.card, env))
        numbers = self.table.deck.attributes[x.attribute].numbers
        if z3.is_int_value(value):
            index = value.as_long()
            return integer((numbers[index] or 0) if index >= 0 else 0)
        out: Term = integer(0)
        for i, n in enumerate(numbers):
            if n:
                out = ite(same(value, i), integer(n), out)
        return out

    def compare(self, x: e.Compare, env: Env) -> z3.BoolRef:
        if isinstance(x.left.type, Players):
            pairs = zip(self.mask(x.left, env), self.mask(x.right, env), strict=True)
            equal = conj(same(a, b) for a, b in pairs)
            return equal if x.operator == "==" else neg(equal)
        left, right = self.term(x.left, env), self.term(x.right, env)
        match x.operator:
            case "==":
                return same(left, right)
            case "!=":
                return neg(same(left, right))
            case "<":
                return less(left, right)
            case "<=":
                return neg(less(right, left))
            case _:
                assert_never(x.operator)

    def where(self, where: e.Expr | None, local: e.Local, kind: int, env: Env) -> z3.BoolRef:
        return boolean(True) if where is None else self.truth(where, {**env, local.index: kind})

    def count_of(self, zone: int, seat: int, kind: int) -> Term:
        """How many cards of a kind lie in a place, those in order included."""
        tops = self.st.tops[zone][seat]
        if not tops:
            return self.st.bags[zone][seat][kind]
        return summed([self.st.bags[zone][seat][kind], *(ite(same(t, kind), 1, 0) for t in tops)])

    def over_place(self, place: e.Place, env: Env, each: Callable[[int, Term], Term]) -> Term:
        seats = range(len(self.st.bags[place.zone]))
        sums = [
            summed([each(k, self.count_of(place.zone, s, k)) for k in range(len(self.table.deck.kinds))]) for s in seats
        ]
        return sums[0] if place.seat is None else self.by_seat(self.term(place.seat, env), sums, 0)

    def over_cards(self, x: e.OverCards, env: Env) -> Term:
        def value(kind: int) -> Term:
            return self.term(x.value, {**env, x.local.index: kind})

        if x.kind == "total":
            total = self.over_place(
                x.place, env, lambda k, n: ite(self.where(x.where, x.local, k, env), n * value(k), 0)
            )
            return clamp(total, x.type)
        rows = []
        for seat in range(len(self.st.bags[x.place.zone])):
            best: Term = integer(0)
            some: z3.BoolRef = boolean(False)
            for k in range(len(self.table.deck.kinds)):
                here = conj(less(0, self.count_of(x.place.zone, seat, k)), self.where(x.where, x.local, k, env))
                mine = value(k)
                better = less(best, mine) if x.kind == "highest" else less(mine, best)
                best = ite(conj(here, disj(neg(some), better)), mine, best)
                some = disj(some, here)
            rows.append(best)
        return rows[0] if x.place.seat is None else self.by_seat(self.term(x.place.seat, env), rows, 0)

    def over_players(self, x: e.OverPlayers, env: Env) -> Term:
        among = self.mask(x.among, env)
        values = [self.term(x.value, {**env, x.local.index: i}) for i in range(self.seats)]
        if x.kind == "total":
            return clamp(summed([ite(m, v, 0) for m, v in zip(among, values, strict=True)]), x.type)
        best: Term = integer(0)
        some: z3.BoolRef = boolean(False)
        for m, v in zip(among, values, strict=True):
            better = less(best, v) if x.kind == "highest" else less(v, best)
            best = ite(conj(m, disj(neg(some), better)), v, best)
            some = disj(some, m)
        return best

    def neighbor(self, seat: Term, step: int) -> Term:
        def beside(i: int) -> Term:
            out: Term = integer(i)
            for distance in range(self.seats, 0, -1):
                at = (i + step * distance) % self.seats
                out = ite(self.st.in_play[at], integer(at), out)
            return out

        if z3.is_int_value(seat):
            index = seat.as_long()
            return beside(index) if index >= 0 else integer(-1)
        return self.by_seat(seat, [beside(i) for i in range(self.seats)], -1)

    def arithmetic(self, x: e.Arithmetic, env: Env) -> Term:
        left, right = self.term(x.left, env), self.term(x.right, env)
        match x.operator:
            case "+":
                result = left + right
            case "-":
                result = left - right
            case "*":
                result = left * right
            case "/":
                # z3 rounds so that the remainder is not negative; the language rounds down
                down = ite(right > 0, left / right, (-left) / (-right))
                result = ite(right == 0, integer(0), down)
            case "min":
                result = ite(left <= right, left, right)
            case "max":
                result = ite(left <= right, right, left)
            case "apart":
                result = ite(left <= right, right - left, left - right)
            case _:
                assert_never(x.operator)
        return clamp(result, x.type)

    @abstractmethod
    def can(self, x: e.Can, env: Env) -> z3.BoolRef:
        """Whether an offer of the act is enabled, before replacements: as the engine evaluates it inside a
        condition."""


def turns(table: Table, facts: Facts) -> bool:
    """Whether the table is symmetric under rotation of the seats: the same facts and conditions hold of the neighbor in
    the rotated state. False if something names a seat, starts with one, or depends on which seat is first."""
    rules: list[Rule] = [*table.triggers, *table.offers, *table.bans, *table.definitions]
    for rule in rules:
        conditions: list[e.Expr | None] = [rule.guard]
        if isinstance(rule, Offer):
            conditions += [rule.who, rule.argument, rule.stands_for]
        elif isinstance(rule, Ban):
            conditions.append(rule.who)
        elif isinstance(rule, Definition):
            conditions.append(rule.value)
        for node in below(tuple(conditions)):
            if names_seat(table, node):
                return False
    fixed = [(table.variables[i].type, v) for i, v in facts.variables.items()]
    fixed += [(table.situations[i].fields[j].type, v) for (i, j), v in facts.fields.items()]
    # (a field has its start value while its situation is closed)
    fixed += [(x.type, frozenset({x.starts})) for x in table.variables]
    fixed += [(x.type, frozenset({x.starts})) for situation in table.situations for x in situation.fields]
    return not any(names_seat(table, e.Constant(v, type_)) for type_, values in fixed for v in values)


def names_seat(table: Table, node: object) -> bool:
    """Whether an expression distinguishes seats, regardless of the player."""
    if isinstance(node, e.Constant) and isinstance(node.type, Player):
        return node.value >= 0
    if isinstance(node, e.Constant) and isinstance(node.type, Players):
        return node.value not in (0, (1 << table.seats) - 1)
    return isinstance(node, e.TheOne)


def identity(value: object) -> object:
    """A hashable key of a value of an environment: terms by the id of their node, sets of seats by their parts."""
    if isinstance(value, tuple):
        return tuple(identity(v) for v in value)
    return ("term", value.get_id()) if isinstance(value, z3.AstRef) else value


def clamp(value: Term, type_: object) -> Term:
    """A number clamped to the bounds of its type."""
    assert isinstance(type_, Number)
    value = z3.simplify(value)
    if z3.is_int_value(value):
        return integer(max(type_.low, min(value.as_long(), type_.high)))
    return ite(less(value, type_.low), type_.low, ite(less(type_.high, value), type_.high, value))
