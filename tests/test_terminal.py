"""Commands as somebody at a terminal sees them: progress with an estimate, Ctrl-C by a real signal, colors."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.effort import few_and_slow
from tests.reports import lay_down

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

PLAYED = ("official", "--executor", "python", "--most-moves", "300")

OLD = """use "official.uno"
options for official

option fives "A 5 makes the next player draw"

  rule five
    when player plays 5
    then next player draws 1
"""


def at_terminal(folder: Path, until: str | None, *arguments: str, **more: str) -> tuple[int, str, str]:
    """Run a command whose standard error is a terminal, and press Ctrl-C once that shows something; None: never. The exit code,
    what it printed, and what the terminal was sent."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", **more}
    code = "import sys; from unodsl.commands.start import main; sys.argv = ['unodsl', *sys.argv[1:]]; main()"
    program = [sys.executable, "-c", code, *arguments]
    process = subprocess.Popen(program, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    seen = ""

    def look() -> None:
        nonlocal seen
        pressed = until is None
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:
                return
            if not some:
                return
            seen += some.decode("utf-8", "replace")
            if not pressed and until is not None and re.search(until, plain(seen)):
                pressed = True
                process.send_signal(signal.SIGINT)

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    try:
        printed, _ = process.communicate(timeout=300)
    finally:
        process.kill()
    looking.join(30)
    os.close(ours)
    return process.returncode, printed, seen


def plain(text: str) -> str:
    """What a terminal shows, without how."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


@pytest.mark.usefixtures("interruptible")
class TestCtrlC:
    """What there is is printed, the exit code is 130, and the terminal has its cursor back."""

    def test_simulate(self, tmp_path: Path) -> None:
        code, printed, seen = at_terminal(tmp_path, r"[1-9]%", "simulate", *PLAYED, "--games", "20000")
        assert code == 130
        assert "of 20000 matches: this is the result so far" in printed
        assert "wins: ann" in printed
        assert re.search(r"\d% \d:\d\d:\d\d left", plain(seen))
        assert seen.count("\x1b[?25h") >= seen.count("\x1b[?25l") > 0

    @pytest.mark.slow
    def test_compare(self, tmp_path: Path) -> None:
        arguments = ("compare", *PLAYED, "--with-b", "official.seven", "--games", "3000")
        code, printed, seen = at_terminal(tmp_path, r"([6-9]|[1-9]\d)%", *arguments)
        assert code == 130
        assert "B less A" in printed
        assert re.search(r"stopped after \d+ of 3000 matches of each", plain(seen))

    @pytest.mark.slow
    def test_explore(self, tmp_path: Path) -> None:
        arguments = ("explore", "official", "--executor", "python", "--most-states", "50000000", "--memory", "8G")
        code, printed, _ = at_terminal(tmp_path, r"states, depth \d", *arguments)
        assert code == 130
        assert re.search(r"\d+ states, ", printed)
        assert "(stopped)" in printed

    @pytest.mark.slow
    def test_diff(self, tmp_path: Path) -> None:
        (tmp_path / "old.uno").write_text(OLD, encoding="utf-8")
        (tmp_path / "new.uno").write_text(OLD.replace("draws 1", "draws 2"), encoding="utf-8")
        code, printed, seen = at_terminal(tmp_path, r"comparing .* at \d seats", "diff", "old.uno", "new.uno")
        assert code == 130
        assert "stopped by Ctrl-C" in " ".join(printed.split())
        assert "stopped after" in plain(seen)

    def test_check_of_every_combination(self, tmp_path: Path) -> None:
        lay_down(tmp_path)
        arguments = ("check", "house.uno", "--every-combination", "--seats", "3", "--no-cache", "--jobs", "1")
        code, printed, seen = at_terminal(tmp_path, r"games .*%", *arguments)
        assert code == 130
        assert "stopped before the end" in printed
        assert seen.count("\x1b[?25h") >= seen.count("\x1b[?25l") > 0

    @pytest.mark.slow
    def test_test(self, tmp_path: Path) -> None:
        many = "".join(
            f'\nscenario "number {n}"\n  with fives\n  seats ann, bob, cyd\n  ann holds red 5, red 7\n  bob holds blue 1\n'
            f"  discard pile is red 3; turn of ann\n  ann plays red 5\n  expect number of cards in hand of bob is {2 if n else 3}\n"
            for n in range(1000)
        )
        (tmp_path / "house.uno").write_text(OLD + many, encoding="utf-8")
        code, printed, seen = at_terminal(tmp_path, r"[1-9]%", "test", "house.uno")
        assert code == 130
        assert re.search(r"\d+ passed, 1 failed", printed)
        assert re.search(r"stopped after \d+ of 1000 scenarios", plain(seen))


@pytest.mark.usefixtures("interruptible")
class TestFoundSoFar:
    """A finding shows at the terminal as soon as it is certain, while the check goes on, and not twice in the end."""

    def test_before_the_check_ends(self, tmp_path: Path) -> None:
        lay_down(tmp_path)
        pair = ("check", "house.uno", "--with", "jump", "--with", "slap", "--seats", "3..4", "--no-cache")
        code, printed, seen = at_terminal(tmp_path, r"found error UNO203 .*\d seats: UNO3", *pair)
        assert code == 130
        assert re.search(r"\d seats: UNO\d\d\d [a-z-]+ .* \d+%", plain(seen))
        assert printed.count("error UNO203") == 1

    @pytest.mark.slow
    def test_not_what_is_ignored(self, tmp_path: Path) -> None:
        lay_down(tmp_path)
        pair = ("check", "house.uno", "--with", "jump", "--with", "slap", "--seats", "3", "--no-cache")
        _, _, seen = at_terminal(tmp_path, None, *pair, "--ignore", "UNO203")
        assert "UNO2" not in re.sub(r"seats: UNO\d+", "", plain(seen))


class TestColors:
    """`--color` and `NO_COLOR`."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        (tmp_path / "wrong.uno").write_text(OLD.replace("then next", "than next"), encoding="utf-8")
        (tmp_path / "old.uno").write_text(OLD, encoding="utf-8")
        return tmp_path

    @pytest.mark.parametrize(
        ("arguments", "more", "colors"),
        few_and_slow(
            [
                (("test", "wrong.uno"), {}, True),
                (("test", "wrong.uno"), {"NO_COLOR": "1"}, False),
                (("test", "wrong.uno", "--color", "always"), {"NO_COLOR": "1"}, True),
                (("test", "wrong.uno"), {"NO_COLOR": ""}, True),
                (("test", "wrong.uno", "--color", "never"), {}, False),
                (("fmt", "wrong.uno"), {"NO_COLOR": "1"}, False),
            ],
            3,
        ),
    )
    def test_errors_at_a_terminal(
        self, folder: Path, arguments: tuple[str, ...], more: dict[str, str], colors: bool
    ) -> None:
        code, _, seen = at_terminal(folder, None, *arguments, **more)
        assert code == 2
        assert "UNO101" in seen
        assert ("\x1b[" in seen) == colors

    @pytest.mark.slow
    def test_in_a_pipe_only_where_asked_for(self, folder: Path) -> None:
        assert "\x1b[" not in at_terminal(folder, None, "test", "old.uno")[1]
        text = OLD + '\nscenario "wrong"\n  with fives\n  seats ann, bob\n  expect turn of bob\n'
        (folder / "fails.uno").write_text(text, encoding="utf-8")
        assert "\x1b[31m" in at_terminal(folder, None, "test", "fails.uno", "--color", "always")[1]
        assert "\x1b[" not in at_terminal(folder, None, "test", "fails.uno")[1]
