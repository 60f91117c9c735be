"""Parses command-line arguments for seat counts and option names."""

from __future__ import annotations

import re
from collections.abc import Callable

from unodsl.commands.common import wrong
from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.resolve import Project
from unodsl.resolve.choice import seats_text
from unodsl.resolve.options import called_option

OFF = "not switched on"
"""Reason given when an option of an input file was not checked."""


def seat_range(
    text: str | None, usual: range, low: int, high: int, refuse: Callable[[int], object] = lambda number: None
) -> range:
    """Parses a seat count (`3`) or a range (`2..4`). Returns `usual` if `text` is None. `refuse` is called with a count
    outside `low..high` and may raise a more specific error."""
    if text is None:
        return usual
    match = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", text.strip())
    if match is None:
        both = re.fullmatch(r"(\d+) ?(?:-|to|,|:) ?(\d+)", text)
        range_meant = "`4` or `2..4`" if both is None else f"`{both[1]}..{both[2]}`"
        raise wrong(f"`{text}` is not a number of seats", f"say {range_meant}")
    first, last = int(match[1]), int(match[2] or match[1])
    if first > last:
        raise wrong(f"`{text}` goes from the larger to the smaller number", f"say `{last}..{first}`")
    for number in (first, last):
        if not low <= number <= high:
            refuse(number)
            raise wrong(f"these rules are for {seats_text(low, high)} seats, not {number}")
    return range(first, last + 1)


def full_names(project: Project, options: tuple[str, ...], near: tuple[str, ...]) -> tuple[str, ...]:
    """Resolves option names to full names. Names are looked up first in the pages of `near`. Raises `RulesError`."""
    out = []
    for text in options:
        problems: list[Diagnostic] = []
        full = called_option(project, text, near, problems)
        if full is None:
            raise RulesError(problems)
        out.append(full)
    return tuple(out)
