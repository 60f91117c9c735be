"""No exit from a round: proofs that no move ends it, because no rule that ends it can apply while every hand keeps a
card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import z3

from checker.context import Context, stage
from checker.effects.summary import Change, Summary, Transfer, summaries
from checker.effects.values import clamped, constants
from checker.invariants.known import ask
from checker.invariants.rule_enabled import possible
from checker.reachability.dead import by_proof
from checker.smt.enabled import allowed, arguments
from checker.smt.factory import boolean, conj, disj, less, neg
from checker.smt.hand_sizes import sizes_in
from checker.smt.questions import standing_above
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import IN_PLAY
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.types import Number, Players, YesNo

_BEGINNINGS = {t.TableEvent("match begins"), t.TableEvent("round begins"), t.TableEvent("position")}
_TOO_LATE = {t.TableEvent("round ends"), t.TableEvent("match ends")}
_OVER = ("round ends", "match ends")


def never_ends(context: Context, state: State) -> str | None:
    """Why no move from a state in play, nor any later one, ends the round; None if not proved. Rules that never run end
    none."""
    context = without_dead(context)
    proofs = proofs_of(context)
    if None in proofs:
        return str(proofs[None])
    why_locked = locked(context, state)
    if why_locked is not None:
        return why_locked
    why_settled = settled_for_good(context, state)
    if why_settled is not None:
        return why_settled
    return first_word(context, state, proofs)


@stage
def without_dead(context: Context) -> Context:
    """The context that assumes of the rules that end a round which of them never run. Without samples."""
    return by_proof(context, frozenset(x.info.name for x in ending_rules(context.table))).strong or context


def ending_rules(table: t.Table) -> list[t.Trigger | t.Offer]:
    """The rules that end a round. Triggers of its end come too late to cause it, and the question is about the one that
    is under way."""
    offers = [x for x in table.offers if ends(table, x.effects) or ends(table, table.acts[x.act].effects)]
    return [
        *(x for x in table.triggers if ends(table, x.effects) and not {*x.events} <= _TOO_LATE | _BEGINNINGS),
        *offers,
    ]


def brought_about_by_nothing(context: Context) -> list[t.Trigger | t.Offer]:
    """The rules that should end a round, if no state of any round enables one of them, and none is over as it begins.
    Otherwise empty."""
    context = without_dead(context)
    found = summaries(context.table)
    at_once = (x for x in context.table.running if isinstance(x, t.Trigger) and {*x.events} & _BEGINNINGS)
    if None not in proofs_of(context) or any(y.phase in _OVER for x in at_once for y in found.through(x.effects)):
        return []
    return ending_rules(context.table)


@stage
def proofs_of(context: Context) -> dict[int | None, str]:
    """Why no move ends the round as long as every player has a card in a zone, by zone."""
    return _proofs(context, boolean(True))


@stage
def settled_values(_: Context) -> dict[tuple[tuple[int, int], ...], dict[int | None, str]]:
    """The same as `proofs_of`, given values of slots that no rule changes any more; a cache by these values."""
    return {}


def settled_for_good(context: Context, state: State) -> str | None:
    """Why values that no rule changes any more in this round disable every rule that ends it."""
    known = settled_values(context)
    layout, table = context.layout, context.table
    only = last_values(context)
    kept: list[tuple[int, int]] = []
    given: list[z3.BoolRef] = []
    names: list[str] = []
    for index, variable in enumerate(table.variables):
        for seat, slot in enumerate(layout.slots_of(index)):
            if state[slot] in only.get(index, ()) and state[slot] != variable.starts:
                kept.append((slot, state[slot]))
                given.append(context.reader.st.variables[index][seat] == state[slot])
                names.append(short(variable.name))
    if not kept:
        return None
    key = tuple(kept)
    if key not in known:
        names_text = " and ".join(f"`{x}`" for x in dict.fromkeys(names))
        known[key] = {
            zone: f"no rule changes {names_text} any more, and so {why}"
            for zone, why in _proofs(context, conj(given)).items()
        }
    return first_word(context, state, known[key])


def first_word(context: Context, state: State, proofs: dict[int | None, str]) -> str | None:
    """The first of the proofs (see `_proofs`) that applies to a state; None if none does."""
    seats = range(context.layout.seats)
    everybody = state[IN_PLAY] == (1 << context.layout.seats) - 1
    for zone, why in proofs.items():
        if zone is None or (everybody and all(context.layout.held(state, zone, seat) for seat in seats)):
            return why
    return None


def last_values(context: Context) -> dict[int, frozenset[int]]:
    """For variables that rules only set to one value (apart from resets at the beginning of a round), or move towards a
    bound: that value. A variable that has it keeps it to the end of the round."""
    table = context.table
    out: dict[int, frozenset[int]] = {}
    rules = [r for r in table.running if r.info.name not in context.never]
    all_ = summaries(table)
    found = [x for block in (*(r.effects for r in rules), *(a.effects for a in table.acts)) for x in all_.flat(block)]
    changes = [c for x in found for c in x.changes]
    for index, variable in enumerate(table.variables):
        if isinstance(variable.type, Players):
            continue
        values = [one_way(c) for c in changes if is_of(c.target, index)]
        ends = frozenset().union(*(v for v in values if v is not None))
        if values and None not in values and len(ends) == 1:
            out[index] = ends
    return out


def one_way(x: Change) -> frozenset[int] | None:
    """The values that a change assigns, if constant; the end of the range for a number that it moves in one direction.
    None: any value."""
    if x.step is not None and isinstance(x.target.type, Number):
        return frozenset({x.target.type.high if x.step > 0 else x.target.type.low}) if x.step else frozenset()
    values = constants(x.value)
    return values if values is None else frozenset(clamped(x.target.type, set(values)))


def is_of(target: object, index: int) -> bool:
    """Whether a target is a variable, for any player."""
    return isinstance(target, e.Variable) and target.index == index


def locked(context: Context, state: State) -> str | None:
    """Why a situation on top stays open for ever: no move that is possible while it is open, or while one above it is,
    closes any situation or ends the round. The table settles only with at most one situation open."""
    stack = context.layout.stack(state)
    if not stack:
        return None
    tops, todo = {stack[0]}, [stack[0]]
    while todo:
        top = todo.pop()
        for index, offer in enumerate(context.table.offers):
            if offer.info.name in context.never or (offer.situations and top not in offer.situations):
                continue
            for x in set_off(context, index, settles=len(stack) < 2):
                if x.ends is not None or x.phase is not None:
                    return None
                if x.begins is not None and x.begins not in tops:
                    tops.add(x.begins)
                    todo.append(x.begins)
    names = " or ".join(sorted(short(context.table.situations[i].name) for i in tops))
    return f"no move that can be made while {names} is open closes any situation, so the table never settles again"


def set_off(context: Context, index: int, settles: bool) -> Iterator[Summary]:
    """All effects that a move can cause, including those of triggers."""
    table = context.table
    own = table.effects_of(table.offers[index])
    events = [*emitted(table, own), *table.events_of(index), *([t.SETTLES] if settles else [])]
    _, triggers = follows(table, events, dead=context.never)
    return summaries(table).through((*own, *(x for y in triggers for x in y.effects)))


def _proofs(context: Context, given: z3.BoolRef) -> dict[int | None, str]:
    """For each zone of each player a proof that applies while nobody's is empty, in words. None: it always applies.
    `given`: assumed to hold to the end of the round."""
    if not ending_possible(context, given):
        return {None: "no rule that ends a round can ever apply"}
    out: dict[int | None, str] = {}
    for index, zone in enumerate(context.table.zones):
        if not zone.each_player:
            continue
        sizes, in_play = sizes_in(context.reader.st, index), context.reader.st.in_play
        full = conj([given, *(conj(m, neg(less(n, 1))) for n, m in zip(sizes, in_play, strict=True))])
        if not ending_possible(context, full) and stays_full(context, index, full):
            name = zone.name.rpartition(".")[2]
            out[index] = (
                f"no move takes the last card out of a {name}, and with a card in every {name} no rule ends the round"
            )
    return out


def ends(table: t.Table, effects: Iterable[f.Effect]) -> bool:
    """Whether effects end or begin a round."""
    return any(x.phase is not None for x in summaries(table).flat(effects))


def ending_possible(context: Context, given: z3.BoolRef) -> bool:
    """Whether some rule that ends a round is enabled under an assumption; True if the solver gives up."""
    table = context.table
    performed = {x.performs.act for x in summaries(table).everything() if x.performs is not None}
    if any(ends(table, table.acts[i].effects) for i in performed):
        return True
    questions: list[z3.BoolRef] = []
    for rule in ending_rules(table):
        if isinstance(rule, t.Offer):
            questions.append(_legal(context, table.offers.index(rule), lambda seat: boolean(True)))
            continue
        for event in (x for x in rule.events if x in context.facts.events and x not in _TOO_LATE | _BEGINNINGS):
            above = [e.Not(table.triggers[i].guard, YesNo()) for i in standing_above(table, rule, event)]
            # (`given` may be about single seats)
            questions.append(possible(context, e.Logic("and", (rule.guard, *above), YesNo()), event, everybody=True))
    return any(ask(context, conj(given, q)) != "impossible" for q in questions)


def stays_full(context: Context, zone: int, full: z3.BoolRef) -> bool:
    """Whether nothing takes the last card out of any player's place, given that all have one."""
    table = context.table
    takers: set[int] = set()
    rules: list[t.Trigger | t.Offer] = [*table.triggers, *table.offers]
    for rule in rules:
        if isinstance(rule, t.Trigger) and set(rule.events) <= _BEGINNINGS | _TOO_LATE:
            continue
        if takes(table, rule.effects, zone):
            return False
    for index, act in enumerate(table.acts):
        if not takes(table, act.effects, zone):
            continue
        single = [x for x in act.effects if own_card(summaries(table).of(x).transfer, zone)]
        rest = tuple(x for x in act.effects if x not in single)
        if act.origin != zone or len(single) != 1 or takes(table, rest, zone):
            return False
        takers.add(index)
    if any(x.performs is not None and x.performs.act in takers for x in summaries(table).everything()):
        return False
    for index, offer in enumerate(table.offers):
        if offer.act not in takers:
            continue

        def last_one(seat: int) -> z3.BoolRef:
            return less(sizes_in(context.reader.st, zone)[seat], 2)

        if ask(context, conj(full, _legal(context, index, last_one))) != "impossible":
            return False
    return True


def own_card(x: Transfer | None, zone: int) -> bool:
    """Whether a transfer moves the act's card out of the player's own place."""
    if x is None or x.origin is None or x.how != "card" or x.origin.zone != zone:
        return False
    card, seat = x.card, x.origin.seat
    own = isinstance(seat, e.Local) and seat.index == t.PLAYER_LOCAL
    return own and isinstance(card, e.Local) and card.index == t.ARGUMENT_LOCAL


def takes(table: t.Table, effects: Iterable[f.Effect], zone: int) -> bool:
    """Whether effects may remove cards from a place of a zone: cards leave it, or a player does. (The beginning of a
    round does not count, since the question is about the current one.)"""
    found = summaries(table).flat(effects)
    return any(x.seating is not None or (x.transfer is not None and zone in x.transfer.takes) for x in found)


def _legal(context: Context, index: int, also: Callable[[int], z3.BoolRef]) -> z3.BoolRef:
    reader, offer = context.reader, context.table.offers[index]
    parts: list[z3.BoolRef] = []
    for seat in range(context.layout.seats):
        for argument, there in arguments(reader, offer, seat):
            parts.append(conj(there, allowed(reader, index, seat, argument), also(seat)))
    return disj(parts)
