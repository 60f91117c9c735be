"""Exemptions from a contradiction: one option ends the round, the other is about a round that goes on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from checker.compare.four_tables import SIDES, Answers, Side
from checker.effects.summary import summaries
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below

ENDING: frozenset[t.Event] = frozenset(
    {t.TableEvent("round ends"), t.TableEvent("match ends"), t.TableEvent("round begins")}
)
"""The events of the end of a round, and of the next one."""


def goes_on(number: int, answers: Answers, rules: Sequence[t.Rule], table: t.Table) -> bool:
    """Whether an option (its rules that ran) speaks only of the end of a round, or of what ends it as the table settles, and the
    other one lets the round go on: whoever holds most points leaves, or whoever is out has lost, and nobody is out who takes a
    card. Not if it goes by the very move that was to end the round: a red last card scores more, and a red card is no last
    card."""
    mine, other = SIDES[1 + number], SIDES[2 - number]
    if not answer_only(rules, ENDING | {t.SETTLES}) or over(answers) != {
        "none": True,
        mine: True,
        other: False,
        "both": False,
    }:
        return False
    moved = set_by(answers, table)
    return not any(isinstance(x, e.Variable) and x.index in moved for rule in rules for x in below(rule))


def set_by(answers: Answers, table: t.Table) -> frozenset[int]:
    """The variables of the table that the act of a decision sets, at the table with both options."""
    acts = {table.offers[x.move.offer].act for x in answers.by["both"] or ()}
    found = (c.target for act in acts for x in summaries(table).flat(table.acts[act].effects) for c in x.changes)
    return frozenset(x.index for x in found if isinstance(x, e.Variable) and x.seat is None)


def is_over(number: int, answers: Answers, rules: Sequence[t.Rule]) -> bool:
    """Whether an option ends the round by what it finds as the table settles, and the other one does not speak of the
    end: whoever has ten cards loses, and players draw until a card fits. What that one changes belongs to a round that
    is over."""
    return answer_only(rules, frozenset({t.SETTLES})) and ends_it(number, answers)


def ends_it(number: int, answers: Answers) -> bool:
    """Whether a round ends by one option only, and also with both on."""
    mine, other = SIDES[1 + number], SIDES[2 - number]
    return over(answers) == {"none": False, mine: True, other: False, "both": True}


def answer_only(rules: Sequence[t.Rule], events: Collection[t.Event]) -> bool:
    """Whether there are rules, and each answers only some of these events."""
    return bool(rules) and all(isinstance(r, t.Trigger) and set(r.events) <= set(events) for r in rules)


def over(answers: Answers) -> Mapping[Side, bool]:
    """At which tables a round ends on the way."""
    return {side: any(x.round_over for x in answers.by[side] or ()) for side in SIDES}
