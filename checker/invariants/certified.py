"""What the kernel has accepted of a table: constant values, ranges, payloads, and rules that never run.

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
    """All that is known of a table: what was accepted; where something is only tried, what would follow."""
    claims = (*payloads.proposed(context), *ranges.proposed(context))
    if isinstance(context.claims, Accepted):
        return accept(context.claims, claims, context.going_on)
    return context.claims.supposing(claims)


@stage
def kernel(context: Context) -> Decided | None:
    """The kernel, with what it has accepted of a table; None where something is only supposed."""
    known = certified(context)
    if not isinstance(known, Accepted):
        return None
    out = Decided(known)
    context.decided.append((context.chosen, out))
    return out


def knowing(context: Context, never: frozenset[str], untaken: frozenset[e.Expr] = frozenset()) -> Context:
    """The same context, with more rules known never to run, and more conditions never to hold: those of which the kernel accepts it."""
    basis = certified(context)
    if not isinstance(basis, Accepted):
        return context.knowing(never, untaken, tuple(said(context.table, never, untaken)), tried=True)
    while True:
        news = tuple(said(context.table, never, untaken))
        out = context.knowing(never, untaken, news, basis)
        refused = frozenset(news) - out.accepted.claims
        if not refused:
            return out
        never -= {x.rule for x in refused if isinstance(x, NeverRuns)}
        untaken &= out.accepted.untaken


def supposing(context: Context, never: frozenset[str]) -> Context:
    """The same context if some rules never ran."""
    return context.knowing(never, news=tuple(said(context.table, never, frozenset())), tried=True)


def said(table: t.Table, never: frozenset[str], untaken: frozenset[e.Expr]) -> Iterator[Claim]:
    """That some rules never run and some conditions never hold, as claims. (Of a ban, which does nothing, nothing is claimed.)"""
    rules = rules_of(table)
    yield from (NeverRuns(name) for name in sorted(never & rules.keys()))
    for name, rule in rules.items() if untaken else ():
        for number, branch in enumerate(branches(rule)):
            if branch.condition in untaken:
                yield NeverHolds(name, number, False)
            if e.Not(branch.condition, YesNo()) in untaken:
                yield NeverHolds(name, number, True)
