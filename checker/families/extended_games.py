"""Findings of a game that extends another one, and whether the other one has them by itself.

What a game has that is only used is not of the files given. What a given game makes of it is, also where every rule of the finding is
of the other game: without a rule that was taken away or replaced, the others loop, or leave players without a move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from checker.families.select_products import SingleTable, SingleTableJob, one_table
from checker.kept.answers import spread_kept
from checker.results import Finding, Report
from unodsl.resolve import Project, TableSpec

Key = tuple[object, ...]
"""What makes findings of two tables the same."""

NEVER = "UNO4"
"""What the codes of rules and parts that never do anything begin with: a game may leave those of another one unused."""


def extended(project: Project, games: Iterable[str]) -> tuple[str, ...]:
    """The games, not given themselves, that given ones extend: the nearest of each."""
    found: dict[str, None] = {}
    for game in games:
        mine, *above = project.chain(game)
        if mine in project.named:
            known = (x for x in above if x not in project.named and project.pages[x].game is not None)
            found |= dict.fromkeys([*known][:1])
    return tuple(found)


def of_other_files(project: Project, finding: Finding) -> bool:
    """Whether a finding or a sampled open question counts, needs no option, and has its rules or its places in other files than
    those given."""
    if finding.options or finding.suppressed is not None or finding.code.startswith(NEVER):
        return False
    if not (finding.sampled if finding.evidence == "bounded" else finding.severity != "note"):
        return False
    given = {project.pages[x].file.source for x in project.named}
    rules = {name.partition(".")[0] for name in finding.rules}
    return not rules & set(project.named) or not any(x.span.source in given for x in finding.places)


def of_given_games(
    project: Project,
    games: Iterable[str],
    findings: Sequence[Finding],
    parameters: Mapping[str, int | str],
    deadline: float,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[frozenset[Key], bool]:
    """The findings of other files that those files do not have by themselves, by what identifies them; and whether the check was
    stopped. Checks the games that given ones extend, for the same codes and numbers of players; a code for which there is no time
    there shows nothing."""
    doubtful = [x for x in findings if of_other_files(project, x)]
    above = extended(project, games) if doubtful else ()
    if not above:
        return frozenset(), False
    codes = frozenset(x.code for x in doubtful)
    specs = [
        TableSpec(games=(game,), seats=seats, parameters=dict(parameters))
        for game in above
        for seats in sorted({x.seats for x in doubtful})
    ]
    tables = [SingleTableJob(SingleTable(spec, codes), deadline) for spec in specs]
    parts, stopped = spread_kept(one_table, project, tables, jobs, progress)
    known = {key(x) for part in parts if part is not None for x in part.findings}
    complete = codes.intersection(*(frozenset() if part is None else part.completed for part in parts))
    return frozenset(key(x) for x in doubtful if x.code in complete) - known, stopped


def with_derived(
    project: Project,
    games: Iterable[str],
    report: Report,
    parameters: Mapping[str, int | str],
    budget: float,
    jobs: int,
) -> Report:
    """The report of one table, with the findings that its game has and the game that this one extends has not. `budget`: seconds."""
    deadline = time.monotonic() + budget
    mine, _ = of_given_games(project, games, report.findings, parameters, deadline, jobs)
    return replace(report, findings=tuple(replace(x, derived=key(x) in mine) for x in report.findings))


def key(finding: Finding) -> Key:
    """What makes a finding the same at another table. An open question is the same, whatever was found out about it."""
    if finding.evidence == "bounded":
        return finding.code, finding.subject
    return finding.code, finding.subject, finding.message
