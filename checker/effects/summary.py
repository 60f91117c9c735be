"""What rules read and write: two rules that touch nothing of each other come to the same in either order."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import assert_never

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import below, conjuncts, expressions_below

Thing = tuple[str, int, str]
"""A part of the state, its number, and whose it is: the rule's own `player`'s, only `others`', or perhaps `any`body's."""

Things = AbstractSet[Thing]

Whose = dict[int, str]
"""For each local that is a seat: whose it is."""

_EVERYTHING: Thing = ("everything", 0, "any")


class Footprints:
    """The footprints of the rules of one table."""

    def __init__(self, table: t.Table) -> None:
        self.table = table
        self.heard = {event for event, _ in table.order}
        rules = (table.triggers, table.offers, table.acts)
        moving = any(isinstance(n, f.Seating) for n in below(rules))
        self.neighbors_are_others = table.seats >= 2 and not moving
        self._of: dict[int, tuple[Things, Things, Things]] = {}
        self._kinds: dict[tuple[Things, Things, Things], int] = {}
        self._kind: dict[int, int] = {}
        self._clashes: dict[tuple[int, int], tuple[bool, bool]] = {}
        self._parts: dict[int, tuple[tuple[e.Expr, Things], ...]] = {}

    def whose(self, seat: e.Expr | None, env: Whose) -> str:
        """Whose seat an expression is, seen from local 0."""
        if isinstance(seat, e.Local):
            return env.get(seat.index, "any")
        if isinstance(seat, e.Neighbor) and self.neighbors_are_others:
            # with three or more seats a neighbor's neighbor may be anybody; the player's own neighbor never is the player
            return "others" if self.whose(seat.seat, env) == "player" else "any"
        if isinstance(seat, e.Choose):
            then, otherwise = self.whose(seat.then, env), self.whose(seat.otherwise, env)
            return then if then == otherwise else "any"
        return "any"

    def among(self, players: e.Expr, env: Whose) -> str:
        """Whose seats a set can hold."""
        if isinstance(players, e.SetOf):
            return self.whose(players.player, env)
        if isinstance(players, e.SetOperation) and players.operator == "difference":
            out = players.right
            return "others" if isinstance(out, e.SetOf) and self.whose(out.player, env) == "player" else "any"
        return "any"

    def reads(self, node: object, env: Whose) -> set[Thing]:
        """What expressions below a node look at."""
        out: set[Thing] = set()
        for x in expressions_below(node):
            match x:
                case e.Variable():
                    out.add(("variable", x.index, "any" if x.seat is None else self.whose(x.seat, env)))
                case e.Field():
                    out |= {("field", x.situation, "any"), ("stack", 0, "any")}
                case e.Owner():
                    out |= {("owner", x.situation, "any"), ("stack", 0, "any")}
                case e.IsOpen() | e.IsTop():
                    out.add(("stack", 0, "any"))
                case e.Place():
                    out.add(("zone", x.zone, self.whose(x.seat, env)))
                case e.Builtin():
                    out.add((x.kind, 0, "any"))
                case e.Neighbor():
                    out.add(("in play", 0, "any"))
                case e.Can():
                    out.add(_EVERYTHING)
                case e.TopCard() | e.CountCards() | e.OverCards():
                    # (its place comes by itself)
                    pass
                case (
                    e.Constant() | e.Local() | e.PlayersWhere() | e.OverPlayers() | e.SetSize() | e.SetOf() | e.TheOne()
                ):
                    pass
                case e.SetOperation() | e.Member() | e.Attribute() | e.FaceNumber() | e.Arithmetic() | e.Compare():
                    pass
                case e.Logic() | e.Not() | e.Choose():
                    pass
                case _:
                    assert_never(x)
        return out

    def event(self, x: t.Event, writes: set[Thing]) -> None:
        """An event that some rule hears goes to the queue: two rules that both add to it are seen in their order."""
        if x in self.heard:
            writes.add(("queue", 0, "any"))

    def effects(self, block: Iterable[f.Effect], env: Whose, reads: set[Thing], writes: set[Thing]) -> None:
        """Add what effects look at and change."""
        for effect in block:
            self.effect(effect, env, reads, writes)

    def effect(self, x: f.Effect, env: Whose, reads: set[Thing], writes: set[Thing]) -> None:
        def place(at: e.Place) -> Thing:
            return ("zone", at.zone, self.whose(at.seat, env))

        if isinstance(x, f.Assign) and isinstance(x.target, e.Variable) and isinstance(x.value, e.Arithmetic):
            sum_ = x.target
            if only_adds(sum_, x.value):
                kind = "grows" if x.value.operator == "+" else "shrinks"
                reads |= self.reads((sum_.seat, x.value.right), env)
                writes.add((kind, sum_.index, "any" if sum_.seat is None else self.whose(sum_.seat, env)))
                return
        if not isinstance(x, f.Block | f.Perform):
            reads |= self.reads(x, env)
        match x:
            case f.If():
                reads |= self.reads(x.condition, env)
                self.effects((*x.then, *x.otherwise), env, reads, writes)
            case f.ForEach():
                reads |= self.reads((x.players, x.start, x.backward), env)
                self.effects(x.body, {**env, x.local.index: self.among(x.players, env)}, reads, writes)
            case f.AtRandom():
                reads |= self.reads(x.among, env)
                writes.add(("chance", 0, "any"))
                whose = "any" if isinstance(x.among, tuple) else self.among(x.among, env)
                self.effects(x.body, {**env, x.local.index: whose}, reads, writes)
            case f.Repeat():
                reads |= self.reads((x.times, x.condition), env)
                self.effects(x.body, env, reads, writes)
            case f.Perform():
                reads |= self.reads((x.player, x.argument, x.standing_for), env)
                self.effects(self.table.acts[x.act].effects, {0: self.whose(x.player, env)}, reads, writes)
                self.event(t.ActEvent(x.act, x.manner), writes)
            case f.Assign(target=target) | f.ChangeSet(target=target):
                match target:
                    case e.Variable():
                        writes.add(
                            ("variable", target.index, "any" if target.seat is None else self.whose(target.seat, env))
                        )
                    case e.Field():
                        writes.add(("field", target.situation, "any"))
                    case e.Owner():
                        writes.add(("owner", target.situation, "any"))
                        self.event(t.SituationEvent("completes", target.situation), writes)
                    case _:
                        assert_never(target)
            case f.MoveCard() | f.MoveTop() | f.MoveAll():
                writes |= {place(x.origin), place(x.target), ("moved", 0, "any")}
                if isinstance(x, f.MoveTop):
                    writes.add(("chance", 0, "any"))
            case f.Show() | f.Tell():
                pass
            case f.Gather():
                writes |= {("zone", i, "any") for i in range(len(self.table.zones))}
            case f.Shuffle():
                if self.table.zones[x.place.zone].visibility == "face up":
                    writes |= {place(x.place), ("chance", 0, "any")}
            case f.SwapPlaces():
                writes |= {place(x.left), place(x.right)}
            case f.GiveEvery():
                reads.add(("in play", 0, "any"))
                writes.add(("zone", x.zone, "any"))
            case f.Begin() | f.End():
                writes |= {("stack", 0, "any"), ("owner", x.situation, "any"), ("field", x.situation, "any")}
                self.event(t.SituationEvent("begins" if isinstance(x, f.Begin) else "ends", x.situation), writes)
            case f.Seating():
                writes |= {("in play", 0, "any"), ("queue", 0, "any")}
            case f.BeginRound():
                writes |= {("zone", i, "any") for i in range(len(self.table.zones))}
                writes |= {("variable", i, "any") for i, v in enumerate(self.table.variables) if not v.kept}
                writes |= {("moved", 0, "any"), ("round over", 0, "any"), ("match over", 0, "any")}
                self.no_situation(writes)
                self.event(t.TableEvent("round begins"), writes)
            case f.EndRound() | f.EndMatch():
                # it does nothing where the round, or the match, is over already
                ended = {"round over"} if isinstance(x, f.EndRound) else {"round over", "match over"}
                reads |= {(kind, 0, "any") for kind in ended}
                writes |= {(kind, 0, "any") for kind in (*ended, "winners")}
                self.no_situation(writes)
                self.event(t.TableEvent("round ends" if isinstance(x, f.EndRound) else "match ends"), writes)
            case _:
                assert_never(x)

    def no_situation(self, writes: set[Thing]) -> None:
        """All situations are closed."""
        writes.add(("stack", 0, "any"))
        for index in range(len(self.table.situations)):
            writes |= {("owner", index, "any"), ("field", index, "any")}

    def of(self, index: int) -> tuple[Things, Things, Things]:
        """What a trigger's guard looks at, what the whole trigger looks at, and what it changes. Worked out once for each,
        because a table has many more pairs of triggers than triggers."""
        if index in self._of:
            return self._of[index]
        trigger = self.table.triggers[index]
        env: Whose = {t.PLAYER_LOCAL: "player"}
        guard = self.reads(trigger.guard, env)
        reads: set[Thing] = set(guard)
        writes: set[Thing] = set()
        self.effects(trigger.effects, env, reads, writes)
        self._of[index] = frozenset(guard), frozenset(reads), frozenset(writes)
        return self._of[index]

    def kind(self, index: int) -> int:
        """A number that triggers with the same footprint have in common: where there are thousands, most look like others."""
        if index not in self._kind:
            self._kind[index] = self._kinds.setdefault(self.of(index), len(self._kinds))
        return self._kind[index]

    def clashes(self, a: int, b: int) -> tuple[bool, bool]:
        """Whether two triggers touch something of each other, and whether one of them changes what the other's guard looks at;
        worked out once for each two kinds."""
        key = self.kind(a), self.kind(b)
        if key not in self._clashes:
            (g1, r1, w1), (g2, r2, w2) = self.of(a), self.of(b)
            touch = clash(w1, w2) or clash(w1, r2) or clash(w2, r1)
            self._clashes[key] = touch, clash(w1, g2) or clash(w2, g1)
        return self._clashes[key]

    def parts(self, index: int) -> tuple[tuple[e.Expr, Things], ...]:
        """The parts of a trigger's condition, each with what it looks at; worked out once."""
        if index not in self._parts:
            env: Whose = {t.PLAYER_LOCAL: "player"}
            guard = self.table.triggers[index].guard
            self._parts[index] = tuple((x, self.reads(x, env)) for x in conjuncts(guard))
        return self._parts[index]

    def commute(self, a: int, b: int) -> bool:
        """Whether two triggers of one event (so of one player) certainly come to the same in either order."""
        return not self.clashes(a, b)[0]

    def lasting(self, index: int, others: Iterable[int]) -> tuple[e.Expr, ...]:
        """The parts of a trigger's condition that no others of the same event change."""
        writes = [self.of(i)[2] for i in others]
        return tuple(x for x, looked_at in self.parts(index) if not any(clash(looked_at, w) for w in writes))

    def independent_guards(self, a: int, b: int) -> bool:
        """Whether neither trigger changes what the other's guard looks at."""
        return not self.clashes(a, b)[1]


def only_adds(target: e.Variable, value: e.Arithmetic) -> bool:
    """Whether a variable becomes itself and something more, or itself and something less, and what that is does not hang on the
    variable. Two of one kind come to the same in either order, also at the ends of the variable's range."""
    more = value.right
    return (
        value.operator in ("+", "-")
        and value.left == target
        and isinstance(more.type, Number)
        and more.type.low >= 0
        and not any(isinstance(x, e.Variable) and x.index == target.index for x in below(more))
    )


def clash(left: Things, right: Things) -> bool:
    """Whether two footprints share a thing, other than that both only add to it, or both only take from it."""
    if _EVERYTHING in left:
        return bool(right)
    if _EVERYTHING in right:
        return bool(left)
    return any(
        index == index2 and {mine, theirs} != {"player", "others"} and share(kind, kind2)
        for kind, index, mine in left
        for kind2, index2, theirs in right
    )


def share(kind: str, other: str) -> bool:
    """Whether things of two kinds, with the same number, are one thing that matters to both."""
    kinds = {kind, other}
    return kinds in ({"grows", "shrinks"}, {"grows", "variable"}, {"shrinks", "variable"}) or (
        kind == other and kind not in ("grows", "shrinks")
    )
