"""Symmetries of a table: the rotations of seats and the permutations of card values that its rules cannot distinguish,
proved from the model.

The theorem: let g rotate the table by one seat, or exchange two values of an attribute (two colors, say) wherever a
state holds them. Then for every state s of a round, and every random choice, the successors of g(s) are g of the
successors of s. So a search may keep one state of each orbit.

The proof visits everything that can run before another round begins. Every expression and effect of the model commutes
with g if its parts do, with three exceptions: those that name a seat or a value, those that depend on the order of
seats or cards, and those where a value is used as something else. The proof searches for each of these. The certificate
says how much was visited, and what prevents the other symmetries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.types import Card, Enumeration, Player, Players, Type
from unodsl.model.walk import below, effects_below

_NEXT_ROUND = t.TableEvent("round begins")


@dataclass(frozen=True, slots=True)
class Symmetry:
    """`seats`: the table is symmetric under all rotations. `values`: (attribute, two or more of its values, any two of
    which can be exchanged), sorted. `nodes`: how many expressions and effects were visited. `against`: what prevents
    the other symmetries, as lines for people."""

    seats: bool
    values: tuple[tuple[int, tuple[int, ...]], ...]
    nodes: int
    against: tuple[str, ...]

    @property
    def anything(self) -> bool:
        """Whether there is any symmetry."""
        return self.seats or bool(self.values)


def symmetry(table: t.Table, beside: e.Expr | None = None) -> Symmetry:
    """The symmetries of a table. They also hold for `beside`, a further condition that is evaluated."""
    parts = list(in_a_round(table))
    if beside is not None:
        parts.append(("the condition", beside))
    nodes = 0
    against: list[str] = []
    turns = True
    for name, part in parts:
        here = list(below(part))
        nodes += len(here)
        reason = None if not turns else ordered_by_seat(table, part, here)
        if reason is not None:
            turns = False
            against.append(f"seats: {name} {reason}")
    for what, starts in starting(table):
        if turns and isinstance(what, Player) and starts >= 0:
            turns = False
            against.append("seats: a field starts with one of them")
        if turns and isinstance(what, Players) and starts not in (0, (1 << table.seats) - 1):
            turns = False
            against.append("seats: a field starts with some of them")
    values = []
    for attribute in range(len(table.deck.attributes)):
        found = interchangeable(table, attribute, parts, against)
        values += [(attribute, some) for some in found]
    if table.seats < 2:
        turns = False
    return Symmetry(turns, tuple(values), nodes, tuple(against))


def in_a_round(table: t.Table) -> Iterator[tuple[str, object]]:
    """Yields every node that can be executed or evaluated before another round begins, with a name for people."""
    events: set[t.Event] = {t.SETTLES}
    for number, offer in enumerate(table.offers):
        events |= {*table.events_of(number), *emitted(table, table.effects_of(offer))}
    reached: set[int] = set()
    grows = True
    while grows:
        grows = False
        for number, trigger in enumerate(table.triggers):
            if number not in reached and any(x in events and x != _NEXT_ROUND for x in trigger.events):
                reached.add(number)
                events |= emitted(table, trigger.effects)
                grows = True
    for number in sorted(reached):
        yield f"`{table.triggers[number].info.name}`", table.triggers[number]
    for offer in table.offers:
        yield f"`{offer.info.name}`", offer
    for ban in table.bans:
        yield f"`{ban.info.name}`", ban
    for act in table.acts:
        yield f"the act `{act.name}`", act


def starting(table: t.Table) -> Iterator[tuple[Type, int]]:
    """Slots that rules may read before anybody sets them: fields of situations, and a variable of a player who is
    nobody."""
    for situation in table.situations:
        for declared in situation.fields:
            yield declared.type, declared.starts
    for variable in table.variables:
        if variable.each_player:
            yield variable.type, variable.starts


# --------------------------------------------------------------------------------------------------------------- seats


def ordered_by_seat(table: t.Table, part: object, nodes: Iterable[object]) -> str | None:
    """Why part of a rule does not commute with a rotation of the table; None if it does."""
    everybody = (1 << table.seats) - 1
    for node in nodes:
        reason = None
        if isinstance(node, e.Expr):
            reason = seat_named(node, everybody)
        elif isinstance(node, f.Effect):
            reason = order_of_seats(table, part, node)
        if reason is not None:
            return reason
        if mixes(table, node, is_seat):
            return "takes one for something else"
    return None


def seat_named(x: e.Expr, everybody: int) -> str | None:
    """Why an expression itself, apart from its operands, does not commute with a rotation; None if it does."""
    if isinstance(x, e.Stored | e.Condition | e.Count | e.PlayerSet):
        return None
    match x:
        case e.Constant(type=Player(), value=value) if value >= 0:
            return "names one"
        case e.Constant(type=Players(), value=value) if value not in (0, everybody):
            return "names some"
        case e.TheOne():
            return "takes the first of several"
        case e.Constant() | e.Local() | e.Builtin() | e.Choose() | e.TopCard() | e.Attribute() | e.Neighbor():
            return None
        case _:
            assert_never(x)


def order_of_seats(table: t.Table, part: object, x: f.Effect) -> str | None:
    """Why an effect itself, apart from its parts, does not commute with a rotation; None if it does."""
    if isinstance(x, f.Sets | f.Announces | f.Phase):
        return None
    match x:
        case f.ForEach():
            free = any_order(x) or (x.start is not None and somebody(part, x.start))
            return None if free else "goes through them from the first on"
        case f.ForEachCard():
            return None
        case f.GiveEvery():
            piles = table.zones[x.zone].visibility == "face up"
            return "lays what they have under piles, one after the other" if piles else None
        case f.MoveCard() | f.MoveTop() | f.MoveAll() | f.Gather() | f.Shuffle() | f.SwapPlaces():
            return None
        case f.Begin() | f.End() | f.Perform() | f.Seating() | f.If() | f.Repeat() | f.AtRandom():
            return None
        case _:
            assert_never(x)


def tells_seats_apart(table: t.Table, x: object) -> bool:
    """Whether a node does not commute with a rotation of the table. (Who is first in a loop that starts with some player, or
    in which all do an act or get cards, is taken not to matter, unless the loop asks what is left.)"""
    if isinstance(x, f.ForEach):
        plain = f.Perform | f.MovesCards | f.Announces | f.If | f.Repeat
        alike = all(isinstance(y, plain) for y in effects_below(x.body)) and not asks_what_is_left(x)
        return x.start is None and not alike and not any_order(x)
    return isinstance(x, e.Expr) and seat_named(x, (1 << table.seats) - 1) is not None


def asks_what_is_left(loop: f.ForEach) -> bool:
    """Whether a condition in a loop is about the cards of a place of the table, which earlier iterations may have taken."""
    conditions = [x.condition for x in effects_below(loop.body) if isinstance(x, f.If | f.Repeat)]
    return any(isinstance(n, e.Place) and n.seat is None for x in conditions if x is not None for n in below(x))


def is_seat(x: Type | None) -> str | None:
    """What a rotation changes in values of a type; None: nothing."""
    return "player" if isinstance(x, Player) else "players" if isinstance(x, Players) else None


def somebody(part: object, x: e.Expr) -> bool:
    """Whether a seat is certainly not nobody, so that a loop from it does not begin with the first seat."""
    if isinstance(x, e.Neighbor):
        return somebody(part, x.seat)
    if not isinstance(x, e.Local):
        return False
    if x.index == t.PLAYER_LOCAL:
        return isinstance(part, t.Offer) or (
            isinstance(part, t.Trigger) and all(isinstance(v, t.ActEvent | t.OfferEvent) for v in part.events)
        )
    return x.index > t.ARGUMENT_LOCAL and isinstance(x.type, Player) and not x.type.optional


def any_order(loop: f.ForEach) -> bool:
    """Whether the order of a loop over the seats is unobservable: each iteration sets variables of its own seat only,
    and no other iteration reads them."""
    nodes = list(below(loop.body))
    if not all(isinstance(x, f.Assign | f.If) for x in nodes if isinstance(x, f.Effect)):
        return False
    own = {x.target.index for x in nodes if isinstance(x, f.Assign) and isinstance(x.target, e.Variable)}
    for node in nodes:
        if isinstance(node, f.Assign) and not isinstance(node.target, e.Variable):
            return False
        if isinstance(node, e.Variable) and node.index in own:
            seat = node.seat
            if not (isinstance(seat, e.Local) and seat.index == loop.local.index):
                return False
        # whether a move is possible depends on everything
        if isinstance(node, e.Can):
            return False
    return True


# -------------------------------------------------------------------------------------------------------------- values


def interchangeable(
    table: t.Table, attribute: int, parts: list[tuple[str, object]], against: list[str]
) -> list[tuple[int, ...]]:
    """The classes of two or more values of an attribute that no rule distinguishes."""
    declared = table.deck.attributes[attribute]
    named: dict[int, str] = {}
    shown = False

    def holds(x: Type | None) -> str | None:
        if isinstance(x, Card):
            return "card"
        return "value" if isinstance(x, Enumeration) and x.name == declared.name else None

    def names(type_: Type, value: int) -> int:
        """The value that a constant names; -1: none."""
        if value < 0:
            return -1
        if isinstance(type_, Card):
            return table.deck.kinds[value].values[attribute]
        return value if holds(type_) == "value" else -1

    for name, part in parts:
        for node in below(part):
            if isinstance(node, e.Constant):
                found = names(node.type, node.value)
                if found >= 0:
                    named.setdefault(found, f"{name} names `{declared.values[found]}`")
            if isinstance(node, f.AtRandom) and isinstance(node.among, tuple) and holds(node.local.type) == "value":
                for value in node.among if len(node.among) < len(declared.values) else ():
                    named.setdefault(value, f"{name} names `{declared.values[value]}`")
            shown = shown or (isinstance(node, e.FaceNumber) and node.attribute == attribute)
            reason = order_of_cards(table, node) if isinstance(node, f.Effect) else None
            if reason is not None:
                against.append(f"{declared.name}: {name} {reason}")
                return []
            if mixes(table, node, holds):
                against.append(f"{declared.name}: {name} takes one for something else")
                return []
    for type_, starts in starting(table):
        found = names(type_, starts)
        if found >= 0:
            named.setdefault(found, f"a field starts with `{declared.values[found]}`")
    classes: dict[object, list[int]] = {}
    for value in range(len(declared.values)):
        if value in named:
            continue
        cards = tuple(
            (
                (*k.values[:attribute], *k.values[attribute + 1 :]),
                k.copies,
                tuple(n[i] for _, n in table.deck.elsewhere),
            )
            for i, k in enumerate(table.deck.kinds)
            if k.values[attribute] == value
        )
        if cards:
            number = declared.numbers[value] if shown else None
            classes.setdefault((tuple(sorted(cards)), number), []).append(value)
    out = [tuple(c) for c in classes.values() if len(c) > 1]
    if not out:
        against += [f"{declared.name}: {why}" for why in list(named.values())[:1]]
        if shown and not named:
            against.append(f"{declared.name}: rules look at the numbers that they show")
    return sorted(out)


def goes_under(table: t.Table, zone: int) -> bool:
    """Whether cards put under a zone get places in its order."""
    return table.zones[zone].visibility == "face up"


def order_of_cards(table: t.Table, x: f.Effect) -> str | None:
    """Why an effect depends on the order of kinds in the deck; None if it does not."""
    if isinstance(x, f.Sets | f.Announces | f.Phase):
        return None
    match x:
        case f.ForEachCard():
            return "goes through cards in the order of the deck"
        case f.If() | f.ForEach() | f.Repeat() | f.AtRandom():
            return None
        case f.MoveAll():
            return "lays cards under a pile, in the order of the deck" if goes_under(table, x.target.zone) else None
        case f.GiveEvery():
            return "lays cards under piles, in the order of the deck" if goes_under(table, x.zone) else None
        case f.Gather():
            return "lays cards into a pile, in the order of the deck" if goes_under(table, x.target.zone) else None
        case f.MoveCard() | f.MoveTop() | f.Shuffle() | f.SwapPlaces():
            return None
        case f.Begin() | f.End() | f.Perform() | f.Seating():
            return None
        case _:
            assert_never(x)


Holds = Callable[[Type | None], str | None]
"""A function from types to what g changes in their values; None: nothing."""


def differ(holds: Holds, *types: Type | None) -> bool:
    """Whether these types differ in what g changes in their values."""
    return len({holds(x) for x in types}) > 1


def mixes(table: t.Table, node: object, holds: Holds) -> bool:
    """Why a node moves a changed value to where it means something else, or the reverse, or computes with it; None if
    it does not."""
    if isinstance(node, e.Expr):
        return mixed_by_expression(node, holds)
    if isinstance(node, f.Effect):
        return mixed_by_effect(table, node, holds)
    if isinstance(node, t.Offer):
        return node.argument is not None and differ(holds, table.acts[node.act].argument, node.argument.type)
    if isinstance(node, t.Trigger):
        # the name of the argument in the rule must be the one that the acts pass on
        given = [table.acts[v.act].argument for v in node.events if isinstance(v, t.ActEvent)]
        given += [table.acts[table.offers[v.offer].act].argument for v in node.events if isinstance(v, t.OfferEvent)]
        if not given:
            return False
        used = [x.type for x in below((node.guard, node.effects)) if isinstance(x, e.Local) and x.index == 1]
        return bool(used) and differ(holds, *used, *given)
    return False


def mixed_by_expression(x: e.Expr, holds: Holds) -> bool:
    """The same for an expression."""
    if isinstance(x, e.Stored | e.PlayerSet | e.Derived):
        return False
    match x:
        case e.Compare():
            return differ(holds, x.left.type, x.right.type) or bool(x.operator in ("<", "<=") and holds(x.left.type))
        case e.Choose():
            return differ(holds, x.type, x.then.type, x.otherwise.type)
        case e.Arithmetic():
            return differ(holds, x.type, x.left.type, x.right.type) or holds(x.type) is not None
        case e.OverCards() | e.OverPlayers():
            return holds(x.value.type) is not None
        case e.Logic():
            return any(holds(y.type) for y in x.operands)
        case e.Constant() | e.Local() | e.Builtin() | e.CountCards() | e.SetSize() | e.FaceNumber():
            return False
        case e.IsOpen() | e.IsTop() | e.Member() | e.Not() | e.Can():
            return False
        case _:
            assert_never(x)


def mixed_by_effect(table: t.Table, x: f.Effect, holds: Holds) -> bool:
    """The same for an effect."""
    if isinstance(x, f.Announces | f.Phase):
        return False
    match x:
        case f.Assign():
            return differ(holds, x.target.type, x.value.type)
        case f.Begin():
            fields = table.situations[x.situation].fields
            return any(differ(holds, fields[i].type, value.type) for i, value in x.fields)
        case f.Perform():
            return x.argument is not None and differ(holds, table.acts[x.act].argument, x.argument.type)
        case f.MoveTop():
            return holds(x.count.type) is not None
        case f.Repeat():
            return holds(x.times.type) is not None
        case f.MoveCard() | f.MoveAll() | f.Gather() | f.Shuffle() | f.SwapPlaces() | f.GiveEvery():
            return False
        case f.ChangeSet() | f.End() | f.Seating() | f.If() | f.ForEach() | f.ForEachCard() | f.AtRandom():
            return False
        case _:
            assert_never(x)
