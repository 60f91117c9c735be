"""Which events effects can bring about."""

from __future__ import annotations

from collections.abc import Iterable

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below


def emitted(table: t.Table, effects: Iterable[f.Effect]) -> frozenset[t.Event]:
    """The events that effects can bring about, those of the acts that they perform included."""
    out: set[t.Event] = set()
    for node in below(tuple(effects)):
        match node:
            case f.Perform():
                out.add(t.ActEvent(node.act, node.manner))
                out |= emitted(table, table.acts[node.act].effects)
            case f.Begin():
                out.add(t.SituationEvent("begins", node.situation))
            case f.End():
                out.add(t.SituationEvent("ends", node.situation))
            case f.ChangeSet(target=e.Owner() as target):
                out.add(t.SituationEvent("completes", target.situation))
            case f.BeginRound():
                out.add(t.TableEvent("round begins"))
            case f.EndRound():
                out.add(t.TableEvent("round ends"))
            case f.EndMatch():
                out.add(t.TableEvent("match ends"))
            case f.Seating():
                out.add(t.TableEvent("joins" if node.kind == "seat" else "leaves"))
            case _:
                pass
    return frozenset(out)
