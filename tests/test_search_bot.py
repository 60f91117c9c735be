"""The bot that thinks: it knows what its seat sees, it wins more than bots that do not think, and `play` takes it."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence

import pytest

import unodsl
from tests.effort import few_and_slow
from tests.tables import PAGES
from unodsl.api import Setup
from unodsl.diagnostics import RulesError
from unodsl.engine import search_bot
from unodsl.engine.api import Move, State
from unodsl.engine.batch import Bot, Playing
from unodsl.engine.choose import Name, choose
from unodsl.engine.compiled import available
from unodsl.engine.hidden import Hidden
from unodsl.engine.layout import GENERATOR
from unodsl.engine.search_bot import CompiledJudge, PythonJudge, SearchBot, mixed

# what lies open, so that the better of two moves is plain
RACE = """game race "First with an empty hand"
  seats 2

  deck in draw pile
    color is red, blue
    face is 1 to 5
    2 of each color: 1 to 5

  zone hand of each player, private
  zone draw pile, face down
  zone heap, face up

  situation turn on a player

  act lay a card from hand
    then move card the card from hand of player to heap

  act rest
    then move top from draw pile to hand of player

  rule lay
    during turn
    its player may lay a card
    then pass turn to left of player

  rule rest
    during turn
    its player may rest
    then pass turn to left of player

  rule over
    when player lays a card
    if number of cards in hand of player is 0
    then end match won by player

  rule begin
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on first of players
      for each player
        move top 2 from draw pile to hand of player
"""


def walked(setup: Setup, seed: int, moves: int) -> State:
    match = setup.start(seed)
    for number in range(moves):
        if match.over or not match.moves:
            break
        match.step(match.legal()[number * 5 % len(match.moves)])
    return match.state


@pytest.mark.parametrize("page", few_and_slow(PAGES, 1))
def test_what_is_drawn_anew_looks_alike(page: str) -> None:
    """The seat sees the same, nothing else is told, and cards are neither lost nor made."""
    setup = unodsl.load(page, seats=3)
    luck = random.Random(1)
    for moves in (0, 7, 40):
        state = walked(setup, 3, moves)
        for seat in range(3):
            hidden = Hidden(setup.layout, seat)
            seen = setup.from_state(state).view(seat)
            drawn = [hidden.drawn(state, luck.getrandbits(64)) for _ in range(5)]
            assert all(setup.from_state(x).view(seat) == seen for x in drawn)
            assert len({x[:GENERATOR] + x[GENERATOR + 1 :] for x in drawn}) > 1
            # where things lie that the seat cannot see decides nothing
            other = hidden.drawn(state, 5)
            assert hidden.drawn(other, 6) == hidden.drawn(state, 6)


def test_the_better_of_two_moves(tmp_path: object) -> None:
    setup = race(tmp_path)
    bot = SearchBot(PythonJudge(setup.runner), 40)
    match = setup.start(1)
    chosen = bot.choose(match.state, match.moves, False, 1)
    assert chosen is not None
    assert match.choice(next(c.words for c in match.legal() if c.move == chosen)).act == "lay"
    only = match.moves[:1]
    assert bot.choose(match.state, only, False, 1) == only[0]


def race(folder: object) -> Setup:
    path = f"{folder}/race.uno"
    with open(path, "w", encoding="utf-8") as file:
        file.write(RACE)
    return unodsl.load(path)


def test_it_beats_bots_that_do_not_think(tmp_path: object) -> None:
    setup = race(tmp_path)
    bot, won = SearchBot(PythonJudge(setup.runner), 20), 0
    for seed in range(20):
        match, luck, me = setup.start(seed), random.Random(seed), seed % 2
        while not match.over:
            moves = match.moves
            chosen = (
                bot.choose(match.state, moves, False, luck.getrandbits(64))
                if moves[0].seat == me
                else luck.choice(moves)
            )
            assert chosen is not None
            match.make(chosen)
        won += me in match.winners
    assert won >= 15


@pytest.mark.skipif(not available(), reason="needs the extra `fast`")
@pytest.mark.parametrize("page", few_and_slow(PAGES, 2))
def test_judges_come_to_the_same_numbers(page: str) -> None:
    setup = unodsl.load(page, seats=3)
    judges = PythonJudge(setup.runner), CompiledJudge(setup.table)
    compared = 0
    for moves in (0, 1, 5, 12, 30, 31, 50):
        state = walked(setup, 4, moves)
        legal = setup.from_state(state).moves
        for seat in sorted({m.seat for m in legal}):
            choices = [*(m for m in legal if m.seat == seat), None]
            generators = [mixed(moves, i) for i in range(3)]
            one, other = (judge.judge(state, seat, choices, generators) for judge in judges)
            assert one == other, (moves, seat)
            assert judges[0].moves == judges[1].moves > 0
            compared += len(set(one)) > 1
    assert compared > 2


def test_bots_that_think_play_the_same_games_everywhere(tmp_path: object) -> None:
    table, playing = race(tmp_path).table, Playing(60, bot="search", each=True)
    names: list[Name] = ["python", "reference", "compiled"] if available() else ["python", "reference"]
    one, *others = (choose(table, name, 0).runner.batch(range(1, 4), playing) for name in names)
    assert one.games == 3
    assert one.moves > 5
    assert all(other == one for other in others)


def test_commands_and_studies_take_it(tmp_path: object) -> None:
    setup = race(tmp_path)
    games = setup.play(4, bot="search", executor="python")
    assert (games.ends == 0).all()
    found = unodsl.compare(setup, setup, games=30, bot="search")
    assert found.bot == "search"
    assert found.a.executor == found.b.executor


class Counting:
    """Wins are given: so much a game for each choice, and so many moves a game."""

    def __init__(self, worth: list[float], moves: int) -> None:
        self.lays: Sequence[int] = [1] * len(worth)
        self.worth, self.each, self.moves, self.games = worth, moves, 0, 0

    def judge(self, state: State, seat: int, choices: Sequence[Move | None], generators: Sequence[int]) -> list[float]:
        """As `Judge.judge`."""
        games = len(generators) * len(choices)
        self.games, self.moves = self.games + games, self.moves + games * self.each
        return [len(generators) * self.worth[c.offer] for c in choices if c is not None]


@pytest.mark.parametrize("best", range(4))
def test_what_is_clearly_worse_is_dropped_at_once(best: int) -> None:
    """The better the difference shows, the fewer games are played on; and never more than the most."""
    played = []
    for other in (0.1, 0.5, 0.549, 0.55):
        judge = Counting([0.55 if i == best else other for i in range(4)], 10)
        chosen = SearchBot(judge, 1000).choose((), [Move(i, 0, -1) for i in range(4)], False, 1)
        assert other == 0.55 or chosen == Move(best, 0, -1)
        played.append(judge.games)
    assert played[0] < played[1] <= played[2] <= 1000
    assert played[0] < 300


def test_games_that_go_on_and_on_are_fewer() -> None:
    judge = Counting([0.5] * 3, search_bot.MOVES // 100)
    assert SearchBot(judge, 1000).choose((), [Move(i, 0, -1) for i in range(3)], False, 1) is not None
    assert judge.games <= 100 + 3 * search_bot.AT_ONCE


class TestOneMove:
    """`Match.bot_move`."""

    @pytest.mark.parametrize("bot", ["random", "shedding", "search"])
    def test_a_bot_plays_legal_moves(self, bot: Bot) -> None:
        match = unodsl.load("official", seats=2, parameters={"target": 50}).start(seed=3)
        while not match.over and len(match.made) < (2000 if bot == "shedding" else 20):
            chosen = match.bot_move(bot, seed=len(match.made))
            assert chosen in match.legal()
            assert chosen == match.bot_move(bot, chosen.seat, seed=len(match.made)) or bot != "search"
            match.step(chosen)
        assert match.over or bot != "shedding"

    def test_shedding_plays_a_card_where_it_can(self) -> None:
        match = unodsl.load("official", seats=3).start(seed=1)
        for number in range(30):
            plays = [c for c in match.legal() if c.words.split()[1] == "plays"]
            assert not plays or match.bot_move(seed=number) in plays
            match.step(match.bot_move(seed=number))

    def test_only_the_seat_that_is_named_moves(self) -> None:
        match = unodsl.load("official", seats=3).start(seed=1)
        (mover,) = match.waits_for
        assert match.bot_move("search", mover).seat == mover
        with pytest.raises(ValueError, match="no legal move for"):
            match.bot_move("search", (mover + 1) % 3)

    def test_wrong_arguments(self) -> None:
        match = unodsl.load("official").start()
        for wrong in ({"bot": "clever"}, {"seat": 9}, {"seed": "x"}):
            with pytest.raises((RulesError, ValueError)):
                match.bot_move(**wrong)

    def test_a_table_that_has_thought_can_still_be_pickled(self) -> None:
        match = unodsl.load("official", seats=2).start(seed=3)
        chosen = match.bot_move("search")
        again = pickle.loads(pickle.dumps(match))
        assert again.bot_move("search") == chosen
