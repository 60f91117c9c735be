"""The shipped rulesets check with exactly the findings that the documentation lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.check_table import check_table
from tests.effort import few_and_slow
from unodsl.data import rulesets_dir
from unodsl.resolve import TableSpec, load_project, load_table

PAGE = Path(__file__).parent.parent / "docs" / "findings.md"
ROW = re.compile(r"^\| (\w+) \| (UNO\d{3}) \| ([\w.-]+) \|", re.MULTILINE)


@pytest.mark.parametrize("name", few_and_slow([p.stem for p in sorted(rulesets_dir().glob("*.uno"))], 1))
def test_a_page_has_the_findings_that_are_listed(name: str) -> None:
    project = load_project([rulesets_dir() / f"{name}.uno"])
    seats = load_table(project, TableSpec()).seats_low
    report = check_table(project, TableSpec(), range(seats, seats + 1), 120.0)
    found = {(f.code, r) for f in report.findings if f.suppressed is None and f.evidence != "bounded" for r in f.rules}
    listed = {(code, rule) for page, code, rule in ROW.findall(PAGE.read_text(encoding="utf-8")) if page == name}
    assert found == listed
