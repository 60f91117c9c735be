"""Postconditions of acts: what an act has written holds for the triggers of its event, unless something has changed it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from checker.context import Context
from checker.effects.just_after import just_after
from checker.invariants.decided import decided
from checker.kernel.obligations import Obligation
from tests.test_check_cases import FOLDER, expected
from unodsl.model import table as t
from unodsl.resolve import TableSpec, load_project, resolve_table


def context_of(name: str) -> Context:
    """The table of a case."""
    project = load_project([FOLDER / f"{name}.uno"])
    spec = TableSpec(options=expected(name).options, seats=2)
    return Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=0)


def written(table: t.Table) -> set[str]:
    """The variables and zones about which something is known when a card has been played."""
    (play,) = (i for i, x in enumerate(table.acts) if x.name == "base.play")
    names = {"variable": [x.name for x in table.variables], "zone": [x.name for x in table.zones]}
    return {names[x.about[0]][x.about[1]] for x in just_after(table).at(t.ActEvent(play, 0))}


@pytest.mark.parametrize(
    ("name", "left", "runs"),
    [
        ("dead-just-after-fires", {"base.top-card", "base.discard-pile"}, False),
        # another rule of the event has turned up another card
        ("dead-just-after-changed", set(), True),
    ],
)
def test_what_an_act_leaves(name: str, left: set[str], runs: bool) -> None:
    context = context_of(name)
    assert {x.replace(" ", "-") for x in written(context.table)} == left
    rule = f"{name}.four-on-three"
    assert (decided(context, Obligation("runs", (rule,))).verdict == "possible") == runs


@pytest.mark.parametrize(
    ("name", "shown"), [("part-top-of-the-pile-fires", True), ("part-top-turned-up-before", False)]
)
def test_the_top_of_the_pile_until_a_rule_turns_up_another_card(name: str, shown: bool) -> None:
    context = context_of(name)
    (rule,) = (x for x in context.table.triggers if x.info.name == f"{name}.four")
    (number,) = (i for i, x in enumerate(rule.info.parts) if x.effect is None)
    question = Obligation("part fails", (rule.info.name, str(number)))
    assert (decided(context, question).verdict == "impossible") == shown


TWO_EVENTS = """
  rule bold
    during turn
    its player may play star as answer
    then over becomes yes

  rule again
    when player takes up bold
    then top card becomes nothing
"""


def test_a_rule_of_two_events_of_one_move(tmp_path: Path) -> None:
    """What a rule writes itself comes later, unless it runs for an earlier event of the same move as well."""
    text = (FOLDER / "base.uno").read_text(encoding="utf-8")
    whole = text.replace("act play a card from hand", "act play a card from hand\n    manners answer")
    (tmp_path / "base.uno").write_text(whole + TWO_EVENTS, encoding="utf-8")
    table = resolve_table(load_project([tmp_path / "base.uno"]), TableSpec(seats=2)).table
    bold = next(i for i, x in enumerate(table.offers) if x.info.name == "base.bold")
    again = next(i for i, x in enumerate(table.triggers) if x.info.name == "base.again")
    played, taken_up = table.events_of(bold)
    twice = replace(table, order=((played, (again,)), *table.order))
    rows = (
        just_after(table).at(taken_up, again),
        just_after(table).at(taken_up),
        just_after(twice).at(taken_up, again),
    )
    assert [any(x.about[0] == "variable" for x in row) for row in rows] == [True, False, False]
