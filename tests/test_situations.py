"""Draw cards that pile up come to an end with the deck of the box, which is proved and checked apart; with a small deck they need not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from shutil import copy

import networkx as nx
import pytest

from checker.check_table import check_seats
from checker.checks import uno302_endless_stack as endless_stack
from checker.checks.uno302_endless_stack import answers_graph, find_cycle
from checker.context import Context
from checker.invariants.decided import kernel, taking_part
from checker.kernel.ranking import Counted
from checker.reachability.dead import by_proof, reach
from checker.report.smtlib import write
from checker.results import SearchScope
from checker.search import lopsided
from checker.smt.counter_system import (
    Bound,
    Either,
    Ended,
    Lowered,
    Move,
    Part,
    Proof,
    Refuted,
    Step,
    StepThing,
    System,
    Value,
    accepts,
)
from checker.termination import situations
from checker.termination.cascades import cascade_ranking
from checker.termination.lexicographic import Search
from checker.termination.situations import Termination, Undecided, termination_of
from tests.effort import marked
from tests.tables import PAGES, shipped
from unodsl.data import rulesets_dir
from unodsl.resolve import Project, TableSpec, load_project, resolve_table

SMALL = """use "official.uno"

game small "A small deck" extends official
  deck
    remove yellow
    remove green
    remove blue
    remove 0 to 4, 6 to 9, skip, reverse, wild, wild-draw-four
    6 of each color: draw-two
{more}"""

MERCY = """use "base.uno"
options for base
option mercy "A large hand is out"
  rule mercy
    when the table settles
    if there is players where (number of cards in their hand is at least {limit} + 2)
    then end the round won by players where (number of cards in their hand is less than {limit} + 2)
"""

CASES = Path(__file__).parent / "cases" / "checks"


def context_of(project: Project, spec: TableSpec) -> Context:
    """A table under examination, where what never happens is known."""
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600)
    return reach(context).strong or context


def test_a_rule_that_the_kernel_refused_is_tried_again() -> None:
    """Two players are never three: nothing begins the situation of these offers, which is known only after the rules that hear of it."""
    project = load_project([rulesets_dir() / "psycho.uno"])
    spec = TableSpec(seats=2, options=("psycho.color-crazy",))
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600)
    names = frozenset({"psycho.crazy", "psycho.enough", "psycho.calm-again"})
    found = by_proof(context, names)
    assert found.dead.keys() == names
    assert not found.uncertified


def stacks(context: Context) -> list[tuple[frozenset[int], Termination | Undecided]]:
    """The groups of situations that are owed, with why moves inside of them come to an end."""
    graph = answers_graph(context, sorted(context.facts.begun - context.ground))
    out = []
    for group in nx.strongly_connected_components(graph):
        edges = graph.subgraph(group).edges(keys=True, data="outcome")
        moves = [((top, index), outcome) for top, _, index, outcome in edges]
        out.append((frozenset(group), termination_of(context, frozenset(group), moves)))
    return out


@lru_cache(maxsize=1)
def piled_up() -> tuple[System, Proof]:
    """The system and the proof of draw cards that pile up between two."""
    context = context_of(shipped(*PAGES), TableSpec(("official",), ("official.progressive",), seats=2))
    ((group, found),) = stacks(context)
    the_kernel = kernel(context)
    assert the_kernel is not None
    assert isinstance(found.sums, Counted)
    ((system, proof),) = zip(the_kernel.systems(group, taking_part(context)).all, found.sums.proofs, strict=True)
    assert system is not None
    return system, proof


@pytest.mark.parametrize(
    ("option", "most", "seats"),
    [
        marked(("drapegnik.stack", 20, 3)),
        marked(("official.progressive", 16, 3)),
        marked(("drapegnik.stack", 20, 10), long=True),
        marked(("official.progressive", 16, 10), long=True),
    ],
)
def test_draw_cards_that_pile_up_come_to_an_end(option: str, most: int, seats: int) -> None:
    """Eight draw twos, or four wild draw fours; where draw twos go on a wild draw four, that one and eight draw twos."""
    game = option.partition(".")[0]
    context = context_of(shipped(*PAGES), TableSpec((game,), (option,), seats=seats))
    ((_, found),) = stacks(context)
    assert found.words.endswith(
        f"; by an analysis, without a certificate: count of draw-due is at most {most}, "
        "and at most 16 more each time that the discard pile goes to the draw pile, all but 1"
    )


@pytest.mark.slow
def test_with_a_small_deck_they_need_not(tmp_path: Path) -> None:
    """Cards that cannot answer bring it to an end, if there are enough of them."""
    proved = {}
    for more in (0, 8):
        file = tmp_path / f"small{more}.uno"
        file.write_text(SMALL.format(more=f"    {more} of each color: 5\n" if more else ""), encoding="utf-8")
        spec = TableSpec(("small",), ("official.progressive",), {"hand-size": 1}, seats=2)
        context = context_of(load_project([file]), spec)
        ((group, found),) = stacks(context)
        proved[more] = found.sums is not None, find_cycle(context, group) is not None
    assert proved == {0: (False, True), 8: (True, False)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "seats", "moves"),
    [
        ("drapegnik.speed", 3, {"drapegnik.speed-on-a-stack", "official.catch"}),
        ("psycho.color-crazy", 3, {"official.catch", "psycho.announce", "psycho.crazy"}),
        marked(("drapegnik.speed", 10, {"drapegnik.speed-on-a-stack", "official.catch"}), long=True),
    ],
)
def test_what_is_laid_down_comes_back_by_penalties(option: str, seats: int, moves: set[str]) -> None:
    """With nearly all cards in one hand, a penalty brings back the card that was laid down before."""
    spec = TableSpec((option.partition(".")[0],), (option,), seats=seats)
    part = check_seats(shipped(*PAGES), spec, time.monotonic() + 600, codes=frozenset({"UNO302"}))
    (found,) = part.findings
    assert found.evidence == "witnessed"
    assert set(found.rules) <= moves
    assert "official.catch" in found.rules


def test_nobody_holds_nearly_all_cards_where_a_full_hand_goes(tmp_path: Path) -> None:
    """A hand of many cards is no position of a game in which whoever has so many is out."""
    copy(CASES / "base.uno", tmp_path)
    stands = {}
    for limit in (2, 60):
        file = tmp_path / "mercy.uno"
        file.write_text(MERCY.format(limit=limit), encoding="utf-8")
        spec = TableSpec(("base",), ("mercy.mercy",), seats=3)
        stands[limit] = lopsided.can_hold_nearly_all(context_of(load_project([file]), spec))
    assert stands == {2: False, 60: True}


@pytest.mark.slow
def test_a_proof_is_checked_apart() -> None:
    system, proof = piled_up()
    assert accepts(system, proof)
    assert not accepts(system, Ended())
    assert not accepts(system, Refuted((StepThing(0),), Ended()))
    hand = next(q for q, _, high in system.ranges if q[:3] == ("cards", 2, 0) and high == 8)
    assert accepts(system, Lowered((), proof))
    assert not accepts(system, Lowered(((hand, -1),), proof))


def without_cases(proof: Proof) -> Proof:
    """A proof that claims of each case that it cannot be."""
    match proof:
        case Ended():
            return proof
        case Lowered():
            return Lowered(proof.weights, without_cases(proof.then))
        case Refuted():
            return Refuted(proof.things, without_cases(proof.then))
        case Either():
            return Either(proof.thing, proof.without, Ended())
        case Value():
            return Value(proof.quantity, tuple(without_cases(x) for x in proof.proofs))


def upside_down(proof: Proof) -> Proof:
    """A proof with every weight turned into its opposite."""
    match proof:
        case Ended():
            return proof
        case Lowered():
            return Lowered(tuple((q, -n) for q, n in proof.weights), upside_down(proof.then))
        case Refuted():
            return Refuted(proof.things, upside_down(proof.then))
        case Either():
            return Either(proof.thing, upside_down(proof.without), upside_down(proof.happening))
        case Value():
            return Value(proof.quantity, tuple(upside_down(x) for x in proof.proofs))


def test_a_lying_search_is_found_out() -> None:
    system, proof = piled_up()
    assert without_cases(proof) != proof
    assert not accepts(system, without_cases(proof))
    assert not accepts(system, upside_down(proof))


Claimed = Callable[[tuple[Proof, ...]], tuple[Proof, ...]]
"""What a prover hands in, made of honest proofs."""


@pytest.mark.parametrize(
    ("claimed", "accepted"),
    [
        (lambda x: x, True),
        (lambda x: x[1:], False),
        (lambda x: (*x, Ended()), False),
        (lambda x: tuple(Ended() for _ in x), False),
        (lambda x: tuple(map(without_cases, x)), False),
        (lambda x: tuple(map(upside_down, x)), False),
        (lambda x: tuple(Refuted((), y) for y in x), True),
        (lambda x: tuple(Lowered(((("cards", 99, 0, 0), 1),), y) for y in x), True),
    ],
)
def test_the_kernel_counts_itself(claimed: Claimed, accepted: bool) -> None:
    """It makes the systems of the moves, and accepts proofs of each."""
    context, group, honest = kernel_and_proofs()
    the_kernel = kernel(context)
    assert the_kernel is not None
    cascades = cascade_ranking(context)
    assert cascades is not None
    said = the_kernel.terminating_groups([(group, Counted(claimed(honest)))], taking_part(context), cascades)
    assert bool(said) == accepted


@lru_cache(maxsize=1)
def kernel_and_proofs() -> tuple[Context, frozenset[int], tuple[Proof, ...]]:
    """A table at which draw cards pile up, the situations, and the proofs of each of their systems."""
    context = context_of(shipped(*PAGES), TableSpec(("official",), ("official.progressive",), seats=2))
    ((group, found),) = stacks(context)
    assert isinstance(found.sums, Counted)
    return context, group, found.sums.proofs


@pytest.mark.slow
def test_a_prover_that_finds_an_end_to_every_stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a small deck moves go round for ever, whatever is said."""
    file = tmp_path / "small.uno"
    file.write_text(SMALL.format(more=""), encoding="utf-8")
    spec = TableSpec(("small",), ("official.progressive",), {"hand-size": 1}, seats=2)
    monkeypatch.setattr(situations, "reasons", lambda *_: "")
    _, _, (honest,) = kernel_and_proofs()
    for claimed in (Ended(), Refuted((), Ended()), honest):
        monkeypatch.setattr(Search, "proof", lambda self, live=None, claimed=claimed: claimed)
        answers = endless_stack.check(context_of(load_project([file]), spec))
        assert not answers.proofs
        assert answers.findings


def test_what_was_counted_is_written_for_another_solver(tmp_path: Path) -> None:
    context, group, honest = kernel_and_proofs()
    the_kernel = kernel(context)
    assert the_kernel is not None
    cascades = cascade_ranking(context)
    assert cascades is not None
    the_kernel.terminating_groups([(group, Counted(honest))], taking_part(context), cascades)
    write(tmp_path, [the_kernel])
    entries = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    names = [x["question"] for x in entries]
    assert names.count("counted moves") == 4
    assert names.count("moves end, counted") > 20


X, Y = ("x",), ("y",)


def system(*moves: tuple[tuple[Step, ...], int | None], most: int = 9) -> System:
    """A system of two quantities; each move takes its steps once (or so often at most)."""
    steps = tuple(s for row, _ in moves for s in row)
    made = [Move("", (), tuple(Part(steps.index(s), int(n == 1), n) for s in row)) for row, n in moves]
    return System(((X, 0, most), (Y, 0, most)), (), steps, tuple(made))


def test_lexicographic_components() -> None:
    """Each step down of the first quantity lets the second grow anew; without that bound nothing is proved."""
    down, pay = Step(((X, -1, -1), (Y, 0, 5))), Step(((Y, -1, -1),))
    both = system(((down,), 1), ((pay,), 1))
    found = Search(both).proof()
    assert found is not None
    assert accepts(both, found)
    free = system(((Step(((X, -1, 0), (Y, 0, 5))),), 1), ((pay,), 1))
    assert Search(free).proof() is None


def test_moves_that_answer_nothing_may_go_on() -> None:
    """Only accepting moves have to end; whatever feeds them counts."""
    up, down = Step(((X, 1, 1),)), Step(((X, -1, -1),))
    pay = Step(((Y, -1, -1),))
    idle = system(((up,), 1), ((down,), 1), ((pay,), 1))
    assert Search(idle).proof() is None
    others = replace(idle, moves=(*(replace(x, accepting=False) for x in idle.moves[:2]), idle.moves[2]))
    found = Search(others).proof()
    assert found is not None
    assert accepts(others, found)
    assert not accepts(others, Ended())
    assert not accepts(idle, found)
    fed = replace(others, steps=(replace(up, change=((X, 1, 1), (Y, 0, 1))), *others.steps[1:]))
    assert Search(fed).proof() is None
    assert not accepts(fed, found)


def test_a_sum_of_whole_moves() -> None:
    """One card goes and at most one of another kind comes, which counts half."""
    trade = system(((Step(((X, -2, -2), (Y, 0, 1))),), 1), ((Step(((Y, -1, -1), (X, 0, 1))),), 1))
    found = Search(trade).proof()
    assert found is not None
    assert accepts(trade, found)
    even = system(((Step(((X, -1, -1), (Y, 0, 1))),), 1), ((Step(((Y, -1, -1), (X, 0, 1))),), 1))
    assert Search(even).proof() is None


def test_what_happens_again_and_again_needs_its_moments() -> None:
    """Two steps that undo each other, of which one needs another value of a constant."""

    def at(value: int) -> tuple[Bound, ...]:
        return Bound(((Y, 1),), -value), Bound(((Y, -1),), value)

    up, down = Step(((X, 1, 1),), (at(1),)), Step(((X, -1, -1),), (at(2),))
    apart = system(((up,), 1), ((down,), 1))
    found = Search(apart).proof()
    assert found is not None
    assert accepts(apart, found)
    together = system(((up,), 1), ((Step(((X, -1, -1),), (at(1),)),), 1))
    assert Search(together).proof() is None
    # of what may happen nothing is refuted
    alone = system(((Step(((X, 1, 1),)),), 1))
    assert not accepts(alone, Refuted((StepThing(0),), Ended()))


def test_a_cycle_that_play_has_met_is_not_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of small decks says nothing of a cycle that no scenario states."""
    case = "stack-once-each"
    context = context_of(load_project([CASES / f"{case}.uno"]), TableSpec(("base",), (f"{case}.duty",), seats=2))
    met = endless_stack.still_open(context, frozenset({0}), set(), situations.LATE)
    searched = SearchScope("exhaustive", 1, 2, 1)
    monkeypatch.setattr(endless_stack, "accepted_terminations", lambda *_: {})
    monkeypatch.setattr(endless_stack, "by_counting", lambda *_: situations.LATE)
    monkeypatch.setattr(endless_stack, "met_in_play", lambda *_: met)
    monkeypatch.setattr(endless_stack, "with_one_full_hand", lambda *_: None)
    monkeypatch.setattr(endless_stack, "endless_play", lambda *_: None)
    monkeypatch.setattr(endless_stack, "on_small_decks", lambda *rest: replace(rest[-1], scope=searched))
    monkeypatch.setattr(endless_stack, "stuck_on_the_ground", lambda _: None)
    assert endless_stack.check(context).findings == (met,)
    monkeypatch.setattr(endless_stack, "met_in_play", lambda *_: None)
    assert [x.exhaustive for x in endless_stack.check(context).findings] == [True]


TWO_PILES = """game piles "Two piles"
  seats 2
  deck in draw pile
    face is 1, 2, two
    3 of 1
    3 of 2
    3 of two
  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up
  zone heap, face up
  situation turn on a player
    over: yes or no
  situation debt on a player
    count: 0 to 400
  act play a card from hand
    then move card the card from hand of player to discard pile
  act pile a card from hand
    then move card the card from hand of player to heap
  act draw a number
    then
      repeat the number times
        if draw pile is empty
          move all from discard pile to draw pile
        move top from draw pile to hand of player
  act pay
  rule play
    during turn
    its player may play a card
    then over becomes yes
  rule draw
    during turn
    its player may draw 1
    then over becomes yes
  rule owe
    when player plays two
    then begin debt on left of player with count 2
  rule answer
    during debt
    its player may pile two
    then {answer}
      pass debt to left of player
  rule pay
    during debt
    its player may pay
    then end debt
  rule next-turn
    when the table settles
    if over of turn is yes
    then pass turn to left of player of turn
      over of turn becomes no
  rule out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)
  rule match
    when the match begins
    then begin a round
  rule deal
    when the round begins
    then
      for each player
        move top 3 from draw pile to hand of player
      begin turn on first of players
  rule over
    when the round ends
    then end the match won by winners
  rule position
    when the position stands
    then begin turn on first of players
"""


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            "count += 2\n      player draws 1",
            "at most 6, and at most 6 more each time that the discard pile goes to the draw pile",
        ),
        ("count += 2", "at most 6"),
        ("count += 1\n      repeat 3 times\n        count += 1", ""),
    ],
)
def test_the_bound_of_what_is_due(answer: str, words: str, tmp_path: Path) -> None:
    """The first card may come back by a reshuffle of its pile, where the others do not lie; and a loop adds more than once."""
    file = tmp_path / "piles.uno"
    file.write_text(TWO_PILES.format(answer=answer), encoding="utf-8")
    context = context_of(load_project([file]), TableSpec(seats=2))
    alive = reach(context).strong or context
    group = frozenset(alive.facts.begun - alive.ground)
    edges = [(top, index) for top, _, index in answers_graph(alive, sorted(group)).edges(keys=True)]
    found = situations.by_counting(alive, group, edges)
    assert found.words.partition("count of debt is ")[2] == words


@pytest.mark.slow
@pytest.mark.parametrize("option", ["psycho.skipping", "psycho.stacking"])
def test_stacks_end_where_somebody_has_left(option: str) -> None:
    """With three seats two may play. Whoever is gone draws nothing, and has no cards that would leave room for a cycle."""
    spec = TableSpec(options=(option,), seats=3)
    part = check_seats(shipped("psycho"), spec, time.monotonic() + 600, codes=frozenset({"UNO302"}))
    assert part.findings == []
    assert not part.cut_short
