"""Counterexample-guided invariants: which values the provers propose never to meet, and what the kernel makes of them."""

from __future__ import annotations

import time

import pytest

from checker.context import Context
from checker.invariants.certified import kernel
from checker.invariants.excluding import excluded, excluding, never_together, sampled_values, slots_of, values_at
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
    assert {tuple(x.items()) for x in rows} == {tuple(x.items()) for x in sampled_values(apart, slots)}
    for claim in claims:
        *given, last = claim.literals
        assert not last.equal
        both = (*given, last._replace(equal=1))
        assert not any(all(row.get((x.one, x.other)) == x.value for x in both) for row in rows)


def test_what_play_shows_or_the_kernel_refutes_is_not_proved(apart: Context) -> None:
    assert excluded(context_of(TOGETHER, "debts", "throwing"), meeting(TOGETHER)) is None
    # other questions, and questions that play has met
    assert excluded(apart, Obligation("runs", (f"{APART}.throw-in",))) is None
    assert excluded(apart, Obligation("two outcomes", ("base.play", f"{APART}.throw-in"))) is None


def test_a_field_has_a_value_only_while_its_situation_is_open() -> None:
    card, kind = (3, -1), (-2, 0)
    assert never_together((kind, 1), (card, 7)).literals == (
        SlotValue(-2, -1, 1),
        SlotValue(-2, 0, 1),
        SlotValue(3, -1, 7, 0),
    )
    assert never_together(((-2, -1), 1), ((-2, -1), 1)).literals == (SlotValue(-2, -1, 1, 0),)
