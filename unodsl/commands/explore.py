"""`unodsl explore`."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from unodsl.commands import explore_again
from unodsl.commands.explore_again import Call, Description
from unodsl.commands.printing import print_json, print_line
from unodsl.commands.progress import progress
from unodsl.diagnostics import wrong
from unodsl.engine.explore_answer import Budget, Explored, most_missed

if TYPE_CHECKING:
    from unodsl.commands.explore_table import Explorable

_WHY = {
    "": "all there is",
    "states": "the limit of states",
    "memory": "no memory for more",
    "time": "no time for more",
    "interrupted": "stopped",
    "chance": "some moves can turn out in more ways than are gone through",
    "goal": "the state is found",
}


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: int | None,
    seed: int,
    most_states: int,
    memory: int,
    budget: float | None,
    mistakes: bool,
    fold: bool,
    until: str | None,
    executor: Literal["python", "compiled"] | None,
    format_: str,
    without: tuple[str, ...] = (),
    game: str | None = None,
    jobs: int = 1,
    disk: int | None = None,
) -> int:
    """Visits the states of a round from one deal, and prints their number. `jobs`: the threads of compiled search.
    `disk`: continues with files of so many bytes when memory is full. `executor` None: the compiled one if available.
    `until`: a condition to search for, in the words of a scenario."""
    for other, there in (("jobs", jobs > 1), ("until", until is not None)):
        if disk is not None and there:
            raise wrong(f"`--disk` and `--{other}` do not go together", "leave one of them out")
    call = Call(files, options, parameters, seats, seed, mistakes, fold, without, game)
    plain = until is None and disk is None and jobs == 1 and executor != "python"
    known = explore_again.known(call) if plain else None
    table = None
    if known is not None:
        description = known.description
    else:
        table = whole(call, until)
        description = table.description
    if format_ == "text":
        print_line(description.line, description.beside)
    started = time.monotonic()
    limit = Budget(most_states, memory, None if budget is None else started + budget)
    latest, found = Explored(states=1, frontier=1), None

    with progress() as bar:

        def report(so_far: Explored) -> None:
            nonlocal latest
            # (where a search starts again on disk, what it has counted before stands until it has more)
            if so_far.states >= latest.states:
                latest = replace(so_far)
            what = f"states, depth {so_far.depth}"
            bar(so_far.states, most_states, what)

        try:
            if known is not None:
                found = explore_again.searched(known, limit, mistakes, report)
            if found is None:
                table = table or whole(call, until)
                found = table.searched(limit, report, executor, jobs, disk, plain)
        except KeyboardInterrupt:
            found = replace(latest, stopped="interrupted")
    name = "compiled" if table is None else table.executor
    seconds = time.monotonic() - started
    rate = found.states / seconds if seconds else 0.0
    if jobs > 1 and name == "python":
        click.echo("note: search in Python is not shared: one of the jobs did it all", err=True)
    if disk is not None and name == "python":
        click.echo("note: search in Python does not use `--disk`", err=True)
    texts = {} if table is None else table.witnesses(found, until)
    if format_ == "json":
        print_json(
            {
                **description.table,
                "states": found.states,
                "transitions": found.transitions,
                "depth": found.depth,
                "frontier": found.frontier,
                "complete": found.complete,
                "stopped": found.stopped or None,
                "match_ends": found.ends,
                "round_ends": found.rounds,
                "stuck": found.stuck,
                "endless_cascades": found.endless,
                "found": None if until is None else found.goal_way is not None,
                "witnesses": texts,
                "folded": description.folded,
                "folding": description.folding,
                "against": description.against,
                "seed": seed,
                "seconds": round(seconds, 3),
                "states_per_second": round(rate),
                "bytes_per_state": found.bytes_kept or None,
                "bytes_per_waiting_state": found.row_bytes or None,
                "missed_probability": most_missed(found.states) if name == "compiled" else 0.0,
                "executor": name,
            }
        )
    else:
        printed(found, until, description, fold, disk is not None)
        for text in texts.values():
            if text is not None:
                click.echo(f"\n{text}")
        if texts:
            click.echo()
        if name == "compiled":
            click.echo(
                f"fingerprints distinguish the states: the probability that one was missed is below {found_in(found.states)}"
            )
        kept = f", {found.bytes_kept} bytes for each" if found.bytes_kept else ""
        click.echo(f"{seconds:.1f} s, {rate:,.0f} states a second{kept} ({name})")
    if found.stopped == "interrupted":
        return 130
    return 1 if found.stuck or found.endless else 0


def whole(call: Call, until: str | None) -> Explorable:
    """The table, with everything that a search needs."""
    # only now: it loads the parser and the compiler
    from unodsl.commands.explore_table import Explorable

    return Explorable(call, until)


def found_in(states: int) -> str:
    """The bound on the probability that a state was missed, in words."""
    return f"1 in {int(1 / most_missed(states)):,}"


def printed(found: Explored, until: str | None, description: Description, fold: bool, disk: bool) -> None:
    """Prints the result as text. `disk`: the search could use files."""
    why = "no room for more, in memory or on disk" if disk and found.stopped == "memory" else _WHY[found.stopped]
    deep = f"{found.depth} move{'' if found.depth == 1 else 's'} deep"
    click.echo(f"{found.states} states, {found.transitions} transitions, {deep}")
    if found.complete:
        click.echo("all there is")
    elif found.frontier:
        click.echo(f"incomplete: {found.frontier} states were not visited ({why})")
    else:
        click.echo(f"incomplete: {why}")
    for line in description.folding:
        click.echo(line)
    if description.nodes is not None:
        click.echo(f"the proof went through {description.nodes} expressions and effects of the rules")
    for line in description.against if fold else ():
        click.echo(f"not folded, {line}")
    click.echo(
        f"{found.stuck} stuck, {found.endless} endless cascades, {found.ends} ends of the match, {found.rounds} of the round"
    )
    if until is not None:
        if found.goal_way is not None:
            click.echo(f"`{until}` after {len(found.goal_way)} moves, and not before")
        else:
            click.echo(f"`{until}` {'never' if found.complete else 'not so far'}")
