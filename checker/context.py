"""One table under examination, with what all checks share."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property, update_wrapper
from typing import Any, Generic, TypeVar, cast

import networkx as nx
import z3

from checker.effects.constants import facts
from checker.effects.values import Facts
from checker.effects.ways import names_in, told_apart
from checker.interrupts import stop_if_missed
from checker.kernel.accept import Accepted, accept, nothing_known
from checker.kernel.decide import Decided
from checker.known_tables import Key, KnownTables, key_of, parameters_with, written
from checker.play.sample import Samples, likely, sample
from checker.smt.claims import Claim, Known, claims_of
from checker.smt.enabled import Reader
from checker.smt.query import empty_solver
from unodsl.engine.api import Executor
from unodsl.engine.choose import Name
from unodsl.engine.layout import Layout, layout_of
from unodsl.engine.reference import Reference
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.resolve import Project, Resolved, TableSpec

SAMPLED_MOVES = 8_000
"""Moves of random games that are enough to meet what there is to be met at one table."""


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


T = TypeVar("T")


class Stage(Generic[T]):
    """An analysis of a context, made once for it and kept there; called like the function that it wraps."""

    def __init__(self, make: Callable[[Context], T], of_table: bool = False) -> None:
        self.make, self.of_table = make, of_table
        update_wrapper(self, make)

    def __call__(self, context: Context) -> T:
        results = context.table_results if self.of_table else context.results
        if self not in results:
            results[self] = self.make(context)
        return cast(T, results[self])

    def known(self, context: Context) -> bool:
        """Whether it was made already."""
        return self in (context.table_results if self.of_table else context.results)

    def put(self, context: Context, result: T) -> None:
        """Take a result as known."""
        (context.table_results if self.of_table else context.results)[self] = result


def stage(make: Callable[[Context], T]) -> Stage[T]:
    """An analysis that depends on all that is known of a table."""
    return Stage(make)


def table_stage(make: Callable[[Context], T]) -> Stage[T]:
    """An analysis that depends on the table alone: its result holds also where more is known (`Context.knowing`)."""
    return Stage(make, of_table=True)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done for a table; no answer means anything else for it. `far`: matches are played far, and many states are looked at;
    not so of one of many tables. `fixes`: lines are sought that would resolve a finding."""

    far: bool = True
    fixes: bool = True


FEW_OPTIONS = 2
"""Of many tables, those with more options on are looked at less: the costly questions are about what an option does by itself."""

LITTLE = Effort(far=False, fixes=False)
"""What is done for one of many tables."""

MUCH = Effort()
"""What is done for a table by itself."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Which single rules are asked about. `about`: these alone (none: all). `said`: those of which it is said already, of the table
    without options, that they never happen. `sought`: those that were looked for there in vain: it is open already. `again`: something was said of
    these never to happen at another table, and it is only asked whether that is so here too."""

    about: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()
    sought: frozenset[str] = frozenset()
    again: bool = False


ALL = Asking()
"""All rules are asked about."""


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
    effort: Effort = MUCH
    asking: Asking = ALL
    named: frozenset[str] = frozenset()
    """The options that are on because the caller named them; others are on by default, or come along."""
    never: frozenset[str] = frozenset()
    """Triggers and offers that are proved never to run: what they would do does not count as possible."""
    untaken: frozenset[e.Expr] = frozenset()
    """Conditions inside effects that are proved never to hold, whoever plays: what they would lead to does not count either."""
    news: tuple[Claim, ...] = ()
    """The claims that say so."""
    basis: Accepted | None = None
    """What the kernel had accepted before."""
    tried: bool = False
    """Whether all this is only supposed, to see what would follow."""
    idle_with: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    """Of a family: sets of options with which nothing comes of a rule, by its name."""
    results: dict[Stage[Any], Any] = field(default_factory=dict)
    """What stages found."""
    table_results: dict[Stage[Any], Any] = field(default_factory=dict)
    """The same of those stages that go by the table alone, whatever else is known of it."""
    known: KnownTables = field(default_factory=KnownTables)
    """What other tables of the project are known to answer."""
    narrower: dict[tuple[str, ...], Context | None] = field(default_factory=dict)
    elsewhere: dict[int, Context | None] = field(default_factory=dict)
    others: dict[Key, Context | None] = field(default_factory=dict)
    """Other tables of the project, by how they were chosen."""
    told: set[frozenset[str]] = field(default_factory=set)
    """The sets of rules of which a more specific check has reported a clash, allowed ones too."""
    covered: dict[frozenset[str], set[str]] = field(default_factory=dict)
    """Of these the more general codes that say the same, and are not reported again."""
    moves_beside: Counter[Name] = field(default_factory=Counter)
    """Moves of games that were played beside the sampled ones, by executor."""
    decided: list[tuple[str, Decided]] = field(default_factory=list)
    """What the kernel was asked of it, with more known each time, and of other tables that were put together for it."""
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    """How often rules met in play, and there was nothing to say of it."""

    def __post_init__(self) -> None:
        apart = told_apart(self.resolved.table)
        if apart is not self.resolved.table:
            self.resolved = replace(self.resolved, table=apart)
        if self.asking.about:
            self.asking = replace(self.asking, about=names_in(apart, self.asking.about))

    @property
    def table(self) -> t.Table:
        return self.resolved.table

    @cached_property
    def executor(self) -> Executor:
        return self.known.executor(self.table)

    @cached_property
    def reference(self) -> Reference:
        """The slow executor, whose steps can be watched."""
        return Reference(self.table)

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.table)

    @cached_property
    def proposed(self) -> tuple[Claim, ...]:
        """What constant propagation says of the table, and the claims that it starts from."""
        found = facts(self.table, self.never, self.idle_with, self.untaken)
        return (*claims_of(self.table, found), *self.news)

    @cached_property
    def accepted(self) -> Accepted:
        """What the kernel has accepted of that."""
        basis = self.basis or nothing_known(self.table, self.layout.depth)
        return accept(basis, self.proposed, self.going_on)

    @cached_property
    def claims(self) -> Known:
        """What is supposed of the table: what was accepted; where only something is tried, what was proposed."""
        if not self.tried and not self.idle_with:
            return self.accepted
        basis = self.basis or nothing_known(self.table, self.layout.depth)
        return basis.supposing(self.proposed)

    @property
    def facts(self) -> Facts:
        """The values, events and situations that there are, for all that is supposed."""
        return self.claims.facts

    @cached_property
    def samples(self) -> Samples:
        if not self.sampled_moves:
            return Samples()
        if not self.going_on():
            # nor is there time to make ready what would play
            self.cut_short.append("sampling")
            return Samples()
        out = sample(self.executor, self.layout, self.sampled_moves, self.going_on, self.asking.about)
        if out.moves < self.sampled_moves and not self.going_on():
            self.cut_short.append("sampling")
        return out

    @property
    def moves_by(self) -> dict[Name, int]:
        """How many moves were played to learn about this table, by executor; without those that looked for one thing only."""
        out: Counter[Name] = Counter()
        if "samples" in self.__dict__:
            out["python"] += self.samples.moves
        out.update(self.moves_beside)
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

    @property
    def reader(self) -> Reader:
        return self.claims.reader

    def knowing(
        self,
        never: frozenset[str],
        untaken: frozenset[e.Expr] = frozenset(),
        news: tuple[Claim, ...] = (),
        basis: Accepted | None = None,
        tried: bool = False,
    ) -> Context:
        """The same context, with more rules known never to run, and more conditions never to hold; `news` are the claims that
        say so, `basis` what was accepted before. `tried`: it is only tried what would follow."""
        out = replace(
            self,
            never=self.never | never,
            untaken=self.untaken | untaken,
            news=news,
            basis=basis or self.basis,
            tried=tried,
            results={},
        )
        for name in ("executor", "reference", "layout", "samples", "ground", "likely"):
            if name in self.__dict__:
                out.__dict__[name] = self.__dict__[name]
        return out

    def bare_solver(self) -> z3.Solver:
        """A solver that knows only what every state has by its making."""
        out = empty_solver()
        out.add(self.reader.st.constraints)
        return out

    @cached_property
    def unbounded(self) -> z3.Solver:
        """One such solver, for the questions that prove ranges of numbers; what is asked is taken back each time."""
        return self.bare_solver()

    @property
    def worth_much(self) -> bool:
        """Whether costly questions are asked: of a table by itself, and of those of many that have few options on."""
        return self.effort.far or sum(o.on and not o.default for o in self.table.options) <= FEW_OPTIONS

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
        self.known.again(replace(self.spec, seats=seats))
        return self.elsewhere[seats]

    @property
    def chosen(self) -> str:
        """What was chosen of the rules, as a text from which the table can be put together again."""
        return written(replace(self.spec, games=self.table.games))

    def just(self) -> TableSpec:
        """The choice of exactly the options that are on, so that none is added by default."""
        on = tuple(o.name for o in self.table.options if o.on)
        return replace(self.spec, options=on, without=(), exact=True)

    def narrowed(self, options: tuple[str, ...]) -> Context | None:
        """The same table with only these options on, put together once; None where that is no table."""
        given = parameters_with(self.project, self.spec.parameters, options)
        spec = replace(self.spec, options=options, parameters=given)
        if options not in self.narrower:
            self.narrower[options] = self.other(spec)
        self.known.again(spec)
        return self.narrower[options]

    def shared(self, spec: TableSpec, moves: int = SAMPLED_MOVES) -> Context | None:
        """The same, put together once for all tables that were made from one. `moves`: so many of random games it is looked at with."""
        key = (*key_of(spec), moves)
        if key not in self.others:
            found = self.other(spec)
            if found is not None:
                found.sampled_moves = moves
            self.others[key] = found
        self.known.again(spec)
        return self.others[key]

    def other(self, spec: TableSpec) -> Context | None:
        """Another table of the same project; None where it is none."""
        resolved = self.known.resolved(self.project, spec)
        if resolved is None:
            return None
        return Context(
            self.project,
            spec,
            resolved,
            self.deadline,
            effort=self.effort,
            known=self.known,
            decided=self.decided,
            others=self.others,
        )
