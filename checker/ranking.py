"""What runs down: weights for what can be counted, so that each of some moves makes the sum smaller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import z3

from checker.case import RLIMIT, Optimize
from checker.deltas import Change, Feature, words
from checker.symbolic.terms import summed
from unodsl.model import table as t


@dataclass(frozen=True, slots=True)
class Ranking:
    """A sum that every one of the moves makes smaller by at least 1. All that is counted has bounds, so there is no endless
    run of such moves. `weights` may be negative: then what is counted grows."""

    weights: tuple[tuple[Feature, int], ...]

    def most(self, change: Change) -> int:
        """How much larger a change can make the sum, at most."""
        total = 0
        for feature, weight in self.weights:
            low, high = change.get(feature, (0, 0))
            total += max(weight * low, weight * high)
        return total

    def told_each(self, table: t.Table) -> str:
        """The sum in words, of rules that set each other off."""
        down = [f"{n} x {words(table, x)}" if n > 1 else words(table, x) for x, n in self.weights if n > 0]
        up = [f"{-n} x {words(table, x)}" if n < -1 else words(table, x) for x, n in self.weights if n < 0]
        if not down:
            return f"each round makes {' + '.join(up)} more"
        return f"each round makes {' + '.join(down)} less" + (f", counted against {' + '.join(up)}" if up else "")

    def told(self, table: t.Table) -> str:
        """The sum in words."""
        down = [f"{n} x {words(table, x)}" if n > 1 else words(table, x) for x, n in self.weights if n > 0]
        up = [f"{-n} x {words(table, x)}" if n < -1 else words(table, x) for x, n in self.weights if n < 0]
        parts = []
        if down:
            parts.append(" + ".join(down) + " gets less with each move")
        if up:
            parts.append(
                ("" if down else " + ".join(up) + " grows with each move") or "counted against " + " + ".join(up)
            )
        if [x for x, _ in self.weights] and all(x[0] == "cards" and n > 0 for x, n in self.weights):
            return "each answer costs a card, and no rule here gives one back"
        return ", ".join(parts)


def ranking(changes: Sequence[Change]) -> Ranking | None:
    """Weights under which each of some changes makes the sum smaller; None where there are none, or z3 gives up."""
    features = sorted({x for change in changes for x in change})
    solver = Optimize()
    solver.set("rlimit", RLIMIT)
    down = {x: z3.Int(f"down{i}") for i, x in enumerate(features)}
    up = {x: z3.Int(f"up{i}") for i, x in enumerate(features)}
    for x in features:
        solver.add(down[x] >= 0, up[x] >= 0)
    for change in changes:
        most = summed([down[x] * high - up[x] * low for x, (low, high) in change.items()])
        solver.add(most <= -1)
    solver.minimize(summed([*down.values(), *up.values()]))
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    weights = [(x, model.eval(down[x]).as_long() - model.eval(up[x]).as_long()) for x in features]
    found = Ranking(tuple((x, n) for x, n in weights if n))
    return found if holds(found, changes) else None


def tiring(changes: Sequence[Change]) -> tuple[Ranking, tuple[int, ...]] | None:
    """Weights under which none of some changes makes the sum larger and as many as can be make it smaller, with the numbers of
    these; None where there are none, or z3 gives up."""
    features = sorted({x for change in changes for x in change})
    solver = Optimize()
    solver.set("rlimit", RLIMIT)
    down = {x: z3.Int(f"down{i}") for i, x in enumerate(features)}
    up = {x: z3.Int(f"up{i}") for i, x in enumerate(features)}
    for x in features:
        solver.add(down[x] >= 0, up[x] >= 0)
    strict = [z3.Bool(f"strict{i}") for i in range(len(changes))]
    for change, smaller in zip(changes, strict, strict=True):
        most = summed([down[x] * high - up[x] * low for x, (low, high) in change.items()])
        solver.add(most <= 0, z3.Implies(smaller, most <= -1))
        solver.add_soft(smaller)
    solver.add(z3.Or(strict))
    # that something gets less is easier to see than that something else grows
    solver.minimize(summed([*down.values(), *(2 * u for u in up.values())]))
    if not changes or solver.check() != z3.sat:
        return None
    model = solver.model()
    weights = [(x, model.eval(down[x]).as_long() - model.eval(up[x]).as_long()) for x in features]
    found = Ranking(tuple((x, n) for x, n in weights if n))
    if any(found.most(change) > 0 for change in changes):
        return None
    smaller_ = tuple(i for i, change in enumerate(changes) if found.most(change) < 0)
    return (found, smaller_) if smaller_ else None


def holds(found: Ranking, changes: Sequence[Change]) -> bool:
    """The certificate, checked by adding up: each change makes the sum smaller, whatever happens within its bounds."""
    return all(found.most(change) <= -1 for change in changes)
