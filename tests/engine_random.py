"""Random rules over the kit: typed as the resolver types them, and without any sense."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal, get_args

from tests import engine_tables as k
from unodsl.engine.layout import IN_PLAY, MOVED, TABLE_EVENTS, TOP, WINNERS, Layout
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.intervals import of_operation
from unodsl.model.types import Number, Player, Players, Type, YesNo

BOUND = 1000
OPERATORS: tuple[e.Operator, ...] = get_args(e.Operator)
OVER: tuple[Literal["total", "highest", "lowest"], ...] = ("total", "highest", "lowest")
TABLE_KINDS = tuple(x.kind for x in TABLE_EVENTS if x.kind not in ("joins", "leaves"))


def spread(low: int, high: int) -> Number:
    """A type for numbers between, kept within a limit."""
    return Number(max(-BOUND, min(low, BOUND)), min(BOUND, max(high, -BOUND)))


def bounds(value: e.Expr) -> tuple[int, int]:
    """The least and the greatest that a number can be."""
    assert isinstance(value.type, Number)
    return value.type.low, value.type.high


@dataclass(frozen=True, slots=True)
class Scope:
    """The locals in reach, the next free one, and whether `can` may be asked."""

    locals: tuple[e.Local, ...] = ()
    can: bool = True

    def bind(self, name: str, type_: Type) -> tuple[e.Local, Scope]:
        """A fresh local, and the scope with it."""
        used = [x.index for x in self.locals]
        local = e.Local(max([1, *used]) + 1, name, type_)
        return local, replace(self, locals=(*self.locals, local))

    def of(self, *types: Type) -> list[e.Expr]:
        """The locals of some types."""
        return [x for x in self.locals if x.type in types]


class Maker:
    """Makes rules from a source of random numbers."""

    triggers = 0, 6
    """The fewest and the most triggers of a table."""

    def __init__(self, random: Random) -> None:
        self.r = random
        self.deep = random.choice((1, 2, 3))

    # --------------------------------------------------------------------------------------------------------- expressions

    def number(self, s: Scope, d: int) -> e.Expr:
        r = self.r
        leaves: list[e.Expr] = [
            k.number(r.randint(-2, 6)),
            k.variable(k.NUMBER),
            k.variable(k.KEPT),
            k.field(k.WAIT, 0),
            k.field(k.WAIT, 2),
            *[x for x in s.locals if isinstance(x.type, Number)],
        ]
        if d <= 0:
            return r.choice(leaves)
        match r.randrange(9):
            case 0:
                return r.choice(leaves)
            case 1:
                return k.variable(r.choice((k.SCORE, k.DEBT)), self.player(s, d - 1))
            case 2 | 3:
                return self.arithmetic(s, d)
            case 4:
                local, inner = s.bind("it", k.CARD)
                where = None if r.random() < 0.3 else self.yes(inner, d - 1)
                return e.CountCards(self.place(s, d - 1), local, where, Number(0, k.DECK.size))
            case 5:
                local, inner = s.bind("it", k.CARD)
                where = None if r.random() < 0.5 else self.yes(inner, d - 1)
                value = self.number(inner, d - 1) if r.random() < 0.5 else e.FaceNumber(1, local, Number(0, 3))
                low, high = bounds(value)
                kind = r.choice(OVER)
                factor = k.DECK.size if kind == "total" else 1
                place = self.place(s, d - 1)
                return e.OverCards(
                    kind, place, local, where, value, spread(min(0, low * factor), max(0, high * factor))
                )
            case 6:
                local, inner = s.bind("they", k.PLAYER)
                value = (
                    self.number(inner, d - 1) if r.random() < 0.5 else k.variable(r.choice((k.SCORE, k.DEBT)), local)
                )
                low, high = bounds(value)
                kind = r.choice(OVER)
                factor = 4 if kind == "total" else 1
                return e.OverPlayers(
                    kind, self.players(s, d - 1), local, value, spread(min(0, low * factor), max(0, high * factor))
                )
            case 7:
                return e.SetSize(self.players(s, d - 1), Number(0, 4))
            case _:
                return e.FaceNumber(1, self.card(s, d - 1), Number(0, 3))

    def arithmetic(self, s: Scope, d: int) -> e.Expr:
        left, right = self.number(s, d - 1), self.number(s, d - 1)
        operator = self.r.choice(OPERATORS)
        type_ = spread(*of_operation(operator, bounds(left), bounds(right)))
        if self.r.random() < 0.2:
            # results are kept within their type, whatever it says
            middle = (type_.low + type_.high) // 2
            type_ = self.r.choice((Number(type_.low, middle), Number(middle, type_.high)))
        return e.Arithmetic(operator, left, right, type_)

    def yes(self, s: Scope, d: int) -> e.Expr:
        r = self.r
        if d <= 0:
            return r.choice(
                [
                    k.yes(),
                    k.yes(False),
                    e.IsOpen(r.randrange(2), k.YES_NO),
                    e.IsTop(r.randrange(2), k.YES_NO),
                    e.Builtin(r.choice(("round over", "match over")), k.YES_NO),
                    k.same(self.card(s, 0), self.card(s, 0)),
                    k.same(self.shade(s, 0), self.shade(s, 0)),
                    k.same(self.player(s, 0), self.player(s, 0)),
                ]
            )
        match r.randrange(9):
            case 0:
                return e.Compare(r.choice(("==", "!=")), self.card(s, d - 1), self.card(s, d - 1), k.YES_NO)
            case 1:
                return e.Compare(r.choice(("==", "!=")), self.shade(s, d - 1), self.shade(s, d - 1), k.YES_NO)
            case 2:
                return e.Compare(r.choice(("==", "!=")), self.player(s, d - 1), self.player(s, d - 1), k.YES_NO)
            case 3:
                operator = r.choice(("==", "!=", "<", "<="))
                return e.Compare(operator, self.number(s, d - 1), self.number(s, d - 1), k.YES_NO)  # type: ignore[arg-type]
            case 4:
                parts = tuple(self.yes(s, d - 1) for _ in range(r.randint(2, 3)))
                return e.Logic(r.choice(("and", "or")), parts, k.YES_NO)
            case 5:
                return e.Not(self.yes(s, d - 1), k.YES_NO)
            case 6:
                return e.Member(self.player(s, d - 1), self.players(s, d - 1), k.YES_NO)
            case 7:
                return e.Choose(self.yes(s, d - 1), self.yes(s, d - 1), self.yes(s, d - 1), k.YES_NO)
            case _:
                if s.can:
                    index = r.randrange(len(k.ACTS))
                    argument = k.ACTS[index].argument
                    local, inner = s.bind("it", argument if argument is not None else k.YES_NO)
                    where = None if argument is None or r.random() < 0.3 else self.yes(replace(inner, can=False), d - 1)
                    return e.Can(index, self.player(s, d - 1), local, where, k.YES_NO)
                return e.Compare("==", self.yes(s, d - 1), k.variable(k.FLAG, self.player(s, d - 1)), k.YES_NO)

    def player(self, s: Scope, d: int) -> e.Expr:
        r = self.r
        leaves = [
            k.seat(r.randint(-1, 1)),
            k.variable(k.WHO),
            k.owner(k.WAIT),
            *s.of(k.PLAYER, k.MAYBE_PLAYER),
            *s.of(k.PLAYER),
        ]
        if d <= 0 or r.random() < 0.4:
            return r.choice(leaves)
        match r.randrange(3):
            case 0:
                return e.Neighbor(r.choice(("left", "right")), self.player(s, d - 1), k.MAYBE_PLAYER)
            case 1:
                return e.TheOne(self.players(s, d - 1), k.MAYBE_PLAYER)
            case _:
                return e.Choose(self.yes(s, d - 1), self.player(s, d - 1), self.player(s, d - 1), k.MAYBE_PLAYER)

    def players(self, s: Scope, d: int) -> e.Expr:
        r = self.r
        leaves: list[e.Expr] = [
            e.Builtin("in play", k.PLAYERS),
            e.Builtin("winners", k.PLAYERS),
            k.variable(k.SET),
            k.owner(k.VOTE),
            k.field(k.VOTE, 0),
        ]
        if d <= 0 or r.random() < 0.4:
            return r.choice(leaves)
        match r.randrange(4):
            case 0:
                return e.SetOf(self.player(s, d - 1), k.PLAYERS)
            case 1:
                operator = r.choice(("union", "intersection", "difference"))
                return e.SetOperation(operator, self.players(s, d - 1), self.players(s, d - 1), k.PLAYERS)  # type: ignore[arg-type]
            case 2:
                return e.Choose(self.yes(s, d - 1), self.players(s, d - 1), self.players(s, d - 1), k.PLAYERS)
            case _:
                local, inner = s.bind("they", k.PLAYER)
                return e.PlayersWhere(self.players(s, d - 1), local, self.yes(inner, d - 1), k.PLAYERS)

    def card(self, s: Scope, d: int) -> e.Expr:
        r = self.r
        leaves = [
            k.card(r.randint(-1, 4)),
            k.variable(k.MARK),
            e.Builtin("moved", k.MAYBE_CARD),
            e.TopCard(k.place(k.PILE), 0, k.MAYBE_CARD),
            *s.of(k.CARD, k.MAYBE_CARD),
            *s.of(k.CARD),
        ]
        if d <= 0 or r.random() < 0.5:
            return r.choice(leaves)
        if r.random() < 0.5:
            return e.Choose(self.yes(s, d - 1), self.card(s, d - 1), self.card(s, d - 1), k.MAYBE_CARD)
        of = self.player(s, d - 1)
        return e.TopCard(r.choice((k.place(k.PILE), e.Place(k.TRAY, of))), r.choice((0, 0, 1, 2)), k.MAYBE_CARD)

    def shade(self, s: Scope, d: int) -> e.Expr:
        r = self.r
        if d <= 0 or r.random() < 0.3:
            leaves: list[e.Expr] = [
                e.Constant(0, k.SHADES),
                e.Constant(1, k.SHADES),
                e.Constant(-1, k.MAYBE_SHADE),
                k.field(k.WAIT, 1),
                *s.of(k.SHADES, k.MAYBE_SHADE),
            ]
            return r.choice(leaves)
        if r.random() < 0.7:
            return e.Attribute(0, self.card(s, d - 1), k.MAYBE_SHADE)
        return e.Choose(self.yes(s, d - 1), self.shade(s, d - 1), self.shade(s, d - 1), k.MAYBE_SHADE)

    def place(self, s: Scope, d: int) -> e.Place:
        zone = self.r.choice((k.HAND, k.HAND, k.PILE, k.STOCK, k.TRAY))
        return e.Place(zone, self.player(s, d) if k.ZONES[zone].each_player else None)

    def typed(self, type_: Type, s: Scope, d: int) -> e.Expr:
        """A value for a target of a type."""
        match type_:
            case Number():
                return self.number(s, d)
            case YesNo():
                return self.yes(s, d)
            case Players():
                return self.players(s, d)
            case Player():
                return self.player(s, d)
            case _:
                return self.shade(s, d) if type_ in (k.SHADES, k.MAYBE_SHADE) else self.card(s, d)

    # ------------------------------------------------------------------------------------------------------------- effects

    def target(self, s: Scope) -> e.Variable | e.Field | e.Owner:
        r = self.r
        match r.randrange(8):
            case 0:
                return k.variable(k.FLAG, self.player(s, 1))
            case 1:
                return k.variable(r.choice((k.SCORE, k.DEBT)), self.player(s, 1))
            case 2 | 3:
                return k.variable(r.choice((k.KEPT, k.MARK, k.NUMBER, k.SET, k.WHO)))
            case 4 | 5:
                return k.field(*r.choice(((k.WAIT, 0), (k.WAIT, 1), (k.WAIT, 2), (k.VOTE, 0))))
            case _:
                return k.owner(r.randrange(2))

    def block(self, s: Scope, d: int, acts: bool = True) -> tuple[f.Effect, ...]:
        return tuple(self.effect(s, d, acts) for _ in range(self.r.choice((1, 1, 2, 3))))

    def effect(self, s: Scope, d: int, acts: bool) -> f.Effect:
        r, deep = self.r, self.deep
        choice = r.randrange(32 if d > 0 else 20)
        match choice:
            case 0 | 1 | 2:
                target = self.target(s)
                return f.Assign(target, self.typed(target.type, s, deep))
            case 3:
                return f.MoveCard(self.card(s, deep), self.place(s, 1), self.place(s, 1))
            case 4 | 5:
                return f.MoveTop(self.number(s, deep), self.place(s, 1), self.place(s, 1))
            case 6:
                origin = self.place(s, 1)
                if k.ZONES[origin.zone].visibility == "face up":
                    return f.MoveAll(r.choice((0, 1, 2)), origin, self.place(s, 1))
                if r.random() < 0.5:
                    return f.MoveAll(0, origin, self.place(s, 1))
                local, inner = s.bind("it", k.CARD)
                return f.MoveAll(0, origin, self.place(s, 1), local, self.yes(inner, deep))
            case 7:
                return r.choice((f.Gather(self.place(s, 1)), f.Shuffle(self.place(s, 1))))
            case 8:
                a, b = self.player(s, 1), self.player(s, 1)
                if r.random() < 0.5:
                    return f.SwapPlaces(e.Place(k.HAND, a), e.Place(k.HAND, b))
                return f.SwapPlaces(e.Place(k.TRAY, a), r.choice((e.Place(k.TRAY, b), k.place(k.PILE))))
            case 9:
                local, inner = s.bind("holder", k.PLAYER)
                return f.GiveEvery(r.choice((k.HAND, k.TRAY)), local, self.player(inner, deep))
            case 10 | 11:
                return self.begin(s)
            case 12:
                return f.End(r.randrange(2))
            case 13:
                kind: Literal["include", "exclude"] = r.choice(("include", "exclude"))
                sets: tuple[e.Variable | e.Field | e.Owner, ...]
                sets = (k.variable(k.SET), k.field(k.VOTE, 0), k.owner(k.VOTE))
                return f.ChangeSet(kind, self.player(s, deep), r.choice(sets))
            case 14 | 26 | 27:
                if not acts:
                    return f.Tell("no acts here", self.players(s, deep))
                index = r.choice((*range(len(k.ACTS)), k.PLAY, k.PLAY))
                argument = k.ACTS[index].argument
                value = None if argument is None else self.typed(argument, s, deep)
                stands = self.card(s, deep) if index == k.PLAY and r.random() < 0.6 else None
                manner = r.randrange(len(k.ACTS[index].manners))
                return f.Perform(index, self.player(s, deep), value, manner, stands)
            case 15:
                return f.Show(r.choice((self.place(s, 1), self.card(s, deep))), self.players(s, deep))
            case 16:
                more = (self.number(s, deep), "and", self.player(s, deep)) if r.random() < 0.5 else ()
                return f.Tell(r.choice(("a note", "say 'please'", 'a "\\')), self.players(s, deep), more)
            case 17:
                return f.Seating(r.choice(("remove", "seat")), self.player(s, deep))
            case 18:
                return r.choice(
                    (f.EndRound(self.players(s, deep)), f.Assign(k.variable(k.NUMBER), self.number(s, deep)))
                )
            case 19:
                return r.choice((f.BeginRound(), f.EndMatch(self.players(s, deep)), f.Tell("end", k.players(1))))
            case 20 | 21:
                return f.If(self.yes(s, deep), self.block(s, d - 1, acts), self.block(s, d - 1, acts))
            case 22 | 23:
                local, inner = s.bind("player", k.PLAYER)
                start = None if r.random() < 0.5 else self.player(s, deep)
                backward = None if r.random() < 0.6 else self.yes(s, deep)
                return f.ForEach(local, self.players(s, deep), start, self.block(inner, d - 1, acts), backward)
            case 24 | 25:
                return self.at_random(s, d, acts)
            case 30 | 31:
                local, inner = s.bind("card", k.CARD)
                where = None if r.random() < 0.4 else self.yes(inner, deep)
                return f.ForEachCard(local, self.place(s, 1), where, self.block(inner, d - 1, acts))
            case _:
                condition = None if r.random() < 0.4 else self.yes(s, deep)
                return f.Repeat(k.number(r.randint(0, 3)), condition, self.block(s, d - 1, acts))

    def at_random(self, s: Scope, d: int, acts: bool) -> f.Effect:
        r = self.r
        among: e.Expr | tuple[int, ...]
        match r.randrange(4):
            case 0:
                low = r.randint(-2, 2)
                among = tuple(range(low, low + r.randint(1, 4)))
                type_: Type = Number(min(among), max(among))
            case 1:
                among = r.choice(((0, 3), (5, -1, 2)))
                type_ = Number(min(among), max(among))
            case 2:
                among, type_ = r.choice(((0, 1), (1,))), k.SHADES
            case _:
                among, type_ = self.players(s, self.deep), k.PLAYER
        local, inner = s.bind("drawn", type_)
        return f.AtRandom(local, among, self.block(inner, d - 1, acts))

    def begin(self, s: Scope) -> f.Effect:
        r, deep = self.r, self.deep
        situation = r.randrange(2)
        declared = k.SITUATIONS[situation]
        owner = self.players(s, deep) if declared.on_players else self.player(s, deep)
        fields = tuple((i, self.typed(x.type, s, deep)) for i, x in enumerate(declared.fields) if r.random() < 0.6)
        return f.Begin(situation, owner, fields)

    # --------------------------------------------------------------------------------------------------------------- rules

    def table(self) -> t.Table:
        """A table with a handful of rules."""
        r = self.r
        acts = tuple(replace(a, effects=self.act_effects(a)) for a in k.ACTS)
        offers = [self.offer(i) for i in range(r.randint(1, 5))]
        offers = [
            replace(x, replaced_by=tuple(j for j in range(i + 1, len(offers)) if r.random() < 0.25))
            for i, x in enumerate(offers)
        ]
        bans = [self.ban(i, r.choice((None, r.choice(offers).act))) for i in range(r.randint(0, 2))]
        names = [b.info.name for b in bans]
        offers = [replace(x, info=replace(x.info, despite=tuple(n for n in names if r.random() < 0.5))) for x in offers]
        triggers = [self.trigger(i, len(offers)) for i in range(r.randint(*self.triggers))]
        # as the resolver orders them: who stands instead of another comes first
        triggers = [
            replace(x, replaced_by=tuple(j for j in range(i) if r.random() < 0.3)) for i, x in enumerate(triggers)
        ]
        if r.random() < 0.3:
            # one rule may be there several times, once for each way of naming something
            offers = [replace(x, info=replace(x.info, name=r.choice(offers).info.name)) for x in offers]
            triggers = [replace(x, info=replace(x.info, name=r.choice(triggers).info.name)) for x in triggers]
        table = k.build(*triggers, *offers, *bans, seats=r.choice((2, 3, 4)), acts=acts)
        if r.random() < 0.7:
            return table
        # some cards lie in order before a round
        away = (k.PILE, tuple(r.randint(0, kind.copies) for kind in k.KINDS))
        return replace(table, deck=replace(k.DECK, elsewhere=(away,)))

    def act_effects(self, declared: t.Act) -> tuple[f.Effect, ...]:
        if self.r.random() < 0.6:
            return declared.effects
        scope = Scope((k.ACTOR,))
        if declared.argument is not None:
            scope = replace(scope, locals=(k.ACTOR, e.Local(1, "argument", declared.argument)))
        return (*declared.effects, *self.block(scope, 1, acts=False))

    def scope(self, act: int, can: bool) -> Scope:
        argument = k.ACTS[act].argument
        found = (k.ACTOR,) if argument is None else (k.ACTOR, e.Local(1, "argument", argument))
        return Scope(found, can)

    def offer(self, index: int) -> t.Offer:
        r = self.r
        act = r.randrange(len(k.ACTS))
        argument_type = k.ACTS[act].argument
        here = self.scope(act, can=False)
        argument = None
        if argument_type is not None and r.random() < 0.35:
            argument = self.typed(argument_type, Scope((k.ACTOR,), can=False), 1)
        choices = None
        if isinstance(argument_type, Number) and argument is None and r.random() < 0.4:
            low, high = argument_type.low, argument_type.high
            choices = r.choice(((low, low + 1), (high - 2, high), (high - 1, high - 1)))
        situations = r.choice(((), (0,), (1,), (1,), (0, 1)))
        mode: t.OfferMode = r.choice(("may", "may", "must", "otherwise", "mistake", "aside"))
        absent = r.random() < 0.15
        return k.offer(
            f"offer-{index}",
            act,
            *self.block(here, 1),
            mode=mode,
            situations=situations,
            who=k.ABSENT if absent else self.players(Scope((), can=False), 2),
            argument=argument,
            choices=choices,
            manner=r.randrange(len(k.ACTS[act].manners)),
            stands_for=self.card(here, 2) if act == k.PLAY and r.random() < 0.2 else None,
            guard=k.yes() if r.random() < 0.3 else self.yes(here, self.deep + 1),
            absent=absent,
        )

    def ban(self, index: int, act: int | None) -> t.Ban:
        r = self.r
        act = act if r.random() < 0.8 else r.randrange(len(k.ACTS))
        here = Scope((k.ACTOR,), can=False) if act is None else self.scope(act, can=False)
        manners = (r.randrange(2),) if act == k.PLAY and r.random() < 0.5 else None
        return k.ban(
            f"ban-{index}",
            act,
            self.yes(here, self.deep + 1),
            who=self.players(Scope((), can=False), 2),
            situations=r.choice(((), (0,), (1,))),
            manners=manners,
        )

    def trigger(self, index: int, offers: int) -> t.Trigger:
        r = self.r
        match r.randrange(7):
            case 0 | 1:
                act = r.randrange(len(k.ACTS))
                events: tuple[t.Event, ...] = tuple(t.ActEvent(act, m) for m in range(len(k.ACTS[act].manners)))
                here = self.scope(act, can=True)
            case 2 | 6:
                events = (t.OfferEvent(r.randrange(offers)),)
                here = Scope((k.ACTOR,))
            case 3:
                kind = r.choice(get_args(t.SituationKind))
                events = (t.SituationEvent(kind, r.randrange(2)),)
                here = Scope((e.Local(0, "player", k.MAYBE_PLAYER),))
            case 4:
                events = (t.TableEvent(r.choice(("joins", "leaves"))),)
                here = Scope((k.ACTOR,))
            case _:
                events = (t.TableEvent(r.choice(("settles", *TABLE_KINDS))),)
                here = Scope()
        guard = k.yes() if r.random() < 0.3 else self.yes(here, self.deep + 1)
        return k.trigger(f"trigger-{index}", events, *self.block(here, 2), guard=guard)

    # -------------------------------------------------------------------------------------------------------------- states

    def state(self, layout: Layout) -> tuple[int, ...]:
        """Some state at rest, reachable or not: what the types allow."""
        r = self.r
        at = k.Position(layout)
        s = at.s
        seats = layout.seats
        for zone, _ in layout.homes[1:]:
            layout.put_under(s, k.STOCK, 0, layout.clear(s, zone, 0))
        for kind in layout.listed(layout.all_cards):
            zone = r.choice((k.HAND, k.HAND, k.PILE, k.STOCK, k.TRAY))
            of = r.randrange(seats) if k.ZONES[zone].each_player else 0
            if zone != k.STOCK:
                at.lay(zone, of, kind)
        s[IN_PLAY] = r.choice(((1 << seats) - 1, r.randrange(1 << seats)))
        s[WINNERS] = r.randrange(1 << seats)
        s[MOVED] = -1
        at.set(k.KEPT, r.randint(-5, 5)).set(k.NUMBER, r.randint(0, 10)).set(k.SET, r.randrange(1 << seats))
        at.set(k.MARK, r.randint(-1, 4)).set(k.WHO, r.randrange(-1, seats))
        for of in range(seats):
            at.set(k.FLAG, r.randrange(2), of).set(k.SCORE, r.randint(0, 20), of)
            at.set(k.DEBT, r.randint(-20, -2), of)
        order = [k.VOTE, k.WAIT]
        r.shuffle(order)
        for situation in order[: r.choice((0, 1, 1, 2))]:
            if situation == k.VOTE:
                at.open(k.VOTE, r.randrange(1 << seats), r.randrange(1 << seats))
            else:
                at.open(k.WAIT, r.randrange(seats), r.randint(0, 5), r.randint(-1, 1), r.randint(-9, -4))
        assert s[TOP] in (-1, k.VOTE, k.WAIT)
        return at.state


class Gamer(Maker):
    """Makes tables that can be played: cards are dealt, somebody is on turn, and rules have the shapes that rules of games have."""

    triggers = 3, 7

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.deep = random.choice((1, 1, 2))

    def arithmetic(self, s: Scope, d: int) -> e.Expr:
        # one number times another that is not known is more than solvers can do
        return super().arithmetic(s, 0) if self.r.random() < 0.1 else self.number(s, 0)

    def offer(self, index: int) -> t.Offer:
        made = super().offer(index)
        while made.act in (k.GUESS, k.OWE) and self.r.random() < 0.8:
            made = super().offer(index)
        return made

    def yes(self, s: Scope, d: int) -> e.Expr:
        r = self.r
        if r.random() < 0.45:
            return super().yes(s, d)
        operator = r.choice(("==", "!=", "<", "<="))
        slots: list[e.Expr] = [k.variable(k.NUMBER), k.variable(k.KEPT), k.field(k.WAIT, 0), k.field(k.WAIT, 2)]
        slots += [x for x in s.locals if isinstance(x.type, Number)]
        who: list[e.Expr] = [k.owner(k.WAIT), k.variable(k.WHO)]
        match r.randrange(7):
            case 0 | 1:
                return e.Compare(operator, r.choice(slots), k.number(r.randint(-5, 6)), k.YES_NO)  # type: ignore[arg-type]
            case 2:
                return e.Compare(operator, k.number(r.randint(-5, 6)), r.choice(slots), k.YES_NO)  # type: ignore[arg-type]
            case 3:
                return r.choice((e.IsTop, e.IsOpen))(r.randrange(2), k.YES_NO)
            case 4:
                return e.Compare(r.choice(("==", "!=")), self.player(s, 0), r.choice(who), k.YES_NO)
            case 5:
                local, _ = s.bind("it", k.CARD)
                count = e.CountCards(self.place(s, 0), local, None, Number(0, k.DECK.size))
                return e.Compare(operator, count, k.number(r.randint(0, 2)), k.YES_NO)  # type: ignore[arg-type]
            case _:
                return e.Compare("==", self.shade(s, 1), e.Constant(r.randint(0, 1), k.SHADES), k.YES_NO)

    def effect(self, s: Scope, d: int, acts: bool) -> f.Effect:
        r = self.r
        if r.random() < 0.5:
            return super().effect(s, d, acts)
        match r.randrange(9):
            case 0 | 1 | 2:
                target = r.choice((k.variable(k.NUMBER), k.variable(k.KEPT), k.field(k.WAIT, 0), k.field(k.WAIT, 2)))
                assert isinstance(target.type, Number)
                type_ = Number(target.type.low - 2, target.type.high + 2)
                return f.Assign(target, e.Arithmetic(r.choice(("+", "-")), target, k.number(r.randint(0, 2)), type_))
            case 3:
                return f.Assign(k.variable(k.NUMBER), k.number(r.randint(0, 10)))
            case 4:
                return f.Assign(k.variable(k.FLAG, self.player(s, 0)), k.yes(r.random() < 0.5))
            case 5:
                return f.Assign(k.variable(k.MARK), e.TopCard(k.place(k.PILE), 0, k.MAYBE_CARD))
            case 6:
                return f.Assign(
                    k.owner(k.WAIT), e.Neighbor(r.choice(("left", "right")), self.player(s, 0), k.MAYBE_PLAYER)
                )
            case 7:
                return f.MoveTop(k.number(r.randint(1, 2)), k.place(k.STOCK), e.Place(k.HAND, self.player(s, 0)))
            case _:
                return f.If(self.yes(s, 1), (self.effect(s, 0, acts),), (self.effect(s, 0, acts),) if d > 1 else ())

    def trigger(self, index: int, offers: int) -> t.Trigger:
        r = self.r
        if r.random() < 0.35:
            return super().trigger(index, offers)
        here: Scope
        match r.randrange(6):
            case 0 | 1:
                act = r.choice((k.PLAY, k.REST, k.NAME, k.DRAW))
                events: tuple[t.Event, ...] = (t.ActEvent(act, 0),)
                here = self.scope(act, can=True)
            case 2:
                events, here = (t.TableEvent("settles"),), Scope()
            case 3:
                events = (t.SituationEvent(r.choice(("begins", "ends", "passes")), k.WAIT),)
                here = Scope((e.Local(0, "player", k.MAYBE_PLAYER),))
            case 4:
                # those without which nothing would be played come behind the others
                events, here = (t.OfferEvent(offers + r.randrange(3)),), Scope((k.ACTOR,))
            case _:
                # several may hear the same one
                events, here = (t.TableEvent("round begins"),), Scope()
        if r.random() < 0.2:
            return self.circling(index)
        if r.random() < 0.25:
            guard, only = self.settled(here)
            return k.trigger(f"trigger-{index}", events, only, guard=guard)
        guard = k.yes() if r.random() < 0.4 else self.yes(here, self.deep)
        return k.trigger(f"trigger-{index}", events, *self.block(here, 2), guard=guard)

    def circling(self, index: int) -> t.Trigger:
        """A rule that sets itself off again, perhaps for ever."""
        r = self.r
        limit = r.randint(1, 6)
        match r.randrange(4):
            case 0:
                # a number that is done again, one less
                less = e.Arithmetic("-", k.NUMBER_ARGUMENT, k.number(r.choice((0, 1, 1, 1))), Number(0, 3))
                again = f.Perform(k.DRAW, k.ACTOR, less, 0, None)
                guard: e.Expr = e.Compare("<", k.number(1), k.NUMBER_ARGUMENT, k.YES_NO)
                return k.trigger(f"trigger-{index}", t.ActEvent(k.DRAW, 0), again, guard=guard)
            case 1:
                # a number of the table that has an end
                operator: Literal["<", "<="] = r.choice(("<", "<="))
                more = e.Arithmetic(r.choice(("+", "+", "-")), k.variable(k.NUMBER), k.number(1), Number(-1, 11))
                effects: tuple[f.Effect, ...] = (
                    f.Assign(k.variable(k.NUMBER), more),
                    f.Perform(k.REST, k.ACTOR, None, 0, None),
                )
                guard = e.Compare(operator, k.variable(k.NUMBER), k.number(limit), k.YES_NO)
                return k.trigger(f"trigger-{index}", t.ActEvent(k.REST, 0), *effects, guard=guard)
            case 2:
                # somebody joins a set who is not there
                next_ = e.Neighbor("left", k.ACTOR, k.MAYBE_PLAYER)
                effects = (f.ChangeSet("include", k.ACTOR, k.variable(k.SET)), f.Perform(k.REST, next_, None, 0, None))
                guard = e.Not(e.Member(k.ACTOR, k.variable(k.SET), k.YES_NO), k.YES_NO)
                return k.trigger(f"trigger-{index}", t.ActEvent(k.REST, 0), *effects, guard=guard)
            case _:
                # cards that are fewer each time
                moved = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(r.choice((k.PILE, k.PILE, k.STOCK))))
                again = f.Perform(k.NAME, k.ACTOR, e.Constant(0, k.SHADES), 0, None)
                it = e.Local(2, "it", k.CARD)
                some = e.CountCards(k.place(k.STOCK), it, None, Number(0, k.DECK.size))
                guard = e.Compare("<", k.number(limit % 3), some, k.YES_NO)
                return k.trigger(f"trigger-{index}", t.ActEvent(k.NAME, 0), moved, again, guard=guard)

    def settled(self, s: Scope) -> tuple[e.Expr, f.Effect]:
        """A condition and effects that perhaps only bring about what it asks for."""
        r = self.r
        nearly = r.choice((0, 0, 0, 1))
        match r.randrange(5):
            case 0:
                target = r.choice((k.variable(k.NUMBER), k.variable(k.KEPT), k.field(k.WAIT, 0)))
                value = r.randint(1, 4)
                return k.same(target, k.number(value)), f.Assign(target, k.number(value + nearly))
            case 1:
                operator: Literal["<", "<="] = r.choice(("<", "<="))
                least = 10 - r.randrange(3)
                full = e.Compare(operator, k.number(least), k.variable(k.NUMBER), k.YES_NO)
                more = e.Arithmetic("+", k.variable(k.NUMBER), k.number(1), Number(1, 11))
                return full, f.Assign(k.variable(k.NUMBER), more)
            case 2:
                who = self.player(s, 0)
                inside = e.Member(who, k.variable(k.SET), k.YES_NO)
                return inside, f.ChangeSet("exclude" if nearly else "include", who, k.variable(k.SET))
            case 3:
                closed = e.Not(e.IsOpen(k.VOTE, k.YES_NO), k.YES_NO)
                return closed, f.End(k.WAIT if nearly else k.VOTE)
            case _:
                flag = k.variable(k.FLAG, self.player(s, 0))
                inner = f.If(e.Not(flag, k.YES_NO), (f.Assign(k.variable(k.NUMBER), k.number(2)),), ())
                return (k.yes() if nearly else flag), inner

    def table(self) -> t.Table:
        """A table with a handful of rules, and those without which nothing would ever be played."""
        r = self.r
        table = super().table()
        they, turn = e.Local(2, "they", k.PLAYER), e.SetOf(k.owner(k.WAIT), k.PLAYERS)
        opened: tuple[f.Effect, ...] = (
            f.Begin(k.WAIT, k.seat(r.randrange(table.seats)), ((0, k.number(r.randint(0, 5))),)),
            f.Begin(k.VOTE, k.IN_PLAY_SET, ()),
        )
        deal = f.ForEach(they, k.IN_PLAY_SET, None, (f.MoveTop(k.number(2), k.place(k.STOCK), e.Place(k.HAND, they)),))
        first = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.PILE))
        begins = r.choice((opened[:1], opened[:1], opened[1:], opened))
        more = [
            k.trigger("match", t.TableEvent("match begins"), f.BeginRound()),
            k.trigger("round", t.TableEvent("round begins"), deal, first, *begins),
        ]
        if r.random() < 0.5:
            more.append(k.trigger("again", t.TableEvent("round ends"), f.BeginRound()))
        passed = f.Assign(k.owner(k.WAIT), e.Neighbor("left", k.ACTOR, k.MAYBE_PLAYER))
        voted = f.ChangeSet("exclude", k.ACTOR, k.owner(k.VOTE))
        offers = [
            k.offer("plays", k.PLAY, passed, situations=(k.WAIT,), who=turn),
            k.offer("draws", k.DRAW, passed, situations=(k.WAIT,), who=turn),
            k.offer("rests", k.REST, passed, situations=(k.WAIT,), who=turn, mode="otherwise"),
            k.offer("votes", k.NAME, voted, situations=(k.VOTE,), who=k.owner(k.VOTE)),
        ]
        order = dict(table.order)
        for index, rule in enumerate(more, len(table.triggers)):
            order[rule.events[0]] = (index, *order.get(rule.events[0], ()))
        return replace(
            table,
            triggers=(*table.triggers, *more),
            offers=(*table.offers, *offers),
            order=tuple(order.items()),
        )


QUEUED = (k.REST, k.DRAW, k.NAME, k.BID, k.GUESS)
"""Acts that set each other off, mostly in this order."""


class Queuer(Gamer):
    """Makes tables whose rules do little but set each other off, alone and in loops, and set one of two slots to a constant: so
    what is left depends on the order of the queue."""

    triggers = 5, 8

    def trigger(self, index: int, offers: int) -> t.Trigger:
        r, at = self.r, index % len(QUEUED)
        slots = (k.variable(k.NUMBER), k.variable(k.NUMBER), k.variable(k.KEPT))
        guard = k.yes() if at < 4 or r.random() < 0.85 else k.same(r.choice(slots), k.number(r.randint(0, 2)))
        effects = [self.done(at) for _ in range(r.choice((2, 2, 3)) if not at else r.choice((0, 1, 1)))]
        if at and r.random() < 0.75:
            effects.append(f.Assign(r.choice(slots), k.number(r.randint(0, 9))))
        return k.trigger(f"trigger-{index}", t.ActEvent(QUEUED[at], 0), *effects, guard=guard)

    def done(self, at: int) -> f.Effect:
        """A later act, once or in a loop; seldom the same again or an earlier one."""
        r = self.r
        later = QUEUED[at + 1 :]
        act = r.choice(later) if later and r.random() < 0.9 else r.choice(QUEUED[: at + 1])
        argument = {k.NAME: e.Constant(r.randint(0, 1), k.SHADES), k.REST: None}.get(act, k.number(1))
        once = f.Perform(act, k.ACTOR, argument, 0, None)
        return once if r.random() < 0.5 else f.Repeat(k.number(r.choice((1, 1, 2))), None, (once,))

    def act_effects(self, declared: t.Act) -> tuple[f.Effect, ...]:
        return ()

    def table(self) -> t.Table:
        table = super().table()
        return replace(table, triggers=tuple(replace(x, replaced_by=()) for x in table.triggers))
