"""Output formats of `unodsl check`, for stdout and files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unodsl.commands.common import json_text, wrong
from unodsl.diagnostics import did_you_mean
from unodsl.files import reason, write_whole

if TYPE_CHECKING:
    from checker.report.baseline import Baseline
    from checker.report.formats.common import Outcome
    from checker.report.text import Shown
    from checker.results import Report


def printed(format_: str, outcome: Outcome, known: Baseline | None, shown: Shown) -> str:
    """Renders the report in one format. `shown` applies to the text format only."""
    from checker.report.baseline import gone

    # Formats import their dependencies on use; a cached report needs few of them.
    went = [] if known is None or outcome.report.stopped else gone(outcome.report, known)
    match format_:
        case "json":
            from checker.report.json import as_json, rule_files

            value = as_json(outcome.report)
            value["files"] = rule_files(outcome.project())
            value["baseline_gone"] = [{"code": code, "about": list(about)} for code, about in went]
            return json_text(value)
        case "sarif":
            from checker.report.formats.sarif import sarif

            return sarif(outcome)
        case "junit":
            from checker.report.formats.junit import junit

            return junit(outcome)
        case "github":
            from checker.report.formats.github import github

            return github(outcome)
        case "html":
            from checker.report.formats.html import html

            return html(outcome)
        case _:
            from checker.report.text import text

            listed = "; ".join(f"{code} {', '.join(about)}" for code, about in went)
            line = f"no longer found, though the baseline lists it: {listed}" if went else ""
            return text(outcome.report, replace(shown, gone=line)) + "\n"


def witness_text(report: Report, name: str) -> str:
    """Returns the witness scenario of a finding as a complete file. Raises `RulesError` if there is none."""
    from checker.report.verdict import numbered

    known = numbered(report)
    found = known.get(name)
    if found is None:
        those = [n for n, f in known.items() if f.witness is not None]
        hint = did_you_mean(name, those) or (f"there are {', '.join(those)}" if those else None)
        raise wrong(f"no finding of this check is called `{name}`", hint)
    if found.witness is None:
        raise wrong(f"`{name}` has no scenario: it is {found.evidence}", found.basis)
    return found.witness + "\n"


def write_outputs(
    outputs: tuple[tuple[str, Path], ...], outcome: Outcome, known: Baseline | None, shown: Shown
) -> None:
    """Writes the report to files. Raises `RulesError` if one cannot be written."""
    for format_, path in outputs:
        try:
            write_whole(path, click.unstyle(printed(format_, outcome, known, shown)).encode())
        except OSError as error:
            raise wrong(f"`{path}` cannot be written: {reason(error)}") from None
