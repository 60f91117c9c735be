"""Random tables for questions about what comes to an end: rounds that end under a condition, or cannot end any more, and moves that use
something up."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Literal, get_args

from tests import engine_tables as k
from tests.engine_random import Gamer
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

TURN = e.SetOf(k.owner(k.WAIT), k.PLAYERS)
NEXT = e.Neighbor("left", k.ACTOR, k.MAYBE_PLAYER)
PASSED = f.Assign(k.owner(k.WAIT), NEXT)
PLAYED: tuple[t.Event, ...] = tuple(t.ActEvent(x, 0) for x in (k.PLAY, k.DRAW, k.REST))


def held(whose: e.Expr = k.ACTOR) -> e.Expr:
    """The number of cards in somebody's hand."""
    return e.CountCards(e.Place(k.HAND, whose), e.Local(2, "it", k.CARD), None, Number(0, k.DECK.size))


Theme = Literal["hands", "values", "open"]
"""What the end of a round hangs on."""

THEMES: tuple[Theme, ...] = get_args(Theme)


class Endings(Gamer):
    """Makes tables whose rounds end by an empty hand, by a value or with a situation, and whose rules take cards out of hands, set
    values that stay, and open situations that stay open."""

    triggers = 1, 2
    """The fewest and the most rules that end a round."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.themes: tuple[Theme, ...] = random.choice(
            (("hands",), ("hands",), ("values",), ("values",), ("open",), THEMES)
        )
        # most rules of a table change one value in one way
        self.slot, self.up = random.choice((k.FLAG, k.FLAG, k.NUMBER, k.NUMBER, k.KEPT)), random.random() < 0.5
        self.value, self.steady = random.choice((0, 1, 4, 5, 6, 10)), random.random() < 0.6
        # at some tables an act ends the round that rules perform
        self.performs = random.random() < 0.12

    def table(self) -> t.Table:
        """A table with a few rules of its own, and those without which nothing would ever be played."""
        r = self.r
        they = e.Local(2, "they", k.PLAYER)
        dealt = f.MoveTop(k.number(r.randint(1, 2)), k.place(k.STOCK), e.Place(k.HAND, they))
        vote = (f.Begin(k.VOTE, k.IN_PLAY_SET, ()),) if "open" in self.themes and r.random() < 0.5 else ()
        first = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.PILE))
        begins = f.ForEach(they, k.IN_PLAY_SET, None, (dealt,)), first, f.Begin(k.WAIT, k.seat(0), ()), *vote
        keeps = e.Compare("<", k.number(r.choice((0, 1, 1, 1))), held(), k.YES_NO)
        offers = [
            k.offer("plays", k.PLAY, PASSED, situations=(k.WAIT,), who=TURN, guard=keeps),
            k.offer("draws", k.DRAW, PASSED, situations=(k.WAIT,), who=TURN, argument=k.number(1)),
            k.offer("rests", k.REST, PASSED, situations=(k.WAIT,), who=TURN),
            k.offer("votes", k.NAME, situations=(k.VOTE,), who=k.owner(k.VOTE)),
            *(self.offer(i) for i in range(r.choice((0, 0, 1)))),
        ]
        ending = [
            self.trigger(i, len(offers)) for i in range(1 if self.themes == ("values",) else r.randint(*self.triggers))
        ]
        changing = [self.changing(len(ending) + i, len(offers)) for i in range(1 if "hands" in self.themes else 2)]
        again = [k.trigger("again", t.TableEvent("round ends"), f.BeginRound())] if r.random() < 0.6 else []
        rules = [
            k.trigger("match", t.TableEvent("match begins"), f.BeginRound()),
            k.trigger("round", t.TableEvent("round begins"), *begins),
            *again,
            *r.sample([*ending, *changing], len(ending) + len(changing)),
        ]
        if r.random() < 0.3 and len(rules) > 3 + len(again):
            # a rule instead of which an earlier one may run
            rules[-1] = replace(rules[-1], replaced_by=(r.randrange(2 + len(again), len(rules) - 1),))
        acts = tuple(self.acted(i, x) for i, x in enumerate(k.ACTS))
        return k.build(*rules, *offers, seats=r.choice((2, 2, 3)), acts=acts)

    def acted(self, index: int, act: t.Act) -> t.Act:
        """An act, which seldom does something besides."""
        if index == k.BID and self.performs:
            return replace(act, effects=(f.EndRound(k.IN_PLAY_SET),))
        if index not in (k.REST, k.BID) or self.r.random() < 0.8:
            return act
        return replace(act, effects=(self.ending() if self.r.random() < 0.2 else self.change(),))

    def ending(self) -> f.Effect:
        """The end of a round, of a match, or a new round."""
        end = f.EndRound(k.IN_PLAY_SET)
        if self.performs:
            return f.Perform(k.BID, k.ACTOR, k.number(1), 0, None)
        return self.r.choice((end, end, f.EndMatch(k.IN_PLAY_SET), f.BeginRound()))

    def condition(self, player: bool = True) -> e.Expr:
        """A condition under which a round ends. `player`: it may be about a player."""
        r = self.r
        theme = r.choice(self.themes)
        if theme == "hands" and not player:
            return k.yes(False)
        if theme == "hands":
            whose = k.ACTOR if r.random() < 0.95 else NEXT
            return e.Compare("<", held(whose), k.number(2 if r.random() < 0.1 else 1), k.YES_NO)
        if theme == "open":
            return r.choice((e.IsTop, e.IsOpen))(k.VOTE if r.random() < 0.7 else k.WAIT, k.YES_NO)
        if self.slot == k.FLAG and player:
            flag = k.variable(k.FLAG, k.ACTOR)
            return e.Not(flag, k.YES_NO) if self.up or r.random() < 0.2 else flag
        slot, start = (k.variable(k.KEPT), 2) if self.slot == k.KEPT else (k.variable(k.NUMBER), 3)
        value = k.number(r.choice((start, start, start, self.value, r.randint(0, 8))))
        if r.random() < 0.5:
            return k.same(slot, value)
        left, right = (slot, value) if r.random() < 0.5 else (value, slot)
        return e.Compare("<=", left, right, k.YES_NO)

    def change(self) -> f.Effect:
        """A change of what the end of a round hangs on; sometimes of another thing."""
        match self.r.choice(self.themes):
            case "hands":
                return self.of_hands()
            case "values":
                return self.of_value()
            case "open":
                return self.of_situation()

    def of_hands(self) -> f.Effect:
        """Cards that leave a hand or do not, or somebody who does."""
        r, mine, next_ = self.r, e.Place(k.HAND, k.ACTOR), e.Place(k.HAND, NEXT)
        holder = e.Local(2, "holder", k.PLAYER)
        match r.randrange(10):
            case 0:
                return f.MoveTop(k.number(1), next_, k.place(k.PILE))
            case 1:
                return f.MoveAll(0, mine, r.choice((k.place(k.PILE), next_)))
            case 2:
                to = e.Neighbor("left", holder, k.MAYBE_PLAYER) if r.random() < 0.6 else k.ACTOR
                return f.GiveEvery(k.HAND, holder, to)
            case 3 | 7:
                return f.SwapPlaces(mine, next_)
            case 4:
                return f.Perform(k.PLAY, NEXT, k.card(r.randrange(len(k.KINDS))), 0, None)
            case 5:
                return f.MoveCard(k.card(r.randrange(len(k.KINDS))), next_, mine)
            case 6:
                return f.Seating("remove", NEXT)
            case 8:
                return f.Gather(k.place(k.STOCK))
            case _:
                return f.MoveTop(k.number(1), k.place(k.STOCK), next_)

    def of_value(self) -> f.Effect:
        """A value that is set or counted, mostly in one way."""
        r = self.r
        steady = self.steady or r.random() < 0.5
        slot = k.variable(self.slot, k.ACTOR if self.slot == k.FLAG else None)
        if self.slot == k.FLAG:
            return f.Assign(slot, k.yes(self.up == steady))
        if r.random() < 0.1:
            return f.Assign(slot, held())
        if self.up or r.random() < 0.2:
            return f.Assign(slot, k.number(self.value if steady else r.randint(0, 6)))
        operator: Literal["+", "-"] = "+" if (self.value % 2 == 0) == steady else "-"
        return f.Assign(slot, e.Arithmetic(operator, slot, k.number(3), Number(-8, 13)))

    def of_situation(self) -> f.Effect:
        """A situation that begins or ends, or an act."""
        r = self.r
        match r.randrange(6):
            case 0 | 1 | 2:
                return f.Begin(k.VOTE, k.IN_PLAY_SET, ())
            case 3:
                return f.Begin(k.WAIT, k.ACTOR, ())
            case 4:
                return f.End(r.randrange(2))
            case _:
                return f.Perform(k.BID, k.ACTOR, k.number(1), 0, None)

    def trigger(self, index: int, offers: int) -> t.Trigger:
        """A rule that ends a round under a condition."""
        r = self.r
        settles = r.random() < (0.5 if "open" in self.themes else 0.1)
        choices = (*PLAYED, *PLAYED, t.OfferEvent(r.randrange(offers)))
        if "open" in self.themes:
            choices = (*choices, t.ActEvent(k.BID, 0), t.ActEvent(k.NAME, 0))
        events: tuple[t.Event, ...] = (t.TableEvent("settles"),) if settles else (r.choice(choices),)
        if not settles and r.random() < 0.15:
            events = (*events, t.TableEvent(r.choice(("round begins", "round ends"))))
        guard = self.condition(player=len(events) < 2 and not settles)
        return k.trigger(f"trigger-{index}", events, self.ending(), guard=guard)

    def changing(self, index: int, offers: int) -> t.Trigger:
        """A rule that changes something."""
        r = self.r
        event: t.Event = r.choice((*PLAYED, *PLAYED, t.OfferEvent(r.randrange(offers))))
        guard = k.yes() if r.random() < 0.85 else self.condition()
        return k.trigger(f"trigger-{index}", event, self.change(), guard=guard)

    def offer(self, index: int) -> t.Offer:
        """An offer that changes something, or ends the round itself."""
        r = self.r
        act = r.choice((k.REST, k.BID, k.PICK, k.NAME))
        effects = (self.ending(),) if r.random() < 0.5 else (self.change(), PASSED)
        situations = r.choice(((k.WAIT,), (k.VOTE,), ()))
        argument = k.number(1) if act == k.BID else None
        guard = k.yes() if r.random() < 0.1 else self.condition()
        return k.offer(f"offer-{index}", act, *effects, situations=situations, who=TURN, argument=argument, guard=guard)


class Spending(Gamer):
    """Makes tables whose moves use something up, mostly: numbers, the room of a set, whom a situation waits for. Some rules give it back."""

    def table(self) -> t.Table:
        """A table with a few moves in one or two situations."""
        r = self.r
        dealt = f.MoveTop(k.number(4), k.place(k.STOCK), k.place(k.PILE))
        opened: tuple[f.Effect, ...] = (f.Begin(k.WAIT, k.seat(0), ()), f.Begin(k.VOTE, k.IN_PLAY_SET, ()))
        offers = [self.offer(i) for i in range(r.randint(2, 4))]
        rules = [
            k.trigger("match", t.TableEvent("match begins"), f.BeginRound()),
            k.trigger("round", t.TableEvent("round begins"), dealt, *opened),
            *(self.trigger(i, len(offers)) for i in range(r.choice((0, 0, 1, 2)))),
        ]
        return k.build(*rules, *offers, seats=r.choice((2, 3)))

    def spent(self) -> tuple[e.Expr, f.Effect]:
        """A condition and an effect that uses something up where it holds."""
        r = self.r
        index, bound = r.choice(((k.NUMBER, 0), (k.NUMBER, 10), (k.KEPT, -5), (k.KEPT, 5), (k.SET, 0), (k.SET, 0)))
        slot = k.variable(index)
        if index == k.SET:
            return e.Not(e.Member(k.ACTOR, slot, k.YES_NO), k.YES_NO), f.ChangeSet("include", k.ACTOR, slot)
        down = bound <= 0
        step = e.Arithmetic("-" if down else "+", slot, k.number(1), Number(-6, 11))
        left, right = (k.number(bound), slot) if down else (slot, k.number(bound))
        return e.Compare("<", left, right, k.YES_NO), f.Assign(slot, step)

    def offer(self, index: int) -> t.Offer:
        """A move that uses something up, and perhaps gives other things back."""
        r = self.r
        guard, effect = self.spent()
        effects = [effect, *([self.spent()[1]] if r.random() < 0.25 else [])]
        if r.random() < 0.2:
            guard = k.yes()
        situations = r.choice(((k.WAIT,), (k.VOTE,), (k.VOTE,), (k.VOTE, k.WAIT), ()))
        who: e.Expr = TURN if situations == (k.WAIT,) else k.IN_PLAY_SET
        if k.VOTE in situations and r.random() < 0.4:
            effects.append(r.choice((f.ChangeSet("exclude", k.ACTOR, k.owner(k.VOTE)), f.End(k.VOTE))))
            who = k.owner(k.VOTE)
        if k.WAIT in situations:
            effects.append(r.choice((PASSED, f.Begin(k.VOTE, k.IN_PLAY_SET, ()))))
        act = r.choice((k.REST, k.BID, k.NAME))
        argument = k.number(1) if act == k.BID else None
        mode: t.OfferMode = r.choice(("may", "may", "must", "mistake"))
        return k.offer(
            f"offer-{index}", act, *effects, mode=mode, situations=situations, who=who, argument=argument, guard=guard
        )

    def trigger(self, index: int, offers: int) -> t.Trigger:
        guard, effect = self.spent()
        event: t.Event = self.r.choice(
            (t.OfferEvent(self.r.randrange(offers)), t.ActEvent(k.BID, 0), t.TableEvent("settles"))
        )
        return k.trigger(
            f"trigger-{index}", event, effect, guard=guard if not isinstance(event, t.TableEvent) else k.yes(False)
        )
