"""All tables that a set of files allows: which options clash, with the smallest sets of them that do.

Three steps. Each game is one family (`checker.family`): a pair of rules that cannot clash in any of its states is settled for all
of its tables at once, and for every other pair the solver names the smallest sets of options with which it could. Each of those
sets is then loaded as the table that it is, and a position sought there and replayed, as for any table. What is asked of one rule
and not of a pair (whether it ever happens, whether a stack can go on for ever) is asked of each game without options, of each
option by itself, and of those pairs of options with which play over random mixtures never saw a rule that it saw otherwise.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from checker.claims import MOST_TABLES, claims_of, told_of, visit, visits_of
from checker.learned import look_at, wishes_of
from checker.lone import Asked, each_once, lone_tables, never_happen, one_table, singly
from checker.matrix import matrix, pages
from checker.run import Part, Told, counted
from checker.spread import spread
from checker.verdicts import Combinations, Finding, Report
from unodsl.resolve import Project


def check_combinations(
    project: Project,
    groups: Sequence[tuple[str, ...]],
    parameters: dict[str, int | str],
    seats: range | None,
    budget: float,
    told: Told = lambda _: None,
    jobs: int = 1,
    only: tuple[str, ...] = (),
    without: tuple[str, ...] = (),
) -> Report:
    """Check all tables of some games: every set of the project's options that can be on together, at each number of seats
    (None: all that the game allows). A group of several games is laid over each other. Findings are about rules of the files
    given. `only`: of these options alone (full names), with what they need and what is on by default; `without`: these are off. Ctrl-C ends it with what was decided so far. Raises
    `RulesError`."""
    started = time.monotonic()
    deadline = started + budget

    def step(what: str, count: int) -> Callable[[int], None]:
        return lambda done: told(f"{what}: {done} of {count}")

    wishes = wishes_of(project, groups, parameters, seats, deadline, only, without)
    families, stopped = spread(look_at, project, wishes, jobs, step("games", len(wishes)))
    known = [x for x in families if x is not None]
    cut_short = any(x.cut_short for x in known)
    claims = claims_of(known, project)
    trials = 0
    for attempt in range(MOST_TABLES):
        visits = visits_of(claims, attempt, parameters, deadline)
        if not visits or stopped or time.monotonic() >= deadline:
            break
        found, stopped = spread(visit, project, visits, jobs, step(f"tables, round {attempt + 1}", len(visits)))
        for answers in found:
            if answers is None:
                continue
            trials += 1
            for answer in answers:
                claim = claims[answer.name]
                claim.tried += 1
                claim.met += answer.met
                claim.finding = answer.finding
                claim.ruled_out = answer.ruled_out
    findings = told_of(known, claims)
    tables = [] if stopped else lone_tables(known, project, parameters)
    parts: list[Part | None] = []
    said: frozenset[str] = frozenset()
    # first the games without options: of what is said of them, nothing is said again
    for some in (tables[: len(known)], tables[len(known) :]):
        if stopped:
            break
        asked = [Asked(table, deadline, said) for table in some]
        of_these, stopped_now = spread(one_table, project, asked, jobs, step("single tables", len(some)))
        parts += of_these
        stopped = stopped_now
        said = never_happen(of_these)
    done = [(part, table) for part, table in zip(parts, tables, strict=False) if part is not None]
    findings += each_once(done)
    cut_short = cut_short or any(part.cut_short for part, _ in done) or time.monotonic() >= deadline
    given = [f for f in findings if concerns(project, f)]
    combined = Combinations(
        tuple(x.game for x in known),
        matrix(project, [x.game for x in known], given),
        pages(project, given),
        trials + len(tables),
        tuple(dict.fromkeys(b for x in known for b in (*x.bounds, *singly(tables)))),
    )
    return counted(
        Report(
            findings=tuple(
                sorted(given, key=lambda f: (f.code, f.evidence != "witnessed", f.rules, f.seats, f.options))
            ),
            tables=sum(count for x in known for _, count in x.game.tables),
            clean_proved=sum(x.proved for x in known) + sum(part.proved for part, _ in done),
            found_witnessed=0,
            open_bounded=0,
            seconds=time.monotonic() - started,
            unused=(),
            cut_short=cut_short,
            stopped=stopped,
            proofs=tuple(dict.fromkeys(p for part, _ in done for p in part.proofs)),
            combinations=combined,
        )
    )


def concerns(project: Project, finding: Finding) -> bool:
    """Whether a finding is about something in the files given: their rules, or rules of others that are so with their options."""
    pages = {name.partition(".")[0] for name in (*finding.rules, *finding.options)}
    return not pages or bool(pages & set(project.given))
