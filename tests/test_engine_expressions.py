"""Every expression of the model, with the value that it must have, on every executor."""

from __future__ import annotations

import pytest

from tests import engine_tables as k
from unodsl.engine.layout import IN_PLAY, MATCH, TABLE_EVENTS, WINNERS, Layout
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

POSITION = TABLE_EVENTS.index(t.TableEvent("position"))
WIDE = Number(-1000, 1000)
IT, THEY = e.Local(2, "it", k.CARD), e.Local(3, "they", k.PLAYER)
FIRST, HAND_0 = k.card(k.DARK_1), k.place(k.HAND, 0)


def laid_out(layout: Layout) -> k.Position:
    """The position of all these tests: three seats, of which the last has left; cards, variables, and both situations."""
    position = (
        k.Position(layout)
        .lay(k.HAND, 0, k.DARK_1, k.DARK_1, k.LIGHT_3)
        .lay(k.HAND, 1, k.BLANK)
        .lay(k.PILE, 0, k.DARK_2, k.LIGHT_1)
        .lay(k.TRAY, 1, k.BLANK)
        .set(k.NUMBER, 4)
        .set(k.KEPT, -3)
        .set(k.SCORE, 7, 1)
        .set(k.SCORE, 9, 2)
        .set(k.FLAG, 1, 1)
        .set(k.MARK, k.LIGHT_3)
        .set(k.SET, 0b110)
        .open(k.WAIT, 1, 5, 1)
    )
    position.s[IN_PLAY], position.s[WINNERS] = 0b011, 0b100
    return position


def arithmetic(operator: str, left: int, right: int, type_: Number = WIDE) -> e.Expr:
    return e.Arithmetic(operator, k.number(left), k.number(right), type_)  # type: ignore[arg-type]


def compare(operator: str, left: int, right: int) -> e.Expr:
    return e.Compare(operator, k.number(left), k.number(right), k.YES_NO)  # type: ignore[arg-type]


def shade_of(card: e.Expr) -> e.Expr:
    return e.Attribute(0, card, k.MAYBE_SHADE)


def sign_number(card: e.Expr) -> e.Expr:
    return e.FaceNumber(1, card, Number(0, 3))


def count(place: e.Place, where: e.Expr | None = None) -> e.Expr:
    return e.CountCards(place, IT, where, Number(0, 8))


def over_cards(kind: str, place: e.Place, where: e.Expr | None = None) -> e.Expr:
    return e.OverCards(kind, place, IT, where, sign_number(IT), Number(0, 24))  # type: ignore[arg-type]


def over_players(kind: str, among: int, value: e.Expr) -> e.Expr:
    return e.OverPlayers(kind, k.players(among), THEY, value, Number(-60, 60))  # type: ignore[arg-type]


def neighbor(side: str, seat: int) -> e.Expr:
    return e.Neighbor(side, k.seat(seat), k.MAYBE_PLAYER)  # type: ignore[arg-type]


def operation(operator: str, left: int, right: int) -> e.Expr:
    return e.SetOperation(operator, k.players(left), k.players(right), k.PLAYERS)  # type: ignore[arg-type]


def top(place: e.Place, depth: int = 0) -> e.Expr:
    return e.TopCard(place, depth, k.MAYBE_CARD)


DARK = e.Constant(0, k.SHADES)
SCORE_OF_THEM = k.variable(k.SCORE, THEY)

NUMBERS: list[tuple[e.Expr, int]] = [
    (k.number(5), 5),
    (k.variable(k.NUMBER), 4),
    (k.variable(k.KEPT), -3),
    (k.variable(k.SCORE, k.seat(1)), 7),
    (k.variable(k.SCORE, neighbor("left", 0)), 7),
    (k.variable(k.SCORE, k.seat(-1)), 0),
    (k.variable(k.SCORE, neighbor("left", -1)), 0),
    (k.field(k.WAIT, 0), 5),
    (count(HAND_0), 3),
    (count(k.place(k.HAND, -1)), 0),
    (count(k.place(k.PILE)), 2),
    (count(k.place(k.STOCK)), 1),
    (count(HAND_0, k.same(shade_of(IT), DARK)), 2),
    (count(HAND_0, k.same(IT, k.variable(k.MARK))), 1),
    (count(k.place(k.PILE), k.same(shade_of(IT), shade_of(top(k.place(k.PILE))))), 1),
    (count(HAND_0, e.Compare("<", k.number(1), sign_number(IT), k.YES_NO)), 1),
    (count(k.place(k.HAND, 1), k.same(shade_of(IT), e.Constant(-1, k.MAYBE_SHADE))), 1),
    (count(HAND_0, e.IsOpen(k.WAIT, k.YES_NO)), 3),
    (count(HAND_0, e.IsOpen(k.VOTE, k.YES_NO)), 0),
    (over_cards("total", HAND_0), 5),
    (over_cards("highest", HAND_0), 3),
    (over_cards("lowest", HAND_0), 1),
    (over_cards("lowest", k.place(k.HAND, 1)), 0),
    (over_cards("total", HAND_0, k.same(shade_of(IT), DARK)), 2),
    (over_cards("total", k.place(k.HAND, -1)), 0),
    (over_cards("highest", k.place(k.HAND, 2)), 0),
    (e.OverCards("total", k.place(k.HAND, 2), IT, None, k.number(3), Number(3, 24)), 0),
    (e.OverCards("lowest", k.place(k.HAND, 2), IT, None, k.number(3), Number(3, 3)), 0),
    (e.OverCards("total", HAND_0, IT, None, k.variable(k.KEPT), Number(-5, 0)), -5),
    (over_players("total", 0b111, SCORE_OF_THEM), 16),
    (over_players("highest", 0b111, SCORE_OF_THEM), 9),
    (over_players("lowest", 0b110, SCORE_OF_THEM), 7),
    (over_players("lowest", 0, SCORE_OF_THEM), 0),
    (over_players("highest", 0b11, arithmetic("-", 0, 5)), -5),
    (over_players("total", 0b11, count(e.Place(k.HAND, THEY))), 4),
    (e.SetSize(k.players(0b101), Number(0, 3)), 2),
    (sign_number(k.card(k.LIGHT_3)), 3),
    (sign_number(k.card(k.BLANK)), 0),
    (sign_number(k.card(-1)), 0),
    (arithmetic("+", 2, 3), 5),
    (arithmetic("-", 2, 3), -1),
    (arithmetic("*", -2, 3), -6),
    (arithmetic("/", 7, 2), 3),
    (arithmetic("/", -7, 2), -4),
    (arithmetic("/", 7, 0), 0),
    (arithmetic("+", 900, 900), 1000),
    (arithmetic("-", 2, 3, Number(0, 5)), 0),
    (arithmetic("min", -2, 3), -2),
    (arithmetic("max", -2, 3), 3),
    (arithmetic("apart", -2, 3), 5),
    (arithmetic("apart", 3, -2), 5),
    (arithmetic("min", 4, 5, Number(0, 3)), 3),
    (e.Choose(k.yes(), k.number(1), k.number(2), WIDE), 1),
    (e.Choose(e.IsTop(k.VOTE, k.YES_NO), k.number(1), k.number(2), WIDE), 2),
    (e.Choose(e.Member(k.variable(k.WHO), k.variable(k.SET), k.YES_NO), k.number(1), k.number(2), WIDE), 2),
    (e.Choose(k.yes(), over_cards("total", HAND_0), k.number(0), WIDE), 5),
]

TRUTHS: list[tuple[e.Expr, int]] = [
    (k.variable(k.FLAG, k.seat(1)), 1),
    (k.variable(k.FLAG, k.seat(0)), 0),
    (e.IsOpen(k.WAIT, k.YES_NO), 1),
    (e.IsOpen(k.VOTE, k.YES_NO), 0),
    (e.IsTop(k.WAIT, k.YES_NO), 1),
    (e.Builtin("round over", k.YES_NO), 0),
    (e.Builtin("match over", k.YES_NO), 0),
    (e.Member(k.seat(2), k.variable(k.SET), k.YES_NO), 1),
    (e.Member(k.seat(0), k.variable(k.SET), k.YES_NO), 0),
    (e.Member(k.variable(k.WHO), k.variable(k.SET), k.YES_NO), 0),
    (e.Member(neighbor("left", 0), k.variable(k.SET), k.YES_NO), 1),
    (compare("==", 2, 2), 1),
    (compare("!=", 2, 2), 0),
    (compare("<", 1, 2), 1),
    (compare("<=", 3, 2), 0),
    (k.same(shade_of(k.card(k.BLANK)), shade_of(k.card(-1))), 1),
    (k.same(k.variable(k.MARK), k.card(k.LIGHT_3)), 1),
    (k.same(k.field(k.WAIT, 1), e.Constant(1, k.SHADES)), 1),
    (e.Not(k.yes(), k.YES_NO), 0),
    (e.Not(e.IsOpen(k.VOTE, k.YES_NO), k.YES_NO), 1),
    (e.Logic("and", (k.yes(), compare("<", 1, 2)), k.YES_NO), 1),
    (e.Logic("and", (compare("<", 1, 2), k.yes(False)), k.YES_NO), 0),
    (e.Logic("or", (k.yes(False), compare("<", 2, 1), e.IsTop(k.WAIT, k.YES_NO)), k.YES_NO), 1),
    (e.Logic("or", (k.yes(False), compare("<", 2, 1)), k.YES_NO), 0),
    (
        e.Logic(
            "or", (compare("<", 2, 1), e.Compare("<", k.number(4), over_cards("total", HAND_0), k.YES_NO)), k.YES_NO
        ),
        1,
    ),
    (
        e.Logic(
            "and", (compare("<", 1, 2), e.Compare("<", k.number(9), over_cards("total", HAND_0), k.YES_NO)), k.YES_NO
        ),
        0,
    ),
    (k.same(e.Not(k.yes(), k.YES_NO), k.variable(k.FLAG, k.seat(0))), 1),
    (k.same(e.Logic("and", (k.yes(), k.yes()), k.YES_NO), k.variable(k.FLAG, k.seat(1))), 1),
]

PLAYERS: list[tuple[e.Expr, int]] = [
    (k.variable(k.WHO), -1),
    (k.owner(k.WAIT), 1),
    (neighbor("left", 0), 1),
    (neighbor("left", 1), 0),
    (neighbor("right", 0), 1),
    (neighbor("left", 2), 0),
    (neighbor("right", 2), 1),
    (neighbor("left", -1), -1),
    (e.TheOne(k.players(0b110), k.MAYBE_PLAYER), 1),
    (e.TheOne(k.players(0), k.MAYBE_PLAYER), -1),
    (e.TheOne(k.variable(k.SET), k.MAYBE_PLAYER), 1),
]

SETS: list[tuple[e.Expr, int]] = [
    (k.variable(k.SET), 0b110),
    (k.owner(k.VOTE), 0),
    (k.field(k.VOTE, 0), 0),
    (e.Builtin("in play", k.PLAYERS), 0b011),
    (e.Builtin("winners", k.PLAYERS), 0b100),
    (e.SetOf(k.seat(2), k.PLAYERS), 0b100),
    (e.SetOf(k.variable(k.WHO), k.PLAYERS), 0),
    (operation("union", 0b110, 0b011), 0b111),
    (operation("intersection", 0b110, 0b011), 0b010),
    (operation("difference", 0b110, 0b011), 0b100),
    (e.PlayersWhere(k.players(0b111), THEY, e.Compare("<", k.number(0), SCORE_OF_THEM, k.YES_NO), k.PLAYERS), 0b110),
    (e.PlayersWhere(k.IN_PLAY_SET, THEY, k.same(count(e.Place(k.HAND, THEY)), k.number(1)), k.PLAYERS), 0b010),
    (e.PlayersWhere(k.players(0), THEY, k.yes(), k.PLAYERS), 0),
]

CARDS: list[tuple[e.Expr, int]] = [
    (k.variable(k.MARK), k.LIGHT_3),
    (e.Builtin("moved", k.MAYBE_CARD), -1),
    (top(k.place(k.PILE)), k.LIGHT_1),
    (top(k.place(k.PILE), 1), k.DARK_2),
    (top(k.place(k.PILE), 2), -1),
    (top(k.place(k.TRAY, 1)), k.BLANK),
    (top(k.place(k.TRAY, 0)), -1),
    (top(k.place(k.TRAY, -1)), -1),
    (top(e.Place(k.TRAY, neighbor("left", 0))), k.BLANK),
]


@pytest.mark.parametrize(
    ("expression", "expected", "index"),
    [
        *((x, v, k.KEPT) for x, v in NUMBERS),
        *((x, v, k.FLAG) for x, v in TRUTHS),
        *((x, v, k.WHO) for x, v in PLAYERS),
        *((x, v, k.SET) for x, v in SETS),
        *((x, v, k.MARK) for x, v in CARDS),
    ],
)
def test_value(expression: e.Expr, expected: int, index: int) -> None:
    """Asked for, assigned, and as part of a guard."""
    target = k.variable(index, k.seat(2) if index == k.FLAG else None)
    where = 2 if index == k.FLAG else 0
    is_so = k.same(expression, e.Constant(expected, expression.type))
    table = k.build(
        k.trigger("assign", t.TableEvent("position"), f.Assign(target, expression)),
        k.trigger("guard", t.TableEvent("match begins"), f.Assign(k.variable(k.NUMBER), k.number(10)), guard=is_so),
    )
    for executor in k.executors(table):
        layout = Layout(table)
        state = laid_out(layout).state
        assert executor.condition(state, expression) == expected
        after = k.Position(layout, executor.happen(state, POSITION))
        kept = max(-5, min(expected, 5)) if index == k.KEPT else expected
        assert after.get(index, where) == kept
        assert k.Position(layout, executor.happen(state, 0)).get(k.NUMBER) == 10


def test_over_at_the_end() -> None:
    table = k.build(
        k.trigger("end", t.TableEvent("position"), f.EndMatch(k.players(0b10))),
    )
    for executor in k.executors(table):
        after = executor.happen(laid_out(Layout(table)).state, POSITION)
        assert executor.condition(after, e.Builtin("match over", k.YES_NO)) == 1
        assert executor.condition(after, e.Builtin("round over", k.YES_NO)) == 1
        assert executor.condition(after, e.Builtin("winners", k.PLAYERS)) == 0b10
        assert after[MATCH] == 0


@pytest.mark.parametrize(
    ("act", "seat", "where", "expected"),
    [
        (k.PLAY, 1, None, 1),
        (k.PLAY, 0, None, 0),
        (k.PLAY, 1, k.same(IT, k.card(k.BLANK)), 1),
        (k.PLAY, 1, k.same(IT, FIRST), 0),
        (k.PLAY, -1, None, 0),
        (k.PLAY, 2, None, 0),
        (k.DRAW, 1, k.same(e.Local(2, "it", Number(1, 4)), k.number(3)), 1),
        (k.DRAW, 1, k.same(e.Local(2, "it", Number(1, 4)), k.number(2)), 0),
        (k.PICK, 0, k.same(e.Local(2, "it", k.PLAYER), k.seat(1)), 1),
        (k.PICK, 0, k.same(e.Local(2, "it", k.PLAYER), k.seat(0)), 0),
        (k.REST, 0, None, 0),
        (k.NAME, 1, None, 0),
    ],
)
def test_can(act: int, seat: int, where: e.Expr | None, expected: int) -> None:
    """Fixed arguments count as they are, mistakes do not count, nor what is banned."""
    argument = k.ACTS[act].argument
    can = e.Can(act, k.seat(seat), e.Local(2, "it", argument or k.YES_NO), where, k.YES_NO)
    table = k.build(
        k.trigger("can", t.TableEvent("position"), f.Assign(k.variable(k.NUMBER), k.number(10)), guard=can),
        k.offer("play", k.PLAY, who=e.SetOf(k.owner(k.WAIT), k.PLAYERS), situations=(k.WAIT,)),
        k.offer("draw", k.DRAW, argument=k.number(3)),
        k.offer("pick", k.PICK),
        k.offer("rest", k.REST, mode="mistake"),
        k.offer("name", k.NAME),
        k.ban("no-names", k.NAME),
    )
    for executor in k.executors(table):
        layout = Layout(table)
        state = laid_out(layout).state
        assert executor.condition(state, can) == expected
        assert (k.Position(layout, executor.happen(state, POSITION)).get(k.NUMBER) == 10) == bool(expected)
