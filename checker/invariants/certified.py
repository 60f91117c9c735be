"""What the kernel has accepted about a table: constant values, ranges, payloads, and rules that never run.

Example: the certificate says that a debt is 0 to 16, and that only cards with a `draw` are played as an answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.context import Context, stage
from checker.invariants import payloads, ranges
from checker.kernel.accept import Accepted, accept
from checker.kernel.decide import Decided
from checker.smt.claims import Claim, Known, NeverHolds, NeverRuns, branches, rules_of
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import YesNo


@stage
def certified(context: Context) -> Known:
    """The accepted claims about a table; in a hypothetical context, the assumed claims."""
    claims = (*payloads.proposed(context), *ranges.proposed(context))
    if isinstance(context.claims, Accepted):
        return accept(context.claims, claims, context.within_budget)
    return context.claims.supposing(claims)


@stage
def kernel(context: Context) -> Decided | None:
    """The kernel with its accepted claims about a table; None in a hypothetical context."""
    known = certified(context)
    if not isinstance(known, Accepted):
        return None
    out = Decided(known)
    context.decided.append((context.chosen, out))
    return out


def knowing(context: Context, never: frozenset[str], false_conditions: frozenset[e.Expr] = frozenset()) -> Context:
    """Returns the context with more rules known never to run, and more conditions known never to hold, as far as the
    kernel accepts them."""
    basis = certified(context)
    if not isinstance(basis, Accepted):
        return context.knowing(
            never, false_conditions, tuple(rule_claims(context.table, never, false_conditions)), tried=True
        )
    while True:
        news = tuple(rule_claims(context.table, never, false_conditions))
        out = context.knowing(never, false_conditions, news, basis)
        refused = frozenset(news) - out.accepted.claims
        if not refused:
            return out
        never -= {x.rule for x in refused if isinstance(x, NeverRuns)}
        false_conditions &= out.accepted.false_conditions


def supposing(context: Context, never: frozenset[str]) -> Context:
    """Returns a hypothetical context in which these rules never run."""
    return context.knowing(never, news=tuple(rule_claims(context.table, never, frozenset())), tried=True)


def rule_claims(table: t.Table, never: frozenset[str], false_conditions: frozenset[e.Expr]) -> Iterator[Claim]:
    """Yields the claims that rules never run and conditions never hold. (A ban has no run, so there is no claim about
    it.)"""
    rules = rules_of(table)
    yield from (NeverRuns(name) for name in sorted(never & rules.keys()))
    for name, rule in rules.items() if false_conditions else ():
        for number, branch in enumerate(branches(rule)):
            if branch.condition in false_conditions:
                yield NeverHolds(name, number, False)
            if e.Not(branch.condition, YesNo()) in false_conditions:
                yield NeverHolds(name, number, True)
