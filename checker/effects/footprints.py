"""Footprints: what a whole rule reads and writes, and whose. Over-approximates: two rules whose footprints do not clash
commute; two that clash may commute."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import assert_never

from checker.effects.counted import alike, counted
from checker.effects.summary import Block, summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import conjuncts, expressions_below

Thing = tuple[str, int, str]
"""A part of the state by kind and number, and whose it is: the rule's own `player`'s, only `others`', or possibly
`any`body's."""

Things = AbstractSet[Thing]

Whose = dict[int, str]
"""For each local that is a seat, whose it is."""

_EVERYTHING: Thing = ("everything", 0, "any")


class Footprints:
    """The footprints of a table's rules, memoized."""

    def __init__(self, table: t.Table) -> None:
        self.table = table
        self.summaries = summaries(table)
        self.triggering = {event for event, _ in table.order}
        moving = any(x.seating is not None for x in self.summaries.everything())
        # (a family may have tables of fewer seats)
        fewest = table.seats if table.seats_of is None else table.seats_low
        self.neighbors_are_others = fewest >= 2 and not moving
        self._of: dict[int, tuple[Things, Things, Things]] = {}
        self._kinds: dict[tuple[Things, Things, Things], int] = {}
        self._kind: dict[int, int] = {}
        self._clashes: dict[tuple[int, int], tuple[bool, bool]] = {}
        self._parts: dict[int, tuple[tuple[e.Expr, Things], ...]] = {}

    def whose(self, seat: e.Expr | None, env: Whose) -> str:
        """Whose seat an expression denotes, relative to local 0."""
        if isinstance(seat, e.Local):
            return env.get(seat.index, "any")
        if isinstance(seat, e.Neighbor) and self.neighbors_are_others:
            # with three or more seats a neighbor's neighbor may be anybody; the player's own neighbor never is the
            # player
            return "others" if self.whose(seat.seat, env) == "player" else "any"
        if isinstance(seat, e.Choose):
            then, otherwise = self.whose(seat.then, env), self.whose(seat.otherwise, env)
            return then if then == otherwise else "any"
        return "any"

    def among(self, players: e.Expr, env: Whose) -> str:
        """Whose seats a set can contain."""
        if isinstance(players, e.SetOf):
            return self.whose(players.player, env)
        if isinstance(players, e.SetOperation) and players.operator == "difference":
            out = players.right
            return "others" if isinstance(out, e.SetOf) and self.whose(out.player, env) == "player" else "any"
        return "any"

    def reads(self, node: object, env: Whose) -> set[Thing]:
        """The footprint of the expressions below a node."""
        out: set[Thing] = set()
        for x in expressions_below(node):
            match x:
                case e.Variable():
                    out.add(("variable", x.index, "any" if x.seat is None else self.whose(x.seat, env)))
                case e.Field():
                    out |= {("field", x.situation, "any"), ("open", x.situation, "any")}
                case e.Owner():
                    out |= {("owner", x.situation, "any"), ("open", x.situation, "any")}
                case e.IsOpen():
                    out.add(("open", x.situation, "any"))
                case e.IsTop():
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
                    # (its place is visited separately)
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

    def inside(self, block: Block, env: Whose) -> Whose:
        """The environment inside a block."""
        if block.local is None:
            return env
        whose = "any" if isinstance(block.among, tuple) else self.among(block.among, env)
        return {**env, block.local.index: whose}

    def effects(self, block: Iterable[f.Effect], env: Whose, reads: set[Thing], writes: set[Thing]) -> None:
        """Adds the reads and writes of a sequence of effects."""
        for effect in block:
            self.effect(effect, env, reads, writes)

    def effect(self, x: f.Effect, env: Whose, reads: set[Thing], writes: set[Thing]) -> None:
        """Adds the reads and writes of an effect, of nested effects and of a performed act."""
        summary = self.summaries.of(x)
        reads |= self.reads(summary.reads, env) | {(kind, 0, "any") for kind in summary.asks}
        writes |= {(kind, index, self.whose(seat, env)) for kind, index, seat in summary.writes}
        # (a field, or an owner, of a situation that is not open stays as it is)
        reads |= {
            ("open", change.target.situation, "any")
            for change in summary.changes
            if change.how != "begin" and not isinstance(change.target, e.Variable)
        }
        if summary.emits in self.triggering:
            # the order in which two rules add to the queue is observable
            writes.add(("queue", 0, "any"))
        for block in summary.blocks:
            self.effects(block.effects, self.inside(block, env), reads, writes)
        if summary.performs is not None:
            performed = self.table.acts[summary.performs.act].effects
            self.effects(performed, {0: self.whose(summary.performs.player, env)}, reads, writes)

    def of(self, index: int) -> tuple[Things, Things, Things]:
        """The reads of a trigger's guard, the reads of the whole trigger, and its writes. Memoized, because a table has
        many more pairs of triggers than triggers."""
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
        """The equivalence class of a trigger by footprint: of thousands of triggers, most share one."""
        if index not in self._kind:
            self._kind[index] = self._kinds.setdefault(self.of(index), len(self._kinds))
        return self._kind[index]

    def clashes(self, a: int, b: int) -> tuple[bool, bool]:
        """Whether two triggers clash, and whether one writes what the other's guard reads. Memoized by equivalence
        class."""
        key = self.kind(a), self.kind(b)
        if key not in self._clashes:
            (g1, r1, w1), (g2, r2, w2) = self.of(a), self.of(b)
            touch = clash(w1, w2) or clash(w1, r2) or clash(w2, r1)
            self._clashes[key] = touch, clash(w1, g2) or clash(w2, g1)
        return self._clashes[key]

    def parts(self, index: int) -> tuple[tuple[e.Expr, Things], ...]:
        """The conjuncts of a trigger's guard, each with its reads. Memoized."""
        if index not in self._parts:
            env: Whose = {t.PLAYER_LOCAL: "player"}
            guard = self.table.triggers[index].guard
            self._parts[index] = tuple((x, self.reads(x, env)) for x in conjuncts(guard))
        return self._parts[index]

    def commute(self, a: int, b: int) -> bool:
        """Whether two triggers of one event (hence of one player) certainly commute: they share nothing, or each effect of
        one commutes with each of the other."""
        touch, guards = self.clashes(a, b)
        if not touch or guards:
            return not touch
        mine, theirs = (self.table.triggers[i].effects for i in (a, b))
        if not any(self._alike(x, y) for x in mine for y in theirs):
            return False
        return all(self._alike(x, y) or self._apart(x, y) for x in mine for y in theirs)

    def _apart(self, x: f.Effect, y: f.Effect) -> bool:
        """Whether two effects of triggers share nothing."""
        (r1, w1), (r2, w2) = self._of_effect(x), self._of_effect(y)
        return not (clash(w1, w2) or clash(w1, r2) or clash(w2, r1))

    def _alike(self, x: f.Effect, y: f.Effect) -> bool:
        """Whether two effects of triggers do the same thing, each a constant number of times. Who does it is evaluated anew for
        the second, and an event that rules answer says how often."""
        one, other = counted(self.table, x), counted(self.table, y)
        if one is None or other is None or not alike(one, other):
            return False
        if one.player is None:
            return True
        if self.triggering & {self.summaries.of(x).emits, self.summaries.of(y).emits}:
            return False
        return not clash(self._of_effect(x)[1], self.reads(one.player, {t.PLAYER_LOCAL: "player"}))

    def _of_effect(self, x: f.Effect) -> tuple[Things, Things]:
        """The reads and the writes of an effect of a trigger."""
        reads, writes = set[Thing](), set[Thing]()
        self.effect(x, {t.PLAYER_LOCAL: "player"}, reads, writes)
        return reads, writes

    def lasting(self, index: int, others: Iterable[int]) -> tuple[e.Expr, ...]:
        """The conjuncts of a trigger's guard that no other trigger of the event changes."""
        writes = [self.of(i)[2] for i in others]
        return tuple(x for x, reads in self.parts(index) if not any(clash(reads, w) for w in writes))

    def independent_guards(self, a: int, b: int) -> bool:
        """Whether neither trigger writes what the other's guard reads."""
        return not self.clashes(a, b)[1]


def clash(left: Things, right: Things) -> bool:
    """Whether two footprints share a thing, except that both only add to it, or both only subtract from it."""
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
    """Whether accesses of two kinds to the same number conflict."""
    kinds = {kind, other}
    return kinds in ({"grows", "shrinks"}, {"grows", "variable"}, {"shrinks", "variable"}) or (
        kind == other and kind not in ("grows", "shrinks")
    )
