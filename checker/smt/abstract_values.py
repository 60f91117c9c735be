"""Abstract values of expressions (value-set analysis), and the linear conditions that a condition implies.

Over-approximates: an expression has one of its `values` (None: any); where a condition holds, what is `implied` holds,
too. Example: `number of cards in hand of player is 1` with ann as player implies that the cards of all classes in her
hand sum to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from checker.effects.summary import Summary
from checker.smt.counter_system import Bound, Quantity
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Player, Players, Type, YesNo

NOBODY = -1

Values = frozenset[int] | None
"""An abstract value: the possible values; None: any (top)."""

Env = dict[int, Values]
"""The abstract values of a rule's locals."""

Slot = tuple[str, int]
"""A variable of the table, the owner of a situation, or a field of one."""


def field_slot(situation: int, index: int) -> Slot:
    """The slot of a field of a situation."""
    return f"field of {situation}", index


@dataclass(frozen=True)
class Shape:
    """The granularity of the abstraction: `classes` of kinds of cards, situations that are `tracked`. `playing`: the
    seats that take part; None if that may change."""

    table: t.Table
    classes: tuple[tuple[int, ...], ...]
    tracked: frozenset[int]
    playing: tuple[int, ...] | None
    class_of: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.class_of.update({k: c for c, kinds in enumerate(self.classes) for k in kinds})

    @property
    def seats(self) -> range:
        return range(self.table.seats)

    @property
    def everybody_plays(self) -> bool:
        """Whether every seat takes part, or any may."""
        return self.playing is None or len(self.playing) == self.table.seats

    @property
    def there(self) -> frozenset[int]:
        """The seats that take part, and nobody."""
        return frozenset((NOBODY, *(self.seats if self.playing is None else self.playing)))

    def place(self, zone: int, seat: int) -> tuple[int, int]:
        """A place, by zone and seat; -1 for nobody's."""
        return zone, seat if self.table.zones[zone].each_player else NOBODY

    def places(self) -> list[tuple[int, int]]:
        """All places."""
        return [
            (i, s) for i, zone in enumerate(self.table.zones) for s in (self.seats if zone.each_player else (NOBODY,))
        ]

    def cards(self, place: tuple[int, int], class_: int) -> Quantity:
        """The quantity of cards of a class in a place."""
        return ("cards", *place, class_)

    def neighbors(self, seat: int, step: int) -> frozenset[int]:
        """The next seat that takes part, on one side of a seat; the neighbor of nobody is nobody. Of a seat that takes no part
        it is any: `playing` stands for all sets of so many seats."""
        if seat < 0 or not self.playing:
            return frozenset({NOBODY})
        if seat not in self.playing:
            return frozenset(self.playing)
        ring = [(seat + step * n) % self.table.seats for n in range(1, self.table.seats + 1)]
        return frozenset({next(s for s in ring if s in self.playing)})

    def within(self, type_: Type) -> Values:
        """All values of a type; None if they are not enumerated."""
        match type_:
            case YesNo():
                return frozenset({0, 1})
            case Enumeration():
                return frozenset(range(-1, len(type_.values)))
            case Player():
                return frozenset(range(-1, self.table.seats))
            case Card():
                return frozenset(range(-1 if type_.optional else 0, len(self.table.deck.kinds)))
            case _:
                return None


class Reading:
    """Evaluates expressions abstractly; `known`: abstract values of slots."""

    def __init__(self, shape: Shape, known: dict[Slot, Values] | None = None) -> None:
        self.shape, self.table = shape, shape.table
        self.known = {} if known is None else known

    # ------------------------------------------------------------------------------------------------------------ values

    def values(self, x: e.Expr, env: Env) -> Values:
        """The abstract value of an expression."""
        if isinstance(x, e.Condition):
            truth = self.decided(x, env)
            return frozenset({0, 1}) if truth is None else frozenset({int(truth)})
        if isinstance(x, e.Builtin | e.Count | e.PlayerSet | e.TopCard):
            # positions of cards, numbers, sets
            everybody = isinstance(x, e.SetSize) and isinstance(x.players, e.Builtin) and x.players.kind == "in play"
            return frozenset({len(self.shape.playing)}) if everybody and self.shape.playing is not None else None
        if isinstance(x.type, Players):
            # (sets have quantities of their own, by seat)
            return None
        match x:
            case e.Constant():
                return frozenset({x.value})
            case e.Local():
                return env.get(x.index)
            case e.Variable():
                return self.known.get(("variable", x.index)) if x.seat is None else None
            case e.Owner():
                return self.known.get(("owner", x.situation))
            case e.Field():
                return self.known.get(field_slot(x.situation, x.index))
            case e.Neighbor():
                seats = self.values(x.seat, env)
                if seats is None or not self.shape.playing:
                    return None
                return frozenset(y for s in seats for y in self.shape.neighbors(s, 1 if x.side == "left" else -1))
            case e.Choose():
                truth = self.decided(x.condition, env)
                if truth is not None:
                    return self.values(x.then if truth else x.otherwise, env)
                then, otherwise = self.values(x.then, env), self.values(x.otherwise, env)
                return None if then is None or otherwise is None else then | otherwise
            case e.TheOne():
                among = self.members(x.players, env)
                return None if among is None else among | {NOBODY}
            case e.Attribute():
                cards = self.values(x.card, env)
                if cards is None:
                    return None
                kinds = self.table.deck.kinds
                return frozenset(-1 if k < 0 else kinds[k].values[x.attribute] for k in cards)
            case _:
                assert_never(x)

    def members(self, x: e.Expr, env: Env) -> frozenset[int] | None:
        """The seats that can be in a set; None: any."""
        if isinstance(x, e.Constant | e.Local | e.Choose | e.Stored | e.Condition | e.Count | e.Derived):
            # a set in a slot
            return None
        match x:
            case e.SetOf():
                found = self.values(x.player, env)
                return None if found is None else found - {NOBODY}
            case e.SetOperation():
                left, right = self.members(x.left, env), self.members(x.right, env)
                if x.operator == "union":
                    return None if left is None or right is None else left | right
                if x.operator == "intersection":
                    return right if left is None else left if right is None else left & right
                out = frozenset(self.shape.seats) if left is None else left
                sure = self.values(x.right.player, env) if isinstance(x.right, e.SetOf) else None
                return out - sure if sure is not None and len(sure) == 1 else out
            case e.PlayersWhere():
                among = self.members(x.among, env)
                seats = self.shape.seats if among is None else among
                return frozenset(
                    s for s in seats if self.implied(x.where, {**env, x.local.index: frozenset({s})}) is not None
                )
            case e.Builtin():
                playing = self.shape.playing if x.kind == "in play" else None
                return None if playing is None else frozenset(playing)
            case _:
                assert_never(x)

    def decided(self, x: e.Expr, env: Env) -> bool | None:
        """The truth of a condition; None if unknown."""
        if self.implied(x, env, True) is None:
            return False
        return True if self.implied(x, env, False) is None else None

    # -------------------------------------------------------------------------------------------------------- conditions

    def implied(self, x: e.Expr, env: Env, positive: bool = True) -> tuple[Bound, ...] | None:
        """The linear conditions that follow from a condition (from its negation unless `positive`); None if it is
        unsatisfiable."""
        if isinstance(x, e.Builtin | e.Owner | e.IsTop | e.Can | e.Count | e.PlayerSet | e.Derived):
            return ()
        match x:
            case e.Constant():
                return () if bool(x.value) == positive else None
            case e.Not():
                return self.implied(x.operand, env, not positive)
            case e.Logic():
                found = [self.implied(o, env, positive) for o in x.operands]
                there = [bounds for bounds in found if bounds is not None]
                if (x.kind == "and") == positive:
                    return tuple(b for bounds in there for b in bounds) if len(there) == len(found) else None
                return None if not there else there[0] if len(there) == 1 else ()
            case e.Compare():
                return self.compared(x, env, positive)
            case e.Member():
                return self.member(x.player, x.players, env, positive)
            case e.IsOpen():
                if x.situation not in self.shape.tracked or self.table.situations[x.situation].on_players:
                    return ()
                owners = self.known.get(("owner", x.situation))
                if owners is not None and (owners == {NOBODY} if positive else NOBODY not in owners):
                    return None
                return equal({("owner", x.situation, NOBODY): 1}, 0 if positive else 1)
            case e.Variable() | e.Field():
                if not isinstance(x.type, YesNo):
                    return ()
                found_ = self.values(x, env)
                if found_ is not None and int(positive) not in found_:
                    return None
                sums = self.linear(x, env)
                return () if sums is None else equal(sums[0], int(positive) - sums[1])
            case e.Local():
                values = self.values(x, env)
                return None if values is not None and int(positive) not in values else ()
            case e.Choose():
                truth = self.decided(x.condition, env)
                return () if truth is None else self.implied(x.then if truth else x.otherwise, env, positive)
            case _:
                assert_never(x)

    def compared(self, x: e.Compare, env: Env, positive: bool) -> tuple[Bound, ...] | None:
        """The linear conditions that follow from a comparison."""
        operator, left, right = x.operator, x.left, x.right
        if not positive:
            if operator in ("<", "<="):
                left, right, operator = right, left, "<=" if operator == "<" else "<"
            else:
                operator = "!=" if operator == "==" else "=="
        mine, theirs = self.values(left, env), self.values(right, env)
        if mine is not None and theirs is not None:
            pairs = ((a, b) for a in mine for b in theirs)
            holds = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b}
            if not any(holds.get(operator, lambda a, b: a <= b)(a, b) for a, b in pairs):
                return None
        one, other = self.linear(left, env), self.linear(right, env)
        if one is None or other is None:
            return ()
        sums = dict(other[0])
        for q, n in one[0].items():
            sums[q] = sums.get(q, 0) - n
        sums = {q: n for q, n in sums.items() if n}
        constant = other[1] - one[1]  # the right side less the left
        if not sums:
            right_ = {"==": constant == 0, "!=": constant != 0, "<": constant > 0, "<=": constant >= 0}[operator]
            return () if right_ else None
        match operator:
            case "==":
                return equal(sums, -constant)
            case "<":
                return (Bound(tuple(sums.items()), constant - 1),)
            case "<=":
                return (Bound(tuple(sums.items()), constant),)
            case _:
                return self.unlike(sums, constant)

    def unlike(self, sums: dict[Quantity, int], constant: int) -> tuple[Bound, ...]:
        """What follows if a sum plus a constant is not 0: a single quantity at the end of its range is at least one
        away from it."""
        if len(sums) != 1:
            return ()
        ((q, n),) = sums.items()
        low, high = self.range(q)
        if n * low + constant == 0:
            return (Bound(((q, 1),), -low - 1),)
        if n * high + constant == 0:
            return (Bound(((q, -1),), high - 1),)
        return ()

    def member(self, player: e.Expr, players: e.Expr, env: Env, positive: bool) -> tuple[Bound, ...] | None:
        """The linear conditions that follow if a player is in a set, or not."""
        who = self.values(player, env)
        if who == frozenset({NOBODY}):
            return None if positive else ()
        if isinstance(players, e.Constant | e.Local | e.Choose | e.Condition | e.Count | e.Derived):
            return ()
        match players:
            case e.Variable() | e.Field() | e.Owner():
                name = self.set_name(players, env) if isinstance(players.type, Players) else None
                if name is None or who is None or len(who) != 1:
                    return ()
                (seat,) = who
                return equal({("in", *name, seat): 1}, int(positive))
            case e.SetOf():
                other = self.values(players.player, env)
                if who is not None and other is not None:
                    if positive and not (who & other) - {NOBODY}:
                        return None
                    if not positive and len(who | other) == 1:
                        return None
                return ()
            case e.Builtin():
                if players.kind != "in play" or who is None or self.shape.playing is None:
                    return ()
                there = who & frozenset(self.shape.playing)
                return None if not (there if positive else who - there) else ()
            case e.PlayersWhere():
                if not positive:
                    return ()
                among = self.member(player, players.among, env, True)
                where = self.implied(players.where, {**env, players.local.index: who}) if who is not None else ()
                return None if among is None or where is None else (*among, *where)
            case e.SetOperation():
                left = self.member(player, players.left, env, positive)
                right = self.member(player, players.right, env, positive != (players.operator == "difference"))
                both = positive != (players.operator == "union")
                if both:
                    return None if left is None or right is None else (*left, *right)
                return right if left is None else left if right is None else ()
            case _:
                assert_never(players)

    # -------------------------------------------------------------------------------------------------------- quantities

    def linear(self, x: e.Expr, env: Env) -> tuple[dict[Quantity, int], int] | None:
        """A number as a linear expression: coefficients of quantities and a constant; None if it is not linear."""
        known = self.values(x, env)
        if known is not None and len(known) == 1:
            return {}, next(iter(known))
        if isinstance(x, e.Constant | e.Local | e.Builtin | e.Choose | e.Owner | e.Condition | e.PlayerSet | e.Derived):
            return None
        match x:
            case e.CountCards():
                place = self.place(x.place, env) if x.where is None else None
                if place is None:
                    return None
                return {self.shape.cards(place, c): 1 for c in range(len(self.shape.classes))}, 0
            case e.Variable() | e.Field():
                q = self.value_name(x, env)
                return None if q is None else ({q: 1}, 0)
            case e.SetSize():
                if not isinstance(x.players, e.Variable | e.Field | e.Owner):
                    return None
                name = self.set_name(x.players, env)
                return None if name is None else ({("in", *name, s): 1 for s in self.shape.seats}, 0)
            case e.OverCards() | e.OverPlayers() | e.FaceNumber():
                return None
            case e.Arithmetic():
                if x.operator not in ("+", "-"):
                    return None
                left, right = self.linear(x.left, env), self.linear(x.right, env)
                if left is None or right is None:
                    return None
                sign = 1 if x.operator == "+" else -1
                sums = dict(left[0])
                for q, n in right[0].items():
                    sums[q] = sums.get(q, 0) + sign * n
                return sums, left[1] + sign * right[1]
            case _:
                assert_never(x)

    def place(self, x: e.Place, env: Env) -> tuple[int, int] | None:
        """A place if its seat is known; None otherwise."""
        if x.seat is None:
            return self.shape.place(x.zone, NOBODY)
        seats = self.values(x.seat, env)
        if seats is None or len(seats) != 1 or NOBODY in seats:
            return None
        return self.shape.place(x.zone, next(iter(seats)))

    def set_name(self, x: e.Variable | e.Field | e.Owner, env: Env) -> tuple[str | int, ...] | None:
        """The name of a set of players; None if its seat is unknown."""
        match x:
            case e.Variable():
                if x.seat is None:
                    return "variable", x.index, NOBODY
                seats = self.values(x.seat, env)
                return (
                    ("variable", x.index, *seats) if seats is not None and len(seats) == 1 and min(seats) >= 0 else None
                )
            case e.Field():
                return "field", x.situation, x.index
            case e.Owner():
                return "owners", x.situation, NOBODY
            case _:
                assert_never(x)

    def value_name(self, x: e.Variable | e.Field, env: Env) -> Quantity | None:
        """The quantity of a yes-or-no or a choice; None for other types or an unknown seat."""
        if not isinstance(x.type, YesNo | Enumeration):
            return None
        name = self.set_name(x, env)
        return None if name is None else ("value", *name)

    def range(self, q: Quantity) -> tuple[int, int]:
        """The least and the greatest value of a quantity."""
        match q[0]:
            case "cards":
                return 0, sum(self.table.deck.kinds[k].copies for k in self.shape.classes[int(q[3])])
            case "value":
                _, kind, index, field_ = q
                declared = (
                    self.table.variables[int(index)]
                    if kind == "variable"
                    else self.table.situations[int(index)].fields[int(field_)]
                )
                # even a type that is not optional may hold nothing
                return (-1, len(declared.type.values) - 1) if isinstance(declared.type, Enumeration) else (0, 1)
            case _:
                return 0, 1


def equal(sums: dict[Quantity, int], value: int) -> tuple[Bound, ...]:
    """That a linear sum equals a value."""
    terms = tuple(sums.items())
    return Bound(terms, -value), Bound(tuple((q, -n) for q, n in terms), value)


def written_by(table: t.Table, summary: Summary) -> list[Slot]:
    """The tracked slots that an effect itself writes. (Effects after the beginning or end of a round belong to another
    round.)"""
    if summary.situation is not None:
        fields = table.situations[summary.situation].fields
        return [("owner", summary.situation), *(field_slot(summary.situation, i) for i in range(len(fields)))]
    return [slot_named(change.target) for change in summary.changes]


def slot_named(target: e.Variable | e.Field | e.Owner) -> Slot:
    """The slot of a target."""
    match target:
        case e.Owner():
            return "owner", target.situation
        case e.Field():
            return field_slot(target.situation, target.index)
        case e.Variable():
            return "variable", target.index
        case _:
            assert_never(target)


def of_one_player(table: t.Table, slot: Slot) -> bool:
    """Whether a slot holds one player."""
    kind, index = slot
    if kind == "owner":
        return not table.situations[index].on_players
    if kind == "variable":
        return isinstance(table.variables[index].type, Player)
    return isinstance(table.situations[int(kind.rpartition(" ")[2])].fields[index].type, Player)


def playing_slots(
    shape: Shape, known: dict[Slot, Values], effects: Sequence[Summary], players: Iterable[Values]
) -> dict[Slot, Values]:
    """The slots that some effects write, and that hold only players who take part, or nobody, however often and in whichever
    order these run: with those players (an inductive invariant). `known`: abstract values before; `players`: those of the
    events that set the effects off."""
    if shape.everybody_plays:
        return {}
    table, there = shape.table, shape.there
    if not all(x is not None and x <= there for x in players):
        return {}
    kept = {slot for slot, x in known.items() if of_one_player(table, slot) and x is not None and x <= there}
    written = {slot for x in effects for slot in written_by(table, x)}
    env: Env = {0: there}
    while True:
        reading = Reading(shape, {s: x for s, x in known.items() if s not in written} | dict.fromkeys(kept, there))
        gone: set[Slot] = set()
        for x in effects:
            for slot, value in players_written(table, x):
                found = reading.values(value, env)
                gone |= set() if found is not None and found <= there else {slot}
            who = there if x.performs is None else reading.values(x.performs.player, env)
            about = x.emits.situation if isinstance(x.emits, t.SituationEvent) else -1
            owned = about >= 0 and not table.situations[about].on_players
            if who is None or not who <= there or (owned and ("owner", about) not in kept - gone):
                # rules may be set off by somebody else
                return {}
        if not gone & kept:
            return dict.fromkeys(kept & written, there)
        kept -= gone


def players_written(table: t.Table, summary: Summary) -> Iterator[tuple[Slot, e.Expr]]:
    """Yields the slots of one player that an effect writes, and what it writes there."""
    x = summary.effect
    rows = [(slot_named(c.target), c.value) for c in summary.changes]
    if summary.situation is not None:
        nobody = e.Constant(NOBODY, Player(True))
        given = dict(x.fields) if isinstance(x, f.Begin) else {}
        rows = [(("owner", summary.situation), x.owner if isinstance(x, f.Begin) else nobody)]
        for i, field_ in enumerate(table.situations[summary.situation].fields):
            rows.append((field_slot(summary.situation, i), given.get(i, e.Constant(field_.starts, field_.type))))
    yield from (row for row in rows if of_one_player(table, row[0]))
