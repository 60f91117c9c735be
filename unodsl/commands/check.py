"""`unodsl check`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unodsl.commands.check_question import Question, judged, note
from unodsl.commands.common import LOST, found, wrong
from unodsl.commands.configured import files_of, near, project_file
from unodsl.commands.progress import Progress, progress
from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.project_file import LEVELS

if TYPE_CHECKING:
    from checker.report.baseline import Baseline
    from checker.report.formats.common import Outcome
    from checker.report.selection import Selection
    from checker.results import Report
    from unodsl.commands.check_edits import Earlier

BUDGET, OPTIONS_BUDGET, EVERY_BUDGET = 60.0, 300.0, 1800.0
"""The default time budgets in seconds for a check of one table, of the options of some files, and of every
combination."""

STOPPED = 130
"""The exit code after Ctrl-C."""


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: str | None,
    together: bool,
    every_combination: bool,
    fail_on: str | None,
    budget: float | None,
    format_: str,
    outputs: tuple[tuple[str, Path], ...],
    baseline: Path | None,
    write_baseline: Path | None,
    fix: str | None,
    lists: tuple[str, ...],
    full: bool,
    witness: str | None,
    jobs: int | None,
    cache: bool,
    cache_dir: Path | None,
    without: tuple[str, ...] = (),
    game: str | None = None,
    why: tuple[str, str] | None = None,
    certificates: Path | None = None,
    config: Path | None = None,
    no_config: bool = False,
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    watch: bool = False,
    cluster: str | None = None,
    outdated: Callable[[], bool] = lambda: False,
    earlier: Earlier | None = None,
) -> int:
    """Checks a table and prints the findings; for exit codes see `unodsl.commands.main`. Missing arguments come from
    the project file, if there is one. A canceled check that is `outdated` prints nothing. `earlier`: the previous check
    of a watched call."""
    if watch:
        given = {k: v for k, v in locals().items() if k not in ("watch", "outdated", "earlier")}
        from unodsl.commands.check_edits import Earlier
        from unodsl.commands.check_watch import Watch, watched

        refuse_beside_watch(given)
        project = project_file(files, config, no_config)
        seen = Watch(files_of(files, project), options or project.options, game, config)
        last = Earlier()
        return watched(seen, lambda outdated: run(**given, outdated=outdated, earlier=last), STOPPED)
    project = project_file(files, config, no_config)
    files = files_of(files, project)
    options, without = options or project.options, without or project.without
    parameters = {**project.parameters, **parameters}
    seats, budget = seats or project.seats, budget or project.budget
    select, ignore = select or project.select, ignore or project.ignore
    levels = tuple(x.strip() for x in fail_on.split(",")) if fail_on is not None else project.fail_on or ("warning",)
    for level in levels:
        if level not in LEVELS:
            raise wrong(f"`{level}` is nothing to fail on", "choose from error, warning, open")
    from checker.interrupts import listening
    from checker.parallel import nothing_shown
    from checker.report.cache import Call, Store, default_folder
    from checker.report.selection import Selection
    from checker.report.text import Shown
    from unodsl.commands.check_fix import fixed
    from unodsl.commands.check_output import printed, witness_text, write_outputs

    if cluster is not None and not every_combination:
        raise wrong("`--cluster` is for `--every-combination`", "leave it out; `--jobs` is for this machine")
    if cluster is not None and (jobs is not None or certificates is not None):
        other = "jobs" if jobs is not None else "certificates"
        raise wrong(f"`--cluster` and `--{other}` do not go together", "leave one of them out")
    if every_combination and fix is not None:
        raise wrong("`--every-combination` and `--fix` do not go together", "fix the table that a finding names")
    many = every_combination or not (options or together)
    budget = budget or (EVERY_BUDGET if every_combination else OPTIONS_BUDGET if many else BUDGET)
    jobs = jobs or os.cpu_count() or 1
    if baseline is None and write_baseline is None and project.baseline is not None:
        baseline = near(project.baseline)
    if together and game is not None:
        raise wrong("`--together` and `--game` do not go together", "`--together` is about all games of the files")
    first, *others = (str(p) for p in found(files))
    # the first file determines the game of named options; otherwise the order of files is irrelevant
    names = (first, *sorted(others)) if options else tuple(sorted((first, *others)))
    call = Call(
        names,
        tuple(sorted(set(options))),
        tuple(sorted(parameters.items())),
        seats or "",
        together,
        every_combination,
        tuple(sorted(set(without))),
        game,
    )
    if why is not None:
        from unodsl.commands.check_why import explained

        if every_combination or together:
            raise wrong("`--why` is about one table", "leave `--every-combination` and `--together` out")
        with listening():
            click.echo(explained(call, parameters, seats, budget, why))
        return 0
    if certificates is not None:
        # formulas stay in the process that builds them
        cache, jobs = False, 1
    store = Store(cache_dir or default_folder(), note) if cache else None
    try:
        known = read_baseline(baseline)
        with progress() as bar, listening():
            question = Question(
                call,
                parameters,
                seats,
                together,
                every_combination,
                budget,
                jobs,
                store,
                bar if format_ == "text" else nothing_shown,
                certificates,
                Selection(select, ignore),
                cluster,
            )
            if earlier is not None:
                question.on_begin = partial(earlier.first_answer, question)
            with found_so_far(bar if format_ == "text" and known is None else None, question.selection):
                report = answer(question)
            if fix is not None:
                bar.close()
                report = fixed(question, report, known, fix)
    except RulesError as error:
        raise project.placed(error) from None
    if report.stopped and outdated():
        return STOPPED
    report = judged(report, known)
    outcome = outcome_of(question, report, levels)
    if witness is not None:
        click.echo(witness_text(report, witness), nl=False)
        return 0
    shown = Shown(frozenset(lists), full)
    click.echo(printed(format_, outcome, known, shown), nl=False)
    write_outputs(outputs, outcome, known, shown)
    if earlier is not None and not report.stopped:
        earlier.learn(question, report)
    if report.stopped:
        return STOPPED
    if write_baseline is not None:
        save_baseline(write_baseline, report)
        return 0
    return exit_code(outcome)


@contextmanager
def found_so_far(bar: Progress | None, selection: Selection | None) -> Iterator[None]:
    """A context manager in which a terminal shows each finding as soon as it is certain."""
    if bar is None:
        yield
        return
    from checker.messages import Found, receiving

    def show(found: Found) -> None:
        if selection is None or selection.has(found.code):
            bar.note(f"found {found.line}")

    with receiving(Found, show):
        yield


def answer(question: Question) -> Report:
    """The result of a check. Ends the command if the cluster cannot be used, or its workers are lost. Raises
    `RulesError`."""
    from unodsl.campaign.hanging import Lost

    try:
        if question.cluster is None:
            return question.answer()
        from unodsl.campaign.crews import Unreachable

        try:
            return question.answer()
        except Unreachable as error:
            click.echo(f"error UNO115: {error}", err=True)
            raise click.exceptions.Exit(2) from None
    except Lost as error:
        click.echo(f"error: {error}", err=True)
        raise click.exceptions.Exit(LOST) from None


def refuse_beside_watch(arguments: Mapping[str, object]) -> None:
    """Raises `RulesError` if `--watch` is combined with an action that happens once."""
    once = ("fix", "write_baseline", "witness", "certificates", "why")
    for name in once:
        if arguments[name] is not None:
            raise wrong(f"`--watch` and `--{name.replace('_', '-')}` do not go together", "leave one of them out")
    if arguments["format_"] != "text":
        raise wrong(
            f"`--watch` prints text, not {arguments['format_']}",
            "`--output FORMAT=FILE` writes a file after each check",
        )


def outcome_of(question: Question, report: Report, levels: tuple[str, ...]) -> Outcome:
    """The report with its baseline, levels and actions applied."""
    from checker.report.formats.common import Outcome

    failing = {"error", "warning"} if "warning" in levels else {"error"} if "error" in levels else set()
    failing |= {"open"} & set(levels)
    return Outcome(
        report=report,
        failing=frozenset(failing),
        files=question.call.files,
        table=question.drawn,
        project=question.load,
    )


def exit_code(outcome: Outcome) -> int:
    """0 clean; 1 findings at or above the level; 3 open questions, if those are to fail."""
    from checker.report.formats.common import level

    report = outcome.report
    failing = {level(f) for f in report.findings if outcome.fails(f)}
    # a question that was not reached in time is open, even without a finding
    failing |= {"open"} & outcome.failing if report.cut_short else set()
    return 1 if failing - {"open"} else 3 if failing else 0


def read_baseline(path: Path | None) -> Baseline | None:
    """Reads a baseline. Raises `RulesError`."""
    if path is None:
        return None
    from checker.report.baseline import Refused, read

    try:
        return read(path)
    except Refused as refused:
        hint = "`--write-baseline FILE` writes one"
        raise RulesError([Diagnostic("UNO115", str(refused), None, hint)]) from None


def save_baseline(path: Path, report: Report) -> None:
    """Writes the findings as a baseline. Raises `RulesError`."""
    from checker.report.baseline import Refused, write

    try:
        write(path, report)
    except Refused as refused:
        raise wrong(str(refused)) from None
    count = sum(f.suppressed is None for f in report.findings)
    note(f"wrote {count} finding{'s' if count != 1 else ''} to the baseline `{path}`")
