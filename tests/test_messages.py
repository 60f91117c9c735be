"""Messages of running work, from this process and from those of a pool."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checker.check_table import check_table
from checker.messages import LONGEST, Found, Message, Step, receiving, send
from checker.parallel import spread
from unodsl.resolve import TableSpec, load_project

FILES = Path(__file__).parent / "cases" / "checks"
forked = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes send where they are forked")


def sends(shared: str, number: int) -> int:
    """Work that reports a step and a finding."""
    send(Step(number, 1, 2, shared))
    send(Found("UNO203", f"{shared} {number}"))
    return number


def floods(shared: str, number: int) -> int:
    """Work that sends more than anybody receives, and more than is possible at once."""
    send(Found("UNO203", "x" * LONGEST))
    for _ in range(10_000):
        send(Found("UNO203", shared))
    return number


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=forked)])
def test_each_kind_reaches_its_handler(jobs: int) -> None:
    steps: list[Message] = []
    found: list[Message] = []
    with receiving(Step, steps.append), receiving(Found, found.append):
        made, _ = spread(sends, "work", [2, 3, 4], jobs, lambda done: None)
    assert made == [2, 3, 4]
    assert sorted(steps) == [Step(n, 1, 2, "work") for n in (2, 3, 4)]
    assert sorted(found) == [Found("UNO203", f"work {n}") for n in (2, 3, 4)]


def test_without_a_handler_messages_are_dropped() -> None:
    found: list[Message] = []
    with receiving(Found, found.append):
        with receiving(Found, lambda message: None):
            sends("inner", 1)
        sends("outer", 2)
    sends("nobody", 3)
    assert found == [Found("UNO203", "outer 2")]


@forked
def test_sending_never_waits() -> None:
    """More than a pipe holds: some of it is lost, what arrives is whole, and the work completes."""
    found: list[Message] = []
    with receiving(Found, found.append):
        made, _ = spread(floods, "work", [1, 2, 3, 4], 2, lambda done: None)
    assert made == [1, 2, 3, 4]
    assert set(found) == {Found("UNO203", "work")}


@pytest.mark.usefixtures("little_play")
def test_a_check_counts_its_steps_and_announces_what_it_finds() -> None:
    project = load_project([FILES / "outcomes-fires.uno"])
    shown: list[tuple[int, int, str]] = []
    found: list[Found] = []
    with receiving(Found, found.append):
        report = check_table(
            project,
            TableSpec(options=project.option_names()),
            range(2, 4),
            60.0,
            lambda done, of, what: shown.append((done, of, what)),
        )
    counts = [done for done, _, _ in shown]
    assert counts == sorted(counts)
    assert counts[-1] == shown[-1][1]
    errors = {f.code for f in report.findings if f.evidence == "witnessed" and f.severity == "error" and f.owners}
    assert errors
    assert errors <= {f.code for f in found}
