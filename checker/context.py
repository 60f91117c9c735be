"""The analysis context: one table that is checked, and the lazily computed results that all checks share."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property, update_wrapper
from typing import Any, Generic, TypeVar, cast

import networkx as nx
import z3

from checker.effects.constants import facts
from checker.effects.values import Facts
from checker.effects.ways import names_in, with_unique_names, written_name
from checker.interrupts import stop_if_missed
from checker.kernel.accept import Accepted, accept, nothing_known
from checker.kernel.decide import Decided
from checker.known_tables import Key, KnownTables, key_of, parameters_with, written
from checker.play.sample import Samples, Sampling, likely
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
"""Number of sampled moves per table: enough to visit the usual situations of one table."""


def base_situations(bottoms: Mapping[tuple[int, int], int]) -> frozenset[int]:
    """The base situation of play: the one that the turns of a round return to. Empty if no situation is ever open.
    `bottoms`: see `Samples`."""
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
    """An analysis that is memoized per context. Call it like the function that it wraps."""

    def __init__(self, make: Callable[[Context], T], of_table: bool = False) -> None:
        self.make, self.of_table = make, of_table
        update_wrapper(self, make)

    def __call__(self, context: Context) -> T:
        results = context.table_results if self.of_table else context.results
        if self not in results:
            results[self] = self.make(context)
        return cast(T, results[self])

    def known(self, context: Context) -> bool:
        """Whether the result is in the memo."""
        return self in (context.table_results if self.of_table else context.results)

    def put(self, context: Context, result: T) -> None:
        """Stores a result in the memo."""
        (context.table_results if self.of_table else context.results)[self] = result


def stage(make: Callable[[Context], T]) -> Stage[T]:
    """An analysis that depends on everything that the context has proved so far."""
    return Stage(make)


def table_stage(make: Callable[[Context], T]) -> Stage[T]:
    """An analysis that depends on the table alone. `Context.knowing` keeps its result."""
    return Stage(make, of_table=True)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work is done for a table. Effort changes how many questions stay open, never the meaning of an answer.
    `far`: play long matches and visit many states; off for one of many tables. `fixes`: search for lines that would
    resolve a finding."""

    far: bool = True
    fixes: bool = True


FEW_OPTIONS = 2
"""In a check of many tables, those with more options on get fewer costly questions: these ask what an option does by
itself."""

SHALLOW = Effort(far=False, fixes=False)
"""The effort for one of many tables."""

DEEP = Effort()
"""The effort for a table that is checked by itself."""


@dataclass(frozen=True, slots=True)
class RuleSelection:
    """Which single rules a check is about. `about`: only these rules; empty: all. `reported`: rules already reported as
    never happening at the table without options. `sought`: rules for which that question stayed open there. `again`:
    another table reported `about` as never happening, and this one only confirms or refutes that. `first`: for a
    first answer: without clashes that an author allows, rules that never run since others never do, and play that only shows
    that a rule runs. `pairs`: of the questions about several rules, only those about one of these sets of rules; empty: all."""

    about: frozenset[str] = frozenset()
    reported: frozenset[str] = frozenset()
    sought: frozenset[str] = frozenset()
    again: bool = False
    first: bool = False
    pairs: frozenset[frozenset[str]] = frozenset()

    def asks(self, names: Collection[str]) -> bool:
        """Whether the check asks a question about several rules."""
        rules = frozenset(map(written_name, names))
        return not (self.about and self.about.isdisjoint(names)) and (
            not self.pairs or any(pair <= rules for pair in self.pairs)
        )


ALL_RULES = RuleSelection()
"""Checks all rules."""


@dataclass
class Share:
    """The end of the time of the current check, which all contexts of its table share."""

    until: float = math.inf


@dataclass
class Context:
    """A table, the choice that it was resolved from, and the results that the checks need, computed lazily. `deadline`
    is a time of `time.monotonic`."""

    project: Project
    spec: TableSpec
    resolved: Resolved
    deadline: float
    cut_short: list[str] = field(default_factory=list)
    sampled_moves: int = SAMPLED_MOVES
    """How many moves of random games are sampled."""
    effort: Effort = DEEP
    selection: RuleSelection = ALL_RULES
    named: frozenset[str] = frozenset()
    """The options that are on because the caller named them. Others are on by default, or another option brings them.
    """
    never: frozenset[str] = frozenset()
    """Triggers and offers proved never to run; their effects do not count as possible."""
    false_conditions: frozenset[e.Expr] = frozenset()
    """Conditions inside effects proved never to hold in any play; what they guard does not count as possible either."""
    news: tuple[Claim, ...] = ()
    """The claims that state `never` and `false_conditions`."""
    basis: Accepted | None = None
    """The claims that the kernel accepted earlier."""
    share: Share = field(default_factory=Share)
    tried: bool = False
    """Whether `never` and `false_conditions` are only assumed, to compute what would follow from them."""
    no_op_with: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    """In a family: the sets of options with which a rule is a no-op, by its name."""
    results: dict[Stage[Any], Any] = field(default_factory=dict)
    """The memo of the stages."""
    table_results: dict[Stage[Any], Any] = field(default_factory=dict)
    """The memo of the stages that depend on the table alone."""
    known: KnownTables = field(default_factory=KnownTables)
    """The memo that all tables of the project share."""
    derived: dict[Key, Context | None] = field(default_factory=dict)
    """Contexts of this table with only some options on, or at another number of seats, by their choice."""
    others: dict[Key, Context | None] = field(default_factory=dict)
    """Contexts of other tables of the project, by their choice."""
    reported: set[frozenset[str]] = field(default_factory=set)
    """Sets of rules for which a more specific check has reported a clash, allowed ones included."""
    covered: dict[frozenset[str], set[str]] = field(default_factory=dict)
    """For these sets of rules, the more general codes that report the same clash. They are not reported again."""
    extra_moves: Counter[Name] = field(default_factory=Counter)
    """Moves played beside the sampled ones, by executor."""
    decided: list[tuple[str, Decided]] = field(default_factory=list)
    """The decisions of the kernel, a new entry each time more claims are known; those for tables derived from this one
    included."""
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    """How often each set of rules was co-enabled in play with no difference found."""

    def __post_init__(self) -> None:
        apart = with_unique_names(self.resolved.table)
        if apart is not self.resolved.table:
            self.resolved = replace(self.resolved, table=apart)
        if self.selection.about:
            self.selection = replace(self.selection, about=names_in(apart, self.selection.about))

    @property
    def table(self) -> t.Table:
        return self.resolved.table

    @cached_property
    def executor(self) -> Executor:
        return self.known.executor(self.table)

    @cached_property
    def reference(self) -> Reference:
        """The reference executor, which is slow; its steps can be observed."""
        return Reference(self.table)

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.table)

    @cached_property
    def proposed(self) -> tuple[Claim, ...]:
        """The claims to prove: the facts of constant propagation, and the claims that these facts rest on."""
        found = facts(self.table, self.never, self.no_op_with, self.false_conditions)
        return (*claims_of(self.table, found), *self.news)

    @cached_property
    def accepted(self) -> Accepted:
        """The proposed claims that the kernel accepted."""
        basis = self.basis or nothing_known(self.table, self.layout.depth)
        return accept(basis, self.proposed, self.within_budget)

    @cached_property
    def claims(self) -> Known:
        """The claims that queries suppose: the accepted ones. In a trial run and in a family with `no_op_with`, the
        proposed ones."""
        if not self.tried and not self.no_op_with:
            return self.accepted
        basis = self.basis or nothing_known(self.table, self.layout.depth)
        return basis.supposing(self.proposed)

    @property
    def facts(self) -> Facts:
        """The possible values, events, and situations under the supposed claims: an over-approximation."""
        return self.claims.facts

    @cached_property
    def sampling(self) -> Sampling:
        """Sampled play, which goes on only as far as its steps are read."""
        most = self.sampled_moves if self.within_budget() else 0
        # (without moves to play, no executor needs to be made ready)
        executor = self.executor if most else self.reference
        return Sampling(executor, self.layout, most, self.within_budget, self.selection.about)

    @cached_property
    def samples(self) -> Samples:
        out = self.sampling.whole()
        if out.moves < self.sampled_moves and not self.within_budget():
            self.cut_short.append("sampling")
        return out

    @property
    def is_sampled(self) -> bool:
        """Whether `samples` are computed already."""
        return "samples" in self.__dict__

    @property
    def moves_by(self) -> dict[Name, int]:
        """How many moves were played to learn about this table, by executor. Searches for a single witness do not
        count."""
        out: Counter[Name] = Counter()
        if self.is_sampled:
            out["python"] += self.samples.moves
        out.update(self.extra_moves)
        return dict(out)

    @property
    def moves(self) -> int:
        """The sum of `moves_by`."""
        return sum(self.moves_by.values())

    @cached_property
    def ground(self) -> frozenset[int]:
        """The situation at the bottom of the stack when nothing is owed: the first one that returns there again and
        again in a round. (A situation may have to end before the first turn, and a turn may end before its consequences
        are settled.)"""
        return base_situations(self.samples.bottoms)

    @cached_property
    def likely(self) -> dict[int, dict[int, frozenset[int]]]:
        return likely(self.layout, self.samples)

    @property
    def reader(self) -> Reader:
        return self.claims.reader

    def knowing(
        self,
        never: frozenset[str],
        false_conditions: frozenset[e.Expr] = frozenset(),
        news: tuple[Claim, ...] = (),
        basis: Accepted | None = None,
        tried: bool = False,
    ) -> Context:
        """Returns the same context with more rules proved never to run and more conditions proved never to hold.
        `news`: the claims that state it. `basis`: the claims accepted before. `tried`: both are only assumed."""
        out = replace(
            self,
            never=self.never | never,
            false_conditions=self.false_conditions | false_conditions,
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
        """A solver with only the type constraints of a state."""
        out = empty_solver()
        out.add(self.reader.st.constraints)
        return out

    @cached_property
    def unbounded(self) -> z3.Solver:
        """A shared `bare_solver`, for the queries that prove ranges of numbers. Each query is popped again."""
        return self.bare_solver()

    @property
    def deserves_search(self) -> bool:
        """Whether costly questions are worth their time: for a table checked by itself, or with at most `FEW_OPTIONS`
        options on, besides those that these bring along."""
        on = [o for o in self.table.options if o.on and not o.default]
        brought = {name for o in on for name in (*o.requires, *o.brings)}
        return self.effort.far or sum(o.name not in brought for o in on) <= FEW_OPTIONS

    @property
    def until(self) -> float:
        """When the current check has to end, a time of `time.monotonic`."""
        return min(self.deadline, self.share.until)

    def within_budget(self) -> bool:
        """Whether the budget lasts. Raises `KeyboardInterrupt` where Ctrl-C was pressed and the signal handler could
        not raise it."""
        stop_if_missed()
        return time.monotonic() < self.until

    def options_of(self, *rules: t.Rule) -> tuple[str, ...]:
        """The options that the rules belong to, closed under `requires`."""
        own = (r.info.option for r in rules if r.info.option is not None)
        known = {o.name for o in self.table.options}
        return tuple(sorted(self.table.closed(own, brought=False) & known))

    def at_seats(self, seats: int) -> Context | None:
        """The context of the same rules at another number of seats, made once. None if that is no valid table."""
        return self._derived(replace(self.spec, seats=seats))

    @property
    def chosen(self) -> str:
        """The choice of rules as JSON, from which the table can be resolved again."""
        return written(replace(self.spec, games=self.table.games))

    def just(self) -> TableSpec:
        """A choice of exactly the options that are on, so that no default option is added."""
        on = tuple(o.name for o in self.table.options if o.on)
        return replace(self.spec, options=on, without=(), exact=True)

    def narrowed(self, options: tuple[str, ...]) -> Context | None:
        """The context of the same table with only these options on, made once. None if that is no valid table."""
        given = parameters_with(self.project, self.spec.parameters, options)
        return self._derived(replace(self.spec, options=options, parameters=given))

    def _derived(self, spec: TableSpec) -> Context | None:
        key = key_of(spec)
        if key not in self.derived:
            self.derived[key] = self.other(spec)
        self.known.again(spec)
        return self.derived[key]

    def shared(self, spec: TableSpec, moves: int = SAMPLED_MOVES) -> Context | None:
        """The context of another choice, made once for all contexts derived from one. `moves`: how many moves of random
        games are sampled. None if the choice is no valid table."""
        key = (*key_of(spec), moves)
        if key not in self.others:
            found = self.other(spec)
            if found is not None:
                found.sampled_moves = moves
            self.others[key] = found
        self.known.again(spec)
        return self.others[key]

    def other(self, spec: TableSpec) -> Context | None:
        """A new context for another choice of the same project. None if it is no valid table."""
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
            share=self.share,
        )
