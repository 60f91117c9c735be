"""Product selection: the single tables of a family for the checks of one rule. These are each game, each option by
itself, the combinations that screening or play suggest, and small combinations while they are few."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Literal

from checker.check_table import POWERLESS, Part, check_seats, claims_never
from checker.checks.registry import CHECKS
from checker.codes import DEAD, DOUBLE, ORDER, STUCK, TRAP, UNANSWERED, ids
from checker.context import SAMPLED_MOVES, Effort, RuleSelection
from checker.families.confirm import with_others
from checker.families.deadlock import WAITING
from checker.families.disabling_options import OPTIONS, RULES
from checker.families.family import MOST_SETS, base_of, parameters_with
from checker.families.screen import PAIRS, ScreenedFamily
from checker.results import Evidence, Finding, Game, Single
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec
from unodsl.syntax import nodes as s

SINGLES = frozenset(code for code, _, _ in CHECKS) - PAIRS.keys() - ids("options")
"""The codes of the checks that concern neither a pair of rules nor a pair of options."""

PLAYED = SINGLES - RULES - OPTIONS
"""Those that no query settles for all combinations of options."""

SEATS = (2, 3)
"""The default numbers of seats, where a game allows them."""

FEW_TABLES = 16
"""The maximal number of single tables of one game: all combinations of four options."""


@dataclass(frozen=True, slots=True)
class SingleTable:
    """A single table to check: for which codes, and for which rules (none: all). `played`: whether the check needs
    play. `again`: only confirm that what never happens at another table never happens here."""

    spec: TableSpec
    codes: frozenset[str]
    rules: frozenset[str] = frozenset()
    played: bool = True
    again: bool = False


def all_single_tables(families: list[ScreenedFamily], project: Project) -> list[SingleTable]:
    """Each game without options, each option of the files given at its own game, and combinations: the smallest ones
    while they are few, and those that screening suggests."""
    out: list[SingleTable] = []

    for one in families:
        out.append(SingleTable(at(project, one, (), one.game.tables[0][0]), SINGLES))
    placed_: set[str] = set()
    alone = [one for one in families if len(one.game.games) == 1]
    for home in (True, False):
        for one in alone:
            for option, closed, seats in one.game.singles:
                given = option.partition(".")[0] in project.named
                if given and option not in placed_ and (not home or option.partition(".")[0] in one.game.games):
                    placed_.add(option)
                    out.append(SingleTable(at(project, one, closed, seats), SINGLES))
    whole = {(table.spec.games, table.spec.options) for table in out}
    for one in alone:
        mine = [x for x in one.game.singles if x[0].partition(".")[0] in project.named]
        for options, seats in islice(option_sets(one.game, mine), max(0, FEW_TABLES - 1 - len(mine))):
            out.append(SingleTable(at(project, one, options, seats), PLAYED))
    for one in alone:
        for hint in one.hints:
            spec = at(project, one, hint.options, hint.seats)
            if (spec.games, spec.options) not in whole:
                out.append(SingleTable(spec, hint.codes, hint.rules, hint.played))
    return out


def fewer_options(
    project: Project, families: Sequence[ScreenedFamily], checked: Sequence[tuple[Part, SingleTable]]
) -> list[SingleTable]:
    """Each single option of a table with a position that leads nowhere, at the same number of seats, where it was not checked:
    the option may suffice there, though not at the fewest seats."""
    known = {table_key(table.spec) for _, table in checked if table.codes >= NO_WAY_ON}
    out: dict[TableKey, SingleTable] = {}
    for part, table in checked:
        codes = {f.code for f in part.findings if f.code in NO_WAY_ON and f.evidence != "bounded"}
        on, seats = set(table.spec.options), table.spec.seats
        if not codes or seats is None:
            continue
        for one in (x for x in families if x.game.games == table.spec.games):
            for option, closed, _ in one.game.singles:
                spec = at(project, one, closed, seats)
                if set(closed) < on and seats in one.playable.get(option, ()) and table_key(spec) not in known:
                    out[table_key(spec)] = SingleTable(spec, NO_WAY_ON)
    return list(out.values())


PAIRS_OF_OPTIONS = ids("options")
"""The codes that compare two options."""

PAIR_MOVES = 1200
"""Sampled moves at the table of two options."""

MOST_OPTION_PAIRS = 500
"""The maximal number of pairs of options that are compared."""


def option_pairs(families: Sequence[ScreenedFamily], project: Project) -> tuple[list[SingleTable], int]:
    """The tables for comparing two options: each pair once, at three seats where possible. Returns also how many pairs
    exceed `MOST_OPTION_PAIRS`."""
    out: dict[tuple[str, str], SingleTable] = {}
    left: set[tuple[str, str]] = set()
    for one in families:
        for (a, closed, few), (b, other, fewest) in combinations(one.game.singles, 2):
            pair = a, b
            options = frozenset((*closed, *other))
            known = {a, b} & {x for x in (a, b) if x.partition(".")[0] in project.named}
            if pair in out or not known or b in closed or a in other or any(x <= options for x in one.game.apart):
                continue
            seats = [n for n in one.playable.get(a, ()) if n in one.playable.get(b, ()) and n >= max(few, fewest)]
            if not seats:
                continue
            if len(out) >= MOST_OPTION_PAIRS:
                left.add(pair)
                continue
            spec = at(project, one, options, min(seats, key=lambda n: (abs(n - 3), n)))
            out[pair] = SingleTable(spec, PAIRS_OF_OPTIONS, frozenset(pair))
    return list(out.values()), len(left - out.keys())


def at(project: Project, family: ScreenedFamily, options: Iterable[str], seats: int) -> TableSpec:
    """A table of a family with some options on."""
    on = tuple(sorted(options))
    return replace(base_of(family.game.games, parameters_with(project, family.parameters, on), seats), options=on)


def without_bans(project: Project, families: Sequence[ScreenedFamily], table: SingleTable) -> list[TableSpec]:
    """The same table with one more option on that leaves out a ban. (What was banned there may happen then.)"""
    out: list[TableSpec] = []
    spec, seats = table.spec, table.spec.seats
    if not spec.options or seats is None:
        return out
    for one in (x for x in families if x.game.games == spec.games):
        for option, closed, _ in one.game.singles:
            options = frozenset((*spec.options, *closed))
            more = option in one.lifting and options > set(spec.options)
            if more and seats in one.playable[option] and not any(x <= options for x in one.game.apart):
                out.append(at(project, one, options, seats))
    return out


def usual_seats(low: int, high: int) -> range:
    """The default numbers of seats: 2 and 3, or the two least that a game allows."""
    first = max(low, SEATS[0])
    return range(first, min(max(first + 1, SEATS[-1]), high) + 1) if first <= high else range(low, low + 1)


def option_sets(game: Game, mine: Sequence[Single]) -> Iterator[tuple[frozenset[str], int]]:
    """Combinations of some options of a game with what they need, pairs first, with the fewest seats that they allow."""
    known = {frozenset(closed) for _, closed, _ in game.singles}
    for size in range(2, len(mine) + 1):
        for some in combinations(mine, size):
            options = frozenset().union(*(closed for _, closed, _ in some))
            if options not in known and not any(pair <= options for pair in game.apart):
                known.add(options)
                yield options, max(seats for *_, seats in some)


Base = tuple[tuple[str, ...] | None, tuple[tuple[str, int | str], ...], int | None]
"""The games, parameters, and seats of a table: what it shares with the same table without options."""

RuleAt = tuple[str, Base]
"""A rule at a table without options."""


@dataclass(frozen=True, slots=True)
class SingleTableJob:
    """A single table to check, with the results of tables without options: `dead`, the rules that never happen there,
    and `sought`, those for which that is open."""

    table: SingleTable
    deadline: float
    dead: frozenset[RuleAt] = frozenset()
    sought: frozenset[RuleAt] = frozenset()
    clashing: frozenset[frozenset[str]] = frozenset()
    """Sets of rules already reported as clashing."""
    fixes: bool = False
    """Whether to try lines that resolve a finding."""


def options_of_rules(project: Project) -> dict[str, str]:
    """The option of each rule that belongs to one, by full names."""
    return {
        f"{page.name}.{item.name.text}": option
        for page in project.pages.values()
        for option, node in page.options.items()
        for item in node.items
        if isinstance(item, s.Rule)
    }


def relevant_job(project: Project, option_of: Mapping[str, str], job: SingleTableJob) -> SingleTableJob:
    """The same check, restricted to the known results that concern its table and its options."""
    base, on = without_options(project, job.table.spec), {None, *job.table.spec.options}
    return replace(
        job,
        dead=frozenset(x for x in job.dead if x[1] == base),
        sought=frozenset(x for x in job.sought if x[1] == base),
        clashing=frozenset(x for x in job.clashing if all(option_of.get(rule) in on for rule in x)),
    )


def one_table(project: Project, job: SingleTableJob) -> Part:
    """Checks one single table. An invalid table has no findings."""
    table = job.table
    if time.monotonic() >= job.deadline:
        return Part(cut_short=True)
    base = without_options(project, table.spec)
    try:
        return check_seats(
            project,
            table.spec,
            job.deadline,
            codes=table.codes,
            effort=Effort(far=False, fixes=job.fixes),
            selection=RuleSelection(
                about=table.rules,
                reported=frozenset(name for name, at in job.dead if at == base),
                sought=frozenset(name for name, at in job.sought if at == base),
                again=table.again,
            ),
            moves=(PAIR_MOVES if table.codes == PAIRS_OF_OPTIONS else SAMPLED_MOVES) if table.played else 0,
            clashing=job.clashing,
        )
    except RulesError:
        return Part()


def without_options(project: Project, spec: TableSpec) -> Base:
    """The key that a table shares with the same one without options."""
    return spec.games, tuple(sorted(parameters_with(project, spec.parameters, ()).items())), spec.seats


def dead_at(project: Project, parts: Iterable[tuple[Part, SingleTable]], evidence: Evidence) -> frozenset[RuleAt]:
    """The rules proved dead at some tables (or, with the evidence `bounded`, those for which that stayed open), each
    with its table without options."""
    out: set[RuleAt] = set()
    for part, table in parts:
        for finding in part.findings:
            if (
                finding.code == DEAD.id
                and finding.evidence == evidence
                and (evidence == "proved" or len(finding.rules) == 1)
            ):
                out |= {(rule, without_options(project, table.spec)) for rule in finding.rules}
    return frozenset(out)


def deduplicated(project: Project, parts: list[tuple[Part, SingleTable]], clashes: Sequence[Finding]) -> list[Finding]:
    """Merges findings; each names the smallest sets of options that it needs. A table suggested for some rules counts
    only for findings about these rules, and its options are the cause. `clashes`: the clashes of rules that were found."""
    found: dict[tuple[str, tuple[str, ...]], list[Finding]] = {}
    at = {
        table_key(table.spec): {(f.code, f.rules, openness(f)) for f in part.findings}
        for part, table in parts
        if table.codes == SINGLES
    }
    for part, table in parts:
        for finding in part.findings:
            if claims_never(finding) and lives_or_unused(project, finding, table.spec, parts):
                continue
            if table.codes == PAIRS_OF_OPTIONS:
                if finding.evidence == "bounded":
                    # reported among the bounds of the whole check
                    continue
            elif table.codes != SINGLES and table.rules and not table.rules >= set(finding.rules[:1]):
                continue
            elif not holds_with_fewer(finding, table.spec, at):
                finding = replace(finding, options=table.spec.options)
            if claims_never(finding) and runs_with_more_options(finding, clashes):
                continue
            found.setdefault((finding.code, finding.subject), []).append(finding)
    return without_repeats([with_others(smallest(group)) for group in found.values()])


NO_WAY_ON = frozenset(c.id for c in (STUCK, UNANSWERED, TRAP))
"""The codes of positions that lead nowhere: they name all rules that could matter there."""


def without_repeats(findings: list[Finding]) -> list[Finding]:
    """Leaves out a position that leads nowhere if fewer options and rules have one already."""
    some = [f for f in findings if f.code in NO_WAY_ON and f.evidence != "bounded" and f.suppressed is None]

    def repeats(f: Finding) -> bool:
        return any(x.code == f.code and set(x.options) < set(f.options) and set(x.rules) <= set(f.rules) for x in some)

    return [f for f in findings if f not in some or not repeats(f)]


BOTH_RAN = frozenset(c.id for c in (ORDER, DOUBLE))
"""The codes of clashes with a witness in which each of the rules runs."""


def runs_with_more_options(finding: Finding, clashes: Sequence[Finding]) -> bool:
    """Whether the witness of a clash shows that a rule of an option, or an option, which does nothing with some options, does
    something with more. Then the choice of options is why."""
    return (
        finding.code in POWERLESS | OPTIONS
        and bool(finding.owners)
        and any(
            f.evidence == "witnessed"
            and not BOTH_RAN.isdisjoint((f.code, *f.also_codes))
            and {*finding.options} < {*f.options}
            and ({*finding.rules} <= {*f.rules} if finding.rules else {*finding.owners} <= {*f.owners})
            for f in clashes
        )
    )


def never_findings(
    project: Project, parts: list[tuple[Part, SingleTable]]
) -> Iterator[tuple[SingleTable, list[Finding]]]:
    """The findings that something never happens and that no other table refutes so far, by table. None that an author
    allows."""
    for part, table in parts:
        found = [
            f
            for f in part.findings
            if claims_never(f)
            and f.suppressed is None
            and (not table.rules or set(f.rules) <= table.rules)
            and not lives_or_unused(project, f, table.spec, parts)
        ]
        if found:
            yield table, found


def lives_or_unused(project: Project, finding: Finding, spec: TableSpec, parts: list[tuple[Part, SingleTable]]) -> bool:
    """Whether other tables refute a finding that something never happens. More tables never reverse the answer."""
    return alive_elsewhere(finding, spec, parts) or unused_by_choice(project, finding, spec, parts)


TableKey = tuple[tuple[str, ...] | None, tuple[tuple[str, int | str], ...], tuple[str, ...], int | None]
"""The games, parameters, options, and seats of a table."""

Openness = Literal["settled", "exhaustive", "sampled"]

FindingsByTable = dict[TableKey, set[tuple[str, tuple[str, ...], Openness]]]
"""The findings (code, rules, openness) at the fully checked tables."""


def table_key(spec: TableSpec) -> TableKey:
    """A key that identifies a table within its project."""
    return spec.games, tuple(sorted(spec.parameters.items())), spec.options, spec.seats


def openness(finding: Finding) -> Openness:
    """Whether a finding is open, and how far it was searched."""
    return "exhaustive" if finding.exhaustive else "sampled" if finding.sampled else "settled"


def alive_elsewhere(finding: Finding, spec: TableSpec, parts: list[tuple[Part, SingleTable]]) -> bool:
    """Whether the same check, at another number of seats or with other parameters, did not confirm that something never
    happens."""
    for part, table in parts:
        other = table.spec
        same = (other.games, other.options) == (spec.games, spec.options) and table_key(other) != table_key(spec)
        covered = finding.code in table.codes and (not table.rules or set(finding.rules) <= table.rules)
        dead_there = any(
            (f.code, f.subject) == (finding.code, finding.subject) and claims_never(f) for f in part.findings
        )
        if same and covered and finding.code in part.completed and not dead_there:
            return True
    return False


def unused_by_choice(
    project: Project, finding: Finding, spec: TableSpec, parts: list[tuple[Part, SingleTable]]
) -> bool:
    """Whether the choice of options explains a finding that something never happens. True for a rule of the game that
    happens without options, and for a rule of an option that happens with more options. An option that disables
    another option's rule stays a finding."""
    own = {project.option_of(rule) for rule in finding.rules[:1]} - {None} or set(finding.options) & set(spec.options)
    for part, table in parts:
        other = table.spec
        covered = finding.code in table.codes and (not table.rules or set(finding.rules) <= table.rules)
        if other.games != spec.games or not covered or finding.code not in part.completed:
            continue
        fewer = set(other.options) < set(spec.options) and not own
        more = bool(own) and set(other.options) > set(spec.options)
        found_there = any((f.code, f.subject) == (finding.code, finding.subject) for f in part.findings)
        if (fewer or more) and not found_there:
            return True
    return False


def holds_with_fewer(finding: Finding, spec: TableSpec, at: FindingsByTable) -> bool:
    """Whether the smallest checked table with the options that a finding names has the same finding, or one of fewer of its
    rules. Then these options suffice."""
    mine = table_key(spec)
    there = [
        x for x in at if x[:2] == mine[:2] and x[3] == mine[3] and set(finding.options) <= set(x[2]) <= set(mine[2])
    ]
    least = min(there, key=lambda x: len(x[2]), default=None)
    return least is not None and any(
        rules == finding.rules or (rules and set(rules) < set(finding.rules))
        for code, rules, how in at[least]
        if (code, how) == (finding.code, openness(finding))
    )


def smallest(group: list[Finding]) -> list[Finding]:
    """The settled findings of a group, if any, with minimal sets of options; at most `MOST_SETS`."""
    settled = [f for f in group if f.evidence != "bounded"]
    # open with some options: the exhaustive search of small decks with other options settles nothing
    sampled = [f for f in group if f.sampled]
    of = {frozenset(f.options): f for f in reversed(settled or sampled or group)}
    return [f for options, f in sorted(of.items(), key=lambda x: len(x[0])) if not any(o < options for o in of)][
        :MOST_SETS
    ]


def single_table_words(tables: Sequence[SingleTable]) -> tuple[str, ...]:
    """The checks that ran at single tables only, in words."""
    if not tables:
        return ()
    hinted = sum(table.codes not in (SINGLES, PAIRS_OF_OPTIONS) for table in tables)
    by_conditions = sorted(RULES | OPTIONS | WAITING)
    others = sorted(SINGLES - set(by_conditions))
    return (
        f"{', '.join(by_conditions)}: checked for every combination, as far as conditions decide (UNO303 and UNO501: while everybody takes "
        f"part), and for {hinted} combination{'' if hinted == 1 else 's'} in play; {', '.join(others)}, and what only play shows: checked for "
        "those, of each game, and of each option by itself",
    )
