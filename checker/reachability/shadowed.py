"""Rules that are always pushed aside: replaced or forbidden whenever they could apply."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

import z3

from checker.context import Context
from checker.effects.footprints import Footprints, clash
from checker.invariants.known import ask
from checker.invariants.rule_enabled import possible
from checker.smt.enabled import allowed, arguments, banned, bans_on, candidate, equal, standing
from checker.smt.expressions import Value
from checker.smt.factory import boolean, conj, disj, neg
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import YesNo


@dataclass(frozen=True, slots=True)
class Blockers:
    """The rules that together push another one aside each time; as few as were needed. `how` is said of each."""

    rules: tuple[t.Rule, ...]
    how: tuple[str, ...]


def shadowed(context: Context, rule: t.Rule) -> Blockers | None:
    """What keeps a trigger or an offer from ever running, where it could apply; None where that is not proved."""
    match rule:
        case t.Trigger() if rule.replaced_by:
            return trigger_shadow(context, rule)
        case t.Offer():
            return offer_shadow(context, context.table.offers.index(rule))
        case t.Trigger() | t.Ban() | t.Definition():
            return None
        case _:
            assert_never(rule)


def fewest(all_: Sequence[int], still: Callable[[list[int]], bool]) -> list[int] | None:
    """A smallest selection (none of it can be left out) of which `still` holds; None where it does not even hold of all."""
    kept = list(all_)
    if not kept or not still(kept):
        return None
    for single in all_:
        if still([single]):
            return [single]
    for x in all_:
        fewer = [y for y in kept if y != x]
        if fewer and still(fewer):
            kept = fewer
    return kept


def trigger_shadow(context: Context, rule: t.Trigger) -> Blockers | None:
    """A trigger each of whose events another one answers in its stead, whatever the state."""
    events = [x for x in heard(context, rule) if x != t.TableEvent("position")]
    if not events:
        return None

    def still(chosen: list[int]) -> bool:
        return ask(context, left_of_trigger(context, rule, events, chosen)) == "impossible"

    found = fewest(rule.replaced_by, still)
    if found is None:
        return None
    return Blockers(tuple(context.table.triggers[i] for i in found), ("stands instead of it",) * len(found))


def heard(context: Context, rule: t.Trigger) -> list[t.Event]:
    """The events of a trigger that can happen."""
    return [x for x in rule.events if x in context.facts.events]


def left_of_trigger(
    context: Context, rule: t.Trigger, events: Iterable[t.Event], above: Collection[int], more: tuple[e.Expr, ...] = ()
) -> z3.BoolRef:
    """That a trigger runs at one of some events: its condition holds, and `more`, and none of some triggers stands instead of
    it (`above`, by number)."""
    triggers = context.table.triggers
    parts: list[z3.BoolRef] = []
    for event in events:
        guards = [triggers[i].guard for i in standing_above(context, rule, event) if i in above]
        joined = e.Logic("and", (rule.guard, *more, *(e.Not(g, YesNo()) for g in guards)), YesNo())
        parts.append(possible(context, joined, event))
    return disj(parts)


def standing_above(context: Context, rule: t.Trigger, event: t.Event) -> list[int]:
    """The triggers that stand instead of one for an event, and whose conditions come to the same when their turn comes and
    when that of the replaced one does: where one of these holds, the replaced one does not run. (What they themselves do counts
    for nothing: once one of them has run, the replaced one does not.)"""
    if not rule.replaced_by:
        return []
    table = context.table
    footprints = Footprints(table)
    row = dict(table.order)[event]
    before = row[: row.index(table.triggers.index(rule))]
    out: list[int] = []
    for index in rule.replaced_by:
        looked_at = footprints.of(index)[0]
        others = [x for x in before if x not in rule.replaced_by]
        if event in table.triggers[index].events and not any(clash(looked_at, footprints.of(x)[2]) for x in others):
            out.append(index)
    return out


@dataclass(frozen=True, slots=True)
class Rivals:
    """What can keep an offer back: bans, offers that stand instead of it, and offers that must be taken up first."""

    bans: tuple[t.Ban, ...]
    instead: tuple[int, ...]
    musts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.bans) + len(self.instead) + len(self.musts)

    def against(self, context: Context, number: int, seat: int, argument: Value) -> z3.BoolRef:
        """That one of them, by number, keeps a move back."""
        if number < len(self.bans):
            return banned(context.reader, self.bans[number], seat, argument)
        number -= len(self.bans)
        if number < len(self.instead):
            return remaining(context, self.instead[number], seat, argument)
        return remaining(context, self.musts[number - len(self.instead)], seat, None)

    def told(self, table: t.Table, numbers: list[int]) -> Blockers:
        """Some of them, with what each does."""
        rules: list[t.Rule] = [*self.bans, *(table.offers[i] for i in (*self.instead, *self.musts))]
        how = (
            ["forbids it"] * len(self.bans)
            + ["stands instead of it"] * len(self.instead)
            + ["must be done first"] * len(self.musts)
        )
        return Blockers(tuple(rules[n] for n in numbers), tuple(how[n] for n in numbers))


def rivals(table: t.Table, index: int) -> Rivals:
    """Those of an offer."""
    offer = table.offers[index]
    waits = bool(offer.situations) and offer.mode in ("may", "otherwise")
    return Rivals(
        tuple(bans_on(table, offer)),
        tuple(i for i in offer.replaced_by if table.offers[i].act == offer.act),
        tuple(
            i
            for i, o in enumerate(table.offers)
            if waits and o.mode == "must" and o.situations and i != index and meets(o, offer)
        ),
    )


def offer_shadow(context: Context, index: int) -> Blockers | None:
    """An offer each of whose moves a ban takes away, another offer stands for, or a `must` keeps back."""
    against = rivals(context.table, index)

    def still(chosen: list[int]) -> bool:
        parts = left_of_offer(context, index, against, chosen, range(context.layout.seats))
        return ask(context, disj(parts), at_rest=True) == "impossible"

    found = fewest(list(range(len(against))), still)
    return None if found is None else against.told(context.table, found)


def left_of_offer(
    context: Context,
    index: int,
    against: Rivals,
    chosen: Iterable[int],
    seats: Iterable[int],
    more: tuple[e.Expr, ...] = (),
) -> list[z3.BoolRef]:
    """For each of some seats, and each argument: that an offer stands with it, `more` holds, and none of those chosen of its
    rivals keeps it back."""
    reader = context.reader
    return [
        conj(
            there,
            candidate(reader, index, seat, argument),
            *(reader.truth(x, {0: seat, 1: argument}) for x in more),
            *(neg(against.against(context, n, seat, argument)) for n in chosen),
        )
        for seat in seats
        for argument, there in arguments(reader, context.table.offers[index], seat)
    ]


def unless_replaced(context: Context, index: int, seat: int, by: Callable[[t.Offer], bool]) -> list[z3.BoolRef]:
    """For each argument of an offer: that it stands for a seat after bans, and that no offer of those asked about stands
    instead of it for the same move."""
    offers = context.table.offers
    above = [i for i in offers[index].replaced_by if offers[i].act == offers[index].act and by(offers[i])]
    return [
        conj(stands, *(neg(remaining(context, i, seat, argument)) for i in above))
        for argument, stands in standing(context.reader, index, seat)
    ]


def meets(one: t.Offer, other: t.Offer) -> bool:
    """Whether two offers can stand in one situation."""
    return bool(set(one.situations) & set(other.situations))


def remaining(context: Context, index: int, seat: int, argument: Value | None) -> z3.BoolRef:
    """An offer stands for a seat after bans and replacements: with one argument, or (None) with any."""
    table = context.table
    offer = table.offers[index]
    above = [i for i in offer.replaced_by if table.offers[i].act == offer.act]
    parts: list[z3.BoolRef] = []
    for mine, there in arguments(context.reader, offer, seat):
        if isinstance(mine, int) and isinstance(argument, int) and mine != argument:
            continue
        same = (
            boolean(True)
            if argument is None or (isinstance(mine, int) and isinstance(argument, int))
            else equal(mine, argument)
        )
        free = [neg(remaining(context, i, seat, mine)) for i in above]
        parts.append(conj(there, same, allowed(context.reader, index, seat, mine), *free))
    return disj(parts)
