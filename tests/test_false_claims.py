"""The kernel refuses what is false by one step, one player or one case, and closes nothing where a solver gives up."""

from __future__ import annotations

from dataclasses import replace

import pytest
import z3

from checker.effects.summary import summaries
from checker.invariants.few_cards import bounds_named
from checker.kernel.accept import accept, nothing_known
from checker.kernel.at_rest import accept_at_rest
from checker.kernel.decide import Decided
from checker.kernel.obligations import Obligation
from checker.smt.at_rest import Rest, Steps
from checker.smt.claims import Claim, NeverRuns, Range, Something
from checker.termination.change_vectors import Deltas
from checker.witness.trace import Watcher
from tests import engine_tables as k
from tests.comparisons.equal_tables import context_of
from unodsl.engine.layout import Layout, layout_of
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

RESTED, NAMED, PICKED = t.ActEvent(k.REST, 0), t.ActEvent(k.NAME, 0), t.ActEvent(k.PICK, 0)
NUMBER = k.variable(k.NUMBER)
RESTS = k.offer("rests", k.REST)
BEGINS = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound())
HOLDER = e.Local(7, "holder", k.PLAYER)


def below(limit: int) -> e.Expr:
    """That the number of the table is less."""
    return e.Compare("<", NUMBER, k.number(limit), k.YES_NO)


def plus(by: int) -> f.Assign:
    """The number of the table is made more, or less."""
    operator: e.Operator = "+" if by >= 0 else "-"
    return f.Assign(NUMBER, e.Arithmetic(operator, NUMBER, k.number(abs(by)), Number(-10, 20)))


def kept(table: t.Table, claim: Claim) -> bool:
    """Whether the kernel accepts a claim about a table."""
    return claim in accept(nothing_known(table, layout_of(table).depth), [claim]).claims


def decided(table: t.Table) -> Decided:
    """The kernel, which knows nothing of a table yet."""
    return Decided(nothing_known(table, layout_of(table).depth))


def with_act(act: int, *effects: f.Effect) -> tuple[t.Act, ...]:
    """The acts of the kit, of which one has other effects."""
    return tuple(replace(x, effects=effects) if i == act else x for i, x in enumerate(k.ACTS))


def holding_somebody(table: t.Table) -> t.Table:
    """The table with a variable that starts with the first player, and is not nothing by its type."""
    who = replace(k.VARIABLES[k.WHO], type=k.PLAYER, starts=0)
    return replace(table, variables=tuple(who if i == k.WHO else x for i, x in enumerate(k.VARIABLES)))


COUNTS = k.trigger("counts", RESTED, plus(1), guard=below(6))

# ---------------------------------------------------------------------------------------------------------- invariants


@pytest.mark.parametrize(("begins", "somebody"), [("of each", False), ("of one", True)])
def test_what_begins_for_several_players_has_no_player(begins: str, somebody: bool) -> None:
    situation, waits = (k.VOTE, k.IN_PLAY_SET) if begins == "of each" else (k.WAIT, k.ACTOR)
    starts = k.trigger("starts", RESTED, f.Begin(situation, waits, ()))
    sets = f.Assign(e.Variable(k.WHO, None, k.PLAYER), k.ACTOR)
    hears = k.trigger("hears", t.SituationEvent("begins", situation), sets)
    assert kept(holding_somebody(k.build(RESTS, starts, hears)), Something(k.WHO)) == somebody


def test_what_an_act_changes_is_no_longer_so_for_the_offer() -> None:
    once = k.build(k.offer("names", k.NAME, plus(1), guard=below(8)))
    twice = k.build(k.offer("names", k.NAME, plus(1), guard=below(8)), acts=with_act(k.NAME, plus(1)))
    assert kept(once, Range(k.NUMBER, 0, 8))
    assert not kept(twice, Range(k.NUMBER, 0, 8))


@pytest.mark.parametrize("nobody", ["first", "last", "never"])
def test_an_act_that_is_done_with_nobody_once(nobody: str) -> None:
    who = (k.seat(-1) if nobody == "first" else k.ACTOR, k.seat(-1) if nobody == "last" else k.ACTOR)
    picks = k.trigger("picks", RESTED, *(f.Perform(k.PICK, k.ACTOR, x, 0, None) for x in who))
    acts = with_act(k.PICK, f.Assign(e.Variable(k.WHO, None, k.PLAYER), k.PLAYER_ARGUMENT))
    table = holding_somebody(k.build(RESTS, picks, acts=acts))
    assert kept(table, Something(k.WHO)) == (nobody == "never")


def test_what_an_act_has_written_may_be_written_again_before_rules_hear_of_it() -> None:
    """A rule performs the act twice; the first one who is picked is no longer the last one when rules hear of it."""
    acts = with_act(k.PICK, f.Assign(k.variable(k.WHO), k.PLAYER_ARGUMENT))
    another = e.Not(k.same(k.variable(k.WHO), k.PLAYER_ARGUMENT), k.YES_NO)
    rules = k.offer("picks", k.PICK), RESTS, k.trigger("hears", PICKED, plus(1), guard=another)
    performs = (f.Perform(k.PICK, k.ACTOR, k.seat(x), 0, None) for x in (1, 2))
    assert kept(k.build(*rules, acts=acts), NeverRuns("kit.hears"))
    assert not kept(k.build(*rules, k.trigger("more", RESTED, *performs), acts=acts), NeverRuns("kit.hears"))


# ------------------------------------------------------------------------------------------------------ rules in any order


def test_what_one_of_two_players_has_may_be_what_the_other_has() -> None:
    left = e.Neighbor("left", k.ACTOR, k.MAYBE_PLAYER)

    def sets(name: str, whose: e.Expr, value: int) -> t.Trigger:
        return k.trigger(name, RESTED, f.Assign(k.variable(k.SCORE, whose), k.number(value)))

    either = e.Choose(below(3), k.ACTOR, left, k.MAYBE_PLAYER)
    turned = e.Choose(below(3), left, k.ACTOR, k.MAYBE_PLAYER)
    own = e.Choose(below(3), k.ACTOR, k.ACTOR, k.PLAYER)
    order = Obligation("order", ("kit.one", "kit.other"))
    for whose, other, apart in (
        (k.ACTOR, left, True),
        (own, left, True),
        (either, left, False),
        (turned, k.ACTOR, False),
    ):
        table = k.build(RESTS, sets("one", whose, 5), sets("other", other, 7))
        assert (decided(table).read_off(order) == "independent") is apart


def test_a_hand_may_be_given_to_different_sides() -> None:
    """Where the giver decides the side, somebody may get nothing."""
    table = k.build(RESTS)
    left, right = (e.Neighbor(x, HOLDER, k.MAYBE_PLAYER) for x in ("left", "right"))
    mine = k.same(HOLDER, k.seat(0))
    for condition, lost in ((below(3), frozenset()), (mine, {k.HAND})):
        give = f.GiveEvery(k.HAND, HOLDER, e.Choose(condition, left, right, k.MAYBE_PLAYER))
        transfer = summaries(table).of(give).transfer
        assert transfer is not None
        assert transfer.takes == lost


# ---------------------------------------------------------------------------------------------------- between two moves


@pytest.mark.parametrize("seat", [1, 2])
def test_a_move_that_one_seat_makes_otherwise(seat: int) -> None:
    ends = f.If(k.same(k.ACTOR, k.seat(seat)), (f.EndRound(k.IN_PLAY_SET),), ())

    def round_runs(*effects: f.Effect) -> bool:
        table = k.build(BEGINS, k.offer("rests", k.REST, *effects))
        return accept_at_rest(Steps(nothing_known(table, layout_of(table).depth)), [Rest("round runs")]) is not None

    assert round_runs()
    assert not round_runs(ends)


def test_what_holds_between_moves_of_another_table_closes_nothing() -> None:
    waits = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound(), f.Begin(k.WAIT, k.seat(0), ()))
    hears = k.trigger("hears", RESTED, plus(1), guard=e.Not(e.IsOpen(k.WAIT, k.YES_NO), k.YES_NO))
    mine, theirs = decided(k.build(BEGINS, RESTS, hears)), decided(k.build(waits, RESTS, hears))
    rest = theirs.accept_at_rest([Rest("open", k.WAIT)])
    assert rest is not None
    question = Obligation("runs", ("kit.hears",))
    assert theirs.verdict_at_rest(question, rest)[0] == "impossible"
    assert mine.verdict_at_rest(question, rest) == ("unknown", None)


# ------------------------------------------------------------------------------------------------- solvers that give up


@pytest.mark.parametrize("answer", [z3.unknown, z3.sat])
def test_a_solver_that_gives_up_accepts_nothing(answer: z3.CheckSatResult, monkeypatch: pytest.MonkeyPatch) -> None:
    table = k.build(RESTS, COUNTS)
    assert kept(table, Range(k.NUMBER, 0, 6))
    monkeypatch.setattr("checker.smt.query.Solver.check", lambda *_: answer)
    assert not kept(table, Range(k.NUMBER, 0, 6))
    assert not kept(table, Range(k.NUMBER, 0, 5))


@pytest.mark.parametrize(("answer", "verdict"), [(z3.unknown, "unknown"), (z3.sat, "possible")])
def test_a_solver_that_gives_up_closes_nothing(
    answer: z3.CheckSatResult, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = k.trigger("never", RESTED, plus(1), guard=e.Logic("and", (below(2), e.Not(below(4), k.YES_NO)), k.YES_NO))
    question = Obligation("runs", ("kit.never",))
    assert decided(k.build(RESTS, never)).closed(question) is not None
    monkeypatch.setattr("checker.smt.query.Solver.check", lambda *_: answer)
    assert decided(k.build(RESTS, never)).verdict_of(question) == (verdict, None)


# -------------------------------------------------------------------------------------------------- numbers and replays


@pytest.mark.parametrize(("step", "end", "full"), [(-1, 0, True), (-1, 10, False), (1, 10, True), (1, 0, False)])
def test_only_the_end_that_a_number_runs_to_ends_the_match(step: int, end: int, full: bool) -> None:
    over = f.If(k.same(NUMBER, k.number(end)), (f.EndMatch(k.IN_PLAY_SET),), ())
    table = k.build(RESTS, k.trigger("runs", RESTED, plus(step), over))
    change = Deltas(context_of(table)).of_trigger(0).change["number", k.NUMBER, -1]
    assert change == ((step, step) if full else (min(0, step), max(0, step)))


def test_the_bound_of_a_hand_that_a_condition_names() -> None:
    card = e.Local(8, "card", k.CARD)
    count, six = e.CountCards(k.place(k.HAND, k.ACTOR), card, None, Number(0, 8)), k.number(6)
    for condition, most in (
        (e.Compare("<", count, six, k.YES_NO), 5),
        (e.Compare("<=", count, six, k.YES_NO), 6),
        (e.Compare("<", six, count, k.YES_NO), 6),
        (e.Compare("<=", six, count, k.YES_NO), 5),
    ):
        table = k.build(RESTS, k.trigger("counts", RESTED, plus(1), guard=condition))
        assert bounds_named(table, table.triggers) == {(k.HAND, most)}


def test_a_replay_runs_the_rules_that_the_game_runs() -> None:
    """The first rule stands instead of the second, and the second, which does not run by that, instead of the third."""
    first = k.trigger("first", RESTED, plus(1))
    second = k.trigger("second", RESTED, plus(2), replaced_by=(0,))
    third = k.trigger("third", RESTED, plus(4), replaced_by=(1,))
    context = context_of(k.build(RESTS, first, second, third))
    state = k.Position(Layout(context.table)).state
    (move,) = (x for x in context.reference.legal(state) if x.seat == 0)
    for without, ran in (((), [0]), ((0,), [1]), ((0, 1), [2])):
        found = Watcher(context).watch(state, move, without)
        assert found is not None
        assert found[1][0].ran == ran
        if not without:
            assert found[0] == context.reference.apply(state, move)
