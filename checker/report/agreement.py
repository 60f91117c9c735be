"""The verdict on two rulesets: the first and the last line of their comparison."""

from __future__ import annotations

from dataclasses import dataclass

from checker.report.words import many
from checker.results import UNSTATED, Finding, Report

ALONE = "; only `"
"""The mark in a message that introduces the only ruleset that speaks."""

ONLY_AT = "found at "
"""The beginning of a detail that names the numbers of seats at which a difference was found, where others were compared too."""


@dataclass(frozen=True, slots=True)
class Count:
    """The number of findings of each kind: contradictions, events of the table that only one ruleset decides, and
    decisions to which only one speaks."""

    both: int
    events: int
    decisions: int


def speaker(finding: Finding) -> str:
    """The only ruleset that speaks; "" if both do."""
    return finding.message.partition(ALONE)[2].partition("`")[0]


def count(report: Report) -> Count:
    """Counts the findings that are neither suppressed nor in the baseline."""
    found = [f for f in report.findings if f.counts and f.evidence != "bounded"]
    both = sum(f.severity == "error" or (f.severity == "warning" and not speaker(f)) for f in found)
    notes = sum(f.severity == "note" for f in found)
    return Count(both, len(found) - both - notes, notes)


def verdict(report: Report) -> str:
    """Whether two rulesets agree, in a few words."""
    found = count(report)
    if report.stopped or report.cut_short:
        known = f"{many(found.both, 'contradiction')} so far" if found.both else "nothing found"
        return f"{known}, but not everything was compared"
    shared = any(f.scope is not None and f.scope.states for f in report.findings if f.evidence == "bounded")
    alone = found.events + found.decisions
    if found.both:
        what = "one thing" if found.both == 1 else f"{found.both} things"
        more = f"; of {alone} more only one of them speaks" if alone else ""
        return f"they contradict each other in {what}{more}"
    if not shared:
        return "they share no state, so only what they declare was compared"
    if alone:
        return f"no contradiction; of {'one thing' if alone == 1 else f'{alone} things'} only one of them speaks"
    if any(UNSTATED in f.message for f in report.findings):
        return f"no contradiction found, but they seem to answer {UNSTATED}"
    return "they answer everything alike, as far as the search went"


def summary(report: Report) -> str:
    """The last line, without seats and time."""
    found = count(report)
    parts = [many(found.both, "contradiction") if found.both else "no contradiction"]
    alone = found.events + found.decisions
    if alone:
        parts.append(f"{alone} where only one speaks")
    return f"{', '.join(parts)}; {report.open_sampled} open"
