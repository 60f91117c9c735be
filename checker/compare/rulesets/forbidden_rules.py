"""Rules of one ruleset that run only on moves that the other one forbids: with both, they never run.

An under-approximation of the moves on which a rule runs: those of compared positions.
"""

from __future__ import annotations

from dataclasses import replace

from checker.compare.rulesets.judge import Difference
from checker.compare.rulesets.outcomes import Answers
from checker.compare.rulesets.tables import PAIR, Names, Rulesets, Side
from unodsl.model import table as t


class ForbiddenRules:
    """The own rules about moves that ran at compared decisions, and which of these the other ruleset refuses."""

    def __init__(self, rulesets: Rulesets) -> None:
        self.rulesets = rulesets
        self.allowed: set[tuple[Side, str]] = set()
        self.refused: dict[tuple[object, ...], set[tuple[Side, str]]] = {}
        self.about_moves = {
            side: {
                name
                for name in rulesets.own[side] & rulesets.speaking
                if isinstance(rule := rulesets.rules[side][name], t.Trigger)
                and all(isinstance(x, t.ActEvent | t.OfferEvent) for x in rule.events)
            }
            for side in PAIR
        }

    def add(self, answers: Answers, differences: list[Difference]) -> None:
        """Counts the rules that run at a decision."""
        ran = {
            (side, rule)
            for side in PAIR
            for outcome in answers.by[side] or ()
            for rule in self.about_moves[side] & {*outcome.fired}
        }
        refused = [x for x in differences if x.why == "refused"]
        if not refused:
            self.allowed |= ran
        for difference in refused:
            self.refused.setdefault(difference.cause, set()).update(ran)

    def contradicted(self, found: Difference) -> Difference | None:
        """A refused move as a contradiction, with the rule that never runs; None if it is one already, every rule that ran
        on it runs elsewhere, too, or the ban is no rule of the other ruleset's own."""
        if all(found.spoke):
            return None
        never = sorted(self.refused.get(found.cause, set()) - self.allowed)
        for side, rule in never:
            at = PAIR.index(side)
            bans = found.rules[1 - at]
            if found.spoke[1 - at] and bans and set(bans) <= self.rulesets.own[self.rulesets.other(side)]:
                rules: list[Names] = [*found.rules]
                rules[at] = (rule,)
                return replace(found, spoke=(True, True), rules=(rules[0], rules[1]))
        return None
