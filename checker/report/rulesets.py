"""The comparison of two rulesets as text: contradictions first, then decisions to which only one speaks, each with both
answers."""

from __future__ import annotations

from collections.abc import Iterable

from checker.report.agreement import ALONE, ONLY_AT, speaker
from checker.report.formats.common import relative
from checker.report.spoken import spoken
from checker.report.words import WIDTH, level, plain_level, wrapped
from checker.results import Finding, Place, Side

MOST_FACTS = 2
"""The maximal number of facts shown of each table; the witness has them all."""


def blocks(found: Iterable[Finding], names: dict[int, str]) -> list[str]:
    """Findings as text blocks. Those to which only one ruleset speaks follow a line that says so."""
    out: list[str] = []
    before = ""
    for finding in sorted(found, key=lambda f: (f.severity != "error", speaker(f))):
        who = speaker(finding)
        text = block(finding, names[id(finding)])
        if who and who != before:
            text = f"of the following only {who} speaks:\n\n{text}"
        before = who
        out.append(text)
    return out


def block(finding: Finding, name: str) -> str:
    """One finding: its subject, the position, and for each table the facts and the places of the rules."""
    about = finding.message.partition(ALONE)[0]
    if finding.parameters:
        about += f" (with {', '.join(f'{n} {v}' for n, v in finding.parameters)})"
    first, *more = wrapped(f"{name} {about}", "    ", "x" * (len(plain_level(finding)) + 1))
    lines = [f"{level(finding)} {first[len(plain_level(finding)) + 1 :]}", *more]
    if finding.suppressed is not None:
        lines += wrapped(f"allowed by its author: {finding.suppressed}", "    ", "    ")
    if finding.scene:
        lines += wrapped(finding.scene, "    ", "    ")
    width = max((len(x.label) for x in finding.sides), default=0)
    for side in finding.sides:
        lines += side_lines(side, [p for p in finding.places if of_side(p, side)], width)
    lines += [f"    {x}" for x in finding.details if x.startswith(ONLY_AT)]
    if finding.evidence == "bounded":
        lines += wrapped(finding.basis, "    ", "    ")
    return "\n".join(lines)


def of_side(place: Place, side: Side) -> bool:
    """Whether a place belongs to one of the two rulesets."""
    return place.label == side.label or place.label.startswith((f"{side.label}: ", f"{side.label} takes "))


def side_lines(side: Side, places: list[Place], width: int) -> list[str]:
    """The facts at one table, and the rules that cause them, with their lines."""
    indent = " " * (8 + width)
    lines = wrapped(spoken(side.facts[:MOST_FACTS]), indent, f"      {side.label:<{width}}  ")
    for place in places[:2]:
        at = f"{relative(place.span.source.name)}:{place.span.line}"
        title = place.label.removeprefix(side.label).removeprefix(": ").strip()
        if not title and len(lines) == 1 and len(lines[0]) + len(at) + 2 <= WIDTH:
            lines[0] = f"{lines[0]:<{WIDTH - len(at)}}{at}"
            continue
        titled = wrapped(title, indent, indent) if title else []
        if titled and len(titled[-1]) + len(at) + 2 <= WIDTH:
            titled[-1] = f"{titled[-1]:<{WIDTH - len(at)}}{at}"
        else:
            titled.append(at.rjust(WIDTH))
        lines += titled
    return lines
