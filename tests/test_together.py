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


NORTH = """use "base.uno"

game north "Knocking costs a card" extends base

  act knock

  rule knock
    during turn
    any player may knock
    if number of cards in hand of player is 1
    then player draws 1
"""

SOUTH = """use "base.uno"

game south "A last card binds" extends base

  rule bound
    during turn
    any player cannot do anything
    if number of cards in hand of player is 1 and player is not player of turn
"""

APART = """game east "Another deck"
  seats 2 to 4

  deck in pile
    shape is moon, star
    2 of moon, star

  zone pile, face down

  act wait

  rule wait
    at any time
    any player may wait

  rule start
    when the match begins
    then begin a round
"""


def laid(folder: Path, *texts: str) -> dict[str, object]:
    """The comparison of two files."""
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    files = [folder / f"{number}.uno" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    call = ["check", *map(str, files), "--together", "--seats", "3", "--budget", "30", "--no-cache", "--format", "json"]
    result = CliRunner().invoke(main, call)
    assert result.exit_code in (0, 1), result.output
    read: dict[str, object] = json.loads(result.stdout)
    return read


def test_a_table_with_both_is_asked_too(tmp_path: Path) -> None:
    report = laid(tmp_path, NORTH, SOUTH)
    findings = report["findings"]
    assert isinstance(findings, list)
    (one,) = [f for f in findings if f["code"] == "UNO202"]
    assert set(one["rules"]) == {"north.knock", "south.bound"}
    assert one["details"][0] == "at one table with both, north and south"
    (tmp_path / "witness.uno").write_text(one["witness"], encoding="utf-8")
    ran = CliRunner().invoke(main, ["test", str(tmp_path / "witness.uno")])
    assert ran.exit_code == 0, ran.output


def test_rulesets_that_cannot_stand_at_one_table(tmp_path: Path) -> None:
    report = laid(tmp_path, NORTH, APART)
    assert "cannot stand at one table, so the checker compares them at two" in json.dumps(report)


MORE = """use "official.uno"

game more "The dealer takes one more" extends official

  rule extra-first
    when player deals
    after deal
    before first-card
    then player draws 1
"""

CALM = """use "official.uno"

game calm "A skip turned up costs no turn" extends official

  rule calm-skip
    when player turns up skip
    instead of first-skip
    then (player of turn) draws 1
"""


def test_where_one_deals_more_the_same_card_lies_open(tmp_path: Path) -> None:
    findings = laid(tmp_path, MORE, CALM)["findings"]
    assert isinstance(findings, list)
    begun = [f["message"] for f in findings if "how a match begins" in f["message"]]
    assert any("skip" in x for x in begun)
    assert not any(" or " in x for x in begun)
