"""The same game on both sides: RLCard's `uno` as a ruleset file (`rlcard.uno`), checked against RLCard step by step, then measured.

    pip install "unodsl[fast,numpy]" rlcard
    python benchmarks/same_game.py

Moves per second of processor time, in turn, in one run, from fixed seeds: whole games by random bots, and the loop that a learner
writes, one move after the other from Python, with and without what the next player sees. Its `step` makes that as well.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import others
from measured import Measured, in_turn, machine

import unodsl
from unodsl.api.actions import Choice
from unodsl.api.setup import Setup
from unodsl.api.stepper import Stepper
from unodsl.engine.batch import Playing
from unodsl.engine.compiled import Compiled
from unodsl.engine.generated import Generated

SEATS, SEED = 4, 20_000
COLORS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
FACES = {"draw_2": "draw-two", "wild_draw_4": "wild-draw-four"}


# ------------------------------------------------------------------------------------------------------------- the same game


def setup_of() -> Setup:
    """Their game as a ruleset file."""
    return unodsl.load(Path(__file__).with_name("rlcard.uno"), seats=SEATS)


def called(card: Any) -> str:
    """A card of theirs by our name."""
    face = FACES.get(card.trait, card.trait)
    return face if card.type == "wild" else f"{COLORS[card.color]} {face}"


def action(choice: Choice) -> str:
    """A move of ours by their name."""
    if choice.card is None:
        return "draw"
    back = {ours: theirs for theirs, ours in FACES.items()}
    color, _, face = choice.card.rpartition(" ")
    return f"{(color or choice.named[0])[0]}-{back.get(face, face)}"


def same_steps(setup: Setup, games: int) -> int:
    """Both play these games, move by move, with the same cards and colors by chance; how many steps were the same. Raises
    `AssertionError` where one is not."""
    from rlcard.games.uno import Game, dealer  # type: ignore[import-not-found,unused-ignore]

    came: list[str] = []

    class Deck(list[Any]):
        """Cards, with a note of each that is taken."""

        def pop(self, *at: Any) -> Any:
            card = super().pop(*at)
            came.append(called(card))
            return card

    class Luck(np.random.RandomState):
        """Chance, with a note of each color."""

        def choice(self, a: Any, *more: Any, **named: Any) -> Any:
            found = super().choice(a, *more, **named)
            came.append(COLORS[str(found)])
            return found

    made, dealer.init_deck = dealer.init_deck, lambda: Deck(made())
    bot, steps = random.Random(SEED), 0
    try:
        for seed in range(SEED, SEED + games):
            came.clear()
            theirs = Game(num_players=SEATS)
            theirs.np_random = Luck(seed)
            theirs.init_game()
            ours = setup.start(1, chance=list(came))
            while not theirs.is_over():
                legal = theirs.get_legal_actions()
                choices = {action(c): c for c in ours.legal()}
                assert set(choices) == set(legal), (seed, steps, sorted(choices), legal)
                assert {c.seat for c in choices.values()} == {theirs.get_player_id()}, (seed, steps)
                chosen = legal[int(bot.random() * len(legal))]
                came.clear()
                try:
                    theirs.step(chosen)
                except IndexError:
                    break  # it has no card left to give
                ours = setup.from_state(ours.state, chance=list(came))
                ours.step(choices[chosen])
                steps += 1
            else:
                assert ours.over, (seed, steps)
    finally:
        dealer.init_deck = made
    return steps


# ----------------------------------------------------------------------------------------------------------------- measuring


def played(runner: Generated | Compiled, matches: int) -> Measured:
    """Whole games inside."""
    started = time.process_time()
    batch = runner.batch(range(SEED, SEED + matches), Playing(100_000))
    return batch.moves, batch.games, time.process_time() - started


def stepped(stepper: Stepper, games: int, observed: bool) -> Measured:
    """One move after the other from Python, all legal moves listed before each. `observed`: with what the next player sees."""
    chance, moves = random.Random(SEED).random, 0
    legal, step, observe, size = stepper.legal, stepper.step, stepper.observe, stepper.setup.actions.size
    started = time.process_time()
    for seed in range(SEED, SEED + games):
        stepper.begin(seed)
        while found := legal():
            if observed:
                observe(found[0] // size)
            step(found[int(chance() * len(found))])
            moves += 1
    return moves, games, time.process_time() - started


def by_choices(setup: Setup, games: int) -> Measured:
    """The same with objects for choices: `legal` and `step` of `Match`."""
    chance, moves = random.Random(SEED).random, 0
    started = time.process_time()
    for seed in range(SEED, SEED + games):
        match = setup.start(seed)
        while found := match.legal():
            match.step(found[int(chance() * len(found))])
            moves += 1
    return moves, games, time.process_time() - started


def side_by_side(setup: Setup, number: int, steps: int) -> Measured:
    """Many at once: every player's row, mask and reward at each step. Choosing actions is not measured."""
    matches = setup.matches(number, seed=SEED, executor="compiled", copy=False)
    luck, seconds = np.random.default_rng(SEED), 0.0
    for _ in range(steps):
        actions = (luck.random(matches.masks.shape, np.float32) * matches.masks).argmax(axis=1)
        started = time.process_time()
        matches.step(actions)
        seconds += time.process_time() - started
    return number * steps, number, seconds


def ours(setup: Setup, given: argparse.Namespace) -> Iterator[tuple[str, Callable[[], Measured]]]:
    """All that is measured of unodsl at a table."""
    compiled, generated, stepper = Compiled(setup.table), Generated(setup.table), setup.stepper()
    yield "unodsl, compiled", lambda: played(compiled, 60 * given.games)
    yield "unodsl, generated program", lambda: played(generated, given.games)
    yield "unodsl, Stepper", lambda: stepped(stepper, given.games, False)
    yield "unodsl, Stepper, with observations", lambda: stepped(stepper, given.games, True)
    yield "unodsl, Match", lambda: by_choices(setup, max(1, given.games // 5))
    yield "unodsl, 1,000 side by side", lambda: side_by_side(setup, 1000, 300)


def ways(setup: Setup, peer: others.Others, given: argparse.Namespace) -> Iterator[tuple[str, Callable[[], Measured]]]:
    """All that is measured: what plays here, and what a peer has."""
    yield from ours(setup, given)
    for name, play in peer.items():
        yield name, lambda play=play: play(given.games)  # type: ignore[misc]


def asked(about: str | None) -> argparse.Namespace:
    """What the caller of a comparison with a peer wants."""
    arguments = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--repetitions", type=int, default=5, help="how often each is measured (default 5)")
    arguments.add_argument("--games", type=int, default=1000, help="games from Python, each time")
    arguments.add_argument("--checked", type=int, default=200, help="games that are checked step by step before")
    return arguments.parse_args()


def measured(setup: Setup, peer: others.Others, against: dict[str, str], given: argparse.Namespace) -> None:
    """Measure all ways to play here, and those of a peer, in turn, and print them. `against`: for each column with a ratio, words in the
    name of the way that it is taken of."""
    rates = in_turn(dict(ways(setup, peer, given)), given.repetitions)
    print(f"\n{'':<40}{'moves/s, median':>16}{'least':>12}{'most':>12}" + "".join(f"{x:>17}" for x in against))
    basis = [next(r for name, r in rates.items() if words in name) for words in against.values()]
    for name, r in rates.items():
        ratios = "".join(f"{r.median / x.median:>17.2f}" for x in basis)
        print(f"{name:<40}{r.median:>16,.0f}{r.least:>12,.0f}{r.most:>12,.0f}{ratios}")


def main() -> None:
    given = asked(__doc__)
    if not others.rlcard(SEATS):
        sys.exit("RLCard is not installed, so there is nothing to compare with: pip install rlcard")
    from rlcard.games.uno.utils import ACTION_LIST  # type: ignore[import-not-found,unused-ignore]

    setup = setup_of()
    print(machine("unodsl", "wasmtime", "rlcard", "numpy"))
    print(f"{setup.actions.size - 1} actions here (and leaving it to others), {len(ACTION_LIST)} in RLCard")
    print(f"{same_steps(setup, given.checked):,} steps of {given.checked} games are the same in RLCard")
    measured(setup, others.rlcard(SEATS), {"/ step": "step (", "/ proceed_round": "proceed_round"}, given)


if __name__ == "__main__":
    main()
