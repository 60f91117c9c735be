"""Confirmation of clashes: loads each table that the family names, and searches there for a position to replay."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from checker.check_table import Part, announce, at_table, suppressed
from checker.checks.obligations import not_searched
from checker.checks.written import as_written
from checker.context import SAMPLED_MOVES, Context, Effort
from checker.families.family import Cause, base_of, parameters_with
from checker.families.screen import PAIRS, Key, ScreenedFamily, SuspectedClash
from checker.invariants.excluding import excluded
from checker.known_tables import memo_of
from checker.results import Finding
from checker.smt.query import restart_z3
from checker.witness.scenario import written_rules
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, resolve_table

MOVES = 4_000
"""Sampled moves at the first table of a clash; at the second there are more."""

MET_OFTEN = 25
"""If two rules were co-enabled this often at a table, with equal results, no other table is searched."""

MOST_TABLES = 2
"""The maximal number of tables for one pair of rules and one set of options."""


@dataclass(frozen=True, slots=True)
class FamilyTable:
    """A table of a family without its options: the games, the set parameters, and the number of seats."""

    games: tuple[str, ...]
    parameters: tuple[tuple[str, int | str], ...]
    seats: int

    def with_options(self, project: Project, options: Iterable[str]) -> TableSpec:
        """The choice with some options on."""
        on = tuple(sorted(options))
        given = parameters_with(project, dict(self.parameters), on)
        return replace(base_of(self.games, given, self.seats), options=on)


@dataclass(slots=True)
class ClashCandidate:
    """A hypothesis: with these options, an obligation is a finding. `tables`: where to show it. `finding`: set once it
    is shown. `ruled_out`: the last table searched, about which more is known, refutes it. `tried`: how many of the tables
    were searched. `met`: how often the rules were co-enabled there with equal results. `clashes`, `used`: see `SearchResult`."""

    key: Key
    options: frozenset[str]
    tables: list[FamilyTable] = field(default_factory=list)
    finding: Finding | None = None
    ruled_out: bool = False
    tried: int = 0
    met: int = 0
    clashes: int = 0
    used: frozenset[str] = frozenset()


Name = tuple[Key, frozenset[str]]
"""The key of a claim: its obligation and its options."""

Claims = dict[Name, ClashCandidate]


def clash_candidates(
    families: list[ScreenedFamily], project: Project, causes: Callable[[SuspectedClash], Iterable[Cause]]
) -> Claims:
    """Collects the claims of all families, for some causes of each suspected clash. A claim of several games is checked
    once: preferably at the game of the rules' own file, and first at the number of seats that shows most differences."""
    out: Claims = {}
    for one in families:
        for suspect in one.suspects:
            if suspect.key[1] and not any(r.partition(".")[0] in project.named for r in suspect.key[1]):
                continue
            for cause in causes(suspect):
                claim = out.setdefault((suspect.key, cause.options), ClashCandidate(suspect.key, cause.options))
                given = tuple(one.parameters.items())
                claim.tables.extend(FamilyTable(one.game.games, given, n) for n in cause.seats)
    for claim in out.values():
        home = {r.partition(".")[0] for r in claim.key[1]}
        # with two seats, next and opposite are the same player, which hides differences
        claim.tables.sort(key=lambda x: (bool(x.parameters), -x.seats, not set(x.games) & home))
        # try another number of seats before another game
        first: dict[int, FamilyTable] = {}
        for place in claim.tables:
            first.setdefault(place.seats, place)
        claim.tables = [*first.values(), *(x for x in claim.tables if x not in first.values())]
    return out


@dataclass(frozen=True, slots=True)
class WitnessSearch:
    """A table to search, with the claims to show there."""

    spec: TableSpec
    claims: tuple[Name, ...]
    deadline: float
    moves: int
    fixes: bool


def witness_searches(
    project: Project, claims: Claims, attempt: int, deadline: float, fixes: bool
) -> list[WitnessSearch]:
    """The tables to search for the claims not shown yet. Skips a set of options that is not minimal: a claim of the
    same rules with fewer options is shown."""
    groups: dict[tuple[FamilyTable, frozenset[str]], list[Name]] = {}
    shown = {(c.key, c.options) for c in claims.values() if c.finding is not None}
    for name, claim in claims.items():
        smaller = any(key == claim.key and options < claim.options for key, options in shown)
        if smaller or claim.finding is not None or claim.met >= MET_OFTEN or attempt >= len(claim.tables):
            continue
        # (what is refuted with some players may be so with fewer)
        if not claim.ruled_out or claim.tables[attempt].seats != claim.tables[attempt - 1].seats:
            groups.setdefault((claim.tables[attempt], claim.options), []).append(name)
    return [
        WitnessSearch(
            place.with_options(project, options),
            tuple(names),
            deadline,
            SAMPLED_MOVES if attempt else MOVES,
            fixes,
        )
        for (place, options), names in sorted(groups.items(), key=_by_table)
    ]


def _by_table(group: tuple[tuple[FamilyTable, frozenset[str]], list[Name]]) -> tuple[object, ...]:
    place, options = group[0]
    return place.games, str(place.parameters), place.seats, sorted(options)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer of one table to a claim: the finding, if it is shown there; whether it is refuted; and how often the
    rules were co-enabled with equal results. `clashes`: at the table of a pool, the number of states with a clash, and `used`:
    the options to which it may be due."""

    name: Name
    finding: Finding | None = None
    ruled_out: bool = False
    met: int = 0
    clashes: int = 0
    used: frozenset[str] = frozenset()


def search_witnesses(project: Project, job: WitnessSearch) -> list[SearchResult] | None:
    """Searches one table for the clashes claimed. None: the budget ran out."""
    if time.monotonic() >= job.deadline:
        return None
    context = searched_table(project, job, Effort(far=False, fixes=job.fixes))
    if context is None:
        return [SearchResult(name) for name in job.claims]
    out: list[SearchResult] = []
    rules, part = written_rules(context.table), Part()
    for code, doubts in PAIRS.items():
        mine = [name for name in job.claims if name[0][0] == code]
        if not mine:
            continue
        wanted = frozenset(frozenset(rules_) for (_, rules_, _), _ in mine)
        current = doubts(context, wanted)
        known = {(tuple(sorted(d.rules)), d.about): d for d in current.open}
        for name in mine:
            doubt = known.get(name[0][1:])
            late = not context.within_budget()
            goal = None if doubt is None or late else doubt.obligation
            apart = goal is not None and excluded(context, goal) is not None
            found = None if doubt is None or late or apart else doubt.search()
            if apart or (doubt is None and not current.left):
                out.append(SearchResult(name, ruled_out=True))
            elif found is not None and found.evidence != "bounded":
                where = f"shown at a table of {' and '.join(context.table.games)}"
                found = replace(found, options=tuple(sorted(name[1])), details=(*found.details, where))
                (found,) = as_written(context.table, [found])
                found = suppressed(part, rules, at_table(context, found))
                announce([found])
                out.append(SearchResult(name, found))
            else:
                out.append(SearchResult(name, met=context.met[frozenset(name[0][1])]))
    return out


def searched_table(project: Project, job: WitnessSearch, effort: Effort) -> Context | None:
    """The context of a table to search; None if the table is not valid."""
    restart_z3()
    tables = memo_of(project)
    try:
        resolved = tables.resolved(project, job.spec) or resolve_table(project, job.spec)
        return Context(
            project,
            job.spec,
            resolved,
            job.deadline,
            sampled_moves=job.moves,
            effort=effort,
            known=tables,
        )
    except RulesError:
        return None


def findings_of(families: list[ScreenedFamily], claims: Claims) -> list[Finding]:
    """The results of the claims: a finding for each obligation that was shown, an open question for each other."""
    shown: dict[Key, list[Finding]] = {}
    tried: Counter[Key] = Counter()
    met: Counter[Key] = Counter()
    for claim in claims.values():
        tried[claim.key] += claim.tried
        met[claim.key] += claim.met
        if claim.finding is not None:
            shown.setdefault(claim.key, []).append(claim.finding)
    open_ = {s.key: s.still_open for x in families for s in x.suspects}
    out = [with_others(group) for group in shown.values()]
    out += [open_finding(open_[key], times, met[key]) for key, times in tried.items() if key not in shown and times]
    return out + untried_findings([open_[key] for key, times in tried.items() if not times])


def with_others(group: list[Finding]) -> Finding:
    """Merges findings of the same rules with several smallest sets of options; the first names the others."""
    first, *others = sorted(group, key=lambda f: (len(f.options), f.seats, f.options))
    details = [
        f"so it is with {', '.join(f.options) or 'no option'}, at {f.seats} seats, "
        + (
            "open as well"
            if f.evidence == "bounded"
            else "shown in the same way"
            if f.evidence == first.evidence
            else f.evidence
        )
        for f in others
    ]
    return replace(first, details=(*first.details, *details), also=tuple(f.options for f in others))


def open_finding(finding: Finding, tables: int, met: int) -> Finding:
    """The open question about rules for which no table showed a difference. `met`: how often they were co-enabled with
    equal results."""
    extent = f"{tables} table{'s' if tables != 1 else ''}"
    seen = f"the rules met {met} time{'s' if met != 1 else ''}, with the same result" if met else "they never met"
    basis = f"some table may have such a state by all that is known; {seen} at {extent}"
    scope = None if finding.scope is None else replace(finding.scope, states=met)
    return replace(finding, basis=basis, fixes=(), scope=scope)


def untried_findings(findings: list[Finding]) -> list[Finding]:
    """One open question for each code, about the pairs of rules for which the budget ran out."""
    out = []
    for code in sorted({f.code for f in findings}):
        first, *others = (f for f in findings if f.code == code)
        pairs = len(others) + 1
        out.append(
            replace(first, message=not_searched(pairs), rules=(), options=(), basis="the budget ran out", fixes=())
        )
    return out
