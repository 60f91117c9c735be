"""The page on contradictions between the rulesets is current: cheaply, by what it names; one section of it where slow tests run; by
writing it anew where long ones do."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from tests.contradictions import HOUSE, MOST_STORIES, PAGE, RULESETS, compared, sections, written
from unodsl.data import rulesets_dir
from unodsl.resolve import load_project

TEXT = PAGE.read_text(encoding="utf-8")


def test_every_pair_is_there() -> None:
    assert sorted(RULESETS) == sorted(p.stem for p in rulesets_dir().glob("*.uno"))
    for one, other in combinations(RULESETS, 2):
        assert f"\n### {one} and {other}\n" in TEXT
    for one, other, _ in HOUSE:
        assert f"\n### {one} and {other}, house rules on\n" in TEXT


def test_the_matrix_counts_what_the_tables_list() -> None:
    head = next(x for x in TEXT.splitlines() if x.startswith("| | psycho"))
    columns = [x.strip() for x in head.split("|")[2:-1]]
    for row in (x for x in TEXT.splitlines() if re.match(r"\| \w+ \|.* \+ ", x)):
        one, *cells = (x.strip() for x in row.split("|")[1:-1])
        for other, cell in zip(columns, cells, strict=True):
            if not cell:
                continue
            section = TEXT.partition(f"\n### {one} and {other}\n")[2].partition("\n#")[0]
            listed = [x for x in section.splitlines() if x.startswith("| ")][2:]
            alone = [x for x in listed if " speaks) |" in x]
            assert cell == f"{len(listed) - len(alone)} + {len(alone)}"


def test_the_rules_that_it_names_are_there() -> None:
    project = load_project(sorted(rulesets_dir().glob("*.uno")))
    named = set(re.findall(rf"`((?:{'|'.join(RULESETS)})\.[\w-]+)`", TEXT)) - set(project.option_names())
    named -= {f"{name}.uno" for name in RULESETS}
    assert len(named) > 30
    assert named <= project.rule_names()


def test_there_are_ten_stories() -> None:
    """(That their files pass is asked of every block of the documentation.)"""
    stories = re.findall(r"^### \d+\. (\w+) and (\w+): ", TEXT, re.M)
    assert len(stories) == MOST_STORIES == TEXT.count("\n```uno\n")
    assert len(set(stories)) >= 5


@pytest.mark.slow
def test_a_section_is_what_is_written_anew() -> None:
    anew = "\n".join(sections([compared("spicy", "drapegnik")])[2:])
    assert anew in TEXT


@pytest.mark.long
def test_it_is_what_is_written_anew() -> None:
    assert written() == TEXT
