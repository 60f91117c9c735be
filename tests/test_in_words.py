"""Rules in plain words: all kinds of nodes have words, and the words say what the table reads."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import unodsl
from tests.effort import few_and_slow
from tests.engine_random import Maker
from tests.tables import PAGES
from unodsl.commands.main import main
from unodsl.in_words import rule_in_words
from unodsl.model.table import Rule, Table

HOUSE = """use "official.uno"
options for official

option mine
  parameter few: 1 to 9, default 2

{rule}
"""


def rules(table: Table) -> list[Rule]:
    return [*table.triggers, *table.offers, *table.bans, *table.definitions]


def said(tmp_path: Path, rule: str) -> str:
    """What is said of a rule of one's own, in one line."""
    (tmp_path / "house.uno").write_text(
        HOUSE.format(rule="\n".join("  " + x for x in rule.splitlines())), encoding="utf-8"
    )
    table = unodsl.load(str(tmp_path / "house.uno"), options=["mine"], seats=3).table
    found = [x for r in rules(table) if r.info.name == "house.it" for x in rule_in_words(table, r)]
    return " ".join(" ".join(found).split())


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            "rule it\n  when player plays 5\n  then other players draw 1",
            "Whenever somebody plays a card, provided that the face of the card is 5: each player at the table except the"
            " player draws 1",
        ),
        (
            "rule it\n  when player plays red or 5\n  then next player draws few",
            "Whenever somebody plays a card, provided that the color of the card is red or the face of the card is 5: the next player"
            " after the player (in the current `direction`) draws 2",
        ),
        (
            "rule it\n  any player cannot play 5\n  if number of cards in hand of player is 1",
            "At any time, nobody may play a card if the face of the card is 5 and the number of cards in the hand of the player is 1",
        ),
        (
            "rule it\n  at any time\n  any player may play 7\n  if few is 2 and hand of player is not empty",
            "At any time, anybody may play a card from the hand, if the face of the card is 7 and the hand of the player has some cards",
        ),
        (
            "rule it\n  when player plays 3 or 5 or 7\n  if few is more than 2\n  then player draws 1",
            "Whenever somebody plays a card, provided that the parameters say so (here they do not): the player draws 1",
        ),
        (
            "rule it\n  when player plays a card\n  if not (the card is 3 or 5)\n  then\n    repeat 2 times\n      player draws 1",
            "Whenever somebody plays a card, provided that the face of the card is neither 3 nor 5: 2 times: the player draws 1",
        ),
        (
            "rule it\n  when the round ends\n  then\n    for each player\n      score of player -= 5",
            "Whenever the round is over: for each player at the table: `score` of that player goes down by 5",
        ),
        (
            "rule it\n  during turn\n  any other player cannot play 5\n  if there is no card in hand of player where (it is red)",
            "While the table waits for `turn` of a player, nobody else may play a card if the face of the card is 5 and the hand of the"
            " player has no cards whose color is red",
        ),
        (
            "rule it\n  when player plays 5\n  then\n    if number of players is 2\n      player draws 1\n    otherwise if direction is"
            " clockwise\n      player draws 2\n    otherwise\n      player draws 3",
            "Whenever somebody plays a card, provided that the face of the card is 5: if the number of players is 2: the player draws 1"
            " otherwise, if `direction` is clockwise: the player draws 2 otherwise: the player draws 3",
        ),
        (
            "rule it\n  when player plays 5\n  if there is other players where (number of cards in their hand is 1)\n"
            "  then (left of left of player) draws 1",
            "Whenever somebody plays a card, provided that the face of the card is 5 and there is somebody other than the player for whom"
            " (the number of cards in the hand of that player is 1): the second player clockwise after the player draws 1",
        ),
        (
            "rule it\n  during turn or draw-due\n  any other player cannot play wild",
            "While the table waits for `turn` or `draw-due` of a player, nobody else may play a card if the face of the card is wild",
        ),
        (
            "rule it\n  during turn\n  its player must otherwise draw 3",
            "While the table waits for `turn` of a player, that player has to draw 3 unless they choose something else",
        ),
        (
            "rule it\n  when player plays 0\n  then give every hand to left",
            "Whenever somebody plays a card, provided that the face of the card is 0: everybody passes on the whole hand at once, to the"
            " next player clockwise after its holder",
        ),
        (
            "rule it\n  when the round ends\n  then\n    for each player in winners\n      score of player += total of hand points for players",
            "Whenever the round is over: for each of the winners: `score` of that player goes up by the total, for everybody at the"
            " table, of (the total, for the cards in the hand of that one, of (50 if the face of that card is wild or wild-draw-four,"
            " else 20 if the face of that card is skip or reverse or draw-two, else the number that the face of that card shows))",
        ),
        (
            "rule it\n  when player draws a number\n  if the number is more than few\n  then move all from discard pile to hand of player",
            "Whenever somebody draws a number, provided that the number is more than 2: all cards of the discard pile go to the hand of"
            " the player",
        ),
        (
            "rule it\n  when player draws a number\n  if the number is more than score of player\n  then move all from draw pile to discard"
            " pile",
            "Whenever somebody draws a number, provided that the number is more than `score` of the player: all cards of the draw pile go"
            " under the discard pile",
        ),
        (
            "rule it\n  when player plays 3 or 5 or red\n  then player draws 1",
            "Whenever somebody plays a card, provided that the face of the card is 3 or 5, or the color of the card is red: the player"
            " draws 1",
        ),
    ],
)
def test_a_rule_of_ones_own(tmp_path: Path, rule: str, words: str) -> None:
    found = said(tmp_path, rule)
    # a condition on the card and one behind `if` may stand in either order
    assert sorted(found.split()) == sorted(words.split()), found


@pytest.mark.parametrize("page", few_and_slow(PAGES, 1))
def test_every_shipped_rule_has_words(page: str) -> None:
    whole = unodsl.load(page, seats=4)
    for option in [None, *(o.name for o in whole.table.options)]:
        try:
            table = whole.table if option is None else unodsl.load(page, options=[option], seats=4).table
        except unodsl.RulesError:
            continue
        for rule in rules(table):
            if option is None or rule.info.option is not None:
                lines = rule_in_words(table, rule)
                assert lines[0][0].isupper() or lines[0].startswith("`"), lines
                assert not any("None" in x or "  of" in x or "=" in x for x in lines), lines


def test_every_kind_of_node_has_words() -> None:
    for seed in range(60):
        table = Maker(Random(seed)).table()
        for rule in rules(table):
            assert all(x.strip() for x in rule_in_words(table, rule))


def test_explain_says_it() -> None:
    result = CliRunner().invoke(main, ["explain", "official.skip", "official"])
    assert (
        "in plain words\n    Whenever somebody plays a card, provided that the face of the card is skip:"
        in result.output
    )
    off = CliRunner().invoke(main, ["explain", "official.jump-in", "official"])
    assert "in plain words" not in off.output
