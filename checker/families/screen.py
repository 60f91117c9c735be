"""Family screening: which pairs of rules cannot clash at any table of a family, and the smallest sets of options with
which the others could."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from checker.checks import uno201_order as order
from checker.checks import uno202_permit_forbid as permits
from checker.checks import uno203_two_outcomes as outcomes
from checker.checks import uno204_two_replacements as replacements
from checker.checks import uno205_parameter as parameters
from checker.checks import uno206_double as doubles
from checker.checks.obligations import OpenPair, PairAnswers, Wanted, not_searched
from checker.checks.uno301_endless_cascade import all_cascades_end
from checker.context import Context
from checker.effects.trigger_graph import circles
from checker.families.deadlock import unmet
from checker.families.disabling_options import disabled_rules, tables_to_ask
from checker.families.family import Cause, Family, base_of, family, parameters_with
from checker.families.sample_products import Hint, hints
from checker.invariants.decided import invariant_proofs, kernel
from checker.kernel.proved import Shown
from checker.results import Finding, Game, Proof, SearchScope
from checker.smt.query import restart_z3
from checker.witness.scenario import written_rules
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below
from unodsl.resolve import Project, resolve_table

PAIRS: dict[str, Callable[[Context, Wanted], PairAnswers]] = {
    module.CODE: module.pair_answers for module in (order, permits, outcomes, replacements, parameters, doubles)
}
"""The checks of pairs of rules, by code."""

MOST_SEATS = 10
"""The maximal number of seats checked by default."""

MOST_POOLED = 12
"""The maximal number of options at a table where several causes are tried at once."""

Key = tuple[str, tuple[str, ...], str]
"""The key of an obligation: the code, the rules by name, and what else it is about."""


@dataclass(frozen=True, slots=True)
class FamilyRequest:
    """The family of a game, or of several laid together, to screen."""

    games: tuple[str, ...]
    parameters: dict[str, int | str]
    seats: range
    deadline: float
    only: tuple[str, ...]
    without: tuple[str, ...] = ()


def written_family(wish: FamilyRequest) -> str:
    """A screened family as JSON, from which it can be built again."""
    rows = {"games": wish.games, "parameters": wish.parameters, "options": wish.only, "without": wish.without}
    return json.dumps({**rows, "family": [wish.seats[0], wish.seats[-1]]}, sort_keys=True)


@dataclass(slots=True)
class SuspectedClash:
    """An obligation that is open for some tables of a family, and the finding to report if none shows a clash. `larger`:
    causes with one more option, to search where none of the smallest shows it; in pools, since most show nothing either."""

    key: Key
    causes: list[Cause]
    larger: list[Pool]
    still_open: Finding

    @property
    def about_moves(self) -> bool:
        """Whether the rules offer or forbid moves."""
        return self.key[0] in (permits.CODE, outcomes.CODE)


@dataclass(frozen=True, slots=True)
class Pool:
    """Group testing: a table with the options of several causes. Where rules do not clash there, the tables of the causes
    are not searched."""

    table: Cause
    causes: tuple[Cause, ...]


@dataclass(slots=True)
class ScreenedFamily:
    """The result of screening a family. Plain values only: it may come from another process."""

    game: Game
    closed: int
    proofs: tuple[Proof, ...]
    suspects: list[SuspectedClash]
    bounds: tuple[str, ...]
    hints: list[Hint]
    """The tables that it names; none before `name_tables` has selected them."""
    cut_short: bool
    parameters: dict[str, int | str] = field(default_factory=dict)
    playable: dict[str, frozenset[int]] = field(default_factory=dict)
    """The numbers of seats at which each option can be on."""
    lifting: frozenset[str] = frozenset()
    """The options that leave out a ban."""
    beside: tuple[tuple[str, ...], ...] = ()
    """Sets of options without which others fit into a family of their own."""

    def take(self, named: Named) -> None:
        """Adds the tables that the family names."""
        self.hints = named.hints
        self.bounds += named.bounds
        self.cut_short |= named.cut_short


@dataclass(frozen=True, slots=True)
class Named:
    """The tables that a family names for questions about single rules, what is not settled of it, and whether there was time."""

    hints: list[Hint]
    bounds: tuple[str, ...]
    cut_short: bool


def family_requests(
    project: Project,
    groups: Sequence[tuple[str, ...]],
    parameters: dict[str, int | str],
    seats: range | None,
    deadline: float,
    only: tuple[str, ...],
    without: tuple[str, ...] = (),
) -> list[FamilyRequest]:
    """The families to screen: each game at the requested numbers of seats that it allows. Raises `RulesError`."""
    out = []
    for games in groups:
        plain = resolve_table(project, base_of(games, parameters_with(project, parameters, ()))).table
        low, high = plain.seats_low, min(plain.seats_high, MOST_SEATS)
        if seats is not None:
            low, high = max(seats[0], low), min(seats[-1], plain.seats_high)
        if low <= high:
            out.append(FamilyRequest(games, parameters, range(low, high + 1), deadline, only, without))
    return out


def screen_family(project: Project, wish: FamilyRequest) -> ScreenedFamily:
    """Screens one family for all codes of pairs of rules. Raises `RulesError`."""
    restart_z3()
    found = family(project, wish.games, wish.parameters, wish.seats, wish.deadline, wish.only, wish.without)
    context = found.context
    option_of = {name: r.info.option for name, r in written_rules(context.table).items()}
    suspects: list[SuspectedClash] = []
    larger: list[list[Cause]] = []
    unasked: list[str] = []
    closed = 0
    proofs: list[Proof] = []
    for code, doubts in PAIRS.items():
        here = doubts(context, None)
        if here.left:
            found.context.cut_short.append(code)
            unasked.append(f"{not_searched(here.left)} ({code})")
        for doubt in here.open:
            options = {*doubt.options, *(option_of[r] for r in doubt.rules)} & set(found.options)
            own = found.relations.closed(o for o in options if o is not None)
            causes = found.smallest(doubt.question, doubt.at_rest, own)
            if not causes:
                shown = proved_for_all_products(context, doubt, own)
                if shown is not None:
                    here.closed.add(shown, *doubt.rules)
                    continue
                # only an analysis rules it out, so the table that would show it first has to be searched
                causes = [found.first(own)]
            key = code, tuple(sorted(doubt.rules)), doubt.about
            first = causes[0]
            open_finding = replace(
                doubt.still_open(),
                options=tuple(sorted(first.options)),
                seats=first.seats[0],
                scope=SearchScope("sampled", 0, first.seats[0], context.table.deck.size),
            )
            suspects.append(SuspectedClash(key, causes, [], open_finding))
            larger.append(larger_causes(found, doubt, first))
        closed += here.closed.count
        proofs += here.closed.proofs()
    for suspect, pools in zip(suspects, pooled(found, larger), strict=True):
        suspect.larger = pools
    if not circles(context.table):
        proof = all_cascades_end(context)
        closed += proof is not None
        proofs += () if proof is None else (proof,)
    proofs.extend(invariant_proofs(context))
    about = written_family(wish)
    limits = (*unasked, *bounds(found))
    playable = {o: found.seats_of(o) for o in found.options}
    return ScreenedFamily(
        game_of(found, wish.games, wish.seats),
        closed,
        tuple(replace(p, table=about) for p in proofs),
        suspects,
        limits,
        [],
        bool(context.cut_short),
        dict(wish.parameters),
        playable,
        lifting(context.table.bans, context.table),
        tuple(sorted({tuple(sorted(some)) for some in found.beside.values()})),
    )


def larger_causes(found: Family, doubt: OpenPair, cause: Cause) -> list[Cause]:
    """A cause with each other option that offers a move where two rules do (or forbid one), or that leaves out a ban: what
    that move leaves, or what was banned, may be what one of them waits for. Conditions alone do not tell which moves lead
    to a state. For rules of one event also with each option that leaves out another one, by which they may be in order."""
    table = found.context.table
    rules: tuple[t.Offer | t.Ban, ...] = (*table.offers, *table.bans)
    where = [set(x.situations) for x in rules if x.info.name in doubt.rules]
    together = set.intersection(*filter(None, where)) if any(where) else set[int]()
    answering = [x for x in table.triggers if x.info.name in doubt.rules]
    common = set.intersection(*(set(x.events) for x in answering)) if answering else set[t.Event]()
    between = [x for x in table.triggers if x not in answering and common & set(x.events)]
    more = {x.info.option for x in table.offers if together & set(x.situations)} | lifting(
        (*table.bans, *between), table
    )
    options = sorted(x for x in more if x in found.options and x not in cause.options)
    return [x for x in (first_table(found, (*cause.options, option)) for option in options) if x is not None]


def pooled(found: Family, suspects: Iterable[Sequence[Cause]]) -> list[list[Pool]]:
    """The causes of each suspect in pools. Suspects share the tables of the pools, so that few are searched."""
    tables: list[Cause] = []
    grouped: list[dict[int, list[Cause]]] = []
    for causes in suspects:
        by_table: dict[int, list[Cause]] = {}
        for cause in causes:
            by_table.setdefault(taken_in(found, tables, cause), []).append(cause)
        grouped.append(by_table)
    # (only now: a later suspect may have added options to the table of an earlier one)
    return [[Pool(tables[i], tuple(causes)) for i, causes in sorted(here.items())] for here in grouped]


def taken_in(found: Family, tables: list[Cause], cause: Cause) -> int:
    """The first of some tables that can take in the options of a cause, by index. Adds a table if there is none."""
    for i, table in enumerate(tables):
        options = table.options | cause.options
        both = first_table(found, options) if len(options) <= MOST_POOLED else None
        if both is not None:
            tables[i] = both
            return i
    tables.append(cause)
    return len(tables) - 1


def first_table(found: Family, options: Iterable[str]) -> Cause | None:
    """The table with some options and what they need, at more than two seats if possible; None if there is none."""
    closed = found.relations.closed(options)
    seats = found.legal_seats(closed) if found.relations.together(closed) else ()
    return Cause(closed, (next((n for n in seats if n > 2), seats[0]),)) if seats else None


def lifting(rules: Iterable[t.Ban | t.Trigger], table: t.Table) -> frozenset[str]:
    """The options of a family that leave out one of some rules."""
    absent = {
        n.operand.index
        for rule in rules
        for n in below(rule.guard)
        if isinstance(n, e.Not) and isinstance(n.operand, e.Variable)
    }
    return frozenset(option for option, variable in table.features if variable in absent)


def game_of(found: Family, games: tuple[str, ...], seats: range) -> Game:
    """A game with the tables that it allows, as its family says."""
    return Game(
        games,
        found.options,
        tuple(sorted({**found.left_out, **found.alone}.items())),
        tuple((n, found.tables(n)) for n in seats),
        tuple((o, tuple(sorted(found.relations.brought[o])), min(found.seats_of(o))) for o in found.options),
        frozenset(pair for pair in found.relations.apart if pair <= {*found.options, *found.alone}),
    )


def name_tables(project: Project, wish: FamilyRequest) -> Named:
    """Selects the tables of a family to check single rules at, by conditions and by random games. No clash depends on
    them. Raises `RulesError`."""
    restart_z3()
    found = family(project, wish.games, wish.parameters, wish.seats, wish.deadline, wish.only, wish.without)
    nothing = disabled_rules(found)
    hinted = [*tables_to_ask(found, nothing), *unmet(found), *hints(found)]
    limits = tuple(f"with which options `{name}` has nothing to do is not settled" for name in sorted(nothing.open))
    return Named(hinted, limits, bool(found.context.cut_short))


def proved_for_all_products(context: Context, doubt: OpenPair, own: frozenset[str]) -> Shown | None:
    """The kernel's proof that no table of a family with some options has a clash; options are free in the formula."""
    found, on = kernel(context), tuple(sorted(own))
    if found is None:
        return None
    return found.no_table(on) if doubt.obligation is None else found.closed(doubt.obligation, on) or found.no_table(on)


def bounds(found: Family) -> tuple[str, ...]:
    """What screening leaves undecided for some combinations, in words."""
    out = [
        f"`{name}` was checked in combinations without {' and '.join(f'`{o}`' for o in sorted(found.beside[name]))}: {why}"
        for name, why in sorted(found.alone.items())
    ]
    out += [
        f"{' and '.join(f'`{o}`' for o in sorted(pair))} make no table together: {why}"
        for pair, why in sorted(found.unreadable.items(), key=lambda x: sorted(x[0]))
    ]
    if circles(found.context.table):
        out.append(
            "rules can set each other off in cycles (UNO301) with some combinations, and not all of those were played"
        )
    return tuple(out)
