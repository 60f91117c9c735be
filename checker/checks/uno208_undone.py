"""UNO208 undone: what an option changes is as without it once another is on as well."""

from __future__ import annotations

from checker.checks import option_pairs
from checker.codes import UNDONE
from checker.context import Context
from checker.results import Answers

CODE, NAME = UNDONE.id, UNDONE.name


def check(context: Context) -> Answers:
    """Every pair of options that are on, unless one comes along with the other."""
    return option_pairs.check(context, "undone")
