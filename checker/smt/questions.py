"""Formulas of proof obligations over the symbolic state: that a rule runs, or that two rules are enabled together.

Each formula over-approximates: if its event can happen in a state that satisfies the claims, that state satisfies the
formula. Provers and the kernel build the same formulas here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

import z3

from checker.effects.footprints import Footprints, clash
from checker.effects.just_after import about, just_after
from checker.effects.values import values_of_type
from checker.smt.claims import Known, argument_of, has_player
from checker.smt.enabled import allowed, arguments, banned, bans_on, candidate, equal, standing
from checker.smt.expressions import Value
from checker.smt.factory import boolean, conj, disj, neg
from checker.smt.state import one_of
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.model.walk import conjuncts, locals_in

POSITION = t.TableEvent("position")

# ------------------------------------------------------------------------------------------------------------- events


def guard_possible(known: Known, guard: e.Expr, event: t.Event) -> z3.BoolRef:
    """That a guard holds for some seat and argument that an event can have, and what its act has written is so."""
    reader = known.reader
    act = argument_of(known.table, event)
    facts = just_after(known.table).at(event)
    read = about(guard) if facts else ()
    written = tuple(x.holds for x in facts if x.about in read)
    if written:
        guard = e.Logic("and", (guard, *written), YesNo())
    due = known.facts.due_to.get(event)
    seats = reader.seats_to_query(guard) if has_player(known.table, event) else (-1,)
    # conjuncts that do not read the argument are built once, not once for each card
    once = [c for c in conjuncts(guard) if t.ARGUMENT_LOCAL not in locals_in(c)]
    each = [c for c in conjuncts(guard) if t.ARGUMENT_LOCAL in locals_in(c)]
    parts = []
    for seat in seats:
        fixed = [reader.truth(c, {0: seat, 1: -1}) for c in once]
        if each and act is not None:
            values = carried_values(known, act, event)
            fixed.append(
                disj([conj([*limits, *(reader.truth(c, {0: seat, 1: v}) for c in each)]) for v, limits in values])
            )
        elif each:
            fixed.extend(reader.truth(c, {0: seat, 1: -1}) for c in each)
        parts.append(conj(fixed))
    return disj(parts) if due is None else conj(disj(parts), one_of(reader.features, due))


def values_of(known: Known, act: t.Act) -> list[tuple[Value, list[z3.BoolRef]]]:
    """The arguments of an act, each with its constraints; one unknown stands for all numbers."""
    return [(-1, [])] if act.argument is None else any_value(known, act.argument, "argument")


def any_value(known: Known, type_: Type, name: str) -> list[tuple[Value, list[z3.BoolRef]]]:
    """All values of a type but nothing, each with its constraints; one unknown of some name stands for all numbers, or sets."""
    match type_:
        case Card():
            return [(k, [there]) for k, there in enumerate(known.reader.st.there)]
        case Player() | Enumeration() | YesNo():
            return [(v, []) for v in values_of_type(known.table, type_) or ()]
        case Number():
            number = z3.Int(name)
            return [(number, [number >= type_.low, number <= type_.high])]
        case Players():
            return [(tuple(z3.Bool(f"{name}.{i}") for i in range(known.table.seats)), [])]
        case _:
            assert_never(type_)


def carried_values(known: Known, act: t.Act, event: t.Event) -> list[tuple[Value, list[z3.BoolRef]]]:
    """The payloads of an event, like `values_of`."""
    payload = known.carries.get(event)
    values = values_of(known, act)
    if payload is not None and payload.values is not None:
        if isinstance(act.argument, Number):
            values = [(v, []) for v in payload.values if v >= act.argument.low]
        else:
            values = [(v, limits) for v, limits in values if not isinstance(v, int) or v in payload.values]
    nothing = payload is None or payload.nothing
    return [*values, (-1, [])] if nothing and act.argument is not None else values


# ------------------------------------------------------------------------------------------------------------- offers


def offered(known: Known, index: int) -> z3.BoolRef:
    """That an offer is enabled for somebody, before bans."""
    reader = known.reader
    parts: list[z3.BoolRef] = []
    for seat in reader.askers:
        parts.extend(
            conj(there, candidate(reader, index, seat, a))
            for a, there in arguments(reader, known.table.offers[index], seat)
        )
    return conj(neg(reader.st.match_over), disj(parts))


def forbidding(known: Known, ban: t.Ban, alone: bool = False) -> z3.BoolRef | None:
    """That a ban forbids a move that some offer would enable (`alone`: and no other ban does); None if there is no such offer."""
    reader = known.reader
    parts: list[z3.BoolRef] = []
    for index, offer in enumerate(known.table.offers):
        if ban not in bans_on(known.table, offer):
            continue
        for seat in reader.askers:
            for argument, there in arguments(reader, offer, seat):
                stands = candidate(reader, index, seat, argument)
                others = [x for x in bans_on(known.table, offer) if x is not ban] if alone else []
                free = [neg(banned(reader, x, seat, argument)) for x in others]
                parts.append(conj(there, stands, banned(reader, ban, seat, argument), *free))
    return disj(parts) if parts else None


def permitted(known: Known, act: str, argument: str) -> z3.BoolRef:
    """That somebody may make a move between two moves: an act with an argument, in words; "": with any argument. An act that
    names nothing stands for those of its verb that do."""
    table, reader = known.table, known.reader
    parts: list[z3.BoolRef] = []
    for index, offer in enumerate(table.offers):
        mine = table.acts[offer.act]
        names = {x.partition(".")[2] for x in (mine.name, mine.verb)}
        for seat in reader.askers if act in names else ():
            for value, there in arguments(reader, offer, seat):
                if may_be(table, mine, value, argument):
                    parts.append(conj(there, allowed(reader, index, seat, value)))
    return conj(neg(reader.st.match_over), disj(parts))


def may_be(table: t.Table, act: t.Act, value: Value, argument: str) -> bool:
    """Whether a value may be the argument with some words. Over-approximates: only cards, choices and numbers are
    distinguished."""
    if not isinstance(value, int) or value < 0 or not argument:
        return True
    if isinstance(act.argument, Card):
        return table.deck.kinds[value].name == argument
    if isinstance(act.argument, Number):
        return str(value) == argument
    return not isinstance(act.argument, Enumeration) or act.argument.values[value] == argument


# ------------------------------------------------------------------------------------------------------ pushed aside


def left_of_trigger(
    known: Known, rule: t.Trigger, events: Iterable[t.Event], above: Collection[int], more: tuple[e.Expr, ...] = ()
) -> z3.BoolRef:
    """That a trigger runs at one of these events: its guard and `more` hold, and none of the triggers `above` (by
    number) replaces it."""
    triggers = known.table.triggers
    parts: list[z3.BoolRef] = []
    for event in events:
        guards = [triggers[i].guard for i in standing_above(known.table, rule, event) if i in above]
        joined = e.Logic("and", (rule.guard, *more, *(e.Not(g, YesNo()) for g in guards)), YesNo())
        parts.append(guard_possible(known, joined, event))
    return disj(parts)


def standing_above(table: t.Table, rule: t.Trigger, event: t.Event, also: Collection[int] = ()) -> list[int]:
    """The triggers that surely replace one for an event: the value of their guard is the same at their turn and at the
    turn of the replaced one. Where such a guard holds, the replaced trigger does not run. (The effects of the replacing
    triggers do not matter: once one has run, the replaced one does not.) `also`: triggers that may run before, in another order."""
    if not rule.replaced_by:
        return []
    footprints = Footprints(table)
    row, own = dict(table.order)[event], table.triggers.index(rule)
    before = row[: row.index(own)]
    if table.features:
        # options decide the order of the others
        before = tuple(x for x in row if x != own and (own, x) not in table.ordered)
    out: list[int] = []
    for index in rule.replaced_by:
        reads = footprints.of(index)[0]
        others = [x for x in (*before, *also) if x != own and x not in rule.replaced_by]
        if event in table.triggers[index].events and not any(clash(reads, footprints.of(x)[2]) for x in others):
            out.append(index)
    return out


@dataclass(frozen=True, slots=True)
class Rivals:
    """What can disable an offer: bans, offers that replace it, and offers that must be taken first."""

    index: int
    bans: tuple[t.Ban, ...]
    instead: tuple[int, ...]
    musts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.bans) + len(self.instead) + len(self.musts)

    def against(self, known: Known, number: int, seat: int, argument: Value) -> z3.BoolRef:
        """That one rival, by number, disables a move."""
        if number < len(self.bans):
            return banned(known.reader, self.bans[number], seat, argument)
        number -= len(self.bans)
        if number < len(self.instead):
            return replacing(known, self.instead[number], self.index, seat, argument)
        return remaining(known, self.musts[number - len(self.instead)], seat, None)


def rivals(table: t.Table, index: int) -> Rivals:
    """The rivals of an offer."""
    offer = table.offers[index]
    waits = bool(offer.situations) and offer.mode in ("may", "otherwise")
    return Rivals(
        index,
        tuple(bans_on(table, offer)),
        tuple(i for i in offer.replaced_by if table.same_verb(table.offers[i].act, offer.act)),
        tuple(
            i
            for i, o in enumerate(table.offers)
            if waits and o.mode == "must" and o.situations and i != index and can_meet(o, offer)
        ),
    )


def can_meet(one: t.Offer, other: t.Offer) -> bool:
    """Whether two offers can be enabled in one situation."""
    return bool(set(one.situations) & set(other.situations))


def left_of_offer(
    known: Known,
    index: int,
    against: Rivals,
    chosen: Collection[int],
    seats: Iterable[int],
    more: tuple[e.Expr, ...] = (),
) -> Iterator[z3.BoolRef]:
    """Yields for each seat and argument: that an offer is enabled with it, `more` holds, and none of the chosen rivals
    disables it."""
    reader = known.reader
    for seat in seats:
        for argument, there in arguments(reader, known.table.offers[index], seat):
            yield conj(
                there,
                candidate(reader, index, seat, argument),
                *(reader.truth(x, {0: seat, 1: argument}) for x in more),
                *(neg(against.against(known, n, seat, argument)) for n in chosen),
            )


def unless_replaced(known: Known, index: int, seat: int, by: Callable[[t.Offer], bool]) -> list[z3.BoolRef]:
    """For each argument of an offer: that it is enabled for a seat after bans, and that no offer selected by `by`
    replaces it for the same move."""
    offers = known.table.offers
    table = known.table
    above = [
        i for i in offers[index].replaced_by if table.same_verb(offers[i].act, offers[index].act) and by(offers[i])
    ]
    return [
        conj(stands, *(neg(replacing(known, i, index, seat, argument)) for i in above))
        for argument, stands in standing(known.reader, index, seat)
    ]


def replacing(known: Known, one: int, other: int, seat: int, argument: Value) -> z3.BoolRef:
    """That an offer replaces a move of another one: it allows the same move, or one at all where neither leaves a
    choice."""
    return remaining(known, one, seat, None if known.table.replaces_all(one, other) else argument)


def remaining(known: Known, index: int, seat: int, argument: Value | None) -> z3.BoolRef:
    """That an offer is enabled for a seat after bans and replacements, with one argument, or (None) with any."""
    offers = known.table.offers
    offer = offers[index]
    above = [i for i in offer.replaced_by if known.table.same_verb(offers[i].act, offer.act)]
    parts: list[z3.BoolRef] = []
    for mine, stands in standing(known.reader, index, seat):
        if isinstance(mine, int) and isinstance(argument, int) and mine != argument:
            continue
        same = (
            boolean(True)
            if argument is None or (isinstance(mine, int) and isinstance(argument, int))
            else equal(mine, argument)
        )
        free = [neg(replacing(known, i, index, seat, mine)) for i in above]
        parts.append(conj(stands, same, *free))
    return disj(parts)


def live_events(known: Known, rule: t.Trigger) -> list[t.Event]:
    """The events of a trigger that can happen in a match."""
    return [x for x in known.facts.events_of(rule) if x != POSITION]


def running(known: Known, rule: t.Trigger | t.Offer) -> z3.BoolRef:
    """That a trigger runs, or an offer is legal for somebody, after all bans and replacements."""
    if isinstance(rule, t.Trigger):
        return left_of_trigger(known, rule, live_events(known, rule), rule.replaced_by)
    index = known.table.offers.index(rule)
    if rule.situations and not set(rule.situations) & known.facts.begun:
        return boolean(False)
    against = rivals(known.table, index)
    parts = left_of_offer(known, index, against, range(len(against)), range(known.table.seats))
    return conj(neg(known.reader.st.match_over), known.reader.st.moved == -1, disj(parts))
