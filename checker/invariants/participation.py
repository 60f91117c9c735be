"""That whoever the table waits for takes part, where rules let players leave: proved by induction over moves.

Each player that is kept anywhere (whom a situation waits for, in a field of one that is open, in a variable) takes part or is
nobody, and at least two take part, or the match is over. Of these claims, those are kept that hold when a match has begun, and
that no move ends, with all that comes of it, which finds all of them true.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

import z3

from checker.context import Context, stage, table_stage
from checker.effects.summary import summaries
from checker.invariants.certified import certified, kernel
from checker.invariants.quiescent import quiescent
from checker.smt.at_rest import Rest, Steps, Way, comes_of
from checker.smt.factory import disj, implied, mentions, neg
from checker.smt.query import empty_solver
from checker.smt.state import SymbolicState
from checker.smt.step import NotFollowed
from unodsl.model import table as t
from unodsl.model.types import Card, Player

SOMETHING_OPEN, ROUND_RUNS = "the table waits for something", "the round runs"
TWO_PLAY = "at least two take part"

Claim = Rest
"""Something that may be true between two moves."""


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
    return proposed(context, resting=True)


def proposed(context: Context, resting: bool) -> Attendance:
    """The same; `resting`: where what is read off about rests is supposed, which the kernel knows nothing of."""
    if context.table.features:
        return Attendance()
    proof = _Proof(context, steps_of(context), resting)
    all_ = {**claims(context.table, context.facts.seats_fixed), **piles(context).claims}
    found = proof.settled(all_)
    if SOMETHING_OPEN not in found.claims and len(context.facts.begun) > 1:
        # one of two situations may be open all the time, though neither is
        either = {
            f"{context.table.situations[i].name} or {context.table.situations[j].name} is open": Rest("one open", i, j)
            for i, j in combinations(sorted(context.facts.begun), 2)
        }
        found = proof.settled({**all_, **either})
    return found


@table_stage
def piles(context: Context) -> Attendance:
    """Variables that are nothing, or what lies on top of a pile, between two moves."""
    st = context.reader.st
    tried = {
        f"{variable.name} lies on {zone.name}": Rest("top", i, j)
        for i, variable in enumerate(context.table.variables)
        if isinstance(variable.type, Card) and not variable.each_player and variable.starts == -1
        for j, zone in enumerate(context.table.zones)
        if st.shown[j]
    }
    if not tried:
        return Attendance()
    steps = steps_of(context)
    found = _Proof(context, steps.of_rules).settled(tried)
    return found if found.claims or steps.by_rule else _Proof(context, steps).settled(tried)


@stage
def between_moves(context: Context) -> tuple[z3.BoolRef, ...]:
    """What holds between two moves, without who takes part."""
    return (*quiescent(context), *piles(context).of(context.reader.st))


def steps_of(context: Context) -> Steps:
    """The steps of a table, of which the kernel has made some already."""
    found = kernel(context)
    return Steps(certified(context)) if found is None else found.steps


def claims(table: t.Table, seats_fixed: bool) -> dict[str, Claim]:
    """All that is tried. `seats_fixed`: nobody ever leaves."""
    out = {ROUND_RUNS: Rest("round runs"), SOMETHING_OPEN: Rest("something open")}
    for i, situation in enumerate(table.situations):
        out[f"{situation.name} is open"] = Rest("open", i)
        out[f"{situation.name} lies beneath all others"] = Rest("lowest", i)
        if situation.on_players:
            out[f"somebody is left in {situation.name}"] = Rest("left in", i)
    for i, variable in enumerate(table.variables):
        if isinstance(variable.type, Player) and not variable.each_player:
            out[f"{variable.name} is somebody"] = Rest("somebody", i)
    if seats_fixed:
        return out
    if table.seats_low > 1:
        out[TWO_PLAY] = Rest("two play")
    out["somebody takes part"] = Rest("one plays")
    for i, situation in enumerate(table.situations):
        out[f"owner of {situation.name}"] = Rest("owner", i)
        for j, kept in enumerate(situation.fields):
            if isinstance(kept.type, Player):
                out[f"{kept.name} of {situation.name}"] = Rest("field", i, j)
    for i, variable in enumerate(table.variables):
        if isinstance(variable.type, Player):
            out[variable.name] = Rest("variable", i)
    for i, zone in enumerate(table.zones):
        if zone.each_player:
            out[f"no cards in {zone.name} of the absent"] = Rest("no cards", i)
    for i in sorted({i for x in table.offers if removes(table, x) for i in x.situations}):
        for j, lower in enumerate(table.situations):
            if i != j:
                out[f"{lower.name} beneath {table.situations[i].name}"] = Rest("beneath", i, j)
    return out


def removes(table: t.Table, offer: t.Offer) -> bool:
    """Whether somebody may leave by a move."""
    found = summaries(table).flat(comes_of(table, offer))
    return any(x.seating is not None and x.seating.kind == "remove" for x in found)


class _Proof:
    """Houdini: of all claims those are kept that every way keeps. What a way keeps is asked again only where a claim is lost that
    its proof rests on."""

    def __init__(self, context: Context, steps: Steps, resting: bool = False) -> None:
        self.context, self.steps = context, steps
        self.reader = self.steps.reader
        self.solver = empty_solver()
        self.solver.add(self.steps.supposed())
        if resting:
            # the cards are left out of it, as they are of what follows moves
            st = self.reader.st
            cards = {x.get_id(): True for row in (*st.bags, *st.tops) for at in row for x in at}
            self.solver.add([x for x in quiescent(context) if not mentions(x, cards)])
        self.supposed: dict[str, z3.BoolRef] = {}

    def settled(self, tried: Mapping[str, Claim]) -> Attendance:
        """The claims that are left once no move ends any; none where there is too much to follow."""
        found = Attendance(dict(tried))
        try:
            todo = deque(enumerate(self.steps.ways))
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
            todo.extend((i, self.steps.ways[i]) for i in again)
        return found

    def kept(self, way: Way, left: Mapping[str, Claim], holding: bool) -> frozenset[str] | list[str]:
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
