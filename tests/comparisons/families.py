"""Families of tables: every combination checked at once, and each table alone, say the same of every pair of rules.

    python -m tests.comparisons.families --families 20 --seed 1

What is proved absent in the family is witnessed at no table alone, and what is witnessed in the family is proved absent at no table with
these options. Families are random texts: a few options of one or two rules each over a small game.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random

from checker.checks.obligations import settle
from checker.context import SHALLOW, Context
from checker.families.check_family import check_combinations, concerns
from checker.families.screen import PAIRS
from checker.results import Finding
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, load_project, resolve_table

BASE = Path(__file__).parent.parent / "cases" / "checks" / "base.uno"
OPTIONS = 3
SEATS = range(2, 4)
BUDGET = 600.0
MOVES = 600
"""Moves that are played at each table alone."""

CARDS = ("star", "4", "1", "a card")
CONDITIONS = (
    "top card is star",
    "color of top card is red",
    "number of cards in hand of player is at least 2",
    "number of cards in hand of player is 1",
    "over of turn is no",
    "score of player is 0",
    "hand-size is 2",
)
"""What rules ask; the last one never holds."""

OFFERED = ("the card is top card", "the card is star", "face of the card is 4", "color of the card is red")
EFFECTS = (
    "(left of player) draws 1",
    "(left of player) draws 2",
    "other players draw 1",
    "score of player += 5",
    "score of player becomes 0",
    "over of turn becomes yes",
    "over of turn becomes no",
    "pass turn to left of player",
)
WHO = ("its player", "any other player", "any player")


def family(random: Random) -> str:
    """A file of some options for the base."""
    out = ['use "base.uno"', "options for base", ""]
    rules: list[str] = []
    for number in range(OPTIONS):
        out.append(f'option house-{number} "House rule {number}"')
        if number and random.random() < 0.2:
            out.append(f"  excludes house-{random.randrange(number)}")
        for _ in range(random.choice((1, 1, 2))):
            name = f"rule-{len(rules)}"
            out += ["", f"  rule {name}", *(f"    {line}" for line in rule(random, rules))]
            rules.append(name)
        out.append("")
    return "\n".join(out)


def rule(random: Random, others: list[str]) -> Iterator[str]:
    """The lines of a rule: a trigger, an offer, or a ban."""
    kind = random.choice(("trigger", "trigger", "offer", "offer", "ban"))
    conditions = random.sample(CONDITIONS, random.choice((0, 1, 1)))
    if kind == "trigger":
        yield f"when player plays {random.choice(CARDS)}"
        if others and random.random() < 0.2:
            yield f"{random.choice(('before', 'after'))} {random.choice(others)}"
    elif kind == "offer":
        yield "during turn"
        yield f"{random.choice(WHO)} may play a card"
        conditions.append(random.choice(OFFERED))
    else:
        yield "during turn"
        yield f"{random.choice(WHO)} cannot play {random.choice(CARDS)}"
    if conditions:
        yield f"if {' and '.join(conditions)}"
    if kind != "ban":
        first, *more = random.sample(EFFECTS, random.choice((1, 1, 2)))
        yield f"then {first}"
        yield from (f"  {x}" for x in more)


@dataclass(slots=True)
class Agreement:
    """What was compared: verdicts of pairs of rules, tables, and where they differ, in words."""

    pairs: int = 0
    tables: int = 0
    differences: list[str] = field(default_factory=list)


About = tuple[str, tuple[str, ...]]


def about(finding: Finding) -> About:
    """The code and the rules of a finding."""
    return finding.code, tuple(sorted(finding.rules))


def alone(project: Project) -> Iterator[tuple[frozenset[str], int, list[Finding]]]:
    """Every table of a family by itself, with the findings about pairs of rules, also those left open."""
    names = project.option_names()
    for number in SEATS:
        for options in (x for size in range(len(names) + 1) for x in combinations(names, size)):
            spec = TableSpec(games=("base",), options=options, seats=number, exact=True)
            try:
                resolved = resolve_table(project, spec)
            except RulesError:
                continue
            context = Context(project, spec, resolved, time.monotonic() + BUDGET, sampled_moves=MOVES, effort=SHALLOW)
            found = [f for code, doubts in PAIRS.items() for f in settle(context, code, doubts(context, None)).findings]
            yield frozenset(options), number, [f for f in found if concerns(project, f)]


def compare(project: Project, out: Agreement) -> None:
    """Hold the check of every combination to the checks of each table."""
    report = check_combinations(project, [("base",)], {}, SEATS, BUDGET)
    whole = [f for f in report.findings if f.code in PAIRS]
    known = {about(f) for f in whole}
    for options, seats, findings in alone(project):
        out.tables += 1
        mine = {about(f) for f in findings}
        for finding in findings:
            out.pairs += 1
            if finding.evidence != "bounded" and about(finding) not in known:
                out.differences.append(f"{about(finding)} at {sorted(options)}, {seats}: proved absent in the family")
        for finding in whole:
            if finding.evidence == "bounded" or seats != finding.seats:
                continue
            out.pairs += 1
            if options in map(frozenset, (finding.options, *finding.also)) and about(finding) not in mine:
                out.differences.append(f"{about(finding)} at {sorted(options)}, {seats}: witnessed in the family only")


def compared(seeds: range) -> Agreement:
    """Random families of some seeds."""
    out = Agreement()
    for seed in seeds:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            text = family(Random(seed))
            (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
            (folder / "own.uno").write_text(text, encoding="utf-8")
            before = len(out.differences)
            compare(load_project([folder / "own.uno"]), out)
            if len(out.differences) > before:
                out.differences.append(f"in family {seed}:\n{text}")
    return out


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.comparisons.families", description=__doc__)
    parser.add_argument("--families", type=int, default=10, metavar="N", help="random families")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first")
    given = parser.parse_args(arguments)
    found = compared(range(given.seed, given.seed + given.families))
    print("\n".join([*found.differences, f"{found.pairs} verdicts at {found.tables} tables compared"]))
    return 1 if found.differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
