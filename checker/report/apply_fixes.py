"""Applies fixes to files, one at a time; each is first tried on the whole table."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from checker.codes import CONTRADICTION, ORDER
from checker.report.baseline import fingerprint
from checker.report.cache import sources_of
from checker.results import Finding, Fix, Report
from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.files import reason, write_whole
from unodsl.resolve import Project, load_project
from unodsl.scenarios import all_scenarios, run_scenario
from unodsl.source import Source

_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


class Refused(Exception):
    """Raised where a file cannot be changed; the message states why."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A tried fix that removes `finding` and causes no new one. `text`: the changed file. `project` and `report`: the
    results with it. `report` is None if the fix makes the options exclude each other."""

    finding: Finding
    fix: Fix
    source: Source
    text: str
    project: Project
    report: Report | None

    def diff(self) -> str:
        """The change as a unified diff. Control characters are replaced."""
        old, new = (x.splitlines(keepends=True) for x in (self.source.text, self.text))
        name = Path(self.source.name).as_posix().lstrip("/")
        lines = difflib.unified_diff(old, new, f"a/{name}", f"b/{name}")
        shown = "".join(x if x.endswith("\n") else f"{x}\n\\ No newline at end of file\n" for x in lines)
        return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in shown.replace("\r\n", "\n"))

    def write(self) -> None:
        """Writes the file atomically. Raises `Refused` if it has changed since the check."""
        place = Path(self.source.key)
        try:
            raw = place.read_bytes()
            if raw.decode("utf-8-sig") != self.source.text:
                raise Refused(f"`{self.source.name}` has changed since it was checked")
            if not place.stat().st_mode & 0o222 or not os.access(place, os.W_OK):
                # replacing a read-only file would overwrite it
                raise Refused(f"`{self.source.name}` cannot be changed: it is only for reading")
            write_whole(place, (_MARK if raw.startswith(_MARK) else b"") + self.text.encode())
        except (OSError, ValueError) as error:
            raise Refused(f"`{self.source.name}` cannot be changed: {reason(error)}") from None


Check = Callable[[Project], Report | None]
"""A function that checks the same table of changed files. Returns None if its options now exclude each other; raises
`RulesError` for invalid files."""


CHOICES = frozenset({ORDER.id})
"""The codes whose fixes are an arbitrary choice between rules of the game."""

HIDDEN = frozenset({CONTRADICTION.id})
"""The codes that compare two options only where no more specific finding concerns them. Such a question may become open
when that finding is gone."""


def repair(
    project: Project, report: Report, check: Check, wanted: tuple[str, ...], left: frozenset[str]
) -> Repair | None:
    """The first fix that resolves its finding and causes no new one; None if there is none. A fix that makes the
    options exclude each other is the last resort, because no table is left for the others. `wanted`: see
    `load_project`. Findings of the codes `left` are skipped."""
    last: Repair | None = None
    before = {fingerprint(f) for f in report.findings}
    failing: frozenset[tuple[str, str]] | None = None
    for finding in report.findings:
        if not finding.counts or finding.evidence == "bounded" or finding.code in left:
            continue
        for fix in finding.fixes:
            source = next((s for s in sources_of(project) if s.name == fix.path), None)
            if source is None or not fix.verified or _shipped(source):
                continue
            text = with_line(source.text, fix)
            changed = _changed(project, source, text, wanted)
            if changed is None:
                continue
            try:
                after = check(changed)
            except RulesError:
                continue
            if after is not None:
                marks = {fingerprint(f) for f in after.findings}
                new = {fingerprint(f) for f in after.findings if _matters(f)} - before
                if fingerprint(finding) in marks or new or after.cut_short or after.stopped:
                    continue
            if failing is None:
                failing = failed(project)
            if failed(changed) <= failing:
                found = Repair(finding, fix, source, text, changed, after)
                if after is not None:
                    return found
                last = last or found
    return last


def _matters(finding: Finding) -> bool:
    """Whether a fix must not cause this finding: all but notes, and every open question except those of `HIDDEN`."""
    is_open = finding.evidence == "bounded" and finding.code not in HIDDEN
    return finding.suppressed is None and (finding.severity != "note" or is_open)


def with_line(text: str, fix: Fix) -> str:
    """A text with the line of a fix inserted, with the line end of the line above."""
    lines = text.split("\n")
    end = "\r" if lines[fix.line - 1].endswith("\r") else ""
    return "\n".join([*lines[: fix.line], fix.text + end, *lines[fix.line :]])


def failed(project: Project) -> frozenset[tuple[str, str]]:
    """The failing scenarios of the files named by the caller, as (file, title)."""
    out = set()
    for page, scenario in all_scenarios(project):
        if page.name not in project.named:
            continue
        try:
            passed = run_scenario(project, page, scenario).passed
        except RulesError:
            passed = False
        if not passed:
            out.add((page.name, scenario.title.text))
    return frozenset(out)


def _changed(project: Project, source: Source, text: str, wanted: tuple[str, ...]) -> Project | None:
    """The project with one text replaced; None if it is invalid."""
    texts = {Path(s.key): s.text for s in sources_of(project)} | {Path(source.key): text}
    try:
        given = [project.pages[n].path for n in project.given]
        return load_project(given, wanted=wanted, texts=texts, games=project.fetched)
    except RulesError:
        return None


def _shipped(source: Source) -> bool:
    """Whether a file belongs to unodsl and the caller did not give its path. Fixes do not change such files."""
    place = Path(source.key)
    return place.is_relative_to(rulesets_dir().resolve()) and not place.is_relative_to(Path.cwd())
