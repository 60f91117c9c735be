"""Small parts of the checker by themselves: what each of them says of the least table or term that tells it from a broken one."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import z3

from checker.compare.redeal import Played, replayed
from checker.compare.taken_away import body, taken_away
from checker.compare.translate_state import Bridge
from checker.kernel.accept import accept, nothing_known
from checker.kernel.certificates import Damaged, read, written
from checker.kernel.proved import KEY, Shown, certificates
from checker.reachability.dead import for_positions
from checker.smt import query
from checker.smt.claims import Apart, Claim, Happens, NeverHolds, Range
from checker.smt.counter_system import (
    Either,
    Ended,
    Lowered,
    Move,
    MoveThing,
    Part,
    Quantity,
    Refuted,
    Step,
    System,
    Weights,
    everything,
)
from checker.smt.factory import at_most, boolean, ite, less, mentions, same, summed
from checker.termination.lexicographic import Search
from checker.termination.matches import counted
from checker.termination.rounds import termination_argument
from checker.termination.situations import conflicts
from checker.termination.sums import sum_words
from checker.witness import draw_order
from checker.witness.draw_order import Way, differs_by_draw_only, exchanged
from checker.witness.lasso import standing_facts
from checker.witness.path import alike
from checker.witness.trace import performed
from tests import engine_tables as k
from tests.comparisons.equal_tables import context_of
from tests.test_check_cases import FOLDER
from unodsl.engine.api import Chance, Executor, State
from unodsl.engine.cards import Pool
from unodsl.engine.layout import Layout, layout_of
from unodsl.engine.reference import Reference
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.resolve import load_project

RESTED, NAMED, POSITION = t.ActEvent(k.REST, 0), t.ActEvent(k.NAME, 0), t.TableEvent("position")
RESTS = k.offer("rests", k.REST)
NUMBER = k.variable(k.NUMBER)


def step(index: int, by: int) -> f.Assign:
    """A number of the table is made more, or less."""
    target = k.variable(index)
    operator: e.Operator = "+" if by >= 0 else "-"
    return f.Assign(target, e.Arithmetic(operator, target, k.number(abs(by)), Number(-20, 20)))


# --------------------------------------------------------------------------------------------------------------- solvers


@pytest.mark.parametrize(("one", "other"), [*product((-1, 0, 1), repeat=2)])
def test_terms_of_known_numbers_are_known(one: int, other: int) -> None:
    assert z3.is_true(less(one, other)) == (one < other)
    assert z3.is_true(at_most(one, other)) == (one <= other)
    assert z3.is_true(same(one, other)) == (one == other)
    assert z3.simplify(summed([one, other])).as_long() == one + other
    assert [ite(boolean(x), one, other).as_long() for x in (True, False)] == [one, other]


def test_an_unknown_is_found_in_each_term_that_has_it() -> None:
    """What two terms share is looked at once."""
    unknown, other = z3.Ints("unknown other")
    both = unknown + other
    known = {unknown.get_id(): True}
    assert [mentions(x, known) for x in (both < 1, other < 1, both < 2)] == [True, False, True]


@pytest.mark.parametrize(("used", "stopped"), [(query.RLIMIT - 1, True), (query.RLIMIT, False)])
def test_a_query_that_is_too_hard_does_not_end_the_command(
    used: int, stopped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = cast(z3.Solver, SimpleNamespace(reason_unknown=lambda: "canceled"))
    monkeypatch.setattr("checker.smt.query.spent", lambda _: 5 + used)
    answer = None
    with suppress(KeyboardInterrupt):
        answer = query.checked_answer(solver, z3.unknown, 5)
    assert answer == (None if stopped else z3.unknown)


# ---------------------------------------------------------------------------------------------------------- certificates


def test_no_claim_is_about_positions_or_a_branch_before_the_first() -> None:
    """Scenarios lay out positions, which no rule brings about; and the branches of a rule are counted from the first."""
    never = f.If(k.same(NUMBER, k.number(4)), (step(k.KEPT, 1),), ())
    table = k.build(RESTS, k.trigger("stands", POSITION, step(k.KEPT, 1)), k.trigger("rule", RESTED, never))
    right: list[Claim] = [Range(k.NUMBER, 3, 3), NeverHolds("kit.rule", 0, False)]
    wrong: list[Claim] = [Happens(POSITION), NeverHolds("kit.rule", -1, False)]
    found = accept(nothing_known(table, layout_of(table).depth), [*right, *wrong])
    assert found.claims == {*right}
    assert {x for x, _ in found.dropped} == {*wrong}


def test_what_is_not_known_of_a_moment_does_not_hold_since() -> None:
    table = k.build(RESTS)
    claims = [Range(k.KEPT, 0, 4), Range(k.NUMBER, 0, 4)]
    found = accept(nothing_known(table, layout_of(table).depth), claims, since=((k.KEPT, (1,)),))
    assert found.claims == {claims[0]}
    assert found.dropped == ((claims[1], "it is about the past"),)


@pytest.mark.parametrize(
    ("claim", "name", "words"),
    [
        (Apart(k.NUMBER, 3, True), "kit", "True is no whole number"),
        (Apart(k.NUMBER, 3, 1), "other", "about other at 3 seats"),
    ],
)
def test_a_certificate_of_another_table_or_with_another_kind_of_value(claim: Claim, name: str, words: str) -> None:
    table = k.build(RESTS)
    text = written([[claim]], replace(table, name=name))[1]
    with pytest.raises(Damaged, match=words):
        read(text, table, layout_of(table).depth)


def test_each_certificate_names_what_it_rests_on() -> None:
    rows = [Shown("unsat", (name,), number, KEY) for name, number in (("a", "1"), ("b", "2"), ("c", "1"))]
    assert [x.data for x in certificates(rows)] == [
        '{"closes": [["a"], ["c"]], "invariant": "1"}',
        '{"closes": [["b"]], "invariant": "2"}',
    ]


# -------------------------------------------------------------------------------------------------------------- witnesses


@pytest.mark.parametrize(
    ("situations", "who", "opened", "found"),
    [
        ((), 1, False, True),
        ((), 2, False, False),
        ((k.WAIT,), 1, False, False),
        ((k.WAIT,), 1, True, True),
    ],
)
def test_an_act_is_performed_against_a_ban_only_where_it_holds(
    situations: tuple[int, ...], who: int, opened: bool, found: bool
) -> None:
    names = f.Perform(k.NAME, k.ACTOR, e.Constant(0, k.SHADES), 0, None)
    ban = k.ban("never", k.NAME, who=k.players(who), situations=situations)
    context = context_of(k.build(k.offer("rests", k.REST, names), ban))
    position = k.Position(context.layout)
    state = (position.open(k.WAIT, 0) if opened else position).state
    (move,) = (x for x in context.reference.legal(state) if x.seat == 0)
    done = performed(context.reference, state, move, (names,), ban)
    assert (done is not None) == found
    assert done is None or (done.act, done.player, done.argument) == (k.NAME, 0, 0)


def test_draws_are_exchanged_as_stretches_side_by_side() -> None:
    assert [*exchanged((0, 1, 2))] == [[1, 0, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1]]
    assert [*exchanged((0, 0, 1))] == [[0, 1, 0], [1, 0, 0]]


@dataclass(frozen=True)
class Turning(Way):
    """An execution that is one function of chance."""

    turned: Callable[[Chance], State]

    def end(self, chance: Chance, executor: Executor | None = None) -> State:
        return self.turned(chance)


def test_the_order_of_draws_explains_only_what_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_order, "same_by_destination", lambda *_: False)
    table = k.build()
    layout = Layout(table)
    drawn = (k.DARK_1, k.LIGHT_1)

    def laid(*kinds: int) -> State:
        return k.Position(layout).lay(k.PILE, 0, *kinds).state

    def turned(chance: Chance) -> State:
        pool = Pool(layout, layout.held(k.Position(layout).state, k.STOCK, 0))
        first, second = (chance.pick(pool) for _ in range(2))
        return laid(second, first)

    ends = laid(*drawn), laid(*reversed(drawn))

    def explained(second: Callable[[Chance], State]) -> bool:
        way = Turning(Reference(table), ends[0], None, second)
        return differs_by_draw_only((way, way), layout, ends, drawn)

    assert explained(turned)
    assert not explained(lambda _: ends[0]), "it has drawn nothing"
    assert not explained(lambda _: ends[1])


def test_a_move_without_a_manner_may_be_one_of_any_manner() -> None:
    context = context_of(k.build(k.offer("plain", k.PLAY), k.offer("hard", k.PLAY, manner=1)))
    state = k.Position(context.layout).lay(k.HAND, 0, k.DARK_1).state
    moves = {x.offer: x for x in context.executor.legal(state)}
    assert [alike(context, state, moves[i]) for i in range(2)] == [True, False]


def test_a_cycle_repeats_the_hands_of_all_and_what_is_open() -> None:
    context = context_of(k.build(RESTS))
    state = k.Position(context.layout).lay(k.HAND, 2, k.DARK_1).open(k.WAIT, 1, 2).state
    facts = standing_facts(context, state)
    assert facts[0].startswith("wait of ")
    assert facts[1:] == [
        f"number of cards in {zone} of {seat} is {n}"
        for zone, row in (("hand", (0, 0, 1)), ("tray", (0, 0, 0)))
        for seat, n in zip(("ann", "bob", "cyd"), row, strict=True)
    ]


# ------------------------------------------------------------------------------------------------------------ termination


def test_only_cards_that_go_cost_cards() -> None:
    table = k.build(RESTS)
    goes, comes = (("cards", k.HAND, -1), 1), (("cards", k.PILE, -1), -1)
    assert sum_words(table, [goes]) == "each answer costs a card, and no rule here gives one back"
    assert sum_words(table, [comes]) == "cards in pile grows with each move"
    assert (
        sum_words(table, [goes, comes]) == "cards in all hands gets less with each move, counted against cards in pile"
    )


def test_rounds_are_counted_by_kept_numbers_that_grow() -> None:
    def of(*effects: f.Effect) -> list[int]:
        return counted(k.build(k.offer("rests", k.REST, *effects)))

    assert of(step(k.KEPT, 1), step(k.NUMBER, 1)) == [k.KEPT]
    assert of(step(k.KEPT, -1)) == []
    assert of(f.Assign(k.variable(k.KEPT), k.number(3))) == []


@pytest.mark.parametrize(("mode", "ends"), [("mistake", True), ("aside", True), ("may", False)])
def test_moves_that_nobody_has_to_make_keep_no_round_going(mode: t.OfferMode, ends: bool) -> None:
    begins = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound())
    table = k.build(begins, k.offer("plays", k.PLAY), k.offer("rests", k.REST, mode=mode))
    context = replace(context_of(table), deadline=time.monotonic() + 60)
    assert (termination_argument(context) is not None) == ends


def test_a_chain_of_places_is_weighed_by_how_far_cards_have_to_go() -> None:
    """Where they go round, nothing is weighed."""
    places: list[Quantity] = [("x",), ("y",), ("z",)]

    def weights(*ways: tuple[int, int]) -> Weights:
        steps = tuple(Step(((places[a], -1, -1), (places[b], 1, 1))) for a, b in ways)
        moves = tuple(Move(str(i), (), (Part(i, 1, 1),)) for i, _ in enumerate(steps))
        system = System(tuple((x, 0, 5) for x in places), ((tuple(places), 5),), steps, moves)
        return Search(system).potential(everything(system))

    assert weights((0, 1), (1, 2)) == ((("x",), 2), (("y",), 1))
    assert weights((0, 1), (1, 0), (1, 2)) == ((("x",), 1), (("y",), 1))
    assert weights((0, 1), (1, 2), (2, 0)) == ()


def test_each_case_of_a_proof_has_its_conflict() -> None:
    one, other, third = map(MoveThing, range(3))
    inner = Either(other, Ended(), Ended())
    assert conflicts(Either(one, inner, Either(third, Ended(), Ended()))) == [(other,), (one, third)]
    assert conflicts(Lowered((), Refuted((one,), inner))) == [(other,)]
    assert conflicts(Refuted((one,), Ended())) == []


def test_a_rule_about_positions_and_something_else_is_not_for_scenarios_only() -> None:
    rows = k.trigger("one", POSITION), k.trigger("both", (POSITION, RESTED)), k.trigger("other", RESTED), RESTS
    assert [for_positions(x) for x in rows] == [True, False, False, False]


# --------------------------------------------------------------------------------------------------------- other tables


HOUSE = """use "base.uno"
options for base

option lasting "No match ends by itself"
  without one-round
"""
OTHER = """use "base.uno"
options for base

option short "Each match is one round"
  rule one-round
    when the round ends
    then end the match won by nobody
"""


def test_an_option_takes_away_the_rules_of_its_own_game(tmp_path: Path) -> None:
    """A rule of another file that is called the same stays."""
    base = (FOLDER / "base.uno").read_text(encoding="utf-8")
    for name, text in (("base", base), ("house", HOUSE), ("other", OTHER)):
        (tmp_path / f"{name}.uno").write_text(text, encoding="utf-8")
    project = load_project([tmp_path / "house.uno", tmp_path / "other.uno"])
    assert [*taken_away(project, ["other.short"])] == []
    (rule,) = taken_away(project, ["house.lasting"])
    assert body(rule) == ("when the round ends", "then end the match won by winners")


def smaller(copies: int, high: int) -> t.Table:
    """The kit with so many copies of a kind, and a number that goes no further."""
    kinds = tuple(replace(x, copies=copies) if i == k.LIGHT_1 else x for i, x in enumerate(k.KINDS))
    number = replace(k.VARIABLES[k.NUMBER], type=Number(0, high))
    variables = tuple(number if i == k.NUMBER else x for i, x in enumerate(k.VARIABLES))
    return replace(k.build(), deck=replace(k.DECK, kinds=kinds), variables=variables)


@pytest.mark.parametrize(("number", "cards", "there"), [(5, 1, True), (6, 1, False), (5, 2, False)])
def test_a_state_with_a_number_or_a_card_too_much_is_none_of_another_table(
    number: int, cards: int, there: bool
) -> None:
    bridge = Bridge(Layout(k.build()), Layout(smaller(1, 5)))
    out = k.Position(Layout(k.build())).set(k.NUMBER, number)
    taken = [out.layout.take_card(out.s, k.STOCK, 0, k.LIGHT_1) for _ in range(2)]
    assert all(taken)
    for _ in range(cards):
        out.layout.put(out.s, k.HAND, 0, k.LIGHT_1)
    carried = bridge.carried(out.state)
    assert (carried is not None) == there
    assert carried is None or k.Position(bridge.target, carried).cards(k.HAND) == [k.LIGHT_1]


@pytest.mark.parametrize(
    ("picks", "there"),
    [
        ((k.DARK_1, k.DARK_2), True),
        ((k.DARK_1, k.DARK_1), True),
        ((k.DARK_1,), False),
        ((k.DARK_1, k.DARK_2, k.LIGHT_1), False),
        ((k.DARK_2, k.DARK_2), False),
    ],
    ids=["as drawn", "twice", "too few", "too many", "not there"],
)
def test_a_match_is_replayed_with_the_cards_that_are_said(picks: tuple[int, ...], there: bool) -> None:
    deals = k.trigger(
        "begins",
        t.TableEvent("match begins"),
        f.BeginRound(),
        f.MoveTop(k.number(2), k.place(k.STOCK), k.place(k.HAND, 1)),
    )
    context = context_of(k.build(deals, k.offer("rests", k.REST, guard=k.same(k.ACTOR, k.seat(0)))))
    state = replayed(context, Played(picks, ()))
    assert (state is not None) == there
    if state is None:
        return
    assert k.Position(context.layout, state).cards(k.HAND, 1) == sorted(picks)
    (move,) = context.executor.legal(state)
    assert replayed(context, Played(picks, (move,))) is not None
    assert replayed(context, Played(picks, (move._replace(seat=1),))) is None, "it is no legal move"
