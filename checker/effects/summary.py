"""Effect summaries: what each effect reads, writes, emits, performs and moves. Every question of this kind is answered from the one
match over effects that stands here.

Over-approximates the engine: what an effect may do in some state is in its summary. Example: `ann: points := ann: points + 2` writes
the variable `points` of ann, and is a change whose step is 2.
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
from unodsl.model.types import Number, Players, YesNo
from unodsl.model.walk import below

Access = tuple[str, int, e.Expr | None]
"""A part of the state, its number, and the seat whose it is; None: the table's, or anybody's."""

Slot = tuple[int, int]
"""A variable (its index, -1) or a field (-1 - situation, index), whoever's."""

Target = e.Variable | e.Field | e.Owner

_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """A target takes a value, kept within the target's bounds: it is assigned, a `player` joins or leaves it (a member), or it is a
    field that a situation begins with."""

    how: Literal["assign", "member", "begin"]
    target: Target
    value: e.Expr
    player: e.Expr | None = None

    @property
    def step(self) -> int | None:
        """The number k of `x := x + k`; None where it is another change."""
        return step_of(self.target, self.value)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Cards change places. `card`: the one; `count`: how many, where an expression says so. `takes`: zones of which a place may have fewer cards
    afterwards. `tops`: zones of which another card may lie on top. `origin` is None where it is every place."""

    how: Literal["card", "top", "all", "gather", "shuffle", "swap", "give"]
    origin: e.Place | None
    target: e.Place
    takes: frozenset[int]
    tops: frozenset[int]
    count: e.Expr | None = None
    card: e.Expr | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Effects inside another effect. `given`: what holds where a branch is taken; None of other blocks. `most`: how often it runs
    at most. `local` is one `among` several in it."""

    how: Literal["branch", "each", "random", "times"]
    effects: tuple[f.Effect, ...]
    most: int
    given: e.Expr | None = None
    local: e.Local | None = None
    among: e.Expr | tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """What an effect does by itself: without what stands inside it (`blocks`), and without what the act does that it `performs`.
    `reads`: the nodes that it evaluates. `asks`: the built-in values that it goes by besides."""

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
    blocks: tuple[Block, ...] = ()

    @property
    def emits(self) -> t.Event | None:
        """The event that it can bring about."""
        return event_of(self.effect)

    @property
    def situation(self) -> int | None:
        """The situation that it begins or ends."""
        return self.ends if self.begins is None else self.begins


class Summaries:
    """The summaries of the effects of one table, each made once."""

    def __init__(self, table: t.Table) -> None:
        self.table = table
        self._of: dict[int, Summary] = {}
        self._flat: dict[int, tuple[Summary, ...]] = {}
        self._acts: dict[int, tuple[Summary, ...]] = {}

    def of(self, x: f.Effect) -> Summary:
        """The summary of an effect. (It holds the effect, whose address so stays its own.)"""
        found = self._of.get(id(x))
        if found is None:
            found = self._of[id(x)] = self._made(x)
        return found

    def flat(self, effects: Iterable[f.Effect], untaken: AbstractSet[e.Expr] = frozenset()) -> Iterator[Summary]:
        """The summaries of effects and of all inside them, in the order of the text. `untaken`: conditions of branches that are
        known never to hold; what stands there is left out."""
        for x in effects:
            if untaken:
                yield from self._walked(x, untaken)
                continue
            found = self._flat.get(id(x))
            if found is None:
                found = self._flat[id(x)] = tuple(self._walked(x, untaken))
            yield from found

    def _walked(self, x: f.Effect, untaken: AbstractSet[e.Expr]) -> Iterator[Summary]:
        summary = self.of(x)
        yield summary
        for block in summary.blocks:
            if block.given not in untaken:
                yield from self.flat(block.effects, untaken)

    def through(self, effects: Iterable[f.Effect]) -> Iterator[Summary]:
        """The same with the effects of the acts that they perform, and of those that these perform, each act once."""
        acts: set[int] = set()
        todo = [tuple(self.flat(effects))]
        while todo:
            for summary in todo.pop():
                yield summary
                if summary.performs is not None and summary.performs.act not in acts:
                    acts.add(summary.performs.act)
                    todo.append(self.of_act(summary.performs.act))

    def of_act(self, index: int) -> tuple[Summary, ...]:
        """The summaries of what an act always does, and of all inside it."""
        if index not in self._acts:
            self._acts[index] = tuple(self.flat(self.table.acts[index].effects))
        return self._acts[index]

    def everything(self) -> Iterator[Summary]:
        """The summaries of all effects of the rules and the acts."""
        rows = (self.table.triggers, self.table.offers, self.table.acts)
        for effects in (x.effects for row in rows for x in row):
            yield from self.flat(effects)

    def performed(self, effects: Iterable[f.Effect], untaken: AbstractSet[e.Expr] = frozenset()) -> frozenset[int]:
        """The acts that effects perform."""
        return frozenset(x.performs.act for x in self.flat(effects, untaken) if x.performs is not None)

    def slots(self, effects: Iterable[f.Effect]) -> frozenset[Slot]:
        """The variables and fields that effects write, by the acts that they perform too."""
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
        """The most that effects can come to, with the acts that they perform, where each effect comes to so much by itself."""
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
                return self._moved(x, Transfer("all", x.origin, x.target, origin, frozenset(tops)))
            case f.Gather():
                return self._moved(x, Transfer("gather", None, x.target, self._zones, self._zones))
            case f.Shuffle():
                return self._moved(x, Transfer("shuffle", x.place, x.place, _NOTHING, frozenset({x.place.zone})))
            case f.SwapPlaces():
                zones = frozenset({x.left.zone, x.right.zone})
                # (where two players exchange what they hold, both still hold cards)
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
            case f.Show() | f.Tell():
                return Summary(x, (x,), announces=True)
            case f.BeginRound():
                zones_: list[Access] = [("zone", i, None) for i in self._zones]
                variables: list[Access] = [
                    ("variable", i, None) for i, v in enumerate(self.table.variables) if not v.kept
                ]
                more: tuple[Access, ...] = (("moved", 0, None), ("round over", 0, None), ("match over", 0, None))
                return Summary(x, writes=(*zones_, *variables, *more, *self._closed), phase="round begins")
            case f.EndRound():
                # it does nothing where the round is over already
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
        """An assignment. One that only adds to a variable, or only takes from it, does not go by how much it is."""
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
                return Summary(x, reads, frozenset({"stack"}), (access,), (change,))
            case e.Owner():
                access = ("owner", target.situation, None)
                return Summary(x, reads, frozenset({"stack"}), (access,), (change,))
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
                # (cards that lie face down count as mixed at any time)
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
        """All situations are closed."""
        rows = [_of_situation(i) for i in range(len(self.table.situations))]
        return (("stack", 0, None), *(x for row in rows for x in row[1:]))


def _of_situation(index: int) -> tuple[Access, ...]:
    return ("stack", 0, None), ("owner", index, None), ("field", index, None)


_TABLES: dict[int, Summaries] = {}
_MOST_TABLES = 8
"""Of so many tables they are kept, those that were asked about last."""


def summaries(table: t.Table) -> Summaries:
    """The summaries of a table."""
    found = _TABLES.pop(id(table), None) or Summaries(table)
    _TABLES[id(table)] = found
    if len(_TABLES) > _MOST_TABLES:
        del _TABLES[next(iter(_TABLES))]
    return found


def slot_of(x: e.Variable | e.Field) -> Slot:
    """What is read or set, whoever's it is."""
    return (x.index, -1) if isinstance(x, e.Variable) else (-1 - x.situation, x.index)


def steps(target: e.Expr, value: e.Expr) -> tuple[Literal["+", "-"], e.Expr] | None:
    """The operator and the amount of `x := x + amount` and of `x := x - amount`; None where a value is another one."""
    if isinstance(value, e.Arithmetic) and value.left == target and value.operator in ("+", "-"):
        return ("+" if value.operator == "+" else "-"), value.right
    return None


def step_of(target: e.Expr, value: e.Expr) -> int | None:
    """The number k of `x := x + k`, where it is written down; None where a value is another one."""
    found = steps(target, value)
    if found is None or not isinstance(found[1], e.Constant):
        return None
    return found[1].value if found[0] == "+" else -found[1].value


def only_adds(target: e.Variable, value: e.Expr) -> tuple[Literal["+", "-"], e.Expr] | None:
    """The operator and the amount, where a variable becomes itself and something more, or itself and something less, and what that is
    does not hang on the variable. Two of one kind come to the same in either order, also at the ends of the variable's range."""
    found = steps(target, value)
    if found is None or not isinstance(found[1].type, Number) or found[1].type.low < 0:
        return None
    return None if any(isinstance(x, e.Variable) and x.index == target.index for x in below(found[1])) else found


def passes_on(to: e.Expr, holder: int) -> bool:
    """Whether everybody (the local `holder`) gives to a neighbor on the same side, so that everybody is given something."""
    if isinstance(to, e.Neighbor):
        return isinstance(to.seat, e.Local) and to.seat.index == holder
    if isinstance(to, e.Choose):
        same = not any(isinstance(n, e.Local) for n in below(to.condition))
        return same and passes_on(to.then, holder) and passes_on(to.otherwise, holder)
    return False
