"""Relations between the rules of a table: their order and replacements, and checks for cycles and bounds."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from unodsl import limits
from unodsl.diagnostics import Diagnostic
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below, most, performed, steps
from unodsl.syntax import nodes as s

R = TypeVar("R", t.Trigger, t.Offer)

Kind = Literal["trigger", "offer", "ban", "definition"]
"""What a rule is, by its head."""

_IS = {
    "trigger": "happens by itself (`when`)",
    "offer": "offers a move",
    "ban": "forbids a move (`cannot`)",
    "definition": "says what something means",
}
_CAN = {
    "instead of": {"trigger": "trigger", "offer": "offer", "ban": "offer", "definition": "definition"},
    "before": {"trigger": "trigger"},
    "after": {"trigger": "trigger"},
    "despite": {"offer": "ban"},
}
"""The kind of rule that each kind of rule can name in a relation."""


def kind_of(rule: s.Rule) -> Kind | None:
    """What a rule is; None if it has no head, or several."""
    if len(rule.heads) != 1:
        return None
    match rule.heads[0]:
        case s.When():
            return "trigger"
        case s.Offer():
            return "offer"
        case s.Ban():
            return "ban"
        case s.Means():
            return "definition"


def check_relation(relation: str, rule: s.Rule, word: s.Name, other: s.Rule) -> Diagnostic | None:
    """Refuses a relation between rules of kinds that never meet: it would do nothing."""
    kind, named = kind_of(rule), kind_of(other)
    if kind is None:
        return None
    wanted = _CAN[relation].get(kind)
    if wanted is None or named is None or named == wanted:
        return None
    name = word.text
    match kind, relation, named:
        case "trigger", "before" | "after", "offer":
            hint = f"what follows the move comes with `when player takes up {name}`"
        case "trigger", _, "offer":
            hint = (
                f"to react to the move, say `when player takes up {name}`; to take it away, write a rule with `cannot`"
            )
        case "offer", "instead of", "ban":
            hint = f"write `despite {name}`"
        case "offer", "despite", "offer":
            hint = f"write `instead of {name}`"
        case "ban", _, "ban":
            hint = f"leave it out: both bans hold; `without {name}`, outside of rules, takes the other one away"
        case _, _, "trigger":
            hint = f"to keep it from happening, write a rule with `when` that says `instead of {name}`"
        case _, _, "definition":
            hint = f"to give it another meaning, write a rule with `means` that says `instead of {name}`"
        case _:
            hint = f"`without {name}`, outside of rules, takes it away"
    reasons = {
        "before": "`before` and `after` put rules with `when` in order",
        "after": "`before` and `after` put rules with `when` in order",
        "despite": "`despite` is about rules with `cannot`",
        "instead of": {
            "trigger": "a rule with `when` replaces only rules with `when`",
            "offer": "an offer replaces only offers",
            "ban": "a ban takes moves only from offers",
            "definition": "a rule with `means` replaces only rules with `means`",
        }[kind],
    }
    message = f"`{name}` {_IS[named]}: {reasons[relation]}"
    return Diagnostic("UNO110", message, word.span, hint)


def check_acts(acts: list[t.Act], wrong: list[Diagnostic]) -> None:
    """Checks that no act performs itself, even indirectly."""
    calls = {i: performed(a.effects) for i, a in enumerate(acts)}

    def reach(start: int) -> bool:
        todo, seen = list(calls[start]), set()
        while todo:
            at = todo.pop()
            if at == start:
                return True
            if at not in seen:
                seen.add(at)
                todo.extend(calls[at])
        return False

    for index, act in enumerate(acts):
        if reach(index):
            message = f"doing `{act.verb.partition('.')[2]}` would mean doing it again, for ever"
            wrong.append(Diagnostic("UNO109", message, act.span, "let a rule with `when` do the second part"))


def check_cyclic_tests(offers: list[t.Offer], bans: list[t.Ban], acts: list[t.Act], wrong: list[Diagnostic]) -> None:
    """Checks that tests whether an act can be done are not cyclic."""
    tests: dict[int, set[int]] = {}
    rules: list[t.Offer | t.Ban] = [*offers, *bans]
    for rule in rules:
        tested = {n.act for n in below((rule.guard, rule.who)) if isinstance(n, e.Can)}
        if isinstance(rule, t.Offer) and rule.argument is not None:
            tested |= {n.act for n in below(rule.argument) if isinstance(n, e.Can)}
        for act in range(len(acts)) if rule.act is None else (rule.act,):
            tests.setdefault(act, set()).update(tested)
    for rule in rules:
        todo = list(tests.get(rule.act, ())) if rule.act is not None else []
        seen: set[int] = set()
        while todo:
            at = todo.pop()
            if at == rule.act:
                what = acts[at].verb.partition(".")[2]
                message = f"whether somebody can {what} would depend on whether somebody can {what}"
                wrong.append(Diagnostic("UNO109", message, rule.info.head, "ask for something else here"))
                return
            if at not in seen:
                seen.add(at)
                todo.extend(tests.get(at, ()))


def check_steps(
    rules: list[t.Trigger | t.Offer], acts: list[t.Act], seats: int, cards: int, wrong: list[Diagnostic]
) -> None:
    """Checks that no rule exceeds the limit of steps, including nested loops."""
    bodies = [a.effects for a in acts]
    for rule in rules:
        own = limits.CARDS
        extra = 0
        if isinstance(rule, t.Offer) and rule.argument is not None:
            own = most(rule.argument, limits.CARDS)
            extra = steps(bodies[rule.act], bodies, seats, cards, own)
        if steps(rule.effects, bodies, seats, cards, own) + extra > limits.EFFECT_STEPS:
            message = f"`{rule.info.name}` could reach more than {limits.EFFECT_STEPS} steps at once"
            hint = "repeat things fewer times, or do not nest repetitions"
            wrong.append(Diagnostic("UNO107", message, rule.info.head, hint))


def places(rules: Sequence[t.Trigger | t.Offer]) -> dict[str, list[int]]:
    """The indexes of the rules of each name: several, if its act has named values."""
    out: dict[str, list[int]] = {}
    for index, rule in enumerate(rules):
        out.setdefault(rule.info.name, []).append(index)
    return out


def taken_up(triggers: list[t.Trigger], names: list[str], offers: list[t.Offer]) -> list[t.Trigger]:
    """Renumbers the offer events of triggers from places in `names` to places in `offers`."""
    where = places(offers)

    def followed(event: t.Event) -> Iterator[t.Event]:
        if isinstance(event, t.OfferEvent):
            yield from (t.OfferEvent(i) for i in where.get(names[event.offer], ()))
        else:
            yield event

    return [replace(x, events=tuple(y for event in x.events for y in followed(event))) for x in triggers]


def happening(
    triggers: list[t.Trigger], offers: list[t.Offer], bans: list[t.Ban], acts: list[t.Act]
) -> tuple[list[t.Trigger], list[t.Ban]]:
    """Removes variants of acts that nobody ever does from triggers and bans, unless a rule is about nothing else."""
    done = {o.act for o in offers} | performed(x for a in acts for x in a.effects)
    done |= performed(x for r in triggers for x in r.effects) | performed(x for r in offers for x in r.effects)
    never = {i for i, a in enumerate(acts) if a.name != a.verb and i not in done}

    def possible_events(rule: t.Trigger) -> tuple[t.Event, ...]:
        return tuple(x for x in rule.events if not (isinstance(x, t.ActEvent) and x.act in never))

    left = [replace(x, events=possible_events(x) or x.events) for x in triggers]
    there = {x.info.name for x in left if possible_events(x)}
    forbidden = {b.info.name for b in bans if b.act not in never}
    kept: dict[str, int] = {}
    for number, x in enumerate(left):
        if x.info.name not in there:
            kept.setdefault(x.info.name, number)
    first = {b.info.name: i for i, b in reversed(list(enumerate(bans)))}
    return (
        [x for i, x in enumerate(left) if possible_events(x) or kept.get(x.info.name) == i],
        [
            b
            for i, b in enumerate(bans)
            if b.act not in never or (b.info.name not in forbidden and first[b.info.name] == i)
        ],
    )


def replaced(rules: list[R], wrong: list[Diagnostic]) -> list[R]:
    """The rules, each with those that replace it."""
    where = places(rules)
    by: dict[int, list[int]] = {}
    for index, rule in enumerate(rules):
        for name in rule.info.instead:
            if name == rule.info.name:
                wrong.append(Diagnostic("UNO109", "a rule cannot stand instead of itself", rule.info.span))
            else:
                for other in where.get(name, ()):
                    by.setdefault(other, []).append(index)
    return [replace(r, replaced_by=tuple(by.get(i, ()))) for i, r in enumerate(rules)]


def check_instead(offers: list[t.Offer], wrong: list[Diagnostic]) -> None:
    """Checks that no offer replaces itself, even indirectly."""
    in_circle: dict[str, t.Offer] = {}
    for start, rule in enumerate(offers):
        todo, seen = list(rule.replaced_by), set[int]()
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                todo.extend(offers[at].replaced_by)
        if start in seen:
            in_circle.setdefault(rule.info.name, rule)
    if in_circle:
        names = ", ".join(f"`{name}`" for name in sorted(in_circle))
        message = f"these rules go round in a circle of `instead of`: {names}"
        wrong.append(Diagnostic("UNO109", message, in_circle[min(in_circle)].info.span))


def ordering(
    triggers: list[t.Trigger], wrong: list[Diagnostic], featured: Iterable[str] = (), droppable: Collection[str] = ()
) -> tuple[tuple[tuple[t.Event, tuple[int, ...]], ...], frozenset[tuple[int, int]]]:
    """The order of triggers for each event, and all pairs of triggers that the rules order. For options that may be off
    (`featured`), an order counts only if it holds without rules of third options, and without rules that options leave out
    (`droppable`, by name)."""
    where = places(triggers)
    edges: set[tuple[int, int]] = set()
    for index, rule in enumerate(triggers):
        edges |= {(index, i) for n in (*rule.info.before, *rule.info.instead) for i in where.get(n, ())}
        edges |= {(i, index) for n in rule.info.after for i in where.get(n, ())}
    later: dict[int, set[int]] = {i: set() for i in range(len(triggers))}
    for first, second in edges:
        later[first].add(second)
    closure: set[tuple[int, int]] = set()
    reached: dict[int, set[int]] = {}
    for start in later:
        todo, seen = list(later[start]), set()
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                todo.extend(later[at])
        closure |= {(start, x) for x in seen}
        reached[start] = seen
    circle = sorted(triggers[a].info.name for a, b in closure if a == b)
    if circle:
        span = triggers[where[circle[0]][0]].info.span
        message = "these rules go round in a circle of `before`, `after` or `instead of`: " + ", ".join(
            f"`{c}`" for c in circle
        )
        wrong.append(Diagnostic("UNO109", message, span))
        return (), frozenset()
    by_event: dict[t.Event, list[int]] = {}
    for index, rule in enumerate(triggers):
        for event in rule.events:
            by_event.setdefault(event, []).append(index)
    order = []
    for event in sorted(by_event, key=repr):
        order.append((event, sorted_run(by_event[event], reached, triggers)))
    may_be_off = frozenset(featured)
    return tuple(order), always_ordered(triggers, edges, may_be_off, droppable) if may_be_off else frozenset(closure)


def always_ordered(
    triggers: list[t.Trigger], edges: set[tuple[int, int]], may_be_off: frozenset[str], droppable: Collection[str]
) -> frozenset[tuple[int, int]]:
    """The pairs of triggers that are ordered at every table that has both: directly, or by rules that are present
    whenever one of the two is. Under-approximates: paths over rules of both options are left out."""

    def passed(at: int, start: int) -> bool:
        option = triggers[at].info.option
        there = option not in may_be_off or option == triggers[start].info.option
        return at == start or (there and triggers[at].info.name not in droppable)

    def over(edges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        later: dict[int, set[int]] = {}
        for first, second in edges:
            later.setdefault(first, set()).add(second)
        for start in later:
            todo, seen = [start], set[int]()
            while todo:
                at = todo.pop()
                if passed(at, start):
                    todo.extend(later.get(at, set()) - seen)
                    seen |= later.get(at, set())
            yield from ((start, x) for x in seen)

    forward = over(edges)
    backward = ((b, a) for a, b in over((b, a) for a, b in edges))
    return frozenset((*forward, *backward))


def sorted_run(indexes: list[int], reached: dict[int, set[int]], triggers: list[t.Trigger]) -> tuple[int, ...]:
    """A topological order, with the smallest qualified name first among candidates. `reached`: the successors of each
    trigger."""
    members = set(indexes)
    behind = {i: reached[i] & members for i in members}
    waiting = dict.fromkeys(members, 0)
    for others in behind.values():
        for i in others:
            waiting[i] += 1
    ready = [(triggers[i].info.name, i) for i, n in waiting.items() if n == 0]
    heapq.heapify(ready)
    out: list[int] = []
    while ready:
        _, at = heapq.heappop(ready)
        out.append(at)
        for other in behind[at]:
            waiting[other] -= 1
            if waiting[other] == 0:
                heapq.heappush(ready, (triggers[other].info.name, other))
    return tuple(out)
