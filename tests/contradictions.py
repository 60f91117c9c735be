"""Writes `docs/contradictions.md`: what contradicts what in the five rulesets.

    python -m tests.contradictions

Compares each pair of the shipped rulesets, without house rules and some with them, and writes the matrix, what each pair answers differently, and the ten
best stories. It takes two minutes of processor time; `tests/test_contradictions.py` holds the page to the rulesets cheaply, and with
`--slow all` by writing it anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from checker.checks.two_rulesets import findings
from checker.compare.rulesets.tables import Rulesets, chosen
from checker.report.spoken import spoken
from checker.results import Finding
from unodsl.data import rulesets_dir
from unodsl.resolve import load_project
from unodsl.source import Source
from unodsl.syntax.format import format_text

PAGE = Path(__file__).parent.parent / "docs" / "contradictions.md"
RULESETS = ("official", "psycho", "power", "spicy", "drapegnik")
SEATS = 3
MOST_STORIES, MOST_OF_ONE = 10, 2
"""So many stories are told, and so many of one comparison."""

HOUSE: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("psycho", "power", ("power.good-points", "power.matching", "psycho.matching", "psycho.stacking")),
    ("psycho", "drapegnik", ("psycho.stacking", "psycho.sevens", "drapegnik.stack", "drapegnik.swap-seven")),
    ("power", "spicy", ("power.matching", "power.mercy", "spicy.slap", "spicy.draw-till-playable")),
    ("spicy", "drapegnik", ("spicy.zero", "spicy.slap", "drapegnik.rotate-zero", "drapegnik.speed")),
)
"""Comparisons with house rules on, those that groups of players like to argue about."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rulesets compared, with the options that are on."""

    one: str
    other: str
    options: tuple[str, ...]
    found: tuple[Finding, ...]

    @property
    def both(self) -> list[Finding]:
        """What both speak to."""
        return [f for f in self.found if f.severity == "error"]

    @property
    def alone(self) -> list[Finding]:
        """What only one of them speaks of."""
        return [f for f in self.found if f.severity != "error"]

    @property
    def call(self) -> str:
        """How anybody asks for it."""
        options = "".join(f" --with {o}" for o in self.options)
        return f"unodsl check {self.one}.uno {self.other}.uno --together{options}"


def compared(one: str, other: str, options: tuple[str, ...] = ()) -> Pair:
    """Compare two of the shipped rulesets."""
    project = load_project([rulesets_dir() / f"{name}.uno" for name in (one, other)])
    first, second = project.games()
    choice = chosen(project, (first, second), options, {}, ())
    found, _ = findings(Rulesets(project, choice, SEATS, time.monotonic() + 3600))
    return Pair(one, other, options, tuple(f for f in found if f.evidence != "bounded"))


def page(plain: list[Pair], house: list[Pair]) -> str:
    """The whole page."""
    return "\n".join([*head(), *matrix(plain), *sections(plain), *with_house_rules(house), *stories([*plain, *house])])


def head() -> list[str]:
    """How to read it."""
    return [
        "# What contradicts what in the five rulesets",
        "",
        "[Documentation](README.md)",
        "",
        "This page is generated: `python -m tests.contradictions`.",
        "",
        "The checker puts the same decisions to both rulesets, each at its own table with three seats, from the deck to the end of the match, beside the",
        "game that both extend. They *contradict* each other where both speak to a decision and answer it differently. Often only one of them",
        "speaks: then the other one does as the official rules do. What each answers is shown by a scenario that `unodsl test` replays. Decisions",
        "were met in play, so others may differ, too.",
        "",
    ]


def matrix(plain: list[Pair]) -> list[str]:
    """How many differences each pair has."""
    by = {frozenset((p.one, p.other)): p for p in plain}
    out = [
        "## The matrix",
        "",
        "Contradictions, and behind the `+` what only one of the two speaks of. No house rule is on.",
        "",
        f"| | {' | '.join(RULESETS[1:])} |",
        f"| --- | {' | '.join('---' for _ in RULESETS[1:])} |",
    ]
    for one in RULESETS[:-1]:
        cells = []
        for other in RULESETS[1:]:
            pair = by.get(frozenset((one, other))) if RULESETS.index(one) < RULESETS.index(other) else None
            cells.append("" if pair is None else f"{len(pair.both)} + {len(pair.alone)}")
        out.append(f"| {one} | {' | '.join(cells)} |")
    return [*out, ""]


def rows(pair: Pair) -> Iterator[str]:
    """What a pair answers differently, one row each."""
    labels = [s.label for s in pair.found[0].sides]
    yield f"| | {labels[0]} | {labels[1]} |"
    yield "| --- | --- | --- |"
    for finding in (*pair.both, *pair.alone):
        about = finding.message.partition("; only")[0]
        if finding.severity != "error":
            about += f" (only {finding.message.partition('; only `')[2].partition('`')[0]} speaks)"
        cells = []
        for side in finding.sides:
            rule = f" (`{side.rule}`)" if side.rule else ""
            cells.append(spoken(side.facts[:2]) + rule)
        yield f"| {about} | {cells[0]} | {cells[1]} |"


def sections(plain: list[Pair]) -> list[str]:
    """A table for each pair."""
    out = ["## Pair by pair", ""]
    for pair in plain:
        out += [f"### {pair.one} and {pair.other}", "", f"`{pair.call}`", "", *rows(pair), ""]
    return out


def with_house_rules(house: list[Pair]) -> list[str]:
    """The same with house rules on."""
    out = ["## With house rules", ""]
    for pair in house:
        on = ", ".join(f"`{o}`" for o in pair.options)
        out += [f"### {pair.one} and {pair.other}, house rules on", "", f"On: {on}.", "", *rows(pair), ""]
    return out


def stories(pairs: list[Pair]) -> list[str]:
    """The ten best stories."""
    out = ["## Ten stories", "", "Each file passes `unodsl test` beside the rulesets.", ""]
    for number, (pair, finding) in enumerate(best(pairs), 1):
        assert finding.witness is not None
        text = format_text(Source("witness.uno", finding.witness + "\n"))[0] or finding.witness
        both = " / ".join(f"`{s.rule}`" for s in finding.sides if s.rule)
        out += [f"### {number}. {pair.one} and {pair.other}: {finding.message}", "", f"{both}", ""]
        out += [f"- {s.label}: {spoken(s.facts[:2])}" for s in finding.sides]
        out += ["", "```uno", text.rstrip("\n"), "```", ""]
    return out


def best(pairs: list[Pair]) -> list[tuple[Pair, Finding]]:
    """Contradictions of all kinds and pairs, those about the play of a round first, none of one cause twice."""
    out: list[tuple[Pair, Finding]] = []
    about = (
        "what a round scores",
        "when the match is over",
        "when a player may",
        "what comes of",
        "how a match begins",
    )
    causes: set[tuple[str, ...]] = set()
    for _ in range(MOST_OF_ONE):
        for number, pair in enumerate(pairs):
            some = [f for f in pair.both if f.witness is not None and f.rules not in causes]
            some.sort(key=lambda f, n=number: (turned(about, f.message, n), len(f.witness or "")))  # type: ignore[misc]
            if some and len(out) < MOST_STORIES:
                causes.add(some[0].rules)
                out.append((pair, some[0]))
    return out


def turned(about: tuple[str, ...], message: str, number: int) -> int:
    """The place of a topic in an order that begins elsewhere for each pair."""
    index = next((i for i, text in enumerate(about) if message.startswith(text)), len(about))
    return (index - number) % (len(about) + 1)


def written() -> str:
    """The page, made anew."""
    plain = [compared(*pair) for pair in combinations(RULESETS, 2)]
    return page(plain, [compared(*x) for x in HOUSE]).rstrip("\n") + "\n"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
