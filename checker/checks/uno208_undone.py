"""UNO208 undone: another option removes the change that an option makes."""

from __future__ import annotations

from checker.checks import option_pairs
from checker.codes import UNDONE
from checker.context import Context
from checker.results import Answers

CODE = UNDONE.id


def check(context: Context) -> Answers:
    """Checks every pair of options that are on, unless one brings the other."""
    return option_pairs.check(context, "undone")
