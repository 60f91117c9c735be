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
from unodsl.resolve.project import load_project

if TYPE_CHECKING:
    from checker.results import Finding
    from unodsl.source import Span

BUDGET = 60.0
"""Seconds that a check may take where the editor says nothing else."""


def request(path: Path, root: Path, texts: dict[Path, str], budget: float, option: str | None = None) -> dict[str, Any]:
    """What the process has to know. `option`: only this one is judged, with what it requires."""
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
        project = load_project([Path(asked["path"])], root=Path(asked["root"]), texts=texts)
        from checker.families.own_options import check_options
        from checker.report.verdict import of_base

        report = check_options(project, {}, None, float(asked["budget"]))
    except RulesError:
        return []
    option = asked["option"]
    return [
        shown(x)
        for x in report.findings
        if x.evidence != "bounded"
        and x.suppressed is None
        and not of_base(x, report.judged)
        and (option is None or option in (*x.options, *x.owners))
    ]


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
