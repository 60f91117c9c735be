"""Questions about pairs of rules: which the rules themselves close, which the solver closes, and which have to be looked at.

Such a check has two halves. The first asks whether two rules could clash at all; it needs no play, and so it can be asked of a
whole family of tables at once. The second looks for a position, which is always one of one table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeVar

import z3

from checker.context import Context
from checker.invariants.decided import Answered, Ledger, builder, decided, formula, read_off
from checker.kernel.obligations import Obligation, Question
from checker.reachability.dead import never_runs, reach
from checker.results import Answers, Finding

Wanted = frozenset[frozenset[str]] | None
"""The sets of rules, by name, that are asked about; None: all."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Some rules that may clash. `question`: in which states; None where that cannot be asked in one question; `at_rest`:
    it is asked of tables between two moves; `asked`: the question as the kernel knows it. `look` searches
    for a position and gives the finding with it, or None; `still_open` is the finding that says that none was found. `about`
    and `options` say what it is about, and which options it needs, where it is not about rules."""

    rules: tuple[str, ...]
    question: z3.BoolRef | None
    look: Callable[[], Finding | None]
    still_open: Callable[[], Finding]
    about: str = ""
    options: tuple[str, ...] = ()
    at_rest: bool = False
    asked: Obligation | None = None


@dataclass(slots=True)
class Doubts:
    """What the first half of a check comes to: how many pairs are proved not to clash, and the others. `left`: for so many there
    was no time to ask (more than `MOST_COUNTED` are not counted); one of them is among the open ones."""

    closed: Ledger
    open: list[Doubt] = field(default_factory=list)
    left: int = 0

    @property
    def proved(self) -> int:
        """How many were closed."""
        return self.closed.count


def asked_for(wanted: Wanted, *rules: str) -> bool:
    """Whether some rules are asked about."""
    return wanted is None or frozenset(rules) in wanted


MOST_COUNTED = 100_000
"""Pairs for which there was no time are counted up to here, which takes a moment."""

AT_ONCE: frozenset[Question] = frozenset({"both instead", "double", "two meanings"})
"""Questions that are asked of a family of tables at once; the others along with the smallest sets of options."""

Pair = TypeVar("Pair")


def gathered(
    context: Context,
    code: str,
    pairs: Iterable[Pair],
    obligation: Callable[[Pair], Obligation],
    doubt: Callable[[Pair, Answered], Doubt],
) -> Doubts:
    """Ask of each pair in which states it could clash, as long as the budget lasts. There may be millions of them: they are listed as
    they are asked, and what is left is counted up to a limit."""
    out = Doubts(Ledger(context, code))
    todo = iter(pairs)
    for pair in todo:
        if not context.going_on():
            out.open.append(doubt(pair, Answered("unknown", None, None)))
            out.left = 1 + sum(1 for _ in islice(todo, MOST_COUNTED))
            break
        asked = obligation(pair)
        if context.table.features and asked.question not in AT_ONCE and not builder(context).asked_apart(asked):
            closed = read_off(context, asked)
            answered = Answered("impossible", closed, None) if closed else None
            answered = answered or Answered("possible", None, formula(context, asked))
        else:
            answered = decided(context, asked)
        if answered.verdict == "impossible":
            out.closed.add(answered.shown, *asked.names)
        else:
            out.open.append(replace(doubt(pair, answered), asked=asked))
    return out


def not_looked_at(pairs: int) -> str:
    """For so many pairs of rules there was no time."""
    if pairs > MOST_COUNTED:
        return f"more than {MOST_COUNTED:,} pairs of rules were not checked"
    return f"{pairs} pair{'s' if pairs > 1 else ''} of rules {'were' if pairs > 1 else 'was'} not checked"


def settle(context: Context, code: str, doubts: Doubts) -> Answers:
    """The second half: look at each, as long as the budget lasts; the rest is one open question. Where no position is found, a
    rule that is proved never to happen closes it as well."""
    findings: list[Finding] = []
    for number, doubt in enumerate(doubts.open):
        if not context.going_on():
            context.cut_short.append(code)
            pairs = len(doubts.open) - number + max(0, doubts.left - 1)
            findings.append(replace(doubt.still_open(), message=not_looked_at(pairs), basis="the budget ran out"))
            break
        found = doubt.look()
        dead = [r for r in doubt.rules if r in reach(context).dead] if found is None else []
        if dead:
            doubts.closed.add(never_runs(context, dead[0]), *doubt.rules)
        else:
            findings.append(found or doubt.still_open())
    return doubts.closed.answers(findings)
