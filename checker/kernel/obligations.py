"""Proof obligations as data, and the formula of each, which the kernel builds itself.

An obligation names rules (or a situation) and a question about them. What can be read off the rules is answered without a solver.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, assert_never

import z3

from checker.effects.bare import bare
from checker.effects.deeds import Deed, common, deeds
from checker.effects.footprints import Footprints
from checker.effects.left_behind import contradicts, left_behind
from checker.effects.summary import summaries
from checker.smt.claims import Known
from checker.smt.enabled import allowed, arguments, banned, candidate, equal
from checker.smt.factory import boolean, conj, disj, neg
from checker.smt.questions import forbidding, possible, running, unless_replaced
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Player, Players, YesNo

Question = Literal[
    "order", "permit and ban", "two outcomes", "both instead", "double", "two meanings", "runs", "no move", "no answer"
]
"""`order`: both triggers run for one event, and it matters which is first. `permit and ban`: an offer stands, and a ban holds against it.
`two outcomes`: two offers stand for one move. `both instead`: two triggers run for one event. `double`: so do two that do the same
thing. `two meanings`: two definitions hold and differ. `runs`: a rule happens. `no move`, `no answer`: a situation is on top, and
nobody has a move, or none that answers it."""

AT_REST: frozenset[Question] = frozenset({"permit and ban", "two outcomes", "no move", "no answer"})
"""Questions about tables between two moves."""

ReadOff = Literal["independent", "equal", "declared"]
"""How the rules themselves close a question: they touch nothing in common; they do the same; they say which of them stands."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """That a question about some rules (by name), or one situation, is answered by no state."""

    question: Question
    names: tuple[str, ...]


class Builder:
    """Builds the formulas of obligations about one table, of which some claims are supposed."""

    def __init__(self, known: Known) -> None:
        self.known, self.table = known, known.table
        self.order = dict(known.table.order)
        self.triggers = {x.info.name: i for i, x in enumerate(known.table.triggers)}
        self.offers = {x.info.name: i for i, x in enumerate(known.table.offers)}
        self.bans = {x.info.name: x for x in known.table.bans}
        self.definitions = {x.info.name: x for x in known.table.definitions}
        self.situations = {x.name: i for i, x in enumerate(known.table.situations)}
        self._deeds: dict[int, frozenset[Deed]] = {}

    @cached_property
    def footprints(self) -> Footprints:
        """The footprints of the triggers."""
        return Footprints(self.table)

    # ---------------------------------------------------------------------------------------------------------- read off

    def read_off(self, x: Obligation) -> ReadOff | None:
        """How the rules themselves close a question; None where they do not."""
        if x.question == "order":
            a, b = (self.triggers[n] for n in x.names)
            if self.footprints.commute(a, b):
                return "independent"
            same = self.table.triggers[a].effects == self.table.triggers[b].effects
            return "equal" if same and self.footprints.independent_guards(a, b) else None
        if x.question == "two outcomes":
            return self.offers_apart(*(self.offers[n] for n in x.names))
        if x.question == "double":
            a, b = (self.triggers[n] for n in x.names)
            if not common(self.deeds(a), self.deeds(b)):
                return "independent"
            one, other = self.table.triggers[a], self.table.triggers[b]
            return "declared" if a in other.replaced_by or b in one.replaced_by else None
        return None

    def asked_apart(self, x: Obligation) -> bool:
        """Whether it is asked of two triggers if one decides whether the other runs."""
        return x.question == "order" and not self.footprints.independent_guards(*(self.triggers[n] for n in x.names))

    def deeds(self, trigger: int) -> frozenset[Deed]:
        """What a trigger does that counts again when it is done again."""
        if trigger not in self._deeds:
            effects = self.table.triggers[trigger].effects
            self._deeds[trigger] = deeds(self.footprints, effects, {t.PLAYER_LOCAL: "player"})
        return self._deeds[trigger]

    def offers_apart(self, first: int, second: int) -> ReadOff | None:
        """Two offers of one act that never stand together, of which one stands instead of the other, that come to the same, or that
        everybody tells apart."""
        a, b = self.table.offers[first], self.table.offers[second]
        if a.situations and b.situations and not set(a.situations) & set(b.situations):
            return "independent"
        if first in b.replaced_by or second in a.replaced_by:
            return "declared"
        heard = [
            (self.order.get(t.ActEvent(x.act, x.manner), ()), self.order.get(t.OfferEvent(i), ()))
            for i, x in ((first, a), (second, b))
        ]
        if bare((a.stands_for, a.effects)) == bare((b.stands_for, b.effects)) and heard[0] == heard[1]:
            return "equal"
        return "declared" if self.seen_apart(a, b) else None

    def seen_apart(self, a: t.Offer, b: t.Offer) -> bool:
        """Whether everybody sees which of two offers was meant: they are made in two manners, and by their own effects cards come
        to other open places."""
        found = (tuple(x.transfer for x in summaries(self.table).flat(o.effects)) for o in (a, b))
        moved = ([x.target.zone for x in row if x is not None and x.how in ("card", "top", "all")] for row in found)
        places = [{zone for zone in zones if self.table.zones[zone].visibility == "face up"} for zones in moved]
        return a.manner != b.manner and places[0] != places[1]

    # --------------------------------------------------------------------------------------------------------- formulas

    def formula(self, x: Obligation) -> z3.BoolRef | None:
        """What has to hold for a question to have an answer; None where no formula says it."""
        match x.question:
            case "order":
                a, b = (self.triggers[n] for n in x.names)
                if self.footprints.independent_guards(a, b):
                    return self.both(a, b)
                return self.apart(a, b)
            case "permit and ban":
                return self.meeting(self.offers[x.names[0]], self.bans[x.names[1]])
            case "two outcomes":
                return self.overlap(*(self.offers[n] for n in x.names))
            case "both instead":
                a, b, below = (self.triggers[n] for n in x.names)
                return self.in_one_row(a, b, self.shared(a, b, below))
            case "double":
                a, b = (self.triggers[n] for n in x.names)
                return self.in_one_row(a, b, self.shared(a, b))
            case "two meanings":
                return self.differing(*(self.definitions[n] for n in x.names))
            case "runs":
                (name,) = x.names
                if name in self.bans:
                    found = forbidding(self.known, self.bans[name])
                    return boolean(False) if found is None else found
                table = self.table
                rule = table.triggers[self.triggers[name]] if name in self.triggers else table.offers[self.offers[name]]
                return running(self.known, rule)
            case "no move":
                return self.nobody_moves(self.situations.get(x.names[0], -1))
            case "no answer":
                return self.nothing_answers(self.situations[x.names[0]], range(self.table.seats))
            case _:
                assert_never(x.question)

    def shared(self, *triggers: int) -> list[t.Event]:
        """The events that all of some triggers hear and that can happen."""
        heard = [set(self.table.triggers[i].events) for i in triggers]
        events = self.table.triggers[triggers[0]].events
        return [x for x in events if x in self.known.facts.events and all(x in h for h in heard)]

    def both(self, *triggers: int) -> z3.BoolRef:
        """The conditions of all of some triggers hold when one of their events happens."""
        joined = e.Logic("and", tuple(self.table.triggers[i].guard for i in triggers), YesNo())
        return disj([possible(self.known, joined, x) for x in self.shared(*triggers)])

    def in_one_row(self, a: int, b: int, events: list[t.Event]) -> z3.BoolRef:
        """Two triggers both run for one of some events. The second one's condition is looked at after the first has run, and others
        perhaps; of it counts what none of them changes."""
        return disj([self.one_after_other(self.order[x], a, b, x) for x in events])

    def one_after_other(self, row: tuple[int, ...], a: int, b: int, event: t.Event, as_is: bool = False) -> z3.BoolRef:
        """The first of two triggers in a row can run, and of the second one's condition that holds which is still the same when
        its turn comes. `as_is`: that the first keeps the second from running counts for nothing."""
        table, footprints = self.table, self.footprints
        first, second = sorted((a, b), key=row.index)
        between = row[row.index(first) : row.index(second)]
        guard = table.triggers[first].guard
        kept = footprints.lasting(second, between)
        closed: list[e.Expr] = []
        # the first rule itself may see to it that the second does not run
        said = {} if as_is else left_behind(table, table.triggers[first].effects)
        for part in footprints.lasting(second, [x for x in between if x != first]) if said else ():
            against = {k for k, value in said.items() if contradicts(part, {k: value})}
            if any(isinstance(k, e.Variable) for k in against):
                return boolean(False)
            # a field is set only while its situation is open
            needed = {k.situation for k in against if isinstance(k, e.Field | e.Owner)}
            needed -= self.begun_or_ended(first)
            if needed:
                closed.append(e.Not(e.IsOpen(min(needed), YesNo()), YesNo()))
        return possible(self.known, e.Logic("and", (guard, *kept, *closed), YesNo()), event)

    def begun_or_ended(self, trigger: int) -> frozenset[int]:
        """The situations that a trigger may begin or end, by its acts too."""
        found = tuple(summaries(self.table).through(self.table.triggers[trigger].effects))
        if any(x.phase is not None for x in found):
            return frozenset(range(len(self.table.situations)))
        return frozenset(x.situation for x in found if x.situation is not None)

    def apart(self, a: int, b: int) -> z3.BoolRef | None:
        """Two triggers, one right after the other, both run in one order, or one decides whether the other runs; None where that cannot
        be told. What the one leaves untouched of the other's condition has to contradict its own."""
        rows = ((a, b), (b, a))
        if not all(self.footprints.lasting(second, (first,)) for first, second in rows):
            return None
        return disj([self.one_after_other(row, a, b, x, as_is=True) for x in self.shared(a, b) for row in rows])

    def meeting(self, index: int, ban: t.Ban) -> z3.BoolRef:
        """The offer would stand, and the ban holds against it."""
        reader = self.known.reader
        parts: list[z3.BoolRef] = []
        for seat in reader.askers:
            for argument, there in arguments(reader, self.table.offers[index], seat):
                parts.append(conj(there, candidate(reader, index, seat, argument), banned(reader, ban, seat, argument)))
        return disj(parts)

    def overlap(self, first: int, second: int) -> z3.BoolRef:
        """Both offers stand for one seat with one argument."""
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

    def differing(self, first: t.Definition, second: t.Definition) -> z3.BoolRef:
        """For some card or player both meanings hold and differ."""
        reader = self.known.reader
        subjects: Collection[int] = (-1,)
        if isinstance(first.parameter, Card):
            subjects = range(len(self.table.deck.kinds))
        elif isinstance(first.parameter, Player):
            subjects = range(self.table.seats)
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
        """The situation is on top (-1: none is), and no offer stands for anybody. (What replaces an offer stands itself, so that
        replacements leave a seat without a move only where nobody counts on the move that replaces.)"""
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
        """The situation is on top, the match runs, and none of its offers stands for anybody of some seats."""
        st = self.known.reader.st
        parts: list[z3.BoolRef] = [st.top == top, neg(st.match_over)]
        own = [i for i, o in enumerate(self.table.offers) if top in o.situations and o.mode not in t.LEFT_ALONE]
        others = {o for i, o in enumerate(self.table.offers) if i not in own}
        for index in own:
            for seat in seats:
                stand = unless_replaced(self.known, index, seat, others.__contains__)
                parts.extend(neg(stands) for stands in stand)
        return conj(parts)
