"""Two pages laid over each other: what they say of the same thing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from unodsl.commands.main import main

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

PAGE = """use "base.uno"

game {name} "A page" extends {base}

  rule worth
    points of a card means {points}
    if the card is star
"""


def clashes(folder: Path, *pages: dict[str, object]) -> list[tuple[str, ...]]:
    """The pairs of meanings that are found to clash."""
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    for page in pages:
        text = PAGE.format(**page)
        used = "" if page["base"] == "base" else f'use "{page["base"]}.uno"\n'
        (folder / f"{page['name']}.uno").write_text(used + text, encoding="utf-8")
    files = [str(folder / f"{page['name']}.uno") for page in pages]
    call = ["check", *files, "--together", "--seats", "3", "--budget", "20", "--no-cache", "--format", "json"]
    result = CliRunner().invoke(main, call)
    assert result.exit_code in (0, 1), result.output
    findings = json.loads(result.stdout)["findings"]
    return [tuple(f["rules"]) for f in findings if f["code"] == "UNO205" and f["evidence"] != "bounded"]


@pytest.mark.parametrize(("points", "clash"), [(20, True), (10, False)])
def test_what_a_card_is_worth_on_two_pages(tmp_path: Path, points: int, clash: bool) -> None:
    found = clashes(
        tmp_path, {"name": "north", "base": "base", "points": 10}, {"name": "south", "base": "base", "points": points}
    )
    assert found == ([("north.worth", "south.worth")] if clash else [])


def test_a_page_may_change_what_it_builds_on(tmp_path: Path) -> None:
    assert not clashes(
        tmp_path, {"name": "north", "base": "base", "points": 10}, {"name": "south", "base": "north", "points": 20}
    )
