"""The certificate checker for reports: submits each certificate to the kernel again, with fresh queries and without
provers.

Sound, not complete: what is accepted again holds for the current rules. It does not show that the report has all
questions or all findings. Example: that no state satisfies the conditions of two offers supposes an invariant. Each
claim of the invariant is proved again, and then the query runs under it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from checker.recheck.report import NotAReport, Rechecked, Report
from unodsl.resolve import Project

__all__ = ["NotAReport", "Rechecked", "recheck"]


def recheck(project: Project, value: Mapping[str, Any], within_budget: Callable[[int, int, str], None]) -> Rechecked:
    """Submits what a report calls proved to the kernel again, with the rules of a project. Raises `NotAReport`."""
    return Report(project, value, within_budget).check()
