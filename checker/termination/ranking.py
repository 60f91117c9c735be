"""What runs down: weights for what can be counted, so that each of some moves makes the sum smaller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import z3

from checker.smt.factory import summed
from checker.smt.query import RLIMIT, Optimize
from checker.termination.change_vectors import Change, Feature, words
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

    def parts(self, table: t.Table) -> tuple[list[str], list[str]]:
        """What counts and what counts against it, in words."""
        down = [f"{n} x {words(table, x)}" if n > 1 else words(table, x) for x, n in self.weights if n > 0]
        up = [f"{-n} x {words(table, x)}" if n < -1 else words(table, x) for x, n in self.weights if n < 0]
        return down, up

    def told_each(self, table: t.Table) -> str:
        """The sum in words, of rules that set each other off."""
        down, up = self.parts(table)
        if not down:
            return f"each round makes {' + '.join(up)} more"
        return f"each round makes {' + '.join(down)} less" + (f", counted against {' + '.join(up)}" if up else "")

    def told(self, table: t.Table) -> str:
        """The sum in words."""
        down, up = self.parts(table)
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


class Weights:
    """Unknown weights for all that some changes change, and a solver for what is asked of them."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.features = sorted({x for change in changes for x in change})
        self.down = {x: z3.Int(f"down{i}") for i, x in enumerate(self.features)}
        self.up = {x: z3.Int(f"up{i}") for i, x in enumerate(self.features)}
        self.solver = Optimize()
        self.solver.set("rlimit", RLIMIT)
        self.solver.add([weight >= 0 for weight in (*self.down.values(), *self.up.values())])

    def most(self, change: Change) -> z3.ArithRef:
        """How much larger a change can make the sum, at most."""
        return summed([self.down[x] * high - self.up[x] * low for x, (low, high) in change.items()])

    def found(self) -> Ranking | None:
        """The sum with weights that are as asked; None where there are none, or z3 gives up."""
        if self.solver.check() != z3.sat:
            return None
        model = self.solver.model()
        weights = [(x, model.eval(self.down[x]).as_long() - model.eval(self.up[x]).as_long()) for x in self.features]
        return Ranking(tuple((x, n) for x, n in weights if n))


def ranking(changes: Sequence[Change]) -> Ranking | None:
    """Weights under which each of some changes makes the sum smaller; None where there are none, or z3 gives up."""
    weights = Weights(changes)
    weights.solver.add([weights.most(change) <= -1 for change in changes])
    weights.solver.minimize(summed([*weights.down.values(), *weights.up.values()]))
    found = weights.found()
    return found if found is not None and holds(found, changes) else None


def tiring(changes: Sequence[Change]) -> tuple[Ranking, tuple[int, ...]] | None:
    """Weights under which none of some changes makes the sum larger and as many as can be make it smaller, with the numbers of
    these; None where there are none, or z3 gives up."""
    if not changes:
        return None
    weights = Weights(changes)
    strict = [z3.Bool(f"strict{i}") for i in range(len(changes))]
    for change, smaller in zip(changes, strict, strict=True):
        most = weights.most(change)
        weights.solver.add(most <= 0, z3.Implies(smaller, most <= -1))
        weights.solver.add_soft(smaller)
    weights.solver.add(z3.Or(strict))
    # that something gets less is easier to see than that something else grows
    weights.solver.minimize(summed([*weights.down.values(), *(2 * u for u in weights.up.values())]))
    found = weights.found()
    if found is None or any(found.most(change) > 0 for change in changes):
        return None
    less = tuple(i for i, change in enumerate(changes) if found.most(change) < 0)
    return (found, less) if less else None


def holds(found: Ranking, changes: Sequence[Change]) -> bool:
    """The certificate, checked by adding up: each change makes the sum smaller, whatever happens within its bounds."""
    return all(found.most(change) <= -1 for change in changes)
