"""Counterexample-guided invariants: which values the provers propose never to meet, and what the kernel makes of them."""

from __future__ import annotations

import time

import pytest

from checker.context import Context
from checker.invariants.certified import kernel
from checker.invariants.excluding import (
    excluded,
    excluding,
    literals_of,
    never_together,
    sampled_literals,
    slots_of,
    values_at,
)
from checker.kernel.obligations import Obligation
from checker.known_tables import memo_of
from checker.smt.literals import SlotValue
from tests.test_check_cases import FOLDER
from unodsl.resolve import TableSpec, load_project, resolve_table

APART, TOGETHER = "permit-never-together", "permit-together-later-fires"


def context_of(name: str, *options: str) -> Context:
    """The context of a case, at two seats."""
    project = load_project([FOLDER / f"{name}.uno"])
    spec = TableSpec(options=tuple(f"{name}.{x}" for x in options), seats=2)
    resolved = resolve_table(project, spec)
    return Context(project, spec, resolved, time.monotonic() + 600, known=memo_of(project))


def meeting(name: str) -> Obligation:
    """The question whether the two rules of a case meet."""
    return Obligation("permit and ban", (f"{name}.throw-in", f"{name}.no-other-card"))


@pytest.fixture(scope="module")
def apart() -> Context:
    return context_of(APART, "debts", "throwing")


def test_rules_that_never_meet_are_proved_apart(apart: Context) -> None:
    found = kernel(apart)
    assert found is not None
    assert found.closed(meeting(APART)) is None
    shown = excluded(apart, meeting(APART))
    assert shown is not None
    assert shown.invariant
    assert shown.about == ("permit and ban", *meeting(APART).names)


def test_claims_are_about_values_that_never_meet_in_play(apart: Context) -> None:
    found = kernel(apart)
    assert found is not None
    question = found.formula(meeting(APART))
    assert question is not None
    slots = slots_of(tuple(found.builder.named(x) for x in meeting(APART).names))
    claims = excluding(apart, slots, question)
    assert claims
    rows = [values_at(apart, x.state, slots) for x in apart.samples.steps]
    for claim in claims:
        *given, last = claim.literals
        both = (*given, last._replace(equal=1 - last.equal))
        assert not any(all(holds(row, x) for x in both) for row in rows)
    for literal, where in sampled_literals(apart, slots).items():
        assert len(where) == len({tuple(row.items()) for row in rows if holds(row, literal)}) > 0


def holds(row: dict[tuple[int, int], int], x: SlotValue) -> bool:
    """Whether a literal holds of some values; one of a field that is not there does not."""
    return (x.one, x.other) in row and (row[x.one, x.other] == x.value) == bool(x.equal)


def test_what_play_shows_or_the_kernel_refutes_is_not_proved(apart: Context) -> None:
    assert excluded(context_of(TOGETHER, "debts", "throwing"), meeting(TOGETHER)) is None
    # other questions, and questions that play has met
    assert excluded(apart, Obligation("runs", (f"{APART}.throw-in",))) is None
    assert excluded(apart, Obligation("two outcomes", ("base.play", f"{APART}.throw-in"))) is None


def test_a_field_has_a_value_only_while_its_situation_is_open() -> None:
    card, kind = SlotValue(3, -1, 7), SlotValue(-2, 0, 1)
    assert never_together(kind, card).literals == (SlotValue(-2, -1, 1), kind, SlotValue(3, -1, 7, 0))
    assert never_together(SlotValue(-2, -1, 1)).literals == (SlotValue(-2, -1, 1, 0),)
    assert never_together(SlotValue(3, -1, -1, 0)).literals == (SlotValue(3, -1, -1, 1),)


def test_values_of_many_are_the_first_one_or_others(apart: Context) -> None:
    names = {x.name.partition(".")[2]: (i, -1) for i, x in enumerate(apart.table.variables)}
    top = names["top card"]
    assert literals_of(apart.table, top, -1) == [SlotValue(*top, -1)]
    assert literals_of(apart.table, top, 4) == [SlotValue(*top, -1, 0), SlotValue(*top, 4)]
    assert literals_of(apart.table, (-1, -1), 0) == [SlotValue(-1, -1, 0)]
