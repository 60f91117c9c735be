"""Every effect of the model: what it changes, what it leaves alone, and which events it sets off, on every executor."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from tests import engine_tables as k
from unodsl.engine.api import State, Trace
from unodsl.engine.layout import CLOSED, GENERATOR, IN_PLAY, MATCH, MOVED, ROUND, TABLE_EVENTS, TOP, WINNERS, Layout
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

POSITION = TABLE_EVENTS.index(t.TableEvent("position"))
HAND_0, HAND_1, HAND_2 = (k.place(k.HAND, i) for i in range(3))
PILE, STOCK, NOWHERE = k.place(k.PILE), k.place(k.STOCK), k.place(k.HAND, -1)
LISTENED: tuple[t.Event, ...] = (
    *(t.ActEvent(k.PLAY, m) for m in (0, 1)),
    *(t.ActEvent(a, 0) for a in (k.DRAW, k.NAME, k.PICK, k.REST, k.SHOW)),
    *(t.SituationEvent(kind, i) for kind in get_args(t.SituationKind) for i in (k.VOTE, k.WAIT)),
    *(x for x in TABLE_EVENTS if x.kind not in ("position", "settles", "match begins")),
)
HEARD = e.Local(0, "player", k.MAYBE_PLAYER)


def name_of(event: t.Event) -> str:
    """What the rule is called that listens to an event."""
    match event:
        case t.ActEvent():
            return f"{k.ACTS[event.act].third}{' hard' if event.manner else ''}"
        case t.SituationEvent():
            return f"{k.SITUATIONS[event.situation].name[4:]} {event.kind}"
        case t.TableEvent():
            return event.kind
        case _:
            raise AssertionError(event)


def run(
    *effects: f.Effect, before: Callable[[k.Position], k.Position] | None = None
) -> tuple[k.Position, k.Position, Trace]:
    """The effects at once, as the executors do them: before, after, and what happened (which must be the same for all).
    Every event is listened to; who it happened to is told to that player."""
    table = k.build(
        k.trigger("effects", t.TableEvent("position"), *effects),
        # a rule that takes single cards off the pile makes its whole order count
        k.trigger("unheard", t.TableEvent("match begins"), f.MoveTop(k.number(1), PILE, STOCK)),
        *(k.trigger(name_of(x), x, f.Tell(name_of(x), e.SetOf(HEARD, k.PLAYERS))) for x in LISTENED),
    )
    results: list[tuple[State, Trace]] = []
    layout = Layout(table)
    start = k.Position(layout)
    start = before(start) if before else start
    for executor in k.executors(table):
        trace = Trace()
        after = executor.happen(start.state, POSITION, None, trace)
        assert executor.happen(start.state, POSITION) == after
        assert layout.conserved(after)
        trace.fired.remove("kit.effects")
        results.append((after, trace))
    assert all(r == results[0] for r in results)
    return start, k.Position(layout, results[0][0]), results[0][1]


def dealt(position: k.Position) -> k.Position:
    """Two cards for the first seat, one for the second, two on the pile."""
    return position.lay(k.HAND, 0, k.DARK_1, k.LIGHT_3).lay(k.HAND, 1, k.BLANK).lay(k.PILE, 0, k.DARK_2, k.LIGHT_1)


# ------------------------------------------------------------------------------------------------------------- assignments


@pytest.mark.parametrize(("value", "kept"), [(5, 5), (11, 10), (-1, 0)])
def test_assign_keeps_within_bounds(value: int, kept: int) -> None:
    _, after, _ = run(f.Assign(k.variable(k.NUMBER), k.number(value)))
    assert after.get(k.NUMBER) == kept


def test_assign_to_a_seat() -> None:
    _, after, _ = run(f.Assign(k.variable(k.SCORE, k.seat(1)), k.number(8)))
    assert [after.get(k.SCORE, i) for i in range(3)] == [0, 8, 0]


def test_assign_to_nobody_changes_nothing() -> None:
    before, after, _ = run(f.Assign(k.variable(k.SCORE, k.variable(k.WHO)), k.number(8)))
    assert before.state == after.state


def test_assign_reaches_only_open_situations() -> None:
    before, after, _ = run(f.Assign(k.field(k.WAIT, 0), k.number(4)), f.Assign(k.owner(k.WAIT), k.seat(1)))
    assert before.state == after.state
    _, after, _ = run(
        f.Assign(k.field(k.WAIT, 0), k.number(9)),
        f.Assign(k.owner(k.WAIT), k.seat(1)),
        before=lambda p: p.open(k.WAIT, 0, 2),
    )
    assert (after.field(k.WAIT, 0), after.owner(k.WAIT)) == (5, 1)


def test_an_owner_never_becomes_nobody() -> None:
    before, after, _ = run(
        f.Assign(k.owner(k.WAIT), k.seat(-1)),
        f.Assign(k.owner(k.VOTE), k.players(0)),
        before=lambda p: p.open(k.WAIT, 0).open(k.VOTE, 0b11),
    )
    assert before.state == after.state


# ------------------------------------------------------------------------------------------------------------------- cards


def test_move_card() -> None:
    _, after, _ = run(f.MoveCard(k.card(k.LIGHT_3), HAND_0, PILE), before=dealt)
    assert after.cards(k.HAND, 0) == [k.DARK_1]
    assert after.cards(k.PILE) == [k.LIGHT_3, k.LIGHT_1, k.DARK_2]
    assert after.s[MOVED] == -1


@pytest.mark.parametrize(
    "effect",
    [
        f.MoveCard(k.card(k.BLANK), HAND_0, PILE),
        f.MoveCard(k.card(-1), HAND_0, PILE),
        f.MoveCard(k.card(k.DARK_1), NOWHERE, PILE),
        f.MoveCard(k.card(k.DARK_1), HAND_0, NOWHERE),
        f.MoveTop(k.number(2), NOWHERE, PILE),
        f.MoveTop(k.number(2), PILE, NOWHERE),
        f.MoveTop(k.number(0), PILE, HAND_0),
        f.MoveTop(k.number(-3), PILE, HAND_0),
        f.MoveTop(k.number(1), k.place(k.TRAY, 2), HAND_0),
        f.MoveAll(0, NOWHERE, PILE),
        f.MoveAll(0, PILE, NOWHERE),
        f.Gather(NOWHERE),
        f.Shuffle(STOCK),
        f.Shuffle(NOWHERE),
        f.SwapPlaces(HAND_0, NOWHERE),
        f.SwapPlaces(HAND_0, HAND_0),
    ],
)
def test_where_nothing_moves_only_what_moved_is_forgotten(effect: f.Effect) -> None:
    last = f.Assign(k.variable(k.MARK), e.Builtin("moved", k.MAYBE_CARD))
    before, after, _ = run(effect, last, before=dealt)
    assert before.state == after.state
    _, after, _ = run(f.MoveTop(k.number(1), k.place(k.HAND, 1), HAND_2), effect, last, before=dealt)
    changes = isinstance(effect, f.MoveCard | f.MoveTop)
    assert after.get(k.MARK) == (-1 if changes else k.BLANK)


def test_a_card_out_of_the_middle_of_a_pile() -> None:
    _, after, _ = run(f.MoveCard(k.card(k.DARK_2), PILE, HAND_2), before=dealt)
    assert (after.cards(k.PILE), after.cards(k.HAND, 2)) == ([k.LIGHT_1], [k.DARK_2])


def test_move_top_of_a_pile_is_no_chance() -> None:
    before, after, trace = run(
        f.MoveTop(k.number(5), PILE, HAND_2),
        f.Assign(k.variable(k.MARK), e.Builtin("moved", k.MAYBE_CARD)),
        before=dealt,
    )
    assert (after.cards(k.PILE), after.cards(k.HAND, 2)) == ([], [k.DARK_2, k.LIGHT_1])
    assert after.get(k.MARK) == k.DARK_2
    assert (trace.drawn, trace.short) == ([], ["kit.pile"])
    assert before.s[GENERATOR] == after.s[GENERATOR]


def test_move_top_of_a_set_is_chance() -> None:
    before, after, trace = run(f.MoveTop(k.number(2), STOCK, HAND_2), before=dealt)
    assert sorted(trace.drawn) == after.cards(k.HAND, 2)
    assert sorted([*trace.drawn, *after.cards(k.STOCK)]) == before.cards(k.STOCK)
    assert before.s[GENERATOR] != after.s[GENERATOR]
    assert trace.short == []


def test_the_count_is_looked_up_before_anything_is_forgotten() -> None:
    count = e.FaceNumber(1, e.Builtin("moved", k.MAYBE_CARD), Number(0, 3))
    _, after, _ = run(f.MoveCard(k.card(k.LIGHT_3), HAND_0, HAND_2), f.MoveTop(count, STOCK, HAND_1), before=dealt)
    assert len(after.cards(k.HAND, 1)) == 4


@pytest.mark.parametrize(("keep", "stays"), [(0, []), (1, [k.LIGHT_1]), (2, [k.LIGHT_1, k.DARK_2])])
def test_move_all(keep: int, stays: list[int]) -> None:
    before, after, _ = run(f.MoveAll(keep, PILE, STOCK), before=dealt)
    assert after.cards(k.PILE) == stays
    assert len(after.cards(k.STOCK)) == len(before.cards(k.STOCK)) + 2 - keep


def test_cards_go_under_a_pile_in_the_order_of_their_kinds() -> None:
    _, after, _ = run(f.MoveAll(0, HAND_0, PILE), before=dealt)
    assert after.cards(k.PILE) == [k.LIGHT_1, k.DARK_2, k.DARK_1, k.LIGHT_3]


def test_gather() -> None:
    _, after, _ = run(f.Gather(HAND_2), before=dealt)
    assert len(after.cards(k.HAND, 2)) == k.DECK.size
    assert after.cards(k.PILE) == after.cards(k.STOCK) == []


def test_shuffle_a_pile_keeps_its_cards() -> None:
    before, after, trace = run(f.Shuffle(PILE), f.MoveTop(k.number(1), PILE, PILE), before=dealt)
    assert sorted(before.cards(k.PILE)) == sorted(after.cards(k.PILE))
    assert len(trace.drawn) == 2


def test_swap_places() -> None:
    _, after, _ = run(f.SwapPlaces(HAND_0, HAND_1), before=dealt)
    assert (after.cards(k.HAND, 0), after.cards(k.HAND, 1)) == ([k.BLANK], [k.DARK_1, k.LIGHT_3])
    _, after, _ = run(f.SwapPlaces(PILE, k.place(k.TRAY, 2)), before=dealt)
    assert (after.cards(k.PILE), after.cards(k.TRAY, 2)) == ([], [k.LIGHT_1, k.DARK_2])


def test_give_every_hand_at_once() -> None:
    holder = e.Local(2, "holder", k.PLAYER)
    _, after, _ = run(f.GiveEvery(k.HAND, holder, e.Neighbor("left", holder, k.MAYBE_PLAYER)), before=dealt)
    assert [after.cards(k.HAND, i) for i in range(3)] == [[], [k.DARK_1, k.LIGHT_3], [k.BLANK]]
    _, after, _ = run(f.GiveEvery(k.HAND, holder, k.seat(2)), before=dealt)
    assert [after.cards(k.HAND, i) for i in range(3)] == [[], [], [k.DARK_1, k.LIGHT_3, k.BLANK]]


def test_a_hand_given_to_nobody_stays() -> None:
    holder = e.Local(2, "holder", k.PLAYER)
    to = e.Choose(k.same(holder, k.seat(0)), k.variable(k.WHO), k.seat(0), k.MAYBE_PLAYER)
    _, after, _ = run(f.GiveEvery(k.HAND, holder, to), before=dealt)
    assert [after.cards(k.HAND, i) for i in range(3)] == [[k.DARK_1, k.LIGHT_3, k.BLANK], [], []]


# -------------------------------------------------------------------------------------------------------------- situations


def test_begin_and_its_event() -> None:
    effect = f.Begin(k.WAIT, k.seat(1), ((0, k.number(9)),))
    _, after, trace = run(effect, before=lambda p: p.open(k.VOTE, 0b11))
    assert after.stack() == [k.WAIT, k.VOTE]
    assert (after.owner(k.WAIT), after.field(k.WAIT, 0), after.field(k.WAIT, 1)) == (1, 5, -1)
    assert trace.shown == [("wait begins", 0b10)]


@pytest.mark.parametrize("effect", [f.Begin(k.WAIT, k.variable(k.WHO), ()), f.Begin(k.VOTE, k.players(0), ())])
def test_begin_on_nobody_does_nothing(effect: f.Effect) -> None:
    before, after, trace = run(effect, before=lambda p: p.open(k.WAIT, 1, 4))
    assert before.state == after.state
    assert trace.fired == []


def test_begin_again_moves_to_the_top_without_ending() -> None:
    again = f.Begin(k.WAIT, k.seat(2), ((1, e.Constant(1, k.SHADES)),))
    _, after, trace = run(again, before=lambda p: p.open(k.WAIT, 0, 4).open(k.VOTE, 0b11))
    assert after.stack() == [k.WAIT, k.VOTE]
    assert (after.owner(k.WAIT), after.field(k.WAIT, 0), after.field(k.WAIT, 1)) == (2, 1, 1)
    assert trace.fired == ["kit.wait begins"]


def test_begin_again_may_look_at_its_own_fields() -> None:
    grown = e.Arithmetic("+", k.field(k.WAIT, 0), k.number(1), Number(1, 6))
    _, after, _ = run(f.Begin(k.WAIT, k.owner(k.WAIT), ((0, grown),)), before=lambda p: p.open(k.WAIT, 2, 3))
    assert (after.owner(k.WAIT), after.field(k.WAIT, 0)) == (2, 4)


def test_end_out_of_the_middle() -> None:
    _, after, trace = run(f.End(k.WAIT), before=lambda p: p.open(k.WAIT, 1, 4).open(k.VOTE, 0b11))
    assert after.stack() == [k.VOTE]
    assert after.s[after.layout.below[k.WAIT]] == CLOSED
    assert (after.owner(k.WAIT), after.field(k.WAIT, 0)) == (-1, 1)
    assert trace.shown == [("wait ends", 0b10)]


def test_end_of_what_is_not_open() -> None:
    before, after, trace = run(f.End(k.WAIT))
    assert (before.state, trace.fired) == (after.state, [])


def test_a_set_of_players_completes() -> None:
    out = f.ChangeSet("exclude", k.seat(1), k.owner(k.VOTE))
    _, after, trace = run(out, out, before=lambda p: p.open(k.VOTE, 0b10))
    assert (after.owner(k.VOTE), after.stack()) == (0, [k.VOTE])
    assert trace.shown == [("vote completes", 0)]
    _, after, trace = run(out, before=lambda p: p.open(k.VOTE, 0b110))
    assert (after.owner(k.VOTE), trace.fired) == (0b100, [])


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (f.ChangeSet("include", k.seat(2), k.variable(k.SET)), 0b100),
        (f.ChangeSet("exclude", k.seat(2), k.variable(k.SET)), 0),
        (f.ChangeSet("include", k.variable(k.WHO), k.variable(k.SET)), 0),
    ],
)
def test_change_a_set(effect: f.Effect, expected: int) -> None:
    _, after, _ = run(effect)
    assert after.get(k.SET) == expected


def test_a_set_of_a_closed_situation_stays() -> None:
    before, after, _ = run(
        f.ChangeSet("include", k.seat(0), k.owner(k.VOTE)), f.ChangeSet("include", k.seat(0), k.field(k.VOTE, 0))
    )
    assert before.state == after.state


# -------------------------------------------------------------------------------------------------------- acts and players


def test_perform() -> None:
    _, after, trace = run(f.Perform(k.PLAY, k.seat(0), k.card(k.LIGHT_3), 1, None), before=dealt)
    assert after.cards(k.PILE)[0] == k.LIGHT_3
    assert trace.shown == [("plays hard", 0b1)]


def test_an_argument_stays_within_what_the_act_takes() -> None:
    _, after, trace = run(f.Perform(k.DRAW, k.seat(2), k.number(40), 0, None))
    assert len(after.cards(k.HAND, 2)) == 4
    assert trace.shown == [("draws", 0b100)]


def test_nobody_does_nothing() -> None:
    before, after, trace = run(f.Perform(k.DRAW, k.variable(k.WHO), k.number(2), 0, None))
    assert (before.state, trace.fired) == (after.state, [])


def test_notes_and_cards_shown() -> None:
    _, _, trace = run(
        f.Tell("say 'please' \\", k.players(0b11)),
        f.Show(HAND_1, k.players(0b1)),
        f.Show(NOWHERE, k.players(0b1)),
        f.Show(k.card(k.BLANK), k.players(0b100)),
        before=dealt,
    )
    assert trace.shown == [("say 'please' \\", 0b11)]
    assert [x[:3] for x in trace.seen] == [(k.HAND, 1, 0b1), (-1, k.BLANK, 0b100)]


def test_leaving_and_joining() -> None:
    away, back = f.Seating("remove", k.seat(1)), f.Seating("seat", k.seat(1))
    _, after, trace = run(away, away)
    assert (after.s[IN_PLAY], trace.shown) == (0b101, [("leaves", 0b10)])
    _, after, trace = run(away, back, back, f.Seating("remove", k.variable(k.WHO)))
    assert (after.s[IN_PLAY], trace.shown) == (0b111, [("leaves", 0b10), ("joins", 0b10)])


# ------------------------------------------------------------------------------------------------------ rounds and matches


def messy(position: k.Position) -> k.Position:
    """A round in full swing, with somebody gone."""
    dealt(position).set(k.NUMBER, 9).set(k.KEPT, 5).set(k.SCORE, 4, 2).set(k.FLAG, 1, 1).open(k.WAIT, 0, 3)
    position.s[IN_PLAY], position.s[WINNERS] = 0b011, 0b010
    return position.lay(k.HAND, 2, k.DARK_1)


def test_begin_a_round() -> None:
    before, after, trace = run(f.BeginRound(), before=messy)
    assert after.cards(k.STOCK) == before.layout.listed(before.layout.all_cards)
    assert (after.get(k.NUMBER), after.get(k.FLAG, 1)) == (3, 0)
    assert (after.get(k.KEPT), after.get(k.SCORE, 2)) == (5, 4)
    assert (after.s[TOP], after.s[IN_PLAY], after.s[WINNERS]) == (-1, 0b011, 0b010)
    assert (after.s[ROUND], after.s[MATCH], after.s[GENERATOR]) == (1, 1, before.s[GENERATOR])
    assert trace.fired == ["kit.round begins"]


def test_end_a_round() -> None:
    before, after, trace = run(f.EndRound(k.players(0b101)), f.EndRound(k.players(0b010)), before=messy)
    assert (after.s[ROUND], after.s[MATCH], after.s[WINNERS], after.stack()) == (0, 1, 0b101, [])
    assert after.cards(k.HAND, 0) == before.cards(k.HAND, 0)
    assert trace.fired == ["kit.round ends"]


def test_end_the_match() -> None:
    _, after, trace = run(f.EndMatch(k.players(0b1)), f.EndMatch(k.players(0b10)), f.EndRound(k.players(0)))
    assert (after.s[ROUND], after.s[MATCH], after.s[WINNERS], after.stack()) == (0, 0, 0b1, [])
    assert trace.fired == ["kit.match ends"]


# ----------------------------------------------------------------------------------------------------------------- control


def add(value: e.Expr) -> f.Effect:
    """The digits of the number grow by one more."""
    shifted = e.Arithmetic("*", k.variable(k.SCORE, k.seat(0)), k.number(2), Number(0, 40))
    return f.Assign(k.variable(k.SCORE, k.seat(0)), e.Arithmetic("+", shifted, value, Number(0, 43)))


def test_one_of_two_blocks() -> None:
    for condition, expected in ((k.yes(), 1), (e.IsOpen(k.WAIT, k.YES_NO), 0)):
        _, after, _ = run(f.If(condition, (add(k.number(1)),), (add(k.number(0)),)))
        assert after.get(k.SCORE, 0) == expected


@pytest.mark.parametrize(
    ("start", "backward", "order"),
    [
        (None, None, [0, 1, 2]),
        (k.seat(1), None, [1, 2, 0]),
        (k.variable(k.WHO), None, [0, 1, 2]),
        (k.seat(1), k.yes(False), [1, 2, 0]),
        (None, k.yes(), [0, 2, 1]),
        (k.seat(1), k.yes(), [1, 0, 2]),
        (k.variable(k.WHO), k.yes(), [0, 2, 1]),
    ],
)
def test_for_each_goes_round(start: e.Expr | None, backward: e.Expr | None, order: list[int]) -> None:
    each = e.Local(2, "player", k.PLAYER)
    body = (f.Tell("here", e.SetOf(each, k.PLAYERS)),)
    _, _, trace = run(f.ForEach(each, k.players(0b111), start, body, backward))
    assert [mask.bit_length() - 1 for _, mask in trace.shown] == order


def test_for_each_looks_up_its_players_once() -> None:
    each = e.Local(2, "player", k.PLAYER)
    body = (f.Seating("remove", e.Neighbor("left", each, k.MAYBE_PLAYER)), add(k.number(1)))
    _, after, _ = run(f.ForEach(each, k.IN_PLAY_SET, None, body))
    assert after.get(k.SCORE, 0) == 7


def test_for_each_card_goes_through_the_cards_of_the_beginning_in_the_order_of_the_deck() -> None:
    each = e.Local(2, "card", k.CARD)
    body = (f.Show(each, k.players(1)), f.MoveCard(each, HAND_0, STOCK), f.MoveTop(k.number(1), STOCK, HAND_0))
    before, after, trace = run(f.ForEachCard(each, HAND_0, None, body), before=dealt)
    assert [x.what for x in trace.seen] == [k.DARK_1, k.LIGHT_3]
    assert len(after.cards(k.HAND, 0)) == len(before.cards(k.HAND, 0)) == 2
    _, _, trace = run(f.ForEachCard(each, PILE, None, body[:1]), before=dealt)
    assert [x.what for x in trace.seen] == [k.DARK_2, k.LIGHT_1]
    light = e.Compare("==", e.Attribute(0, each, k.MAYBE_SHADE), e.Constant(1, k.SHADES), k.YES_NO)
    _, _, trace = run(f.ForEachCard(each, HAND_0, light, body), before=dealt)
    assert [x.what for x in trace.seen] == [k.LIGHT_3]
    _, _, trace = run(f.ForEachCard(each, NOWHERE, None, body), before=dealt)
    assert trace.seen == []


def test_for_each_card_comes_once_for_each_copy() -> None:
    each = e.Local(2, "card", k.CARD)
    _, _, trace = run(f.MoveAll(0, STOCK, HAND_1), f.ForEachCard(each, HAND_1, None, (f.Show(each, k.players(1)),)))
    copies = [kind for kind, declared in enumerate(k.build().deck.kinds) for _ in range(declared.copies)]
    assert [x.what for x in trace.seen] == copies
    assert len(set(copies)) < len(copies)


def test_repeat_looks_up_its_times_once_and_its_condition_each_time() -> None:
    one_more = f.Assign(k.variable(k.NUMBER), e.Arithmetic("+", k.variable(k.NUMBER), k.number(1), Number(1, 11)))
    _, after, _ = run(f.Repeat(k.variable(k.NUMBER), None, (one_more,)))
    assert after.get(k.NUMBER) == 6
    small = e.Compare("<", k.variable(k.NUMBER), k.number(5), k.YES_NO)
    _, after, _ = run(f.Repeat(k.number(100), small, (one_more,)))
    assert after.get(k.NUMBER) == 5
    _, after, _ = run(f.Repeat(k.number(-1), None, (one_more,)))
    assert after.get(k.NUMBER) == 3


def test_loops_inside_loops_leave_only_their_own() -> None:
    inner = f.Repeat(
        k.number(9),
        e.Compare("<", k.variable(k.NUMBER), k.number(5), k.YES_NO),
        (f.Assign(k.variable(k.NUMBER), e.Arithmetic("+", k.variable(k.NUMBER), k.number(1), Number(1, 11))),),
    )
    _, after, _ = run(f.Repeat(k.number(4), None, (inner, add(k.number(0)), add(k.number(1)))))
    assert (after.get(k.NUMBER), after.get(k.SCORE, 0)) == (5, 20)


def test_where_no_rule_looks_below_the_top_the_order_there_is_not_kept() -> None:
    """States that no rule can tell apart are one state."""
    put = f.MoveCard(k.variable(k.MARK), STOCK, PILE)
    table = k.build(k.trigger("put", t.TableEvent("position"), put))
    layout = Layout(table)
    for executor in k.executors(table):
        ends = set()
        for order in ((k.DARK_2, k.LIGHT_3, k.BLANK), (k.LIGHT_3, k.DARK_2, k.BLANK)):
            state = k.Position(layout).state
            for kind in order:
                state = executor.happen(k.Position(layout, state).set(k.MARK, kind).state, POSITION)
            ends.add(k.Position(layout, state).set(k.MARK, -1).state)
            assert k.Position(layout, state).cards(k.PILE) == [k.BLANK, k.DARK_2, k.LIGHT_3]
        assert len(ends) == 1
