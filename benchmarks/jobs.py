"""How much sooner `unodsl simulate` is done with several processes than with one.

    python benchmarks/jobs.py

Calls the command with `--jobs 1` and `--jobs N` in turn, and prints the wall time and the processor time of each. Processor time is
what the machine worked for it; where it grows with the number of jobs, processes got in each other's way, or others did.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time


def called(arguments: list[str]) -> tuple[float, float]:
    """Seconds of the clock and of all processors that a call took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "unodsl.commands.main", *arguments], check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compared(executor: str, games: int, most: int, repetitions: int) -> float:
    """How many times as soon so many processes are done as one: the median of the wall times' ratios. Prints all of it."""
    call = ["simulate", "official", "--seats", "4", "--games", str(games), "--executor", executor, "--jobs"]
    measured: dict[int, list[tuple[float, float]]] = {1: [], most: []}
    for _ in range(repetitions):
        for jobs, runs in measured.items():
            runs.append(called([*call, str(jobs)]))
    print(f"{'':<10}{'matches':>9}{'jobs':>6}{'wall s':>9}{'least':>8}{'most':>8}{'processor s':>13}")
    for jobs, runs in measured.items():
        walls = [wall for wall, _ in runs]
        work = statistics.median(cpu for _, cpu in runs)
        print(
            f"{executor:<10}{games:>9,}{jobs:>6}{statistics.median(walls):>9.2f}{min(walls):>8.2f}{max(walls):>8.2f}{work:>13.2f}"
        )
    found = statistics.median(one[0] / many[0] for one, many in zip(*measured.values(), strict=True))
    least = min(x for x, _ in measured[1]) / min(x for x, _ in measured[most])
    print(
        f"{executor}: {most} jobs are done {found:.2f} times as soon as one (least wall against least wall: {least:.2f})"
    )
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--repetitions", type=int, default=5, help="how often each is called (default 5)")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="processes (default: all cores)")
    arguments.add_argument("--compiled", type=int, default=20_000, help="matches with the compiled executor")
    arguments.add_argument("--python", type=int, default=400, help="matches with generated Python")
    given = arguments.parse_args()

    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; official rules, 4 seats, whole matches")
    for executor, games in (("compiled", given.compiled), ("python", given.python)):
        if games:
            compared(executor, games, given.jobs, given.repetitions)
    print(f"load {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
