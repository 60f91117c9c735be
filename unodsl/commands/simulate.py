"""`unodsl simulate`."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean, median

import click

from unodsl.commands.common import print_json, table_of
from unodsl.engine.batch import Batch, Bot
from unodsl.engine.choose import Chosen, Name, Runner, again, choose, expected
from unodsl.model.table import Table
from unodsl.scenarios import SEAT_NAMES

_CHUNK = {"reference": 5, "python": 50, "compiled": 1000}
"""Most games that are played between two looks at the terminal."""


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
    bot: Bot,
    executor: Name | None,
    format_: str,
) -> int:
    """Play matches and print what they came to; 1 where a game got stuck or a card was lost. `executor` None: whichever is done
    first."""
    _, table = table_of(files, options, parameters, seats)
    from unodsl.commands.deal import check_deal

    check_deal(table)
    started = time.perf_counter()
    moves = expected(table, games, most_moves, mistakes, bot) if executor is None else 0
    chosen = choose(table, executor, moves)
    if chosen.notice is not None:
        click.echo(f"note: {chosen.notice}", err=True)
    size = max(1, min(_CHUNK[chosen.name], -(-games // (4 * jobs))))
    chunks = [range(seed + i, min(seed + i + size, seed + games)) for i in range(0, games, size)]
    total = Batch.of(table)
    settings = (most_moves, mistakes, bot)
    if jobs == 1:
        for done, chunk in enumerate(chunks):
            total.add(chosen.runner.batch(chunk, most_moves, mistakes, True, bot))
            progress(done + 1, len(chunks))
    else:
        in_processes(table, chosen, chunks, jobs, settings, total)
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
                "executor": chosen.name,
                "executor_note": chosen.notice,
                "bot": bot,
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
            f"{total.games} matches of {table.title} at {table.seats} seats, {total.moves} moves in {seconds:.1f} s ({per_second:,.0f} moves a second, {chosen.name})"
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


def in_processes(
    table: Table, chosen: Chosen, chunks: list[range], jobs: int, settings: tuple[int, bool, Bot], total: Batch
) -> None:
    """Play all chunks in processes, and add them up in their order."""
    pool = ProcessPoolExecutor(jobs, initializer=begin, initargs=(table, chosen.name, chosen.code, settings))
    try:
        for done, part in enumerate(pool.map(play_chunk, chunks)):
            total.add(part)
            progress(done + 1, len(chunks))
        pool.shutdown()
    except KeyboardInterrupt:
        # what is queued is dropped, and what runs is not waited for
        for process in list(pool._processes.values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise


_own: tuple[Runner, tuple[int, bool, Bot]] | None = None
"""In a process of the pool: what it plays with."""


def begin(table: Table, name: Name, code: bytes | None, settings: tuple[int, bool, Bot]) -> None:
    """What a process does once."""
    global _own
    _own = again(table, name, code), settings


def play_chunk(seeds: range) -> Batch:
    """One chunk of games, in a process of its own."""
    assert _own is not None
    runner, (most_moves, mistakes, bot) = _own
    return runner.batch(seeds, most_moves, mistakes, True, bot)


def progress(done: int, of: int) -> None:
    """How far it is, on a terminal only."""
    if sys.stderr.isatty():
        click.echo(f"\r{done * 100 // of} %", nl=done == of, err=True)
