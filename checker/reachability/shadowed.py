"""Shadowed rules: replaced or forbidden whenever they could apply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, islice, takewhile
from typing import assert_never

from checker.context import Context
from checker.effects.ways import written_name
from checker.invariants.certified import certified
from checker.invariants.known import ask
from checker.smt.factory import disj
from checker.smt.questions import left_of_offer, left_of_trigger, rivals
from unodsl.model import table as t

GROWTH = 4
"""The factor from one group of moves to the next; one query is about a group."""


@dataclass(frozen=True, slots=True)
class Blockers:
    """The rules that together shadow another one, a minimal set. `how`: what each does."""

    rules: tuple[t.Rule, ...]
    how: tuple[str, ...]


def shadowed(context: Context, rule: t.Rule) -> Blockers | None:
    """The blockers of a trigger or an offer that never runs, though it could apply; None if that is not proved."""
    against = candidates(context, rule)
    found = None if against is None else fewest(list(range(len(against.all.rules))), against.leave_nothing)
    return None if against is None or found is None else against.some(found)


def blocked_by(context: Context, rule: t.Rule, names: Sequence[str]) -> Blockers | None:
    """The blockers of a rule with some names, if these leave it nothing and none of them can be left out; None if not."""
    against = candidates(context, rule)
    if against is None:
        return None
    named = [written_name(x.info.name) for x in against.all.rules]
    found = fewest([i for i, x in enumerate(named) if x in names], against.leave_nothing)
    return against.some(found) if found is not None and {named[i] for i in found} == {*names} else None


@dataclass(frozen=True, slots=True)
class Candidates:
    """All rules that may block another one, and whether some of them, by number, leave it no state in which it runs."""

    all: Blockers
    leave_nothing: Callable[[list[int]], bool]

    def some(self, numbers: list[int]) -> Blockers:
        """Some of them."""
        return Blockers(tuple(self.all.rules[i] for i in numbers), tuple(self.all.how[i] for i in numbers))


def candidates(context: Context, rule: t.Rule) -> Candidates | None:
    """The candidates for the blockers of a rule; None for a rule that has none."""
    match rule:
        case t.Trigger() if rule.replaced_by:
            return above_trigger(context, rule)
        case t.Offer():
            return against_offer(context, context.table.offers.index(rule))
        case t.Trigger() | t.Ban() | t.Definition():
            return None
        case _:
            assert_never(rule)


def fewest(all_: Sequence[int], still: Callable[[list[int]], bool]) -> list[int] | None:
    """A minimal subset for which `still` holds; None if it does not hold for the whole."""
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


def above_trigger(context: Context, rule: t.Trigger) -> Candidates | None:
    """The triggers that stand instead of another one."""
    events = [x for x in context.facts.events_of(rule) if x != t.TableEvent("position")]
    if not events:
        return None

    def leave_nothing(chosen: list[int]) -> bool:
        above = [rule.replaced_by[i] for i in chosen]
        return ask(context, left_of_trigger(certified(context), rule, events, above)) == "impossible"

    rules = tuple(context.table.triggers[i] for i in rule.replaced_by)
    return Candidates(Blockers(rules, ("stands instead of it",) * len(rules)), leave_nothing)


def against_offer(context: Context, index: int) -> Candidates:
    """The rules that ban or replace each move of an offer, or are a `must` before it."""
    against = rivals(context.table, index)

    def leave_nothing(chosen: list[int]) -> bool:
        parts = left_of_offer(certified(context), index, against, chosen, range(context.layout.seats))
        # in growing groups: one of the first moves is mostly left, and then the other formulas are not needed
        sizes = (GROWTH**n for n in count())
        groups = takewhile(bool, (list(islice(parts, size)) for size in sizes))
        return all(ask(context, disj(group), at_rest=True) == "impossible" for group in groups)

    offers = context.table.offers
    rules: tuple[t.Rule, ...] = (*against.bans, *(offers[i] for i in (*against.instead, *against.musts)))
    how = (
        *("forbids it",) * len(against.bans),
        *("stands instead of it",) * len(against.instead),
        *("must be done first",) * len(against.musts),
    )
    return Candidates(Blockers(rules, how), leave_nothing)
