"""That whoever takes no part has no cards, by zone: an invariant by the shape of the rules.

Under-approximates: a zone that is named has the property in every state at rest of every match. Everybody takes part at first, and has no
cards. Whoever leaves gives away all cards in the same block before; and cards are only ever given to whom participation says that they
take part (`participation`). Example: `move all from hand of player to draw pile`, then `remove player`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from checker.context import Context, stage
from checker.effects.summary import Summary, summaries
from checker.invariants.participation import attendance, removes
from checker.smt.at_rest import comes_of
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Player, Players

BEGINNINGS = frozenset({t.TableEvent("match begins"), t.TableEvent("round begins"), t.TableEvent("position")})


@stage
def empty_hands(context: Context) -> frozenset[int]:
    """The zones of each player in which nobody has a card who takes no part."""
    return _Proof(context).zones()


class _Proof:
    def __init__(self, context: Context) -> None:
        self.context, self.table = context, context.table
        self.all = summaries(context.table)
        self.claims = frozenset(attendance(context).claims)
        self.unsure: set[int] = set()
        """Acts that are done by, or to, players who may take no part."""

    def zones(self) -> frozenset[int]:
        """The zones that it is proved of."""
        table, never = self.table, self.context.never
        rules: list[t.Trigger | t.Offer] = [*table.triggers, *table.offers]
        alive = [x for x in rules if x.info.name not in never]
        blocks: list[tuple[tuple[f.Effect, ...], t.Trigger | t.Offer | None]] = [(x.effects, x) for x in alive]
        blocks += [(x.effects, None) for x in table.acts]
        if not all(self.tells_of_players(effects) for effects, _ in blocks):
            return frozenset()
        found = {i for i, x in enumerate(table.zones) if x.each_player}
        todo = sorted(self.unsure)
        while todo:
            # nor is it known who is spoken of where such an act is heard
            act = todo.pop()
            heard = {i for event, row in table.order if isinstance(event, t.ActEvent) and event.act == act for i in row}
            lost = [table.acts[act].effects, *(table.triggers[i].effects for i in sorted(heard))]
            known = set(self.unsure)
            if not all(self.tells_of_players(x, frozenset()) for x in lost):
                return frozenset()
            todo += sorted(self.unsure - known)
            found = {z for z in found if all(self.fills_players(x, z, frozenset()) for x in lost)}
        for effects, rule in blocks:
            found = {z for z in found if self.fills_players(effects, z, frozenset({t.PLAYER_LOCAL, t.ARGUMENT_LOCAL}))}
            leaving = any(x.seating is not None and x.seating.kind == "remove" for x in self.all.through(effects))
            if leaving and isinstance(rule, t.Trigger) and BEGINNINGS & set(rule.events):
                return frozenset()
            found = {z for z in found if self.gives_away(effects, z)}
        for offer in table.offers:
            if offer.info.name not in never and (offer.absent or removes(table, offer) or not self.known(offer)):
                # whoever is spoken of may be somebody who takes no part: only whoever is dealt to gets cards
                found = {z for z in found if self.fills_players(comes_of(table, offer), z, frozenset())}
        return frozenset(found)

    def known(self, offer: t.Offer) -> bool:
        """Whether what an offer is made with is no player who takes no part."""
        if not isinstance(self.table.acts[offer.act].argument, Player) or offer.argument is None:
            return True
        return self.plays(offer.argument, frozenset({t.PLAYER_LOCAL}))

    # ----------------------------------------------------------------------------------------------- who takes part

    def plays(self, x: e.Expr, locals_: frozenset[int]) -> bool:
        """Whether a player takes part, or is nobody. `locals_` do."""
        match x:
            case e.Local():
                return x.index in locals_
            case e.Neighbor():
                return True
            case e.Constant():
                return x.value < 0
            case e.Owner() | e.Field() | e.Variable():
                return self.name_of(x) in self.claims
            case e.Choose():
                return self.plays(x.then, locals_) and self.plays(x.otherwise, locals_)
            case e.TheOne():
                return self.all_play(x.players, locals_)
            case e.Builtin() | e.PlayersWhere() | e.SetOf() | e.SetOperation():
                return False
            case e.IsOpen() | e.IsTop() | e.Member() | e.Compare() | e.Logic() | e.Not() | e.Can():
                return False
            case e.CountCards() | e.OverCards() | e.OverPlayers() | e.SetSize() | e.FaceNumber() | e.Arithmetic():
                return False
            case e.TopCard() | e.Attribute():
                return False
            case _:
                assert_never(x)

    def all_play(self, x: e.Expr, locals_: frozenset[int]) -> bool:
        """Whether all players of a set take part."""
        match x:
            case e.Builtin():
                return x.kind == "in play"
            case e.PlayersWhere():
                return self.all_play(x.among, locals_)
            case e.SetOf():
                return self.plays(x.player, locals_)
            case e.SetOperation():
                left, right = self.all_play(x.left, locals_), self.all_play(x.right, locals_)
                return {"union": left and right, "intersection": left or right}.get(x.operator, left)
            case e.Owner() | e.Field() | e.Variable():
                return self.name_of(x) in self.claims
            case e.Constant() | e.Local() | e.Choose() | e.TheOne() | e.Neighbor():
                return False
            case e.IsOpen() | e.IsTop() | e.Member() | e.Compare() | e.Logic() | e.Not() | e.Can():
                return False
            case e.CountCards() | e.OverCards() | e.OverPlayers() | e.SetSize() | e.FaceNumber() | e.Arithmetic():
                return False
            case e.TopCard() | e.Attribute():
                return False
            case _:
                assert_never(x)

    def name_of(self, x: e.Owner | e.Field | e.Variable) -> str:
        """The claim that says that a player who is kept somewhere takes part."""
        if isinstance(x, e.Variable):
            return self.table.variables[x.index].name
        situation = self.table.situations[x.situation]
        return (
            f"owner of {situation.name}"
            if isinstance(x, e.Owner)
            else f"{situation.fields[x.index].name} of {situation.name}"
        )

    def with_local(self, x: Summary, number: int, locals_: frozenset[int]) -> frozenset[int]:
        """The locals that take part inside a block of an effect."""
        block = x.blocks[number]
        if block.local is None or isinstance(block.among, tuple) or not isinstance(block.local.type, Player):
            return locals_
        return locals_ | {block.local.index} if self.all_play(block.among, locals_) else locals_

    def tells_of_players(self, effects: Sequence[f.Effect], locals_: frozenset[int] | None = None) -> bool:
        """Whether effects keep, and do acts by, only players who take part (while nobody leaves)."""
        locals_ = frozenset({t.PLAYER_LOCAL, t.ARGUMENT_LOCAL}) if locals_ is None else locals_
        for effect in effects:
            x = self.all.of(effect)
            for change in x.changes:
                kept = isinstance(change.target.type, Player) and self.name_of(change.target) in self.claims
                if kept and not self.plays(change.value, locals_):
                    return False
            on_one = isinstance(effect, f.Begin) and not self.table.situations[effect.situation].on_players
            if on_one and isinstance(effect, f.Begin) and not self.plays(effect.owner, locals_):
                return False
            if x.performs is not None:
                told = isinstance(self.table.acts[x.performs.act].argument, Player)
                argument = x.performs.argument
                if not self.plays(x.performs.player, locals_) or (
                    told and (argument is None or not self.plays(argument, locals_))
                ):
                    self.unsure.add(x.performs.act)
            for i, block in enumerate(x.blocks):
                if not self.tells_of_players(block.effects, self.with_local(x, i, locals_)):
                    return False
        return True

    # ------------------------------------------------------------------------------------------------------- cards

    def fills_players(self, effects: Sequence[f.Effect], zone: int, locals_: frozenset[int]) -> bool:
        """Whether cards only come to a zone of players who take part."""
        for effect in effects:
            x = self.all.of(effect)
            if x.transfer is not None:
                places = [
                    x.transfer.target,
                    *([x.transfer.origin] if x.transfer.how == "swap" and x.transfer.origin else []),
                ]
                here = locals_ | ({effect.local.index} if isinstance(effect, f.GiveEvery) else frozenset())
                for place in places:
                    if place.zone == zone and (place.seat is None or not self.plays(place.seat, here)):
                        return False
            for i, block in enumerate(x.blocks):
                if not self.fills_players(block.effects, zone, self.with_local(x, i, locals_)):
                    return False
        return True

    def gives_away(self, effects: Sequence[f.Effect], zone: int) -> bool:
        """Whether whoever leaves has given all cards of a zone away before, in the same block."""
        empty: e.Expr | None = None
        for effect in effects:
            x = self.all.of(effect)
            if (
                isinstance(effect, f.MoveAll)
                and effect.origin.zone == zone
                and effect.where is None
                and not effect.keep
            ):
                empty = effect.origin.seat if effect.target.zone != zone else None
            elif x.seating is not None and x.seating.kind == "remove":
                if empty is None or x.seating.player != empty:
                    return False
            elif any(y.transfer is not None or y.performs is not None or y.changes for y in self.below(effect)):
                empty = None if any(self.touches(y, zone) for y in self.below(effect)) else empty
            if not all(self.gives_away(block.effects, zone) for block in x.blocks):
                return False
        return True

    def below(self, effect: f.Effect) -> Iterator[Summary]:
        """An effect with all that is inside it, acts that it performs included."""
        return iter(self.all.through([effect]))

    def touches(self, x: Summary, zone: int) -> bool:
        """Whether an effect may bring cards to a zone, or change who is meant."""
        moved = x.transfer is not None and zone in {
            x.transfer.target.zone,
            *([x.transfer.origin.zone] if x.transfer.how == "swap" and x.transfer.origin else []),
        }
        return moved or any(isinstance(c.target.type, Player | Players) for c in x.changes)
