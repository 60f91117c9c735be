"""Participation invariants, inferred by Houdini: whoever the table waits for takes part, where rules let players leave.

The candidates: each player in a slot (owner of a situation, field of an open one, variable) takes part or is nobody,
and at least two players take part, unless the match is over. A candidate is dropped if it can be false when a match has
begun, or after a move with its cascade from a state that satisfies all candidates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import z3

from checker.context import Context, stage, table_stage
from checker.effects.summary import summaries
from checker.invariants.certified import certified, kernel
from checker.invariants.houdini import Houdini
from checker.invariants.quiescent import quiescent
from checker.play.sample import sample
from checker.smt.at_rest import Rest, Steps, cascade_effects
from checker.smt.factory import disj, mentions
from checker.smt.state import SymbolicState
from unodsl.engine.api import State
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Player, YesNo
from unodsl.model.walk import below

SOMETHING_OPEN, ROUND_RUNS = "the table waits for something", "the round runs"
TWO_PLAY = "at least two take part"

REFUTING_MOVES = 2_000
"""How many moves are played to refute candidates, where none are sampled yet."""

Claim = Rest
"""A candidate invariant between two moves."""


@dataclass(slots=True)
class Attendance:
    """The inductive claims: each holds between two moves, or the match is over."""

    claims: dict[str, Claim] = field(default_factory=dict)

    def of(self, st: SymbolicState) -> list[z3.BoolRef]:
        """The claims as formulas over a state."""
        return [disj(st.match_over, claim(st)) for claim in self.claims.values()]


def attended(context: Context) -> tuple[z3.BoolRef, ...]:
    """The participation invariants as formulas, where players leave or situations wait for sets of players; else
    none."""
    several = any(context.table.situations[i].on_players for i in context.facts.begun)
    if not several and context.facts.seats_fixed:
        return ()
    return tuple(attendance(context).of(context.reader.st))


@table_stage
def attendance(context: Context) -> Attendance:
    """The participation invariants, and that the table always waits for something. None for families."""
    return proposed(context, resting=True)


def proposed(context: Context, resting: bool) -> Attendance:
    """The same. `resting`: assumes the syntactic invariants of quiescent states, which the kernel does not know."""
    if context.table.features:
        return Attendance()
    steps = steps_of(context)
    proof = Houdini(context, steps, as_assumed(context, steps) if resting else ())
    all_ = {**claims(context.table, context.facts.seats_fixed), **piles(context).claims}
    found = proof.settled(all_)
    if SOMETHING_OPEN not in found and len(context.facts.begun) > 1:
        # one of two situations may always be open, though neither always is
        either = {
            f"{context.table.situations[i].name} or {context.table.situations[j].name} is open": Rest("one open", i, j)
            for i, j in combinations(sorted(context.facts.begun), 2)
        }
        found = proof.settled({**all_, **either})
    return Attendance(found)


def as_assumed(context: Context, steps: Steps) -> list[z3.BoolRef]:
    """The syntactic invariants of quiescent states, without those on cards, which the transitions abstract away."""
    st = steps.reader.st
    cards = {x.get_id(): True for row in (*st.bags, *st.tops) for at in row for x in at}
    return [x for x in quiescent(context) if not mentions(x, cards)]


def beside(context: Context, claim: Claim) -> tuple[Claim, ...]:
    """A claim with those about who takes part, as far as they are inductive; none if it is not. Cascades that only go on
    because nobody counts cards are followed with the cards that the claim counts."""
    others = attendance(context).claims
    found = (*others.values(), claim) if others else beside_each_other(context, [claim])
    return found if claim in found else ()


def beside_each_other(context: Context, tried: Sequence[Claim]) -> tuple[Claim, ...]:
    """The inductive ones among some claims and those about who takes part."""
    steps = steps_of(context).following(tried)
    all_ = claims(context.table, context.facts.seats_fixed) | {f"claim {i}": x for i, x in enumerate(tried)}
    return tuple(Houdini(context, steps).settled(all_).values())


@table_stage
def piles(context: Context) -> Attendance:
    """The variables that are nothing, or equal the top of a pile, between two moves."""
    st = context.reader.st
    tried = {
        f"{variable.name} lies on {zone.name}": Rest("top", i, j)
        for i, variable in enumerate(context.table.variables)
        if isinstance(variable.type, Card) and not variable.each_player and variable.starts == -1
        for j, zone in enumerate(context.table.zones)
        if st.shown[j]
    }
    if context.is_sampled:
        tried = not_refuted(context, tried)
    if not tried:
        return Attendance()
    steps = steps_of(context)
    found = Attendance(Houdini(context, steps.of_rules).settled(tried))
    if found.claims or steps.by_rule:
        return found
    # each move with its whole cascade costs much more than a short game
    tried = not_refuted(context, tried)
    return Attendance(Houdini(context, steps).settled(tried)) if tried else found


def not_refuted(context: Context, tried: Mapping[str, Claim]) -> dict[str, Claim]:
    """The candidates about piles that hold in every state of sampled play. The others are no invariants, and Houdini
    would drop them."""
    layout = context.layout
    if context.is_sampled:
        played = context.samples
    elif context.within_budget():
        played = sample(context.executor, layout, REFUTING_MOVES, context.within_budget)
    else:
        return dict(tried)

    def holds(claim: Claim, state: State) -> bool:
        value = state[layout.variable[claim.one]]
        seats = layout.seats if context.table.zones[claim.other].each_player else 1
        return value < 0 or all(value == layout.top_card(state, claim.other, i, 0) for i in range(seats))

    states = [x.state for x in played.steps]
    return {
        name: claim
        for name, claim in tried.items()
        if not layout.depth[claim.other] or all(holds(claim, x) for x in states)
    }


@stage
def between_moves(context: Context) -> tuple[z3.BoolRef, ...]:
    """The invariants of quiescent states, without participation."""
    return (*quiescent(context), *piles(context).of(context.reader.st))


def steps_of(context: Context) -> Steps:
    """The transitions of a table, shared with the kernel if there is one."""
    found = kernel(context)
    return Steps(certified(context)) if found is None else found.steps


def claims(table: t.Table, seats_fixed: bool) -> dict[str, Claim]:
    """The candidates. `seats_fixed`: nobody ever leaves."""
    out = {ROUND_RUNS: Rest("round runs"), SOMETHING_OPEN: Rest("something open")}
    for i, situation in enumerate(table.situations):
        out[f"{situation.name} is open"] = Rest("open", i)
        out[f"{situation.name} lies beneath all others"] = Rest("lowest", i)
        if situation.on_players:
            out[f"somebody is left in {situation.name}"] = Rest("left in", i)
        for j in sorted(fields_needed(table, i)):
            out[f"{situation.fields[j].name} of {situation.name} is unset while it is on top"] = Rest(
                "field unset", i, j
            )
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


def fields_needed(table: t.Table, situation: int) -> frozenset[int]:
    """The yes-or-no fields of a situation on which its own moves depend: `over` where nobody plays once a turn is over."""
    guards = tuple(x.guard for some in (table.offers, table.bans) for x in some if situation in x.situations)
    named = {x.index for x in below(guards) if isinstance(x, e.Field) and x.situation == situation}
    return frozenset(j for j in named if isinstance(table.situations[situation].fields[j].type, YesNo))


def removes(table: t.Table, offer: t.Offer) -> bool:
    """Whether a player may leave by a move."""
    found = summaries(table).flat(cascade_effects(table, offer))
    return any(x.seating is not None and x.seating.kind == "remove" for x in found)
