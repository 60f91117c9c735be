"""Upper bounds on the number of events in one cascade. The engine stops a cascade with too many.

Over-approximates each cascade, given accepted layers of a ranking (see `cascade_ranking`). Example: an echo lowers a number
from 100 to 0, and each time 40 bells ring: at most 4,000 events, and what caused the first echo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import assert_never

import networkx as nx

from checker.effects.summary import Change, Summary, summaries
from checker.smt.cascade_ranking import Layer, alive_in, repeating
from checker.smt.claims import Known, Range, argument_of
from checker.smt.measures import Measure
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.types import Card, Enumeration, Number, Player, Players, YesNo

UNTOLD = 1_000_000
"""Stands for any larger number, and for no bound."""

Run = tuple[int, t.Event]
"""A trigger, by number, that runs for an event."""

Source = int | frozenset[t.Event]
"""What runs have in common: the layer whose sum they lower, or the events of a cycle, or a single event."""


class Loads:
    """The bounds of a table's cascades. `layers`: sums that some rules lower and that no other repeating rule raises. Events
    that rules of no layer emit in a cycle have to carry numbers that decrease."""

    def __init__(self, known: Known, layers: Sequence[Layer] = ()) -> None:
        self.known, self.table, self.layers = known, known.table, layers
        numbers = {x.info.name: i for i, x in enumerate(self.table.triggers)}
        alive = alive_in(known)
        runs = [(numbers[x.info.name], event) for x, events in alive for event in events]
        lower: dict[Run, int] = {}
        self.steady: list[frozenset[Run]] = []
        """For each layer the runs that do not raise its sum."""
        for number, (_, names) in enumerate(layers):
            again = [(x.info.name, event) for x, events in repeating(self.table, alive) for event in events]
            self.steady.append(frozenset((numbers[name], event) for name, event in again))
            lower |= {(numbers[name], event): number for name, event in again if name in names}
            alive = [(x, events) for x, events in alive if x.info.name not in names]
        self.emitted = [self.emits(x.effects) for x in self.table.triggers]
        """For each trigger how often one run of it emits each event at most."""
        graph: nx.DiGraph = nx.DiGraph()
        graph.add_nodes_from(x for x, _ in self.table.order)
        graph.add_edges_from((x, y) for i, x in runs if (i, x) not in lower for y in self.emitted[i] if y in graph)
        self.groups = [frozenset(c) for c in nx.strongly_connected_components(graph)]
        """The events with triggers, those of one cycle together."""
        self.circles = {c for c in self.groups if len(c) > 1 or any(graph.has_edge(x, x) for x in c)}
        of = {x: c for c in self.groups for x in c}
        self.sources: dict[Source, list[list[Run]]] = {}
        """For each source its alternatives: the runs that happen together."""
        for run in runs:
            source = lower.get(run, of[run[1]])
            rows = self.sources.setdefault(source, [])
            row = next((x for x in rows if x[0][1] == run[1]), None) if isinstance(source, frozenset) else None
            if row is None:
                rows.append([run])
            else:
                row.append(run)

    def emits(self, effects: Iterable[f.Effect]) -> Counter[t.Event]:
        """How often effects emit each event at most."""
        block, all_ = tuple(effects), summaries(self.table)

        def often(event: t.Event) -> int:
            return all_.most(block, lambda x: int(x.emits == event))

        return Counter({x: often(x) for x in emitted(self.table, block)})

    def most(self) -> int:
        """A bound on the events of one move, or of the beginning of a match, until the table is at rest."""
        firsts = [Counter[t.Event]([t.TableEvent("match begins")])]
        for index, offer in enumerate(self.table.offers):
            firsts.append(self.emits(self.table.effects_of(offer)) + Counter(self.table.events_of(index)))
        return max(Load(self, x + Counter([t.SETTLES])).total() for x in firsts)

    def of_trigger(self, index: int) -> int:
        """A bound on the events that one run of a trigger causes."""
        return Load(self, self.emitted[index]).total()


class Load:
    """The bounds of a cascade that begins with some events."""

    def __init__(self, loads: Loads, first: Mapping[t.Event, int]) -> None:
        self.of, self.first = loads, first
        self.known: dict[Source, int] = {}

    def total(self) -> int:
        """A bound on the events with triggers."""
        return min(UNTOLD, sum(map(self.amount, self.of.groups)))

    def amount(self, source: Source) -> int:
        """A bound on how often an event or the events of a cycle happen, or a sum is lowered."""
        if source not in self.known:
            # what depends on itself has no bound
            self.known[source] = UNTOLD
            found = self.lowerings(source) if isinstance(source, int) else self.events(source)
            self.known[source] = min(UNTOLD, found)
        return self.known[source]

    def spread(self, weigh: Callable[[Run], int], but: Source | None = None) -> int:
        """A bound on the total weight of all runs, but for those of one source."""
        total = 0
        for source, rows in self.of.sources.items():
            most = max(sum(map(weigh, row)) for row in rows) if source != but else 0
            total += most * self.amount(source) if most else 0
        return total

    def events(self, group: frozenset[t.Event]) -> int:
        """A bound on how often an event or the events of a cycle happen."""

        def weigh(run: Run) -> int:
            return sum(self.of.emitted[run[0]][x] for x in group)

        if group not in self.of.circles:
            return sum(self.first.get(x, 0) for x in group) + self.spread(weigh)
        outside = sum(self.first.get(x, 0) for x in group) + self.spread(weigh, group)
        acts = [argument_of(self.of.table, x) for x in group]
        numbers = [x.argument for x in acts if x is not None and isinstance(x.argument, Number)]
        if len(numbers) < len(acts):
            return UNTOLD
        wide = max(sum(map(weigh, row)) for row in self.of.sources[group])
        total, level = 0, outside
        for _ in range(max(x.high for x in numbers) - min(x.low for x in numbers) + 1):
            total, level = min(UNTOLD, total + level), min(UNTOLD, level * wide)
        return total

    def lowerings(self, layer: int) -> int:
        """A bound on how often the sum of a layer is lowered."""
        weights, steady = self.of.layers[layer][0], self.of.steady[layer]
        wide = sum(abs(n) * width(self.of.known, x) for x, n in weights)
        raised = self.spread(lambda x: int(x not in steady and raises(self.of.table, x[0], weights)))
        return wide * (1 + raised)


def raises(table: t.Table, trigger: int, weights: Iterable[tuple[Measure, int]]) -> bool:
    """Whether a trigger may raise a weighted sum: it changes a measure, other than by a step in the other direction."""
    found = tuple(summaries(table).through(table.triggers[trigger].effects))
    return any(
        changes(x, what) or any(is_of(c, what) and (c.step is None or c.step * n > 0) for c in x.changes)
        for x in found
        for what, n in weights
    )


def changes(x: Summary, what: Measure) -> bool:
    """Whether an effect may change a measure, other than by writing a target."""
    kind, number, _ = what
    if kind == "players":
        return x.seating is not None
    if kind == "cards" and x.transfer is not None:
        return True
    situation = number if kind in ("open", "waits") else -1 - number
    return x.phase is not None or (situation >= 0 and x.situation == situation)


def is_of(x: Change, what: Measure) -> bool:
    """Whether a change writes a part of a measure."""
    kind, number, position = what
    match x.target:
        case e.Owner():
            return kind in ("open", "waits") and x.target.situation == number
        case e.Field():
            slot = -1 - x.target.situation, x.target.index
            return kind in ("set", "thing", "number") and slot == (number, position)
        case e.Variable():
            return kind in ("set", "thing", "number") and x.target.index == number
        case _:
            assert_never(x.target)


def width(known: Known, what: Measure) -> int:
    """The greatest change of a measure."""
    kind, number, position = what
    table = known.table
    if kind in ("open", "waits", "players"):
        return table.seats
    if kind == "cards":
        return table.deck.size
    declared = table.variables[number] if number >= 0 else table.situations[-1 - number].fields[position]
    several = table.seats if isinstance(declared, t.Variable) and declared.each_player else 1
    match declared.type:
        case Number():
            slot = number if number >= 0 else (-1 - number, position)
            ranges = [x for x in known.claims if isinstance(x, Range) and x.slot == slot]
            low = max([declared.type.low, *(x.low for x in ranges)])
            return several * max(0, min([declared.type.high, *(x.high for x in ranges)]) - low)
        case YesNo():
            return several
        case Enumeration():
            return several * len(declared.type.values)
        case Players() | Player():
            return several * table.seats
        case Card():
            return several * len(table.deck.kinds)
        case _:
            assert_never(declared.type)
