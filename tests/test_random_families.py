"""Random families of tables: what is said of all combinations at once holds at each table alone."""

from __future__ import annotations

import pytest

from tests.comparisons.families import compared


@pytest.mark.slow
def test_a_family_says_what_its_tables_say() -> None:
    found = compared(range(1, 2))
    assert found.differences == []
    assert found.tables >= 12
    assert found.pairs >= 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 103))
def test_more_families_say_what_their_tables_say(seed: int) -> None:
    assert compared(range(seed, seed + 1)).differences == []
