"""UNO209 interaction: two options together do what neither of them says."""

from __future__ import annotations

from checker.checks import option_pairs
from checker.codes import INTERACTION
from checker.context import Context
from checker.results import Answers

CODE, NAME = INTERACTION.id, INTERACTION.name


def check(context: Context) -> Answers:
    """Every pair of options that are on, unless one comes along with the other."""
    return option_pairs.check(context, "interaction")
