"""Interval arithmetic: the bounds of a result hold, and for all but `/` some operands come to both."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from unodsl.model.expressions import Operator
from unodsl.model.intervals import of_operation, operated

ENDS = [(low, high) for low in range(-3, 4) for high in range(low, 4)]


@pytest.mark.parametrize("operator", get_args(Operator))
def test_bounds_are_those_of_the_results(operator: Operator) -> None:
    for left, right in product(ENDS, ENDS):
        results = [operated(operator, x, y) for x in range(left[0], left[1] + 1) for y in range(right[0], right[1] + 1)]
        low, high = of_operation(operator, left, right)
        if operator == "/":
            assert low <= min(results)
            assert max(results) <= high
        else:
            assert (low, high) == (min(results), max(results))
