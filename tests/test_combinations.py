"""A check of all combinations says the same as a check of every single table, for families that can be gone through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest

from checker.case import Case
from checker.combinations import PAIRS, check_combinations
from checker.doubts import settle
from checker.verdicts import Finding, Report
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, load_project, resolve_table
from unodsl.scenarios import run_scenario

FOLDER = Path(__file__).parent / "cases" / "families"
FAMILIES = ("clashes", "third")
BUDGET = 600.0

About = tuple[str, tuple[str, ...]]
Sets = dict[About, set[frozenset[str]]]


def about(finding: Finding) -> About:
    """What a finding is about: the options of a parameter, or else rules."""
    return finding.code, tuple(sorted(finding.rules or finding.options))


def every_table(project: Project, seats: range) -> Iterator[Case]:
    """Every legal set of options at every number of seats, one by one."""
    names = project.option_names()
    for number in seats:
        for size in range(len(names) + 1):
            for options in combinations(names, size):
                spec = TableSpec(games=("base",), options=options, seats=number)
                try:
                    resolved = resolve_table(project, spec)
                except RulesError:
                    continue
                on = {o.name for o in resolved.table.options if o.on}
                if on == set(options):
                    yield Case(project, spec, resolved, 1e12, mends=False)


def one_by_one(project: Project, seats: range) -> tuple[Sets, int]:
    """The smallest sets of options with which some table has a finding about a pair of rules; and how many tables there are."""
    found: Sets = {}
    tables = 0
    for case in every_table(project, seats):
        tables += 1
        for code, doubts in PAIRS.items():
            for finding in settle(case, code, doubts(case, None)).findings:
                if finding.evidence != "bounded":
                    found.setdefault(about(finding), set()).add(frozenset(case.spec.options))
    return {key: {s for s in sets if not any(o < s for o in sets)} for key, sets in found.items()}, tables


def together(report: Report) -> Sets:
    """The same of a check of all combinations."""
    out: Sets = {}
    for finding in report.findings:
        if finding.code in PAIRS and finding.evidence != "bounded":
            out.setdefault(about(finding), set()).add(frozenset(finding.options))
    return out


@dataclass(frozen=True)
class Both:
    """The check of all combinations of a project at two and three seats, and the same table by table."""

    report: Report
    each: Sets
    tables: int


@pytest.fixture(params=FAMILIES, scope="module")
def family(request: pytest.FixtureRequest) -> Both:
    """One of the projects, both ways."""
    project = load_project([FOLDER / f"{request.param}.uno"])
    report = check_combinations(project, [("base",)], {}, range(2, 4), BUDGET)
    return Both(report, *one_by_one(project, range(2, 4)))


def test_all_at_once_is_like_one_by_one(family: Both) -> None:
    assert together(family.report) == family.each
    assert family.report.tables == family.tables


def test_what_is_open_was_met_at_no_table(family: Both) -> None:
    open_ = {about(f) for f in family.report.findings if f.evidence == "bounded" and f.code in PAIRS}
    assert not open_ & set(family.each)


def test_each_witness_replays(family: Both, tmp_path: Path) -> None:
    for path in FOLDER.glob("*.uno"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    witnesses = [f.witness for f in family.report.findings if f.witness is not None]
    assert witnesses
    for text in witnesses:
        file = tmp_path / "witness.uno"
        file.write_text(text + "\n", encoding="utf-8")
        shown = load_project([file])
        page = shown.pages["witness"]
        assert page.scenarios
        for scenario in page.scenarios:
            assert run_scenario(shown, page, scenario).passed
