"""What people write in a scenario: the help names the line that is meant, and that line is taken. `scenario_slips.toml` has them."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path

import pytest

from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, load_project
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

"""
POSITION = """\
  seats ann, bob, cyd
  ann holds red 5, blue 1
  bob holds red 1, red 2
  discard pile is red 3; turn of ann
"""


def scenario(kind: str, line: str, title: str = "slip") -> str:
    """A scenario with a line of its own."""
    before = {"positions": "", "moves": POSITION, "expectations": f"{POSITION}  ann plays red 5\n"}[kind]
    behind = "" if kind == "expectations" else "  expect turn of ann\n"
    return f'scenario "{title}"\n{before}  {line}\n{behind}\n'


def project_of(folder: Path, scenarios: str) -> Project:
    """The project with some scenarios."""
    (folder / "slip.uno").write_text(FILE + scenarios, encoding="utf-8")
    official = folder / "official.uno"
    if not official.exists():
        official.write_text((rulesets_dir() / "official.uno").read_text(encoding="utf-8"), encoding="utf-8")
    return load_project([folder / "slip.uno"])


def helped(folder: Path, kind: str, line: str) -> str | None:
    """The help for a line of a scenario; empty where it can be run, whether it comes true or not."""
    try:
        project = project_of(folder, scenario(kind, line))
        page = project.pages["slip"]
        run_scenario(project, page, page.scenarios[0])
    except RulesError as error:
        return error.diagnostics[0].hint
    return ""


def helped_together(folder: Path, kind: str, lines: Iterable[str]) -> dict[str, str | None]:
    """The help for each line; all stand in one file, which takes a tenth of the time. What is not in the form of a line is taken out
    first."""
    left = {x: scenario(kind, x, f"slip {i}") for i, x in enumerate(lines)}
    found: dict[str, str | None] = dict.fromkeys(left, "")
    project = None
    while project is None:
        ends = list(accumulate((x.count("\n") for x in left.values()), initial=FILE.count("\n")))[1:]
        try:
            project = project_of(folder, "".join(left.values()))
        except RulesError as error:
            out: dict[str, str | None] = {}
            for mistake in error.diagnostics:
                assert mistake.span is not None
                out.setdefault(list(left)[bisect_left(ends, mistake.span.line)], mistake.hint)
            found |= out
            left = {x: text for x, text in left.items() if x not in out}
    page = project.pages["slip"]
    for line, one in zip(left, page.scenarios, strict=True):
        try:
            run_scenario(project, page, one)
        except RulesError as error:
            found[line] = error.diagnostics[0].hint
    return found


WHOLE = re.compile(
    r"(?:write|one line is one move:|a move stands alone:|what somebody cannot do is expected:) `([^`]*)`"
)
"""Help that names whole lines."""


@pytest.mark.parametrize("kind", SLIPS)
def test_help(kind: str, tmp_path: Path) -> None:
    assert helped_together(tmp_path, kind, SLIPS[kind]) == SLIPS[kind]


def test_alone_it_is_the_same(tmp_path: Path) -> None:
    for kind, slips in SLIPS.items():
        for line in list(slips)[::20]:
            assert helped(tmp_path, kind, line) == slips[line], line


@pytest.mark.parametrize("kind", SLIPS)
def test_the_line_that_is_meant_is_taken(kind: str, tmp_path: Path) -> None:
    meant = {found[1] for hint in SLIPS[kind].values() if (found := WHOLE.match(hint)) and "..." not in found[1]}
    lines = sorted(meant - PARTS)
    assert helped_together(tmp_path, kind, lines) == dict.fromkeys(lines, "")
    assert len(meant) >= 8


PARTS = {"yes"}
"""What help names that is no whole line."""
