"""Two rulesets that extend no common game: written by people who do not know each other, in words of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.test_two_rulesets import compared

GAME = """game {name}
  seats 2 to 3

  deck in {stock}
    suit is {suits}
    rank is 2 to 6
    1 of each suit: 2 to 6

  zone hand of each player, private
  zone {stock}, face down
  zone table, face up

  variable {wanted}: suit or nothing
  variable turns: clockwise or counterclockwise

  situation turn on a player
    {done}: yes or no
{also}
  act play a card from hand
    {naming}
    then move card the card from hand of player to table

  act draw a number
    then
      if {stock} is empty then move all but top from table to {stock}
      move top the number from {stock} to hand of player

  rule fits
    a card is fit means suit of the card is {wanted} or rank of the card is rank of top of table

  rule play
    during turn
    its player may play {plain}
    if the card is fit
    then {wanted} becomes suit of the card
      {done} becomes yes

  rule draw
    during turn
    its player must otherwise draw 1
    then {done} becomes yes

  rule over
    when the table settles
    if {done} of turn is yes
    then pass turn to left of player of turn
      {done} of turn becomes no

  rule out
    when the table settles
    before over
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)

  rule end
    when the round ends
    then end the match won by winners

  rule begin
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player
        move top 3 from {stock} to hand of player
      move top from {stock} to table
      {wanted} becomes suit of top of table
      begin turn on first of players

  rule position
    when the position stands
    then {wanted} becomes suit of top of table
      begin turn on first of players
{rules}"""

NORTH = {"name": "north", "stock": "stock", "suits": "clubs, hearts", "wanted": "wanted suit", "done": "done"}
SOUTH = {"name": "south", "stock": "draw pile", "suits": "hearts, clubs", "wanted": "current suit", "done": "over"}

OWES = """
  situation owing on a player
"""
TWO = """
  rule two
    when player plays 2
    then begin owing on left of player

  rule owe
    during owing
    its player must otherwise draw 2
    then end owing
"""


def comparison(
    folder: Path, north: str = "", south: str = "", seats: str = "2", other: tuple[str, str] = ("", ""), **more: str
) -> dict[str, Any]:
    """The two games, each with rules of its own; `more`: what only the second one has; `other`: words of it, and those that
    stand there instead."""
    usual = {"also": "", "naming": "manners quiet", "plain": "a card"}
    files = []
    second = GAME.format(**SOUTH, **{**usual, **more}, rules=south).replace(*other)
    for text in (GAME.format(**NORTH, **usual, rules=north), second):
        files.append(str(folder / f"{text.split()[1]}.uno"))
        Path(files[-1]).write_text(text, encoding="utf-8")
    return compared(files, seats=seats)


def differences(value: dict[str, Any]) -> set[tuple[str, tuple[str, ...]]]:
    """What the findings are about, and the rules that they name."""
    rows = (f for f in value["findings"] if f["evidence"] == "witnessed")
    return {(f["message"].partition(" (")[0], tuple(f["rules"])) for f in rows}


def test_one_game_in_other_words_is_the_same_game(tmp_path: Path) -> None:
    # a suit that is wanted is known by another name, and the suits stand in another order
    assert differences(comparison(tmp_path)) == set()


def test_cards_of_one_act_are_told_apart_by_their_own_rules(tmp_path: Path) -> None:
    three = "\n  rule three\n    when player plays 3\n    then pass turn to left of player\n"
    four = "\n  rule four\n    when player plays 4\n    then (left of player) draws 1\n"
    assert differences(comparison(tmp_path, three, four)) == {
        ("what comes of `play`", ("north.three", "south.over")),
        ("what comes of `play`", ("north.play", "south.four")),
    }


def test_two_subjects_of_the_same_two_rules_are_two_findings(tmp_path: Path) -> None:
    once = (
        "must otherwise draw 1\n    then over becomes yes",
        "may draw 1\n    if there is no fit card in hand of player",
    )
    assert differences(comparison(tmp_path, other=once)) == {
        ("when a player may draw", ("north.draw", "south.draw")),
        ("what comes of `draw`", ("north.draw", "south.draw")),
    }


def test_what_only_one_of_them_waits_for_is_shown(tmp_path: Path) -> None:
    found = comparison(tmp_path, south=TWO, also=OWES)
    (one,) = (f for f in found["findings"] if "south.owe" in f["rules"])
    assert "owing on bob" in one["witness"] or "owing on ann" in one["witness"]


def test_a_beginning_that_only_one_of_them_waits_in_is_shown(tmp_path: Path) -> None:
    first = "\n  rule first\n    when the round begins\n    after deal\n    if top of table is 2\n    then begin owing on first of players\n"
    found = comparison(tmp_path, south=TWO + first, also=OWES)
    assert ("how a match begins", ("north.deal", "south.first")) in differences(found)


def test_a_card_that_one_of_them_plays_naming_something(tmp_path: Path) -> None:
    wild = """
  rule wild
    during turn
    its player may play 6 naming a suit
    then current suit becomes the suit
      over becomes yes
"""
    found = comparison(tmp_path, south=wild, naming="naming a suit", plain="2 to 5")
    assert ("when a player may play", ("north.play", "south.wild")) in differences(found)
    assert not any("cannot be written" in f["basis"] for f in found["findings"] if f["evidence"] == "bounded")


def test_a_round_that_only_one_of_them_ends(tmp_path: Path) -> None:
    long = """
  rule last
    when the table settles
    before over
    if number of players where (number of cards in their hand is at least 1) is 1
    then end the round won by players where (number of cards in their hand is 0)
"""
    never = "if there is players where (number of cards in their hand is 0)", "if number of players is 9"
    about = differences(comparison(tmp_path, south=long, seats="3", other=never))
    assert [rules for what, rules in about if what == "when a round is over"] == [("north.out", "south.last")]


def test_what_only_one_of_them_keeps_in_mind_is_shown_where_it_matters(tmp_path: Path) -> None:
    # the one that turns round says why the turn goes the other way
    turned = """
  variable way: on or back

  rule turn
    when player plays 6
    then way becomes back if way is on, otherwise on

  rule back
    when the table settles
    instead of over
    if way is back and over of turn is yes
    then pass turn to right of player of turn
      over of turn becomes no
"""
    found = comparison(tmp_path, south=turned, seats="3")
    (one,) = (f for f in found["findings"] if "south.back" in f["rules"])
    facts = {x for side in one["sides"] for x in side["facts"]}
    # (the move of the story turns round, or it was turned round before)
    assert "way is back" in facts or " 6" in one["scene"].rpartition("; ")[2], one
