"""No-op rules: a query whether any state exists in which a rule runs and changes something."""

from __future__ import annotations

from typing import assert_never

import z3

from checker.effects.facts import facts_of
from checker.effects.no_op import changes, one_of_them
from checker.effects.settling import settling_is_done
from checker.smt.claims import Known
from checker.smt.factory import conj, disj
from checker.smt.questions import forbidding, left_of_offer, left_of_trigger, rivals
from unodsl.model import table as t


def something_to_do(known: Known, rule: t.Rule) -> z3.BoolRef | None:
    """That a rule runs after all bans and replacements, and changes something; None if there is no formula. (A ban
    changes something if it forbids a move.)"""
    match rule:
        case t.Trigger():
            return of_trigger(known, rule)
        case t.Offer():
            return of_offer(known, known.table.offers.index(rule))
        case t.Ban():
            return forbidding(known, rule)
        case t.Definition():
            return None
        case _:
            assert_never(rule)


def of_trigger(known: Known, rule: t.Trigger) -> z3.BoolRef:
    """That a trigger runs and changes something. One that replaces another always counts as a change."""
    stands_instead = {r.info.name for r in known.table.triggers} & set(rule.info.instead)
    conditions = None if stands_instead else facts_of(known.table).rule_changes(rule)
    more = () if conditions is None else one_of_them(conditions)
    return left_of_trigger(known, rule, known.facts.events_of(rule), rule.replaced_by, more)


def of_offer(known: Known, index: int) -> z3.BoolRef:
    """That an offer is taken and changes something: by the act, by the offer, or by a trigger of its events."""
    table = known.table
    offer = table.offers[index]
    against = rivals(table, index)
    events = {*table.events_of(index)}
    reacting = [r for r in table.triggers if set(r.events) & events and r.info.name not in known.dead]
    # the offer and what reacts to it are about the same seat
    noticed = [x for r in reacting for x in changes(table, r.effects) or ()]
    chosen, seats = range(len(against)), known.reader.seats_to_query(*noticed)
    stands = list(left_of_offer(known, index, against, chosen, seats))
    conditions = None if always_felt(known, index) else changes(table, table.effects_of(offer))
    if conditions is None:
        return disj(stands)
    queried_seats = known.reader.seats_to_query(*conditions)
    more = left_of_offer(known, index, against, chosen, queried_seats, one_of_them(conditions))
    return disj([*more, conj(disj(stands), disj([of_trigger(known, r) for r in reacting]))])


def may_be_idle(known: Known, rule: t.Trigger | t.Offer) -> bool:
    """Whether the effects of a rule can be a no-op at all: they set values, close situations, and the like."""
    if isinstance(rule, t.Trigger):
        stands_instead = {r.info.name for r in known.table.triggers} & set(rule.info.instead)
        return not stands_instead and changes(known.table, rule.effects) is not None
    if always_felt(known, known.table.offers.index(rule)):
        return False
    return changes(known.table, known.table.effects_of(rule)) is not None


def always_felt(known: Known, index: int) -> bool:
    """Whether taking an offer counts as a change by itself. It replaces an offer or is replaced; its effects are about
    another card than its condition; or the table may settle differently afterwards."""
    offers = known.table.offers
    offer = offers[index]
    return (
        bool(offer.replaced_by)
        or bool(set(offer.info.instead) & {o.info.name for o in offers})
        or offer.stands_for is not None
        or any(index in o.replaced_by for o in offers)
        or not settling_is_done(known.table, known.dead)
    )
