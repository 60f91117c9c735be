"""Findings of the checker for texts as they are in an editor: a process of its own, which the next key stops.

It reads one JSON document from standard input and writes one to standard output.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unodsl.diagnostics import RulesError
from unodsl.project_file import ProjectFile, find, read
from unodsl.resolve.project import load_project

if TYPE_CHECKING:
    from checker.report.cache import Store
    from checker.results import Finding, Report
    from unodsl.resolve import Project
    from unodsl.source import Span

BUDGET = 60.0
"""Seconds that a check may take where neither the editor nor the project file says anything else."""


def request(
    path: Path, root: Path, texts: dict[Path, str], budget: float | None, option: str | None = None
) -> dict[str, Any]:
    """What the process has to know. `budget` None: the project file decides. `option`: only this one is judged, with what it
    requires."""
    return {
        "path": str(path),
        "root": str(root),
        "texts": {str(p): text for p, text in texts.items()},
        "budget": budget,
        "option": option,
    }


def answer(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """The findings, each with its places. None of texts that are wrong: those have errors."""
    texts = {Path(p): text for p, text in asked["texts"].items()}
    try:
        path, root = Path(asked["path"]), Path(asked["root"])
        project = load_project([path], root=root, texts=texts)
        settings = settings_of(path, root)
        from checker.report.verdict import of_base

        report = checked(project, settings, asked["budget"] or settings.budget or BUDGET)
    except RulesError:
        return []
    option = asked["option"]
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
    """What the project file says of a file; nothing where there is none in the folder that the editor has open. Raises
    `RulesError`."""
    found = find(path.parent)
    return read(found) if found is not None and found.is_relative_to(root) else ProjectFile()


def checked(project: Project, settings: ProjectFile, budget: float) -> Report:
    """The check of a file as its project file wants it, less the options that are none of the file's. Raises `RulesError`."""
    from checker.families.own_options import check_options
    from checker.kept.answers import keeping
    from checker.report.baseline import Refused, compared
    from checker.report.baseline import read as read_baseline
    from checker.report.selection import Selection, selected

    # parameters and seats of the project may be those of another game of it
    for parameters, seats in ((settings.parameters, seats_of(settings.seats)), ({}, None)):
        try:
            with keeping(kept(), project):
                report = check_options(project, dict(parameters), seats, budget, without=settings.without)
            break
        except RulesError:
            if not parameters and seats is None:
                raise
    report = selected(report, Selection(settings.select, settings.ignore))
    try:
        return report if settings.baseline is None else compared(report, read_baseline(settings.baseline))
    except Refused:
        return report


def kept() -> Store | None:
    """Where answers about tables are kept, which an edit elsewhere does not change; None where the user has no place for it."""
    from checker.report.cache import Store, default_folder

    try:
        # (an editor has no place for notes)
        return Store(default_folder(), lambda what: None)
    except RuntimeError:
        return None


def seats_of(text: str | None) -> range | None:
    """Numbers of seats as a project file writes them."""
    if text is None:
        return None
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def shown(finding: Finding) -> dict[str, Any]:
    """A finding for the editor. Places are characters from the start of their files."""
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
    """A place for the editor: the first line of what it covers."""
    text = span.source.text
    end = text.find("\n", span.start)
    return {"path": span.source.key, "start": span.start, "end": min(span.end, end if end >= 0 else len(text))}


def end_with(parent: int) -> None:
    """End this process when the server is gone: nobody waits for its answer then."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    """Answer one request."""
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    asked = json.loads(sys.stdin.buffer.read())
    sys.stdout.buffer.write(json.dumps({"findings": answer(asked)}).encode())


if __name__ == "__main__":
    main()
