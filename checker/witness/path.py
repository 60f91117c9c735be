"""A run of a search as a scenario that anybody can replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.context import Context, stage
from checker.search.graph import Choices, bare
from checker.witness.scenario import failures, header, move_line, position, scenario_text
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.describe import short, value_text
from unodsl.engine.explore import Step
from unodsl.engine.values import decoded
from unodsl.scenarios import SEAT_NAMES
from unodsl.scenarios.writing import Written

MOST_BEFORE = 8
"""Moves before a state that are told where the state itself cannot be said as a position."""

MOST_PICKS = 400
"""Ways in which chance could have had its say in one move that are tried."""


def alike(context: Context, state: State, move: Move) -> bool:
    """Whether another rule offers a move in a state that would be said in the same words."""
    mine = context.table.offers[move.offer]
    for other in context.executor.legal(state):
        theirs = context.table.offers[other.offer]
        same = (other.seat, other.argument, theirs.act) == (move.seat, move.argument, mine.act)
        # a move that is said without a manner may be one of any manner
        same = same and mine.manner in (0, theirs.manner)
        if same and other.offer != move.offer:
            return True
    return False


def tellings(context: Context, state: State, *smaller: State) -> Iterator[Written]:
    """A state met in play as a scenario can say it, the plainest way first: as one of some smaller positions that come to the
    same; as it is, without the cards that lie in no order; with these; by the moves that led to it. Whether what is to be
    shown still holds in the position as written is for the caller to ask."""
    for one in (*smaller, state):
        written = position(context, one)
        if written is not None:
            yield written
    written = position(context, state, fewest=False)
    if written is not None:
        yield written
    written = reached(context, state)
    if written is not None:
        yield written


def reached(context: Context, state: State) -> Written | None:
    """A state met in play that cannot be said as a position, by the moves that led to it from one that can, or from the beginning
    of the match; the shortest such way, of at most `MOST_BEFORE` moves. None where there is none."""
    after = state
    steps: list[Step] = []
    index = index_of(context, state)
    while True:
        dealt = begun_with(context, after)
        if dealt is not None:
            return Written(tuple(lines_of_match(context, dealt, after, steps)), state)
        if index is None or len(steps) >= MOST_BEFORE:
            return None
        step = context.samples.steps[index]
        steps.insert(0, Step(step.move, step.drawn, after))
        lines = lines_of_run(context, step.state, steps)
        if lines is not None:
            return Written(tuple(lines), state)
        after = step.state
        index = None if begun_with(context, after) is not None else index - 1


def early(context: Context) -> list[State]:
    """States met soon after a match began, which can be told from there."""
    out: list[State] = []
    since = 0
    for step in context.samples.steps:
        since = 0 if begun_with(context, step.state) is not None else since + 1
        if since <= MOST_BEFORE // 2:
            out.append(bare(step.state))
    return list(dict.fromkeys(out))


@stage
def beginnings(context: Context) -> dict[State, tuple[int, ...]]:
    """The states in which sampled matches began, each with the kinds that chance chose until then."""
    return {bare(s): dealt for s, dealt in zip(context.samples.starts, context.samples.dealt, strict=True)}


@stage
def first_met(context: Context) -> dict[State, int]:
    """The step of sampled play before which each state stood first."""
    steps = context.samples.steps
    return {bare(steps[i].state): i for i in reversed(range(len(steps)))}


def begun_with(context: Context, state: State) -> tuple[int, ...] | None:
    """The kinds that chance chose until a match had begun like this; None if none did."""
    return beginnings(context).get(bare(state))


def index_of(context: Context, state: State) -> int | None:
    """Which step of play led to a state; None where none did, or it is not known."""
    plain = bare(state)
    if begun_with(context, state) is not None:
        return None
    first = first_met(context).get(plain)
    if first is not None:
        return first - 1
    steps, starts = context.samples.steps, set(context.samples.starts)
    # a state that no move was made from: the game was over with it
    for i, step in enumerate(steps):
        if not context.going_on():
            return None
        ended = i == len(steps) - 1 or steps[i + 1].state in starts
        if ended and picks_between(context, step.state, step.move, state) is not None:
            return i
    return None


def picks_between(context: Context, state: State, move: Move, after: State) -> tuple[int, ...] | None:
    """The cards that chance chose where a move led from one state to another; None where it did not."""
    todo: list[tuple[int, ...]] = [()]
    for _ in range(MOST_PICKS):
        if not todo:
            return None
        choices = todo.pop()
        chance = Choices(choices)
        try:
            found = context.executor.apply(state, move, chance)
        except EndlessCascade:
            return None
        if bare(found) == bare(after):
            return tuple(chance.picked)
        for at in range(len(choices), len(chance.wide)):
            so_far = (*choices, *(0 for _ in range(at - len(choices))))
            todo.extend((*so_far, n) for n in range(1, chance.wide[at]))
    return None


def lines_of_run(context: Context, start: State, steps: Sequence[Step]) -> list[str] | None:
    """A position and moves, as a scenario says them; None where the position cannot be said, or cards are drawn that did not
    lie in the pile then."""
    written = position(context, start, fewest=False)
    if written is None:
        return None
    picks = [kind for x in steps for kind in x.picks]
    for kind in {x for x in picks if x >= 0}:
        held = context.layout.held(start, context.table.deck.home_of(kind), 0)
        if picks.count(kind) > context.layout.count(held, kind):
            return None
    lines = [*pile(context, picks), *written.lines]
    return [*lines, *move_lines(context, start, steps)]


def lines_of_match(context: Context, dealt: Sequence[int], start: State, steps: Sequence[Step]) -> list[str]:
    """A match from its very beginning, as a scenario says it. `dealt` are the kinds that chance chose until the state `start`."""
    picks = [*dealt, *(kind for x in steps for kind in x.picks)]
    return [*pile(context, picks), "the match begins", *move_lines(context, start, steps)]


def pile(context: Context, picks: Sequence[int]) -> list[str]:
    """The lines that say which cards come, by the zones where they lie, and which values; they stand before what is open."""
    deck, out = context.table.deck, []
    names, sites = SEAT_NAMES[: context.layout.seats], context.layout.sites
    values = [(sites[site].type, value) for site, value in map(decoded, (x for x in picks if x < 0))]
    if values:
        out.append("chance is " + ", ".join(value_text(context.table, *x, names) for x in values))
    picks = [x for x in picks if x >= 0]
    for zone, _ in deck.homes:
        drawn = ", ".join(deck.kinds[kind].name for kind in picks if deck.home_of(kind) == zone)
        if drawn:
            out.append(f"{short(context.table.zones[zone].name)} is {drawn}")
    return out


def move_lines(context: Context, start: State, steps: Sequence[Step]) -> list[str]:
    """The moves of a run."""
    states = [start, *(x.after for x in steps if x.after is not None)]
    return [move_line(context, x.move, alike(context, at, x.move)) for at, x in zip(states, steps, strict=False)]


def scenario_of_run(
    context: Context, title: str, start: State, steps: Sequence[Step], expected: Sequence[str], rests: bool = True
) -> str | None:
    """A run as the text of a scenario that has been replayed; None where none of its states can be said. It begins with the
    state that the run begins with, or, where cards are drawn that were not in the pile then, with a later one. `expected`: lines
    at its end. `rests`: the last move comes to rest; where it does not, no scenario can pass, and the text ends with the move."""
    states = [start, *(x.after for x in steps if x.after is not None)]
    for first, state in enumerate(states):
        lines = lines_of_run(context, state, steps[first:])
        if lines is None:
            continue
        text = header(context) + "\n\n" + scenario_text(title, context, [*lines, *expected])
        if not rests or not failures(context, text):
            return text
    return None
