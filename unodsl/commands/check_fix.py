"""`unodsl check --fix`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from unodsl.commands.check_question import Question, judged, note
from unodsl.commands.common import validate_options, wrong
from unodsl.diagnostics import RulesError

if TYPE_CHECKING:
    from checker.report.baseline import Baseline
    from checker.results import Report
    from unodsl.resolve import Project

MOST = 50
"""Maximum number of fixes applied in one run."""


def fixed(question: Question, report: Report, known: Baseline | None, how: str) -> Report:
    """Applies fixes and returns the report for the resulting files. `how` is `one` (apply the first fix that resolves a
    finding and adds none), `show` (print it only) or `all` (repeat until no fix is left)."""
    from checker.report.apply_fixes import CHOICES, Refused, repair

    project = question.load()
    done = 0
    while done < (MOST if how == "all" else 1) and not report.stopped:
        latest: dict[int, Report] = {}

        def check(changed: Project, latest: dict[int, Report] = latest) -> Report | None:
            try:
                question.table(changed)
            except RulesError as error:
                if all(d.code == "UNO111" for d in error.diagnostics):
                    validate_options(changed)
                    return None
                raise
            latest[id(changed)] = question.answered(changed)
            if latest[id(changed)].stopped:
                raise KeyboardInterrupt
            return latest[id(changed)]

        try:
            left = CHOICES if how == "all" else frozenset[str]()
            found = repair(project, judged(report, known), check, question.call.options, left)
        except KeyboardInterrupt:
            # Abandon the current candidate; the files on disk were already checked.
            return replace(report, stopped=True)
        if found is None:
            break
        click.echo(found.diff(), nl=False, err=True)
        what = f"{found.finding.code} {found.finding.name}: {found.fix.description}"
        if how == "show":
            note(f"would resolve {what}; `--fix` puts it in")
            return report
        try:
            found.write()
        except Refused as refused:
            raise wrong(str(refused)) from None
        note(f"resolved {what}")
        done += 1
        if found.report is None:
            options = ", ".join(found.finding.options)
            raise wrong(f"these options now exclude each other: {options}", "leave one of them off to check the others")
        project = found.project
        report = latest[id(project)]
    if how == "all":
        for finding in report.findings:
            if finding.code in CHOICES and finding.counts and finding.fixes:
                lines = " or ".join(f"`{x.text.strip()}`" for x in finding.fixes)
                note(f"{finding.code} {' / '.join(finding.rules)} is for you to choose: {lines}")
    if not done:
        note("no fix that resolves a finding and brings nothing new")
    return report
