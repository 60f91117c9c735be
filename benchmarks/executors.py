"""Moves per second of unodsl's executors, of the official rules by hand in C if there is a C compiler, and of RLCard's `uno` and
OpenSpiel's `crazy_eights` if they are installed, in one run.

    python benchmarks/executors.py

What a move is on each side, and what is not measured, stands in `benchmarks/README.md`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import others
from measured import Measured, in_turn, machine

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
    arguments.add_argument("--spiel-games", type=int, default=5000, help="games of OpenSpiel, each time")
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
    games = {"RLCard": (others.rlcard(SEATS), given.games), "OpenSpiel": (others.open_spiel(SEATS), given.spiel_games)}
    for ways, number in games.values():
        what |= {name: partial(play, number) for name, play in ways.items()}

    print(machine("unodsl", "wasmtime", "rlcard", "numpy", "open_spiel"))
    print(
        f"official rules, {SEATS} seats, random legal bots, one process, seed {SEED}, {given.repetitions} repetitions in turn\n"
    )
    rates = in_turn(what, given.repetitions)
    print(f"{'':<40}{'moves/s, median':>16}{'least':>12}{'most':>12}{'moves each':>12}{'games each':>12}")
    for name, r in rates.items():
        print(f"{name:<40}{r.median:>16,.0f}{r.least:>12,.0f}{r.most:>12,.0f}{r.moves:>12,}{r.games:>12,}")

    print()
    ours = [name for name in rates if name.startswith("unodsl")]
    theirs = ["by hand in C", "unodsl, reference executor", *(name for ways, _ in games.values() for name in ways)]
    for above in ours:
        for below in theirs:
            if below in rates and above != below and not above.endswith("reference executor"):
                print(f"{above} / {below}: {rates[above].median / rates[below].median:.2f}")
    if "unodsl, compiled" in rates and "by hand in C" in rates:
        same = rates["unodsl, compiled"].moves == rates["by hand in C"].moves
        assert same, "the compiled program and the one in C did not play the same games"
    print(*about, sep="\n")
    missing = {
        name: f"pip install {name.lower() if name == 'RLCard' else 'open_spiel'}"
        for name, x in games.items()
        if not x[0]
    }
    if "unodsl, compiled" not in rates:
        missing["unodsl, compiled,"] = "pip install unodsl[fast]"
    for name, how in missing.items():
        print(f"{name} is not installed, so it is not measured. To install it: {how}")


if __name__ == "__main__":
    main()
