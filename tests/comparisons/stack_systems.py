"""Counter systems of open situations: what follows from conditions holds, each real move is a run of the system, and where moves can go
round in the graph of states nothing is proved."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import networkx as nx
import z3

from checker.checks.uno302_endless_stack import answers_graph, endless_play, find_cycle
from checker.invariants.decided import kernel, taking_part
from checker.kernel.ranking import Counted
from checker.search.graph import bare, capped, moves_of, outcomes
from checker.smt.abstract_values import NOBODY, Reading, Shape
from checker.smt.counter_system import Bound, Move, Quantity, System
from checker.smt.factory import disj, summed
from checker.smt.stack_system import Edge, Systems, answering
from checker.termination.change_vectors import Outcome
from checker.termination.situations import termination_of
from tests import engine_tables as k
from tests.comparisons.reading import any_state
from tests.comparisons.subject import Step, Subject
from tests.engine_random import Maker, Scope
from tests.node_kinds import EFFECTS, EXPRESSIONS
from unodsl.engine.api import State
from unodsl.engine.layout import CLOSED, IN_PLAY, TOP
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Player, YesNo
from unodsl.model.walk import below
from unodsl.resolve import TableSpec, load_project, load_table

STATES, EACH = 3, 12
"""States of each table, and expressions of each type that are read there."""

MOST_STEPS = 12
"""Moves of each table that are looked for in its systems."""

GAMES, MOVES = 6, 60
"""Games at a cut deck, and moves of each."""

MOST_STATES = 60
"""States of each group of situations that are visited in search of a way round."""


def amount(subject: Subject, shape: Shape, state: State, q: Quantity) -> int:
    """What a quantity comes to in a state."""
    kind, *rest = q
    layout = subject.layout
    if kind == "cards":
        zone, seat, class_ = (int(x) for x in rest)
        return sum(shape.class_of[c] == class_ for c in layout.in_order(state, zone, max(0, seat)))
    if kind == "owner":
        situation, seat = (int(x) for x in rest)
        closed = state[layout.below[situation]] == CLOSED
        return int(seat == NOBODY if closed else seat == state[layout.owner[situation]])
    where, index, position, *seat_ = rest
    index, position = int(index), int(position)
    if where == "variable":
        at = max(0, position)
        value = state[layout.variable[index] + at]
    elif where == "field":
        value = subject.reference.condition(
            state, e.Field(index, position, subject.table.situations[index].fields[position].type)
        )
    else:
        value = 0 if state[layout.below[index]] == CLOSED else state[layout.owner[index]]
    return value if kind == "value" else value >> int(seat_[0]) & 1


def holds(subject: Subject, shape: Shape, state: State, bound: Bound) -> bool:
    """Whether a linear condition holds in a state."""
    return sum(n * amount(subject, shape, state, q) for q, n in bound.terms) + bound.constant >= 0


def shape_of(subject: Subject, random: Random, state: State) -> Shape:
    """Some way of telling cards apart, and some situations that are tracked."""
    kinds = list(range(len(subject.table.deck.kinds)))
    random.shuffle(kinds)
    at = random.randint(1, len(kinds))
    classes = tuple(tuple(sorted(x)) for x in (kinds[:at], kinds[at:]) if x)
    tracked = frozenset(i for i in range(len(subject.table.situations)) if random.random() < 0.7)
    seats = tuple(s for s in range(subject.table.seats) if state[IN_PLAY] >> s & 1)
    return Shape(subject.table, classes, tracked, random.choice((seats, None)))


def conditions(subject: Subject) -> None:
    """An expression has one of the values that are said; from a condition follows what is said, whether it holds or not."""
    random, table = subject.random, subject.table
    maker = Maker(random)
    rules: list[t.Trigger | t.Offer | t.Ban] = [*table.triggers, *table.offers, *table.bans]
    # what a move is with is a card here
    guards = [
        x.guard
        for x in rules
        if all(isinstance(y.type, Card) for y in below(x.guard) if isinstance(y, e.Local) and y.index == 1)
    ]
    for number in range(STATES):
        state = random.choice(subject.rests) if number < 2 and subject.rests else any_state(subject, random)
        shape = shape_of(subject, random, state)
        player, card = random.randrange(table.seats), random.randrange(-1, len(k.KINDS))
        scope = Scope((k.ACTOR, k.CARD_ARGUMENT))
        env = {0: frozenset({player}), 1: frozenset({card})}
        if random.random() < 0.3:
            env = {i: x for i, x in env.items() if random.random() < 0.5}
        known = {
            ("variable", i): frozenset({state[subject.layout.variable[i]]})
            for i, v in enumerate(table.variables)
            if not v.each_player and isinstance(v.type, YesNo | Enumeration | Player | Card) and random.random() < 0.5
        }
        owners = {
            ("owner", i): frozenset(
                {NOBODY if state[subject.layout.below[i]] == CLOSED else state[subject.layout.owner[i]]}
            )
            for i, s in enumerate(table.situations)
            if not s.on_players and random.random() < 0.5
        }
        reading = Reading(shape, {**known, **owners})
        makes = (maker.yes, maker.yes, maker.yes, maker.number, maker.player, maker.players, maker.card, maker.shade)
        made = [make(scope, 3) for make, _ in product(makes, range(EACH))]
        for x in [*made, *guards]:
            value = subject.reference.condition(state, x, (player, card))
            subject.covers((x,), EXPRESSIONS)
            words = f"{value} of {x} with {env} in {state}"
            found = reading.values(x, dict(env))
            subject.compare("values", found is None or value in found, f"{found}, {words}")
            if isinstance(x.type, YesNo):
                bounds = reading.implied(x, dict(env), bool(value))
                subject.compare("possible", bounds is not None, words)
                wrong = [b for b in bounds or () if not holds(subject, shape, state, b)]
                subject.compare("implied", not wrong, f"{wrong}, {words}")


def groups_of(
    subject: Subject, ground: frozenset[int] = frozenset()
) -> list[tuple[frozenset[int], dict[Edge, Outcome]]]:
    """The groups of situations that moves can stay in, but for the `ground`, with these moves."""
    context = subject.context
    graph = answers_graph(context, sorted(context.facts.begun - ground))
    out = []
    for group in nx.strongly_connected_components(graph):
        edges = graph.subgraph(group).edges(keys=True, data="outcome")
        out.append((frozenset(group), {(top, index): outcome for top, _, index, outcome in edges}))
    return out


def runs(subject: Subject, ground: frozenset[int] = frozenset()) -> None:
    """Each move that is made while the situations are on top is a move of the system with the change that it makes."""
    for group, moves in groups_of(subject, ground):
        there = [x for x in subject.steps if inside(subject, x, group)][:MOST_STEPS]
        systems = list(systems_of(subject, group).all) if there else []
        subject.tally.compared[f"{subject.name}: too large"] += sum(x is None for x in systems)
        for step in there:
            assert step.move is not None
            playing = step.before[IN_PLAY].bit_count()
            offer = subject.table.offers[step.move.offer]
            found = [x for x in systems if x is not None]
            if len(found) > 1:
                # one system for each number of players who take part: the first ones stand for any so many
                if step.before[IN_PLAY] != (1 << playing) - 1:
                    continue
                found = [x for n, x in zip(range(subject.table.seats, 0, -1), found, strict=False) if n == playing]
            name = f"{offer.info.name} of {step.move.seat}"
            for system in found:
                shape = shape_in(subject, system, group)
                fits = any(one_run(subject, shape, system, m, step) for m in system.moves if m.name == name)
                subject.compare("moves", fits, f"{name} from {step.before} to {step.after}")
        subject.covers([subject.table.offers[i].effects for _, i in moves], EFFECTS)


def systems_of(subject: Subject, group: frozenset[int]) -> Systems:
    """The systems that the kernel makes."""
    the_kernel = kernel(subject.context)
    assert the_kernel is not None
    return the_kernel.systems(group, taking_part(subject.context))


def inside(subject: Subject, step: Step, group: frozenset[int]) -> bool:
    """Whether a move is made and ends while the situations are on top, with the round going on."""
    if step.move is None or step.phases or not {step.before[TOP], step.after[TOP]} <= group:
        return False
    return subject.table.offers[step.move.offer].mode not in t.LEFT_ALONE


def shape_in(subject: Subject, system: System, group: frozenset[int]) -> Shape:
    """The classes of cards of a system."""
    return Shape(subject.table, system.classes, group, None)


def one_run(subject: Subject, shape: Shape, system: System, move: Move, step: Step) -> bool:
    """Whether a move of a system can be a move that was made."""
    for moment in move.moments:
        if not all(holds(subject, shape, step.before, b) for b in moment):
            return False
    counted = [q for q, _, _ in system.ranges if q[0] != "sum" and q[1] != "playing"]
    solver = z3.Solver()
    times = [z3.Int(f"times {n}") for n in range(len(move.parts))]
    change: dict[Quantity, list[z3.ArithRef]] = {q: [] for q in counted}
    for n, (part, many) in enumerate(zip(move.parts, times, strict=True)):
        solver.add(many >= part.least, many <= (50 if part.most is None else part.most))
        if part.needs:
            solver.add(
                z3.Implies(
                    many > 0, disj([x > 0 for x, p in zip(times, move.parts, strict=True) if p.step in part.needs])
                )
            )
        for q, low, high in system.steps[part.step].change:
            if q in change:
                by = z3.Int(f"by {n} {q}")
                solver.add(by >= low * many, by <= high * many)
                change[q].append(by)
    for q in counted:
        really = amount(subject, shape, step.after, q) - amount(subject, shape, step.before, q)
        solver.add(summed(change[q]) == really)
    return bool(solver.check() == z3.sat)


def ways_round(subject: Subject) -> None:
    """Where the players, and chance, can go round inside some situations, nothing is proved."""
    context = subject.context
    for group, moves in groups_of(subject):
        proved = termination_of(context, group, sorted(moves.items()))
        subject.tally.compared[f"{subject.name}: groups {'open' if proved.sums is None else 'proved'}"] += 1
        if proved.sums is None:
            continue
        if isinstance(proved.sums, Counted):
            subject.tally.compared[f"{subject.name}: groups proved with cases"] += 1
        # counter systems say nothing of moves that answer nothing: these may go on and on
        counted = answering(subject.table, group, frozenset()) if isinstance(proved.sums, Counted) else None
        answers: set[tuple[State, State]] = set()
        graph: nx.DiGraph = nx.DiGraph()
        todo = [bare(x) for x in subject.rests if x[TOP] in group]
        known = set(todo)
        for _ in range(MOST_STATES):
            if not todo:
                break
            state = todo.pop()
            for move in moves_of(context, state):
                for after in outcomes(context, state, move) or ():
                    if after is not None and after[TOP] in group:
                        edge = capped(context, state), capped(context, bare(after))
                        graph.add_edge(*edge)
                        answers |= {edge} if counted is None or move.offer in counted else set()
                        if bare(after) not in known:
                            known.add(bare(after))
                            todo.append(bare(after))
        part = {x: i for i, some in enumerate(nx.strongly_connected_components(graph)) for x in some}
        round_again = [edge for edge in answers if part[edge[0]] == part[edge[1]]]
        subject.compare(
            "acyclic", not round_again, f"{proved.words}: {len(round_again)} of {graph.number_of_edges()} moves"
        )


NUMBERS = tuple(str(n) for n in range(10))
COLORS = ("red", "yellow", "green", "blue")
STACKING = ("official.progressive", "psycho.stacking", "drapegnik.stack", "psycho.reversing", "power.draw2-on-draw2")


def cut_deck(random: Random) -> t.Table:
    """A shipped game whose draw cards pile up, with a deck of a few kinds of cards."""
    option = random.choice(STACKING)
    base = option.partition(".")[0]
    kept = {"draw-two", *random.sample(NUMBERS, random.randint(1, 3))}
    kept |= {"wild-draw-four"} if random.random() < 0.4 else set()
    kept |= {"reverse"} if option.endswith("reversing") else set()
    faces = [x for x in (*NUMBERS, "skip", "reverse", "wild", "wild-draw-four") if x not in kept]
    gone = [", ".join(faces), *random.sample(COLORS, random.choice((2, 3, 3)))]
    lines = [*(f"remove {x}" for x in gone), f"{random.randint(2, 8)} of each color: draw-two"]
    text = f'use "{base}.uno"\n\ngame small "A small deck" extends {base}\n  deck\n' + "".join(
        f"    {x}\n" for x in lines
    )
    spec = TableSpec(("small",), (option,), {"hand-size": random.choice((1, 2))}, random.choice((2, 3)))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "small.uno"
        file.write_text(text, encoding="utf-8")
        return load_table(load_project([file]), spec)


def cut_decks(subject: Subject) -> None:
    """The same at cut decks of shipped games: real moves are runs of the system, and where a way round is found nothing is proved."""
    other = Subject(cut_deck(subject.random), subject.seed, subject.name)
    other.tally = subject.tally
    other.__dict__["steps"] = other.played(GAMES, MOVES)
    context = other.context
    other.tally.compared[f"{subject.name}: moves in all"] += len(other.steps)
    runs(other, context.ground)
    for group, moves in groups_of(other, context.ground):
        proved = termination_of(context, group, sorted(moves.items()))
        lasso = find_cycle(context, group)
        found = lasso is not None or (proved.sums is not None and endless_play(context, group) is not None)
        verdict = f"{'open' if proved.sums is None else 'proved'}, {'a' if found else 'no'} way round"
        other.tally.compared[f"{subject.name}: {verdict}"] += 1
        other.compare("ways round", proved.sums is None or not found, f"{proved} {lasso}")
