"""Acceptance of invariant certificates: the greatest inductive subset of the claims that a prover proposes.

Only this module makes `Accepted`. Its claims hold in every prefix of every run of its table. A claim that is not inductive is dropped, and
the rest is checked again, until the remaining claims are inductive together. So a prover that claims too much loses only what does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import z3

from checker.kernel.invariant import Pass
from checker.smt.claims import Claim, Known, Sense, Since, holds_from_now
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import effects_below

Query = tuple[str, z3.BoolRef, Known]
"""A refuted query: its name, the formula, and the claims that it assumed."""

MOST_PASSES = 40
"""The most passes over the remaining claims. After these, none of them is accepted."""

_KEY = object()


@dataclass
class Accepted(Known):
    """Claims that hold. `layers`: claims accepted together, each layer assuming those before it; `dropped`: rejected claims with the reason;
    `queries`: the refuted queries. `since`: the claims hold from such a moment on, in runs that reach one."""

    layers: tuple[tuple[Claim, ...], ...] = ()
    dropped: tuple[tuple[Claim, str], ...] = ()
    queries: tuple[Query, ...] = ()
    since: Since | None = None
    key: object = None

    def __post_init__(self) -> None:
        if self.key is not _KEY:
            raise ValueError("only the kernel accepts claims")
        super().__post_init__()


def nothing_known(table: t.Table, depths: tuple[int, ...]) -> Accepted:
    """Returns what holds by the construction of the engine alone. Raises `ValueError` if a rule assigns the variable of an option."""
    features = {index for _, index in table.features}
    for node in effects_below((table.triggers, table.offers, table.acts)) if features else ():
        target = node.target if isinstance(node, f.Sets) else None
        if isinstance(target, e.Variable) and target.index in features:
            raise ValueError("a rule sets the variable of an option")
    return Accepted(table, depths, frozenset(), key=_KEY)


def accept(
    basis: Accepted, claims: Iterable[Claim], in_budget: Callable[[], bool] = lambda: True, since: Since | None = None
) -> Accepted:
    """Returns `basis` and those of the claims that are inductive relative to it."""
    if since is None and basis.since is not None:
        raise ValueError("the basis holds only since some moment")
    table = basis.table
    wanted = frozenset(claims) - basis.claims
    dropped: dict[Claim, str] = {}
    sense = Sense(table)
    for claim in wanted:
        why = sense.wrong(claim) or ("" if since is None or holds_from_now(claim, since) else "it is about the past")
        if why:
            dropped[claim] = why
    left = wanted - dropped.keys()
    queries: list[Query] = []
    for _ in range(MOST_PASSES):
        if not left:
            break
        known = Known(table, basis.depths, basis.claims | left)
        known.share_state(basis)
        attempt = Pass(known, left, in_budget, since)
        attempt.run()
        if not attempt.broken:
            queries = [(name, formula, known) for name, formula in attempt.queries]
            break
        dropped |= attempt.broken
        left = left - attempt.broken.keys()
    else:
        dropped |= dict.fromkeys(left, "too many claims hang on each other")
        left = frozenset()
    layer = tuple(sorted(left, key=repr))
    out = Accepted(
        table,
        basis.depths,
        basis.claims | left,
        layers=(*basis.layers, layer) if layer or since is not None else basis.layers,
        dropped=(*basis.dropped, *sorted(dropped.items(), key=lambda x: repr(x[0]))),
        queries=(*basis.queries, *queries),
        since=since,
        key=_KEY,
    )
    out.share_state(known if left else basis)
    return out
