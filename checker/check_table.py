"""The check of one table: findings, suppressions, and counts of closed questions."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from checker import messages
from checker.checks.registry import CHECKS
from checker.checks.written import as_written
from checker.codes import (
    CONTRADICTION,
    DEAD,
    DOUBLE,
    OPTION_WITHOUT_EFFECT,
    ORDER,
    OVERSHADOWED,
    PARAMETER,
    PERMIT_FORBID,
    STUCK,
    TWO_OUTCOMES,
    TWO_REPLACEMENTS,
    UNANSWERED,
    WITHOUT_EFFECT,
    Code,
)
from checker.context import ALL_RULES, DEEP, SAMPLED_MOVES, Context, Effort, RuleSelection
from checker.effects.ways import allowances, written_name
from checker.invariants.decided import invariant_proofs
from checker.kept.answers import spread_kept
from checker.known_tables import memo_of
from checker.parallel import AtWork, nothing_shown
from checker.report.smtlib import write
from checker.report.text import about
from checker.results import Answers, Finding, Fix, Place, Proof, Report, SearchScope, Unused, together, uncertified
from checker.smt.query import restart_z3
from checker.witness.scenario import written_rules
from checker.witness.scene import scene
from unodsl.engine.choose import NAMES, Name
from unodsl.engine.describe import short
from unodsl.model import table as t
from unodsl.resolve import Project, TableSpec, resolve_table

CODES = frozenset(code for code, _, _ in CHECKS)
"""The codes of all checks."""


@dataclass(frozen=True, slots=True)
class TableJob:
    """A check to run: a table and its deadline, a time of `time.monotonic`."""

    spec: TableSpec
    deadline: float


@dataclass(slots=True)
class Part:
    """The result at one number of seats. `completed`: codes whose checks completed. `moves`: moves played to learn about
    the table, by executor. `covered`: more general codes of the same clash, by set of rules; they are not reported."""

    findings: list[Finding] = field(default_factory=list)
    closed: int = 0
    proofs: list[Proof] = field(default_factory=list)
    allowed: set[Unused] = field(default_factory=set)
    used: set[Unused] = field(default_factory=set)
    completed: set[str] = field(default_factory=set)
    cut_short: bool = False
    stopped: bool = False
    moves: dict[Name, int] = field(default_factory=dict)
    covered: dict[frozenset[str], set[str]] = field(default_factory=dict)


def check_table(
    project: Project, spec: TableSpec, seats: range, budget: float, at_work: AtWork = nothing_shown, jobs: int = 1
) -> Report:
    """Checks one table at several numbers of seats. A finding that is the same at each is reported once, for the fewest
    seats. `jobs`: how many tables are checked in parallel; the findings do not depend on it. Ctrl-C ends the check;
    the report then has what was decided before."""
    started = time.monotonic()
    jobs_by_seats = [TableJob(replace(spec, seats=number), started + budget) for number in seats]
    steps = dict.fromkeys(seats, 0)

    def on_step(step: messages.Step) -> None:
        steps[step.seats] = step.done
        at_work(sum(steps.values()), step.of * len(steps), f"{step.seats} seats: {step.what}")

    with messages.receiving(messages.Step, on_step):
        if jobs > 1 and len(jobs_by_seats) > 1:
            found, stopped = spread_kept(_check, project, jobs_by_seats, jobs, lambda done: None)
            parts = [p for p in found if p is not None]
        else:
            parts, stopped = [], False
            for one in jobs_by_seats:
                found, stopped = spread_kept(_check, project, [one], 1, lambda done: None)
                parts += [p for p in found if p is not None]
                if stopped or parts[-1].stopped:
                    break
    return summed_up(parts, time.monotonic() - started, stopped)


def _check(project: Project, one: TableJob) -> Part:
    return check_seats(project, one.spec, one.deadline)


def check_seats(
    project: Project,
    spec: TableSpec,
    deadline: float,
    codes: frozenset[str] | None = None,
    effort: Effort = DEEP,
    selection: RuleSelection = ALL_RULES,
    moves: int = SAMPLED_MOVES,
    clashing: frozenset[frozenset[str]] = frozenset(),
) -> Part:
    """Runs all checks of one table, or those of `codes`. `moves`: how many moves are sampled."""
    part = Part()
    restart_z3()
    known = memo_of(project)
    # (resolve an invalid choice again for its error)
    resolved = known.resolved(project, spec) or resolve_table(project, spec)
    context = Context(
        project,
        spec,
        resolved,
        deadline,
        sampled_moves=moves,
        effort=effort,
        selection=selection,
        known=known,
        reported=set(clashing),
        named=frozenset(
            o.name for o in resolved.table.options if o.name in spec.options or short(o.name) in spec.options
        ),
    )
    context.spec = context.just()
    if context.resolved is resolved:
        known.take(context.spec, spec, resolved)
    rules = {written_name(name): r for name, r in written_rules(context.table).items()}
    part.allowed = {Unused(name, a) for name, r in rules.items() for a in r.info.allows}
    try:
        for number, (code, name, check) in enumerate(CHECKS):
            if codes is not None and code not in codes:
                continue
            messages.send(messages.Step(context.layout.seats, number, len(CHECKS), f"{code} {name}"))
            if not context.within_budget():
                context.cut_short.append(code)
                if effort.far:
                    part.findings.append(at_table(context, not_checked(context, code, name)))
                continue
            answers = with_half_the_time(context, code, check)
            part.closed += answers.closed
            part.proofs.extend(answers.proofs)
            found = as_written(context.table, answers.findings)
            found = [suppressed(part, rules, at_table(context, f)) for f in found]
            part.findings.extend(found)
            announce(found)
            context.reported |= {frozenset(f.rules) for f in answers.findings if f.evidence != "bounded" and f.rules}
            if not any(x == code or x not in CODES for x in context.cut_short):
                part.completed.add(code)
    except KeyboardInterrupt:
        part.stopped = True
    for names, general in context.covered.items():
        part.covered.setdefault(frozenset(map(written_name, names)), set()).update(general)
    part.findings = merge_by_cause([with_codes(f, part.covered) for f in part.findings])
    part.proofs.extend(invariant_proofs(context))
    part.proofs = [replace(p, table=p.table or context.chosen) for p in part.proofs]
    if context.known.obligations is not None:
        write(context.known.obligations, [x for _, x in context.decided])
    part.cut_short = bool(context.cut_short)
    part.moves = context.moves_by
    messages.send(messages.Step(context.layout.seats, len(CHECKS), len(CHECKS), "complete"))
    return part


def with_half_the_time(context: Context, code: str, check: Callable[[Context], Answers]) -> Answers:
    """Runs one check within half of the time that is left, so that one long search leaves time for the other questions."""
    started = time.monotonic()
    context.share.until = started + (context.deadline - started) / 2
    try:
        answers = check(context)
        if not context.within_budget():
            context.cut_short.append(code)
        return answers
    finally:
        context.share.until = math.inf


def announce(findings: Iterable[Finding]) -> None:
    """Sends the findings that have a witness and that the reader can do something about."""
    for f in findings:
        if f.evidence == "witnessed" and f.severity != "note" and f.suppressed is None and f.owners:
            messages.send(messages.Found(f.code, f"{f.severity} {f.code} {about(f)}"))


def not_checked(context: Context, code: str, name: str) -> Finding:
    """The open question for a code whose check did not start in time."""
    return Finding(
        code=code,
        name=name,
        severity="note",
        message="there was no time for this question",
        rules=(),
        options=(),
        seats=context.layout.seats,
        places=(),
        evidence="bounded",
        witness=None,
        basis="the budget ran out",
    )


def at_table(context: Context, finding: Finding) -> Finding:
    """A finding with the parameters of its table, the options of its rules, and the scene of its witness. It has a
    place at least in the file of its game."""
    parameters = tuple(sorted((n, str(v)) for n, v in context.spec.parameters.items()))
    shown = "" if finding.witness is None else scene(context.table, finding.witness, finding.code, finding.rules)
    options = {r.info.option for name, r in written_rules(context.table).items() if written_name(name) in finding.rules}
    owners = finding.owners or tuple(sorted(o for o in options if o is not None))
    finding = replace(finding, parameters=finding.parameters or parameters, scene=shown, owners=owners)
    if len({x.path for x in finding.fixes}) > 1:
        finding = replace(finding, fixes=own_files_first(context.project, finding.fixes))
    if finding.certificates:
        finding = replace(finding, table=finding.table or context.chosen)
    if finding.evidence == "bounded" and finding.scope is None:
        finding = replace(finding, scope=sampled_scope(context))
    if finding.places:
        return finding
    pages = [context.project.pages[n] for n in context.table.games if n in context.project.pages]
    spans = [p.game.name.span for p in pages if p.game is not None]
    return replace(finding, places=tuple(Place(s, "at a table of this game") for s in spans[:1]))


def own_files_first(project: Project, fixes: tuple[Fix, ...]) -> tuple[Fix, ...]:
    """The fixes in files that the caller named first, and in a file before those that it builds on. (A line in a base file
    that names a rule of somebody's own file is no use to its other readers.)"""
    pages = {str(page.path): name for name, page in project.pages.items()}
    named = {x.path: pages.get(x.path, "") for x in fixes}

    def rank(fix: Fix) -> tuple[bool, int]:
        mine = named[fix.path]
        above = sum(mine in project.chain(name)[1:] for name in named.values())
        return mine not in project.given, above

    return tuple(sorted(fixes, key=rank))


def sampled_scope(context: Context) -> SearchScope:
    """The search scope of a question that was searched in play."""
    return SearchScope("sampled", context.moves, context.layout.seats, context.table.deck.size)


def suppressed(part: Part, rules: dict[str, t.Rule], finding: Finding) -> Finding:
    """A finding with the reason of the author who allows it, if any. The allowance then counts as used."""
    for rule, allowance in allowances(finding.code, (rules[name] for name in finding.rules if name in rules)):
        part.used.add(Unused(written_name(rule.info.name), allowance))
        finding = replace(finding, suppressed=allowance.reason)
    return finding


def with_codes(finding: Finding, covered: Mapping[frozenset[str], set[str]]) -> Finding:
    """A finding with the more general codes that it covers."""
    codes = covered.get(frozenset(finding.rules), set()) if finding.evidence != "bounded" else set()
    return replace(finding, also_codes=tuple(sorted({*finding.also_codes, *codes}))) if codes else finding


MORE_SPECIFIC = (PARAMETER, TWO_REPLACEMENTS, TWO_OUTCOMES, PERMIT_FORBID, DOUBLE, ORDER)
"""The codes of pairs of rules, the most specific first."""


ANSWERS = frozenset(code.id for code in (*MORE_SPECIFIC, CONTRADICTION))
"""The codes of clashes that show that two options contradict each other."""


def clashes(findings: Iterable[Finding], codes: Iterable[Code]) -> list[list[Finding]]:
    """The findings of some codes in groups with the same rules and options. Suppressed findings and open questions are left out."""
    known = {code.id for code in codes}
    groups: dict[tuple[frozenset[str], tuple[str, ...]], list[Finding]] = {}
    for f in findings:
        if f.code in known and f.evidence != "bounded" and f.suppressed is None and len(f.rules) > 1:
            groups.setdefault((frozenset(f.rules), f.options), []).append(f)
    return list(groups.values())


def merge_by_cause(findings: list[Finding]) -> list[Finding]:
    """Merges clashes of the same rules and options. The most specific code stays and lists the others. Suppressed
    findings and open questions stay as they are. An order that matters is also why a rule never runs."""
    rank = {code.id: i for i, code in enumerate(MORE_SPECIFIC)}
    merged = Merged(findings)
    for same in clashes(findings, MORE_SPECIFIC):
        best = min(same, key=lambda f: (f.severity == "note", rank[f.code]))
        merged.merge(best, [f for f in same if f.code != best.code])
    return by_order(merged).left()


def by_order(merged: Merged) -> Merged:
    """Merges a rule that never runs (UNO401) into the finding about its order (UNO201): the witness shows that the rule runs
    where it comes first."""
    for dead in [f for f in merged.left() if f.code == DEAD.id and f.evidence != "bounded" and f.suppressed is None]:
        for best in [f for f in merged.findings if id(f) in merged.stands and f.witness and f.suppressed is None]:
            codes = best.code, *merged.stands[id(best)].also_codes
            if ORDER.id in codes and {*dead.rules} < {*best.rules} and {*best.options} <= {*dead.options}:
                merged.merge(best, [dead])
                break
    return merged


def over_seats(findings: list[Finding]) -> list[Finding]:
    """Merges clashes of the same rules and options at several numbers of seats. The most severe one stays, of those the most
    specific one, and lists the codes of the others."""
    codes, severe = (*MORE_SPECIFIC, CONTRADICTION), ("error", "warning", "note")
    rank = {code.id: i for i, code in enumerate(codes)}
    merged = Merged(findings)
    for same in clashes(findings, codes):
        best = min(same, key=lambda f: (severe.index(f.severity), rank[f.code]))
        merged.merge(best, [f for f in same if f.seats != best.seats])
    return dead_ends(answered(merged)).left()


def dead_ends(merged: Merged) -> Merged:
    """Merges a situation that no move answers (UNO501) into the finding that nobody has any move there (UNO303), with the same
    rules, or rules of the same options, and no more options."""
    left = [f for f in merged.findings if id(f) in merged.stands and f.evidence == "witnessed" and f.suppressed is None]
    for one in (f for f in left if f.code == UNANSWERED.id and f.rules):
        for best in (f for f in left if f.code == STUCK.id):
            same = {*one.rules} <= {*best.rules} or (one.owners and {*one.owners} <= {*best.owners})
            if same and {*best.options} <= {*one.options}:
                merged.merge(best, [one])
                break
    return merged


def answered(merged: Merged) -> Merged:
    """Merges the open question whether two options contradict each other into a clash of a rule of each: it is the answer."""
    left = [f for f in merged.findings if id(f) in merged.stands]
    open_ = [f for f in left if f.code == CONTRADICTION.id and f.evidence == "bounded" and len(f.options) == 2]
    for question in open_:
        for best in left:
            clash = best.evidence != "bounded" and best.suppressed is None and best.severity != "note"
            if clash and best.code in ANSWERS and {*best.owners} == {*question.options}:
                merged.merge(best, [question])
                break
    return merged


class Merged:
    """Findings without those for which another one stands."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings
        self.stands = {id(f): f for f in findings}

    def merge(self, best: Finding, others: list[Finding]) -> None:
        """Takes findings away; another one, which stays, lists their codes."""
        mine = self.stands[id(best)]
        for f in others:
            del self.stands[id(f)]
        codes = {*mine.also_codes, *(x for f in others for x in (f.code, *f.also_codes))} - {best.code}
        self.stands[id(best)] = replace(mine, also_codes=tuple(sorted(codes)))

    def left(self) -> list[Finding]:
        """The findings that stand, in their order."""
        return [self.stands[id(f)] for f in self.findings if id(f) in self.stands]


def summed_up(parts: list[Part], seconds: float, stopped: bool = False) -> Report:
    """Merges the results of several tables into one report."""
    findings: dict[tuple[str, tuple[str, ...], str], Finding] = {}
    for finding in (f for part in parts for f in part.findings):
        key = (finding.code, finding.subject, finding.evidence)
        known = findings.setdefault(key, finding)
        if known.exhaustive and finding.sampled:
            # a question that is sampled at one number of seats is open
            findings[key] = finding
    covered: dict[frozenset[str], set[str]] = {}
    for part in parts:
        for rules, codes in part.covered.items():
            covered.setdefault(rules, set()).update(codes)
    findings = {key: with_codes(f, covered) for key, f in findings.items()}
    settled = {k[:2] for k in findings if k[2] != "bounded"}
    kept = [f for k, f in findings.items() if k[2] != "bounded" or k[:2] not in settled]
    # "never" at one number of seats is no finding about all of them
    never_at = Counter((f.code, f.rules) for p in parts for f in p.findings if claims_never(f))
    kept = [f for f in kept if not (claims_never(f) and never_at[f.code, f.rules] < len(parts))]
    kept = merge_dead_options(over_seats(kept))
    allowed = {u for p in parts for u in p.allowed if all(u.allowance.code in q.completed for q in parts)}
    proofs = together(x for p in parts for x in p.proofs)
    report = Report(
        findings=tuple(sorted(kept, key=lambda f: (f.code, f.evidence != "witnessed", f.rules, f.seats))),
        tables=len(parts),
        closed_uncertified=uncertified(sum(p.closed for p in parts), proofs),
        found_witnessed=0,
        open_bounded=0,
        seconds=seconds,
        unused=tuple(sorted_unused(allowed - {u for p in parts for u in p.used})),
        cut_short=any(p.cut_short for p in parts),
        stopped=stopped or any(p.stopped for p in parts),
        proofs=proofs,
        moves=tuple(
            (name, sum(p.moves.get(name, 0) for p in parts)) for name in NAMES if any(name in p.moves for p in parts)
        ),
    )
    return counted(report)


def merge_dead_options(findings: list[Finding]) -> list[Finding]:
    """Merges the proved findings on the rules of an option without effect. If no rule of an option with several rules
    ever does anything, one finding names them all."""
    gone: set[int] = set()
    out: list[Finding] = []
    for whole in findings:
        if whole.code != OPTION_WITHOUT_EFFECT.id or whole.evidence != "proved":
            continue
        mine = [
            f
            for f in findings
            if f.code in POWERLESS
            and f.owners == whole.owners
            and set(f.options) <= set(whole.options)
            and f.severity == "warning"
            and f.suppressed is None
        ]
        if len(mine) > 1 and all(f.evidence == "proved" for f in mine):
            gone |= {id(f) for f in mine}
            rules = tuple(sorted({r for f in mine for r in f.rules}))
            out.append(
                replace(
                    mine[0],
                    message=f"no rule of `{whole.owners[0]}` ever does anything at this table: {', '.join(f'`{x}`' for x in rules)}",
                    rules=rules,
                    options=whole.options,
                    places=tuple(f.places[0] for f in mine),
                    also_codes=tuple(sorted({f.code for f in mine} - {mine[0].code})),
                    certificates=tuple(dict.fromkeys(c for f in mine for c in f.certificates)),
                    basis="; ".join(dict.fromkeys(f.basis for f in mine)),
                )
            )
    return [f for f in findings if id(f) not in gone] + out


POWERLESS = frozenset(c.id for c in (DEAD, OVERSHADOWED, WITHOUT_EFFECT))
"""The codes of rules that never do anything."""


def claims_never(finding: Finding) -> bool:
    """Whether a finding claims that something never happens. Such a finding has to hold at every number of seats."""
    return finding.code.startswith("UNO4") and finding.evidence == "proved"


def sorted_unused(unused: Iterable[Unused]) -> list[Unused]:
    """Sorted by rule, then by place."""
    return sorted(unused, key=lambda u: (u.rule, u.allowance.span.source.name, u.allowance.span.start))


def counted(report: Report) -> Report:
    """The report with its findings counted; suppressed ones do not count."""
    shown = [f for f in report.findings if f.suppressed is None]
    return replace(
        report,
        found_witnessed=sum(f.evidence != "bounded" for f in shown),
        open_bounded=sum(f.evidence == "bounded" for f in shown),
        open_exhaustive=sum(f.exhaustive for f in shown),
    )
