"""Rule sets built to blow up: what is not asked in time is not prepared either, and what pairs of rules share is worked out once
for each rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker import meetings
from checker.case import Case
from checker.checks import order
from checker.doubts import settle
from checker.footprint import Footprints, Thing, Whose
from tests.reports import lay_down
from unodsl.resolve import Project, TableSpec, load_project, load_table, resolve_table

MANY = 40


@pytest.fixture
def crowd(tmp_path: Path) -> Project:
    """Many rules for one event."""
    lay_down(tmp_path)
    text = 'use "base.uno"\noptions for base\n\noption many "Many rules"\n'
    for number in range(MANY):
        text += f"\n  rule r{number}\n    when player plays a card\n"
        text += f"    if number of cards in hand of player is {number % 5} and score of player is {number % 7}\n"
        text += "    then score of player becomes 1\n"
    (tmp_path / "crowd.uno").write_text(text, encoding="utf-8")
    return load_project([tmp_path / "crowd.uno"])


SPEC = TableSpec(options=("crowd.many",))


def test_no_question_is_put_together_that_nobody_asks(crowd: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meetings, "possible", lambda *_: pytest.fail("there is no time to ask it"))
    late = Case(crowd, SPEC, resolve_table(crowd, SPEC), deadline=0.0)
    found = order.doubts(late)
    assert found.open
    assert {f.evidence for f in settle(late, order.CODE, found).findings} == {"bounded"}
    assert late.cut_short


def test_what_a_rule_touches_is_worked_out_once(crowd: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    footprints = Footprints(load_table(crowd, SPEC))
    real = Footprints.reads
    looks: list[object] = []

    def counting(self: Footprints, node: object, env: Whose) -> set[Thing]:
        looks.append(node)
        return real(self, node, env)

    monkeypatch.setattr(Footprints, "reads", counting)
    rules = range(len(footprints.table.triggers))
    footprints.commute(0, 1)
    each = len(looks) / 2
    for a in rules:
        for b in rules:
            footprints.commute(a, b)
            footprints.independent_guards(a, b)
            footprints.lasting(a, (b,))
    assert len(looks) < 4 * each * len(rules)
