"""Shared parts of the report formats."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from checker.report.verdict import of_base
from checker.report.words import at_table
from checker.results import Finding, Report
from unodsl.model.table import Table
from unodsl.resolve import Project
from unodsl.source import Span


@dataclass(frozen=True, slots=True)
class Outcome:
    """A report with the settings of the call. `failing`: the levels that make the check fail (`error`, `warning`,
    `note`, `open`). `files`: as given. `table` and `project` load the table and the files for formats that draw
    them."""

    report: Report
    failing: frozenset[str]
    files: tuple[str, ...]
    table: Callable[[], Table]
    project: Callable[[], Project]

    def fails(self, finding: Finding) -> bool:
        """Whether this finding makes the check fail. Findings about the game alone, in files that were not given, do
        not; nor do exhaustive open questions."""
        return (
            finding.counts
            and not finding.exhaustive
            and level(finding) in self.failing
            and not of_base(finding, self.report.judged)
        )


def level(finding: Finding) -> str:
    """`open` for an open question, else the severity."""
    return "open" if finding.evidence == "bounded" else finding.severity


def title(finding: Finding) -> str:
    """A finding in one line: its name and its rules."""
    about = ", ".join(finding.rules) or (finding.places[0].span.text.partition("\n")[0] if finding.places else "")
    return f"{finding.name}: {about}" if about else finding.name


def explanation(finding: Finding) -> str:
    """The details and the evidence of a finding, in lines."""
    lines = [*finding.details, at_table(finding)]
    how = f"{finding.evidence}, {finding.scope.kind}" if finding.scope is not None else finding.evidence
    lines.append(f"evidence: {how} - {finding.basis}")
    return "\n".join(lines)


def end(span: Span) -> tuple[int, int]:
    """Line and column, from 1, just after the last non-blank character of a span."""
    return span.source.line_column(span.start + max(1, len(span.text.rstrip())))


def relative(name: str) -> str:
    """A file relative to the working directory, with `/` between folders; absolute if it lies elsewhere."""
    place = Path(os.path.abspath(name))  # `absolute` would leave `..` in
    try:
        return place.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return place.as_posix()
