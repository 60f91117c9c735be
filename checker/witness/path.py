"""Path witnesses: a run of a search as a scenario that anybody can replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from checker.context import Context, stage
from checker.effects.summary import summaries
from checker.play.sample import Step as Sampled
from checker.search.graph import Choices, bare
from checker.search.simulate import last_step
from checker.witness.scenario import failures, header, move_line, plain_chance, position, scenario_text
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.describe import short, value_text
from unodsl.engine.explore import Step
from unodsl.engine.layout import IN_PLAY
from unodsl.engine.values import decoded
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES
from unodsl.scenarios.writing import Written

MOST_BEFORE = 8
"""The maximal number of moves before a state that cannot be stated as a position."""

MOST_PICKS = 400
"""The maximal number of chance outcomes tried for one move."""


def alike(context: Context, state: State, move: Move) -> bool:
    """Whether another rule offers a move with the same words in a state."""
    mine = context.table.offers[move.offer]
    for other in context.executor.legal(state):
        theirs = context.table.offers[other.offer]
        same = (other.seat, other.argument, theirs.act) == (move.seat, move.argument, mine.act)
        # a move written without a manner may be one of any manner
        same = same and mine.manner in (0, theirs.manner)
        if same and other.offer != move.offer:
            return True
    return False


def played_lines(context: Context, state: State, moves: Iterable[Move]) -> tuple[list[str], State]:
    """Moves from a state as lines of a scenario, and the state after them. Stops at one that is illegal there, as after
    other draws."""
    lines: list[str] = []
    chance = plain_chance()
    for move in moves:
        if move not in context.executor.legal(state):
            break
        lines.append(move_line(context, move, alike(context, state, move)))
        state = context.executor.apply(state, move, chance)
    return lines, state


def statable_positions(context: Context, state: State, *smaller: State) -> Iterator[Written]:
    """Statements of a sampled state, the plainest first: a smaller equivalent position; the state without its unordered
    cards; with these; the moves that led to it. The caller has to test whether the property still holds in the
    written position."""
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
    """The shortest run of at most `MOST_BEFORE` moves to a sampled state that is no statable position: from a position
    that can be stated, or from the beginning of the match. None if there is none."""
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
    """Sampled states soon after a match began, which can be stated from there."""
    out: list[State] = []
    since = 0
    for step in context.samples.steps:
        since = 0 if begun_with(context, step.state) is not None else since + 1
        if since <= MOST_BEFORE // 2:
            out.append(bare(step.state))
    return list(dict.fromkeys(out))


@stage
def beginnings(context: Context) -> dict[State, tuple[int, ...]]:
    """The initial states of sampled matches, each with the kinds picked until then."""
    return {bare(s): dealt for s, dealt in zip(context.samples.starts, context.samples.dealt, strict=True)}


@stage
def first_met(context: Context) -> dict[State, int]:
    """The index of the first sampled step from each state."""
    steps = context.samples.steps
    return {bare(steps[i].state): i for i in reversed(range(len(steps)))}


def begun_with(context: Context, state: State) -> tuple[int, ...] | None:
    """The kinds picked until a sampled match began in a state; None if none did."""
    return beginnings(context).get(bare(state))


def index_of(context: Context, state: State) -> int | None:
    """The index of the sampled step that led to a state; None if there is none, or it is not known."""
    plain = bare(state)
    if begun_with(context, state) is not None:
        return None
    first = first_met(context).get(plain)
    if first is not None:
        return first - 1
    steps, starts = context.samples.steps, set(context.samples.starts)
    # a final state: no move was made from it
    for i, step in enumerate(steps):
        if not context.within_budget():
            return None
        ended = i == len(steps) - 1 or steps[i + 1].state in starts
        if ended and picks_between(context, step.state, step.move, state) is not None:
            return i
    return None


def last_move(context: Context, state: State) -> Sampled | None:
    """The move of sampled play, or of a game that ended there, that led to a state; None if it is not known."""
    index = index_of(context, state)
    return last_step(context, state) if index is None else context.samples.steps[index]


class Leaving(NamedTuple):
    """A move with which a player stopped taking part: the state before it, the move, and the rules that removed players."""

    before: State
    step: Step
    rules: tuple[t.Trigger | t.Offer, ...]


def leaving_move(context: Context, state: State, step: Sampled | None) -> Leaving | None:
    """The move that led to a state, if a player stopped taking part with it; None if nobody did."""
    if step is None or step.state[IN_PLAY] == state[IN_PLAY]:
        return None
    found = summaries(context.table)
    removing = (x for x in context.table.running if any(y.seating is not None for y in found.through(x.effects)))
    fired = tuple(x for x in removing if x.info.name in step.fired)
    return Leaving(step.state, Step(step.move, step.drawn, state), fired)


def picks_between(context: Context, state: State, move: Move, after: State) -> tuple[int, ...] | None:
    """The picks of chance in a move from one state to another; None if the move does not lead there."""
    todo: list[tuple[int, ...]] = [()]
    for _ in range(MOST_PICKS):
        if not todo:
            return None
        chance = Choices(todo.pop())
        try:
            found = context.executor.apply(state, move, chance)
        except EndlessCascade:
            return None
        if bare(found) == bare(after):
            return tuple(chance.picked)
        todo.extend(chance.others())
    return None


def lines_of_run(context: Context, start: State, steps: Sequence[Step]) -> list[str] | None:
    """A position and moves as scenario lines. None if the position cannot be stated, or if drawn cards were not in the
    pile then."""
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
    """A match from its beginning as scenario lines. `dealt`: the kinds picked until the state `start`."""
    picks = [*dealt, *(kind for x in steps for kind in x.picks)]
    return [*pile(context, picks), "the match begins", *move_lines(context, start, steps)]


def pile(context: Context, picks: Sequence[int]) -> list[str]:
    """The lines that fix the cards to come, by zone, and the chance values; they precede the lines of open situations."""
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
    """The moves of a run as scenario lines."""
    states = [start, *(x.after for x in steps if x.after is not None)]
    return [move_line(context, x.move, alike(context, at, x.move)) for at, x in zip(states, steps, strict=False)]


def scenario_of_run(
    context: Context, title: str, start: State, steps: Sequence[Step], expected: Sequence[str], rests: bool
) -> str | None:
    """A run as a replayed scenario; None if none of its states can be stated. It begins with the first state of the run
    that can be stated and whose pile has the cards drawn later. `expected`: its last lines. `rests`: whether the
    last cascade ends; if not, no scenario can pass, and the text ends with the move."""
    states = [start, *(x.after for x in steps if x.after is not None)]
    for first, state in enumerate(states):
        lines = lines_of_run(context, state, steps[first:])
        if lines is None:
            continue
        text = header(context) + "\n\n" + scenario_text(title, context, [*lines, *expected])
        if not rests or not failures(context, text):
            return text
    return None
