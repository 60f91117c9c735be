"""What holds between two moves, and not always in the middle of one: read off the rules, no search.

The card last moved is forgotten. A variable that every play sets to the card played, and that nothing else changes, says what
lies on top of the pile where played cards go: so nobody holds that card if the deck has it once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

import z3

from checker.context import Context, stage
from checker.effects.constants import Facts
from checker.smt.enabled import Reader
from checker.smt.factory import disj, implied, neg
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.types import Card
from unodsl.model.walk import below, effects_below


@stage
def quiescent(context: Context) -> tuple[z3.BoolRef, ...]:
    """What holds whenever the table is at rest, between two moves."""
    return resting(context.reader, context.facts)


def resting(reader: Reader, facts: Facts) -> tuple[z3.BoolRef, ...]:
    """The constraints of a table."""
    st = reader.st
    out: list[z3.BoolRef] = [st.moved == -1]
    first = opening(st.table, facts)
    for index, zone in enumerate(st.table.zones):
        if zone.each_player or not st.tops[index][0]:
            continue
        for variable, declared in enumerate(st.table.variables):
            if (
                isinstance(declared.type, Card)
                and not declared.each_player
                and repeats_top(st.table, facts, first, variable, index)
            ):
                unknown = st.variables[variable][0]
                out.append(disj(unknown == -1, unknown == st.tops[index][0][0]))
    for upper, lower in never_beneath(st.table, first):
        out.append(implied(st.top == upper, neg(st.open[lower])))
    return tuple(out)


_ROUND: frozenset[t.Event] = frozenset(
    {
        t.TableEvent("settles"),
        t.TableEvent("round ends"),
        t.TableEvent("match ends"),
        t.TableEvent("match begins"),
        t.TableEvent("round begins"),
    }
)


def never_beneath(table: t.Table, first: frozenset[t.Event]) -> list[tuple[int, int]]:
    """Pairs of situations of which the second is never open while the first is what the table waits for. `first`: the events
    that only happen while a round begins.

    The first is only begun while a round begins, so whatever is begun later lies above it. What could still be on its way when
    a round begins comes of the rules that end one and begin the next; none of them begins the second."""
    rules: list[t.Trigger | t.Offer] = [*table.triggers, *table.offers]
    if not first or any(begun_by(a.effects) for a in table.acts):
        return []
    if ends_elsewhere(table):
        return []
    early = begun_early(table)
    out: list[tuple[int, int]] = []
    for upper in range(len(table.situations)):
        known = first | {t.TableEvent("position")}
        beginning = [r for r in rules if upper in begun_by(r.effects)]
        if all(isinstance(r, t.Trigger) and set(r.events) <= known for r in beginning):
            out += [(upper, x) for x in range(len(table.situations)) if x != upper and x not in early]
    return out


def ends_elsewhere(table: t.Table) -> bool:
    """Whether a round may end, or another begin, while something of the one before is still on its way: not only by the rules that
    hear that the table settles, or that a round or the match ends or begins."""
    _, last = follows(table, [t.TableEvent("match ends")])
    # where no round follows, nothing is on its way from one to the next
    ending = f.BeginRound | f.EndRound
    if any(isinstance(n, f.BeginRound) for x in last for n in below(x.effects)):
        ending |= f.EndMatch
    elsewhere = [a.effects for a in table.acts]
    elsewhere += [x.effects for x in table.offers]
    elsewhere += [x.effects for x in table.triggers if not set(x.events) <= _ROUND]
    return any(isinstance(n, ending) for n in below(tuple(elsewhere)))


def begun_by(effects: object) -> set[int]:
    """The situations that effects begin."""
    return {n.situation for n in below(effects) if isinstance(n, f.Begin)}


def begun_early(table: t.Table) -> set[int]:
    """The situations that are begun by what follows when a round ends and begins, or when the table settles."""
    _, triggers = follows(table, _ROUND)
    return {i for x in triggers for i in begun_by(x.effects)}


def repeats_top(table: t.Table, facts: Facts, first: frozenset[t.Event], variable: int, zone: int) -> bool:
    """Whether a variable is nothing, or the top card of a pile, whenever the table is at rest. `first`: as in `never_beneath`.

    Every rule that changes the pile's top sets the variable right in the same go: to the top of the pile, to nothing, or
    (an act) to the card that it laid there; or else a rule without a condition does so for each way in which the act can be
    done. Before any of it, in a round that begins, the variable is nothing."""
    declared = table.variables[variable]
    if declared.starts != -1 or declared.kept or zone in dict(table.deck.homes):
        return False
    rules: list[t.Trigger | t.Offer] = [*table.triggers, *table.offers]
    everything = (table.triggers, table.offers, table.acts)
    performed = {n.act for n in below(everything) if isinstance(n, f.Perform)}
    layers = {i for i, act in enumerate(table.acts) if touches(act.effects, zone)}
    late: set[int] = set()
    if ends_elsewhere(table) or any(assigns(a.effects, variable) for i, a in enumerate(table.acts) if i not in layers):
        return False
    for index in layers:
        act = table.acts[index]
        after = behind(act.effects, variable, zone, act.origin)
        if index in performed or after == "wrong":
            return False
        if after == "late":
            late.add(index)
    for rule in rules:
        if any(isinstance(n, f.Perform) and n.act in layers for n in below(rule.effects)):
            return False
        sets, changes = assigns(rule.effects, variable), touches(rule.effects, zone)
        if not changes and not sets:
            continue
        opens = isinstance(rule, t.Trigger) and set(rule.events) <= first
        if (
            opens
            and not sets
            and not any(assigns(x.effects, variable) for x in table.triggers if set(x.events) & first)
        ):
            # nothing has set the variable yet
            continue
        if isinstance(rule, t.Trigger) and not changes and tells(rule, variable, late):
            continue
        if late or behind(rule.effects, variable, zone, None) != "right":
            # between a card that is laid and the rule that tells of it, nothing else may happen to the pile
            return False
    return all(told_of(table, facts, index, variable, late) for index in late)


def opening(table: t.Table, facts: Facts) -> frozenset[t.Event]:
    """The events that only happen while a round begins: before anything has been played."""
    known: set[t.Event] = {t.TableEvent("round begins"), t.TableEvent("match begins")}
    begin = {
        t.TableEvent("settles"),
        t.TableEvent("round ends"),
        t.TableEvent("match begins"),
        t.TableEvent("match ends"),
    }
    rules: list[t.Trigger | t.Offer] = [*table.triggers, *table.offers]
    if any(isinstance(n, f.BeginRound) for a in table.acts for n in below(a.effects)):
        return frozenset()
    for rule in rules:
        if any(isinstance(n, f.BeginRound) for n in below(rule.effects)) and not (
            isinstance(rule, t.Trigger) and set(rule.events) <= begin
        ):
            # a round that begins in the middle of something
            return frozenset()
    offered: set[t.Event] = {t.ActEvent(o.act, o.manner) for o in table.offers}
    by: dict[t.Event, list[t.Rule]] = {x: [] for x in facts.events if isinstance(x, t.ActEvent)}
    for rule in rules:
        for event in emitted(table, rule.effects):
            if event in by:
                by[event].append(rule)
    while True:
        more = {
            x
            for x, sources in by.items()
            if x not in known
            and x not in offered
            and all(isinstance(r, t.Trigger) and set(r.events) <= known for r in sources)
        }
        if not more:
            return frozenset(known)
        known |= more


def touches(effects: object, zone: int) -> bool:
    """Whether effects can change what lies on top of a pile of the table."""
    for node in effects_below(effects):
        if not isinstance(node, f.MovesCards):
            continue
        match node:
            case f.MoveCard() | f.MoveTop():
                if zone in (node.origin.zone, node.target.zone):
                    return True
            case f.MoveAll():
                if node.target.zone == zone or (node.origin.zone == zone and not node.keep):
                    return True
            case f.Gather():
                return True
            case f.SwapPlaces():
                if zone in (node.left.zone, node.right.zone):
                    return True
            case f.Shuffle():
                if node.place.zone == zone:
                    return True
            case f.GiveEvery():
                # (its zone is each player's, and this is about piles of the table)
                pass
            case _:
                assert_never(node)
    return False


def assigns(effects: object, variable: int) -> bool:
    """Whether effects set a variable."""
    return any(isinstance(n, f.Assign) and is_variable(n.target, variable) for n in below(effects))


def is_variable(x: object, variable: int) -> bool:
    """Whether something is this variable of the table."""
    return isinstance(x, e.Variable) and x.index == variable and x.seat is None


def behind(effects: Iterable[f.Effect], variable: int, zone: int, origin: int | None) -> str:
    """What is true of a variable behind some effects, if it followed the pile before: `right` (still does), `late` (the card
    of an act has been laid on the pile, and the variable does not know it yet), `wrong` (who knows). `origin`: these are
    the effects of an act whose card, local 1, comes from there."""
    now = "right"
    laid = moved = False
    for effect in effects:
        if isinstance(effect, f.Assign) and is_variable(effect.target, variable):
            value = effect.value
            top = isinstance(value, e.TopCard) and value.place.zone == zone and value.depth == 0
            nothing = isinstance(value, e.Constant) and value.value == -1
            card = laid and isinstance(value, e.Local) and value.index == t.ARGUMENT_LOCAL
            now = "right" if top or nothing or card else "wrong"
        elif isinstance(effect, f.MoveCard) and lays_argument(effect, zone, origin) and not moved:
            # the player holds the card of the act, and nothing has been moved yet, so it does move
            laid, now = True, "late"
        elif touches((effect,), zone) or assigns((effect,), variable):
            laid, now = False, "wrong"
        moved = moved or not isinstance(effect, f.Sets | f.Announces)
    return now


def lays_argument(x: f.MoveCard, zone: int, origin: int | None) -> bool:
    """Whether an effect lays the card of its act, which comes from the player's own `origin`, on a pile."""
    if not isinstance(x.card, e.Local) or x.card.index != t.ARGUMENT_LOCAL or x.target.zone != zone:
        return False
    return origin is not None and x.origin.zone == origin and (x.origin.seat is None or is_player(x.origin.seat))


def is_player(seat: e.Expr) -> bool:
    """Whether a seat is the player's own."""
    return isinstance(seat, e.Local) and seat.index == t.PLAYER_LOCAL


def tells(rule: t.Trigger, variable: int, late: set[int]) -> bool:
    """Whether a trigger tells a variable which card an act has laid down, and sets it in no other way."""
    if not all(isinstance(x, t.ActEvent) and x.act in late for x in rule.events):
        return False
    return all(
        not assigns((n,), variable)
        or (
            isinstance(n, f.Assign)
            and is_variable(n.target, variable)
            and isinstance(n.value, e.Local)
            and n.value.index == t.ARGUMENT_LOCAL
        )
        for n in rule.effects
    )


def told_of(table: t.Table, facts: Facts, act: int, variable: int, late: set[int]) -> bool:
    """Whether a rule without a condition tells the variable of each manner of an act, and the cards are what they are."""
    if any(o.act == act and o.stands_for is not None for o in table.offers):
        return False
    manners = [x for x in facts.events if isinstance(x, t.ActEvent) and x.act == act]
    return all(any(m in r.events for r in _unconditional(table, variable, late)) for m in manners)


def _unconditional(table: t.Table, variable: int, late: set[int]) -> Iterator[t.Trigger]:
    for rule in table.triggers:
        always = isinstance(rule.guard, e.Constant) and rule.guard.value and not rule.replaced_by
        if always and assigns(rule.effects, variable) and tells(rule, variable, late):
            yield rule
