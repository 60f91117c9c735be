"""Traces of cascades: which rules ran for which event, also with some rules removed (ablation)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from checker.context import Context
from checker.witness.destinations import Dealing, Destinations, Paired
from checker.witness.scenario import plain_chance
from unodsl.engine.api import Chance, EndlessCascade, Move, State, Trace
from unodsl.engine.layout import IN_PLAY, TOP
from unodsl.engine.reference import CascadeRun, Reference
from unodsl.engine.reference_values import Locals
from unodsl.model import effects as f
from unodsl.model import table as t


@dataclass(slots=True)
class EventInCascade:
    """One event of a cascade: the triggers whose condition held (`held`), and those that `ran`, by index."""

    held: tuple[int, ...]
    ran: list[int] = field(default_factory=list)
    actions: set[tuple[int, int, int, int, int]] = field(default_factory=set)
    """Acts that its triggers performed: trigger, act, manner, player, argument."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a match, with the kinds drawn, in order."""

    drawn: tuple[int, ...]


class Watched(Dealing):
    """A cascade that records its events, and in which some triggers never run."""

    def __init__(
        self, owner: Reference, state: State, without: frozenset[int], chance: Chance | None, trace: Trace | None
    ) -> None:
        super().__init__(owner, list(state), chance, trace)
        self.without = without
        self.record: list[EventInCascade] = []
        self.running: int | None = None

    def triggers(self, event: t.Event, player: int, argument: int) -> None:
        env = {0: player, 1: argument}
        row = self.order[event]
        held = tuple(i for i in row if self.value(self.table.triggers[i].guard, dict(env)))
        now = EventInCascade(held)
        self.record.append(now)
        gone: set[int] = set()
        for index in row:
            trigger = self.table.triggers[index]
            if index in self.without:
                continue
            if any(r in gone for r in trigger.replaced_by):
                gone.add(index)
                continue
            if self.value(trigger.guard, dict(env)):
                gone.add(index)
                now.ran.append(index)
                self.running = index
                self.effects(trigger.effects, dict(env))
                self.running = None

    def effect(self, effect: f.Effect, env: Locals) -> None:
        if isinstance(effect, f.Perform) and self.running is not None:
            argument = -1 if effect.argument is None else self.value(effect.argument, env)
            action = (self.running, effect.act, effect.manner, self.value(effect.player, env), argument)
            self.record[-1].actions.add(action)
        super().effect(effect, env)


class _Passing(CascadeRun):
    """A cascade that records the states in which events occur and branches are taken."""

    def __init__(self, owner: Reference, state: State) -> None:
        super().__init__(owner, list(state), plain_chance(), None)
        self.states: dict[State, None] = {}

    def triggers(self, event: t.Event, player: int, argument: int) -> None:
        self.states[tuple(self.s)] = None
        super().triggers(event, player, argument)

    def effect(self, effect: f.Effect, env: Locals) -> None:
        if isinstance(effect, f.If):
            self.states[tuple(self.s)] = None
        super().effect(effect, env)


@dataclass(frozen=True, slots=True)
class Performed:
    """An act that an effect performed: by whom, with what, and the state after the whole move."""

    act: int
    player: int
    argument: int
    after: State


class _Performing(CascadeRun):
    """A cascade that records the acts that some effects perform while a ban forbids them to their player."""

    def __init__(self, owner: Reference, state: State, nodes: tuple[f.Perform, ...], ban: t.Ban) -> None:
        super().__init__(owner, list(state), plain_chance(), None)
        self.nodes, self.ban = nodes, ban
        self.found: list[tuple[int, int, int]] = []

    def effect(self, effect: f.Effect, env: Locals) -> None:
        if isinstance(effect, f.Perform) and any(effect is x for x in self.nodes):
            player = self.value(effect.player, env)
            argument = -1 if effect.argument is None else self.value(effect.argument, env)
            if player >= 0 and self.forbids(player, argument):
                self.found.append((effect.act, player, argument))
        super().effect(effect, env)

    def forbids(self, player: int, argument: int) -> bool:
        """Whether the ban would forbid the act, as a move, to a player now."""
        ban, state = self.ban, self.s
        if ban.situations and state[TOP] not in ban.situations:
            return False
        if not (self.value(ban.who, {}) & state[IN_PLAY]) >> player & 1:
            return False
        return bool(self.value(ban.guard, {0: player, 1: argument}))


def performed(
    runner: Reference, state: State, move: Move, nodes: tuple[f.Perform, ...], ban: t.Ban
) -> Performed | None:
    """The first act of a move that one of some effects performs although a ban forbids it; None if there is none."""
    run = _Performing(runner, state, nodes, ban)
    try:
        run.move(move)
        run.to_rest()
    except EndlessCascade:
        return None
    return Performed(*run.found[0], tuple(run.s)) if run.found else None


class Watcher:
    """Replays moves of one table with the reference executor."""

    def __init__(self, context: Context) -> None:
        self.runner = context.reference
        self.fast = context.executor

    def watch(
        self,
        state: State,
        move: Move | Opening,
        without: Iterable[int] = (),
        trace: Trace | None = None,
        known: Destinations | None = None,
    ) -> tuple[State, list[EventInCascade]] | None:
        """The state after a move (or after the beginning of a match), and its events, with some triggers removed. None
        if the cascade is endless. `trace` receives what players were shown. `known`: the random choices of other executions by
        destination."""
        chance: Chance = plain_chance(move.drawn if isinstance(move, Opening) else ())
        chance = chance if known is None else Paired(known, chance)
        try:
            if isinstance(move, Opening):
                run = Watched(self.runner, self.runner.blank(1), frozenset(without), chance, trace)
                run.queue.append((t.TableEvent("match begins"), -1, -1))
            else:
                run = Watched(self.runner, state, frozenset(without), chance, trace)
                run.move(move)
            run.to_rest()
        except EndlessCascade:
            return None
        return tuple(run.s), run.record

    def passed(self, state: State, move: Move) -> tuple[State, ...]:
        """The intermediate states of the cascade of a move."""
        run = _Passing(self.runner, state)
        try:
            run.move(move)
            run.to_rest()
        except EndlessCascade:
            pass
        return tuple(run.states)

    def forbidden(self, state: State, move: Move, nodes: tuple[f.Perform, ...], ban: t.Ban) -> Performed | None:
        """The first act of a move that one of the effects performs although the ban forbids it; None if there is none."""
        return performed(self.runner, state, move, nodes, ban)

    def openings(self, fired: frozenset[str], seeds: int) -> Iterator[Opening]:
        """Match beginnings in which all of some rules run."""
        for seed in range(1, seeds + 1):
            trace = Trace()
            try:
                self.fast.start(seed, None, trace)
            except EndlessCascade:
                return
            if fired <= set(trace.fired):
                yield Opening(tuple(trace.drawn))
