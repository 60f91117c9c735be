"""The baseline: a file of known findings, so that only new ones count."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from checker.results import Finding, Report
from unodsl.files import reason, write_whole

VERSION = 1
"""The version of the file format; others are refused."""

MOST_BYTES = 10_000_000
"""The maximal size of a baseline."""


class Refused(Exception):
    """Raised where a file is no valid baseline; the message names it and the reason."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The fingerprints of known findings, with code and rules. `allowed`: findings suppressed at the time; without the
    suppression they are new. `open_`: questions open at the time."""

    known: dict[str, tuple[str, tuple[str, ...]]]
    allowed: frozenset[str]
    open_: frozenset[str]


def fingerprint(finding: Finding) -> str:
    """The stable identity of a finding, from its code, rules, and options: 32 hexadecimal digits, independent of line
    numbers. An open question and its answer differ, so the answer to a known question is new."""
    kind = "open" if finding.evidence == "bounded" else "found"
    return _digest(finding.code, kind, _subjects(finding), finding.options)


def _digest(code: str, kind: str, subjects: tuple[str, ...], options: tuple[str, ...]) -> str:
    parts = [code, kind, sorted(subjects), sorted(options)]
    return sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()[:32]


def _subjects(finding: Finding) -> tuple[str, ...]:
    """The rules of a finding; without rules, the first words of its places."""
    if finding.rules:
        return finding.rules
    return tuple(" ".join(p.span.text.partition("\n")[0].split())[:100] for p in finding.places)


def written(report: Report) -> str:
    """The baseline of a report as text: all findings, in a fixed order."""
    entries = {
        fingerprint(f): {
            "fingerprint": fingerprint(f),
            "code": f.code,
            "kind": "open" if f.evidence == "bounded" else "found",
            "about": sorted(_subjects(f)),
            "options": sorted(f.options),
            "message": f.message,
            "allowed": f.suppressed is not None,
        }
        for f in report.findings
    }
    listed = sorted(entries.values(), key=lambda e: (str(e["code"]), str(e["about"]), str(e["fingerprint"])))
    return json.dumps({"unodsl_baseline": VERSION, "findings": listed}, indent=2, ensure_ascii=False) + "\n"


def write(path: Path, report: Report) -> None:
    """Writes the baseline of a report. Raises `Refused` where the file cannot be written."""
    try:
        write_whole(path, written(report).encode())
    except OSError as error:
        raise Refused(f"the baseline `{path}` cannot be written: {reason(error)}") from None


def read(path: Path) -> Baseline:
    """Reads a baseline. Raises `Refused` if the file is missing or differs from the format of `write`."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Refused(f"the baseline `{path}` cannot be read: {reason(error)}") from None
    if len(raw) > MOST_BYTES:
        raise Refused(f"the baseline `{path}` is larger than {MOST_BYTES} bytes")
    try:
        value = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Refused(f"`{path}` is not a baseline: it is no JSON text") from None
    if not isinstance(value, dict) or "unodsl_baseline" not in value:
        raise Refused(f"`{path}` is not a baseline of unodsl")
    if value["unodsl_baseline"] != VERSION or isinstance(value["unodsl_baseline"], bool):
        raise Refused(
            f"the baseline `{path}` has version {str(value['unodsl_baseline'])[:20]}, and this unodsl reads version {VERSION}"
        )
    entries = value.get("findings")
    if not isinstance(entries, list):
        raise Refused(f"the baseline `{path}` is damaged: it has no list of findings")
    known = {}
    allowed = set()
    open_ = set()
    for number, entry in enumerate(entries, start=1):
        if not _sound(entry):
            raise Refused(f"the baseline `{path}` is damaged: finding {number} is not what its fingerprint says")
        known[entry["fingerprint"]] = (entry["code"], tuple(entry["about"]))
        if entry["allowed"]:
            allowed.add(entry["fingerprint"])
        if entry["kind"] == "open":
            open_.add(entry["fingerprint"])
    return Baseline(known, frozenset(allowed), frozenset(open_))


def _sound(entry: Any) -> bool:
    if not isinstance(entry, dict):
        return False
    texts = [entry.get("fingerprint"), entry.get("code"), entry.get("kind")]
    lists = [entry.get("about"), entry.get("options")]
    if not all(isinstance(x, str) for x in texts) or not isinstance(entry.get("allowed"), bool):
        return False
    if not all(isinstance(x, list) and all(isinstance(y, str) for y in x) for x in lists):
        return False
    try:
        json.dumps(entry, ensure_ascii=False).encode()
    except ValueError:
        return False
    return bool(
        entry["fingerprint"] == _digest(entry["code"], entry["kind"], tuple(entry["about"]), tuple(entry["options"]))
    )


def compared(report: Report, baseline: Baseline) -> Report:
    """The report with each finding marked as known or new."""

    def known(finding: Finding) -> bool:
        mark = fingerprint(finding)
        return mark in baseline.known and (finding.suppressed is not None or mark not in baseline.allowed)

    return replace(report, findings=tuple(replace(f, known=known(f)) for f in report.findings))


def gone(report: Report, baseline: Baseline) -> list[tuple[str, tuple[str, ...]]]:
    """The findings of the baseline that the report no longer has, as (code, rules); without open questions and
    suppressed findings."""
    here = {fingerprint(f) for f in report.findings} | baseline.allowed | baseline.open_
    return sorted(v for k, v in baseline.known.items() if k not in here and v[0] not in report.ignored)
