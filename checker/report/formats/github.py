"""Annotations of a GitHub workflow: one command a line, which the runner shows beside the text."""

from __future__ import annotations

from checker.report.formats.common import Outcome, end, explanation, level, relative
from checker.report.verdict import headline, judged_words, summary
from checker.results import Finding, Fix
from unodsl.source import Span

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice", "open": "notice"}


def github(outcome: Outcome) -> str:
    """A command for each finding that counts, one for each unused suppression, and a summary line."""
    report = outcome.report
    lines = [annotation(f) for f in report.findings if f.counts]
    for u in report.unused:
        text = f"`allow {u.allowance.code}` of {u.rule} suppresses nothing at this table"
        lines.append(command("notice", u.allowance.span, "unused suppression", text))
    if report.stopped or report.cut_short:
        why = "the check was stopped" if report.stopped else "the budget ran out"
        lines.append(f"::warning title=unodsl::{_message(f'{why}: what was not asked is open')}")
    if report.judged is not None and report.judged.not_judged:
        unasked = [line for line in judged_words(report) if line.startswith("not judged")]
        lines.append(f"::notice title=unodsl::{_message('; '.join(unasked))}")
    return "\n".join([*lines, headline(report), *judged_words(report), *summary(report)]) + "\n"


def annotation(finding: Finding) -> str:
    """A finding at its first place; the text names the others."""
    text = [finding.message, explanation(finding)]
    for place in finding.places[1:]:
        text.append(f"{relative(place.span.source.name)}:{place.span.line}: {place.label}")
    text += [help_line(f) for f in finding.fixes]
    if finding.witness is not None:
        text += ["", finding.witness]
    return command(_COMMANDS[level(finding)], finding.places[0].span, f"{finding.code} {finding.name}", "\n".join(text))


def help_line(fix: Fix) -> str:
    """A fix in one line."""
    return f"help: {fix.description} ({relative(fix.path)}:{fix.line}: add below it `{fix.text.strip()}`)"


def command(kind: str, span: Span, title: str, text: str) -> str:
    """One workflow command."""
    line, column = end(span)
    values = {"file": relative(span.source.name), "line": str(span.line), "endLine": str(line)}
    if line == span.line:
        # Columns are shown only for a place within one line.
        values |= {"col": str(span.column), "endColumn": str(column)}
    values["title"] = title
    return f"::{kind} " + ",".join(f"{k}={_value(v)}" for k, v in values.items()) + f"::{_message(text)}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
