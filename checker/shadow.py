"""Rules that are always pushed aside: replaced or forbidden whenever they could apply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import z3

from checker.case import Case
from checker.chances import possible
from checker.footprint import Footprints, clash
from checker.solve import ask
from checker.symbolic.moves import allowed, arguments, banned, bans_on, candidate, standing
from checker.symbolic.read import Value
from checker.symbolic.terms import boolean, conj, disj, neg
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import YesNo


@dataclass(frozen=True, slots=True)
class Blockers:
    """The rules that together push another one aside each time; as few as were needed. `how` is said of each."""

    rules: tuple[t.Rule, ...]
    how: tuple[str, ...]


def shadowed(case: Case, rule: t.Rule) -> Blockers | None:
    """What keeps a trigger or an offer from ever running, where it could apply; None where that is not proved."""
    match rule:
        case t.Trigger() if rule.replaced_by:
            return trigger_shadow(case, rule)
        case t.Offer():
            return offer_shadow(case, case.table.offers.index(rule))
        case _:
            return None


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


def trigger_shadow(case: Case, rule: t.Trigger) -> Blockers | None:
    """A trigger each of whose events another one answers in its stead, whatever the state."""
    table = case.table
    events = [x for x in rule.events if x in case.facts.events and x != t.TableEvent("position")]
    if not events:
        return None
    above_of = {event: set(standing_above(case, rule, event)) for event in events}

    def still(chosen: list[int]) -> bool:
        for event in events:
            above = [table.triggers[i].guard for i in chosen if i in above_of[event]]
            joined = e.Logic("and", (rule.guard, *(e.Not(g, YesNo()) for g in above)), YesNo())
            if ask(case, possible(case, joined, event)) != "impossible":
                return False
        return True

    found = fewest(rule.replaced_by, still)
    if found is None:
        return None
    return Blockers(tuple(table.triggers[i] for i in found), ("stands instead of it",) * len(found))


def standing_above(case: Case, rule: t.Trigger, event: t.Event) -> list[int]:
    """The triggers that stand instead of one for an event, and whose conditions come to the same when their turn comes and
    when that of the replaced one does: where one of these holds, the replaced one does not run."""
    if not rule.replaced_by:
        return []
    table = case.table
    footprints = Footprints(table)
    row = dict(table.order)[event]
    before = row[: row.index(table.triggers.index(rule))]
    out: list[int] = []
    for index in rule.replaced_by:
        looked_at = footprints.of(index)[0]
        others = [x for x in before if x != index]
        if event in table.triggers[index].events and not any(clash(looked_at, footprints.of(x)[2]) for x in others):
            out.append(index)
    return out


def offer_shadow(case: Case, index: int) -> Blockers | None:
    """An offer each of whose moves a ban takes away, another offer stands for, or a `must` keeps back."""
    table = case.table
    offer = table.offers[index]
    bans = bans_on(table, offer)
    instead = [i for i in offer.replaced_by if table.offers[i].act == offer.act]
    musts = (
        [i for i, o in enumerate(table.offers) if o.mode == "must" and o.situations and i != index and meets(o, offer)]
        if offer.situations and offer.mode in ("may", "otherwise")
        else []
    )
    numbers = range(len(bans) + len(instead) + len(musts))

    def against(number: int, seat: int, argument: Value) -> z3.BoolRef:
        if number < len(bans):
            return banned(case.reader, bans[number], seat, argument)
        number -= len(bans)
        if number < len(instead):
            return remaining(case, instead[number], seat, argument)
        return remaining(case, musts[number - len(instead)], seat, None)

    def still(chosen: list[int]) -> bool:
        parts: list[z3.BoolRef] = []
        for seat in range(case.layout.seats):
            for argument, there in arguments(case.reader, offer, seat):
                free = [neg(against(n, seat, argument)) for n in chosen]
                parts.append(conj(there, candidate(case.reader, index, seat, argument), *free))
        return ask(case, disj(parts), at_rest=True) == "impossible"

    found = fewest(list(numbers), still)
    if found is None:
        return None
    rules: list[t.Rule] = [*bans, *(table.offers[i] for i in instead), *(table.offers[i] for i in musts)]
    how = ["forbids it"] * len(bans) + ["stands instead of it"] * len(instead) + ["must be done first"] * len(musts)
    return Blockers(tuple(rules[n] for n in found), tuple(how[n] for n in found))


def unless_replaced(case: Case, index: int, seat: int, by: Callable[[t.Offer], bool]) -> list[z3.BoolRef]:
    """For each argument of an offer: that it stands for a seat after bans, and that no offer of those asked about stands
    instead of it for the same move."""
    offers = case.table.offers
    above = [i for i in offers[index].replaced_by if offers[i].act == offers[index].act and by(offers[i])]
    return [
        conj(stands, *(neg(remaining(case, i, seat, argument)) for i in above))
        for argument, stands in standing(case.reader, index, seat)
    ]


def meets(one: t.Offer, other: t.Offer) -> bool:
    """Whether two offers can stand in one situation."""
    return bool(set(one.situations) & set(other.situations))


def remaining(case: Case, index: int, seat: int, argument: Value | None) -> z3.BoolRef:
    """An offer stands for a seat after bans and replacements: with one argument, or (None) with any."""
    table = case.table
    offer = table.offers[index]
    above = [i for i in offer.replaced_by if table.offers[i].act == offer.act]
    parts: list[z3.BoolRef] = []
    for mine, there in arguments(case.reader, offer, seat):
        if isinstance(mine, int) and isinstance(argument, int) and mine != argument:
            continue
        same = (
            boolean(True)
            if argument is None or (isinstance(mine, int) and isinstance(argument, int))
            else mine == argument
        )
        free = [neg(remaining(case, i, seat, mine)) for i in above]
        parts.append(conj(there, same, allowed(case.reader, index, seat, mine), *free))
    return disj(parts)
