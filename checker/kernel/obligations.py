"""Proof obligations as data, and the formula of each, which the kernel builds itself.

An obligation names rules (or a situation) and a question about them. What can be read off the rules is answered without a solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

import z3

from checker.effects.bare import bare
from checker.effects.deeds import Deed, common, deeds
from checker.effects.summary import summaries
from checker.smt.claims import Known
from checker.smt.factory import boolean, conj
from checker.smt.obligations import Formulas
from checker.smt.parts import part_comes_to
from checker.smt.questions import forbidding, running
from unodsl.model import table as t

Question = Literal[
    "order",
    "permit and ban",
    "two outcomes",
    "two seats",
    "both instead",
    "double",
    "two meanings",
    "two values",
    "applies",
    "runs",
    "begins",
    "does something",
    "part holds",
    "part fails",
    "no move",
    "no answer",
]
"""`order`: both triggers run for one event, and it matters which is first. `permit and ban`: an offer stands, and a ban holds against it that takes away what no other one always does.
`two outcomes`: two offers stand for one move; `two seats`: for two players at once. `both instead`: two triggers run for one event. `double`: so do two that do the same
thing. `two meanings`: two definitions hold and differ. `two values`: several options set a parameter differently. `applies`: the conditions
of a rule hold; `runs`: and nothing pushes it aside. `begins`: a situation is open. `does something`: a trigger or an offer changes
something. `part holds`, `part fails`: a condition in the text of a rule, by number, comes to yes, or to no. `no move`, `no answer`: a
situation is on top, and nobody has a move, or none that answers it."""

AT_REST: frozenset[Question] = frozenset({"permit and ban", "two outcomes", "two seats", "no move", "no answer"})
"""Questions about tables between two moves."""

ReadOff = Literal["independent", "equal", "declared", "invariant"]
"""How the rules themselves close a question: they touch nothing in common; they do the same; they say which of them stands. Or an accepted
claim says so already."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """That a question about some rules (by name), or one situation, is answered by no state."""

    question: Question
    names: tuple[str, ...]


class Builder(Formulas):
    """Builds the formulas of obligations about one table, of which some claims are supposed."""

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self._deeds: dict[int, frozenset[Deed]] = {}

    # ---------------------------------------------------------------------------------------------------------- read off

    def read_off(self, x: Obligation) -> ReadOff | None:
        """How the rules themselves close a question; None where they do not."""
        match x.question:
            case "order":
                a, b = (self.triggers[n] for n in x.names)
                if self.footprints.commute(a, b):
                    return "independent"
                alike = self.table.triggers[a].effects == self.table.triggers[b].effects
                return "equal" if alike and self.footprints.independent_guards(a, b) else None
            case "two outcomes":
                return self.offers_apart(*(self.offers[n] for n in x.names))
            case "two seats":
                mine, theirs = (set(self.table.offers[self.offers[n]].situations) for n in x.names)
                return "independent" if mine and theirs and not mine & theirs else None
            case "double":
                a, b = (self.triggers[n] for n in x.names)
                if not common(self.deeds(a), self.deeds(b)):
                    return "independent"
                one, other = self.table.triggers[a], self.table.triggers[b]
                return "declared" if a in other.replaced_by or b in one.replaced_by else None
            case "two values":
                return "declared" if len({value for _, value in self.set_by(x.names[0])}) < 2 else None
            case "runs":
                return "invariant" if x.names[0] in self.known.dead else None
            case "begins":
                return "invariant" if self.situations[x.names[0]] not in self.known.facts.begun else None
            case "applies" | "permit and ban" | "both instead" | "two meanings" | "no move" | "no answer":
                return None
            case "does something" | "part holds" | "part fails":
                return None
            case _:
                assert_never(x.question)

    def set_by(self, setting: str) -> list[tuple[str, int]]:
        """Which options and games of the table set a parameter, and to what."""
        there = {o.name for o in self.table.options} | set(self.table.games)
        return [
            (by, value) for x in self.table.settings if x.name == setting for by, value, _ in x.set_by if by in there
        ]

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
            case "two seats":
                return self.two_seats(*(self.offers[n] for n in x.names))
            case "both instead":
                a, b, below = (self.triggers[n] for n in x.names)
                return self.in_one_row(a, b, self.shared(a, b, below))
            case "double":
                a, b = (self.triggers[n] for n in x.names)
                return self.in_one_row(a, b, self.shared(a, b))
            case "two meanings":
                return self.differing(*(self.definitions[n] for n in x.names))
            case "applies" | "runs":
                (name,) = x.names
                if name in self.bans:
                    found = forbidding(self.known, self.bans[name])
                    return boolean(False) if found is None else conj(found, self.between_moves(self.bans[name].act))
                rule = self.named(name)
                assert isinstance(rule, t.Trigger | t.Offer)
                return running(self.known, rule) if x.question == "runs" else self.applying(rule)
            case "no move":
                return self.nobody_moves(self.situations.get(x.names[0], -1))
            case "no answer":
                return self.nothing_answers(self.situations[x.names[0]], range(self.table.seats))
            case "two values" | "begins":
                return None
            case "does something":
                return self.comes_of(x.names[0])
            case "part holds" | "part fails":
                rule = self.named(x.names[0])
                return part_comes_to(
                    self.known, rule, rule.info.parts[int(x.names[1])].condition, x.question == "part holds"
                )
            case _:
                assert_never(x.question)
