"""Dead, shadowed and no-op rules: what is proved never to run does not, and of what is proved to do nothing nothing comes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from checker.checks.uno403_without_effect import is_no_op
from checker.effects import left_behind as values_behind
from checker.effects.same_rules import queried_by_condition
from checker.invariants.certified import certified
from checker.invariants.decided import decided
from checker.kernel.obligations import Obligation
from checker.reachability.dead import by_proof
from checker.smt.no_op import may_be_idle
from tests.comparisons.subject import Subject, still
from tests.node_kinds import EFFECTS
from unodsl.engine.reference import CascadeRun, banned_moves
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import YesNo
from unodsl.model.walk import conjuncts

PARTS = 3
"""How many games more than elsewhere are played at each table: a verdict is about all that ever happens."""


def unreachable(subject: Subject) -> None:
    """Rules that are proved dead or shadowed never run, and branches that are proved never taken are not."""
    table, context = subject.table, subject.context
    rules: list[t.Rule] = [*table.triggers, *table.offers, *table.bans]
    found = by_proof(context, frozenset(x.info.name for x in rules))
    gone = {*found.dead, *found.shadowed}
    steps = [*subject.steps, *subject.played(PARTS, 12)]
    rests = list(dict.fromkeys(x.after for x in steps))
    ran = {x.trigger for step in steps for x in step.ran}
    offered = {x.offer for state in rests for x in subject.reference.legal(state)}
    for index, trigger in enumerate(table.triggers):
        subject.tally.compared[f"{subject.name}: rules that live"] += trigger.info.name not in gone
        if trigger.info.name in gone:
            words = f"trigger {index} runs, {found.dead.get(trigger.info.name, 'shadowed')}"
            subject.compare("triggers", index not in ran, words)
            subject.covers((trigger,), (t.Trigger,))
    for index, offer in enumerate(table.offers):
        if offer.info.name in gone:
            words = f"offer {index} is made, {found.dead.get(offer.info.name, 'shadowed')}"
            kind = "dead offers" if offer.info.name in found.dead else "shadowed offers"
            subject.compare(kind, index not in offered, words)
            subject.covers((offer,), (t.Offer,))
    for index, ban in enumerate(table.bans):
        if ban.info.name in gone and not queried_by_condition(table, ban.act):
            concerned = [
                i
                for i, o in enumerate(table.offers)
                if (ban.act is None or ban.act == o.act)
                and (ban.manners is None or o.manner in ban.manners)
                and ban.info.name not in o.info.despite
            ]
            hits = [
                (i, s)
                for s in rests
                if s[2]
                for i in concerned
                if any(True for _ in banned_moves(subject.reference, s, index, i))
            ]
            subject.compare("bans", not hits, f"ban {index} forbids offer and state {hits[:1]}")
            subject.covers((ban,), (t.Ban,))
    strong = found.strong
    for condition in strong.false_conditions if strong is not None else ():
        subject.tally.compared[f"{subject.name}: branches never taken"] += 1
        del condition
    if strong is not None and strong.false_conditions:
        for step in steps:
            for x in step.ran:
                effects = table.triggers[x.trigger].effects
                without = taken(effects, strong.false_conditions)
                if without != effects:
                    one, other = (after(subject, x.before, y, x.player, x.argument) for y in (effects, without))
                    subject.compare("branches", one == other, f"{effects} from {x.before}")


def taken(effects: Iterable[f.Effect], false_conditions: frozenset[e.Expr]) -> tuple[f.Effect, ...]:
    """Effects without the branches whose condition is said never to hold."""
    out: list[f.Effect] = []
    for x in effects:
        if isinstance(x, f.If):
            then, otherwise = taken(x.then, false_conditions), taken(x.otherwise, false_conditions)
            if x.condition in false_conditions or e.Not(x.condition, YesNo()) in false_conditions:
                out += otherwise if x.condition in false_conditions else then
            else:
                out.append(replace(x, then=then, otherwise=otherwise))
        else:
            out.append(replace(x, body=taken(x.body, false_conditions)) if isinstance(x, f.Block) else x)
    return tuple(out)


def after(
    subject: Subject, state: tuple[int, ...], block: tuple[f.Effect, ...], player: int, argument: int
) -> tuple[object, ...]:
    """The state after some effects, and the events that they add."""
    run = CascadeRun(subject.reference, list(state), None, None)
    run.effects(block, {0: player, 1: argument})
    return tuple(run.s), tuple(run.queue)


def two_players(subject: Subject) -> None:
    """Two offers that are proved never to stand for two players at once do not."""
    table, context = subject.table, subject.context
    at_once: set[tuple[int, int]] = set()
    for state in (x.after for x in (*subject.steps, *subject.played(PARTS, 12))):
        stand = {(x.offer, x.seat) for x in subject.reference.legal(state)}
        at_once |= {(one, other) for one, mine in stand for other, theirs in stand if mine != theirs and one <= other}
    for first, a in enumerate(table.offers):
        for second, b in enumerate(table.offers[first:], first):
            subject.tally.compared[f"{subject.name}: offers that may stand"] += 1
            if (
                decided(context, Obligation("two seats", (a.info.name, b.info.name)), attended=True).verdict
                == "impossible"
            ):
                subject.compare("offers", (first, second) not in at_once, f"offers {first} and {second} stand at once")


def without_effect(subject: Subject) -> None:
    """Rules that are proved to do nothing whenever they run change nothing and set nothing off."""
    table, context = subject.table, subject.context
    heard = dict(table.order)
    running = {x.trigger for step in subject.steps for x in step.ran}
    for index, trigger in enumerate(table.triggers):
        if index not in running or not may_be_idle(certified(context), trigger) or not is_no_op(context, trigger):
            continue
        subject.tally.compared[f"{subject.name}: triggers proved to do nothing"] += 1
        for step in subject.steps:
            for x in step.ran:
                if x.trigger == index:
                    added = [event for event, _, _ in x.events if event in heard]
                    words = f"trigger {index} from {x.before} to {x.after}, {added}: {trigger.effects}"
                    subject.compare("triggers", x.before == x.after and not added, words)
        subject.covers(trigger.effects, EFFECTS)
    for index, offer in enumerate(table.offers):
        if not may_be_idle(certified(context), offer) or not is_no_op(context, offer):
            continue
        subject.tally.compared[f"{subject.name}: offers proved to do nothing"] += 1
        for state in subject.rests:
            for move in subject.reference.legal(state):
                if move.offer == index:
                    made = subject.step(state, move)
                    right = made is not None and still(made.after) == still(made.before)
                    subject.compare("offers", right, f"{move} from {state} to {made and made.after}")
        subject.covers(offer.effects, EFFECTS)


def left_behind(subject: Subject) -> None:
    """What rules are said to leave behind is there when they have run, and what is said to be contradicted by it does not hold."""
    table, random = subject.table, subject.random
    for trigger in table.triggers:
        found = values_behind.left_behind(table, trigger.effects)
        guards = [part for x in table.triggers for part in conjuncts(x.guard)]
        for _ in range(4):
            state = list(
                random.choice(subject.rests) if subject.rests and random.random() < 0.5 else subject.some_state()
            )
            # (an act can be done with nobody)
            env = random.randrange(table.seats), random.randrange(-1, 2)
            run = CascadeRun(subject.reference, state, None, None)
            run.effects(trigger.effects, dict(enumerate(env)))
            words = f"behind {trigger.effects} in {state} with {env}"
            # (of a situation that is not open, and of nobody, nothing is set)
            there = {x: v for x, v in found.items() if run.value(values_behind.takes_effect(x), dict(enumerate(env)))}
            for target, value in there.items():
                really = run.value(target, dict(enumerate(env)))
                subject.compare("values", really == value, f"{target} is {really}, said {value}, {words}")
            for part in guards:
                if values_behind.contradicts(part, there):
                    subject.compare("contradicted", not run.value(part, dict(enumerate(env))), f"{part} holds {words}")
        subject.covers(trigger.effects, EFFECTS)
