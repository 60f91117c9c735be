"""Comparisons of two rulesets: whether a report is about the tables that it says, and its declarations are those of the two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from checker.check_rulesets import scope
from checker.checks.two_rulesets import of_declared
from checker.compare.rulesets.declared import Declared, declared
from checker.compare.rulesets.tables import PAIR, Chosen, Rulesets, chosen
from checker.report.json import place_json
from checker.results import Finding
from unodsl.engine.describe import short
from unodsl.model import table as t
from unodsl.resolve import Project, resolve_table


@dataclass
class Comparison:
    """What a report of two rulesets says that it compares. Its properties raise `RulesError`, and `KeyError` and the like where
    it lacks something."""

    project: Project
    value: Mapping[str, Any]
    _declared: dict[int, list[tuple[Declared, Finding]]] = field(default_factory=dict)

    @cached_property
    def choice(self) -> Chosen:
        """The two tables, and that of the game that both extend."""
        one, other = self.value["games"]
        found = chosen(self.project, (one, other), self.value["judged"], {}, self.value["without"])
        specs = dict(found.specs)
        for side, spec in found.specs.items():
            names = {short(x.name) for x in resolve_table(self.project, spec).table.settings}
            some = {name: x for name, x in self.value["parameters"].items() if short(name) in names}
            specs[side] = replace(spec, parameters=some)
        return replace(found, specs=specs)

    @cached_property
    def tables(self) -> list[t.Table]:
        """The tables at the most seats."""
        seats = max(self.value["seats"])
        return [resolve_table(self.project, replace(x, seats=seats)).table for x in self.choice.specs.values()]

    def other_parts(self) -> Iterator[str]:
        """The parts of the report that do not follow from the two rulesets and the options."""
        value = self.value
        rows = [(x["option"], x["reason"]) for x in value["not_judged"]]
        off = rows[0][1] if rows else ""
        found = scope(self.project, self.choice, tuple(value["seats"]), off, ())
        wanted = {
            "options": sorted((*found.options, *found.usual)),
            "judged": list(found.options),
            "without": list(found.without),
            "parameters": dict(found.parameters),
            "parameters_varied": [],
        }
        yield from (name for name, x in wanted.items() if value[name] != x)
        if rows != list(found.not_judged):
            yield "not_judged"
        if not (value["cut_short"] or value["stopped"]) and value["summary"]["tables"] != len(value["seats"]) * len(
            self.choice.specs
        ):
            yield "tables of the summary"

    def declared(self, seats: int) -> list[tuple[Declared, Finding]]:
        """The differences between declarations at a number of seats, and the findings about them."""
        if seats not in self._declared:
            rulesets = Rulesets(self.project, self.choice, seats, float("inf"))
            self._declared[seats] = [(x, of_declared(rulesets, x, None)) for x in declared(rulesets)]
        return self._declared[seats]

    def is_declared(self, row: Mapping[str, Any], closed: Sequence[tuple[str, ...]]) -> bool:
        """Whether a finding about declarations is the one of its certificates."""
        for x, found in self.declared(row["seats"]):
            sides = [{"label": y.label, "rule": y.rule, "facts": list(y.facts)} for y in found.sides]
            wanted = {
                "code": found.code,
                "message": found.message,
                "severity": found.severity,
                "rules": list(found.rules),
                "sides": sides,
                "locations": [place_json(y) for y in found.places],
            }
            if [y[:2] for y in closed] == [x.what] and all(row[name] == y for name, y in wanted.items()):
                return list(row["details"][: len(PAIR)]) == list(found.details)
        return False
