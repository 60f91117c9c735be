"""`unodsl simulate`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import mean, median

import click

from unodsl.commands.common import print_json, table_of
from unodsl.engine.batch import Bot
from unodsl.engine.choose import Name, choose, expected
from unodsl.engine.many import Settings, play_many
from unodsl.scenarios import SEAT_NAMES


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
    from unodsl.deal import check_deal

    check_deal(table)
    started = time.perf_counter()
    moves = expected(table, games, most_moves, mistakes, bot) if executor is None else 0
    chosen = choose(table, executor, moves)
    if chosen.notice is not None:
        click.echo(f"note: {chosen.notice}", err=True)
    settings = Settings(most_moves, mistakes, bot, check=True, each=False)
    total = play_many(table, chosen, range(seed, seed + games), settings, jobs, progress)
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


def progress(done: int, of: int) -> None:
    """How far it is, on a terminal only."""
    if sys.stderr.isatty():
        click.echo(f"\r{done * 100 // of} %", nl=done == of, err=True)
