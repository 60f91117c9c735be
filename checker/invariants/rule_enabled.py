"""When rules could happen, as questions to the solver."""

from __future__ import annotations

from typing import assert_never

import z3

from checker.context import Context, stage
from checker.effects.constants import something
from checker.effects.summary import summaries
from checker.invariants.payloads import carried_by
from checker.smt.enabled import arguments, banned, bans_on, candidate
from checker.smt.expressions import Value
from checker.smt.factory import boolean, conj, disj, neg
from checker.smt.state import one_of
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, YesNo
from unodsl.model.walk import below, conjuncts, locals_in


def asked_for(table: t.Table, act: int | None) -> bool:
    """Whether some condition asks if somebody can do an act (None: any), be it in the middle of a move."""
    nodes = below((table.triggers, table.offers, table.bans, table.acts))
    return any(isinstance(n, e.Can) and act in (None, n.act) for n in nodes)


def question_of(context: Context, rule: t.Rule) -> z3.BoolRef | None:
    """That a rule could happen, over all states; None where its event never comes. True for rules of scenarios only."""
    match rule:
        case t.Trigger():
            events = [e for e in rule.events if e in context.facts.events and e != t.TableEvent("position")]
            if events:
                return disj([possible(context, rule.guard, e) for e in events])
            return boolean(True) if t.TableEvent("position") in rule.events else None
        case t.Offer():
            return offered(context, context.table.offers.index(rule))
        case t.Ban():
            return forbidding(context, rule)
        case t.Definition():
            return boolean(True)
        case _:
            assert_never(rule)


def possible(context: Context, guard: e.Expr, event: t.Event) -> z3.BoolRef:
    """A guard holds for some seat and argument that an event could have."""
    reader = context.reader
    act: t.Act | None = None
    due = context.facts.due_to.get(event)
    if isinstance(event, t.ActEvent):
        act = context.table.acts[event.act]
    elif isinstance(event, t.OfferEvent):
        act = context.table.acts[context.table.offers[event.offer].act]
    somebody = act is not None or isinstance(event, t.SituationEvent)
    somebody = somebody or event in (t.TableEvent("joins"), t.TableEvent("leaves"))
    parts = []
    for seat in reader.asked(guard) if somebody else (-1,):
        # what says nothing of the argument is asked once, not once for each card
        once = [c for c in conjuncts(guard) if t.ARGUMENT_LOCAL not in locals_in(c)]
        each = [c for c in conjuncts(guard) if t.ARGUMENT_LOCAL in locals_in(c)]
        fixed = [reader.truth(c, {0: seat, 1: -1}) for c in once]
        if each and act is not None:
            values = carried_values(context, act, event)
            if source_of(event) in with_nothing(context):
                values = [*values, (-1, [])]
            fixed.append(
                disj([conj([*limits, *(reader.truth(c, {0: seat, 1: v}) for c in each)]) for v, limits in values])
            )
        elif each:
            fixed.extend(reader.truth(c, {0: seat, 1: -1}) for c in each)
        parts.append(conj(fixed))
    return disj(parts) if due is None else conj(disj(parts), one_of(reader.features, due))


def source_of(event: t.Event) -> tuple[str, int]:
    """The event of an act or an offer, as `with_nothing` has it."""
    match event:
        case t.ActEvent():
            return "act", event.act
        case t.OfferEvent():
            return "offer", event.offer
        case t.SituationEvent() | t.TableEvent():
            return "", -1
        case _:
            assert_never(event)


@stage
def with_nothing(context: Context) -> frozenset[tuple[str, int]]:
    """The acts and offers whose events can carry nothing where a card, a player or a choice is expected: an effect does the
    act with something that may be nothing, or a card is played for one that may not be there. Worked out once."""
    out: set[tuple[str, int]] = set()
    table = context.table
    for node in (x.performs for x in summaries(table).everything()):
        if node is not None:
            given = node.argument if node.standing_for is None else node.standing_for
            if given is not None and not something(given, context.facts.nothing):
                out.add(("act", node.act))
    for index, offer in enumerate(table.offers):
        fixed = offer.argument if getattr(table.acts[offer.act].argument, "optional", False) else None
        if any(x is not None and not something(x, context.facts.nothing) for x in (offer.stands_for, fixed)):
            out |= {("act", offer.act), ("offer", index)}
    return frozenset(out)


def values_of(context: Context, act: t.Act) -> list[tuple[Value, list[z3.BoolRef]]]:
    """The arguments that an act can have; a number stands for all, with its bounds."""
    match act.argument:
        case Card():
            return [(k, [there]) for k, there in enumerate(context.reader.st.there)]
        case Player():
            return [(p, []) for p in range(context.layout.seats)]
        case Enumeration():
            return [(v, []) for v in range(len(act.argument.values))]
        case YesNo():
            return [(0, []), (1, [])]
        case Number():
            number = z3.Int("argument")
            return [(number, [number >= act.argument.low, number <= act.argument.high])]
        case Players():
            return [(tuple(z3.Bool(f"argument.{i}") for i in range(context.layout.seats)), [])]
        case _:
            return [(-1, [])]


def carried_values(context: Context, act: t.Act, event: t.Event) -> list[tuple[Value, list[z3.BoolRef]]]:
    """The arguments that an event can have, as `values_of`."""
    known = carried_by(context).get(event, frozenset())
    values = values_of(context, act)
    if known is None:
        return values
    if isinstance(act.argument, Number):
        return [(v, []) for v in sorted(known) if v >= act.argument.low]
    return [(v, limits) for v, limits in values if not isinstance(v, int) or v in known]


def offered(context: Context, index: int) -> z3.BoolRef:
    """An offer stands for somebody, bans aside."""
    offer = context.table.offers[index]
    parts: list[z3.BoolRef] = []
    for seat in context.reader.askers:
        parts.extend(
            conj(there, candidate(context.reader, index, seat, a))
            for a, there in arguments(context.reader, offer, seat)
        )
    return conj(neg(context.reader.st.match_over), disj(parts))


def forbidding(context: Context, ban: t.Ban) -> z3.BoolRef | None:
    """A ban takes away a move that some offer would give."""
    parts: list[z3.BoolRef] = []
    for index, offer in enumerate(context.table.offers):
        if ban not in bans_on(context.table, offer):
            continue
        for seat in context.reader.askers:
            for argument, there in arguments(context.reader, offer, seat):
                stands = candidate(context.reader, index, seat, argument)
                parts.append(conj(there, stands, banned(context.reader, ban, seat, argument)))
    return disj(parts) if parts else None
