"""Every file of `tests/cases/checks`: what a check finds, what it must not find, and that each witness holds."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from checker.check_table import check_seats, check_table
from checker.checks.registry import CHECKS
from checker.report.cache import Call
from checker.results import Finding, Report
from tests.collected import names
from tests.effort import marked
from tests.reports import made
from unodsl.diagnostics import RulesError
from unodsl.resolve import TableSpec, load_project, load_table
from unodsl.scenarios import run_scenario

FOLDER = Path(__file__).parent / "cases" / "checks"
BREAKAGES = Path(__file__).parent / "breakages.toml"
SHARED = {"base"}
CASES = sorted(p.stem for p in FOLDER.glob("*.uno") if p.stem not in SHARED)
BUDGET, BUDGET_OF_ENDLESS = 60.0, 3.0
"""Seconds for one case. An endless cascade slows play down so much that a check of it takes whatever it is given; its finding
is there in a moment."""


SILENT = 3
"""Of one code in so many, a silent case is tried each time. Of each code a case that fires is, and no other code may find anything in it."""


@dataclass(frozen=True)
class Expected:
    """The first lines of a case: the code, the evidence ("" where nothing may be found) and the rules; and the codes of
    what follows from it (`# also UNO304`). `nothing of` means that the question is closed, `no finding of` that it may stay
    open; `# others stay open`: where something is found, other questions of the code may."""

    code: str
    evidence: str
    rules: tuple[str, ...]
    options: tuple[str, ...]
    seats: int
    also: tuple[str, ...]
    may_be_open: bool


def listed(text: str) -> tuple[str, ...]:
    """Names between commas."""
    return tuple(x.strip() for x in text.split(",") if x.strip())


@cache
def expected(name: str) -> Expected:
    """What a case says of itself."""
    text = (FOLDER / f"{name}.uno").read_text(encoding="utf-8")
    first = text.splitlines()[0]
    options = re.search(r"^# with *(.*)$", text, re.MULTILINE)
    also = re.search(r"^# also (.*)$", text, re.MULTILINE)
    follows = listed(also[1]) if also is not None else ()
    seats = re.search(r"^# seats (\d+)$", text, re.MULTILINE)
    assert options is not None
    assert seats is not None
    silent = re.fullmatch(r"# expect (?:nothing|no finding) of (UNO\d{3})", first)
    if silent is not None:
        return Expected(silent[1], "", (), listed(options[1]), int(seats[1]), follows, "no finding" in first)
    found = re.fullmatch(r"# expect (UNO\d{3}) (witnessed|proved|bounded):(.*)", first)
    assert found is not None, first
    return Expected(
        found[1],
        found[2],
        listed(found[3]),
        listed(options[1]),
        int(seats[1]),
        follows,
        "\n# others stay open\n" in text,
    )


@cache
def report(name: str) -> Report:
    """The whole check of a case: once in a run, whichever of its processes asks first."""
    want = expected(name)
    project = load_project([FOLDER / f"{name}.uno"])
    budget = BUDGET_OF_ENDLESS if (want.code, want.evidence) == ("UNO301", "witnessed") else BUDGET
    call = Call((f"{name}.uno",), want.options, (), str(want.seats), together=False)
    known = made().result(call, project, budget)
    if known is None:
        known = check_table(project, TableSpec(options=want.options), range(want.seats, want.seats + 1), budget)
        made().keep(call, project, known, budget)
    return known


def shown(name: str) -> list[Finding]:
    """All findings of a case that are not suppressed."""
    return [f for f in report(name).findings if f.suppressed is None]


def each_time() -> frozenset[str]:
    """The cases that are tried each time: of each code one that fires, of some one that is silent, also where it is what notices a
    breakage; the shortest with the fewest seats. The others are slow."""
    found: dict[tuple[str, bool], str] = {}
    for name in sorted(CASES, key=lambda x: (expected(x).seats, (FOLDER / f"{x}.uno").stat().st_size, x)):
        found.setdefault((expected(name).code, bool(expected(name).evidence)), name)
    some = {code for code, _, _ in CHECKS[::SILENT]}
    notices = BREAKAGES.read_text(encoding="utf-8")
    return frozenset(
        name for (code, fires), name in found.items() if fires or code in some or f"test_findings[{name}]" in notices
    )


QUICK = each_time()


def each_case(names: Iterable[str]) -> list[object]:
    """Names of cases as parameters."""
    return [x if x in QUICK else marked(x) for x in names]


FAR = {"trap-dry-pile-fires"}
"""Cases that little play does not come to."""


@pytest.fixture(autouse=True)
def as_little_play_as_will_do(request: pytest.FixtureRequest) -> None:
    """A check of a case plays less, unless all tests run."""
    if request.node.name.partition("[")[2].rstrip("]") not in FAR:
        request.getfixturevalue("little_play")


def test_all_cases_are_found() -> None:
    assert {*CASES, *SHARED} == set(names("tests/cases/checks"))


@pytest.mark.parametrize("code", [code for code, _, _ in CHECKS])
def test_each_code_has_a_case_that_fires_and_one_that_is_silent(code: str) -> None:
    mine = [e for e in map(expected, CASES) if e.code == code]
    assert any(e.evidence in ("witnessed", "proved") for e in mine)
    assert any(not e.evidence for e in mine)


@pytest.mark.parametrize("name", each_case(CASES))
def test_findings(name: str) -> None:
    want = expected(name)
    mine = [f for f in shown(name) if f.code == want.code and not (want.may_be_open and f.evidence == "bounded")]
    found = [(f.evidence, tuple(sorted(f.rules))) for f in mine]
    assert found == ([(want.evidence, tuple(sorted(want.rules)))] if want.evidence else [])


@pytest.mark.parametrize("name", each_case(CASES))
def test_what_else_is_found_is_what_the_case_says(name: str) -> None:
    """Of other codes, only those of `# also` are found as more than a note, and each of those comes up."""
    want = expected(name)
    others = [f for f in shown(name) if f.code != want.code]
    assert {f.code for f in others if f.severity != "note" and f.evidence != "bounded"} <= set(want.also)
    merged = {code for f in shown(name) for code in f.also_codes}
    assert set(want.also) <= {f.code for f in others} | merged


@pytest.mark.parametrize("name", each_case(n for n in CASES if not expected(n).evidence))
def test_a_silent_case_has_no_errors_of_other_codes(name: str) -> None:
    also = expected(name).also
    assert [f for f in shown(name) if f.severity == "error" and f.evidence != "bounded" and f.code not in also] == []


@pytest.mark.parametrize("name", each_case(CASES))
def test_the_summary_counts_the_findings(name: str) -> None:
    whole = report(name)
    assert whole.tables == 1
    assert whole.found_witnessed == sum(f.evidence != "bounded" for f in shown(name))
    assert whole.open_bounded == sum(f.evidence == "bounded" for f in shown(name))


@pytest.mark.parametrize("name", each_case(n for n in CASES if expected(n).evidence))
def test_findings_have_their_evidence(name: str) -> None:
    for finding in shown(name):
        # a proof that two options never permit something has scenarios in which each of them alone does
        assert finding.evidence != "witnessed" or finding.witness is not None
        assert finding.evidence != "bounded" or finding.witness is None
        assert finding.places
        assert finding.basis
        assert finding.message


@pytest.mark.parametrize(
    "name", each_case(n for n in CASES if expected(n).evidence == "witnessed" or "never-with-both" in n)
)
def test_witnesses_hold(name: str, tmp_path: Path) -> None:
    """A witness, saved beside a copy of the pages, passes; that of an endless cascade is stopped instead."""
    for file in ("base", name):
        shutil.copy(FOLDER / f"{file}.uno", tmp_path / f"{file}.uno")
    witnessed = [f for f in shown(name) if f.witness is not None]
    assert witnessed
    for number, finding in enumerate(witnessed):
        assert finding.witness is not None
        path = tmp_path / f"witness-{number}.uno"
        path.write_text(finding.witness, encoding="utf-8")
        project = load_project([path])
        page = project.pages[project.given[0]]
        assert page.scenarios
        for scenario in page.scenarios:
            result = run_scenario(project, page, scenario)
            if finding.code == "UNO301":
                assert not result.passed
                assert all(rule in result.message for rule in finding.rules)
            else:
                assert result.passed, result.message


@pytest.mark.parametrize("name", each_case(n for n in CASES if expected(n).evidence))
def test_a_fix_that_was_tried_resolves_the_finding(name: str, tmp_path: Path) -> None:
    """Each line that is offered as tried, written where it says, leaves nothing of the code."""
    want = expected(name)
    for finding in shown(name):
        for fix in finding.fixes:
            if not fix.verified:
                continue
            for file in ("base", name):
                shutil.copy(FOLDER / f"{file}.uno", tmp_path / f"{file}.uno")
            path = tmp_path / Path(fix.path).name
            lines = path.read_text(encoding="utf-8").splitlines()
            lines.insert(fix.line, fix.text)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            project = load_project([tmp_path / f"{name}.uno"])
            spec = TableSpec(options=want.options, seats=want.seats)
            if fix.text.strip().startswith("excludes"):
                with pytest.raises(RulesError, match="exclude each other"):
                    load_table(project, spec)
                continue
            after = check_seats(project, spec, time.monotonic() + BUDGET, codes=frozenset({finding.code}))
            assert finding.code in after.completed
            assert not [f for f in after.findings if f.evidence != "bounded"]
