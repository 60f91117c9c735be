"""What people write in a scenario: the help names the line that is meant, and that line is taken. `scenario_slips.toml` has them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import load_project
from unodsl.scenarios import run_scenario

SLIPS: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "scenario_slips.toml").read_text(encoding="utf-8")
)
FILE = """\
use "official.uno"
options for official

option fives
  rule five
    when player plays 5
    then next player draws 1

option sixes
  rule six
    when player plays 6
    then next player draws 1

scenario "slip"
"""
POSITION = """\
  seats ann, bob, cyd
  ann holds red 5, blue 1
  bob holds red 1, red 2
  discard pile is red 3; turn of ann
"""


def helped(folder: Path, kind: str, line: str) -> str | None:
    """The help for a line of a scenario; empty where it can be run, whether it comes true or not."""
    before = {"positions": "", "moves": POSITION, "expectations": f"{POSITION}  ann plays red 5\n"}[kind]
    behind = "" if kind == "expectations" else "  expect turn of ann\n"
    (folder / "slip.uno").write_text(f"{FILE}{before}  {line}\n{behind}", encoding="utf-8")
    official = folder / "official.uno"
    if not official.exists():
        official.write_text((rulesets_dir() / "official.uno").read_text(encoding="utf-8"), encoding="utf-8")
    try:
        project = load_project([folder / "slip.uno"])
        page = project.pages["slip"]
        run_scenario(project, page, page.scenarios[0])
    except RulesError as error:
        return error.diagnostics[0].hint
    return ""


WHOLE = re.compile(
    r"(?:write|one line is one move:|a move stands alone:|what somebody cannot do is expected:) `([^`]*)`"
)
"""Help that names whole lines."""


@pytest.mark.parametrize("kind", SLIPS)
def test_help(kind: str, tmp_path: Path) -> None:
    assert {line: helped(tmp_path, kind, line) for line in SLIPS[kind]} == SLIPS[kind]


@pytest.mark.parametrize("kind", SLIPS)
def test_the_line_that_is_meant_is_taken(kind: str, tmp_path: Path) -> None:
    meant = {found[1] for hint in SLIPS[kind].values() if (found := WHOLE.match(hint)) and "..." not in found[1]}
    refused = {line: hint for line in sorted(meant - PARTS) if (hint := helped(tmp_path, kind, line)) != ""}
    assert refused == {}
    assert len(meant) >= 8


PARTS = {"yes"}
"""What help names that is no whole line."""
