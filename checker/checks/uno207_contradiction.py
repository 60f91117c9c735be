"""UNO207 contradiction: two options decide one decision, with different answers."""

from __future__ import annotations

from checker.checks import option_pairs
from checker.codes import CONTRADICTION
from checker.context import Context
from checker.results import Answers

CODE, NAME = CONTRADICTION.id, CONTRADICTION.name


def check(context: Context) -> Answers:
    """Checks every pair of options that are on, unless one brings the other."""
    return option_pairs.check(context, "contradiction")
