"""A search that was made before is made again at once, of the same files only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from unodsl.commands import explore_again
from unodsl.commands.main import main
from unodsl.engine.compiled import available
from unodsl.read_before import code_stamp, read_from, unchanged

pytestmark = pytest.mark.skipif(not available(), reason="needs the extra `fast`")

STACKING = Path(__file__).parents[1] / "benchmarks" / "stacking.uno"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    text = STACKING.read_text(encoding="utf-8").replace("game stacking", "game small", 1)
    (tmp_path / "small.uno").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["explore", *arguments])
    assert result.exit_code == code, result.output
    return result.stdout


def states(*arguments: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(call(*arguments, "--format", "json", code=code))
    del found["seconds"], found["states_per_second"]
    return found


def whole(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts from now on how often a table is read."""
    from unodsl.commands import explore_table

    made, before = [], explore_table.Explorable.__init__

    def counted(*arguments: Any) -> None:
        made.append(1)
        before(*arguments)

    monkeypatch.setattr(explore_table.Explorable, "__init__", counted)
    return made


def test_the_same_is_said_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = whole(monkeypatch)
    for arguments in (("--seats", "2"), ("--seats", "2", "--no-fold"), ("--seats", "3", "--set", "dealt=2")):
        first = states("small.uno", *arguments)
        read = len(made)
        assert states("small.uno", *arguments) == first
        assert len(made) == read
        lines = call("small.uno", *arguments).splitlines()[:-1]
        monkeypatch.setattr(explore_again, "known", lambda call: None)
        assert call("small.uno", *arguments).splitlines()[:-1] == lines
        monkeypatch.undo()
        monkeypatch.chdir(folder)
        made = whole(monkeypatch)


def test_another_budget_is_the_same_search(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states("small.uno", "--seats", "2")
    made = whole(monkeypatch)
    cut = states("small.uno", "--seats", "2", "--most-states", "50")
    assert (cut["states"], cut["stopped"], made) == (50, "states", [])
    assert states("small.uno", "--seats", "2", "--memory", "2M")["complete"]
    assert made == []


@pytest.mark.parametrize(
    "other",
    [("--seats", "3"), ("--seed", "2"), ("--mistakes",), ("--no-fold",), ("--set", "dealt=2")],
    ids=lambda other: other[0].strip("-"),
)
def test_another_search_is_kept_apart(folder: Path, monkeypatch: pytest.MonkeyPatch, other: tuple[str, ...]) -> None:
    states("small.uno", "--seats", "2")
    made = whole(monkeypatch)
    states("small.uno", "--seats", "2", *other)
    assert made == [1]


def test_a_change_of_a_file_is_seen(folder: Path) -> None:
    before = states("small.uno", "--seats", "2")
    text = (folder / "small.uno").read_text(encoding="utf-8")
    (folder / "small.uno").write_text(text.replace("1 of each color: 1", "2 of each color: 1"), encoding="utf-8")
    after = states("small.uno", "--seats", "2")
    assert after != before
    (folder / "small.uno").write_text(text.replace("seats 2", "seets 2"), encoding="utf-8")
    call("small.uno", "--seats", "2", code=2)
    (folder / "small.uno").write_text(text, encoding="utf-8")
    assert states("small.uno", "--seats", "2") == before
    (folder / "small.uno").unlink()
    call("small.uno", "--seats", "2", code=2)


def test_a_file_that_comes_to_lie_beside_is_seen(folder: Path) -> None:
    """A name stands for a shipped ruleset only while there is no file beside that is called so."""
    few = ("--seats", "2", "--most-states", "20", "--no-fold")
    (folder / "house.uno").write_text('options for official\n\noption quiet "Quiet"\n', encoding="utf-8")
    official = states("house.uno", *few)
    text = (folder / "small.uno").read_text(encoding="utf-8").replace("game small", "game official", 1)
    (folder / "official.uno").write_text(text, encoding="utf-8")
    assert states("house.uno", *few) != official


def test_other_code_reads_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states("small.uno", "--seats", "2")
    made = whole(monkeypatch)
    monkeypatch.setattr(explore_again, "code_stamp", lambda: "another")
    states("small.uno", "--seats", "2")
    assert made == [1]
    monkeypatch.setattr(explore_again, "code_stamp", lambda: None)
    for _ in range(2):
        states("small.uno", "--seats", "2")
    assert made == [1, 1, 1]


@pytest.mark.parametrize("damaged", [("searches",), ("compiled",), ("searches", "compiled")])
def test_damage_is_noticed(folder: Path, own_cache: Path, damaged: tuple[str, ...]) -> None:
    before = states("small.uno", "--seats", "2")
    for name in damaged:
        for path in (own_cache / name).iterdir():
            raw = bytearray(path.read_bytes())
            raw[len(raw) // 2] ^= 1
            path.write_bytes(raw)
    assert states("small.uno", "--seats", "2") == before


def test_what_is_found_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way to it takes the whole table."""
    file = str(Path(__file__).parent / "cases" / "checks" / "stuck-fires.uno")
    arguments = (file, "--with", "toll", "--most-states", "20000")
    first = states(*arguments, code=1)
    assert first["witnesses"]["stuck"]
    assert states(*arguments, code=1) == first


def test_it_loads_no_more_than_it_needs(folder: Path) -> None:
    script = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from unodsl.commands.main import main\n"
        "print(CliRunner().invoke(main, ['explore', 'small.uno', '--seats', '2']).exit_code)\n"
        "print(sorted({x.split('.')[1] for x in sys.modules if x.startswith('unodsl.')}))\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ
        ).stdout
        for _ in range(2)
    ]
    assert "resolve" in runs[0]
    assert runs[1].startswith("0\n")
    for module in ("resolve", "syntax", "model", "tables"):
        assert f"'{module}'" not in runs[1]


def test_what_was_read_is_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "a.uno"
    path.write_text("text", encoding="utf-8")
    assert read_from({path: "other"}) is None
    assert read_from({tmp_path / "b.uno": "text"}) is None
    read = read_from({path: "text"})
    assert read is not None
    assert unchanged(read)
    (tmp_path / "b.txt").touch()
    assert unchanged(read)
    (tmp_path / "b.uno").touch()
    assert not unchanged(read)
    (tmp_path / "b.uno").unlink()
    os.rename(path, tmp_path / "c.txt")
    path.symlink_to(tmp_path / "c.txt")
    assert not unchanged(read)
    path.unlink()
    assert not unchanged(read)
    assert code_stamp() is not None
