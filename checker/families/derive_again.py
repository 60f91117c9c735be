"""Recomputes what a report says of all combinations, from its families, findings and proofs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from checker.families.check_family import each_game
from checker.families.matrix import largest, matrix, pages
from checker.report.json import combinations_json
from checker.results import Cell, Combinations, Finding, Game
from unodsl.resolve import Project

NOT_DERIVED = ("tables_loaded", "not_settled")
"""The parts that are not derived: how many tables were loaded, and what is not settled, in words."""

UNPROVED = frozenset(("none_found", "unasked"))
"""Verdicts on two options of which nothing is found and nothing is proved."""


def other_combinations(
    project: Project,
    stated: Mapping[str, Any],
    games: Iterable[Game],
    findings: Sequence[Finding],
    closed: Iterable[tuple[str, str]],
) -> list[str]:
    """The parts of `stated` that differ, by name. `games`: one for each family; `closed`: the pairs of options that never decide the
    same decision, by the kernel."""
    merged, given = each_game(games), list(findings)
    cells = as_stated(matrix(project, merged, given, dict.fromkeys(closed, True), ()), stated["matrix"])
    files = as_stated(pages(project, given), stated["pages"])
    new = combinations_json(Combinations(merged, cells, files, 0, (), largest(merged, cells, given)))
    derived = {**new, **{x: stated[x] for x in NOT_DERIVED}}
    return [f"`{x}` of the combinations" for x in derived.keys() | stated.keys() if derived.get(x) != stated.get(x)]


def as_stated(cells: Sequence[Cell], stated: Sequence[Mapping[str, Any]]) -> tuple[Cell, ...]:
    """Cells with the verdicts of a report, where nothing is found and it claims no proof."""
    return tuple(
        replace(x, verdict=y["verdict"]) if x.verdict in (*UNPROVED, "clean") and y["verdict"] in UNPROVED else x
        for x, y in zip(cells, stated, strict=True)
    )
