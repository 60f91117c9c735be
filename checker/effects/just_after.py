"""Postconditions of acts: conditions that hold whenever the triggers of an act's event run.

Under-approximates: every condition in the result holds. Example: an act lays its card on a pile and keeps it in a variable. When its
triggers run, the variable is that card, and so is the top of the pile. No condition is left where something may have changed it
meanwhile: the effects of the offer, triggers of events that come first in the queue, and the triggers of the event itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from checker.effects.footprints import Footprints, Thing, Things, clash
from checker.effects.summary import summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.per_table import per_table
from unodsl.model.types import Card, Enumeration, Player, YesNo
from unodsl.model.walk import below, locals_in

_GIVEN = frozenset({t.PLAYER_LOCAL, t.ARGUMENT_LOCAL})

_STABLE = e.Constant | e.Local | e.Attribute | e.FaceNumber | e.Arithmetic | e.Compare | e.Logic | e.Not | e.Choose


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition about what an act has written, in terms of its player and its argument. `about`: what was written."""

    about: Thing
    holds: e.Expr


class JustAfter:
    """The postconditions of a table's acts, memoized."""

    def __init__(self, table: t.Table) -> None:
        self.table = table
        self.footprints = Footprints(table)
        self.rows = dict(table.order)
        self.performed = frozenset(x.performs.act for x in summaries(table).everything() if x.performs is not None)
        self._at: dict[tuple[t.Event, int], tuple[Fact, ...]] = {}

    def at(self, event: t.Event, trigger: int = -1) -> tuple[Fact, ...]:
        """The facts at the triggers of an event: that of an act that only players do, or of an offer. `trigger`: as the effects
        of that one begin, where it runs at most once; what it writes itself comes later."""
        if (event, trigger) not in self._at:
            self._at[event, trigger] = self.found(event, trigger)
        return self._at[event, trigger]

    def found(self, event: t.Event, own: int) -> tuple[Fact, ...]:
        """Computes `at`."""
        offers = self.table.offers
        match event:
            case t.ActEvent():
                if event.act in self.performed:
                    return ()
                numbers = [i for i, o in enumerate(offers) if (o.act, o.manner) == (event.act, event.manner)]
                rows = [self.rows.get(event, ())]
            case t.OfferEvent():
                numbers = [event.offer]
                rows = [self.rows.get(x, ()) for x in self.table.events_of(event.offer)]
            case t.SituationEvent() | t.TableEvent():
                return ()
            case _:
                assert_never(event)
        mine = [offers[i] for i in numbers]
        if not mine or any(o.stands_for is not None for o in mine):
            return ()
        act = self.table.acts[mine[0].act]
        written = {x for offer in mine for x in self.changed(offer.effects)}
        # what these effects emit is handled first
        before = emitted(self.table, (*act.effects, *(x for o in mine for x in o.effects)))
        events = {event, *before, *(x for i in numbers for x in self.table.events_of(i))}
        once = sum(own in self.rows.get(x, ()) for x in events) == 1
        for row in (*rows, *(self.rows.get(x, ()) for x in before)):
            for trigger in row:
                if trigger != own or not once:
                    effects = self.table.triggers[trigger].effects
                    written |= self.with_new_tops(effects, self.footprints.of(trigger)[2])
        return tuple(x for x in self.left(act) if not clash({x.about}, written))

    def during(self, offer: t.Offer) -> tuple[Fact, ...]:
        """The facts while the effects of an offer run, after those of its act."""
        if offer.stands_for is not None:
            return ()
        written = self.changed(offer.effects)
        return tuple(x for x in self.left(self.table.acts[offer.act]) if not clash({x.about}, written))

    def changed(self, effects: Iterable[f.Effect]) -> Things:
        """What effects write, of piles only those whose top they may change."""
        effects, written = tuple(effects), set[Thing]()
        self.footprints.effects(effects, {}, set(), written)
        return self.with_new_tops(effects, written)

    def with_new_tops(self, effects: Iterable[f.Effect], written: Things) -> Things:
        """Leaves out the piles whose top effects do not change: `move all but top from discard pile` takes the others."""
        found = tuple(summaries(self.table).through(effects))
        if any(x.phase is not None for x in found):
            return written
        tops = {zone for x in found if x.transfer is not None for zone in x.transfer.tops}
        return {x for x in written if x[0] != "zone" or x[1] in tops}

    def left(self, act: t.Act) -> list[Fact]:
        """The facts after an act's own effects."""
        return self.after(act, act.effects, (), [])

    def after(
        self, act: t.Act, effects: Iterable[f.Effect], given: tuple[e.Expr, ...], facts: list[Fact]
    ) -> list[Fact]:
        """The facts after more effects, which run if the conditions `given` hold."""
        for x in effects:
            writes = self.changed((x,))
            laid = self.laid(act, x, facts) if not given else None
            facts = [y for y in facts if not clash({y.about}, writes)]
            if laid is not None:
                facts.append(laid)
            elif isinstance(x, f.Assign):
                facts += self.assigned(x, given)
            elif isinstance(x, f.If) and stable(x.condition):
                facts = self.after(act, x.then, (*given, x.condition), facts)
                facts = self.after(act, x.otherwise, (*given, e.Not(x.condition, YesNo())), facts)
        return facts

    def assigned(self, x: f.Assign, given: tuple[e.Expr, ...]) -> Iterator[Fact]:
        """The fact that a variable of the table has its new value."""
        target = x.target
        # (a number is clamped, and a set of players is compared by its members)
        if not isinstance(target, e.Variable) or target.seat is not None or not stable(x.value):
            return
        if isinstance(target.type, Card | Enumeration | Player | YesNo):
            holds: e.Expr = e.Compare("==", target, x.value, YesNo())
            if given:
                holds = e.Logic("or", (holds, *(e.Not(g, YesNo()) for g in given)), YesNo())
            yield Fact(("variable", target.index, "any"), holds)

    def laid(self, act: t.Act, x: f.Effect, before: list[Fact]) -> Fact | None:
        """The fact that the card of an act lies on a pile: the first effect moves it there from where it was played."""
        if not isinstance(x, f.MoveCard) or x is not act.effects[0] or act.origin != x.origin.zone or before:
            return None
        if not isinstance(act.argument, Card) or act.argument.optional:
            return None
        zone, card = self.table.zones[x.target.zone], e.Local(t.ARGUMENT_LOCAL, act.argument_name, Card())
        mine = not self.table.zones[x.origin.zone].each_player or (
            isinstance(x.origin.seat, e.Local) and x.origin.seat.index == t.PLAYER_LOCAL
        )
        theirs = isinstance(x.card, e.Local) and x.card.index == t.ARGUMENT_LOCAL
        if not (mine and theirs) or zone.visibility != "face up" or zone.each_player or x.target.zone == act.origin:
            return None
        top = e.TopCard(x.target, 0, Card(True))
        return Fact(("zone", x.target.zone, "any"), e.Compare("==", top, card, YesNo()))


def stable(x: e.Expr) -> bool:
    """Whether an expression reads nothing but the player and the argument of an act."""
    nodes = [n for n in below(x) if isinstance(n, e.Expr | e.Place)]
    return all(isinstance(n, _STABLE) for n in nodes) and locals_in(x) <= _GIVEN


def about(x: object) -> Things:
    """The variables, and the piles whose top an expression reads, as facts name them."""
    out: set[Thing] = set()
    for n in below(x):
        if isinstance(n, e.Variable):
            out.add(("variable", n.index, "any"))
        elif isinstance(n, e.TopCard):
            out.add(("zone", n.place.zone, "any"))
    return out


@per_table(8)
def just_after(table: t.Table) -> JustAfter:
    """The postconditions of a table. Cached."""
    return JustAfter(table)
