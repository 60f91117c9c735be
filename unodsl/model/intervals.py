"""Interval arithmetic: bounds of a result from the bounds of its operands."""

from __future__ import annotations

from typing import assert_never

from unodsl.model.expressions import Operator

Interval = tuple[int, int]
"""The minimum and maximum of a number, inclusive."""


def of_operation(operator: Operator, left: Interval, right: Interval) -> Interval:
    """Returns the bounds of a result before clamping to the limit of numbers. Exact except for `/`, where they are
    valid for any divisor."""
    (a, b), (c, d) = left, right
    match operator:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
        case "/":
            reach = max(abs(a), abs(b))
            return -reach if a < 0 or c < 0 else 0, reach
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "apart":
            return max(0, a - d, c - b), max(b - c, d - a)
        case _:
            assert_never(operator)


def operated(operator: Operator, left: int, right: int) -> int:
    """Evaluates the operation. `/` rounds down; division by 0 yields 0."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right if right else 0
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
        case "apart":
            return abs(left - right)
        case _:
            assert_never(operator)
