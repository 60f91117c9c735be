"""The kernel accepts what holds, and nothing of what a prover claims too much."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from checker.checks import uno403_without_effect as without_effect
from checker.checks import uno404_option_without_effect as option_without_effect
from checker.checks import uno405_dead_part as dead_part
from checker.context import Context
from checker.effects.trigger_graph import heights
from checker.invariants.certified import certified
from checker.invariants.decided import kernel, taking_part
from checker.invariants.participation import Attendance
from checker.kernel.accept import Accepted, accept, nothing_known
from checker.kernel.apart import never_apart
from checker.kernel.at_rest import AtRest, accept_at_rest
from checker.kernel.certificates import Damaged, read, rows_of
from checker.kernel.decide import Decided
from checker.kernel.invariant import Unit
from checker.kernel.obligations import Obligation
from checker.kernel.ranking import Group
from checker.kernel.same import changes_nothing
from checker.reachability.dead import reach
from checker.smt.at_rest import Rest, Steps
from checker.smt.cascade_ranking import Cascades
from checker.smt.claims import (
    ANYWAY,
    Among,
    Apart,
    Begun,
    Carries,
    Claim,
    Happens,
    NeverHolds,
    NeverRuns,
    Range,
    Seated,
    Something,
    Values,
)
from checker.smt.literals import SlotValue
from checker.smt.measures import Measure, Sums
from tests import engine_tables as k
from tests.comparisons.claims import lies
from tests.comparisons.equal_tables import context_of
from tests.test_check_cases import FOLDER
from unodsl.engine.layout import layout_of
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.resolve import TableSpec, load_project, resolve_table

RESTED, NAMED, DRAWN = t.ActEvent(k.REST, 0), t.ActEvent(k.NAME, 0), t.ActEvent(k.DRAW, 0)
PICKED = t.ActEvent(k.PICK, 0)
NUMBER = k.variable(k.NUMBER)
RESTS = k.offer("rests", k.REST)
COUNT = k.field(k.WAIT, 0)


def below(limit: int) -> e.Expr:
    """That the number of the table is less."""
    return e.Compare("<", NUMBER, k.number(limit), k.YES_NO)


def plus(by: int) -> f.Assign:
    """The number of the table is made more, or less."""
    operator: e.Operator = "+" if by >= 0 else "-"
    return f.Assign(NUMBER, e.Arithmetic(operator, NUMBER, k.number(abs(by)), Number(-10, 20)))


def kept(claims: list[Claim], *rules: t.Trigger | t.Offer) -> list[Claim]:
    """Those of some claims that the kernel accepts of a table with some rules."""
    table = k.build(*rules)
    found = accept(nothing_known(table, layout_of(table).depth), claims)
    return [x for x in claims if x in found.claims]


def range_to(high: int) -> Range:
    """That the number of the table stays within a limit."""
    return Range(k.NUMBER, 0, high)


def test_a_range_that_a_condition_keeps() -> None:
    counts = k.trigger("counts", RESTED, plus(1), guard=below(6))
    assert kept([range_to(6)], RESTS, counts) == [range_to(6)]
    assert kept([range_to(5)], RESTS, counts) == []


def test_a_condition_is_forgotten_once_something_changes_it() -> None:
    twice = k.trigger("counts", RESTED, plus(1), plus(1), guard=below(6))
    assert kept([range_to(6)], RESTS, twice) == []
    assert kept([range_to(7)], RESTS, twice) == []


def test_a_condition_is_forgotten_in_a_loop_that_changes_it() -> None:
    loop = f.Repeat(k.number(2), None, (plus(1),))
    assert kept([range_to(6)], RESTS, k.trigger("counts", RESTED, loop, guard=below(6))) == []
    checked = f.Repeat(k.number(2), below(6), (plus(1),))
    assert kept([range_to(6)], RESTS, k.trigger("counts", RESTED, checked)) == [range_to(6)]


def test_a_claim_has_to_hold_at_the_start() -> None:
    assert kept([Range(k.NUMBER, 4, 10), range_to(2), Among(k.NUMBER, (4,)), Apart(k.NUMBER, 4, 2)], RESTS) == []
    assert kept([Values(k.NUMBER, ((4, frozenset({frozenset()})),)), Something(k.WHO)], RESTS) == []


def test_what_an_act_does_is_looked_at_where_an_effect_performs_it() -> None:
    acts = (*k.ACTS[: k.NAME], k.act("name", k.SHADES, plus(5)), *k.ACTS[k.NAME + 1 :])
    name = f.Perform(k.NAME, k.ACTOR, e.Constant(0, k.SHADES), 0, None)
    table = k.build(RESTS, k.trigger("names", RESTED, name), acts=acts)
    found = accept(
        nothing_known(table, layout_of(table).depth), [range_to(7), Happens(NAMED), Carries(NAMED, (0,), False)]
    )
    assert found.claims == {Carries(NAMED, (0,), False)}


def test_what_is_counted_by_twos() -> None:
    claims: list[Claim] = [Apart(k.NUMBER, 3, 2), Among(k.NUMBER, (3, 5, 7))]
    by_twos = k.trigger("counts", RESTED, plus(2), guard=below(7))
    assert kept(claims, RESTS, by_twos) == claims
    assert kept(claims, RESTS, k.trigger("counts", RESTED, plus(2))) == []
    assert kept(claims, RESTS, by_twos, k.trigger("more", RESTED, plus(1), guard=below(4))) == []


def test_what_a_ban_forbids_in_every_state_is_not_carried() -> None:
    """A light shade cannot be named: by anybody, in each situation of the offer, with nothing said against it."""
    named, light = Carries(NAMED, (0,), False), e.Not(k.same(k.SHADE_ARGUMENT, e.Constant(0, k.SHADES)), k.YES_NO)
    wait, waited_for = (k.WAIT,), e.SetOf(k.owner(k.WAIT), k.PLAYERS)

    def accepted(offer: t.Offer, *bans: t.Ban) -> bool:
        table = k.build(offer, *bans)
        return named in accept(nothing_known(table, layout_of(table).depth), [named]).claims

    anywhere, inside = k.offer("names", k.NAME), k.offer("names", k.NAME, situations=wait, who=waited_for)
    everywhere, there = k.ban("light", k.NAME, light), k.ban("light", k.NAME, light, situations=wait)
    mine = k.ban("light", k.NAME, light, situations=wait, who=waited_for)
    assert not accepted(anywhere)
    assert all(accepted(inside, x) for x in (everywhere, there, mine))
    assert accepted(anywhere, everywhere)
    assert not accepted(anywhere, there)
    assert not accepted(replace(inside, who=k.IN_PLAY_SET), mine)
    sometimes = e.Logic("and", (light, below(3)), k.YES_NO)
    assert not accepted(anywhere, k.ban("light", k.NAME, sometimes))
    assert accepted(anywhere, k.ban("light", k.NAME, replace(sometimes, kind="or")))
    assert not accepted(k.offer("names", k.NAME, despite=("kit.light",)), everywhere)
    assert not accepted(k.offer("names", k.NAME, who=k.ABSENT, absent=True), everywhere)
    assert not accepted(anywhere, k.ban("light", k.NAME, light, manners=()))


def test_rules_that_only_set_off_each_other_never_run() -> None:
    rules = (
        k.trigger("first", NAMED, f.Perform(k.PICK, k.ACTOR, k.ACTOR, 0, None)),
        k.trigger("second", PICKED, f.Perform(k.NAME, k.ACTOR, e.Constant(0, k.SHADES), 0, None)),
    )
    claims: list[Claim] = [NeverRuns("kit.first"), NeverRuns("kit.second"), Happens(NAMED), Happens(PICKED)]
    assert kept(claims, RESTS, *rules) == claims
    assert kept(claims, RESTS, k.offer("names", k.NAME), *rules) == []


@pytest.mark.parametrize("events", [(RESTED, DRAWN), (DRAWN, RESTED)])
def test_a_rule_of_two_events_has_to_be_higher_by_both(events: tuple[t.Event, t.Event]) -> None:
    name = f.Perform(k.NAME, k.ACTOR, e.Constant(0, k.SHADES), 0, None)
    rules = k.trigger("names", events, name), k.trigger("hears", NAMED, plus(1))
    table = k.build(RESTS, k.offer("draws", k.DRAW), *rules)
    known = Decided(accept(nothing_known(table, layout_of(table).depth), []))
    assert known.ranking(({RESTED: 2, DRAWN: 2, NAMED: 1}, ())) is not None
    for low in events:
        assert known.ranking(({RESTED: 2, DRAWN: 2, NAMED: 1, low: 1}, ())) is None


def test_what_hangs_on_a_lie_falls_with_it() -> None:
    lie, rests_on_it = NeverRuns("kit.counts"), range_to(3)
    counts = k.trigger("counts", RESTED, plus(1))
    assert kept([lie, rests_on_it, Seated()], RESTS, counts) == [Seated()]


def test_a_branch_that_is_never_taken() -> None:
    branch = f.If(below(3), (f.Begin(k.WAIT, k.ACTOR, ()),), ())
    claims: list[Claim] = [NeverHolds("kit.rule", 0, False), Begun(k.WAIT), Range(k.NUMBER, 3, 10)]
    assert kept(claims, RESTS, k.trigger("rule", RESTED, branch)) == claims
    assert kept(claims, RESTS, k.trigger("rule", RESTED, plus(-1), branch)) == []
    assert kept([NeverHolds("kit.rule", 0, True)], RESTS, k.trigger("rule", RESTED, branch)) == []


def test_what_an_event_carries() -> None:
    light = e.Compare("==", k.SHADE_ARGUMENT, e.Constant(1, k.SHADES), k.YES_NO)
    right: list[Claim] = [Carries(NAMED, (1,), False)]
    wrong: list[Claim] = [Carries(NAMED, (0,), False), Carries(NAMED, (), False)]
    assert kept([*right, *wrong], k.offer("names", k.NAME, guard=light)) == right
    assert kept([*right, *wrong], k.offer("names", k.NAME)) == []
    given = e.Attribute(0, k.variable(k.MARK), k.SHADES)
    named = k.trigger("names", RESTED, f.Perform(k.NAME, k.ACTOR, given, 0, None))
    assert kept([Carries(NAMED, None, False), Carries(NAMED, None, True)], RESTS, named) == [Carries(NAMED, None, True)]


def test_a_field_that_begins_with_something_else() -> None:
    begins = f.Begin(k.WAIT, k.ACTOR, ((0, k.number(4)),))
    rules = RESTS, k.trigger("begins", RESTED, begins)
    assert kept([Range((k.WAIT, 0), 0, 3), Begun(k.WAIT)], *rules) == []
    assert kept([Range((k.WAIT, 0), 0, 4)], *rules) == [Range((k.WAIT, 0), 0, 4)]


def test_claims_about_nothing_are_refused_by_name() -> None:
    table = k.build(RESTS)
    claims: list[Claim] = [
        Range(99, 0, 1),
        Range(k.SET, 0, 1),
        Range(k.FLAG, 0, 1),
        Begun(9),
        Happens(t.TableEvent("settles")),
        NeverRuns("kit.nobody"),
        NeverHolds("kit.rests", 0, False),
        Apart(k.NUMBER, 3, 0),
    ]
    found = accept(nothing_known(table, layout_of(table).depth), claims)
    assert not found.claims
    assert {x: bool(why) for x, why in found.dropped} == dict.fromkeys(claims, True)


def test_nobody_but_the_kernel_says_what_is_accepted() -> None:
    with pytest.raises(ValueError, match="only the kernel"):
        Accepted(k.build(RESTS), (), frozenset({NeverRuns("kit.rests")}))


# ------------------------------------------------------------------------------------------------- since some moment

OVER = k.trigger(
    "over", t.TableEvent("round ends"), f.EndMatch(k.IN_PLAY_SET), guard=k.same(k.variable(k.KEPT), k.number(4))
)
DONE = k.trigger("done", RESTED, f.EndRound(k.IN_PLAY_SET))
AGAIN = k.trigger("again", t.TableEvent("round ends"), f.BeginRound())
RUNNING = e.Not(e.Builtin("match over", k.YES_NO), k.YES_NO)
LATER = k.trigger("again", t.TableEvent("round ends"), f.BeginRound(), guard=RUNNING)
FALLS = k.trigger(
    "falls", RESTED, f.Assign(k.variable(k.KEPT), e.Arithmetic("-", k.variable(k.KEPT), k.number(1), Number(-6, 5)))
)


def since(claims: list[Claim], values: tuple[int, ...], *rules: t.Trigger | t.Offer) -> Decided:
    """The kernel, with what it accepts of some claims about the time since the kept number has some values."""
    table = k.build(RESTS, *rules)
    basis = nothing_known(table, layout_of(table).depth)
    return Decided(accept(basis, claims, since=((k.KEPT, values), (k.NUMBER, (9,)))))


def test_a_match_that_cannot_end_any_more() -> None:
    falls: list[Claim] = [Range(k.KEPT, -5, 1)]
    assert since(falls, (1,), OVER, DONE, LATER, FALLS).goes_on() is not None
    assert since(falls, (-2, 0), OVER, DONE, LATER, FALLS).goes_on() is not None
    # not so at that moment; or not for long
    assert since(falls, (1, 3), OVER, DONE, LATER, FALLS).goes_on() is None
    rises = k.trigger("rises", RESTED, f.Assign(k.variable(k.KEPT), k.number(4)))
    assert since(falls, (1,), OVER, DONE, LATER, FALLS, rises).goes_on() is None
    assert since([NeverRuns("kit.over")], (1,), OVER, DONE, LATER, FALLS).goes_on() is None


def test_what_a_round_sets_back_is_no_longer_so() -> None:
    """A variable that does not outlive the round has its first value again."""
    found = since([Among(k.NUMBER, (9,)), Among(k.NUMBER, (3, 9))], (0,), DONE, AGAIN)
    assert found.accepted.claims == {Among(k.NUMBER, (3, 9))}


def test_what_holds_since_a_moment_closes_nothing_else() -> None:
    claims: list[Claim] = [Range(k.KEPT, -5, 1), NeverRuns("kit.over"), Begun(k.VOTE), Happens(RESTED)]
    found = since(claims, (1,), OVER, DONE, AGAIN, FALLS)
    assert found.accepted.claims == {Range(k.KEPT, -5, 1), NeverRuns("kit.over")}
    with pytest.raises(ValueError, match="since some moment"):
        found.closed(Obligation("runs", ("kit.over",)))
    with pytest.raises(ValueError, match="since some moment"):
        accept(found.accepted, [])
    text = found.invariant.data
    assert read(text, found.accepted.table, found.accepted.depths).claims == found.accepted.claims
    with pytest.raises(Damaged, match="number"):
        read(text.replace('"since": [[1, [1]]', '"since": [[1, [0]]'), found.accepted.table, found.accepted.depths)


def test_what_holds_since_a_moment_says_nothing_of_rounds() -> None:
    """Only of matches: a closed set of rounds says itself what holds in it."""
    ends = k.trigger("ends", RESTED, f.EndRound(k.IN_PLAY_SET), guard=k.same(k.variable(k.KEPT), k.number(4)))
    later = since([Values(k.KEPT, ((2, ANYWAY),))], (2,), ends)
    assert len(later.accepted.claims) == 1
    assert later.round_goes_on([Rest("round runs")], None) is None
    assert later.round_goes_on([Rest("literals", literals=(SlotValue(k.KEPT, -1, 2),))], None) is None
    always = Decided(nothing_known(later.accepted.table, later.accepted.depths))
    assert always.round_goes_on([Rest("round runs")], None) is None
    kept = [Rest("literals", literals=(SlotValue(k.KEPT, -1, 2),))]
    shown = always.round_goes_on(kept, None)
    assert shown is not None
    assert shown.about == ("the round", json.dumps(rows_of(kept)))


def test_another_round_undoes_the_end() -> None:
    """An end counts only if no round surely begins behind it."""
    always = k.trigger("over", t.TableEvent("round ends"), f.EndMatch(k.IN_PLAY_SET))
    assert since([], (0,), always, DONE, AGAIN).goes_on() is not None
    assert since([], (0,), DONE, AGAIN, always).goes_on() is None
    unless = k.trigger("again", t.TableEvent("round ends"), f.BeginRound(), guard=below(9))
    assert since([], (0,), always, DONE, unless).goes_on() is None
    for loop in over_for_nobody(f.BeginRound()):
        begins = k.trigger("again", t.TableEvent("round ends"), loop)
        assert since([], (0,), always, DONE, begins).goes_on() is None


def over_for_nobody(effect: f.Effect) -> list[f.Effect]:
    """Blocks that may never run, though they stand behind no condition."""
    they, number = e.Local(2, "they", k.PLAYER), k.variable(k.NUMBER)
    return [
        f.ForEach(they, k.variable(k.SET), None, (effect,), None),
        f.Repeat(number, None, (effect,)),
        f.Repeat(k.number(1), below(9), (effect,)),
        f.AtRandom(they, k.variable(k.SET), (effect,)),
    ]


def test_the_last_round() -> None:
    first = k.trigger("first", t.TableEvent("match begins"), f.BeginRound())

    def last(counter: int, most: int, *rules: t.Trigger | t.Offer) -> bool:
        table = k.build(RESTS, first, *rules)
        found = Decided(nothing_known(table, layout_of(table).depth))
        rest = found.accept_at_rest([Rest("round runs")])
        return found.last_round("kit.over", counter, most, rest, by_height(table)) is not None

    counts = k.trigger(
        "counts",
        t.TableEvent("round ends"),
        f.Assign(k.variable(k.KEPT), e.Arithmetic("+", k.variable(k.KEPT), k.number(1), Number(-4, 6))),
    )
    full = k.same(k.variable(k.KEPT), k.number(5))
    over = k.trigger("over", t.TableEvent("round ends"), f.EndMatch(k.IN_PLAY_SET), guard=full)
    always = k.trigger("over", t.TableEvent("round ends"), f.EndMatch(k.IN_PLAY_SET))
    assert last(k.KEPT, 5, DONE, counts, over, LATER)
    assert last(-1, 0, DONE, always, LATER)
    assert not last(-1, 0, DONE, over, LATER)
    assert not last(k.KEPT, 4, DONE, counts, over, LATER)
    assert not last(k.KEPT, 5, DONE, counts, over, AGAIN), "a round begins where the match is over"
    assert not last(k.KEPT, 5, DONE, counts, over, LATER, FALLS)
    assert not last(k.KEPT, 5, DONE, over, LATER)
    assert not last(k.KEPT, 5, DONE, counts, over), "no round follows the first one, and the match is not over"
    assert not last(k.NUMBER, 5, DONE, counts, over, LATER)
    # a round that begins anew has not ended
    for name, guard, ends in (("always", k.yes(), False), ("between", e.Builtin("round over", k.YES_NO), True)):
        anew = k.trigger(name, NAMED, f.BeginRound(), guard=e.Logic("and", (guard, RUNNING), k.YES_NO))
        assert last(k.KEPT, 5, DONE, counts, over, LATER, anew, k.offer("names", k.NAME)) is ends
    for loop in over_for_nobody(f.EndMatch(k.IN_PLAY_SET)):
        assert not last(-1, 0, DONE, k.trigger("over", t.TableEvent("round ends"), loop), LATER)


# --------------------------------------------------------------------------------------------------------- lying provers

TABLE = k.build(
    RESTS,
    k.offer("names", k.NAME, guard=below(9)),
    k.trigger("counts", RESTED, plus(1), f.If(below(6), (), (f.Begin(k.WAIT, k.ACTOR, ()),)), guard=below(8)),
    k.trigger("dead", RESTED, plus(-1), guard=e.Logic("and", (below(2), e.Not(below(2), k.YES_NO)), k.YES_NO)),
)
"""Of its rules one is dead."""


def everything(_: Context) -> list[Claim]:
    """What a prover says that claims everything."""
    from random import Random

    return list(lies(TABLE, Random(1)))


@pytest.mark.parametrize(
    "prover",
    ["checker.invariants.ranges.proposed", "checker.invariants.payloads.proposed", "checker.context.claims_of"],
)
def test_a_prover_that_claims_everything(prover: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, lambda *_: everything(context_of(TABLE)))
    found = certified(context_of(TABLE))
    assert isinstance(found, Accepted)
    assert {x.rule for x in found.claims if isinstance(x, NeverRuns)} <= {"kit.dead"}
    assert not {Happens(RESTED), Happens(NAMED), Begun(k.WAIT), range_to(7), range_to(3)} & found.claims
    assert found.dropped


def test_a_prover_of_dead_rules_that_finds_all_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.reachability.dead.ask", lambda *_, **__: "impossible")
    context = context_of(TABLE)
    assert reach(context).dead.keys() <= {"kit.dead"}
    assert reach(context).uncertified.keys() == {"kit.rests", "kit.names", "kit.counts"}


@pytest.mark.parametrize("narrower", [1, 2])
def test_a_prover_of_ranges_that_is_one_too_narrow(narrower: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = (
        RESTS,
        k.trigger("counts", RESTED, plus(1), guard=below(6)),
        k.trigger("at six", RESTED, guard=e.Not(below(6), k.YES_NO)),
    )
    table = k.build(*rules)
    monkeypatch.setattr("checker.invariants.ranges.settled", lambda *x: 6 - narrower if x[4] else 3)
    found = reach(context_of(table))
    assert "kit.at six" not in found.dead


def test_a_prover_of_rests_that_claims_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not hold between two moves is not accepted, and nothing is closed by it."""
    context = context_of(TABLE)
    found = kernel(context)
    assert found is not None
    assert found.accept_at_rest([Rest("open", k.WAIT)]) is None
    assert found.accept_at_rest([Rest("round runs"), Rest("something open")]) is None
    assert found.accept_at_rest([]) is not None
    lie = Attendance({"a": Rest("something open"), "b": Rest("open", k.WAIT)})
    monkeypatch.setattr("checker.invariants.decided.attendance", lambda _: lie)
    rest = taking_part(context_of(TABLE))
    assert rest is None or not {*lie.claims.values()} & {*rest.claims}
    monkeypatch.setattr("checker.invariants.decided.proposed", lambda *_, **__: lie)
    assert taking_part(context_of(TABLE)) is None
    with pytest.raises(ValueError, match="only the kernel"):
        AtRest(TABLE, (Rest("open", k.WAIT),), ())


def test_how_many_play_between_two_moves() -> None:
    two, one = Rest("two play"), Rest("one plays")

    def holds(claim: Rest, *rules: t.Offer) -> bool:
        known = k.build(*rules, seats=3)
        return accept_at_rest(Steps(nothing_known(known, layout_of(known).depth)), [claim]) is not None

    leaves = f.Seating("remove", k.ACTOR)
    assert holds(two, RESTS)
    assert not holds(two, k.offer("leaves", k.REST, leaves))
    # of three, the first two leave
    many = e.Compare("<", k.number(1), e.SetSize(k.IN_PLAY_SET, Number(0, 3)), k.YES_NO)
    assert holds(one, k.offer("leaves", k.REST, leaves, guard=many))
    assert not holds(two, k.offer("leaves", k.REST, leaves, guard=many))


def test_what_starts_with_a_seat_distinguishes_seats() -> None:
    """The first seat is in a field while its situation is closed, and in a variable before a rule sets it."""
    rival = replace(k.SITUATIONS[k.WAIT], fields=(t.SituationField("rival", k.PLAYER, 0),))
    who = replace(k.VARIABLES[k.WHO], type=k.PLAYER, starts=0)
    closed = e.Not(e.IsOpen(k.WAIT, k.YES_NO), k.YES_NO)
    another = e.Not(k.same(e.Field(k.WAIT, 0, k.PLAYER), k.ACTOR), k.YES_NO)
    sets = k.offer("rests", k.REST, f.Assign(e.Variable(k.WHO, None, k.PLAYER), k.ACTOR))
    hears = k.trigger("hears", RESTED, plus(1), guard=e.Logic("and", (closed, another), k.YES_NO))
    table = k.build(sets, hears)
    only_field = replace(table, situations=(k.SITUATIONS[0], rival))
    only_variable = replace(table, variables=tuple(who if i == k.WHO else x for i, x in enumerate(k.VARIABLES)))
    found = Decided(nothing_known(only_field, layout_of(only_field).depth))
    assert found.closed(Obligation("runs", ("kit.hears",))) is None
    steps = Steps(nothing_known(only_variable, layout_of(only_variable).depth))
    assert accept_at_rest(steps, [Rest("literals", literals=(SlotValue(k.WHO, -1, 0),))]) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_no_literal_tells_one_seat_from_the_others(seat: int) -> None:
    """Moves are followed for one seat that stands for all."""
    sets = k.offer("rests", k.REST, f.Assign(e.Variable(k.WHO, None, k.PLAYER), k.ACTOR))
    steps = Steps(nothing_known(table := k.build(sets), layout_of(table).depth))
    assert accept_at_rest(steps, [Rest("literals", literals=(SlotValue(k.WHO, -1, seat, 0),))]) is None
    assert accept_at_rest(steps, [Rest("literals")]) is None
    flag = SlotValue(k.FLAG, -1, 0)
    assert accept_at_rest(steps, [Rest("literals", literals=(flag,))]) is not None


def test_who_is_absent_may_move() -> None:
    """Somebody leaves a table of three, and then sends another one away."""
    many = e.Compare("<", k.number(2), e.SetSize(k.IN_PLAY_SET, Number(0, 3)), k.YES_NO)
    leaves = k.offer("leaves", k.REST, f.Seating("remove", k.ACTOR), guard=many)
    sends = k.offer("sends", k.NAME, f.Seating("remove", k.seat(0)), who=k.ABSENT, absent=True)

    def two_play(*rules: t.Offer) -> bool:
        table = k.build(*rules, seats=3)
        return accept_at_rest(Steps(nothing_known(table, layout_of(table).depth)), [Rest("two play")]) is not None

    assert two_play(leaves)
    assert not two_play(leaves, sends)


def test_a_card_has_been_moved_in_the_middle_of_a_cascade() -> None:
    takes = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.PILE))
    dark = k.same(e.Builtin("moved", k.MAYBE_CARD), k.card(k.DARK_1))
    table = k.build(k.offer("rests", k.REST, takes), k.trigger("hears", RESTED, plus(1), guard=dark))
    found = Decided(nothing_known(table, layout_of(table).depth))
    for question in ("applies", "runs"):
        assert found.closed(Obligation(question, ("kit.hears",))) is None


def test_an_act_done_with_nobody_marks_nobody() -> None:
    """What is set for the player whom an act names is not set where it names nobody."""
    who, draws = k.PLAYER_ARGUMENT, f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.HAND, k.ACTOR))
    picked, flag = t.ActEvent(k.PICK, 0), k.variable(k.FLAG, who)
    marks = k.trigger("marks", picked, f.Assign(flag, k.yes()), draws)
    unmarked = k.trigger("unmarked", picked, draws, guard=e.Not(flag, k.YES_NO))
    for picks in (k.variable(k.WHO), k.ACTOR):
        table = k.build(k.offer("rests", k.REST, f.Perform(k.PICK, k.ACTOR, picks, 0, None)), marks, unmarked)
        known = accept(nothing_known(table, layout_of(table).depth), [Carries(picked, None, False)])
        double = Decided(known).closed(Obligation("double", ("kit.marks", "kit.unmarked")))
        assert (double is None) is (picks != k.ACTOR)


def test_manners_alone_do_not_tell_offers_apart() -> None:
    to = {x: f.MoveCard(k.CARD_ARGUMENT, k.place(k.HAND, k.ACTOR), k.place(x)) for x in (k.PILE, k.STOCK)}
    bare = tuple(replace(x, effects=()) if i == k.PLAY else x for i, x in enumerate(k.ACTS))

    def apart(one: f.Effect, other: f.Effect, manner: int, acts: tuple[t.Act, ...] = bare) -> bool:
        rows = (k.offer("plain", k.PLAY, one), k.offer("other", k.PLAY, plus(1), other, manner=manner))
        table = k.build(*rows, acts=acts)
        found = Decided(nothing_known(table, layout_of(table).depth))
        return found.read_off(Obligation("two outcomes", ("kit.plain", "kit.other"))) is not None

    assert apart(to[k.PILE], to[k.STOCK], 1)
    assert not apart(to[k.PILE], to[k.PILE], 1)
    assert not apart(to[k.PILE], to[k.STOCK], 0)
    # where nothing is moved, nobody sees it
    assert not apart(f.If(below(3), (to[k.PILE],), ()), plus(2), 1)
    assert apart(to[k.PILE], plus(2), 1)
    # where the act itself has moved the card, it cannot be moved from the hand once more, but from the pile
    assert not apart(to[k.PILE], plus(2), 1, k.ACTS)
    top = f.MoveTop(k.number(1), k.place(k.PILE), k.place(k.TRAY, k.ACTOR))
    assert apart(top, plus(2), 1, k.ACTS)
    assert not apart(top, plus(2), 1)


def test_a_card_that_may_be_gone_is_not_seen_on_a_pile() -> None:
    """Hands that are swapped keep the number of their cards, and the card of the move is in another one."""
    mine, theirs = k.place(k.HAND, k.ACTOR), k.place(k.HAND, k.variable(k.WHO))
    bare = tuple(replace(x, effects=()) if i == k.PLAY else x for i, x in enumerate(k.ACTS))

    def apart(*before: f.Effect) -> bool:
        moves = (f.MoveCard(k.CARD_ARGUMENT, mine, k.place(x)) for x in (k.PILE, k.STOCK))
        rows = (
            k.offer(n, k.PLAY, *before, x, manner=i) for i, (n, x) in enumerate(zip(("one", "two"), moves, strict=True))
        )
        table = k.build(*rows, acts=bare)
        found = Decided(nothing_known(table, layout_of(table).depth))
        return found.read_off(Obligation("two outcomes", ("kit.one", "kit.two"))) is not None

    assert apart()
    assert not apart(f.SwapPlaces(mine, theirs))
    assert not apart(f.SwapPlaces(theirs, mine))


def test_offers_of_one_situation_are_not_apart() -> None:
    def apart(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        rows = (k.offer("one", k.REST, plus(1), situations=one), k.offer("other", k.REST, plus(2), situations=other))
        table = k.build(*rows)
        found = Decided(nothing_known(table, layout_of(table).depth))
        return found.read_off(Obligation("two outcomes", ("kit.one", "kit.other"))) is not None

    assert apart((k.WAIT,), (k.VOTE,))
    assert not apart((k.WAIT,), (k.WAIT, k.VOTE))
    assert not apart((k.WAIT,), ())


def test_rules_with_the_same_effects_are_not_in_any_order() -> None:
    """One may keep the other from running."""

    def alike(guard: e.Expr) -> bool:
        table = k.build(RESTS, *(k.trigger(x, RESTED, plus(2), guard=guard) for x in ("one", "other")))
        found = Decided(nothing_known(table, layout_of(table).depth))
        return found.read_off(Obligation("order", ("kit.one", "kit.other"))) is not None

    assert alike(k.yes())
    assert not alike(below(4))


def test_a_block_runs_only_where_each_of_its_conditions_says_so() -> None:
    one, other = frozenset({("a", True)}), frozenset({("b", True)})
    block = Unit(frozenset({one, other}), (), {}, frozenset())
    assert block.within(frozenset({one, other}))
    assert not block.within(frozenset({one}))


def test_an_option_changes_something_where_the_other_table_differs() -> None:
    """Without its rules, which do nothing, both tables have to be equal."""
    idle = k.trigger("idle", RESTED, plus(0))
    idle = replace(idle, info=replace(idle.info, option="kit.option"))

    def nothing(*others: t.Trigger) -> bool:
        mine, theirs = (
            Decided(nothing_known(x, layout_of(x).depth)) for x in (k.build(RESTS, idle), k.build(RESTS, *others))
        )
        return changes_nothing(mine, lambda: theirs, "kit.option") is not None

    assert nothing()
    assert not nothing(k.trigger("more", RESTED, plus(1)))


def test_a_prover_of_rules_without_effect_that_finds_all_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.checks.uno403_without_effect.is_no_op", lambda *_: True)
    monkeypatch.setattr("checker.checks.uno403_without_effect.changed_in_play", lambda *_: False)
    findings = without_effect.check(context_of(TABLE)).findings
    assert {r for f in findings for r in f.rules} >= {"kit.counts"}
    assert not [f for f in findings if f.evidence == "proved" and "kit.counts" in f.rules]


def test_a_prover_of_dead_parts_that_finds_all_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that holds at some table is open at most, whatever is said of it."""
    project = load_project([FOLDER / "part-word-fires.uno"])
    context = Context(project, TableSpec(seats=2), resolve_table(project, TableSpec(seats=2)), deadline=float("inf"))
    monkeypatch.setattr("checker.checks.uno405_dead_part.dead_parts", lambda _, wanted: dict.fromkeys(wanted, "never"))
    monkeypatch.setattr("checker.checks.uno405_dead_part.innermost", lambda dead, _: dead)
    monkeypatch.setattr("checker.checks.uno405_dead_part.everywhere", lambda *_: "dead")
    findings = dead_part.check(context).findings
    assert len([f for f in findings if f.evidence == "bounded"]) > 2
    assert all(f.certificates for f in findings if f.evidence == "proved")


def test_a_prover_that_finds_all_options_powerless(monkeypatch: pytest.MonkeyPatch) -> None:
    class All(dict[str, str]):
        def __missing__(self, key: str) -> str:
            return "never happens"

        def __contains__(self, key: object) -> bool:
            return True

    monkeypatch.setattr("checker.checks.uno404_option_without_effect.powerless", lambda *_: All())
    project = load_project([FOLDER / "dead-is-alive.uno"])
    names = tuple(project.option_names())
    assert names
    spec = TableSpec(options=names, seats=2)
    context = Context(project, spec, resolve_table(project, spec), deadline=float("inf"))
    assert option_without_effect.check(context).findings == ()


def by_height(table: t.Table) -> Cascades:
    """The ranking of cascades by the heights of events alone."""
    return heights(table, frozenset()), ()


def moves_end(*groups: Group, rules: tuple[t.Trigger | t.Offer, ...]) -> frozenset[int]:
    """The groups of situations among which the kernel says that moves come to an end, at a table with a round."""
    begins = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound())
    table = k.build(begins, *rules)
    known = accept(nothing_known(table, layout_of(table).depth), [])
    return frozenset(Decided(known).terminating_groups(groups, None, by_height(table)))


WAIT_OPEN: Measure = ("open", k.WAIT, -1)
IN_SET: Measure = ("set", k.SET, -1)
MEMBER = e.Member(k.ACTOR, k.variable(k.SET), k.YES_NO)
ANSWERS = k.offer("answers", k.REST, f.End(k.WAIT), situations=(k.WAIT,))
LEAVES = k.offer("leaves", k.NAME, f.ChangeSet("exclude", k.ACTOR, k.variable(k.SET)), guard=MEMBER)


def test_moves_that_make_a_sum_smaller_come_to_an_end() -> None:
    wait, vote = frozenset({k.WAIT}), frozenset({k.VOTE})
    both: Sums = (((WAIT_OPEN, 1), (IN_SET, 1)),)
    assert moves_end((wait, both), rules=(ANSWERS, LEAVES)) == {0}
    # whoever answers is out of it by that
    assert moves_end((wait, (((IN_SET, 1),),)), rules=(ANSWERS, LEAVES)) == {0}
    assert moves_end((wait, (((WAIT_OPEN, 1),),)), rules=(ANSWERS, LEAVES)) == frozenset()
    assert moves_end((wait, (((IN_SET, 1),), ((WAIT_OPEN, 1),))), rules=(ANSWERS, LEAVES)) == {0}
    # the other way round, with nobody left out, or with the wrong sign
    assert moves_end((wait, (((IN_SET, -1), (WAIT_OPEN, 1)),)), rules=(ANSWERS, LEAVES)) == frozenset()
    whoever = k.offer("leaves", k.NAME, *LEAVES.effects)
    assert moves_end((wait, both), rules=(ANSWERS, whoever)) == frozenset()
    # a rule that hears of the answer, and begins it again
    again = k.trigger("again", t.SituationEvent("ends", k.WAIT), f.Begin(k.WAIT, k.seat(0), ()))
    assert moves_end((wait, both), rules=(ANSWERS, again)) == frozenset()
    # from one group to the other and back
    there = k.offer("there", k.REST, f.End(k.WAIT), f.Begin(k.VOTE, k.players(1), ()), situations=(k.WAIT,))
    back = k.offer("back", k.NAME, f.End(k.VOTE), f.Begin(k.WAIT, k.seat(0), ()), situations=(k.VOTE,))
    ends = k.offer("ends", k.NAME, f.End(k.VOTE), f.End(k.WAIT), situations=(k.VOTE,))
    vote_open: Measure = ("open", k.VOTE, -1)
    groups: list[Group] = [(wait, (((WAIT_OPEN, 1),),)), (vote, (((vote_open, 1),),))]
    assert moves_end(*groups, rules=(there, ends)) == {0, 1}
    assert moves_end(*groups, rules=(there, back)) == frozenset()
    assert moves_end(*reversed(groups), rules=(there, ends)) == frozenset()
    # where one may go round, whoever leads there still comes to an end
    assert moves_end(groups[0], (vote, None), rules=(there, ends)) == {0}


def test_a_move_that_is_undone_each_time() -> None:
    """The engine undoes a move whose cascade goes on for ever, so that nothing gets less."""
    sums: Sums = (((WAIT_OPEN, 1),),)
    echo = k.trigger("echo", RESTED, f.Perform(k.REST, k.ACTOR, None, 0, None))
    for rules, found in (((ANSWERS,), {0}), ((ANSWERS, echo), frozenset())):
        assert moves_end((frozenset({k.WAIT}), sums), rules=rules) == found


def test_those_who_take_part_get_fewer() -> None:
    wait, fewer = frozenset({k.WAIT}), (((("players", 0, 0), 1),),)
    goes, comes = (f.Seating(kind, k.ACTOR) for kind in ("remove", "seat"))
    assert moves_end((wait, fewer), rules=(k.offer("goes", k.REST, goes, situations=(k.WAIT,)),)) == {0}
    assert moves_end((wait, fewer), rules=(k.offer("goes", k.REST, goes, comes, situations=(k.WAIT,)),)) == frozenset()


def test_all_moves_of_a_round_are_those_where_nothing_is_open_as_well() -> None:
    """Nothing is open, so anybody opens something, which is answered; and so on."""
    everywhere = frozenset({k.VOTE, k.WAIT})
    nothing = tuple(e.Not(e.IsOpen(x, k.YES_NO), k.YES_NO) for x in sorted(everywhere))
    opens = k.offer("opens", k.REST, f.Begin(k.WAIT, k.ACTOR, ()), guard=e.Logic("and", nothing, k.YES_NO))
    sums: Sums = (((WAIT_OPEN, 1),),)
    assert moves_end((everywhere | {-1}, sums), rules=(ANSWERS,)) == {0}
    assert moves_end((everywhere, sums), rules=(ANSWERS, opens)) == {0}
    assert moves_end((everywhere | {-1}, sums), rules=(ANSWERS, opens)) == frozenset()


def test_what_a_proof_of_moves_is_about() -> None:
    """All moves of a round, or those of situations by their names."""
    table = k.build(k.trigger("begins", t.TableEvent("match begins"), f.BeginRound()), ANSWERS)
    known = Decided(accept(nothing_known(table, layout_of(table).depth), []))
    sums: Sums = (((WAIT_OPEN, 1),),)
    for group, head in ((frozenset({k.VOTE, k.WAIT}), "moves end"), (frozenset({-1, k.VOTE, k.WAIT}), "every round")):
        (found,) = known.terminating_groups([(group, sums)], None, by_height(table)).values()
        assert found.about[0] == head


def test_a_number_that_each_move_counts_up_or_down() -> None:
    everywhere = frozenset({-1, k.VOTE, k.WAIT})
    counted: Measure = ("number", k.NUMBER, -1)
    up: Sums = (((counted, -1),),)
    down: Sums = (((counted, 1),),)

    def counts(by: int, guard: e.Expr) -> t.Offer:
        return k.offer("counts", k.REST, plus(by), guard=guard)

    assert moves_end((everywhere, up), rules=(counts(2, below(3)),)) == {0}
    assert moves_end((everywhere, down), rules=(counts(2, below(3)),)) == frozenset()
    assert moves_end((everywhere, down), rules=(counts(-1, e.Not(below(1), k.YES_NO)),)) == {0}
    # at the end of its range it stays as it is
    assert moves_end((everywhere, up), rules=(counts(2, k.yes()),)) == frozenset()
    # and what comes of a move takes it back
    back = k.trigger("back", t.ActEvent(k.REST, 0), f.Assign(NUMBER, k.number(0)))
    assert moves_end((everywhere, up), rules=(counts(2, below(3)), back)) == frozenset()


def test_a_later_sum_counts_only_where_the_earlier_ones_stay() -> None:
    wait = frozenset({k.WAIT})
    somebody: Measure = ("thing", k.WHO, -1)
    sums: Sums = (((IN_SET, 1),), ((somebody, 1),))
    forgets = f.Assign(k.variable(k.WHO), k.seat(-1))
    there = e.Not(k.same(k.variable(k.WHO), k.seat(-1)), k.YES_NO)
    alone = k.offer("forgets", k.REST, forgets, guard=there, situations=(k.WAIT,))
    assert moves_end((wait, sums), rules=(alone,)) == {0}
    joins = f.ChangeSet("include", k.ACTOR, k.variable(k.SET))
    trades = k.offer("trades", k.REST, forgets, joins, guard=there, situations=(k.WAIT,))
    assert moves_end((wait, sums), rules=(trades,)) == frozenset()
    assert moves_end((wait, sums[::-1]), rules=(trades,)) == {0}
    # in one sum, what comes makes up for what goes
    assert moves_end((wait, ((*sums[0], *sums[1]),)), rules=(trades,)) == frozenset()
    assert moves_end((wait, ((*sums[0], (somebody, 2)),)), rules=(trades,)) == {0}


def test_only_a_round_that_certainly_begins_anew_is_an_end() -> None:
    wait: Group = (frozenset({k.WAIT}), (((WAIT_OPEN, 1),),))
    stays = (f.BeginRound(), f.Begin(k.WAIT, k.seat(0), ()))
    assert moves_end(wait, rules=(k.offer("rests", k.REST, *stays, situations=(k.WAIT,)),)) == {0}
    perhaps = (f.If(below(3), (f.BeginRound(),), ()), stays[1])
    assert moves_end(wait, rules=(k.offer("rests", k.REST, *perhaps, situations=(k.WAIT,)),)) == frozenset()
    often = (f.Repeat(NUMBER, None, (f.BeginRound(),)), stays[1])
    assert moves_end(wait, rules=(k.offer("rests", k.REST, *often, situations=(k.WAIT,)),)) == frozenset()


def test_sums_of_what_is_not_there_are_refused() -> None:
    for what in (("open", 99, -1), ("cards", 0, -1), ("set", 99, 0), ("set", -99, 0)):
        wrong: Group = (frozenset({k.WAIT}), (((what, 1),),))
        assert moves_end(wrong, rules=(ANSWERS, LEAVES)) == frozenset()


def test_a_rule_that_never_runs_stands_instead_of_others_where_it_is_replaced() -> None:
    """The first rule runs. So the second one, which never does, is replaced, and the third one with it: the round is over."""
    event = t.ActEvent(k.REST, 0)
    ends = k.trigger("ends", event, f.EndRound(k.players(1)))
    never = k.trigger("never", event, plus(1), guard=k.yes(False), replaced_by=(1,))
    again = k.trigger("again", event, f.BeginRound(), replaced_by=(2,))
    for row, runs in (((ends, never, again), False), ((ends, never, replace(again, replaced_by=())), True)):
        begins = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound())
        table = k.build(k.offer("rests", k.REST), begins, *row)
        found = accept(nothing_known(table, layout_of(table).depth), [NeverRuns("kit.never")])
        assert found.dead == {"kit.never"}
        assert (Decided(found).accept_at_rest([Rest("round runs")]) is not None) == runs


APART = """
options for base

option threes "Whoever plays a 3 draws a card"
  rule threes
    when player plays 3
    then player draws 1 card

option fours "Whoever plays a 4 draws a card"
  rule fours
    when player plays 4
    then player draws 1 card

option again "Whoever plays a 3 draws two cards more"
  rule again
    when player plays 3
    then player draws 2 cards

option onward "Whoever plays a 2 plays a 4 as well"
  rule onward
    when player plays 2
    then player plays red 4

option no-star "A star is never played"
  rule no-star
    any player cannot play star

option counting "Fours are counted"
  variable played fours: 0 to 9
  rule counting
    when player plays a card
    then played fours += 1

option silent-threes "A 3 does not do what every card does"
  rule silent
    when player plays 3
    instead of every-card
    then player draws 1 card

option ones-turned "Of two rules about a 1 the other one comes first"
  variable played ones: 0 to 9
  rule between
    when player plays 1
    after late
    before early
    then played ones += 1

option threes-first "Whoever has a 3 must play it"
  rule threes-first
    during turn
    its player must play 3
    then over becomes yes

option free-fours "A 4 fits on everything"
  rule free-fours
    during turn
    its player may play 4
    then over becomes yes

option loud-threes "A 3 is played with a color, or not at all"
  act play a card
    naming a color
  rule loud-threes
    during turn
    instead of play
    its player may play 3 naming a color
    if the card is playable
    then over becomes yes

option quiet-threes "A 3 fits on everything"
  rule quiet-threes
    during turn
    its player may play 3
    then over becomes yes

option no-threes "Nobody plays a 3"
  rule no-threes
    any player cannot play 3

option attic "A star lies in the attic"
  zone attic, face down
  deck
    remove 1 of star
  deck in attic
    1 of star
"""


ORDERED = """
  rule early
    when player plays 1
    then over of turn becomes yes

  rule late
    when player plays 1
    then over of turn becomes no

  rule every-card
    when player plays a card
    then over of turn becomes yes
"""


def four_tables_of(folder: Path, one: str, other: str, more: str = "") -> list[t.Table]:
    """The tables with neither, each and both of two options of a small game, to which more rules are added."""
    (folder / "apart.uno").write_text('use "base.uno"' + APART, encoding="utf-8")
    (folder / "base.uno").write_text(
        (FOLDER / "base.uno").read_text(encoding="utf-8") + ORDERED + more, encoding="utf-8"
    )
    project = load_project([folder / "apart.uno"])
    sets: tuple[tuple[str, ...], ...] = ((), (one,), (other,), (one, other))
    specs = (TableSpec(games=("base",), seats=2, options=tuple(f"apart.{x}" for x in some)) for some in sets)
    return [resolve_table(project, spec).table for spec in specs]


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("threes", "fours", "never meet"),
        ("threes", "counting", "decide nothing"),
        ("threes", "ones-turned", None),
        ("ones-turned", "fours", None),
        ("threes", "again", None),
        ("threes", "attic", None),
        ("onward", "fours", None),
        ("no-threes", "free-fours", "never meet"),
        ("threes-first", "free-fours", None),
        ("loud-threes", "quiet-threes", None),
        ("loud-threes", "free-fours", "never meet"),
    ],
)
def test_options_that_never_meet(tmp_path: Path, one: str, other: str, why: str | None) -> None:
    none, mine, theirs, both = four_tables_of(tmp_path, one, other)
    found = never_apart(none, mine, theirs, both, (f"apart.{one}", f"apart.{other}"))
    assert (None if found is None else found.about[0]) == why


BRINGS = """
  rule star-brings
    during turn
    its player may play star
    instead of play
    then over becomes yes
      player plays red 3
      player plays red 4
"""

FORCED = """
  rule threes-first
    during turn
    its player must play 3
    then over becomes yes
"""

STANDS = """
  rule star-stands
    during turn
    its player may play star standing for top card
    instead of play
    then over becomes yes
"""


LOUDER = """
  rule a-louder-one
    when player plays a card
    instead of apart.silent
    then over of turn becomes no
"""


@pytest.mark.parametrize(
    ("more", "one", "other"),
    [
        (BRINGS, "threes", "fours"),
        (STANDS, "no-star", "fours"),
        (FORCED, "no-threes", "free-fours"),
        (LOUDER, "silent-threes", "fours"),
    ],
    ids=["brings", "stands", "forced", "louder"],
)
def test_a_move_that_brings_other_cards_or_stands_for_them(tmp_path: Path, more: str, one: str, other: str) -> None:
    names = (f"apart.{one}", f"apart.{other}")
    a, b, c, d = four_tables_of(tmp_path, one, other)
    assert never_apart(a, b, c, d, names) is not None
    a, b, c, d = four_tables_of(tmp_path, one, other, more)
    assert never_apart(a, b, c, d, names) is None


def test_a_prover_that_gives_other_tables(tmp_path: Path) -> None:
    none, mine, theirs, both = four_tables_of(tmp_path, "threes", "again")
    names = ("apart.threes", "apart.again")
    for a, b, c, d in product((none, mine, theirs, both), repeat=4):
        assert never_apart(a, b, c, d, names) is None
