"""Equality of tables: where two are proved the same, the same moves lead to the same states."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from checker.compare.prove import unproved
from checker.context import Context
from tests import engine_tables as k
from tests.comparisons.subject import SECONDS, Subject, still
from tests.engine_random import Gamer, Scope
from tests.node_kinds import EFFECTS, EXPRESSIONS
from unodsl.engine.api import State
from unodsl.engine.layout import Layout
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.resolve import Project, Resolved, TableSpec

VARIANTS, STATES = 4, 4
"""Other forms of each table that are tried, and states in which those proved the same are compared."""


def variant(table: t.Table, random: Random) -> t.Table:
    """The table with one thing otherwise, which may or may not make a difference."""
    which = random.randrange(6)
    triggers, offers, order = list(table.triggers), list(table.offers), dict(table.order)
    maker, scope = Gamer(random), Scope((k.ACTOR,), can=False)
    at = random.randrange(len(triggers))
    if which == 0:
        rows = [x for x, row in order.items() if len(row) > 1]
        if rows:
            event = random.choice(rows)
            row = list(order[event])
            one, other = random.sample(range(len(row)), 2)
            row[one], row[other] = row[other], row[one]
            order[event] = tuple(row)
    elif which == 1:
        triggers[at] = replace(triggers[at], guard=e.Not(e.Not(triggers[at].guard, k.YES_NO), k.YES_NO))
    elif which == 2:
        more = random.choice((e.Compare("<=", k.variable(k.NUMBER), k.number(10), k.YES_NO), maker.yes(scope, 1)))
        triggers[at] = replace(triggers[at], guard=e.Logic("and", (triggers[at].guard, more), k.YES_NO))
    elif which == 3:
        effects = triggers[at].effects
        shuffled = tuple(random.sample(effects, len(effects)))
        inner = f.If(triggers[at].guard, shuffled, ())
        triggers[at] = replace(triggers[at], guard=k.yes(), effects=(inner,))
    elif which == 4:
        index = random.randrange(len(offers))
        more = maker.yes(scope, 1)
        guard = e.Logic("or", (offers[index].guard, e.Logic("and", (more, e.Not(more, k.YES_NO)), k.YES_NO)), k.YES_NO)
        offers[index] = replace(offers[index], guard=guard)
    else:
        triggers[at] = cast(t.Trigger, nudged(triggers[at], random))
    return replace(table, triggers=tuple(triggers), offers=tuple(offers), order=tuple(order.items()))


def nudged(node: Any, random: Random) -> Any:
    """A rule of which one choice of words is another one."""
    swaps: dict[str, str] = {
        "left": "right",
        "right": "left",
        "highest": "lowest",
        "lowest": "highest",
        "==": "!=",
        "!=": "==",
        "<": "<=",
        "<=": "<",
        "and": "or",
        "or": "and",
        "+": "-",
        "-": "+",
        "include": "exclude",
        "exclude": "include",
        "remove": "seat",
        "seat": "remove",
    }
    places: list[tuple[Any, ...]] = []

    def walk(x: Any, path: tuple[Any, ...]) -> None:
        if isinstance(x, tuple):
            for i, y in enumerate(x):
                walk(y, (*path, i))
        elif is_dataclass(x) and not isinstance(x, t.RuleInfo):
            for part in fields(x):
                value = getattr(x, part.name)
                if part.name in ("side", "kind", "operator") and value in swaps and not isinstance(x, t.SituationEvent):
                    places.append((*path, part.name))
                else:
                    walk(value, (*path, part.name))

    def put(x: Any, path: tuple[Any, ...]) -> Any:
        if not path:
            return swaps[x]
        if isinstance(x, tuple):
            return tuple(put(y, path[1:]) if i == path[0] else y for i, y in enumerate(x))
        return replace(x, **{path[0]: put(getattr(x, path[0]), path[1:])})

    walk((node.guard, node.effects), ())
    if not places:
        return node
    path = random.choice(places)
    guard, effects = put((node.guard, node.effects), path)
    return replace(node, guard=guard, effects=effects)


def context_of(table: t.Table) -> Context:
    """A table under the checker's eyes."""
    resolved = cast(Resolved, SimpleNamespace(table=table))
    return Context(cast(Project, None), TableSpec(), resolved, time.monotonic() + SECONDS, sampled_moves=0)


def ways(subject: Subject, state: State) -> Counter[tuple[object, ...]]:
    """All that players can do, and where it leads."""
    out: Counter[tuple[object, ...]] = Counter()
    for move in subject.reference.legal(state)[:12]:
        offer = subject.table.offers[move.offer]
        step = subject.step(state, move)
        out[offer.act, offer.manner, move.seat, move.argument, step and still(step.after)] += 1
    return out


def equality(subject: Subject) -> None:
    """Tables that are proved the same are."""
    random = subject.random
    for _ in range(VARIANTS if subject.table.triggers else 0):
        other = variant(subject.table, random)
        layout = Layout(other)
        if other == subject.table or (layout.size, layout.depth) != (subject.layout.size, subject.layout.depth):
            continue
        left = unproved(context_of(subject.table), context_of(other))
        subject.tally.compared[f"{subject.name}: tables {'open' if left else 'proved'}"] += 1
        if left:
            continue
        theirs = Subject(other, subject.seed)
        for state in random.sample(subject.rests, min(STATES, len(subject.rests))):
            words = f"in {state}, with {changed_rules(subject.table, other)}"
            subject.compare("ways", ways(subject, state) == ways(theirs, state), words)
        subject.covers((subject.table.triggers, other.triggers), (*EFFECTS, *EXPRESSIONS))


def changed_rules(old: t.Table, new: t.Table) -> object:
    """The rules that are otherwise, and the order if it is."""
    pairs = zip((*old.triggers, *old.offers), (*new.triggers, *new.offers), strict=True)
    return [(x, y) for x, y in pairs if x != y] or (old.order, new.order)
