"""Termination: cascades that are proved to come to rest do so as soon as is said, what is proved to run down runs down with each move,
and a round or a match that is proved never to end does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import networkx as nx

from checker.checks.uno302_endless_stack import answers_graph
from checker.effects.trigger_graph import circles, heights
from checker.invariants.decided import kernel, taking_part
from checker.kernel.proved import Shown
from checker.kernel.ranking import Group
from checker.search.symbolize import Symbolized
from checker.smt.at_rest import Rest
from checker.smt.cascade_load import UNTOLD, Loads
from checker.smt.cascade_ranking import Layer
from checker.smt.measures import Measure, Sums
from checker.termination.cascades import cascade_ranking, eliminated
from checker.termination.matches import last_round, never_over, never_over_since
from checker.termination.no_exit import claims_at, no_way_out, without_dead
from checker.termination.sums import features, layers, ranking_of_sums
from tests import engine_tables as k
from tests.comparisons.changes import measured
from tests.comparisons.subject import MOST_EVENTS, Step, Subject, still
from tests.node_kinds import EFFECTS
from unodsl.engine.api import State
from unodsl.engine.layout import GENERATOR, MATCH, ROUND, TOP
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number, Players

STATES = 3
"""States of each table of which it is asked whether the round can still end."""

PROPOSED, PLAYED = 8, (6, 14)
"""Sums that are proposed for each table; games that are played there besides, and moves of each."""

LIES = 2
"""Sets of states that are proposed where none is found."""

MOST_VISITED, EACH = 60, 5
"""Moves that are made from each of these on, and from each state that is visited."""


def cascades(subject: Subject) -> None:
    """Rules that set each other off in a circle and are proved to stop do so within the bound on the events of one move."""
    table, context = subject.table, subject.context
    never = frozenset(i for i, x in enumerate(table.triggers) if not context.facts.events & set(x.events))
    found = circles(table, never)
    ended = eliminated(context)
    proved = ended.terminated(found)
    most = Loads(context.claims, ended.layers).most() if len(proved) == len(found) else UNTOLD
    subject.tally.compared[f"{subject.name}: circles that are open"] += len(found) - len(proved)
    for circle in proved:
        subject.tally.compared[f"{subject.name}: circles proved to stop"] += 1
        subject.covers([table.triggers[i].effects for i in circle], EFFECTS)
    cascades_ = [x.heard for x in subject.steps]
    for heard in cascades_ if most < UNTOLD else ():
        subject.compare("bounds", len(heard) <= most, f"{len(heard)} of {most}: {heard[:1]}")
    for ran in subject.endless if most < UNTOLD else ():
        subject.compare("bounds", most > MOST_EVENTS, f"more than {MOST_EVENTS} of {most}: {ran[0].before}")
    looping = {i for c in found for i in c}
    for ran in subject.endless:
        again = {x.trigger for x in ran[-20:]}
        subject.compare("stopped", bool(again & looping), f"{again}, and only {looping} go round")
    left = {i for c in found if c not in proved for i in c}
    for ran in subject.circular:
        again = {x.trigger for x in ran[-20:]}
        subject.compare("left open", bool(again & left), f"{again} go round, and only {left} are open")

    for layer in wanted_layers(subject, found):
        accepted_layer(subject, layer)


def wanted_layers(subject: Subject, found: list[tuple[int, ...]]) -> list[tuple[Layer, ...]]:
    """The layers of a ranking that a prover finds, and others that it might claim: that each rule of a circle moves a
    variable in one direction."""
    if not found:
        return []
    table = subject.table
    names = frozenset(table.triggers[i].info.name for c in found for i in c)
    kinds = [(i, "set" if isinstance(x.type, Players) else "number") for i, x in enumerate(table.variables)]
    claims = [(((kind, i, 0), sign),) for i, kind in kinds for sign in (1, -1)]
    return [tuple(eliminated(subject.context).layers), *(((sum_, names),) for sum_ in claims)]


def accepted_layer(subject: Subject, layers_: tuple[Layer, ...]) -> None:
    """Whatever the kernel accepts of cascades is so in play: each run of a rule lowers the sum of its layer."""
    table, the_kernel = subject.table, kernel(subject.context)
    named = {x.info.name: i for i, x in enumerate(table.triggers)}
    gone = frozenset(named[x] for _, names in layers_ for x in names)
    ok = the_kernel is not None and the_kernel.ranking((heights(table, gone), layers_)) is not None
    subject.tally.compared[f"{subject.name}: rankings {'accepted' if ok else 'refused'}"] += 1
    for cascade in subject.circular if ok else ():
        subject.compare("ends", False, f"a cascade goes round, with {layers_}, from {cascade[0].before}")
    for weights, names in layers_ if ok else ():
        for ran in (x for y in (*(z.ran for z in subject.steps), *subject.endless) for x in y):
            if table.triggers[ran.trigger].info.name in names:
                sums = [sum(n * measured(subject.layout, x, of) for of, n in weights) for x in (ran.before, ran.after)]
                subject.compare("layers", sums[1] < sums[0], f"{sums} by {weights} from {ran.before}")


def stacks(subject: Subject) -> None:
    """Each answer inside situations that are proved to be met makes what is counted smaller."""
    table, context, layout = subject.table, subject.context, subject.layout
    owed = sorted(context.facts.begun)
    graph = answers_graph(context, owed)
    for group in nx.strongly_connected_components(graph):
        edges = list(graph.subgraph(group).edges(keys=True, data="outcome"))
        found = ranking_of_sums([outcome.change for *_, outcome in edges])
        subject.tally.compared[f"{subject.name}: groups {'open' if found is None else 'proved'}"] += 1
        for step in subject.steps:
            if step.move is None or step.phases or not {step.before[TOP], step.after[TOP]} <= group:
                continue
            offer = table.offers[step.move.offer]
            if offer.mode in t.LEFT_ALONE:
                continue
            words = f"{offer.info.name} from {step.before} to {step.after}"
            there = graph.has_edge(step.before[TOP], step.after[TOP], key=step.move.offer)
            subject.compare("ways", there, f"no such way: {words}")
            if found is not None:
                rows = [features(x) for x in layers(found[1])]
                sums = [
                    [sum(n * measured(layout, x, of) for of, n in row) for row in rows]
                    for x in (step.before, step.after)
                ]
                subject.compare("answers", sums[1] < sums[0], f"{sums} by {rows}: {words}")
        subject.covers([table.offers[i].effects for _, _, i, _ in edges], EFFECTS)


def rankings(subject: Subject) -> None:
    """Whatever the kernel accepts of moves is so in play: each move inside some situations lowers sums, and none leads back to
    situations that were left. Whoever proposes it: most of these sums are wrong."""
    context, random = subject.context, subject.random
    the_kernel, cascades = kernel(context), cascade_ranking(context)
    if the_kernel is None or cascades is None:
        return
    open_ = range(len(subject.table.situations))
    every = [frozenset(x) for x in ((k.WAIT,), (k.VOTE,), open_, (-1, *open_))]
    steps = [*subject.steps, *subject.played(*PLAYED)]
    for _ in range(PROPOSED):
        groups: list[Group] = [(group, proposed_sums(subject)) for group in random.sample(every, random.choice((1, 2)))]
        found = the_kernel.terminating_groups(groups, taking_part(context), cascades)
        subject.tally.compared[f"{subject.name}: sums accepted"] += len(found)
        subject.tally.compared[f"{subject.name}: sums refused"] += len(groups) - len(found)
        for step in steps if found else ():
            if step.move is None or subject.table.offers[step.move.offer].mode in t.LEFT_ALONE:
                continue
            if any(x.event == t.TableEvent("round begins") for x in step.heard):
                continue
            for number in found:
                lowered(subject, step, groups, number)


def lowered(subject: Subject, step: Step, groups: list[Group], number: int) -> None:
    """Compare one move with the accepted sums of a group."""
    group, sums = groups[number]
    assert isinstance(sums, tuple)
    if step.before[TOP] in group:
        back = any(step.after[TOP] in earlier for earlier, _ in groups[:number])
        subject.compare("ways back", not back, f"{step.move} from {step.before} to {step.after}: {groups}")
    if {step.before[TOP], step.after[TOP]} <= group:
        rows = [
            [sum(n * measured(subject.layout, x, of) for of, n in row) for row in sums]
            for x in (step.before, step.after)
        ]
        subject.compare("moves", rows[1] < rows[0], f"{rows} by {sums}: {step.move} from {step.before} to {step.after}")


def proposed_sums(subject: Subject) -> Sums:
    """One or two sums that moves may lower, or not."""
    random = subject.random
    measures: list[Measure] = [
        ("number", k.NUMBER, 0),
        ("number", k.KEPT, 0),
        ("set", k.SET, 0),
        ("open", k.VOTE, -1),
        ("waits", k.VOTE, -1),
    ]
    rows = [random.sample(measures, random.choice((1, 2))) for _ in range(random.choice((1, 2, 2)))]
    signs = {x: random.choice((1, 1, -1)) if x[0] in ("number", "set") else 1 for x in measures}
    return tuple(tuple((x, signs[x] * random.choice((1, 1, 2))) for x in row) for row in rows)


def endings(subject: Subject) -> None:
    """From a state from which the round is proved never to end, no sequence of moves ends it, as far as states are visited;
    nor from one in a set that the kernel takes for closed, whoever proposes it."""
    running = [x for x in dict.fromkeys(x.after for x in subject.steps) if x[ROUND]]
    known: set[tuple[Rest, ...]] = set()
    # (what is the last of its kind is so late in a game)
    late = [
        x.after
        for x, y in pairwise((*subject.steps, None))
        if x is not None and (y is None or y.move is None) and x.after[ROUND]
    ]
    context = subject.context
    the_kernel, supposed = kernel(without_dead(context)), taking_part(without_dead(context))
    assert the_kernel is not None
    for state in dict.fromkeys((*late, *subject.random.sample(running, min(STATES, len(running))))):
        found = no_way_out(context, state)
        subject.tally.compared[f"{subject.name}: states {'open' if found is None else 'proved'}"] += 1
        proposed = [] if found is None else [found.claims]
        rows = list(claims_at(context, state).values())
        for _ in range(LIES if found is None else 0):
            claims = tuple(subject.random.sample(rows, subject.random.randint(0, len(rows))))
            taken = the_kernel.round_goes_on(claims, supposed) is not None
            subject.tally.compared[f"{subject.name}: sets {'accepted' if taken else 'refused'}"] += 1
            proposed += [claims] if taken else []
        for claims in (x for x in proposed if x not in known):
            known.add(claims)
            for step in visited(subject, state, MOST_VISITED):
                words = f"{claims}: {step.move} from {step.before}, at first {state}"
                subject.compare("goes on", not step.phases, words)
                st = the_kernel.accepted.reader.st
                stays = Symbolized(st, subject.layout, step.after).holds(*(x(st) for x in claims))
                subject.compare("stays", stays, words)


def visited(subject: Subject, start: State, most: int) -> Iterator[Step]:
    """Moves from a state on, depth first, and each state once."""
    known, todo = {still(start)}, [start]
    while todo and most:
        at = todo.pop()
        # (what chance does is another thing each time)
        at = (*at[:GENERATOR], subject.random.getrandbits(64), *at[GENERATOR + 1 :])
        legal = subject.reference.legal(at)
        for move in subject.random.sample(legal, min(EACH, len(legal))):
            step = subject.step(at, move) if most else None
            if step is not None:
                most -= 1
                yield step
                if step.after[ROUND] and still(step.after) not in known:
                    known.add(still(step.after))
                    todo.append(step.after)


def with_ends(table: t.Table, r: Random) -> t.Table:
    """A table of whose rules some end rounds and matches, by a number that outlives the round."""
    number = k.variable(k.KEPT)
    acts: list[t.Event] = [t.ActEvent(x, 0) for x in (k.PLAY, k.DRAW, k.REST)]

    def plus(by: int) -> f.Assign:
        return f.Assign(number, e.Arithmetic("+" if by > 0 else "-", number, k.number(abs(by)), Number(-10, 10)))

    def bound() -> e.Expr:
        low, high = (number, k.number(r.randint(-3, 4))) if r.random() < 0.5 else (k.number(r.randint(0, 5)), number)
        return e.Compare("<=", low, high, k.YES_NO)

    end = f.EndMatch(k.IN_PLAY_SET)
    ends = (end,) if r.random() < 0.3 else (f.If(bound(), (end,), ()),)
    over = e.Not(e.Builtin("match over", k.YES_NO), k.YES_NO)
    round_ends: t.Event = t.TableEvent("round ends")
    more = [
        k.trigger("ends-round", r.choice(acts), f.EndRound(k.IN_PLAY_SET), guard=r.choice((k.yes(), bound()))),
        k.trigger("counts", r.choice((*acts, round_ends, t.TableEvent("round begins"))), plus(r.choice((1, 1, -1)))),
        k.trigger("over", r.choice((round_ends, round_ends, acts[0])), *ends, guard=r.choice((k.yes(), bound()))),
        k.trigger("begins-again", round_ends, f.BeginRound(), guard=r.choice((k.yes(), over, over, bound()))),
    ]
    order = dict(table.order)
    rows = list(enumerate(more, len(table.triggers)))
    for index, rule in r.sample(rows, len(rows)):
        order[rule.events[0]] = (*order.get(rule.events[0], ()), index)
    return replace(table, triggers=(*table.triggers, *more), order=tuple(order.items()))


def full(subject: Subject, last: Shown, state: State) -> bool:
    """Whether the number of rounds after which the match ends is reached in a state."""
    counter, most = (int(x) for x in last.about[2:4])
    return counter < 0 or state[subject.layout.variable[counter]] >= most


def matches(subject: Subject) -> None:
    """A match that is proved not to end, or not any more since a state, goes on; one that is proved to end with a round does."""
    ended = Subject(with_ends(subject.table, subject.random), subject.seed, subject.name)
    ended.tally = subject.tally
    phases_of_matches(ended)


def phases_of_matches(subject: Subject) -> None:
    """The same of a table with rules that end rounds and matches."""
    context, compare = subject.context, subject.compare
    why, last = never_over(context), last_round(context)
    subject.tally.compared[f"{subject.name}: tables {'open' if why is None else 'proved'}"] += 1
    for step in subject.steps:
        if why is not None:
            compare("never over", bool(step.after[MATCH]), f"{step.move} from {step.before}")
        if last is not None and step.before[MATCH] and step.move is not None and full(subject, last, step.before):
            ended = any(x.event == t.TableEvent("round ends") for x in step.heard)
            compare("last round", not (ended and step.after[MATCH]), f"{last}: {step.move} from {step.before}")
    running = [x for x in subject.rests if x[MATCH]]
    for state in subject.random.sample(running, min(STATES, len(running))):
        since = never_over_since(context, state)
        subject.tally.compared[f"{subject.name}: states {'open' if since is None else 'proved'}"] += 1
        at = state
        for _ in range(12 if since is not None else 0):
            legal = subject.reference.legal(at)
            taken = subject.step(at, subject.random.choice(legal)) if legal else None
            if taken is None:
                break
            compare("no way out", bool(taken.after[MATCH]), f"{since}: {taken.move} from {at}, at first {state}")
            at = taken.after
