"""The check of the options of the files given: each alone, in pairs, and in the largest sets that can be on together.

Pairs are checked symbolically, for every combination of the options at once (`checker.families.family`). Checks of
single rules, loops, and dead ends run on the game itself, each option alone, and the largest sets, at two numbers of
seats. Parameters that the files declare are checked at their default, least, and greatest value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, islice
from typing import assert_never

import networkx as nx

from checker.compare.other_values import values_that_matter, with_value
from checker.families.check_family import WORK, Run
from checker.families.family import base_of, parameters_with
from checker.families.interacting import interacting
from checker.families.relations import Relations
from checker.families.screen import FamilyRequest, ScreenedFamily
from checker.families.select_products import PLAYED, SINGLES, SingleTable, SingleTableJob, at, one_table, usual_seats
from checker.kept.answers import ask_ahead, expect
from checker.known_tables import memo_of
from checker.parallel import AtWork, nothing_shown, staying
from checker.reachability.dead_everywhere import values_together
from checker.results import Judged, Report
from unodsl.deal import check_deal
from unodsl.diagnostics import RulesError
from unodsl.model.table import Setting
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.resolve import Project, TableSpec, resolve_table
from unodsl.resolve.options import defaults_of

LARGEST = 2
"""The number of largest sets of options checked at tables of their own."""

FEW = 6
"""Up to this many sets of one option each are also checked at a second number of seats. Beyond it, only the largest
sets are."""

MOST_CLIQUES = 200
"""The maximal number of maximal cliques enumerated."""

MOST_TRIED = 60
"""The maximal number of sets tried in the search for the largest valid tables."""

Parameters = dict[str, int | str]


@dataclass(frozen=True, slots=True)
class Home:
    """A game, and the options of the files given that belong to it: those of its own file, and those for it."""

    game: str
    options: tuple[str, ...]


def homes(project: Project, game: str | None = None) -> tuple[Home, ...]:
    """The games of the files given, with the options to check at each. `game`: check all of them at this one."""
    found: dict[str, list[str]] = {} if game is None else {game: []}
    for name, own in project.homes().items():
        found.setdefault(game or own, []).extend(sorted(project.pages[name].options))
    return tuple(Home(at, tuple(options)) for at, options in found.items())


Varied = Callable[[Project, Sequence[ScreenedFamily], SingleTable], dict[str, TableSpec]]
"""A choice of variants of a table, by the names and values of the parameters in which they differ."""

MOST_TOGETHER = 12
"""The most variants of a table with other values of several parameters at once."""


def check_options(
    project: Project,
    parameters: Parameters,
    seats: range | None,
    budget: float,
    at_work: AtWork = nothing_shown,
    jobs: int = 1,
    without: tuple[str, ...] = (),
    game: str | None = None,
) -> Report:
    """Checks the options of the files given at their own games, or all at `game`. `seats` None: the usual numbers.
    `without`: default options that stay off. Ctrl-C ends the check with what was decided before. Raises `RulesError`
    where a game itself is no valid table, or none at these seats."""
    at_home = homes(project, game)
    run = Run(project, budget, at_work, jobs, fixes=True)
    wishes: list[FamilyRequest] = []
    varied: list[str] = []
    with staying(project, jobs):
        ask_ahead(project, run.deadline, WORK)
        for home in at_home:
            plain = resolve_table(project, base_of((home.game,), parameters_with(project, parameters, ()))).table
            here = seats_at(plain.seats_low, plain.seats_high, seats)
            if here is None:
                continue
            wishes.append(FamilyRequest((home.game,), parameters, here, run.deadline, home.options, without))
            for other in variants(project, home, parameters, here):
                varied.append(", ".join(f"{name} {value}" for name, value in other.items()))
                wishes.append(
                    FamilyRequest((home.game,), {**parameters, **other}, here, run.deadline, home.options, without)
                )
        expect(one_table, project, [SingleTableJob(x, run.deadline) for x in plain_tables(project, wishes)])
        run.screen_families(wishes)
        if seats is None and not run.stopped:
            usual = [one for one in run.families if one.parameters == parameters]
            run.screen_families([wish for one in usual for wish in wider(run, one, without)])
        run.confirm()
        run.name()
        tables = [] if run.late else list(single_tables(project, run.families))
        run.check_single_tables(tables, run.pairs_of_options())
        run.check_elsewhere(partial(with_parameters, project, run.families))

        def variants_of(choose: Varied, table: SingleTable) -> list[TableSpec]:
            specs = choose(project, run.families, table)
            varied.extend(x for x in specs if x not in varied)
            return [x for x in specs.values() if memo_of(project).resolved(project, x) is not None]

        for choose in (with_values_between, with_several_values):
            run.check_elsewhere(partial(variants_of, choose))
        run.ask_extended_games(parameters)
        run.decide()
    report = run.report()
    judged = {o for x in run.families for o in x.game.options}
    reasons = {o: why for x in run.families for o, why in x.game.left_out if o not in judged}
    mine = [o for home in at_home for o in home.options if o not in without]
    return replace(
        report,
        judged=Judged(
            "options",
            tuple(dict.fromkeys(home.game for home in at_home)),
            tuple(o for o in mine if o in judged),
            tuple((o, reasons.get(o, "not at these numbers of seats")) for o in mine if o not in judged),
            project.given_files,
            tuple(sorted({n for x in run.families for n, _ in x.game.tables})),
            tuple(sorted((n, str(v)) for n, v in parameters.items())),
            tuple(varied),
            only_at=tuple((o, at) for o in mine if (at := only_at(o, run.families)) is not None),
            apart=tuple(apart(project, run.families, [o for o in mine if o in judged])),
        ),
    )


def only_at(option: str, families: Sequence[ScreenedFamily]) -> tuple[int, ...] | None:
    """The numbers of seats at which an option was judged; None if at all those of the check, or at none."""
    requested: set[int] = set()
    judged: set[int] = set()
    for one in families:
        if option in one.playable or option in dict(one.game.left_out):
            requested.update(number for number, _ in one.game.tables)
            judged.update(one.playable.get(option, ()))
    return tuple(sorted(judged)) if judged and judged != requested else None


def apart(project: Project, families: Sequence[ScreenedFamily], options: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields the pairs of options that no table of a game can have on together: one excludes what the other needs, or no number
    of seats suits both."""
    relations = Relations(project)
    usual = [x for x in families if x.parameters == families[0].parameters]
    for one, other in combinations(options, 2):
        closed = relations.closed((one, other))
        if not relations.together(closed) or any({one, other} in x.game.apart for x in usual):
            yield one, other
            continue
        here = [x for x in usual if one in x.playable or other in x.playable]
        if not here or any(x.playable.get(one, set()) & x.playable.get(other, set()) for x in here):
            continue
        plain = resolve_table(project, base_of(here[0].game.games, parameters_with(project, here[0].parameters, ())))
        seats = range(plain.table.seats_low, plain.table.seats_high + 1)
        tables = (at(project, here[0], closed, number) for number in seats)
        if all(memo_of(project).resolved(project, x) is None for x in tables):
            yield one, other


def plain_tables(project: Project, wishes: Iterable[FamilyRequest]) -> Iterator[SingleTable]:
    """The tables without options whose single rules the check will need, if they are known in advance: for games without default options."""
    seen: set[str] = set()
    for wish in wishes:
        (game,) = wish.games
        if game in seen or defaults_of(project, project.chain(game), None):
            continue
        seen.add(game)
        for number in wish.seats[:2]:
            yield SingleTable(base_of(wish.games, parameters_with(project, wish.parameters, ()), number), SINGLES)


def seats_at(low: int, high: int, requested: range | None) -> range | None:
    """The numbers of seats for the check of a game; None if it allows none of those requested."""
    if requested is None:
        return usual_seats(low, high)
    first, last = max(requested[0], low), min(requested[-1], high)
    return range(first, last + 1) if first <= last else None


def variants(project: Project, home: Home, given: Parameters, seats: range) -> Iterator[Parameters]:
    """Other values of unset parameters that the files given declare: all at their least, then all at their greatest. A
    value that prevents the deal together with the others is tried by itself."""
    found = list(extremes_of(project, home, given))
    for end in (0, 1):
        together: Parameters = {}
        lone: list[Parameters] = []
        for name, values in found:
            value = values[end]
            if value is None:
                continue
            if possible(project, home, {**given, **together, name: value}, seats):
                together[name] = value
            elif together and possible(project, home, {**given, name: value}, seats):
                lone.append({name: value})
        yield from [x for x in (together, *lone) if x]


def extremes_of(
    project: Project, home: Home, given: Parameters
) -> Iterator[tuple[str, tuple[int | str | None, int | str | None]]]:
    """The least and the greatest value of each unset parameter that the files given declare; None in place of the
    default."""
    spec = replace(base_of((home.game,), given), featured=home.options, any_seats=True)
    try:
        table = resolve_table(project, spec).table
    except RulesError:
        table = resolve_table(project, base_of((home.game,), parameters_with(project, given, ()))).table
    set_already = {n.rpartition(".")[2] for n in given}
    for setting in table.settings:
        file, _, short = setting.name.partition(".")
        if file in project.given and short not in set_already:
            default = setting.value if isinstance(setting.type, Number) else named_value(setting.type, setting.value)
            least, greatest = extremes(setting.type)
            yield setting.name, (None if least == default else least, None if greatest == default else greatest)


def extremes(type_: Type) -> tuple[int | str, int | str]:
    """The least and the greatest value of a parameter, in the caller's notation; the first and the last of a choice."""
    match type_:
        case Number():
            return type_.low, type_.high
        case Enumeration():
            return type_.values[0], type_.values[-1]
        case YesNo():
            return "no", "yes"
        case Card() | Player() | Players():
            raise ValueError(f"no parameter is {type_}")
        case _:
            assert_never(type_)


def named_value(type_: Type, value: int) -> str:
    """A value of a choice, in the caller's notation."""
    names = type_.values if isinstance(type_, Enumeration) else ("no", "yes")
    return names[value]


def possible(project: Project, home: Home, given: Parameters, seats: range) -> bool:
    """Whether the game can be dealt with some parameters at each number of seats."""
    try:
        for number in seats:
            spec = base_of((home.game,), parameters_with(project, given, ()), number)
            check_deal(resolve_table(project, spec).table)
    except RulesError:
        return False
    return True


def needing_more(family: ScreenedFamily) -> list[str]:
    """The options that can be on, but at none of the numbers of seats checked."""
    return [o for o, why in family.game.left_out if "seats" in why]


def wider(run: Run, family: ScreenedFamily, without: tuple[str, ...]) -> Iterator[FamilyRequest]:
    """The same family for options that need more seats, each at the fewest that it allows."""
    given = parameters_with(run.project, family.parameters, ())
    plain = resolve_table(run.project, base_of(family.game.games, given)).table
    relations = Relations(run.project)
    at: dict[int, list[str]] = {}
    for option in needing_more(family):
        closed = tuple(sorted(relations.closed([option])))
        for number in range(plain.seats_low, plain.seats_high + 1):
            spec = replace(base_of(family.game.games, {}, number), options=closed)
            spec = replace(spec, parameters=parameters_with(run.project, family.parameters, closed))
            try:
                resolve_table(run.project, spec)
            except RulesError:
                continue
            at.setdefault(number, []).append(option)
            break
    for number, options in sorted(at.items()):
        yield FamilyRequest(
            family.game.games, family.parameters, range(number, number + 1), run.deadline, tuple(options), without
        )


def single_tables(project: Project, families: Sequence[ScreenedFamily]) -> Iterator[SingleTable]:
    """The tables for the checks of loops, dead ends, and single rules. These are each game alone, each option alone,
    and the largest sets of options, at the first two numbers of seats. At the second number, single options are
    skipped when there are many. The tables that screening and play suggest follow, also with other parameters, and pairs of options that
    may interact."""
    seen: set[tuple[object, ...]] = set()

    def new(spec: TableSpec) -> bool:
        key = (spec.games, tuple(sorted(spec.parameters.items())), spec.options, spec.seats)
        if key in seen:
            return False
        seen.add(key)
        return True

    for one in families:
        if one.parameters != families[0].parameters:
            continue
        sets = sets_alone(project, one)
        for turn, (number, _) in enumerate(one.game.tables[:2]):
            alone = sets if turn == 0 or len(sets) <= FEW else sets[:1]
            for options in (*alone, *largest(project, one, number)):
                fits = all(number in one.playable[o] for o in options)
                spec = at(project, one, options, number)
                if fits and new(spec):
                    yield SingleTable(spec, SINGLES)
        for option, closed, fewest in one.game.singles:
            spec = at(project, one, closed, fewest)
            if not any(n in one.playable[option] for n, _ in one.game.tables[:2]) and new(spec):
                yield SingleTable(spec, SINGLES)
    for one in families:
        for hint in one.hints:
            spec = at(project, one, hint.options, hint.seats)
            if new(spec):
                yield SingleTable(spec, hint.codes, hint.rules, hint.played)
    for one in families:
        if one.parameters == families[0].parameters and one.game.tables:
            number, _ = one.game.tables[0]
            for options in interacting(project, one, number):
                spec = at(project, one, options, number)
                if new(spec):
                    yield SingleTable(spec, PLAYED)


def with_parameters(project: Project, families: Sequence[ScreenedFamily], table: SingleTable) -> list[TableSpec]:
    """A table with each of the other checked values of the parameters that it has."""
    if dict(table.spec.parameters) != parameters_with(project, families[0].parameters, table.spec.options):
        return []
    out: list[TableSpec] = []
    for one in families:
        given = parameters_with(project, one.parameters, table.spec.options)
        if one.game.games == table.spec.games and given != table.spec.parameters:
            out.append(replace(table.spec, parameters=given))
    return out


def with_values_between(
    project: Project, families: Sequence[ScreenedFamily], table: SingleTable
) -> dict[str, TableSpec]:
    """A table with other values of the parameters that the files given declare, where its rules may differ: one at a time, and
    without the checked ones. By the name and the value; not all need be valid tables."""
    return {
        f"{setting.name} {value}": with_value(table.spec, setting.name, value)
        for setting, values in own_parameters(project, families, table)
        for value in values
        if value not in extremes(setting.type)
    }


def with_several_values(
    project: Project, families: Sequence[ScreenedFamily], table: SingleTable
) -> dict[str, TableSpec]:
    """The same with other values of several of these parameters at once: the first `MOST_TOGETHER`."""
    rows = [(setting.name, values) for setting, values in own_parameters(project, families, table)]
    return {
        " with ".join(f"{name} {value}" for name, value in given.items()): replace(
            table.spec, parameters={**table.spec.parameters, **given}
        )
        for given in islice(values_together(rows), MOST_TOGETHER)
    }


def own_parameters(
    project: Project, families: Sequence[ScreenedFamily], table: SingleTable
) -> Iterator[tuple[Setting, list[int | str]]]:
    """The parameters that the files given declare, and by which the rules of a table may differ, each with other values. None at a
    table where the caller's values are changed already."""
    if dict(table.spec.parameters) == parameters_with(project, families[0].parameters, table.spec.options):
        for setting, values, _ in values_that_matter(memo_of(project), project, table.spec, project.given):
            yield setting, values


def sets_alone(project: Project, family: ScreenedFamily) -> list[frozenset[str]]:
    """The sets that check each option alone: the default options, these with each other option (without those that it
    excludes), and these without each of their number."""
    closed = {o: frozenset(needed) for o, needed, _ in family.game.singles}
    base = [page for game in family.game.games for page in project.chain(game)]
    usual = frozenset(o for o in defaults_of(project, base, None) if o in closed)

    def less(options: Iterable[str], gone: frozenset[str]) -> frozenset[str]:
        kept = [o for o in options if not any(pair <= closed[o] | gone and pair & gone for pair in family.game.apart)]
        return frozenset().union(*(closed[o] for o in kept), gone)

    out = [less(usual, frozenset())]
    for option, needed in closed.items():
        if option in usual:
            out.append(frozenset().union(*(closed[o] for o in usual if option not in closed[o])))
        else:
            out.append(less(usual, needed))
    return list(dict.fromkeys(out))


def largest(project: Project, family: ScreenedFamily, seats: int) -> list[frozenset[str]]:
    """The largest sets of options that can be on together at a number of seats, closed under what they need; at most
    `LARGEST`. Pairwise compatible options may still make no valid table; then the subsets with one option less are
    tried."""
    closed = {o: frozenset(needed) for o, needed, _ in family.game.singles}
    here = [o for o in closed if all(seats in family.playable.get(n, ()) for n in closed[o])]
    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(here)
    for number, one in enumerate(here):
        for other in here[number + 1 :]:
            if not any(pair <= closed[one] | closed[other] for pair in family.game.apart):
                graph.add_edge(one, other)
    cliques = islice(nx.find_cliques(graph), MOST_CLIQUES)
    left = {frozenset().union(*(closed[o] for o in clique)) for clique in cliques} if len(here) > 1 else set()
    out: list[frozenset[str]] = []
    for _ in range(MOST_TRIED):
        if not left or len(out) == LARGEST:
            break
        some = min(left, key=lambda x: (-len(x), sorted(x)))
        left.remove(some)
        if memo_of(project).resolved(project, at(project, family, some, seats)) is not None:
            out.append(some)
            continue
        for gone in some:
            fewer = frozenset(o for o in some if gone not in closed.get(o, ()))
            if len(fewer) > 1 and not any(fewer <= x for x in (*out, *left)):
                left.add(fewer)
    return out
