"""What is around a check goes away: the reader of a pipe, the disk, the process that handed out the work."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.parallel import Ahead, begin_ahead, collect_seldom, spread, staying
from tests.reports import HOUSE, check
from unodsl.campaign import hanging
from unodsl.commands.main import main

pytestmark = [
    pytest.mark.usefixtures("folder", "shared_checks"),
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="pipes and processes are different there"),
]

PROGRAM = [sys.executable, "-m", "unodsl.commands.main"]


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_nobody_reads(unbuffered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """That nobody heard of what was found is not that nothing was found."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with subprocess.Popen([*PROGRAM, "check", *HOUSE], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_nobody_reads_on_in_a_game() -> None:
    with subprocess.Popen(
        [*PROGRAM, "play", "house.uno", "--bots", "--seed", "1", "--pace", "0.1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no such device")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_there_is_no_room_for_the_report(unbuffered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PROGRAM, "check", *HOUSE], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "error UNO115: this could not be written: no space left on device\n1 error\n"


def test_a_pipe_stays_a_pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((folder / "pipe").read_bytes()))
    reader.start()
    check(*HOUSE, "--output", "json=pipe", code=1)
    reader.join()
    assert (folder / "pipe").is_fifo()
    assert b'"findings"' in read[0]


def test_who_works_for_nobody_leaves() -> None:
    script = (
        "import os, time\n"
        "from checker.parallel import spread\n"
        "def work(shared, one):\n"
        "    os.write(1, b'%d\\n' % os.getpid())\n"  # in one go: two of them write at once
        "    time.sleep(600)\n"
        "spread(work, None, [1, 2], 2, lambda done: None)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        try:
            workers = [int(parent.stdout.readline()) for _ in range(2)]
        finally:
            parent.kill()
    until = time.monotonic() + 60
    while time.monotonic() < until and any(running(w) for w in workers):
        time.sleep(0.1)
    assert not any(running(w) for w in workers)


def running(process: int) -> bool:
    """Whether a process is there, and more than a name that nobody has asked after."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def stopped(shared: object, one: int) -> int:
    """What one of several processes does that hangs."""
    if one == 2:
        signal.raise_signal(signal.SIGSTOP)
    return one


def killed(shared: object, one: int) -> int:
    """What one of several processes does that somebody ends."""
    if one == 2:
        os._exit(1)
    return one


@pytest.mark.skipif(sys.platform != "linux", reason="nobody can be stopped like this there")
def test_a_process_that_hangs_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hanging, "NOTHING_FOR", 1.0)
    with pytest.raises(hanging.Lost, match="have done nothing for 1 seconds: one of them hangs"):
        spread(stopped, None, [1, 2, 3], 2, lambda done: None)
    with pytest.raises(hanging.Lost, match="hangs"), staying(shared := object(), 2):
        spread(stopped, shared, [1, 2, 3], 2, lambda done: None)


def hung(shared: object, one: int) -> int:
    """What a process does that hangs and holds nobody up, until it is to end."""
    if one == 2:
        signal.raise_signal(signal.SIGSTOP)
    time.sleep(0.5 * (one == 1))
    return one


@pytest.mark.skipif(sys.platform != "linux", reason="nobody can be stopped like this there")
def test_a_process_that_hangs_and_is_not_wanted_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hanging, "PATIENCE", 1.0)
    began = time.monotonic()
    with staying(shared := object(), 2):
        begin_ahead([Ahead("2", hung, 2)])
        assert spread(hung, shared, [1], 2, lambda done: None, names=["1"]) == ([1], False)
    assert time.monotonic() - began < 30


@pytest.mark.skipif(sys.platform != "linux", reason="nobody can be stopped like this there")
def test_a_process_that_hangs_while_it_has_nothing_to_do_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hanging, "PATIENCE", 1.0)
    began = time.monotonic()
    with staying(shared := object(), 2):
        workers, _ = spread(worker, shared, [1, 2], 2, lambda done: None)
        for process in {x for x in workers if x is not None}:
            os.kill(process, signal.SIGSTOP)
    assert time.monotonic() - began < 30


def worker(shared: object, one: int) -> int:
    time.sleep(0.2)
    return os.getpid()


@pytest.mark.skipif(sys.platform != "linux", reason="nobody can be stopped like this there")
def test_ctrl_c_does_not_wait_for_a_process_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hanging, "PATIENCE", 1.0)

    def told(done: int) -> None:
        if time.monotonic() - began > 1:
            raise KeyboardInterrupt

    began = time.monotonic()
    assert spread(stopped, None, [1, 2, 3], 2, told) == ([1, None, 3], True)
    assert time.monotonic() - began < 30


def test_a_process_that_is_killed_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(hanging.Lost, match="a process that checked was killed"):
        spread(killed, None, [1, 2, 3], 2, lambda done: None)


def test_check_ends_with_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object) -> None:
        raise hanging.Lost("a process that checked was killed")

    monkeypatch.setattr("unodsl.commands.check_question.Question.answer", lost)
    result = CliRunner().invoke(main, ["check", "official"])
    assert (result.exit_code, result.stderr) == (75, "error: a process that checked was killed\n")


class Ring:
    """An object that only a garbage collection frees."""

    def __init__(self) -> None:
        self.mine = self


def leaves_rings(last: list[weakref.ref[Ring]], number: int) -> bool:
    """Leaves many reference cycles behind. Returns whether those of earlier work are still there."""
    there = any(x() is not None for x in last)
    last[:] = [weakref.ref(Ring()), *(weakref.ref(Ring()) for _ in range(number))]
    return there


def test_what_earlier_work_left_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes for many tables collect garbage rarely; they would keep all that each table left in cycles."""
    monkeypatch.setattr("checker.parallel._MUCH", 100)
    often = gc.get_threshold()
    collect_seldom()
    try:
        assert spread(leaves_rings, [], [500] * 3, 1, lambda done: None) == ([False] * 3, False)
    finally:
        gc.set_threshold(*often)
