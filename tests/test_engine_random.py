"""Whatever the rules are, executors agree: random rules, from random states, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest

from tests.effort import marked
from tests.engine_random import Maker
from tests.engine_tables import executors
from unodsl.engine.api import EndlessCascade, Executor, Move, State, Trace
from unodsl.engine.batch import QUICK_BOTS, Batch, Playing
from unodsl.engine.cards import Pool
from unodsl.engine.compiled import Compiled
from unodsl.engine.generated import Generated
from unodsl.engine.layout import IN_PLAY, MATCH, TABLE_EVENTS, TOP, Layout
from unodsl.engine.reference import CascadeRun, Reference, banned_moves
from unodsl.engine.reference_values import seats_of
from unodsl.engine.slow import play_reference
from unodsl.engine.values import Values

HAPPENING = tuple(i for i, x in enumerate(TABLE_EVENTS) if x.kind not in ("joins", "leaves"))
"""The events that happen to nobody in particular."""


@dataclass(slots=True)
class Dice:
    """Chance outside the state."""

    random: Random

    def pick(self, pool: Pool | Values) -> int:
        """Any card that lies there."""
        return self.random.choice([k for k, n in pool.items() for _ in range(n)])


def outcome(executor: Executor, state: State, what: Move | int, dice: int | None) -> tuple[object, Trace]:
    """The state after a move or a table event, or "endless"; and what happened on the way."""
    trace = Trace()
    chance = None if dice is None else Dice(Random(dice))
    try:
        if isinstance(what, Move):
            return executor.apply(state, what, chance, trace), trace
        return executor.happen(state, what, chance, trace), trace
    except EndlessCascade as endless:
        return endless.rules, Trace()


def compare(runners: Sequence[Executor], layout: Layout, state: State, random: Random, steps: int) -> None:
    """Let all executors go on from a state, looking at everything."""
    slow, *others = runners
    for _ in range(steps):
        for event in HAPPENING:
            expected = outcome(slow, state, event, event)
            assert all(outcome(x, state, event, event) == expected for x in others)
        legal = slow.legal(state)
        sober = slow.legal(state, mistakes=False)
        assert all(x.legal(state) == legal for x in others)
        assert all(x.legal(state, mistakes=False) == sober for x in others)
        after = state
        for move in random.sample(legal, min(3, len(legal))):
            for dice in (None, 1):
                expected = outcome(slow, state, move, dice)
                assert all(outcome(x, state, move, dice) == expected for x in others)
            found, _ = outcome(slow, state, move, None)
            if isinstance(found, tuple) and len(found) == layout.size and found and isinstance(found[0], int):
                assert all(x.apply(state, move) == found for x in others)
                assert layout.conserved(found)
                after = found
        if after == state or not after[MATCH]:
            break
        state = after


@pytest.mark.parametrize("seed", [x if x < 12 else marked(x, long=x >= 60) for x in range(120)])
def test_random_rules(seed: int) -> None:
    random = Random(seed)
    maker = Maker(random)
    table = maker.table()
    runners, layout = executors(table), Layout(table)
    for _ in range(3):
        compare(runners, layout, maker.state(layout), random, 4)
    for bot in QUICK_BOTS:
        playing = Playing(20, mistakes=random.random() < 0.5, bot=bot, each=True)
        expected = Batch.of(table)
        for game in (seed, seed + 1):
            play_reference(table, game, playing, expected)
        for runner in runners[1:]:
            assert isinstance(runner, Generated | Compiled)
            assert runner.batch(range(seed, seed + 2), playing) == expected


@pytest.mark.parametrize("seed", range(10))
def test_a_saved_game_gives_the_same_states_again(seed: int) -> None:
    random = Random(seed)
    table = Maker(random).table()
    slow, *others = executors(table)
    states, moves = [], []
    state = slow.start(seed)
    states.append(state)
    for _ in range(20):
        legal = slow.legal(state)
        if not legal:
            break
        move = random.choice(legal)
        try:
            state = slow.apply(state, move)
        except EndlessCascade:
            break
        moves.append(move)
        states.append(state)
    for fast in others:
        again = fast.start(seed)
        assert again == states[0]
        for move, expected in zip(moves, states[1:], strict=True):
            again = fast.apply(again, move)
            assert again == expected


def test_what_a_ban_takes_away() -> None:
    """Whatever order its conditions are asked in, a ban takes the same moves away."""
    random, found = Random(5), 0
    for _ in range(150):
        maker = Maker(random)
        table = maker.table()
        reference = Reference(table)
        for _ in range(4):
            state = maker.state(reference.layout)
            run = CascadeRun(reference, list(state), None, None)
            for number, ban in enumerate(table.bans):
                for index in range(len(table.offers)):
                    plainly = [
                        (seat, argument)
                        for seat in seats_of(state[IN_PLAY])
                        for argument in run.candidates(index, seat)
                        if not ban.situations or state[TOP] in ban.situations
                        if run.value(ban.who, {}) >> seat & 1 and run.value(ban.guard, {0: seat, 1: argument})
                    ]
                    assert list(banned_moves(reference, state, number, index)) == plainly
                    found += len(plainly)
    assert found > 200
