"""Rules that are pushed aside each time: the fewest others that do so together."""

from __future__ import annotations

import pytest

from checker.reachability.shadowed import fewest


@pytest.mark.parametrize(
    ("enough", "found"),
    [
        ([{1}], [1]),
        ([{2, 3}], [2, 3]),
        ([{1, 2, 3}], [1, 2, 3]),
        # one by itself before two
        ([{1, 2}, {3}], [3]),
        ([], None),
    ],
)
def test_the_fewest_that_are_enough(enough: list[set[int]], found: list[int] | None) -> None:
    assert fewest([1, 2, 3], lambda chosen: any(x <= set(chosen) for x in enough)) == found


def test_nobody_pushes_aside_what_stands_alone() -> None:
    assert fewest([], lambda chosen: True) is None
