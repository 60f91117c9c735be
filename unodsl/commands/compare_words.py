"""Figures of a comparison in words."""

from __future__ import annotations

from unodsl.api.comparing import Comparison, Estimate, Measure


def number(value: float, sign: bool = False) -> str:
    """A number as somebody would say it: three digits that count, at most two behind the point."""
    size = abs(value)
    places = 0 if size >= 100 else 1 if size >= 10 else 2
    return f"{value:{'+' if sign else ''},.{places}f}"


def spread(estimate: Estimate, sign: bool = False) -> str:
    """A mean with half its interval."""
    half = (estimate.high - estimate.low) / 2
    places = 0 if abs(estimate.value) >= 100 else 1 if abs(estimate.value) >= 10 else 2
    return f"{number(estimate.value, sign)} ± {half:,.{places}f}"


def percent(estimate: Estimate) -> str:
    """A share with its interval."""
    return f"{estimate.value:.1%} ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def points(estimate: Estimate) -> str:
    """A difference of shares."""
    return f"{100 * estimate.value:+.1f} ± {50 * (estimate.high - estimate.low):.1f}"


def verdict(difference: Estimate | None) -> str:
    """What the difference comes to, in a word."""
    if difference is None:
        return "one side only"
    return "unclear" if not difference.clear else "more" if difference.value > 0 else "less"


def telling(found: Comparison) -> tuple[list[Measure], list[Measure]]:
    """The rules that one side lacks, or that fire clearly more or less often, the greatest change (in its own interval) first; and
    the others."""

    def weight(m: Measure) -> tuple[float, str]:
        if m.difference is None:
            return float("-inf"), m.name
        half = m.difference.high - m.difference.low
        return (-abs(m.difference.value) / half if half else 0.0), m.name

    fired = [m for m in found.rules if any(e is not None and e.value for e in (m.a, m.b))]
    clear = [m for m in fired if m.difference is None or m.difference.clear]
    return sorted(clear, key=weight), [m for m in fired if m not in clear]
