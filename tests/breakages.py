"""Mutation testing of the checker: each small breakage of `breakages.toml` is put into a copy, and tests have to notice it.

    python -m tests.breakages [--only NAME ...] [--jobs N] [--seconds N]

Prints `killed` or `survived` for each. Exit status 1 if one survives, or if the text that it replaces does not stand exactly once in
its file any more.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIST = Path(__file__).with_suffix(".toml")
LONGEST = 600
"""Seconds after which tests are stopped: a checker that has become endless is noticed, too."""


@dataclass(frozen=True, slots=True)
class Breakage:
    """One change for the worse. `tests` are those that should notice, the fast ones first."""

    name: str
    file: str
    why: str
    old: str
    new: str
    tests: tuple[str, ...]

    def found(self, root: Path = ROOT) -> int:
        """How often the text that is replaced stands in its file."""
        path = root / self.file
        return path.read_text(encoding="utf-8").count(self.old) if path.is_file() else 0

    def apply(self, root: Path) -> None:
        """Replace the text in a copy."""
        path = root / self.file
        path.write_text(path.read_text(encoding="utf-8").replace(self.old, self.new), encoding="utf-8")


def breakages(path: Path = LIST) -> tuple[Breakage, ...]:
    """All that are listed."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["breakage"]
    return tuple(Breakage(**{**row, "tests": tuple(row["tests"])}) for row in rows)


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the project that can be spoiled."""
    with tempfile.TemporaryDirectory(prefix="breakage-") as folder:
        root = Path(folder) / "project"
        ignored = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", ".venv")
        shutil.copytree(ROOT, root, ignore=ignored, symlinks=True)
        yield root


def noticed(breakage: Breakage, report: bool = False) -> bool:
    """Whether a test fails where a breakage is put in. (Every test passes without it: that is for the other tests to say.)"""
    with copied() as root:
        breakage.apply(root)
        call = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-n",
            "0",
            "-p",
            "no:cacheprovider",
            "--slow",
            "all",
            *breakage.tests,
        ]
        environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(call, cwd=root, env=environment, capture_output=True, text=True, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return True
    if report:
        print(done.stdout[-3000:], done.stderr[-1000:])
    if done.returncode not in (0, 1):
        raise RuntimeError(
            f"{breakage.name}: pytest ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    return done.returncode == 1


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.breakages", description=__doc__)
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="one breakage, or a part of the name of several"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many at once")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, metavar="N", help="no breakage is begun after so many"
    )
    parser.add_argument("--show", action="store_true", help="print what the tests say")
    given = parser.parse_args(arguments)
    chosen = [x for x in breakages() if not given.only or any(part in x.name for part in given.only)]
    if not chosen:
        parser.error("no breakage has such a name")
    lost = [x for x in chosen if x.found() != 1]
    for x in lost:
        print(f"does not apply  {x.name}: its text stands {x.found()} times in {x.file}")
    began = time.monotonic()
    survived = untried = 0

    def tried(x: Breakage) -> bool | None:
        return None if time.monotonic() - began >= given.seconds else noticed(x, given.show)

    with ThreadPoolExecutor(max(1, given.jobs)) as pool:
        left = [x for x in chosen if x not in lost]
        for x, seen in zip(left, pool.map(tried, left), strict=True):
            word = {True: "killed", False: "SURVIVED", None: "not tried"}[seen]
            print(f"{word:9}  {x.name}: {x.why}", flush=True)
            survived += seen is False
            untried += seen is None
    killed = len(left) - survived - untried
    rest = f", {untried} not tried" if untried else ""
    print(f"{killed} killed, {survived} survived{rest}, {len(lost)} do not apply, in {time.monotonic() - began:.0f} s")
    return 1 if survived or lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
