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


DRAWS = """use "base.uno"
options for base

option one "A star costs whoever comes next a card"

  rule next-draws
    when player plays star
    then next player draws 1

option two "A star costs everybody a card"

  rule all-draw
    when player plays star
    then players draw 1
"""


def test_two_rules_that_do_one_thing_in_common_are_told_each_by_itself(folder: Path) -> None:
    """Both let one player draw. What else one of them does is not so with the other one alone."""
    (folder / "draws.uno").write_text(DRAWS, encoding="utf-8")
    names = [f"--with={x}" for x in ("one", "two")]
    found = next(x for x in findings("draws.uno", *names, "--seats", "2", code=1) if x["code"] == "UNO206")
    sides = {x["label"]: x["facts"] for x in found["sides"]}
    assert set(sides) == {"with draws.next-draws alone", "with draws.all-draw alone", "with both"}
    player = found["scene"].rpartition("; ")[2].partition(" ")[0]
    held = [next(x for x in some if x.startswith(f"number of cards in hand of {player}")) for some in sides.values()]
    assert len(set(held[:2])) == 2


AT_THE_DEAL = """use "base.uno"

game dealt "A card is turned up" extends base

  rule deal-hands
    when the round begins
    instead of base.deal
    then
      for each player
        move top hand-size from draw pile to hand of player

  rule first-card
    when the round begins
    after deal-hands
    then move top from draw pile to discard pile
      top card becomes top of discard pile
      begin turn on first of players

option one "Whoever sits last takes one more before a card is turned up"

  rule before-it
    when the round begins
    after deal-hands
    before first-card
    then (right of first of players) draws 1

option two "Whoever sits last takes one more once a card is turned up"

  rule after-it
    when the round begins
    after first-card
    then (right of first of players) draws 1
"""


def test_which_cards_two_rules_let_players_draw_tells_nothing(folder: Path) -> None:
    """Either rule alone does the same, although another card is turned up where one of them draws before it."""
    (folder / "dealt.uno").write_text(AT_THE_DEAL, encoding="utf-8")
    names = [f"--with={x}" for x in ("one", "two")]
    found = next(x for x in findings("dealt.uno", *names, "--seats", "2", code=1) if x["code"] == "UNO206")
    assert [x["label"] for x in found["sides"]] == ["with one of them alone", "with both"]
