"""Dead parts of conditions: branches, cases and words that are false in every state, or true in every state.

A part of the text can occur in many rules, as one of a definition does. It is dead if it has the same constant value in
each enabled rule that uses it. Over-approximates the states: all players, inside cascades too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from operator import itemgetter
from typing import Literal

from checker.context import Context, stage
from checker.effects.facts import condition_of
from checker.invariants.certified import certified
from checker.invariants.decided import shown
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from checker.play.sample import Step
from checker.reachability.dead import reach
from checker.smt.parts import before, card_there, free_locals, given
from checker.witness.trace import Watcher
from unodsl.engine.api import Move, State
from unodsl.engine.layout import TOP
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.model.walk import below
from unodsl.source import Span

Verdict = Literal["never", "always"]

MOST_STATES = 12
"""The most sampled states that are tried before the solver."""

MOST_EVALUATIONS = 400
"""The most evaluations of a condition in these states."""

MOST_UNLIKE = 60
"""The most states that differ in the slots that a condition reads."""

MOST_REPLAYED = 12
"""The most moves that are replayed for their intermediate states."""

Uses = dict[Span, list[tuple[t.Rule, t.Part]]]
"""The parts of a table by source position, each with the rules that use it."""


def uses_of(table: t.Table, gone: frozenset[str] = frozenset(), at: Span | None = None) -> Uses:
    """The parts of a table's rules, and of the definitions that they use, without rules that never run. `at`: only that part.
    Parts of rules with a fixed argument are left out: the table has a copy of such a rule for each argument that can occur, and none
    for the others. So are parts that not only rules read, such as those of a definition that an act uses."""
    out: Uses = {}
    rules: list[t.Rule] = [*table.triggers, *table.offers, *table.bans]
    named = {part.span for rule in rules if rule.info.written is not None for part in rule.info.parts}
    for rule in rules:
        if rule.info.name not in gone:
            for part in rule.info.parts:
                wanted = part.span not in named | table.read_elsewhere and at in (None, part.span)
                condition = condition_of(table, rule, part) if wanted else None
                if condition is not None:
                    found = part if part.effect is None else replace(part, condition=condition)
                    out.setdefault(part.span, []).append((rule, found))
    return out


def dead_parts(context: Context, wanted: frozenset[Span]) -> dict[Span, Verdict]:
    """The parts at some positions that are proved constant."""
    found = reach(context)
    strong = found.strong or context
    out: dict[Span, Verdict] = {}
    for span, uses in uses_of(context.table, frozenset(found.dead) | frozenset(found.shadowed)).items():
        if span in wanted and context.within_budget():
            verdict = common(strong, uses)
            if verdict is not None:
                out[span] = verdict
    return out


def common(context: Context, uses: Iterable[tuple[t.Rule, t.Part]]) -> Verdict | None:
    """The verdict that is proved for every use of a part; None if there is no common one."""
    verdict: Verdict | None = None
    for rule, part in uses:
        mine = verdict_of(context, rule, part)
        if mine is None or verdict not in (None, mine):
            return None
        verdict = mine
    return verdict


def varies(context: Context, uses: Iterable[tuple[t.Rule, t.Part]]) -> bool:
    """Whether a part was both true and false in sampled states, in one use or several."""
    seen = frozenset[int]().union(*(seen_in_play(context, rule, part) for rule, part in uses))
    return len(seen) == 2 or any(part.effect is not None and 1 in seen for _, part in uses)


def verdict_of(context: Context, rule: t.Rule, part: t.Part) -> Verdict | None:
    """The proved verdict on a condition of a rule. (Sampled states save solver queries.)"""
    condition = part.condition
    if known(condition) and part.effect is None:
        return "always" if context.reference.condition(context.reference.blank(1), condition) else "never"
    seen = seen_in_play(context, rule, part)
    if len(seen) == 2:
        return None
    verdicts: tuple[tuple[int, Verdict], ...] = ((1, "never"), (0, "always"))
    for against, verdict in verdicts[: 1 if part.effect is not None else 2]:
        if (
            against not in seen
            and context.within_budget()
            and shown(context, obligation(rule, part, verdict)) is not None
        ):
            return verdict
    return None


def shown_of(context: Context, span: Span, verdict: Verdict) -> list[Shown | None]:
    """The kernel's evidence for each use of a part at a table."""
    return [shown(context, x) for x in obligations(context.table, span, verdict)]


def obligations(table: t.Table, span: Span, verdict: Verdict) -> list[Obligation]:
    """The obligations that a part is dead: one for each use of it at a table."""
    return [obligation(rule, part, verdict) for rule, part in uses_of(table, at=span).get(span, ())]


def obligation(rule: t.Rule, part: t.Part, verdict: Verdict) -> Obligation:
    """The obligation that a part is never true, or never false."""
    number = next(i for i, x in enumerate(rule.info.parts) if same_part(x, part))
    return Obligation("part holds" if verdict == "never" else "part fails", (rule.info.name, str(number)))


def same_part(written: t.Part, part: t.Part) -> bool:
    """Whether a part of a rule is one of its `uses_of`. (A rule can use a definition several times, each time with other
    names: these are different parts of one place in the text.)"""
    if part.effect is not None:
        return written.effect is part.effect and written.span == part.span
    return written == part


def known(condition: e.Expr) -> bool:
    """Whether a condition reads no state, only parameters, so that it is constant."""
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


@stage
def observed_values(_: Context) -> dict[tuple[str, t.Part, bool], frozenset[int]]:
    """The cache of `seen_in_play`, by rule and condition, without and with sampled states."""
    return {}


def seen_in_play(context: Context, rule: t.Rule, part: t.Part) -> frozenset[int]:
    """The values (0, 1) of a rule's condition in sampled states, for some valuations of its names: true where it is read,
    false anywhere. Cached."""
    found = observed_values(context)
    # (a table may be sampled after its parts were first looked up)
    key = rule.info.name, part, context.is_sampled
    if key not in found:
        seen = _seen_in_play(context, rule, part, before(part, False))
        if part.unless if 1 in seen else part.given:
            # (that the last case takes all that is left is no dead part)
            seen = seen & {0} | _seen_in_play(context, rule, part, before(part, True)) & {1}
        found[key] = frozenset(seen)
    return found[key]


def _seen_in_play(context: Context, rule: t.Rule, part: t.Part, decided: Sequence[e.Expr]) -> set[int]:
    """The same, where those before it hold: in states in which the rule then runs, in others, and inside cascades."""
    condition = part.condition
    if known(condition):
        return {int(bool(context.reference.condition(context.reference.blank(1), condition)))}
    if not context.is_sampled:
        return set()
    there = certified(context)
    late = part.in_effects
    about = given(there, rule, condition, late, (*decided, *card_there(there, rule, late)))
    names = free_locals(e.Logic("and", (condition, *about), YesNo()))
    seen: set[int] = set()
    for states in (some(context.samples.steps), some(context.samples.steps_with(rule.info.name))):
        seen |= values_in(context, condition, names, about, states)
        if len(seen) == 2:
            return seen
    if part.effect is not None:
        # (most effects change something there; for the others, the solver is faster)
        return seen
    seen |= values_in(context, condition, names, about, unlike(context, condition))
    return (
        seen
        if len(seen) == 2
        else seen | values_in(context, condition, names, about, midway(context, rule), 5 * MOST_EVALUATIONS)
    )


def some(steps: Sequence[Step]) -> list[State]:
    """A sample of states in which moves were made."""
    return [step.state for step in steps[:: max(1, len(steps) // MOST_STATES)]]


def values_in(
    context: Context,
    condition: e.Expr,
    names: Sequence[e.Local],
    about: Sequence[e.Expr],
    states: Iterable[State],
    most: int = MOST_EVALUATIONS,
) -> set[int]:
    """The values of a condition in some states, until both have occurred, where the conditions `about` its names hold."""
    width = 1 + max((x.index for x in names), default=-1)
    seen: set[int] = set()
    rows = list(islice(product(*(plain_values(context, x.type) for x in names)), most))
    values = ((state, row) for state in states for row in rows)
    for state, chosen in islice(values, most):
        row = [-1] * width
        for x, value in zip(names, chosen, strict=True):
            row[x.index] = value
        if not all(context.reference.condition(state, x, tuple(row)) for x in about):
            continue
        seen.add(int(bool(context.reference.condition(state, condition, tuple(row)))))
        if len(seen) == 2:
            break
    return seen


def unlike(context: Context, condition: e.Expr) -> list[State]:
    """States between moves that differ in the top situation, or in a slot that a condition reads."""
    layout, table = context.layout, context.table
    slots = [TOP]
    for x in below(condition):
        if isinstance(x, e.Variable):
            at = layout.variable[x.index]
            slots += range(at, at + (layout.seats if table.variables[x.index].each_player else 1))
        elif isinstance(x, e.Field):
            slots.append(layout.field[x.situation][x.index])
    found: dict[object, State] = {}
    of = itemgetter(*slots)
    for step in context.samples.steps:
        found.setdefault(of(step.state), step.state)
        if len(found) == MOST_UNLIKE:
            break
    return list(found.values())


def midway(context: Context, rule: t.Rule) -> Iterator[State]:
    """States inside cascades: first of moves at which a rule runs, then of one move for each other rule."""
    watcher, kept = Watcher(context), cascades(context)
    mine = context.samples.steps_with(rule.info.name)
    steps = mine[:: max(1, len(mine) // MOST_REPLAYED)]
    steps += [x for name in sorted(context.samples.fired) for x in context.samples.steps_with(name)[:1]]
    for step in steps:
        key = step.state, step.move
        if key not in kept:
            kept[key] = watcher.passed(step.state, step.move)
        yield from kept[key]


@stage
def cascades(_: Context) -> dict[tuple[State, Move], tuple[State, ...]]:
    """The cache of states inside cascades."""
    return {}


def plain_values(context: Context, type_: Type) -> Iterator[int]:
    """Sample values of a type: all cards; the least, the greatest, and the first numbers."""
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
