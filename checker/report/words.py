"""Lines of the text report: width, colors, and line breaks."""

from __future__ import annotations

import textwrap

import click

from checker.results import Finding

WIDTH = 80
"""The columns of a line."""

_COLORS = {"error": "red", "warning": "yellow", "note": "blue", "open": "magenta"}


def aligned(left: str, right: str) -> str:
    """Two columns within the width of a line, or two lines."""
    if len(left) + len(right) + 2 > WIDTH:
        left = "\n".join(wrapped(left, "  "))
        return f"{left}\n  {right}" if right else left
    return f"{left:<{WIDTH - len(right)}}{right}".rstrip()


def wrapped(line: str, indent: str, first: str = "") -> list[str]:
    """A line wrapped at the width; continuation lines are indented."""
    return textwrap.wrap(
        line, WIDTH, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    ) or [first.rstrip()]


def level(finding: Finding) -> str:
    """`open` for an open question, else the severity, in its color."""
    word = "open" if finding.evidence == "bounded" else finding.severity
    return click.style(word, fg=_COLORS[word], bold=True)


def plain_level(finding: Finding) -> str:
    """The level without its color."""
    return click.unstyle(level(finding))


def at_table(finding: Finding) -> str:
    """The table of a finding: its options, parameters, and seats, and other sets of options that show it as well."""
    parts = [*finding.options, *(f"{name} {value}" for name, value in finding.parameters)]
    also = "".join(f"; or with {', '.join(options) or 'no option'}" for options in finding.also)
    return f"with {', '.join(parts) or 'no option'}, at {many(finding.seats, 'seat')}{also}"


def many(number: int, noun: str) -> str:
    """`1 option`, `2 options`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
