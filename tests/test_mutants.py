"""A slice of the mutants of the shipped rulesets; `benchmarks/mutants.py` judges all of them."""

from __future__ import annotations

import pytest

from tests.effort import marked
from tests.mutants.judge import PAGES, judge, page
from tests.mutants.kinds import KINDS, mutants
from tests.mutants.making import Mutant

ALL = [m for name in PAGES for m in mutants(page(name))]
SLICE = [next(m for m in ALL if m.kind == kind) for kind in dict.fromkeys(m.kind for m in ALL)]
ENDLESS = {"echoed", "wrong-way"}
"""Kinds whose checks take as long as they are given."""


TRIED = [m for m in SLICE if m.kind not in ENDLESS][::3]
"""Every second of them, and those that take long, only where long tests run."""


def test_there_are_enough() -> None:
    for kind in KINDS:
        assert any(list(kind(page(name))) for name in PAGES), kind.__name__
    assert len({(m.page, m.id) for m in ALL}) == len(ALL)
    assert {m.page for m in ALL if m.expected} == {m.page for m in ALL if not m.expected} == set(PAGES)


@pytest.mark.parametrize(
    "mutant",
    [
        marked(m, long=i % 2 == 1 or m.kind in ("card-back", "ban-and-offer", "twin-replacement", "toll"))
        for i, m in enumerate(TRIED)
    ],
    ids=lambda m: m.id,
)
def test_some_kinds(mutant: Mutant) -> None:
    verdict = judge(mutant)
    assert verdict.result in ("found", "silent"), verdict.false
    assert verdict.false == ()
