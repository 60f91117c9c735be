"""Texts of older versions: `unodsl fmt --upgrade`. Beside each file of `tests/cases/upgrade` lies what becomes of it (`.new`); one
without stays as it is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from unodsl.commands.main import main
from unodsl.commands.upgrade import applied
from unodsl.diagnostics import Edit
from unodsl.resolve import load_project
from unodsl.scenarios import run_scenario
from unodsl.source import Source, Span

FOLDER = Path(__file__).parent / "cases" / "upgrade"
CASES = sorted(p.stem for p in FOLDER.glob("*.new"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of the cases, to be written to."""
    for path in FOLDER.glob("*.uno"):
        shutil.copy(path, tmp_path / path.name)
    return tmp_path


def fmt(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["fmt", *arguments])


def test_cases_are_found() -> None:
    assert len(CASES) >= 1


@pytest.mark.parametrize("name", CASES)
def test_what_has_one_meaning_is_written(folder: Path, name: str) -> None:
    path = folder / f"{name}.uno"
    before = path.read_text(encoding="utf-8")
    assert fmt(str(path)).output.endswith("0 changed\n")  # it is not the form that is wrong
    checked = fmt("--upgrade", "--check", str(path))
    assert (checked.exit_code, path.read_text(encoding="utf-8")) == (1, before)
    assert "would change" in checked.output
    result = fmt("--upgrade", str(path))
    assert result.exit_code == 0, result.output
    assert path.read_text(encoding="utf-8") == (FOLDER / f"{name}.new").read_text(encoding="utf-8")
    assert fmt("--upgrade", "--check", str(path)).exit_code == 0
    project = load_project([path])
    page = project.pages[project.given[0]]
    for scenario in page.scenarios:
        assert run_scenario(project, page, scenario).passed


def test_what_has_two_readings_is_left(folder: Path) -> None:
    path = folder / "two-readings.uno"
    before = path.read_text(encoding="utf-8")
    result = fmt("--upgrade", str(path))
    assert result.exit_code == 2
    assert "left as it is" in result.output
    assert "if it is none of them, or" in result.output
    assert path.read_text(encoding="utf-8") == before


def test_a_file_with_two_readings_does_not_hold_up_others(folder: Path) -> None:
    result = fmt("--upgrade", str(folder))
    assert result.exit_code == 2
    assert (folder / "one-meaning.uno").read_text(encoding="utf-8") == (FOLDER / "one-meaning.new").read_text(
        encoding="utf-8"
    )
    assert (folder / "two-readings.uno").read_text(encoding="utf-8") == (FOLDER / "two-readings.uno").read_text(
        encoding="utf-8"
    )


def test_a_file_that_does_not_parse_is_left(folder: Path) -> None:
    path = folder / "broken.uno"
    path.write_text("game ( broken\n", encoding="utf-8")
    assert fmt("--upgrade", str(path)).exit_code == 2
    assert path.read_text(encoding="utf-8") == "game ( broken\n"


def test_of_two_edits_that_overlap_one_is_made(tmp_path: Path) -> None:
    place = tmp_path / "x.uno"
    source = Source("x.uno", "one two three", str(place))
    texts = {place: source.text}
    edits = [Edit(Span(source, 0, 7), "1 2"), Edit(Span(source, 4, 13), "2 3"), Edit(Span(source, 8, 13), "3")]
    assert applied(texts, edits) == {place: 2}
    assert texts[place] == "1 2 3"
    assert applied(texts, edits) == {}  # they were meant for the text as it was
