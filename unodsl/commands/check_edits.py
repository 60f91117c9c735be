"""The first answer of `check --watch` after an edit: what the edited rules do, before the whole check."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from unodsl.commands.check_question import Question
from unodsl.diagnostics import RulesError
from unodsl.model.table import Table
from unodsl.resolve import Project

if TYPE_CHECKING:
    from checker.families.edited import FirstAnswer
    from checker.results import Finding, Report

BUDGET = 10.0
"""The seconds for a first answer."""


@dataclass(slots=True)
class Earlier:
    """The previous check of a watched call: its rules, and its findings."""

    table: Table | None = None
    findings: tuple[Finding, ...] = ()

    def learn(self, question: Question, report: Report) -> None:
        """Remembers a finished check."""
        with suppress(RulesError):
            self.table, self.findings = question.drawn(), report.findings

    def first_answer(self, question: Question, project: Project) -> None:
        """Prints what the rules that were edited since do. Raises `RulesError`, and `KeyboardInterrupt` where Ctrl-C
        ended the search."""
        if self.table is None or question.every or question.together:
            return
        from checker import messages
        from checker.families.edited import edited_rules, first_answer, tables_with

        own = not question.call.options
        spec, now = (None, question.whole(project)) if own else question.table(project)
        rules = edited_rules(self.table, now)
        if not rules:
            return
        if spec is None:
            tables = list(tables_with(project, now, rules, dict(question.parameters)))
        else:
            tables = [replace(spec, seats=question.seats_of(project, spec, now)[0])]
        with messages.receiving(messages.Found, lambda found: None):
            answer = first_answer(project, tables, rules, time.monotonic() + BUDGET)
        if answer.stopped:
            raise KeyboardInterrupt
        click.echo(self.text(question, project, answer) + "\n")

    def text(self, question: Question, project: Project, answer: FirstAnswer) -> str:
        """The answer as text."""
        from checker.report.text import Shown, about, short

        known = {(x.code, x.rules) for x in self.findings if x.known}
        some = tuple(x for x in answer.findings if (x.code, x.rules) not in known)
        if question.selection is not None:
            some = tuple(x for x in some if question.selection.has(x.code))
        what = ", ".join(f"`{x}`" for x in sorted(answer.rules))
        head = f"first, about {what}: "
        gone = [f"no longer found: {x.code} {about(x)}" for x in self.gone(project, answer)]
        blocks = [short(x, "", Shown()) for x in some]
        head += "" if blocks else "nothing found so far" if not gone else "nothing else found so far"
        return "\n\n".join([head.rstrip(), *blocks, *gone, "the whole check follows"])

    def gone(self, project: Project, answer: FirstAnswer) -> list[Finding]:
        """The findings about edited rules that the previous check had, and that are not found at these tables any more."""
        from checker.families.edited import CODES, refuted

        there = {frozenset(x.rules) for x in answer.findings}
        return [
            x
            for x in self.findings
            if x.code in CODES
            and x.evidence != "bounded"
            and x.suppressed is None
            and not x.known
            and x.severity != "note"
            and not answer.rules.isdisjoint(x.rules)
            and frozenset(x.rules) not in there
            and refuted(project, answer, x)
        ]
