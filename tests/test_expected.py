"""What players expect of the checker, in `tests/expected.toml`: some of it each time, more where slow and long tests run, all by `python -m tests.expected`."""

from __future__ import annotations

import pytest

from tests.effort import marked
from tests.expected import lines, project, results

LISTED = lines()
EXPECTED = [x for x in LISTED if x.kind != "harmless"]
HARMLESS = [x for x in LISTED if x.kind == "harmless"]
TABLES = (
    ("power.mercy", "spicy.draw-till-playable"),
    ("drapegnik.quick-start", "spicy.dealing"),
    ("power.good-points", "spicy.points"),
)
"""The options of tables of which the first is asked each time, and the others where slow tests run."""


def test_the_list_is_long_enough_and_names_what_there_is() -> None:
    assert len(EXPECTED) == 153
    assert len(HARMLESS) == 36
    assert {o for x in LISTED for o in x.options} <= set(project().option_names())
    short = {r.rpartition(".")[2] for r in project().rule_names()}
    assert {r.rpartition(".")[2] for x in LISTED for r in x.rules} <= short
    assert all(x.about for x in EXPECTED)


@pytest.mark.parametrize("options", [TABLES[0], *(marked((x,)) for x in TABLES[1:])])
def test_it_is_found(options: tuple[str, ...]) -> None:
    asked = [x for x in EXPECTED if x.kind == "clash" and x.options == options]
    assert asked
    assert [str(x.line) for x in results(asked) if not x.good] == []


@pytest.mark.slow
def test_neighbors_that_go_together_are_not_reported() -> None:
    assert [str(x.line) for x in results(HARMLESS[::36]) if not x.good] == []


@pytest.mark.long
def test_most_is_found_of_every_fifth_line() -> None:
    asked = list(results(EXPECTED[::5]))
    assert sum(x.good for x in asked) / len(asked) >= 0.8, [str(x.line) for x in asked if not x.good]


@pytest.mark.long
def test_no_neighbor_of_every_third_is_reported() -> None:
    assert [str(x.line) for x in results(HARMLESS[::3]) if not x.good] == []
