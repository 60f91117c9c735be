"""Findings of the checker for unsaved texts: a separate process, which the next key press stops.

It reads one JSON document from standard input and writes one to standard output.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from unodsl.diagnostics import RulesError
from unodsl.project_file import ProjectFile, find, read
from unodsl.resolve.project import Project, load_project

if TYPE_CHECKING:
    from checker.report.cache import Store
    from checker.results import Finding, Report
    from unodsl.source import Span

OnFindings = Callable[[list[dict[str, Any]]], None]
"""Receives findings for the editor."""

BUDGET = 60.0
"""The default seconds of a check."""


def request(
    path: Path, root: Path, texts: dict[Path, str], budget: float | None, option: str | None = None
) -> dict[str, Any]:
    """Encodes a request to the process. `budget` None: the project file decides. `option`: only this one is checked,
    with those that it requires."""
    return {
        "path": str(path),
        "root": str(root),
        "texts": {str(p): text for p, text in texts.items()},
        "budget": budget,
        "option": option,
    }


class Loaded(NamedTuple):
    """A file with its dependencies, and its settings in the project file."""

    project: Project
    settings: ProjectFile


def loaded(request: dict[str, Any]) -> Loaded | None:
    """Loads the files of a request; None if the texts have errors."""
    texts = {Path(p): text for p, text in request["texts"].items()}
    path, root = Path(request["path"]), Path(request["root"])
    try:
        return Loaded(load_project([path], root=root, texts=texts), settings_of(path, root))
    except RulesError:
        return None


def answer(
    request: dict[str, Any], about: Loaded, on_findings: OnFindings = lambda found: None
) -> list[dict[str, Any]]:
    """The findings, each with its places; none if the rules are no valid table. `on_findings` receives partial results."""
    try:
        return findings_for_editor(
            checked(about, request["budget"] or about.settings.budget or BUDGET, request["option"], on_findings),
            request["option"],
        )
    except RulesError:
        return []


def findings_for_editor(report: Report, option: str | None) -> list[dict[str, Any]]:
    """The findings of a report for an editor; of one option only, if one is named."""
    from checker.report.verdict import of_base

    return [
        shown(x)
        for x in report.findings
        if x.evidence != "bounded"
        and x.suppressed is None
        and not x.known
        and not of_base(x, report.judged)
        and (option is None or option in (*x.options, *x.owners))
    ]


def settings_of(path: Path, root: Path) -> ProjectFile:
    """The settings of the project file for a file; the defaults if there is none in the editor's folder. Raises
    `RulesError`."""
    found = find(path.parent)
    return read(found) if found is not None and found.is_relative_to(root) else ProjectFile()


def checked(about: Loaded, budget: float, option: str | None, on_findings: OnFindings) -> Report:
    """Checks a file with the settings of its project file, without options of other files. Raises `RulesError`."""
    from checker.families.check_family import at_once
    from checker.families.own_options import check_options
    from checker.kept.answers import keeping
    from checker.results import Report

    project, settings = about
    so_far: dict[tuple[str, tuple[str, ...]], Finding] = {}

    def on_answer(made: object) -> None:
        new = {(x.code, x.rules): x for x in at_once(project, made)}
        if new.keys() <= so_far.keys():
            return
        so_far.update({**new, **so_far})
        some = Report(tuple(so_far.values()), 0, 0, 0, 0.0, ())
        on_findings(findings_for_editor(as_wanted(some, settings), option))

    # parameters and seats of the project may be for another game of it
    for parameters, seats in ((settings.parameters, seats_of(settings.seats)), ({}, None)):
        try:
            with keeping(kept(), project, on_answer):
                jobs = os.cpu_count() or 1
                report = check_options(project, dict(parameters), seats, budget, jobs=jobs, without=settings.without)
            break
        except RulesError:
            if not parameters and seats is None:
                raise
    return as_wanted(report, settings)


def as_wanted(report: Report, settings: ProjectFile) -> Report:
    """A report without the findings that a project file ignores."""
    from checker.report.baseline import Refused, compared
    from checker.report.baseline import read as read_baseline
    from checker.report.selection import Selection, selected

    report = selected(report, Selection(settings.select, settings.ignore))
    try:
        return report if settings.baseline is None else compared(report, read_baseline(settings.baseline))
    except Refused:
        return report


def kept() -> Store | None:
    """The cache of answers about tables, which an edit elsewhere does not invalidate; None if the user has no place for
    it."""
    from checker.report.cache import Store, default_folder

    try:
        # (an editor has no place for notes)
        return Store(default_folder(), lambda what: None)
    except RuntimeError:
        return None


def seats_of(text: str | None) -> range | None:
    """Parses numbers of seats in a project file."""
    if text is None:
        return None
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def shown(finding: Finding) -> dict[str, Any]:
    """Encodes a finding for the editor. Places are character offsets in their files."""
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "heading": f"{finding.code} {finding.message}",
        "rules": list(finding.rules),
        "options": list(finding.options),
        "scene": finding.scene,
        "sides": [{"label": x.label, "facts": list(x.facts)} for x in finding.sides],
        "places": [{**place(x.span), "label": x.label} for x in finding.places],
        "witness": finding.witness,
        "basis": finding.basis,
        "fixes": [
            {"path": x.path, "line": x.line, "text": x.text, "description": x.description}
            for x in finding.fixes
            if x.verified
        ],
    }


def place(span: Span) -> dict[str, Any]:
    """Encodes a place for the editor: its first line."""
    text = span.source.text
    end = text.find("\n", span.start)
    return {"path": span.source.key, "start": span.start, "end": min(span.end, end if end >= 0 else len(text))}


def end_with(parent: int) -> None:
    """Ends this process when its parent has died."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    """Answers one request."""
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    request = json.loads(sys.stdin.buffer.read())
    about = loaded(request)
    found = [] if about is None else answer(request, about)
    sys.stdout.buffer.write(json.dumps({"findings": found}).encode())


if __name__ == "__main__":
    main()
