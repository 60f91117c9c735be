"""Playing a campaign: runs of games are handed out, and what they come to is added up and kept as it comes in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

from unodsl.campaign.crews import Crew, Lost, outcome
from unodsl.campaign.work import Played, play
from unodsl.engine.choose import Name

_MOVES: dict[Name, int] = {"reference": 1_000, "python": 50_000, "compiled": 1_500_000}
"""About as many moves make a run: a tenth of a second or so."""

_MOST_RUNS = 2_000
"""A campaign is cut into no more runs than this, so that its folder stays small."""

_LOOK = 1.0
"""Seconds after which somebody looks whether those who play are still there."""


def size_of_runs(executor: Name, games: int, moves_of_one: int) -> int:
    """How many games make a run. It does not depend on how many play, and what a campaign comes to does not depend on it."""
    return max(1, _MOVES[executor] // max(1, moves_of_one), -(-games // _MOST_RUNS))


def submitted(crew: Crew, run: range) -> Future[Played]:
    """A run that is handed out. Raises `Lost`."""
    try:
        return crew.executor.submit(play, crew.work, run)
    except BrokenExecutor:
        raise Lost("a process that played was killed") from None
    except Exception:
        crew.look()
        raise


def play_runs(crew: Crew, runs: Iterable[range]) -> Iterator[tuple[range, Played]]:
    """What each run came to, in the order in which they are done. Raises `Lost` and `Unreachable`."""
    left = iter(runs)
    waiting: dict[Future[Played], range] = {}
    while True:
        while len(waiting) < crew.ahead and (run := next(left, None)) is not None:
            waiting[submitted(crew, run)] = run
        if not waiting:
            return
        done, _ = wait(waiting, _LOOK, FIRST_COMPLETED)
        if not done:
            crew.look()
        for future in done:
            yield waiting.pop(future), outcome(future)
