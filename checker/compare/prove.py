"""Equivalence proof of two tables: equal behavior, whatever the names of their rules and however the rules are split.

For each move, the offers that allow it are enabled in the same states. For each event, the same effects run in the same
order in the same states. z3 proves that conditions are equivalent. Rules are matched by their effects. Several rules of
a table with equal effects count as one, whose condition is the disjunction, if at most one of them runs for an event. A
rule without a counterpart must be dead. Independent rules may be reordered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, assert_never

import z3

from checker.compare.match_declarations import counterparts, moved
from checker.compare.normal_form import normal, tells
from checker.context import Context
from checker.effects.bare import bare
from checker.effects.footprints import Footprints, clash
from checker.effects.values import values_of_type
from checker.invariants.known import fresh_solver
from checker.smt.enabled import Reader, allowed, arguments, banned, bans_on, candidate
from checker.smt.factory import conj, disj
from checker.smt.questions import values_of
from checker.witness.scenario import written_rules
from unodsl.model import table as t
from unodsl.model.types import Type


def unproved(old: Context, new: Context) -> list[str]:
    """The obstacles to a proof that two tables are equal, in words; empty if they are proved equal."""
    maps, out = counterparts(old.table, new.table)
    if maps is None:
        return out
    before = moved(old.table, new.table, maps)
    for a, b in zip(before.acts, new.table.acts, strict=True):
        if bare(replace(a, name="", base="")) != bare(replace(b, name="", base="")):
            out.append(f"the act `{a.name.rpartition('.')[2]}` differs")
    if out:
        return out
    sides = Sides(before, new)
    out = sides.offers()
    if out:
        return out
    for event in dict.fromkeys((*(x for x, _ in before.order), *(x for x, _ in new.table.order))):
        if not isinstance(event, t.OfferEvent):
            out += sides.event(event, event)
    for one, other in sides.pairs:
        out += sides.event(t.OfferEvent(one), t.OfferEvent(other))
    return list(dict.fromkeys(out))


Group = tuple[int, ...]
"""Rules of one side with equal effects, by index."""


class Sides:
    """The rules of two tables, with the indices of the new one; the old side comes first."""

    def __init__(self, before: t.Table, new: Context) -> None:
        self.context = new
        self.tables = normal(before), normal(new.table)
        self.readers = Reader(replace(new.reader.st, table=before), new.facts), new.reader
        self.footprints = Footprints(self.tables[0]), Footprints(self.tables[1])
        self.orders = dict(self.tables[0].order), dict(self.tables[1].order)
        self.pairs: list[tuple[int, int]] = []
        """Pairs of equal offers: a rule that reacts to one has to react to the other."""

    def never(self, parts: Sequence[z3.BoolRef]) -> bool:
        """Whether none of some conditions holds in a reachable state under the new rules (proved over a superset)."""
        if not parts:
            return True
        solver = fresh_solver(self.context)
        solver.add(disj(list(parts)))
        return bool(solver.check() == z3.unsat)

    # ------------------------------------------------------------------------------------------------------------ offers

    def offers(self) -> list[str]:
        """The offers that are not proved to be enabled in the same states as their counterparts."""
        keys = keyed(
            [{i: offer_key(o) for i, o in enumerate(table.offers)} for table in self.tables],
            [{i: o.replaced_by for i, o in enumerate(table.offers)} for table in self.tables],
        )
        left: list[list[t.Rule]] = [[], []]
        for key in sorted({*keys[0].values(), *keys[1].values()}):
            mine, theirs = (tuple(i for i, k in side.items() if k == key) for side in keys)
            if not self.same_offers(mine, theirs):
                for side, group in enumerate((mine, theirs)):
                    left[side] += [self.tables[side].offers[i] for i in group]
            elif mine and theirs:
                self.pairs += [(mine[0], x) for x in theirs] + [(x, theirs[0]) for x in mine[1:]]
        if not any(left):
            return []
        names = sorted({r.info.name for side in left for r in side})
        bans = (list(table.bans) for table in self.tables)
        return (
            unproved_words(left[0], left[1])
            or unproved_words(*bans)
            or [f"`{x}` is not proved to be the same" for x in names]
        )

    def same_offers(self, mine: Group, theirs: Group) -> bool:
        """Whether the offers of both sides allow the same moves in the same states, bans included."""
        written = [sorted((self.stands(s, i) for i in x), key=repr) for s, x in enumerate((mine, theirs))]
        if written[0] == written[1]:
            return True
        parts: list[z3.BoolRef] = []
        for seat in range(self.context.layout.seats):
            rows = [[self.moves(side, i, seat) for i in group] for side, group in enumerate((mine, theirs))]
            for number in range(len((rows[0] or rows[1])[0])):
                one, other = (disj([row[number] for row in side]) for side in rows)
                parts.append(z3.Xor(one, other))
        return self.never(parts)

    def stands(self, side: int, index: int) -> Any:
        """The text that decides when an offer is enabled: its own conditions and the bans on it."""
        offer = self.tables[side].offers[index]
        bans = ((b.situations, bare(b.who), bare(b.guard), b.act is None) for b in bans_on(self.tables[side], offer))
        return offer.situations, bare(offer.who), bare(offer.guard), sorted(bans, key=repr)

    def moves(self, side: int, index: int, seat: int) -> list[z3.BoolRef]:
        """For each argument of an offer, the condition that a seat has this move."""
        reader = self.readers[side]
        there = arguments(reader, self.tables[side].offers[index], seat)
        return [conj(is_there, allowed(reader, index, seat, a)) for a, is_there in there]

    # ---------------------------------------------------------------------------------------------------------- triggers

    def event(self, mine: t.Event, theirs: t.Event) -> list[str]:
        """The triggers of an event that are not proved to do the same in the same states."""
        rows = [list(order.get(x, ())) for order, x in zip(self.orders, (mine, theirs), strict=True)]
        keys = keyed(
            [{i: bare(table.triggers[i].effects) for i in row} for table, row in zip(self.tables, rows, strict=True)],
            [
                {i: tuple(x for x in table.triggers[i].replaced_by if x in row) for i in row}
                for table, row in zip(self.tables, rows, strict=True)
            ],
        )
        while any(rows):
            side = 0 if rows[0] else 1
            key = keys[side][rows[side][0]]
            groups = [self.next_of(s, theirs, rows[s], keys[s], key) for s in (0, 1)]
            found = self.matched(theirs, groups[0], groups[1])
            if found is None:
                left: list[list[t.Rule]] = [[self.tables[s].triggers[i] for i in rows[s]] for s in (0, 1)]
                return unproved_words(left[0], left[1]) or ["rules run in another order"]
            rows = [[i for i in row if i not in done] for row, done in zip(rows, found, strict=True)]
        return []

    def next_of(self, side: int, event: t.Event, row: list[int], keys: dict[int, int], key: int) -> Group:
        """The triggers of a key that commute with all remaining triggers before them."""
        out: list[int] = []
        passed: list[int] = []
        for i in row:
            if keys[i] == key and all(self.may_change_places(side, event, i, x) for x in passed):
                out.append(i)
            else:
                passed.append(i)
        return tuple(out)

    def may_change_places(self, side: int, event: t.Event, one: int, other: int) -> bool:
        """Whether two triggers have the same result in either order: they commute, or at most one of them runs and
        neither affects the other's condition."""
        triggers, footprints = self.tables[side].triggers, self.footprints[side]
        if one in triggers[other].replaced_by or other in triggers[one].replaced_by:
            return False
        both_tell = all(tells(self.tables[side], triggers[i].effects) for i in (one, other))
        if footprints.commute(one, other) and not both_tell:
            return True
        return footprints.independent_guards(one, other) and self.one_at_most(side, event, (one, other))

    def matched(self, event: t.Event, mine: Group, theirs: Group) -> tuple[Group, Group] | None:
        """Equal triggers at the head of either side: one of each, or all with equal effects. One side may be empty;
        then those of the other never run."""
        if mine and theirs:
            one, other = (self.tables[s].triggers[x[0]].guard for s, x in enumerate((mine, theirs)))
            if bare(one) == bare(other) or self.same(event, mine[:1], theirs[:1]):
                return mine[:1], theirs[:1]
        alone = all(self.one_at_most(s, event, x) for s, x in enumerate((mine, theirs)))
        return (mine, theirs) if alone and self.same(event, mine, theirs) else None

    def same(self, event: t.Event, mine: Group, theirs: Group) -> bool:
        """Whether the disjunctions of the conditions of two groups of triggers are equivalent."""
        parts = []
        for env in self.environments(event):
            one, other = (disj([self.holds(s, i, env) for i in x]) for s, x in enumerate((mine, theirs)))
            parts.append(conj(*env[1], z3.Xor(one, other)))
        return self.never(parts)

    def one_at_most(self, side: int, event: t.Event, group: Group) -> bool:
        """Whether at most one of some triggers runs: their conditions exclude each other, and no earlier one writes
        what a later condition reads."""
        footprints = self.footprints[side]
        parts = []
        for number, later in enumerate(group):
            for first in group[:number]:
                if clash(footprints.of(first)[2], footprints.of(later)[0]):
                    return False
                parts += [
                    conj(*env[1], self.holds(side, first, env), self.holds(side, later, env))
                    for env in self.environments(event)
                ]
        return self.never(parts)

    def holds(self, side: int, index: int, env: tuple[dict[int, Any], list[z3.BoolRef]]) -> z3.BoolRef:
        """A trigger's condition as a formula."""
        return self.readers[side].truth(self.tables[side].triggers[index].guard, env[0])

    def environments(self, event: t.Event) -> list[tuple[dict[int, Any], list[z3.BoolRef]]]:
        """The players and arguments that an event may have, with their bounds."""
        table = self.context.table
        act: t.Act | None = None
        if isinstance(event, t.ActEvent):
            act = table.acts[event.act]
        elif isinstance(event, t.OfferEvent):
            act = table.acts[table.offers[event.offer].act]
        seats = range(self.context.layout.seats)
        if act is None:
            return [({0: seat, 1: -1}, []) for seat in (*seats, -1)]
        values = [*values_of(self.context.claims, act), (-1, [])]
        return [({0: seat, 1: value}, limits) for seat in seats for value, limits in values]


def offer_key(offer: t.Offer) -> tuple[Any, ...]:
    """The effect of an offer, as a key. Whether it is `otherwise` or `may` matters to a check, not to the players."""
    mode = "may" if offer.mode == "otherwise" else offer.mode
    what = tuple(bare(x) for x in (offer.argument, offer.stands_for, offer.effects))
    return mode, bool(offer.situations), offer.act, offer.manner, offer.choices, offer.absent, *what


def unproved_words(mine: Sequence[t.Rule], theirs: Sequence[t.Rule]) -> list[str]:
    """The differences between the unmatched rules of the old and the new side, in words."""
    before, after = ({r.info.name: r for r in side} for side in (mine, theirs))
    out = [f"`{x}` is not proved to be the same" for x in before if x in after and text_differs(before[x], after[x])]
    out += [f"`{x}` is gone" for x in before if x not in after]
    return out + [f"`{x}` is new" for x in after if x not in before]


def keyed(
    does: list[dict[int, Any]], replaced: list[dict[int, tuple[int, ...]]]
) -> tuple[dict[int, int], dict[int, int]]:
    """A number for each rule of either side, by partition refinement: equal for rules with equal effects that are
    replaced by rules with equal numbers. A rule that only some rules of an equal group replace gets a number of its
    own."""
    known: dict[Any, int] = {}
    keys = [{i: known.setdefault(x, len(known)) for i, x in side.items()} for side in does]
    for _ in range(1 + max(len(side) for side in does)):
        count = len({*keys[0].values(), *keys[1].values()})
        known = {}
        fresh: list[dict[int, int]] = []
        for number, (side, above) in enumerate(zip(keys, replaced, strict=True)):
            row: dict[int, int] = {}
            for i, key in side.items():
                kinds = {side[x] for x in above[i] if x in side}
                whole = all(x in above[i] for x, k in side.items() if k in kinds)
                row[i] = known.setdefault((key, frozenset(kinds), None if whole else (number, i)), len(known))
            fresh.append(row)
        keys = fresh
        if len({*keys[0].values(), *keys[1].values()}) == count:
            break
    return keys[0], keys[1]


def text_differs(mine: t.Rule, theirs: t.Rule) -> bool:
    """Whether the texts of two rules differ, apart from places and titles."""
    guards = (
        ()
        if isinstance(mine, t.Definition) or isinstance(theirs, t.Definition)
        else (bare(mine.guard), bare(theirs.guard))
    )
    return bare(mine) != bare(theirs) or related(mine) != related(theirs) or len(set(guards)) > 1


def changed(old: Context, new: Context) -> list[str]:
    """The rules that are new, gone, or rewritten."""
    mine, theirs = written_rules(old.table), written_rules(new.table)
    one_side = set(mine) ^ set(theirs)
    return sorted(one_side | {n for n in set(mine) & set(theirs) if text_differs(mine[n], theirs[n])})


def occasion(context: Context, name: str) -> z3.BoolRef | None:
    """The condition that a rule applies at a table: an offer is enabled, a ban removes a move, or a trigger's condition
    holds. None for a definition or a missing rule."""
    reader = context.reader
    rule = written_rules(context.table).get(name)
    parts: list[z3.BoolRef] = []
    for seat in range(context.layout.seats):
        match rule:
            case t.Offer():
                index = context.table.offers.index(rule)
                parts += [conj(there, candidate(reader, index, seat, a)) for a, there in arguments(reader, rule, seat)]
            case t.Ban():
                for index, offer in enumerate(context.table.offers):
                    if rule in bans_on(context.table, offer):
                        for a, there in arguments(reader, offer, seat):
                            parts.append(conj(there, candidate(reader, index, seat, a), banned(reader, rule, seat, a)))
            case t.Trigger():
                parts += [held_before(context, rule, seat, a) for a in possible(context, rule, seat)]
            case t.Definition() | None:
                return None
            case _:
                assert_never(rule)
    return disj(parts)


def held_before(context: Context, rule: t.Trigger, seat: int, argument: Any) -> z3.BoolRef:
    """A trigger's condition before the move that causes its event: the player still has the card."""
    guard = context.reader.truth(rule.guard, {0: seat, 1: argument})
    for event in rule.events:
        if isinstance(event, t.ActEvent):
            origin = context.table.acts[event.act].origin
            if origin is not None and isinstance(argument, int) and argument >= 0:
                place = seat if context.table.zones[origin].each_player else 0
                return conj(guard, context.reader.count_of(origin, place, argument) > 0)
    return guard


def related(rule: t.Rule) -> tuple[frozenset[str], ...]:
    """The relations of a rule to others that affect play: `instead of` and `despite`."""
    return frozenset(rule.info.instead), frozenset(rule.info.despite)


def possible(context: Context, rule: t.Trigger | t.Offer | t.Ban, seat: int) -> list[Any]:
    """The possible arguments of a rule: an over-approximation."""
    if isinstance(rule, t.Offer):
        return [a for a, _ in arguments(context.reader, rule, seat)]
    types: set[Type | None] = set()
    if isinstance(rule, t.Ban):
        types = {a.argument for i, a in enumerate(context.table.acts) if rule.act in (None, i)}
    else:
        for event in rule.events:
            if isinstance(event, t.ActEvent):
                types.add(context.table.acts[event.act].argument)
            elif isinstance(event, t.OfferEvent):
                types.add(context.table.acts[context.table.offers[event.offer].act].argument)
    return sorted({v for type_ in types for v in values(context, type_)} | {-1})


def values(context: Context, type_: Type | None) -> range:
    """All values of a type."""
    return (None if type_ is None else values_of_type(context.table, type_)) or range(0)
