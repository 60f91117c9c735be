"""Random tables for questions about two rules: triggers that share an event, offers of one act, and bans, over few slots."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from tests import engine_tables as k
from tests.engine_random import Gamer, Scope
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number

SHARED = (k.DRAW, k.REST, k.PLAY, k.NAME)
"""Acts that players do often."""

Operator = Literal["==", "!=", "<", "<="]

COMPARED: tuple[Operator, ...] = get_args(Operator)
DIFFERENT: tuple[Operator, ...] = ("==", "!=")


class Rivals(Gamer):
    """Makes tables whose conditions exclude each other, or nearly, and whose effects write what other rules read."""

    triggers = 6, 9

    def table(self) -> t.Table:
        """A table with a handful of rules that share two acts."""
        r = self.r
        self.shared = [k.PLAY, r.choice((k.DRAW, k.REST, k.NAME))] if r.random() < 0.5 else r.sample(SHARED, 2)
        self.made: list[tuple[f.Effect, ...]] = [()]
        self.offered: list[t.Offer] = []
        table = super().table()
        triggers, offers = list(table.triggers), list(table.offers)
        if r.random() < 0.6:
            triggers = [replace(x, replaced_by=()) for x in triggers]
        if r.random() < 0.6:
            offers = [replace(x, replaced_by=()) for x in offers]
        for i, x in enumerate(offers):
            if x.guard == k.yes() and x.act in self.shared and r.random() < 0.6:
                offers[i] = replace(x, guard=self.condition(self.scope(x.act, can=False)))
        return replace(table, triggers=tuple(triggers), offers=tuple(offers))

    def atom(self, s: Scope) -> e.Expr:
        """A condition on one slot, one player, or what an act is done with."""
        r = self.r
        argument = next((x for x in s.locals if x.index == t.ARGUMENT_LOCAL), None)
        operator = r.choice(COMPARED)
        match r.randrange(7 if argument is None else 9):
            case 0 | 1:
                return e.Compare(operator, k.variable(k.NUMBER), k.number(r.randint(1, 5)), k.YES_NO)
            case 2:
                return e.Compare(operator, k.number(r.randint(1, 5)), k.variable(k.NUMBER), k.YES_NO)
            case 3:
                return e.Compare(operator, k.variable(k.KEPT), k.number(r.randint(1, 3)), k.YES_NO)
            case 4:
                flag = k.variable(k.FLAG, k.ACTOR)
                return flag if r.random() < 0.5 else e.Not(flag, k.YES_NO)
            case 5:
                return e.Compare(r.choice(DIFFERENT), k.ACTOR, k.seat(r.randrange(2)), k.YES_NO)
            case 6:
                held = e.CountCards(e.Place(k.HAND, k.ACTOR), e.Local(2, "it", k.CARD), None, Number(0, k.DECK.size))
                return e.Compare(operator, held, k.number(r.randint(1, 2)), k.YES_NO)
            case _:
                assert argument is not None
                return self.of_argument(argument, operator)

    def of_argument(self, argument: e.Local, operator: Operator) -> e.Expr:
        """A condition on what an act is done with."""
        r = self.r
        match argument.type:
            case Number():
                return e.Compare(operator, argument, k.number(r.randint(1, 4)), k.YES_NO)
            case Card():
                shade = e.Attribute(0, argument, k.MAYBE_SHADE)
                return e.Compare(r.choice(DIFFERENT), shade, e.Constant(r.randrange(2), k.SHADES), k.YES_NO)
            case Enumeration():
                value = e.Constant(r.randrange(2), k.SHADES)
                return e.Compare(r.choice(DIFFERENT), argument, value, k.YES_NO)
            case _:
                return k.yes()

    def condition(self, s: Scope) -> e.Expr:
        """One or two such conditions at once, seldom none."""
        if self.r.random() < 0.1:
            return k.yes()
        if self.r.random() < 0.6:
            return self.atom(s)
        return e.Logic("and", (self.atom(s), self.atom(s)), k.YES_NO)

    def change(self, s: Scope, d: int = 1) -> f.Effect:
        """A change of one slot, a card that is moved, or an act."""
        r = self.r
        flag, score = k.variable(k.FLAG, k.ACTOR), k.variable(k.SCORE, k.ACTOR)
        match r.randrange(10):
            case 0 | 1:
                return f.Assign(k.variable(k.NUMBER), k.number(r.randint(0, 5)))
            case 2 | 3:
                more = e.Arithmetic(r.choice(("+", "-")), k.variable(k.NUMBER), k.number(1), Number(-1, 11))
                return f.Assign(k.variable(k.NUMBER), more)
            case 4:
                return f.Assign(k.variable(k.KEPT), k.number(r.randint(0, 3)))
            case 5:
                return f.Assign(flag, k.yes(r.random() < 0.5))
            case 6:
                return f.Assign(score, e.Arithmetic("+", score, k.number(r.randint(1, 2)), Number(0, 22)))
            case 7:
                return f.MoveTop(k.number(1), k.place(k.STOCK), r.choice((e.Place(k.HAND, k.ACTOR), k.place(k.PILE))))
            case 8:
                # (an act that the shared triggers do not wait for, or they could go on for ever)
                return f.Perform(k.BID, k.ACTOR, k.number(r.randint(0, 1)), 0, None)
            case _:
                return f.If(self.atom(s), (self.change(s, 0),), ()) if d else f.Assign(flag, k.yes())

    def changes(self, s: Scope) -> tuple[f.Effect, ...]:
        """One or two of them; sometimes what another rule does."""
        if self.r.random() < 0.25:
            return self.r.choice(self.made)
        out = tuple(self.change(s) for _ in range(self.r.choice((1, 1, 2))))
        if len(s.locals) == 1:
            self.made.append(out)
        return out

    def once(self, s: Scope) -> tuple[e.Expr, tuple[f.Effect, ...]]:
        """A condition with effects that make it false, so that of several such rules the first one runs."""
        r = self.r
        if r.random() < 0.5:
            free: e.Expr = e.Not(k.variable(k.FLAG, k.ACTOR), k.YES_NO)
            taken = f.Assign(k.variable(k.FLAG, k.ACTOR), k.yes())
        else:
            free = k.same(k.variable(k.NUMBER), k.number(3))
            taken = f.Assign(k.variable(k.NUMBER), k.number(r.randint(4, 5)))
        return e.Logic("and", (free, self.atom(s)), k.YES_NO), (taken, self.change(s))

    def trigger(self, index: int, offers: int) -> t.Trigger:
        r = self.r
        one, other = self.shared
        events: tuple[t.Event, ...]
        match r.randrange(8):
            case 0:
                events, here = (t.OfferEvent(r.randrange(offers)),), Scope((k.ACTOR,))
            case 1:
                events, here = (t.ActEvent(other, 0), t.ActEvent(one, 0)), Scope((k.ACTOR,))
            case 2:
                events, here = (t.ActEvent(k.BID, 0),), Scope((k.ACTOR,))
            case 3:
                events, here = (t.ActEvent(other, 0),), self.scope(other, can=False)
            case _:
                events, here = (t.ActEvent(one, 0),), self.scope(one, can=False)
        if r.random() < 0.25:
            guard, effects = self.once(here)
            return k.trigger(f"trigger-{index}", events, *effects, guard=guard)
        return k.trigger(f"trigger-{index}", events, *self.changes(here), guard=self.condition(here))

    def offer(self, index: int) -> t.Offer:
        """An offer, or one like an earlier one but for a part."""
        r = self.r
        if not self.offered or r.random() < 0.6:
            made = self.new_offer(index)
        else:
            made = replace(r.choice(self.offered), info=k.info(f"offer-{index}"))
            here = self.scope(made.act, can=False)
            match r.randrange(4):
                case 0:
                    made = replace(made, manner=r.randrange(len(k.ACTS[made.act].manners)))
                case 1 if made.act == k.PLAY:
                    # (another card is seen)
                    made = replace(made, stands_for=k.card(r.randrange(len(k.KINDS))))
                case 2:
                    made = replace(made, effects=made.effects[:-1])
                case _:
                    made = replace(made, guard=self.condition(here))
        self.offered.append(made)
        return made

    def new_offer(self, index: int) -> t.Offer:
        """An offer of one of the shared acts."""
        r = self.r
        act = r.choice((self.shared[0], *self.shared))
        here = self.scope(act, can=False)
        passed = f.Assign(k.owner(k.WAIT), e.Neighbor("left", k.ACTOR, k.MAYBE_PLAYER))
        effects = (passed, *self.changes(Scope((k.ACTOR,))))
        if act == k.PLAY and r.random() < 0.5:
            effects = (f.MoveTop(k.number(1), k.place(k.PILE), e.Place(k.TRAY, k.ACTOR)), *effects)
        numbers = act == k.DRAW
        fixed = k.number(r.randint(1, 4)) if numbers and r.random() < 0.4 else None
        turn = e.SetOf(k.owner(k.WAIT), k.PLAYERS)
        return k.offer(
            f"offer-{index}",
            act,
            *effects,
            situations=r.choice(((k.WAIT,), (k.WAIT, k.VOTE), (k.VOTE,), ())),
            who=r.choice((turn, k.IN_PLAY_SET)),
            argument=fixed,
            choices=r.choice(((1, 2), (2, 4))) if numbers and fixed is None and r.random() < 0.5 else None,
            manner=r.randrange(len(k.ACTS[act].manners)),
            stands_for=k.card(r.randrange(len(k.KINDS))) if act == k.PLAY and r.random() < 0.2 else None,
            guard=self.condition(here),
        )

    def ban(self, index: int, act: int | None) -> t.Ban:
        r = self.r
        act = r.choice((None, *self.shared))
        here = Scope((k.ACTOR,)) if act is None else self.scope(act, can=False)
        manners = (r.randrange(2),) if act == k.PLAY and r.random() < 0.4 else None
        situations = r.choice(((), (k.WAIT,), (k.VOTE,)))
        return k.ban(f"ban-{index}", act, self.condition(here), situations=situations, manners=manners)

    def act_effects(self, declared: t.Act) -> tuple[f.Effect, ...]:
        return declared.effects
