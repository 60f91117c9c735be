"""Termination of cyclic cascades: rules that trigger each other in a cycle, with a quantity that decreases in each
cycle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import networkx as nx

from checker.context import Context, stage
from checker.effects.footprints import Footprints, Thing, clash
from checker.effects.no_op import within
from checker.effects.summary import Change, Summary, summaries
from checker.effects.trigger_graph import Node, circles, heights, trigger_graph
from checker.invariants.known import ask
from checker.invariants.rule_enabled import possible
from checker.smt.cascade_ranking import Cascades, Layer
from checker.smt.measures import Measure
from checker.termination.change_vectors import Deltas
from checker.termination.sums import each_sum_words, features, first_layer
from unodsl.engine.describe import short
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.types import Number, Players, YesNo
from unodsl.model.walk import below


@dataclass
class Elimination:
    """The rules not yet shown to terminate in a cascade. `why`: for each of the others what decreases. An infinite
    cascade contains a cycle. All cycles are treated together, since one could restore what another one uses up. `layers`:
    the same for the kernel, but for numbers of acts."""

    context: Context
    graph: nx.DiGraph
    alive: set[int]
    why: dict[int, str] = field(default_factory=dict)
    layers: list[Layer] = field(default_factory=list)

    def circles(self) -> list[frozenset[Node]]:
        """The remaining cycles with their events. Drops the rules that are neither on a cycle nor reachable from
        one."""
        left = self.graph.subgraph([n for n in self.graph if n[0] == "event" or n[1] in self.alive])
        found = [
            frozenset(c)
            for c in nx.strongly_connected_components(left)
            if len(c) > 1 or any(left.has_edge(n, n) for n in c)
        ]
        inside = {n for c in found for n in c}
        self.alive = {i for n in inside for kind, i in (*nx.descendants(left, n), n) if kind == "rule"}
        return found

    def rest(self) -> None:
        """Removes rules that terminate, until nothing changes."""
        while True:
            found = self.circles()
            if not found or not self.context.within_budget():
                return
            tired = self.by_number(found) or self.by_variable(found) or self.by_weights()
            if not tired:
                return
            self.why.update(tired)
            self.alive -= tired.keys()

    def by_number(self, found: list[frozenset[Node]]) -> dict[int, str]:
        """The rules of a cycle whose acts have decreasing numbers, if no other cycle triggers it."""
        for circle in sorted(found, key=lambda c: min(rules_of(c))):
            others = {n for c in found if c != circle for n in c}
            if any(nx.ancestors(self.graph, n) & others for n in circle):
                continue
            events = {x for kind, x in circle if kind == "event"}
            if all(counts_down(self.context, i, events) for i in rules_of(circle)):
                return dict.fromkeys(rules_of(circle), "the number that is done next is smaller each time")
        return {}

    def by_variable(self, found: list[frozenset[Node]]) -> dict[int, str]:
        """The rules that move a variable of the table in one direction, if no other rule moves it back."""
        inside = sorted(i for c in found for i in rules_of(c))
        for index, variable in enumerate(self.context.table.variables):
            if variable.each_player:
                continue
            for up in (False, True):
                steady = {i for i in inside if moves_on(self.context, i, index, up)}
                if steady and not any(changes(self.context.table, i, index) for i in self.alive - steady):
                    name = short(variable.name)
                    if isinstance(variable.type, Players):
                        why = f"each round puts somebody else into `{name}`"
                    else:
                        why = f"each round makes `{name}` {'more' if up else 'less'}"
                    kind = "set" if isinstance(variable.type, Players) else "number"
                    self.layer([((kind, index, 0), -1 if up else 1)], steady)
                    return dict.fromkeys(steady, why)
        return {}

    def by_weights(self) -> dict[int, str]:
        """The rules that decrease a weighted sum of quantities that no rule increases."""
        table = self.context.table
        rules = sorted(self.alive)
        if any(
            n.phase is not None for n in summaries(table).through(x for i in rules for x in table.triggers[i].effects)
        ):
            # changes by the beginning or end of a round are not counted
            return {}
        deltas = Deltas(self.context)
        found = first_layer([deltas.of_trigger(i).change for i in rules])
        if found is None:
            return {}
        weights, less = found
        sums = features(weights)
        why = each_sum_words(table, weights)
        self.layer(sums, [rules[n] for n in less])
        return {rules[n]: why for n in less}

    def terminated(self, circles: Iterable[tuple[int, ...]]) -> dict[tuple[int, ...], str]:
        """Those of the cycles of rules that terminate, with the reason."""
        left = {i for c in self.circles() for i in rules_of(c)}
        return {
            circle: "; ".join(sorted({self.why[i] for i in circle if i in self.why}))
            for circle in circles
            if not left & set(circle)
        }

    def layer(self, sums: Iterable[tuple[Measure, int]], rules: Iterable[int]) -> None:
        """Records a sum and the rules that lower it."""
        names = frozenset(self.context.table.triggers[i].info.name for i in rules)
        self.layers.append((tuple(sums), names))


@stage
def cascade_ranking(context: Context) -> Cascades | None:
    """A ranking of all cascades for the kernel: the heights of events decrease along each edge of the trigger graph, once layers
    of rules have lowered sums. None if some cycle is not shown to terminate."""
    table = context.table
    never = {i for i, x in enumerate(table.triggers) if not context.facts.events & set(x.events)}
    never |= {i for i, x in enumerate(table.triggers) if x.info.name in context.never}
    found, layers = circles(table, frozenset(never)), list[Layer]()
    if found:
        ended = eliminated(context)
        layers = ended.layers
        if not all(c in ended.terminated(found) for c in found):
            return None
    tired = {i for i, x in enumerate(table.triggers) if any(x.info.name in names for _, names in layers)}
    return heights(table, frozenset(never | tired)), layers


@stage
def eliminated(context: Context) -> Elimination:
    """The rules of a table that are shown to terminate. Either the numbers of their acts decrease. Or each cycle contains a
    rule that moves a number or a yes-or-no in one direction, adds a new player to a set, or decreases a weighted sum of
    cards and other quantities, and no other live rule moves it back. All of these are bounded."""
    never = {i for i, x in enumerate(context.table.triggers) if x.info.name in context.never}
    found = Elimination(context, trigger_graph(context.table), set(range(len(context.table.triggers))) - never)
    found.why = dict.fromkeys(never, "one of them never happens")
    found.rest()
    return found


def rules_of(nodes: Iterable[Node]) -> list[int]:
    """The rules among nodes of the graph."""
    return sorted(i for kind, i in nodes if kind == "rule" and isinstance(i, int))


def counts_down(context: Context, index: int, events: set[object]) -> bool:
    """Whether every event of a trigger among these is an act with a smaller number than that of the triggering
    event."""
    table, trigger = context.table, context.table.triggers[index]
    direct: set[object] = set()
    for node in (x.performs for x in summaries(table).flat(trigger.effects)):
        if node is None:
            continue
        act = table.acts[node.act]
        if events & set(emitted(table, act.effects)):
            return False
        if t.ActEvent(node.act, node.manner) not in events:
            continue
        direct.add(t.ActEvent(node.act, node.manner))
        if not isinstance(act.argument, Number) or node.argument is None or not plain(node.argument, None):
            return False
        for event in set(trigger.events) & events:
            if not isinstance(event, t.ActEvent):
                return False
            argument = table.acts[event.act].argument
            if not isinstance(argument, Number):
                return False
            number = e.Local(t.ARGUMENT_LOCAL, "number", argument)
            less = e.Compare("<", within(node.argument, act.argument), number, YesNo())
            if not certain(context, trigger, less, (event,)):
                return False
    return events & set(emitted(table, trigger.effects)) <= direct


def moves_on(context: Context, index: int, variable: int, up: bool) -> bool:
    """Whether each run of a trigger increases (`up`) or decreases a variable of the table, or adds a new player to it;
    once, and without any other write."""
    trigger = context.table.triggers[index]
    all_ = summaries(context.table)
    own = [x for x in map(all_.of, trigger.effects) if x.changes and writes(x, variable)]
    if len(own) != 1 or [x for x in all_.through(trigger.effects) if writes(x, variable)] != own:
        return False
    step = own[0].changes[0]
    target = step.target
    if step.how == "assign" and isinstance(target.type, Number | YesNo) and plain(step.value, variable):
        after = within(step.value, target.type)
        moved = e.Compare("<", target, after, YesNo()) if up else e.Compare("<", after, target, YesNo())
        return certain(context, trigger, moved, trigger.events)
    player = joins(step)
    if not up or player is None:
        return False
    footprints, env = Footprints(context.table), {t.PLAYER_LOCAL: "player"}
    before: set[Thing] = set()
    footprints.effects(trigger.effects[: trigger.effects.index(own[0].effect)], env, set(), before)
    still = not clash(footprints.reads(player, env), before)
    outside = e.Not(e.Member(player, target, YesNo()), YesNo())
    somebody = e.Compare("!=", player, e.Constant(-1, player.type), YesNo())
    return still and certain(context, trigger, e.Logic("and", (outside, somebody), YesNo()), trigger.events)


def joins(step: Change) -> e.Expr | None:
    """The player that an assignment adds to a set; None if it is another change."""
    value = step.value
    if not isinstance(value, e.SetOperation) or value.operator != "union" or value.left != step.target:
        return None
    return value.right.player if isinstance(value.right, e.SetOf) else None


def certain(context: Context, trigger: t.Trigger, condition: e.Expr, events: Iterable[t.Event]) -> bool:
    """Whether a condition holds in every state in which a trigger runs for one of these events, by the solver."""
    against = e.Logic("and", (trigger.guard, e.Not(condition, YesNo())), YesNo())
    there = [x for x in events if x in context.facts.events]
    return all(ask(context, possible(context, against, x)) == "impossible" for x in there)


def plain(x: e.Expr, variable: int | None) -> bool:
    """Whether an expression reads only constants, the event's argument, and one variable of the table."""
    return all(
        isinstance(n, e.Constant | e.Arithmetic)
        or (isinstance(n, e.Local) and n.index == t.ARGUMENT_LOCAL)
        or (isinstance(n, e.Variable) and n.index == variable and n.seat is None)
        for n in below(x)
        if isinstance(n, e.Expr)
    )


def writes(x: Summary, variable: int) -> bool:
    """Whether an effect itself writes a variable; the beginning of a round writes all."""
    return x.phase == "round begins" or any(
        isinstance(c.target, e.Variable) and c.target.index == variable for c in x.changes
    )


def changes(table: t.Table, index: int, variable: int) -> bool:
    """Whether a trigger writes a variable, including by performed acts."""
    return any(writes(x, variable) for x in summaries(table).through(table.triggers[index].effects))
