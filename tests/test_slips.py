"""What people write who speak English, or know other languages: the help names the line that is meant. `slips.toml` has them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import TableSpec, load_project, load_table

SLIPS: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "slips.toml").read_text(encoding="utf-8"))
START = 'use "official.uno"\noptions for official\noption slip "Slip"\n  rule five\n    when player plays 5\n'


def lines_of(kind: str, text: str) -> str:
    """A rule in which some words stand as an effect, or as a condition."""
    if kind == "effects":
        return f"{START}    then\n      {text}\n"
    if kind == "events":
        return f"{START.rpartition('    when')[0]}    when {text}\n    then player draws 1\n"
    if kind == "offers":
        return f"{START.rpartition('    when')[0]}    {text}\n    if number of cards in hand of player is 1\n"
    return f"{START}    if {text}\n    then next player draws 1\n"


def helped(folder: Path, text: str) -> str | None:
    """The help of the first mistake of a file; empty where there is none."""
    page = folder / "slip.uno"
    page.write_text(text, encoding="utf-8")
    (folder / "official.uno").write_text(
        (rulesets_dir() / "official.uno").read_text(encoding="utf-8"), encoding="utf-8"
    )
    try:
        load_table(load_project([page]), TableSpec(options=("slip.slip",)))
    except RulesError as error:
        return error.diagnostics[0].hint
    return ""


def test_there_are_enough() -> None:
    assert sum(len(x) for x in SLIPS.values()) >= 200


PARTS_OF_A_LIST = [(kind, at) for kind in SLIPS for at in range(0, len(SLIPS[kind]), 50)]


@pytest.mark.parametrize(("kind", "at"), PARTS_OF_A_LIST)
def test_help(kind: str, at: int, tmp_path: Path) -> None:
    some = dict(list(SLIPS[kind].items())[at : at + 50])
    assert {slip: helped(tmp_path, lines_of(kind, slip)) for slip in some} == some


PARTS = [
    "100",
    "count of draw-due",
    "next player holds 5",
    "there is no 5 in hand of next player",
    "next player",
    "5 or 6",
    "red or blue",
    "red 5",
    "if not",
    "and",
    "or",
    "not",
    "becomes",
    "players",
    "other players",
    "draw pile",
    "2",
    "5",
    "yes",
    "no",
    "nothing",
    "next player after next player",
]
"""What help names that is no whole line."""
WHOLE = re.compile(r"(?:.*: )?write `([^`]*)`(?: below `then`)?")
MEANT = {
    (kind, found[1])
    for kind in SLIPS
    for hint in SLIPS[kind].values()
    if (found := WHOLE.fullmatch(hint)) is not None and "..." not in found[1]
}
"""Lines that help names in full. Where it names what stands behind an `is`, the rest of the line is the writer's."""


@pytest.mark.parametrize(("kind", "line"), sorted(MEANT))
def test_the_line_that_is_meant_is_taken(kind: str, line: str, tmp_path: Path) -> None:
    line = line.removeprefix("when ") if kind == "events" else line
    if line.startswith(("is ", "the ", "otherwise ", "repeat ")) or line in PARTS:
        return
    assert helped(tmp_path, lines_of(kind, line)) == "", line
