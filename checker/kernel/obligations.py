"""Proof obligations as data. The kernel builds the formula of each itself.

An obligation names rules (or a situation) and a question about them. Syntactic answers need no solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

import z3

from checker.effects.liveness import unread
from checker.smt.factory import boolean, conj
from checker.smt.obligations import Formulas
from checker.smt.parts import part_is
from checker.smt.questions import forbidding, permitted, running
from checker.smt.read_off import ReadOff
from unodsl.model import table as t

OfTwo = Literal["order", "permit and ban", "two outcomes", "two seats", "both instead", "double", "two meanings"]
OfOne = Literal["two values", "applies", "runs", "begins", "does something", "is read", "no move", "no answer"]
OfPart = Literal["part holds", "part fails", "permitted"]
Question = Literal[OfTwo, OfOne, OfPart]
"""`order`: both triggers run for one event, and their order matters. `permit and ban`: an offer is enabled, and a ban forbids it that forbids
more than another one does anyway. `two outcomes`: two offers are enabled for one move; `two seats`: for two players at once. `both instead`:
two triggers run instead of one rule for one event. `double`: two triggers that do the same thing run for one event. `two meanings`: two
definitions apply and differ. `two values`: options set a parameter differently. `applies`: the conditions of a rule hold; `runs`: and no rule
replaces it. `begins`: a situation is open. `does something`: a trigger or an offer changes the state. `is read`: something reads what a trigger writes. `part holds`, `part fails`: a part
of a rule's condition, by its number, is true or false. `no move`, `no answer`: a situation is on top, and nobody has a move, or none that
answers it. `permitted`: a move with an act and an argument, in words."""

AT_REST = frozenset[Question](("permit and ban", "two outcomes", "two seats", "no move", "no answer", "permitted"))
"""Questions about states between two moves."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """The claim that no state is a counterexample to a question about rules or a situation, by name."""

    question: Question
    names: tuple[str, ...]


class Builder(Formulas):
    """Builds the formulas of obligations about one table, under assumed claims."""

    # ---------------------------------------------------------------------------------------------------------- read off

    def read_off(self, x: Obligation) -> ReadOff | None:
        """How the rules themselves close a question; None if they do not."""
        match x.question:
            case "order":
                a, b = (self.triggers[n] for n in x.names)
                alike = self.table.triggers[a].effects == self.table.triggers[b].effects
                if alike and self.footprints.independent_guards(a, b):
                    return "equal"
                return "independent" if self.footprints.commute(a, b) else None
            case "two outcomes":
                return self.offers_apart(*(self.offers[n] for n in x.names))
            case "two seats":
                mine, theirs = (set(self.table.offers[self.offers[n]].situations) for n in x.names)
                return "independent" if mine and theirs and not mine & theirs else None
            case "double":
                a, b = (self.triggers[n] for n in x.names)
                if not self.twice(a, b):
                    return "independent"
                one, other = self.table.triggers[a], self.table.triggers[b]
                return "declared" if a in other.replaced_by or b in one.replaced_by else None
            case "two values":
                return "declared" if len({value for _, value in self.set_by(x.names[0])}) < 2 else None
            case "runs":
                return "invariant" if x.names[0] in self.known.dead else None
            case "begins":
                return "invariant" if self.situations[x.names[0]] not in self.known.facts.begun else None
            case "is read":
                return "independent" if unread(self.table, self.named(x.names[0])) else None
            case "does something" | "part holds" | "part fails" | "applies" | "permit and ban" | "both instead":
                return None
            case "two meanings" | "no move" | "no answer" | "permitted":
                return None
            case _:
                assert_never(x.question)

    def order_without_query(self, x: Obligation) -> bool:
        """Whether the obligation is about the order of two triggers of which one can change the other's guard."""
        return x.question == "order" and not self.footprints.independent_guards(*(self.triggers[n] for n in x.names))

    # --------------------------------------------------------------------------------------------------------- formulas

    def formula(self, x: Obligation) -> z3.BoolRef | None:
        """Returns the formula whose models are the counterexamples; None if the question has none."""
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
            case "both instead" | "double":
                a, b, *below = (self.triggers[n] for n in x.names)
                return self.in_one_row(a, b, self.shared(a, b, *below))
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
            case "two values" | "begins" | "is read":
                return None
            case "does something":
                return self.changes_something(x.names[0])
            case "permitted":
                return permitted(self.known, *x.names)
            case "part holds" | "part fails":
                rule = self.named(x.names[0])
                return part_is(self.known, rule, rule.info.parts[int(x.names[1])], x.question == "part holds")
            case _:
                assert_never(x.question)
