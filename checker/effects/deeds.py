"""Repeated effects ("deeds"): whether two rules could do the same thing, so that it happens twice.

Two rules do the same thing if each alone leads to the same state, and both, one after the other, lead to another one.
Then some part of the state is changed by both, and what one of them does depends on that part: it draws from the pile
from which the other has drawn, adds to a number to which the other has added, or reads what the other has written. Two
rules without such a part never do the same thing twice.

Over-approximates: a rule's deeds are its own effects, those of the acts that it performs, and those of the rules that
answer these. Of what happens when the table settles only what follows is part of them: the rules that look at a
variable, or at a situation, that one of the two rules has changed and the other one has not. Rules that look at cards are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from checker.effects.counted import Counted, counted, fills
from checker.effects.footprints import Footprints, Whose
from checker.effects.summary import Change, Summary, Transfer, step_of, steps
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.walk import below, expressions_below

Part = tuple[str, int, int]
"""A part of the state by kind and numbers: a variable, a field of a situation, its owner, whether it is open, cards."""

Owned = tuple[Part, str]
"""A part, and whose it is (see `checker.effects.footprints`)."""

Amount = tuple[object, ...] | None
"""By how much a part changes: the step, as written, or the constant to which it is set; None: unknown."""

_ANYTHING: Owned = (("everything", 0, -1), "any")
_CHANCE: Owned = (("chance", 0, -1), "any")
_READ_WHEN_SETTLING = ("variable", "field", "owner", "open")
"""The kinds of parts at which rules look when the table settles, as far as they are followed."""

_VARYING = e.Variable | e.Field | e.CountCards | e.OverCards | e.TopCard | e.Attribute | e.FaceNumber
"""The expressions whose value differs between states, whoever takes part."""

OVER: frozenset[t.Event] = frozenset({t.TableEvent("round ends"), t.TableEvent("match ends")})


@dataclass(slots=True)
class Accesses:
    """What effects do. `writes`: parts that they change, each with the amount. `reads`: parts on which it depends what they do. `moves`: pairs of places between
    which cards move."""

    writes: dict[Owned, Amount] = field(default_factory=dict)
    reads: set[Owned] = field(default_factory=set)
    moves: dict[tuple[Owned, Owned], Amount] = field(default_factory=dict)
    refilled: set[Owned] = field(default_factory=set)
    """Places that lose their cards in a way that can be repeated only if cards come back: all of them, or a card."""

    def add(self, more: Accesses, counted: bool) -> None:
        """Adds other deeds. `counted`: they happen at most once, so that their amounts hold."""
        self.reads |= more.reads
        self.refilled |= more.refilled
        for owned, amount in more.writes.items():
            self.write(owned, amount if counted else None)
        for pair, amount in more.moves.items():
            self.move(*pair, amount if counted else None)

    def write(self, owned: Owned, amount: Amount = None) -> None:
        """Adds a change. The amount of two changes of one part is unknown."""
        mine = [x for x in self.writes if x[0] == owned[0]]
        for x in mine:
            self.writes[x] = None
        self.writes[owned] = None if mine else amount

    def move(self, origin: Owned, target: Owned, amount: Amount = None) -> None:
        """Adds a pair of places, and those that come of it by way of others: whoever moves cards from the hand to the
        table, and those on the table to the pile, moves cards from the hand to the pile."""
        todo = [(origin, target, amount)]
        while todo:
            a, b, by = todo.pop()
            if (a, b) in self.moves:
                self.moves[a, b] = None
                continue
            todo += [(x, b, None) for x, y in self.moves if alike(y, a)]
            todo += [(a, y, None) for x, y in self.moves if alike(x, b)]
            self.moves[a, b] = by

    def depends(self, part: Owned) -> bool:
        """Whether what the effects do depends on a part of the state."""
        if any(alike(part, x) for x in self.reads) or _ANYTHING in self.reads or _CHANCE in self.reads:
            return True
        lost = any(alike(part, x) for x in self.refilled)
        return lost and any(alike(part, target) for _, target in self.moves)


def alike(one: Owned, other: Owned) -> bool:
    """Whether two parts may be the same."""
    return one[0] == other[0] and {one[1], other[1]} != {"player", "others"}


def same(one: Amount, other: Amount) -> bool:
    """Whether two amounts are the same as written, or may be the same in every state. What depends on cards or variables is
    not, written in another way: 5 and the points of a hand, which may happen to be 5, or the points of two hands."""
    if one is None or other is None or one == other:
        return True
    constants = [isinstance(x[1], int | e.Constant) for x in (one, other)]
    if all(constants):
        return one[0] != other[0]
    return not any(isinstance(n, _VARYING) for x in (one, other) for n in below(x[1]))


def common(one: Accesses, other: Accesses) -> bool:
    """Whether two rules with these deeds could do the same thing twice."""
    return any(one.depends(part) or other.depends(part) for part in shared(one, other))


def shared(one: Accesses, other: Accesses) -> Iterator[Owned]:
    """The parts that both change, by amounts that may be equal."""
    for mine, by in one.writes.items():
        for theirs, by2 in other.writes.items():
            if alike(mine, theirs) and same(by, by2):
                yield mine
                yield theirs
    for (a, b), by in one.moves.items():
        for (a2, b2), by2 in other.moves.items():
            if alike(a, a2) and alike(b, b2) and same(by, by2):
                yield from (a, b, a2, b2)


@dataclass(frozen=True, slots=True)
class Unequal:
    """Effects of two triggers that move cards to a zone as long as there are any, each another number of them. `left_out`:
    their triggers and positions."""

    left_out: frozenset[tuple[int, int]] = frozenset()
    zone: int = -1

    def common(self, one: Accesses, other: Accesses) -> bool:
        """Whether two rules with these deeds, without those left out, could do the same thing twice. They could if something
        else moves cards to the zone, or from it: then equal numbers of cards say nothing."""
        touched = ("zone", self.zone, -1)
        return common(one, other) or any(touched in (a[0], b[0]) for x in (one, other) for a, b in x.moves)


class Repeats:
    """The deeds of a table's rules, memoized."""

    def __init__(self, footprints: Footprints) -> None:
        self.footprints, self.table = footprints, footprints.table
        self.order = dict(self.table.order)
        self._answers: dict[tuple[frozenset[t.Event], frozenset[t.Event]], frozenset[int]] = {}
        self._of: dict[tuple[int, frozenset[int], Unequal], Accesses] = {}
        self._in_the_end: dict[tuple[int, int, frozenset[int], Unequal], Accesses] = {}
        self._moves: dict[tuple[int, frozenset[int]], Accesses] = {}
        self._read_by: dict[int, set[Owned]] = {}

    def twice(self, one: int, other: int) -> bool:
        """Whether two triggers of one event could do the same thing, directly or by the moves of players in the
        situations that each of them begins. (A situation that both begin at once is open once.)"""
        return all(self._twice(one, other, x) for x in self._unequal(one, other))

    def _twice(self, one: int, other: int, unequal: Unequal) -> bool:
        mine, theirs = (self.with_answers(x, without, unequal) for x, without in ((one, other), (other, one)))
        if unequal.common(mine, theirs) or self._later(one, other, frozenset(), unequal):
            return True
        a, b = Accesses(), Accesses()
        for out, x, y in ((a, mine, theirs), (b, theirs, mine)):
            out.add(x, True)
            settled = self.settled_by(x, y)
            later = emitted(self.table, (effect for i in settled for effect in self.table.triggers[i].effects))
            self._add_answers(out, {*settled, *self.answers(later, OVER)})
        return unequal.common(a, b)

    def later(self, one: int, other: int, ground: frozenset[int]) -> bool:
        """Whether two triggers could do the same thing, including the moves in the situations that each of them begins,
        except `ground`. Independent of their order."""
        return all(self._later(one, other, ground, x) for x in self._unequal(one, other))

    def _later(self, one: int, other: int, ground: frozenset[int], unequal: Unequal) -> bool:
        pair = [self.table.triggers[i].effects for i in (one, other)]
        begun = [begun_at_once(self.table, emitted(self.table, x), ground) for x in pair]
        both = begun[0] & begun[1]
        while True:
            more = [through_moves(self.table, x - both, ground) for x in begun]
            # (what a move begins again is open another time)
            again = both & (more[0] | more[1])
            if not again:
                rows = ((one, other, more[0]), (other, one, more[1]))
                return unequal.common(*(self.in_the_end(x, without, row, unequal) for x, without, row in rows))
            both -= again

    def _unequal(self, one: int, other: int) -> Iterator[Unequal]:
        """Which counted effects of two triggers may be left out: none; and those that both have, one more often than the
        other, if each moves cards to a zone as long as there are any. (If each trigger alone moves equally many, there were too
        few, and both together move no more.)"""
        yield Unequal()
        mine, theirs = (self._filling(i) for i in (one, other))
        for zone in mine.keys() & theirs.keys():
            if len(mine[zone]) == len(theirs[zone]) == 1:
                (at, x), (at2, y) = *mine[zone], *theirs[zone]
                if x.times != y.times and (x.act, x.block.body) == (y.act, y.block.body):
                    yield Unequal(frozenset({(one, at), (other, at2)}), zone)

    def _filling(self, index: int) -> dict[int, list[tuple[int, Counted]]]:
        """The counted effects of a trigger that move cards to a zone as long as there are any, by that zone, with their
        position."""
        out: dict[int, list[tuple[int, Counted]]] = {}
        for at, effect in enumerate(self.table.triggers[index].effects):
            found = counted(self.table, effect)
            zone = None if found is None else fills(self.footprints.summaries, found)
            if found is not None and zone is not None:
                out.setdefault(zone, []).append((at, found))
        return out

    def with_answers(self, index: int, without: int, unequal: Unequal) -> Accesses:
        """The deeds of a trigger, and of the triggers that answer its effects, except a given one. (A round that both end
        ends once.)"""
        effects = self.table.triggers[index].effects
        first, other = (emitted(self.table, self.table.triggers[i].effects) for i in (index, without))
        answers = self.answers(first, OVER & first & other) - {index, without}
        key = index, answers, unequal
        if key not in self._of:
            out = self._of[key] = Accesses()
            for at, effect in enumerate(effects):
                done = self.of((effect,), {t.PLAYER_LOCAL: "player"})
                if (index, at) in unequal.left_out:
                    done.moves.clear()
                out.add(done, True)
            self._add_answers(out, answers)
        return self._of[key]

    def in_the_end(self, index: int, without: int, situations: frozenset[int], unequal: Unequal) -> Accesses:
        """The deeds of a trigger with its answers, and of the moves in some situations, by any player."""
        key = index, without, situations, unequal
        if key not in self._in_the_end:
            out = self._in_the_end[key] = Accesses()
            out.add(self.with_answers(index, without, unequal), True)
            for number, offer in enumerate(self.table.offers):
                if situations & set(offer.situations) and offer.mode not in t.LEFT_ALONE:
                    out.add(self.of_move(number, without), False)
        return self._in_the_end[key]

    def of_move(self, number: int, without: int) -> Accesses:
        """The deeds of a move: its act, its own effects, and the triggers that answer it, except a given one."""
        offer = self.table.offers[number]
        answers = self.answers(events_of_move(self.table, number), OVER) - {without}
        key = number, answers
        if key not in self._moves:
            out = self._moves[key] = self.of(self.table.effects_of(offer), {})
            self._add_answers(out, answers)
        return self._moves[key]

    def answers(self, events: frozenset[t.Event], but: frozenset[t.Event]) -> frozenset[int]:
        """The triggers that answer events, except `but`, and those that answer these, transitively."""
        key = events, but
        if key not in self._answers:
            found, _ = follows(self.table, events, but)
            self._answers[key] = frozenset(i for event in found for i in self.order.get(event, ()))
        return self._answers[key]

    def settled_by(self, mine: Accesses, theirs: Accesses) -> frozenset[int]:
        """The triggers of the table settling that a rule may let run, or do something else, and the other one does not; and
        those that these let run."""
        kept = {x: by for x, by in mine.writes.items() if x[0][0] in _READ_WHEN_SETTLING}
        # (what both change by the same, they let run both)
        own = {
            x for x, by in kept.items() if not (by and any(alike(x, y) and by == b for y, b in theirs.writes.items()))
        }
        found: set[int] = set()
        todo = own
        while todo:
            fresh = {
                i
                for i in self.order.get(t.SETTLES, ())
                if any(alike(x, y) for x in self._conditions_read(i) for y in todo)
            }
            fresh -= found
            found |= fresh
            out = Accesses()
            self._add_answers(out, fresh)
            todo = {x for x in out.writes if x[0][0] in _READ_WHEN_SETTLING} - own
            own |= todo
        return frozenset(found)

    def _conditions_read(self, index: int) -> set[Owned]:
        """The parts that a trigger's condition reads, and those that the conditions in its effects read."""
        if index not in self._read_by:
            trigger = self.table.triggers[index]
            blocks = (y for x in self.footprints.summaries.flat(trigger.effects) for y in x.blocks)
            conditions = (trigger.guard, *(y.given for y in blocks if y.given is not None))
            self._read_by[index] = self.read(conditions, {})
        return self._read_by[index]

    def _add_answers(self, out: Accesses, answers: Iterable[int]) -> None:
        for i in answers:
            out.add(self.of(self.table.triggers[i].effects, {}), False)

    def of(self, effects: Iterable[f.Effect], env: Whose, each: e.Local | None = None) -> Accesses:
        """The deeds of effects, with those of performed acts. `each`: the player of a loop around them."""
        out = Accesses()
        for x in map(self.footprints.summaries.of, effects):
            self._add(out, x, env, each)
        return out

    def _add(self, out: Accesses, x: Summary, env: Whose, each: e.Local | None) -> None:
        """Adds the deeds of one effect."""
        for block in x.blocks:
            # (what a loop does for its own player happens once for each)
            own = each if block.how in ("branch", "random") else block.local
            inside = self.of(block.effects, self.footprints.inside(block, env), own)
            out.add(inside, block.how in ("branch", "random") or (block.how == "each" and each is None))
            if block.how == "random":
                out.reads.add(_CHANCE)
        if x.performs is not None:
            whose = self.footprints.whose(x.performs.player, env)
            out.add(self.of(self.table.acts[x.performs.act].effects, {0: whose}), False)
        for change in x.changes:
            self._add_change(out, change, env, each)
        if x.transfer is not None:
            self._add_transfer(out, x.transfer, env, each)
        elif x.begins is not None or not x.changes:
            out.reads |= self.read(x.reads, env)
        out.reads |= {((kind, 0, -1), "any") for kind in x.asks if kind == "in play"}
        for kind, number, seat in x.writes:
            self._add_write(out, x, kind, number, self.footprints.whose(seat, env) if seat is not None else "any")

    def _add_change(self, out: Accesses, change: Change, env: Whose, each: e.Local | None) -> None:
        part = part_of(change.target)
        seat = change.target.seat if isinstance(change.target, e.Variable) else None
        whose = "any" if seat is None else self.footprints.whose(seat, env)
        out.reads |= self.read((seat, operand(change)), env)
        out.write((part, whose), by_amount(change) if each is None or seat == each else None)
        if part[0] != "variable" and change.how != "begin":
            out.reads.add((("open", part[1], -1), "any"))

    def _add_write(self, out: Accesses, x: Summary, kind: str, number: int, whose: str) -> None:
        """Adds the parts of a write that is not described by a change or a transfer."""
        match kind:
            case "zone" | "chance" | "queue":
                pass
            case "grows" | "shrinks" | "variable":
                if not x.changes:
                    out.write((("variable", number, -1), whose))
            case "stack":
                out.write((("stack", 0, -1), "any"))
            case "owner" | "field":
                if x.changes and x.begins is None:
                    return
                fields = range(len(self.table.situations[number].fields)) if kind == "field" else (-1,)
                for i in fields:
                    out.write(((kind, number, i), "any"))
                out.write((("open", number, -1), "any"))
            case _:
                out.write(((kind, number, -1), "any"))

    def _add_transfer(self, out: Accesses, x: Transfer, env: Whose, each: e.Local | None) -> None:
        target = self.place(x.target, env)
        seats = tuple(place.seat for place in (x.origin, x.target) if place is not None)
        out.reads |= self.read((*seats, x.card, x.count, x.where), env)
        if x.origin is None:
            for zone in range(len(self.table.zones)):
                out.move((("zone", zone, -1), "any"), target)
            return
        origin = self.place(x.origin, env)
        match x.how:
            case "all" | "card":
                if x.how == "card" and any(kind.copies > 1 for kind in self.table.deck.kinds):
                    # another copy of the card may still be there
                    out.reads.add(origin)
                out.refilled.add(origin)
                out.move(origin, target)
            case "top":
                out.reads.add(origin)
                constant = isinstance(x.count, e.Constant) and each is None
                out.move(origin, target, ("by", x.count) if constant else None)
            case "swap" | "give":
                out.reads |= {origin, target}
                out.move(origin, target)
                out.move(target, origin)
            case "shuffle":
                # the order of a pile whose cards nobody sees is no part of what players see
                if self.table.zones[target[0][1]].visibility == "face up":
                    out.reads.add(_CHANCE)
                    out.move(origin, target)

    def place(self, x: e.Place, env: Whose) -> Owned:
        """The place as a part of the state."""
        return ("zone", x.zone, -1), ("any" if x.seat is None else self.footprints.whose(x.seat, env))

    def read(self, node: object, env: Whose) -> set[Owned]:
        """The parts that expressions read."""
        out: set[Owned] = set()
        for kind, number, whose in self.footprints.reads(node, env):
            if kind not in ("field", "open", "stack"):
                out.add(((kind, number, -1), whose))
        for x in expressions_below(node):
            if isinstance(x, e.Field):
                out |= {(part_of(x), "any"), (("open", x.situation, -1), "any")}
            elif isinstance(x, e.Owner | e.IsOpen):
                out.add((("open", x.situation, -1), "any"))
            elif isinstance(x, e.IsTop):
                out.add((("stack", 0, -1), "any"))
        return out


def part_of(x: e.Variable | e.Field | e.Owner) -> Part:
    """The part of a target, for any player."""
    if isinstance(x, e.Variable):
        return "variable", x.index, -1
    return ("field", x.situation, x.index) if isinstance(x, e.Field) else ("owner", x.situation, -1)


def operand(change: Change) -> e.Expr:
    """What a change depends on. To add the same players to a set once more, or to remove them, changes nothing, so that
    it does not depend on the set itself."""
    value = change.value
    if isinstance(value, e.SetOperation) and value.left == change.target and value.operator in ("union", "difference"):
        return value.right
    return value


def by_amount(change: Change) -> Amount:
    """The amount of a change: the step, a constant or an expression as written, or the constant that is assigned. None for
    other changes."""
    if change.how != "assign":
        return None
    if isinstance(change.value, e.Constant):
        return "to", change.value
    known = step_of(change.target, change.value)
    return ("by", known) if known is not None else steps(change.target, change.value)


def events_of_move(table: t.Table, number: int) -> frozenset[t.Event]:
    """The events that a move of an offer can emit."""
    return frozenset({*table.events_of(number), *emitted(table, table.effects_of(table.offers[number]))})


def begun_after(table: t.Table, effects: tuple[f.Effect, ...], ground: frozenset[int]) -> frozenset[int]:
    """The situations that effects begin, with what answers them, and those begun by the moves in these, transitively;
    except `ground`, to which play returns, and those of the next round."""
    return through_moves(table, begun_at_once(table, emitted(table, effects), ground), ground)


def begun_at_once(table: t.Table, events: Iterable[t.Event], ground: frozenset[int]) -> frozenset[int]:
    """The situations that begin in the cascade of some events; except `ground`, and those of the next round."""
    found, _ = follows(table, events, OVER)
    return frozenset(x.situation for x in found if isinstance(x, t.SituationEvent) and x.kind == "begins") - ground


def through_moves(table: t.Table, situations: frozenset[int], ground: frozenset[int]) -> frozenset[int]:
    """Some situations with those begun by the moves in them, transitively."""
    out = fresh = situations
    while fresh:
        moves = (i for i, x in enumerate(table.offers) if fresh & set(x.situations))
        fresh = begun_at_once(table, [x for i in moves for x in events_of_move(table, i)], ground) - out
        out |= fresh
    return out
