"""Noise in rules: a random word, value or part goes into a random line of a ruleset, and must be refused or change the model.

`python -m tests.rule_noise --lines 20000 --seed 1` tries many lines and prints those where the noise was not read.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path

from tests.scenario_noise import FILLERS, WORDS
from unodsl.diagnostics import RulesError
from unodsl.engine.describe import short
from unodsl.model.table import Rule, Table
from unodsl.resolve import Project, TableSpec, load_project, load_table
from unodsl.resolve.project import Page
from unodsl.resolve.said_twice import duplicates
from unodsl.source import Source, Span
from unodsl.syntax import nodes as s
from unodsl.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[1]
FILES = (
    *sorted((ROOT / "rulesets").glob("*.uno")),
    *sorted(p for p in (ROOT / "examples").glob("*.uno") if p.name != "base.uno"),
)

OF_RULES = [
    "if",
    "then",
    "when",
    "during",
    "before",
    "after",
    "instead",
    "despite",
    "allow",
    "without",
    "otherwise",
    "repeat",
    "begin",
    "end",
    "pass",
    "move",
    "top",
    "gather",
    "shuffle",
    "swap",
    "give",
    "show",
    "include",
    "exclude",
    "becomes",
    "starts",
    "kept",
    "secret",
    "each",
    "from",
    "private",
    "each-player",
    "standing",
    "manners",
    "default",
    "at-random",
    "randomly",
    "exactly",
]
"""Words of rules, beside those of scenarios."""

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
    "manner",
    "standing",
    "if",
    "text",
    "number",
)
"""The sorts of noise, as often as they are tried."""

_SAYS_ALL = re.compile(r"\b(no\s+and|yes\s+or|do\s+nothing|at any time|as anything)\b")
"""What is so anyway, whatever stands beside it."""

_TOKEN = re.compile(r'"[^"]*"|[^\s,;":()]+|[,;:()]')


@dataclass(slots=True)
class Item:
    """A declaration or a rule of a page: its block (None: the game), its number in it, its lines, and the tables that tell what it
    means."""

    page: str
    block: str | None
    index: int
    lines: list[str]


@dataclass(slots=True)
class Subject:
    """A file, the tables that together have all of its options on, what they mean, the words of these, and its items."""

    project: Project
    page: Page
    specs: list[TableSpec]
    meanings: list[object]
    words: list[str]
    items: list[Item]


@dataclass(slots=True)
class Outcome:
    """How many lines were tried, how often noise was refused, changed the model, or was a word that adds nothing; and the lines
    where it was not read."""

    tried: int = 0
    refused: int = 0
    changed: int = 0
    fillers: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    unread: list[str] = field(default_factory=list)


def bare(value: object) -> object:
    """A part of the model without places in the text."""
    if isinstance(value, Span):
        return None
    if isinstance(value, tuple | list):
        return tuple(bare(x) for x in value)
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(bare(getattr(value, x.name)) for x in fields(value) if x.name != "parts"))
    return value


def specs(project: Project, page: Page) -> list[TableSpec]:
    """Tables that together have all rules of a page: as many options at once as go together, and fewer for what these push aside."""
    home = project.home(page.name)
    assert home is not None
    missing = {f"{page.name}.{i.name.text}" for _, items in page.blocks() for i in items if isinstance(i, s.Rule)}
    missing |= {f"option {name}" for name in page.options}
    out: list[TableSpec] = []

    def take(options: tuple[str, ...]) -> None:
        spec = TableSpec(games=(home,), options=options, beside=(), exact=True)
        try:
            table = load_table(project, spec)
        except RulesError:
            return
        rules: tuple[Rule, ...] = (*table.triggers, *table.offers, *table.bans, *table.definitions)
        there = {x.info.name for x in rules} | {f"option {x.name}" for x in table.options if x.on}
        if missing & there or not out:
            missing.difference_update(there)
            out.append(spec)

    needed = {n: (*requires(project, page, n), n) for n in sorted(page.options)}
    on: tuple[str, ...] = ()
    for name in needed:
        more = tuple(dict.fromkeys((*on, *needed[name])))
        try:
            load_table(project, TableSpec(games=(home,), options=more, beside=(), exact=True))
        except RulesError:
            continue
        on = more
    take(on)
    take(())
    for options in needed.values():
        take(options)
    assert not missing, missing
    return out


def requires(project: Project, page: Page, name: str) -> tuple[str, ...]:
    """The options that one cannot do without."""
    words = [
        w.text for i in page.options[name].items if isinstance(i, s.Names) and i.kind == "requires" for w in i.names
    ]
    found = [n for w in words if (n := project.option(w, project.chain(page.name))) is not None]
    return tuple(x for n in found for x in (*requires(project, project.pages[n.partition(".")[0]], n), n))


def meaning(project: Project, wanted: list[TableSpec]) -> list[object]:
    """What some tables mean. Raises `RulesError` where one is refused."""
    # what a table is refused for, and rules of options of other files that are off, stand in no table
    more = [
        bare(i)
        for p in project.pages.values()
        for _, items in p.blocks()
        for i in items
        if isinstance(i, s.Needs) or (isinstance(i, s.Names) and i.kind == "without")
    ]
    return [more, *(bare(load_table(project, spec)) for spec in wanted)]


def words_of(table: Table) -> list[str]:
    """The words that mean something at a table."""
    out = [x for a in table.deck.attributes for x in (a.name, *a.values)]
    out += [short(x.name) for group in (table.zones, table.variables, table.situations, table.acts) for x in group]
    out += [a.third for a in table.acts] + [m for a in table.acts for m in a.manners if m]
    out += [f.name for x in table.situations for f in x.fields]
    out += [short(x.name) for x in table.settings] + [short(x.name) for x in table.options]
    out += [d.name for d in table.definitions] + [short(o.info.name) for o in table.offers]
    return sorted({w for text in out for w in text.split()})


def items_of(page: Page) -> Iterator[Item]:
    """The items of a page, each with its lines, not indented."""
    for block, items in page.blocks():
        for index, item in enumerate(items):
            text = item.span.source.text
            start = text.rfind("\n", 0, item.span.start) + 1
            lines = [
                x
                for x in text[start : item.span.end].rstrip().split("\n")
                if x.strip() and not x.strip().startswith("#")
            ]
            depth = len(lines[0]) - len(lines[0].lstrip())
            yield Item(page.name, block, index, [x[depth:] for x in lines])


def subjects(files: tuple[Path, ...] = FILES) -> list[Subject]:
    """The rules of some files."""
    out = []
    for path in files:
        project = load_project([path])
        page = project.pages[project.given[0]]
        if project.home(page.name) is None:
            continue
        wanted = specs(project, page)
        words = sorted({w for spec in wanted for w in words_of(load_table(project, spec))})
        out.append(Subject(project, page, wanted, meaning(project, wanted), words, list(items_of(page))))
    return out


def with_lines(subject: Subject, item: Item, lines: list[str]) -> Project:
    """The project in which an item is written otherwise. Raises `RulesError` where it cannot be read."""
    text = "option o\n" + "".join(f"  {line}\n" for line in lines)
    tree, problems = parse(Source("noise", text))
    problems = (*problems, *duplicates(tree))
    if problems:
        raise RulesError(problems)
    (option,) = tree.items
    assert isinstance(option, s.Option)
    page = subject.page

    def other(items: tuple[s.Item, ...]) -> tuple[s.Item, ...]:
        return (*items[: item.index], *option.items, *items[item.index + 1 :])

    if item.block is None:
        assert page.game is not None
        changed = replace(page, game=replace(page.game, items=other(page.game.items)))
    else:
        old = page.options[item.block]
        changed = replace(page, options={**page.options, item.block: replace(old, items=other(old.items))})
    return replace(subject.project, pages={**subject.project.pages, page.name: changed})


def noisy(line: str, words: list[str], luck: random.Random) -> tuple[str, str, str]:
    """A line with noise in it: the line, what sort of noise it is, and the words put in."""
    own = [m[0] for m in _TOKEN.finditer(line) if m[0] not in ",;:()"]
    word, other = (luck.choice(words if luck.random() < 0.6 else (*WORDS.split(), *OF_RULES)) for _ in range(2))
    kind = luck.choice(KINDS)
    part = luck.choice(re.split("[,;:]", line)).strip()
    noise = {
        "word": word,
        "two words": f"{word} {other}",
        "again": luck.choice(own),
        "sign": luck.choice(("+", "-", "*", "/", "(", ")", "2 *", "- 1", "+ 1", ":", "=", "+=", "?", ";", ",", "()")),
        "value": luck.choice((word, f"{word} {other}", part, " ".join(own[-2:]))),
        "manner": f"as {word}",
        "standing": f"standing for {word} {other}",
        "if": luck.choice(
            (
                f"if {word}",
                f"where {word}",
                f"with {word} {other}",
                f"or {word}",
                f"and {word}",
                f"on {word}",
                f"by {word}",
                f"of {word}",
                f"in {word}",
            )
        ),
        "text": '"noise"',
        "number": str(luck.choice((0, 1, 2, 5, 7, 99))),
    }[kind]
    inside = kind not in ("manner", "standing", "if", "text") or luck.random() < 0.3
    spots = [m.start() for m in _TOKEN.finditer(line)] if inside else []
    where = luck.choice([*spots, len(line)])
    before, behind = line[:where], line[where:]
    if kind == "value":
        return (f"{before.rstrip()}, {noise} {behind}" if where else f"{noise}, {behind}"), kind, noise
    # a line keeps its depth
    indent = before if not before.strip() else ""
    return (
        f"{indent}{before[len(indent) :]} {noise} {behind}" if not indent else f"{indent}{noise} {behind}",
        kind,
        noise,
    )


def other_line(item: Item, subject: Subject, luck: random.Random) -> list[str]:
    """The lines of an item with one of another item, or of its own, put among them."""
    other = luck.choice((item, luck.choice(subject.items)))
    line = luck.choice(other.lines)
    at = luck.randrange(len(item.lines)) + 1
    above = item.lines[at - 1]
    depth = len(above) - len(above.lstrip()) if at > 1 else 2
    return [*item.lines[:at], " " * depth + line.strip(), *item.lines[at:]]


def run(found: list[Subject], count: int, seed: int) -> Outcome:
    """Try so many noisy lines."""
    out = Outcome()
    luck = random.Random(seed)
    for _ in range(count):
        subject = luck.choice(found)
        item = luck.choice(subject.items)
        at = luck.randrange(len(item.lines))
        if luck.random() < 0.15:
            lines = other_line(item, subject, luck)
            line, kind, noise = " / ".join(x.strip() for x in lines), "line", "whole line"
        else:
            line, kind, noise = noisy(item.lines[at], subject.words, luck)
            lines = [*item.lines[:at], line, *item.lines[at + 1 :]]
        out.tried += 1
        out.kinds[kind] += 1
        try:
            changed = with_lines(subject, item, lines)
            now = meaning(changed, subject.specs)
        except RulesError:
            out.refused += 1
            continue
        if now != subject.meanings:
            out.changed += 1
        elif set(re.findall(r"[\w.-]+", noise)) <= FILLERS or _SAYS_ALL.search(line):
            out.fillers += 1
        else:
            out.unread.append(f"{subject.page.name} {item.lines[0].strip()}: {line.strip()}    [{noise}]")
    return out


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=20_000)
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
