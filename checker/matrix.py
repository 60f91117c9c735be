"""The compatibility matrix: what is known of each pair of options, and of each option by itself."""

from __future__ import annotations

from checker.verdicts import Cell, CellVerdict, Finding, Game

_RANK: dict[CellVerdict, int] = {"clean": 0, "open": 1, "note": 2, "clash": 3}


def matrix(games: list[Game], findings: list[Finding]) -> tuple[Cell, ...]:
    """A cell for each pair of options and for each option with itself, by name."""
    names = sorted({o for game in games for o in game.options})
    brought = {o: set(closed) - {o} for game in games for o, closed, _ in game.singles}
    apart = {pair for game in games for pair in game.apart}
    found: dict[tuple[str, str], tuple[CellVerdict, set[str]]] = {}
    for finding in findings:
        if finding.suppressed is not None:
            continue
        for pair in subjects(finding, brought):
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
            out.append(Cell(one, other, what, tuple(sorted(codes))))
    return tuple(out)


def verdict(finding: Finding) -> CellVerdict:
    """What a finding makes of its options."""
    if finding.evidence == "bounded":
        return "open"
    return "note" if finding.severity == "note" else "clash"


def subjects(finding: Finding, brought: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The pairs of options that a finding is about, or the one option with itself. Options that only come along with others
    say nothing by themselves."""
    options = [o for o in finding.options if not any(o in brought.get(p, ()) for p in finding.options if p != o)]
    if len(options) == 1:
        return [(options[0], options[0])]
    return [(one, other) for one in options for other in options if one < other]
