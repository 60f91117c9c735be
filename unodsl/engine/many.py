"""Many games of one table: cut into pieces, in one process or several, added up in their order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from unodsl.engine.batch import Batch, Bot
from unodsl.engine.choose import Chosen, Name, Runner, again
from unodsl.model.table import Table

_CHUNK = {"reference": 5, "python": 50, "compiled": 1000}
"""Most games that are played between two looks at the terminal."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How games are played: as in `Runner.batch`."""

    most_moves: int
    mistakes: bool
    bot: Bot
    check: bool
    each: bool


def play_many(
    table: Table,
    chosen: Chosen,
    seeds: range,
    settings: Settings,
    jobs: int,
    tick: Callable[[int, int], None] = lambda done, of: None,
) -> Batch:
    """What the games of some seeds come to, whatever `jobs`. `tick` is told after each piece how many are done, and of how
    many."""
    games = len(seeds)
    size = max(1, min(_CHUNK[chosen.name], -(-games // (4 * jobs))))
    chunks = [seeds[i : i + size] for i in range(0, games, size)]
    total = Batch.of(table)
    if jobs == 1:
        for done, chunk in enumerate(chunks, 1):
            total.add(_played(chosen.runner, chunk, settings))
            tick(done, len(chunks))
        return total
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(table, chosen.name, chosen.code, settings))
    try:
        for done, part in enumerate(pool.map(_play_chunk, chunks), 1):
            total.add(part)
            tick(done, len(chunks))
        pool.shutdown()
    except KeyboardInterrupt:
        # what is queued is dropped, and what runs is not waited for
        for process in list(pool._processes.values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    return total


def _played(runner: Runner, seeds: range, settings: Settings) -> Batch:
    return runner.batch(seeds, settings.most_moves, settings.mistakes, settings.check, settings.bot, settings.each)


_own: tuple[Runner, Settings] | None = None
"""In a process of the pool: what it plays with."""


def _begin(table: Table, name: Name, code: bytes | None, settings: Settings) -> None:
    """What a process does once."""
    global _own
    _own = again(table, name, code)[0], settings


def _play_chunk(seeds: range) -> Batch:
    """One piece, in a process of its own."""
    assert _own is not None
    return _played(_own[0], seeds, _own[1])
