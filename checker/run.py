"""A whole check of a table: all findings, suppressions, and the count of what was decided."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from checker.case import Case
from checker.registry import CHECKS
from checker.verdicts import Finding, Proof
from checker.witness import written_rules
from unodsl.resolve import Project, TableSpec, resolve_table


@dataclass(frozen=True, slots=True)
class Report:
    """What one run of the checker says. `unused`: suppressions that suppressed nothing, as (rule, code). `cut_short`: the
    budget ran out, and what was not asked is open."""

    findings: tuple[Finding, ...]
    tables: int
    clean_proved: int
    found_witnessed: int
    open_bounded: int
    seconds: float
    unused: tuple[tuple[str, str], ...]
    cut_short: bool = False
    proofs: tuple[Proof, ...] = ()


def check_table(
    project: Project, spec: TableSpec, seats: range, budget: float, told: Callable[[str], None] = lambda _: None
) -> Report:
    """Check one table at several numbers of seats. A finding that is the same at each is given once, for the fewest seats."""
    started = time.monotonic()
    findings: dict[tuple[str, tuple[str, ...], str], Finding] = {}
    every: list[Finding] = []
    proofs: list[Proof] = []
    cases: list[Case] = []
    proved = 0
    tables = 0
    allowed: set[tuple[str, str]] = set()
    used: set[tuple[str, str]] = set()
    for number in seats:
        case_spec = replace(spec, seats=number)
        case = Case(project, case_spec, resolve_table(project, case_spec), started + budget)
        spec_options = tuple(o.name for o in case.table.options if o.on)
        case.spec = replace(case_spec, options=spec_options)
        tables += 1
        rules = written_rules(case.table)
        allowed |= {(name, a.code) for name, r in rules.items() for a in r.info.allows}
        cases.append(case)
        for code, name, check in CHECKS:
            told(f"{number} seats: {code} {name}")
            if not case.going_on():
                case.cut_short.append(code)
                continue
            answers = check(case)
            proved += answers.proved
            proofs.extend(answers.proofs)
            every.extend(answers.findings)
            for finding in answers.findings:
                key = (finding.code, finding.rules or tuple(str(p.span) for p in finding.places), finding.evidence)
                if key in findings:
                    continue
                for rule in finding.rules:
                    for allowance in rules[rule].info.allows if rule in rules else ():
                        others = set(finding.rules) - {rule}
                        if allowance.code == finding.code and (allowance.rule is None or allowance.rule in others):
                            used.add((rule, allowance.code))
                            finding = replace(finding, suppressed=allowance.reason)
                findings[key] = finding
    settled = {k[:2] for k in findings if k[2] != "bounded"}
    kept = [f for k, f in findings.items() if k[2] != "bounded" or k[:2] not in settled]
    # "never" at one number of seats is no finding about all of those that were asked for
    never_at = Counter((f.code, f.rules) for f in every if f.code.startswith("UNO4") and f.evidence == "proved")
    kept = [
        f
        for f in kept
        if not (f.code.startswith("UNO4") and f.evidence == "proved" and never_at[f.code, f.rules] < tables)
    ]
    listed = sorted(kept, key=lambda f: (f.code, f.evidence != "witnessed", f.rules, f.seats))
    shown = [f for f in listed if f.suppressed is None]
    cut_short = any(c.cut_short for c in cases)
    return Report(
        findings=tuple(listed),
        tables=tables,
        clean_proved=proved,
        found_witnessed=sum(f.evidence != "bounded" for f in shown),
        open_bounded=sum(f.evidence == "bounded" for f in shown),
        seconds=time.monotonic() - started,
        unused=tuple(sorted(allowed - used)),
        cut_short=cut_short,
        proofs=tuple(dict.fromkeys(proofs)),
    )
