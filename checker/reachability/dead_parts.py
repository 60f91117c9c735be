"""Dead parts of conditions: branches, cases and words that never hold in any state, or that always do.

A part of the text can stand in many rules, as one of a definition does. It is dead where it never holds (or always does) in each rule that
uses it and that could happen. Over-approximates the states: those in the middle of a cascade too, whoever looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Literal

import z3

from checker.context import Context
from checker.invariants.known import ask
from checker.invariants.payloads import Values, carried_by, joined
from checker.reachability.dead import reach
from checker.smt.expressions import Env, Value
from checker.smt.factory import conj, disj, neg
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.model.walk import below
from unodsl.source import Span

Verdict = Literal["never", "always"]

MOST_WAYS = 1_500
"""So many values of the names in a condition are gone through; of one with more nothing is said."""

MOST_STATES = 12
"""So many states met in play are looked at before the solver is asked."""

MOST_LOOKS = 400
"""So many looks at a condition in such states."""

Uses = dict[Span, list[tuple[t.Rule, t.Part]]]
"""The parts of a table by their place in the text, each with the rules that use it."""


def uses_of(table: t.Table, gone: frozenset[str] = frozenset()) -> Uses:
    """The conditions in the text of a table's rules and of the definitions that they use, but for rules that never happen."""
    out: Uses = {}
    rules: list[t.Rule] = [*table.triggers, *table.offers, *table.bans]
    for rule in rules:
        if rule.info.name not in gone:
            for part in rule.info.parts:
                out.setdefault(part.span, []).append((rule, part))
    return out


def dead_parts(context: Context, wanted: frozenset[Span] | None = None) -> dict[Span, Verdict]:
    """The parts that are proved never to hold, or always to; of all, or of those at some places."""
    found = reach(context)
    strong = found.strong or context
    out: dict[Span, Verdict] = {}
    for span, uses in uses_of(context.table, frozenset(found.dead) | frozenset(found.shadowed)).items():
        if (wanted is None or span in wanted) and context.going_on():
            verdict = common(strong, uses)
            if verdict is not None:
                out[span] = verdict
    return out


def common(context: Context, uses: Iterable[tuple[t.Rule, t.Part]]) -> Verdict | None:
    """What is proved of a part in each of its uses; None where that is nothing, or not the same."""
    verdict: Verdict | None = None
    for rule, part in uses:
        mine = verdict_of(context, rule, part.condition)
        if mine is None or verdict not in (None, mine):
            return None
        verdict = mine
    return verdict


def verdict_of(context: Context, rule: t.Rule, condition: e.Expr) -> Verdict | None:
    """Whether a condition of a rule is proved never to hold, or always to."""
    if known(condition):
        return "always" if context.reference.condition(context.reference.blank(1), condition) else "never"
    seen = seen_in_play(context, condition)
    if len(seen) == 2:
        return None
    ways = ways_of(context, rule, condition)
    if ways is None:
        return None
    truth = [(limits, context.reader.truth(condition, env)) for env, limits in ways]
    if 1 not in seen and ask(context, disj(conj(*x, holds) for x, holds in truth)) == "impossible":
        return "never"
    if 0 not in seen and ask(context, disj(conj(*x, neg(holds)) for x, holds in truth)) == "impossible":
        return "always"
    return None


def known(condition: e.Expr) -> bool:
    """Whether a condition looks at no state, so that it comes to a known value: it is about parameters."""
    values = (
        e.Constant
        | e.Arithmetic
        | e.Compare
        | e.Logic
        | e.Not
        | e.Choose
        | e.SetOf
        | e.SetOperation
        | e.SetSize
        | e.Member
    )
    return all(isinstance(x, values) for x in below(condition))


def free_locals(condition: e.Expr) -> list[e.Local]:
    """The names in a condition that are not bound inside it."""
    nodes = list(below(condition))
    binders = e.CountCards | e.OverCards | e.PlayersWhere | e.OverPlayers | e.Can
    bound = {n.local.index for n in nodes if isinstance(n, binders)}
    free = {n.index: n for n in nodes if isinstance(n, e.Local) and n.index not in bound}
    return [free[i] for i in sorted(free)]


def ways_of(context: Context, rule: t.Rule, condition: e.Expr) -> list[tuple[Env, list[z3.BoolRef]]] | None:
    """All values that the names in a condition can have, each with what has to hold for it; None where they are too many."""
    names = free_locals(condition)
    choices = [values_of(context, rule, condition, x) for x in names]
    total = 1
    for values in choices:
        total *= len(values)
    if total > MOST_WAYS:
        return None
    out: list[tuple[Env, list[z3.BoolRef]]] = []
    for combination in product(*choices):
        env: Env = {x.index: value for x, (value, _) in zip(names, combination, strict=True)}
        out.append((env, [limit for _, limits in combination for limit in limits]))
    return out


def values_of(context: Context, rule: t.Rule, condition: e.Expr, x: e.Local) -> list[tuple[Value, list[z3.BoolRef]]]:
    """The values that a name can have: of the player and of what an act is done with, nothing too."""
    nothing: list[tuple[Value, list[z3.BoolRef]]] = []
    given = x.index in (t.PLAYER_LOCAL, t.ARGUMENT_LOCAL)
    if getattr(x.type, "optional", False) or (given and isinstance(x.type, Card | Player | Enumeration)):
        nothing = [(-1, [])]
    known = carried(context, rule) if x.index == t.ARGUMENT_LOCAL else None
    if x.index == t.PLAYER_LOCAL and isinstance(x.type, Player):
        return [*nothing, *((seat, []) for seat in context.reader.asked(condition))]
    return [*nothing, *(y for y in all_of(context, x.type, x.index) if known is None or y[0] in known)]


def all_of(context: Context, type_: Type, index: int) -> list[tuple[Value, list[z3.BoolRef]]]:
    """All values of a type but nothing; a number stands for all, with its bounds."""
    match type_:
        case Card():
            return [(k, [there]) for k, there in enumerate(context.reader.st.there)]
        case Player():
            return [(seat, []) for seat in range(context.layout.seats)]
        case Enumeration():
            return [(v, []) for v in range(len(type_.values))]
        case YesNo():
            return [(0, []), (1, [])]
        case Number():
            number = z3.Int(f"named.{index}")
            return [(number, [number >= type_.low, number <= type_.high])]
        case Players():
            return [(tuple(z3.Bool(f"named.{index}.{i}") for i in range(context.layout.seats)), [])]


def carried(context: Context, rule: t.Rule) -> Values:
    """What the acts that a trigger answers can be done with, where it is a card, a player or a choice; None: anything."""
    if not isinstance(rule, t.Trigger):
        return None
    out: Values = frozenset()
    for event in rule.events:
        if not isinstance(event, t.ActEvent | t.OfferEvent):
            return None
        act = event.act if isinstance(event, t.ActEvent) else context.table.offers[event.offer].act
        if not isinstance(context.table.acts[act].argument, Card | Player | Enumeration):
            return None
        out = joined(out, carried_by(context).get(event, frozenset()))
    return out


def seen_in_play(context: Context, condition: e.Expr) -> set[int]:
    """Which of yes (1) and no (0) a condition comes to in states met in play, for some values of its names. It says that a part is
    alive, which nothing is concluded from but that no solver has to be asked."""
    names = free_locals(condition)
    width = 1 + max((x.index for x in names), default=-1)
    steps = context.samples.steps if "samples" in context.__dict__ else ()
    states = [step.state for step in steps[:: max(1, len(steps) // MOST_STATES)]]
    seen: set[int] = set()
    looks = 0
    for state in states:
        for values in product(*(plain_values(context, x.type) for x in names)):
            row = [-1] * width
            for x, value in zip(names, values, strict=True):
                row[x.index] = value
            seen.add(int(bool(context.reference.condition(state, condition, tuple(row)))))
            looks += 1
            if len(seen) == 2 or looks >= MOST_LOOKS:
                return seen
    return seen


def plain_values(context: Context, type_: Type) -> Iterator[int]:
    """Some values of a type, as numbers: for cards all, for numbers the least, the greatest, and the first ones."""
    match type_:
        case Card():
            return iter(range(len(context.table.deck.kinds)))
        case Player():
            return iter(range(context.layout.seats))
        case Enumeration():
            return iter(range(len(type_.values)))
        case YesNo():
            return iter((0, 1))
        case Number():
            return iter(sorted({type_.low, type_.high, *range(type_.low, min(type_.high, type_.low + 4) + 1)}))
        case Players():
            return iter(range(1 << context.layout.seats))
