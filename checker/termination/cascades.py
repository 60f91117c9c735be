"""Cascades that use themselves up: rules that set each other off in a circle, and something that gets less each time."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import networkx as nx

from checker.context import Context
from checker.effects.footprints import Footprints, Thing, clash
from checker.effects.no_op import within
from checker.effects.summary import Change, Summary, summaries
from checker.effects.trigger_graph import Node, trigger_graph
from checker.invariants.known import ask
from checker.invariants.rule_enabled import possible
from checker.termination.change_vectors import Deltas
from checker.termination.sums import features, first_layer, told_each
from unodsl.engine.describe import short
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.types import Number, Players, YesNo
from unodsl.model.walk import below, conjuncts

UNTOLD = 1_000_000
"""More often than anything may happen in one cascade."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why rules come to rest, in words, and how often at most they run before."""

    words: str
    runs: int


@dataclass
class Tiring:
    """The rules that may still run for ever in one cascade, fewer and fewer. `why`: for each rule that cannot, what it uses up.

    Of rules that run for ever some lie on a circle, and the others are set off by these. All circles are looked at together, since
    one could give back what another one uses up."""

    context: Context
    graph: nx.DiGraph
    alive: set[int]
    why: dict[int, Why] = field(default_factory=dict)

    def circles(self) -> list[frozenset[Node]]:
        """The circles that are left, each with its events; and no rules are left but theirs and those that they set off."""
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
        """Take away what comes to rest, as long as there is something."""
        while True:
            found = self.circles()
            if not found or not self.context.going_on():
                return
            tired = self.by_number(found) or self.by_variable(found) or self.by_weights()
            if not tired:
                return
            self.why.update(tired)
            self.alive -= tired.keys()

    def by_number(self, found: list[frozenset[Node]]) -> dict[int, Why]:
        """The rules of a circle that do acts with smaller and smaller numbers, if no other circle sets it off."""
        for circle in sorted(found, key=lambda c: min(rules_of(c))):
            others = {n for c in found if c != circle for n in c}
            if any(nx.ancestors(self.graph, n) & others for n in circle):
                continue
            events = {x for kind, x in circle if kind == "event"}
            if all(counts_down(self.context, i, events) for i in rules_of(circle)):
                numbers = [self.context.table.acts[x.act].argument for x in events if isinstance(x, t.ActEvent)]
                longest = sum(x.high - x.low + 1 for x in numbers if isinstance(x, Number))
                runs = self.in_all(circle, events, longest)
                return dict.fromkeys(rules_of(circle), Why("the number that is done next is smaller each time", runs))
        return {}

    def in_all(self, circle: frozenset[Node], events: set[object], longest: int) -> int:
        """How often the rules of a circle run at most for one event from outside, where no chain of events is longer: each event may
        be heard by several rules, and each of them may set off several."""
        triggers = self.context.table.triggers
        rows = [[i for i in rules_of(circle) if x in triggers[i].events] for x in events]
        wide = max(sum(fan(self.context.table, i, events) for i in row) for row in rows)
        total, level = 0, max(len(row) for row in rows)
        for _ in range(longest):
            total += level
            level *= wide
            if total > UNTOLD:
                break
        return min(total, UNTOLD)

    def by_variable(self, found: list[frozenset[Node]]) -> dict[int, Why]:
        """The rules that move a variable of the table one way, where no rule moves it back."""
        inside = sorted(i for c in found for i in rules_of(c))
        for index, variable in enumerate(self.context.table.variables):
            if variable.each_player:
                continue
            for up in (False, True):
                steady = {i for i in inside if moves_on(self.context, i, index, up)}
                if steady and not any(changes(self.context.table, i, index) for i in self.alive - steady):
                    name = short(variable.name)
                    if isinstance(variable.type, Players):
                        back = (i for i in self.why if changes(self.context.table, i, index))
                        runs = min(UNTOLD, self.context.layout.seats * self.anew(back))
                        told = Why(f"each round puts somebody else into `{name}`", runs)
                    else:
                        back = (i for i in self.why if changes(self.context.table, i, index))
                        runs = min(UNTOLD, max(self.room(i, index, up) for i in steady) * self.anew(back))
                        told = Why(f"each round makes `{name}` {'more' if up else 'less'}", runs)
                    return dict.fromkeys(steady, told)
        return {}

    def anew(self, rules: Iterable[int]) -> int:
        """How often at most something begins anew that rules give back which were taken away before."""
        return 1 + sum(self.why[i].runs for i in rules)

    def room(self, rule: int, variable: int, up: bool) -> int:
        """How often a trigger can move a number one way, as far as its range and its condition let it."""
        type_ = self.context.table.variables[variable].type
        low, high = (type_.low, type_.high) if isinstance(type_, Number) else (0, 1)
        for part in conjuncts(self.context.table.triggers[rule].guard):
            if not isinstance(part, e.Compare) or part.operator not in ("<", "<="):
                continue
            number, bound = (part.left, part.right) if up else (part.right, part.left)
            if isinstance(number, e.Variable) and number.index == variable and isinstance(bound, e.Constant):
                low, high = (low, min(high, bound.value + 1)) if up else (max(low, bound.value - 1), high)
        return max(1, high - low)

    def by_weights(self) -> dict[int, Why]:
        """The rules each of which makes a sum of what can be counted smaller, where no rule makes it larger."""
        table = self.context.table
        rules = sorted(self.alive)
        if any(
            n.phase is not None for n in summaries(table).through(x for i in rules for x in table.triggers[i].effects)
        ):
            # what a round that begins or ends changes is not counted
            return {}
        deltas = Deltas(self.context)
        found = first_layer([deltas.of_trigger(i).change for i in rules])
        if found is None:
            return {}
        weights, less = found
        sums = features(weights)
        raising = (
            i
            for i in self.why
            if sum(max(n * x for x in deltas.of_trigger(i).change.get(q, (0, 0))) for q, n in sums) > 0
        )
        runs = sum(abs(n) * 2 * deltas.widest(feature)[1] for feature, n in sums) * self.anew(raising)
        told = Why(told_each(table, weights), min(UNTOLD, runs))
        return {rules[n]: told for n in less}


def comes_to_rest(context: Context, circles: Iterable[tuple[int, ...]]) -> dict[tuple[int, ...], Why]:
    """Of circles of rules that can set each other off, those that cannot go on for ever, with the reason.

    Either the number that their acts are done with gets less from each to the next. Or each way round leads through a rule
    that moves a number or a yes-or-no one way, puts somebody into a set who is not there, or makes less of cards in a place and
    of whatever else can be counted; and nothing that goes on at the same time moves it back. All of these have bounds."""
    never = {i for i, x in enumerate(context.table.triggers) if x.info.name in context.never}
    found = Tiring(context, trigger_graph(context.table), set(range(len(context.table.triggers))) - never)
    found.why = dict.fromkeys(never, Why("one of them never happens", 0))
    found.rest()
    left = {i for c in found.circles() for i in rules_of(c)}
    out: dict[tuple[int, ...], Why] = {}
    for circle in circles:
        if not left & set(circle):
            why = {found.why[i] for i in circle if i in found.why}
            often = 1 + sum(fan(context.table, i, None) for i in circle)
            out[circle] = Why("; ".join(sorted(x.words for x in why)), often * sum(x.runs for x in why))
    return out


def fan(table: t.Table, rule: int, events: AbstractSet[object] | None) -> int:
    """How many events (of some, or None: any) a trigger sets off by itself at most each time that it runs."""

    def counts(x: Summary) -> int:
        return int(x.emits is not None and (events is None or x.emits in events))

    return min(UNTOLD, summaries(table).most(table.triggers[rule].effects, counts))


def rules_of(nodes: Iterable[Node]) -> list[int]:
    """The rules among some nodes of the graph."""
    return sorted(i for kind, i in nodes if kind == "rule" and isinstance(i, int))


def counts_down(context: Context, index: int, events: set[object]) -> bool:
    """Whether whatever of some events a trigger brings about is an act with a smaller number than the one that it heard."""
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
            heard = table.acts[event.act].argument
            if not isinstance(heard, Number):
                return False
            number = e.Local(t.ARGUMENT_LOCAL, "number", heard)
            less = e.Compare("<", within(node.argument, act.argument), number, YesNo())
            if not certain(context, trigger, less, (event,)):
                return False
    return events & set(emitted(table, trigger.effects)) <= direct


def moves_on(context: Context, index: int, variable: int, up: bool) -> bool:
    """Whether a trigger, each time that it runs, makes a variable of the table more (`up`) or less, or puts somebody into it who
    was not there; once, and in no other way."""
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
    """Who is put into a set that otherwise stays as it is; None where it is changed in another way."""
    value = step.value
    if not isinstance(value, e.SetOperation) or value.operator != "union" or value.left != step.target:
        return None
    return value.right.player if isinstance(value.right, e.SetOf) else None


def certain(context: Context, trigger: t.Trigger, condition: e.Expr, events: Iterable[t.Event]) -> bool:
    """Whether something holds in every state in which a trigger runs for one of some events (the solver's word)."""
    against = e.Logic("and", (trigger.guard, e.Not(condition, YesNo())), YesNo())
    there = [x for x in events if x in context.facts.events]
    return all(ask(context, possible(context, against, x)) == "impossible" for x in there)


def plain(x: e.Expr, variable: int | None) -> bool:
    """Whether a value is worked out of written numbers and what the event carries, or of one variable of the table."""
    return all(
        isinstance(n, e.Constant | e.Arithmetic)
        or (isinstance(n, e.Local) and n.index == t.ARGUMENT_LOCAL)
        or (isinstance(n, e.Variable) and n.index == variable and n.seat is None)
        for n in below(x)
        if isinstance(n, e.Expr)
    )


def writes(x: Summary, variable: int) -> bool:
    """Whether an effect itself sets a variable; a round that begins sets all."""
    return x.phase == "round begins" or any(
        isinstance(c.target, e.Variable) and c.target.index == variable for c in x.changes
    )


def changes(table: t.Table, index: int, variable: int) -> bool:
    """Whether a trigger sets a variable, by the acts that it performs too."""
    return any(writes(x, variable) for x in summaries(table).through(table.triggers[index].effects))
