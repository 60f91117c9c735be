"""Reachable states, by playing: many short looks at real games from legal deals, the same for the same table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from unodsl.engine.api import EndlessCascade, Executor, Move, State, Trace
from unodsl.engine.layout import MATCH, TOP, Layout
from unodsl.model.table import Table


@dataclass(slots=True)
class Step:
    """One move of a sampled game: the state before it, the move, and the rules that fired, in order."""

    state: State
    move: Move
    fired: tuple[str, ...]


@dataclass(slots=True)
class Samples:
    """What was seen. `stacks`: stacks of open situations at rest, with how often. `stuck`: states without a legal move
    in a match that goes on. `endless`: (state, move, rules) of cascades that the engine had to stop."""

    steps: list[Step] = field(default_factory=list)
    starts: list[State] = field(default_factory=list)
    fired: Counter[str] = field(default_factory=Counter)
    stacks: Counter[tuple[int, ...]] = field(default_factory=Counter)
    stuck: list[State] = field(default_factory=list)
    endless: list[tuple[State, Move | None, tuple[str, ...]]] = field(default_factory=list)
    moves: int = 0
    rounds_ended: int = 0


def sample(executor: Executor, layout: Layout, most_moves: int, going_on: Callable[[], bool]) -> Samples:
    """Play random games for up to `most_moves` moves, or until `going_on` says no. Games are cut after a while so that
    many deals are seen; one game in four lets players make mistakes."""
    out = Samples()
    seed = 0
    while out.moves < most_moves and going_on():
        seed += 1
        generator = random.Random(seed)
        trace = Trace()
        try:
            state = executor.start(seed, None, trace)
        except EndlessCascade as endless:
            out.endless.append((executor.blank(seed), None, endless.rules))
            return out
        out.fired.update(trace.fired)
        out.starts.append(state)
        for _ in range(400):
            if out.moves >= most_moves:
                break
            out.stacks[tuple(layout.stack(state))] += 1
            moves = executor.legal(state, mistakes=seed % 4 == 0)
            if not moves:
                if state[MATCH]:
                    out.stuck.append(state)
                break
            move = generator.choice(moves)
            trace = Trace()
            try:
                after = executor.apply(state, move, None, trace)
            except EndlessCascade as endless:
                out.endless.append((state, move, endless.rules))
                break
            out.moves += 1
            out.fired.update(trace.fired)
            out.rounds_ended += "round ends" in trace.fired
            out.steps.append(Step(state, move, tuple(trace.fired)))
            state = after
    return out


def likely(layout: Layout, samples: Samples, most_values: int = 6) -> dict[int, dict[int, frozenset[int]]]:
    """For each situation on top: the slots of variables, owners and fields that were only ever seen with few values.
    Used to choose positions, never to prove anything."""
    table: Table = layout.table
    slots = [at for i, v in enumerate(table.variables) for at in range(layout.variable[i], layout.variable[i] + (layout.seats if v.each_player else 1))]
    for index in range(len(table.situations)):
        slots.append(layout.owner[index])
        slots.extend(layout.field[index])
    seen: dict[int, dict[int, set[int]]] = {}
    for step in samples.steps:
        here = seen.setdefault(step.state[TOP], {at: set() for at in slots})
        for at in slots:
            values = here[at]
            if len(values) <= most_values:
                values.add(step.state[at])
    return {top: {at: frozenset(v) for at, v in here.items() if len(v) <= most_values} for top, here in seen.items()}
