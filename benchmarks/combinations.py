"""How long a check of all combinations takes, how that grows, and whether it says what single tables say.

    python benchmarks/combinations.py --growth --picture growth.png
    python benchmarks/combinations.py --pairs 50 --jobs 2
    python benchmarks/combinations.py --whole --jobs 2

`--growth` checks the official game with 5, 10, 20 and 40 options of all pages (the first ones of a fixed shuffle) at 2 to 10 seats,
and with 20 options at up to 2, 4, 6 and 10 seats; seconds are seconds of processor time of this process. `--pairs N` takes random
pairs of options that can be on together, checks the table with both of them by itself, and compares with the check of all
combinations of the two. `--whole` is everything at once: all five pages, all options, 2 to 10 seats, in seconds of the clock.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from itertools import combinations

from checker.checks.obligations import settle
from checker.context import Case
from checker.families.check_family import check_combinations
from checker.families.family import Relations
from checker.families.screen import PAIRS
from checker.results import Finding, Report
from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import TableSpec, load_project, resolve_table
from unodsl.resolve.project import Project

OPTIONS, SEATS = (5, 10, 20, 40), (2, 4, 6, 10)
"""The sizes at which growth is measured."""

BUDGET = 3600.0


def project() -> Project:
    """All shipped pages."""
    return load_project(sorted(rulesets_dir().glob("*.uno")))


def told(report: Report, seconds: float, jobs: int) -> str:
    """The figures of a check, as a line."""
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    about = report.combinations
    assert about is not None
    return (
        f"{report.tables:.2e} tables, {about.tables_loaded} of them loaded, {seconds:.1f} s with {jobs} processes, at most {peak:.0f} MiB "
        f"each: {report.clean_proved} questions closed by proof, {report.found_witnessed} by a witness or a finding that is proved, "
        f"{report.open_bounded} left open"
    )


def growth(picture: str | None) -> None:
    """Seconds by options and by seats."""
    pages = project()
    names = list(pages.option_names())
    random.Random(1).shuffle(names)
    rows: dict[str, list[tuple[int, float]]] = {"options": [], "seats": []}
    for kind, sizes in (("options", OPTIONS), ("seats", SEATS)):
        for size in sizes:
            only = tuple(names[: size if kind == "options" else 20])
            seats = range(2, 11) if kind == "options" else range(2, size + 1)
            started = time.process_time()
            report = check_combinations(pages, [("official",)], {}, seats, BUDGET, only=only)
            seconds = time.process_time() - started
            rows[kind].append((size, seconds))
            print(
                f"{size:3} {kind}: {seconds:6.1f} s; {report.tables:.2e} tables, {report.found_witnessed} found",
                flush=True,
            )
    if picture is not None:
        drawn(rows, picture)


def drawn(rows: dict[str, list[tuple[int, float]]], picture: str) -> None:
    """Both as one picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    for axes, (kind, points) in zip(figure.subplots(1, 2), rows.items(), strict=True):
        axes.plot([x for x, _ in points], [y for _, y in points], marker="o")
        axes.set(xlabel=kind, ylabel="seconds", ylim=(0, None), title=f"time by number of {kind}")
        axes.grid(alpha=0.3)
    figure.savefig(picture)


def pairs(count: int, seed: int, jobs: int) -> None:
    """Random pairs of options: one table, and all combinations of the two."""
    pages = project()
    relations = Relations(pages)
    generator = random.Random(seed)
    every = [tuple(sorted(p)) for p in combinations(pages.option_names(), 2)]
    generator.shuffle(every)
    done = unequal = found = 0
    for one, other in every:
        if done == count:
            break
        options = tuple(sorted(relations.closed((one, other))))
        spec = TableSpec(games=("official",), options=options, seats=4)
        try:
            case = Case(pages, spec, resolve_table(pages, spec), time.monotonic() + BUDGET, one_of_many=True)
        except RulesError:
            continue
        done += 1
        single = {
            about(f)
            for code, doubts in PAIRS.items()
            for f in settle(case, code, doubts(case, None)).findings
            if f.evidence != "bounded"
        }
        report = check_combinations(pages, [("official",)], {}, range(4, 5), BUDGET, jobs=jobs, only=(one, other))
        family = {about(f) for f in report.findings if f.code in PAIRS and f.evidence != "bounded"}
        found += len(single)
        if single != family:
            unequal += 1
            print(
                f"{one} and {other}: only the table {sorted(single - family)}, only all {sorted(family - single)}",
                flush=True,
            )
    print(f"{done} pairs of options, {found} findings, {unequal} pairs judged differently")


def about(finding: Finding) -> tuple[str, tuple[str, ...]]:
    """What a finding is about."""
    return finding.code, tuple(sorted(finding.rules or finding.options))


def whole(jobs: int) -> None:
    """Everything at once."""
    pages = project()
    games = [(n,) for n in sorted(pages.pages) if pages.pages[n].game is not None]
    started = time.monotonic()
    report = check_combinations(pages, games, {}, range(2, 11), BUDGET, jobs=jobs)
    print(told(report, time.monotonic() - started, jobs))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--picture", metavar="FILE")
    parser.add_argument("--pairs", type=int, default=0, metavar="N")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    if chosen.growth:
        growth(chosen.picture)
    if chosen.pairs:
        pairs(chosen.pairs, chosen.seed, chosen.jobs)
    if chosen.whole:
        whole(chosen.jobs)


if __name__ == "__main__":
    main()
