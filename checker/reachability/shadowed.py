"""Shadowed rules: replaced or forbidden whenever they could apply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, islice, takewhile
from typing import assert_never

from checker.context import Context
from checker.invariants.certified import certified
from checker.invariants.known import ask
from checker.smt.factory import disj
from checker.smt.questions import Rivals, left_of_offer, left_of_trigger, rivals
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


def trigger_shadow(context: Context, rule: t.Trigger) -> Blockers | None:
    """The blockers of a trigger that is always replaced."""
    events = [x for x in context.facts.events_of(rule) if x != t.TableEvent("position")]
    if not events:
        return None

    def still(chosen: list[int]) -> bool:
        return ask(context, left_of_trigger(certified(context), rule, events, chosen)) == "impossible"

    found = fewest(rule.replaced_by, still)
    if found is None:
        return None
    return Blockers(tuple(context.table.triggers[i] for i in found), ("stands instead of it",) * len(found))


def rival_words(table: t.Table, against: Rivals, numbers: list[int]) -> Blockers:
    """The blockers for some rivals of an offer."""
    rules: list[t.Rule] = [*against.bans, *(table.offers[i] for i in (*against.instead, *against.musts))]
    how = (
        ["forbids it"] * len(against.bans)
        + ["stands instead of it"] * len(against.instead)
        + ["must be done first"] * len(against.musts)
    )
    return Blockers(tuple(rules[n] for n in numbers), tuple(how[n] for n in numbers))


def offer_shadow(context: Context, index: int) -> Blockers | None:
    """The blockers of an offer whose every move is banned, replaced, or preceded by a `must`."""
    against = rivals(context.table, index)

    def still(chosen: list[int]) -> bool:
        parts = left_of_offer(certified(context), index, against, chosen, range(context.layout.seats))
        # in growing groups: one of the first moves is mostly left, and then the other formulas are not needed
        sizes = (GROWTH**n for n in count())
        groups = takewhile(bool, (list(islice(parts, size)) for size in sizes))
        return all(ask(context, disj(group), at_rest=True) == "impossible" for group in groups)

    found = fewest(list(range(len(against))), still)
    return None if found is None else rival_words(context.table, against, found)
