"""`unodsl check`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from unodsl.commands.common import print_json, project_of, validate_options, wrong
from unodsl.commands.deal import check_deal
from unodsl.resolve import TableSpec, load_table

_LEVELS = ("error", "warning", "open")


def seat_range(text: str | None, low: int, high: int) -> range:
    """`3`, `2..4`, or the least that the table allows."""
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
            raise wrong(f"these rules are for {low} to {high} seats, not {number}")
    return range(first, last + 1)


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: str | None,
    together: bool,
    fail_on: str,
    budget: float,
    format_: str,
) -> int:
    """Check a table and print what was found; see `unodsl.commands.main` for the exit codes."""
    levels = tuple(x.strip() for x in fail_on.split(","))
    for level in levels:
        if level not in _LEVELS:
            raise wrong(f"`{level}` is nothing to fail on", "choose from error, warning, open")
    project = project_of(files, options)
    games = tuple(n for n in project.given if project.pages[n].game is not None) if together else None
    spec = TableSpec(games=games, options=options, parameters=dict(parameters), lenient=together)
    table = load_table(project, spec)
    validate_options(project)
    check_deal(table)
    from checker.report import as_json, text
    from checker.run import check_table

    def told(what: str) -> None:
        if sys.stderr.isatty() and format_ == "text":
            click.echo(f"\r{what:<60}", nl=False, err=True)

    report = check_table(project, spec, seat_range(seats, table.seats_low, table.seats_high), budget, told)
    if sys.stderr.isatty() and format_ == "text":
        click.echo("\r" + " " * 60 + "\r", nl=False, err=True)
    if format_ == "json":
        print_json(as_json(report))
    else:
        click.echo(text(report))
        off = [o.name for o in table.options if not o.on and o.name.partition(".")[0] in project.given]
        if off:
            click.echo(f"not switched on, and so not judged: {', '.join(off)} (`--with OPTION` switches one on)")
    shown = [f for f in report.findings if f.suppressed is None]
    failing = {"error", "warning"} if "warning" in levels else {"error"} if "error" in levels else set()
    if any(f.evidence != "bounded" and f.severity in failing for f in shown):
        return 1
    if "open" in levels and any(f.evidence == "bounded" for f in shown):
        return 3
    return 0
