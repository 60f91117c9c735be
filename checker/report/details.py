"""Findings in full: message, places, details, witness, and fixes."""

from __future__ import annotations

from math import log10

from checker.report.words import at_table
from checker.results import Combinations, Finding, Fix, Unused
from unodsl.diagnostics import underlined


def games_text(combinations: Combinations) -> list[str]:
    """The games checked, with their numbers of tables, and the undecided questions."""
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
    exponent = int(count.bit_length() * log10(2))
    if count < 10**exponent:
        exponent -= 1
    tenths = (count + 5 * 10 ** (exponent - 2)) // 10 ** (exponent - 1)
    if tenths == 100:
        tenths, exponent = 10, exponent + 1
    return f"{tenths / 10} times 10 to the {exponent}"


def suffix(fix: Fix) -> str:
    """The status of a fix, as the end of a line."""
    return "  (tried: it resolves this)" if fix.verified else ""


def unused_text(unused: Unused) -> str:
    """An unused suppression, with its line."""
    code = unused.allowance.code
    return f"note: `allow {code}` of {unused.rule} suppresses nothing at this table\n" + underlined(
        unused.allowance.span
    )


def finding_text(finding: Finding) -> str:
    """One finding in full."""
    level = "open" if finding.evidence == "bounded" else finding.severity
    lines = [f"{level} {finding.code} {finding.name}: {finding.message}"]
    lines += [underlined(p.span, p.label) for p in finding.places]
    lines += [f"  {d}" for d in finding.details]
    lines.append(f"  {at_table(finding)}")
    if finding.suppressed is not None:
        lines.append(f"  allowed by its author: {finding.suppressed}")
    lines.append(f"  evidence: {finding.evidence} - {finding.basis}")
    if finding.witness is not None:
        lines += ["  witness:", "", *finding.witness.splitlines(), ""]
    for fix in finding.fixes:
        lines.append(f"  help: {fix.description}")
        lines.append(f"    {fix.path}:{fix.line}: add below it `{fix.text.strip()}`" + suffix(fix))
    return "\n".join(lines)
