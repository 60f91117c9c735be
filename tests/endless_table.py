"""The table of endless loops: UNO301 and UNO302 for each option of the shipped rulesets alone, at several numbers of seats.

    python -m tests.endless_table [--seats 2,3,10] [--only NAME ...] [--budget SECONDS]

A cell says `proved` (how many questions), `cycle` (a witness), `exhaustive` (every state of small decks, or of all cards), or `open` with the
cause. Exit status 1 if something is open.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from checker.check_table import check_seats
from checker.results import Finding
from tests.tables import OPTIONS, PAGES, shipped
from unodsl.diagnostics import RulesError
from unodsl.resolve import TableSpec

CODES = frozenset({"UNO301", "UNO302"})


@dataclass(frozen=True, slots=True)
class Said:
    """One finding: what kind of an answer it is, and why."""

    kind: str
    code: str
    message: str
    basis: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What is said of one table. `refused`: why it is none."""

    table: str
    seats: int
    refused: str = ""
    proved: int = 0
    proofs: tuple[str, ...] = ()
    findings: tuple[Said, ...] = ()
    seconds: float = 0.0

    @property
    def words(self) -> str:
        """The cell in words."""
        if self.refused:
            return "no table"
        kinds = [f.kind for f in self.findings]
        many = [f"{kinds.count(k)} {k}" for k in ("cycle", "exhaustive", "open") if k in kinds]
        return ", ".join([f"{self.proved} proved", *many]) + f" ({self.seconds} s)"


def cell(game: str, options: tuple[str, ...], seats: int, budget: float) -> Cell:
    """What is said of one table."""
    started = time.process_time()
    name = options[0] if options else game
    spec = TableSpec(games=(game,), options=options, seats=seats)
    try:
        part = check_seats(shipped(*PAGES), spec, time.monotonic() + budget, codes=CODES)
    except RulesError as error:
        return Cell(name, seats, str(error))
    proofs = tuple(f"{p.code} {p.about}: {p.words}" for p in part.proofs if p.code in CODES)
    seconds = round(time.process_time() - started, 1)
    return Cell(name, seats, "", part.closed, proofs, tuple(map(said, part.findings)), seconds)


def said(f: Finding) -> Said:
    """One finding."""
    kind = "cycle" if f.evidence != "bounded" else "exhaustive" if f.exhaustive else "open"
    return Said(kind, f.code, f.message, f.basis)


def main(arguments: list[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.endless_table", description=__doc__)
    parser.add_argument("--seats", default="2,3,10")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--budget", type=float, default=60)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    rows: list[Cell] = []
    for game in PAGES:
        for options in [(), *((o,) for o in OPTIONS if o.startswith(f"{game}."))]:
            name = options[0] if options else game
            if asked.only and name not in asked.only:
                continue
            cells = [cell(game, options, int(n), asked.budget) for n in asked.seats.split(",")]
            rows += cells
            print(f"{name:34}", *(f"{c.words:34}" for c in cells), flush=True)
            if asked.json:
                asked.json.write_text(json.dumps([asdict(c) for c in rows], indent=1))
    return int(any(f.kind == "open" for c in rows for f in c.findings))


if __name__ == "__main__":
    sys.exit(main())
