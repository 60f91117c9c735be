"""The content of a table's sheet: its house rules in words, with examples, their interactions, and card values."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace

from unodsl.commands.common import table_words
from unodsl.commands.sheet_rules import RuleText, notebook, rule_text, titles
from unodsl.diagnostics import RulesError
from unodsl.engine.describe import short, value_text
from unodsl.engine.generated import Generated
from unodsl.in_words import as_written, known
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Number
from unodsl.model.walk import below
from unodsl.resolve import Project, TableSpec
from unodsl.resolve.project import Page
from unodsl.scenarios import all_scenarios, run_scenario
from unodsl.scenarios.spec import table_selection
from unodsl.syntax import nodes as s
from unodsl.tables import set_parameters


@dataclass(frozen=True, slots=True)
class House:
    """An active option: its title and clauses, its rules, and a scenario for one of them (title and text), if there is
    one."""

    name: str
    title: str
    rules: tuple[RuleText, ...]
    example: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of a table. `meet`: the findings of the check, () for none; `settled`: the interactions that the rules
    themselves settle; `sure`: how certain that is. `values`: definitions of card values, each with (value, cards) in
    descending order."""

    title: str
    table: str
    house: tuple[House, ...]
    meet: tuple[str, ...]
    settled: tuple[str, ...]
    checked: bool
    sure: str
    parameters: tuple[tuple[str, str, str], ...]
    values: tuple[tuple[str, tuple[tuple[int, tuple[str, ...]], ...]], ...]
    game: tuple[str, ...]


def sheet_of(project: Project, spec: TableSpec, table: t.Table, check: bool) -> Sheet:
    """The content of a table's sheet. `check`: whether the checker decides where rules meet."""
    every: tuple[t.Rule, ...] = (*table.offers, *table.triggers, *table.bans, *table.definitions)
    rules = list(dict.fromkeys(map(as_written, every)))
    rules.sort(key=lambda r: r.info.span.start)
    notes = notebook(project, table)
    house = tuple(
        House(
            o.name,
            o.title,
            (
                mine := tuple(
                    replace(x, title="" if x.title == o.title else x.title)
                    for r in rules
                    if r.info.option == o.name and (x := rule_text(table, r, notes)) is not None
                )
            ),
            example(project, table, o.name, {x.name for x in mine}),
        )
        for o in table.options
        if o.on and any(r.info.option == o.name for r in rules)
    )
    meet, sure = found(project, spec, table) if check else ((), "the rules were not checked against each other")
    usual = set_parameters(table)
    return Sheet(
        table.title,
        table_words(table),
        house,
        meet,
        settled(table),
        check,
        sure,
        tuple(
            (
                short(x.name),
                x.title,
                value_text(table, x.type, x.value, ()) + ("" if x.name not in usual else " (changed)"),
            )
            for x in table.settings
        ),
        values_of(table),
        tuple(dict.fromkeys(r.info.title for r in rules if r.info.option is None and r.info.title and at_tables(r))),
    )


def example(project: Project, table: t.Table, option: str, shown: Set[str]) -> tuple[str, str] | None:
    """The shortest scenario that runs at this table and shows a rule of an option at work, among those of the sheet:
    its title and text."""
    on = {o.name for o in table.options if o.on}
    fire: list[t.Rule] = [*table.triggers, *table.offers]
    mine = {r.info.name for r in fire if r.info.option == option} & shown
    candidates: list[tuple[int, Page, s.Scenario]] = []
    for page, scenario in all_scenarios(project):
        try:
            wanted = table_selection(project, page, scenario)
        except RulesError:
            continue
        if option in wanted.spec.options and set(wanted.spec.options) <= on:
            candidates.append((len(scenario.span.text.splitlines()), page, scenario))
    for _, page, scenario in sorted(candidates, key=lambda x: x[0])[:MOST_TRIED]:
        try:
            result = run_scenario(project, page, scenario)
        except RulesError:
            continue
        if result.passed and mine & set(result.fired):
            return scenario.title.text, scenario.span.text.rstrip()
    return None


def found(project: Project, spec: TableSpec, table: t.Table) -> tuple[tuple[str, ...], str]:
    """The findings of the checker at this table, one line each, and how certain the rest is. Rules are named by their
    titles."""
    from checker.check_table import check_table
    from checker.report.spoken import spoken
    from checker.report.text import about

    report = check_table(project, replace(spec, seats=table.seats), range(table.seats, table.seats + 1), BUDGET)
    called = titles(table)
    lines: list[str] = []
    for f in report.findings:
        if f.counts and f.evidence != "bounded" and f.severity in ("error", "warning") and f.rules:
            line = re.sub(r"`([^`]*)`", lambda x: called.get(x[1], f"_{x[1]}_"), about(f, "`"))
            sides = "; ".join(f"by {called.get(x.rule, x.rule)}: {spoken(x.facts[:2])}" for x in f.sides if x.facts)
            lines.append(line + (f". {sides[0].upper()}{sides[1:]}" if sides else ""))
    sure = f"{report.clean_proved} questions proved, {report.open_bounded} open"
    return tuple(dict.fromkeys(lines)), sure


def at_tables(rule: t.Rule) -> bool:
    """Whether a rule is for players: not only for scenarios, nor off by the parameters of the table."""
    position = t.TableEvent("position")
    if known(rule.guard) is False:
        return False
    return not isinstance(rule, t.Trigger) or any(x != position for x in rule.events)


def settled(table: t.Table) -> tuple[str, ...]:
    """The declared replacements between options that are on."""
    every: tuple[t.Rule, ...] = (*table.offers, *table.triggers, *table.bans)
    option = {r.info.name: r.info.option for r in every}
    called = titles(table)
    out = []
    for r in every:
        if r.info.option is None:
            continue
        replaces = "overrides" if isinstance(r, t.Ban) else "replaces"
        for verb, others in ((replaces, r.info.instead), ("applies despite", r.info.despite)):
            for other in others:
                if option.get(other) not in (None, r.info.option) and r.info.name in called and other in called:
                    out.append(f"{called[r.info.name]} {verb} {called[other]}")
    return tuple(dict.fromkeys(x for x in out))


MOST_TRIED = 60
"""The most scenarios that are tried as an example of an option, the shortest first."""

BUDGET = 60.0
"""The seconds for the check."""


def values_of(table: t.Table) -> tuple[tuple[str, tuple[tuple[int, tuple[str, ...]], ...]], ...]:
    """The value of each card, by each name that is defined as a number for a card: the first definition that applies
    counts. Definitions that depend on more than the card are left out."""
    runner = Generated(table)
    blank = runner.blank(1)
    named: dict[str, list[t.Definition]] = {}
    for rule in by_precedence(table):
        nodes = below((rule.value, rule.guard))
        if not isinstance(rule.parameter, Card) or not isinstance(rule.value.type, Number):
            continue
        if any(
            isinstance(x, e.Variable | e.Field | e.Owner | e.IsOpen | e.IsTop | e.Place | e.Builtin | e.Can)
            for x in nodes
        ):
            continue
        named.setdefault(rule.name, []).append(rule)
    out = []
    for name, rules in named.items():
        cards: dict[int, list[str]] = {}
        for index, kind in enumerate(table.deck.kinds):
            applies = next((r for r in rules if runner.condition(blank, r.guard, (index,))), None)
            if applies is not None:
                cards.setdefault(runner.condition(blank, applies.value, (index,)), []).append(kind.name)
        if len(cards) > 1:
            out.append((name, tuple((v, tuple(cards[v])) for v in sorted(cards, reverse=True))))
    return tuple(out)


def by_precedence(table: t.Table) -> list[t.Definition]:
    """Definitions in order of precedence within each name (`docs/reference/definitions.md`)."""
    left = sorted(
        table.definitions,
        key=lambda r: (
            r.info.option is None,
            r.info.name.partition(".")[0] not in table.games,
            isinstance(r.guard, e.Constant),
            r.info.name,
        ),
    )
    out: list[t.Definition] = []
    while left:
        replaced = {name for r in left for name in r.info.instead if name != r.info.name}
        first = next((r for r in left if r.info.name not in replaced), left[0])
        left.remove(first)
        out.append(first)
    return out


def grouped(names: tuple[str, ...]) -> list[str]:
    """Names of cards for a page, with those merged that differ only in their first words."""
    return list(dict.fromkeys(name.rpartition(" ")[2] for name in names))
