"""Small-scope analysis: open questions decided on every state of small tables.

Three results. A bad state that also exists at the full table: a finding with its scenario. No bad state, on cut decks
on which every rule in question ran: `bounded` with scope `exhaustive`. A bad state only on the small deck: the question
stays open, and the report names the cards. Nothing is ever proved here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from checker.context import Context, stage
from checker.effects.summary import summaries
from checker.invariants.decided import taking_part
from checker.reachability.dead import for_positions, reach
from checker.results import Finding, SearchScope
from checker.search.banned import forbidden_by, holds_somewhere
from checker.search.guided import played_towards
from checker.search.small_tables import SmallTables, Visited, carried, rounds_differ, small_tables
from unodsl.engine.api import EndlessCascade, State
from unodsl.engine.describe import short
from unodsl.engine.generated import Generated
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number, YesNo
from unodsl.model.walk import below

MOST_SHOWN = 6
"""The maximal number of bad states tried at the full table."""

MOST_STATES = 4_000
"""The maximal number of states of a cut deck in which a ban is tried."""

DEALS = 60
"""The number of sampled first deals of a table, to see what rules about a settled table do after them."""

MOST_PLAYED = 3
"""The maximal number of states that play at the full table moves towards."""


def on_small_tables(
    context: Context,
    still_open: Finding,
    situation: int | None,
    first: Callable[[Visited], int | None],
    show: Callable[[State, str], Finding | None],
) -> Finding:
    """Decides an open question on small tables where possible. `situation`: its subject; -1: no open situation; None:
    the whole table. `first` returns the number of a bad state. `show` returns the finding for a bad state of the
    full table and its basis, or None."""
    if not context.within_budget() or not context.deserves_search:
        return still_open
    small = small_tables(context)
    bad = [(x, number) for x in small.visited if (number := first(x)) is not None]
    possible: list[tuple[Visited, State]] = []
    for one, number in bad[:MOST_SHOWN]:
        there = list(carried(context, one.cut, one.graph.state(number)))
        if one.cut.whole:
            for state in there:
                found = show(state, cut_basis(one))
                if found is not None:
                    return found
        possible += [(one, x) for x in there if show(x, cut_basis(one)) is not None]
    # (with more cards, no game may reach such a state)
    for one, target in possible[:MOST_PLAYED]:
        for state in played_towards(context, target):
            found = show(state, cut_basis(one))
            if found is not None:
                return found
    failing = next((x for x, _ in bad), None)
    if failing is not None:
        none = "with all cards play did not reach it" if possible else "it is none with all cards"
        why = f"on a smaller deck there is such a state ({failing.cut.words}); {none}"
        return replace(still_open, basis=f"{still_open.basis}; {why}")
    if situation is None or situation < 0:
        return on_every_state(context, still_open, frozenset(), small.counted)
    return on_every_state(context, still_open, frozenset({situation}), small.with_top(situation))


def on_every_state(
    context: Context, still_open: Finding, group: frozenset[int], counted: tuple[Visited, ...]
) -> Finding:
    """Marks an open question about some situations (none: the whole table) as exhaustive: no state of the cut decks is
    bad. It stays open if some rule in question did not run on them, and play with all cards does not suggest that it never
    does."""
    small = small_tables(context)
    ran = frozenset().union(*(x.fired for x in counted))
    idle_rules = in_question(context, group) & may_run(context) - ran
    if not counted or idle_rules - never_met(context, counted):
        return still_open
    idle = next((x for x in bans_in_question(context, group) if not held(context, x, counted)), None)
    if idle is not None:
        why = f"on small decks, the conditions of `{idle}` never hold"
        return replace(still_open, basis=f"{still_open.basis}; {why}")
    why = "later ones go by what is left of it" if rounds_differ(context.table, always_somebody(context)) else ""
    if not why and settled_after_a_deal(context):
        why = "rules about a settled table may not run after a later deal"
    if why:
        why = f"on small decks only a first round was searched, and {why}"
        return replace(still_open, basis=f"{still_open.basis}; {why}")
    return replace(
        still_open,
        scope=scope_of(small, counted),
        basis=basis_words(context, counted, group, len(ran)) + without_words(idle_rules),
        details=(*still_open.details, *deck_lines(counted)),
    )


@stage
def settled_after_a_deal(context: Context) -> bool:
    """Whether rules about a settled table change something after a sampled first deal, while later rounds begin otherwise. A cascade
    settles once: where it ends a round then, and deals the next one, that one stays as it is dealt."""
    table = context.table
    begins = [x for x in table.triggers if any(y.phase == "round begins" for y in summaries(table).through(x.effects))]
    if all(x.events == (t.TableEvent("match begins"),) for x in begins):
        return False
    if not any(x.events == (t.SETTLES,) for x in table.triggers):
        return False
    never = e.Constant(0, YesNo())
    rules = tuple(replace(x, guard=never) if x.events == (t.SETTLES,) else x for x in table.triggers)
    unsettled = Generated(replace(table, triggers=rules))
    for seed in range(1, DEALS + 1):
        try:
            if context.executor.start(seed) != unsettled.start(seed):
                return True
        except EndlessCascade:
            continue
    return False


def always_somebody(context: Context) -> frozenset[int]:
    """The variables that hold a player between any two moves, by invariants that the kernel accepts."""
    rest = taking_part(context)
    return frozenset() if rest is None else frozenset(x.one for x in rest.claims if x.kind == "somebody")


def may_run(context: Context) -> frozenset[str]:
    """The rules that nothing rules out, whether play has met them or not. (Small decks leave some moves out.)"""
    known = reach(context)
    rules = (x for x in (*known.alive, *known.unseen) if not for_positions(x))
    return frozenset(x.info.name for x in rules if not isinstance(x, t.Offer) or x.mode not in t.LEFT_ALONE)


def never_met(context: Context, counted: tuple[Visited, ...]) -> frozenset[str]:
    """The game's own rules that no play with all cards met, though what they ask for is not too much for the cut decks.
    Whether they ever run is a question of their own (UNO401). The rules of an option are always in question."""
    most = max((x.cut.cards for x in counted), default=0) // 2
    rules = (x for x in reach(context).unseen if x.info.option is None)
    return frozenset(x.info.name for x in rules if largest_number(x) <= most)


def largest_number(rule: t.Rule) -> int:
    """The largest number that the conditions of a rule name."""
    return max(
        (x.value for x in below(rule.guard) if isinstance(x, e.Constant) and isinstance(x.type, Number)), default=0
    )


def without_words(names: Iterable[str]) -> str:
    """Which rules ran neither on small decks nor in play."""
    rows = sorted(names)
    if not rows:
        return ""
    return f"; {' and '.join(f'`{x}`' for x in rows)} ran neither there nor in play with all cards"


def in_question(context: Context, group: frozenset[int]) -> frozenset[str]:
    """The rules in question: those for the situations, and those of the options. All rules for a question about the
    table."""
    rules = context.table.running
    if not group:
        return frozenset(x.info.name for x in rules)
    return frozenset(
        x.info.name
        for x in rules
        if x.info.option is not None
        or (isinstance(x, t.Offer) and group & set(x.situations))
        or (
            isinstance(x, t.Trigger) and any(isinstance(v, t.SituationEvent) and v.situation in group for v in x.events)
        )
    )


def bans_in_question(context: Context, group: frozenset[int]) -> list[str]:
    """The bans that may forbid a move of a situation, or any move."""
    dead = reach(context).dead
    bans = (x for x in context.table.bans if x.info.name not in dead)
    return list(dict.fromkeys(x.info.name for x in bans if forbidden_by(context.table, x, group)))


@stage
def _held(context: Context) -> dict[tuple[str, int], bool]:
    return {}


def held(context: Context, ban: str, counted: tuple[Visited, ...]) -> bool:
    """Whether the conditions of a ban hold in one of many states of the cut decks. Cached."""
    known = _held(context)
    for one in counted:
        key = ban, id(one)
        if key not in known:
            number = one.graph.found.states
            states = map(one.graph.state, range(0, number, max(1, number // MOST_STATES)))
            known[key] = holds_somewhere(one.cut.table, ban, states)
        if known[key]:
            return True
    return False


def cut_basis(one: Visited) -> str:
    """The basis of a finding whose state was found on a cut deck."""
    return (
        f"met among all {one.graph.found.states} states of a smaller table ({one.cut.words}); "
        "replayed from the stated position, in which the rest of the cards lie where they change nothing"
    )


def scope_of(small: SmallTables, visited: Iterable[Visited]) -> SearchScope:
    """The scope of an exhaustive search."""
    some = tuple(visited)
    return SearchScope(
        "exhaustive", sum(x.graph.found.states for x in some), small.seats, max(x.cut.cards for x in some)
    )


def basis_words(context: Context, visited: tuple[Visited, ...], group: frozenset[int], rules: int) -> str:
    """The basis of an exhaustive answer, with the counts that show whether the decks were large enough."""
    states = sum(x.graph.found.states for x in visited)
    refilled = sum(x.graph.refilled for x in visited)
    situations = sorted(group or context.ground)
    tops = [(context.table.situations[i].name, x.top(i)) for i in situations for x in visited]
    held = sum(x.with_card for _, x in tops)
    none = sum(x.without_card + x.unanswered for _, x in tops)
    names = " or ".join(dict.fromkeys(short(name) for name, _ in tops))
    cards = f", {names} with a card to lay down {held} times and without one {none} times" if tops else ""
    left = any(x.mode in t.LEFT_ALONE for x in context.table.offers)
    alone = "; mistakes and moves at will were left out" if left else ""
    alike = "; numbers larger than there are cards count as one" if any(x.graph.merged for x in visited) else ""
    seating = any(x.seating is not None for x in summaries(context.table).everything())
    there = "; all take part when it begins" if seating else ""
    where = "with all cards" if any(x.cut.whole for x in visited) else f"on {len(visited)} small decks"
    return (
        f"every state of a round was visited {where} at {context.layout.seats} seats, "
        f"{states} in all, and none is such a state; {rules} rules ran, cards went home {refilled} times{cards}{there}{alone}{alike}"
    )


def deck_lines(visited: Iterable[Visited]) -> Iterator[str]:
    """The decks, a line each."""
    for one in islice(visited, 12):
        yield f"{one.cut.words}: {one.graph.found.states} states"
