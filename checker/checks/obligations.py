"""Questions about pairs of rules: which the rules themselves close, which the solver closes, and which have to be looked at.

Such a check has two halves. The first asks whether two rules could clash at all; it needs no play, and so it can be asked of a
whole family of tables at once. The second looks for a position, which is always one of one table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal, TypeVar

import z3

from checker.context import Context
from checker.invariants.known import Verdict, ask
from checker.reachability.dead import reach
from checker.results import Answers, Finding

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
    """What the first half of a check comes to: how many pairs are proved not to clash, and the others. `left`: for so many there
    was no time to ask (more than `MOST_COUNTED` are not counted); one of them is among the open ones."""

    proved: int = 0
    open: list[Doubt] = field(default_factory=list)
    left: int = 0


def asked_for(wanted: Wanted, *rules: str) -> bool:
    """Whether some rules are asked about."""
    return wanted is None or frozenset(rules) in wanted


MOST_COUNTED = 100_000
"""Pairs for which there was no time are counted up to here, which takes a moment."""

PROVED: Literal["proved"] = "proved"
"""The answer that some rules cannot clash."""

Pair = TypeVar("Pair")


def gathered(
    context: Context,
    pairs: Iterable[Pair],
    question: Callable[[Pair], z3.BoolRef | Literal["proved"] | None],
    doubt: Callable[[Pair, z3.BoolRef | None], Doubt],
) -> Doubts:
    """Ask of each pair in which states it could clash (None: that is not one question; `PROVED`: in none), as long as the budget
    lasts. There may be millions of them: they are listed as they are asked, and what is left is counted up to a limit."""
    out = Doubts()
    todo = iter(pairs)
    for pair in todo:
        if not context.going_on():
            out.open.append(doubt(pair, None))
            out.left = 1 + sum(1 for _ in islice(todo, MOST_COUNTED))
            break
        asked = question(pair)
        # terms of z3 do not compare as other things do
        if isinstance(asked, str):
            out.proved += 1
        else:
            out.open.append(doubt(pair, asked))
    return out


def first_word(context: Context, question: z3.BoolRef, at_rest: bool = False) -> Verdict:
    """Whether any state answers the question of a doubt, as `ask`; possible where it is asked later."""
    return "possible" if context.asks_later else ask(context, question, at_rest)


def not_looked_at(pairs: int) -> str:
    """For so many pairs of rules there was no time."""
    if pairs > MOST_COUNTED:
        return f"more than {MOST_COUNTED:,} pairs of rules were not looked at"
    return f"{pairs} pair{'s' if pairs > 1 else ''} of rules {'were' if pairs > 1 else 'was'} not looked at"


def settle(context: Context, code: str, doubts: Doubts) -> Answers:
    """The second half: look at each, as long as the budget lasts; the rest is one open question. Where no position is found, a
    rule that is proved never to happen closes it as well."""
    findings: list[Finding] = []
    proved = doubts.proved
    for number, doubt in enumerate(doubts.open):
        if not context.going_on():
            context.cut_short.append(code)
            pairs = len(doubts.open) - number + max(0, doubts.left - 1)
            findings.append(replace(doubt.still_open(), message=not_looked_at(pairs), basis="the budget ran out"))
            break
        found = doubt.look()
        if found is None and any(r in reach(context).dead for r in doubt.rules):
            proved += 1
        else:
            findings.append(found or doubt.still_open())
    return Answers(tuple(findings), proved)
