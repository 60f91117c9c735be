"""SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any
from urllib.parse import quote

from checker.report.baseline import fingerprint
from checker.report.code_pages import CodePage, pages
from checker.report.formats.common import Outcome, end, explanation, relative
from checker.report.verdict import judged_words, verdict
from checker.results import Finding, Fix, Place, Unused
from unodsl.source import Span
from unodsl.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

ROOT = "SRCROOT"
"""The base of relative file names: the working directory."""


def sarif(outcome: Outcome) -> str:
    """The whole report as one SARIF log with one run."""
    described = pages()
    index = {p.code: i for i, p in enumerate(described)}
    report = outcome.report
    notes = [unused(u) for u in report.unused]
    if report.cut_short or report.stopped:
        why = "the check was stopped" if report.stopped else "the budget ran out"
        notes.append({"level": "warning", "message": {"text": f"{why}: what was not asked is open"}})
    notes += [{"level": "note", "message": {"text": line}} for line in judged_words(report)]
    run = {
        "tool": {
            "driver": {
                "name": "unodsl",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [rule(p) for p in described],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "the folder that the command was called in"}}},
        "invocations": [
            {"executionSuccessful": not report.stopped, **({"toolExecutionNotifications": notes} if notes else {})}
        ],
        "results": [result(f, index) for f in report.findings],
        "properties": {
            "verdict": verdict(report),
            "judged": [] if report.judged is None else list(report.judged.options),
            "notJudged": [] if report.judged is None else [o for o, _ in report.judged.not_judged],
            "tables": report.tables,
            "cleanProved": report.clean_proved,
            "seenInPlay": report.seen_in_play,
            "closedUncertified": report.closed_uncertified,
            "undecided": report.undecided,
            "foundWitnessed": report.found_witnessed,
            "openBounded": report.open_bounded,
            "openExhaustive": report.open_exhaustive,
            "openSampled": report.open_sampled,
        },
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def rule(page: CodePage) -> dict[str, Any]:
    """A code with its page as help."""
    return {
        "id": page.code,
        "name": "".join(w.capitalize() for w in page.name.split("-")),
        "shortDescription": {"text": page.name},
        "fullDescription": {"text": page.summary},
        "help": {"text": page.text, "markdown": page.text},
        "defaultConfiguration": {"level": page.severity},
        "properties": {"tags": ["rules"]},
    }


def result(finding: Finding, index: dict[str, int]) -> dict[str, Any]:
    """One finding, or one open question (kind `open`, which SARIF requires without a level)."""
    is_open = finding.evidence == "bounded"
    mark = fingerprint(finding)
    out: dict[str, Any] = {
        "ruleId": finding.code,
        **({"ruleIndex": index[finding.code]} if finding.code in index else {}),
        "kind": "open" if is_open else "fail",
        "level": "none" if is_open else finding.severity,
        "message": {"text": "\n".join([finding.message, explanation(finding)])},
        "locations": [location(finding.places[0])],
        "relatedLocations": [
            {"id": number, **location(p), "message": {"text": p.label}} for number, p in enumerate(finding.places, 1)
        ],
        "fingerprints": {"unodsl/v1": mark},
        "partialFingerprints": {"primaryLocationLineHash": mark},
        "properties": {
            "rules": list(finding.rules),
            "options": list(finding.options),
            "seats": finding.seats,
            "evidence": finding.evidence,
            "scope": None if finding.scope is None else asdict(finding.scope),
            "witness": finding.witness,
        },
    }
    fixes = [fix(f) for f in finding.fixes if f.verified]
    if fixes:
        out["fixes"] = fixes
    if finding.suppressed is not None:
        out["suppressions"] = [{"kind": "inSource", "status": "accepted", "justification": finding.suppressed}]
    if finding.known is not None:
        out["baselineState"] = "unchanged" if finding.known else "new"
    return out


def location(place: Place) -> dict[str, Any]:
    """A place in a file."""
    return {"physicalLocation": physical(place.span)}


def physical(span: Span) -> dict[str, Any]:
    """A file and a region of it; lines and columns from 1, the end after the last character."""
    line, column = end(span)
    return {
        "artifactLocation": artifact(span.source.name),
        "region": {"startLine": span.line, "startColumn": span.column, "endLine": line, "endColumn": column},
    }


def artifact(name: str) -> dict[str, Any]:
    """A file URI: relative to the root if the file lies below it, else absolute."""
    path = relative(name)
    if PurePosixPath(path).is_absolute():
        return {"uri": "file://" + quote(path)}
    if PureWindowsPath(path).is_absolute():
        return {"uri": "file:///" + quote(path, safe="/:")}
    return {"uri": quote(path), "uriBaseId": ROOT}


def fix(offered: Fix) -> dict[str, Any]:
    """An inserted line; SARIF represents it as the replacement of an empty region."""
    at = {"startLine": offered.line + 1, "startColumn": 1, "endLine": offered.line + 1, "endColumn": 1}
    return {
        "description": {"text": offered.description},
        "artifactChanges": [
            {
                "artifactLocation": artifact(offered.path),
                "replacements": [{"deletedRegion": at, "insertedContent": {"text": offered.text + "\n"}}],
            }
        ],
    }


def unused(suppression: Unused) -> dict[str, Any]:
    """An unused suppression: a notification about the run, no result."""
    allowance = suppression.allowance
    return {
        "level": "note",
        "message": {"text": f"`allow {allowance.code}` of {suppression.rule} suppresses nothing at this table"},
        "locations": [{"physicalLocation": physical(allowance.span)}],
    }
