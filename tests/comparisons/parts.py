"""Dead parts: no condition that is proved never to hold does in a game, and none that is proved always to hold fails in one. No effect
that is proved to change nothing does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from checker.context import Context
from checker.effects.facts import facts_of
from checker.effects.just_after import just_after
from checker.invariants.decided import kernel
from checker.reachability.dead_parts import Verdict
from checker.smt.parts import card_there, free_locals, part_has_value, written_before
from tests.comparisons.subject import Step, Subject
from unodsl.engine.reference import CascadeRun
from unodsl.engine.reference_values import Evaluator, Locals
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, YesNo
from unodsl.model.walk import below, effects_below

PARTS = 3
"""How many games more than elsewhere are played at each table."""

MOST_ASKED = 40
"""Conditions of one table that are asked about."""

Seen = dict[int, set[bool]]
"""What conditions came to, by the address of each."""

Groups = dict[int, list[e.Logic]]
"""Groups of the operands of conditions, by the address of each condition."""


def dead_parts(subject: Subject) -> None:
    """Conditions of all kinds, wherever they stand, and what they came to in games: where they were asked, and for whoever did what."""
    table, context = subject.table, subject.context
    rules: list[t.Rule] = [*table.triggers, *table.offers, *table.bans]
    groups: Groups = {}
    parts = [(rule, x, late) for rule in rules for x, late in conditions(rule, groups)]
    Random(len(parts)).shuffle(parts)
    with watched(groups) as seen, facts_watched(subject, rules):
        steps = subject.played(PARTS, 12)
        for step in steps:
            subject.reference.legal(step.after)
    left_by_acts(subject, steps)
    idle_effects(subject, rules, seen)
    for rule, x, late in parts[:MOST_ASKED]:
        verdict = verdict_of(context, rule, x, late)
        if verdict is None:
            continue
        came = seen.get(id(x), set()) | set(asked(subject, rule, x, late, steps))
        if came:
            subject.compare(verdict, (verdict == "never") not in came, f"{x} in {rule.info.name}")
            subject.covers((x,), (type(x),))


def idle_effects(subject: Subject, rules: list[t.Rule], seen: Seen) -> None:
    """Effects that are proved to change nothing, and what they did in games."""
    facts, context = facts_of(subject.table), subject.context
    pairs = [(rule, x) for rule in rules for x in effects_below(getattr(rule, "effects", ())) if id(x) in seen]
    times = Counter(id(x) for _, x in pairs)
    pairs = [x for x in pairs if times[id(x[1])] == 1]
    Random(len(pairs)).shuffle(pairs)
    for rule, x in pairs[:MOST_ASKED]:
        changes = facts.changes(rule, x)
        if changes is not None and verdict_of(context, rule, changes, True) == "never":
            subject.compare("changes nothing", True not in seen[id(x)], f"{x} in {rule.info.name}")
            subject.covers((x,), (type(x),))


def left_by_acts(subject: Subject, steps: list[Step]) -> None:
    """What an act leaves behind is there when the turn of its event comes."""
    after, value = just_after(subject.table), subject.reference.condition
    for heard in (y for step in steps for y in step.heard):
        for fact in after.at(heard.event):
            holds = bool(value(heard.state, fact.holds, (heard.player, heard.argument)))
            subject.compare("just after", holds, f"{fact.holds} at {heard.event} in {heard.state}")


def verdict_of(context: Context, rule: t.Rule, x: e.Expr, late: bool) -> Verdict | None:
    """What the kernel says of a condition, as if it were a part of the text. `late`: it stands in the effects."""
    decided = kernel(context)
    assert decided is not None
    verdicts: tuple[tuple[bool, Verdict], ...] = ((True, "never"), (False, "always"))
    for truth, verdict in verdicts:
        there = card_there(decided.accepted, rule, late)
        formula = part_has_value(decided.accepted, rule, x, truth, late, there)
        if formula is not None and decided.satisfiable("a part", formula) == "impossible":
            return verdict
    return None


def asked(subject: Subject, rule: t.Rule, x: e.Expr, late: bool, steps: list[Step]) -> Iterator[bool]:
    """What a condition comes to for each event that a trigger answers, and at rest for each player and card."""
    if any(y.index > t.ARGUMENT_LOCAL for y in free_locals(x)):
        return
    value = subject.reference.condition
    if isinstance(rule, t.Trigger):
        for heard in (y for step in steps for y in step.heard if y.event in rule.events):
            yield bool(value(heard.state, x, (heard.player, heard.argument)))
        return
    argument = next((y.type for y in free_locals(x) if y.index == t.ARGUMENT_LOCAL), None)
    if isinstance(rule, t.Offer) and written_before(subject.context.claims, rule, x, late):
        # (what its act has written is not so at rest)
        return
    given = range(len(subject.table.deck.kinds)) if isinstance(argument, Card) else (-1,) if argument is None else ()
    for state in {step.after for step in steps}:
        for seat in range(subject.table.seats):
            for one in given:
                # (effects only run where the conditions about the argument hold, and a card is moved where there is one)
                wanted = [rule.guard] if late else card_there(subject.context.claims, rule, late)
                if all(value(state, y, (seat, one)) for y in wanted):
                    yield bool(value(state, x, (seat, one)))


def conditions(rule: t.Rule, groups: Groups) -> list[tuple[e.Expr, bool]]:
    """The conditions of a rule: its guard, those of branches and cases, the operands of each that has some, and groups of
    operands; and whether each stands in the effects. Adds the groups to `groups`. (A line of several words is no node of
    the guard, nor is what stands in parentheses one of the condition around it.)"""
    out: list[tuple[e.Expr, bool]] = [(rule.guard, False)]
    effects = rule.effects if isinstance(rule, t.Trigger | t.Offer) else ()
    for inside, late in ((rule.guard, False), (effects, True)):
        for x in below(inside):
            if isinstance(x, f.If | e.Choose):
                out.append((x.condition, late))
            elif isinstance(x, e.Logic):
                words = x.operands
                some = [e.Logic(x.kind, words[i : i + 2], YesNo()) for i in range(len(words) - 2)]
                groups.setdefault(id(x), []).extend(some)
                out += ((y, late) for y in (*words, *some))
    return out


@contextmanager
def facts_watched(subject: Subject, rules: list[t.Rule]) -> Iterator[None]:
    """While it lasts, what is known where an effect stands is compared with the state in which it runs."""
    execute, value, known = CascadeRun.effect, Evaluator.value, facts_of(subject.table)
    pairs = [(rule, x) for rule in rules for x in effects_below(getattr(rule, "effects", ()))]
    # (rules share effects)
    times = Counter(id(x) for _, x in pairs)
    found = {id(x): known.at(rule, x) for rule, x in pairs if times[id(x)] == 1}

    def effect(run: CascadeRun, x: f.Effect, env: Locals) -> None:
        for fact in found.get(id(x)) or ():
            subject.compare("facts", bool(value(run, fact.holds, env)), f"{fact.holds} before {x} in {run.s}")
        execute(run, x, env)

    CascadeRun.effect = effect  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        CascadeRun.effect = execute  # type: ignore[method-assign]


@contextmanager
def watched(groups: Groups) -> Iterator[Seen]:
    """While it lasts, all that conditions come to is kept, and what groups of their operands do."""
    seen: Seen = {}
    plain, execute = Evaluator.value, CascadeRun.effect

    def value(run: Evaluator, x: e.Expr, env: Locals) -> int:
        found = plain(run, x, env)
        seen.setdefault(id(x), set()).add(bool(found))
        for group in groups.get(id(x), ()):
            seen.setdefault(id(group), set()).add(bool(plain(run, group, env)))
        return found

    def effect(run: CascadeRun, x: f.Effect, env: Locals) -> None:
        before, queued = list(run.s), len(run.queue)
        execute(run, x, env)
        felt = any(y in run.order for y, *_ in list(run.queue)[queued:])
        seen.setdefault(id(x), set()).add(felt or run.s != before)

    CascadeRun.value = value  # type: ignore[assignment, method-assign]
    CascadeRun.effect = effect  # type: ignore[assignment, method-assign]
    try:
        yield seen
    finally:
        CascadeRun.effect = execute  # type: ignore[method-assign]
        del CascadeRun.value
