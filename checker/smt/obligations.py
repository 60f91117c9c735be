"""Formulas of proof obligations over the symbolic state: their models are the counterexamples."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import z3

from checker.effects.left_behind import contradicts, left_behind, takes_effect
from checker.effects.same_rules import queried_by_condition
from checker.effects.summary import summaries
from checker.smt.enabled import allowed, arguments, banned, candidate, equal, own_bans, standing
from checker.smt.factory import boolean, conj, disj, neg, same
from checker.smt.no_op import something_to_do
from checker.smt.questions import guard_possible, live_events, offered, standing_above, unless_replaced
from checker.smt.read_off import Rules
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Player, Players, YesNo


class Formulas(Rules):
    """Builds formulas about one table under assumed claims. Rules are given by name or by number."""

    def applying(self, rule: t.Trigger | t.Offer) -> z3.BoolRef:
        """That the conditions of a trigger or an offer hold, before replacements."""
        if isinstance(rule, t.Trigger):
            return disj([guard_possible(self.known, rule.guard, x) for x in live_events(self.known, rule)])
        moved = self.known.reader.st.moved
        return conj(offered(self.known, self.table.offers.index(rule)), same(moved, -1))

    def changes_something(self, name: str) -> z3.BoolRef | None:
        """That a trigger or an offer runs and changes something. Offers are taken between two moves."""
        found = something_to_do(self.known, self.named(name))
        if found is None or name in self.triggers:
            return found
        return conj(found, same(self.known.reader.st.moved, -1))

    def between_moves(self, act: int | None) -> z3.BoolRef:
        """That the state is between two moves, where no condition tests whether somebody can do the act: no card was
        moved last."""
        return boolean(True) if queried_by_condition(self.table, act) else same(self.known.reader.st.moved, -1)

    def read_between_moves(self, question: str, names: tuple[str, ...]) -> bool:
        """Whether a question is about one rule, an offer or a ban, or a part of its condition that is read between two
        moves only."""
        rule = self.named(names[0]) if question in ("runs", "applies", "part holds", "part fails") else None
        if not isinstance(rule, t.Offer | t.Ban) or queried_by_condition(self.table, rule.act):
            return False
        return not any(rule.info.parts[int(n)].in_effects for n in names[1:])

    def shared(self, *triggers: int) -> list[t.Event]:
        """The events shared by all these triggers that can happen."""
        event_sets = [set(self.table.triggers[i].events) for i in triggers]
        events = self.table.triggers[triggers[0]].events
        return [x for x in events if x in self.known.facts.events and all(x in h for h in event_sets)]

    def both(self, *triggers: int) -> z3.BoolRef:
        """That the guards of all these triggers hold at one of their common events, and nothing surely replaces one of them."""
        guards = tuple(self.table.triggers[i].guard for i in triggers)
        events = self.shared(*triggers)
        joined = [e.Logic("and", (*guards, *self.unreplaced(x, triggers)), YesNo()) for x in events]
        return disj([guard_possible(self.known, x, event) for x, event in zip(joined, events, strict=True)])

    def unreplaced(self, event: t.Event, row: Sequence[int]) -> Iterator[e.Expr]:
        """That the conditions of rules which surely replace a trigger of a row do not hold, for its first and its last trigger."""
        for index in dict.fromkeys((row[0], row[-1])):
            for other in standing_above(self.table, self.table.triggers[index], event, row):
                yield e.Not(self.table.triggers[other].guard, YesNo())

    def in_one_row(self, a: int, b: int, events: list[t.Event]) -> z3.BoolRef:
        """That two triggers both run for one of these events. The guard of the second is evaluated after the first, and
        perhaps others, have run: only the conjuncts that none of them changes count."""
        return disj([self.one_after_other(run, x) for x in events for run in self.runs(x, a, b)])

    def runs(self, event: t.Event, a: int, b: int) -> Iterator[tuple[int, ...]]:
        """The triggers of an event from one of two to the other, in order. In a family, options decide the order: each
        that is possible, with all triggers that may run between the two."""
        row, ordered = self.order[event], self.table.ordered
        if not self.table.features:
            first, last = sorted((row.index(a), row.index(b)))
            yield row[first : last + 1]
            return
        for first, second in ((a, b), (b, a)):
            if (second, first) not in ordered:
                others = (x for x in row if x not in (a, b) and not {(x, first), (second, x)} & ordered)
                yield first, *others, second

    def one_after_other(self, run: tuple[int, ...], event: t.Event, as_is: bool = False) -> z3.BoolRef:
        """That the first of some triggers in an order runs, and the conjuncts of the last one's guard that are
        unchanged at its turn hold. `as_is`: ignores that the first one's effects can falsify the guard of the last."""
        table, footprints = self.table, self.footprints
        first, second = run[0], run[-1]
        between = run[:-1]
        guard = table.triggers[first].guard
        kept = footprints.lasting(second, between)
        unwritten: list[e.Expr] = []
        # the effects of the first trigger may falsify the guard of the second
        values = {} if as_is else left_behind(table, table.triggers[first].effects)
        for part in footprints.lasting(second, [x for x in between if x != first]) if values else ():
            for target in (k for k, value in values.items() if contradicts(part, {k: value})):
                if not (isinstance(target, e.Field) and target.situation in self.begun_or_ended(first)):
                    unwritten.append(e.Not(takes_effect(target), YesNo()))
        return guard_possible(
            self.known, e.Logic("and", (guard, *kept, *unwritten, *self.unreplaced(event, run)), YesNo()), event
        )

    def begun_or_ended(self, trigger: int) -> frozenset[int]:
        """The situations that a trigger may begin or end, by its acts too."""
        found = tuple(summaries(self.table).through(self.table.triggers[trigger].effects))
        if any(x.phase is not None for x in found):
            return frozenset(range(len(self.table.situations)))
        return frozenset(x.situation for x in found if x.situation is not None)

    def apart(self, a: int, b: int) -> z3.BoolRef | None:
        """That two adjacent triggers both run in one order, or that one decides whether the other runs; None if there
        is no formula. The unchanged conjuncts of each guard are compared with the other guard."""
        rows = ((a, b), (b, a))
        if not all(self.footprints.lasting(second, (first,)) for first, second in rows):
            return None
        return disj([self.one_after_other(row, x, as_is=True) for x in self.shared(a, b) for row in rows])

    def meeting(self, index: int, ban: t.Ban) -> z3.BoolRef:
        """That an offer would be enabled, and a ban forbids it which the offer's own bans do not imply."""
        reader, offer = self.known.reader, self.table.offers[index]
        others = own_bans(self.table, offer, ban)
        parts: list[z3.BoolRef] = []
        for seat in reader.askers:
            for argument, there in arguments(reader, offer, seat):
                free = [neg(banned(reader, x, seat, argument)) for x in others]
                met = banned(reader, ban, seat, argument)
                parts.append(conj(there, candidate(reader, index, seat, argument), met, *free))
        return disj(parts)

    def overlap(self, first: int, second: int) -> z3.BoolRef:
        """That both offers are enabled for one seat with one argument."""
        reader, offers = self.known.reader, self.table.offers
        parts: list[z3.BoolRef] = []
        for seat in reader.askers:
            theirs = list(arguments(reader, offers[second], seat))
            for argument, there in arguments(reader, offers[first], seat):
                also = [
                    conj(other_there, equal(argument, other))
                    for other, other_there in theirs
                    if not (isinstance(argument, int) and isinstance(other, int) and argument != other)
                ]
                if also:
                    stand = allowed(reader, first, seat, argument), allowed(reader, second, seat, argument)
                    parts.append(conj(there, disj(also), *stand))
        return disj(parts)

    def two_seats(self, first: int, second: int) -> z3.BoolRef:
        """That one offer is enabled for one seat, and the other for another."""
        reader = self.known.reader

        def stands(offer: int, seat: int) -> z3.BoolRef:
            return disj([one for _, one in standing(reader, offer, seat)])

        theirs = [stands(second, seat) for seat in range(self.table.seats)]
        pairs = [(stands(first, seat), [x for s, x in enumerate(theirs) if s != seat]) for seat in reader.askers]
        return disj([conj(mine, disj(others)) for mine, others in pairs])

    def differing(self, first: t.Definition, second: t.Definition, *, nothing: bool = True) -> z3.BoolRef:
        """That both definitions apply to some card or player, with different values. `nothing`: or to nothing, as when they are
        about a variable without a value."""
        reader = self.known.reader
        subjects: Collection[int] = (-1,)
        if isinstance(first.parameter, Card):
            subjects = range(-1 if nothing else 0, len(self.table.deck.kinds))
        elif isinstance(first.parameter, Player):
            subjects = range(-1 if nothing else 0, self.table.seats)
        parts: list[z3.BoolRef] = []
        for subject in subjects:
            env = {0: subject}
            if isinstance(first.value.type, Players):
                pairs = zip(reader.mask(first.value, dict(env)), reader.mask(second.value, dict(env)), strict=True)
                differ = disj([a != b for a, b in pairs])
            else:
                differ = reader.term(first.value, dict(env)) != reader.term(second.value, dict(env))
            parts.append(conj(reader.truth(first.guard, dict(env)), reader.truth(second.guard, dict(env)), differ))
        return disj(parts)

    def nobody_moves(self, top: int) -> z3.BoolRef:
        """That a situation is on top (-1: none), and no offer is enabled for anybody. (An offer that replaces another
        is enabled itself. So a replacement leaves a seat without a move only if the replacing offer is one of those
        left out.)"""
        st = self.known.reader.st
        parts: list[z3.BoolRef] = [st.top == top, neg(st.match_over)]
        for index, offer in enumerate(self.table.offers):
            if offer.mode in t.LEFT_ALONE or (offer.situations and top not in offer.situations):
                continue
            for seat in range(self.table.seats):
                stand = unless_replaced(self.known, index, seat, lambda o: o.mode in t.LEFT_ALONE)
                parts.extend(neg(stands) for stands in stand)
        return conj(parts)

    def nothing_answers(self, top: int, seats: Collection[int]) -> z3.BoolRef:
        """That a situation is on top, the match runs, and none of its offers is enabled for any of these seats."""
        st = self.known.reader.st
        parts: list[z3.BoolRef] = [st.top == top, neg(st.match_over)]
        own = [i for i, o in enumerate(self.table.offers) if top in o.situations and o.mode not in t.LEFT_ALONE]
        others = {o for i, o in enumerate(self.table.offers) if i not in own}
        for index in own:
            for seat in seats:
                stand = unless_replaced(self.known, index, seat, others.__contains__)
                parts.extend(neg(stands) for stands in stand)
        return conj(parts)
