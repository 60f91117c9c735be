"""A ban of one option against what another one makes of the moves that it forbids: which states are compared, and when."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.compare.four_tables import four_tables
from checker.compare.three_way import Comparison
from checker.context import Context
from checker.known_tables import memo_of
from checker.search.simulate import shed
from unodsl.resolve import TableSpec, load_project, resolve_table

RULESETS = Path(__file__).parent.parent / "rulesets"

HOUSE = """use "official.uno"
options for official

option no-twins "No 7 on a 7"

  rule no-twins
    any player cannot play 7
    if top card is 7

option twins "Everybody draws for a 7 on a 7"

  rule twins
    when player plays 7
    if card 2 of discard pile is 7
    then other players draw 3

option sevens "Everybody draws for a 7"

  rule sevens
    when player plays 7
    then other players draw 1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("forbidden")
    (out / "official.uno").write_text((RULESETS / "official.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (out / "house.uno").write_text(HOUSE, encoding="utf-8")
    return out


def comparison(folder: Path, one: str, other: str) -> Comparison:
    project = load_project([folder / "house.uno"])
    spec = TableSpec(games=("official",), options=(one, other), seats=2)
    context = Context(
        project, spec, resolve_table(project, spec), time.monotonic() + 300, sampled_moves=2_000, known=memo_of(project)
    )
    four = four_tables(context, one, other, False)
    assert four is not None
    return Comparison(four)


def test_states_in_which_a_ban_takes_moves_away_are_compared(folder: Path) -> None:
    found = comparison(folder, "house.no-twins", "house.twins")
    states = found.forbidding()
    assert states
    context = found.four.context
    for state in states:
        with_both = found.four.legal("both", state)
        at = found.four.carried(state)
        assert at is not None
        assert found.four.legal("other", at["other"]).keys() - with_both.keys()
    assert {s.state for s in (*context.samples.steps, *shed(context).steps)} >= set(states)
    assert [x.kind for x in found.run().clashes][:1] == ["contradiction"]
    # without a ban there are none
    assert comparison(folder, "house.twins", "house.sevens").forbidding() == []


def test_a_rule_that_runs_on_other_moves_too_goes_together_with_the_ban(folder: Path) -> None:
    found = comparison(folder, "house.no-twins", "house.sevens")
    assert found.forbidding()
    result = found.run()
    assert not result.clashes
    assert result.side_by_side
    assert not found.judge.runs_on_forbidden("other", "house.sevens")


def test_players_who_shed_their_cards_hold_few(folder: Path) -> None:
    context = comparison(folder, "house.no-twins", "house.sevens").four.context
    layout, hand = context.layout, next(i for i, x in enumerate(context.table.zones) if x.each_player)

    def with_one_card(steps: list) -> float:  # type: ignore[type-arg]
        return sum(layout.held(x.state, hand, x.move.seat).bit_count() == 1 for x in steps) / len(steps)

    assert with_one_card(shed(context).steps) > with_one_card(context.samples.steps)
