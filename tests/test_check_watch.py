"""`check --watch` at a terminal: a check after each save, errors on the way, and Ctrl-C."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.test_commands import call
from tests.test_terminal import plain

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

HOUSE = """use "base.uno"
options for base

option stars "A star makes the next player draw"

  rule star
    when player plays star
    then move top 1 from draw pile to hand of left of player
"""

PATIENCE = 120.0
"""So many seconds a change may take to show: other processes may be at work."""


class Watched:
    """A `check --watch` at a terminal."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        ours, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200", "UNODSL_CACHE_DIR": str(folder / "cache")}
        code = "import sys; from unodsl.commands.start import main; sys.argv = ['unodsl', *sys.argv[1:]]; main()"
        program = [sys.executable, "-c", code, "check", *arguments, "--watch", "--jobs", "1"]
        self.process = subprocess.Popen(program, cwd=folder, env=environment, stdout=theirs, stderr=theirs)
        os.close(theirs)
        self.ours, self.seen, self.read_to = ours, "", 0
        self.looking = threading.Thread(target=self.look, daemon=True)
        self.looking.start()

    def look(self) -> None:
        while True:
            try:
                some = os.read(self.ours, 65536)
            except OSError:
                return
            if not some:
                return
            self.seen += some.decode("utf-8", "replace")

    def shows(self, pattern: str) -> str:
        """What is shown from the last time on, once a pattern is there."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = re.compile(pattern, re.DOTALL).search(plain(self.seen), self.read_to)
            if found is not None:
                self.read_to = found.end()
                return found[0]
            time.sleep(0.02)
        raise AssertionError(f"never shown: {pattern}\n{plain(self.seen)}")

    def leave(self) -> int:
        """Press Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.looking.join(10)
            os.close(self.ours)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(BASE, tmp_path / "base.uno")
    (tmp_path / "house.uno").write_text(HOUSE, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_each_save_is_checked_and_errors_end_nothing(folder: Path) -> None:
    at = Watched(folder, "house.uno", "--seats", "2")
    house = folder / "house.uno"
    at.shows(r"house\.uno \(1 option for base\): .*watching for changes; Ctrl-C ends it")
    house.write_text(HOUSE.replace("star\n    when", "star\n    whne"), encoding="utf-8")
    at.shows(r"house\.uno changed\s.*error UNO1.*\d errors?.*watching")
    house.unlink()
    at.shows(r"house\.uno gone\s.*error UNO1.*watching")
    house.write_text(HOUSE.replace("star\n    then", "star\n    if top card is not star\n    then"), encoding="utf-8")
    first = at.shows(r"house\.uno new\s.*the whole check follows")
    assert "first, about `house.star`:" in first
    assert "UNO401" in first
    assert "UNO401" in at.shows(".*watching")
    house.write_text(HOUSE.replace("top 1", "top 2"), encoding="utf-8")
    gone = at.shows(".*the whole check follows")
    assert "nothing else found so far" in gone
    assert "no longer found: UNO401" in gone
    at.shows("watching")
    os.replace(house, folder / "other.uno")
    at.shows(r"other\.uno new; house\.uno gone.*error UNO1.*watching")
    assert at.leave() == 0
    assert "Traceback" not in at.seen


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_a_file_that_is_only_used_is_watched(folder: Path) -> None:
    (folder / "rules").mkdir()
    shutil.move(folder / "base.uno", folder / "rules" / "base.uno")
    (folder / "house.uno").write_text(HOUSE.replace("base.uno", "rules/base.uno"), encoding="utf-8")
    at = Watched(folder, "house.uno", "--seats", "2")
    at.shows("watching")
    base = folder / "rules" / "base.uno"
    base.write_text(base.read_text(encoding="utf-8") + "\n# a word more\n", encoding="utf-8")
    at.shows(r"base\.uno changed.*watching")
    assert at.leave() == 0


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_a_save_breaks_off_the_check_of_what_was_there(folder: Path) -> None:
    """The first check would take until its budget runs out; nothing of it is printed."""
    loop = "\n  rule noise\n    when player plays star\n    then player rings\n\n  act ring\n\n  rule echo\n    when player rings\n    then player rings\n"
    (folder / "house.uno").write_text(HOUSE + loop, encoding="utf-8")
    at = Watched(folder, "house.uno", "--seats", "2", "--budget", "600")
    at.shows(r"\d seats|pairs|games")
    (folder / "house.uno").write_text(HOUSE, encoding="utf-8")
    shown = at.shows(r"house\.uno changed.*watching")
    assert "UNO301" not in plain(at.seen)
    assert "these rules go together" in shown or "no contradiction" in shown
    assert at.leave() == 0


@pytest.mark.parametrize(
    "more", [("--fix", "all"), ("--witness", "UNO203.1"), ("--format", "json"), ("--why", "a", "b")]
)
def test_what_is_done_once_is_not_watched(folder: Path, more: tuple[str, ...]) -> None:
    done = call("check", str(folder / "house.uno"), "--watch", *more, code=2)
    assert "--watch" in done.output
