"""`unodsl simulate`."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean, median

import click

from unodsl.commands.common import print_json, table_of
from unodsl.engine.generated import Batch, Generated
from unodsl.model.table import Table
from unodsl.scenarios import SEAT_NAMES

_CHUNK = 50


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    games: int,
    seats: int | None,
    seed: int,
    jobs: int,
    most_moves: int,
    mistakes: bool,
    executor: str,
    format_: str,
) -> int:
    """Play matches and print what they came to; 1 where a game got stuck or a card was lost."""
    _, table = table_of(files, options, parameters, seats)
    from unodsl.commands.deal import check_deal

    check_deal(table)
    started = time.perf_counter()
    chunks = [range(seed + i, min(seed + i + _CHUNK, seed + games)) for i in range(0, games, _CHUNK)]
    total = Batch(wins=[0] * table.seats, fired=[0] * (len(table.triggers) + len(table.offers)))
    if executor == "reference":
        for chunk in chunks:
            merge(total, slow_batch(table, chunk, most_moves, mistakes))
    elif jobs == 1:
        runner = Generated(table)
        for done, chunk in enumerate(chunks):
            merge(total, runner.batch(chunk, most_moves, mistakes, check=True))
            progress(done + 1, len(chunks))
    else:
        pool = ProcessPoolExecutor(jobs)
        try:
            for done, part in enumerate(pool.map(play_chunk, [(table, c, most_moves, mistakes) for c in chunks])):
                merge(total, part)
                progress(done + 1, len(chunks))
            pool.shutdown()
        except KeyboardInterrupt:
            # what is queued is dropped, and what runs is not waited for
            for process in list(pool._processes.values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    seconds = time.perf_counter() - started
    names = table.rule_names()
    fired = dict(sorted(zip(names, total.fired, strict=True)))
    never = [n for n, times in fired.items() if not times]
    per_second = total.moves / seconds if seconds else 0.0
    if format_ == "json":
        print_json(
            {
                "games": total.games,
                "moves": total.moves,
                "wins": total.wins,
                "seconds": round(seconds, 3),
                "moves_per_second": round(per_second),
                "executor": executor,
                "rules": fired,
                "never_fired": never,
                "seats": table.seats,
                "length": {
                    "least": min(total.lengths),
                    "median": median(total.lengths),
                    "mean": round(mean(total.lengths), 1),
                    "most": max(total.lengths),
                },
                "stopped_at_most_moves": total.capped,
                "stuck": total.stuck,
                "endless_cascades": total.endless,
                "cards_lost": total.unconserved,
            }
        )
    else:
        click.echo(
            f"{total.games} matches of {table.title} at {table.seats} seats, {total.moves} moves in {seconds:.1f} s ({per_second:,.0f} moves a second, {executor})"
        )
        click.echo(
            f"moves in a match: {min(total.lengths)} to {max(total.lengths)}, {mean(total.lengths):.0f} on average, median {median(total.lengths):.0f}"
        )
        click.echo(
            "wins: " + ", ".join(f"{SEAT_NAMES[i]} {w} ({w / total.games:.1%})" for i, w in enumerate(total.wins))
        )
        for label, count in (
            (f"went on past {most_moves} moves and were stopped", total.capped),
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
    return 1 if total.stuck or total.endless or total.unconserved else 0


def play_chunk(work: tuple[Table, range, int, bool]) -> Batch:
    """One chunk of games, in a process of its own."""
    table, seeds, most_moves, mistakes = work
    return Generated(table).batch(seeds, most_moves, mistakes, check=True)


def slow_batch(table: Table, seeds: range, most_moves: int, mistakes: bool) -> Batch:
    """The same games on the reference executor: the same bots, move for move."""
    from unodsl.engine.slow import play_reference

    out = Batch(wins=[0] * table.seats, fired=[0] * (len(table.triggers) + len(table.offers)))
    for seed in seeds:
        play_reference(table, seed, most_moves, mistakes, out)
    return out


def merge(total: Batch, part: Batch) -> None:
    """Add what some games came to."""
    total.games += part.games
    total.moves += part.moves
    total.capped += part.capped
    total.stuck += part.stuck
    total.endless += part.endless
    total.unconserved += part.unconserved
    total.lengths.extend(part.lengths)
    total.wins = [a + b for a, b in zip(total.wins, part.wins, strict=True)]
    total.fired = [a + b for a, b in zip(total.fired, part.fired, strict=True)]


def progress(done: int, of: int) -> None:
    """How far it is, on a terminal only."""
    if sys.stderr.isatty():
        click.echo(f"\r{done * 100 // of} %", nl=done == of, err=True)
