"""The pages of finding codes: each says what it should, its bad example is found, and what it calls right is not."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker import codes
from checker.check_table import check_seats
from checker.checks.registry import CHECKS
from checker.report.code_pages import page
from checker.results import Finding
from tests.effort import one_in, slow_run
from unodsl.commands.main import main
from unodsl.data import codes_dir, rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, load_project, load_table

pytestmark = pytest.mark.usefixtures("little_play")

ROOT = Path(__file__).resolve().parent.parent
CODES = sorted(code for code, _, _ in CHECKS)
HEADINGS = ("What triggers it", "What is right", "How it is decided", "Limits")
GAME = "official"
SEATS = 3
BUDGET = 60.0

_BLOCK = re.compile(r"^```(uno|uno-part)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def parts(code: str) -> dict[str, str]:
    """The page of a code by headings; what stands before the first one is called ""."""
    text = (codes_dir() / f"{code}.md").read_text(encoding="utf-8")
    found = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return {"": found[0]} | dict(zip(found[1::2], found[2::2], strict=True))


def bad(code: str) -> str:
    """The example of what is wrong."""
    found = _BLOCK.search(parts(code)["What triggers it"])
    assert found is not None
    assert found[1] == "uno"
    return found[2]


def good(code: str) -> list[str]:
    """The examples of what is right, as whole files: a part takes the place of the rule of its name in the bad example, or is
    added to its last option. A part that only shows how to allow the finding is no example of what is right."""
    out = []
    for kind, text in _BLOCK.findall(parts(code)["What is right"]):
        if kind == "uno":
            out.append(text)
        elif "allow UNO" not in text:
            out.append(put_in(bad(code), text))
    return out


def put_in(whole: str, part: str) -> str:
    """A file with one rule replaced, or with lines more."""
    name = re.search(r"^  rule (\S+)", part, re.MULTILINE)
    assert name is not None
    old = re.compile(rf"^  rule {re.escape(name[1])}\b.*\n(?:(?:    .*)?\n)*", re.MULTILINE)
    if old.search(whole):
        return old.sub(lambda _: part.rstrip() + "\n\n", whole, count=1)
    return whole.rstrip() + "\n\n" + part


def found(code: str, text: str, folder: Path) -> list[Finding] | None:
    """What the check of this code finds with all options of a file on, and not without them; None where they exclude each
    other."""
    for ruleset in rulesets_dir().glob("*.uno"):
        (folder / ruleset.name).write_text(ruleset.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "example.uno").write_text(text, encoding="utf-8")
    project = load_project([folder / "example.uno"])
    options = tuple(sorted(project.pages["example"].options))
    try:
        with_them = findings(project, TableSpec(options=options), frozenset({code}))
    except RulesError as error:
        if any(d.code != "UNO111" for d in error.diagnostics):
            raise
        return None
    assert load_table(project, TableSpec()).name == GAME
    # (where slow tests run, all codes need it, and one check of all takes less time)
    without = of_the_game(None if slow_run() else frozenset({code})) if with_them else ()
    return [f for f in with_them if (f.code, f.rules) not in without]


def findings(project: Project, spec: TableSpec, codes: frozenset[str] | None) -> list[Finding]:
    """What a check of some codes (None: of all) finds at one table."""
    part = check_seats(project, replace(spec, seats=SEATS), time.monotonic() + BUDGET, codes=codes)
    return [f for f in part.findings if f.evidence != "bounded" and f.counts]


@cache
def of_the_game(codes: frozenset[str] | None) -> frozenset[tuple[str, tuple[str, ...]]]:
    """The codes and rules of what is found in the game of the examples itself."""
    project = load_project([rulesets_dir() / f"{GAME}.uno"])
    return frozenset((f.code, f.rules) for f in findings(project, TableSpec(), codes))


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_what_it_should(code: str) -> None:
    name = next(n for c, n, _ in CHECKS if c == code)
    page = parts(code)
    assert page[""].startswith(f"# {code}: {name}\n\n")
    assert re.search(r"^(.*\. )?Severity: (error|warning|note)\b", page[""], re.MULTILINE)
    assert [h for h in page if h in HEADINGS] == list(HEADINGS)
    assert all(len(page[h].split()) > 15 for h in HEADINGS)


@pytest.mark.parametrize("code", one_in(20, CODES))
def test_the_bad_example_is_found(code: str, tmp_path: Path) -> None:
    assert [f.code for f in found(code, bad(code), tmp_path) or []][:1] == [code]


@pytest.mark.parametrize(("code", "number"), one_in(24, [(c, n) for c in CODES for n in range(len(good(c)))]))
def test_what_is_right_is_not(code: str, number: int, tmp_path: Path) -> None:
    assert not found(code, good(code)[number], tmp_path)


def test_each_page_has_something_right() -> None:
    assert all(good(code) for code in CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_command_prints_the_page(code: str) -> None:
    result = CliRunner().invoke(main, ["explain", code.lower()])
    assert result.exit_code == 0
    assert result.output == (codes_dir() / f"{code}.md").read_text(encoding="utf-8")


def test_codes_stand_in_one_place() -> None:
    """No other module of the checker or the commands writes a code of the checker as a string."""
    modules = [p for folder in ("checker", "unodsl/commands") for p in (ROOT / folder).rglob("*.py")]
    quoted = re.compile(r"[\"']UNO[2-5]\d\d[\"']")
    assert [str(p) for p in modules if p.name != "codes.py" and quoted.search(p.read_text(encoding="utf-8"))] == []


def test_every_code_is_checked_and_has_its_severity_on_its_page() -> None:
    assert tuple(c.id for c in codes.CODES) == tuple(code for code, _, _ in CHECKS)
    for code in codes.CODES:
        assert page(code.id, code.name).severity == code.severity
