"""Recall and false alarms against `tests/expected.toml`: what players who know the five rulesets expect of the checker.

    python -m tests.expected [WORD ...] [--slice I/N]

Asks each table of the list once, with the checks that are in question there, and prints what is expected and was not found, and what was
found at neighbors that go together. All of it takes some six minutes of processor time; words name the lines that are asked, such as
`psycho.match`.
"""

from __future__ import annotations

import re
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from checker.check_rulesets import at_one_table
from checker.check_table import check_seats
from checker.checks.two_rulesets import findings as compared
from checker.compare.rulesets.tables import Rulesets, chosen
from checker.context import Effort
from checker.results import Finding
from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, load_project

LIST = Path(__file__).parent / "expected.toml"
CONFLICTS = tuple(f"UNO20{n}" for n in range(1, 10))
SEATS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list. `kind`: clash, together or harmless; `games`: the game of the table, or the two that are compared; the others as in
    the list."""

    kind: str
    about: str
    games: tuple[str, ...]
    options: tuple[str, ...]
    seats: int
    parameters: tuple[tuple[str, str | int], ...]
    codes: tuple[str, ...]
    rules: tuple[str, ...]
    says: str

    @property
    def table(self) -> Line:
        """What is asked: lines with the same table are asked once."""
        return replace(self, kind="" if len(self.games) == 1 else self.kind, about="", codes=(), rules=(), says="")

    def __str__(self) -> str:
        at = f"{'+'.join(self.games)}: {' '.join(self.options) or 'no option'} ({self.seats})"
        return f"{at}: {self.about}" if self.about else at


def lines() -> list[Line]:
    """The list."""
    read = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [
        Line(
            kind,
            x.get("about", ""),
            tuple(x["games"]) if "games" in x else (x.get("game", "official"),),
            tuple(x.get("with", ())),
            x.get("seats", SEATS),
            tuple(sorted(x.get("set", {}).items())),
            tuple(x.get("codes", CONFLICTS)),
            tuple(x.get("rules", ())),
            x.get("says", ""),
        )
        for kind in ("clash", "together", "harmless")
        for x in read[kind]
    ]


@cache
def project() -> Project:
    """The five rulesets."""
    return load_project(sorted(rulesets_dir().glob("*.uno")))


def asked(table: Line, codes: Iterable[str]) -> tuple[Finding, ...]:
    """What the checks of some codes find at a table, or the comparison of two rulesets; open questions left out."""
    if len(table.games) == 2:
        one, other = table.games
        choice = chosen(project(), (one, other), table.options, dict(table.parameters), ())
        deadline = time.monotonic() + 3600
        rulesets = Rulesets(project(), choice, table.seats, deadline)
        apart, _ = compared(rulesets)
        found = [*apart, *at_one_table(rulesets, apart, deadline)[0]]
    else:
        spec = TableSpec(games=table.games, options=table.options, seats=table.seats, parameters=dict(table.parameters))
        effort = Effort(far=True, fixes=False)
        part = check_seats(project(), spec, time.monotonic() + 3600, codes=frozenset(codes), effort=effort)
        found = part.findings
    return tuple(f for f in found if f.evidence != "bounded")


def meets(line: Line, finding: Finding) -> bool:
    """Whether a finding is what a line expects."""
    said = "\n".join((finding.message, *finding.details, *finding.rules, finding.basis))
    if line.kind == "together":
        return bool(re.search(line.about, finding.message) and re.search(line.says, said))
    if not set(line.codes) & {finding.code, *finding.also_codes}:
        return False
    named = all(any(r == x or r.endswith((f".{x}", x)) for r in finding.rules) for x in line.rules)
    return named and bool(re.search(line.says, said))


def alarms(line: Line, found: Iterable[Finding]) -> list[Finding]:
    """What must not be found at neighbors that go together: what one of them does to the game alone is not about the two."""
    return [
        f
        for f in found
        if f.suppressed is None and f.severity != "note" and set(line.options) <= {*f.options, *f.owners}
    ]


@dataclass(frozen=True, slots=True)
class Asked:
    """A line with what was found at its table; `wrong`: why it cannot be asked, "" where it can."""

    line: Line
    found: tuple[Finding, ...]
    wrong: str = ""

    @property
    def good(self) -> bool:
        """Whether the line is met."""
        if self.wrong:
            return False
        if self.line.kind == "harmless":
            return not alarms(self.line, self.found)
        return any(meets(self.line, f) for f in self.found)


def results(some: Iterable[Line]) -> Iterator[Asked]:
    """Ask some lines, table by table."""
    tables: dict[Line, list[Line]] = {}
    for line in some:
        tables.setdefault(line.table, []).append(line)
    for table, group in tables.items():
        codes = {c for line in group for c in line.codes}
        if codes & set(CONFLICTS):
            codes |= set(CONFLICTS)
        try:
            found = asked(table, codes)
        except RulesError as error:
            yield from (Asked(line, (), str(error)) for line in group)
            continue
        yield from (Asked(line, found) for line in group)


def main(arguments: list[str]) -> int:
    """Print recall and false alarms; 1 if there is anything to print of them."""
    number, of = 0, 1
    if "--slice" in arguments:
        at = arguments.index("--slice")
        number, of = (int(x) for x in arguments[at + 1].split("/"))
        arguments = arguments[:at] + arguments[at + 2 :]
    some = [x for x in lines() if all(w in str(x) or w == x.kind for w in arguments)][number::of]
    expected = met = alarmed = 0
    started = time.process_time()
    for one in results(some):
        if one.line.kind == "harmless":
            alarmed += not one.good
            if one.wrong or not one.good:
                print(f"alarm  {one.line}", one.wrong, flush=True)
            for f in alarms(one.line, one.found):
                print(f"         {f.code} {' / '.join(f.rules)}: {f.message}")
            continue
        expected += 1
        met += one.good
        if not one.good:
            print(f"missed {one.line}", one.wrong, flush=True)
            for f in one.found if one.line.kind == "clash" else ():
                print(f"         {f.code} {' / '.join(f.rules)}: {f.message}")
    harmless = sum(x.kind == "harmless" for x in some)
    print(f"{met} of {expected} expected findings; {alarmed} of {harmless} harmless neighbors reported; ", end="")
    print(f"{time.process_time() - started:.0f} s of processor time")
    return int(met < expected or alarmed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
