"""Findings as text and as JSON."""

from __future__ import annotations

from typing import Any

from checker.baseline import fingerprint
from checker.formats.matrix import legend, matrix_text
from checker.verdicts import Combinations, Finding, Fix, Place, Report, Unused
from unodsl.diagnostics import underlined


def text(report: Report, show_open: bool = True) -> str:
    """The whole report for a terminal. Of all combinations each finding is a line; the other formats hold all of it."""
    told = finding_text if report.combinations is None else finding_line
    blocks = [told(f) for f in report.findings if f.counts and (show_open or f.evidence != "bounded")]
    if report.combinations is not None:
        blocks = (
            ["\n".join(blocks), *combinations_text(report.combinations)]
            if blocks
            else combinations_text(report.combinations)
        )
    blocks += [
        f"{f.code} {f.name}: suppressed in {', '.join(f.rules)}: {f.suppressed}"
        for f in report.findings
        if f.suppressed is not None
    ]
    known = [f for f in report.findings if f.known and f.suppressed is None]
    if known:
        blocks.append(f"{len(known)} in the baseline: " + "; ".join(f"{f.code} {', '.join(f.rules)}" for f in known))
    blocks += [unused_text(u) for u in report.unused]
    if report.stopped:
        blocks.append("stopped: this is what was decided so far, and what was not asked is open")
    if report.cut_short:
        blocks.append("the budget ran out: what was not asked in time is open (`--budget SECONDS` gives more)")
    if report.moves:
        blocks.append("learned in play: " + ", ".join(f"{moves} moves ({name})" for name, moves in report.moves))
    tables = f"{rounded(report.tables)} table{'s' if report.tables != 1 else ''}"
    blocks.append(
        f"{tables}: {report.clean_proved} questions clean (proved), {report.found_witnessed} found, "
        f"{report.open_bounded} open (bounded), in {report.seconds:.1f} s"
    )
    return "\n\n".join(blocks)


def finding_line(finding: Finding) -> str:
    """One finding of many: what it is, about which rules, and with which options it shows first."""
    level = "open" if finding.evidence == "bounded" else finding.severity
    about = " / ".join(finding.rules) or finding.message
    options = ", ".join(finding.options) or "no option"
    others = "".join(f"\n    or with {', '.join(x)}" for x in finding.also)
    return f"{level} {finding.code} {finding.name}: {about}\n    with {options}, at {finding.seats} seats{others}"


def combinations_text(combinations: Combinations) -> list[str]:
    """What a check of all combinations was about, and what goes together."""
    rows = "which options go together (a column for each row, from the left; the last one is the option itself)"
    drawn = [matrix_text(combinations.matrix, rows)]
    if len({c.one for c in combinations.pages}) > 1:
        drawn.append(matrix_text(combinations.pages, "which pages go together"))
    drawn[-1] += "\n" + legend()
    shown = "to see one of them: `unodsl check FILE --with OPTION --seats N`, or `--format html` for all"
    return [x for x in (*drawn, "\n".join(games_text(combinations)), shown) if x]


def games_text(combinations: Combinations) -> list[str]:
    """Which games were looked at, with how many tables, and what was not settled."""
    lines = []
    for game in combinations.games:
        (first, _), (last, _) = game.tables[0], game.tables[-1]
        seats = f"{first} to {last} seats" if last > first else f"{first} seats"
        count = sum(n for _, n in game.tables)
        lines.append(f"{' and '.join(game.games)}: {len(game.options)} options, {rounded(count)} tables at {seats}")
        lines += [f"  without {option}: {why}" for option, why in game.left_out]
    return [*lines, *combinations.bounds]


def rounded(count: int) -> str:
    """A number that may be very large."""
    if count < 1_000_000:
        return str(count)
    digits, exponent = f"{count:.1e}".split("e")
    return f"{digits} times 10 to the {int(exponent)}"


def suffix(fix: Fix) -> str:
    """What is known of a fix, as the end of a line."""
    return "  (tried: it resolves this)" if fix.verified else ""


def unused_text(unused: Unused) -> str:
    """A suppression that suppresses nothing, with its line."""
    code = unused.allowance.code
    return f"note: `allow {code}` of {unused.rule} suppresses nothing at this table\n" + underlined(
        unused.allowance.span
    )


def finding_text(finding: Finding) -> str:
    """One finding: what, where, why, its witness and what would resolve it."""
    level = "open" if finding.evidence == "bounded" else finding.severity
    lines = [f"{level} {finding.code} {finding.name}: {finding.message}"]
    lines += [underlined(p.span, p.label) for p in finding.places]
    lines += [f"  {d}" for d in finding.details]
    if finding.options:
        lines.append(f"  with {', '.join(finding.options)}, at {finding.seats} seats")
    lines.append(f"  evidence: {finding.evidence} - {finding.basis}")
    if finding.witness is not None:
        lines.append("  witness:")
        lines += ["    " + x if x else "" for x in finding.witness.splitlines()]
    for fix in finding.fixes:
        lines.append(f"  help: {fix.description}")
        lines.append(f"    {fix.path}:{fix.line}: add below it `{fix.text.strip()}`" + suffix(fix))
    return "\n".join(lines)


def as_json(report: Report) -> dict[str, Any]:
    """The report by the documented schema."""
    return {
        "findings": [finding_json(f) for f in report.findings],
        "summary": {
            "tables": report.tables,
            "clean_proved": report.clean_proved,
            "found_witnessed": report.found_witnessed,
            "open_bounded": report.open_bounded,
            "seconds": round(report.seconds, 2),
        },
        "moves": dict(report.moves),
        "cut_short": report.cut_short,
        "stopped": report.stopped,
        "proofs": [
            {"code": p.code, "about": p.about, "words": p.words, "certificate": [list(x) for x in p.certificate]}
            for p in report.proofs
        ],
        "combinations": None if report.combinations is None else combinations_json(report.combinations),
        "unused_suppressions": [
            {
                "rule": u.rule,
                "code": u.allowance.code,
                "with": u.allowance.rule,
                "reason": u.allowance.reason,
                "location": place_json(Place(u.allowance.span, "suppresses nothing")),
            }
            for u in report.unused
        ],
    }


def combinations_json(c: Combinations) -> dict[str, Any]:
    """What a check of all combinations was about. Numbers of tables are texts: they may be larger than JSON readers take."""
    return {
        "games": [
            {
                "games": list(g.games),
                "options": list(g.options),
                "left_out": dict(g.left_out),
                "tables": {str(seats): str(count) for seats, count in g.tables},
                "comes_along": {option: [o for o in closed if o != option] for option, closed, _ in g.singles},
                "fewest_seats": {option: seats for option, _, seats in g.singles},
                "apart": sorted(sorted(pair) for pair in g.apart),
            }
            for g in c.games
        ],
        "matrix": [{"options": [x.one, x.other], "verdict": x.verdict, "codes": list(x.codes)} for x in c.matrix],
        "pages": [{"pages": [x.one, x.other], "verdict": x.verdict, "codes": list(x.codes)} for x in c.pages],
        "tables_loaded": c.looked_at,
        "not_settled": list(c.bounds),
    }


def finding_json(f: Finding) -> dict[str, Any]:
    """One finding."""
    return {
        "code": f.code,
        "name": f.name,
        "severity": f.severity,
        "message": f.message,
        "rules": list(f.rules),
        "options": list(f.options),
        "also": [list(x) for x in f.also],
        "seats": f.seats,
        "locations": [place_json(p) for p in f.places],
        "evidence": f.evidence,
        "basis": f.basis,
        "details": list(f.details),
        "witness": f.witness,
        "fixes": [
            {"file": x.path, "line": x.line, "text": x.text, "description": x.description, "verified": x.verified}
            for x in f.fixes
        ],
        "suppressed": f.suppressed,
        "in_baseline": f.known,
        "fingerprint": fingerprint(f),
    }


def place_json(place: Place) -> dict[str, Any]:
    """A place in a file; lines and columns from 1."""
    span = place.span
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "length": span.end - span.start,
        "label": place.label,
    }
