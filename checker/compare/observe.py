"""Observational equivalence of states: what players can observe, now or later.

Two outcomes are the same if no player can ever tell. Variables that no rule reads do not count (liveness
over-approximates the reads). Obligations are played out first, by the rules for unanswered ones. So debts of 2 and 3
differ, and the same debt in two representations does not. Example: while cards are due, one rule leaves `turn` with the
last player and another does not; once the cards are drawn, both states are equal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial

from checker.context import Context, stage
from checker.effects.liveness import Thing, live_things, matters
from checker.witness.scenario import plain_chance
from unodsl.engine.api import Chance, EndlessCascade, Executor, Move, State, Trace
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import CLOSED, GENERATOR, MATCH, MOVED, ROUND, TOP
from unodsl.model import effects as f
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

MOST_PAIRS = 60
"""The maximal number of pairs of states compared for one question, in breadth-first order."""

MOST_OWED = 40
"""The maximal number of moves that play out obligations."""

# ------------------------------------------------------------------------------------------------------------- liveness


@stage
def live_variables(context: Context) -> frozenset[Thing]:
    """The live variables and fields: those that affect legal moves, cards, turns, players, or another live variable.
    The others are faint: bookkeeping."""
    return live_things(context.table)


def writes_observably(context: Context, effects: Iterable[f.Effect]) -> bool:
    """Whether effects have an observable effect."""
    return matters(context.table, effects, live_variables(context))


# ----------------------------------------------------------------------------------------------------- observable parts


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of the observable parts: the live variables; for each situation the one below, the owner, and the live
    fields; and the first slot of cards."""

    variables: tuple[int, ...]
    situations: tuple[tuple[int, int, tuple[int, ...]], ...]
    cards: int


@stage
def _slots(context: Context) -> Slots:
    layout, known = context.layout, live_variables(context)
    return Slots(
        tuple(
            slot
            for index in range(len(context.table.variables))
            if ("variable", index, 0) in known
            for slot in layout.slots_of(index)
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
    """The observable part of a quiescent state: what everybody sees (cards, the awaited player, who takes part, what is
    over), and the live variables and fields."""
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
    """Whether no situation is open above the base situation, or the round is over."""
    top = state[TOP]
    if not state[MATCH] or not state[ROUND] or top < 0 or top in context.ground:
        return True
    return not context.ground and state[context.layout.below[top]] < 0


Words = tuple[int, str, str]
"""A move in words: seat, act, and argument."""

Step = Callable[[State, Move], State]
"""A function that makes a move."""


def played_out(
    context: Context,
    state: State,
    chance: Chance | None = None,
    trace: Trace | None = None,
    made: list[Move] | None = None,
    preferred: Collection[Words] = (),
    last: bool = False,
    executor: Executor | None = None,
) -> tuple[State, bool]:
    """The state after all obligations are played out by their own rules, and whether it is settled. Where a player has
    a choice, a `preferred` move is made, else the first one (the `last` one) in the order of its words, which is the same at any table.
    Where nobody owes a move, or what a player may do is preferred, that is tried; if it does not lead to a settled state, it is not
    made.
    Appends the moves to `made`. `executor`: makes the moves instead of the table's own. Raises `EndlessCascade`."""
    make = (executor or context.executor).apply
    offers = context.table.offers
    in_words = partial(words, context)
    firm: State | None = None
    moves, ran = made, trace
    for _ in range(MOST_OWED):
        if settled(context, state):
            if firm is not None and ran is not None and trace is not None:
                trace.add(ran)
            if firm is not None and moves is not None and made is not None:
                made += moves
            return state, True
        legal = [m for m in context.executor.legal(state) if state[TOP] in offers[m.offer].situations]
        owed = [m for mode in ("otherwise", "must") for m in legal if offers[m.offer].mode == mode]
        free = [m for m in legal if offers[m.offer].mode == "may"]
        chosen = [m for m in free if in_words(m) in preferred]
        if chosen or not owed:
            if firm is None:
                firm, moves, ran = state, [], Trace()
            owed = chosen or free
            if not owed:
                break
        if len(owed) > 1:
            owed = [m for m in owed if offers[m.offer].mode == "otherwise"] or owed
            owed = [m for m in owed if in_words(m) in preferred] or owed
        move = owed[0] if len(owed) == 1 else (max if last else min)(owed, key=in_words)
        if moves is not None:
            moves.append(move)
        state = make(state, move, chance or plain_chance(), ran)
    return state if firm is None else firm, False


def words(context: Context, move: Move) -> Words:
    """A move in words: seat, act, and argument."""
    return move.seat, *act_words(context.table, move)


def act_words(table: t.Table, move: Move) -> tuple[str, str]:
    """The act of a move and its argument, in words."""
    act = table.acts[table.offers[move.offer].act]
    argument = "" if act.argument is None else value_text(table, act.argument, move.argument, SEAT_NAMES)
    return short(act.name), argument


def same_to_players(context: Context, one: State, other: State) -> bool:
    """Whether no player can distinguish two states. With obligations played out, they look the same and allow the same
    moves. Each move leads, with the same draws, to indistinguishable states, on the first lines of play. States that
    differ in variables without an effect so soon count as different."""
    if observed(context, one) == observed(context, other):
        return True
    both_settled = settled(context, one) and settled(context, other)
    if not both_settled:
        done = debts_paid(context, one), debts_paid(context, other)
        if done[0] is None or done[1] is None:
            return False
        if done[0] != done[1] and (settled(context, one) or settled(context, other)):
            # no move is left that could make them equal
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


def debts_paid(context: Context, state: State) -> State | None:
    """The settled state after all obligations; None if it does not settle."""
    try:
        done, quiet = played_out(context, state)
    except EndlessCascade:
        return None
    return done if quiet else None
