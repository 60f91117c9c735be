"""What analyses say of the smallest tables at which a slip of theirs would show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.compare.prove import unproved
from checker.effects.constants import facts
from checker.effects.footprints import Footprints
from checker.effects.no_op import changes
from checker.effects.trigger_graph import circles
from checker.effects.values import constants, option_literals
from checker.families.relations import Relations
from checker.invariants.known import ask
from checker.invariants.payloads import carried_by
from checker.invariants.program_points import MovePoint
from checker.invariants.quiescent import never_beneath, opening
from checker.invariants.ranges import Step, counted, every_step, proposed
from checker.invariants.rule_enabled import question_of
from checker.reachability.dead import conditions_in
from checker.search.concretize import positions
from checker.smt.abstract_effects import Walk
from checker.smt.abstract_values import NOBODY, Shape
from checker.smt.claims import Range
from checker.smt.factory import boolean
from checker.smt.questions import standing_above
from checker.termination.cascades import eliminated, moves_on
from checker.termination.change_vectors import Deltas
from checker.termination.no_exit import ends
from tests import engine_tables as k
from tests.comparisons.equal_tables import context_of
from tests.comparisons.post_image import block_compared
from tests.comparisons.reading import reader_of
from tests.comparisons.subject import Subject
from tests.tables import PAGES, shipped
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

NUMBER = k.variable(k.NUMBER)
DRAWN, RESTED, NAMED = t.ActEvent(k.DRAW, 0), t.ActEvent(k.REST, 0), t.ActEvent(k.NAME, 0)
REST, NAME = f.Perform(k.REST, k.ACTOR, None, 0, None), f.Perform(k.NAME, k.ACTOR, e.Constant(0, k.SHADES), 0, None)
ONTO_THE_PILE = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.PILE))
BELOW_THREE = e.Compare("<", NUMBER, k.number(3), k.YES_NO)


def more(by: int) -> f.Assign:
    """The number of the table, made more."""
    return f.Assign(NUMBER, e.Arithmetic("+", NUMBER, k.number(by), Number(by, 10 + by)))


def deltas(*rules: t.Trigger | t.Offer) -> Deltas:
    """What changes at a table with some rules."""
    return Deltas(context_of(k.build(*rules)))


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_the_post_image_of_a_block_that_is_repeated(times: int) -> None:
    passed = f.Assign(k.owner(k.WAIT), e.Neighbor("left", k.owner(k.WAIT), k.MAYBE_PLAYER))
    block: tuple[f.Effect, ...] = (f.Repeat(k.number(times), None, (passed,)),)
    subject = Subject(k.build(k.trigger("rule", RESTED, *block), seats=4), 1)
    before = k.Position(subject.layout).open(k.WAIT, 0, 1, -1, -5)
    before.s[3] = 15
    block_compared(subject, reader_of(subject), block, before.state, {0: 0, 1: -1})
    assert subject.tally.differences == []
    # each pass is an event of its own
    assert subject.tally.compared == {": state": 1} | ({": events": times} if times else {})


def test_changes_of_either_branch() -> None:
    effects = (f.If(e.IsOpen(k.WAIT, k.YES_NO), (), (ONTO_THE_PILE,)),)
    assert deltas().effects(effects, {0: "player"}, None).change["cards", k.PILE, -1] == (0, 1)


def test_a_step_may_be_cut_at_the_end_of_a_range() -> None:
    assert deltas().effects((more(2),), {0: "player"}, None).change["number", k.NUMBER, -1] == (0, 2)


def test_changes_by_rules_that_hear_of_a_rule() -> None:
    rules = k.trigger("first", RESTED, NAME), k.trigger("second", NAMED, ONTO_THE_PILE)
    assert deltas(*rules).of_event(RESTED).change["cards", k.PILE, -1] == (0, 1)


def test_a_number_moves_up_to_its_limit() -> None:
    guard = e.Compare("<", NUMBER, k.number(8), k.YES_NO)
    table = k.build(k.trigger("rule", RESTED, more(1), REST, guard=guard), k.offer("rests", k.REST))
    found = circles(table)
    assert found[0] in eliminated(context_of(table)).terminated(found)


def test_what_ends_a_round() -> None:
    nobody, table = k.players(0), k.build(k.offer("rests", k.REST))
    assert all(ends(table, (x,)) for x in (f.EndRound(nobody), f.EndMatch(nobody), f.BeginRound()))
    assert not ends(table, (ONTO_THE_PILE,))


def test_to_add_and_to_take_away_is_not_the_same_in_any_order() -> None:
    less = f.Assign(NUMBER, e.Arithmetic("-", NUMBER, k.number(1), Number(-1, 9)))
    footprints = Footprints(
        k.build(*(k.trigger(n, RESTED, x) for n, x in (("a", more(1)), ("b", more(2)), ("c", less))))
    )
    assert footprints.commute(0, 1)
    assert not footprints.commute(0, 2)


def test_what_is_counted_by_ones_is_each_number() -> None:
    step = Step(None, NUMBER, more(1).value, ())
    assert counted([step], 3, Number(0, 10)) == frozenset(range(3, 11))
    assert counted([Step(None, NUMBER, more(2).value, ())], 3, Number(0, 10)) == frozenset({3, 5, 7, 9, 10})


@pytest.mark.parametrize(
    ("step", "guard", "low", "high"),
    [
        (1, e.Compare("<", NUMBER, k.number(7), k.YES_NO), 3, 7),
        (-1, e.Compare("<", k.number(2), NUMBER, k.YES_NO), 2, 3),
    ],
)
def test_the_bound_that_a_condition_sets_to_what_is_counted(step: int, guard: e.Expr, low: int, high: int) -> None:
    counts = f.Assign(NUMBER, e.Arithmetic("+", NUMBER, k.number(step), Number(step, 10 + step)))
    table = k.build(k.trigger("rule", RESTED, counts, guard=guard))
    assert list(proposed(context_of(table))) == [Range(k.NUMBER, low, high)]


def test_a_condition_counts_until_what_it_looks_at_is_set() -> None:
    table = k.build(k.trigger("rule", RESTED, more(1), more(2), guard=BELOW_THREE))
    first, second = (x.given for x in every_step(table, frozenset()) if x.rule == table.triggers[0])
    assert (first, second) == ((BELOW_THREE,), ())


def test_each_alternative_is_a_value() -> None:
    either = e.Choose(BELOW_THREE, k.number(1), k.number(2), Number(1, 2))
    assert constants(either) == frozenset({1, 2})
    assert constants(e.Choose(BELOW_THREE, k.number(1), NUMBER, Number(0, 10))) is None


def test_what_acts_are_done_with() -> None:
    below = e.Compare("<", k.NUMBER_ARGUMENT, k.number(3), k.YES_NO)
    made = k.trigger("made", RESTED, f.Perform(k.DRAW, k.ACTOR, k.number(4), 0, None))
    offers = k.offer("draws", k.DRAW, guard=below), k.offer("rests", k.REST)
    assert carried_by(context_of(k.build(*offers)))[DRAWN] == frozenset({1, 2})
    assert carried_by(context_of(k.build(made, *offers)))[DRAWN] == frozenset({1, 2, 4})


def test_what_is_certain_of_a_move_until_an_effect_ends_it() -> None:
    table = k.build(k.offer("rests", k.REST, situations=(k.WAIT,)))
    footprints = Footprints(table)
    look = MovePoint(context_of(table), footprints, 0, k.WAIT)
    reads = footprints.reads(NUMBER, {0: "player"})
    assert look.certainly_open(k.WAIT)
    assert look.untouched(reads)
    look.forget(more(1), {0: "player"})
    look.forget(f.End(k.WAIT), {0: "player"})
    assert not look.certainly_open(k.WAIT)
    assert not look.untouched(reads)


def test_a_rule_of_an_option_is_there_where_it_is_on() -> None:
    features = {"house.option": k.NUMBER}
    for guard, there in ((NUMBER, True), (e.Not(NUMBER, k.YES_NO), False)):
        rule = k.trigger("rule", RESTED, more(1), guard=e.Logic("and", (guard, BELOW_THREE), k.YES_NO))
        assert option_literals(rule, features) == frozenset({("house.option", there)})
    assert option_literals(k.trigger("rule", RESTED, guard=BELOW_THREE), {}) == frozenset()


def test_options_come_with_what_they_need_and_without_what_they_exclude() -> None:
    relations = Relations(shipped(*PAGES))
    assert relations.closed(["psycho.sixty-nine"]) == {"psycho.sixty-nine", "psycho.matching"}
    assert relations.together(["psycho.sixty-nine", "psycho.matching"])
    assert not relations.together(["official.elimination", "official.partners"])


@pytest.mark.parametrize(("effect", "above"), [(more(1), []), (ONTO_THE_PILE, [1])])
def test_what_stands_instead_counts_if_nothing_before_changes_its_condition(effect: f.Effect, above: list[int]) -> None:
    first = k.trigger("first", RESTED, effect)
    instead = k.trigger("instead", RESTED, ONTO_THE_PILE, guard=BELOW_THREE)
    rule = k.trigger("rule", RESTED, ONTO_THE_PILE, guard=BELOW_THREE, replaced_by=(1,))
    table = k.build(first, instead, rule)
    assert standing_above(table, table.triggers[2], RESTED) == above
    # in another order, what comes later could come before
    later = k.build(instead, replace(rule, replaced_by=(0,)), first)
    assert standing_above(later, later.triggers[1], RESTED) == [0]
    assert standing_above(later, later.triggers[1], RESTED, (1, 2)) == [0 for _ in above]


def test_what_changes_something_says_when() -> None:
    assert changes(k.build(), (f.End(k.WAIT),)) == [e.IsOpen(k.WAIT, k.YES_NO)]
    assert changes(k.build(), ()) == []
    assert changes(k.build(), (ONTO_THE_PILE,)) is None
    # to pass a situation on to the same player is an event, which rules may hear
    passed = f.Assign(k.owner(k.WAIT), k.owner(k.WAIT))
    hears = k.trigger("hears", t.SituationEvent("passes", k.WAIT), more(1))
    assert changes(k.build(hears), (passed,)) == [e.IsOpen(k.WAIT, k.YES_NO)]


def test_tables_are_the_same_only_where_moves_and_rules_are() -> None:
    wider = e.Compare("<", NUMBER, k.number(5), k.YES_NO)
    zero = f.Assign(NUMBER, k.number(0))

    def same(one: t.Offer | t.Trigger, other: t.Offer | t.Trigger) -> bool:
        return not unproved(*(context_of(k.build(x, k.offer("rests", k.REST))) for x in (one, other)))

    fewer, more_ = k.offer("names", k.NAME, guard=BELOW_THREE), k.offer("names", k.NAME, guard=wider)
    assert same(fewer, fewer)
    assert not same(fewer, more_)
    assert not same(more_, fewer)
    first, later = (k.trigger("rule", RESTED, ONTO_THE_PILE, guard=x) for x in (BELOW_THREE, wider))
    assert same(first, first)
    assert not same(first, later)
    assert same(k.trigger("rule", RESTED, zero, ONTO_THE_PILE), k.trigger("rule", RESTED, ONTO_THE_PILE, zero))
    assert not same(k.trigger("rule", RESTED, zero, more(2)), k.trigger("rule", RESTED, more(2), zero))


def test_a_number_that_may_be_at_its_end_does_not_move_on() -> None:
    below_five = e.Compare("<", NUMBER, k.number(5), k.YES_NO)
    bounded, unbounded = (
        context_of(k.build(k.trigger("rule", RESTED, more(1), guard=guard), k.offer("rest", k.REST)))
        for guard in (below_five, k.yes())
    )
    assert moves_on(bounded, 0, k.NUMBER, True)
    assert not moves_on(unbounded, 0, k.NUMBER, True)


@pytest.mark.parametrize(("event", "beneath"), [(t.TableEvent("round begins"), True), (RESTED, False)])
def test_what_a_round_begins_with_may_lie_below(event: t.Event, beneath: bool) -> None:
    table = k.build(
        k.trigger("start", t.TableEvent("match begins"), f.BeginRound()),
        k.trigger("low", event, f.Begin(k.VOTE, e.Constant(7, k.PLAYERS), ())),
        k.trigger("high", t.TableEvent("round begins"), f.Begin(k.WAIT, k.seat(0), ())),
        k.offer("rest", k.REST),
    )
    pairs = never_beneath(table, opening(table, facts(table)))
    assert ((k.WAIT, k.VOTE) in pairs) is not beneath


def test_a_branch_is_taken_where_its_condition_holds() -> None:
    begins, rests = (f.Begin(k.WAIT, k.ACTOR, ()),), (f.Show(k.place(k.STOCK), e.Constant(7, k.PLAYERS)),)
    table = k.build(k.offer("rest", k.REST))
    then = f.If(BELOW_THREE, begins, rests)
    otherwise = f.If(BELOW_THREE, rests, begins)
    assert list(conditions_in(table, (then,))) == [BELOW_THREE]
    assert list(conditions_in(table, (otherwise,))) == [e.Not(BELOW_THREE, k.YES_NO)]


def test_an_act_may_be_done_with_nothing() -> None:
    context = context_of(
        k.build(
            k.trigger("does", RESTED, f.Perform(k.SHOW, k.ACTOR, k.variable(k.MARK), 0, None)),
            k.trigger("hears", t.ActEvent(k.SHOW, 0), guard=k.same(k.CARD_ARGUMENT, k.card(-1))),
            k.offer("rest", k.REST),
        )
    )
    question = question_of(context, context.table.triggers[1])
    assert question is not None
    assert ask(context, question) == "possible"


def test_a_branch_changes_something_where_it_is_taken() -> None:
    is_open = e.IsOpen(k.WAIT, k.YES_NO)
    (given,) = changes(k.build(), (f.If(is_open, (more(1),), ()),)) or [k.yes()]
    (negated,) = changes(k.build(), (f.If(is_open, (), (more(1),)),)) or [k.yes()]
    subject = Subject(k.build(k.offer("rests", k.REST)), 1)
    for position, here in ((k.Position(subject.layout).open(k.WAIT, 0, 1, -1, -5), 1), (k.Position(subject.layout), 0)):
        assert subject.reference.condition(position.state, given) == here
        assert subject.reference.condition(position.state, negated) == 1 - here


def test_what_one_branch_moves_on_need_not_have_moved_on() -> None:
    table = k.build(k.offer("rests", k.REST))
    passes = f.Assign(k.owner(k.WAIT), k.seat(1))
    for otherwise, certain in (((), False), ((passes,), True)):
        shape = Shape(table, ((0, 1, 2, 3, 4),), frozenset({k.WAIT}), (0, 1, 2))
        walk = Walk(shape, frozenset(), True, {("owner", k.WAIT): frozenset({0})})
        walk.effects((f.If(e.IsOpen(k.VOTE, k.YES_NO), (passes,), otherwise),), {0: frozenset({0})})
        assert any(x.origin.startswith("moves ") for x in walk.found) is certain


def test_the_event_of_a_situation_that_is_passed_on_has_its_next_player() -> None:
    shape = Shape(k.build(k.offer("rests", k.REST)), ((0, 1, 2, 3, 4),), frozenset({k.WAIT}), (0, 1, 2))
    walk = Walk(shape, frozenset(), True, {("owner", k.WAIT): frozenset({0})})
    walk.effects((f.Assign(k.owner(k.WAIT), k.seat(1)),), {0: frozenset({0})})
    assert walk.events == [(t.SituationEvent("passes", k.WAIT), frozenset({1}), None)]


def test_what_a_rule_of_a_cascade_writes_is_not_known_as_before_it() -> None:
    """The second rule has a condition that only the first makes true."""
    passes = t.SituationEvent("passes", k.WAIT)
    lay = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.PILE))
    raises = k.trigger("raises", passes, f.Assign(k.variable(k.FLAG), k.yes()))
    lays = k.trigger("lays", passes, lay, guard=k.variable(k.FLAG))
    for rules, may in (((raises, lays), True), ((lays,), False)):
        shape = Shape(k.build(*rules, k.offer("rests", k.REST)), ((0, 1, 2, 3, 4),), frozenset({k.WAIT}), (0, 1, 2))
        walk = Walk(shape, frozenset(), True, {("variable", k.FLAG): frozenset({0})})
        walk.events.append((passes, frozenset({1}), None))
        walk.cascade()
        pile = shape.cards(shape.place(k.PILE, NOBODY), 0)
        assert any(pile in (quantity for quantity, *_ in x.change) for x in walk.found) is may


def test_a_state_that_the_solver_finds_has_its_situations_in_order() -> None:
    both = (f.Begin(k.WAIT, k.seat(0), ()), f.Begin(k.VOTE, k.IN_PLAY_SET, ()))
    begins = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound(), *both)
    context = context_of(k.build(begins, k.offer("rests", k.REST)))
    context.sampled_moves = 20
    found = [context.layout.stack(x) for x in positions(context, boolean(True), 2)]
    assert found
    assert all(x == [k.VOTE, k.WAIT] for x in found)
