"""Somebody presses Ctrl-C: what there is is printed; where whoever started the command has it ignored, it stays ignored."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import few_and_slow, one_in
from tests.reports import lay_down
from tests.test_commands import call
from unodsl.campaign.tally import Tally
from unodsl.commands.progress import progress
from unodsl.engine.explore_question import Budget, Explored, Question, Report

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent otherwise there")

GAMES = ("simulate", "official", "--games", "300", "--executor", "python", "--most-moves", "400")

BOMBARDED = """
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.{handler})
def press():
    while True:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
threading.Thread(target=press, daemon=True).start()
sys.argv = ["unodsl", *sys.argv[1:]]
from unodsl.commands.start import main
main()
"""


def bombarded(handler: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command that gets a Ctrl-C every moment, from its first to its last."""
    return subprocess.run(
        [sys.executable, "-c", BOMBARDED.format(handler=handler), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


class TestIgnored:
    """As a shell does with what it sends to the background, and `nohup` with a hang-up."""

    @pytest.mark.parametrize(
        ("arguments", "code", "said"),
        one_in(
            2,
            [
                (("simulate", "official", "--games", "10", "--executor", "python"), 0, "10 matches of"),
                (("check", "house.uno", "--with", "jump", "--with", "slap", "--seats", "3", "--no-cache"), 1, "UNO203"),
                (("explore", "official", "--executor", "python", "--most-states", "1000"), 0, "(python)"),
                (
                    ("compare", "official", "--with-b", "official.seven", "--games", "30", "--most-moves", "200"),
                    0,
                    "--all-rules shows them",
                ),
            ],
        ),
        ids=lambda x: x[0] if isinstance(x, tuple) else "",
    )
    def test_it_stays_ignored(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: int, said: str
    ) -> None:
        lay_down(tmp_path)
        monkeypatch.chdir(tmp_path)
        done = bombarded("SIG_IGN", *arguments)
        assert done.returncode == code, done.stderr
        assert said in done.stdout
        assert "stopped: this is what" not in done.stdout

    def test_otherwise_it_ends_the_command(self) -> None:
        done = bombarded("default_int_handler", *GAMES)
        assert done.returncode in (130, -signal.SIGINT)


@pytest.mark.usefixtures("interruptible")
class TestWhatThereIs:
    """What was done until then is printed."""

    @pytest.mark.parametrize("format_", few_and_slow(["text", "json"], 1))
    def test_simulate(self, monkeypatch: pytest.MonkeyPatch, format_: str) -> None:
        real, seen = Tally.add, [0]

        def pressed(self: Tally, other: Tally) -> None:
            real(self, other)
            seen[0] = self.games
            if self.games > 40:
                signal.raise_signal(signal.SIGINT)

        monkeypatch.setattr(Tally, "add", pressed)
        result = call(*GAMES, "--format", format_, code=130)
        assert result.stderr == "stopped\n"
        assert 40 < seen[0] < 300
        monkeypatch.undo()
        whole = json.loads(call(*GAMES[:2], "--games", str(seen[0]), *GAMES[4:], "--format", "json").stdout)
        assert whole["interrupted"] is False
        if format_ == "text":
            assert f"\nstopped after {seen[0]} of 300 matches: this is the result so far\n" in result.stdout
            assert f"ann {whole['wins'][0]} (" in result.stdout
        else:
            found = json.loads(result.stdout)
            timed = ("seconds", "moves_per_second", "interrupted")
            assert found["interrupted"] is True
            assert {k: v for k, v in found.items() if k not in timed} == {
                k: v for k, v in whole.items() if k not in timed
            }

    def test_before_there_is_anything(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Tally, "add", lambda *_: signal.raise_signal(signal.SIGINT))
        result = call(*GAMES, code=130)
        assert (result.stdout, result.stderr) == ("official at 2 seats\n", "stopped\n")

    def test_explore_says_what_searched(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(question: Question, budget: Budget, report: Report) -> Explored:
            report(Explored(states=20_000, frontier=7, depth=3, bytes_kept=488))
            raise KeyboardInterrupt

        monkeypatch.setattr("unodsl.commands.explore_table.in_python", interrupted)
        found = call("explore", "official", "--executor", "python", code=130)
        assert "20000 states" in found.stdout
        assert "488 bytes for each (python)" in found.stdout


class TestProgress:
    """How far it is, on a terminal."""

    def test_on_a_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        seen, now = Terminal(), [100.0]
        monkeypatch.setattr(sys, "stderr", seen)
        for name, value in (("TERM", "xterm"), ("COLUMNS", "100"), ("NO_COLOR", "1")):
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("rich.console.monotonic", lambda: now[0])
        with progress("matches") as bar:
            for done, later in ((0, 1.0), (5, 20.0), (10, 20.0), (15, 20.0)):
                now[0] += later
                bar(done, 20)
        shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.getvalue())
        assert "matches" in shown
        assert " 75% 0:01:00 left 0:00:20" in shown
        # the cursor is there again, and the bar is gone
        assert seen.getvalue().rstrip("\r").endswith("\x1b[2K")
        assert "\x1b[?25h" in seen.getvalue()

    def test_in_a_pipe(self, monkeypatch: pytest.MonkeyPatch) -> None:
        seen = io.StringIO()
        monkeypatch.setattr(sys, "stderr", seen)
        with progress("matches") as bar:
            bar(3, 20)
        assert seen.getvalue() == ""
