"""Questions about pairs of rules: which the rules themselves close, which the solver closes, and which have to be looked at.

Such a check has two halves. The first asks whether two rules could clash at all; it needs no play, and so it can be asked of a
whole family of tables at once. The second looks for a position, which is always one of one table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import z3

from checker.case import Case
from checker.reach import reach
from checker.solve import Verdict, ask
from checker.verdicts import Answers, Finding

Wanted = frozenset[frozenset[str]] | None
"""The sets of rules, by name, that are asked about; None: all."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Some rules that may clash. `question`: in which states; None where that cannot be asked in one question; `at_rest`:
    it is asked of tables between two moves. `look` searches
    for a position and gives the finding with it, or None; `still_open` is the finding that says that none was found. `about`
    and `options` say what it is about, and which options it needs, where it is not about rules."""

    rules: tuple[str, ...]
    question: z3.BoolRef | None
    look: Callable[[], Finding | None]
    still_open: Callable[[], Finding]
    about: str = ""
    options: tuple[str, ...] = ()
    at_rest: bool = False


@dataclass(slots=True)
class Doubts:
    """What the first half of a check comes to: how many pairs are proved not to clash, and the others."""

    proved: int = 0
    open: list[Doubt] = field(default_factory=list)


def asked_for(wanted: Wanted, *rules: str) -> bool:
    """Whether some rules are asked about."""
    return wanted is None or frozenset(rules) in wanted


def first_word(case: Case, question: z3.BoolRef, at_rest: bool = False) -> Verdict:
    """Whether any state answers the question of a doubt, as `ask`; possible where it is asked later."""
    return "possible" if case.asks_later else ask(case, question, at_rest)


def settle(case: Case, code: str, doubts: Doubts) -> Answers:
    """The second half: look at each, as long as the budget lasts; the rest is one open question. Where no position is found, a
    rule that is proved never to happen closes it as well."""
    findings: list[Finding] = []
    proved = doubts.proved
    for number, doubt in enumerate(doubts.open):
        if not case.going_on():
            case.cut_short.append(code)
            pairs = len(doubts.open) - number
            message = f"{pairs} pair{'s' if pairs > 1 else ''} of rules {'were' if pairs > 1 else 'was'} not looked at"
            findings.append(replace(doubt.still_open(), message=message, basis="the budget ran out"))
            break
        found = doubt.look()
        if found is None and any(r in reach(case).dead for r in doubt.rules):
            proved += 1
        else:
            findings.append(found or doubt.still_open())
    return Answers(tuple(findings), proved)
