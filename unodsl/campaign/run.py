"""Plays a campaign: distributes runs of games, and sums and stores their results as they arrive."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from unodsl.campaign.crews import Crew, here, outcome, processes
from unodsl.campaign.hanging import Lost
from unodsl.campaign.kept import missing
from unodsl.campaign.tally import Tally
from unodsl.campaign.work import Played, Settings, Work, play
from unodsl.engine.batch import row_width
from unodsl.engine.choose import Chosen, Name, choose, expected
from unodsl.model.table import Table

_MOVES: dict[Name, int] = {"reference": 1_000, "python": 50_000, "compiled": 1_500_000}
"""About as many moves make a run: a tenth of a second or so."""

_MOST_RUNS = 2_000
"""A campaign is cut into no more runs than this, so that its folder stays small."""

_LOOK = 1.0
"""Seconds after which somebody looks whether those who play are still there."""


def size_of_runs(executor: Name, games: int, moves_of_one: int) -> int:
    """The number of games in a run. It depends on no number of workers, and the result of a campaign does not depend on
    it."""
    return max(1, _MOVES[executor] // max(1, moves_of_one), -(-games // _MOST_RUNS))


def submitted(crew: Crew, run: range) -> Future[Played]:
    """A run that is handed out. Raises `Lost`."""
    try:
        return crew.executor.submit(play, crew.work, run)
    except BrokenExecutor:
        raise Lost("a process that played was killed") from None
    except Exception:
        crew.look(0)
        raise


def play_runs(crew: Crew, runs: Iterable[range]) -> Iterator[tuple[range, Played]]:
    """What each run came to, in the order in which they are done. Raises `Lost` and `Unreachable`."""
    left = iter(runs)
    waiting: dict[Future[Played], range] = {}
    last = time.monotonic()
    while True:
        while len(waiting) < crew.ahead and (run := next(left, None)) is not None:
            waiting[submitted(crew, run)] = run
        if not waiting:
            return
        done, _ = wait(waiting, _LOOK, FIRST_COMPLETED)
        if done:
            last = time.monotonic()
        else:
            crew.look(time.monotonic() - last)
        for future in done:
            yield waiting.pop(future), outcome(future)


def crew_here(table: Table, settings: Settings, chosen: Chosen, jobs: int) -> AbstractContextManager[Crew]:
    """So many processes of this machine; one is this process itself."""
    work = Work.of(table, settings, chosen.name, chosen.code)
    return here(work, chosen.runner) if jobs == 1 else processes(work, chosen.runner, jobs)


@dataclass(frozen=True, slots=True)
class Rows:
    """What all games of a campaign came to, with their rows in order; what played them, and a line on why it is not what was to be
    expected, or None."""

    tally: Tally
    rows: array[int]
    executor: Name
    notice: str | None


class RowsPlayed:
    """Games that get their rows, here and now, as many at a time as make a run; nothing is kept."""

    def __init__(self, table: Table, chosen: Chosen, games: int, playing: Iterator[tuple[range, Played]]) -> None:
        self.chosen, self.playing = chosen, playing
        self.width = row_width(table)
        self.rows = array("q", bytes(8 * self.width * games))
        self.tallies: dict[range, Tally] = {}
        self.none = Tally.of(table)
        self.games = 0
        """How many were played."""

    def go_on(self) -> None:
        """Play one more run. Raises `Lost`."""
        # runs are done in any order, and each has its place
        run, played = next(self.playing)
        self.tallies[run] = played.tally
        self.rows[self.width * run.start : self.width * run.stop] = played.rows
        self.games += len(run)

    @property
    def in_order(self) -> int:
        """How many were played from the first on, with none left out."""
        games = 0
        for run in sorted(self.tallies, key=lambda run: run.start):
            if run.start != games:
                break
            games = run.stop
        return games

    def until(self, games: int) -> Rows:
        """What the first so many came to; runs that were begun by then count in the tally as a whole."""
        total = self.none
        for run, tally in self.tallies.items():
            if run.start < games:
                total.add(tally)
        return Rows(total, self.rows[: self.width * games], self.chosen.name, self.chosen.notice)


@contextmanager
def rows_played(table: Table, settings: Settings, games: int, executor: Name | None, jobs: int) -> Iterator[RowsPlayed]:
    """Somebody who plays games that get their rows. `executor` None: whichever is done first. Raises `Lost`."""
    of_one = expected(table, settings.playing)
    chosen = choose(table, executor, of_one * games)
    runs = missing([], games, size_of_runs(chosen.name, games, of_one))
    with crew_here(table, settings, chosen, jobs) as crew:
        yield RowsPlayed(table, chosen, games, play_runs(crew, runs))


def play_rows(table: Table, settings: Settings, games: int, executor: Name | None, jobs: int) -> Rows:
    """All of them at once. Raises `Lost`."""
    with rows_played(table, settings, games, executor, jobs) as played:
        while played.games < games:
            played.go_on()
        return played.until(games)
