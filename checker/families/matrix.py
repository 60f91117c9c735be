"""The compatibility matrix: what is known of each pair of options, and of each option by itself."""

from __future__ import annotations

from collections.abc import Sequence

from checker.results import Cell, CellVerdict, Finding, Game
from unodsl.resolve import Project

_RANK: dict[CellVerdict, int] = {"clean": 0, "open": 1, "note": 2, "clash": 3}


def matrix(project: Project, games: Sequence[Game], findings: list[Finding]) -> tuple[Cell, ...]:
    """A cell for each pair of options and for each option with itself, by name."""
    names = sorted({o for game in games for o in game.options})
    brought = {o: set(closed) - {o} for game in games for o, closed, _ in game.singles}
    apart = {pair for game in games for pair in game.apart}
    found: dict[tuple[str, str], tuple[CellVerdict, set[str]]] = {}
    for finding in findings:
        if finding.suppressed is not None:
            continue
        for pair in (p for options in (finding.options, *finding.also) for p in subjects(options, brought)):
            old, codes = found.get(pair, ("clean", set()))
            found[pair] = (max(old, verdict(finding), key=lambda v: _RANK[v]), codes | {finding.code})
    out = []
    for number, one in enumerate(names):
        for other in names[number:]:
            what, codes = found.get((one, other), ("clean", set()))
            if frozenset((one, other)) in apart:
                what = "apart"
            elif what == "clean" and (other in brought[one] or one in brought[other]):
                what = "needed"
            if what == "clean" and not {one.partition(".")[0], other.partition(".")[0]} & set(project.named):
                what = "unasked"
            out.append(Cell(one, other, what, tuple(sorted(codes))))
    return tuple(out)


def pages(project: Project, findings: list[Finding]) -> tuple[Cell, ...]:
    """The same for pages: what the findings say of a rule of one and a rule of another, or of two rules of one."""
    names = sorted({p for name in project.named for p in project.chain(name)})
    found: dict[tuple[str, str], tuple[CellVerdict, set[str]]] = {}
    for finding in findings:
        if finding.suppressed is not None:
            continue
        about = sorted({x.partition(".")[0] for x in finding.rules or finding.options} & set(names))
        pairs = [(one, other) for one in about for other in about if one < other] or [(one, one) for one in about]
        for pair in pairs:
            old, codes = found.get(pair, ("clean", set()))
            found[pair] = (max(old, verdict(finding), key=lambda v: _RANK[v]), codes | {finding.code})
    out = []
    for number, one in enumerate(names):
        for other in names[number:]:
            asked: CellVerdict = "clean" if {one, other} & set(project.named) else "unasked"
            what, codes = found.get((one, other), (asked, set()))
            out.append(Cell(one, other, what, tuple(sorted(codes))))
    return tuple(out)


def verdict(finding: Finding) -> CellVerdict:
    """What a finding makes of its options."""
    if finding.evidence == "bounded":
        return "open"
    return "note" if finding.severity == "note" else "clash"


def subjects(causes: tuple[str, ...], brought: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The pairs of options that a finding is about, of those that cause it, or the one option with itself. Options that only come
    along with others say nothing by themselves."""
    options = [o for o in causes if not any(o in brought.get(p, ()) for p in causes if p != o)]
    if len(options) == 1:
        return [(options[0], options[0])]
    return [(one, other) for one in options for other in options if one < other]
