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


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_more_families_say_what_their_tables_say(part: int) -> None:
    first = 100 + part * 10
    assert compared(range(first, first + 10)).differences == []
