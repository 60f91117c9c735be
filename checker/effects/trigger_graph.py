"""The trigger graph: which events set off which rules, and which events those bring about."""

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


def heights(table: t.Table, without: frozenset[int] = frozenset()) -> dict[t.Event, int]:
    """How many events may follow on each, one after the other, at a table without circles: what runs down in a cascade."""
    graph = trigger_graph(table)
    graph.remove_nodes_from(("rule", i) for i in without)
    out: dict[Node, int] = {}
    for node in reversed(list(nx.topological_sort(graph))):
        above = max((out[x] for x in graph.successors(node)), default=0)
        out[node] = above + (node[0] == "event")
    return {cast(t.Event, key): n for (kind, key), n in out.items() if kind == "event"}


class Loads:
    """Upper bounds on the events of one cascade, at a table whose trigger graph has no circle: a rule that makes three players
    draw twice each, and one that answers each draw with a call, come to twelve."""

    def __init__(self, table: t.Table, without: frozenset[int] = frozenset()) -> None:
        self.table = table
        self.order = {event: [i for i in row if i not in without] for event, row in table.order}
        self._events: dict[t.Event, int] = {}

    def of_trigger(self, index: int) -> int:
        """The most events that come of one run of a trigger."""
        return self.of(self.table.triggers[index].effects)

    def most(self) -> int:
        """The most events that come of one move, or of the beginning of a match, until the table is at rest."""
        moves = [
            self.of((*self.table.acts[x.act].effects, *x.effects))
            + self.of_event(t.ActEvent(x.act, x.manner))
            + self.of_event(t.OfferEvent(i))
            for i, x in enumerate(self.table.offers)
        ]
        first = max((*moves, self.of_event(t.TableEvent("match begins"))))
        return first + self.of_event(t.TableEvent("settles"))

    def of_event(self, event: t.Event) -> int:
        """An event that some rule hears, and all that comes of it."""
        if event not in self.order:
            return 0
        if event not in self._events:
            self._events[event] = 1 + sum(self.of_trigger(i) for i in self.order[event])
        return self._events[event]

    def of(self, effects: Iterable[f.Effect]) -> int:
        """The most events that come of effects."""
        return summaries(self.table).most(effects, lambda x: 0 if x.emits is None else self.of_event(x.emits))
