"""Symbolic post-image of a cascade: the effects of a move and of all rules that it sets off, to the quiescent state.

Over-approximates the engine, as the post-image of effects does. A cascade beyond the limits is not followed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import z3

from checker.smt.enabled import Reader
from checker.smt.expressions import Env, Value
from checker.smt.factory import boolean, conj, disj, ite, less, neg, summed
from checker.smt.query import empty_solver, refutes
from checker.smt.state import SymbolicState
from checker.smt.step import NotFollowed, PostImage, concerns
from unodsl.model import effects as f
from unodsl.model import table as t
from unodsl.model.events import emitted, follows

ROUND_BEGINS = t.TableEvent("round begins")
ROUND_OVER = (ROUND_BEGINS, t.TableEvent("round ends"), t.TableEvent("match ends"))
"""The events that end the round under way: a new one may begin while it runs."""

MOST_ROUND = 6
"""The most times that an event which can cause itself again is followed by itself."""

MOST_EVENTS = 200
"""The most events of one cascade that are followed."""


class Cascade:
    """Follows a cascade, rule by rule, to the quiescent state."""

    def __init__(self, reader: Reader, never: frozenset[str], counting: bool = False) -> None:
        self.table, self.never = reader.table, never
        self.order = dict(self.table.order)
        self.after = PostImage(reader, self.enqueue, counting)
        self.known: dict[t.Event, bool] = {}
        self.queue: deque[tuple[t.Event, z3.BoolRef, Value, Value, bool]] = deque()
        self.round_begins: list[z3.BoolRef] = []
        """The conditions under which a round certainly begins."""
        self.round_over: list[tuple[t.Event, z3.BoolRef]] = []
        """The events by which the round under way may end, with their conditions."""
        self.ran: dict[int, z3.BoolRef] = {}
        """When a trigger may run, by its number."""
        self.times: dict[t.Event, int] = {}
        """How often an event that can cause itself again was met."""
        self.recursive_effects: tuple[f.Effect, ...] = ()
        """The effects of events that can cause themselves again: they may run until the queue is empty."""

    def enqueue(self, event: t.Event, when: z3.BoolRef, st: SymbolicState, player: Value, argument: Value) -> None:
        """Queues an event that happens under a condition."""
        if event in ROUND_OVER:
            self.round_over.append((event, when))
        if event == ROUND_BEGINS and not self.after.again:
            self.round_begins.append(when)
        if event in self.order and not z3.is_false(when):
            self.queue.append((event, when, player, argument, self.after.again > 0))

    def over_as_it_begins(self) -> z3.BoolRef:
        """When, in a cascade with which a match begins, a round may end: a first one begins, and no other."""
        first = [event for event, _ in self.round_over[:1]] == [ROUND_BEGINS]
        return disj(when for _, when in self.round_over[first:])

    def to_rest(self, st: SymbolicState) -> SymbolicState:
        """The quiescent state. Raises `NotFollowed`."""
        st = self.emptied(st)
        ones = summed(ite(x, 1, 0) for x in st.open)
        self.queue.append((t.SETTLES, conj(st.round_runs, neg(less(1, ones))), -1, -1, False))
        return self.emptied(st)

    def emptied(self, st: SymbolicState) -> SymbolicState:
        """The state when the queue is empty. Raises `NotFollowed`."""
        for _ in range(MOST_EVENTS):
            if self.recursive_effects:
                st = self.after.forgotten(self.recursive_effects, st)
            if not self.queue:
                self.recursive_effects = ()
                return st
            event, when, player, argument, again = self.queue.popleft()
            if not self.is_recursive(event):
                st = self.any_number_of_times(event, st) if again else self.one(event, when, player, argument, st)
            elif again or not self.after.sized:
                self.follow_recursive(event)
            elif not self.times.get(event) or not self.refuted(when):
                # where cards are counted, that may show that it does not go round
                self.times[event] = self.times.get(event, 0) + 1
                if self.times[event] > MOST_ROUND:
                    self.follow_recursive(event)
                else:
                    st = self.one(event, when, player, argument, st)
        raise NotFollowed

    def refuted(self, when: z3.BoolRef) -> bool:
        """Whether a condition never holds."""
        solver = empty_solver()
        solver.add(self.after.limits)
        return refutes(solver, when)

    def one(self, event: t.Event, when: z3.BoolRef, player: Value, argument: Value, st: SymbolicState) -> SymbolicState:
        """The post-state of the triggers of one event."""
        env: Env = {t.PLAYER_LOCAL: player, t.ARGUMENT_LOCAL: argument}
        ran: dict[int, z3.BoolRef] = {}
        for index in self.order.get(event, ()):
            trigger = self.table.triggers[index]
            replaced = disj([ran[r] for r in trigger.replaced_by if r in ran])
            if trigger.info.name in self.never:
                # (one that never runs, and is replaced, stands instead of others all the same)
                ran[index] = replaced
                continue
            runs = conj(when, neg(replaced), self.after.truth(trigger.guard, env, st))
            ran[index] = disj(replaced, runs)
            self.ran[index] = disj(self.ran.get(index, boolean(False)), runs)
            if not z3.is_false(runs):
                st = self.after.either(runs, self.after.when(runs, trigger.effects, env, st), st)
        return st

    def is_recursive(self, event: t.Event) -> bool:
        """Whether an event can cause itself again."""
        if event not in self.known:
            effects = (x for i in self.order.get(event, ()) for x in self.table.triggers[i].effects)
            self.known[event] = event in follows(self.table, emitted(self.table, effects))[0]
        return self.known[event]

    def any_number_of_times(self, event: t.Event, st: SymbolicState) -> SymbolicState:
        """The post-state of the triggers of an event that happens any number of times. What they set off comes behind all
        that is in the queue, also any number of times. Raises `NotFollowed`."""
        effects = self.may_run(self.table.triggers[i] for i in self.order.get(event, ()))
        for caused in sorted(emitted(self.table, effects), key=repr):
            if caused in self.order:
                self.queue.append((caused, boolean(True), -1, -1, True))
        return self.after.forgotten(effects, st)

    def follow_recursive(self, event: t.Event) -> None:
        """Follows an event that can cause itself again: all that it sets off may run before and after each event that is
        still to come. Raises `NotFollowed`."""
        self.recursive_effects = (*self.recursive_effects, *self.may_run(follows(self.table, [event])[1]))

    def may_run(self, triggers: Iterable[t.Trigger]) -> tuple[f.Effect, ...]:
        """The effects of triggers of which any may run. Raises `NotFollowed`."""
        running = [x for x in triggers if x.info.name not in self.never]
        self.ran |= dict.fromkeys(map(self.table.triggers.index, running), boolean(True))
        if any(concerns(x.effects, self.table) for x in running):
            raise NotFollowed
        return tuple(y for x in running for y in x.effects)
