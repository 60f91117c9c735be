"""Proof obligations about pairs of rules: discharged syntactically, by the solver, or by a search for a witness.

A check has two halves. The first decides whether two rules could clash at all. It needs no play, so it also works on a
whole family of tables. The second searches for a position at one table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import TypeVar

import z3

from checker.context import Context
from checker.effects.ways import allowances
from checker.invariants.decided import Answered, Ledger, builder, decided, formula, read_off
from checker.invariants.excluding import excluded
from checker.kernel.obligations import Obligation, Question
from checker.reachability.dead import never_runs, reach
from checker.results import Answers, Finding
from checker.witness.scenario import written_rules

Wanted = frozenset[frozenset[str]] | None
"""The sets of rules, by name, to check; None: all."""


@dataclass(frozen=True, slots=True)
class OpenPair:
    """An open obligation: some rules may clash. `question`: the states in which they could; None if no single query
    states it. `at_rest`: the states are between two moves. `obligation`: the obligation for the kernel. `search` searches
    for a position and returns the finding, or None. `still_open` returns the open finding. `about` and `options`:
    the subject and the required options of an obligation without rules."""

    rules: tuple[str, ...]
    question: z3.BoolRef | None
    search: Callable[[], Finding | None]
    still_open: Callable[[], Finding]
    about: str = ""
    options: tuple[str, ...] = ()
    at_rest: bool = False
    obligation: Obligation | None = None


@dataclass(slots=True)
class PairAnswers:
    """The result of the first half: the closed obligations and the open ones. `left`: how many were not checked in time
    (counted up to `MOST_COUNTED`); one of them is among the open ones."""

    closed: Ledger
    open: list[OpenPair] = field(default_factory=list)
    left: int = 0


def is_wanted(wanted: Wanted, *rules: str) -> bool:
    """Whether some rules are to be checked."""
    return wanted is None or frozenset(rules) in wanted


MOST_COUNTED = 100_000
"""The limit for counting pairs that were not checked in time; counting takes a moment."""

AT_ONCE: frozenset[Question] = frozenset({"both instead", "double", "two meanings"})
"""Questions decided for a whole family by one query. The others are decided in the search for the smallest sets of
options."""

Pair = TypeVar("Pair")


def ask_pairs(
    context: Context,
    code: str,
    pairs: Iterable[Pair],
    obligation: Callable[[Pair], Obligation],
    doubt: Callable[[Pair, Answered], OpenPair],
    met: Callable[[Pair], bool] = lambda pair: False,
) -> PairAnswers:
    """Discharges the obligation of each pair, as long as the budget lasts; `met`: whether play has met a pair, so that no
    proof exists. There may be millions of pairs: they are enumerated lazily, and the rest is counted up to a limit."""
    out = PairAnswers(Ledger(code))
    todo, rules = iter(pairs), written_rules(context.table)
    for pair in todo:
        if not context.within_budget():
            out.open.append(doubt(pair, Answered("unknown", None, None)))
            out.left = 1 + sum(1 for _ in islice(todo, MOST_COUNTED))
            break
        goal = obligation(pair)
        if not context.selection.asks(goal.names):
            continue
        if context.selection.first and any(allowances(code, (rules[x] for x in goal.names if x in rules))):
            continue
        if context.table.features and goal.question not in AT_ONCE and not builder(context).order_without_query(goal):
            closed = read_off(context, goal)
            answered = Answered("impossible", closed, None) if closed else None
            answered = answered or Answered("possible", None, formula(context, goal))
        else:
            answered = decided(context, goal, met=partial(met, pair))
        if answered.verdict == "impossible":
            out.closed.add(answered.shown, *goal.names)
        else:
            out.open.append(replace(doubt(pair, answered), obligation=goal))
    return out


def not_searched(pairs: int) -> str:
    """The message about pairs of rules that were not checked."""
    if pairs > MOST_COUNTED:
        return f"more than {MOST_COUNTED:,} pairs of rules were not checked"
    return f"{pairs} pair{'s' if pairs > 1 else ''} of rules {'were' if pairs > 1 else 'was'} not checked"


def settle(context: Context, code: str, doubts: PairAnswers) -> Answers:
    """The second half: for each open obligation tries to prove that its rules never meet between two moves, and else searches a
    witness, as long as the budget lasts; the rest is one open question. Without a witness, a rule that is proved dead closes the
    obligation."""
    findings: list[Finding] = []
    for number, doubt in enumerate(doubts.open):
        if not context.within_budget():
            context.cut_short.append(code)
            pairs = len(doubts.open) - number + max(0, doubts.left - 1)
            findings.append(replace(doubt.still_open(), message=not_searched(pairs), basis="the budget ran out"))
            break
        shown = None if doubt.obligation is None else excluded(context, doubt.obligation)
        found = None if shown is not None else doubt.search()
        dead = [r for r in doubt.rules if r in reach(context).dead] if found is None and shown is None else []
        shown = shown or (never_runs(context, dead[0]) if dead else None)
        if shown is not None:
            doubts.closed.add(shown, *doubt.rules)
        else:
            findings.append(found or doubt.still_open())
    return doubts.closed.answers(findings)
