"""Random games of other libraries, on the lowest level that each of them has: RLCard's `uno`, OpenSpiel's `crazy_eights`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from measured import Measured

SEED = 20_000
MOST_STEPS = 20_000
"""A game of RLCard that goes on for longer is left, and counted as it is."""

Others = dict[str, Callable[[int], Measured]]
"""By name: so many games, measured."""


def rlcard(players: int) -> Others:
    """RLCard's game, if it is installed, with so many players if it takes so many."""
    try:
        from rlcard.games.uno import Game  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return {}
    try:
        Game(num_players=players)
        made = partial(Game, num_players=players)
    except TypeError:
        made, players = Game, 2
    return {
        f"RLCard, step ({players} players)": partial(rlcard_game, made),
        f"RLCard, proceed_round ({players} players)": partial(rlcard_round, made),
    }


def rlcard_dealt(made: Callable[[], Any], seed: int) -> Any:
    """One of its games, dealt."""
    import numpy  # type: ignore[import-not-found,unused-ignore]

    game = made()
    game.np_random = numpy.random.RandomState(seed)
    game.init_game()
    return game


def rlcard_game(made: Callable[[], Any], games: int) -> Measured:
    """The game object as it is documented: `step`, then `get_legal_actions`."""
    bot = random.Random(SEED)
    steps = 0
    started = time.process_time()
    for seed in range(SEED, SEED + games):
        game = rlcard_dealt(made, seed)
        for _ in range(MOST_STEPS):
            if game.is_over():
                break
            actions = game.get_legal_actions()
            game.step(actions[int(bot.random() * len(actions))])
            steps += 1
    return steps, games, time.process_time() - started


def rlcard_round(made: Callable[[], Any], games: int) -> Measured:
    """The same games without the observation that `step` makes: `proceed_round` of the round inside, the least that RLCard
    can do for a move."""
    bot = random.Random(SEED)
    steps = 0
    started = time.process_time()
    for seed in range(SEED, SEED + games):
        game = rlcard_dealt(made, seed)
        inner = game.round
        for _ in range(MOST_STEPS):
            if inner.is_over:
                break
            actions = inner.get_legal_actions(game.players, inner.current_player)
            inner.proceed_round(game.players, actions[int(bot.random() * len(actions))])
            steps += 1
    return steps, games, time.process_time() - started


def crazy_eights(players: int) -> Any:
    """OpenSpiel's game, with the cards that make players skip, turn round, and draw, and a draw pile that is made again, which is nearest
    to UNO. It ends a game after 100 cards."""
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    return pyspiel.load_game("crazy_eights", {"players": players, "use_special_cards": True, "reshuffle": True})


def open_spiel(players: int) -> Others:
    """OpenSpiel's game, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    game = crazy_eights(players)
    return {
        f"OpenSpiel, apply_action ({players} players)": partial(spiel_state, game),
        f"OpenSpiel, its own bots ({players} players)": partial(spiel_bots, pyspiel, game, players),
    }


def spiel_state(game: Any, games: int) -> Measured:
    """The state object from Python: `legal_actions` and `apply_action`; where chance moves, `chance_outcomes`."""
    bot = random.Random(SEED)
    moves = 0
    started = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), bot.random()))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(bot.random() * len(actions))])
                moves += 1
    return moves, games, time.process_time() - started


def drawn(outcomes: list[tuple[int, float]], at: float) -> int:
    """The outcome that a number from 0 to 1 falls on."""
    for outcome, share in outcomes:
        at -= share
        if at < 0:
            return outcome
    return outcomes[-1][0]


def spiel_bots(pyspiel: Any, game: Any, players: int, games: int) -> Measured:
    """Whole games by its own random bots, all of it in C++; moves are read off the history of each game."""
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(players)]
    played = []
    started = time.process_time()
    for seed in range(SEED, SEED + games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        played.append(state)
    seconds = time.process_time() - started
    # a player of less than 0 is chance
    return sum(step.player >= 0 for state in played for step in state.full_history()), games, seconds
