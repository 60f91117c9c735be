"""Pages that rules speak of by their names in full are read without `use`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reports import lay_down
from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import TableSpec, load_project, load_table

HEAD = "options for base\n\n"
OTHER = HEAD + 'option other "Another one"\n\n  rule other\n    when player plays 1\n    then player draws 1\n'


def mine(line: str, below_rule: bool = True) -> str:
    """A page with a rule whose option, or which itself, has a line more."""
    option, rule = ("", f"    {line}\n") if below_rule else (f"  {line}\n", "")
    return HEAD + f'option mine "Mine"\n{option}\n  rule mine\n    when player plays 1\n{rule}    then player draws 2\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """Where the pages lie."""
    lay_down(tmp_path)
    (tmp_path / "other.uno").write_text(OTHER, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "below_rule"),
    [
        ("before other.other", True),
        ("after other.other", True),
        ("instead of other.other", True),
        ('allow UNO201 with other.other "we know"', True),
        ("excludes other.other", False),
    ],
)
def test_it_is_read_and_switches_nothing_on(folder: Path, line: str, below_rule: bool) -> None:
    (folder / "mine.uno").write_text(mine(line, below_rule), encoding="utf-8")
    project = load_project([folder / "mine.uno"])
    assert project.given == ("mine",)
    assert "other" in project.pages
    table = load_table(project, TableSpec(options=("mine.mine",)))
    assert [o.name for o in table.options if o.on] == ["mine.mine"]


@pytest.mark.parametrize("name", ["other.othr", "othr.other", "x" * 300 + ".other"])
def test_what_is_not_there_is_an_error(folder: Path, name: str) -> None:
    (folder / "mine.uno").write_text(mine(f"before {name}"), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        load_table(load_project([folder / "mine.uno"]), TableSpec(options=("mine.mine",)))
    assert {d.code for d in raised.value.diagnostics} == {"UNO105"}


def test_it_does_not_lead_out_of_the_folder(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    for name in ("base.uno", "house.uno"):
        (folder / name).rename(inner / name)
    (inner / "mine.uno").write_text(mine("before other.other"), encoding="utf-8")
    (inner / "other.uno").symlink_to(folder / "other.uno")
    with pytest.raises(RulesError, match="lies outside the folder of the rules"):
        load_project([inner / "mine.uno"])


def test_an_option_that_is_called_for_is_found_wherever_reading_ends(folder: Path) -> None:
    """The last file that is looked at may be one that was read before."""
    (folder / "mine.uno").write_text('use "base.uno"\n' + mine("after play"), encoding="utf-8")
    assert "other" in load_project([folder / "mine.uno"], wanted=["other.other"]).pages


def test_the_game_that_is_used_from_another_folder_is_the_one(tmp_path: Path) -> None:
    """A shipped game of the same name is not read besides."""
    (tmp_path / "rules").mkdir()
    text = (rulesets_dir() / "official.uno").read_text(encoding="utf-8")
    (tmp_path / "rules" / "official.uno").write_text(text, encoding="utf-8")
    house = 'use "rules/official.uno"\noptions for official\n\noption fives\n\n  rule five\n    when player plays 5\n    then next player draws 1\n'
    (tmp_path / "house.uno").write_text(house, encoding="utf-8")
    project = load_project([tmp_path / "house.uno"])
    assert project.pages["official"].path == tmp_path / "rules" / "official.uno"
