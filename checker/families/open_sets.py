"""Checks the actual tables of the open questions of a family, with the effort of a single table.

A question about a set of options stays open only where the check of that set leaves it open.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from checker.check_table import Part, check_seats
from checker.families.screen import ScreenedFamily
from checker.families.select_products import at, usual_seats
from checker.results import Finding
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec

Options = tuple[str, ...]

MOST_SETS_CHECKED = 200
"""The maximal number of sets of options checked again, pairs first."""


@dataclass(frozen=True, slots=True)
class Again:
    """A table to check again for some codes."""

    spec: TableSpec
    options: Options
    codes: frozenset[str]
    deadline: float


def open_sets(
    project: Project, families: Sequence[ScreenedFamily], findings: Iterable[Finding], deadline: float
) -> list[Again]:
    """The tables of the sets of two or more options with an open question: at the usual numbers of seats, and at the
    one at which the question came up."""
    codes: dict[Options, set[str]] = {}
    seats: dict[Options, set[int]] = {}
    for finding in findings:
        if finding.sampled:
            for options in (finding.options, *finding.also):
                if len(options) > 1:
                    codes.setdefault(options, set()).add(finding.code)
                    seats.setdefault(options, set()).add(finding.seats)
    out: list[Again] = []
    for options, some in sorted(codes.items(), key=lambda x: (len(x[0]), x[0]))[:MOST_SETS_CHECKED]:
        one = next((f for f in families if set(options) <= set(f.game.options)), None)
        if one is None:
            continue
        numbers = [n for n, _ in one.game.tables if all(n in one.playable.get(o, ()) for o in options)]
        tried = {*usual_seats(numbers[0], numbers[-1]), *seats[options]} if numbers else set[int]()
        out += [
            Again(at(project, one, options, n), options, frozenset(some), deadline)
            for n in sorted(tried)
            if n in numbers
        ]
    return out


def ask_again(project: Project, job: Again) -> Part:
    """Runs the checks of some codes at one table."""
    if time.monotonic() >= job.deadline:
        return Part(cut_short=True)
    try:
        return check_seats(project, job.spec, job.deadline, codes=job.codes)
    except RulesError:
        return Part(cut_short=True)


def decided(findings: Sequence[Finding], answers: Sequence[tuple[Again, Part]]) -> tuple[list[Finding], list[Options]]:
    """The findings updated with the results of the actual tables, and the sets of options for which these closed a
    question. A finding stays open only for sets of options whose tables leave it open."""
    parts: dict[Options, list[tuple[Again, Part]]] = {}
    for job, part in answers:
        parts.setdefault(job.options, []).append((job, part))
    out: list[Finding] = []
    shown: dict[tuple[str, frozenset[str]], list[Finding]] = {}
    closed: list[Options] = []
    for finding in findings:
        if not finding.sampled:
            out.append(finding)
            continue
        left: list[Options] = []
        for options in (finding.options, *finding.also):
            here = parts.get(options, [])
            about = [
                f
                for _, part in here
                for f in part.findings
                if (f.code, frozenset(f.rules)) == (finding.code, frozenset(finding.rules))
            ]
            found = [f for f in about if f.evidence != "bounded"]
            if found:
                shown.setdefault((finding.code, frozenset(finding.rules)), []).append(
                    replace(found[0], options=options)
                )
            elif here and not any(f.sampled for f in about) and all(finding.code in part.completed for _, part in here):
                closed.append(options)
            else:
                left.append(options)
        if left:
            out.append(replace(finding, options=left[0], also=tuple(left[1:])))
    known = {(f.code, frozenset(f.rules)): f for f in out if f.evidence != "bounded"}
    for key, some in shown.items():
        if key not in known:
            out.append(replace(some[0], also=tuple(dict.fromkeys(f.options for f in some[1:]))))
            continue
        more = tuple(f.options for f in some)
        out[out.index(known[key])] = replace(known[key], also=tuple(dict.fromkeys((*known[key].also, *more))))
    return out, closed
