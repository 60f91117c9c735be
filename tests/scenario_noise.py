"""Noise in scenarios: a random word, value or part goes into a random line, and must be refused or change what the line means.

`python -m tests.scenario_noise --lines 50000 --seed 1` tries many lines and prints those where the noise was not read.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from unodsl.diagnostics import RulesError
from unodsl.engine.describe import short
from unodsl.model.table import Table
from unodsl.resolve import Project, load_project
from unodsl.resolve.compose import Resolved, resolve_table
from unodsl.resolve.project import Page
from unodsl.resolve.words import ARTICLES
from unodsl.scenarios import SEAT_NAMES
from unodsl.scenarios.run import read_scenario
from unodsl.scenarios.spec import TableSelection, table_selection
from unodsl.scenarios.steps import Step
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[1]
FILES = (*sorted((ROOT / "rulesets").glob("*.uno")), *sorted((ROOT / "examples").rglob("*.uno")))

WORDS = """
banana quickly twice always also very please not no is only exactly nothing nobody empty anything open over top of on in and or
player players opponent number color face value points number-of their its it they them left right absent present shown see
sees wins win round match ended continues ends begins with as by for to from when where while if then than at least most more
fewer less all every each same other others another both none seats set without everything clause expect note first last next
second previous moved winners yes red1 5s -1 +2 otherwise can cannot may must holds plays draws has have does do after before
hand deck pile table game option seat turn again once now here there who which that this these those 0 1 2 3 7 10 99 1000000
"""
"""Words of everyday, of the language, and of no language; those of the table are put beside them."""

FILLERS = ARTICLES | {"card", "cards", "anything"}
"""Words that may be added without saying anything more: `red 5` is `a red 5 card`, and `play` is `play anything`."""

KINDS = (
    "word",
    "word",
    "word",
    "two words",
    "again",
    "again",
    "sign",
    "value",
    "value",
    "field",
    "manner",
    "by",
    "standing",
    "when",
    "text",
)
"""The sorts of noise, as often as they are tried."""

_TOKEN = re.compile(r'"[^"]*"|[^\s,;"]+|[,;]')


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a scenario asks for and says."""

    asked: tuple[object, ...]
    steps: tuple[Step, ...]


@dataclass
class Subject:
    """A scenario and its text line by line."""

    project: Project
    page: Page
    scenario: s.Scenario
    lines: list[str]
    tables: dict[str, Resolved | None]

    @cached_property
    def read(self) -> tuple[Meaning, Resolved]:
        """What it means, and its table."""
        return meaning_of(self.project, self.page, "\n".join(self.lines) + "\n", self.tables)

    @cached_property
    def words(self) -> list[str]:
        """The words of its table."""
        return words_of(self.project, self.read[1].table, table_selection(self.project, self.page, self.scenario).names)


@dataclass(slots=True)
class Outcome:
    """How many lines were tried, how often noise was refused, changed the meaning, or was a word that adds nothing; and the lines where
    it was not read."""

    tried: int = 0
    refused: int = 0
    changed: int = 0
    fillers: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    unread: list[str] = field(default_factory=list)


def subjects(files: tuple[Path, ...] = FILES) -> list[Subject]:
    """All scenarios of some files."""
    out: list[Subject] = []
    for path in files:
        project = load_project([path])
        tables: dict[str, Resolved | None] = {}
        for page in (project.pages[n] for n in project.given):
            for scenario in page.scenarios:
                text = scenario.span.source.text[scenario.span.start : scenario.span.end]
                lines = [x for x in text.rstrip().split("\n") if x.strip() and not x.strip().startswith("#")]
                out.append(Subject(project, page, scenario, lines, tables))
    return out


def words_of(project: Project, table: Table, names: tuple[str, ...]) -> list[str]:
    """The words that mean something at a table."""
    out = list(names or SEAT_NAMES[: table.seats])
    out += [x for a in table.deck.attributes for x in (a.name, *a.values)]
    out += [short(x.name) for group in (table.zones, table.variables, table.situations, table.acts) for x in group]
    out += [a.third for a in table.acts] + [m for a in table.acts for m in a.manners if m]
    out += [f.name for x in table.situations for f in x.fields]
    out += [short(x.name) for x in table.settings]
    out += [n for x in project.option_names() for n in (x, short(x))]
    out += [n for o in table.offers for n in (o.info.name, short(o.info.name))]
    return sorted({w for text in out for w in text.split()})


def meaning_of(project: Project, page: Page, text: str, tables: dict[str, Resolved | None]) -> tuple[Meaning, Resolved]:
    """What the text of one scenario means. Raises `RulesError` where it is refused."""
    tree, problems = parse(Source("noise", text))
    if problems:
        raise RulesError(problems)
    if len(tree.items) != 1 or not isinstance(tree.items[0], s.Scenario):
        raise RulesError([])
    scenario = tree.items[0]
    wanted = table_selection(project, page, scenario)
    key = repr(replace_places(wanted))
    if key not in tables:
        try:
            tables[key] = resolve_table(project, wanted.spec)
        except RulesError:
            tables[key] = None
    resolved = tables[key]
    if resolved is None:
        raise RulesError([])
    read = read_scenario(page, scenario, resolved, wanted)
    return Meaning(replace_places(wanted), read.steps), resolved


def replace_places(wanted: TableSelection) -> tuple[object, ...]:
    """What is asked of a table, without the places of the text."""
    spec = wanted.spec
    return (
        spec.games,
        spec.options,
        spec.without,
        tuple(spec.parameters.items()),
        spec.seats,
        wanted.names,
        wanted.clauses,
    )


def noisy(line: str, words: list[str], luck: random.Random) -> tuple[str, str, str]:
    """A line with noise in it: the line, what sort of noise it is, and the words put in."""
    own = [m[0] for m in _TOKEN.finditer(line) if m[0] not in ",;"]
    word, other = (luck.choice(words if luck.random() < 0.6 else WORDS.split()) for _ in range(2))
    kind = luck.choice(KINDS)
    part = luck.choice(re.split("[,;]", line)).strip()
    noise = {
        "word": word,
        "two words": f"{word} {other}",
        "again": luck.choice(own),
        "sign": luck.choice(("+", "-", "*", "/", "(", ")", "2 *", "- 1", "+ 1", ":", "=", "+=", "?")),
        "value": luck.choice((word, f"{word} {other}", part, " ".join(own[-2:]))),
        "field": luck.choice((f"with {word} {other}", f"with {word}", "with count 2")),
        "manner": f"as {word}",
        "by": f"by {word}",
        "standing": f"standing for {word} {other}",
        "when": luck.choice(("when the round ended", "when the match ended", f"when {word}")),
        "text": '"noise"',
    }[kind]
    inside = kind in ("word", "two words", "again", "sign", "value")
    spots = [m.start() for m in _TOKEN.finditer(line)] if inside else [m.start() for m in re.finditer(";", line)]
    where = luck.choice([*spots, len(line)])
    before, behind = line[:where], line[where:]
    if kind == "value":
        return f"{before.rstrip()}, {noise} {behind}", kind, noise
    return f"{before} {noise} {behind}", kind, noise


def attempts(found: list[Subject], count: int, seed: int) -> Iterator[tuple[Subject, int, str, str, str]]:
    """So many noisy lines: the scenario, the place of the line in it, the line, the sort of noise, the noise."""
    luck = random.Random(seed)
    for _ in range(count):
        subject = luck.choice(found)
        at = luck.randrange(1, len(subject.lines))
        yield (subject, at, *noisy(subject.lines[at], subject.words, luck))


def run(found: list[Subject], count: int, seed: int) -> Outcome:
    """Try so many noisy lines."""
    out = Outcome()
    for subject, at, line, kind, noise in attempts(found, count, seed):
        text = "\n".join([*subject.lines[:at], line, *subject.lines[at + 1 :]]) + "\n"
        out.tried += 1
        out.kinds[kind] += 1
        try:
            meaning, _ = meaning_of(subject.project, subject.page, text, subject.tables)
        except RulesError:
            out.refused += 1
            continue
        if meaning != subject.read[0]:
            out.changed += 1
        elif set(re.findall(r"[\w.-]+", noise)) <= FILLERS:
            out.fillers += 1
        else:
            out.unread.append(f"{subject.page.name}: {line.strip()}    [{noise}]")
    return out


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    out = run(subjects(), given.lines, given.seed)
    for line in out.unread:
        print(line)
    print(
        f"{out.tried} lines: {out.refused} refused, {out.changed} with another meaning, {out.fillers} with an article or the like, {len(out.unread)} not read"
    )


if __name__ == "__main__":
    main()
