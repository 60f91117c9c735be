"""What several single tables ask of the same third table is asked there once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from checker.context import Context
from checker.families.own_options import check_options
from checker.reachability import other_tables
from unodsl.resolve import load_project

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

FILE = """use "base.uno"
options for base

option throwing "The same card may be thrown in"

  rule throw-in
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player

option late "Everybody waits for the turn"

  rule no-late-cards
    during turn
    any other player cannot play a card

option generous "A 4 makes all others draw"
  excludes throwing

  rule generous
    when player plays 4
    then other players draw 1
"""


def test_a_ban_is_asked_about_once_at_each_other_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "base.uno").write_text(BASE.read_text())
    (tmp_path / "late.uno").write_text(FILE)
    asked: Counter[tuple[tuple[str, ...], int | None, str]] = Counter()
    forbids = other_tables.forbids

    def counted(context: Context, name: str) -> bool:
        asked[context.spec.options, context.spec.seats, name] += 1
        return forbids(context, name)

    monkeypatch.setattr(other_tables, "forbids", counted)
    report = check_options(load_project([tmp_path / "late.uno"]), {}, None, 600.0)
    assert not [f for f in report.findings if f.code == "UNO401" and f.evidence == "proved"]
    assert asked
    assert max(asked.values()) == 1


WAVING = """use "base.uno"
options for base

option quiet "Nobody waves"

  act wave

  rule no-waving
    any player cannot wave

option generous "A 4 makes all others draw"

  rule generous
    when player plays 4
    then other players draw 1
"""

LOUD = """
option loud "Everybody may wave"
  requires quiet

  rule loud
    during turn
    any player may wave
"""


@pytest.mark.parametrize(("more", "found"), [("", ["waving.no-waving"]), (LOUD, [])])
def test_a_ban_is_asked_about_only_where_an_offer_is_that_it_concerns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str, found: list[str]
) -> None:
    (tmp_path / "base.uno").write_text(BASE.read_text())
    (tmp_path / "waving.uno").write_text(WAVING + more)
    asked: list[tuple[str, ...]] = []
    forbids = other_tables.forbids

    def listed(context: Context, name: str) -> bool:
        asked.append(context.spec.options)
        return forbids(context, name)

    monkeypatch.setattr(other_tables, "forbids", listed)
    report = check_options(load_project([tmp_path / "waving.uno"]), {}, range(2, 3), 600.0)
    dead = [r for f in report.findings if f.code == "UNO401" and f.evidence == "proved" for r in f.rules]
    assert dead == found
    assert bool(asked) == bool(more)
    assert all("waving.loud" in options for options in asked)
