"""That whoever the table waits for takes part, where rules let players leave: proved by induction over moves.

Each player that is kept anywhere (whom a situation waits for, in a field of one that is open, in a variable) takes part or is
nobody, and at least two take part, or the match is over. Of these claims, those are kept that hold when a match has begun, and
that no move ends, with all that comes of it, which finds all of them true.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations
from types import MappingProxyType
from typing import cast

import z3

from checker.context import Context, table_stage
from checker.effects.summary import Block, Summaries, Summary, summaries
from checker.invariants.quiescent import quiescent
from checker.smt.enabled import active, banned, bans_on
from checker.smt.expressions import Env, Value, names_seat
from checker.smt.factory import boolean, conj, disj, implied, ite, less, mentions, neg, same, summed
from checker.smt.query import empty_solver
from checker.smt.state import Mask, SymbolicState
from checker.smt.step import SETTLES, Cascade, NotFollowed
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import all_acts, emitted, follows
from unodsl.model.types import Number, Player
from unodsl.model.walk import below

SOMETHING_OPEN, ROUND_RUNS = "the table waits for something", "the round runs"
TWO_PLAY = "at least two take part"

Claim = Callable[[SymbolicState], z3.BoolRef]
"""Something that may be true of a state."""


@dataclass(slots=True)
class Attendance:
    """What holds between two moves: each of `claims`, or the match is over."""

    claims: dict[str, Claim] = field(default_factory=dict)

    def of(self, st: SymbolicState) -> list[z3.BoolRef]:
        """All of it about a state."""
        return [disj(st.match_over, claim(st)) for claim in self.claims.values()]


def attended(context: Context) -> tuple[z3.BoolRef, ...]:
    """What holds of who takes part between two moves, where players leave or sets of them are waited for."""
    several = any(context.table.situations[i].on_players for i in context.facts.begun)
    if not several and context.facts.seats_fixed:
        return ()
    return tuple(attendance(context).of(context.reader.st))


@table_stage
def attendance(context: Context) -> Attendance:
    """What is known of who takes part, and that the table waits for something; of a family of tables nothing."""
    if context.table.features:
        return Attendance()
    proof = _Proof(context)
    found = proof.settled()
    if SOMETHING_OPEN not in found.claims and len(context.facts.begun) > 1:
        # one of two situations may be open all the time, though neither is
        either = {
            f"{context.table.situations[i].name} or {context.table.situations[j].name} is open": partial(
                one_open, (i, j)
            )
            for i, j in combinations(sorted(context.facts.begun), 2)
        }
        found = proof.settled(either)
    return found


def claims(table: t.Table, seats_fixed: bool) -> dict[str, Claim]:
    """All that is tried. `seats_fixed`: nobody ever leaves."""
    out: dict[str, Claim] = {ROUND_RUNS: lambda st: st.round_runs, SOMETHING_OPEN: lambda st: disj(st.open)}
    for i, situation in enumerate(table.situations):
        out[f"{situation.name} is open"] = partial(is_open, i)
        if situation.on_players:
            out[f"somebody is left in {situation.name}"] = partial(left_in, i)
    for i, variable in enumerate(table.variables):
        if isinstance(variable.type, Player) and not variable.each_player:
            out[f"{variable.name} is somebody"] = partial(somebody, i)
    if seats_fixed:
        return out
    if table.seats_low > 1:
        out[TWO_PLAY] = lambda st: less(1, summed(ite(x, 1, 0) for x in st.in_play))
    out["somebody takes part"] = lambda st: disj(st.in_play)
    for i, situation in enumerate(table.situations):
        out[f"owner of {situation.name}"] = partial(awaited, i)
        for j, kept in enumerate(situation.fields):
            if isinstance(kept.type, Player):
                out[f"{kept.name} of {situation.name}"] = partial(noted, i, j)
    for i, variable in enumerate(table.variables):
        if isinstance(variable.type, Player):
            out[variable.name] = partial(remembered, i)
    for i in sorted({i for x in table.offers if removes(table, x) for i in x.situations}):
        for j, lower in enumerate(table.situations):
            if i != j:
                out[f"{lower.name} beneath {table.situations[i].name}"] = partial(beneath, i, j)
    return out


def beneath(upper: int, lower: int, st: SymbolicState) -> z3.BoolRef:
    """One situation is not open while the table waits for another."""
    return neg(conj(same(st.top, upper), st.open[lower]))


def is_open(situation: int, st: SymbolicState) -> z3.BoolRef:
    """A situation is open."""
    return st.open[situation]


def left_in(situation: int, st: SymbolicState) -> z3.BoolRef:
    """A situation waits for somebody, while it is open."""
    return disj(neg(st.open[situation]), disj(st.owners[situation]))


def one_open(situations: tuple[int, ...], st: SymbolicState) -> z3.BoolRef:
    """One of some situations is open."""
    return disj([st.open[i] for i in situations])


def somebody(variable: int, st: SymbolicState) -> z3.BoolRef:
    """A variable of the table names a player."""
    return neg(same(st.variables[variable][0], -1))


def awaited(situation: int, st: SymbolicState) -> z3.BoolRef:
    """Whoever a situation waits for takes part."""
    return here(st.owners[situation], st)


def noted(situation: int, position: int, st: SymbolicState) -> z3.BoolRef:
    """A player in a field of a situation does, while it is open."""
    return disj(neg(st.open[situation]), here(st.fields[situation][position], st))


def remembered(variable: int, st: SymbolicState) -> z3.BoolRef:
    """The players in a variable do."""
    return conj([here(x, st) for x in st.variables[variable]])


def here(who: Value | Mask, st: SymbolicState) -> z3.BoolRef:
    """That a player takes part or is nobody; of a set, that all of it do."""
    if isinstance(who, tuple):
        return conj([disj(neg(x), there) for x, there in zip(who, st.in_play, strict=True)])
    return disj(same(who, -1), sits(who, st.in_play))


def sits(who: Value, seats: Mask) -> z3.BoolRef:
    """That a player is one of some seats."""
    return disj([conj(same(who, i), there) for i, there in enumerate(seats)])


def comes_of(table: t.Table, offer: t.Offer) -> tuple[f.Effect, ...]:
    """The effects of a move and of all that can come of it."""
    own = (*table.acts[offer.act].effects, *offer.effects)
    first = (t.ActEvent(offer.act, offer.manner), t.OfferEvent(table.offers.index(offer)), SETTLES)
    _, triggers = follows(table, [*first, *emitted(table, own)])
    out = (*own, *(x for y in triggers for x in y.effects))
    return (*out, *(x for a in sorted(all_acts(table, out)) for x in table.acts[a].effects))


def removes(table: t.Table, offer: t.Offer) -> bool:
    """Whether somebody may leave by a move."""
    found = summaries(table).flat(comes_of(table, offer))
    return any(x.seating is not None and x.seating.kind == "remove" for x in found)


def in_any_order(all_: Summaries, block: Block) -> bool:
    """Whether it comes to the same in which order players are gone through: each has cards moved, or values of their own set that
    nothing else in the block looks at."""
    inside = tuple(all_.flat(block.effects))
    changes = [c for x in inside for c in x.changes]
    own = {c.target.index for c in changes if isinstance(c.target, e.Variable) and c.target.seat == block.local}
    if any(c.how != "assign" or not isinstance(c.target, e.Variable) or c.target.seat != block.local for c in changes):
        return False
    if not all(quiet(x) for x in inside):
        return False
    return not any(isinstance(n, e.Variable) and n.index in own and n.seat != block.local for n in below(block.effects))


def quiet(x: Summary) -> bool:
    """Whether an effect only sets values, moves cards from place to place or announces something, on conditions or repeatedly."""
    if x.transfer is not None:
        return x.transfer.how in ("card", "top", "all", "shuffle")
    return x.emits is None and all(block.how in ("branch", "times") for block in x.blocks)


@dataclass(frozen=True, slots=True)
class _Way:
    """From one rest to the next: `known` is when it is gone, `then` the state after it."""

    known: z3.BoolRef
    then: SymbolicState


class _Proof:
    """Houdini: of all claims those are kept that every way keeps. What a way keeps is asked again only where a claim is lost that
    its proof rests on."""

    def __init__(self, context: Context) -> None:
        self.context, self.table, self.reader = context, context.table, context.reader
        # the cards are left out of it, as they are of what follows moves
        cards = {x.get_id(): True for row in (*self.reader.st.bags, *self.reader.st.tops) for at in row for x in at}
        self.resting = [x for x in quiescent(context) if not mentions(x, cards)]
        self.solver = empty_solver()
        self.solver.add([x for x in self.reader.st.constraints if not mentions(x, cards)])
        self.supposed: dict[str, z3.BoolRef] = {}

    def settled(self, more: Mapping[str, Claim] = MappingProxyType({})) -> Attendance:
        """The claims, and `more`, that are left once no move ends any; none where there is too much to follow."""
        found = Attendance({**claims(self.table, self.context.facts.seats_fixed), **more})
        try:
            todo = deque(enumerate(self.ways))
        except NotFollowed:
            return Attendance()
        needed: dict[int, frozenset[str]] = {}
        while todo and found.claims:
            number, way = todo.popleft()
            gone: set[str] = set()
            while isinstance(answer := self.kept(way, found.claims, holding=number > 0), list):
                if not self.context.going_on():
                    return Attendance()
                gone |= set(answer)
                for name in answer:
                    del found.claims[name]
            again = sorted(i for i, names in needed.items() if names & gone)
            needed = {i: names for i, names in needed.items() if i not in again} | {number: answer}
            todo.extend((i, self.ways[i]) for i in again)
        return found

    @cached_property
    def ways(self) -> list[_Way]:
        """How a match begins, and each move. Raises `NotFollowed`."""
        return [
            self.beginning(),
            *(self.move(x) for x in self.table.offers if x.info.name not in self.context.never),
        ]

    def beginning(self) -> _Way:
        """How a match begins: everybody takes part, and nothing is open."""
        cascade = Cascade(self.reader, self.context.never)
        after = cascade.after
        st = self.reader.st
        fresh = replace(st, in_play=st.exists, round_runs=boolean(False), match_over=boolean(False))
        fresh = after.closed(fresh, range(len(self.table.situations)))
        fresh.variables = [
            [after.known(declared.type, declared.starts, st) for _ in row]
            for row, declared in zip(st.variables, self.table.variables, strict=True)
        ]
        cascade.hear(t.TableEvent("match begins"), boolean(True), fresh, -1, -1)
        then = cascade.to_rest(fresh)
        return _Way(conj(after.limits), then)

    def move(self, offer: t.Offer) -> _Way:
        """A move that somebody makes, and all that comes of it."""
        cascade = Cascade(self.reader, self.context.never)
        after, st = cascade.after, self.reader.st
        mover: Value = 0 if self.whoever(offer) else z3.Int("mover")
        act = self.table.acts[offer.act]
        argument: Value = -1 if act.argument is None else after.unknown(act.argument)
        env: Env = {t.PLAYER_LOCAL: mover, t.ARGUMENT_LOCAL: argument}
        known = [*self.resting, neg(st.match_over), active(self.reader, offer.situations)]
        known += [sits(mover, cast(Mask, after.value(offer.who, {}, st))), after.truth(offer.guard, env, st)]
        absent = [conj(there, neg(x)) for there, x in zip(st.exists, st.in_play, strict=True)]
        known.append(sits(mover, tuple(absent) if offer.absent else st.in_play))
        if offer.argument is not None and not isinstance(act.argument, Number):
            known.append(same(argument, after.value(offer.argument, {**env, t.ARGUMENT_LOCAL: -1}, st)))
        elif offer.argument is None and isinstance(act.argument, Player):
            known.append(sits(argument, st.in_play))
        if isinstance(mover, int):
            known += [neg(banned(self.reader, ban, mover, argument)) for ban in bans_on(self.table, offer)]
        shown = argument if offer.stands_for is None else after.value(offer.stands_for, env, st)
        then = after.run(act.effects, env, st)
        then = after.run(offer.effects, {**env, t.ARGUMENT_LOCAL: shown}, then)
        for event in (t.ActEvent(offer.act, offer.manner), t.OfferEvent(self.table.offers.index(offer))):
            cascade.hear(event, boolean(True), then, mover, shown)
        then = cascade.to_rest(then)
        return _Way(conj([*known, *after.limits]), then)

    def whoever(self, offer: t.Offer) -> bool:
        """Whether it is all the same who makes a move, in a state that is turned round the table."""
        blocks = comes_of(self.table, offer)
        all_ = summaries(self.table)
        rounds = [y for x in all_.flat(blocks) for y in x.blocks if y.how == "each"]
        free = all(in_any_order(all_, y) for y in rounds)
        return len(self.reader.askers) == 1 and free and not any(names_seat(self.table, n) for n in below(blocks))

    def kept(self, way: _Way, left: Mapping[str, Claim], holding: bool) -> frozenset[str] | list[str]:
        """Of claims that all hold before a way (where `holding`): those that the proof rests on that all do after it; or some of which
        the solver does not say so."""
        bad = {n: neg(disj(way.then.match_over, claim(way.then))) for n, claim in left.items()}
        before = {n: self.suppose(n, claim) for n, claim in left.items()} if holding else {}
        self.solver.push()
        self.solver.add(way.known, disj(bad.values()))
        answer = self.solver.check(*before.values())
        out: frozenset[str] | list[str] = list(bad)
        if answer == z3.unsat:
            core = {x.get_id() for x in self.solver.unsat_core()}
            out = frozenset(n for n, x in before.items() if x.get_id() in core)
        elif answer == z3.sat:
            model = self.solver.model()
            out = [n for n, x in bad.items() if z3.is_true(model.eval(x, model_completion=True))]
        self.solver.pop()
        return out

    def suppose(self, name: str, claim: Claim) -> z3.BoolRef:
        """A name in the solver for that a claim holds before a way."""
        if name not in self.supposed:
            self.supposed[name] = z3.Bool(f"supposed.{name}")
            self.solver.add(implied(self.supposed[name], claim(self.reader.st)))
        return self.supposed[name]
