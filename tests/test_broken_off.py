"""What is around a check goes away: the reader of a pipe, the disk, the process that handed out the work."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.reports import HOUSE, check

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
