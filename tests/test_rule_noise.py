"""Nothing of a rule goes unread."""

from __future__ import annotations

from tests.effort import examples, slow_run
from tests.rule_noise import FILES, KINDS, run, subjects

FEW = ("drapegnik", "house")
"""What is tried each time. Every shipped ruleset is tried where slow tests run."""


def test_nothing_is_left_unread() -> None:
    """A random word, value or line in a random line of a ruleset is refused, or it changes the model."""
    found = subjects(FILES if slow_run() else tuple(x for x in FILES if x.stem in FEW))
    if slow_run():
        assert {x.page.name for x in found} >= {"official", "psycho", "power", "spicy", "drapegnik", "house"}
        assert sum(len(x.items) for x in found) >= 500
    outcome = run(found, examples(160, 5_000), seed=4)
    assert outcome.unread == []
    assert outcome.tried == outcome.refused + outcome.changed + outcome.fillers
    assert outcome.fillers <= outcome.tried // 100
    assert outcome.changed >= 2
    assert set(outcome.kinds) == {*KINDS, "line"}
