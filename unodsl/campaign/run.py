"""Plays a campaign: distributes runs of games, and sums and stores their results as they arrive."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from unodsl.campaign.crews import Crew, ResultLost, here, outcome, processes
from unodsl.campaign.hanging import Lost
from unodsl.campaign.kept import missing
from unodsl.campaign.tally import Tally
from unodsl.campaign.work import Played, Settings, Work, play
from unodsl.engine.batch import row_width
from unodsl.engine.choose import Chosen, Name, choose, expected
from unodsl.model.table import Table

_MOVES: dict[Name, int] = {"reference": 1_000, "python": 50_000, "compiled": 1_500_000}
"""Approximate number of moves in a run: about a tenth of a second."""

_MOST_RUNS = 2_000
"""Maximum number of runs of a campaign, which limits the size of its directory."""

_POLL = 1.0
"""Seconds between checks that the workers are alive."""


def size_of_runs(executor: Name, games: int, moves_of_one: int) -> int:
    """Returns the number of games in a run. It is independent of the number of workers, so the result of a campaign is
    too."""
    return max(1, _MOVES[executor] // max(1, moves_of_one), -(-games // _MOST_RUNS))


def submitted(crew: Crew, run: range) -> Future[Played]:
    """Submits a run to the workers. Raises `Lost`."""
    try:
        return crew.executor.submit(play, crew.work, run)
    except BrokenExecutor:
        raise Lost("a process that played was killed") from None
    except Exception:
        crew.check_alive(0)
        raise


def play_runs(crew: Crew, runs: Iterable[range]) -> Iterator[tuple[range, Played]]:
    """Yields runs with their results, in order of completion. Raises `Lost` and `Unreachable`."""
    left = iter(runs)
    waiting: dict[Future[Played], range] = {}
    last = time.monotonic()
    while True:
        while len(waiting) < crew.ahead and (run := next(left, None)) is not None:
            waiting[submitted(crew, run)] = run
        if not waiting:
            return
        done, _ = wait(waiting, _POLL, FIRST_COMPLETED)
        if done:
            last = time.monotonic()
        else:
            crew.check_alive(time.monotonic() - last)
        for future in done:
            run = waiting.pop(future)
            try:
                found = outcome(future)
            except ResultLost:
                waiting[submitted(crew, run)] = run
            else:
                yield run, found


def crew_here(table: Table, settings: Settings, chosen: Chosen, jobs: int) -> AbstractContextManager[Crew]:
    """Returns a crew of local processes. With one job, the current process is used."""
    work = Work.of(table, settings, chosen.name, chosen.code)
    return here(work, chosen.runner) if jobs == 1 else processes(work, chosen.runner, jobs)


@dataclass(frozen=True, slots=True)
class Rows:
    """The results of all games of a campaign with their rows in order, the executor that ran them, and the reason if it
    is not the expected one."""

    tally: Tally
    rows: array[int]
    executor: Name
    notice: str | None


class RowsPlayed:
    """Plays games with rows in this process, one run at a time. Stores nothing."""

    def __init__(self, table: Table, chosen: Chosen, games: int, playing: Iterator[tuple[range, Played]]) -> None:
        self.chosen, self.playing = chosen, playing
        self.width = row_width(table)
        self.rows = array("q", bytes(8 * self.width * games))
        self.tallies: dict[range, Tally] = {}
        self.none = Tally.of(table)
        self.games = 0
        """The number of games played."""

    def go_on(self) -> None:
        """Plays one more run. Raises `Lost`."""
        # runs complete in any order, and each has a fixed position
        run, played = next(self.playing)
        self.tallies[run] = played.tally
        self.rows[self.width * run.start : self.width * run.stop] = played.rows
        self.games += len(run)

    @property
    def in_order(self) -> int:
        """Returns the number of games in the completed prefix."""
        games = 0
        for run in sorted(self.tallies, key=lambda run: run.start):
            if run.start != games:
                break
            games = run.stop
        return games

    def until(self, games: int) -> Rows:
        """Returns the results of the first `games` games. Runs that extend beyond are included in the tally as a
        whole."""
        total = self.none
        for run, tally in self.tallies.items():
            if run.start < games:
                total.add(tally)
        return Rows(total, self.rows[: self.width * games], self.chosen.name, self.chosen.notice)


@contextmanager
def rows_played(table: Table, settings: Settings, games: int, executor: Name | None, jobs: int) -> Iterator[RowsPlayed]:
    """Context manager that plays games with rows. If `executor` is None, the one with the lowest expected time is used.
    Raises `Lost`."""
    of_one = expected(table, settings.playing)
    chosen = choose(table, executor, of_one * games)
    runs = missing([], games, size_of_runs(chosen.name, games, of_one))
    with crew_here(table, settings, chosen, jobs) as crew:
        yield RowsPlayed(table, chosen, games, play_runs(crew, runs))


def play_rows(table: Table, settings: Settings, games: int, executor: Name | None, jobs: int) -> Rows:
    """Plays all games with rows. Raises `Lost`."""
    with rows_played(table, settings, games, executor, jobs) as played:
        while played.games < games:
            played.go_on()
        return played.until(games)
