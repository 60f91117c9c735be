"""What benchmarks of moves per second share: repetitions in turn, what they come to, and the machine that it was."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

Measured = tuple[int, int, float]
"""Moves, games, and seconds (of processor time) of one repetition."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Moves per second of some repetitions of the same games."""

    median: float
    least: float
    most: float
    moves: int
    games: int


def in_turn(what: Mapping[str, Callable[[], Measured]], repetitions: int) -> dict[str, Rates]:
    """Each of some things measured so often: all of them once, then all of them again. Fails where the repetitions were not the
    same games."""
    runs: dict[str, list[Measured]] = {name: [] for name in what}
    for _ in range(repetitions):
        for name, run in what.items():
            runs[name].append(run())
    out = {}
    for name, measured in runs.items():
        (counts,) = {(moves, games) for moves, games, _ in measured}
        rates = [moves / seconds for moves, _, seconds in measured]
        out[name] = Rates(statistics.median(rates), min(rates), max(rates), *counts)
    return out


def machine(*libraries: str) -> str:
    """Two lines: the machine, and the versions of what ran."""
    return (
        f"machine: {processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}\n"
        f"versions: {platform.python_implementation()} {platform.python_version()}, {', '.join(map(library, libraries))}"
    )


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
