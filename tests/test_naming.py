"""One move with several parts, beside `tests/cases/rules/naming.uno`: its actions, words and numbers, in every executor."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import unodsl
from tests.test_side_by_side import stepped
from unodsl.api.setup import Setup
from unodsl.commands.main import main
from unodsl.data import rulesets_dir
from unodsl.engine.batch import Bot, Playing
from unodsl.engine.compiled import Compiled, available
from unodsl.engine.generated import Generated
from unodsl.engine.slow import play_reference
from unodsl.explaining import at_table
from unodsl.in_words import rule_in_words
from unodsl.scenarios import SEAT_NAMES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "naming.md"
OPTIONS = ("parcels.at-once", "parcels.parcels")


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> Setup:
    """The example of the page: wilds with colors, and cards that are sent to an opponent by one of two sides."""
    folder = tmp_path_factory.mktemp("naming")
    text = re.findall(r"^```uno\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[0]
    (folder / "parcels.uno").write_text(text, encoding="utf-8")
    (folder / "official.uno").write_bytes((rulesets_dir() / "official.uno").read_bytes())
    return unodsl.load(folder / "parcels.uno", options=OPTIONS, seats=3)


def test_the_same_game_as_rlcard_has_as_many_actions() -> None:
    """52 cards with a color, two wilds with each of four colors, and drawing. One number more leaves it to others."""
    setup = unodsl.load(ROOT / "benchmarks" / "rlcard.uno", seats=4)
    words = [setup.actions.words(i) for i in range(setup.actions.leave)]
    assert len(words) == len(set(words)) == 61
    assert sum(" naming " in x for x in words) == 8


def test_the_same_game_as_open_spiel_has_as_many_actions() -> None:
    """52 cards, drawing, passing, and naming one of four suits; its deck is the 52 cards."""
    setup = unodsl.load(ROOT / "benchmarks" / "crazy_eights.uno", seats=4)
    assert setup.actions.leave == 58
    match = setup.start(deck=["hearts 2", "spades 8"], seed=3)
    assert sum(len(p.cards or ()) for p in match.view(None).places) == 52


CAN = """
use "official.uno"
options for official

option at-once "A wild and its color are one move; green only where red is not on"

  act play a card
    naming a color

  variable seen: 0 to 31

  rule wild-and-color
    during turn
    instead of official.play
    its player may play wild naming a color
    if not (the color is green) or current color is not red

  rule watch
    when player draws
    then seen becomes 0
      if player can play wild naming green and number of players is 2 then seen += 1
      if player can play wild naming a color then seen += 2
      if player cannot play wild naming (green or red) then seen += 4
      if player can play wild naming current color then seen += 8
      if player can play wild then seen += 16
"""


@pytest.mark.parametrize(
    ("top", "cards", "seen"),
    [("red 5", "wild, blue 2", 2 + 8 + 16), ("blue 5", "wild, red 2", 1 + 2 + 8 + 16), ("red 5", "green 1, blue 2", 4)],
)
def test_conditions_ask_what_can_be_named(tmp_path: Path, top: str, cards: str, seen: int) -> None:
    (tmp_path / "house.uno").write_text(CAN, encoding="utf-8")
    (tmp_path / "official.uno").write_bytes((rulesets_dir() / "official.uno").read_bytes())
    setup = unodsl.load(tmp_path / "house.uno", options=["at-once"], seats=2)
    setup.from_scenario(f"""
      ann holds exactly {cards}
      discard pile is {top}; turn of ann
      draw pile is yellow 9
      ann draws 1
      expect seen is {seen}
    """)


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("player can draw naming red", "`draw` is done without naming anything"),
        ("player can play wild naming 7", "here stands a face, and a color is needed"),
        ("player can play wild naming red and blue", "is needed"),
        ("player can play wild naming (red and blue)", "only `color` can be named"),
    ],
)
def test_what_no_condition_can_ask_to_be_named(tmp_path: Path, condition: str, said: str) -> None:
    text = CAN.replace("player can play wild then", f"{condition} then")
    (tmp_path / "house.uno").write_text(text, encoding="utf-8")
    (tmp_path / "official.uno").write_bytes((rulesets_dir() / "official.uno").read_bytes())
    with pytest.raises(unodsl.RulesError, match=re.escape(said)):
        unodsl.load(tmp_path / "house.uno", options=["at-once"], seats=2)


def test_actions_say_what_is_named(setup: Setup) -> None:
    words = [setup.actions.words(i) for i in range(setup.actions.leave)]
    assert len(words) == len(set(words))
    assert "parcels.wild-and-color: play wild naming green" in words
    assert not [x for x in words if x.startswith("parcels.wild-and-color") and "play wild naming" not in x]
    sent = {x.partition(" naming ")[2] for x in words if x.startswith("parcels.send")}
    assert sent == {f"player +{i} and {side}" for i in (1, 2) for side in ("left", "right")}


def test_numbers_are_the_same_for_every_seat(setup: Setup) -> None:
    """Whom a move names is counted from the one who makes it."""
    luck, met = Random(4), set()
    for seed in range(1, 5):
        match = setup.start(seed)
        for _ in range(300):
            if match.over:
                break
            for choice in match.legal():
                if choice.act != "send":
                    continue
                met.add(choice.seat)
                whom = (SEAT_NAMES.index(choice.named[0]) - choice.seat) % 3
                text = f"parcels.send: send {choice.card} naming player +{whom} and {choice.named[1]}"
                assert setup.actions.words(choice.action) == text
                assert match.choice(choice.words) == choice
            match.step(luck.choice(match.legal()))
    assert met == {0, 1, 2}


def test_a_saved_game_has_what_is_named(setup: Setup, tmp_path: Path) -> None:
    luck, match = Random(2), setup.start(7)
    while len(match.made) < 250 and not match.over:
        match.step(luck.choice(match.legal()))
    assert any(x.named for x in match.saved().moves)
    match.save(tmp_path / "game.json")
    assert setup.replay(unodsl.saved.read(tmp_path / "game.json")).state == match.state


def test_a_rule_is_counted_and_explained_once(setup: Setup) -> None:
    rules = setup.table.rule_names()
    assert len(rules) == len(set(rules))
    assert rules.count("parcels.send") == 1
    (rule,) = at_table(setup.table, "parcels.send")
    assert "naming an opponent and a side" in rule_in_words(setup.table, rule)[0]


@pytest.mark.parametrize("bot", ["random", "shedding"])
def test_all_executors_play_the_same_games(setup: Setup, bot: Bot) -> None:
    playing = Playing(600, bot=bot, each=True)
    found = Generated(setup.table).batch(range(1, 4), playing)
    assert found.fired[setup.table.rule_names().index("parcels.color-named")] > 0
    if available():
        assert Compiled(setup.table).batch(range(1, 4), playing) == found
    slow = type(found).of(setup.table)
    play_reference(setup.table, 1, playing, slow)
    assert slow == Generated(setup.table).batch(range(1, 2), playing)


@pytest.mark.skipif(not available(), reason="needs the extra `fast`")
def test_side_by_side(setup: Setup) -> None:
    """In compiled code whom an action names is counted from the one who takes it, too."""
    assert stepped(setup, 6, 250, most_moves=150) > 0
    assert stepped(setup, 6, 60, order="turn", most_moves=100) >= 0


@pytest.mark.skipif(not available(), reason="needs the extra `fast`")
def test_the_stepper_has_the_same_numbers(setup: Setup) -> None:
    stepper, luck, named = setup.stepper(), Random(1), 0
    match = setup.start(3)
    stepper.begin(3)
    for _ in range(200):
        found = stepper.legal()
        mine = sorted(c.seat * setup.actions.size + c.action for c in match.legal() if c.action >= 0)
        assert sorted(found) == mine
        if not found:
            break
        number = luck.choice(list(found))
        choice = next(c for c in match.legal() if c.seat * setup.actions.size + c.action == number)
        named += bool(choice.named)
        stepper.step(number)
        match.step(choice)
    assert named > 0


def test_a_move_that_could_be_several(setup: Setup) -> None:
    match, luck = setup.start(1), Random(9)
    while not any(c.act == "send" for c in match.legal()):
        match.step(luck.choice(match.legal()))
    one = next(c for c in match.legal() if c.act == "send")
    short = one.words.partition(" naming ")[0]
    with pytest.raises(ValueError, match=f"not a legal move now: {short}; did you mean `{short} naming "):
        match.choice(short)


def test_a_line_of_a_scenario_that_could_be_several_moves(tmp_path: Path) -> None:
    text = re.findall(r"^```uno\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[0]
    text = text.replace("  ann plays wild naming green\n", "  ann plays wild\n")
    (tmp_path / "parcels.uno").write_text(text, encoding="utf-8")
    told = CliRunner().invoke(main, ["test", str(tmp_path / "parcels.uno")]).output
    assert "UNO113: this could be several moves" in told
    assert "say which: `naming red`, `naming yellow`, `naming green`, `naming blue`" in told
