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
from pathlib import Path

from checker.check_table import check_seats
from checker.results import Finding
from tests.tables import OPTIONS, PAGES, shipped
from unodsl.diagnostics import RulesError
from unodsl.resolve import TableSpec

CODES = frozenset({"UNO301", "UNO302"})


def cell(game: str, options: tuple[str, ...], seats: int, budget: float) -> dict[str, object]:
    """What is said of one table."""
    started = time.process_time()
    project = shipped(*PAGES)
    try:
        part = check_seats(
            project, TableSpec(games=(game,), options=options, seats=seats), time.monotonic() + budget, codes=CODES
        )
    except RulesError as error:
        return {"game": game, "options": options, "seats": seats, "refused": str(error)}
    return {
        "game": game,
        "options": options,
        "seats": seats,
        "seconds": round(time.process_time() - started, 1),
        "proved": part.closed,
        "proofs": [f"{p.code} {p.about}: {p.words}" for p in part.proofs if p.code in CODES],
        "findings": [told(f) for f in part.findings],
        "cut_short": part.cut_short,
    }


def told(f: Finding) -> dict[str, str]:
    """One finding: what kind of an answer it is, and why."""
    kind = "cycle" if f.evidence != "bounded" else "exhaustive" if f.exhaustive else "open"
    return {"kind": kind, "code": f.code, "message": f.message, "basis": f.basis}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.endless_table", description=__doc__)
    parser.add_argument("--seats", default="2,3,10")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--budget", type=float, default=60)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    rows = []
    for game in PAGES:
        for options in [(), *((o,) for o in OPTIONS if o.startswith(f"{game}."))]:
            name = options[0] if options else game
            if asked.only and name not in asked.only:
                continue
            cells = [cell(game, options, int(n), asked.budget) for n in asked.seats.split(",")]
            rows += cells
            print(f"{name:34}", *(f"{words(c):34}" for c in cells), flush=True)
            if asked.json:
                asked.json.write_text(json.dumps(rows, indent=1))
    return int(any(f["kind"] == "open" for r in rows for f in r.get("findings", ())))


def words(c: dict[str, object]) -> str:
    """A cell in words."""
    if "refused" in c:
        return "refused"
    kinds = [f["kind"] for f in c["findings"]]  # type: ignore[attr-defined]
    many = [f"{kinds.count(k)} {k}" for k in ("cycle", "exhaustive", "open") if k in kinds]
    return ", ".join([f"{c['proved']} proved", *many]) + f" ({c['seconds']} s)"


if __name__ == "__main__":
    sys.exit(main())
