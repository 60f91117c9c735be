"""Effect summaries: what each effect reads, writes, emits, performs and moves. All analyses use the single match over
effects in this module.

Over-approximates the engine: the summary contains whatever an effect may do in some state. Example: `ann: points :=
ann: points + 2` writes the variable `points` of ann, and is a change whose step is 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, assert_never

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import event_of
from unodsl.model.per_table import per_table
from unodsl.model.types import Number, Players, YesNo
from unodsl.model.walk import below

Access = tuple[str, int, e.Expr | None]
"""A part of the state by kind and number, and the seat that owns it; None: the table's, or anybody's."""

Slot = tuple[int, int]
"""A variable (its index, -1) or a field (-1 - situation, index), for any player."""

Target = e.Variable | e.Field | e.Owner

_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """A write to a target, clamped to its bounds: an assignment, a `player` who joins or leaves a set (member), or the
    initial value of a field of a begun situation."""

    how: Literal["assign", "member", "begin"]
    target: Target
    value: e.Expr
    player: e.Expr | None = None

    @property
    def step(self) -> int | None:
        """The constant k of `x := x + k`; None for other changes."""
        return step_of(self.target, self.value)


@dataclass(frozen=True, slots=True)
class Transfer:
    """A move of cards. `card`: the moved card; `count`: how many, `where`: which ones, if an expression says so. `takes`:
    zones that may lose cards to other zones. `tops`: zones whose top card may change, and between whose places cards may go.
    `origin`: None for all places."""

    how: Literal["card", "top", "all", "gather", "shuffle", "swap", "give"]
    origin: e.Place | None
    target: e.Place
    takes: frozenset[int]
    tops: frozenset[int]
    count: e.Expr | None = None
    card: e.Expr | None = None
    where: e.Expr | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Effects nested in another effect. `given`: the condition of a branch; None for other blocks. `most`: a bound on
    its iterations. `local`: its loop variable, which ranges over `among`."""

    how: Literal["branch", "each", "random", "times"]
    effects: tuple[f.Effect, ...]
    most: int
    given: e.Expr | None = None
    local: e.Local | None = None
    among: e.Expr | tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """What an effect does by itself, without nested effects (`blocks`) and without the effects of an act that it
    `performs`. `reads`: the nodes that it evaluates. `asks`: built-in values that it reads besides."""

    effect: f.Effect
    reads: tuple[object, ...] = ()
    asks: frozenset[str] = frozenset()
    writes: tuple[Access, ...] = ()
    changes: tuple[Change, ...] = ()
    transfer: Transfer | None = None
    begins: int | None = None
    ends: int | None = None
    performs: f.Perform | None = None
    seating: f.Seating | None = None
    phase: Literal["round begins", "round ends", "match ends"] | None = None
    announces: bool = False
    shows: bool = False
    blocks: tuple[Block, ...] = ()

    @property
    def emits(self) -> t.Event | None:
        """The event that the effect may emit."""
        return event_of(self.effect)

    @property
    def situation(self) -> int | None:
        """The situation that the effect begins or ends."""
        return self.ends if self.begins is None else self.begins


class Summaries:
    """The summaries of a table's effects, memoized."""

    def __init__(self, table: t.Table) -> None:
        self.table = table
        self._of: dict[int, Summary] = {}
        self._flat: dict[int, tuple[Summary, ...]] = {}
        self._acts: dict[int, tuple[Summary, ...]] = {}

    def of(self, x: f.Effect) -> Summary:
        """The summary of an effect. (It holds the effect, so that its id stays unique.)"""
        found = self._of.get(id(x))
        if found is None:
            found = self._of[id(x)] = self._made(x)
        return found

    def flat(
        self, effects: Iterable[f.Effect], false_conditions: AbstractSet[e.Expr] = frozenset()
    ) -> Iterator[Summary]:
        """Yields the summaries of effects and all nested ones in textual order. `false_conditions`: branch conditions that never
        hold; their blocks are skipped."""
        for x in effects:
            if false_conditions:
                yield from self._walked(x, false_conditions)
                continue
            found = self._flat.get(id(x))
            if found is None:
                found = self._flat[id(x)] = tuple(self._walked(x, false_conditions))
            yield from found

    def _walked(self, x: f.Effect, false_conditions: AbstractSet[e.Expr]) -> Iterator[Summary]:
        summary = self.of(x)
        yield summary
        for block in summary.blocks:
            if block.given not in false_conditions:
                yield from self.flat(block.effects, false_conditions)

    def through(self, effects: Iterable[f.Effect]) -> Iterator[Summary]:
        """Like `flat`, with the effects of performed acts, transitively, each act once."""
        acts: set[int] = set()
        todo = [tuple(self.flat(effects))]
        while todo:
            for summary in todo.pop():
                yield summary
                if summary.performs is not None and summary.performs.act not in acts:
                    acts.add(summary.performs.act)
                    todo.append(self.of_act(summary.performs.act))

    def of_act(self, index: int) -> tuple[Summary, ...]:
        """The summaries of an act's own effects, with all nested ones."""
        if index not in self._acts:
            self._acts[index] = tuple(self.flat(self.table.acts[index].effects))
        return self._acts[index]

    def everything(self) -> Iterator[Summary]:
        """The summaries of all effects of rules and acts."""
        rows = (self.table.triggers, self.table.offers, self.table.acts)
        for effects in (x.effects for row in rows for x in row):
            yield from self.flat(effects)

    def performed(self, effects: Iterable[f.Effect], false_conditions: AbstractSet[e.Expr]) -> frozenset[int]:
        """The acts that effects perform."""
        return frozenset(x.performs.act for x in self.flat(effects, false_conditions) if x.performs is not None)

    def slots(self, effects: Iterable[f.Effect]) -> frozenset[Slot]:
        """The variables and fields that effects write, including by performed acts."""
        out: set[Slot] = set()
        for x in self.through(effects):
            out |= {slot_of(c.target) for c in x.changes if not isinstance(c.target, e.Owner)}
            for kind, index, _ in x.writes:
                if kind == "variable":
                    out.add((index, -1))
                elif kind == "field" and not x.changes:
                    out |= {(-1 - index, i) for i in range(len(self.table.situations[index].fields))}
        return frozenset(out)

    def most(self, effects: Iterable[f.Effect], weigh: Callable[[Summary], int]) -> int:
        """An upper bound on the total weight of effects and of the acts that they perform; `weigh` gives the weight of
        one effect."""
        total = 0
        for x in effects:
            summary = self.of(x)
            total += weigh(summary)
            if summary.performs is not None:
                total += self.most(self.table.acts[summary.performs.act].effects, weigh)
            total += max((block.most * self.most(block.effects, weigh) for block in summary.blocks), default=0)
        return total

    # --------------------------------------------------------------------------------------------------------- one effect

    def _made(self, x: f.Effect) -> Summary:
        match x:
            case f.If():
                unless = e.Not(x.condition, YesNo())
                then = Block("branch", x.then, 1, x.condition)
                return Summary(x, (x.condition,), blocks=(then, Block("branch", x.otherwise, 1, unless)))
            case f.ForEach():
                each = Block("each", x.body, self.table.seats, local=x.local, among=x.players)
                return Summary(x, (x.players, x.start, x.backward), blocks=(each,))
            case f.ForEachCard():
                cards = Block("times", x.body, self.table.deck.size)
                return Summary(x, (x.place, x.where), blocks=(cards,))
            case f.AtRandom():
                one = Block("random", x.body, 1, local=x.local, among=x.among)
                return Summary(x, (x.among,), writes=(("chance", 0, None),), blocks=(one,))
            case f.Repeat():
                high = x.times.type.high if isinstance(x.times.type, Number) else 0
                most = x.times.value if isinstance(x.times, e.Constant) else high
                return Summary(x, (x.times, x.condition), blocks=(Block("times", x.body, max(0, most)),))
            case f.Perform():
                return Summary(x, (x.player, x.argument, x.standing_for), performs=x)
            case f.Assign():
                return self._changed(x, Change("assign", x.target, x.value))
            case f.ChangeSet():
                operator: Literal["union", "difference"] = "union" if x.kind == "include" else "difference"
                value = e.SetOperation(operator, x.target, e.SetOf(x.player, Players()), Players())
                return self._changed(x, Change("member", x.target, value, x.player))
            case f.MoveCard():
                zones = frozenset({x.origin.zone, x.target.zone})
                return self._moved(
                    x, Transfer("card", x.origin, x.target, frozenset({x.origin.zone}), zones, card=x.card)
                )
            case f.MoveTop():
                zones = frozenset({x.origin.zone, x.target.zone})
                return self._moved(x, Transfer("top", x.origin, x.target, frozenset({x.origin.zone}), zones, x.count))
            case f.MoveAll():
                origin = frozenset({x.origin.zone})
                tops = {x.target.zone} | (set() if x.keep else origin)
                return self._moved(x, Transfer("all", x.origin, x.target, origin, frozenset(tops), where=x.where))
            case f.Gather():
                return self._moved(x, Transfer("gather", None, x.target, self._zones, self._zones))
            case f.Shuffle():
                return self._moved(x, Transfer("shuffle", x.place, x.place, _NOTHING, frozenset({x.place.zone})))
            case f.SwapPlaces():
                zones = frozenset({x.left.zone, x.right.zone})
                # (when two players swap hands, the zone loses no cards overall)
                return self._moved(x, Transfer("swap", x.left, x.right, zones if len(zones) > 1 else _NOTHING, zones))
            case f.GiveEvery():
                zones = frozenset({x.zone})
                origin_ = e.Place(x.zone, x.local)
                takes = _NOTHING if passes_on(x.to, x.local.index) else zones
                return self._moved(x, Transfer("give", origin_, e.Place(x.zone, x.to), takes, zones))
            case f.Begin():
                fields = self.table.situations[x.situation].fields
                changes = (Change("begin", e.Field(x.situation, i, fields[i].type), v) for i, v in x.fields)
                return Summary(x, (x,), writes=_of_situation(x.situation), changes=tuple(changes), begins=x.situation)
            case f.End():
                return Summary(x, (x,), writes=_of_situation(x.situation), ends=x.situation)
            case f.Seating():
                return Summary(x, (x,), writes=(("in play", 0, None), ("queue", 0, None)), seating=x)
            case f.Show():
                return Summary(x, (x,), announces=True, shows=True)
            case f.Tell():
                return Summary(x, (x,), announces=True)
            case f.BeginRound():
                zones_: list[Access] = [("zone", i, None) for i in self._zones]
                variables: list[Access] = [
                    ("variable", i, None) for i, v in enumerate(self.table.variables) if not v.kept
                ]
                more: tuple[Access, ...] = (("moved", 0, None), ("round over", 0, None), ("match over", 0, None))
                return Summary(x, writes=(*zones_, *variables, *more, *self._closed), phase="round begins")
            case f.EndRound():
                # no effect if the round is already over
                over: tuple[Access, ...] = (("round over", 0, None), ("winners", 0, None))
                asks = frozenset({"round over"})
                return Summary(x, (x,), asks, writes=(*over, *self._closed), phase="round ends")
            case f.EndMatch():
                over = (("round over", 0, None), ("match over", 0, None), ("winners", 0, None))
                asks = frozenset({"round over", "match over"})
                return Summary(x, (x,), asks, writes=(*over, *self._closed), phase="match ends")
            case _:
                assert_never(x)

    def _changed(self, x: f.Effect, change: Change) -> Summary:
        """The summary of an assignment. Adding to a variable, or subtracting from it, does not count as reading it."""
        target, reads = change.target, (change.value,)
        match target:
            case e.Variable():
                adding = only_adds(target, change.value)
                if adding is None:
                    access: Access = ("variable", target.index, target.seat)
                    return Summary(x, (target.seat, *reads), writes=(access,), changes=(change,))
                kind = "grows" if adding[0] == "+" else "shrinks"
                access = (kind, target.index, target.seat)
                return Summary(x, (target.seat, adding[1]), writes=(access,), changes=(change,))
            case e.Field():
                access = ("field", target.situation, None)
                return Summary(x, reads, writes=(access,), changes=(change,))
            case e.Owner():
                access = ("owner", target.situation, None)
                return Summary(x, reads, writes=(access,), changes=(change,))
            case _:
                assert_never(target)

    def _moved(self, x: f.Effect, transfer: Transfer) -> Summary:
        places: tuple[Access, ...] = tuple(
            ("zone", place.zone, place.seat) for place in (transfer.origin, transfer.target) if place is not None
        )
        moved: Access = ("moved", 0, None)
        match transfer.how:
            case "card" | "all":
                writes = (*places, moved)
            case "top":
                writes = (*places, moved, ("chance", 0, None))
            case "gather":
                writes = tuple(("zone", i, None) for i in self._zones)
            case "shuffle":
                # (a face-down pile counts as shuffled at any time)
                pile = self.table.zones[transfer.target.zone].visibility == "face up"
                writes = (*places, ("chance", 0, None)) if pile else ()
            case "swap":
                writes = places
            case "give":
                writes = (("zone", transfer.target.zone, None),)
                return Summary(x, (x,), frozenset({"in play"}), writes, transfer=transfer)
            case _:
                assert_never(transfer.how)
        return Summary(x, (x,), writes=writes, transfer=transfer)

    @property
    def _zones(self) -> frozenset[int]:
        return frozenset(range(len(self.table.zones)))

    @property
    def _closed(self) -> tuple[Access, ...]:
        """The writes of closing all situations."""
        rows = [_of_situation(i) for i in range(len(self.table.situations))]
        return (("stack", 0, None), *(x for row in rows for x in row[1:]))


def _of_situation(index: int) -> tuple[Access, ...]:
    return ("stack", 0, None), ("open", index, None), ("owner", index, None), ("field", index, None)


@per_table(8)
def summaries(table: t.Table) -> Summaries:
    """The summaries of a table. Cached."""
    return Summaries(table)


def slot_of(x: e.Variable | e.Field) -> Slot:
    """The slot of a variable or a field, for any player."""
    return (x.index, -1) if isinstance(x, e.Variable) else (-1 - x.situation, x.index)


def declaration(table: t.Table, slot: Slot) -> t.Variable | t.SituationField:
    """The declaration of a slot: a variable, or a field of a situation. Raises `IndexError`."""
    one, other = slot
    return table.variables[one] if one >= 0 else table.situations[-1 - one].fields[other]


def steps(target: e.Expr, value: e.Expr) -> tuple[Literal["+", "-"], e.Expr] | None:
    """The operator and the amount of `x := x + amount` or `x := x - amount`; None for other values."""
    if isinstance(value, e.Arithmetic) and value.left == target and value.operator in ("+", "-"):
        return ("+" if value.operator == "+" else "-"), value.right
    return None


def step_of(target: e.Expr, value: e.Expr) -> int | None:
    """The constant k of `x := x + k`; None for other values."""
    found = steps(target, value)
    if found is None or not isinstance(found[1], e.Constant):
        return None
    return found[1].value if found[0] == "+" else -found[1].value


def only_adds(target: e.Variable, value: e.Expr) -> tuple[Literal["+", "-"], e.Expr] | None:
    """The operator and the amount of an addition or a subtraction whose amount is non-negative and independent of the
    variable. Two of the same operator commute, also at the ends of the variable's range."""
    found = steps(target, value)
    if found is None or not isinstance(found[1].type, Number) or found[1].type.low < 0:
        return None
    return None if any(isinstance(x, e.Variable) and x.index == target.index for x in below(found[1])) else found


def passes_on(to: e.Expr, holder: int) -> bool:
    """Whether everybody (the local `holder`) gives to a neighbor on the same side, so that everybody receives
    something."""
    if isinstance(to, e.Neighbor):
        return isinstance(to.seat, e.Local) and to.seat.index == holder
    if isinstance(to, e.Choose):
        same = not any(isinstance(n, e.Local) for n in below(to.condition))
        return same and passes_on(to.then, holder) and passes_on(to.otherwise, holder)
    return False
