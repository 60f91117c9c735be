"""Match termination: the effects that end a match, each with its path condition; and matches that end with a round.

Over-approximates the ends of a match. Example: `if there is players where (their score is at least 500)` guards the
only `end the match` of a table; if no state satisfies it, no match ends there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import z3

from checker.effects.summary import summaries
from checker.smt.claims import Known
from checker.smt.expressions import Value
from checker.smt.factory import boolean, conj, disj, less, neg
from checker.smt.parts import part_has_value
from checker.smt.questions import running
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

Phase = type[f.EndMatch] | type[f.BeginRound]

MATCH_BEGINS, ROUND_ENDS = t.TableEvent("match begins"), t.TableEvent("round ends")


def paths(
    table: t.Table, effects: tuple[f.Effect, ...], phase: Phase, sure: bool = False
) -> Iterator[tuple[e.Expr, ...]]:
    """Yields for each effect of a kind in a block its path condition. The condition is necessary for the effect to run; with `sure`, it is also
    sufficient: effects in loops and in random blocks, which may run for nothing, are left out."""
    for x in effects:
        if isinstance(x, phase):
            yield ()
        for block in summaries(table).of(x).blocks:
            behind = () if block.given is None else (block.given,)
            if behind or not sure:
                yield from ((*behind, *path) for path in paths(table, block.effects, phase, sure))


def places(known: Known, phase: Phase, sure: bool = False) -> Iterator[tuple[t.Trigger | t.Offer, tuple[e.Expr, ...]]]:
    """Yields the rules that can run and have such an effect, with its path condition (see `paths`)."""
    for rule in known.table.running:
        if rule.info.name not in known.dead:
            yield from ((rule, path) for path in paths(known.table, rule.effects, phase, sure))


def endings(known: Known) -> Iterator[tuple[str, list[z3.BoolRef]]]:
    """Yields the ways in which a match can end, each with queries; refuting any of them rules that way out."""
    table = known.table
    again = list(places(known, f.BeginRound, sure=True))
    for rule, path in places(known, f.EndMatch):
        parts = [part_has_value(known, rule, x, True, in_effects=True) for x in path]
        undone = [fails(known, other, way) for other, way in again if surely_later(table, rule, other)]
        yield rule.info.name, [running(known, rule), *(x for x in (*parts, *undone) if x is not None)]
    for act in table.acts:
        # (an act has no condition: whatever performs it may end the match)
        yield from ((act.name, []) for _ in paths(table, act.effects, f.EndMatch))


def surely_later(table: t.Table, ends: t.Rule, begins: t.Rule) -> bool:
    """Whether a rule that begins a round runs after one that ends the match, at every event of the latter. Then the
    match goes on if the later rule's conditions hold."""
    if not isinstance(begins, t.Trigger) or begins.replaced_by:
        return False
    if t.TableEvent("match ends") in begins.events:
        return True
    if not isinstance(ends, t.Trigger) or not set(ends.events) <= set(begins.events):
        return False
    order, first, second = dict(table.order), table.triggers.index(ends), table.triggers.index(begins)
    if table.features and (first, second) not in table.ordered:
        return False
    return all(order[x].index(first) < order[x].index(second) for x in ends.events if x in order)


def fails(known: Known, rule: t.Trigger | t.Offer, path: tuple[e.Expr, ...]) -> z3.BoolRef | None:
    """That the guard of a rule, or a condition on the path to an effect, is false; None if there is no formula."""
    parts = [part_has_value(known, rule, rule.guard, False, in_effects=False)]
    parts += [part_has_value(known, rule, x, False, in_effects=True) for x in path]
    return None if any(x is None for x in parts) else disj(x for x in parts if x is not None)


def last_round(known: Known, ending: str, counter: int, most: int) -> list[list[z3.BoolRef]] | None:
    """The queries to refute (one of each row) so that a match ends with the round at which a `counter` of rounds
    reaches `most`; -1: with the first. The rule named `ending` ends the match as a round ends, no round begins after the
    match is over, and none before the one before has ended. None if the rules do not have this form."""
    table, st = known.table, known.reader.st
    rule = next((x for x in table.triggers if x.info.name == ending), None)
    behind = None if rule is None else min(paths(table, rule.effects, f.EndMatch, sure=True), key=len, default=None)
    if rule is None or behind is None or ROUND_ENDS not in rule.events or rule.replaced_by:
        return None
    if any(True for act in table.acts for _ in paths(table, act.effects, f.BeginRound)):
        return None
    if counter >= 0 and not counts_rounds(known, counter, most):
        return None
    full = boolean(True) if counter < 0 else neg(less(cast(Value, st.variables[counter][0]), most))
    never = fails(known, rule, behind)
    if never is None:
        return None
    out = [[conj(full, never)]]
    for other, path in places(known, f.BeginRound):
        events = set(other.events) if isinstance(other, t.Trigger) else set()
        if events == {MATCH_BEGINS}:
            continue
        parts = [running(known, other), *(part_has_value(known, other, x, True, in_effects=True) for x in path)]
        out.append([conj(st.match_over, x) for x in parts if x is not None])
        if not events or not events <= {MATCH_BEGINS, ROUND_ENDS}:
            # a round that begins in the middle of another one does not end it
            out.append([conj(st.round_runs, x) for x in parts if x is not None])
    return out


def counts_rounds(known: Known, counter: int, most: int) -> bool:
    """Whether a kept number of the table increases with each round that begins or ends, and never decreases, up to
    `most` at least."""
    table = known.table
    declared = table.variables[counter]
    if declared.each_player or not declared.kept or not isinstance(declared.type, Number) or most > declared.type.high:
        return False
    changes = [c for x in summaries(table).everything() for c in x.changes]
    own = [c for c in changes if isinstance(c.target, e.Variable) and c.target.index == counter]
    if not own or any(c.how != "assign" or c.step is None or c.step < 1 for c in own):
        return False
    yes = {ROUND_ENDS, t.TableEvent("round begins")}
    return any(
        set(x.events) & yes
        and not x.replaced_by
        and isinstance(x.guard, e.Constant)
        and x.guard.value
        and any(c in own for effect in x.effects for c in summaries(table).of(effect).changes)
        for x in table.triggers
    )
