"""Likely invariants: implications between literals that hold in each quiescent state of sampled play, as in Daikon. What
the kernel accepts of them answers questions about rules that play never met.

Examples: luck is for whoever is dealt ten cards, and seven are dealt. A swap that its own beginning ends is open between
no two moves. A debt of two is never one of a bluffer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from checker.context import Context, stage, table_stage
from checker.effects.names import field_name
from checker.effects.summary import Slot, declaration, slot_of
from checker.invariants.certified import kernel
from checker.invariants.few_cards import never_so_many, wanted_by
from checker.invariants.known import answered, resting_solver
from checker.invariants.participation import beside_each_other
from checker.kernel.at_rest import AtRest
from checker.kernel.decide import Decided
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from checker.smt.at_rest import Rest
from checker.smt.factory import conj, neg
from checker.smt.hand_sizes import counted_zones
from checker.smt.literals import SlotValue
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Enumeration, Players, YesNo
from unodsl.model.walk import below

MOST_VALUES, MOST_SLOTS, MOST_STATES = 6, 6, 1_000
"""The most values of a slot that are distinguished; the most slots of one question; the most sampled states."""

NEVER_ENABLED = "in no move do its conditions hold when it would run"
"""The reason for a rule that answers events, in words."""

NEVER_OFFERED = "whenever somebody is to move, its conditions are false"
"""The reason for an offer, in words."""


def by_moves(context: Context, x: Obligation) -> tuple[Shown, str] | None:
    """The evidence for an obligation about a rule by what moves leave behind: by the number of cards in a hand, or by what else
    holds between two moves. With the reason in words; None if not shown."""
    return never_so_many(context, x) or refuted_between_moves(context, x)


def by_moves_there(there: Context, x: Obligation, context: Context) -> tuple[Shown, str] | None:
    """The same at another table of a game, without play there: by the claims that answered it here."""
    found, claims = kernel(there), _answered(context).get(x)
    many = never_so_many(there, x)
    if many is not None or found is None or claims is None or slots_of(there.table) != slots_of(context.table):
        return many
    rest = found.accept_at_rest(claims) if there.within_budget() else None
    shown = None if rest is None else found.verdict_at_rest(x, rest)[1]
    return None if shown is None else (shown, in_words(there.table, claims, x))


def slots_of(table: t.Table) -> tuple[tuple[str, ...], ...]:
    """The names of what claims are about."""
    situations = tuple((x.name, *(y.name for y in x.fields)) for x in table.situations)
    return (*situations, tuple(x.name for x in table.variables), tuple(x.name for x in table.zones))


@table_stage
def _answered(_: Context) -> dict[Obligation, tuple[Rest, ...]]:
    """The claims that answered obligations."""
    return {}


def refuted_between_moves(context: Context, x: Obligation) -> tuple[Shown, str] | None:
    """The evidence for an obligation about a rule that waits for what holds between no two moves, and the reason in words;
    None if not shown."""
    found = kernel(context)
    if found is None or context.table.features or not context.is_sampled or not context.within_budget():
        return None
    rule = found.builder.named(x.names[0])
    tried = likely(context, rule, slots_in(wanted_by(rule, x)))
    if not tried or not would_answer(context, found, x, tried):
        if not isinstance(rule, t.Offer):
            return None
        # (what holds of who takes part, and of what is on top, may do)
        tried = ()
    for rest in inductive(context, found, tried):
        shown = found.verdict_at_rest(x, rest)[1]
        if shown is not None:
            _answered(context)[x] = rest.claims
            return shown, in_words(context.table, rest.claims, x)
    return None


def likely(context: Context, rule: t.Rule, slots: list[Slot]) -> tuple[Rest, ...]:
    """The candidates about the slots that a rule reads, and about the situations that it waits for, by sampled play."""
    steps = context.samples.steps
    seen = [x.state for x in steps[:: max(1, len(steps) // MOST_STATES)]]
    return candidates(context, sorted(getattr(rule, "situations", ())), slots, seen)


def candidates(context: Context, situations: Iterable[int], slots: list[Slot], seen: list[State]) -> tuple[Rest, ...]:
    """What held in all of some states: that situations are closed, that slots have their first value, and else which value of
    one slot follows from which of another."""
    table = context.table
    constant = [x for i in situations if all(held(context, x := SlotValue(-1 - i, -1, 0), seen))]
    constant += [x for slot in slots if all(held(context, x := first_value(table, slot), seen))]
    left = [x for x in slots if not any(x == (y.one, y.other) for y in constant)]
    known = {x: held(context, x, seen) for slot in left for x in values_of(table, slot)}
    pairs = [
        (given, then)
        for given, then in permutations(known, 2)
        if given[:2] != then[:2] and any(known[given]) and follows_always(known[given], known[then])
    ]
    rows = ((x,) for x in constant)
    return tuple(Rest("literals", literals=x) for x in (*rows, *pairs) if all(y.suits(table) for y in x))


def slots_in(nodes: object) -> list[Slot]:
    """The variables and fields that conditions read; none where they are too many."""
    found = sorted({slot_of(x) for x in below(nodes) if isinstance(x, e.Variable | e.Field)})
    return found if len(found) <= MOST_SLOTS else []


def values_of(table: t.Table, slot: Slot) -> list[SlotValue]:
    """The literals of a slot: of each value where these are few; else that it has its first value, or another one."""
    declared = declaration(table, slot)
    match declared.type:
        case YesNo() | Players():
            return [SlotValue(*slot, value) for value in (0, 1)]
        case Enumeration(values=values) if len(values) < MOST_VALUES:
            return [SlotValue(*slot, value) for value in range(-int(declared.type.optional), len(values))]
        case _:
            return [SlotValue(*slot, declared.starts, equal) for equal in (1, 0)]


def first_value(table: t.Table, slot: Slot) -> SlotValue:
    """The literal that a slot has its first value; of a set of players, that nobody is in it, or everybody."""
    declared = declaration(table, slot)
    return SlotValue(*slot, min(declared.starts, 1) if isinstance(declared.type, Players) else declared.starts)


def held(context: Context, x: SlotValue, states: list[State]) -> list[bool]:
    """Whether a literal holds in each of some states: for each player, or once."""
    layout, table = context.layout, context.table
    if x.one < 0 and x.other < 0:
        return [((-1 - x.one in layout.stack(state)) == bool(x.value)) == bool(x.equal) for state in states]
    slots = layout.slots_of(x.one) if x.one >= 0 else (layout.field[-1 - x.one][x.other],)
    if isinstance(declaration(table, (x.one, x.other)).type, Players):
        rows = [state[slots[0]] >> seat & 1 for state in states for seat in range(layout.seats)]
    else:
        rows = [state[slot] for state in states for slot in slots]
    return [(value == x.value) == bool(x.equal) for value in rows]


def follows_always(given: list[bool], then: list[bool]) -> bool:
    """Whether one literal holds wherever another one does: for each player alone where both are about each."""
    several = max(len(given), len(then))
    one, other = ([x for x in row for _ in range(several // len(row))] for row in (given, then))
    return all(y or not x for x, y in zip(one, other, strict=True))


def would_answer(context: Context, found: Decided, x: Obligation, tried: tuple[Rest, ...]) -> bool:
    """Whether the candidates would answer a question about states between two moves; True for others, of which the kernel
    looks at whole moves."""
    if x.question == "runs" and x.names[0] in found.builder.triggers:
        return True
    formula, st = found.formula(x), context.reader.st
    if formula is None:
        return False
    claims = conj(y(st) for y in tried)
    return answered(resting_solver(context), conj(neg(st.match_over), claims, formula)) == "impossible"


@stage
def _accepted(_: Context) -> dict[tuple[tuple[Rest, ...], bool], AtRest | None]:
    """The memo of `inductive`: what the kernel accepts of candidates, by themselves or with others."""
    return {}


def inductive(context: Context, found: Decided, tried: tuple[Rest, ...]) -> Iterator[AtRest]:
    """Yields what the kernel accepts of candidates: all of them by themselves; then, more costly, those that hold with what
    is known of who takes part, where the cards in hands are counted."""
    known = _accepted(context)
    for alone in (True, False):
        if (tried, alone) not in known and context.within_budget():
            known[tried, alone] = found.accept_at_rest(tried if alone else with_others(context, tried))
        rest = known.get((tried, alone))
        if rest is not None:
            yield rest


def with_others(context: Context, tried: tuple[Rest, ...]) -> tuple[Rest, ...]:
    """The inductive ones among candidates and what may hold beside them."""
    counting = [Rest("few", zone) for zone in sorted(counted_zones(context.table))]
    return beside_each_other(context, [*counting, *tried])


def in_words(table: t.Table, claims: tuple[Rest, ...], x: Obligation) -> str:
    """Why something never happens: by claims that hold between two moves."""
    if any(x.names[0] == trigger.info.name for trigger in table.triggers):
        return NEVER_ENABLED
    return "; ".join(dict.fromkeys(reason(table, y.literals) for y in claims if y.literals)) or NEVER_OFFERED


def reason(table: t.Table, literals: tuple[SlotValue, ...]) -> str:
    """A claim in words."""
    names = [f"`{name_of(table, x)}`" for x in literals]
    if len(names) > 1:
        return f"no move leaves {' and '.join(sorted(names))} as it needs them"
    if literals[0].one < 0 and literals[0].other < 0:
        return f"no move leaves {names[0]} open"
    return f"no move leaves {names[0]} changed"


def name_of(table: t.Table, x: SlotValue) -> str:
    """The name of the variable, field or situation of a literal."""
    if x.one >= 0:
        return short(table.variables[x.one].name)
    situation = table.situations[-1 - x.one]
    return short(situation.name) if x.other < 0 else field_name(situation, x.other)
