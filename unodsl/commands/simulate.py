"""`unodsl simulate`."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

import click

from unodsl.campaign.crews import Crew, Unreachable, cluster
from unodsl.campaign.hanging import Lost
from unodsl.campaign.kept import Folder, missing, open_folder
from unodsl.campaign.run import crew_here, play_runs, size_of_runs
from unodsl.campaign.tally import Tally
from unodsl.campaign.work import Settings, Work
from unodsl.commands.common import LOST, print_json, print_table, table_json, table_of
from unodsl.commands.progress import progress
from unodsl.engine.batch import Bot, Playing
from unodsl.engine.choose import PAYS_FROM, Name, choose, expected
from unodsl.entries import Unusable
from unodsl.model.table import SEAT_NAMES, Table


@dataclass(slots=True)
class Outcome:
    """The result of a campaign. `before`: the games played by earlier calls, in `moves_before` moves. `name`: the
    executor, the most frequent one if there are several; `notice`: why it is not the expected one, or None."""

    total: Tally
    before: int = 0
    moves_before: int = 0
    name: Name = "python"
    notice: str | None = None
    by: Counter[Name] = field(default_factory=Counter)


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    games: int,
    seats: int | None,
    seed: int,
    jobs: int,
    address: str | None,
    out: Path | None,
    most_moves: int,
    mistakes: bool,
    bot: Bot,
    executor: Name | None,
    format_: str,
    without: tuple[str, ...] = (),
    game: str | None = None,
) -> int:
    """Plays matches and prints the results; 1 if a game got stuck or a card was lost, `LOST` if the workers are gone.
    `address`: the cluster; None: this machine. `out`: the folder for results, or None. `executor` None: the one that
    finishes first."""
    if address is not None and jobs != 1:
        raise click.UsageError("`--jobs` is for this machine and `--cluster` for others: give one of them")
    project, table = table_of(files, options, parameters, seats, without, game)
    from unodsl.deal import check_deal

    check_deal(table)
    if format_ == "text":
        print_table(project, table)
    started = time.perf_counter()
    settings = Settings(seed, Playing(most_moves, mistakes, bot, check=True))
    kept = "" if out is None else f"; what was played is kept in `{out}`, and the same call goes on from there"
    found = Outcome(Tally.of(table))
    try:
        folder = None if out is None else open_folder(out, table, settings)
        play_all(table, settings, games, jobs, address, executor, folder, found)
    except (Unusable, Unreachable) as error:
        click.echo(f"error UNO115: {error}", err=True)
        return 2
    except Lost as error:
        click.echo(f"error: {error}{kept}", err=True)
        return LOST
    except KeyboardInterrupt:
        if kept:
            click.echo(kept.removeprefix("; "), err=True)
        if found.total.games:
            show(table, settings, found, games, time.perf_counter() - started, format_)
        raise
    show(table, settings, found, games, time.perf_counter() - started, format_)
    total = found.total
    return 1 if total.stuck or total.endless or total.unconserved else 0


# ---------------------------------------------------------------------------------------------------------------- playing


def play_all(
    table: Table,
    settings: Settings,
    games: int,
    jobs: int,
    address: str | None,
    executor: Name | None,
    folder: Folder | None,
    found: Outcome,
) -> None:
    """Plays the games missing in the folder, stores them there, and adds them to the results. Raises `Unusable`,
    `Unreachable`, and `Lost`."""
    before = [] if folder is None else folder.played(games, lambda line: click.echo(f"note: {line}", err=True))
    for _, tally in before:
        found.total.add(tally)
    found.before, found.moves_before = found.total.games, found.total.moves
    moves_of_one = expected(table, settings.playing)
    hired = crew_of(table, settings, jobs, address, executor, moves_of_one * (games - found.before), found)
    runs = missing([run for run, _ in before], games, size_of_runs(found.name, games, moves_of_one))
    if runs:
        with hired as crew, progress("matches") as bar:
            for run, played in play_runs(crew, runs):
                if folder is not None:
                    folder.keep(run, played.tally)
                found.total.add(played.tally)
                found.by[played.executor] += len(run)
                bar(found.total.games, games)
    if address is not None and found.by:
        requested, (found.name, _) = found.name, found.by.most_common(1)[0]
        others = games - found.before - found.by[requested]
        if others:
            found.notice = f"{others} matches were played in Python: not every worker has `unodsl[fast]`, or these rules cannot be compiled"
            click.echo(f"note: {found.notice}", err=True)


def crew_of(
    table: Table,
    settings: Settings,
    jobs: int,
    address: str | None,
    executor: Name | None,
    moves: int,
    found: Outcome,
) -> AbstractContextManager[Crew]:
    """The crew for about `moves` moves, and (in `found`) its executor."""
    if address is not None:
        # each worker compiles for itself, if it can
        found.name = executor or ("compiled" if moves >= PAYS_FROM else "python")
        work = Work.of(table, settings, found.name)
        return cluster(work, address)
    chosen = choose(table, executor, moves)
    found.name, found.notice = chosen.name, chosen.notice
    if chosen.notice is not None:
        click.echo(f"note: {chosen.notice}", err=True)
    return crew_here(table, settings, chosen, jobs)


# --------------------------------------------------------------------------------------------------------------- printing


def show(table: Table, settings: Settings, found: Outcome, games: int, seconds: float, format_: str) -> None:
    """Prints the results of a campaign, or those until it was stopped."""
    total = found.total
    fired = dict(sorted(zip(table.rule_names(), total.fired, strict=True)))
    never = [n for n, times in fired.items() if not times]
    per_second = (total.moves - found.moves_before) / seconds if seconds else 0.0
    mean = total.moves / total.games
    if format_ == "json":
        print_json(
            {
                **table_json(table),
                "games": total.games,
                "moves": total.moves,
                "wins": total.wins,
                "seconds": round(seconds, 3),
                "moves_per_second": round(per_second),
                "executor": found.name,
                "executor_note": found.notice,
                "bot": settings.playing.bot,
                "rules": fired,
                "never_fired": never,
                "length": {
                    "least": min(total.lengths),
                    "median": total.median(),
                    "mean": round(mean, 1),
                    "most": max(total.lengths),
                },
                "stopped_at_most_moves": total.capped,
                "stuck": total.stuck,
                "endless_cascades": total.endless,
                "cards_lost": total.unconserved,
                "games_kept": found.before,
                "interrupted": total.games < games,
            }
        )
        return
    if total.games < games:
        click.echo(f"stopped after {total.games} of {games} matches: this is the result so far\n")
    click.echo(
        f"{total.games} matches of {table.title}, {total.moves} moves in {seconds:.1f} s ({per_second:,.0f} moves a second, {found.name})"
    )
    if found.before:
        click.echo(f"{found.before} of them had been played before")
    click.echo(
        f"moves in a match: {min(total.lengths)} to {max(total.lengths)}, {mean:.0f} on average, median {total.median():.0f}"
    )
    click.echo("wins: " + ", ".join(f"{SEAT_NAMES[i]} {w} ({w / total.games:.1%})" for i, w in enumerate(total.wins)))
    for label, count in (
        (f"went on past {settings.playing.most_moves} moves and were stopped", total.capped),
        ("got stuck: nobody had a legal move", total.stuck),
        ("had rules that set each other off for ever", total.endless),
        ("lost or gained a card", total.unconserved),
    ):
        if count:
            click.echo(f"{count} {label}")
    click.echo("\nhow often each rule fired")
    for name, times in sorted(fired.items(), key=lambda x: (-x[1], x[0])):
        click.echo(f"  {times:>10}  {name}")
    if never:
        click.echo(f"\nnever fired: {', '.join(never)}")
