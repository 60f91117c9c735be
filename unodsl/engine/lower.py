"""Lowers the model of a table to its program.

The optimizations: a condition on cards becomes a set of cards (constant masks, indexed by the attributes of the top
card and the like), so that the playable cards of a hand are one `&`; parts of a condition that do not read the player
or the argument are evaluated once; offers are grouped by their situation; events without triggers are never queued.
"""

from __future__ import annotations

from functools import lru_cache

from unodsl.engine import program as p
from unodsl.engine.laying import lays
from unodsl.engine.layout import IN_PLAY, TABLE_EVENTS, TOP
from unodsl.engine.lower_body import NONE, ONE, ZERO, Body, Env, members, plus_one, truth
from unodsl.engine.lower_legal import LegalMixin, alone
from unodsl.engine.lower_tables import one_lookup
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, YesNo
from unodsl.model.walk import conjuncts, locals_in

CONDITION = "condition"
"""The name of the function that evaluates a program's condition."""


class Lowering(LegalMixin):
    """Lowers one table."""

    # --------------------------------------------------------------------------------------------------------- expressions

    def can(self, x: e.Can, env: Env, b: Body) -> p.Node:
        """Whether some offer of the act is enabled for a seat, with a suitable argument."""
        seat = b.keep(self.value(x.seat, env, b), "seat")
        out = b.fresh("can")
        b.add(p.Set(out, ZERO))
        some = p.Op("<=", ZERO, seat)
        inner = b.inner()
        for index, offer in enumerate(self.table.offers):
            if offer.act != x.act or offer.mode == "mistake":
                continue
            step = inner.inner()
            found = step.keep(self.arguments_of(index, seat, step), "args")
            if x.where is not None:
                found = self.narrowed(x, index, found, seat, env, step)
            step.add(p.When(found, (p.Set(out, ONE),)))
            inner.add(p.When(p.IsZero(p.Name(out)), step.done()))
        b.add(p.When(some, inner.done()))
        return p.Name(out)

    def narrowed(self, x: e.Can, index: int, found: p.Node, seat: p.Node, env: Env, b: Body) -> p.Node:
        assert x.where is not None
        name = b.fresh("fits")
        b.add(p.Set(name, ZERO))
        inner = b.inner()
        argument = b.fresh("arg")
        condition = self.value(x.where, {**env, x.local.index: p.Name(argument)}, inner)
        inner.add(p.When(condition, (p.Set(name, ONE),)))
        b.add(self.each_argument(index, seat, found, argument, inner.done(), b))
        return p.Name(name)

    # --------------------------------------------------------------------------------------------------------- legal moves

    def arguments_of(self, index: int, seat: p.Node, b: Body) -> p.Node:
        """All arguments with which an offer is enabled for a seat after bans, as one set."""
        offer = self.table.offers[index]
        out = b.fresh("args")
        b.add(p.Set(out, ZERO))
        inner = b.inner()
        top = p.Slot(p.Int(TOP))
        conditions: list[p.Node] = []
        if offer.situations:
            conditions.append(p.All("or", tuple(p.Op("==", top, p.Int(i)) for i in offer.situations)))
        inner.add(p.Set(out, p.Call(f"offer_{index}", (seat,))))
        who = p.Op("&", self.value(offer.who, {}, b), self.present(offer.absent))
        conditions.append(p.Op("&", p.Op(">>", who, seat), ONE))
        once = [c for c in conjuncts(offer.guard) if not locals_in(c)]
        for c in once:
            wrapped = b.inner()
            value = self.value(c, {}, wrapped)
            b.statements.extend(wrapped.statements)
            conditions.append(value)
        b.add(p.When(p.All("and", tuple(conditions)) if len(conditions) > 1 else conditions[0], inner.done()))
        return p.Name(out)

    def present(self, absent: bool) -> p.Node:
        """The seats that take part, or (`absent`) the others."""
        seats = p.Slot(p.Int(IN_PLAY))
        return p.Op("&~", p.Int((1 << self.layout.seats) - 1), seats) if absent else seats

    def offer_function(self, index: int) -> None:
        """`offer_k(seat)`: the arguments with which an offer is enabled for a seat, as a set; parts that do not depend
        on the seat were tested before. A set of cards for cards; otherwise bit a stands for argument a; 1 if there is
        no argument."""
        offer = self.table.offers[index]
        act = self.table.acts[offer.act]
        b = Body()
        seat = p.Name("seat")
        env: Env = {0: seat, 1: NONE}
        parts = [c for c in conjuncts(offer.guard) if locals_in(c)]
        for_seat = [c for c in parts if 1 not in locals_in(c)]
        for_argument = [c for c in parts if 1 in locals_in(c)]
        for c in for_seat:
            inner = b.inner()
            value = self.value(c, env, inner)
            b.statements.extend(inner.statements)
            b.add(p.When(p.IsZero(value), (p.Return(ZERO),)))
        bans = self.bans_on(offer)
        if self.by_cards(offer):
            self.card_arguments(offer, act, for_argument, bans, env, b)
        elif act.argument is None or offer.argument is not None:
            self.one_argument(index, for_argument, bans, env, b)
        else:
            self.few_arguments(offer, act, for_argument, bans, env, b)
        self.functions.append(p.Function(f"offer_{index}", ("seat",), b.done(), offer.info.name))

    def by_cards(self, offer: t.Offer) -> bool:
        """Whether the arguments of an offer are a set of cards."""
        return isinstance(self.table.acts[offer.act].argument, Card) and offer.argument is None

    def bans_on(self, offer: t.Offer) -> list[t.Ban]:
        return [
            ban
            for ban in self.table.bans
            if ban.info.name not in offer.info.despite
            and (ban.act is None or ban.act == offer.act)
            and (ban.manners is None or offer.manner in ban.manners)
        ]

    def ban_holds(self, ban: t.Ban, env: Env, b: Body) -> tuple[p.Node, list[e.Expr]]:
        """Whether a ban applies to the seat now, and its conditions on the argument."""
        parts: list[p.Node] = []
        if ban.situations:
            parts.append(p.All("or", tuple(p.Op("==", p.Slot(p.Int(TOP)), p.Int(i)) for i in ban.situations)))
        who = self.value(ban.who, {}, b)
        one = alone(who)
        if one is not None and one[1] is None:
            parts.append(p.Op("==", one[0], env[0]))
        else:
            parts.append(p.Op("&", p.Op(">>", who, env[0]), ONE))
        rest = []
        for c in conjuncts(ban.guard):
            if 1 in locals_in(c):
                rest.append(c)
            else:
                parts.append(self.value(c, env, b))
        return (parts[0] if len(parts) == 1 else p.All("and", tuple(parts))), rest

    def card_arguments(
        self, offer: t.Offer, act: t.Act, conditions: list[e.Expr], bans: list[t.Ban], env: Env, b: Body
    ) -> None:
        if act.origin is None:
            cards: p.Node = p.Cards(self.layout.all_cards)
        else:
            cards = self.held(self.source(act.origin), env, b)
        out = b.fresh("cards")
        b.add(p.Set(out, cards))
        for c in conditions:
            inner = b.inner()
            mask = self.mask(c, 1, env, inner, p.Name(out))
            b.statements.extend(inner.statements)
            b.add(p.Set(out, p.Op("&", p.Name(out), mask)))
        for ban in bans:
            inner = b.inner()
            holds, rest = self.ban_holds(ban, env, inner)
            taken: p.Node = p.Cards(self.layout.all_cards)
            step = inner.inner()
            for c in rest:
                taken = p.Op("&", taken, self.mask(c, 1, env, step, p.Name(out)))
            step.add(p.Set(out, p.Op("&~", p.Name(out), taken)))
            inner.add(p.When(holds, step.done()))
            b.add(p.When(p.Name(out), inner.done()))
        b.add(p.Return(p.Op("&", p.Name(out), p.Cards(self.layout.first_bits))))

    def source(self, zone: int) -> e.Place:
        """The place from which an act takes cards: the player's own, or the table's."""
        return e.Place(zone, e.Local(0, "player", Player()) if self.table.zones[zone].each_player else None)

    def one_argument(self, index: int, conditions: list[e.Expr], bans: list[t.Ban], env: Env, b: Body) -> None:
        """Returns 1 if the move is enabled. (A fixed argument is computed again when the move is listed.)"""
        offer = self.table.offers[index]
        act = self.table.acts[offer.act]
        argument: p.Node = NONE
        if offer.argument is not None:
            argument = b.keep(self.fixed_argument(index, env[0], b), "arg")
            if isinstance(act.argument, Card | Player | Enumeration) and not act.argument.optional:
                b.add(p.When(p.Op("<", argument, ZERO), (p.Return(ZERO),)))
            if act.origin is not None:
                cards = self.held(self.source(act.origin), env, b)
                b.add(p.When(p.IsZero(p.Op("&", cards, p.Entry("CARDS", plus_one(argument)))), (p.Return(ZERO),)))
        self.rest_of_one(conditions, bans, {**env, 1: argument}, b)
        b.add(p.Return(ONE))

    def rest_of_one(
        self, conditions: list[e.Expr], bans: list[t.Ban], env: Env, b: Body, fail: p.Statement | None = None
    ) -> None:
        failing = fail or p.Return(ZERO)
        for c in conditions:
            inner = b.inner()
            value = self.value(c, env, inner)
            b.statements.extend(inner.statements)
            b.add(p.When(p.IsZero(value), (failing,)))
        for ban in bans:
            inner = b.inner()
            holds, rest = self.ban_holds(ban, env, inner)
            parts = [holds, *(self.value(c, env, inner) for c in rest)]
            inner.add(p.When(p.All("and", tuple(parts)) if len(parts) > 1 else parts[0], (failing,)))
            b.statements.extend(inner.statements)

    def domain(self, offer: t.Offer, act: t.Act) -> tuple[p.Node, int]:
        """The free arguments other than cards, as bits, and the argument of bit 0: the same for all offers of an act,
        so that their sets are comparable."""
        match act.argument:
            case Player():
                return p.Slot(p.Int(IN_PLAY)), 0
            case Number():
                low, high = offer.choices or (act.argument.low, act.argument.high)
                base = min(low, act.argument.low)
                return p.Int(((1 << (high - low + 1)) - 1) << (low - base)), base
            case Enumeration():
                return p.Int((1 << len(act.argument.values)) - 1), 0
            case YesNo():
                return p.Int(3), 0
            case _:
                return p.Int((1 << (1 << self.layout.seats)) - 1), 0

    def width(self, act: t.Act) -> int:
        """The greatest number of bits in the sets of an act's free arguments."""
        match act.argument:
            case Player():
                return self.layout.seats
            case Number():
                both = [o.choices for o in self.table.offers if self.table.acts[o.act] is act and o.choices]
                ends = [(act.argument.low, act.argument.high), *both]
                return max(high for _, high in ends) - min(low for low, _ in ends) + 1
            case Enumeration():
                return len(act.argument.values)
            case YesNo():
                return 2
            case _:
                return 1 << self.layout.seats

    def few_arguments(
        self, offer: t.Offer, act: t.Act, conditions: list[e.Expr], bans: list[t.Ban], env: Env, b: Body
    ) -> None:
        domain, base = self.domain(offer, act)
        if act.excludes_self:
            domain = p.Op("&~", domain, p.Op("<<", ONE, env[0]))
        rest = []
        for c in conditions:
            if isinstance(act.argument, Player) and isinstance(c, e.Compare) and c.operator == "==":
                pair = next(
                    (
                        (x, y)
                        for x, y in ((c.left, c.right), (c.right, c.left))
                        if isinstance(x, e.Local) and x.index == 1
                    ),
                    None,
                )
                if pair is not None and 1 not in locals_in(pair[1]):
                    who = b.keep(self.value(pair[1], env, b), "who")
                    domain = p.Select(p.Op("<", who, ZERO), ZERO, p.Op("&", domain, p.Op("<<", ONE, who)))
                    continue
            if isinstance(act.argument, Player):
                inner, one = b.inner(), p.Name(b.fresh("one"))
                among = members(self.value(c, {**env, 1: one}, inner), one)
                if among is not None and not inner.statements:
                    domain = p.Op("&", domain, among)
                    continue
            rest.append(c)
        if not rest and not bans:
            b.add(p.Return(domain))
            return
        out, bit, good = b.fresh("args"), b.fresh("bit"), b.fresh("good")
        b.add(p.Set(out, ZERO))
        inner = b.inner()
        argument: p.Node = p.Name(bit) if not base else inner.keep(p.Op("+", p.Name(bit), p.Int(base)))
        inner.add(p.Set(good, ONE))
        checks = inner.inner()
        self.rest_of_one(rest, bans, {**env, 1: argument}, checks, fail=p.Set(good, ZERO))
        inner.statements.extend(checks.statements)
        inner.add(p.When(p.Name(good), (p.Set(out, p.Op("|", p.Name(out), p.OneOf(p.Name(bit), self.width(act)))),)))
        b.add(p.EachBit(bit, domain, inner.done()))
        b.add(p.Return(p.Name(out)))

    def fixed_argument(self, index: int, seat: p.Node, b: Body) -> p.Node:
        """The fixed argument of an offer, converted to the type of the act."""
        offer = self.table.offers[index]
        wanted = self.table.acts[offer.act].argument
        assert offer.argument is not None
        assert wanted is not None
        return self.kept(self.value(offer.argument, {0: seat, 1: NONE}, b), offer.argument, wanted)

    def each_argument(
        self, index: int, seat: p.Node, found: p.Node, name: str, body: tuple[p.Statement, ...], b: Body
    ) -> p.Statement:
        """A loop over a set of arguments."""
        offer = self.table.offers[index]
        act = self.table.acts[offer.act]
        if self.by_cards(offer):
            return p.EachKind(name, found, body, firsts=True)
        if act.argument is None:
            return p.When(found, (p.Set(name, NONE), *body))
        if offer.argument is not None:
            inner = b.inner()
            inner.add(p.Set(name, self.fixed_argument(index, seat, inner)))
            return p.When(found, (*inner.done(), *body))
        _, base = self.domain(offer, act)
        if not base:
            return p.EachBit(name, found, body)
        bit = b.fresh("bit")
        return p.EachBit(bit, found, (p.Set(name, p.Op("+", p.Name(bit), p.Int(base))), *body))

    # -------------------------------------------------------------------------------------------------------------- program

    def condition_function(self, condition: e.Expr) -> None:
        """`condition()`: evaluates a condition without locals."""
        b = Body()
        b.add(p.Return(truth(self.value(condition, {}, b))))
        self.functions.append(p.Function(CONDITION, (), b.done()))

    def run(self, condition: e.Expr | None = None, mistakes: bool | None = None) -> p.Program:
        """Returns the whole program. `condition`: evaluated by the function `CONDITION`. `mistakes`: moves are listed
        only with, or only without mistakes; None: both functions exist."""
        if condition is not None:
            self.condition_function(condition)
        for index in range(len(self.table.offers)):
            self.offer_function(index)
        legal = []
        for top in range(-1, len(self.table.situations)):
            with_mistakes, without_mistakes = (
                self.legal_function(top, x) if mistakes in (x, None) else "" for x in (True, False)
            )
            legal.append((top, with_mistakes, without_mistakes))
        for index in range(len(self.table.acts)):
            self.act_function(index)
        take_up = tuple(self.take_up(i) for i in range(len(self.table.offers)))
        for index, trigger in enumerate(self.table.triggers):
            if len(trigger.events) > 1:
                self.trigger_function(index)
        handlers = tuple((number, self.handler(event, order)) for number, (event, order) in enumerate(self.table.order))
        table_events = tuple(self.events.get(x) for x in TABLE_EVENTS)
        functions, tables = one_lookup(self.functions, self.tables)
        return p.Program(
            functions=functions,
            tables=tuple(sorted(tables.items())),
            rules=self.rules,
            legal=tuple(legal),
            take_up=take_up,
            handlers=handlers,
            settles=self.events.get(t.TableEvent("settles")),
            table_events=table_events,
            card_tables=frozenset(n for n in tables if n.startswith(("CARDS", "WITH_"))),
            unsorted=frozenset(self.unsorted),
            lays=lays(self.table),
            notes=tuple(self.notes),
        )


@lru_cache(maxsize=64)
def lowered(table: t.Table, condition: e.Expr | None = None, mistakes: bool | None = None) -> p.Program:
    """The program of a table; for the parameters see `Lowering.run`. Cached."""
    return Lowering(table).run(condition, mistakes)
