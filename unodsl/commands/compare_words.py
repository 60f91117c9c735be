"""Formats the numbers of a comparison."""

from __future__ import annotations

from unodsl.api.comparing import MOST_GAMES, Comparison, Estimate, Measure


def number(value: float, sign: bool = False) -> str:
    """Formats a number with three significant digits and at most two decimals."""
    size = abs(value)
    places = 0 if size >= 100 else 1 if size >= 10 else 2
    return f"{value:{'+' if sign else ''},.{places}f}"


def spread(estimate: Estimate, sign: bool = False) -> str:
    """Formats a mean with half the width of its confidence interval."""
    half = (estimate.high - estimate.low) / 2
    places = 0 if abs(estimate.value) >= 100 else 1 if abs(estimate.value) >= 10 else 2
    return f"{number(estimate.value, sign)} ± {half:,.{places}f}"


def percent(estimate: Estimate) -> str:
    """Formats a share with its confidence interval."""
    return f"{estimate.value:.1%} ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def points(estimate: Estimate) -> str:
    """Formats a difference of shares in percentage points."""
    return f"{100 * estimate.value:+.1f} ± {50 * (estimate.high - estimate.low):.1f}"


def verdict(measure: Measure) -> str:
    """The result of a difference: one word, and for an unclear one, in how many matches it would show."""
    difference = measure.difference
    if difference is None:
        return "one side only"
    if difference.clear:
        return "more" if difference.value > 0 else "less"
    return "unclear" if measure.shows_in is None else f"unclear ({matches(measure.shows_in)})"


def matches(count: int) -> str:
    """Formats a number of matches with two significant digits, rounded up."""
    if count > MOST_GAMES:
        return "over a million"
    unit = 10 ** max(0, len(str(count)) - 2)
    return f"{-(-count // unit) * unit:,}"


def by_significance(found: Comparison) -> tuple[list[Measure], list[Measure]]:
    """Splits the rules into those that only one side has or whose frequency differs significantly, sorted by the change
    relative to its interval, and the others."""

    def weight(m: Measure) -> tuple[float, str]:
        if m.difference is None:
            return float("-inf"), m.name
        half = m.difference.high - m.difference.low
        return (-abs(m.difference.value) / half if half else 0.0), m.name

    fired = [m for m in found.rules if any(e is not None and e.value for e in (m.a, m.b))]
    clear = [m for m in fired if m.difference is None or m.difference.clear]
    return sorted(clear, key=weight), [m for m in fired if m not in clear]
