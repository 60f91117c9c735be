"""The formats of `unodsl check`, on standard output and in files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from unodsl.commands.common import json_text, wrong
from unodsl.files import write_whole

if TYPE_CHECKING:
    from checker.baseline import Baseline
    from checker.formats.common import Outcome


def printed(format_: str, outcome: Outcome, known: Baseline | None) -> str:
    """The report in one format."""
    from checker import report
    from checker.baseline import gone

    # Each brings along what it needs, and a check that was made before needs little.
    went = [] if known is None or outcome.report.stopped else gone(outcome.report, known)
    match format_:
        case "json":
            value = report.as_json(outcome.report)
            value["baseline_gone"] = [{"code": code, "about": list(about)} for code, about in went]
            return json_text(value)
        case "sarif":
            from checker.formats.sarif import sarif

            return sarif(outcome)
        case "junit":
            from checker.formats.junit import junit

            return junit(outcome)
        case "github":
            from checker.formats.github import github

            return github(outcome)
        case "html":
            from checker.formats.html import html

            return html(outcome)
        case _:
            lines = [report.text(outcome.report)]
            if went:
                listed = "; ".join(f"{code} {', '.join(about)}" for code, about in went)
                lines.append(f"no longer found, though the baseline lists it: {listed}")
            return "\n".join(lines) + "\n"


def write_outputs(outputs: tuple[tuple[str, Path], ...], outcome: Outcome, known: Baseline | None) -> None:
    """The report in files. Raises `RulesError` where one cannot be written."""
    for format_, path in outputs:
        try:
            write_whole(path, printed(format_, outcome, known).encode())
        except OSError as error:
            raise wrong(f"`{path}` cannot be written: {(error.strerror or str(error)).lower()}") from None
