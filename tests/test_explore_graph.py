"""The state graph: Python, compiled code and a plain enumeration by the reference executor meet the same states and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random

import pytest

from checker.search.graph import Choices
from tests import engine_tables as k
from tests.effort import examples
from tests.engine_random import Maker
from unodsl.commands.common import table_of
from unodsl.engine.api import Chance, EndlessCascade, Move, State, Trace
from unodsl.engine.compiled import available
from unodsl.engine.explore import MoveResult, Stepper
from unodsl.engine.explore_graph import Graph, Way, graph_of, moves_inside, stepped, ways_of
from unodsl.engine.explore_question import DEAD_ENDS, ENDLESS, LEFT, MOST_OUTCOMES, OVER, STUCK, Budget, Question
from unodsl.engine.generated import Generated
from unodsl.engine.layout import MATCH, ROUND, TOP, Layout
from unodsl.engine.reference import Reference
from unodsl.engine.wasm_moves import move as move_of
from unodsl.engine.wasm_moves import numbered
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.symmetry import symmetry
from unodsl.model.types import Number

UP = f.Assign(k.variable(k.NUMBER), e.Arithmetic("+", k.variable(k.NUMBER), k.number(1), Number(0, 11)))
"""One more, up to 10."""

STACKING = Path(__file__).parent.parent / "benchmarks" / "stacking.uno"
RULESETS = Path(__file__).parent.parent / "rulesets"


def steps_of(graph: Graph) -> list[tuple[State, State | int]]:
    """All steps, each with what it leads to, in an order of their own."""

    def name(number: int) -> State | int:
        return number if number in DEAD_ENDS else graph.state(number)

    return sorted(((graph.state(a), name(b)) for a, b, _ in graph.steps()), key=str)


def both(question: Question, most: int = 20_000) -> Graph:
    """The graph, the same on every executor, with the same passes over its steps."""
    random = Random(most)
    out = graph_of(question, Budget(most), "python")
    if available():
        other = graph_of(question, Budget(most), "compiled")
        assert other.found.stopped == out.found.stopped
        if out.complete:
            assert replace(other.found, bytes_kept=0, row_bytes=0) == out.found
            assert (other.tops, other.fired, other.refilled) == (out.tops, out.fired, out.refilled)
            assert (other.roots, other.redealt, other.merged) == (out.roots, out.redealt, out.merged)
            assert [other.state(i) for i in range(out.found.states)] == [out.state(i) for i in range(out.found.states)]
            assert list(other.values(TOP)) == list(out.values(TOP))
            assert steps_of(other) == steps_of(out)
            assert other.reaching() == out.reaching()
            tops = {x for x in out.values(TOP) if x > 0} or {0}
            assert other.staying(TOP, tops) == out.staying(TOP, tops)
            good = set(random.sample(range(len(question.table.offers)), len(question.table.offers) // 2))
            assert other.again(TOP, tops, good) == out.again(TOP, tops, good) == plainly_again(out, tops, good)
        marks = bytearray(random.choices((0, 1), k=other.found.states))
        every = bytearray([1]) * other.found.states
        for some in (marks, every):
            if question.horizon == "round":
                again = stepped(question, other, some, (i for i, mark in enumerate(some) if mark))
                assert ways_by_state(other, ways_of(question, other, some)) == ways_by_state(other, again)
            if other.complete:
                staying = {
                    (x.origin, numbered(x.move)): set(x.targets)
                    for x in ways_of(question, other, some)
                    if all(y < LEFT for y in x.targets)
                }
                assert moves_inside(other, some) == staying
    return out


def plainly_again(graph: Graph, tops: set[int], good: set[int]) -> bytearray:
    """As `Graph.again` says: states are taken out until the rest is such a set."""
    left = {i for i, top in enumerate(graph.values(TOP)) if top in tops}
    while True:
        steps = [(a, b, m) for a, b, m in graph.steps() if a in left and b in left]
        found = {a for a, _, m in steps if m >= 0 and move_of(m).offer in good}
        while more := {a for a, b, _ in steps if b in found} - found:
            found |= more
        if found == left:
            return bytearray(i in left for i in range(graph.found.states))
        left = found


def every_way(run: Callable[[Chance], State]) -> Iterator[State | None]:
    """What something can come to, for every way of chance; None: it never comes to rest."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        choices = waiting.pop()
        chance = Choices(choices)
        try:
            after: State | None = run(chance)
        except EndlessCascade:
            after = None
        for at in range(len(choices), len(chance.wide)):
            so_far = (*choices, *(0 for _ in range(at - len(choices))))
            waiting.extend((*so_far, n) for n in range(1, chance.wide[at]))
        yield after


@dataclass
class Plain:
    """A graph by the executor that says what rules mean; `steps` as `steps_of`."""

    states: set[State] = field(default_factory=set)
    steps: list[tuple[State, State | int]] = field(default_factory=list)
    fired: dict[str, int] = field(default_factory=dict)


def plainly(question: Question, most: int) -> Plain | None:
    """Every state and step within the round, one after the other; None where there are more than so many states."""
    reference, out = Reference(question.table), Plain()
    todo: list[State] = []

    def meet(state: State) -> None:
        if state not in out.states:
            out.states.add(state)
            todo.append(state)

    def counted(trace: Trace) -> None:
        for rule in trace.fired:
            out.fired[rule] = out.fired.get(rule, 0) + 1

    for root in question.roots():
        meet(root)
    if question.deals:
        blank = (0, *reference.blank(1)[1:])
        for state in every_way(lambda chance: reference.happen(blank, 0, chance)):
            if state is not None:
                meet(state)
    while todo:
        if len(out.states) > most:
            return None
        at = todo.pop()
        if not at[MATCH] or not at[ROUND]:
            out.steps.append((at, OVER))
        if not at[MATCH]:
            continue
        moves = reference.legal(at, question.mistakes)
        counting = [m for m in moves if question.table.offers[m.offer].mode not in t.LEFT_ALONE]
        if not counting:
            out.steps.append((at, STUCK))
        for move in moves:
            traces: list[Trace] = []

            def run(chance: Chance, at: State = at, move: object = move, traces: list[Trace] = traces) -> State:
                traces.append(Trace())
                return reference.apply(at, move, chance, traces[-1])  # type: ignore[arg-type]

            for number, after in enumerate(every_way(run)):
                trace = traces[number]
                if after is None:
                    out.steps.append((at, ENDLESS))
                    continue
                counted(trace)
                if trace.rounds:
                    out.steps.append((at, OVER))
                    if question.horizon == "round":
                        continue
                out.steps.append((at, after))
                meet(after)
    return out


def small_tables(seeds: range) -> Iterator[tuple[int, t.Table, Maker]]:
    """Random tables with few cards; of some kinds there is none."""
    for seed in seeds:
        maker = Maker(Random(seed))
        model = maker.table()
        r = Random(seed)
        kinds = tuple(replace(x, copies=min(x.copies, r.choice((0, 1, 1)))) for x in model.deck.kinds)
        if any(x.copies for x in kinds):
            yield seed, replace(model, deck=replace(model.deck, kinds=kinds, elsewhere=())), maker


def test_random_tables_are_enumerated() -> None:
    """Every state and step of random tables with next to no cards, from the deal and from a state in the middle."""
    compared = 0
    ends = set()
    for seed, model, _ in small_tables(range(1, examples(15, 200))):
        question = Question(model, Generated(model).blank(1), deals=True, steps=400_000)
        plain = plainly(question, 400)
        if plain is None:
            continue
        found = both(question)
        assert found.complete, seed
        assert {found.state(i) for i in range(found.found.states)} == plain.states, seed
        assert steps_of(found) == sorted(plain.steps, key=str), seed
        ends |= {x for _, x in plain.steps if isinstance(x, int)}
        good = can_reach(plain)
        trapped = found.trapped()
        assert (trapped is None) == (good == plain.states), seed
        if trapped is not None:
            assert found.state(trapped) not in good
        compared += 1
    assert compared >= examples(4, 40)
    assert ends >= {OVER, STUCK}


def can_reach(plain: Plain) -> set[State]:
    """The states from which a dead end, or the end of the round, can be reached."""
    out = {a for a, b in plain.steps if isinstance(b, int)}
    while True:
        more = {a for a, b in plain.steps if b in out} - out
        if not more:
            return out
        out |= more


def cut_stacking(seats: int = 2) -> t.Table:
    return table_of((STACKING,), ("small",), {}, seats)[1]


@pytest.mark.slow
def test_every_deal_is_a_root() -> None:
    model = cut_stacking()
    one = both(Question(model, Generated(model).start(1), steps=10**6))
    every = both(Question(model, Generated(model).blank(1), deals=True, steps=10**6))
    assert one.roots == 1
    assert every.roots > 1
    assert every.found.states > one.found.states
    given = tuple(every.state(i) for i in range(1, every.roots))
    again = both(Question(model, every.state(0), more=given, steps=10**6))
    assert again.found.states == every.found.states
    folded = both(Question(model, Generated(model).blank(1), symmetry=symmetry(model), deals=True, steps=10**6))
    assert folded.complete
    assert folded.found.states < every.found.states
    assert (folded.trapped() is None) == (every.trapped() is None)


def test_a_kind_without_cards_changes_nothing() -> None:
    """States of a deck without a kind are those of the deck that never heard of it, but for the numbers of kinds."""
    model = table_of((RULESETS / "official.uno",), (), {"hand-size": "1"}, 2)[1]
    few = {"red 1": 1, "red 2": 1, "blue 1": 1, "blue skip": 1, "wild": 1}
    kinds = tuple(replace(x, copies=few.get(x.name, 0)) for x in model.deck.kinds)
    model = replace(model, deck=replace(model.deck, kinds=kinds))
    starts = {x for x in every_way(lambda chance: Reference(model).happen(Reference(model).blank(1), 0, chance)) if x}
    assert all(Layout(model).conserved(x) for x in starts)
    found = both(Question(model, Generated(model).blank(1), deals=True, steps=10**6))
    assert found.roots == len({(0, *x[1:]) for x in starts})


@pytest.mark.slow
def test_a_match_goes_on() -> None:
    """What follows the end of a round is searched where the match is the horizon."""
    model = cut_stacking()
    rounds = both(Question(model, Generated(model).blank(1), deals=True, steps=10**6))
    whole = both(Question(model, Generated(model).blank(1), deals=True, steps=10**6, horizon="match"))
    assert whole.complete
    assert whole.found.states >= rounds.found.states
    plain = plainly(Question(model, Generated(model).blank(1), deals=True, horizon="match"), 20_000)
    assert plain is not None
    assert plain.states == {whole.state(i) for i in range(whole.found.states)}
    for seed, random_model, _ in small_tables(range(1, 10)):
        question = Question(random_model, Generated(random_model).blank(1), deals=True, steps=10**6, horizon="match")
        plain = plainly(question, 300)
        if plain is not None:
            found = both(question)
            assert {found.state(i) for i in range(found.found.states)} == plain.states, seed
            assert steps_of(found) == sorted(plain.steps, key=str), seed


def test_a_loop_of_the_next_deal_ends_soon(tmp_path: Path) -> None:
    """A deal that turns cards until one fits is not searched past the end of a round: what it turns there is any card, not
    the same one until its loop gives up."""
    text = STACKING.read_text(encoding="utf-8")
    deal = "      top card becomes moved card\n"
    assert deal in text
    loop = """      repeat at most 1000 times while top of discard pile is draw-two
        move all from discard pile to draw pile
        shuffle draw pile
        move top from draw pile to discard pile
        for each player in players
          player looks
      top card becomes top of discard pile
"""
    rules = """
  act look

  rule look
    when player looks
    then top card becomes top of discard pile

  rule next-round
    when the round ends
    then begin a round
"""
    file = tmp_path / "stacking.uno"
    text = text.replace(deal, loop, 1).replace("\n  rule play\n", f"{rules}\n  rule play\n", 1)
    text = text.replace("then end the match won", "then end the round won")
    file.write_text(text, encoding="utf-8")
    model = table_of((file,), ("small",), {}, 2)[1]
    found = both(Question(model, Generated(model).blank(1), deals=True, deal_picks=5, steps=10**6))
    assert found.found.rounds > 100
    times = dict(zip(model.rule_names(), found.fired, strict=True))["stacking.look"]
    assert 0 < times < 10 * found.found.transitions


def test_numbers_above_a_bound_are_one() -> None:
    model = k.build(k.offer("rest", k.REST, UP), seats=2)
    slot = Layout(model).variable[k.NUMBER]
    plain = both(Question(model, Generated(model).blank(1), steps=1000))
    assert plain.found.states == 8  # from 3 to 10
    assert not plain.merged
    alike = both(Question(model, Generated(model).blank(1), steps=1000, alike=((slot, 5),)))
    assert [alike.state(i)[slot] for i in range(alike.found.states)] == [3, 4, 5, 6]
    assert alike.merged


def test_where_players_can_stay() -> None:
    """In a round of one state that is never left, and not on the way that leads there."""
    model = k.build(k.offer("rest", k.REST, UP), seats=2)
    start = list(Generated(model).blank(1))
    start[ROUND] = 1
    found = both(Question(model, tuple(start), steps=1000))
    slot = Layout(model).variable[k.NUMBER]
    values = set(found.values(slot))
    # at 10 it stays 10 for ever
    assert found.staying(slot, values) == bytearray([1] * 8)
    assert found.staying(slot, values - {10}) == bytearray(8)
    assert found.trapped() == 0


@pytest.mark.slow
def test_what_does_not_fit_is_not_complete() -> None:
    model = cut_stacking()
    question = Question(model, Generated(model).blank(1), deals=True, steps=10**6)
    whole = both(question)
    assert whole.complete
    assert not both(question, whole.found.states - 1).complete
    assert not both(replace(question, steps=len(list(whole.steps())) - 1)).complete
    assert both(replace(question, steps=len(list(whole.steps())))).complete


def ways_by_state(graph: Graph, ways: list[Way]) -> set[tuple[State, Move, frozenset[State | int]]]:
    """Each move with what can come of it, by states."""
    return {
        (
            graph.state(x.origin),
            x.move,
            frozenset(y if y in DEAD_ENDS or y == LEFT else graph.state(y) for y in x.targets),
        )
        for x in ways
    }


def test_moves_with_few_outcomes_have_all_of_them() -> None:
    """Without the moves that have too many, which are given up early; what they leave behind changes nothing."""
    model, random = cut_stacking(), Random(1)
    executor = Generated(model)
    stepper = Stepper(Question(model, executor.blank(1)))
    state = executor.start(1)
    whole = given_up = 0
    for seed in range(2, 80):
        moves = list(stepper.legal(state)) if state[MATCH] else []
        stepper.most = MOST_OUTCOMES
        outcomes = groupby(stepper.outcomes(state, moves), key=itemgetter(0))
        every = {move: [(result, after) for _, result, after in row] for move, row in outcomes}
        for stepper.most in (2, 3, 6):
            found = dict(stepper.outcomes_if_few(state, moves))
            assert found == {move: row for move, row in every.items() if len(row) < stepper.most}
            whole, given_up = whole + len(found), given_up + len(every) - len(found)
        after = [x for row in every.values() for result, x in row if result is MoveResult.REST]
        state = random.choice(after) if after else executor.start(seed)
    assert min(whole, given_up) > 30


def test_steps_by_moves() -> None:
    """A guided search keeps moves with all that can come of them; a second pass over any graph finds the same."""
    model = cut_stacking()
    question = Question(model, Generated(model).start(1), steps=10**6)
    every = both(question)
    tops = frozenset(range(-1, len(model.situations)))
    guided = graph_of(replace(question, within=tops), Budget(20_000))
    assert guided.complete
    marks = bytearray([1]) * every.found.states
    found = ways_by_state(every, ways_of(question, every, marks))
    assert found == ways_by_state(guided, guided.ways)
    states = {every.state(i) for i in range(every.found.states)}
    steps = {(a, y) for a, _, row in found for y in row}
    assert steps == {(a, b) for a, b in steps_of(every) if b != STUCK and (b != OVER or a[MATCH])}
    # only states of some situation, from all of them
    due = max(range(len(model.situations)), key=lambda x: sum(s[TOP] == x for s in states))
    mine = sorted(s for s in states if s[TOP] == due)
    inside = graph_of(replace(question, start=mine[0], more=tuple(mine[1:]), within=frozenset({due})), Budget(20_000))
    assert {inside.state(i) for i in range(inside.found.states)} == set(mine)
    expected = {
        (a, move, frozenset(y if isinstance(y, int) or y[TOP] == due else LEFT for y in row))
        for a, move, row in found
        if a[TOP] == due
    }
    assert ways_by_state(inside, inside.ways) == expected
    # without moves in which chance has many ways, and in another order
    few = graph_of(
        replace(question, start=mine[0], more=tuple(mine[1:]), within=frozenset({due}), ways=1, first=sum),
        Budget(20_000),
    )
    assert not few.complete
    assert {len(x.targets) for x in few.ways} == {1}
    assert ways_by_state(few, few.ways) < expected
    # until something leads out
    out = graph_of(replace(question, until=frozenset({OVER})), Budget(20_000))
    assert out.found.stopped == "goal"
    assert OVER in {target for _, target, _ in out.steps()}
    assert out.found.states < every.found.states
