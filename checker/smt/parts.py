"""When a part of a rule's condition holds: a query over all states, for every player, inside cascades too.

Over-approximates the values of the names in it: any value of their types, and nothing where possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import z3

from checker.effects.facts import condition_of
from checker.effects.just_after import about as about_written
from checker.effects.just_after import just_after
from checker.effects.values import plain
from checker.smt.claims import Known
from checker.smt.expressions import Env, Value
from checker.smt.factory import conj, disj, neg
from checker.smt.questions import any_value
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, YesNo
from unodsl.model.walk import below, bound_in, conjuncts

MOST_VALUATIONS = 1_500
"""The most valuations of the names in a condition; beyond that there is no formula."""


def part_is(known: Known, rule: t.Rule, part: t.Part, truth: bool) -> z3.BoolRef | None:
    """That a part of a rule is true, or false; of an effect, that it changes the state, or does not. None if unknown."""
    condition = condition_of(known.table, rule, part)
    if condition is None:
        return None
    late = part.in_effects
    decided = (*before(part, truth), *card_there(known, rule, late))
    return part_has_value(known, rule, condition, truth, late, decided)


def before(part: t.Part, truth: bool) -> tuple[e.Expr, ...]:
    """What has to hold before a part so that it counts that it is true, or false: none of the words before it in an `and`, and no
    line before it, is false; and so that it counts that it is true, no case before it, or no word before it in an `or`, is true
    already."""
    return (*part.given, *(e.Not(x, YesNo()) for x in part.unless if truth))


def card_there(known: Known, rule: t.Rule, in_effects: bool) -> tuple[e.Expr, ...]:
    """For a condition of a move with a card, or of a ban of one, that is read before the effects: that there is a card where it
    comes from."""
    number = rule.act if isinstance(rule, t.Offer | t.Ban) else None
    origin = None if number is None else known.table.acts[number].origin
    if origin is None or in_effects:
        return ()
    owner = e.Local(t.PLAYER_LOCAL, "player", Player()) if known.table.zones[origin].each_player else None
    size = Number(0, known.table.deck.size)
    count = e.CountCards(e.Place(origin, owner), e.Local(-1, "", Card()), None, size)
    return (e.Compare("<", e.Constant(0, size), count, YesNo()),)


def part_has_value(
    known: Known, rule: t.Rule, condition: e.Expr, truth: bool, in_effects: bool, decided: Sequence[e.Expr] = ()
) -> z3.BoolRef | None:
    """That a condition of a rule is true, or false, under some valuation, where those before it hold (`decided`); None if
    there are too many. `in_effects`: it is read while the effects of the rule run, not before."""
    valuations_of_part = valuations(known, rule, condition, in_effects, decided)
    if valuations_of_part is None:
        return None
    found = [(limits, known.reader.truth(condition, env)) for env, limits in valuations_of_part]
    return disj(conj(*limits, holds if truth else neg(holds)) for limits, holds in found)


def free_locals(condition: e.Expr) -> list[e.Local]:
    """The free locals of a condition."""
    bound = bound_in(condition)
    free = {n.index: n for n in below(condition) if isinstance(n, e.Local) and n.index not in bound}
    return [free[i] for i in sorted(free)]


def valuations(
    known: Known, rule: t.Rule, condition: e.Expr, in_effects: bool, decided: Sequence[e.Expr]
) -> list[tuple[Env, list[z3.BoolRef]]] | None:
    """All valuations of the free locals of a condition, each with its constraints; None if there are too many."""
    about = given(known, rule, condition, in_effects, decided)
    for facts in (about, about_argument(rule, condition, in_effects)):
        names = free_locals(e.Logic("and", (condition, *facts), YesNo()))
        choices = [values_of(known, rule, (condition, *facts), x) for x in names]
        if prod(map(len, choices)) > MOST_VALUATIONS:
            continue
        out: list[tuple[Env, list[z3.BoolRef]]] = []
        for combination in product(*choices):
            env: Env = {x.index: value for x, (value, _) in zip(names, combination, strict=True)}
            limits = [limit for _, limits in combination for limit in limits]
            out.append((env, [*limits, *(known.reader.truth(x, env) for x in facts)]))
        return out
    return None


def given(known: Known, rule: t.Rule, condition: e.Expr, in_effects: bool, decided: Sequence[e.Expr]) -> list[e.Expr]:
    """What holds wherever a condition of a rule is evaluated."""
    there = about_argument(rule, condition, in_effects)
    return [*decided, *there, *written_before(known, rule, condition, in_effects)]


def written_before(known: Known, rule: t.Rule, condition: e.Expr, in_effects: bool) -> tuple[e.Expr, ...]:
    """What the act before has written, for a condition that reads it: in a trigger of acts, and in the effects of an
    offer."""
    after = just_after(known.table)
    if isinstance(rule, t.Trigger):
        # (what a rule writes itself comes after its guard)
        own = -1 if in_effects else known.table.triggers.index(rule)
        rows = [after.at(x, own) for x in known.facts.events_of(rule)]
    elif isinstance(rule, t.Offer) and in_effects:
        rows = [after.during(rule)]
    else:
        return ()
    read = about_written(condition)
    return tuple(x.holds for x in (rows[0] if rows else ()) if x.about in read and all(x in row for row in rows))


def about_argument(rule: t.Rule, condition: e.Expr, in_effects: bool) -> list[e.Expr]:
    """The conditions of a rule's guard that only read the argument, and so still hold while its effects run. None for a
    condition that names no argument, and none for one of the guard itself, which is judged without the others."""
    if not in_effects or all(x.index != t.ARGUMENT_LOCAL for x in free_locals(condition)):
        return []
    if isinstance(rule, t.Offer) and rule.stands_for is not None:
        # the guard is about the card from the hand, and the effects about the one that it stands for
        return []
    return [x for x in conjuncts(rule.guard) if plain(x)]


def values_of(
    known: Known, rule: t.Rule, conditions: Sequence[e.Expr], x: e.Local
) -> list[tuple[Value, list[z3.BoolRef]]]:
    """The values of a local in conditions that are queried together. The player and the argument may also be nothing."""
    nothing: list[tuple[Value, list[z3.BoolRef]]] = []
    given = x.index in (t.PLAYER_LOCAL, t.ARGUMENT_LOCAL)
    if getattr(x.type, "optional", False) or (given and isinstance(x.type, Card | Player | Enumeration)):
        nothing = [(-1, [])]
    among = carried(known, rule) if x.index == t.ARGUMENT_LOCAL else None
    if x.index == t.PLAYER_LOCAL and isinstance(x.type, Player):
        return [*nothing, *((seat, []) for seat in known.reader.seats_to_query(*conditions))]
    return [*nothing, *(y for y in any_value(known, x.type, f"named.{x.index}") if among is None or y[0] in among)]


def carried(known: Known, rule: t.Rule) -> frozenset[int] | None:
    """The payloads of a trigger's events, if all are cards, players or choices of known value sets; None: anything."""
    if not isinstance(rule, t.Trigger):
        return None
    out: set[int] = set()
    for event in rule.events:
        if not isinstance(event, t.ActEvent | t.OfferEvent):
            return None
        act = event.act if isinstance(event, t.ActEvent) else known.table.offers[event.offer].act
        payload = known.carries.get(event)
        if (
            not isinstance(known.table.acts[act].argument, Card | Player | Enumeration)
            or payload is None
            or payload.values is None
        ):
            return None
        out |= set(payload.values)
    return frozenset(out)
