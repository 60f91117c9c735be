"""One call of `check`: what is asked, and the answer from the store or from the checker."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unodsl.commands.common import project_of, validate_options, wrong
from unodsl.deal import check_deal
from unodsl.diagnostics import did_you_mean
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_table
from unodsl.resolve.choice import seats_text

if TYPE_CHECKING:
    from checker.baseline import Baseline
    from checker.kept import Kept
    from checker.store import Call, Store
    from checker.verdicts import Report


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
            games=games,
            options=self.call.options,
            parameters=dict(self.parameters),
            lenient=self.together,
            without=self.call.without,
        )
        if self.every:
            options = tuple(project.option_names())
            return spec, load_table(project, replace(spec, without=(), exact=True, featured=options, any_seats=True))
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
        only, without = (self.in_full(project, names) for names in (self.call.options, self.call.without))
        report = check_combinations(
            project, groups, dict(self.parameters), seats, self.budget, self.told, self.jobs, only, without
        )
        kept = Kept(report, ())
        if self.store is not None:
            self.store.keep(self.call, project, kept, self.budget)
        return kept

    def in_full(self, project: Project, options: tuple[str, ...]) -> tuple[str, ...]:
        """The full names of options that the call names. Raises `RulesError`."""
        out = []
        for text in options:
            full = project.option(text, project.given)
            if full is None:
                known = [name for q in project.option_names() for name in (q, q.partition(".")[2])]
                raise wrong(f"there is no option `{text}` in these files", did_you_mean(text, known))
            out.append(full)
        return tuple(out)

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


def judged(report: Report, known: Baseline | None) -> Report:
    """The report with each finding compared with the baseline, if there is one."""
    if known is None:
        return report
    from checker.baseline import compared

    return compared(report, known)


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
