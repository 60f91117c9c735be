"""Removes rules that never run with the cards of a deck.

Exact: the table without them is the same game. A rule is removed if its event or its move is about a card, and what it
requires of the card is false for each kind in the deck. Example: with no 5 in the deck, `when player plays 5` and `any
player cannot play 5` go.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import assert_never

from checker.smt.abstract_values import Reading, Shape
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, YesNo
from unodsl.model.walk import conjuncts, expressions_below

PURE = (e.Constant, e.Local, e.Attribute, e.FaceNumber, e.Compare, e.Logic, e.Not)
"""Expressions whose value depends on locals only, if that holds for their operands."""

NEVER = e.Constant(0, YesNo())
"""A condition that is never true."""


def without_dead_rules(table: t.Table) -> t.Table:
    """The table without triggers, offers, and bans that never run with its cards. Offers keep their numbers: one before
    an offer that remains keeps its place, and is never enabled."""
    kinds = [i for i, x in enumerate(table.deck.kinds) if x.copies]
    reading = Reading(Shape(table, (), frozenset(), None))

    def about_a_card(act: int | None) -> bool:
        return act is not None and isinstance(table.acts[act].argument, Card)

    def never(guard: e.Expr) -> bool:
        return never_true(reading, guard, kinds)

    gone = {i for i, x in enumerate(table.offers) if x.argument is None and about_a_card(x.act) and never(x.guard)}

    def cannot_happen(event: t.Event, guard: e.Expr) -> bool:
        match event:
            case t.ActEvent():
                return about_a_card(event.act) and never(guard)
            case t.OfferEvent():
                return event.offer in gone
            case t.SituationEvent() | t.TableEvent():
                return False
            case _:
                assert_never(event)

    # (one that is replaced stands instead of others all the same)
    between = {i for x in table.triggers for i in x.replaced_by if table.triggers[i].replaced_by}
    kept = [
        i for i, x in enumerate(table.triggers) if i in between or not all(cannot_happen(y, x.guard) for y in x.events)
    ]
    bans = tuple(x for x in table.bans if not (about_a_card(x.act) and never(x.guard)))
    if not gone and len(kept) == len(table.triggers) and len(bans) == len(table.bans):
        return table
    return with_triggers(replace(table, offers=without_offers(table, gone), bans=bans), kept)


def never_true(reading: Reading, guard: e.Expr, kinds: Collection[int]) -> bool:
    """Whether a condition is false for each of some kinds as argument, by those of its operands that depend on the card
    only. Under-approximates."""
    about = [x for x in conjuncts(guard) if only_the_card(x)]
    return bool(about) and all(
        any(reading.decided(x, {t.ARGUMENT_LOCAL: frozenset({k})}) is False for x in about) for k in kinds
    )


def only_the_card(x: e.Expr) -> bool:
    """Whether the value of an expression depends on the argument only."""
    return all(
        isinstance(n, PURE) and not (isinstance(n, e.Local) and n.index != t.ARGUMENT_LOCAL)
        for n in expressions_below(x)
    )


def without_offers(table: t.Table, gone: Collection[int]) -> tuple[t.Offer, ...]:
    """The offers without those at the end that are gone; the others among these are never enabled and do nothing."""
    last = max((i for i in range(len(table.offers)) if i not in gone), default=-1)
    return tuple(
        replace(x, guard=NEVER, effects=(), replaced_by=())
        if i in gone
        else replace(x, replaced_by=tuple(n for n in x.replaced_by if n not in gone))
        for i, x in enumerate(table.offers[: last + 1])
    )


def with_triggers(table: t.Table, kept: list[int]) -> t.Table:
    """The table with some of its triggers only, numbered anew."""
    number = {old: new for new, old in enumerate(kept)}

    def renumbered(some: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(number[x] for x in some if x in number)

    triggers = (replace(table.triggers[i], replaced_by=renumbered(table.triggers[i].replaced_by)) for i in kept)
    order = ((event, renumbered(row)) for event, row in table.order)
    ordered = frozenset((number[a], number[b]) for a, b in table.ordered if a in number and b in number)
    return replace(
        table, triggers=tuple(triggers), order=tuple((event, row) for event, row in order if row), ordered=ordered
    )
