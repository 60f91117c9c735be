"""What reports for other programs share."""

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
    """A report with what is to become of it. `failing` are the levels that make the check fail: `error`, `warning`, `note`,
    `open`. `files` are those that were given, as they were called. `table` loads the table that was looked at, and `project` the
    files, for those who draw them."""

    report: Report
    failing: frozenset[str]
    files: tuple[str, ...]
    table: Callable[[], Table]
    project: Callable[[], Project]

    def fails(self, finding: Finding) -> bool:
        """Whether this finding makes the check fail. What is so of the game itself, in files that were not given, does not; nor does an
        open question that every state of small decks answers."""
        return (
            finding.counts
            and not finding.exhaustive
            and level(finding) in self.failing
            and not of_base(finding, self.report.judged)
        )


def level(finding: Finding) -> str:
    """`open` for a question that stayed open, else the severity."""
    return "open" if finding.evidence == "bounded" else finding.severity


def title(finding: Finding) -> str:
    """A finding in one line: what it is and which rules it is about."""
    about = ", ".join(finding.rules) or (finding.places[0].span.text.partition("\n")[0] if finding.places else "")
    return f"{finding.name}: {about}" if about else finding.name


def explanation(finding: Finding) -> str:
    """What a finding says besides its message, in lines."""
    lines = [*finding.details, at_table(finding)]
    how = f"{finding.evidence}, {finding.scope.kind}" if finding.scope is not None else finding.evidence
    lines.append(f"evidence: {how} - {finding.basis}")
    return "\n".join(lines)


def end(span: Span) -> tuple[int, int]:
    """Line and column, from 1, just behind the last letter of a place that is not white space."""
    return span.source.line_column(span.start + max(1, len(span.text.rstrip())))


def relative(name: str) -> str:
    """A file as seen from the folder that the command was called in, with `/` between folders; absolute where it lies
    elsewhere."""
    place = Path(os.path.abspath(name))  # `absolute` would leave `..` in
    try:
        return place.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return place.as_posix()
