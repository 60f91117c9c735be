"""Checks a mutant and compares with what must be said of it."""

from __future__ import annotations

import shutil
import tempfile
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from checker.run import check_table
from checker.verdicts import Finding
from tests.mutants.blocks import Page, read
from tests.mutants.kinds import Mutant
from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import TableSpec, load_project, resolve_table

BUDGET = 40.0
PAGES = ("official", "psycho", "power", "spicy", "drapegnik")

FEWEST = {"psycho.color-crazy": 3}
"""Seats that the rules of an option need before they can happen: a crowd is three at least. (With fewer, all that is said of them
is that they never happen.)"""


@dataclass(frozen=True)
class Verdict:
    """`found`, `open` (a question that stayed open names it), `missed`, `silent` (as it should be) or `unreadable`; and the
    findings that nothing accounts for."""

    mutant: Mutant
    result: str
    false: tuple[str, ...]
    seconds: float


@lru_cache(maxsize=8)
def page(name: str) -> Page:
    """A shipped page."""
    return read(name, (rulesets_dir() / f"{name}.uno").read_text(encoding="utf-8"))


def checked(name: str, text: str, options: tuple[str, ...]) -> list[Finding]:
    """The findings of a page with a text in its place."""
    with tempfile.TemporaryDirectory() as folder:
        for file in rulesets_dir().glob("*.uno"):
            shutil.copy(file, folder)
        path = Path(folder) / f"{name}.uno"
        path.write_text(text, encoding="utf-8")
        project = load_project([path], wanted=options)
        spec = TableSpec(options=options)
        low = max(resolve_table(project, spec).table.seats_low, *(FEWEST.get(o, 0) for o in options), 0)
        report = check_table(project, spec, range(low, low + 1), BUDGET)
    return [f for f in report.findings if f.suppressed is None]


@lru_cache(maxsize=64)
def before(name: str, options: tuple[str, ...]) -> frozenset[tuple[str, tuple[str, ...]]]:
    """What is said of the page as it is shipped, with the options of it that a mutant uses."""
    own = tuple(o for o in options if o.partition(".")[0] != name or o.partition(".")[2] in page(name).blocks)
    return frozenset((f.code, tuple(sorted(f.rules))) for f in checked(name, "\n".join(page(name).lines), own))


def judge(mutant: Mutant) -> Verdict:
    """The verdict on one mutant."""
    started = time.monotonic()
    try:
        findings = checked(mutant.page, mutant.text, mutant.options)
        known = before(mutant.page, mutant.options)
    except RulesError as error:
        return Verdict(mutant, "unreadable", (str(error),), time.monotonic() - started)
    fresh = [f for f in findings if (f.code, tuple(sorted(f.rules))) not in known]

    def wanted(f: Finding) -> bool:
        return any(f.code == c and (not r or r in f.rules) for c, r in mutant.expected)

    counted = [f for f in findings if wanted(f) and f.evidence != "bounded"]
    open_ = [f for f in findings if wanted(f) and f.evidence == "bounded"]
    false = tuple(
        f"{f.code} {f.message}"
        for f in fresh
        if f.evidence != "bounded"
        and f.severity != "note"
        and not wanted(f)
        and not f.code.startswith(mutant.also or ("-",))
    )
    result = "silent" if not mutant.expected else "found" if counted else "open" if open_ else "missed"
    return Verdict(mutant, result, false, time.monotonic() - started)
