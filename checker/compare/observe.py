"""Observable outcomes: what players can tell of a table, now or later.

Two outcomes are the same if no player can ever tell. What no rule reads does not count (liveness: over-approximates what is read);
what is owed is played out first, by what the rules do when no move meets it, so that a debt of 2 and one of 3 differ, and the same debt
kept in two ways does not. Example: while cards are due, one rule keeps `turn` with whoever played last and another does not; both come
to the same table once the cards are drawn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from checker.context import Context, stage
from checker.effects.liveness import Thing, live_things, matters
from checker.witness.scenario import plain_chance
from unodsl.engine.api import Chance, EndlessCascade, Move, State, Trace
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import CLOSED, GENERATOR, MATCH, MOVED, ROUND, TOP
from unodsl.model import effects as f
from unodsl.scenarios import SEAT_NAMES

MOST_PAIRS = 60
"""So many pairs of states are looked at for one question, those that come first in play first."""

MOST_OWED = 40
"""So many moves are played until nothing is owed any more."""

# ------------------------------------------------------------------------------------------------------------- liveness


@stage
def live(context: Context) -> frozenset[Thing]:
    """The variables and fields that decide something: which moves are legal, what happens to cards, turns, or players, or what
    another such variable becomes. The others are bookkeeping, whatever they are set to (faint variables)."""
    return live_things(context.table)


def writes_observably(context: Context, effects: Iterable[f.Effect]) -> bool:
    """Whether effects do anything else than keep books."""
    return matters(context.table, effects, live(context))


# --------------------------------------------------------------------------------------------------- what can be told apart


@dataclass(frozen=True, slots=True)
class Slots:
    """Where it stands what can be told apart: the live variables; of each situation what it lies on, whom it waits for, and its live fields;
    the first slot of cards."""

    variables: tuple[int, ...]
    situations: tuple[tuple[int, int, tuple[int, ...]], ...]
    cards: int


@stage
def _slots(context: Context) -> Slots:
    layout, known = context.layout, live(context)
    return Slots(
        tuple(
            layout.variable[index] + seat
            for index, variable in enumerate(context.table.variables)
            if ("variable", index, 0) in known
            for seat in range(layout.seats if variable.each_player else 1)
        ),
        tuple(
            (
                layout.below[index],
                layout.owner[index],
                tuple(slot for number, slot in enumerate(slots) if ("field", index, number) in known),
            )
            for index, slots in enumerate(layout.field)
        ),
        layout.zone[0] if layout.zone else layout.size,
    )


def observed(context: Context, state: State) -> tuple[State, State]:
    """What everybody sees of a table that has come to rest (where cards lie, whom it waits for, who takes part, what is over), and
    what decides something later (live variables, and fields of what is open)."""
    slots = _slots(context)
    kept = [state[at] for at in slots.variables]
    seen = list(state[:7])
    seen[GENERATOR] = seen[MOVED] = 0
    for below, owner, fields in slots.situations:
        under = state[below]
        if under == CLOSED:
            seen += (under, -1)
        else:
            seen += (under, state[owner])
            kept += [state[at] for at in fields]
    seen += state[slots.cards :]
    return tuple(seen), tuple(kept)


def settled(context: Context, state: State) -> bool:
    """Whether nothing is open beside the situation that play comes back to, or the round is over."""
    top = state[TOP]
    if not state[MATCH] or not state[ROUND] or top < 0 or top in context.ground:
        return True
    return not context.ground and state[context.layout.below[top]] < 0


Step = Callable[[State, Move], State]
"""How a move is made."""


def played_out(
    context: Context,
    state: State,
    chance: Chance | None = None,
    trace: Trace | None = None,
    made: list[Move] | None = None,
) -> tuple[State, bool]:
    """A table on which everybody has done what is left to do by the rules of what is open, and whether it has settled then. Where
    a player has a choice, it is the first one by its words, so that it is the same at any table. The moves are added to `made`. Raises
    `EndlessCascade`."""
    offers = context.table.offers
    for _ in range(MOST_OWED):
        if settled(context, state):
            return state, True
        legal = [m for m in context.executor.legal(state) if state[TOP] in offers[m.offer].situations]
        owed = [m for mode in ("otherwise", "must") for m in legal if offers[m.offer].mode == mode]
        if not owed:
            return state, False
        move = (
            owed[0]
            if len(owed) == 1
            else min(owed, key=lambda m: (offers[m.offer].mode != "otherwise", words(context, m)))
        )
        if made is not None:
            made.append(move)
        state = context.executor.apply(state, move, chance or plain_chance(), trace)
    return state, False


def words(context: Context, move: Move) -> tuple[int, str, str]:
    """A move as it is said: whose it is, the act, and what it is done with."""
    act = context.table.acts[context.table.offers[move.offer].act]
    said = "" if act.argument is None else value_text(context.table, act.argument, move.argument, SEAT_NAMES)
    return move.seat, short(act.name), said


def same_to_players(context: Context, one: State, other: State) -> bool:
    """Whether no player can tell two states apart: once what is owed is done, the same can be seen; both allow the same moves; and
    each of these leads, with the same cards drawn, to states of which that is true again, on the lines of play that come first. What
    differs only in variables that play does not show so soon is told apart."""
    if observed(context, one) == observed(context, other):
        return True
    both_settled = settled(context, one) and settled(context, other)
    if not both_settled:
        done = owed_is_done(context, one), owed_is_done(context, other)
        if done[0] is None or done[1] is None:
            return False
        if done[0] != done[1] and (settled(context, one) or settled(context, other)):
            # nothing is left to play that would make them the same
            return False
        if observed(context, done[0])[0] != observed(context, done[1])[0]:
            return False
    seen: set[tuple[State, State]] = set()
    todo = deque([(one, other)])
    doubtful = False
    while todo:
        pair = todo.popleft()
        mine, theirs = (observed(context, x) for x in pair)
        if mine == theirs or pair in seen:
            continue
        seen.add(pair)
        if len(seen) > MOST_PAIRS:
            return not doubtful
        ends = [settled(context, x) for x in pair]
        if ends[0] != ends[1]:
            return False
        if ends[0]:
            if mine[0] != theirs[0]:
                return False
            doubtful = True
        moves = context.executor.legal(pair[0])
        if moves != context.executor.legal(pair[1]) or (not moves and mine != theirs):
            return False
        try:
            for move in moves:
                after = [context.executor.apply(x, move, plain_chance()) for x in pair]
                todo.append((after[0], after[1]))
        except EndlessCascade:
            return False
    return True


def owed_is_done(context: Context, state: State) -> State | None:
    """The settled table where everybody does what is owed; None where it does not settle."""
    try:
        done, quiet = played_out(context, state)
    except EndlessCascade:
        return None
    return done if quiet else None
