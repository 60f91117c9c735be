"""UNO209 interaction: two options together have an effect that neither has alone."""

from __future__ import annotations

from checker.checks import option_pairs
from checker.codes import INTERACTION
from checker.context import Context
from checker.results import Answers

CODE = INTERACTION.id


def check(context: Context) -> Answers:
    """Checks every pair of options that are on, unless one brings the other."""
    return option_pairs.check(context, "interaction")
