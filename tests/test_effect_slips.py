"""What people write where an effect stands: the help names the line that is meant, and that line does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.effort import one_in
from tests.test_counted import table
from unodsl.diagnostics import RulesError
from unodsl.model import expressions as e
from unodsl.resolve import TableSpec, load_project, load_table
from unodsl.scenarios import run_scenario

RULESETS = Path(__file__).parent.parent / "rulesets"
SETTLES = "`turn` goes on by itself when the table settles: "
SLIPS = {
    "next player loses a turn": f"{SETTLES}write `pass turn to next player`, and it goes on behind them",
    "player misses the next turn": f"{SETTLES}write `pass turn to player`, and it goes on behind them",
    "player plays again": f"{SETTLES}write `over of turn becomes no`",
    "player goes again": f"{SETTLES}write `over of turn becomes no`",
    "next player gets another turn": f"{SETTLES}write `over of turn becomes no`, and `pass turn to next player`",
    "nobody can play 5": "what players cannot do stands in a rule of its own, with `if` for when it holds: `any player cannot play 5`",
    "next player cannot play 5": "what players cannot do stands in a rule of its own, with `if` for when it holds: "
    "`next player cannot play 5`",
    "players can play 5": "what players can do stands in a rule of its own, with `during` for when: `any player may play 5`",
    "they can play 5": "what players can do stands in a rule of its own, with `during` for when: `any player may play 5`",
    "he cannot play 5": "what players cannot do stands in a rule of its own, with `if` for when it holds: `any player cannot play 5`",
    "7 next player": "a card is no effect: say what it does, for example `pass turn to next player`",
    "player draws twice": "write `repeat 2 times`, and the effect below it",
    "player draws 1 twice": "write `repeat 2 times`, and `player draws 1` below it",
    "turn goes to next player": "write `pass turn to next player`",
    "direction reverses": "`direction` gets its value from the line: write "
    "`direction becomes counterclockwise if direction is clockwise, otherwise clockwise`",
    "player wins": "write `end the round won by player`",
    "player wins the match": "write `end the match won by player`",
    "the game ends": "write `end the match won by player`, or whoever wins it",
    "next player leaves": "whoever no longer takes part is taken out of the game: `remove next player`",
    "next player gets 10 points": "write `score of next player += 10`",
    "player loses 10 points": "write `score of player -= 10`",
    "player shows their hand": "nobody does it, it is done: for example `show hand of player to everyone`",
    "player drawss 1": "did you mean `draws`?",
    "player discards a card": "cards are moved: `move top 1 from hand of player to discard pile` (at random); to let somebody choose, "
    "begin a situation",
    "player juggles a card": "what players do here: `calls uno`, `catches`, `challenges`, `chooses`, `deals`, `draws`, `names`, "
    "`passes`, `plays`, `turns up`; or cards are moved: `move card the card from ... to ...`",
    "next player draws 2 and loses a turn": "put `loses a turn` on a line of its own, below",
    "skip the next player": "a card is no effect: say what it does, for example `pass turn to the next player`",
    "next player is skipped": "write `pass turn to next player`, and it goes on behind them",
    "next player misses 2 turns": "one turn is passed over: write `pass turn to next player`, and it goes on behind them; of more, keep "
    "the number in a variable",
    "player looks at hand of next player": "write `show hand of next player to player`",
    "all players except player draw 1": "write `other players draw 1`",
    "shuffle the deck": "write `shuffle draw pile`",
    "change current color to red": "what gets a value stands first: `current color becomes red`",
    "give 1 card to next player": "write `next player draws 1`, or `move top 1 from hand of player to hand of next player`",
    "for each player": "write `then`, below it `for each player`, and below that, indented once more, what happens in it",
    "repeat 2 times": "write `then`, below it `repeat 2 times`, and below that, indented once more, what happens in it",
    "if direction is clockwise": "write `then`, below it `if direction is clockwise`, and below that, indented once more, what happens in it",
    "player draws until playable": "write `repeat at most 20 times while not (player holds a playable card)`, and "
    "`player draws 1` below it",
}


def told(folder: Path, effect: str) -> str | None:
    """The help for an effect that none is."""
    page = folder / "slip.uno"
    start = (
        'use "official.uno"\noptions for official\noption slip "Slip"\n  rule five\n    when player plays 5\n    then '
    )
    page.write_text(f"{start}{effect}\n", encoding="utf-8")
    (folder / "official.uno").write_text((RULESETS / "official.uno").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(RulesError) as error:
        load_table(load_project([page]), TableSpec(options=("slip.slip",)))
    assert len(error.value.diagnostics) == 1
    return error.value.diagnostics[0].hint


@pytest.mark.parametrize("effect", one_in(5, SLIPS))
def test_help(tmp_path: Path, effect: str) -> None:
    assert told(tmp_path, effect) == SLIPS[effect]


def test_without_a_rule_that_passes_it_on_the_turn_is_passed(tmp_path: Path) -> None:
    page = tmp_path / "own.uno"
    official = (RULESETS / "official.uno").read_text(encoding="utf-8")
    page.write_text(
        official.replace("when the table settles\n    after going-out", "when player draws"), encoding="utf-8"
    )
    own = page.read_text(encoding="utf-8").replace("then over becomes yes", "then next player loses a turn", 1)
    page.write_text(own, encoding="utf-8")
    with pytest.raises(RulesError) as error:
        load_table(load_project([page]), TableSpec())
    hint = "`turn` waits for somebody: write `pass turn to next player after next player`"
    assert hint in [d.hint for d in error.value.diagnostics]


@pytest.mark.parametrize(
    ("effects", "whose"), [("pass turn to next player", "cyd"), ("over of turn becomes no", "ann")]
)
def test_the_lines_that_are_meant_do_it(tmp_path: Path, effects: str, whose: str) -> None:
    (tmp_path / "official.uno").write_text((RULESETS / "official.uno").read_text(encoding="utf-8"), encoding="utf-8")
    page = tmp_path / "meant.uno"
    page.write_text(
        'use "official.uno"\noptions for official\noption meant "Meant"\n  rule five\n    when player plays 5\n'
        f'    then {effects}\nscenario "five"\n  with meant\n  seats ann, bob, cyd\n  ann holds red 5, red 1\n'
        f"  discard pile is red 3; turn of ann\n  ann plays red 5\n  expect turn of {whose}\n",
        encoding="utf-8",
    )
    project = load_project([page])
    scenario = project.pages["meant"].scenarios[0]
    assert run_scenario(project, project.pages["meant"], scenario).passed


STATE = "what is so is a condition, and stands below what happens: "
EVENTS = {
    "any player can not play 5": "write `any player cannot play 5`",
    "when player has 1 card": "what is so is a condition, and stands below what happens: `if number of cards in hand of player is 1`",
    "when the deck runs out": "what is so is a condition, and stands below what happens: `if draw pile is empty`",
    "when the draw pile has no cards": f"{STATE}`if draw pile is empty`",
    "when discard pile has 3 cards": f"{STATE}`if number of cards in discard pile is 3`",
    "when a player has one card left": f"{STATE}`if there is players where (number of cards in hand is 1)`",
    "when anyone has one card": f"{STATE}`if there is players where (number of cards in hand is 1)`",
    "when you have one card": f"{STATE}`if number of cards in hand of player is 1`",
    "when the next player has no cards": f"{STATE}`if number of cards in hand of next player is 0`",
    "when the deck is empty": f"{STATE}`if draw pile is empty`",
    "when playing a 7": "whoever does it is called `player`: `when player plays a 7`",
    "on playing a 7": "say who does what, for example `when player plays a card`",
    "every time player plays 7": "write `when player plays 7`",
    "player can play a 7": "write `its player may play a 7`",
    "every player can play a 7": "write `any player may play a 7`",
    "everyone can draw 1": "write `any player may draw 1`",
    "when you play a 7": "whoever does it is called `player`: `when player plays a 7`",
    "when player's hand is empty": "whose it is stands behind it: `hand of player`",
    "on player plays 7": "write `when player plays 7`",
    "after player plays 7": "`after` stands before the name of a rule; what happens stands behind `when`: `when player plays 7`",
}


def refused(folder: Path, lines: str) -> list[str | None]:
    """The help of all that is wrong with a rule of these lines."""
    page = folder / "slip.uno"
    page.write_text(
        f'use "official.uno"\noptions for official\noption slip "Slip"\n  rule five\n{lines}\n', encoding="utf-8"
    )
    (folder / "official.uno").write_text((RULESETS / "official.uno").read_text(encoding="utf-8"), encoding="utf-8")
    try:
        load_table(load_project([page]), TableSpec(options=("slip.slip",)))
    except RulesError as error:
        return [d.hint for d in error.diagnostics]
    return []


def test_other_tables_have_other_words(tmp_path: Path) -> None:
    """The help speaks of the table's own zones; of hands only where each player has just one."""
    table = (RULESETS.parent / "tests" / "cases" / "rules" / "deck-lines.uno").read_text(encoding="utf-8")
    table = table.partition("\noption ")[0].replace("draw pile", "well").replace("zone hand", "zone rack")
    for event, condition in {
        "the deck is empty": "well is empty",
        "the well runs dry": "well is empty",
        "well has two cards": "number of cards in well is 2",
        "somebody has one card left": "there is players where (number of cards in rack is 1)",
        "player has no cards": "number of cards in rack of player is 0",
        "everyone has no cards": None,
    }.items():
        page = tmp_path / "shapes.uno"
        rule = f"\n  rule slip\n    when {event}\n    then do nothing\n"
        page.write_text(table + rule, encoding="utf-8")
        with pytest.raises(RulesError) as error:
            load_table(load_project([page]), TableSpec())
        hint = error.value.diagnostics[0].hint or ""
        assert (hint == f"{STATE}`if {condition}`") if condition else not hint.startswith(STATE), hint


@pytest.mark.parametrize("line", ["when player plays 7 or +2", "when player plays a 7 or +2"])
def test_a_card_called_by_a_signed_number(line: str, tmp_path: Path) -> None:
    hints = refused(tmp_path, f"    {line}\n    then next player draws 1")
    assert hints == ["did you mean `draw-two`?"]


@pytest.mark.parametrize("event", one_in(2, EVENTS))
def test_what_is_said_of_events_is_taken(event: str, tmp_path: Path) -> None:
    """The line in the help loads where the event stood, or below one."""
    line = EVENTS[event].rpartition("`")[0].rpartition("`")[2]
    if line.startswith("if "):
        assert refused(tmp_path, f"    when player plays 5\n    {line}\n    then next player draws 1") == []
    elif " may " in line or " cannot " in line:
        assert refused(tmp_path, f"    during turn\n    {line}") == []
    elif line.startswith("when "):
        assert refused(tmp_path, f"    {line}\n    then next player draws 1") == []
    else:
        assert line == "hand of player"


LISTS = {
    "    when player plays 5\n    if top card is red, then player draws 1 and next player draws 2": "what happens then has a line of "
    "its own: `then ...`",
    "    when player plays 5, next player draws 1 and player draws 2": "what happens then has a line of its own: `then ...`",
    "    when player plays 5\n    if top card is red 5, blue 5 or green 5\n    then next player draws 1": "write `or` between all of "
    "them: `red 5 or blue 5 or green 5`",
    "    when player plays 3, 5 or 7\n    then next player draws 1": "write `or` between all of them: `3 or 5 or 7`",
    "    when player plays red 3, blue 5 or 7\n    then next player draws 1": "write `or` between all of them: `red 3 or blue 5 or 7`",
    "    when player plays 5\n    then\n      if top card is 1, 2 or 3\n        next player draws 1": "write `or` between all of them: "
    "`1 or 2 or 3`",
    "    when player plays 5\n    then if top card is red 1, 2 or blue 3 then next player draws 1": "write `or` between all of them: "
    "`red 1 or 2 or blue 3`",
    "    when player plays 5\n    then current color becomes a random one of red, blue or green": "several stand in parentheses: "
    "`a random one of (red, blue, green)`",
    "    when player plays 5\n    then\n      current color becomes a random one of red, blue": "several stand in parentheses: "
    "`a random one of (red, blue)`",
    "    when player plays 5\n    then player draws 1, next player draws 2 and left of player draws 1": "each thing that happens has a "
    "line of its own below `then`",
    "    when player plays 5\n    then\n      if top card is 5 then player draws 1, next player draws 2 and player draws 3": "each thing "
    "that happens has a line of its own below `then`",
}


@pytest.mark.parametrize("lines", LISTS)
def test_lists(lines: str, tmp_path: Path) -> None:
    assert refused(tmp_path, lines) == [LISTS[lines]]


@pytest.mark.parametrize("event", EVENTS)
def test_events(event: str, tmp_path: Path) -> None:
    page = tmp_path / "slip.uno"
    text = f'use "official.uno"\noptions for official\noption slip "Slip"\n  rule five\n    {event}\n    then next player draws 1\n'
    page.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as error:
        load_table(load_project([page]), TableSpec(options=("slip.slip",)))
    assert error.value.diagnostics[0].hint == EVENTS[event]


def test_a_field_may_be_called_cards(tmp_path: Path) -> None:
    """`draw cards` then draws so many; without such a field it says no number."""
    due = """
  situation due on a player
    cards: 0 to 9

  rule pay
    during due
    its player must otherwise draw cards
    then end due

  rule pay-twice
    during due
    its player may buy cards
    then player buys cards"""
    found = table(tmp_path, "next player draws", more=due)
    (offer,) = (x for x in found.offers if x.info.name == "it.pay")
    assert isinstance(offer.argument, e.Field)
