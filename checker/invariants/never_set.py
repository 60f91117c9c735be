"""Constant variables of quiescent states: they have their first value between any two moves, though rules set them within some.

Example: luck is for whoever is dealt ten cards, and seven are dealt. What waits for luck never happens.
"""

from __future__ import annotations

from checker.context import Context
from checker.invariants.certified import kernel
from checker.invariants.participation import beside_each_other
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from checker.smt.at_rest import Rest
from checker.smt.hand_sizes import counted_zones
from unodsl.engine.describe import short
from unodsl.model import expressions as e
from unodsl.model.types import Players
from unodsl.model.walk import below


def never_set(context: Context, x: Obligation) -> tuple[Shown, str] | None:
    """The evidence for an obligation about a rule that waits for a variable which no move leaves changed, and the reason in
    words; None if not shown. (Candidates are the variables that sampled play never left changed.)"""
    found = kernel(context)
    if found is None or context.table.features or not context.is_sampled or not context.within_budget():
        return None
    guard = getattr(found.builder.named(x.names[0]), "guard", None)
    tried = [v for v in sorted({n.index for n in below(guard) if isinstance(n, e.Variable)}) if unchanged(context, v)]
    if not tried:
        return None
    counting = [Rest("few", zone) for zone in sorted(counted_zones(context.table))]
    rows = beside_each_other(context, [*counting, *(Rest("unset", v) for v in tried)])
    rest = found.accept_at_rest(rows) if any(y.kind == "unset" for y in rows) else None
    shown = None if rest is None else found.verdict_at_rest(x, rest)[1]
    names = [short(context.table.variables[y.one].name) for y in rows if y.kind == "unset"]
    return None if shown is None else (shown, f"no move leaves `{' or '.join(names)}` changed")


def unchanged(context: Context, variable: int) -> bool:
    """Whether a variable had its first value in all states of sampled play."""
    declared, slots = context.table.variables[variable], context.layout.slots_of(variable)
    if isinstance(declared.type, Players):
        return False
    return all(x.state[slot] == declared.starts for x in context.samples.steps for slot in slots)
