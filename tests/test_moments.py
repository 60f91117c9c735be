"""What the search for termination proofs asks of a counter system has the answers that the kernel gets."""

from __future__ import annotations

import random

from checker.smt.counter_system import (
    Bound,
    Facts,
    Live,
    Move,
    MoveThing,
    Part,
    Quantity,
    Step,
    StepThing,
    System,
    Thing,
    constants,
    everything,
)
from checker.termination.moments import Assumed, Moments
from tests.effort import examples

QUANTITIES: tuple[Quantity, ...] = tuple(("cards", i) for i in range(4))


def some_system(chance: random.Random) -> System:
    """A random system with four quantities, one or two sums, three steps, and three moves."""

    def moment() -> tuple[Bound, ...]:
        few = chance.sample(QUANTITIES, chance.randint(1, 2))
        return (Bound(tuple((q, chance.choice((-2, -1, 1, 1))) for q in few), chance.randint(-4, 2)),)

    def moments() -> tuple[tuple[Bound, ...], ...]:
        return tuple(moment() for _ in range(chance.randint(0, 2)))

    sums = tuple(
        (tuple(chance.sample(QUANTITIES, chance.randint(2, 3))), chance.randint(1, 6))
        for _ in range(chance.randint(1, 2))
    )
    steps = tuple(Step(((chance.choice(QUANTITIES), -1, 1),), moments()) for _ in range(3))
    moves = tuple(Move(f"move {i}", moments(), (Part(chance.randrange(3)),)) for i in range(3))
    return System(tuple((q, 0, 5) for q in QUANTITIES), sums, steps, moves)


def test_the_search_and_the_kernel_agree_on_what_can_happen() -> None:
    chance = random.Random(7)
    possible = impossible = conflicts = 0
    for _ in range(examples(120, 600)):
        system = some_system(chance)
        things: list[Thing] = [*map(StepThing, range(3)), *map(MoveThing, range(3))]
        whole = everything(system)
        kept = {i: parts for i, parts in whole.moves.items() if chance.random() < 0.6}
        happening = frozenset(x for x in things if chance.random() < 0.2)
        constant = sorted(constants(system, Live(kept)), key=str)
        values = frozenset((q, chance.randint(0, 5)) for q in constant if chance.random() < 0.3)
        live = Live(kept, happening, values)
        asked, kernel = Assumed(Moments(system), live), Facts(system, live)
        assert asked.contradict() == kernel.contradict()
        for thing in things:
            found = asked.contradict(thing)
            assert found == kernel.contradict(thing), (system, live, thing)
            possible, impossible = possible + (not found), impossible + found
        if kernel.contradict():
            continue
        core = asked.conflict(things)
        if core:
            conflicts += 1
            # all of them contradict each other, and without one of them they do not
            assert Facts(system, Live(kept, happening | set(core), values)).contradict()
            assert not Facts(system, Live(kept, happening | set(core[1:]), values)).contradict()
        else:
            assert not Facts(system, Live(kept, happening | set(things), values)).contradict()
    assert possible > 200
    assert impossible > 80
    assert conflicts > 20
