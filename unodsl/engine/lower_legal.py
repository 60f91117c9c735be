"""Lowers the listing of legal moves for each situation on top: the conditions of each offer, and replacements between
offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from unodsl.engine import program as p
from unodsl.engine.lower_body import NONE, ONE, ZERO, Body, members, plus, plus_one
from unodsl.engine.lower_short import Group, kept_once, replaced, shared
from unodsl.engine.lower_values import ValuesMixin
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Player
from unodsl.model.walk import conjuncts, locals_in

_SHORT = 6
"""The most statements of a function that is inlined."""


class LegalMixin(ValuesMixin):
    """The part of the lowering that lists moves."""

    if TYPE_CHECKING:

        def present(self, absent: bool) -> p.Node: ...

        def by_cards(self, offer: t.Offer) -> bool: ...

        def domain(self, offer: t.Offer, act: t.Act) -> tuple[p.Node, int]: ...

        def width(self, act: t.Act) -> int: ...

        def fixed_argument(self, index: int, seat: p.Node, b: Body) -> p.Node: ...

        def each_argument(
            self, index: int, seat: p.Node, found: p.Node, name: str, body: tuple[p.Statement, ...], b: Body
        ) -> p.Statement: ...

    def standing(self, index: int, seat: p.Node, b: Body) -> p.Node:
        """The arguments with which an offer is enabled for a seat: a call, or its inlined body if that is straight-line
        code."""
        function = next(f for f in self.functions if f.name == f"offer_{index}")
        *before, last = function.body
        known = all(isinstance(s, p.Set) and not isinstance(s.value, p.Call) for s in before)
        if known and isinstance(last, p.Return) and isinstance(last.value, p.Int):
            return last.value
        if isinstance(last, p.Return) and len(before) <= _SHORT and all(isinstance(s, p.Set) for s in before):
            names: dict[p.Node, p.Node] = {p.Name("seat"): seat}
            for s in before:
                assert isinstance(s, p.Set)
                value = replaced(s.value, names)
                name = b.fresh("found")
                b.add(p.Set(name, value))
                names[p.Name(s.name)] = p.Name(name)
            return replaced(last.value, names)
        return p.Call(f"offer_{index}", (seat,))

    def written_out(self, index: int, seat: p.Node, name: str, b: Body) -> bool:
        """Assigns the arguments with which an offer is enabled for a seat to a name (initially 0), if the offer's
        function is short with early exits; returns whether it did."""
        function = next(f for f in self.functions if f.name == f"offer_{index}")
        *before, last = function.body
        nothing = (p.Return(ZERO),)
        if len(before) > _SHORT or not isinstance(last, p.Return) or all(isinstance(s, p.Set) for s in before):
            return False
        names: dict[p.Node, p.Node] = {p.Name("seat"): seat}
        blocks: list[tuple[p.Node, Body]] = [(ONE, b.inner())]
        for s in before:
            block = blocks[-1][1]
            if isinstance(s, p.Set):
                found = p.Name(b.fresh("found"))
                block.add(p.Set(found.name, replaced(s.value, names)))
                names[p.Name(s.name)] = found
            elif isinstance(s, p.When) and s.then == nothing and not s.otherwise:
                blocks.append((replaced(s.condition, names), b.inner()))
            else:
                return False
        blocks[-1][1].add(p.Set(name, replaced(last.value, names)))
        while len(blocks) > 1:
            condition, block = blocks.pop()
            holds = condition.operand if isinstance(condition, p.IsZero) else p.IsZero(condition)
            blocks[-1][1].add(p.When(holds, block.done()))
        b.statements.extend(blocks[0][1].statements)
        return True

    def listed(self, index: int, seat: p.Node, found: p.Node, b: Body) -> None:
        """Lists the moves of one offer and seat."""
        offer = self.table.offers[index]
        act = self.table.acts[offer.act]
        if offer.argument is not None or act.argument is None:
            inner = b.inner()
            argument = NONE if offer.argument is None else self.fixed_argument(index, seat, inner)
            inner.add(p.Offered(index, seat, argument))
            if found == ONE:
                b.statements.extend(inner.statements)
            else:
                b.add(p.When(found, inner.done()))
        else:
            name = b.fresh("arg")
            b.add(self.each_argument(index, seat, found, name, (p.Offered(index, seat, p.Name(name)),), b))

    def found(self, index: int, seat: p.Name, b: Body, known: dict[object, p.Node]) -> p.Node:
        """The arguments with which an offer is enabled for a seat, under a name. `known`: the results of offers with
        the same function."""
        body = next(f for f in self.functions if f.name == f"offer_{index}").body
        if body in known:
            return known[body]
        name = b.fresh("args")
        inner = b.inner()
        if self.written_out(index, seat, name, inner):
            b.add(p.Set(name, ZERO))
            b.statements.extend(inner.statements)
            out: p.Node = p.Name(name)
        else:
            out = b.keep(self.standing(index, seat, b), "args")
        known[body] = out
        return out

    def who_of(self, index: int, b: Body) -> tuple[list[p.Node], p.Node]:
        """The conditions of an offer that read neither seat nor argument, and the set of seats to which it can
        apply."""
        offer = self.table.offers[index]
        conditions: list[p.Node] = []
        who = self.value(offer.who, {}, b)
        for c in conjuncts(offer.guard):
            found = locals_in(c)
            if not found:
                conditions.append(self.value(c, {}, b))
            elif (among := self.among(c, found)) is not None:
                # for the players in a set: the set must not be empty
                who, conditions = (p.Op("&", who, among), conditions) if 0 in found else (who, [*conditions, among])
            elif isinstance(c, e.Compare) and c.operator == "==":
                pair = next(((x, y) for x, y in ((c.left, c.right), (c.right, c.left)) if isinstance(x, e.Local)), None)
                if pair is not None and not locals_in(pair[1]):
                    other = b.keep(self.value(pair[1], {}, b), "who")
                    if pair[0].index == 0:
                        bits = p.Select(p.Op("<", other, ZERO), ZERO, p.Op("<<", ONE, other))
                        who = p.Op("&", who, bits)
                    elif isinstance(pair[0].type, Player):
                        conditions.append(p.Op("<=", ZERO, other))
        return conditions, who

    def among(self, condition: e.Expr, values: frozenset[int]) -> p.Node | None:
        """The set of players to which a condition restricts its only local."""
        if values not in ({0}, {1}):
            return None
        (index,) = values
        b, who = Body(), p.Name("who")
        found = members(self.value(condition, {index: who}, b), who)
        return found if not b.statements else None

    def legal_function(self, top: int, mistakes: bool) -> str:
        """All moves while a situation is on top (-1: none)."""
        offers = [
            i
            for i, o in enumerate(self.table.offers)
            if (not o.situations or top in o.situations)
            and (mistakes or o.mode not in t.LEFT_ALONE or self.replaces_something(i))
        ]
        name = f"legal_{'none' if top < 0 else top}{'' if mistakes else '_sober'}"
        b = Body()
        groups = {x: [i for i in offers if self.table.offers[i].absent == x] for x in (False, True)}
        tangled = [self.legal_moves(group, absent, mistakes, b) for absent, group in groups.items()]
        if any(tangled) or all(groups.values()):
            self.unsorted.add(name)
        self.functions.append(p.Function(name, (), b.done()))
        return name

    def legal_moves(self, offers: list[int], absent: bool, mistakes: bool, b: Body) -> bool:
        """The moves of offers that are all for seats that take part, or all for others; returns whether they are listed
        player by player."""
        knotted = self.knotted(offers)
        seen: dict[p.Node, p.Node] = {}
        group = Group(wanted=lambda node, whose: of_seat(node, whose) or looked_up(node))
        loop = b.inner()
        seat = loop.fresh("p")
        candidates: list[tuple[int, p.Node | None]] = []
        for index in offers:
            listed = mistakes or self.table.offers[index].mode not in t.LEFT_ALONE
            if not listed and index not in knotted:
                continue
            inner = b.inner()
            conditions, who = self.who_of(index, inner)
            names = shared(inner, seen)
            conditions, who = [replaced(c, names) for c in conditions], replaced(who, names)
            sitting = self.present(absent)
            one = alone(who)
            if knotted and (index in knotted or one is None):
                # all sets of a seat first: replacements need all of them
                group.close(b)
                b.statements.extend(inner.statements)
                candidates.append((index, self.concerned(who, sitting, conditions, p.Name(seat), b)))
                continue
            body = b.inner()
            name = body.fresh("p")
            always = one is not None and one[1] in (None, sitting) and not conditions
            found = self.found(index, p.Name(name), body, group.same(one[0] if one is not None and always else None))
            self.listed(index, p.Name(name), found, body)
            if one is None:
                group.close(b)
                among = who if who == sitting else p.Op("&", who, sitting)
                loops: tuple[p.Statement, ...] = (p.EachBit(name, among, body.done()),)
                if conditions:
                    loops = (p.When(every(conditions), loops),)
                b.statements.extend((*inner.statements, *loops))
                continue
            # at most one player: no loop over seats
            whose, rest = one
            sits = p.Op("&", p.Op(">>", sitting, whose), ONE)
            within = () if rest in (None, sitting) else (p.Op("&", p.Op(">>", rest, whose), ONE),)
            b.statements.extend(inner.statements)
            group.add(b, whose, sits, [*conditions, *within], replaced(body.done(), {p.Name(name): whose}))
        group.close(b)
        if candidates:
            self.seat_by_seat(candidates, p.Name(seat), mistakes, loop)
            held = kept_once(loop, "held", lambda node: of_seat(node, p.Name(seat)))
            b.statements.extend(kept_once(loop, "known", looked_up))
            b.add(p.EachBit(seat, self.present(absent), (*held, *loop.done())))
        return bool(knotted)

    def knotted(self, offers: list[int]) -> frozenset[int]:
        """The offers that replace others, or are replaced."""
        modes = {i: self.table.offers[i].mode for i in offers if self.table.offers[i].situations}
        musts = [i for i, mode in modes.items() if mode == "must"]
        others = [i for i, mode in modes.items() if mode in ("may", "otherwise")]
        out = {*musts, *others} if musts and others else set()
        for index in offers:
            for other in self.same_act(index):
                if other in offers:
                    out |= {index, other}
        return frozenset(out)

    def concerned(self, who: p.Node, sitting: p.Node, conditions: list[p.Node], seat: p.Name, b: Body) -> p.Node | None:
        """Whether an offer can be enabled for a seat that takes part, by its conditions on players; None: always."""
        asks = list(conditions)
        one = alone(who)
        if one is not None:
            whose, rest = one
            asks.insert(0, p.Op("==", whose, seat))
            who = sitting if rest is None else rest
        if who != sitting:
            asks.append(p.Op("&", p.Op(">>", b.keep(who, "who"), seat), ONE))
        return every(asks) if asks else None

    def replaces_something(self, index: int) -> bool:
        return any(index in o.replaced_by for o in self.table.offers)

    def same_act(self, index: int) -> list[int]:
        offer = self.table.offers[index]
        return [j for j in offer.replaced_by if self.table.same_verb(self.table.offers[j].act, offer.act)]

    def seat_by_seat(
        self, candidates: list[tuple[int, p.Node | None]], seat: p.Name, mistakes: bool, loop: Body
    ) -> None:
        """The moves of offers for one seat, in a loop over seats: first all sets, then the replacements. Each offer
        comes with its condition on the seat."""
        sets: dict[int, p.Node] = {}
        for index, condition in candidates:
            name = loop.fresh("args")
            inner = loop.inner()
            written = self.written_out(index, seat, name, inner)
            if not written:
                inner.add(p.Set(name, self.standing(index, seat, inner)))
            if written or condition is not None:
                loop.add(p.Set(name, ZERO))
            if condition is None:
                loop.statements.extend(inner.statements)
            else:
                loop.add(p.When(condition, inner.done()))
            sets[index] = p.Name(name)
        done: set[int] = set()

        def stand(index: int) -> None:
            if index in done:
                return
            done.add(index)
            for other in self.same_act(index):
                if other not in sets:
                    continue
                stand(other)
                self.push_aside(index, other, sets, seat, loop)

        for index in sets:
            stand(index)
        musts = [i for i in sets if self.table.offers[i].mode == "must" and self.table.offers[i].situations]
        forced = p.All("or", tuple(sets[i] for i in musts)) if len(musts) > 1 else sets[musts[0]] if musts else None
        for index in sets:
            offer = self.table.offers[index]
            if offer.mode in t.LEFT_ALONE and not mistakes:
                continue
            step = loop.inner()
            self.listed(index, seat, sets[index], step)
            if forced is not None and offer.situations and offer.mode in ("may", "otherwise"):
                loop.add(p.When(p.IsZero(forced), step.done()))
            else:
                loop.statements.extend(step.statements)

    def push_aside(self, index: int, other: int, sets: dict[int, p.Node], seat: p.Node, b: Body) -> None:
        """Removes the arguments of `other` from the set of `index`."""
        mine, theirs = sets[index], sets[other]
        assert isinstance(mine, p.Name)
        one, two = self.table.offers[index], self.table.offers[other]
        if self.fixed(one) and self.fixed(two):
            b.add(p.When(theirs, (p.Set(mine.name, ZERO),)))
        elif self.fixed(one) or self.fixed(two):
            a, c = self.as_argument(index, seat, b), self.as_argument(other, seat, b)
            if a is not None:
                b.add(p.When(p.Op("&", theirs, self.as_bit(two, a)), (p.Set(mine.name, ZERO),)))
            elif c is not None:
                b.add(p.When(theirs, (p.Set(mine.name, p.Op("&~", mine, self.as_bit(one, c))),)))
        else:
            b.add(p.Set(mine.name, p.Op("&~", mine, theirs)))

    def as_bit(self, offer: t.Offer, argument: p.Node) -> p.Node:
        """One argument as a member of an offer's set of arguments; empty if it cannot be one."""
        if self.by_cards(offer):
            return p.Entry("CARDS", plus_one(argument))
        _, base = self.domain(offer, self.table.acts[offer.act])
        bit = p.OneOf(plus(argument, -base), self.width(self.table.acts[offer.act]))
        return p.Select(p.Op("<", argument, p.Int(base)), ZERO, bit)

    def fixed(self, offer: t.Offer) -> bool:
        return offer.argument is not None or self.table.acts[offer.act].argument is None

    def as_argument(self, index: int, seat: p.Node, b: Body) -> p.Node | None:
        offer = self.table.offers[index]
        if self.table.acts[offer.act].argument is None:
            return NONE
        return None if offer.argument is None else b.keep(self.fixed_argument(index, seat, b), "arg")


def every(conditions: list[p.Node]) -> p.Node:
    """The conjunction of at least one condition."""
    return conditions[0] if len(conditions) == 1 else p.All("and", tuple(conditions))


def of_seat(node: p.Node, seat: p.Node) -> bool:
    """Whether a node reads a slot of a seat that exists for every seat."""
    index = node.index if isinstance(node, p.Slot) else None
    if not isinstance(index, p.Op) or index.operator != "+":
        return False
    sides = index.left, index.right
    return seat in sides and any(isinstance(x, p.Int) for x in sides)


def looked_up(node: p.Node) -> bool:
    """Whether a node is computed from tables at constant slots: it is the same for all seats, always defined, and worth
    a name."""
    match node:
        case p.Entry(index=p.Op(operator="+", left=inner, right=p.Int(value=1))):
            return _plain_slot(inner) or looked_up(inner)
        case p.Op(operator=operator, left=left, right=right):
            return operator not in ("<<", ">>", "/") and _all_looked_up((left, right))
        case p.All(parts=parts):
            return _all_looked_up(parts)
        case p.Select(condition=condition, then=then, otherwise=otherwise):
            return _all_looked_up((condition, then, otherwise))
        case p.Int() | p.Cards() | p.Name() | p.Slot() | p.Entry() | p.IsZero():
            return False
        case p.OneOf() | p.Bits() | p.LowBit() | p.Clamp() | p.Call():
            return False
        case _:
            assert_never(node)


def _all_looked_up(nodes: tuple[p.Node, ...]) -> bool:
    """Whether at least one of the nodes is looked up, and the others are that, constants, or constant slots."""
    known = [isinstance(x, p.Int | p.Cards) or _plain_slot(x) for x in nodes]
    return not all(known) and all(k or looked_up(x) for k, x in zip(known, nodes, strict=True))


def _plain_slot(node: p.Node) -> bool:
    return isinstance(node, p.Slot) and isinstance(node.index, p.Int)


def alone(who: p.Node) -> tuple[p.Node, p.Node | None] | None:
    """The only possible member of a set, and a further set that must contain it; None for other sets."""
    if isinstance(who, p.Read | p.Made):
        return None
    match who:
        case p.Select(condition=p.Op(operator="<"), then=p.Int(value=0), otherwise=p.Op(operator="<<", right=seat)):
            return seat, None
        case p.Op(operator="<<", left=p.Int(value=1), right=seat):
            return seat, None
        case p.Op(operator="&", left=left, right=right):
            for one, other in ((right, left), (left, right)):
                found = alone(one)
                if found is not None and found[1] is None:
                    return found[0], other
            return None
        case p.Op() | p.All() | p.IsZero() | p.Select():
            return None
        case _:
            assert_never(who)
