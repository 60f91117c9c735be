"""States per second: unodsl compiled and in Python, and SPIN on the same table, in turn.

python benchmarks/states.py [--times 5] [--growth]
"""

from __future__ import annotations

import argparse
import platform
import re
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from unodsl.commands.common import table_of
from unodsl.engine.compiled import available
from unodsl.engine.explore import in_python
from unodsl.engine.explore_compiled import compiled
from unodsl.engine.explore_memory import Made, run_again
from unodsl.engine.explore_question import Budget, Explored, Question
from unodsl.engine.generated import Generated
from unodsl.engine.layout import Layout
from unodsl.model.symmetry import symmetry

HERE = Path(__file__).parent
SEATS = 4
STATES_IN_PYTHON = 200_000
GROWTH: tuple[tuple[str, ...], ...] = (("small",), ("small", "another"), (), ("another",), ("fours",))
"""Options that change the deck, from 6 cards to 10."""


def question(*options: str, fold: bool = False) -> Question:
    """The search of one table."""
    table = table_of((HERE / "stacking.uno",), options, {}, SEATS)[1]
    return Question(table, Generated(table).start(1), symmetry=symmetry(table) if fold else None)


def processor_time() -> float:
    """Seconds that processes started from here, and ended, have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spin(folder: Path, asked: Question) -> Callable[[], tuple[int, float]] | None:
    """SPIN on the same deal; None where it, or a C compiler, is not there."""
    cc = shutil.which("gcc") or shutil.which("cc")
    if shutil.which("spin") is None or cc is None:
        return None
    table, layout = asked.table, Layout(asked.table)
    pile, hand, home = (
        next(i for i, z in enumerate(table.zones) if z.name.endswith(x)) for x in ("discard pile", "hand", "draw pile")
    )
    where = {}
    for kind in layout.listed(layout.held(asked.start, pile, 0)):
        where[kind] = SEATS + 1
    for kind in layout.listed(layout.held(asked.start, home, 0)):
        where[kind] = SEATS
    for seat in range(SEATS):
        for kind in layout.listed(layout.held(asked.start, hand, seat)):
            where[kind] = seat
    deal = ",".join(str(where[kind]) for kind in range(len(table.deck.kinds)))
    colors, faces = (len(a.values) for a in table.deck.attributes)
    given = [
        f"-DCOLORS={colors}",
        f"-DNUMBERS={faces - 1}",
        f"-DTOP={layout.top_card(asked.start, pile, 0, 0)}",
        f"-DDEAL={deal}",
    ]
    subprocess.run(["spin", "-a", *given, str(HERE / "stacking.pml")], cwd=folder, check=True, capture_output=True)
    subprocess.run([cc, "-O2", "-DSAFETY", "-o", "pan", "pan.c"], cwd=folder, check=True, capture_output=True)

    def once() -> tuple[int, float]:
        before = processor_time()
        out = subprocess.run(
            ["./pan", "-m5000000", "-w22"], cwd=folder, check=True, capture_output=True, text=True
        ).stdout
        seconds = processor_time() - before
        stored = re.search(r"(\d+) states, stored", out)
        assert stored is not None
        return int(stored[1]), int(stored[1]) / seconds

    return once


def as_explored(asked: Question) -> Callable[[Question, Budget], Explored]:
    """The search as `unodsl explore` makes it once its code is in the cache: SPIN's `pan` is not compiled in the time measured either."""
    kept: list[Made] = []
    compiled(asked, Budget(1), made=kept.append)

    def search(question: Question, budget: Budget) -> Explored:
        found = run_again(kept[0], budget, question.mistakes)
        assert found is not None, "nothing is kept between calls"
        return found

    return search


def ours(search: Callable[[Question, Budget], Explored], asked: Question, budget: Budget) -> tuple[int, float]:
    """States, and states a second of processor time."""
    started = time.process_time()
    found = search(asked, budget)
    return found.states, found.states / (time.process_time() - started)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--growth", action="store_true", help="count the states of decks of 6 to 10 cards instead")
    given = parser.parse_args()
    print(f"{platform.machine()}, CPython {platform.python_version()}")
    if given.growth:
        growth()
        return
    asked, whole = question(), Budget(2_000_000)
    runs: dict[str, Callable[[], tuple[int, float]]] = {}
    if available():
        kept = as_explored(asked)
        runs["compiled"] = lambda: ours(kept, asked, whole)
        runs["anew"] = lambda: ours(compiled, asked, whole)
    runs["Python"] = lambda: ours(in_python, asked, Budget(STATES_IN_PYTHON))
    with tempfile.TemporaryDirectory() as folder:
        other = spin(Path(folder), asked)
        if other is None:
            print("SPIN, or a C compiler, is not there: apt-get install spin gcc")
        else:
            runs["SPIN"] = other
        rates: dict[str, list[float]] = {name: [] for name in runs}
        counts: dict[str, int] = {}
        for _ in range(given.times):
            for name, run in runs.items():
                states, rate = run()
                assert counts.setdefault(name, states) == states
                rates[name].append(rate)
    for name, found in rates.items():
        print(
            f"{name:10} {median(found):12,.0f} states/s  least {min(found):12,.0f}  most {max(found):12,.0f}  {counts[name]:9} states"
        )
    if "SPIN" in counts and "compiled" in counts:
        assert counts["SPIN"] == counts["compiled"], "they do not search the same table"
        print(f"compiled to SPIN: {median(rates['compiled']) / median(rates['SPIN']):.2f}")


def growth() -> None:
    """How states grow with cards, folded and not."""
    search = compiled if available() else in_python
    for options in GROWTH:
        for fold in (False, True):
            asked = question(*options, fold=fold)
            started = time.process_time()
            found = search(asked, Budget(100_000_000, 3 << 30))
            seconds = time.process_time() - started
            kind = "folded" if fold else "all"
            print(
                f"{asked.table.deck.size:3} cards {kind:7} {found.states:10} states {found.transitions:11} transitions "
                f"{found.depth:4} deep {seconds:7.2f} s {found.states / seconds:12,.0f}/s {found.stopped}"
            )


if __name__ == "__main__":
    main()
