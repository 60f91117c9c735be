"""UNO401 dead: no reachable state satisfies trigger and condition."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

import z3

from checker.case import Case
from checker.sampling import Samples, towards
from checker.solve import ask
from checker.symbolic.moves import arguments, banned, bans_on, candidate
from checker.symbolic.read import Value
from checker.verdicts import Answers, Finding, Place
from checker.witness import written_rules
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, YesNo
from unodsl.model.walk import conjuncts, locals_in

CODE, NAME = "UNO401", "dead"


def check(case: Case) -> Answers:
    """Rules that fired in play live; of the others the solver is asked whether they ever could."""
    findings: list[Finding] = []
    proved = 0
    fired = set(case.samples.fired)
    more: Samples | None = None
    unseen: list[t.Rule] = []
    rules: list[t.Rule] = [*case.table.triggers, *case.table.offers, *case.table.bans]
    for rule in rules:
        if rule.info.name in fired or (isinstance(rule, t.Trigger) and set(rule.events) == {t.TableEvent("position")}):
            proved += 1
            continue
        question = question_of(case, rule)
        verdict = "impossible" if question is None else ask(case, question)
        if verdict == "impossible":
            why = (
                "its event never happens at this table"
                if question is None
                else "no state of any deal satisfies its conditions"
            )
            elsewhere = alive_at(case, rule)
            findings.append(dead(case, rule, why) if elsewhere is None else dead_here(case, rule, elsewhere))
            continue
        if isinstance(rule, t.Ban) or (isinstance(rule, t.Trigger | t.Offer) and rule.replaced_by):
            # whether it is pushed aside each time is another question than whether it could apply
            proved += 1
            continue
        if more is None and case.going_on():
            more = towards(case.executor, case.layout, range(len(case.table.deck.kinds)), 60, 200, case.going_on)
        if more is not None and rule.info.name in more.fired:
            proved += 1
            continue
        unseen.append(rule)
    if case.samples.endless and unseen:
        # play was cut off again and again: what was not seen in it says nothing of each single rule
        findings.append(not_judged(case, unseen))
    else:
        findings.extend(still_open(case, rule) for rule in unseen)
    return Answers(tuple(findings), proved)


def question_of(case: Case, rule: t.Rule) -> z3.BoolRef | None:
    """That a rule could happen, over all states; None where its event never comes. True for rules of scenarios only."""
    match rule:
        case t.Trigger():
            events = [e for e in rule.events if e in case.facts.events and e != t.TableEvent("position")]
            if events:
                return z3.Or([possible(case, rule.guard, e) for e in events])
            return z3.BoolVal(True) if t.TableEvent("position") in rule.events else None
        case t.Offer():
            return offered(case, case.table.offers.index(rule))
        case t.Ban():
            return forbidding(case, rule)
        case t.Definition():
            return z3.BoolVal(True)
        case _:
            assert_never(rule)


def possible(case: Case, guard: e.Expr, event: t.Event) -> z3.BoolRef:
    """A guard holds for some seat and argument that an event could have."""
    reader = case.reader
    act: t.Act | None = None
    if isinstance(event, t.ActEvent):
        act = case.table.acts[event.act]
    elif isinstance(event, t.OfferEvent):
        act = case.table.acts[case.table.offers[event.offer].act]
    somebody = act is not None or isinstance(event, t.SituationEvent)
    somebody = somebody or event in (t.TableEvent("joins"), t.TableEvent("leaves"))
    parts = []
    for seat in range(case.layout.seats) if somebody else (-1,):
        # what says nothing of the argument is asked once, not once for each card
        once = [c for c in conjuncts(guard) if t.ARGUMENT_LOCAL not in locals_in(c)]
        each = [c for c in conjuncts(guard) if t.ARGUMENT_LOCAL in locals_in(c)]
        fixed = [reader.truth(c, {0: seat, 1: -1}) for c in once]
        if each and act is not None:
            values = values_of(case, act)
            fixed.append(
                z3.Or([z3.And([*limits, *(reader.truth(c, {0: seat, 1: v}) for c in each)]) for v, limits in values])
            )
        elif each:
            fixed.extend(reader.truth(c, {0: seat, 1: -1}) for c in each)
        parts.append(z3.And([*fixed, z3.BoolVal(True)]))
    return z3.Or(parts)


def values_of(case: Case, act: t.Act) -> list[tuple[Value, list[z3.BoolRef]]]:
    """The arguments that an act can have; a number stands for all, with its bounds."""
    match act.argument:
        case Card():
            return [(k, []) for k in range(len(case.table.deck.kinds))]
        case Player():
            return [(p, []) for p in range(case.layout.seats)]
        case Enumeration():
            return [(v, []) for v in range(len(act.argument.values))]
        case YesNo():
            return [(0, []), (1, [])]
        case Number():
            number = z3.Int("argument")
            return [(number, [number >= act.argument.low, number <= act.argument.high])]
        case _:
            return [(-1, [])]


def offered(case: Case, index: int) -> z3.BoolRef:
    """An offer stands for somebody, bans aside."""
    offer = case.table.offers[index]
    parts: list[z3.BoolRef] = [z3.BoolVal(False)]
    for seat in range(case.layout.seats):
        parts.extend(
            z3.And(there, candidate(case.reader, index, seat, a)) for a, there in arguments(case.reader, offer, seat)
        )
    return z3.Or(parts)


def forbidding(case: Case, ban: t.Ban) -> z3.BoolRef | None:
    """A ban takes away a move that some offer would give."""
    parts: list[z3.BoolRef] = []
    for index, offer in enumerate(case.table.offers):
        if ban not in bans_on(case.table, offer):
            continue
        for seat in range(case.layout.seats):
            for argument, there in arguments(case.reader, offer, seat):
                stands = candidate(case.reader, index, seat, argument)
                parts.append(z3.And(there, stands, banned(case.reader, ban, seat, argument)))
    return z3.Or(parts) if parts else None


def alive_at(case: Case, rule: t.Rule) -> int | None:
    """A number of seats at which the rule could happen, among the least and the most that these rules allow."""
    for seats in sorted({case.table.seats_low, case.table.seats_high} - {case.layout.seats}):
        other = case.at_seats(seats)
        same = written_rules(other.table).get(rule.info.name)
        question = None if same is None else question_of(other, same)
        if question is not None and ask(other, question) != "impossible":
            return seats
    return None


def dead_here(case: Case, rule: t.Rule, elsewhere: int) -> Finding:
    """A rule for another number of players: no mistake, but worth knowing."""
    return replace(
        dead(case, rule, f"it can at {elsewhere} seats"),
        severity="note",
        message=f"`{rule.info.name}` never happens at {case.layout.seats} seats",
    )


def dead(case: Case, rule: t.Rule, why: str) -> Finding:
    return Finding(
        code=CODE,
        name=NAME,
        severity="warning",
        message=f"`{rule.info.name}` never happens at this table",
        rules=(rule.info.name,),
        options=case.spec.options,
        seats=case.layout.seats,
        places=(Place(rule.info.head, why),),
        evidence="proved",
        witness=None,
        basis=f"{why}; proved with the deck, the bounds of all values, the values that rules ever assign, and that cards are conserved",
    )


def not_judged(case: Case, rules: list[t.Rule]) -> Finding:
    one = still_open(case, rules[0])
    return replace(
        one,
        message=f"{len(rules)} rules were not seen to happen, because endless cascades cut play off; resolve UNO301 first",
        rules=tuple(r.info.name for r in rules),
        places=(Place(rules[0].info.head, "the first of them"),),
    )


def still_open(case: Case, rule: t.Rule) -> Finding:
    return Finding(
        code=CODE,
        name=NAME,
        severity="note",
        message=f"`{rule.info.name}` was never seen to happen",
        rules=(rule.info.name,),
        options=case.spec.options,
        seats=case.layout.seats,
        places=(Place(rule.info.head, "this rule"),),
        evidence="bounded",
        witness=None,
        basis=f"not in {case.samples.moves} moves of play, and not proved impossible",
    )
