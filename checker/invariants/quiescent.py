"""What holds between two moves, and not always in the middle of one: read off the rules, no search.

The card last moved is forgotten. A variable that every play sets to the card played, and that nothing else changes, says what
lies on top of the pile where played cards go: so nobody holds that card if the deck has it once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import z3

from checker.context import Context, stage
from checker.effects.summary import Summary, summaries
from checker.effects.values import Facts
from checker.smt.enabled import Reader
from checker.smt.factory import disj, implied, neg
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.types import Card


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
    if not first or any(begun_by(table, a.effects) for a in table.acts):
        return []
    if ends_elsewhere(table):
        return []
    early = begun_early(table)
    out: list[tuple[int, int]] = []
    for upper in range(len(table.situations)):
        known = first | {t.TableEvent("position")}
        beginning = [r for r in rules if upper in begun_by(table, r.effects)]
        if all(isinstance(r, t.Trigger) and set(r.events) <= known for r in beginning):
            out += [(upper, x) for x in range(len(table.situations)) if x != upper and x not in early]
    return out


def ends_elsewhere(table: t.Table) -> bool:
    """Whether a round may end, or another begin, while something of the one before is still on its way: not only by the rules that
    hear that the table settles, or that a round or the match ends or begins."""
    _, last = follows(table, [t.TableEvent("match ends")])
    # where no round follows, nothing is on its way from one to the next
    ending = {"round begins", "round ends"}
    all_ = summaries(table)
    if any(n.phase == "round begins" for x in last for n in all_.flat(x.effects)):
        ending.add("match ends")
    elsewhere = [a.effects for a in table.acts]
    elsewhere += [x.effects for x in table.offers]
    elsewhere += [x.effects for x in table.triggers if not set(x.events) <= _ROUND]
    return any(n.phase in ending for block in elsewhere for n in all_.flat(block))


def begun_by(table: t.Table, effects: Iterable[f.Effect]) -> set[int]:
    """The situations that effects begin."""
    return {n.begins for n in summaries(table).flat(effects) if n.begins is not None}


def begun_early(table: t.Table) -> set[int]:
    """The situations that are begun by what follows when a round ends and begins, or when the table settles."""
    _, triggers = follows(table, _ROUND)
    return {i for x in triggers for i in begun_by(table, x.effects)}


def repeats_top(table: t.Table, facts: Facts, first: frozenset[t.Event], variable: int, zone: int) -> bool:
    """Whether a variable is nothing, or the top card of a pile, whenever the table is at rest. `first`: as in `never_beneath`.

    Every rule that changes the pile's top sets the variable right in the same go: to the top of the pile, to nothing, or
    (an act) to the card that it laid there; or else a rule without a condition does so for each way in which the act can be
    done. Before any of it, in a round that begins, the variable is nothing."""
    declared = table.variables[variable]
    if declared.starts != -1 or declared.kept or zone in dict(table.deck.homes):
        return False
    rules: list[t.Trigger | t.Offer] = [*table.triggers, *table.offers]
    performed = {n.performs.act for n in summaries(table).everything() if n.performs is not None}
    layers = {i for i, act in enumerate(table.acts) if touches(table, act.effects, zone)}
    late: set[int] = set()
    if ends_elsewhere(table) or any(
        assigns(table, a.effects, variable) for i, a in enumerate(table.acts) if i not in layers
    ):
        return False
    for index in layers:
        act = table.acts[index]
        after = behind(table, act.effects, variable, zone, act.origin)
        if index in performed or after == "wrong":
            return False
        if after == "late":
            late.add(index)
    for rule in rules:
        if summaries(table).performed(rule.effects) & layers:
            return False
        sets, changes = assigns(table, rule.effects, variable), touches(table, rule.effects, zone)
        if not changes and not sets:
            continue
        opens = isinstance(rule, t.Trigger) and set(rule.events) <= first
        if (
            opens
            and not sets
            and not any(assigns(table, x.effects, variable) for x in table.triggers if set(x.events) & first)
        ):
            # nothing has set the variable yet
            continue
        if isinstance(rule, t.Trigger) and not changes and tells(table, rule, variable, late):
            continue
        if late or behind(table, rule.effects, variable, zone, None) != "right":
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
    if any(begins_round(table, a.effects) for a in table.acts):
        return frozenset()
    for rule in rules:
        if begins_round(table, rule.effects) and not (isinstance(rule, t.Trigger) and set(rule.events) <= begin):
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


def begins_round(table: t.Table, effects: Iterable[f.Effect]) -> bool:
    """Whether effects begin a round."""
    return any(n.phase == "round begins" for n in summaries(table).flat(effects))


def touches(table: t.Table, effects: Iterable[f.Effect], zone: int) -> bool:
    """Whether effects can change what lies on top of a pile of the table."""
    return any(n.transfer is not None and zone in n.transfer.tops for n in summaries(table).flat(effects))


def assigns(table: t.Table, effects: Iterable[f.Effect], variable: int) -> bool:
    """Whether effects set a variable."""
    return any(is_variable(c.target, variable) for n in summaries(table).flat(effects) for c in n.changes)


def is_variable(x: object, variable: int) -> bool:
    """Whether something is this variable of the table."""
    return isinstance(x, e.Variable) and x.index == variable and x.seat is None


def behind(table: t.Table, effects: Iterable[f.Effect], variable: int, zone: int, origin: int | None) -> str:
    """What is true of a variable behind some effects, if it followed the pile before: `right` (still does), `late` (the card
    of an act has been laid on the pile, and the variable does not know it yet), `wrong` (who knows). `origin`: these are
    the effects of an act whose card, local 1, comes from there."""
    now = "right"
    laid = moved = False
    for x in map(summaries(table).of, effects):
        change = next((c for c in x.changes if is_variable(c.target, variable)), None)
        if change is not None:
            value = change.value
            top = isinstance(value, e.TopCard) and value.place.zone == zone and value.depth == 0
            nothing = isinstance(value, e.Constant) and value.value == -1
            now = "right" if top or nothing or (laid and is_argument(value)) else "wrong"
        elif lays_argument(x, zone, origin) and not moved:
            # the player holds the card of the act, and nothing has been moved yet, so it does move
            laid, now = True, "late"
        elif touches(table, (x.effect,), zone) or assigns(table, (x.effect,), variable):
            laid, now = False, "wrong"
        moved = moved or not (x.changes or x.announces) or x.begins is not None
    return now


def lays_argument(x: Summary, zone: int, origin: int | None) -> bool:
    """Whether an effect lays the card of its act, which comes from the player's own `origin`, on a pile."""
    if x.transfer is None or x.transfer.how != "card" or x.transfer.origin is None or x.transfer.target.zone != zone:
        return False
    if origin is None or x.transfer.origin.zone != origin or not is_argument(x.transfer.card):
        return False
    return x.transfer.origin.seat is None or is_player(x.transfer.origin.seat)


def is_argument(x: e.Expr | None) -> bool:
    """Whether an expression is what an act is done with."""
    return isinstance(x, e.Local) and x.index == t.ARGUMENT_LOCAL


def is_player(seat: e.Expr) -> bool:
    """Whether a seat is the player's own."""
    return isinstance(seat, e.Local) and seat.index == t.PLAYER_LOCAL


def tells(table: t.Table, rule: t.Trigger, variable: int, late: set[int]) -> bool:
    """Whether a trigger tells a variable which card an act has laid down, and sets it in no other way."""
    if not all(isinstance(x, t.ActEvent) and x.act in late for x in rule.events):
        return False
    all_ = summaries(table)
    own = [c for n in map(all_.of, rule.effects) for c in n.changes if is_variable(c.target, variable)]
    every = [c for n in all_.flat(rule.effects) for c in n.changes if is_variable(c.target, variable)]
    return len(own) == len(every) and all(is_argument(c.value) for c in own)


def told_of(table: t.Table, facts: Facts, act: int, variable: int, late: set[int]) -> bool:
    """Whether a rule without a condition tells the variable of each manner of an act, and the cards are what they are."""
    if any(o.act == act and o.stands_for is not None for o in table.offers):
        return False
    manners = [x for x in facts.events if isinstance(x, t.ActEvent) and x.act == act]
    return all(any(m in r.events for r in _unconditional(table, variable, late)) for m in manners)


def _unconditional(table: t.Table, variable: int, late: set[int]) -> Iterator[t.Trigger]:
    for rule in table.triggers:
        always = isinstance(rule.guard, e.Constant) and rule.guard.value and not rule.replaced_by
        if always and assigns(table, rule.effects, variable) and tells(table, rule, variable, late):
            yield rule
