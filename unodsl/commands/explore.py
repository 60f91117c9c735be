"""`unodsl explore`."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Literal

import click

from unodsl.commands.common import print_json, print_table, project_of, spec_of, table_json, wrong
from unodsl.commands.progress import progress
from unodsl.diagnostics import RulesError
from unodsl.engine.compiled import NotCompiled, available
from unodsl.engine.explore import in_python, retraced
from unodsl.engine.explore_disk import on_disk
from unodsl.engine.explore_question import Budget, Explored, Question, most_missed
from unodsl.engine.explore_shared import shared
from unodsl.engine.folding import Folding
from unodsl.engine.generated import Generated
from unodsl.engine.layout import Layout
from unodsl.model.symmetry import symmetry
from unodsl.resolve import Project, TableSpec, resolve_table
from unodsl.resolve.compose import Resolved

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
    """Go through the states of a round from one deal, and print how many there are. `jobs`: so many threads share compiled search. `disk`: it goes on with files of so many bytes where memory ends. `executor` None: the compiled one where it
    can be had. `until`: a condition to look for, in the words of a scenario."""
    for other, there in (("jobs", jobs > 1), ("until", until is not None)):
        if disk is not None and there:
            raise wrong(f"`--disk` and `--{other}` do not go together", "leave one of them out")
    project = project_of(files, options, game)
    spec = spec_of(options, parameters, seats, without, game)
    resolved = resolve_table(project, spec)
    table = resolved.table
    from unodsl.deal import check_deal

    check_deal(table)
    if format_ == "text":
        print_table(project, table)
    condition = None
    if until is not None:
        # only now: it loads what reads scenarios
        from unodsl.commands.until import condition_of

        condition = condition_of(resolved, table.games[0], until)
    proved = symmetry(table, condition)
    deal = (0, *Generated(table).start(seed)[1:])
    question = Question(table, deal, mistakes, proved if fold else None, condition)
    folding = question.folding(Layout(table))
    started = time.monotonic()
    limit = Budget(most_states, memory, None if budget is None else started + budget)
    latest = Explored(states=1, frontier=1)

    name = "compiled"
    with progress() as bar:

        def report(so_far: Explored) -> None:
            nonlocal latest
            latest = replace(so_far)
            what = f"states, depth {so_far.depth}"
            bar(so_far.states, most_states, what)

        try:
            if executor == "python" or not available():
                if executor != "python":
                    note("install `unodsl[fast]` for compiled search, which is far faster")
                name = "python"
                found = in_python(question, limit, report)
            else:
                try:
                    if disk is not None:
                        found = on_disk(question, limit, disk, report)
                    else:
                        found = shared(
                            question, limit, jobs, report, lambda line: click.echo(f"note: {line}", err=True)
                        )
                except (NotCompiled, MemoryError) as error:
                    note(str(error) or "there is not as much memory as the search may take")
                    name = "python"
                    found = in_python(question, limit, report)
        except KeyboardInterrupt:
            found = replace(latest, stopped="interrupted")
    seconds = time.monotonic() - started
    rate = found.states / seconds if seconds else 0.0
    if jobs > 1 and name == "python":
        click.echo("note: search in Python is not shared: one of the jobs did it all", err=True)
    if disk is not None and name == "python":
        click.echo("note: search in Python does not use `--disk`", err=True)
    texts = witnesses(project, spec, resolved, question, found, until)
    if format_ == "json":
        print_json(
            {
                **table_json(table),
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
                "folded": 1 if folding is None else folding.whole,
                "folding": [] if folding is None else list(folding.lines),
                "against": list(proved.against),
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
        printed(found, until, folding, proved.nodes, proved.against if fold else ())
        for text in texts.values():
            if text is not None:
                click.echo(f"\n{text}")
        if texts:
            click.echo()
        if name == "compiled":
            click.echo(
                f"fingerprints distinguish the states: one was missed with a probability below {found_in(found.states)}"
            )
        kept = f", {found.bytes_kept} bytes for each" if found.bytes_kept else ""
        click.echo(f"{seconds:.1f} s, {rate:,.0f} states a second{kept} ({name})")
    if found.stopped == "interrupted":
        return 130
    return 1 if found.stuck or found.endless else 0


def found_in(states: int) -> str:
    """The bound on the probability that a state was missed, in words."""
    return f"1 in {int(1 / most_missed(states)):,}"


def note(why: str) -> None:
    """Say that Python searches."""
    click.echo(f"note: searched in Python: {why}", err=True)


def printed(found: Explored, until: str | None, folding: Folding | None, nodes: int, against: tuple[str, ...]) -> None:
    """What was counted, as text."""
    deep = f"{found.depth} move{'' if found.depth == 1 else 's'} deep"
    click.echo(f"{found.states} states, {found.transitions} transitions, {deep}")
    if found.complete:
        click.echo("all there is")
    elif found.frontier:
        click.echo(f"not all there is: {found.frontier} states were not visited ({_WHY[found.stopped]})")
    else:
        click.echo(f"not all there is: {_WHY[found.stopped]}")
    for line in () if folding is None else folding.lines:
        click.echo(line)
    if folding is not None:
        click.echo(f"the proof went through {nodes} expressions and effects of the rules")
    for line in against:
        click.echo(f"not folded, {line}")
    click.echo(
        f"{found.stuck} stuck, {found.endless} endless cascades, {found.ends} ends of the match, {found.rounds} of the round"
    )
    if until is not None:
        if found.goal_way is not None:
            click.echo(f"`{until}` after {len(found.goal_way)} moves, and not before")
        else:
            click.echo(f"`{until}` {'never' if found.complete else 'not so far'}")


def witnesses(
    project: Project, spec: TableSpec, resolved: Resolved, question: Question, found: Explored, until: str | None
) -> dict[str, str | None]:
    """For each thing found a scenario that leads there; None where it cannot be said as one."""
    ways = {"until": found.goal_way, "stuck": found.stuck_way, "endless": found.endless_way}
    if all(way is None for way in ways.values()):
        return {}
    # only now: it loads the solver
    from checker.context import Context
    from checker.witness.path import scenario_of_run
    from unodsl.scenarios import SEAT_NAMES

    table = resolved.table
    chosen = TableSpec(
        games=table.games,
        options=tuple(o.name for o in table.options if o.on),
        parameters=dict(spec.parameters),
        seats=table.seats,
        exact=True,
    )
    case = Context(project, chosen, resolved, float("inf"))
    out: dict[str, str | None] = {}
    for name, way in ways.items():
        if way is None:
            continue
        steps = retraced(question, way)
        if name == "until":
            title, lines = "this can be so", [f"expect {until}"]
        elif name == "stuck":
            title, lines = "nobody can move", [f"expect {x} cannot do anything" for x in SEAT_NAMES[: table.seats]]
        else:
            title, lines = "this move never comes to rest", []
        try:
            out[name] = scenario_of_run(case, title, question.start, steps, lines, name != "endless")
        except RulesError:
            out[name] = None
    return out
