"""Upper bounds of the number of cards in a hand, between two moves.

Example: where twelve cards put a player out, nobody who is on turn holds twenty. The bounds that conditions of the table
name are tried, the least first; the kernel proves them from move to move.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.context import Context, stage
from checker.invariants.certified import kernel
from checker.invariants.participation import beside
from checker.kernel.at_rest import AtRest
from checker.kernel.decide import Decided
from checker.kernel.obligations import Obligation, Question
from checker.kernel.proved import Shown
from checker.smt.at_rest import Kind, Rest
from checker.smt.hand_sizes import counted_zones, plain_count
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below

ABOUT_RULES: tuple[Question, ...] = ("runs", "applies", "part holds", "part fails")
"""The questions about one rule that a bound can close."""

Bound = tuple[int, int]
"""A zone of each player, and the most cards in it."""


def never_so_many(context: Context, x: Obligation) -> tuple[Shown, str] | None:
    """The evidence for an obligation about a rule whose conditions need more cards than any hand holds, with the bound
    in words; None if not shown."""
    found = kernel(context)
    if found is None or not context.within_budget():
        return None
    wanted = wanted_by(found.builder.named(x.names[0]), x)
    needed = bounds_named(context.table, wanted)
    tried = bounds_named(context.table, rules_of(context.table)) | seen_most(context) if needed else ()
    for zone, most in sorted(tried):
        if not any(zone == z and most <= m for z, m in needed):
            continue
        for rest in bounded(context, (zone, most)):
            shown = found.verdict_at_rest(x, rest)[1]
            if shown is not None:
                settled = any(x.kind == "few settled" for x in rest.claims)
                return shown, (AFTER_MOVES if settled else BY_MOVES).format(most)
    return within_moves(context, found, x, wanted) if x.question == "runs" else None


def wanted_by(rule: t.Rule, x: Obligation) -> object:
    """The condition that an obligation about a rule is about: that of a part of it, or all of its conditions."""
    if x.question in ("part holds", "part fails"):
        return rule.info.parts[int(x.names[1])].condition
    return getattr(rule, "guard", None)


def within_moves(context: Context, found: Decided, x: Obligation, guard: object) -> tuple[Shown, str] | None:
    """The evidence that no move brings about the number of cards in a hand for which a trigger waits, from any hand."""
    zones = counted_zones(context.table)
    counted = {n.place.zone for n in below(guard) if isinstance(n, e.CountCards) and plain_count(n, zones)}
    if not counted or x.names[0] not in found.builder.triggers:
        return None
    rest = found.accept_at_rest([Rest("few", zone) for zone in sorted(counted)])
    shown = None if rest is None else found.verdict_at_rest(x, rest)[1]
    return None if shown is None else (shown, IN_NO_MOVE)


def rules_of(table: t.Table) -> tuple[object, ...]:
    """The rules of a table."""
    return table.triggers, table.offers, table.bans


def bounds_named(table: t.Table, nodes: object) -> frozenset[Bound]:
    """The numbers of cards in a hand that conditions tell apart from larger ones."""
    zones = counted_zones(table)
    out: set[Bound] = set()
    for x in below(nodes) if zones else ():
        if not isinstance(x, e.Compare):
            continue
        for one, other, above in ((x.left, x.right, x.operator == "<="), (x.right, x.left, x.operator == "<")):
            if isinstance(one, e.CountCards) and plain_count(one, zones) and isinstance(other, e.Constant):
                out.add((one.place.zone, other.value if above else other.value - 1))
    return frozenset(x for x in out if x[1] > 0)


BY_MOVES = "no move leaves anybody with more than {} cards"
IN_NO_MOVE = "no move leaves the number of cards that it waits for"
AFTER_MOVES = "once a move is settled, nobody holds more than {} cards"


@stage
def _tried(_: Context) -> dict[Bound, list[AtRest]]:
    """The cache of `bounded`."""
    return {}


def bounded(context: Context, bound: Bound) -> Iterator[AtRest]:
    """Yields the accepted invariants that imply a bound, the cheapest first."""
    tried = _tried(context)
    if bound not in tried:
        seen = any(zone == bound[0] and most > bound[1] for zone, most in seen_most(context))
        tried[bound] = [] if seen else list(_bounded(context, bound))
    yield from tried[bound]


def _bounded(context: Context, bound: Bound) -> Iterator[AtRest]:
    found = kernel(context)
    if found is None:
        return
    alone = len(context.facts.begun) < 2
    if context.facts.seats_fixed:
        rest = found.accept_at_rest([Rest("few", *bound)])
        if rest is not None:
            yield rest
            if alone:
                return
    kinds: tuple[Kind, ...] = ("few",) if alone else ("few", "few settled")
    for kind in kinds:
        rows = beside(context, Rest(kind, *bound))
        rest = found.accept_at_rest(rows) if rows else None
        if rest is not None:
            yield rest


@stage
def seen_most(context: Context) -> frozenset[Bound]:
    """The most cards that a hand had in play while a single situation was open; empty without sampled play."""
    zones = counted_zones(context.table) if context.is_sampled else ()
    layout = context.layout
    settled = [x.state for x in context.samples.steps if len(layout.stack(x.state)) == 1] if zones else []
    seats = range(layout.seats)
    return frozenset(
        (z, max((layout.held(x, z, i).bit_count() for x in settled for i in seats), default=0)) for z in zones
    )
