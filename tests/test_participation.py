"""Who takes part, and what is open, between two moves: what is claimed of it is true from the first move on."""

from __future__ import annotations

from checker.invariants.participation import ROUND_RUNS, SOMETHING_OPEN, attendance
from tests import engine_tables as k
from tests.comparisons.equal_tables import context_of
from unodsl.model import effects as f
from unodsl.model import table as t

WAITS = f.Begin(k.WAIT, k.seat(0), ())


def test_a_match_may_wait_before_its_first_round() -> None:
    first = k.trigger("first", t.TableEvent("match begins"), WAITS)
    ready = k.offer("ready", k.REST, f.BeginRound(), WAITS, situations=(k.WAIT,), who=k.IN_PLAY_SET)
    claims = attendance(context_of(k.build(first, ready))).claims
    assert ROUND_RUNS not in claims
    assert SOMETHING_OPEN in claims


def test_a_round_runs_where_it_begins_with_the_match() -> None:
    first = k.trigger("first", t.TableEvent("match begins"), f.BeginRound(), WAITS)
    claims = attendance(context_of(k.build(first))).claims
    assert {ROUND_RUNS, SOMETHING_OPEN} <= claims.keys()
