"""The check of two rulesets against each other: one report for all numbers of seats."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from checker.check_table import Part, check_seats, counted, suppressed
from checker.checks.two_rulesets import findings, subject
from checker.checks.uno204_two_replacements import ALONE
from checker.codes import PERMIT_FORBID, TWO_REPLACEMENTS
from checker.compare.rulesets.tables import PAIR, Chosen, Rulesets
from checker.context import SHALLOW
from checker.effects.bare import bare
from checker.effects.ways import written_name
from checker.known_tables import written
from checker.parallel import AtWork, spread
from checker.report.agreement import ONLY_AT
from checker.results import Finding, Judged, Report
from checker.smt.query import restart_z3
from checker.witness.scenario import written_rules
from checker.witness.scene import scene
from unodsl.diagnostics import RulesError
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, resolve_table
from unodsl.tables import set_parameters


@dataclass(frozen=True, slots=True)
class RulesetsJob:
    """A comparison to run: at one number of seats, until a time of `time.monotonic`."""

    choice: Chosen
    seats: int
    deadline: float


@dataclass(frozen=True, slots=True)
class AtSeats:
    """The result at one number of seats. `moves`: how many were sampled. `apart`: why the two cannot stand at one table,
    or ""."""

    findings: tuple[Finding, ...]
    moves: int
    in_time: bool
    apart: str


def check_rulesets(
    project: Project,
    choice: Chosen,
    seats: range,
    budget: float,
    at_work: AtWork,
    off: str,
    remarks: tuple[str, ...],
    jobs: int,
) -> Report:
    """Compares two rulesets. A finding that is the same at several numbers of seats is reported once, for the fewest.
    `off`: why an option of theirs was not judged. `remarks`: notes on the comparison for the reader. `jobs`: how many
    numbers of seats are compared in parallel; the findings do not depend on it."""
    started = time.monotonic()
    compared = f"{choice.games[0]} and {choice.games[1]}"
    todo = [RulesetsJob(choice, number, started + budget) for number in seats]

    def progress(done: int) -> None:
        at_work(done, len(seats), f"{seats[min(done, len(seats) - 1)]} seats: {compared}")

    parts, stopped = spread(at_seats, project, todo, jobs, progress)
    there = [x for x in parts if x is not None]
    apart = tuple(dict.fromkeys(x.apart for x in there if x.apart))
    judged = scope(project, choice, tuple(seats), off, (*remarks, *apart))
    report = Report(
        findings=each_once([x.findings for x in there]),
        tables=len(there) * len(choice.specs),
        found_witnessed=0,
        open_bounded=0,
        seconds=time.monotonic() - started,
        unused=(),
        cut_short=not all(x.in_time for x in there),
        stopped=stopped,
        moves=(("python", sum(x.moves for x in there)),),
        judged=judged,
    )
    return counted(report)


def scope(project: Project, choice: Chosen, seats: tuple[int, ...], off: str, remarks: tuple[str, ...]) -> Judged:
    """What a comparison is about. Raises `RulesError`."""
    tables = [resolve_table(project, replace(choice.specs[side], seats=seats[-1])).table for side in PAIR]
    on = {o.name: o for t in tables for o in t.options if o.on}
    given = {o.name for t in tables for o in t.options if o.name.partition(".")[0] in project.given}
    return Judged(
        "together",
        choice.games,
        tuple(sorted(o.name for o in on.values() if not o.default)),
        tuple((o, off) for o in sorted(given - on.keys())),
        project.given_files,
        seats,
        tuple(
            dict.fromkeys(
                x for t in tables for x in set_parameters(t).items() if x[0] in _given_parameter(choice, x[0])
            )
        ),
        usual=tuple(sorted(o.name for o in on.values() if o.default)),
        without=tuple(sorted({o.name for t in tables for o in t.options if o.default and o.name not in on})),
        remarks=remarks,
    )


def scene_of(rulesets: Rulesets, finding: Finding) -> str:
    """The position and the move of a witness, of the table of its first scenario; of the other one, where the rules of that one
    count cards that the first table's rules do not, and all else is the same."""
    witness = finding.witness or ""
    first = first_table(rulesets, witness)
    shown = scene(first, witness, finding.code, finding.rules)
    for side in PAIR:
        other = scene(rulesets.at[side].table, witness, finding.code, finding.rules)
        if {*shown.split("; ")} < {*other.split("; ")}:
            shown = other
    return shown


def at_seats(project: Project, one: RulesetsJob) -> AtSeats:
    """Compares two rulesets at one number of seats."""
    restart_z3()
    rulesets = Rulesets(project, one.choice, one.seats, one.deadline)
    some, compared = findings(rulesets)
    more, apart = at_one_table(rulesets, some, one.deadline)
    part = Part()
    rules = {**rulesets.rules["other"], **rulesets.rules["one"]}
    out: list[Finding] = []
    for finding in (*some, *more):
        shown = finding.scene
        if not shown and finding.witness is not None:
            shown = scene_of(rulesets, finding)
        if shown.endswith("the match begins"):
            # the top of the pile at the start is irrelevant
            shown = ""
        if finding.evidence == "proved":
            finding = replace(finding, table=tables_of(one.choice, one.seats))
        out.append(suppressed(part, rules, replace(finding, scene=shown)))
    return AtSeats(tuple(out), sum(rulesets.at[side].samples.moves for side in PAIR), compared.in_time, apart)


Key = tuple[object, ...]
"""The identity of a finding at several numbers of seats."""


def each_once(parts: Sequence[tuple[Finding, ...]]) -> tuple[Finding, ...]:
    """The findings of several numbers of seats, each once, for the fewest seats. A finding that some of them do not have
    says at which it was found; an open question says how far the search went at each. A clash of rules at one table is left
    out where the comparison names these rules at another number of seats."""
    found: dict[Key, list[Finding]] = {}
    compared = [x for part in parts for x in part if x.code not in OF_TWO_RULES and x.evidence != "bounded"]
    named = {r for x in compared for r in x.rules}
    for part in parts:
        here: dict[Key, Finding] = {}
        times: Counter[Key] = Counter()
        for x in part:
            if x.code in OF_TWO_RULES and named.issuperset(x.rules):
                continue
            key: Key = x.code, x.rules, subject(x.message), x.evidence
            if not x.rules:
                times[key] += 1
                key = *key, times[key]
            here.setdefault(key, x)
        for key, x in here.items():
            found.setdefault(key, []).append(x)
    return tuple(at_all(some, len(parts)) for some in found.values())


def at_all(some: list[Finding], of: int) -> Finding:
    """One finding for the same one at several numbers of seats. `of`: how many were compared."""
    first, *more = some
    if first.evidence == "bounded" and more and first.scope is not None:
        states = sum(x.scope.states for x in some if x.scope is not None)
        basis = "; ".join(f"at {x.seats} seats {x.basis}" for x in some)
        return replace(first, basis=basis, scope=replace(first.scope, states=states))
    if len(some) == of or first.evidence == "bounded":
        return first
    numbers = " and ".join(str(x.seats) for x in some)
    return replace(first, details=(*first.details, f"{ONLY_AT}{numbers} seats only"))


def tables_of(choice: Chosen, seats: int) -> str:
    """The two tables that are compared, as JSON."""
    return json.dumps({side: json.loads(written(replace(choice.specs[side], seats=seats))) for side in PAIR})


def first_table(rulesets: Rulesets, witness: str) -> Table:
    """The table of the first scenario of a witness."""
    line = next((x.strip() for x in witness.splitlines() if x.strip().startswith("game ")), "")
    side = PAIR[rulesets.names.index(line.removeprefix("game "))] if line else "one"
    return rulesets.at[side].table


OF_TWO_RULES = frozenset(c.id for c in (PERMIT_FORBID, TWO_REPLACEMENTS))
"""The codes that are checked where both rulesets stand at one table. (Values that both set are compared as declarations. What
both do for one event, or offer, happens twice there, also if they are the same: the comparison of the two tables tells these
apart.)"""


def at_one_table(rulesets: Rulesets, known: list[Finding], deadline: float) -> tuple[list[Finding], str]:
    """Checks the clashes between rules of the two rulesets laid together at one table. Leaves out clashes of rules that
    the comparison (`known`) names. Returns also why there is no such table, or ""."""
    choice, seats = rulesets.choice, rulesets.one.layout.seats
    sides = [choice.specs[side] for side in PAIR]
    spec = TableSpec(
        games=choice.games,
        options=tuple(dict.fromkeys(o for x in sides for o in x.options)),
        without=tuple(dict.fromkeys(o for x in sides for o in x.without)),
        parameters=dict(sides[0].parameters),
        seats=seats,
        lenient=True,
    )
    project = rulesets.one.project
    try:
        table = resolve_table(project, spec).table
        found = check_seats(project, spec, deadline, codes=OF_TWO_RULES, effort=SHALLOW).findings
    except RulesError as error:
        why = str(error.diagnostics[0].message)
        return (
            [],
            f"`{choice.games[0]}` and `{choice.games[1]}` cannot stand at one table, so the checker compares them at two: {why}",
        )
    mine, theirs = (frozenset(rulesets.rules[side]) for side in PAIR)
    rule_of = {written_name(name): rule for name, rule in written_rules(table).items()}

    def normal_form(name: str) -> object:
        """The normal form of a rule. (Two equal rules are no clash of the rulesets: either one is played.)"""
        rule = rule_of.get(name)
        return name if rule is None else (bare(rule), bare(rule.guard))

    out: list[Finding] = []
    # further clashes of rules that are named already have the same cause
    named = {r for f in known if f.evidence != "bounded" for r in f.rules}
    for x in sorted(found, key=lambda x: len({r.rpartition(".")[2] for r in x.rules})):
        rules = frozenset(x.rules)
        of_both = rules - theirs and rules - mine
        alike = len({*map(normal_form, rules)}) < len(rules) or ends_alike(x)
        if of_both and not alike and x.evidence == "witnessed" and x.suppressed is None and not rules <= named:
            named |= rules
            out.append(replace(x, details=(f"at one table with both, {' and '.join(table.games)}", *x.details)))
    return out, ""


def ends_alike(finding: Finding) -> bool:
    """Whether either of two replacements alone ends like the other. (Each ruleset has one of them.)"""
    alone = [x.facts for x in finding.sides if x.label.endswith(ALONE)]
    return finding.code == TWO_REPLACEMENTS.id and (not alone or alone[1:] == alone[:1])


def _given_parameter(choice: Chosen, name: str) -> tuple[str, ...]:
    """The parameter, if the caller set it."""
    given = {str(x).rpartition(".")[2] for spec in choice.specs.values() for x in spec.parameters}
    return (name,) if name.rpartition(".")[2] in given else ()
