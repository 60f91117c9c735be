"""The smallest table that still shows a difference, and its rules as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from tests import engine_tables as k
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Type

SAID_ELSEWHERE = ("type", "info", "span", "name")
"""Parts of a node that its text does without."""


def simpler(block: tuple[f.Effect, ...]) -> Iterator[tuple[f.Effect, ...]]:
    """Effects with one left out, or with what is inside one of them in its place."""
    for i, x in enumerate(block):
        yield (*block[:i], *block[i + 1 :])
        for name in ("then", "otherwise", "body"):
            inner = getattr(x, name, ())
            if inner:
                yield (*block[:i], *inner, *block[i + 1 :])
                for less in simpler(inner):
                    part: dict[str, Any] = {name: less}
                    yield (*block[:i], replace(x, **part), *block[i + 1 :])


def conditions(x: e.Expr) -> Iterator[e.Expr]:
    """A condition, or a simpler one."""
    if x != k.yes():
        yield k.yes()
    if isinstance(x, e.Logic):
        yield from x.operands
    if isinstance(x, e.Not):
        yield x.operand


def smaller(table: t.Table) -> Iterator[t.Table]:
    """Tables with one thing less."""
    for i in range(len(table.bans)):
        yield replace(table, bans=(*table.bans[:i], *table.bans[i + 1 :]))
    for i, trigger in enumerate(table.triggers):
        heard = [(event, row) for event, row in table.order if i in row]
        for event, row in heard:
            # a trigger that nothing sets off keeps its number
            less = tuple((x, y) for x, y in table.order if x != event)
            rest = tuple(j for j in row if j != i)
            events = tuple(x for x in trigger.events if x != event)
            triggers = changed(table.triggers, i, replace(trigger, events=events))
            yield replace(table, order=(*less, (event, rest)) if rest else less, triggers=triggers)
        for effects in simpler(trigger.effects) if heard else ():
            yield replace(table, triggers=changed(table.triggers, i, replace(trigger, effects=effects)))
        for guard in conditions(trigger.guard) if heard else ():
            yield replace(table, triggers=changed(table.triggers, i, replace(trigger, guard=guard)))
    for i, offer in enumerate(table.offers):
        if offer.guard != k.yes(False):
            yield replace(table, offers=changed(table.offers, i, replace(offer, guard=k.yes(False), effects=())))
        for effects in simpler(offer.effects):
            yield replace(table, offers=changed(table.offers, i, replace(offer, effects=effects)))
        for guard in conditions(offer.guard) if offer.guard != k.yes(False) else ():
            yield replace(table, offers=changed(table.offers, i, replace(offer, guard=guard)))
    for i, act in enumerate(table.acts):
        for effects in simpler(act.effects):
            yield replace(table, acts=changed(table.acts, i, replace(act, effects=effects)))


def changed(row: tuple[Any, ...], at: int, other: Any) -> tuple[Any, ...]:
    """A row with another thing at one place."""
    return (*row[:at], other, *row[at + 1 :])


def smallest(table: t.Table, differs: Callable[[t.Table], bool], most: int = 400) -> t.Table:
    """A table of which nothing can be left out without the difference being gone, as far as so many tries say."""
    tries = 0
    again = True
    while again:
        again = False
        for less in smaller(table):
            tries += 1
            if tries > most:
                return table
            if differs(less):
                table, again = less, True
                break
    return table


def text(node: Any) -> str:
    """A node in one line, types left out."""
    if isinstance(node, tuple):
        return "[" + "; ".join(text(x) for x in node) + "]"
    if isinstance(node, e.Constant):
        return f"{type(node.type).__name__.lower()} {node.value}"
    if isinstance(node, e.Local):
        return f"{node.name}#{node.index}"
    if isinstance(node, Type):
        return ""
    if is_dataclass(node):
        parts = [(x.name, getattr(node, x.name)) for x in fields(node) if x.name not in SAID_ELSEWHERE]
        said = [f"{name}={text(value)}" for name, value in parts if value not in (None, ())]
        return f"{type(node).__name__}({', '.join(said)})"
    return str(node)


def rules(table: t.Table) -> str:
    """The rules of a table, one a line; those that do not matter are left out."""
    lines = [f"{table.seats} seats"]
    ordinary = k.ACTS
    for act, usual in zip(table.acts, ordinary, strict=True):
        if act.effects and act.effects != usual.effects:
            lines.append(f"  act {act.name}: {text(act.effects)}")
    for index, trigger in enumerate(table.triggers):
        events = [event for event, row in table.order if index in row]
        if events:
            instead = f" replaced by {list(trigger.replaced_by)}" if trigger.replaced_by else ""
            lines.append(
                f"  trigger {index} on {text(tuple(events))}{instead} if {text(trigger.guard)}: {text(trigger.effects)}"
            )
    for index, offer in enumerate(table.offers):
        if offer.guard != k.yes(False):
            lines.append(f"  offer {index}: {text(offer)}")
    lines += [f"  ban: {text(ban)}" for ban in table.bans]
    return "\n".join(lines)
