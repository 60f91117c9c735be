"""`unodsl simulate --cluster`, with a Dask cluster of two processes on this machine: the totals are those of one process, also
where a worker is killed in the middle, and what cannot be done is said in one line."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.test_campaign import GAMES, totals
from tests.test_commands import as_json, call
from unodsl.campaign import crews, kept
from unodsl.campaign import run as running
from unodsl.campaign import work as working
from unodsl.campaign.tally import Tally

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(find_spec("distributed") is None, reason="Dask comes with the extra `cluster`"),
]
# (it is imported where it is needed: loading it takes a second in each process that collects tests)

MANY = (*GAMES, "--games", "150", "--executor", "python")


@contextmanager
def started(workers: int = 2, **more: Any) -> Iterator[Any]:
    """A cluster of processes on this machine."""
    import distributed

    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",
        silence_logs=60,
        memory_limit=0,
        **more,
    ) as cluster:
        yield cluster


@contextmanager
def with_worker(path: Path) -> Iterator[str]:
    """The address of a cluster with one worker that finds the modules of a folder before all others."""
    import distributed

    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    with started(0) as empty:
        address: str = empty.scheduler_address
        before = os.pathsep.join([str(path), *filter(None, [os.environ.get("PYTHONPATH")])])
        worker = subprocess.Popen(
            [*command, address], env={**os.environ, "PYTHONPATH": before}, stderr=subprocess.DEVNULL
        )
        try:
            with distributed.Client(address, set_as_default=False) as client:
                # on a busy machine it takes a while to be there
                client.wait_for_workers(1, timeout=120)
            yield address
        finally:
            worker.kill()
            worker.wait()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """One that lasts; who is killed in it is replaced."""
    with started() as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder that commands are called in; many runs, so that there is a middle."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(running._MOVES, "python", 3_000)


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    """What one process comes to."""
    return totals(as_json(*MANY))


def in_the_middle(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen when the third run is kept."""
    real = kept.Folder.keep
    count = [0]

    def keep(self: kept.Folder, run: range, tally: Tally) -> None:
        real(self, run, tally)
        count[0] += 1
        if count[0] == 3:
            happens()

    monkeypatch.setattr(kept.Folder, "keep", keep)


def lose_results(monkeypatch: pytest.MonkeyPatch, number: int) -> list[Any]:
    """Let the workers of the first results be gone when these are handed on. Returns the results so far."""
    from distributed import cfexecutor

    real = cfexecutor._cascade_future
    lost: list[Any] = []

    class Gone:
        def __init__(self, future: Any) -> None:
            self.future, self.status = future, "lost"

        async def _result(self, raiseit: bool) -> Any:
            lost.append(await self.future._result(raiseit=raiseit))
            return lost[-1]

    def handed_on(future: Any, ours: Any) -> Any:
        begun.append(future)
        return real(Gone(future) if len(begun) <= number else future, ours)

    begun: list[Any] = []
    monkeypatch.setattr(cfexecutor, "_cascade_future", handed_on)
    return lost


def kill(*processes: int) -> None:
    """End processes so that they can do nothing about it."""
    for process in processes:
        os.kill(process, signal.SIGKILL)


def workers_of(cluster: Any) -> list[int]:
    """The processes of the workers."""
    import distributed

    with distributed.Client(cluster, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


class TestTotals:
    """What a cluster plays."""

    @pytest.mark.slow
    def test_the_same_games(self, cluster: Any, alone: dict[str, Any]) -> None:
        assert totals(as_json(*MANY, "--cluster", cluster.scheduler_address)) == alone

    @pytest.mark.slow
    def test_a_worker_is_killed_in_the_middle(
        self, cluster: Any, alone: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        victim, *_ = workers_of(cluster)
        in_the_middle(monkeypatch, lambda: kill(victim))
        found = as_json(*MANY, "--cluster", cluster.scheduler_address, "--out", "kept")
        assert totals(found) == alone
        assert victim not in workers_of(cluster)
        assert as_json(*MANY, "--out", "kept")["games_kept"] == 150

    @pytest.mark.slow
    def test_a_cluster_goes_on_where_one_process_stopped(self, cluster: Any, alone: dict[str, Any]) -> None:
        as_json(*MANY[:-4], "--games", "50", "--executor", "python", "--out", "kept")
        found = as_json(*MANY, "--cluster", cluster.scheduler_address, "--out", "kept")
        assert (totals(found), found["games_kept"]) == (alone, 50)

    @pytest.mark.slow
    def test_compiled_where_there_is_a_compiler(self, cluster: Any, alone: dict[str, Any], tmp_path: Path) -> None:
        pytest.importorskip("wasmtime")
        games = (*MANY[:-1], "compiled")
        found = as_json(*games, "--cluster", cluster.scheduler_address)
        assert (totals(found), found["executor"]) == (alone, "compiled")
        (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['wasmtime'] = None\n", encoding="utf-8")
        with with_worker(tmp_path) as address:
            result = call(*games, "--cluster", address, "--format", "json")
        value = json.loads(result.stdout)
        note = value["executor_note"]
        assert (value["executor"], result.stderr) == ("python", f"note: {note}\n")
        assert "150 matches were played in Python" in note
        assert totals({**value, "executor_note": None}) == alone

    @pytest.mark.slow
    def test_a_worker_plays_in_several_threads(self, alone: dict[str, Any]) -> None:
        """Each thread has a game of its own."""
        import distributed

        with distributed.LocalCluster(
            n_workers=1, threads_per_worker=3, processes=True, dashboard_address=":0", silence_logs=60
        ) as threads:
            for executor in ("python", "compiled"):
                found = as_json(*MANY[:-1], executor, "--cluster", threads.scheduler_address)
                assert totals({**found, "executor_note": None}) == alone


class TestFailures:
    """What cannot be done is one line, in seconds."""

    @pytest.mark.parametrize(
        ("address", "words"),
        [
            ("127.0.0.1:1", "there is no Dask scheduler at `127.0.0.1:1`"),
            ("no-such-host.invalid:8786", "there is no Dask scheduler at `no-such-host.invalid:8786`"),
            ("nonsense", "`nonsense` is no address of a cluster: missing port number"),
            ("tls://127.0.0.1:5", "`tls://127.0.0.1:5` is no address of a cluster: TLS expects"),
            ("", "`` is no address of a cluster"),
        ],
    )
    def test_nobody_is_there(self, address: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(crews, "REACHED_WITHIN", 0.5)
        result = call(*MANY, "--cluster", address, code=2)
        assert result.stderr.startswith(f"error UNO115: {words}")
        assert (result.stderr.count("\n"), result.stdout.count("\n")) == (1, 1)

    def test_somebody_else_is_there(self, monkeypatch: pytest.MonkeyPatch, cluster: Any) -> None:
        """A server that accepts and says nothing; a worker in the place of its scheduler."""
        monkeypatch.setattr(crews, "REACHED_WITHIN", 1.0)
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"127.0.0.1:{server.getsockname()[1]}"
            assert call(*MANY, "--cluster", address, code=2).stderr == (
                f"error UNO115: there is no Dask scheduler at `{address}`\n"
            )
        worker = next(iter(cluster.scheduler_info["workers"]))
        assert ", but a worker\n" in call(*MANY, "--cluster", worker, code=2).stderr

    def test_a_cluster_without_workers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(crews, "WORKERS_WITHIN", 0.5)
        with started(0) as empty:
            result = call(*MANY, "--cluster", empty.scheduler_address, code=2)
        assert result.stderr == f"error UNO115: the cluster at `{empty.scheduler_address}` has no worker\n"

    @pytest.mark.slow
    def test_the_extra_is_not_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "distributed", None)
        result = call(*MANY, "--cluster", "127.0.0.1:1", code=2)
        assert result.stderr == "error UNO115: `--cluster` needs the extra `unodsl[cluster]`\n"

    @pytest.mark.slow
    def test_jobs_and_a_cluster(self) -> None:
        assert "give one of them" in call(*MANY, "--cluster", "127.0.0.1:1", "--jobs", "2", code=2).stderr

    @pytest.mark.slow
    def test_a_worker_with_another_unodsl(self, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        def another() -> str:
            return "another"

        # asked in the workers, this is the real one
        another.__module__, another.__name__ = working.__name__, "engine_digest"
        monkeypatch.setattr(crews, "engine_digest", another)
        result = call(*MANY, "--cluster", cluster.scheduler_address, code=2)
        assert "` has another unodsl than this one: install the same as here\n" in result.stderr
        assert result.stderr.count("\n") == 1

    @pytest.mark.slow
    def test_a_worker_leaves_while_its_result_is_on_the_way(
        self, cluster: Any, alone: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Dask takes the result for an error then; those games are played again."""
        lost = lose_results(monkeypatch, 2)
        assert totals(as_json(*MANY, "--cluster", cluster.scheduler_address)) == alone
        assert len(lost) == 2

    @pytest.mark.slow
    def test_a_worker_that_comes_later_with_another_unodsl(self, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(crews, "_ask_workers", lambda *_: None)
        monkeypatch.setattr(working, "engine_digest", lambda: "another")
        assert call(*MANY, "--cluster", cluster.scheduler_address, code=2).stderr == (
            "error UNO115: a worker of the cluster has another unodsl than this one: install the same as here\n"
        )

    @pytest.mark.slow
    def test_a_worker_without_unodsl(self, tmp_path: Path) -> None:
        (tmp_path / "unodsl").mkdir()
        (tmp_path / "unodsl" / "__init__.py").write_text("", encoding="utf-8")
        with with_worker(tmp_path) as address:
            for _ in range(2):
                # it is not harmed by being asked
                result = call(*MANY, "--cluster", address, code=2)
                assert "` has no unodsl that could play: install the same as here\n" in result.stderr
                assert result.stderr.count("\n") == 1

    @pytest.mark.slow
    def test_workers_die_of_it(self, alone: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        import dask

        with dask.config.set({"distributed.scheduler.allowed-failures": 0}), started() as strict:
            pids = workers_of(strict)
            in_the_middle(monkeypatch, lambda: kill(*pids))
            result = call(*MANY, "--cluster", strict.scheduler_address, "--out", "kept", code=75)
        assert result.stderr == (
            "error: workers of the cluster died, again and again, of the same work; "
            "what was played is kept in `kept`, and the same call goes on from there\n"
        )
        found = as_json(*MANY, "--out", "kept")
        assert totals(found) == alone
        assert 0 < found["games_kept"] < 150

    @pytest.mark.slow
    def test_the_scheduler_goes(self, alone: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        with started() as going:
            in_the_middle(monkeypatch, going.close)
            result = call(*MANY, "--cluster", going.scheduler_address, "--out", "kept", code=75)
        assert result.stderr.startswith("error: the scheduler of the cluster is gone; what was played is kept")
        assert totals(as_json(*MANY, "--out", "kept")) == alone

    @pytest.mark.slow
    def test_all_workers_go(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(crews, "NO_WORKERS_FOR", 1.0)
        with started() as shrinking:
            in_the_middle(monkeypatch, lambda: shrinking.scale(0))
            began = threading.Timer(60, lambda: os.kill(os.getpid(), signal.SIGINT))
            began.start()
            result = call(*MANY, "--cluster", shrinking.scheduler_address, "--out", "kept", code=75)
            began.cancel()
        assert "has had no worker for 1 seconds; what was played is kept in `kept`" in result.stderr

    @pytest.mark.slow
    def test_a_worker_hangs(self, alone: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        """It is not dead, and it does nothing; the other one does what it can."""
        monkeypatch.setattr("unodsl.campaign.hanging.NOTHING_FOR", 2.0)
        with started() as hanging:
            victim, *_ = workers_of(hanging)
            in_the_middle(monkeypatch, lambda: os.kill(victim, signal.SIGSTOP))
            try:
                result = call(*MANY, "--cluster", hanging.scheduler_address, "--out", "kept", code=75)
                monkeypatch.setattr(crews, "ANSWERED_WITHIN", 1.0)
                again = call(*MANY, "--cluster", hanging.scheduler_address, "--out", "kept", code=2)
            finally:
                os.kill(victim, signal.SIGCONT)
        assert "has done nothing for 2 seconds; games that are not done are at `tcp://" in result.stderr
        assert "`: end what hangs; what was played is kept in `kept`, and the same call goes on" in result.stderr
        assert again.stderr.startswith("error UNO115: the worker at `tcp://")
        assert again.stderr.endswith("` has not answered for 1 seconds: end it\n")
        assert totals(as_json(*MANY, "--out", "kept")) == alone
