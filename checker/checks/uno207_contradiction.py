"""UNO207 contradiction: two options decide one decision, with different answers."""

from __future__ import annotations

from dataclasses import replace

from checker.checks import never_with_all, never_with_both, option_pairs
from checker.checks.performed_acts import forbidden_effects
from checker.codes import CONTRADICTION
from checker.context import Context
from checker.results import Answers

CODE = CONTRADICTION.id


def check(context: Context) -> Answers:
    """Checks every pair of options that are on, unless one brings the other. Also finds bans against effects, which are
    UNO202: these are searched in play, like contradictions, and so at the tables of a family where pairs are compared."""
    together = tuple(never_with_both.check(context))
    answers = option_pairs.check(context, "contradiction")
    together += tuple(never_with_all.check(context))
    return replace(answers, findings=(*forbidden_effects(context), *together, *answers.findings))
