"""Matches from a deck order, chance from outside, a scenario, a view or a state; moves and traces in words."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import unodsl
from tests.effort import few_and_slow
from tests.tables import PAGES
from unodsl.api import ChanceError, Match, PlaceView, RulesError, Setup, Streams, Trace
from unodsl.engine.layout import IN_PLAY, MATCH, MOVED, TOP

CARDS = ["red 5", "green 7", "blue 3", "yellow 2", "red skip", "wild", "blue 9"]


@pytest.fixture(scope="module")
def setup() -> Setup:
    return unodsl.load("official", options=["official.jump-in"], seats=3)


def walked(match: Match, moves: int) -> Match:
    """Some moves on, always another one of those that are legal."""
    for number in range(moves):
        if match.over or not match.moves:
            break
        match.step(match.legal()[number * 7 % len(match.moves)])
    return match


def shown(match: Match, seat: int) -> tuple[str, ...]:
    """The cards that a seat holds."""
    return next(p.cards or () for p in match.view(seat).places if p.seat == seat)


# ---------------------------------------------------------------------------------------------------------------- chance


def test_a_deck_comes_in_its_order(setup: Setup) -> None:
    deck = [kind.name for kind in setup.table.deck.kinds for _ in range(kind.copies)]
    match = setup.start(deck=deck)
    dealt = len(deck) - unseen(match)
    assert Counter(x for seat in range(3) for x in shown(match, seat)) + Counter(top(match)) == Counter(deck[:dealt])
    trace = Trace()
    for _ in range(12):
        match.step(next(c for c in match.legal() if c.act != "play"), trace)
    drawn = setup.told(trace).drawn
    assert drawn == tuple(deck[dealt : dealt + len(drawn)])
    assert drawn


def unseen(match: Match) -> int:
    """How many cards lie in the draw pile."""
    return next(p.count for p in match.view(0).places if p.zone == "official.draw pile")


def test_the_first_cards_of_a_deck_and_then_the_seed(setup: Setup) -> None:
    one, other = (setup.start(seed, deck=CARDS) for seed in (1, 2))
    dealt = [Counter(x for seat in range(3) for x in shown(m, seat)) + Counter(top(m)) for m in (one, other)]
    assert all(not Counter(CARDS) - x for x in dealt)
    assert one.state != other.state
    assert one.state == setup.start(1, deck=CARDS).state


def top(match: Match) -> tuple[str, ...]:
    return next(p.cards or () for p in match.view(0).places if p.zone == "official.discard pile")


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        (["red 5"] * 3, "names `red 5` 3 times"),
        (["red 55"], "no card is called `red 55`"),
        ("red 5", "a list of names"),
    ],
)
def test_a_deck_of_other_cards(setup: Setup, deck: list[str], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        setup.start(deck=deck)


def test_chance_as_a_function(setup: Setup) -> None:
    asked: list[int] = []

    def first(among: Mapping[str, int]) -> str:
        asked.append(sum(among.values()))
        return next(iter(among))

    match = setup.start(chance=first)
    assert shown(match, 0)[:4] == ("wild",) * 4
    assert asked[0] == setup.table.deck.size
    with pytest.raises(ChanceError, match="`red 55` cannot come here"):
        setup.start(chance=lambda among: "red 55")


def test_chance_that_runs_out_leaves_the_match_as_it_was(setup: Setup) -> None:
    match = setup.from_scenario("turn of ann\nann holds red 5, green 7\ndiscard pile is blue 9", chance=["yellow 3"])
    match.step("ann draws 1")
    assert "yellow 3" in shown(match, 0)
    before = match.state
    other = match.copy()
    draw = next(c for c in match.legal() if c.act == "draw" or c.act == "pass")
    if draw.act == "pass":
        match.step(draw)
        before, draw = match.state, next(c for c in match.legal() if c.act == "draw")
    trace = Trace()
    with pytest.raises(ChanceError, match="chance ran out: 1 given"):
        match.step(draw, trace)
    assert match.state == before
    assert trace == Trace()
    assert other.chance is not match.chance


def test_chance_that_names_what_does_not_lie_there(setup: Setup) -> None:
    match = setup.from_scenario("turn of ann\nann holds 2 * red 5\ndiscard pile is blue 9", chance=["red 5"])
    before = match.state
    with pytest.raises(ChanceError, match="`red 5`"):
        match.step("ann draws 1")
    assert match.state == before


def test_streams_keep_cards_and_values_apart(setup: Setup) -> None:
    one, other, third = (setup.start(chance=Streams(*x)) for x in ((1, 1), (1, 2), (2, 1)))
    assert shown(one, 0) == shown(other, 0) != shown(third, 0)
    with pytest.raises(RulesError, match="`cards` is a whole number"):
        Streams("a", 1)


@pytest.mark.parametrize("chance", ["red 5", 5])
def test_no_chance_at_all(setup: Setup, chance: object) -> None:
    with pytest.raises(RulesError, match="`chance` is a list"):
        setup.start(chance=chance)  # type: ignore[arg-type]


def test_chance_of_every_sort(tmp_path: Path) -> None:
    """Values may be given as in the rules, or as Python's own."""
    text = """use "official.uno"
options for official

option coin "A 5 tosses a coin"
  variable heads: yes or no
  variable who: player or nothing
  variable roll: 0 to 6

  rule five
    when player plays 5
    then heads becomes a random one of (yes, no)
      who becomes a random opponent
      roll becomes a random one of 1 to 6
"""
    (tmp_path / "coin.uno").write_text(text, encoding="utf-8")
    table = unodsl.load(tmp_path / "coin.uno", options=["coin"], seats=3)
    here = "turn of ann\nann holds red 5, red 6\ndiscard pile is red 3"
    given: Any
    for given in (["yes", "cyd", "4"], [True, "cyd", 4], [np.True_, "cyd", np.int8(4)]):
        coming = iter(given)
        for chance in (given, lambda among, coming=coming: next(coming)):
            match, trace = table.from_scenario(here, chance=chance), Trace()
            match.step("ann plays red 5", trace)
            assert table.told(trace).drawn == ("yes", "cyd", "4")


def test_a_match_with_chance_can_be_pickled_but_not_saved(setup: Setup) -> None:
    match = setup.start(deck=CARDS, chance=Streams(1, 2))
    again = pickle.loads(pickle.dumps(match))
    assert walked(match, 20).state == walked(again, 20).state
    with pytest.raises(RulesError, match="only a match that a seed began"):
        match.saved()


# ------------------------------------------------------------------------------------------------------------- positions


@pytest.mark.parametrize("page", few_and_slow(PAGES, 1))
def test_there_and_back(page: str) -> None:
    """A match as a scenario and as a view, and back: the same state but for the generator."""
    table = unodsl.load(page, seats=3)
    match = table.start(5)
    said = 0
    for number in range(60):
        if match.over or not match.moves:
            break
        match.step(match.legal()[number * 5 % len(match.moves)])
        assert table.from_view(match.view(None)).state[1:] == match.state[1:]
        assert table.from_state(match.state).state == match.state
        if number % 6 == 0 and match.round_runs:
            assert table.from_scenario(match.scenario()).view(None) == match.view(None)
            said += 1
    assert said


def test_there_and_back_before_the_deal_and_after_a_round() -> None:
    """A scenario opens a turn by itself, and knows no winners: both are said where they are otherwise."""
    table = unodsl.load("official", "spicy", options=["spicy.move-table"], seats=3)
    match = table.start(2)
    assert [c.words for c in match.legal()] == ["cyd deals"]
    again = table.from_scenario(match.scenario())
    assert again.view(None) == match.view(None)
    assert "  turn is not open\n" in match.scenario()
    won = table.from_view(replace(table.start(1).view(None), winners=(0, 2)))
    assert "  winners is ann + cyd\n" in won.scenario()
    assert table.from_scenario(won.scenario()).view(None) == won.view(None)


SETS = """use "official.uno"
options for official

option votes "A 5 lets everybody vote"
  variable marked: players

  situation voting on players
    voters: players

  act vote

  rule mark
    when the position stands
    then marked becomes players

  rule five
    when player plays 5
    then begin voting on players with voters (players)
      marked becomes nothing

  rule vote
    during voting
    its players may vote
    then exclude player from players of voting
      exclude player from voters of voting
"""


def test_there_and_back_where_nobody_is_left(tmp_path: Path) -> None:
    """All have answered, and no rule ends it: the situation stays open. So does a set that the position fills."""
    (tmp_path / "house.uno").write_text(SETS, encoding="utf-8")
    table = unodsl.load(tmp_path / "house.uno", options=["votes"], seats=2)
    match = table.from_scenario("turn of ann\nann holds red 5, red 6\nbob holds red 1\ndiscard pile is red 3")
    for words in ("ann plays red 5", "ann votes", "bob votes"):
        match.step(words)
        again = (match.view(None), match.scenario(), match.state)
        assert table.from_view(again[0]).view(None) == again[0]
        assert table.from_scenario(again[1]).view(None) == again[0]
        assert table.from_state(again[2]) == match
    assert match.view(None).situations[0] == ("house.voting", "nobody", (("voters", "nobody"),))
    assert table.from_scenario("voting on (ann + bob)").waits_for == (0, 1)
    with pytest.raises(RulesError, match="`voting` would wait for nobody"):
        table.from_scenario("voting on winners")


def test_a_position_that_no_scenario_leads_to() -> None:
    table = unodsl.load("official", seats=3)
    seen = table.start(1).view(None)
    # a scenario begins the turn before all else
    match = table.from_view(replace(seen, situations=(("turn", "ann", ()), ("draw-due", "bob", ()))))
    with pytest.raises(RulesError, match="no scenario leads here"):
        match.scenario()


def test_a_view_leaves_the_rest_to_the_seed(setup: Setup) -> None:
    match = walked(setup.start(3), 25)
    seen = match.view(1)
    guesses = [setup.from_view(seen, seed=n) for n in range(6)]
    assert all(g.view(1) == seen for g in guesses)
    assert len({shown(g, 0) for g in guesses}) > 1
    assert guesses[0].state == setup.from_view(seen, seed=0).state
    walked(guesses[0], 10)


def test_places_may_be_left_out(setup: Setup) -> None:
    seen = setup.start(1).view(None)
    few = replace(
        seen, places=(PlaceView("hand", 0, ("red 5", "red 5"), 2), PlaceView("discard pile", -1, ("blue 9",), 1))
    )
    match = setup.from_view(few)
    assert shown(match, 0) == ("red 5", "red 5")
    assert shown(match, 1) == ()
    assert unseen(match) == setup.table.deck.size - 3


def test_positions_that_cannot_be(setup: Setup) -> None:
    seen = setup.start(1).view(None)

    def refused(words: str, **changes: object) -> None:
        with pytest.raises(RulesError, match=words):
            setup.from_view(replace(seen, **changes))  # type: ignore[arg-type]

    hand = PlaceView("hand", 0, ("red 5",) * 3, 3)
    refused("more often than the deck", places=(hand,))
    refused("no card is called `red 55`", places=(PlaceView("hand", 0, ("red 55",), 1),))
    refused("stands in this position twice", places=(PlaceView("hand", 0, (), 0), PlaceView("hand", 0, (), 0)))
    refused("has 500 cards in this position", places=(PlaceView("hand", 0, None, 500),))
    refused("lies nowhere", places=tuple(replace(p, cards=(), count=0) for p in seen.places))
    refused("no place of this table is called `sleeve`", places=(PlaceView("sleeve", 0, (), 0),))
    refused("there is no seat 7", places=(PlaceView("hand", 7, (), 0),))
    refused("no variable of this table", variables=(("luck", -1, "3"),))
    refused("is a number from", variables=(("official.score", 0, "lots"),))
    refused("`official.direction` cannot be `up`", variables=(("official.direction", -1, "up"),))
    refused("is open twice", situations=seen.situations * 2)
    refused("`turn` waits for nobody", situations=(("turn", "nothing", ()),))
    refused("`over` of `turn` stands in this position twice", situations=(("turn", "ann", (("over", "no"),) * 2),))
    refused("`score` stands in this position twice", variables=(("score", 0, "1"), ("score", 0, "2")))
    refused("`direction` is nobody's own, so its seat is -1 and not 2", variables=(("direction", 2, "clockwise"),))
    refused("`discard pile` is nobody's own", places=(PlaceView("discard pile", 2, ("red 5",), 1),))
    refused("the match is over, and a round of it still runs", match_runs=False)
    for number in ("--5", "5-", "\u00b2", "9" * 5000):
        refused("is a number from", variables=(("score", 0, number),))


def test_a_state_of_another_table(setup: Setup) -> None:
    other = unodsl.load("official", seats=4).start(1)
    with pytest.raises(RulesError, match="no state of this table"):
        setup.from_state(other.state)
    match = setup.start(1)
    lost = list(match.state)
    lost[setup.layout.sets[-1]] = 0
    with pytest.raises(RulesError, match="its cards are not those of the deck"):
        setup.from_state(lost)


def test_what_is_no_position_at_all(setup: Setup) -> None:
    other: Any = 7
    with pytest.raises(unodsl.RulesError, match="a position is a view"):
        setup.from_view(other)
    with pytest.raises(unodsl.RulesError, match="a scenario is a text, not 7"):
        setup.from_scenario(other)
    with pytest.raises(unodsl.RulesError, match="`deck` is a list of names of cards, not 7"):
        setup.start(deck=other)


def test_what_no_slot_can_hold(setup: Setup) -> None:
    state = setup.start(1).state

    def refused(slot: int, value: object, message: str) -> None:
        with pytest.raises(RulesError, match=message):
            setup.from_state((*state[:slot], value, *state[slot + 1 :]))  # type: ignore[arg-type]

    refused(TOP, 77, "number 6 of it is 77, and goes from -1 to 2")
    refused(MOVED, -5, "goes from -1 to 53")
    refused(IN_PLAY, 15, "somebody takes part who has none of its 3 seats")
    refused(TOP, -1, "its open situations do not lie one on another")
    refused(setup.layout.below[0], 0, "its open situations do not lie one on another")
    refused(MATCH, 0, "the match is over, and a round of it still runs")
    refused(setup.layout.owner[state[TOP]], -1, "an open situation waits for nobody")
    refused(TOP, 0.5, "a list of whole numbers")
    for text in ("red 5", None, 7):
        with pytest.raises(RulesError, match="a list of whole numbers"):
            setup.from_state(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("page", few_and_slow(PAGES, 5))
def test_every_state_of_a_match_can_be_begun_from(page: str) -> None:
    setup = unodsl.load(page, seats=4, mistakes=True)
    for seed in range(3):
        match = setup.start(seed)
        for number in range(150):
            assert setup.from_state(match.state).state == match.state
            if not match.moves:
                break
            match.step(match.legal()[number * 5 % len(match.moves)])


# ------------------------------------------------------------------------------------------------------------- scenarios

LINES = """
turn of ann
ann holds red 5, green 7
discard pile is red 9
ann plays red 5
expect turn of bob
"""


def test_a_scenario_is_played(setup: Setup) -> None:
    match = setup.from_scenario(LINES)
    assert match.waits_for == (1,)
    assert shown(match, 0) == ("green 7",)
    two = f'scenario "one"\n  seats x, y, z\n  turn of x\n  expect turn of x\nscenario "two"\n{LINES}'
    two = (
        two.replace("\nturn", "\n  turn")
        .replace("\nann", "\n  ann")
        .replace("\ndisc", "\n  disc")
        .replace("\nexpect", "\n  expect")
    )
    assert setup.from_scenario(two, "two").state == match.state
    assert setup.from_scenario(two, "one").waits_for == (0,)
    with pytest.raises(RulesError, match="several scenarios"):
        setup.from_scenario(two)
    with pytest.raises(RulesError, match="no scenario of this text is called `three`"):
        setup.from_scenario(two, "three")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn of ann\nann holds red 55", "unknown card `red 55`"),
        ("turn of ann\nann holds 3 * red 5", "more often than it exists"),
        ("turn of ann\nann holds red 5\nann plays red 9", "not legal now"),
        ("turn of ann\nexpect turn of bob", "does not hold"),
        ("with official.seven\nturn of ann\nexpect turn of ann", "which is not on at this table"),
        ("without official.jump-in\nturn of ann\nexpect turn of ann", "which is on at this table"),
        ("seats ann, bob\nturn of ann\nexpect turn of ann", "has 2 seats, and this table 3"),
        ("set target to 7\nturn of ann\nexpect turn of ann", "the scenario has `target` 7"),
        ("set goal to 7\nturn of ann\nexpect turn of ann", "no parameter `goal`"),
        ("ann holds red 5, red 6\ndiscard pile is red 3; turn of ann\nann plays", "with what"),
        ("turn of", "UNO1"),
        ("", "tests nothing|UNO1"),
    ],
)
def test_scenarios_that_are_refused(setup: Setup, text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        setup.from_scenario(text)


def test_a_round_that_is_over_is_no_position(setup: Setup) -> None:
    match = setup.start(1)
    ended = setup.from_view(replace(match.view(None), round_runs=False, situations=()))
    with pytest.raises(RulesError, match="only a running round"):
        ended.scenario()


# ------------------------------------------------------------------------------------------------------------------ words


def test_moves_in_words(setup: Setup) -> None:
    match = setup.from_scenario("turn of ann\nann holds red 5, green 7\ndiscard pile is red 9")
    assert match.choice("ann plays  red 5").card == "red 5"
    match.step("ann plays red 5")
    assert match.made[-1].seat == 0
    with pytest.raises(ValueError, match=r"not a legal move now: bob play .*; did you mean"):
        match.step("bob play " + (shown(match, 1)[0]))


def test_a_choice_of_another_table(setup: Setup) -> None:
    """Its numbers may mean another move here."""
    more = unodsl.load("official", options=["power.mirror"], seats=3)
    match = unodsl.load("official", seats=3).start(seed=0)
    theirs = next(c for c in more.start(seed=0).legal() if c.words == "ann plays yellow 8")
    assert theirs.move in match.moves
    with pytest.raises(ValueError, match="`ann plays yellow 8` is a move of another table"):
        match.step(theirs)
    assert not match.made
    mine = next(c for c in match.legal() if c.move == theirs.move)
    match.step(mine)
    with pytest.raises(ValueError, match=f"not a legal move now: {mine.words}"):
        match.step(mine)


def test_a_trace_in_words(setup: Setup) -> None:
    match = setup.from_scenario("turn of ann\nann holds red 5, green 7\ndiscard pile is red 9", chance=["yellow 3"])
    trace = Trace()
    match.step("ann draws 1", trace)
    told = setup.told(trace)
    assert told.drawn == ("yellow 3",)
    assert told.fired == tuple(trace.fired)
    assert told.rounds == 0


# ------------------------------------------------------------------------------------------------- taking back, the same


def test_a_move_is_taken_back(setup: Setup) -> None:
    match = setup.start(4)
    behind = []
    for number in range(40):
        behind.append((match.state, match.legal()))
        match.step(match.legal()[number * 7 % len(match.moves)])
    other, made = match.copy(), match.made
    for move, (state, legal) in zip(reversed(made), reversed(behind), strict=True):
        assert match.undo() == move
        assert (match.state, match.legal()) == (state, legal)
    assert (match.made, match) == ((), setup.start(4))
    with pytest.raises(ValueError, match="no move to take back"):
        match.undo()
    assert other.made == made
    assert other.undo() == made[-1]


def test_chance_is_taken_back_with_the_move(setup: Setup) -> None:
    match = setup.from_scenario("turn of ann\nann holds red 5, green 7\ndiscard pile is blue 9", chance=["yellow 3"])
    for _ in range(2):
        match.step("ann draws 1")
        assert "yellow 3" in shown(match, 0)
        match.undo()


def test_a_pickled_match_takes_back_its_moves(setup: Setup) -> None:
    match = walked(setup.start(deck=CARDS, chance=Streams(1, 2)), 30)
    again = pickle.loads(pickle.dumps(match))
    for _ in range(30):
        assert again.undo() == match.undo()
        assert again == match
    assert again.made == ()


def test_only_moves_change_a_state(setup: Setup) -> None:
    """Moves that were looked up before would be those of another state."""
    match: Any = setup.start(1)
    with pytest.raises(AttributeError):
        match.state = setup.start(2).state
    assert match == setup.start(1)


def test_a_long_match_is_let_go(setup: Setup) -> None:
    """What lies behind it is a long chain."""
    match = setup.from_scenario("turn of ann\nann holds red 5, green 7\ndiscard pile is red 9")
    move = match.choice("ann draws 1").move
    state = match.state
    for _ in range(30_000):
        match.make(move)
        match._state = state
    assert len(match.made) == 30_000
    del match


def test_matches_that_stand_alike(setup: Setup) -> None:
    one, other = setup.start(1), setup.start(1)
    assert one == other
    assert hash(one) == hash(other)
    assert one != setup.start(2)
    assert one != one.state
    assert one in {other.copy()}
    other.step(other.legal()[0])
    assert one != other
    # the same numbers, and not the same rules
    assert setup.start(1) != unodsl.load("official", seats=3).start(1)
    assert setup.start(1) == unodsl.load("official", options=["official.jump-in"], seats=3).start(1)


JUNK: list[Any] = [None, 7, -1, 0.5, "x", "", (), (1,), ("a",), [None], {"a": 1}, object(), True, b"x", 10**30]


@pytest.mark.parametrize("value", JUNK, ids=lambda x: type(x).__name__)
def test_views_of_anything(setup: Setup, value: Any) -> None:
    """Each part of a view with what does not belong there: laid out, or refused."""
    seen = setup.start(3).view(None)

    def tried(**changes: Any) -> None:
        with suppress(RulesError):
            setup.from_view(replace(seen, **changes))

    for part in ("seat", "places", "variables", "situations", "in_play", "round_runs", "match_runs", "winners"):
        tried(**{part: value})
        if isinstance(getattr(seen, part), tuple):
            tried(**{part: (value,)})
    for part in ("zone", "seat", "cards", "count"):
        for place in seen.places:
            changed: dict[str, Any] = {part: value}
            tried(places=tuple(replace(x, **changed) if x is place else x for x in seen.places))
    for at in range(3):
        for whole in ("variables", "situations"):
            for item in getattr(seen, whole):
                tried(**{whole: ((*item[:at], value, *item[at + 1 :]),)})


def test_counts_that_are_not_those_of_the_cards(setup: Setup) -> None:
    seen = setup.start(1).view(None)
    with pytest.raises(RulesError, match="shows 7 cards in this position, and its count is 99"):
        setup.from_view(
            replace(seen, places=tuple(replace(p, count=99) if p.zone.endswith("hand") else p for p in seen.places))
        )


def test_values_as_numbers(setup: Setup) -> None:
    seen = setup.start(1).view(None)
    given: Any = (("score", 1, 190),)
    assert setup.from_view(replace(seen, variables=given)).scores == {"official.score": (0, 190, 0)}
