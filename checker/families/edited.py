"""The first answer after an edit: the questions about single rules and pairs of rules that concern the edited rules.

Under-approximates the findings of the whole check: each table has its fewest seats, and the options of the files given
are on alone, each with what it requires.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from checker.check_table import check_seats
from checker.codes import ids
from checker.compare.versions import needed
from checker.context import SHALLOW, Context, RuleSelection
from checker.families.family import parameters_with
from checker.results import Finding
from checker.witness.scenario import replays
from unodsl.diagnostics import RulesError
from unodsl.model.fingerprint import rule_fingerprints
from unodsl.model.table import Rule, Table
from unodsl.resolve import Project, TableSpec, resolve_table

CODES = ids("pair") | ids("rule")
"""The codes of the questions about a rule or a pair of rules."""

MOST_EDITED = 12
"""The most rules of a small edit. (A new variable, or a new deck, changes nearly all of them.)"""

MOST_TABLES = 3
"""The most tables."""

MOVES = 1_500
"""The number of sampled moves at each table."""


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """The findings about edited rules, with the tables at which all of them were sought. `stopped`: Ctrl-C ended the search."""

    rules: frozenset[str]
    tables: tuple[TableSpec, ...]
    findings: tuple[Finding, ...]
    stopped: bool


def edited_rules(before: Table, after: Table) -> frozenset[str]:
    """The rules of a table that another version of it lacks, or gives another meaning: more than their texts tell, since
    acts and definitions may have changed. Empty if there are more than `MOST_EDITED`."""
    old = rule_fingerprints(before)
    found = frozenset(name for name, texts in rule_fingerprints(after).items() if old.get(name) != texts)
    return found if len(found) <= MOST_EDITED else frozenset()


def tables_with(
    project: Project, whole: Table, rules: Iterable[str], parameters: dict[str, int | str]
) -> Iterator[TableSpec]:
    """Yields the tables for some rules: the game without options, or with the option of a rule. `whole`: a table with
    the rules of all options."""
    named = set(rules)
    all_rules: list[Rule] = [*whole.triggers, *whole.offers, *whole.bans]
    options = dict.fromkeys(x.info.option for x in all_rules if x.info.name in named)
    for option in options:
        on = () if option is None else needed(project, (option,))
        mine = parameters_with(project, parameters, on)
        yield TableSpec(games=whole.games, options=on, parameters=mine)


def first_answer(project: Project, tables: Iterable[TableSpec], rules: frozenset[str], deadline: float) -> FirstAnswer:
    """Asks the questions that concern some rules. Leaves out invalid tables."""
    checked: list[TableSpec] = []
    found: dict[tuple[str, tuple[str, ...]], Finding] = {}
    stopped = False
    for table in tables:
        if stopped or len(checked) == MOST_TABLES:
            break
        try:
            table = replace(table, seats=table.seats or resolve_table(project, table).table.seats)
            part = check_seats(project, table, deadline, CODES, SHALLOW, RuleSelection(about=rules, first=True), MOVES)
        except RulesError:
            continue
        if not part.cut_short:
            checked.append(table)
        for x in part.findings:
            if x.evidence != "bounded" and x.suppressed is None and x.severity != "note":
                found.setdefault((x.code, x.rules), replace(x, witness=None))
        stopped = part.stopped
        if part.cut_short:
            break
    return FirstAnswer(rules, tuple(checked), tuple(found.values()), stopped)


def refuted(project: Project, answer: FirstAnswer, finding: Finding) -> bool:
    """Whether a finding of an earlier version is about one of the tables of an answer, which does not have it, and its scenario
    does not pass any more. (Little is played for a first answer.)"""
    for table in answer.tables:
        parameters = {(name, str(value)) for name, value in table.parameters.items()}
        here = set(finding.options) <= set(table.options) and finding.seats == table.seats
        if here and set(finding.parameters) <= parameters:
            context = Context(project, table, resolve_table(project, table), float("inf"), sampled_moves=0)
            return finding.witness is None or not replays(context, finding.witness)
    return False
