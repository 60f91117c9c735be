"""`unodsl check`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unodsl.commands.common import found, project_of, validate_options, wrong
from unodsl.deal import check_deal
from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_table
from unodsl.resolve.choice import seats_text

if TYPE_CHECKING:
    from checker.baseline import Baseline
    from checker.formats.common import Outcome
    from checker.kept import Kept
    from checker.store import Call, Store
    from checker.verdicts import Report

_LEVELS = ("error", "warning", "open")

BUDGET, EVERY_BUDGET = 60.0, 1800.0
"""Seconds that a check of one table, and one of all combinations, may take where nothing else is said."""

STOPPED = 130
"""The exit code after Ctrl-C."""


def seat_range(text: str | None, low: int, high: int, told: Callable[[int], object] = lambda number: None) -> range:
    """`3`, `2..4`, or the least that the table allows. `told` is asked about a number that does not fit, and may raise something
    that says more of it."""
    if text is None:
        return range(low, low + 1)
    match = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", text.strip())
    if match is None:
        raise wrong(f"`{text}` is not a number of seats", "say `4` or `2..4`")
    first, last = int(match[1]), int(match[2] or match[1])
    if first > last:
        raise wrong(f"`{text}` goes from the larger to the smaller number", f"say `{last}..{first}`")
    for number in (first, last):
        if not low <= number <= high:
            told(number)
            raise wrong(f"these rules are for {seats_text(low, high)} seats, not {number}")
    return range(first, last + 1)


@dataclass(slots=True)
class Question:
    """What is to be checked, and how."""

    call: Call
    parameters: dict[str, str]
    seats: str | None
    together: bool
    every: bool
    budget: float
    jobs: int
    store: Store | None
    told: Callable[[str], None]

    def load(self) -> Project:
        """The files, as they are on disk. Raises `RulesError`."""
        return project_of([Path(f) for f in self.call.files], self.call.options)

    def table(self, project: Project) -> tuple[TableSpec, Table]:
        """The table of some files; of all combinations, the one that holds the rules of all options. Raises `RulesError`."""
        games = tuple(n for n in project.given if project.pages[n].game is not None) if self.together else None
        spec = TableSpec(
            games=games, options=self.call.options, parameters=dict(self.parameters), lenient=self.together
        )
        if self.every:
            options = tuple(project.option_names())
            return spec, load_table(project, replace(spec, featured=options, any_seats=True))
        return spec, load_table(project, spec)

    def answered(self, project: Project) -> Kept:
        """The check of some files: from the store where it is there, else done now and kept. Raises `RulesError`."""
        from checker.kept import Kept
        from checker.run import check_table
        from checker.spread import collect_seldom

        collect_seldom()
        validate_options(project)
        if self.every:
            return self.all_answered(project)
        spec, table = self.table(project)
        check_deal(table)
        if self.store is not None:
            known = self.store.result(self.call, project, self.budget)
            if known is not None:
                return known
        seats = seat_range(
            self.seats,
            table.seats_low,
            table.seats_high,
            lambda number: load_table(project, replace(spec, seats=number)),
        )
        report = check_table(project, spec, seats, self.budget, self.told, self.jobs)
        off = [o.name for o in table.options if not o.on and o.name.partition(".")[0] in project.given]
        kept = Kept(report, tuple(off))
        if self.store is not None:
            self.store.keep(self.call, project, kept, self.budget)
        return kept

    def all_answered(self, project: Project) -> Kept:
        """The check of all combinations, as `answered`."""
        from checker.combinations import check_combinations
        from checker.kept import Kept

        if self.store is not None:
            kept = self.store.result(self.call, project, self.budget)
            if kept is not None:
                return kept
        games = tuple(n for n in project.given if project.pages[n].game is not None)
        if not games:
            games = load_table(project, TableSpec()).games
        tables = [load_table(project, TableSpec(games=(g,), parameters=dict(self.parameters))) for g in games]
        for table in tables:
            check_deal(table)
        low, high = min(t.seats_low for t in tables), max(t.seats_high for t in tables)
        seats = None if self.seats is None else seat_range(self.seats, low, high)
        groups = list(combinations(games, 2)) if self.together else [(g,) for g in games]
        if not groups:
            raise wrong("there is only one game among these files", "leave `--together` out, or give another file")
        named = [(o, project.option(o, project.given)) for o in self.call.options]
        known = [name for full in project.option_names() for name in (full, full.partition(".")[2])]
        for text, option in named:
            if option is None:
                raise wrong(f"there is no option `{text}` in these files", did_you_mean(text, known))
        only = tuple(full for _, full in named if full is not None)
        report = check_combinations(
            project, groups, dict(self.parameters), seats, self.budget, self.told, self.jobs, only
        )
        kept = Kept(report, ())
        if self.store is not None:
            self.store.keep(self.call, project, kept, self.budget)
        return kept

    def asked(self) -> Kept:
        """The check of the files on disk, without reading more of them than needed."""
        if self.store is not None:
            known = self.store.recall(self.call, self.budget)
            if known is not None:
                return known
        project = self.load()
        kept = self.answered(project)
        if self.store is not None and not kept.report.stopped:
            self.store.remember(self.call, project)
        return kept


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: str | None,
    together: bool,
    every_combination: bool,
    fail_on: str,
    budget: float | None,
    format_: str,
    outputs: tuple[tuple[str, Path], ...],
    baseline: Path | None,
    write_baseline: Path | None,
    fix: str | None,
    jobs: int | None,
    cache: bool,
    cache_dir: Path | None,
) -> int:
    """Check a table and print what was found; see `unodsl.commands.main` for the exit codes."""
    levels = tuple(x.strip() for x in fail_on.split(","))
    for level in levels:
        if level not in _LEVELS:
            raise wrong(f"`{level}` is nothing to fail on", "choose from error, warning, open")
    from checker.store import Call, Store, default_folder
    from unodsl.commands.check_fix import fixed
    from unodsl.commands.check_output import printed, write_outputs

    if every_combination and fix is not None:
        raise wrong("`--every-combination` and `--fix` do not go together", "fix the table that a finding names")
    budget = budget or (EVERY_BUDGET if every_combination else BUDGET)
    jobs = jobs or ((os.cpu_count() or 1) if every_combination else 1)
    known = read_baseline(baseline)
    names = tuple(sorted(str(p) for p in found(files)))
    call = Call(
        names, tuple(sorted(set(options))), tuple(sorted(parameters.items())), seats or "", together, every_combination
    )
    store = Store(cache_dir or default_folder(), note) if cache else None
    question = Question(call, parameters, seats, together, every_combination, budget, jobs, store, progress(format_))
    kept = question.asked()
    if fix is not None:
        kept = fixed(question, kept, known, fix)
    kept = replace(kept, report=judged(kept.report, known))
    outcome = outcome_of(question, kept, levels)
    clear_progress(format_)
    click.echo(printed(format_, outcome, kept, known), nl=False)
    write_outputs(outputs, outcome, kept, known)
    if kept.report.stopped:
        return STOPPED
    if write_baseline is not None:
        save_baseline(write_baseline, kept.report)
        return 0
    return exit_code(outcome)


def outcome_of(question: Question, kept: Kept, levels: tuple[str, ...]) -> Outcome:
    """The report with what is to become of it."""
    from checker.formats.common import Outcome

    failing = {"error", "warning"} if "warning" in levels else {"error"} if "error" in levels else set()
    failing |= {"open"} & set(levels)
    return Outcome(
        report=kept.report,
        failing=frozenset(failing),
        files=question.call.files,
        table=lambda: question.table(question.load())[1],
    )


def exit_code(outcome: Outcome) -> int:
    """0 clean; 1 findings at or over the level; 3 open questions where those are to fail."""
    from checker.formats.common import level

    failing = {level(f) for f in outcome.report.findings if outcome.fails(f)}
    return 1 if failing - {"open"} else 3 if failing else 0


def judged(report: Report, known: Baseline | None) -> Report:
    """The report with each finding compared with the baseline, if there is one."""
    if known is None:
        return report
    from checker.baseline import compared

    return compared(report, known)


def read_baseline(path: Path | None) -> Baseline | None:
    """The baseline in a file. Raises `RulesError`."""
    if path is None:
        return None
    from checker.baseline import Refused, read

    try:
        return read(path)
    except Refused as refused:
        hint = "`--write-baseline FILE` writes one"
        raise RulesError([Diagnostic("UNO115", str(refused), None, hint)]) from None


def save_baseline(path: Path, report: Report) -> None:
    """Write what was found as the baseline. Raises `RulesError`."""
    from checker.baseline import Refused, write

    try:
        write(path, report)
    except Refused as refused:
        raise wrong(str(refused)) from None
    count = sum(f.suppressed is None for f in report.findings)
    note(f"wrote {count} finding{'s' if count != 1 else ''} to the baseline `{path}`")


def note(what: str) -> None:
    """A word beside the report."""
    click.echo(f"note: {what}", err=True)


def progress(format_: str) -> Callable[[str], None]:
    """A line that says what is being looked at, on a terminal."""

    def told(what: str) -> None:
        if sys.stderr.isatty() and format_ == "text":
            click.echo(f"\r{what:<60}", nl=False, err=True)

    return told


def clear_progress(format_: str) -> None:
    """Take the line of progress away."""
    if sys.stderr.isatty() and format_ == "text":
        click.echo("\r" + " " * 60 + "\r", nl=False, err=True)
