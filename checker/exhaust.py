"""Cascades that use themselves up: rules that set each other off in a circle, and something that gets less each time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import networkx as nx

from checker.case import Case
from checker.chances import possible
from checker.footprint import Footprints, Thing, clash
from checker.graph import trigger_graph
from checker.idle import within
from checker.solve import ask
from unodsl.engine.describe import short
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.types import Number, Players, YesNo
from unodsl.model.walk import below


def comes_to_rest(case: Case, circle: tuple[int, ...]) -> str | None:
    """Why rules that can set each other off in a circle cannot do so for ever, in words; None where that is not proved.

    Either the number that their acts are done with gets less from each to the next. Or each way round leads through a rule
    that moves a number or a yes-or-no of the table one way, or puts somebody into a set who is not there; and nothing that the
    circle sets off moves it back. All of these have bounds."""
    graph = trigger_graph(case.table)
    inside = {("rule", i) for i in circle}
    component = next(c for c in nx.strongly_connected_components(graph) if inside <= c)
    events = [x for kind, x in component if kind == "event"]
    if all(counts_down(case, index, set(events)) for index in circle):
        return "the number that is done next is smaller each time"
    follow = {i for node in inside for kind, i in nx.descendants(graph, node) if kind == "rule"} | set(circle)
    for index, variable in enumerate(case.table.variables):
        if variable.each_player:
            continue
        for up in (False, True):
            steady = {i for i in circle if moves_on(case, i, index, up)}
            if not steady or any(changes(case.table, i, index) for i in follow - steady):
                continue
            left = graph.subgraph(component - {("rule", i) for i in steady})
            if nx.is_directed_acyclic_graph(left):
                name = short(variable.name)
                if isinstance(variable.type, Players):
                    return f"each round puts somebody else into `{name}`"
                return f"each round makes `{name}` {'more' if up else 'less'}"
    return None


def counts_down(case: Case, index: int, events: set[object]) -> bool:
    """Whether whatever of some events a trigger brings about is an act with a smaller number than the one that it heard."""
    table, trigger = case.table, case.table.triggers[index]
    direct: set[object] = set()
    for node in below(trigger.effects):
        if not isinstance(node, f.Perform):
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
            if not certain(case, trigger, less, (event,)):
                return False
    return events & set(emitted(table, trigger.effects)) <= direct


def moves_on(case: Case, index: int, variable: int, up: bool) -> bool:
    """Whether a trigger, each time that it runs, makes a variable of the table more (`up`) or less, or puts somebody into it who
    was not there; once, and in no other way."""
    trigger = case.table.triggers[index]
    own = [x for x in trigger.effects if writes(x, variable)]
    everything = list(written(case.table, trigger.effects, variable))
    if len(own) != 1 or everything != own:
        return False
    step = own[0]
    match step:
        case f.Assign(target=target, value=value) if isinstance(target.type, Number | YesNo) and plain(value, variable):
            after = within(value, target.type)
            moved = e.Compare("<", target, after, YesNo()) if up else e.Compare("<", after, target, YesNo())
            return certain(case, trigger, moved, trigger.events)
        case (
            f.ChangeSet(kind="include", target=target, player=player)
            | f.Assign(
                target=target, value=e.SetOperation(operator="union", left=e.Variable(), right=e.SetOf(player=player))
            )
        ) if up and grows(step):
            footprints, env = Footprints(case.table), {t.PLAYER_LOCAL: "player"}
            before: set[Thing] = set()
            footprints.effects(trigger.effects[: trigger.effects.index(step)], env, set(), before)
            still = not clash(footprints.reads(player, env), before)
            return still and certain(case, trigger, e.Not(e.Member(player, target, YesNo()), YesNo()), trigger.events)
        case _:
            return False


def grows(step: f.Assign | f.ChangeSet) -> bool:
    """Whether a set is put together of itself and more."""
    return isinstance(step, f.ChangeSet) or (isinstance(step.value, e.SetOperation) and step.value.left == step.target)


def certain(case: Case, trigger: t.Trigger, condition: e.Expr, events: Iterable[t.Event]) -> bool:
    """Whether something holds in every state in which a trigger runs for one of some events (the solver's word)."""
    against = e.Logic("and", (trigger.guard, e.Not(condition, YesNo())), YesNo())
    there = [x for x in events if x in case.facts.events]
    return all(ask(case, possible(case, against, x)) == "impossible" for x in there)


def plain(x: e.Expr, variable: int | None) -> bool:
    """Whether a value is worked out of written numbers and what the event carries, or of one variable of the table."""
    return all(
        isinstance(n, e.Constant | e.Arithmetic)
        or (isinstance(n, e.Local) and n.index == t.ARGUMENT_LOCAL)
        or (isinstance(n, e.Variable) and n.index == variable and n.seat is None)
        for n in below(x)
        if isinstance(n, e.Expr)
    )


def writes(x: object, variable: int) -> bool:
    """Whether an effect itself sets a variable."""
    return isinstance(x, f.Assign | f.ChangeSet) and isinstance(x.target, e.Variable) and x.target.index == variable


def written(table: t.Table, effects: Iterable[f.Effect], variable: int) -> Iterator[f.Effect]:
    """All effects, of the acts that are done as well, that set a variable; a round that begins counts."""
    seen: set[int] = set()
    todo: list[Iterable[f.Effect]] = [effects]
    while todo:
        for node in below(tuple(todo.pop())):
            if (isinstance(node, f.Assign | f.ChangeSet) and writes(node, variable)) or isinstance(node, f.BeginRound):
                yield node
            elif isinstance(node, f.Perform) and node.act not in seen:
                seen.add(node.act)
                todo.append(table.acts[node.act].effects)


def changes(table: t.Table, index: int, variable: int) -> bool:
    """Whether a trigger sets a variable."""
    return any(True for _ in written(table, table.triggers[index].effects, variable))
