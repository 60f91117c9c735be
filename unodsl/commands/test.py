"""`unodsl test`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from unodsl.commands.colors import colored
from unodsl.commands.common import load_at_any_seats, print_json, project_of, validate_options, wrong
from unodsl.commands.configured import files_of, project_file
from unodsl.commands.progress import progress
from unodsl.deal import check_deal
from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.resolve import Project, TableSpec
from unodsl.resolve.inventory import actions
from unodsl.resolve.project import Page
from unodsl.scenarios import Result, run_scenario, titled_twice
from unodsl.syntax import nodes as s

STOPPED = 130
"""The exit code after Ctrl-C."""

OF_A_TABLE = ("UNO111", "UNO112")
"""The codes of errors in a choice of options, parameters and seats, or in its deal."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A scenario that cannot be run, and why."""

    title: str
    page: str
    why: str


def run(
    files: tuple[Path, ...],
    wanted: str,
    format_: str,
    libraries: tuple[Path, ...] = (),
    config: Path | None = None,
    no_config: bool = False,
) -> int:
    """Runs the scenarios of the given files, or of the project file; 0 if all pass, 1 if one fails, 2 if one cannot be
    run, 130 after Ctrl-C."""
    files = files_of(files, project_file(files, config, no_config))
    unread: list[Diagnostic] = []
    project = playable(files, libraries, unread)
    chosen = [
        (project.pages[name], index, scenario)
        for name in sorted(project.given)
        for index, scenario in enumerate(project.pages[name].scenarios)
        if wanted.lower() in scenario.title.text.lower()
    ]
    if wanted and not chosen and not unread:
        titles = sum(len(project.pages[name].scenarios) for name in project.given)
        raise wrong(
            f"no scenario has `{wanted}` in its title",
            f"these files have {titles} scenario{'' if titles == 1 else 's'}",
        )
    results: list[Result] = []
    broken: list[Broken] = []
    stopped = False
    try:
        with progress("scenarios") as bar:
            for number, (page, index, scenario) in enumerate(chosen):
                bar(number, len(chosen))
                outcome = one(project, page, index, scenario)
                if isinstance(outcome, Result):
                    results.append(outcome)
                else:
                    broken.append(outcome)
    except KeyboardInterrupt:
        stopped = True
    report = Report(project, results, broken, unread, bool(wanted) or stopped)
    if format_ == "json":
        print_json(report.data())
    else:
        report.print()
    if stopped:
        click.echo(f"stopped after {len(results) + len(broken)} of {len(chosen)} scenarios", err=True)
        return STOPPED
    return report.exit_code


def playable(files: tuple[Path, ...], libraries: tuple[Path, ...], unread: list[Diagnostic]) -> Project:
    """The project, if its games and options have no errors: otherwise these are reported once, and no scenario runs."""
    found: list[Diagnostic] = []
    try:
        project = project_of(files, libraries=libraries, broken=found)
        mine = {project.pages[name].file.source for name in project.given}
        unread.extend(d for d in found if d.span is not None and d.span.source in mine)
        validate_options(project)
        bases = dict.fromkeys(
            next((p for p in project.chain(name) if project.pages[p].game is not None), None) for name in project.given
        )
        for base in bases:
            if base is not None:
                default_table(project, base)
    except RulesError as error:
        click.echo("no scenario was run: the rules have to be right first", err=True)
        raise RulesError(dict.fromkeys((*error.diagnostics, *found))) from error
    return project


def default_table(project: Project, base: str) -> None:
    """Loads a game with default choices. Raises `RulesError`, except for errors that a scenario can fix by setting
    parameters."""
    try:
        load_at_any_seats(project, TableSpec(games=(base,)), check_deal)
    except RulesError as error:
        scenarios = [x for name in project.given for x in project.pages[name].scenarios]
        choose = any(isinstance(line, s.SetParameter) for x in scenarios for line in x.lines)
        if not choose or not all(d.code in OF_A_TABLE for d in error.diagnostics):
            raise


def one(project: Project, page: Page, index: int, scenario: s.Scenario) -> Result | Broken:
    """Runs one scenario."""
    again = titled_twice(page).get(index)
    try:
        if again is not None:
            raise RulesError([again])
        return run_scenario(project, page, scenario)
    except RulesError as error:
        return Broken(scenario.title.text, page.name, str(error))


def bad(words: str) -> str:
    """Text in the color of errors."""
    return click.style(words, fg="red", bold=True)


@dataclass(frozen=True, slots=True)
class Report:
    """The results of scenarios. `unread`: the errors of those that could not be read; `filtered`: not all were
    requested."""

    project: Project
    results: list[Result]
    broken: list[Broken]
    unread: list[Diagnostic]
    filtered: bool

    @property
    def failed(self) -> list[Result]:
        """The failed scenarios."""
        return [r for r in self.results if not r.passed]

    @property
    def exit_code(self) -> int:
        """2 if a scenario could not be read or run, 1 if one failed, else 0."""
        return 2 if self.broken or self.unread else 1 if self.failed else 0

    def silent(self) -> list[str]:
        """The rules with effects in the given files that no scenario fired."""
        if self.filtered:
            return []
        fired = {name for r in self.results for name in r.fired}
        active, given = actions(self.project), set(self.project.given)
        return [
            r
            for r in sorted(self.project.rule_names())
            if r not in fired and r in active and r.partition(".")[0] in given
        ]

    def data(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "passed": len(self.results) - len(self.failed),
            "failed": len(self.failed) + len(self.broken),
            "scenarios": [
                {
                    "title": r.title,
                    "page": r.page,
                    "passed": r.passed,
                    "message": r.message,
                    "clauses": list(r.clauses),
                    "warnings": list(r.warnings),
                }
                for r in self.results
            ]
            + [
                {"title": b.title, "page": b.page, "passed": False, "message": b.why, "clauses": [], "warnings": []}
                for b in self.broken
            ],
            "unread": [d.render() for d in self.unread],
            "never_fired": self.silent(),
        }

    def print(self) -> None:
        """The report as text."""
        for r in self.failed:
            click.echo(f"{bad('failed:')} {r.title}\n{r.message}\n")
        reasons: dict[str, list[str]] = {}
        for b in self.broken:
            reasons.setdefault(b.why, []).append(b.title)
        for why, titles in reasons.items():
            more = f" and {len(titles) - 1} more" if len(titles) > 1 else ""
            click.echo(f"{bad('cannot run:')} {titles[0]}{more}\n{colored(why)}\n")
        for problem in self.unread:
            click.echo(f"{bad('cannot read a scenario')}\n{colored(problem.render())}\n")
        for r in self.results:
            for text in r.warnings:
                click.echo(f"in: {r.title}\n{text}\n")
        passed = len(self.results) - len(self.failed)
        parts = [
            click.style(f"{passed} passed", fg="green" if passed and not self.exit_code else None),
            bad(f"{len(self.failed)} failed") if self.failed else "0 failed",
        ]
        if self.broken:
            parts.append(f"{len(self.broken)} cannot run")
        if self.unread:
            parts.append("some cannot be read")
        warned = sum(len(r.warnings) for r in self.results)
        if warned:
            parts.append(f"{warned} warning{'s' if warned != 1 else ''}")
        nothing = not self.results and not self.broken and not self.unread and not self.filtered
        click.echo(", ".join(parts) + (": there is no scenario in these files" if nothing else ""))
        silent = self.silent()
        if silent:
            click.echo(f"no scenario fires: {', '.join(silent)}")
