"""The README: short, and every block of it works."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.test_commands import call
from tests.test_docs import lines_in_order
from unodsl.data import rulesets_dir

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)

INSTALLS = "python3 -m venv .venv && .venv/bin/pip install -q ."
"""What `.ci/run` does with the built wheel."""

PROGRAM = ".venv/bin/unodsl "


def lines() -> list[str]:
    """The lines of all shell blocks."""
    return [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]


def of(language: str) -> list[str]:
    return [text for found, text in BLOCKS if found == language]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the rulesets, with the reader's own file beside them."""
    shutil.copytree(rulesets_dir(), tmp_path / "rulesets")
    (tmp_path / "my-house.uno").write_text(of("uno")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_is_short() -> None:
    assert len(README.splitlines()) < 120


def test_every_block_is_run_somewhere() -> None:
    """Here, or by `tests/test_docs.py` (`uno`, `python`)."""
    assert {language for language, _ in BLOCKS} == {"text", "sh", "uno", "python"}
    assert len(of("text")) == len(of("uno")) == len(of("python")) == 1
    completing = [x for x in lines() if "_UNODSL_COMPLETE" in x]
    running = [x for x in lines() if x.startswith(PROGRAM)]
    assert sorted([*completing, *running, INSTALLS]) == sorted(lines())
    assert (len(completing), len(running)) == (3, 4)


@pytest.mark.usefixtures("copy", "shared_checks")
class TestCommands:
    """What the commands print."""

    @staticmethod
    def words(start: str) -> list[str]:
        (line,) = (x for x in lines() if x.startswith(PROGRAM + start))
        return shlex.split(line)[1:]

    @pytest.mark.slow
    def test_the_picture_is_what_check_prints(self) -> None:
        printed = call(*self.words("check rulesets/"), code=1).stdout
        # of a long line the start is shown
        shown = re.sub(r" \.\.\.$", "...", of("text")[0], flags=re.MULTILINE)
        assert lines_in_order(shown, printed) is None, printed

    @pytest.mark.slow
    def test_ten_lines_are_checked(self) -> None:
        assert len([x for x in of("uno")[0].splitlines() if x]) <= 10
        assert call(*self.words("check my-house.uno"), code=0).stdout.startswith("my-house.uno (1 option for official)")

    def test_they_are_said_back(self) -> None:
        assert "5" in call(*self.words("explain"), code=0).stdout

    def test_they_are_played(self) -> None:
        assert "official" in call(*self.words("play"), "--bots", "--seed", "1", code=0).stdout


@pytest.mark.parametrize("line", [x for x in lines() if "_UNODSL_COMPLETE" in x])
def test_shells_complete(line: str) -> None:
    found = re.search(r"_UNODSL_COMPLETE=(\w+)_source", line)
    assert found is not None
    from click.shell_completion import get_completion_class

    from unodsl.commands.main import main

    kind = get_completion_class(found[1])
    assert kind is not None
    completion = kind(main, {}, "unodsl", "_UNODSL_COMPLETE")
    assert {x.value for x in completion.get_completions(["check"], "--every")} == {"--every-combination"}
    assert {x.value for x in completion.get_completions([], "si")} == {"simulate"}
