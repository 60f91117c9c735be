"""What the documentation shows works: its blocks are rules, its examples pass, and every code has a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.registry import CHECKS
from unodsl.data import codes_dir, rulesets_dir
from unodsl.resolve import load_project
from unodsl.resolve.compose import TableSpec, load_table
from unodsl.scenarios import all_scenarios, run_scenario
from unodsl.source import Source
from unodsl.syntax.parse import parse

ROOT = Path(__file__).parent.parent
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"])
EXAMPLES = sorted((ROOT / "examples").glob("*.uno"))
RULESETS = sorted(rulesets_dir().glob("*.uno"))
BLOCK = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[tuple[str, str]]:
    """Every block of a language: its place (`docs/tutorial.md:12`) and its text."""
    out = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            if match[1] == language:
                out.append((f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}", match[2]))
    return out


WHOLE = blocks("uno")
PARTS = blocks("uno-part")
COMPLETE = [(place, text) for place, text in WHOLE if 'use "' in text or "\ngame " in f"\n{text}"]


def test_the_documentation_is_found() -> None:
    assert len(PAGES) >= 15
    assert len(WHOLE) >= 18
    assert len(PARTS) >= 25
    assert len(EXAMPLES) >= 7
    assert [p.stem for p in RULESETS] == ["drapegnik", "official", "power", "psycho", "spicy"]


@pytest.mark.parametrize(("place", "text"), WHOLE, ids=[p for p, _ in WHOLE])
def test_whole_files_parse(place: str, text: str) -> None:
    tree, problems = parse(Source(place, text))
    assert [p.render() for p in problems] == []
    assert tree is not None


@pytest.mark.parametrize(("place", "text"), COMPLETE, ids=[p for p, _ in COMPLETE])
def test_whole_files_can_be_used(place: str, text: str, tmp_path: Path) -> None:
    """Saved beside the shipped rulesets, a block makes a table with each of its options, and its scenarios pass."""
    for ruleset in RULESETS:
        (tmp_path / ruleset.name).write_text(ruleset.read_text(encoding="utf-8"), encoding="utf-8")
    for example in EXAMPLES:
        (tmp_path / example.name).write_text(example.read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "block.uno"
    path.write_text(text, encoding="utf-8")
    project = load_project([path])
    page = project.pages[project.given[0]]
    load_table(project, TableSpec())
    for option in page.options:
        load_table(project, TableSpec(options=(option,)))
    for scenario in page.scenarios:
        result = run_scenario(project, page, scenario)
        assert result.passed, result.message


@pytest.mark.parametrize("path", [*RULESETS, *EXAMPLES], ids=lambda p: p.name)
def test_scenarios_pass(path: Path) -> None:
    project = load_project([path])
    mine = [(p, s) for p, s in all_scenarios(project) if p.name in project.given]
    assert mine, "an example without a scenario shows nothing"
    for page, scenario in mine:
        result = run_scenario(project, page, scenario)
        assert result.passed, f"{result.title}: {result.message}"


@pytest.mark.parametrize("code", [code for code, _, _ in CHECKS])
def test_each_code_has_a_page(code: str) -> None:
    name = next(n for c, n, _ in CHECKS if c == code)
    text = (ROOT / "docs" / "codes" / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}: {name}\n")
    for heading in ("## What triggers it", "## What is right", "## How it is decided"):
        assert heading in text


def test_each_page_has_a_code() -> None:
    assert {p.stem for p in codes_dir().glob("*.md")} == {code for code, _, _ in CHECKS}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target
