"""The stories of findings: what is so in the end, what outlives a round, and which rules may be why."""

from __future__ import annotations

from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from checker.context import Context
from checker.witness.scenario import differences, outliving
from tests.reports import findings
from unodsl.resolve import TableSpec, load_project, resolve_table

CASES = Path(__file__).parent / "cases" / "checks"

pytestmark = pytest.mark.usefixtures("folder", "little_play")


def contradiction(folder: Path, text: str) -> dict[str, Any]:
    """The contradiction of the two options of a file."""
    (folder / "pair.uno").write_text(f'use "base.uno"\n{text}', encoding="utf-8")
    names = [f"--with={x}" for x in ("one", "two")]
    (found,) = (x for x in findings("pair.uno", *names, "--seats", "2", code=1) if x["code"] == "UNO207")
    return found


def told(found: dict[str, Any]) -> list[tuple[str, list[str]]]:
    return [(x["label"], x["facts"]) for x in found["sides"]]


ASKING = """
game pair "A star asks for a number" extends base

  variable way: right or left, starts right

  situation asked on a player

  act name a number

  rule asks
    when player plays star
    then begin asked on player

  rule names
    during asked
    its player must name 1
    then end asked

  rule next-way
    next player after a player means left of the player if way is right, otherwise right of the player
    instead of base.next-player

option one "A star turns play round"

  rule turns
    when player plays star
    then way becomes left if way is right, otherwise right

option two "Whoever names a number sets the way"

  rule sets
    when player names
    then way becomes right
"""


def test_what_is_owed_is_played_out_where_only_that_shows_the_difference(folder: Path) -> None:
    """The way is set once the number is named: right after the star it is what the other option makes of it."""
    found = contradiction(folder, ASKING)
    assert found["scene"].endswith(("plays star; ann names 1", "plays star; bob names 1"))
    assert told(found) == [
        ("with one alone", ["way is left"]),
        ("with two alone", ["way is right"]),
        ("with both", ["way is right"]),
    ]


def test_of_a_round_that_is_over_what_outlives_it_is_told(folder: Path) -> None:
    """Cards and turns are those of the next round; where the round goes on, what the move did not change says nothing."""
    project = load_project([folder / "base.uno"])
    spec = TableSpec(seats=2)
    context = Context(project, spec, resolve_table(project, spec), deadline=float("inf"))
    layout, before = context.layout, context.executor.start(1)
    score = next(i for i, x in enumerate(context.table.variables) if x.kept)
    won = list(context.executor.start(2))
    won[layout.variable[score]] = 7
    over, on = tuple(won), context.executor.start(3)
    facts = differences(context, over, on, over=True)
    assert facts[0] == "score of ann is 7"
    assert len(facts) > 1
    assert outliving(context, facts, over, [on], before, True) == ["score of ann is 7"]
    assert outliving(context, differences(context, on, over, over=True), on, [over], before, False) == []


def test_a_match_that_never_ends_names_what_changes_before_its_end_is_asked_about(folder: Path) -> None:
    copy(CASES / "match-capped-fires.uno", folder)
    options = ("--with=long", "--with=capped", "--seats", "2")
    (found,) = (x for x in findings("match-capped-fires.uno", *options, code=1) if x["code"] == "UNO306")
    file = "match-capped-fires.uno"
    assert "score of ann is 20" in found["scene"]
    assert [(x["label"], Path(x["file"]).name) for x in found["locations"]] == [
        ("should end the match if there is players where (their score is at least 50)", file),
        ("changes `score` before that", file),
    ]


FIRST_CARD = """use "official.uno"
options for official

option one "The first card is a number"

  rule plain-start
    a card is refused means the card is skip or reverse or draw-two or wild or wild-draw-four
    instead of refused

option two "A reverse as first card: everybody draws one"

  rule start-reverse
    when player turns up reverse
    then everyone draws 1
"""


def test_what_the_first_card_makes_everybody_draw_is_not_dealt(folder: Path) -> None:
    """All tables turn up the same first card, and the story says which: only a reverse makes the two differ."""
    (folder / "first.uno").write_text(FIRST_CARD, encoding="utf-8")
    names = [f"--with={x}" for x in ("one", "two")]
    (found,) = findings("first.uno", *names, "--seats", "2", "--select", "UNO207", code=1)
    sides = {x["label"]: x["facts"][0] for x in found["sides"]}
    assert sides["with two alone"].endswith(" reverse")
    assert all(x.startswith("top of discard pile is ") for x in sides.values())
