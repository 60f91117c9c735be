"""`unodsl explore`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Literal

import click

from unodsl.commands.common import print_json, table_of
from unodsl.engine.compiled import Compiled, NotCompiled, available
from unodsl.engine.explore import Explored, compiled, in_python
from unodsl.engine.generated import Generated
from unodsl.model.table import Table


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: int | None,
    seed: int,
    most_states: int,
    mistakes: bool,
    executor: Literal["python", "compiled"] | None,
    format_: str,
) -> int:
    """Go through the states of a round from one deal, and print how many there are. `executor` None: the compiled one where it
    can be had."""
    _, table = table_of(files, options, parameters, seats)
    from unodsl.deal import check_deal

    check_deal(table)
    started = time.perf_counter()

    def report(so_far: Explored) -> None:
        if sys.stderr.isatty():
            rate = so_far.states / max(1e-9, time.perf_counter() - started)
            line = f"depth {so_far.depth}, {so_far.states} states, {so_far.frontier} to look at, {rate:,.0f} a second"
            click.echo(f"\r{line}\x1b[K", nl=False, err=True)

    runner, notice = runner_of(table, executor)
    if notice is not None:
        click.echo(f"note: {notice}", err=True)
    deal = Generated(table).start(seed)
    if isinstance(runner, Compiled):
        try:
            found = compiled(runner, deal, most_states, mistakes, report)
        except MemoryError:
            click.echo(
                "note: searched in Python: there is not enough memory for so many states in compiled code", err=True
            )
            runner = Generated(table)
    if isinstance(runner, Generated):
        found = in_python(runner, deal, most_states, mistakes, report)
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    seconds = time.perf_counter() - started
    rate = found.states / seconds if seconds else 0.0
    if format_ == "json":
        print_json(
            {
                "states": found.states,
                "transitions": found.transitions,
                "depth": found.depth,
                "frontier": found.frontier,
                "complete": found.complete,
                "match_ends": found.ends,
                "round_ends": found.rounds,
                "stuck": found.stuck,
                "endless_cascades": found.endless,
                "seats": table.seats,
                "seed": seed,
                "seconds": round(seconds, 3),
                "states_per_second": round(rate),
                "bytes_per_state": found.bytes_kept or None,
                "executor": runner.name,
            }
        )
    else:
        click.echo(f"{found.states} states, {found.transitions} transitions, {found.depth} moves deep")
        click.echo(
            "all there is" if found.complete else f"not all there is: {found.frontier} states were not looked at"
        )
        click.echo(
            f"{found.stuck} stuck, {found.endless} endless cascades, {found.ends} ends of the match, {found.rounds} of the round"
        )
        click.echo(f"{seconds:.1f} s, {rate:,.0f} states a second ({runner.name})")
    return 1 if found.stuck or found.endless else 0


def runner_of(table: Table, executor: Literal["python", "compiled"] | None) -> tuple[Generated | Compiled, str | None]:
    """What searches, and a line for the user where it is not what could be expected."""
    if executor == "python":
        return Generated(table), None
    if not available():
        return Generated(table), "searched in Python: install `unodsl[fast]` for compiled search, which is far faster"
    try:
        made = Compiled(table)
    except NotCompiled as error:
        return Generated(table), f"searched in Python: {error}"
    return made, made.notice
