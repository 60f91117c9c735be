"""Which of several definitions of one name counts."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

from tests.reports import CASES
from unodsl.model.precedence import by_precedence, place_of
from unodsl.resolve import load_project
from unodsl.scenarios import run_scenario


@pytest.mark.parametrize(
    ("replaced", "order"),
    [
        ({}, "abc"),
        ({"c": {"a"}}, "bca"),
        ({"c": {"b"}}, "acb"),
        ({"c": {"b"}, "b": {"a"}}, "cba"),
        ({"b": {"c"}}, "abc"),
        ({"b": {"a"}, "a": {"b"}}, "cab"),
    ],
)
def test_each_counts_before_those_that_it_replaces(replaced: dict[str, set[str]], order: str) -> None:
    assert "".join(by_precedence("cba", replaced, lambda name: place_of(name, True, 0, False))) == order


CHILD = """use "base.uno"

game child "Stars are dear" extends base

  rule dear
    points of a card means 9 if the card is star, otherwise 2
    instead of base.points

option cheap "Stars are cheap"

  rule cheap
    points of a card means 1
    if the card is star

scenario "without"
  expect points of star is 9

scenario "with"
  with cheap
  expect points of star is 1
"""


def test_an_option_counts_before_a_game_whose_rule_replaces_another(tmp_path: Path) -> None:
    copy(CASES / "base.uno", tmp_path)
    (tmp_path / "child.uno").write_text(CHILD, encoding="utf-8")
    project = load_project([tmp_path / "child.uno"])
    page = project.pages["child"]
    assert [run_scenario(project, page, x).message for x in page.scenarios] == ["", ""]
