"""Moves per second of unodsl's executors, of the official rules by hand in C if there is a C compiler, and of RLCard's `uno`
game if it is installed, in one run.

    python benchmarks/executors.py

What a move is on each side, and what is not measured, stands in `benchmarks/README.md`.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from unodsl.data import rulesets_dir
from unodsl.engine.batch import Batch, Playing
from unodsl.engine.compiled import Compiled, available
from unodsl.engine.generated import Generated
from unodsl.engine.lower import lowered
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


def played(runner: Generated | Compiled, matches: int) -> Measured:
    """Matches on the program, without the card check."""
    started = time.process_time()
    batch = runner.batch(range(SEED, SEED + matches), Playing(100_000, check=False))
    return batch.moves, batch.games, time.process_time() - started


def reference(table: Table, moves: int) -> Measured:
    """The beginning of one match on the reference executor."""
    batch = Batch.of(table)
    started = time.process_time()
    play_reference(table, SEED, Playing(moves), batch)
    return batch.moves, batch.games, time.process_time() - started


def by_hand(folder: Path) -> Path | None:
    """The simulator in C, compiled; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    made = folder / "official"
    source = Path(__file__).with_name("official.c")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(made), str(source)], check=True)
    return made


def in_c(program: Path, matches: int) -> Measured:
    """The same matches, by hand in C."""
    done = subprocess.run([str(program), str(SEED), str(matches)], check=True, capture_output=True, text=True)
    moves, *_, seconds = done.stdout.split()
    return int(moves), matches, float(seconds)


def starts(table: Table) -> list[str]:
    """How long the compiled executor takes until it can play, in new folders for its cache."""
    lines = []
    for name in ("first", "from the cache"):
        # nothing of the table is remembered from before
        lowered.cache_clear()
        started = time.perf_counter()
        runner = Compiled(table)
        lines.append(
            f"compiled, {name}: {time.perf_counter() - started:.3f} s, {len(runner.code):,} bytes of machine code"
        )
    return lines


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
        "--fast-matches", type=int, default=2000, help="matches on the compiled program and in C, each time"
    )
    arguments.add_argument(
        "--reference-moves", type=int, default=2000, help="moves on the reference executor, each time"
    )
    arguments.add_argument("--games", type=int, default=3000, help="games of RLCard, each time")
    given = arguments.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        os.environ["UNODSL_CACHE_DIR"] = folder
        compare(given, Path(folder))


def compare(given: argparse.Namespace, folder: Path) -> None:
    """Measure all that is there, and print it."""
    table = official()
    runner = Generated(table)
    what: dict[str, Callable[[], Measured]] = {
        "unodsl, generated program": lambda: played(runner, given.matches),
        "unodsl, reference executor": lambda: reference(table, given.reference_moves),
    }
    about: list[str] = []
    if available():
        about = starts(table)
        compiled = Compiled(table)
        what["unodsl, compiled"] = lambda: played(compiled, given.fast_matches)
    hand = by_hand(folder)
    if hand is not None:
        what["by hand in C"] = lambda: in_c(hand, given.fast_matches)
    found = rlcard_uno()
    if found is not None:
        uno, players = found
        what[f"RLCard, step ({players} players)"] = lambda: rlcard_game(uno, players, given.games)
        what[f"RLCard, proceed_round ({players} players)"] = lambda: rlcard_round(uno, players, given.games)

    print(f"machine: {processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}")
    print(
        f"versions: {platform.python_implementation()} {platform.python_version()}, "
        + ", ".join(library(name) for name in ("unodsl", "wasmtime", "rlcard", "numpy"))
    )
    print(
        f"official rules, {SEATS} seats, random legal bots, one process, seed {SEED}, {given.repetitions} repetitions in turn\n"
    )

    measured: dict[str, list[Measured]] = {name: [] for name in what}
    for _ in range(given.repetitions):
        for name, run in what.items():
            measured[name].append(run())

    medians: dict[str, float] = {}
    print(f"{'':<36}{'moves/s, median':>16}{'least':>11}{'most':>11}{'moves each':>12}{'games each':>12}")
    for name, runs in measured.items():
        assert len({(moves, games) for moves, games, _ in runs}) == 1, (
            f"{name}: the repetitions were not the same games"
        )
        rates = [moves / seconds for moves, _, seconds in runs]
        medians[name] = statistics.median(rates)
        print(
            f"{name:<36}{medians[name]:>16,.0f}{min(rates):>11,.0f}{max(rates):>11,.0f}{runs[0][0]:>12,}{runs[0][1]:>12,}"
        )

    print()
    step = next((n for n in what if n.startswith("RLCard, step")), "")
    round_ = next((n for n in what if n.startswith("RLCard, proceed_round")), "")
    for above, below in (
        ("unodsl, generated program", "unodsl, reference executor"),
        ("unodsl, generated program", step),
        ("unodsl, generated program", round_),
        ("unodsl, compiled", step),
        ("unodsl, compiled", round_),
        ("unodsl, compiled", "by hand in C"),
    ):
        if above in medians and below in medians:
            print(f"{above} / {below}: {medians[above] / medians[below]:.2f}")
    if "unodsl, compiled" in measured and "by hand in C" in measured:
        same = measured["unodsl, compiled"][0][0] == measured["by hand in C"][0][0]
        assert same, "the compiled program and the one in C did not play the same games"
    print(*about, sep="\n")
    for name, how in (("unodsl, compiled", "pip install unodsl[fast]"), (step or "RLCard", "pip install rlcard")):
        if name not in what:
            print(f"{name.split(',')[-1].strip()} is not installed, so it is not measured. To install it: {how}")


if __name__ == "__main__":
    main()
