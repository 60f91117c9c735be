"""The checks, in the order in which they run. A new one is a module, a line here, a page and a case."""

from __future__ import annotations

from collections.abc import Callable

from checker.case import Case
from checker.checks import (
    cascades,
    choices,
    dead,
    doubles,
    options,
    order,
    outcomes,
    overshadowed,
    parameters,
    permits,
    replacements,
    stacks,
    stuck,
    traps,
    unanswered,
    without_effect,
)
from checker.verdicts import Answers

CHECKS: tuple[tuple[str, str, Callable[[Case], Answers]], ...] = tuple(
    (module.CODE, module.NAME, module.check)
    for module in (
        order,
        permits,
        outcomes,
        replacements,
        parameters,
        doubles,
        cascades,
        stacks,
        stuck,
        traps,
        choices,
        dead,
        overshadowed,
        without_effect,
        options,
        unanswered,
    )
)
"""(code, name, check)."""
