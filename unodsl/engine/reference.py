"""The reference executor: a direct interpreter of the model. Slow and simple; it defines the semantics."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from unodsl import limits
from unodsl.engine import chance as rng
from unodsl.engine.api import Chance, Ended, EndlessCascade, Move, Shown, State, Trace
from unodsl.engine.cards import Pool
from unodsl.engine.describe import note_text
from unodsl.engine.layout import (
    CLOSED,
    GENERATOR,
    IN_PLAY,
    MATCH,
    MOVED,
    ROUND,
    TABLE_EVENTS,
    TOP,
    WINNERS,
    layout_of,
)
from unodsl.engine.reference_values import Evaluator, Locals, seats_of
from unodsl.engine.values import Values, code, decoded, options_at
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.model.walk import conjuncts, locals_in

Queued = tuple[t.Event, int, int]


class Reference:
    """Interprets a table."""

    name = "reference"

    def __init__(self, table: t.Table) -> None:
        self.table = table
        self.layout = layout_of(table)
        self.order = dict(table.order)
        self._bans: dict[int, tuple[list[e.Expr], list[e.Expr]]] = {}

    def conditions_of(self, ban: int) -> tuple[list[e.Expr], list[e.Expr]]:
        """The conjuncts of a ban's guard: those that do not read the argument of a move, and those that do."""
        if ban not in self._bans:
            every = conjuncts(self.table.bans[ban].guard)
            apart = [t.ARGUMENT_LOCAL in locals_in(x) for x in every]
            self._bans[ban] = (
                [x for x, asks in zip(every, apart, strict=True) if not asks],
                [x for x, asks in zip(every, apart, strict=True) if asks],
            )
        return self._bans[ban]

    # -------------------------------------------------------------------------------------------------------- the interface

    def blank(self, seed: int) -> State:
        """A match before anything happened."""
        return tuple(self.layout.blank(rng.seeded(seed)))

    def start(self, seed: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """The state after the beginning of a match."""
        return self.happen(self.blank(seed), TABLE_EVENTS.index(t.TableEvent("match begins")), chance, trace)

    def happen(self, state: State, event: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """The state after a table event and its cascade."""
        run = self.cascade(state, chance, trace)
        run.queue.append((TABLE_EVENTS[event], -1, -1))
        run.to_rest(settled=TABLE_EVENTS[event].kind == "position")
        return tuple(run.s)

    def apply(self, state: State, move: Move, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """The state after a legal move and its cascade."""
        run = self.cascade(state, chance, trace)
        run.move(move)
        run.to_rest()
        return tuple(run.s)

    def cascade(self, state: State, chance: Chance | None, trace: Trace | None) -> CascadeRun:
        """A cascade that starts in a state."""
        return CascadeRun(self, list(state), chance, trace)

    def condition(self, state: State, expression: object, locals_: tuple[int, ...] = ()) -> int:
        """The value of a model expression in a state."""
        run = CascadeRun(self, list(state), None, None)
        return run.value(expression, dict(enumerate(locals_)))  # type: ignore[arg-type]

    def all_hold(self, state: State, expressions: Sequence[e.Expr], rows: Iterable[tuple[int, ...]]) -> bool:
        """Whether all expressions are true in a state for at least one row of locals."""
        run = CascadeRun(self, list(state), None, None)
        return any(all(run.value(x, dict(enumerate(row))) for x in expressions) for row in rows)

    def for_each_kind(self, expression: e.Expr, local: int) -> tuple[int, ...]:
        """The values of an expression that reads only a card local, for each kind of card."""
        run = CascadeRun(self, [], None, None)
        return tuple(run.value(expression, {local: kind}) for kind in range(len(self.table.deck.kinds)))

    def legal(self, state: State, mistakes: bool = True) -> list[Move]:
        """All legal moves of all players, sorted."""
        if not state[MATCH]:
            return []
        run = CascadeRun(self, list(state), None, None)
        moves: list[Move] = []
        for seat in range(self.layout.seats):
            mine = {i: run.candidates(i, seat) for i in range(len(self.table.offers))}
            mine = {i: run.unbanned(i, seat, args) for i, args in mine.items() if args}
            standing = {i: run.unreplaced(i, args, mine) for i, args in mine.items()}
            forced = any(
                args and self.table.offers[i].mode == "must" and self.table.offers[i].situations
                for i, args in standing.items()
            )
            for index, arguments in standing.items():
                offer = self.table.offers[index]
                if forced and offer.situations and offer.mode in ("may", "otherwise"):
                    continue
                if offer.mode in t.LEFT_ALONE and not mistakes:
                    continue
                moves.extend(Move(index, seat, a) for a in arguments)
        return sorted(moves)


class CascadeRun(Evaluator):
    """One evaluation, or one cascade, over a mutable state."""

    def __init__(self, owner: Reference, s: list[int], chance: Chance | None, trace: Trace | None) -> None:
        self.table = owner.table
        self.layout = owner.layout
        self.order = owner.order
        self.s = s
        self.chance = chance
        self.trace = trace
        self.queue: deque[Queued] = deque()
        self.recent: deque[str] = deque(maxlen=60)

    # --------------------------------------------------------------------------------------------------------- legal moves

    def candidates(self, index: int, seat: int) -> list[int]:
        """The arguments with which an offer is enabled for a seat, before bans and replacements; [-1] for an act
        without one."""
        offer = self.table.offers[index]
        if offer.absent == bool(self.s[IN_PLAY] >> seat & 1):
            return []
        if offer.situations and self.s[TOP] not in offer.situations:
            return []
        if not self.value(offer.who, {}) >> seat & 1:
            return []
        act = self.table.acts[offer.act]
        if act.argument is None:
            arguments = [-1]
        elif offer.argument is not None:
            fixed = kept(self.value(offer.argument, {0: seat, 1: -1}), act.argument)
            if fixed == -1 and isinstance(act.argument, Card | Player | Enumeration) and not act.argument.optional:
                return []
            if act.origin is not None:
                cards = self.layout.held(self.s, act.origin, seat)
                if fixed < 0 or not self.layout.count(cards, fixed):
                    return []
            arguments = [fixed]
        else:
            arguments = self.range_of(offer, act, seat)
        return [a for a in arguments if self.value(offer.guard, {0: seat, 1: a})]

    def range_of(self, offer: t.Offer, act: t.Act, seat: int) -> list[int]:
        match act.argument:
            case Card():
                if act.origin is not None:
                    return list(self.layout.kinds_of(self.layout.held(self.s, act.origin, seat)))
                # no move names a card that a cut deck does not have
                return [i for i, kind in enumerate(self.table.deck.kinds) if kind.copies]
            case Player():
                return [p for p in seats_of(self.s[IN_PLAY]) if not (act.excludes_self and p == seat)]
            case Number():
                low, high = offer.choices or (act.argument.low, act.argument.high)
                return list(range(low, high + 1))
            case Enumeration():
                return list(range(len(act.argument.values)))
            case YesNo():
                return [0, 1]
            case Players():
                return list(range(1 << self.layout.seats))
            case None:
                return [-1]
            case _:
                assert_never(act.argument)

    def unbanned(self, index: int, seat: int, arguments: list[int]) -> list[int]:
        offer = self.table.offers[index]
        out = []
        for argument in arguments:
            for ban in self.table.bans:
                if ban.info.name in offer.info.despite or (ban.act is not None and ban.act != offer.act):
                    continue
                if ban.manners is not None and offer.manner not in ban.manners:
                    continue
                if ban.situations and self.s[TOP] not in ban.situations:
                    continue
                if self.value(ban.who, {}) >> seat & 1 and self.value(ban.guard, {0: seat, 1: argument}):
                    break
            else:
                out.append(argument)
        return out

    def unreplaced(self, index: int, arguments: list[int], all_: dict[int, list[int]]) -> list[int]:
        taken: set[int] = set()
        for other in self.table.offers[index].replaced_by:
            if self.table.same_verb(self.table.offers[other].act, self.table.offers[index].act):
                above = self.unreplaced(other, all_.get(other, []), all_)
                taken |= set(arguments if above and self.table.replaces_all(other, index) else above)
        return [a for a in arguments if a not in taken]

    # ------------------------------------------------------------------------------------------------------------- cascade

    def move(self, move: Move) -> None:
        offer = self.table.offers[move.offer]
        shown = move.argument
        if offer.stands_for is not None:
            shown = self.value(offer.stands_for, {0: move.seat, 1: move.argument})
        self.fired(offer.info.name)
        self.effects(self.table.acts[offer.act].effects, {0: move.seat, 1: move.argument})
        self.effects(offer.effects, {0: move.seat, 1: shown})
        self.queue.append((t.ActEvent(offer.act, offer.manner), move.seat, shown))
        self.queue.append((t.OfferEvent(move.offer), move.seat, shown))

    def fired(self, name: str) -> None:
        self.recent.append(name)
        if self.trace is not None:
            self.trace.fired.append(name)

    def to_rest(self, settled: bool = False) -> None:
        left = limits.CASCADE_RULES
        while True:
            while self.queue:
                event, player, argument = self.queue.popleft()
                if event not in self.order:
                    continue
                left -= 1
                if left < 0:
                    raise EndlessCascade(tuple(sorted(set(self.recent))))
                self.triggers(event, player, argument)
            if settled or not self.s[ROUND] or (self.s[TOP] >= 0 and self.s[self.layout.below[self.s[TOP]]] >= 0):
                break
            settled = True
            self.queue.append((t.TableEvent("settles"), -1, -1))
        self.s[MOVED] = -1

    def triggers(self, event: t.Event, player: int, argument: int) -> None:
        ran: set[int] = set()
        for index in self.order[event]:
            trigger = self.table.triggers[index]
            if any(r in ran for r in trigger.replaced_by):
                ran.add(index)
                continue
            if self.value(trigger.guard, {0: player, 1: argument}):
                ran.add(index)
                self.fired(trigger.info.name)
                self.effects(trigger.effects, {0: player, 1: argument})

    # ------------------------------------------------------------------------------------------------------------- effects

    def effects(self, block: tuple[f.Effect, ...], env: Locals) -> None:
        for effect in block:
            self.effect(effect, env)

    def effect(self, effect: f.Effect, env: Locals) -> None:
        s, layout = self.s, self.layout
        match effect:
            case f.Assign():
                self.assign(effect.target, self.value(effect.value, env), env)
            case f.MoveCard():
                kind = self.value(effect.card, env)
                origin, target = self.seat_of(effect.origin, env), self.seat_of(effect.target, env)
                s[MOVED] = -1
                if (
                    kind >= 0
                    and origin is not None
                    and target is not None
                    and layout.take_card(s, effect.origin.zone, origin, kind)
                ):
                    layout.put(s, effect.target.zone, target, kind)
                    s[MOVED] = kind
            case f.MoveTop():
                self.move_top(effect, env)
            case f.MoveAll():
                origin, target = self.seat_of(effect.origin, env), self.seat_of(effect.target, env)
                if origin is not None and target is not None:
                    if effect.where is None:
                        cards = layout.clear(s, effect.origin.zone, origin, effect.keep)
                    else:
                        assert effect.local is not None
                        at = layout.place(effect.origin.zone, origin)
                        found = self.cards_where(effect.origin, effect.local, effect.where, env)
                        cards = s[at] & sum(layout.fields[kind] for kind, _ in found)
                        s[at] &= ~cards
                    layout.put_under(s, effect.target.zone, target, cards)
            case f.Gather():
                target = self.seat_of(effect.target, env)
                if target is not None:
                    for zone, seat in layout.places:
                        layout.clear(s, zone, seat)
                    layout.put_under(s, effect.target.zone, target, layout.all_cards)
            case f.Shuffle():
                self.shuffle(effect, env)
            case f.SwapPlaces():
                self.swap(effect, env)
            case f.GiveEvery():
                self.give(effect, env)
            case f.Begin():
                self.begin(effect, env)
            case f.End():
                if s[layout.below[effect.situation]] != CLOSED:
                    owner = (
                        -1 if self.table.situations[effect.situation].on_players else s[layout.owner[effect.situation]]
                    )
                    layout.unlink(s, effect.situation)
                    self.queue.append((t.SituationEvent("ends", effect.situation), owner, -1))
            case f.ChangeSet():
                self.change_set(effect, env)
            case f.Perform():
                player = self.value(effect.player, env)
                wanted = self.table.acts[effect.act].argument
                argument = -1 if effect.argument is None else kept(self.value(effect.argument, env), wanted)
                shown = argument if effect.standing_for is None else self.value(effect.standing_for, env)
                if player >= 0:
                    self.effects(self.table.acts[effect.act].effects, {0: player, 1: argument})
                    self.queue.append((t.ActEvent(effect.act, effect.manner), player, shown))
            case f.Show():
                self.show(effect, env)
            case f.Tell():
                if self.trace is not None:
                    values = [self.value(x, env) for x in effect.values]
                    text = note_text(self.table, effect, values, self.trace.names)
                    self.trace.shown.append((text, self.value(effect.to, env)))
            case f.Seating():
                player = self.value(effect.player, env)
                if player >= 0 and bool(s[IN_PLAY] >> player & 1) != (effect.kind == "seat"):
                    s[IN_PLAY] ^= 1 << player
                    self.queue.append((t.TableEvent("joins" if effect.kind == "seat" else "leaves"), player, -1))
            case f.BeginRound():
                winners = s[WINNERS]
                layout.clear_round(s, kept=False)
                s[WINNERS] = winners
                s[ROUND] = s[MATCH] = 1
                if self.trace is not None:
                    self.trace.rounds += 1
                self.queue.append((t.TableEvent("round begins"), -1, -1))
            case f.EndRound():
                if s[ROUND]:
                    s[WINNERS] = self.value(effect.winners, env)
                    self.ended(whole=False)
                    s[ROUND] = 0
                    self.empty_stack()
                    self.queue.append((t.TableEvent("round ends"), -1, -1))
            case f.EndMatch():
                if s[MATCH]:
                    s[WINNERS] = self.value(effect.winners, env)
                    self.ended(whole=True)
                    s[ROUND] = s[MATCH] = 0
                    self.empty_stack()
                    self.queue.append((t.TableEvent("match ends"), -1, -1))
            case f.If():
                self.effects(effect.then if self.value(effect.condition, env) else effect.otherwise, env)
            case f.ForEach():
                players = self.value(effect.players, env)
                start = 0 if effect.start is None else max(0, self.value(effect.start, env))
                step = -1 if effect.backward is not None and self.value(effect.backward, env) else 1
                for i in range(layout.seats):
                    seat = (start + step * i) % layout.seats
                    if players >> seat & 1:
                        self.effects(effect.body, {**env, effect.local.index: seat})
            case f.ForEachCard():
                for kind, count in self.cards_where(effect.place, effect.local, effect.where, env):
                    for _ in range(count):
                        self.effects(effect.body, {**env, effect.local.index: kind})
            case f.AtRandom():
                self.at_random(effect, env)
            case f.Repeat():
                for _ in range(self.value(effect.times, env)):
                    if effect.condition is not None and not self.value(effect.condition, env):
                        break
                    self.effects(effect.body, env)
            case _:
                assert_never(effect)

    def ended(self, whole: bool) -> None:
        if self.trace is not None:
            self.trace.ended.append(Ended(whole, tuple(self.s)))

    def empty_stack(self) -> None:
        for index, situation in enumerate(self.table.situations):
            self.layout.reset_situation(self.s, index, situation.on_players)
        self.s[TOP] = -1

    def assign(self, target: e.Variable | e.Field | e.Owner, value: int, env: Locals) -> None:
        s, layout = self.s, self.layout
        value = kept(value, target.type)
        match target:
            case e.Variable():
                seat = 0 if target.seat is None else self.value(target.seat, env)
                if seat >= 0:
                    s[layout.variable[target.index] + seat] = value
            case e.Field():
                if s[layout.below[target.situation]] != CLOSED:
                    s[layout.field[target.situation][target.index]] = value
            case e.Owner():
                several = isinstance(target.type, Players)
                if s[layout.below[target.situation]] != CLOSED and value != (0 if several else -1):
                    s[layout.owner[target.situation]] = value
                    if not several:
                        self.queue.append((t.SituationEvent("passes", target.situation), value, -1))
            case _:
                assert_never(target)

    def move_top(self, effect: f.MoveTop, env: Locals) -> None:
        s, layout = self.s, self.layout
        origin, target = self.seat_of(effect.origin, env), self.seat_of(effect.target, env)
        count = self.value(effect.count, env)
        if origin is None or target is None:
            s[MOVED] = -1
            return
        zone = effect.origin.zone
        moved = -1
        for _ in range(count):
            at = layout.place(zone, origin)
            if layout.depth[zone]:
                kind = s[at]
                if kind < 0:
                    self.ran_out(effect)
                    break
                layout.take_card(s, zone, origin, kind)
            else:
                if not s[at]:
                    self.ran_out(effect)
                    break
                kind = self.pick(s[at])
                s[at] = layout.take(s[at], kind)
            layout.put(s, effect.target.zone, target, kind)
            moved = kind
        s[MOVED] = moved

    def ran_out(self, effect: f.MoveTop) -> None:
        if self.trace is not None:
            self.trace.short.append(self.table.zones[effect.origin.zone].name)
            self.trace.dry.append(effect)

    def pick(self, cards: int) -> int:
        """A random card of a set, by the state's generator or by the given source of chance."""
        layout = self.layout
        if self.chance is not None:
            kind = self.chance.pick(Pool(layout, cards))
        else:
            self.s[GENERATOR], n = rng.below(self.s[GENERATOR], cards.bit_count())
            kind = layout.nth(cards, n)
        if self.trace is not None:
            self.trace.drawn.append(kind)
        return kind

    def at_random(self, effect: f.AtRandom, env: Locals) -> None:
        players = 0 if isinstance(effect.among, tuple) else self.value(effect.among, env)
        values = options_at(effect.options, players)
        if not values:
            return
        site = self.layout.sites.index(effect.options)
        if self.chance is not None:
            drawn = self.chance.pick(Values(site, values))
        else:
            self.s[GENERATOR], n = rng.below(self.s[GENERATOR], len(values))
            drawn = code(site, values[n])
        if self.trace is not None:
            self.trace.drawn.append(drawn)
        self.effects(effect.body, {**env, effect.local.index: decoded(drawn)[1]})

    def shuffle(self, effect: f.Shuffle, env: Locals) -> None:
        """Shuffles a place: a set is shuffled already; a pile with a known order is laid anew, card by card."""
        zone, seat = effect.place.zone, self.seat_of(effect.place, env)
        if seat is None or not self.layout.depth[zone]:
            return
        cards = self.layout.clear(self.s, zone, seat)
        while cards:
            kind = self.pick(cards)
            cards = self.layout.take(cards, kind)
            self.layout.put(self.s, zone, seat, kind)

    def swap(self, effect: f.SwapPlaces, env: Locals) -> None:
        left, right = self.seat_of(effect.left, env), self.seat_of(effect.right, env)
        if left is None or right is None:
            return
        a, b = self.layout.place(effect.left.zone, left), self.layout.place(effect.right.zone, right)
        for i in range(self.layout.stride[effect.left.zone]):
            self.s[a + i], self.s[b + i] = self.s[b + i], self.s[a + i]

    def give(self, effect: f.GiveEvery, env: Locals) -> None:
        layout = self.layout
        gifts: list[tuple[int, int]] = []
        for seat in seats_of(self.s[IN_PLAY]):
            gifts.append((seat, self.value(effect.to, {**env, effect.local.index: seat})))
        hands = [(to, layout.clear(self.s, effect.zone, seat)) if to >= 0 else (seat, 0) for seat, to in gifts]
        for to, cards in hands:
            layout.put_under(self.s, effect.zone, to, cards)

    def begin(self, effect: f.Begin, env: Locals) -> None:
        s, layout = self.s, self.layout
        situation = self.table.situations[effect.situation]
        owner = self.value(effect.owner, env)
        values = [(i, self.value(v, env)) for i, v in effect.fields]
        if owner == (0 if situation.on_players else -1):
            return
        if s[layout.below[effect.situation]] != CLOSED:
            layout.unlink(s, effect.situation)
        s[layout.below[effect.situation]] = s[TOP]
        s[TOP] = effect.situation
        s[layout.owner[effect.situation]] = owner
        for index, value in values:
            s[layout.field[effect.situation][index]] = kept(value, situation.fields[index].type)
        self.queue.append((t.SituationEvent("begins", effect.situation), -1 if situation.on_players else owner, -1))

    def change_set(self, effect: f.ChangeSet, env: Locals) -> None:
        player = self.value(effect.player, env)
        if player < 0:
            return
        old = self.value(effect.target, env)
        new = old | 1 << player if effect.kind == "include" else old & ~(1 << player)
        if not isinstance(effect.target, e.Owner):
            self.assign(effect.target, new, env)
            return
        situation = effect.target.situation
        if self.s[self.layout.below[situation]] != CLOSED:
            self.s[self.layout.owner[situation]] = new
            if old and not new:
                self.queue.append((t.SituationEvent("completes", situation), -1, -1))

    def show(self, effect: f.Show, env: Locals) -> None:
        if self.trace is None:
            return
        to = self.value(effect.to, env)
        if isinstance(effect.what, e.Place):
            seat = self.seat_of(effect.what, env)
            if seat is not None:
                self.showed(effect.what.zone, seat, to)
        else:
            self.showed(-1, self.value(effect.what, env), to)

    def showed(self, zone: int, what: int, to: int) -> None:
        if self.trace is not None:
            self.trace.seen.append(Shown(zone, what, to, self.layout.seen_kinds(self.s, zone, what)))

    # --------------------------------------------------------------------------------------------------------- expressions


def kept(value: int, type_: Type | None) -> int:
    """A value clamped to the bounds of a number type."""
    return max(type_.low, min(value, type_.high)) if isinstance(type_, Number) else value


def banned_moves(runner: Reference, state: State, ban: int, offer: int) -> Iterator[tuple[int, int]]:
    """The (seat, argument) pairs for which only one ban disables an offer, by ascending seats."""
    run = CascadeRun(runner, list(state), None, None)
    rule = runner.table.bans[ban]
    if rule.situations and state[TOP] not in rule.situations:
        return
    seats = run.value(rule.who, {}) & state[IN_PLAY]
    if not seats:
        return
    of_seat, of_argument = runner.conditions_of(ban)
    for seat in seats_of(seats):
        # first the conditions without an argument: listing the arguments takes longer
        if all(run.value(x, {0: seat, 1: -1}) for x in of_seat):
            for argument in run.candidates(offer, seat):
                if all(run.value(x, {0: seat, 1: argument}) for x in of_argument):
                    yield seat, argument
