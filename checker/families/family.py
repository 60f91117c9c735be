"""A family of tables: one symbolic table of a game whose options are unknowns (a feature model).

A rule of an option applies where the option's unknown is 1. An unsatisfiable query is therefore a proof for every table
of the family at once. For a satisfiable query, the models give the options that have to be on; minimal sets of options
come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import networkx as nx
import z3

from checker.context import Context, Effort
from checker.families.compatible import fitting, invalid_pairs, why_invalid
from checker.families.relations import Relations
from checker.invariants.certified import certified
from checker.invariants.known import solver as solver_of
from checker.invariants.participation import between_moves
from checker.known_tables import parameters_with as parameters_with
from checker.smt.enabled import Reader
from checker.smt.factory import boolean, conj, disj, implied, neg
from checker.witness.scenario import written_rules
from unodsl.diagnostics import RulesError
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card
from unodsl.model.walk import below
from unodsl.resolve import Project, Resolved, TableSpec, resolve_table
from unodsl.resolve.options import changes_constants, defaults_of
from unodsl.syntax import nodes as s

MOST_SETS = 3
"""The maximal number of minimal sets of options named for one finding."""

_NAMES = ("UNO105", "UNO106")
"""The codes for unknown names and for ambiguous names."""

ROUND_TABLE = 4
"""The number of seats from which the neighbors and the opposite player all differ."""


@dataclass
class Family:
    """All tables of a game at `seats` seats. `options` may be on or off. `left_out`: options that no table can have,
    with the reason. `alone`: options that do not fit into one symbolic table with the others, which another family judges;
    with the reason."""

    project: Project
    spec: TableSpec
    seats: range
    relations: Relations
    context: Context
    options: tuple[str, ...]
    left_out: dict[str, str] = field(default_factory=dict)
    alone: dict[str, str] = field(default_factory=dict)
    playable: dict[str, frozenset[int]] = field(default_factory=dict)
    """The numbers of seats at which an option can be on, by option."""
    unreadable: dict[frozenset[str], str] = field(default_factory=dict)
    """Pairs of options that make no valid table, with the reason."""
    beside: dict[str, frozenset[str]] = field(default_factory=dict)
    """For options of `alone`: those without which they fit into another family."""

    def knowing(self, no_op_with: dict[str, list[frozenset[str]]]) -> Family:
        """Returns the same family with more rules known as no-ops under sets of options, by rule name."""
        context = replace(self.context, no_op_with=no_op_with, results={})
        constrain(context, self.relations, self.seats)
        # the unknowns are the same, so the proved ranges still hold
        certified.put(context, context.claims.supposing(certified(self.context).claims))
        on = context.reader.features
        solver_of(context).add([on[name] == 0 for name in on if name in self.left_out])
        return replace(self, context=context)

    def seats_of(self, option: str) -> frozenset[int]:
        """The numbers of seats at which an option can be on."""
        return self.playable[option]

    def tables(self, seats: int) -> int:
        """The number of legal sets of options at a number of seats."""
        here = {o for o in self.options if seats in self.seats_of(o)}
        graph = nx.Graph()
        graph.add_nodes_from(here)
        graph.add_edges_from((n, m) for n in here for m in self.relations.brought[n] & here if n != m)
        graph.add_edges_from(tuple(pair) for pair in self.relations.apart if pair <= here and len(pair) == 2)
        out = 1
        for part in nx.connected_components(graph):
            out *= self._counted(frozenset(), frozenset(part))
        return out

    def _counted(self, on: frozenset[str], undecided: frozenset[str]) -> int:
        """Counts the legal sets of options that contain `on` and, beside it, only options of `undecided`."""
        if not undecided:
            return 1
        option = min(undecided)
        # with the option on: what it needs is on; what is excluded is off, with all that needs it
        needed = self.relations.brought[option]
        gone = {n for pair in self.relations.apart for n in pair if pair - {n} & needed or pair == {n}}
        also = on | needed
        blocked = {n for n in undecided if self.relations.brought[n] & gone}
        total = 0
        if needed <= on | undecided and not needed & gone:
            total += self._counted(also, undecided - needed - blocked)
        needing = {n for n in undecided if option in self.relations.brought[n]}
        return total + self._counted(on, undecided - needing)

    def smallest(self, question: z3.BoolRef | None, at_rest: bool, own: frozenset[str]) -> list[Cause]:
        """The smallest sets of options for which a query (None: true) is satisfiable, at most `MOST_SETS`. Returns only
        `own`, options that have to be on, if they suffice. Empty: no table of the family has such a state.
        `at_rest`: the state is between two moves. After a timeout, returns a table to search instead."""
        if not self.context.within_budget():
            # nothing is proved, so the table that would show it first has to be searched
            self.context.cut_short.append("the smallest sets of options")
            return [self.first(own)]
        on = self.context.reader.features
        solver = solver_of(self.context)
        out: list[Cause] = []
        solver.push()
        try:
            solver.add([on[o] == 1 for o in sorted(own)])
            if question is not None:
                solver.add(question)
            if at_rest:
                solver.add(*between_moves(self.context))
            alone = self._seats(solver, own)
            if alone:
                return [Cause(own, alone)]
            while len(out) < MOST_SETS:
                answer = solver.check() if self.context.within_budget() else z3.unknown
                if answer == z3.unsat:
                    return out
                if answer == z3.unknown:
                    return out or [self.first(own)]
                found = self._shrunk(solver, on)
                out.append(Cause(found, self._seats(solver, found) or self.legal_seats(found)[:1]))
                solver.add(disj([on[o] == 0 for o in sorted(found)]))
            return out
        finally:
            solver.pop()

    def first(self, own: frozenset[str]) -> Cause:
        """The smallest table with some options."""
        return Cause(own, self.legal_seats(own)[:1] or tuple(self.seats[:1]))

    def legal_seats(self, options: frozenset[str]) -> tuple[int, ...]:
        """The numbers of seats at which each of some options can be on."""
        return tuple(n for n in self.seats if all(n in self.seats_of(o) for o in options))

    def _seats(self, solver: z3.Solver, options: frozenset[str]) -> tuple[int, ...]:
        """The fewest seats for which the current query is satisfiable with exactly these options; empty if there are
        none. If there are more seats for which the neighbors and the opposite player all differ, the fewest of those
        come second."""
        on, seats = self.context.reader.features, self.context.reader.st.seats
        legal = self.legal_seats(options)
        if not legal:
            return ()
        solver.push()
        try:
            # constraints prune more than assumptions
            solver.add([on[o] == 0 for o in self.options if o not in options])
            # mostly the fewest suffice, which saves further queries
            first = legal[0] if solver.check(seats == legal[0]) != z3.unsat else None
            if first is None and solver.check() != z3.unsat:
                first = next((n for n in legal[1:] if solver.check(seats == n) != z3.unsat), None)
        finally:
            solver.pop()
        if first is None:
            return ()
        return (first, *(n for n in legal if n > first and n >= min(ROUND_TABLE, legal[-1])))[:2]

    def _shrunk(self, solver: z3.Solver, on: dict[str, z3.ArithRef]) -> frozenset[str]:
        """A minimal subset of the options in the solver's last model."""

        def answered() -> set[str]:
            model = solver.model()
            return {o for o in self.options if model.eval(on[o], model_completion=True).as_long() == 1}

        known = answered()
        for option in sorted(known):
            if option not in known:
                continue
            without = [on[o] == 0 for o in self.options if o not in known or o == option]
            if solver.check(without) == z3.sat:
                known = answered()
        return frozenset(known)


@dataclass(frozen=True, slots=True)
class Cause:
    """A minimal set of options for which a query is satisfiable, and the numbers of seats to search."""

    options: frozenset[str]
    seats: tuple[int, ...]


def family(
    project: Project,
    games: tuple[str, ...],
    parameters: dict[str, int | str],
    seats: range,
    deadline: float,
    only: tuple[str, ...],
    without: tuple[str, ...],
) -> Family:
    """Builds the family of a game: every option of the project that can be on at one of some numbers of seats. For
    several games laid together: every option of their own files. Default options may be off like any other. `only`:
    these options, with those that they need and the default ones. `without`: options that stay off. Raises
    `RulesError` where the game itself is no valid table."""
    relations = Relations(project)
    spec = base_of(games, parameters_with(project, parameters, ()), seats[-1], any_seats=True)
    options = [n for n in project.option_names() if len(games) == 1 or n.partition(".")[0] in games]
    if only:
        base = [page for game in games for page in project.chain(game)]
        wanted = relations.closed((*only, *defaults_of(project, base, None)))
        options = [n for n in options if n in wanted]
    options = [n for n in options if not relations.brought[n] & set(without)]
    unplayable = excluded(project, games)
    why = f"`{games[0]}` is not played with it" if len(games) == 1 else "one of them is not played with it"
    left_out = {n: why for n in options if relations.brought[n] & unplayable}
    # no table has their rules, so these make no obligations
    options = [n for n in options if n not in left_out]
    made: dict[tuple[str, ...], Resolved] = {}

    def with_options(some: Sequence[str]) -> TableSpec:
        return replace(spec, featured=tuple(some), parameters=parameters_with(project, parameters, some))

    def invalid(some: list[str]) -> str:
        try:
            made[tuple(some)] = resolve_table(project, with_options(some))
        except RulesError as error:
            if not any(changes_constants(project, n) for n in some):
                raise
            return error.diagnostics[0].message
        return ""

    fit = fitting(project, options, relations, invalid)
    options = fit.options
    featured = with_options(options)
    resolved = made.get(tuple(options)) or resolve_table(project, featured)
    # a family only answers queries about rules; play and fixes belong to the tables that show a clash
    context = Context(project, featured, resolved, deadline, sampled_moves=0, effort=Effort(fixes=False))
    on = context.reader.features
    never, at = invalid_pairs(project, spec, options, relations, seats)
    unreadable = never | conflicting_removals(project, spec, context.table, relations)
    for option, others in fit.beside.items():
        for other in others - relations.closed([option]):
            pair = relations.closed((option, other))
            if relations.together(pair) and (message := why_invalid(project, spec, pair)):
                unreadable[frozenset((option, other))] = message
    relations.apart |= unreadable.keys()
    relations.apart_at = tuple(at)
    constrain(context, relations, seats)
    playable = playable_at(context, relations, options, seats)
    left_out |= {n: "no table of this game and these seats can have it" for n in options if not playable[n]}
    solver_of(context).add([on[name] == 0 for name in on if name in left_out])
    kept = tuple(n for n in options if n not in left_out)
    return Family(project, spec, seats, relations, context, kept, left_out, fit.alone, playable, unreadable, fit.beside)


def conflicting_removals(
    project: Project, spec: TableSpec, table: t.Table, relations: Relations
) -> dict[frozenset[str], str]:
    """Pairs of options that make no valid table, because one removes a card from the deck that a rule of the other
    names; with the message."""
    gone: dict[int, set[str]] = {}
    for on, copies in table.deck.by_options:
        if len(on) == 1:
            for kind, count in enumerate(copies):
                if not count:
                    gone.setdefault(kind, set()).update(on)
    pairs = {
        frozenset((taking, rule.info.option))
        for rule in written_rules(table).values()
        if rule.info.option is not None
        for n in below(rule)
        if isinstance(n, e.Constant) and isinstance(n.type, Card)
        for taking in gone.get(n.value, ())
    }
    out: dict[frozenset[str], str] = {}
    for pair in sorted(pairs, key=sorted):
        options = relations.closed(pair)
        if len(pair) == 2 and relations.together(options):
            try:
                resolve_table(project, replace(spec, any_seats=False, seats=None, options=tuple(sorted(options))))
            except RulesError as error:
                named = [d for d in error.diagnostics if d.code in _NAMES]
                if named:
                    out[pair] = named[0].message
    return out


def playable_at(
    context: Context, relations: Relations, options: Iterable[str], seats: range
) -> dict[str, frozenset[int]]:
    """The numbers of seats at which each option can be on. One query for many compatible options answers for all of
    them at once."""
    on, solver = context.reader.features, solver_of(context)
    picky = {name for name, _, _ in context.table.seats_of or ()} | {name for name, _ in context.table.needs}
    groups = grouped(relations, options, picky)
    found: dict[str, set[int]] = {o: set() for o in options}

    def possible(number: int, group: Iterable[str]) -> bool:
        return bool(
            solver.check(context.reader.st.seats == number, *(on[o] == 1 for o in group if o in on)) != z3.unsat
        )

    for number in seats:
        for group in groups:
            whole = possible(number, relations.closed(group))
            for option in group:
                if whole or (len(group) > 1 and possible(number, relations.brought[option])):
                    found[option].add(number)
    return {o: frozenset(numbers) for o, numbers in found.items()}


def grouped(relations: Relations, options: Iterable[str], lone: set[str | None]) -> list[list[str]]:
    """Groups of options that can be on together with all that they need. Options that need one of `lone` form groups of
    one."""
    alone: list[list[str]] = []
    groups: list[list[str]] = []
    for option in options:
        if relations.brought[option] & lone:
            alone.append([option])
            continue
        group = next((g for g in groups if relations.together(relations.closed((*g, option)))), None)
        if group is None:
            groups.append([option])
        else:
            group.append(option)
    return [*alone, *groups]


def base_of(
    games: tuple[str, ...], parameters: dict[str, int | str], seats: int | None = None, any_seats: bool = False
) -> TableSpec:
    """The choice of a game, or of several laid together, without any option, default ones included."""
    return TableSpec(
        games=games, parameters=parameters, seats=seats, lenient=len(games) > 1, any_seats=any_seats, exact=True
    )


def constrain(context: Context, relations: Relations, seats: range) -> None:
    """Adds the feature model and the seats to the constraints of a context."""
    context.reader.st.constraints.extend(legal(context.table, context.reader, relations, seats))


def legal(table: t.Table, reader: Reader, relations: Relations, seats: range) -> Iterator[z3.BoolRef]:
    """The constraints of the feature model: which options can be on together, and at how many seats."""
    yield reader.st.seats >= seats[0]
    on = reader.features
    for option in on:
        for other in sorted(relations.brought[option] - {option}):
            yield implied(on[option] == 1, on[other] == 1 if other in on else boolean(False))
    for pair in sorted(sorted(pair) for pair in relations.apart if pair <= set(on)):
        yield neg(conj([on[name] == 1 for name in pair]))
    for some, number in relations.apart_at:
        if some <= set(on):
            yield neg(conj([reader.st.seats == number, *(on[name] == 1 for name in sorted(some))]))
    for option, low, high in table.seats_of or ():
        yield implied(on[option] == 1, conj(reader.st.seats >= low, reader.st.seats <= high))
    for owner, condition in table.needs:
        holds = reader.truth(condition, {})
        yield holds if owner is None else implied(on[owner] == 1, holds)


def excluded(project: Project, games: tuple[str, ...]) -> frozenset[str]:
    """The options that a game, or one that it extends, excludes."""
    out: set[str] = set()
    for page in {p for g in games for p in project.chain(g)}:
        game = project.pages[page].game
        for item in () if game is None else game.items:
            if isinstance(item, s.Names) and item.kind == "excludes":
                found = (project.option(w.text, project.chain(page)) for w in item.names)
                out |= {name for name in found if name is not None}
    return frozenset(out)
