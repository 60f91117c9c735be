"""The trigger graph: which events trigger which rules, and which events these emit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import networkx as nx

from checker.effects.summary import summaries
from unodsl.model import effects as f
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


class Loads:
    """Upper bounds on the number of events in one cascade, for an acyclic trigger graph. Example: a rule that makes
    three players draw twice each, and one that answers each draw with a call, make twelve events."""

    def __init__(self, table: t.Table, without: frozenset[int] = frozenset()) -> None:
        self.table = table
        self.order = {event: [i for i in row if i not in without] for event, row in table.order}
        self._events: dict[t.Event, int] = {}

    def of_trigger(self, index: int) -> int:
        """An upper bound on the events caused by one run of a trigger."""
        return self.of(self.table.triggers[index].effects)

    def most(self) -> int:
        """An upper bound on the events caused by one move, or by the beginning of a match, until the table is at
        rest."""
        moves = [
            self.of(self.table.effects_of(x)) + sum(map(self.of_event, self.table.events_of(i)))
            for i, x in enumerate(self.table.offers)
        ]
        first = max((*moves, self.of_event(t.TableEvent("match begins"))))
        return first + self.of_event(t.SETTLES)

    def of_event(self, event: t.Event) -> int:
        """An upper bound for an event and its consequences; 0 if no rule reacts to it."""
        if event not in self.order:
            return 0
        if event not in self._events:
            self._events[event] = 1 + sum(self.of_trigger(i) for i in self.order[event])
        return self._events[event]

    def of(self, effects: Iterable[f.Effect]) -> int:
        """An upper bound on the events that effects cause."""
        return summaries(self.table).most(effects, lambda x: 0 if x.emits is None else self.of_event(x.emits))
