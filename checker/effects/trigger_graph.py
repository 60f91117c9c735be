"""The trigger graph: which events trigger which rules, and which events these emit."""

from __future__ import annotations

from typing import cast

import networkx as nx

from unodsl.model import table as t
from unodsl.model.events import emitted

Node = tuple[str, object]


def trigger_graph(table: t.Table) -> nx.DiGraph:
    """The graph with nodes `("event", event)` and `("rule", index)`. `settles` happens at most once in a cascade, by
    the engine's construction, so it has no predecessor."""
    graph: nx.DiGraph = nx.DiGraph()
    for event, order in table.order:
        for index in order:
            graph.add_edge(("event", event), ("rule", index))
    for index, trigger in enumerate(table.triggers):
        for event in emitted(table, trigger.effects):
            graph.add_edge(("rule", index), ("event", event))
    return graph


def circles(table: t.Table, without: frozenset[int] = frozenset()) -> list[tuple[int, ...]]:
    """The cycles of the trigger graph, as sorted sets of triggers in one strongly connected component. `without`:
    triggers that never run."""
    graph = trigger_graph(table)
    graph.remove_nodes_from(("rule", i) for i in without)
    out = []
    for component in nx.strongly_connected_components(graph):
        rules = tuple(sorted(i for kind, i in component if kind == "rule"))
        if rules and (len(component) > 1 or any(graph.has_edge(n, n) for n in component)):
            out.append(rules)
    return sorted(out)


def heights(table: t.Table, without: frozenset[int]) -> dict[t.Event, int]:
    """Heights of events for a ranking of cascades: the length of the longest chain of events from each event on. Events of one
    cycle have the same height."""
    graph = trigger_graph(table)
    graph.remove_nodes_from(("rule", i) for i in without)
    parts = nx.condensation(graph)
    out: dict[t.Event, int] = {}
    above: dict[int, int] = {}
    for part in reversed(list(nx.topological_sort(parts))):
        events = [cast(t.Event, x) for kind, x in parts.nodes[part]["members"] if kind == "event"]
        above[part] = max((above[x] for x in parts.successors(part)), default=0) + bool(events)
        out.update(dict.fromkeys(events, above[part]))
    return out
