"""Moves per second of unodsl's two executors, and of RLCard's `uno` game if it is installed, in one run.

    python benchmarks/executors.py

What a move is on each side, and what is not measured, stands in `benchmarks/README.md`.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from unodsl.data import rulesets_dir
from unodsl.engine.batch import Batch
from unodsl.engine.generated import Generated
from unodsl.engine.slow import play_reference
from unodsl.model.table import Table
from unodsl.resolve import TableSpec, load_project, load_table

SEATS = 4
SEED = 20_000
MOST_STEPS = 20_000
"""A game of RLCard that goes on for longer is left, and counted as it is."""

Measured = tuple[int, int, float]
"""Moves, games, and seconds (of processor time) of one repetition."""


def official() -> Table:
    """The official rules at four seats, no options."""
    return load_table(load_project([rulesets_dir() / "official.uno"]), TableSpec(seats=SEATS))


def generated(runner: Generated, matches: int) -> Measured:
    """Matches on the generated program, without the card check."""
    started = time.process_time()
    batch = runner.batch(range(SEED, SEED + matches), 100_000, check=False)
    return batch.moves, batch.games, time.process_time() - started


def reference(table: Table, moves: int) -> Measured:
    """The beginning of one match on the reference executor."""
    batch = Batch.of(table)
    started = time.process_time()
    play_reference(table, SEED, moves, False, batch)
    return batch.moves, batch.games, time.process_time() - started


def rlcard_game(uno: Any, players: int, games: int) -> Measured:
    """RLCard's game object as it is documented: `step`, then `get_legal_actions`."""
    import numpy  # type: ignore[import-not-found,unused-ignore]

    bot = random.Random(SEED)
    steps = 0
    started = time.process_time()
    for seed in range(SEED, SEED + games):
        game = uno(num_players=players)
        game.np_random = numpy.random.RandomState(seed)
        game.init_game()
        for _ in range(MOST_STEPS):
            if game.is_over():
                break
            actions = game.get_legal_actions()
            game.step(actions[int(bot.random() * len(actions))])
            steps += 1
    return steps, games, time.process_time() - started


def rlcard_round(uno: Any, players: int, games: int) -> Measured:
    """The same games without the observation that `step` makes: `proceed_round` of the round inside, the least that RLCard
    can do for a move."""
    import numpy  # type: ignore[import-not-found,unused-ignore]

    bot = random.Random(SEED)
    steps = 0
    started = time.process_time()
    for seed in range(SEED, SEED + games):
        game = uno(num_players=players)
        game.np_random = numpy.random.RandomState(seed)
        game.init_game()
        inner = game.round
        for _ in range(MOST_STEPS):
            if inner.is_over:
                break
            actions = inner.get_legal_actions(game.players, inner.current_player)
            inner.proceed_round(game.players, actions[int(bot.random() * len(actions))])
            steps += 1
    return steps, games, time.process_time() - started


def rlcard_uno() -> tuple[Any, int] | None:
    """RLCard's game class and its number of players (four if it takes so many), or None without RLCard."""
    try:
        from rlcard.games.uno import Game  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    try:
        Game(num_players=SEATS)
    except TypeError:
        return (lambda **_: Game()), 2
    return Game, SEATS


def processor() -> str:
    """The name of the processor."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def library(name: str) -> str:
    """A library and its version."""
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return f"{name} (not installed)"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--repetitions", type=int, default=5, help="how often each is measured (default 5)")
    arguments.add_argument("--matches", type=int, default=30, help="matches on the generated program, each time")
    arguments.add_argument(
        "--reference-moves", type=int, default=2000, help="moves on the reference executor, each time"
    )
    arguments.add_argument("--games", type=int, default=3000, help="games of RLCard, each time")
    given = arguments.parse_args()

    table = official()
    runner = Generated(table)
    what: dict[str, Callable[[], Measured]] = {
        "unodsl, generated program": lambda: generated(runner, given.matches),
        "unodsl, reference executor": lambda: reference(table, given.reference_moves),
    }
    found = rlcard_uno()
    if found is not None:
        uno, players = found
        what[f"RLCard, step ({players} players)"] = lambda: rlcard_game(uno, players, given.games)
        what[f"RLCard, proceed_round ({players} players)"] = lambda: rlcard_round(uno, players, given.games)

    print(f"machine: {processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}")
    print(
        f"versions: {platform.python_implementation()} {platform.python_version()}, "
        + ", ".join(library(name) for name in ("unodsl", "rlcard", "numpy"))
    )
    print(
        f"official rules, {SEATS} seats, random legal bots, one process, seed {SEED}, {given.repetitions} repetitions in turn\n"
    )

    measured: dict[str, list[Measured]] = {name: [] for name in what}
    for _ in range(given.repetitions):
        for name, run in what.items():
            measured[name].append(run())

    medians: list[float] = []
    print(f"{'':<36}{'moves/s, median':>16}{'least':>11}{'most':>11}{'moves each':>12}{'games each':>12}")
    for name, runs in measured.items():
        assert len({(moves, games) for moves, games, _ in runs}) == 1, (
            f"{name}: the repetitions were not the same games"
        )
        rates = [moves / seconds for moves, _, seconds in runs]
        medians.append(statistics.median(rates))
        print(
            f"{name:<36}{medians[-1]:>16,.0f}{min(rates):>11,.0f}{max(rates):>11,.0f}{runs[0][0]:>12,}{runs[0][1]:>12,}"
        )

    print(f"\ngenerated / reference: {medians[0] / medians[1]:.1f}")
    if found is None:
        print("RLCard is not installed, so there is nothing to compare with. To install it: pip install rlcard")
    else:
        print(f"generated / RLCard step: {medians[0] / medians[2]:.2f}")
        print(f"generated / RLCard proceed_round: {medians[0] / medians[3]:.2f}")


if __name__ == "__main__":
    main()
