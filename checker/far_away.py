"""A parallel map on the workers of a Dask cluster: the remote form of `spread`.

Each worker receives the shared input once and does one item at a time, because z3 cannot run two in one process.
Deadlines refer to the clock of the sending machine and are converted to the clock of the worker.
"""

from __future__ import annotations

import pickle
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import checker
from unodsl import limits
from unodsl.campaign.crews import ResultLost, connected, outcome, pending
from unodsl.campaign.hanging import Lost
from unodsl.entries import code_digest, digest
from unodsl.version import __version__

T = TypeVar("T")

_POLL = 1.0
"""Seconds between two checks that the workers are alive."""

_AHEAD = 64
"""The maximal number of submitted items at a time."""

_AGAIN_AFTER = 60.0
"""Seconds without a result after which idle workers get what others have not done: one of these may hang."""

Do = Callable[[Any, Any], Any]


@cache
def checker_digest() -> str:
    """A digest of the code that a check depends on."""
    return digest(__version__, code_digest(*(Path(str(x.__file__)).parent for x in (limits, checker))))


class Clock(NamedTuple):
    """One moment by wall clock and by `time.monotonic`, whose origin differs between machines."""

    wall: float
    monotonic: float

    @classmethod
    def now(cls) -> Clock:
        """The current moment on this machine."""
        return cls(time.time(), time.monotonic())


@dataclass(frozen=True, slots=True)
class Packed:
    """The pickled input that all work shares."""

    key: str
    content: bytes

    @classmethod
    def of(cls, shared: object) -> Packed:
        """Packs an object that can be pickled."""
        content = zlib.compress(pickle.dumps(shared, pickle.HIGHEST_PROTOCOL), 1)
        return cls(digest(content), content)


class Workers:
    """The workers of a cluster, and what was sent to them."""

    def __init__(self, client: Any, check_alive: Callable[[float], None]) -> None:
        self.client, self.check_alive = client, check_alive
        self.executor = client.get_executor(pure=False)
        self._sent: tuple[object, Any] | None = None

    def sent(self, shared: object) -> Any:
        """The remote handle of the shared input, sent at most once."""
        if self._sent is None or self._sent[0] is not shared:
            # a task creates it, so that it survives the death of a worker
            self._sent = shared, self.client.submit(_same, Packed.of(shared), pure=False)
        return self._sent[1]

    def idle(self) -> list[str]:
        """The addresses of the workers without pending work; none if the scheduler does not say."""
        try:
            return [worker for worker, tasks in pending(self.client).items() if not tasks]
        except Exception:
            return []

    def spread(
        self, do: Do, shared: object, todo: Sequence[Any], order: Sequence[int], progress: Callable[[int], None]
    ) -> tuple[list[Any], bool]:
        """See `parallel.spread`. Where nothing is done for long, idle workers do the rest as well, and the first result of
        an item counts. Raises `Lost` if the workers are gone or hang, `Unreachable` if they cannot work."""
        out: list[Any] = [None] * len(todo)
        running: dict[Future[Any], int] = {}
        twice = set[int]()
        left = iter(order)
        done, last = 0, time.monotonic()

        def submit(number: int) -> None:
            work = self.executor.submit(_here, self.sent(shared), do, todo[number], Clock.now())
            running[work] = number

        def submit_again() -> None:
            idle = self.idle()
            numbers = sorted(set(running.values()) - twice)
            twice.update(numbers if idle else ())
            if idle and numbers:
                # (a worker that hangs does not hand on what it was sent)
                packed = self.client.submit(_same, Packed.of(shared), pure=False, workers=idle)
                executor = self.client.get_executor(pure=False, workers=idle)
                for number in numbers:
                    running[executor.submit(_here, packed, do, todo[number], Clock.now())] = number

        try:
            while True:
                while len(running) < _AHEAD and (number := next(left, None)) is not None:
                    submit(number)
                progress(done)
                if not running:
                    return out, False
                ready, _ = wait(running, _POLL, FIRST_COMPLETED)
                if ready:
                    last = time.monotonic()
                else:
                    self.check_alive(time.monotonic() - last)
                    if time.monotonic() - last > _AGAIN_AFTER:
                        submit_again()
                for future in ready:
                    number = running.pop(future, None)
                    if number is None:
                        continue
                    try:
                        out[number] = outcome(future)
                    except ResultLost:
                        submit(number)
                        continue
                    done += 1
                    for other in [x for x, also in running.items() if also == number]:
                        del running[other]
                        other.cancel()
        except KeyboardInterrupt:
            return out, True
        except (OSError, CancelledError):
            self.check_alive(0)
            raise Lost("the scheduler of the cluster is gone") from None
        finally:
            for future in running:
                future.cancel()


@contextmanager
def workers_at(address: str) -> Iterator[Workers]:
    """Connects to the Dask scheduler at an address. Raises `Unreachable`."""
    with connected(address, checker_digest, "tables") as (client, check_alive):
        yield Workers(client, check_alive)


# --------------------------------------------------------------------------------------------------------- on a worker


_shared: dict[str, Any] = {}
"""On a worker: the shared input, by its key."""

_one_at_a_time = threading.Lock()


def _same(packed: Packed) -> Packed:
    return packed


def _here(packed: Packed, do: Do, one: Any, sent: Clock) -> Any:
    with _one_at_a_time:
        if packed.key not in _shared:
            _shared.clear()
            _shared[packed.key] = pickle.loads(zlib.decompress(packed.content))
        return do(_shared[packed.key], with_deadline(one, sent, Clock.now()))


def with_deadline(one: T, sent: Clock, here: Clock) -> T:
    """Converts the `deadline` of an item, if it has one, to the clock of this machine. Wall clocks differ: an item from
    the future counts as just sent."""
    if not is_dataclass(one) or isinstance(one, type) or all(x.name != "deadline" for x in fields(one)):
        return one
    passed = max(0.0, here.wall - sent.wall)
    left = one.deadline - sent.monotonic - passed  # type: ignore[attr-defined]
    return replace(one, deadline=here.monotonic + left)
