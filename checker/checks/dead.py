"""UNO401 dead: no reachable state satisfies trigger and condition."""

from __future__ import annotations

import z3

from checker.case import Case
from checker.sampling import Samples, towards
from checker.solve import ask
from checker.symbolic.moves import arguments, banned, bans_on, candidate
from checker.verdicts import Answers, Finding, Place
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, YesNo

CODE, NAME = "UNO401", "dead"


def check(case: Case) -> Answers:
    """Rules that fired in play live; of the others the solver is asked whether they ever could."""
    findings: list[Finding] = []
    proved = 0
    fired = set(case.samples.fired)
    more: Samples | None = None
    for rule, question in (*triggers(case), *offers(case), *bans(case)):
        if rule.info.name in fired:
            proved += 1
            continue
        verdict = "impossible" if question is None else ask(case, question)
        if verdict == "impossible":
            why = (
                "its event never happens at this table"
                if question is None
                else "no state of any deal satisfies its conditions"
            )
            findings.append(dead(case, rule, why))
            continue
        if isinstance(rule, t.Ban):
            proved += 1
            continue
        if more is None and case.going_on():
            more = towards(case.executor, case.layout, range(len(case.table.deck.kinds)), 60, 200)
        if more is not None and rule.info.name in more.fired:
            proved += 1
            continue
        findings.append(still_open(case, rule))
    return Answers(tuple(findings), proved)


def triggers(case: Case) -> list[tuple[t.Rule, z3.BoolRef | None]]:
    out: list[tuple[t.Rule, z3.BoolRef | None]] = []
    for trigger in case.table.triggers:
        events = [e for e in trigger.events if e in case.facts.events and e != t.TableEvent("position")]
        if not events:
            scenario_only = any(e == t.TableEvent("position") for e in trigger.events)
            if not scenario_only:
                out.append((trigger, None))
            continue
        out.append((trigger, z3.Or([possible(case, trigger, e) for e in events])))
    return out


def possible(case: Case, trigger: t.Trigger, event: t.Event) -> z3.BoolRef:
    """The guard holds for some seat and argument that the event could have."""
    reader = case.reader
    seats: list[int] = [-1]
    values: list[int] = [-1]
    act: t.Act | None = None
    if isinstance(event, t.ActEvent):
        act = case.table.acts[event.act]
    elif isinstance(event, t.OfferEvent):
        act = case.table.acts[case.table.offers[event.offer].act]
    if (
        act is not None
        or isinstance(event, t.SituationEvent)
        or event in (t.TableEvent("joins"), t.TableEvent("leaves"))
    ):
        seats = list(range(case.layout.seats))
    if act is not None:
        match act.argument:
            case Card():
                values = list(range(len(case.table.deck.kinds)))
            case Player():
                values = list(range(case.layout.seats))
            case Enumeration():
                values = list(range(len(act.argument.values)))
            case YesNo():
                values = [0, 1]
            case Number():
                argument = z3.Int("argument")
                bounds = z3.And(argument >= act.argument.low, argument <= act.argument.high)
                return z3.Or([z3.And(bounds, reader.truth(trigger.guard, {0: s, 1: argument})) for s in seats])
            case _:
                pass
    return z3.Or([reader.truth(trigger.guard, {0: s, 1: v}) for s in seats for v in values])


def offers(case: Case) -> list[tuple[t.Rule, z3.BoolRef | None]]:
    out: list[tuple[t.Rule, z3.BoolRef | None]] = []
    for index, offer in enumerate(case.table.offers):
        parts: list[z3.BoolRef] = [z3.BoolVal(False)]
        for seat in range(case.layout.seats):
            parts.extend(
                z3.And(there, candidate(case.reader, index, seat, a))
                for a, there in arguments(case.reader, offer, seat)
            )
        out.append((offer, z3.Or(parts)))
    return out


def bans(case: Case) -> list[tuple[t.Rule, z3.BoolRef | None]]:
    """A ban lives if it takes away a move that some offer would give."""
    out: list[tuple[t.Rule, z3.BoolRef | None]] = []
    for ban in case.table.bans:
        parts: list[z3.BoolRef] = []
        for index, offer in enumerate(case.table.offers):
            if ban not in bans_on(case.table, offer):
                continue
            for seat in range(case.layout.seats):
                for argument, there in arguments(case.reader, offer, seat):
                    parts.append(
                        z3.And(
                            there,
                            candidate(case.reader, index, seat, argument),
                            banned(case.reader, ban, seat, argument),
                        )
                    )
        out.append((ban, z3.Or(parts) if parts else None))
    return out


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
