"""Searching all states: Python and compiled code meet the same ones, folded or not, and can say how they came there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from checker.search.graph import Choices
from tests import engine_tables as k
from tests.effort import few_and_slow
from tests.engine_random import Maker
from tests.tables import table
from tests.test_commands import as_json, call
from unodsl.commands.common import table_of
from unodsl.engine import explore_compiled
from unodsl.engine.api import State
from unodsl.engine.compiled import available
from unodsl.engine.explore import explored, in_python, retraced, search
from unodsl.engine.explore_compiled import compiled
from unodsl.engine.explore_question import Budget, Explored, Question, Report, most_missed
from unodsl.engine.generated import Generated, Replayed
from unodsl.engine.layout import MATCH, Layout
from unodsl.engine.packing import Packing
from unodsl.engine.reference import Reference
from unodsl.model import expressions as e
from unodsl.model.symmetry import symmetry
from unodsl.model.table import Table
from unodsl.model.types import Number, YesNo

STACKING = Path(__file__).parent.parent / "benchmarks" / "stacking.uno"


def both(question: Question, most: int) -> Explored:
    """What a search comes to, the same on every executor."""
    out = in_python(question, Budget(most))
    if available():
        other = compiled(question, Budget(most))
        assert 8 <= other.bytes_kept <= 12
        assert replace(other, bytes_kept=out.bytes_kept, row_bytes=out.row_bytes) == out
    return out


def stacking(seats: int, *options: str) -> Table:
    return table_of((STACKING,), options, {}, seats)[1]


def dealt(model: Table, seed: int = 1) -> Question:
    return Question(model, Generated(model).start(seed))


def by_reference(question: Question) -> set[State]:
    """All states, by the executor that says what rules mean."""
    reference = Reference(question.table)
    first = (0, *question.start[1:])
    seen, todo = {first}, [first]
    while todo:
        state = todo.pop()
        for move in reference.legal(state, question.mistakes) if state[MATCH] else []:
            waiting: list[tuple[int, ...]] = [()]
            while waiting:
                choices = waiting.pop()
                chance = Choices(choices)
                after = reference.apply(state, move, chance)
                for at in range(len(choices), len(chance.wide)):
                    so_far = (*choices, *(0 for _ in range(at - len(choices))))
                    waiting.extend((*so_far, n) for n in range(1, chance.wide[at]))
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
    return seen


def test_all_states_of_a_small_table() -> None:
    """Two of eight cards are drawn, one after the other; whoever has one may put it back."""
    model = k.build(k.offer("draw", k.DRAW, choices=(1, 1)), seats=2)
    found = both(Question(model, Generated(model).blank(1)), 50_000)
    assert found.complete
    assert found.frontier == 0
    # each seat draws cards until the stock is empty: every way to part 2, 1, 2, 1, 2 cards of five kinds among three places
    assert found.states == 6 * 3 * 6 * 3 * 6
    assert found.depth == 8


def test_the_reference_meets_the_same_states() -> None:
    question = dealt(stacking(2, "small"))
    found = both(question, 100_000)
    assert found.complete
    assert found.states == len(by_reference(question))


@pytest.mark.parametrize(
    ("seats", "options"), few_and_slow([(n, x) for n in (2, 3, 4) for x in (("small",), ("small", "another"))], 1)
)
def test_folded_states_stand_for_all(seats: int, options: tuple[str, ...]) -> None:
    """There are as many as there are different ones when all states are folded."""
    model = stacking(seats, *options)
    question = dealt(model)
    folded = replace(question, symmetry=symmetry(model))
    folding = folded.folding(Layout(model))
    assert folding is not None
    assert folding.seats == seats
    all_states = by_reference(question) if len(options) == 1 and seats < 4 else None
    found = both(folded, 100_000)
    assert found.complete
    whole = both(question, 100_000)
    assert whole.complete
    assert found.states <= whole.states <= found.states * folding.whole
    if all_states is not None:
        packing = Packing(folding.layout, (0, *question.start[1:]), folding.also)
        assert found.states == len({folding.folded(x, packing) for x in all_states})


def test_states_of_one_seat_are_folded() -> None:
    """There is no neighbor to turn the table to."""
    model = k.build(k.offer("draw", k.DRAW, choices=(1, 1)), seats=1)
    dark, light = (x for x in model.deck.kinds if x.values[1] == 0)
    model = replace(model, deck=replace(model.deck, kinds=(dark, light)))
    question = Question(model, Generated(model).blank(1))
    folded = replace(question, symmetry=symmetry(model))
    found, whole = both(folded, 50_000), both(question, 50_000)
    assert found.complete
    assert found.states < whole.states


@pytest.mark.skipif(not available(), reason="needs the extra `fast`")
def test_as_many_states_as_spin_counts() -> None:
    """`benchmarks/stacking.pml` is the same table. So many states make the table of fingerprints grow on the way."""
    found = compiled(dealt(stacking(4)), Budget(2_000_000))
    assert found.complete
    assert (found.states, found.transitions) == (889_375, 1_525_571)
    none_too_many = compiled(dealt(stacking(4)), Budget(889_375))
    assert none_too_many.complete
    assert none_too_many.states == 889_375


def test_a_search_that_is_cut_short() -> None:
    model = k.build(k.offer("draw", k.DRAW), seats=2)
    found = both(Question(model, Generated(model).blank(1)), 100)
    assert found.states == 100
    assert found.frontier
    assert found.stopped == "states"


def test_official_rules() -> None:
    model = table("official", (), 2)
    question = replace(dealt(model), mistakes=True)
    found = both(question, 1500)
    assert found.states == 1500
    assert not found.complete
    # and with all that its rules cannot tell apart made one
    assert both(replace(question, symmetry=symmetry(model)), 1500).states == 1500


@pytest.mark.parametrize("seed", range(15))
def test_random_rules(seed: int) -> None:
    maker = Maker(Random(seed))
    model = maker.table()
    question = Question(model, maker.state(Layout(model)))
    both(question, 150)
    both(replace(question, symmetry=symmetry(model)), 150)


@pytest.mark.parametrize("seed", range(25))
def test_packed_states_come_back(seed: int) -> None:
    maker = Maker(Random(seed))
    model = maker.table()
    layout = Layout(model)
    start = (0, *maker.state(layout)[1:])
    packing = Packing(layout, start, frozenset(range(1, layout.size)))
    assert packing.unpack(packing.pack(start)) == start
    for x in packing.fields:
        for y in packing.fields:
            apart = x.at != y.at or x.shift + x.bits <= y.shift or y.shift + y.bits <= x.shift
            assert x is y or apart


# -------------------------------------------------------------------------------------------------------------- memory


@pytest.mark.skipif(not available(), reason="needs the extra `fast`")
def test_memory_stops_compiled_search() -> None:
    question = dealt(table("official", (), 2))
    most = 2 << 20
    found = compiled(question, Budget(10_000_000, most))
    assert found.stopped == "memory"
    assert found.frontier
    # what is known is kept, and what was promised is used
    assert most / 3 < found.states * found.bytes_kept + found.frontier * found.row_bytes <= most
    assert compiled(question, Budget(10_000_000, 2 * most)).states > found.states


def test_memory_stops_search_in_python() -> None:
    question = dealt(table("official", (), 2))
    found = in_python(question, Budget(10_000_000, 1 << 20))
    assert found.stopped == "memory"
    assert found.states * (found.bytes_kept + found.row_bytes) <= 1 << 20
    assert found.states * (found.bytes_kept + found.row_bytes) > 1 << 19


# ---------------------------------------------------------------------------------------------------------------- ways


def nobody_has_cards(model: Table, seat: int) -> e.Expr:
    """The condition that a seat's hand is empty."""
    zone = next(i for i, z in enumerate(model.zones) if z.each_player)
    many = Number(0, model.deck.size)
    some = e.CountCards(e.Place(zone, k.seat(seat)), e.Local(9, "it", k.CARD), None, many)
    return e.Compare("==", some, e.Constant(0, many), YesNo())


def test_a_shortest_way_to_a_condition() -> None:
    model = stacking(3)
    question = replace(dealt(model), condition=nobody_has_cards(model, 2))
    plain = both(question, 200_000)
    assert plain.stopped == "goal"
    assert plain.goal_way is not None
    # where seats are named they are not folded, and colors are: the way is as long
    proved = symmetry(model, question.condition)
    assert not proved.seats
    assert proved.values
    folded = both(replace(question, symmetry=proved), 200_000)
    assert folded.goal_way is not None
    assert len(folded.goal_way) == len(plain.goal_way)
    assert folded.states < plain.states
    layout = Layout(model)
    for run in (retraced(question, plain.goal_way), retraced(replace(question, symmetry=proved), folded.goal_way)):
        at: State = (0, *question.start[1:])
        for step in run:
            chance = Replayed(list(step.picks))
            at = Reference(model).apply(at, step.move, chance)
            assert at == step.after
            assert not chance.picks
        zone = next(i for i, z in enumerate(model.zones) if z.each_player)
        assert layout.held(at, zone, 2) == 0
    assert search(question, Budget(200_000)) is not None


def test_a_condition_that_never_holds() -> None:
    model = stacking(2, "small")
    never = e.Constant(0, YesNo())
    found = both(replace(dealt(model), condition=never), 200_000)
    assert found.complete
    assert found.goal_way is None
    assert search(replace(dealt(model), condition=never), Budget(200_000)) is None


def test_ways_to_what_is_wrong() -> None:
    some = e.CountCards(k.place(k.STOCK), e.Local(9, "it", k.CARD), None, Number(0, 8))
    more = e.Compare("<", e.Constant(0, Number(0, 8)), some, YesNo())
    model = k.build(k.offer("draw", k.DRAW, choices=(1, 1), guard=more), seats=2)
    question = Question(model, Generated(model).blank(1))
    found = both(question, 50_000)
    assert found.stuck
    assert found.stuck_way is not None
    assert len(found.stuck_way) == 8
    last = retraced(question, found.stuck_way)[-1].after
    assert last is not None
    assert not Reference(model).legal(last)


@pytest.mark.skipif(not available(), reason="needs the extra `fast`")
@pytest.mark.parametrize("links", [1, 3, 100])
def test_ways_are_found_by_searching_again(links: int) -> None:
    """However few links there is room for, the way is the one that Python keeps."""
    model = stacking(3, "small")
    question = replace(
        dealt(model), condition=e.Compare("==", e.Constant(0, Number(0, 1)), e.Constant(1, Number(0, 1)), YesNo())
    )
    states = in_python(question, Budget(400)).states
    search = explore_compiled.Search(question, Budget(states))
    search.to_the_end(question.mistakes, Budget(states))
    numbers = [0, 1, 7, states // 2, states - 1]
    ways = explore_compiled.noted_ways(question, Budget(states), numbers, links)
    assert ways == explore_compiled.noted_ways(question, Budget(states), numbers, states)
    ends = [retraced(question, way)[-1].after if way else question.start for way in ways]
    assert len({x and x[1:] for x in ends}) == len(numbers)


def test_the_bound_on_what_is_missed() -> None:
    """It is that of the birthday problem, from above."""
    few = 1 << 20
    assert most_missed(few) == few * few / 2**65
    assert sum(i / 2**64 for i in range(few)) <= most_missed(few)


def test_executors_are_chosen() -> None:
    question = dealt(stacking(2, "small"))
    assert explored(question, Budget(50), "python").bytes_kept > 24
    assert (explored(question, Budget(50)).bytes_kept <= 24) == available()


# ------------------------------------------------------------------------------------------------------------- command


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(tmp_path))
    arguments = ("explore", "official", "--most-states", "400", "--seed", "3")
    timed = (
        "seconds",
        "states_per_second",
        "executor",
        "bytes_per_state",
        "bytes_per_waiting_state",
        "missed_probability",
    )
    slow, fast = (as_json(*arguments, "--executor", x) for x in ("python", "auto"))
    assert slow["states"] == 400
    assert {k: v for k, v in slow.items() if k not in timed} == {k: v for k, v in fast.items() if k not in timed}
    assert slow["executor"] == "python"
    assert fast["executor"] == ("compiled" if available() else "python")
    assert "states were not visited" in call(*arguments).stdout
    call("explore", "official", "--most-states", "0", code=2)


def test_what_is_found_is_printed_as_a_scenario(tmp_path: Path) -> None:
    cases = Path(__file__).parent / "cases" / "checks"
    found = as_json(
        "explore", str(cases / "stuck-fires.uno"), "--with", "toll", "--most-states", "20000", "--no-fold", code=1
    )
    assert found["stuck"]
    folded = as_json("explore", str(cases / "stuck-fires.uno"), "--with", "toll", "--most-states", "20000", code=1)
    assert folded["folded"] == 2
    for text in (found["witnesses"]["stuck"], folded["witnesses"]["stuck"]):
        for name in ("base.uno", "stuck-fires.uno"):
            (tmp_path / name).write_text((cases / name).read_text(encoding="utf-8"), encoding="utf-8")
        (tmp_path / "witness.uno").write_text(text + "\n", encoding="utf-8")
        assert as_json("test", str(tmp_path / "witness.uno"))["passed"] == 1
    endless = as_json("explore", str(cases / "endless-fires.uno"), "--with", "chain", "--seats", "3", code=1)
    assert endless["endless_cascades"]
    assert "draws 1" in endless["witnesses"]["endless"].splitlines()[-1]


def test_until(tmp_path: Path) -> None:
    file = str(STACKING)
    asked = ("explore", file, "--with", "small", "--seats", "3", "--until")
    for fold in ("--fold", "--no-fold"):
        for executor in ("auto", "python"):
            found = as_json(*asked, "hand of cyd is empty", fold, "--executor", executor)
            assert found["found"] is True
            assert found["stopped"] == "goal"
            (tmp_path / "stacking.uno").write_text(STACKING.read_text(encoding="utf-8"), encoding="utf-8")
            (tmp_path / "witness.uno").write_text(found["witnesses"]["until"] + "\n", encoding="utf-8")
            assert as_json("test", str(tmp_path / "witness.uno"))["passed"] == 1
    never = as_json(*asked, "draw-due is open and count of draw-due is 6")
    assert never["found"] is False
    assert never["complete"] is True
    assert never["witnesses"] == {}
    assert "never" in call(*asked, "draw-due is open and count of draw-due is 6").stdout
    assert "did you mean" in call(*asked, "hnd of cyd is empty", code=2).stderr
    assert "no condition of a table" in call(*asked, "ann can draw 1", code=2).stderr
    assert "UNO" in call(*asked, "turn of ann\n  ann draws 1", code=2).stderr


def test_bounds_of_the_command() -> None:
    small = as_json("explore", "official", "--memory", "2M")
    assert small["stopped"] == "memory"
    assert small["states"] > 1000
    assert small["frontier"]
    assert as_json("explore", "official", "--budget", "0.1", "--most-states", "100000000")["stopped"] in (
        "time",
        "memory",
    )
    for size in ("1", "-5M", "x", "1K", "", "M"):
        assert "should be a size" in call("explore", "official", "--memory", size, code=2).stderr


def test_somebody_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known at the last report is printed."""

    def interrupted(question: Question, budget: Budget, report: Report) -> Explored:
        report(Explored(states=20_000, frontier=7, depth=3))
        raise KeyboardInterrupt

    monkeypatch.setattr("unodsl.commands.explore_table.in_python", interrupted)
    found = as_json("explore", "official", "--executor", "python", code=130)
    assert (found["states"], found["frontier"], found["stopped"]) == (20_000, 7, "interrupted")


@pytest.mark.skipif(not available(), reason="needs the extra `fast`")
def test_what_cannot_be_kept_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(tmp_path / "file"))
    found = call("explore", str(STACKING), "--with", "small")
    assert "note: compiled rules are not kept for next time" in found.stderr
    assert "all there is" in found.stdout
