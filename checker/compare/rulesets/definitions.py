"""Definitions that decide a difference: each of a ruleset's own definitions is taken away, and the decision asked again.

A counterfactual: uses of a definition are unfolded in the rules, so no rule that ran shows which definitions it read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from checker.compare.rulesets.judge import Difference
from checker.compare.rulesets.outcomes import Narrator, drawn_in, plain
from checker.compare.rulesets.tables import PAIR, Names, Rulesets, Side
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import Project
from unodsl.resolve.project import reworded

NOTHING_DEFINED = "  rule {}\n    what {} defined means 0"
"""The text of a rule in the place of a definition: it defines a term that nothing reads."""


class Definitions:
    """The own definitions of two rulesets, and the tables without each of them."""

    def __init__(self, rulesets: Rulesets) -> None:
        self.rulesets = rulesets
        self.own: Mapping[Side, Mapping[str, t.Definition]] = {
            side: {
                name: rule
                for name in sorted(rulesets.own[side])
                if isinstance(rule := rulesets.rules[side][name], t.Definition)
            }
            for side in PAIR
        }
        self.without: dict[tuple[Side, str], Narrator | None] = {}

    def table_without(self, side: Side, name: str) -> Narrator | None:
        """The tables of the comparison without an own definition; None if the rules need it, or positions are others there."""
        key = side, name
        if key not in self.without:
            rules, old = self.rulesets, self.rulesets.at[side].table
            project = undefined(rules.one.project, self.own[side][name])
            self.without[key] = None
            if project is not None and rules.one.within_budget():
                try:
                    other = Rulesets(project, rules.choice, rules.one.layout.seats, rules.one.deadline)
                except RulesError:
                    return None
                new = other.at[side].table
                if (new.zones, new.situations, new.variables) == (old.zones, old.situations, old.variables):
                    self.without[key] = Narrator(other)
        return self.without[key]

    def matter(self, side: Side, found: Difference) -> Iterator[str]:
        """Yields the terms that a ruleset defines, and without whose definition its answer is another one."""
        drawn = drawn_in(found.answers)
        before = found.answers.by[side]
        for name, rule in self.own[side].items():
            narrator = self.table_without(side, name)
            if narrator is None:
                continue
            answers = narrator.decided({side: found.answers.states[side]}, found.answers.decision)
            after = None if answers is None else answers.by[side]
            if (before is None) != (after is None):
                yield rule.name
            elif before is not None and after is not None and found.keys:
                parts = ([{k: x.get(k) for k in found.keys} for x in plain(some, drawn)] for some in (before, after))
                if next(parts) != next(parts):
                    yield rule.name

    def named(self, found: Difference) -> Difference | None:
        """A difference with the definitions that decide it as its rules, where no other rule of its own does; None if there are
        none. A ruleset that defines such a term again speaks to it."""
        if any(set(rules) & self.rulesets.own[side] for side, rules in zip(PAIR, found.rules, strict=True)):
            return None
        deciding = {term for side in PAIR for term in self.matter(side, found)}
        if not deciding:
            return None
        rules, spoke = list[Names](), list[bool]()
        for number, side in enumerate(PAIR):
            mine = tuple(name for name, rule in self.own[side].items() if rule.name in deciding)
            usual = tuple(
                name
                for name, rule in sorted(self.rulesets.rules[side].items())
                if isinstance(rule, t.Definition) and rule.name in deciding and name not in self.own[side]
            )
            rules.append((mine or usual)[:1] or found.rules[number])
            spoke.append(bool(mine) or found.spoke[number])
        return replace(found, rules=(rules[0], rules[1]), spoke=(spoke[0], spoke[1]))


def undefined(project: Project, rule: t.Definition) -> Project | None:
    """A project with a definition taken away; None if its text cannot be replaced."""
    name = rule.info.name.rpartition(".")[2]
    return reworded(project, rule.info.span, NOTHING_DEFINED.format(name, name))
