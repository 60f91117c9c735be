"""The check of two rulesets against each other: one report for all numbers of seats."""

from __future__ import annotations

import json
import time
from dataclasses import replace

from checker.check_table import Part, check_seats, counted, suppressed
from checker.checks.two_rulesets import findings
from checker.codes import DOUBLE, ORDER, PERMIT_FORBID, TWO_OUTCOMES, TWO_REPLACEMENTS
from checker.compare.rulesets.tables import PAIR, Chosen, Rulesets
from checker.context import SHALLOW
from checker.effects.bare import bare
from checker.effects.ways import written_name
from checker.known_tables import written
from checker.parallel import AtWork
from checker.results import Finding, Judged, Report
from checker.smt.query import restart_z3
from checker.witness.scenario import written_rules
from checker.witness.scene import scene
from unodsl.diagnostics import RulesError
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, resolve_table
from unodsl.tables import set_parameters


def check_rulesets(
    project: Project, choice: Chosen, seats: range, budget: float, at_work: AtWork, off: str, remarks: tuple[str, ...]
) -> Report:
    """Compares two rulesets. A finding that is the same at several numbers of seats is reported once, for the fewest.
    `off`: why an option of theirs was not judged. `remarks`: notes on the comparison for the reader."""
    started = time.monotonic()
    found: dict[tuple[object, ...], Finding] = {}
    moves = 0
    cut_short = stopped = False
    rulesets: Rulesets | None = None
    apart = ""
    for number in seats:
        at_work(number - seats[0], len(seats), f"{number} seats: {choice.games[0]} and {choice.games[1]}")
        restart_z3()
        rulesets = Rulesets(project, choice, number, started + budget)
        try:
            some, compared = findings(rulesets)
            more, apart = at_one_table(rulesets, some, started + budget)
        except KeyboardInterrupt:
            stopped = True
            break
        cut_short |= not compared.in_time
        moves += sum(rulesets.at[side].samples.moves for side in PAIR)
        part = Part()
        rules = {**rulesets.rules["other"], **rulesets.rules["one"]}
        for finding in (*some, *more):
            shown = finding.scene
            if not shown and finding.witness is not None:
                shown = scene(first_table(rulesets, finding.witness), finding.witness)
            if shown.endswith("the match begins"):
                # the top of the pile at the start is irrelevant
                shown = ""
            key = finding.code, finding.rules, finding.message if not finding.rules else "", finding.evidence
            if finding.evidence == "proved":
                finding = replace(finding, table=tables_of(choice, number))
            found.setdefault(key, suppressed(part, rules, replace(finding, scene=shown)))
    assert rulesets is not None
    tables = [rulesets.at[side].table for side in PAIR]
    on = {o.name: o for t in tables for o in t.options if o.on}
    given = {o.name for t in tables for o in t.options if o.name.partition(".")[0] in project.given}
    judged = Judged(
        "together",
        choice.games,
        tuple(sorted(o.name for o in on.values() if not o.default)),
        tuple((o, off) for o in sorted(given - on.keys())),
        project.given,
        tuple(seats),
        tuple(
            dict.fromkeys(
                x for t in tables for x in set_parameters(t).items() if x[0] in _given_parameter(choice, x[0])
            )
        ),
        usual=tuple(sorted(o.name for o in on.values() if o.default)),
        without=tuple(sorted({o.name for t in tables for o in t.options if o.default and o.name not in on})),
        remarks=(*remarks, apart) if apart else remarks,
    )
    report = Report(
        findings=tuple(found.values()),
        tables=len(rulesets.at) * len(seats),
        found_witnessed=0,
        open_bounded=0,
        seconds=time.monotonic() - started,
        unused=(),
        cut_short=cut_short,
        stopped=stopped,
        moves=(("python", moves),),
        judged=judged,
    )
    return counted(report)


def tables_of(choice: Chosen, seats: int) -> str:
    """The two tables that are compared, as JSON."""
    return json.dumps({side: json.loads(written(replace(choice.specs[side], seats=seats))) for side in PAIR})


def first_table(rulesets: Rulesets, witness: str) -> Table:
    """The table of the first scenario of a witness."""
    line = next((x.strip() for x in witness.splitlines() if x.strip().startswith("game ")), "")
    side = PAIR[rulesets.names.index(line.removeprefix("game "))] if line else "one"
    return rulesets.at[side].table


OF_TWO_RULES = frozenset(c.id for c in (ORDER, PERMIT_FORBID, TWO_OUTCOMES, TWO_REPLACEMENTS, DOUBLE))
"""The codes that are checked where both rulesets stand at one table. (Values that both set are compared as
declarations.)"""


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
        alike = len({*map(normal_form, rules)}) < len(rules)
        if of_both and not alike and x.evidence == "witnessed" and x.suppressed is None and not rules <= named:
            named |= rules
            out.append(replace(x, details=(f"at one table with both, {' and '.join(table.games)}", *x.details)))
    return out, ""


def _given_parameter(choice: Chosen, name: str) -> tuple[str, ...]:
    """The parameter, if the caller set it."""
    given = {str(x).rpartition(".")[2] for spec in choice.specs.values() for x in spec.parameters}
    return (name,) if name.rpartition(".")[2] in given else ()
