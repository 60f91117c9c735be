"""Guided play: states of real games that come close to a given one (greedy best-first search with restarts).

A state of a cut deck, with the rest of the cards put somewhere, need not be one that any game reaches: what a variable
counts may not go with so few cards in a hand. So play from a legal deal moves towards it; each state that it yields is
reachable. Under-approximates: a state that is not met may be reachable all the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from checker.context import Context, table_stage
from checker.effects.summary import Slot, slot_of, summaries
from checker.play.sample import Leaning
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.layout import IN_PLAY, MATCH, ROUND, TOP, Layout
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import below

GAMES, FEW_GAMES, MOVES = 48, 4, 250
"""The number of games (and for one of many states), and the most moves of each."""

WIDE = 8
"""The most moves that are tried in one state."""

FAR, FAR_CARDS = 30, 6
"""The largest differences that count, of a number and of a number of cards."""


def played_towards(context: Context, target: State, games: int = GAMES) -> Iterator[State]:
    """Yields states of games that are played towards a state: those that come closer than any before, and those in which
    nobody has a move."""
    layout, executor = context.layout, context.executor
    kinds = frozenset(
        k
        for zone, seat in layout.places
        for k in layout.kinds_of(layout.held(target, zone, seat))
        if layout.table.zones[zone].each_player
    )
    best: dict[int, int] = {}
    distances = {weight: Distance(layout, target, weight) for weight in (1, 2)}
    for seed in range(1, games + 1):
        weight = 1 + seed % 2
        distance = distances[weight].of
        generator = random.Random(seed)
        chance = Leaning(kinds, generator)
        try:
            state = executor.start(seed, chance)
            for _ in range(MOVES):
                if not context.within_budget() or not state[MATCH] or not state[ROUND]:
                    break
                moves = [x for x in executor.legal(state, mistakes=False) if not left_alone(layout.table, x)]
                here = distance(state)
                if not moves or here < best.get(weight, here + 1):
                    best[weight] = min(here, best.get(weight, here))
                    yield state
                if not moves:
                    break
                tried = generator.sample(moves, min(WIDE, len(moves)))
                after = [executor.apply(state, x, chance) for x in tried]
                ranked = [(distance(x) + generator.random() * 2, i) for i, x in enumerate(after)]
                state = after[min(ranked)[1]]
        except EndlessCascade:
            continue


def left_alone(table: t.Table, move: Move) -> bool:
    """Whether a move is one that games do not depend on."""
    return table.offers[move.offer].mode in t.LEFT_ALONE


class Distance:
    """How unlike states are to a given one: what the table waits for, whom, numbers of cards, values, and which cards hands
    hold. A round that is over is far from any other. `weight`: of a card too many or too few."""

    def __init__(self, layout: Layout, target: State, weight: int) -> None:
        table = layout.table
        self.layout, self.target, self.weight = layout, target, weight
        fields = ((x.type, layout.field[i][n]) for i, y in enumerate(table.situations) for n, x in enumerate(y.fields))
        variables = ((x.type, at) for i, x in enumerate(table.variables) for at in layout.slots_of(i))
        slots = [*fields, *variables]
        self.numbers = [(at, target[at]) for type_, at in slots if isinstance(type_, Number)]
        others = [*layout.owner, *(at for type_, at in slots if not isinstance(type_, Number))]
        self.others = [(at, target[at]) for at in others]
        self.places: list[tuple[int, int, int, int, bool]] = []
        """Zone, seat, the cards of the target there, their number, and whether they are those of a player."""
        self.tops: list[tuple[int, int, int]] = []
        """Of each pile that lies face up: zone, seat, and the card on top in the target."""
        for zone, seat in layout.places:
            declared, theirs = table.zones[zone], layout.held(target, zone, seat)
            self.places.append((zone, seat, theirs, theirs.bit_count(), declared.each_player))
            if not declared.each_player and declared.visibility == "face up":
                self.tops.append((zone, seat, layout.top_card(target, zone, seat, 0)))

    def of(self, state: State) -> int:
        """How unlike a state is to the given one; 0 for the same."""
        layout, target = self.layout, self.target
        out = 3 * (state[TOP] != target[TOP]) + 3 * (state[IN_PLAY] != target[IN_PLAY])
        if state[ROUND] != target[ROUND] or state[MATCH] != target[MATCH]:
            out += 100
        for at, value in self.others:
            if state[at] != value:
                out += 1
        for at, value in self.numbers:
            out += min(FAR, abs(state[at] - value))
        for zone, seat, theirs, many, of_player in self.places:
            held = layout.held(state, zone, seat)
            out += self.weight * min(FAR_CARDS, abs(held.bit_count() - many))
            if of_player:
                # (so many cards of a kind are as many bits, the lowest of its field)
                out += (theirs & ~held).bit_count()
        return out + sum(layout.top_card(state, zone, seat, 0) != top for zone, seat, top in self.tops)


def counts_something(context: Context, state: State, group: frozenset[int]) -> bool:
    """Whether some number, other than those of a group of situations, or some value that goes by the sizes of hands, has
    left its start value: the hands of a state may not go with it."""
    return any(state[slot] != starts for slots, starts in counting(context, group) for slot in slots)


def counting(context: Context, group: frozenset[int]) -> Iterator[tuple[Sequence[int], int]]:
    """Yields the slots of each such number or value, those of all players together, with the start value."""
    layout, table = context.layout, context.table
    by_hands = goes_by_hands(context)
    for index, variable in enumerate(table.variables):
        if isinstance(variable.type, Number) or (index, -1) in by_hands:
            yield layout.slots_of(index), variable.starts
    for i, situation in enumerate(table.situations):
        for n, x in enumerate(situation.fields):
            if (i not in group and isinstance(x.type, Number)) or (-1 - i, n) in by_hands:
                yield (layout.field[i][n],), x.starts


@table_stage
def goes_by_hands(context: Context) -> frozenset[Slot]:
    """The variables and fields, except numbers, that rules set by how many cards somebody has, directly or by way of
    other such values."""
    table, all_ = context.table, summaries(context.table)
    out: set[Slot] = set()

    def counted(nodes: object) -> bool:
        return any(
            (isinstance(n, e.CountCards) and n.where is None and table.zones[n.place.zone].each_player)
            or (isinstance(n, e.Variable | e.Field) and slot_of(n) in out)
            for n in below(nodes)
        )

    def sets(effects: Iterable[f.Effect], given: tuple[object, ...]) -> Iterator[Slot]:
        for x in map(all_.of, effects):
            for change in x.changes:
                target = change.target
                if not isinstance(target, e.Owner) and counted((change.value, change.player, given)):
                    yield slot_of(target)
            for block in x.blocks:
                yield from sets(block.effects, (*given, *x.reads))
            if x.performs is not None:
                yield from sets(table.acts[x.performs.act].effects, (*given, *x.reads))

    blocks = [(x.effects, (x.guard,)) for x in table.triggers]
    blocks += [(table.effects_of(x), (x.guard,)) for x in table.offers]
    while more := {slot for effects, given in blocks for slot in sets(effects, given)} - out:
        out |= more
    variables, situations = table.variables, table.situations
    types = {x: variables[x[0]].type if x[1] < 0 else situations[-1 - x[0]].fields[x[1]].type for x in out}
    return frozenset(x for x, type_ in types.items() if not isinstance(type_, Number))
