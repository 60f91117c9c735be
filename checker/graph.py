"""The trigger graph: which events set off which rules, and which events those bring about."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below

Node = tuple[str, object]


def emitted(table: t.Table, effects: tuple[f.Effect, ...]) -> Iterator[t.Event]:
    """The events that effects can bring about, those of the acts that they perform included."""
    for node in below(effects):
        match node:
            case f.Perform():
                yield t.ActEvent(node.act, node.manner)
                yield from emitted(table, table.acts[node.act].effects)
            case f.Begin():
                yield t.SituationEvent("begins", node.situation)
            case f.End():
                yield t.SituationEvent("ends", node.situation)
            case f.ChangeSet(target=e.Owner() as target):
                yield t.SituationEvent("completes", target.situation)
            case f.BeginRound():
                yield t.TableEvent("round begins")
            case f.EndRound():
                yield t.TableEvent("round ends")
            case f.EndMatch():
                yield t.TableEvent("match ends")
            case f.Seating():
                yield t.TableEvent("joins" if node.kind == "seat" else "leaves")
            case _:
                pass


def trigger_graph(table: t.Table) -> nx.DiGraph:
    """Events and triggers as nodes `("event", event)` and `("rule", index)`. `settles` happens at most once in a cascade
    and by itself, so nothing leads to it."""
    graph: nx.DiGraph = nx.DiGraph()
    for event, order in table.order:
        for index in order:
            graph.add_edge(("event", event), ("rule", index))
    for index, trigger in enumerate(table.triggers):
        for event in emitted(table, trigger.effects):
            graph.add_edge(("rule", index), ("event", event))
    return graph


def circles(table: t.Table) -> list[tuple[int, ...]]:
    """The sets of triggers that can set each other off in a circle, each sorted, smallest index first."""
    graph = trigger_graph(table)
    out = []
    for component in nx.strongly_connected_components(graph):
        rules = tuple(sorted(i for kind, i in component if kind == "rule"))
        if rules and (len(component) > 1 or any(graph.has_edge(n, n) for n in component)):
            out.append(rules)
    return sorted(out)
