"""Checks a mutant and compares with what must be said of it."""

from __future__ import annotations

import shutil
import tempfile
import time
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from checker.check_table import check_table
from checker.results import Finding
from tests.mutants.blocks import Page, read
from tests.mutants.making import Mutant
from tests.mutants.orders import counts
from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, load_project, resolve_table

BUDGET = 40.0
PAGES = ("official", "psycho", "power", "spicy", "drapegnik")

FEWEST = {"psycho.color-crazy": 3, "spicy.seven": 3, "spicy.join": 5}
"""Seats that the rules of an option need before they can happen: a crowd is three at least, two others can trade only if there
are two, and where three chairs are free two must play. (With fewer, all that is said of them is that they never happen.)"""


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


def written(folder: str, name: str, text: str, options: tuple[str, ...]) -> tuple[Project, TableSpec]:
    """The pages in a folder, one of them with a text in its place, and the table with some options at the fewest seats. Raises
    `RulesError`."""
    for file in rulesets_dir().glob("*.uno"):
        shutil.copy(file, folder)
    path = Path(folder) / f"{name}.uno"
    path.write_text(text, encoding="utf-8")
    project = load_project([path], wanted=options)
    spec = TableSpec(options=options)
    fewest = max((FEWEST[o] for o in options if o in FEWEST), default=None)
    return project, replace(spec, seats=fewest or resolve_table(project, spec).table.seats_low)


def checked(name: str, text: str, options: tuple[str, ...]) -> list[Finding]:
    """The findings of a page with a text in its place. Raises `RulesError`."""
    with tempfile.TemporaryDirectory() as folder:
        project, spec = written(folder, name, text, options)
        assert spec.seats is not None
        report = check_table(project, spec, range(spec.seats, spec.seats + 1), BUDGET)
    return [f for f in report.findings if f.suppressed is None]


def order_counts(mutant: Mutant) -> bool:
    """Whether it counts in play which of two rules comes first; no where only one of the orders is possible."""
    assert mutant.turned is not None
    with tempfile.TemporaryDirectory() as folder:
        tables = []
        for text in (mutant.text, mutant.turned):
            try:
                tables.append(resolve_table(*written(folder, mutant.page, text, mutant.options)).table)
            except RulesError:
                return False
        shipped = "\n".join(page(mutant.page).lines)
        tables.append(resolve_table(*written(folder, mutant.page, shipped, mutant.options)).table)
    # unsaid, the order may be either
    return counts(tables[2], tables[1]) or counts(tables[0], tables[1])


@lru_cache(maxsize=64)
def before(name: str, options: tuple[str, ...]) -> tuple[Finding, ...]:
    """What is said of the page as it is shipped, with the options of it that a mutant uses."""
    own = tuple(o for o in options if o.partition(".")[0] != name or o.partition(".")[2] in page(name).blocks)
    return tuple(checked(name, "\n".join(page(name).lines), own))


def judge(mutant: Mutant) -> Verdict:
    """The verdict on one mutant."""
    started = time.monotonic()
    expected, also = mutant.expected, mutant.also
    if mutant.turned is not None and not order_counts(mutant):
        # what play shows of an order is less than what a check can
        expected, also = (), ("UNO201",)
    try:
        findings = checked(mutant.page, mutant.text, mutant.options)
        known = before(mutant.page, mutant.options)
    except RulesError as error:
        said = {x.code for x in error.diagnostics}
        result = "found" if said & {code for code, *_ in expected} else "unreadable"
        return Verdict(mutant, result, () if result == "found" else (str(error),), time.monotonic() - started)

    def about(f: Finding) -> tuple[str, tuple[str, ...], str]:
        return f.code, tuple(sorted(f.rules)), f.message

    def wanted(f: Finding) -> bool:
        codes = {f.code, *f.also_codes}
        return any(code in codes and all(r in f.rules for r in rules if r) for code, *rules in expected)

    shown = {about(f) for f in known if f.evidence != "bounded"}
    asked = {about(f)[:2] for f in known}
    counted = [f for f in findings if wanted(f) and f.evidence != "bounded" and about(f) not in shown]
    open_ = [f for f in findings if wanted(f) and f.evidence == "bounded"]
    false = tuple(
        f"{f.code} {f.message}"
        for f in findings
        if about(f)[:2] not in asked
        and f.evidence != "bounded"
        and f.severity != "note"
        and not wanted(f)
        and not f.code.startswith(also or ("-",))
    )
    result = "silent" if not expected else "found" if counted else "open" if open_ else "missed"
    return Verdict(mutant, result, false, time.monotonic() - started)
