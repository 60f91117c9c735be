"""One table under examination, with what all checks share."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import networkx as nx
import z3

from checker.effects.constants import Facts, facts
from checker.interrupts import stop_if_missed
from checker.invariants.quiescent import resting
from checker.search.sample import Games, Samples, likely, sample
from checker.smt.expressions import Reader
from checker.smt.state import well_formed
from unodsl.diagnostics import RulesError
from unodsl.engine.api import Executor
from unodsl.engine.choose import Name
from unodsl.engine.generated import Generated
from unodsl.engine.layout import Layout, layout_of
from unodsl.engine.reference import Reference
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.resolve import Project, Resolved, TableSpec, resolve_table

if TYPE_CHECKING:
    from checker.invariants.participation import Attendance

RLIMIT = 20_000_000
"""What z3 may spend on one question, in its own units."""

SAMPLED_MOVES = 8_000
"""Moves of random games that are enough to meet what there is to be met at one table."""


def spent(solver: z3.Solver | z3.Optimize) -> int:
    """What z3 has spent so far in its own units, whoever asked."""
    known = solver.statistics()
    return int(known.get_key_value("rlimit count")) if "rlimit count" in known.keys() else 0  # noqa: SIM118 - no mapping


def heard(solver: z3.Solver | z3.Optimize, answer: z3.CheckSatResult, before: int) -> z3.CheckSatResult:
    """An answer of z3. Raises `KeyboardInterrupt` where it is none because somebody pressed Ctrl-C. z3 may say `canceled` both
    of that and of a question that took more than it may; `before` is what was spent when it was asked."""
    if answer == z3.unknown:
        reason = solver.reason_unknown()
        if reason == "interrupted from keyboard" or (reason == "canceled" and spent(solver) - before < RLIMIT):
            raise KeyboardInterrupt
    return answer


def leave_ignored(solver: z3.Solver | z3.Optimize) -> None:
    """Whoever started this with Ctrl-C ignored, as a shell does with what it sends to the background, wants it ignored: z3 would
    hear it all the same."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        solver.set("ctrl_c", False)


class Solver(z3.Solver):  # type: ignore[misc]
    """z3's solver; Ctrl-C, which z3 takes for itself and answers with `unknown`, stops the whole check here too."""

    def __init__(self) -> None:
        super().__init__()
        leave_ignored(self)

    def check(self, *assumptions: z3.BoolRef) -> z3.CheckSatResult:
        """As z3's. Raises `KeyboardInterrupt`."""
        before = spent(self)
        return heard(self, super().check(*assumptions), before)


class Optimize(z3.Optimize):  # type: ignore[misc]
    """z3's optimizer, as `Solver`."""

    def __init__(self) -> None:
        super().__init__()
        leave_ignored(self)

    def check(self, *assumptions: z3.BoolRef) -> z3.CheckSatResult:
        """As z3's. Raises `KeyboardInterrupt`."""
        before = spent(self)
        return heard(self, super().check(*assumptions), before)


def forget() -> None:
    """Begin with an empty z3: numbers that z3 gives to terms can decide between equally good models, so that what was asked
    before, in this process or another, would otherwise show in an answer."""
    z3.z3._main_ctx = None


def ground(bottoms: Mapping[tuple[int, int], int]) -> frozenset[int]:
    """The situation that play comes back to in a round; none if nothing is ever open. `bottoms`: as in `Samples`."""
    graph: nx.DiGraph = nx.DiGraph()
    graph.add_edges_from(pair for pair in bottoms if -1 not in pair)
    graph.add_nodes_from(later for _, later in bottoms)
    if not graph:
        return frozenset()

    def met(nodes: AbstractSet[int], since: Callable[[int], bool] = lambda before: True) -> int:
        return sum(n for (before, later), n in bottoms.items() if later in nodes and since(before))

    usual = max(nx.strongly_connected_components(graph), key=lambda c: (met(c), -min(c)))
    return frozenset({max(usual, key=lambda x: (met({x}, lambda before: before not in usual), -x))})


@dataclass
class Context:
    """A table, how it was chosen, and lazily what the checks need of it. `deadline` is a moment of `time.monotonic`."""

    project: Project
    spec: TableSpec
    resolved: Resolved
    deadline: float
    cut_short: list[str] = field(default_factory=list)
    sampled_moves: int = SAMPLED_MOVES
    """How many moves of random games the table is looked at with."""
    one_of_many: bool = False
    """Of many tables: matches are not played far."""
    seeks_fixes: bool = True
    """Whether lines are sought that would resolve a finding."""
    asks_later: bool = False
    """Whether who takes a doubt asks its question: of a family that is done along with the smallest sets of options."""
    about: frozenset[str] = frozenset()
    """The rules that are asked about where it is not all of them."""
    said: frozenset[str] = frozenset()
    """Rules of which it is said already, of a table with fewer options, that they never happen."""
    never: frozenset[str] = frozenset()
    """Triggers and offers that are proved never to run: what they would do does not count as possible."""
    untaken: frozenset[e.Expr] = frozenset()
    """Conditions inside effects that are proved never to hold, whoever plays: what they would lead to does not count either."""
    idle_with: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    """Of a family: sets of options with which nothing comes of a rule, by its name."""
    shared: dict[str, object] = field(default_factory=dict)
    """What one check found and others use, by name."""
    lasting: list[Attendance] = field(default_factory=list)
    """What is known of who takes part, once it has been asked for; those who know more go on with it."""
    narrower: dict[tuple[str, ...], Context | None] = field(default_factory=dict)
    elsewhere: dict[int, Context | None] = field(default_factory=dict)
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    """How often rules met in play, and there was nothing to say of it."""
    played: list[Games] = field(default_factory=list)
    """The games that were played beside the sampled ones, once there are any."""

    @property
    def table(self) -> t.Table:
        return self.resolved.table

    @cached_property
    def executor(self) -> Executor:
        return Generated(self.table)

    @cached_property
    def reference(self) -> Reference:
        """The slow executor, whose steps can be watched."""
        return Reference(self.table)

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.table)

    @cached_property
    def facts(self) -> Facts:
        return facts(self.table, self.never, self.idle_with, self.untaken)

    @cached_property
    def samples(self) -> Samples:
        if not self.sampled_moves:
            return Samples()
        if not self.going_on():
            # nor is there time to make ready what would play
            self.cut_short.append("sampling")
            return Samples()
        out = sample(self.executor, self.layout, self.sampled_moves, self.going_on, self.about)
        if out.moves < self.sampled_moves and not self.going_on():
            self.cut_short.append("sampling")
        return out

    @property
    def moves_by(self) -> dict[Name, int]:
        """How many moves were played to learn about this table, by executor; without those that looked for one thing only."""
        out: Counter[Name] = Counter()
        if "samples" in self.__dict__:
            out["python"] += self.samples.moves
        for games in self.played:
            out[games.executor] += games.moves
        return dict(out)

    @property
    def moves(self) -> int:
        """All of them."""
        return sum(self.moves_by.values())

    @cached_property
    def ground(self) -> frozenset[int]:
        """What the table waits for when nothing is owed: of the situations that lie at the bottom again and again in a round, the
        one that does so first. (Something may have to be settled before the first turn; and a turn may be over before what comes
        of it is settled.)"""
        return ground(self.samples.bottoms)

    @cached_property
    def likely(self) -> dict[int, dict[int, frozenset[int]]]:
        return likely(self.layout, self.samples)

    @cached_property
    def reader(self) -> Reader:
        return Reader(well_formed(self.table, self.layout.depth, self.facts), self.facts)

    def knowing(self, never: frozenset[str], untaken: frozenset[e.Expr] = frozenset()) -> Context:
        """The same case, with more rules known never to run, and more conditions never to hold."""
        out = replace(self, never=self.never | never, untaken=self.untaken | untaken, shared={})
        for name in ("executor", "reference", "layout", "samples", "ground", "likely"):
            if name in self.__dict__:
                out.__dict__[name] = self.__dict__[name]
        return out

    @cached_property
    def rest(self) -> tuple[z3.BoolRef, ...]:
        """What holds besides whenever the table is at rest, between two moves: read off the rules."""
        return resting(self.reader, self.facts)

    @cached_property
    def attended(self) -> tuple[z3.BoolRef, ...]:
        """And what is known of who takes part then, where players leave or sets of them are waited for."""
        several = any(self.table.situations[i].on_players for i in self.facts.begun)
        return tuple(self.attendance.of(self.reader.st)) if several or not self.facts.seats_fixed else ()

    @property
    def attendance(self) -> Attendance:
        """What is known of players who may leave, and of what is open; worked out once, also for those who know more."""
        from checker.invariants.participation import attendance

        if not self.lasting:
            self.lasting.append(attendance(self))
        return self.lasting[0]

    @cached_property
    def invariants(self) -> tuple[z3.BoolRef, ...]:
        """Ranges of numbers that were proved by induction."""
        from checker.invariants.ranges import ranges

        return tuple(ranges(self))

    def empty_solver(self) -> z3.Solver:
        """A solver that knows nothing."""
        out = Solver()
        out.set("rlimit", RLIMIT)
        out.set("random_seed", 1)
        return out

    def bare_solver(self) -> z3.Solver:
        """A solver that knows only what every state has by its making."""
        out = self.empty_solver()
        out.add(self.reader.st.constraints)
        return out

    @cached_property
    def unbounded(self) -> z3.Solver:
        """One such solver, for the questions that prove ranges of numbers; what is asked is taken back each time."""
        return self.bare_solver()

    def fresh_solver(self) -> z3.Solver:
        """A solver that knows what always holds at this table, and nothing of what was asked before."""
        out = self.bare_solver()
        out.add(*self.invariants)
        return out

    @cached_property
    def solver(self) -> z3.Solver:
        """One solver for all yes-or-no questions; what is asked is taken back each time."""
        return self.fresh_solver()

    def going_on(self) -> bool:
        """Whether the budget still lasts. Raises `KeyboardInterrupt` where Ctrl-C was pressed and nobody heard it."""
        stop_if_missed()
        return time.monotonic() < self.deadline

    def options_of(self, *rules: t.Rule) -> tuple[str, ...]:
        """The options that some rules belong to, with what those require."""
        wanted = [r.info.option for r in rules if r.info.option is not None]
        known = {o.name: o for o in self.table.options}
        out: list[str] = []
        while wanted:
            name = wanted.pop()
            if name not in out and name in known:
                out.append(name)
                wanted.extend(known[name].requires)
        return tuple(sorted(out))

    def at_seats(self, seats: int) -> Context | None:
        """The same rules with another number of players, put together once; None where that is no table."""
        if seats not in self.elsewhere:
            self.elsewhere[seats] = self.other(replace(self.spec, seats=seats))
        return self.elsewhere[seats]

    def just(self) -> TableSpec:
        """The choice of exactly the options that are on, so that none is added by default."""
        on = tuple(o.name for o in self.table.options if o.on)
        return replace(self.spec, options=on, without=(), exact=True)

    def narrowed(self, options: tuple[str, ...]) -> Context | None:
        """The same table with only these options on, put together once; None where that is no table."""
        if options not in self.narrower:
            self.narrower[options] = self.other(replace(self.spec, options=options))
        return self.narrower[options]

    def other(self, spec: TableSpec) -> Context | None:
        """Another table of the same project; None where it is none."""
        try:
            resolved = resolve_table(self.project, spec)
        except RulesError:
            return None
        return Context(
            self.project, spec, resolved, self.deadline, one_of_many=self.one_of_many, seeks_fixes=self.seeks_fixes
        )
