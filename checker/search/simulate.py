"""Simulation: many games by bots, for what sampled play leaves open: a rule that runs after all, a table where nobody
can move, an endless cascade.

They run in compiled code if that is installed and worth it, otherwise in Python. Both play the same games, so the
result is the same. A game with a result is replayed in Python up to that point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from checker.context import Context, table_stage
from checker.play.sample import Ended, Games, Samples, Step, Visit, visited
from unodsl.engine.api import EndlessCascade, Executor, State, Trace
from unodsl.engine.batch import ENDS, FIXED, HOW, MOVES, Batch, Playing, row_width
from unodsl.engine.choose import choose
from unodsl.engine.generated import Generated
from unodsl.engine.layout import MATCH
from unodsl.engine.slow import Bots

_PLAYED: tuple[tuple[Playing, int], ...] = (
    (Playing(300, each=True), 50),
    (Playing(300, mistakes=True, each=True), 50),
    (Playing(3000, bot="shedding", each=True), 8),
    (Playing(3000, mistakes=True, bot="shedding", each=True), 8),
)
"""The kinds of games and their numbers: the first moves of many deals, and long matches."""

_MOST = sum(playing.most_moves * games for playing, games in _PLAYED)

_MOVES_AGAIN, _MOVES_OF_MATCHES = 1_500, 4_000
"""The most moves of such games that are replayed for one question; and of long matches."""

_AGAIN = 8
"""The most games of each kind that are replayed."""


@table_stage
def games(context: Context) -> Games:
    """The games of a table, played on first use; fewer if the budget ends."""
    if not context.effort.far:
        return Games("python")
    chosen = choose(context.table, None, _MOST)
    out = Games(chosen.name)
    names = context.table.rule_names()
    for playing, number in _PLAYED:
        if not context.within_budget():
            break
        batch = chosen.runner.batch(range(1, number + 1), playing)
        out.moves += batch.moves
        out.fired |= {name for name, times in zip(names, batch.fired, strict=True) if times}
        out.each += [(seed, playing, fired) for seed, fired in _fired(batch, row_width(context.table), names)]
        for seed, moves, how in _ends(batch, row_width(context.table)):
            if how == "stuck" and len(out.stuck) < _AGAIN:
                out.stuck.append(_at(context.executor, seed, playing, moves))
                out.stuck_in.append((seed, playing))
            elif how == "endless" and len(out.endless) < _AGAIN:
                out.endless.append(_endless(context.executor, seed, playing, moves))
    context.extra_moves[out.executor] += out.moves
    return out


def last_step(context: Context, state: State) -> Step | None:
    """The last move of the first game that ended in a state without a legal move; None if none did."""
    found = games(context)
    for (seed, playing), stuck in zip(found.stuck_in, found.stuck, strict=True):
        if stuck == state:
            out = Samples()
            _play_again(context.executor, seed, playing, out)
            return out.steps[-1] if out.steps else None
    return None


def again(context: Context, rules: frozenset[str], matches: bool = False) -> Samples:
    """Replays in Python, move by move, the first games in which one of the rules fired. `matches`: only long ones, in which
    players shed their cards, so that rounds are short and scores add up."""
    out = Samples()
    for seed, playing, fired in games(context).each:
        if not context.within_budget() or out.moves >= (_MOVES_OF_MATCHES if matches else _MOVES_AGAIN):
            break
        if rules & fired and (playing.bot == "shedding" or not matches):
            _play_again(context.executor, seed, playing, out)
    return out


_SHEDDING, _MATCHES_SHED = Playing(1_500, bot="shedding", each=True), 4
"""Matches in which players shed their cards: how each is played, and how many."""


@table_stage
def shed(context: Context) -> Samples:
    """Matches in which players shed their cards, move by move: hands are small more often than in sampled play."""
    out = Samples()
    for seed in range(1, _MATCHES_SHED + 1):
        if context.within_budget():
            _play_again(context.executor, seed, _SHEDDING, out)
    return out


MANY_MOVES, FEWER_MOVES = 64_000, 16_000
"""How many moves `many_games` makes; and at one of many tables."""

NONE_NEW = 16_000
"""The most moves since two rules met that had not met before."""

_TOGETHER = 40
"""The most states that are kept for two offers."""


def many_games(context: Context, kinds: Iterable[int] = ()) -> Iterator[Visit]:
    """The states of many more games than are sampled. Players hold back cards of some kinds."""
    most = MANY_MOVES if context.effort.far else FEWER_MOVES
    return visited(context.executor, context.layout, kinds, most, context.within_budget)


@table_stage
def offered_together(context: Context) -> dict[tuple[int, int], list[Visit]]:
    """States of such games in which two offers of one act are available for one seat and argument, by the two offers.
    Play ends early if no new two offers meet for `NONE_NEW` moves."""
    out: dict[tuple[int, int], list[Visit]] = {}
    acts = [x.act for x in context.table.offers]
    last = 0
    for number, visit in enumerate(many_games(context)):
        if number - last > NONE_NEW:
            break
        offers: dict[tuple[int, int, int], list[int]] = {}
        for move in visit.moves:
            offers.setdefault((acts[move.offer], move.seat, move.argument), []).append(move.offer)
        for pair in {y for x in offers.values() if len(x) > 1 for y in combinations(sorted(x), 2)}:
            if pair not in out:
                last = number
            known = out.setdefault(pair, [])
            if len(known) < _TOGETHER:
                # (the set grows as the game goes on)
                known.append(visit._replace(made=frozenset(visit.made)))
    return out


def _play_again(executor: Executor, seed: int, playing: Playing, out: Samples) -> None:
    """Replays one game into samples."""
    assert isinstance(executor, Generated)
    bots = Bots(executor.table, seed, playing)
    try:
        state = executor.start(seed)
        for _ in range(playing.most_moves):
            move = bots.pick(state, executor.legal(state, playing.mistakes)) if state[MATCH] else None
            if move is None:
                return
            trace = Trace()
            after = executor.apply(state, move, None, trace)
            out.moves += 1
            out.steps.append(Step(state, move, tuple(trace.fired), tuple(trace.drawn)))
            state = after
    except EndlessCascade:
        return


def _fired(batch: Batch, width: int, names: tuple[str, ...]) -> Iterator[tuple[int, frozenset[str]]]:
    """Yields for each game its seed and the rules that fired in it."""
    for game in range(batch.games):
        row = batch.rows[game * width + FIXED : game * width + FIXED + len(names)]
        yield game + 1, frozenset(name for name, times in zip(names, row, strict=True) if times)


def _ends(batch: Batch, width: int) -> Iterator[tuple[int, int, str]]:
    """Yields for each game its seed, its moves, and how it ended."""
    for game in range(batch.games):
        row = batch.rows[game * width : game * width + HOW + 1]
        yield game + 1, row[MOVES], ENDS[row[HOW]]


def _at(executor: Executor, seed: int, playing: Playing, moves: int) -> State:
    """The state of a game after so many moves."""
    assert isinstance(executor, Generated)
    return tuple(executor.play(seed, replace(playing, most_moves=moves, each=False), Batch.of(executor.table)))


def _endless(executor: Executor, seed: int, playing: Playing, moves: int) -> Ended:
    """The state before an endless cascade of a game, a move that causes it, and the rules."""
    try:
        executor.start(seed)
    except EndlessCascade as endless:
        return executor.blank(seed), None, endless.rules
    state = _at(executor, seed, playing, moves)
    for move in executor.legal(state, playing.mistakes):
        try:
            executor.apply(state, move)
        except EndlessCascade as endless:
            return state, move, endless.rules
    raise AssertionError("an endless cascade came to rest when its game was played again")
