"""Which events effects can bring about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import effects_below, performed


def emitted(table: t.Table, effects: Iterable[f.Effect]) -> frozenset[t.Event]:
    """The events that effects can bring about, those of the acts that they perform included."""
    out: set[t.Event] = set()
    for node in effects_below(tuple(effects)):
        if isinstance(node, f.MovesCards | f.Announces | f.Block | f.Assign):
            continue
        match node:
            case f.Perform():
                out.add(t.ActEvent(node.act, node.manner))
                out |= emitted(table, table.acts[node.act].effects)
            case f.Begin():
                out.add(t.SituationEvent("begins", node.situation))
            case f.End():
                out.add(t.SituationEvent("ends", node.situation))
            case f.ChangeSet():
                if isinstance(node.target, e.Owner):
                    out.add(t.SituationEvent("completes", node.target.situation))
            case f.BeginRound():
                out.add(t.TableEvent("round begins"))
            case f.EndRound():
                out.add(t.TableEvent("round ends"))
            case f.EndMatch():
                out.add(t.TableEvent("match ends"))
            case f.Seating():
                out.add(t.TableEvent("joins" if node.kind == "seat" else "leaves"))
            case _:
                assert_never(node)
    return frozenset(out)


def all_acts(table: t.Table, effects: Iterable[f.Effect]) -> frozenset[int]:
    """The acts that effects do, and those that these do."""
    todo, out = set(performed(effects)), set[int]()
    while todo:
        act = todo.pop()
        out.add(act)
        todo |= performed(table.acts[act].effects) - out
    return frozenset(out)


def follows(table: t.Table, events: Iterable[t.Event]) -> tuple[frozenset[t.Event], tuple[t.Trigger, ...]]:
    """All that can come of some events: these and the events that triggers bring about, and the triggers, before the table
    settles."""
    order = dict(table.order)
    known = set(events)
    todo, out = list(known), dict[int, t.Trigger]()
    while todo:
        for index in order.get(todo.pop(), ()):
            if index not in out:
                out[index] = table.triggers[index]
                more = emitted(table, table.triggers[index].effects) - known
                known |= more
                todo.extend(more)
    return frozenset(known), tuple(out.values())
