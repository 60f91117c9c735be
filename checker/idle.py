"""Effects that change nothing: proved for every state in which a rule's condition holds."""

from __future__ import annotations

from collections.abc import Iterable

import z3

from checker.case import Case
from checker.chances import possible
from checker.footprint import Footprints, clash
from checker.solve import ask
from checker.symbolic.facts import clamped
from checker.symbolic.moves import allowed, arguments
from checker.symbolic.terms import conj, disj
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number, Type, YesNo
from unodsl.model.walk import below


class Idle:
    """Asks of one rule whether its effects ever change anything. As long as none has changed anything, each of them sees the
    state in which the rule began, so they can be looked at one by one."""

    def __init__(self, case: Case, rule: t.Trigger | t.Offer) -> None:
        self.case = case
        self.rule = rule

    def nothing(self, effects: Iterable[f.Effect], given: tuple[e.Expr, ...]) -> bool:
        """Whether effects change nothing in any state in which the rule runs and `given` holds."""
        return all(self.idle(x, given) for x in effects)

    def idle(self, x: f.Effect, given: tuple[e.Expr, ...]) -> bool:
        match x:
            case f.Assign():
                stays = e.Compare("!=", x.target, within(x.value, x.target.type), YesNo())
                return self.never(stays, given) or self.nowhere(x, given)
            case f.ChangeSet():
                inside = e.Member(x.player, x.target, YesNo())
                return self.never(e.Not(inside, YesNo()) if x.kind == "include" else inside, given)
            case f.End():
                return self.never(e.IsOpen(x.situation, YesNo()), given)
            case f.If():
                return (self.never(x.condition, given) or self.nothing(x.then, (*given, x.condition))) and (
                    self.never(e.Not(x.condition, YesNo()), given)
                    or self.nothing(x.otherwise, (*given, e.Not(x.condition, YesNo())))
                )
            case f.MoveTop():
                # without cards to move, it still forgets the card moved last
                return False
            case f.SwapPlaces():
                return x.left == x.right
            case _:
                return False

    def nowhere(self, x: f.Assign, given: tuple[e.Expr, ...]) -> bool:
        """Whether what is assigned to is a field or the owner of a situation that is not open."""
        match x.target:
            case e.Field() | e.Owner():
                return self.never(e.IsOpen(x.target.situation, YesNo()), given)
            case _:
                return False

    def never(self, condition: e.Expr, given: tuple[e.Expr, ...]) -> bool:
        """Whether a condition holds in no state in which the rule runs."""
        if any(
            isinstance(n, e.Local) and n.index > t.ARGUMENT_LOCAL and not bound(condition, n) for n in below(condition)
        ):
            return False
        case = self.case
        joined = e.Logic("and", (*given, condition), YesNo())
        if isinstance(self.rule, t.Trigger):
            guarded = e.Logic("and", (self.rule.guard, joined), YesNo())
            events = [x for x in self.rule.events if x in case.facts.events]
            return all(ask(case, possible(case, guarded, x)) == "impossible" for x in events)
        index = case.table.offers.index(self.rule)
        parts: list[z3.BoolRef] = []
        for seat in range(case.layout.seats):
            for argument, there in arguments(case.reader, self.rule, seat):
                stands = conj(there, allowed(case.reader, index, seat, argument))
                parts.append(conj(stands, case.reader.truth(joined, {0: seat, 1: argument})))
        return ask(case, disj(parts), at_rest=True) == "impossible"


def within(value: e.Expr, type_: Type) -> e.Expr:
    """A value as an assignment leaves it: a number stays within the bounds of what it is assigned to."""
    if not isinstance(type_, Number) or not isinstance(value.type, Number):
        return value
    low, high = e.Constant(type_.low, type_), e.Constant(type_.high, type_)
    least, most = value.type.low, value.type.high
    if most > type_.high:
        value = e.Choose(e.Compare("<", high, value, YesNo()), high, value, Number(least, type_.high))
    if least < type_.low:
        value = e.Choose(e.Compare("<", value, low, YesNo()), low, value, type_)
    return value


def bound(condition: e.Expr, local: e.Local) -> bool:
    """Whether a local is bound inside a condition itself."""
    return any(
        isinstance(n, e.CountCards | e.OverCards | e.PlayersWhere | e.OverPlayers | e.Can)
        and n.local.index == local.index
        for n in below(condition)
    )


def idle_trigger(case: Case, rule: t.Trigger) -> bool:
    """Whether a trigger changes nothing whenever it runs. One that stands instead of another changes that."""
    if {r.info.name for r in case.table.triggers} & set(rule.info.instead):
        return False
    return Idle(case, rule).nothing(rule.effects, ())


def idle_offer(case: Case, index: int) -> bool:
    """Whether a move changes nothing: neither the act, nor the offer, nor a rule that hears of it, nor the table settling
    once more."""
    table = case.table
    offer = table.offers[index]
    if offer.replaced_by or set(offer.info.instead) & {o.info.name for o in table.offers}:
        return False
    if offer.stands_for is not None:
        # its effects are about another card than its condition
        return False
    if any(index in o.replaced_by for o in table.offers):
        return False
    test = Idle(case, offer)
    if not test.nothing((*table.acts[offer.act].effects, *offer.effects), ()):
        return False
    heard = {t.ActEvent(offer.act, offer.manner), t.OfferEvent(index)}
    hearing = [r for r in table.triggers if set(r.events) & heard]
    return all(idle_trigger(case, r) for r in hearing) and settling_is_done(case)


def settling_is_done(case: Case) -> bool:
    """Whether a table that has settled, and settles again with nothing changed in between, stays as it is."""
    table = case.table
    never = case.never
    row = [i for i in dict(table.order).get(t.TableEvent("settles"), ()) if table.triggers[i].info.name not in never]
    footprints = Footprints(table)
    for place, index in enumerate(row):
        rule = table.triggers[index]
        if not settled_once(rule):
            return False
        looked_at = footprints.of(index)[0]
        if any(clash(looked_at, footprints.of(later)[2]) for later in row[place + 1 :]):
            return False
    return True


def settled_once(rule: t.Trigger) -> bool:
    """Whether a rule of the settling table has nothing to do when the table settles again without a move in between: it has
    ended the round, or what it asks for is what it has changed."""
    if any(isinstance(x, f.EndRound | f.EndMatch) for x in rule.effects):
        return True
    last = left_behind(rule.effects)
    parts = rule.guard.operands if isinstance(rule.guard, e.Logic) and rule.guard.kind == "and" else (rule.guard,)
    return any(contradicts(part, last) for part in parts)


def left_behind(effects: Iterable[f.Effect]) -> dict[e.Expr, int]:
    """What certainly has which value behind some effects: what they set last, and to a value that is written down. Whose it is
    must not change meanwhile, so it is of the table, of a situation, or of a player who is known."""
    last: dict[e.Expr, int] = {}
    for x in effects:
        match x:
            case f.Assign(target=e.Variable(index=index, seat=seat)) if seat is not None and not isinstance(
                seat, e.Local
            ):
                # it may be anybody's
                last = {k: v for k, v in last.items() if not (isinstance(k, e.Variable) and k.index == index)}
            case f.Assign(target=target, value=e.Constant(value=value)):
                last = {k: v for k, v in last.items() if not same_thing(k, target)}
                last[target] = clamped(target.type, {value}).pop()
            case f.Show() | f.Tell():
                pass
            case (
                f.Begin()
                | f.End()
                | f.BeginRound()
                | f.EndRound()
                | f.EndMatch()
                | f.Perform()
                | f.Repeat()
                | f.ForEach()
            ):
                last.clear()
            case _:
                touched = [n.target for n in below(x) if isinstance(n, f.Assign | f.ChangeSet)]
                inner = any(isinstance(n, f.Begin | f.End | f.Perform) for n in below(x))
                last = {k: v for k, v in last.items() if not inner and not any(same_thing(k, y) for y in touched)}
    return last


def same_thing(one: e.Expr, other: e.Expr) -> bool:
    """Whether two targets may be the same: one variable, whoever's, or one field."""
    match one, other:
        case e.Variable(), e.Variable():
            return one.index == other.index
        case e.Field(), e.Field():
            return (one.situation, one.index) == (other.situation, other.index)
        case e.Owner(), e.Owner():
            return one.situation == other.situation
        case _:
            return False


def contradicts(part: e.Expr, last: dict[e.Expr, int]) -> bool:
    """Whether a condition fails once some things have the values given."""
    match part:
        case e.Compare(operator=operator, left=left, right=e.Constant(value=value)) if left in last:
            now = last[left]
            holds = {"==": now == value, "!=": now != value, "<": now < value, "<=": now <= value}
            return not holds[operator]
        case e.Not(operand=operand) if operand in last:
            return last[operand] == 1
        case e.Not(operand=e.Compare(operator="==", left=left, right=e.Constant(value=value))) if left in last:
            return last[left] == value
        case _ if part in last:
            return last[part] == 0
        case _:
            return False
