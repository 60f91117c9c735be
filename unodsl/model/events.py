"""The events that effects can emit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.per_table import per_table
from unodsl.model.types import Players
from unodsl.model.walk import effects_below, performed


@dataclass(slots=True)
class _Known:
    """The caches of one table: the events of effects (by id, with the effect itself, so that its id stays unique), and
    the consequences of events."""

    order: dict[t.Event, tuple[int, ...]]
    emitted: dict[int, tuple[f.Effect, frozenset[t.Event]]] = field(default_factory=dict)
    follows: dict[object, tuple[frozenset[t.Event], tuple[t.Trigger, ...]]] = field(default_factory=dict)


@per_table(8)
def _known(table: t.Table) -> _Known:
    return _Known(dict(table.order))


def emitted(table: t.Table, effects: Iterable[f.Effect]) -> frozenset[t.Event]:
    """The events that effects can emit, including those of performed acts."""
    known = _known(table).emitted
    out: frozenset[t.Event] = frozenset()
    for x in effects:
        found = known.get(id(x))
        if found is None:
            found = known[id(x)] = x, _emitted(table, x)
        out |= found[1]
    return out


def _emitted(table: t.Table, effect: f.Effect) -> frozenset[t.Event]:
    out: set[t.Event] = set()
    for node in effects_below(effect):
        event = event_of(node)
        if event is not None:
            out.add(event)
        if isinstance(node, f.Perform):
            out |= emitted(table, table.acts[node.act].effects)
    return frozenset(out)


def event_of(effect: f.Effect) -> t.Event | None:
    """The event that an effect itself can emit."""
    if isinstance(effect, f.MovesCards | f.Announces | f.Block):
        return None
    match effect:
        case f.Assign(target=target):
            if isinstance(target, e.Owner) and not isinstance(target.type, Players):
                return t.SituationEvent("passes", target.situation)
            return None
        case f.Perform():
            return t.ActEvent(effect.act, effect.manner)
        case f.Begin():
            return t.SituationEvent("begins", effect.situation)
        case f.End():
            return t.SituationEvent("ends", effect.situation)
        case f.ChangeSet(target=target):
            return t.SituationEvent("completes", target.situation) if isinstance(target, e.Owner) else None
        case f.BeginRound():
            return t.TableEvent("round begins")
        case f.EndRound():
            return t.TableEvent("round ends")
        case f.EndMatch():
            return t.TableEvent("match ends")
        case f.Seating():
            return t.TableEvent("joins" if effect.kind == "seat" else "leaves")
        case _:
            assert_never(effect)


def all_acts(table: t.Table, effects: Iterable[f.Effect]) -> frozenset[int]:
    """The acts that effects perform, transitively."""
    todo, out = set(performed(effects)), set[int]()
    while todo:
        act = todo.pop()
        out.add(act)
        todo |= performed(table.acts[act].effects) - out
    return frozenset(out)


def follows(
    table: t.Table,
    events: Iterable[t.Event],
    but: frozenset[t.Event] = frozenset(),
    dead: frozenset[str] = frozenset(),
) -> tuple[frozenset[t.Event], tuple[t.Trigger, ...]]:
    """The consequences of events before the table settles: these events and all that triggers emit, and the
    triggers. Leaves out the events `but` with their consequences, and the triggers with the names `dead`."""
    all_, first = _known(table), frozenset(events) - but
    key = first, but, dead
    if key not in all_.follows:
        known = set(first)
        todo, out = list(known), dict[int, t.Trigger]()
        while todo:
            for index in all_.order.get(todo.pop(), ()):
                trigger = table.triggers[index]
                if index not in out and trigger.info.name not in dead:
                    out[index] = trigger
                    more = emitted(table, trigger.effects) - known - but
                    known |= more
                    todo.extend(more)
        all_.follows[key] = frozenset(known), tuple(out.values())
    return all_.follows[key]
