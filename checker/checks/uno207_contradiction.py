"""UNO207 contradiction: two options speak to one decision and answer it differently."""

from __future__ import annotations

from checker.checks import option_pairs
from checker.codes import CONTRADICTION
from checker.context import Context
from checker.results import Answers

CODE, NAME = CONTRADICTION.id, CONTRADICTION.name


def check(context: Context) -> Answers:
    """Every pair of options that are on, unless one comes along with the other."""
    return option_pairs.check(context, "contradiction")
