"""`check --every-combination --cluster`: the workers of a Dask cluster find what this machine finds, and a worker that hangs is named."""

from __future__ import annotations

import operator
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from checker import far_away
from checker.far_away import Clock, Packed, with_deadline
from tests.test_commands import as_json, call
from unodsl.campaign import crews


@dataclass(frozen=True, slots=True)
class Piece:
    """Some work."""

    what: str
    deadline: float


def test_a_deadline_is_one_of_the_clock_of_the_worker() -> None:
    """Its machine was started at another time; what passed on the way is gone."""
    sent = Clock(wall=1000.0, monotonic=50.0)
    assert with_deadline(Piece("a", 60.0), sent, Clock(wall=1003.0, monotonic=7.0)) == Piece("a", 14.0)


def test_a_clock_that_is_slow_gives_no_time_away() -> None:
    sent = Clock(wall=1000.0, monotonic=50.0)
    assert with_deadline(Piece("a", 60.0), sent, Clock(wall=990.0, monotonic=7.0)) == Piece("a", 17.0)


def test_work_without_a_deadline_stays() -> None:
    assert with_deadline(("a", 3), Clock.now(), Clock.now()) == ("a", 3)


def test_what_is_shared_is_known_by_what_it_is() -> None:
    assert Packed.of(("a", 1)).key == Packed.of(("a", 1)).key != Packed.of(("a", 2)).key


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--with", "a"), "`--cluster` is for `--every-combination`"),
        (("--every-combination", "--jobs", "2"), "`--cluster` and `--jobs` do not go together"),
        (("--every-combination", "--certificates", "there"), "`--cluster` and `--certificates` do not go together"),
    ],
)
def test_what_does_not_go_together(more: tuple[str, ...], says: str) -> None:
    assert says in call("check", "official", *more, "--cluster", "127.0.0.1:1", code=2).stderr


# ------------------------------------------------------------------------------------------------------- with a cluster


FAMILIES = Path(__file__).parent / "cases" / "families"
THIRD = FAMILIES / "third.uno"
EVERY = ("check", str(THIRD), "--every-combination", "--seats", "2", "--no-cache")


@pytest.fixture
def cluster() -> Iterator[Any]:
    """One of two processes on this machine."""
    pytest.importorskip("distributed")
    from tests.test_cluster import started

    with started() as cluster:
        yield cluster


@pytest.mark.cluster
@pytest.mark.long
def test_the_same_findings(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one process comes to them, in the same order; also where a worker leaves while its result is on the way."""
    from tests.test_cluster import lose_results

    lost = lose_results(monkeypatch, 1)
    every = ("check", str(FAMILIES / "habits.uno"), *EVERY[2:])
    alone, far = (
        as_json(*every, *more, code=1) for more in (("--jobs", "1"), ("--cluster", cluster.scheduler_address))
    )
    for report in (alone, far):
        report["summary"].pop("seconds")
    assert far["findings"]
    assert far == alone
    assert len(lost) == 1


@pytest.mark.slow
@pytest.mark.cluster
def test_workers_that_hang_are_named(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """They said which unodsl they have, and do nothing from then on."""
    from tests.test_cluster import workers_of

    workers = workers_of(cluster)
    real = crews._ask_workers

    def asked(client: Any, code: Callable[[], str]) -> None:
        real(client, code)
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)

    monkeypatch.setattr(crews, "_ask_workers", asked)
    monkeypatch.setattr("unodsl.campaign.hanging.NOTHING_FOR", 2.0)
    try:
        result = call(*EVERY, "--cluster", cluster.scheduler_address, code=75)
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
    assert "has done nothing for 2 seconds" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.cluster
def test_another_worker_does_what_one_does_not(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One does nothing once it has work."""
    from tests.test_cluster import workers_of

    monkeypatch.setattr(far_away, "_AGAIN_AFTER", 0.5)
    stopped, _ = workers_of(cluster)
    with far_away.workers_at(cluster.scheduler_address) as workers:
        assert len(workers.idle()) == 2
        workers.sent(3)
        os.kill(stopped, signal.SIGSTOP)
        try:
            out = workers.spread(operator.add, 3, [10, 20, 30, 40], [3, 1, 2, 0], lambda done: None)
        finally:
            os.kill(stopped, signal.SIGCONT)
    assert out == ([13, 23, 33, 43], False)


@pytest.mark.cluster
def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(crews, "REACHED_WITHIN", 1.0)
    result = call(*EVERY, "--cluster", "127.0.0.1:1", code=2)
    assert result.stderr == "error UNO115: there is no Dask scheduler at `127.0.0.1:1`\n"
