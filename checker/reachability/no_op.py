"""Whether anything ever comes of a rule: one question about all states in which it could run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

import z3

from checker.context import Context
from checker.effects.footprints import Footprints, clash
from checker.effects.left_behind import contradicts, left_behind
from checker.effects.summary import Change, Slot, slot_of, summaries
from checker.invariants.certified import certified
from checker.invariants.rule_enabled import forbidding
from checker.reachability.shadowed import heard
from checker.smt.factory import conj, disj
from checker.smt.questions import left_of_offer, left_of_trigger, rivals
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.types import Number, Players, Type, YesNo
from unodsl.model.walk import below, conjuncts


def changes(table: t.Table, effects: Iterable[f.Effect]) -> list[e.Expr] | None:
    """Conditions of which one holds whenever effects change anything; None where that is not known. As long as none of them
    has changed anything, each sees the state in which the first began, so they can be looked at one by one. An act that changes
    nothing by itself and that no rule hears is none."""
    out: list[e.Expr] = []
    for x in map(summaries(table).of, effects):
        branches = all(block.given is not None for block in x.blocks)
        if x.announces or x.phase is not None or x.begins is not None or not branches:
            return None
        if x.transfer is not None and not (x.transfer.how == "swap" and x.transfer.origin == x.transfer.target):
            # (to move no cards still forgets the card moved last)
            return None
        if x.performs is not None and not unheard(table, x.performs):
            return None
        out += [differs(change) for change in x.changes]
        if x.ends is not None:
            out.append(e.IsOpen(x.ends, YesNo()))
        if x.seating is not None:
            here = e.Member(x.seating.player, e.Builtin("in play", Players()), YesNo())
            out.append(here if x.seating.kind == "remove" else e.Not(here, YesNo()))
        for block in x.blocks:
            assert block.given is not None
            inner = changes(table, block.effects)
            if inner is None:
                out.append(block.given)
            elif inner:
                out.append(e.Logic("and", (block.given, e.Logic("or", tuple(inner), YesNo())), YesNo()))
    if any(isinstance(n, e.Local) and n.index > t.ARGUMENT_LOCAL and not bound(x, n) for x in out for n in below(x)):
        return None
    return out


def differs(change: Change) -> e.Expr:
    """That a change gives its target another value than it has."""
    target, value = change.target, change.value
    if change.player is not None and isinstance(value, e.SetOperation):
        inside = e.Member(change.player, target, YesNo())
        return e.Not(inside, YesNo()) if value.operator == "union" else inside
    other = e.Compare("!=", target, within(value, target.type), YesNo())
    if isinstance(target, e.Variable):
        return other
    # of a situation that is not open, nothing is kept
    return e.Logic("and", (e.IsOpen(target.situation, YesNo()), other), YesNo())


def unheard(table: t.Table, x: f.Perform) -> bool:
    """Whether an act has no effects, and no rule answers it."""
    return not table.acts[x.act].effects and t.ActEvent(x.act, x.manner) not in dict(table.order)


def one_of_them(conditions: list[e.Expr]) -> tuple[e.Expr, ...]:
    """That one of some conditions holds."""
    return (e.Logic("or", tuple(conditions), YesNo()),)


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


def something_to_do(context: Context, rule: t.Rule) -> z3.BoolRef | None:
    """That a rule runs, nothing pushes it aside, and something comes of it; None where that cannot be asked. (What a ban forbids
    is what comes of it.)"""
    match rule:
        case t.Trigger():
            return of_trigger(context, rule)
        case t.Offer():
            return of_offer(context, context.table.offers.index(rule))
        case t.Ban():
            return forbidding(context, rule)
        case t.Definition():
            return None
        case _:
            assert_never(rule)


def of_trigger(context: Context, rule: t.Trigger) -> z3.BoolRef:
    """Of a trigger. One that stands instead of another changes that."""
    stands_instead = {r.info.name for r in context.table.triggers} & set(rule.info.instead)
    conditions = None if stands_instead else changes(context.table, rule.effects)
    more = () if conditions is None else one_of_them(conditions)
    return left_of_trigger(certified(context), rule, heard(context, rule), rule.replaced_by, more)


def of_offer(context: Context, index: int) -> z3.BoolRef:
    """Of an offer: of the act, the offer, or a rule that hears of it."""
    table = context.table
    offer = table.offers[index]
    against = rivals(table, index)
    chosen, seats = range(len(against)), context.reader.askers
    stands = left_of_offer(certified(context), index, against, chosen, seats)
    conditions = (
        None if always_felt(context, index) else changes(table, (*table.acts[offer.act].effects, *offer.effects))
    )
    if conditions is None:
        return disj(stands)
    asked = context.reader.asked(*conditions)
    more = left_of_offer(certified(context), index, against, chosen, asked, one_of_them(conditions))
    hear = {t.ActEvent(offer.act, offer.manner), t.OfferEvent(index)}
    hearing = [
        of_trigger(context, r) for r in table.triggers if set(r.events) & hear and r.info.name not in context.never
    ]
    return disj([*more, conj(disj(stands), disj(hearing))])


def may_be_idle(context: Context, rule: t.Trigger | t.Offer) -> bool:
    """Whether what a rule does is of a kind that may change nothing: it sets values, closes situations, and the like."""
    if isinstance(rule, t.Trigger):
        stands_instead = {r.info.name for r in context.table.triggers} & set(rule.info.instead)
        return not stands_instead and changes(context.table, rule.effects) is not None
    if always_felt(context, context.table.offers.index(rule)):
        return False
    return changes(context.table, (*context.table.acts[rule.act].effects, *rule.effects)) is not None


def always_felt(context: Context, index: int) -> bool:
    """Whether a move does something by being made, or may: it stands instead of another, or another instead of it; its effects
    are about another card than its condition; or the table may settle another way afterwards."""
    offers = context.table.offers
    offer = offers[index]
    return (
        bool(offer.replaced_by)
        or bool(set(offer.info.instead) & {o.info.name for o in offers})
        or offer.stands_for is not None
        or any(index in o.replaced_by for o in offers)
        or not settling_is_done(context)
    )


def settling_is_done(context: Context) -> bool:
    """Whether a table that has settled, and settles again with nothing changed in between, stays as it is."""
    table = context.table
    never = context.never
    row = [i for i in dict(table.order).get(t.TableEvent("settles"), ()) if table.triggers[i].info.name not in never]
    footprints = Footprints(table)
    rules = [table.triggers[i] for i in row]
    first = frozenset(x for rule in rules for x in emitted(table, rule.effects))
    # what they set off where the round goes on
    _, after = follows(table, first - {t.TableEvent("round ends"), t.TableEvent("match ends")})
    _, all_ = follows(table, first)
    known = summaries(table)
    starting = [x for x in (*rules, *all_) if any(n.phase == "round begins" for n in known.flat(x.effects))]
    # a round that has begun anew may have been changed by all that follows on the end of the last one
    between = {t.TableEvent("round begins"), *(first & {t.TableEvent("round ends"), t.TableEvent("match ends")})}
    changed = sets_below(table, [x.effects for x in (*starting, *follows(table, between)[1])])
    for place, index in enumerate(row):
        rule = table.triggers[index]
        if not settled_once(table, rule) or (starting and not settled_at_first(table, rule, changed)):
            return False
        looked_at = footprints.of(index)[0]
        later = [*row[place + 1 :], *(table.triggers.index(x) for x in after)]
        if any(clash(looked_at, footprints.of(i)[2]) for i in later):
            return False
    return True


def settled_once(table: t.Table, rule: t.Trigger) -> bool:
    """Whether a rule of the settling table has nothing to do when the table settles again without a move in between: it has
    ended the round, or what it asks for is what it has changed."""
    if ends_it(table, rule):
        return True
    parts = conjuncts(rule.guard)

    def kept(target: e.Expr) -> bool:
        # a field is set if its situation is open, as it is where the rule asks for another value than it starts with
        if not isinstance(target, e.Field):
            return True
        starts = table.situations[target.situation].fields[target.index].starts
        return any(contradicts(part, {target: starts}) for part in parts)

    last = {target: value for target, value in left_behind(table, rule.effects).items() if kept(target)}
    return any(contradicts(part, last) for part in parts)


def settled_at_first(table: t.Table, rule: t.Trigger, changed: frozenset[Slot]) -> bool:
    """Whether a rule of the settling table has nothing to do in a round that has just begun, and has not settled yet: what it asks
    for is not how things start, and is not among what the rules of the beginning have `changed`. A rule that ends the round because
    somebody has no cards left is taken not to find that when they have just been dealt."""
    parts = conjuncts(rule.guard)
    if ends_it(table, rule) and any(isinstance(n, e.Compare) and no_cards(n) for part in parts for n in below(part)):
        return True
    starts: dict[e.Expr, int] = {
        n: table.variables[n.index].starts
        if isinstance(n, e.Variable)
        else table.situations[n.situation].fields[n.index].starts
        for part in parts
        for n in below(part)
        if (
            isinstance(n, e.Field)
            or (isinstance(n, e.Variable) and n.seat is None and not table.variables[n.index].kept)
        )
        and slot_of(n) not in changed
    }
    return any(contradicts(part, starts) for part in parts)


def ends_it(table: t.Table, rule: t.Trigger) -> bool:
    """Whether a rule certainly ends the round, where it runs."""
    return any(x.phase in ("round ends", "match ends") for x in map(summaries(table).of, rule.effects))


def sets_below(table: t.Table, blocks: list[tuple[f.Effect, ...]]) -> frozenset[Slot]:
    """The variables and fields that effects set, by their acts too; without those that only take their starting values where a
    round or a situation begins."""
    changes = (c for x in summaries(table).through(y for block in blocks for y in block) for c in x.changes)
    return frozenset(slot_of(c.target) for c in changes if not isinstance(c.target, e.Owner))


def no_cards(x: e.Compare) -> bool:
    """Whether a condition asks whether there are no cards in a place."""
    sides = (x.left, x.right)
    none = any(isinstance(n, e.Constant) and n.value == 0 for n in sides)
    return x.operator == "==" and none and any(isinstance(n, e.CountCards) for n in sides)
