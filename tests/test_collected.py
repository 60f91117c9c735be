"""`tests/INDEX` names exactly the files that tests collect."""

from __future__ import annotations

from tests.collected import found, listed

HELP = "after adding or removing a file: python -m tests.collected"


def test_the_index_names_what_is_there() -> None:
    assert sorted(set(found()) - set(listed())) == [], HELP
    assert sorted(set(listed()) - set(found())) == [], HELP
    assert listed() == found(), HELP
