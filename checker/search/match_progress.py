"""Small-scope analysis of matches of many rounds: whether, from every state of a round, players can go on to the end of the match.

On small decks, each state has to lead to a move that ends the round and raises a number kept across rounds that a rule which ends
matches asks about (a score) and lowers none, or ends the match. (Or it always raises the score of the same player.) And with such a
number next to its greatest value, a move that raises it has to end the match. Rules only add to these numbers and subtract from them, and ask about them only to end
the match (see `only_added_to`): so a move adds the same to every value, and at most as many rounds follow as the numbers have values.
Rounds have to be alike (see `rounds_differ`). It proves nothing for the full deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from checker.context import Context
from checker.effects.summary import Summary, only_adds, summaries
from checker.search.small_tables import Visited, small_tables
from unodsl.engine.api import EndlessCascade, Executor, Move, State
from unodsl.engine.explore_question import OVER
from unodsl.engine.generated import Generated
from unodsl.engine.layout import MATCH, Layout, layout_of
from unodsl.engine.wasm_graph import NO_MOVE
from unodsl.engine.wasm_moves import move as move_of
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import below

MOST_STATES = 250_000
"""The most states of all small tables that are examined."""

FIRST_TRIED, MOST_TRIED = 40, 4_000
"""The numbers of moves that end a round played at one table: at first, and at most."""

MOST_ENDS = 3
"""The number of moves raising the same numbers with which the match has to end."""


def kept_numbers(table: t.Table, ends: Sequence[t.Rule]) -> list[int]:
    """The number variables kept across rounds that rules ask about which end the match."""
    read = {x.index for rule in ends for x in below(rule) if isinstance(x, e.Variable)}
    variables = table.variables
    return [i for i in sorted(read) if variables[i].kept and isinstance(variables[i].type, Number)]


def tables_that_go_on(context: Context, ends: Sequence[t.Rule]) -> tuple[tuple[Visited, ...], tuple[int, ...]] | None:
    """Small tables on which every rule ran that ran on any of them, if from each of their states players can go on to the end of
    the match; and the numbers that grow. None if not, or if there are too many states."""
    chosen = few_tables(small_tables(context).counted)
    numbers = kept_numbers(context.table, ends)
    if not chosen or sum(x.graph.found.states for x in chosen) > MOST_STATES:
        return None
    for some in dict.fromkeys(filter(None, (tuple(numbers), *((x,) for x in numbers)))):
        if only_added_to(context.table, frozenset(some)) and all(
            context.within_budget() and goes_on(x, some) for x in chosen
        ):
            return chosen, some
    return None


def only_added_to(table: t.Table, numbers: frozenset[int]) -> bool:
    """Whether rules only add to some numbers, or subtract from them, and ask about them only to end the match. Over-approximates what
    rules do: guards are not considered."""
    all_ = summaries(table)

    def asks(x: object) -> bool:
        return any(isinstance(y, e.Variable) and y.index in numbers for y in below(x))

    def ends_match(effects: Sequence[f.Effect]) -> bool:
        return any(all_.of(x).phase == "match ends" for x in effects)

    def harmless(effects: Sequence[f.Effect]) -> bool:
        return all(map(harmless_alone, map(all_.of, effects)))

    def harmless_alone(x: Summary) -> bool:
        for change in x.changes:
            number = change.target if isinstance(change.target, e.Variable) else None
            if number is not None and number.index in numbers and only_adds(number, change.value) is None:
                return False
        if not all(harmless(block.effects) for block in x.blocks):
            return False
        if x.phase == "match ends" or x.announces or not asks(x.reads):
            return True
        # (whichever way it goes, one of two ends the match; what else there is follows where the match goes on)
        return any(block.given is not None and asks(block.given) and ends_match(block.effects) for block in x.blocks)

    rules: tuple[t.Trigger | t.Offer, ...] = (*table.triggers, *table.offers)
    blocks = (*(x.effects for x in rules), *(x.effects for x in table.acts))
    guarded = (x for x in rules if asks(x.guard))
    return all(map(harmless, blocks)) and all(ends_match(x.effects) for x in guarded)


def few_tables(counted: Sequence[Visited]) -> tuple[Visited, ...]:
    """The smallest tables on which each rule runs that runs on one of them."""
    left = frozenset[str]().union(*(x.fired for x in counted))
    out: list[Visited] = []
    for one in sorted(counted, key=lambda x: x.graph.found.states):
        if left & one.fired:
            out.append(one)
            left -= one.fired
    return tuple(out)


def goes_on(one: Visited, numbers: Sequence[int]) -> bool:
    """Whether each state of a small table leads to an end of the round that brings the end of the match nearer: it raises some
    number and lowers none, or always the same number."""
    edges = Edges(one)
    rounds = Rounds(one.cut.table, layout_of(one.cut.table), Generated(one.cut.table), numbers)
    return any(edges.lead_to(rounds, slot) for slot in (None, next(rounds.slots())[0]))


class Edges:
    """The edges of a small table: those `before` each state, and the moves that end the round from a state (`ends`)."""

    def __init__(self, one: Visited) -> None:
        self.one, self.count = one, one.graph.found.states
        self.before: list[list[int]] = [[] for _ in range(self.count)]
        self.ends: dict[int, list[int]] = {}
        for origin, target, move in one.graph.steps():
            if target == OVER:
                if move != NO_MOVE:
                    self.ends.setdefault(origin, []).append(move)
            elif target < self.count and target != origin:
                self.before[target].append(origin)

    def lead_to(self, rounds: Rounds, slot: int | None) -> bool:
        """Whether each state leads to an end of the round that raises a slot (None: some, and lowers none). As few of these moves
        are made as it takes."""
        marks, left, tried, batch = bytearray(self.count), list(self.ends), 0, FIRST_TRIED
        while left and tried < MOST_TRIED:
            some, left = left[:batch], left[batch:]
            state = self.one.graph.state
            todo = [x for x in some if any(rounds.nearer(state(x), move_of(y), slot) for y in self.ends[x])]
            if rounds.goes_on_at_the_greatest:
                return False
            while todo:
                at = todo.pop()
                if not marks[at]:
                    marks[at] = 1
                    todo += self.before[at]
            if all(marks):
                return True
            tried, batch = tried + len(some), 2 * batch
            left = [x for x in left if not marks[x]]
        return False


class Rounds:
    """The moves that end rounds of a table. `goes_on_at_the_greatest`: with numbers next to their greatest value, a move that raises
    them did not end the match."""

    def __init__(self, table: t.Table, layout: Layout, executor: Executor, numbers: Sequence[int]) -> None:
        self.table, self.layout, self.executor, self.numbers = table, layout, executor, numbers
        self.goes_on_at_the_greatest = False
        self.tried: Counter[frozenset[int]] = Counter()

    def slots(self) -> Iterator[tuple[int, int]]:
        """The slots of the numbers, each with its greatest value."""
        for index in self.numbers:
            type_ = self.table.variables[index].type
            assert isinstance(type_, Number)
            yield from ((slot, type_.high) for slot in self.layout.slots_of(index))

    def nearer(self, state: State, move: Move, slot: int | None) -> bool:
        """Whether a move raises a slot (None: some, and lowers none), or ends the match."""
        after = self.after(state, move)
        if after is None or not after[MATCH]:
            return after is not None
        raised, lowered = self.changed(state, after)
        inside = self.in_the_middle(state, move)
        if inside is not None:
            # (at the end of its range a number may hide what is subtracted from it)
            up, down = self.changed(*inside)
            raised, lowered = raised & up, lowered | down
        raised = raised & {slot} if slot is not None else frozenset() if lowered else raised
        self.tried[raised] += 1
        if raised and self.tried[raised] <= MOST_ENDS:
            high = {i: most - 1 for i, most in self.slots()}
            for some in (*((i,) for i in sorted(raised)), tuple(high)):
                there = self.after(tuple(high[i] if i in some else x for i, x in enumerate(state)), move)
                self.goes_on_at_the_greatest |= there is None or bool(there[MATCH])
        return bool(raised)

    def changed(self, before: State, after: State) -> tuple[frozenset[int], frozenset[int]]:
        """The slots that are greater after a move, and those that are less."""
        slots = [i for i, _ in self.slots()]
        return (
            frozenset(i for i in slots if after[i] > before[i]),
            frozenset(i for i in slots if after[i] < before[i]),
        )

    def in_the_middle(self, state: State, move: Move) -> tuple[State, State] | None:
        """A state with the numbers well inside their ranges, and the state after a move; None if that ends the match, with smaller
        numbers, too."""
        kinds = [(self.layout.slots_of(i), self.table.variables[i].type) for i in self.numbers]
        distance = max((x.high - x.low for _, x in kinds if isinstance(x, Number)), default=0)
        while distance := distance // 2:
            there = list(state)
            for slots, type_ in kinds:
                assert isinstance(type_, Number)
                for slot in slots:
                    there[slot] = min(type_.low + distance, type_.high)
            after = self.after(tuple(there), move)
            if after is not None and after[MATCH]:
                return tuple(there), after
        return None

    def after(self, state: State, move: Move) -> State | None:
        """The state after a move; None if its cascade does not end."""
        try:
            return self.executor.apply(state, move)
        except EndlessCascade:
            return None
