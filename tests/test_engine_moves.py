"""Which moves are legal, and what a cascade does, on every executor."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from tests import engine_tables as k
from unodsl import limits
from unodsl.engine.api import EndlessCascade, Move, Trace
from unodsl.engine.cards import Pool
from unodsl.engine.generated import Generated, source
from unodsl.engine.layout import IN_PLAY, MATCH, ROUND, TABLE_EVENTS, Layout
from unodsl.engine.values import Values
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

MINE = e.SetOf(k.owner(k.WAIT), k.PLAYERS)
IS_DARK = k.same(e.Attribute(0, k.CARD_ARGUMENT, k.MAYBE_SHADE), e.Constant(0, k.SHADES))


def start(layout: Layout) -> k.Position:
    """The first of three seats is waited for."""
    position = k.Position(layout).lay(k.HAND, 0, k.DARK_1, k.DARK_1, k.LIGHT_3).lay(k.HAND, 1, k.BLANK)
    return position.open(k.WAIT, 0)


def legal(table: t.Table, position: k.Position | None = None, mistakes: bool = True) -> list[tuple[str, int, int]]:
    """The legal moves as (offer, seat, argument), the same on every executor."""
    found = []
    for executor in k.executors(table):
        state = (position or start(Layout(table))).state
        found.append(executor.legal(state, mistakes))
    assert all(x == found[0] for x in found)
    return [(table.offers[m.offer].info.name[4:], m.seat, m.argument) for m in found[0]]


def offered(*rules: t.Offer | t.Ban) -> list[tuple[str, int, int]]:
    """The legal moves under some rules."""
    return legal(k.build(*rules))


# -------------------------------------------------------------------------------------------------------------- candidates


def test_a_card_is_one_of_the_kinds_in_hand() -> None:
    assert offered(k.offer("o", k.PLAY, who=MINE)) == [("o", 0, k.DARK_1), ("o", 0, k.LIGHT_3)]


def test_a_card_of_an_act_without_origin_is_any() -> None:
    assert offered(k.offer("o", k.SHOW, who=MINE)) == [("o", 0, i) for i in range(5)]


def test_an_opponent_is_anybody_else_at_the_table() -> None:
    table = k.build(k.offer("o", k.PICK))
    position = start(Layout(table))
    position.s[IN_PLAY] = 0b101
    assert legal(table, position) == [("o", 0, 2), ("o", 2, 0)]


@pytest.mark.parametrize(("choices", "arguments"), [(None, [1, 2, 3, 4]), ((2, 3), [2, 3]), ((4, 4), [4])])
def test_numbers(choices: tuple[int, int] | None, arguments: list[int]) -> None:
    found = offered(k.offer("o", k.DRAW, who=MINE, choices=choices))
    assert found == [("o", 0, a) for a in arguments]


def test_a_value_of_an_enumeration() -> None:
    assert offered(k.offer("o", k.NAME, who=MINE)) == [("o", 0, 0), ("o", 0, 1)]


def test_no_argument() -> None:
    assert offered(k.offer("o", k.REST)) == [("o", 0, -1), ("o", 1, -1), ("o", 2, -1)]


@pytest.mark.parametrize(
    ("act", "argument", "expected"),
    [
        (k.DRAW, k.number(2), [2]),
        (k.DRAW, k.number(9), [4]),
        (k.PLAY, k.card(k.LIGHT_3), [k.LIGHT_3]),
        (k.PLAY, k.card(k.BLANK), []),
        (k.PLAY, k.card(-1), []),
        (k.SHOW, k.variable(k.MARK), []),
        (k.PICK, k.variable(k.WHO), []),
        (k.PICK, e.Neighbor("left", k.ACTOR, k.MAYBE_PLAYER), [1]),
        (k.NAME, e.Constant(1, k.SHADES), [1]),
        (k.NAME, k.field(k.WAIT, 1), []),
    ],
)
def test_fixed_arguments(act: int, argument: e.Expr, expected: list[int]) -> None:
    assert offered(k.offer("o", act, who=MINE, argument=argument)) == [("o", 0, a) for a in expected]


def test_nothing_is_an_argument_only_where_the_act_takes_it() -> None:
    acts = tuple(replace(a, argument=k.MAYBE_SHADE) if i == k.NAME else a for i, a in enumerate(k.ACTS))
    fixed = k.offer("o", k.NAME, who=MINE, argument=e.Constant(-1, k.MAYBE_SHADE))
    assert legal(k.build(fixed, acts=acts)) == [("o", 0, -1)]
    free = k.offer("o", k.NAME, who=MINE)
    assert legal(k.build(free, acts=acts)) == [("o", 0, 0), ("o", 0, 1)]


def test_offers_of_the_top_situation_and_of_any_time() -> None:
    rules = (
        k.offer("always", k.REST, who=k.players(1)),
        k.offer("vote", k.REST, who=k.players(1), situations=(k.VOTE,)),
        k.offer("wait", k.REST, who=k.players(1), situations=(k.WAIT,)),
    )
    table = k.build(*rules)
    layout = Layout(table)
    assert [m[0] for m in legal(table, k.Position(layout))] == ["always"]
    assert [m[0] for m in legal(table, start(layout))] == ["always", "wait"]
    assert [m[0] for m in legal(table, start(layout).open(k.VOTE, 1))] == ["always", "vote"]
    between = k.Position(layout)
    between.s[ROUND] = 0
    assert [m[0] for m in legal(table, between)] == ["always"]
    over = start(layout)
    over.s[MATCH] = 0
    assert legal(table, over) == []


def test_a_guard_on_the_seat_and_the_argument() -> None:
    few = e.Compare(
        "<", e.CountCards(e.Place(k.HAND, k.ACTOR), e.Local(2, "it", k.CARD), None, Number(0, 8)), k.number(2), k.YES_NO
    )
    assert offered(k.offer("o", k.PLAY, guard=IS_DARK)) == [("o", 0, k.DARK_1)]
    assert offered(k.offer("o", k.PLAY, guard=few)) == [("o", 1, k.BLANK)]
    assert offered(k.offer("o", k.PLAY, guard=e.IsOpen(k.VOTE, k.YES_NO))) == []
    assert offered(k.offer("o", k.PICK, guard=k.same(k.PLAYER_ARGUMENT, k.owner(k.WAIT)))) == [("o", 1, 0), ("o", 2, 0)]
    assert offered(k.offer("o", k.PICK, guard=k.same(k.ACTOR, k.owner(k.WAIT)))) == [("o", 0, 1), ("o", 0, 2)]
    assert offered(k.offer("o", k.PICK, guard=k.same(k.ACTOR, k.variable(k.WHO)))) == []
    assert offered(k.offer("o", k.DRAW, who=MINE, guard=e.Compare("<", k.number(2), k.NUMBER_ARGUMENT, k.YES_NO))) == [
        ("o", 0, 3),
        ("o", 0, 4),
    ]


# -------------------------------------------------------------------------------------------- bans, replacements, obligations


def test_bans() -> None:
    play = k.offer("o", k.PLAY)
    hard = k.offer("hard", k.PLAY, manner=1)
    everything = [("o", 0, k.DARK_1), ("o", 0, k.LIGHT_3), ("o", 1, k.BLANK)]
    assert offered(play, k.ban("b", k.PLAY, IS_DARK)) == everything[1:]
    assert offered(play, k.ban("b", k.PLAY, who=MINE)) == everything[2:]
    assert offered(play, k.ban("b", None)) == []
    assert offered(play, k.ban("b", k.REST)) == everything
    assert offered(play, k.ban("b", k.PLAY, situations=(k.VOTE,))) == everything
    assert offered(play, k.ban("b", k.PLAY, situations=(k.WAIT, k.VOTE))) == []
    assert offered(play, k.ban("b", k.PLAY, k.same(k.ACTOR, k.seat(1)))) == everything[:2]
    assert [m[0] for m in offered(play, hard, k.ban("b", k.PLAY, manners=(1,)))] == ["o"] * 3
    assert offered(replace(play, info=k.info("o", despite=("kit.b",))), k.ban("b", None)) == everything


def test_an_offer_that_stands_instead() -> None:
    free = k.offer("a", k.PLAY, who=MINE, replaced_by=(1,))
    dark = k.offer("b", k.PLAY, who=MINE, guard=IS_DARK)
    assert offered(free, dark) == [("a", 0, k.LIGHT_3), ("b", 0, k.DARK_1)]
    assert offered(free, dark, k.ban("x", k.PLAY, IS_DARK)) == [("a", 0, k.LIGHT_3)]
    other_act = k.offer("b", k.SHOW, who=MINE)
    assert ("a", 0, k.DARK_1) in offered(free, other_act)


@pytest.mark.parametrize("fixed", [1, 4])
def test_fixed_and_free_arguments_push_each_other_aside(fixed: int) -> None:
    free = k.offer("free", k.DRAW, who=MINE, choices=(2, 4))
    one = k.offer("one", k.DRAW, who=MINE, argument=k.number(fixed))
    others = [("free", 0, a) for a in (2, 3, 4)]
    assert offered(replace(free, replaced_by=(1,)), one) == [m for m in others if m[2] != fixed] + [("one", 0, fixed)]
    kept = [] if fixed == 4 else [("one", 0, fixed)]
    assert offered(free, replace(one, replaced_by=(0,))) == others + kept
    low = k.offer("low", k.DRAW, who=MINE, choices=(1, 2))
    assert offered(replace(free, replaced_by=(1,)), low) == [
        ("free", 0, 3),
        ("free", 0, 4),
        ("low", 0, 1),
        ("low", 0, 2),
    ]


def test_a_fixed_argument_of_nothing_pushes_nothing_aside() -> None:
    free = k.offer("free", k.PICK, who=MINE, replaced_by=(1,))
    assert offered(free, k.offer("one", k.PICK, argument=k.variable(k.WHO))) == [("free", 0, 1), ("free", 0, 2)]


def test_who_stands_instead_may_be_pushed_aside_itself() -> None:
    """Then what it stood instead of stands again."""
    a = k.offer("a", k.REST, who=MINE, replaced_by=(1,))
    b = k.offer("b", k.REST, who=MINE, replaced_by=(2,))
    c = k.offer("c", k.REST, who=MINE)
    assert [m[0] for m in offered(a, b, c)] == ["a", "c"]
    assert [m[0] for m in offered(a, b, replace(c, guard=k.yes(False)))] == ["b"]


def test_an_obligation_of_the_top_situation() -> None:
    rules = (
        k.offer("always", k.REST),
        k.offer("may", k.DRAW, argument=k.number(1), situations=(k.WAIT,)),
        k.offer("mistake", k.REST, mode="mistake", situations=(k.WAIT,)),
        k.offer("must", k.PLAY, mode="must", situations=(k.WAIT,), guard=IS_DARK),
        k.offer("otherwise", k.PICK, mode="otherwise", situations=(k.WAIT,)),
    )
    found = offered(*rules)
    assert {m[0] for m in found if m[1] == 0} == {"always", "must", "mistake"}
    assert {m[0] for m in found if m[1] == 1} == {"always", "may", "mistake", "otherwise"}
    assert {m[0] for m in legal(k.build(*rules), mistakes=False) if m[1] == 0} == {"always", "must"}
    free = {m[0] for m in offered(*rules, k.ban("b", k.PLAY)) if m[1] == 0}
    assert free == {"always", "may", "mistake", "otherwise"}


# ----------------------------------------------------------------------------------------------------------------- cascades


def play(table: t.Table, move: Move, position: k.Position | None = None) -> tuple[k.Position, Trace]:
    """The position after a move, and what happened: the same on every executor."""
    results = []
    layout = Layout(table)
    for executor in k.executors(table):
        trace = Trace()
        state = (position or start(layout)).state
        assert move in executor.legal(state)
        results.append((executor.apply(state, move, None, trace), trace))
        assert executor.apply(state, move) == results[-1][0]
    assert results[0] == results[1]
    return k.Position(layout, results[0][0]), results[0][1]


def note(text: str) -> f.Effect:
    return f.Tell(text, k.players(1))


def test_the_order_of_a_move() -> None:
    acts = tuple(replace(a, effects=(note("act"),)) if i == k.REST else a for i, a in enumerate(k.ACTS))
    table = k.build(
        k.offer("o", k.REST, note("offer"), f.Begin(k.VOTE, k.players(1), ())),
        k.trigger("begun", t.SituationEvent("begins", k.VOTE), note("begins"), f.End(k.VOTE)),
        k.trigger("did", t.ActEvent(k.REST, 0), note("did")),
        k.trigger("taken", t.OfferEvent(0), note("taken")),
        k.trigger("ended", t.SituationEvent("ends", k.VOTE), note("ends")),
        k.trigger("settled", t.TableEvent("settles"), note("settles")),
        acts=acts,
    )
    _, trace = play(table, Move(0, 0, -1))
    assert [x for x, _ in trace.shown] == ["act", "offer", "begins", "did", "taken", "ends", "settles"]
    assert trace.fired == [f"kit.{x}" for x in ("o", "begun", "did", "taken", "ended", "settled")]


def test_a_card_that_stands_for_another() -> None:
    """The physical card moves; everything else sees what it stands for."""
    table = k.build(
        k.offer("o", k.PLAY, f.Assign(k.variable(k.MARK), k.CARD_ARGUMENT), stands_for=k.card(k.BLANK)),
        k.trigger(
            "heard",
            t.ActEvent(k.PLAY, 0),
            f.Assign(k.variable(k.NUMBER), k.number(10)),
            guard=k.same(k.CARD_ARGUMENT, k.card(k.BLANK)),
        ),
    )
    after, _ = play(table, Move(0, 0, k.LIGHT_3))
    assert (after.cards(k.PILE), after.get(k.MARK), after.get(k.NUMBER)) == ([k.LIGHT_3], k.BLANK, 10)


def test_guards_are_looked_at_when_their_turn_comes() -> None:
    first = f.Assign(k.variable(k.NUMBER), k.number(7))
    table = k.build(
        k.offer("o", k.REST),
        k.trigger("a", t.ActEvent(k.REST, 0), first),
        k.trigger("b", t.ActEvent(k.REST, 0), note("b"), guard=k.same(k.variable(k.NUMBER), k.number(7))),
        k.trigger("c", t.ActEvent(k.REST, 0), note("c"), guard=k.same(k.variable(k.NUMBER), k.number(3))),
    )
    _, trace = play(table, Move(0, 0, -1))
    assert trace.fired == ["kit.o", "kit.a", "kit.b"]


@pytest.mark.parametrize(("applies", "fired"), [(True, ["c"]), (False, ["b"])])
def test_a_trigger_that_stands_instead(applies: bool, fired: list[str]) -> None:
    """Who was replaced still stands instead of others."""
    event = t.ActEvent(k.REST, 0)
    table = k.build(
        k.offer("o", k.REST),
        k.trigger("c", event, guard=k.yes(applies)),
        k.trigger("b", event, replaced_by=(0,)),
        k.trigger("a", event, replaced_by=(1,)),
    )
    _, trace = play(table, Move(0, 0, -1))
    assert trace.fired == ["kit.o", *(f"kit.{x}" for x in fired)]


def test_a_replacement_holds_for_its_event_only() -> None:
    table = k.build(
        k.offer("o", k.REST),
        k.trigger("b", t.ActEvent(k.REST, 0)),
        k.trigger("a", (t.ActEvent(k.REST, 0), t.OfferEvent(0)), replaced_by=(0,)),
    )
    _, trace = play(table, Move(0, 0, -1))
    assert trace.fired == ["kit.o", "kit.b", "kit.a"]


def test_the_table_settles_once_and_only_with_one_situation_open() -> None:
    again = k.trigger("settles", t.TableEvent("settles"), f.Perform(k.REST, k.seat(0), None, 0, None))
    rules = (again, k.trigger("rested", t.ActEvent(k.REST, 0)))
    table = k.build(k.offer("o", k.DRAW), *rules)
    _, trace = play(table, Move(0, 0, 1))
    assert trace.fired == ["kit.o", "kit.settles", "kit.rested"]
    _, trace = play(table, Move(0, 0, 1), start(Layout(table)).open(k.VOTE, 1))
    assert trace.fired == ["kit.o"]
    between = k.Position(Layout(table), round_runs=False)
    _, trace = play(table, Move(0, 0, 1), between)
    assert trace.fired == ["kit.o"]


def test_what_moved_is_forgotten_at_rest() -> None:
    table = k.build(
        k.offer("o", k.PLAY),
        k.trigger("t", t.TableEvent("settles"), f.Assign(k.variable(k.MARK), e.Builtin("moved", k.MAYBE_CARD))),
    )
    after, _ = play(table, Move(0, 0, k.LIGHT_3))
    assert after.get(k.MARK) == k.LIGHT_3
    assert k.executors(table)[0].condition(after.state, e.Builtin("moved", k.MAYBE_CARD)) == -1


@dataclass(slots=True)
class Picky:
    """Chance that gives the highest kind, and breaks after some picks."""

    left: int

    def pick(self, pool: Pool | Values) -> int:
        """The highest kind."""
        if not self.left:
            raise LookupError
        self.left -= 1
        return max(pool)


def test_asked_chance_leaves_the_generator_alone() -> None:
    table = k.build(k.offer("o", k.DRAW))
    for executor in k.executors(table):
        before = start(Layout(table)).state
        after = executor.apply(before, Move(0, 0, 2), Picky(2))
        hand = k.Position(Layout(table), after).cards(k.HAND, 0)
        assert hand == [k.DARK_1, k.DARK_1, k.LIGHT_1, k.LIGHT_3, k.BLANK]
        assert after[0] == before[0]


def test_a_broken_cascade_leaves_nothing_behind() -> None:
    """Where chance gives up in the middle, the next move starts anew."""
    again = f.Perform(k.DRAW, k.ACTOR, k.number(1), 0, None)
    table = k.build(
        k.offer("draw", k.DRAW),
        k.offer("rest", k.REST),
        k.trigger("more", t.ActEvent(k.DRAW, 0), again, guard=e.IsOpen(k.WAIT, k.YES_NO)),
        k.trigger("settled", t.TableEvent("settles"), note("settled")),
    )
    for executor in k.executors(table):
        state = start(Layout(table)).state
        for picks in (0, 2):
            with pytest.raises(LookupError):
                executor.apply(state, Move(0, 0, 1), Picky(picks))
            trace = Trace()
            executor.apply(state, Move(1, 0, -1), None, trace)
            assert trace.fired == ["kit.rest", "kit.settled"]


def test_a_cascade_that_never_rests() -> None:
    """It is stopped, its rules are named, and the state before stands, whoever picks the cards."""
    table = k.build(
        k.offer("o", k.REST),
        k.trigger("back", t.ActEvent(k.DRAW, 0), f.Perform(k.REST, k.seat(0), None, 0, None)),
        k.trigger("forth", t.ActEvent(k.REST, 0), f.Perform(k.DRAW, k.seat(0), k.number(1), 0, None)),
        k.trigger("full", t.ActEvent(k.DRAW, 0), f.Gather(k.place(k.STOCK))),
    )
    for executor in k.executors(table):
        state = start(Layout(table)).state
        for chance in (None, Picky(limits.CASCADE_RULES)):
            with pytest.raises(EndlessCascade) as caught:
                executor.apply(state, Move(0, 0, -1), chance)
            assert caught.value.rules == ("kit.back", "kit.forth", "kit.full")
        assert executor.legal(state) == [Move(0, i, -1) for i in range(3)]
    table = k.build(k.trigger("again", t.TableEvent("round begins"), f.BeginRound()))
    for executor in k.executors(table):
        with pytest.raises(EndlessCascade) as caught:
            executor.happen(executor.blank(1), TABLE_EVENTS.index(t.TableEvent("round begins")))
        assert caught.value.rules == ("kit.again",)


def test_loops_may_stand_deep_inside_each_other() -> None:
    count = f.Assign(k.variable(k.NUMBER), e.Arithmetic("+", k.variable(k.NUMBER), k.number(1), Number(1, 11)))
    note_ = f.Tell("here", k.IN_PLAY_SET)
    deep: tuple[f.Effect, ...] = (count, note_)
    for index in range(30):
        local = e.Local(2 + index, "player", k.PLAYER)
        inner = (f.If(k.same(local, k.seat(1)), deep, ()),)
        deep = (f.ForEach(local, k.players(0b10), None, inner) if index % 2 else f.Repeat(k.number(1), None, deep),)
    last = e.Local(31, "player", k.PLAYER)
    seen = f.ForEach(last, k.players(0b100), None, (f.Tell("last", e.SetOf(last, k.PLAYERS)), *deep))
    after, trace = play(k.build(k.offer("o", k.REST, seen)), Move(0, 0, -1))
    assert after.get(k.NUMBER) == 4
    assert trace.shown == [("last", 0b100), ("here", 0b111)]


def test_questions_about_players_inside_each_other_stay_small() -> None:
    def nested(depth: int, index: int) -> e.Expr:
        they = e.Local(index, "they", k.PLAYER)
        inner = nested(depth - 1, index + 1) if depth else e.Member(they, k.variable(k.SET), k.YES_NO)
        found = e.PlayersWhere(k.IN_PLAY_SET, they, inner, k.PLAYERS)
        return e.Compare("<", k.number(0), e.SetSize(found, Number(0, 16)), k.YES_NO)

    table = k.build(k.trigger("t", t.TableEvent("settles"), guard=nested(6, 2)), seats=16)
    assert len(source(table)) < 100_000


def test_a_cascade_just_within_the_limit() -> None:
    """Two events for each step, and the steps are counted by a number; one more event is too many."""
    more = e.Arithmetic("+", k.variable(k.NUMBER), k.number(1), Number(1, 11))
    table = k.build(
        k.offer("o", k.REST),
        k.trigger(
            "on",
            t.ActEvent(k.REST, 0),
            f.Assign(k.variable(k.NUMBER), more),
            f.If(
                e.Compare("<", k.variable(k.NUMBER), k.number(10), k.YES_NO),
                (f.Perform(k.REST, k.seat(0), None, 0, None),),
                (),
            ),
        ),
    )
    after, trace = play(table, Move(0, 0, -1))
    assert (after.get(k.NUMBER), len(trace.fired)) == (10, 8)


# ------------------------------------------------------------------------------------------------------- what is generated


def test_no_name_of_a_rule_can_get_out_of_its_comment() -> None:
    bad = "kit.a\nimport os\r#'''\x0c\u2028x"
    offer = k.offer("o", k.REST, f.Tell('"""\n\\"; import os\u2029\ud800', k.players(1)))
    offer = replace(offer, info=replace(offer.info, name=bad))
    table = k.build(offer, k.trigger("t", t.OfferEvent(0)))
    names = {x for line in source(table).splitlines() for x in line.split("#")[0].split()}
    assert "import" not in names
    executor = Generated(table)
    trace = Trace()
    executor.apply(start(Layout(table)).state, Move(0, 0, -1), None, trace)
    assert trace.fired[0] == bad
    assert trace.shown == [('"""\n\\"; import os\u2029\ud800', 1)]


def test_large_sets_can_be_printed() -> None:
    """An act with a set of players: as many arguments as there are sets."""
    acts = tuple(replace(a, argument=k.PLAYERS) if i == k.NAME else a for i, a in enumerate(k.ACTS))
    table = k.build(k.offer("o", k.NAME, who=MINE), seats=14, acts=acts)
    executor = Generated(table)
    assert len(executor.legal(start(Layout(table)).state)) == 1 << 14


def test_the_same_table_gives_the_same_text() -> None:
    table = k.build(k.offer("o", k.PLAY, guard=IS_DARK), k.ban("b", k.PLAY, e.Not(IS_DARK, k.YES_NO)))
    assert source(table) == source(table)
    compile(source(table), "text", "exec")
