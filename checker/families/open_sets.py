"""Checks the actual tables of the open questions of a family, with the effort of a single table.

A question about a set of options stays open only where the check of that set leaves it open.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from checker.check_table import Part, check_seats
from checker.context import Effort, RuleSelection
from checker.families.screen import PAIRS, ScreenedFamily
from checker.families.select_products import at, options_of_rules, usual_seats
from checker.results import Finding
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec

Options = tuple[str, ...]

MOST_SETS_CHECKED = 250
"""The maximal number of sets of options checked again, each at a game; the smallest first."""


OpenQuestion = tuple[str, frozenset[str]]
"""An open question: a code, and rules by name."""


@dataclass(frozen=True, slots=True)
class Again:
    """A table to check again for some open questions of a set of options. `fixes`: search for lines that would resolve a finding."""

    spec: TableSpec
    options: Options
    questions: frozenset[OpenQuestion]
    deadline: float
    fixes: bool


def open_sets(
    project: Project, families: Sequence[ScreenedFamily], findings: Iterable[Finding], deadline: float, fixes: bool
) -> list[Again]:
    """The tables of the sets of options with an open question: at the games of its rules and options, at the usual numbers of
    seats, and at the one at which the question is open. (The tables of single options have answered questions about one rule.)"""
    option_of = options_of_rules(project)
    tables: dict[tuple[Options, int], dict[int, set[OpenQuestion]]] = {}
    for finding in findings:
        for options in (finding.options, *finding.also) if finding.sampled else ():
            if finding.code not in PAIRS and len(options) < 2:
                continue
            for number in homes(project, families, option_of, finding, options):
                for seats in tried_seats(families[number], options, finding.seats):
                    tables.setdefault((options, number), {}).setdefault(seats, set()).add(question(finding))
    out: list[Again] = []
    for (options, number), by_seats in sorted(tables.items(), key=lambda x: (len(x[0][0]), x[0]))[:MOST_SETS_CHECKED]:
        for seats, questions in sorted(by_seats.items()):
            spec = at(project, families[number], options, seats)
            out.append(Again(spec, options, frozenset(questions), deadline, fixes))
    return out


def question(finding: Finding) -> OpenQuestion:
    """The open question that a finding states."""
    return finding.code, frozenset(finding.rules)


def homes(
    project: Project,
    families: Sequence[ScreenedFamily],
    option_of: Mapping[str, str],
    finding: Finding,
    options: Options,
) -> list[int]:
    """The families, by number, whose tables answer an open question again: those in which it is open and whose game is a file
    of its rules or options; if there is none, the first in which it is open."""

    def there(rule: str, game: tuple[str, ...]) -> bool:
        option = option_of.get(rule)
        return any(rule.partition(".")[0] in project.chain(x) for x in game) if option is None else option in options

    def open_in(family: ScreenedFamily) -> bool:
        if not set(options) <= set(family.game.options) or not all(there(x, family.game.games) for x in finding.rules):
            return False
        keys = ((x.key[0], frozenset(x.key[1])) for x in family.suspects)
        return finding.code not in PAIRS or question(finding) in keys

    found = [number for number, x in enumerate(families) if open_in(x)]
    files = {x.partition(".")[0] for x in (*finding.rules, *options)}
    return [number for number in found if files & set(families[number].game.games)] or found[:1]


def tried_seats(family: ScreenedFamily, options: Options, seats: int) -> list[int]:
    """The numbers of seats at which to answer a question again: the usual ones, and that at which it is open."""
    numbers = [n for n, _ in family.game.tables if all(n in family.playable.get(o, ()) for o in options)]
    tried = {*usual_seats(numbers[0], numbers[-1]), seats} if numbers else set[int]()
    return [n for n in numbers if n in tried]


def ask_again(project: Project, job: Again) -> Part:
    """Asks some questions at one table."""
    pairs = frozenset(rules for code, rules in job.questions if code in PAIRS)
    if time.monotonic() >= job.deadline:
        return Part(cut_short=True)
    try:
        return check_seats(
            project,
            job.spec,
            job.deadline,
            codes=frozenset(code for code, _ in job.questions),
            effort=Effort(fixes=job.fixes),
            selection=RuleSelection(pairs=pairs),
        )
    except RulesError:
        return Part(cut_short=True)


def decided(
    findings: Sequence[Finding], answers: Sequence[tuple[Again, Part | None]]
) -> tuple[list[Finding], list[Options]]:
    """The findings updated with the results of the actual tables (None: no answer), and the sets of options for which these
    closed a question. A finding stays open only for sets of options of which some table leaves it open or has no answer."""
    parts: dict[tuple[Options, OpenQuestion], list[Part | None]] = {}
    for job, part in answers:
        for one in job.questions:
            parts.setdefault((job.options, one), []).append(part)
    out: list[Finding] = []
    shown: dict[OpenQuestion, list[Finding]] = {}
    closed: list[Options] = []
    for finding in findings:
        if not finding.sampled:
            out.append(finding)
            continue
        left: list[Options] = []
        for options in (finding.options, *finding.also):
            here = parts.get((options, question(finding)), [])
            about = [f for part in here if part for f in part.findings if question(f) == question(finding)]
            found = [f for f in about if f.evidence != "bounded"]
            if found:
                shown.setdefault(question(finding), []).append(replace(found[0], options=options))
            elif here and not any(f.sampled for f in about) and all(x and finding.code in x.completed for x in here):
                closed.append(options)
            else:
                left.append(options)
        if left:
            out.append(replace(finding, options=left[0], also=tuple(left[1:])))
    known = {question(f): f for f in out if f.evidence != "bounded"}
    for key, some in shown.items():
        if key not in known:
            out.append(replace(some[0], also=tuple(dict.fromkeys(f.options for f in some[1:]))))
            continue
        more = tuple(f.options for f in some)
        out[out.index(known[key])] = replace(known[key], also=tuple(dict.fromkeys((*known[key].also, *more))))
    return out, closed
