"""All ratios that are asked of play, in one table: processor seconds on all sides, measured in turn in one run, from fixed seeds.

    pip install "unodsl[fast,numpy,plot]" rlcard open_spiel
    python benchmarks/ratios.py

What is measured, and on what conditions, stands in `README.md`: RLCard's and OpenSpiel's own games on both sides, checked step by step
before (`same_game.py`, `crazy_eights.py`), the official rules against the same matches by hand in C (`executors.py`), all states of a table
against SPIN (`states.py`), several processes against one (`jobs.py`: wall time, so only where nothing else runs), and how all of it grows
with options and seats (`growth.py`), with a picture.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import crazy_eights
import executors
import growth
import jobs
import others
import same_game
import states
from measured import Measured, Rates, in_turn, machine

from unodsl.engine.compiled import Compiled

ASKED = (
    ("compiled", "step", 150.0),
    ("crazy eights, compiled", "OpenSpiel", 60.0),
    ("official, compiled", "in C", 0.6),
    ("generated", "proceed_round", 1.0),
    ("Stepper", "step", 3.0),
    ("with observations", "step", 1.0),
    ("all states, compiled", "SPIN", 8.0),
    ("module printed anew", "SPIN", 8.0),
)
"""What is divided by what, and the least that it should come to."""

_IDLE = 1.3
"""Wall times mean something up to this load; this process is one of it."""


def ways(given: argparse.Namespace, folder: Path) -> dict[str, Callable[[], Measured]]:
    """All that can be measured here, by name."""
    setup = same_game.setup_of()
    found = dict(same_game.ways(setup, others.rlcard(same_game.SEATS), given))
    names = {
        "compiled": "unodsl, compiled",
        "generated": "unodsl, generated program",
        "Stepper": "unodsl, Stepper",
        "with observations": "unodsl, Stepper, with observations",
        "side by side": "unodsl, 1,000 side by side",
    }
    out = {name: found[long] for name, long in names.items()}
    eights = Compiled(crazy_eights.setup_of().table)
    out["crazy eights, compiled"] = lambda: same_game.played(eights, 60 * given.games)
    official = Compiled(executors.official())
    out["official, compiled"] = lambda: executors.played(official, given.games)
    by_hand = executors.by_hand(folder)
    if by_hand is not None:
        out["in C"] = lambda: executors.in_c(by_hand, given.games)
    for name, play in (*others.rlcard(same_game.SEATS).items(), *others.open_spiel(same_game.SEATS).items()):
        known = {"step": ", step", "proceed_round": "proceed_round", "OpenSpiel": "apply_action"}
        for short, part in known.items():
            if part in name:
                out[short] = lambda play=play: play(given.games)  # type: ignore[misc]
    searched(out, folder)
    return out


def searched(out: dict[str, Callable[[], Measured]], folder: Path) -> None:
    """Adds the search of all states of one table, here and by SPIN: states, searches, and seconds."""

    def once(run: Callable[[], tuple[int, float]]) -> Measured:
        found, rate = run()
        return found, 1, found / rate

    asked = states.question()
    kept = states.as_explored(asked)
    out["all states, compiled"] = lambda: once(lambda: states.ours(kept, asked, states.Budget(2_000_000)))
    # the same search, with lowering the table and printing its module
    out["module printed anew"] = lambda: once(lambda: states.ours(states.compiled, asked, states.Budget(2_000_000)))
    spin = states.spin(folder, asked)
    if spin is not None:
        out["SPIN"] = lambda: once(spin)


def checked(games: int) -> None:
    """Hold both rule files to the libraries that are installed, step by step."""
    for there, setup, same, name in (
        (others.rlcard, same_game.setup_of, same_game.same_steps, "RLCard"),
        (others.open_spiel, crazy_eights.setup_of, crazy_eights.same_steps, "OpenSpiel"),
    ):
        if there(same_game.SEATS):
            print(f"{same(setup(), games):,} steps of {games} games are the same in {name}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--repetitions", type=int, default=5, help="how often each is measured (default 5)")
    arguments.add_argument("--games", type=int, default=1000, help="games or matches, each time")
    arguments.add_argument("--checked", type=int, default=50, help="games that are checked step by step before")
    arguments.add_argument("--growth", type=int, default=3, metavar="N", help="how often growth is measured; 0: not")
    arguments.add_argument("--picture", default="growth.png", help="where growth is drawn (with matplotlib)")
    arguments.add_argument("--matches", type=int, default=200_000, help="matches to compare several processes; 0: none")
    given = arguments.parse_args()
    print(machine("unodsl", "wasmtime", "rlcard", "open_spiel", "numpy"))
    checked(given.checked)
    with tempfile.TemporaryDirectory() as folder:
        rates = in_turn(ways(given, Path(folder)), given.repetitions)
    print(f"\n{'':<26}{'moves/s, median':>16}{'least':>13}{'most':>13}")
    for name, r in rates.items():
        print(f"{name:<26}{r.median:>16,.0f}{r.least:>13,.0f}{r.most:>13,.0f}")
    print(f"\n{'':<46}{'ratio':>8}{'asked':>8}")
    for one, other, least in ASKED:
        print(f"{one + ' / ' + other:<46}{ratio(rates, one, other):>8}{least:>8}")
    print(f"{'side by side, million steps/s':<46}{rates['side by side'].median / 1e6:>8.2f}{3.0:>8}")
    if given.matches:
        several(given)
    if given.growth:
        grown(given)


def several(given: argparse.Namespace) -> None:
    """Several processes against one, where cores are idle."""
    cores = os.cpu_count() or 1
    if cores < 2 or os.getloadavg()[0] > _IDLE:
        print(f"\nseveral processes: not measured ({cores} cores, load {os.getloadavg()[0]:.1f})")
        return
    print()
    found = jobs.compared("compiled", given.matches, 2, given.repetitions)
    print(f"{'2 processes / one (wall time)':<46}{found:>8.2f}{1.8:>8}")


def grown(given: argparse.Namespace) -> None:
    """Growth, and its picture."""
    print()
    rates = growth.measured(given.growth, 40, 1500)
    try:
        growth.drawn(rates, given.picture)
    except ImportError:
        print("not drawn: pip install unodsl[plot]")
    else:
        print(f"drawn in {given.picture}")


def ratio(rates: dict[str, Rates], one: str, other: str) -> str:
    """What one median is of another; a dash where one of them could not be measured."""
    if one not in rates or other not in rates:
        return "-"
    return f"{rates[one].median / rates[other].median:.2f}"


if __name__ == "__main__":
    main()
