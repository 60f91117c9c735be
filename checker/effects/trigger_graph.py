"""The trigger graph: which events set off which rules, and which events those bring about."""

from __future__ import annotations

import networkx as nx

from unodsl.model import table as t
from unodsl.model.events import emitted

Node = tuple[str, object]


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


def circles(table: t.Table, without: frozenset[int] = frozenset()) -> list[tuple[int, ...]]:
    """The sets of triggers that can set each other off in a circle, each sorted, smallest index first. `without`: triggers that
    never run."""
    graph = trigger_graph(table)
    graph.remove_nodes_from(("rule", i) for i in without)
    out = []
    for component in nx.strongly_connected_components(graph):
        rules = tuple(sorted(i for kind, i in component if kind == "rule"))
        if rules and (len(component) > 1 or any(graph.has_edge(n, n) for n in component)):
            out.append(rules)
    return sorted(out)
