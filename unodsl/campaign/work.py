"""The work unit that is sent to other processes and machines, and its execution there."""

from __future__ import annotations

import pickle
import threading
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from unodsl import limits
from unodsl.campaign.tally import Tally
from unodsl.engine.batch import Playing
from unodsl.engine.choose import Name, Runner, again
from unodsl.entries import code_digest, digest
from unodsl.model.table import Table
from unodsl.version import __version__

_KEPT_RUNNERS = 2
"""Maximum number of runners cached per thread."""


class OtherCode(Exception):
    """The worker has a different version of unodsl than the sender, so its games are not valid."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Inputs other than the table that determine the games. Game `i` has the seed `seed + i`."""

    seed: int
    playing: Playing


@dataclass(frozen=True, slots=True)
class Work:
    """A table and how it is played. `key` names all of it; `code` is the unodsl that made it; `table` is pickled and packed;
    `machine` is machine code that saves a process on this machine from compiling it, or None."""

    key: str
    code: str
    table: bytes
    settings: Settings
    executor: Name
    machine: bytes | None

    @classmethod
    def of(cls, table: Table, settings: Settings, executor: Name, machine: bytes | None = None) -> Work:
        """Creates the work unit for a table."""
        packed = zlib.compress(pickle.dumps(table, pickle.HIGHEST_PROTOCOL), 1)
        return cls(digest(packed, executor), engine_digest(), packed, settings, executor, machine)


@dataclass(frozen=True, slots=True)
class Played:
    """What some games came to, and which executor played them: not the one asked for where a worker does not have it. `rows`: as
    `Batch.rows`."""

    tally: Tally
    executor: Name
    rows: array[int]


@cache
def engine_digest() -> str:
    """Returns a hash of the code on which games depend."""
    here = Path(str(limits.__file__)).parent
    code = code_digest(here / "engine", here / "model", here / "campaign")
    return digest(__version__, code, (here / "limits.py").read_bytes())


class _Own(threading.local):
    """Runners of a thread. A runner holds the state of its game, so threads cannot share it."""

    def __init__(self) -> None:
        self.runners: dict[str, tuple[Runner, Name]] = {}


_own = _Own()


@contextmanager
def prepared(work: Work, runner: Runner) -> Iterator[None]:
    """Context manager that makes a prepared runner available to this thread and to processes forked from it."""
    _own.runners[work.key] = runner, work.executor
    try:
        yield
    finally:
        # release machine code before interpreter shutdown
        _own.runners.pop(work.key, None)


def play(work: Work, games: range) -> Played:
    """Plays the games of a range. Runs in the worker. Raises `OtherCode`."""
    if work.code != engine_digest():
        raise OtherCode
    found = _own.runners.get(work.key)
    if found is None:
        found = again(pickle.loads(zlib.decompress(work.table)), work.executor, work.machine)
        while len(_own.runners) >= _KEPT_RUNNERS:
            del _own.runners[next(iter(_own.runners))]
        _own.runners[work.key] = found
    runner, name = found
    first = work.settings.seed
    batch = runner.batch(range(first + games.start, first + games.stop), work.settings.playing)
    return Played(Tally.counted(batch), name, batch.rows)
