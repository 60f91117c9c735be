"""A random table, real games at it, and what the checker knows of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from checker.context import Context
from checker.effects.ways import with_unique_names
from checker.smt import query
from tests.engine_random import Gamer, Maker
from tests.node_kinds import counted
from unodsl.engine import chance as rng
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.layout import GENERATOR, ROUND, Layout, layout_of
from unodsl.engine.reference import CascadeRun, Queued, Reference
from unodsl.model import effects as f
from unodsl.model import table as t
from unodsl.resolve import Project, Resolved, TableSpec

SECONDS = 3_600
"""What the checker may take for one table: the comparisons are about what it says, not how soon."""

MOST_EVENTS = 120
"""So many events of one cascade are followed before it counts as endless here."""

UNITS = 150_000
"""What z3 may spend on one question: a question that takes more is left open, which is never wrong."""

GAMES, MOVES = 3, 12
"""Games that are played at each table, and moves of each."""


@dataclass(slots=True)
class Heard:
    """An event of a cascade, with the state in which its turn came."""

    event: t.Event
    player: int
    argument: int
    state: State


@dataclass(slots=True)
class Ran:
    """A trigger that ran: what set it off, the state before and after its effects, and the events that it added. `phases`: it began
    or ended a round or the match."""

    trigger: int
    event: t.Event
    player: int
    argument: int
    before: State
    after: State
    events: tuple[Queued, ...]
    phases: bool


@dataclass(slots=True)
class Step:
    """A move (None: the match began), with all that came of it. `phases`: a round or a match began or ended on the way. `own`: the
    state after the effects of the move itself, and the events that they added."""

    before: State
    move: Move | None
    after: State
    heard: list[Heard]
    ran: list[Ran]
    phases: bool
    own: tuple[State, tuple[Queued, ...]]


class Watched(CascadeRun):
    """A cascade that keeps a record."""

    def __init__(self, owner: Reference, state: State) -> None:
        super().__init__(owner, list(state), None, None)
        self.heard: list[Heard] = []
        self.record: list[Ran] = []
        self.phases = False
        self.met: Counter[tuple[object, ...]] = Counter()
        self.again = False

    def triggers(self, event: t.Event, player: int, argument: int) -> None:
        self.heard.append(Heard(event, player, argument, tuple(self.s)))
        if len(self.heard) > MOST_EVENTS // 2:
            # (whether the table has settled before is no part of this: it settles once in a cascade)
            here = still(tuple(self.s)), event, player, argument, tuple(self.queue)
            self.met[here] += 1
            self.again |= self.met[here] > 2
        if len(self.heard) > MOST_EVENTS:
            raise EndlessCascade(())
        gone: set[int] = set()
        for index in self.order[event]:
            trigger = self.table.triggers[index]
            if any(r in gone for r in trigger.replaced_by):
                gone.add(index)
            elif self.value(trigger.guard, {0: player, 1: argument}):
                gone.add(index)
                before, queued, phases = tuple(self.s), len(self.queue), self.phases
                self.phases = False
                self.effects(trigger.effects, {0: player, 1: argument})
                added = tuple(self.queue)[queued:]
                self.record.append(Ran(index, event, player, argument, before, tuple(self.s), added, self.phases))
                self.phases |= phases

    def effect(self, effect: f.Effect, env: dict[int, int]) -> None:
        self.phases |= isinstance(effect, f.Phase)
        super().effect(effect, env)


@dataclass(slots=True)
class Difference:
    """What the checker says and the executor does not, of a table."""

    comparison: str
    words: str
    table: t.Table


@dataclass(slots=True)
class Tally:
    """What was compared: how often, over which kinds of nodes, at how many tables, and what came out differently."""

    tables: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in another one."""
        self.tables += other.tables
        self.compared += other.compared
        self.kinds += other.kinds
        self.differences += other.differences


class Subject:
    """One table with everything that comparisons need. `tally` takes what they find."""

    def __init__(self, table: t.Table, seed: int, name: str = "") -> None:
        self.table, self.seed, self.name = table, seed, name
        self.random = Random(seed)
        self.reference = Reference(table)
        self.layout: Layout = layout_of(table)
        self.tally = Tally()

    @cached_property
    def context(self) -> Context:
        """The table under the checker's eyes."""
        resolved = SimpleNamespace(table=self.table)
        deadline = time.monotonic() + SECONDS
        out = Context(cast(Project, None), TableSpec(), cast(Resolved, resolved), deadline, sampled_moves=200)
        return out

    def compare(self, kind: str, right: bool, words: str) -> None:
        """Note one comparison; `words` say what is wrong where it is not right."""
        self.tally.compared[f"{self.name}: {kind}"] += 1
        if not right:
            self.tally.differences.append(Difference(self.name, f"{kind}: {words}", self.table))

    def covers(self, nodes: Any, classes: tuple[type, ...]) -> None:
        """Note the kinds of nodes that a comparison has read."""
        self.tally.kinds += counted(tuple(nodes) if isinstance(nodes, list) else nodes, classes)

    # --------------------------------------------------------------------------------------------------------------- states

    def some_state(self) -> State:
        """Some state, reachable or not."""
        maker = Maker(self.random)
        return maker.state(self.layout)

    @cached_property
    def steps(self) -> list[Step]:
        """Moves of real games from legal deals."""
        return self.played(GAMES, MOVES)

    @cached_property
    def endless(self) -> list[list[Ran]]:
        """What ran in cascades that had to be stopped, once games have been played."""
        return []

    @cached_property
    def circular(self) -> list[list[Ran]]:
        """What ran in those of them that came to the same state with the same events to follow: these never end."""
        return []

    def played(self, games: int, moves: int) -> list[Step]:
        """Games of random moves."""
        out: list[Step] = []
        for number in range(games):
            state = tuple(self.layout.blank(rng.seeded(self.seed * 31 + number)))
            move: Move | None = None
            for _ in range(moves):
                step = self.step(state, move)
                if step is None:
                    break
                out.append(step)
                state = step.after
                legal = self.reference.legal(state)
                if not legal:
                    break
                move = self.random.choice(legal)
        return out

    def step(self, state: State, move: Move | None) -> Step | None:
        """A move, or the beginning of a match; None where it never comes to rest."""
        run = Watched(self.reference, state)
        try:
            if move is None:
                run.queue.append((t.TableEvent("match begins"), -1, -1))
            else:
                run.move(move)
            own = tuple(run.s), tuple(run.queue)
            run.to_rest()
        except EndlessCascade:
            self.endless.append(run.record)
            self.circular.extend([run.record] if run.again else [])
            return None
        return Step(state, move, tuple(run.s), run.heard, run.record, run.phases, own)

    @cached_property
    def rests(self) -> list[State]:
        """Different states at rest that were met."""
        return list(dict.fromkeys(x.after for x in self.steps))


def subject(seed: int, name: str = "", plain: bool = False, maker: type[Maker] = Gamer) -> Subject:
    """The table of a seed: one without any sense where `plain` is set, else one that can be played."""
    made = (Maker if plain else maker)(Random(seed)).table()
    return Subject(with_unique_names(made), seed, name)


def still(state: State) -> State:
    """A state without its generator of chance."""
    return (*state[:GENERATOR], 0, *state[GENERATOR + 1 :])


def in_round(state: State) -> bool:
    """Whether a round runs."""
    return bool(state[ROUND])


@contextmanager
def quick() -> Iterator[None]:
    """Questions to z3 that take long are left open meanwhile."""
    before = query.RLIMIT
    query.RLIMIT = UNITS
    try:
        yield
    finally:
        query.RLIMIT = before
