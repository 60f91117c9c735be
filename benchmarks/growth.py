"""Moves per second by the number of options that are on, and by the number of seats, on unodsl's compiled and generated programs, in
one run.

    python benchmarks/growth.py --picture growth.png

Which options are on, and what is counted, stands in `benchmarks/README.md`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial

from measured import Measured, Rates, in_turn, machine

from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.engine.batch import Playing
from unodsl.engine.choose import Runner
from unodsl.engine.compiled import Compiled, available
from unodsl.engine.generated import Generated
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_project, load_table

GAME = "official"
SEATS = 4
SEED = 20_000
OPTIONS = (0, 1, 2, 5, 10)
ALL_SEATS = (2, 3, 4, 6, 8, 10)
DRAWS = 3
"""So many times ten options are drawn from those of all pages."""

MOST_MOVES = 2_000
"""A match is stopped after so many, so that each table plays about as many."""

GOAL = 1 / 3
"""With ten options on, at least this share of the moves per second without any."""


def together(project: Project, names: list[str], most: int, seats: int = SEATS) -> tuple[Table, tuple[str, ...]]:
    """The table with the first options that go together: those are left out that do not go with the ones before them. At most so
    many."""
    chosen: tuple[str, ...] = ()
    table = load_table(project, TableSpec(games=(GAME,), seats=seats))
    for name in names:
        if len(chosen) == most:
            break
        try:
            table = load_table(project, TableSpec(games=(GAME,), options=(*chosen, name), seats=seats))
        except RulesError:
            continue
        chosen = (*chosen, name)
    return table, chosen


def tables() -> tuple[dict[str, Table], dict[str, tuple[str, ...]]]:
    """What is measured, by what it is called, and the options of each."""
    project = load_project([rulesets_dir()])
    names = sorted(project.option_names())
    shuffled = random.Random(1)
    own = [n for n in names if n.startswith(f"{GAME}.")]
    others = [n for n in names if n not in own]
    shuffled.shuffle(others)
    found = {f"{many} options": together(project, [*own, *others], many) for many in OPTIONS}
    for draw in range(1, DRAWS + 1):
        found[f"10 options, draw {draw}"] = together(project, shuffled.sample(names, len(names)), 10)
    every = together(project, [*own, *others], len(names))
    found[f"{len(every[1])} options"] = every
    for seats in ALL_SEATS:
        found[f"{seats} seats"] = together(project, [], 0, seats)
    return {name: x[0] for name, x in found.items()}, {name: x[1] for name, x in found.items()}


def played(runner: Runner, matches: int) -> Measured:
    """The beginnings of so many matches."""
    started = time.process_time()
    batch = runner.batch(range(SEED, SEED + matches), Playing(MOST_MOVES))
    return batch.moves, batch.games, time.process_time() - started


def drawn(rates: dict[str, dict[str, Rates]], picture: str) -> None:
    """Both kinds of growth, for each executor in its own scale."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5.5), layout="constrained")
    grid = figure.subplots(len(rates), 2, squeeze=False)
    for row, (executor, found) in zip(grid, rates.items(), strict=True):
        for axes, kind in zip(row, ("options", "seats"), strict=True):
            points = [(int(n.split()[0]), r) for n, r in found.items() if n.endswith(kind)]
            x, y = [at for at, _ in points], [r.median / 1e6 for _, r in points]
            spread = [[(r.median - r.least) / 1e6 for _, r in points], [(r.most - r.median) / 1e6 for _, r in points]]
            axes.errorbar(x, y, yerr=spread, marker="o", capsize=3)
            if kind == "options":
                draws = [r.median / 1e6 for n, r in found.items() if "draw" in n]
                axes.plot([10] * len(draws), draws, "x", label="ten drawn from all rulesets")
                axes.axhline(y[0] * GOAL, linestyle=":", label="a third of none")
                axes.legend()
            axes.set(xlabel=kind, ylabel="million moves a second", ylim=(0, None), title=f"{executor}, by {kind}")
            axes.grid(alpha=0.3)
    figure.savefig(picture)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=5, help="how often each is measured (default 5)")
    parser.add_argument("--matches", type=int, default=40, help="matches on the generated program, each time")
    parser.add_argument("--fast-matches", type=int, default=1500, help="matches on the compiled program, each time")
    parser.add_argument("--picture", metavar="FILE", help="draw it (needs matplotlib)")
    given = parser.parse_args()

    print(machine("unodsl", "wasmtime"))
    rates = measured(given.repetitions, given.matches, given.fast_matches)
    if given.picture is not None:
        drawn(rates, given.picture)


def measured(repetitions: int, games: int, fast: int) -> dict[str, dict[str, Rates]]:
    """Moves per second of each executor at each table. Prints all of it. `games`: matches of the generated program, `fast` of the
    compiled one."""
    print(f"official rules, random legal bots, one process, seed {SEED}, {repetitions} repetitions in turn\n")
    found, options = tables()
    executors: dict[str, tuple[Callable[[Table], Runner], int]] = {"generated": (Generated, games)}
    if available():
        executors = {"compiled": (Compiled, fast), **executors}
    rates = {}
    for executor, (made, matches) in executors.items():
        what = {name: partial(played, made(table), matches) for name, table in found.items()}
        rates[executor] = in_turn(what, repetitions)
        print(f"{executor:<22}{'moves/s, median':>16}{'least':>12}{'most':>12}{'moves each':>12}{'of none':>9}")
        none = rates[executor]["0 options"].median
        for name, r in rates[executor].items():
            share = f"{r.median / none:.2f}" if "options" in name else ""
            print(f"{name:<22}{r.median:>16,.0f}{r.least:>12,.0f}{r.most:>12,.0f}{r.moves:>12,}{share:>9}")
        ten = [r.median / none for name, r in rates[executor].items() if name.startswith("10 options")]
        print(f"goal, ten options at a third or more: {'reached' if min(ten) >= GOAL else 'missed'}\n")
    for name, chosen in options.items():
        if chosen and len(chosen) <= 10:
            print(f"{name}: {', '.join(chosen)}")
    if "compiled" not in rates:
        print("unodsl, compiled, is not installed, so it is not measured. To install it: pip install unodsl[fast]")
    return rates


if __name__ == "__main__":
    main()
