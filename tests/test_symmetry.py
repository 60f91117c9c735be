"""What rules cannot tell apart: the proof, and that the engine agrees with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests import engine_tables as k
from tests.engine_random import Maker
from tests.tables import table
from unodsl.commands.common import table_of
from unodsl.diagnostics import RulesError
from unodsl.engine import program as p
from unodsl.engine.api import State
from unodsl.engine.explore import MoveResult, Stepper
from unodsl.engine.explore_question import Question
from unodsl.engine.folding import Folding
from unodsl.engine.generated import Generated
from unodsl.engine.layout import MATCH, Layout
from unodsl.engine.lower_short import replaced
from unodsl.engine.packing import Packing
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.symmetry import symmetry, tells_seats_apart
from unodsl.model.table import Table
from unodsl.model.types import Card, Enumeration, Player, Players
from unodsl.model.walk import below

STACKING = Path(__file__).parent.parent / "benchmarks" / "stacking.uno"


def changes(folding: Folding) -> Iterator[tuple[str, int, int]]:
    """Turns by one seat, and exchanges of two values side by side in a class, as (what, class, value)."""
    if folding.seats > 1:
        yield "turn", 0, 0
    for number, x in enumerate(folding.classes):
        for first in range(len(x.values) - 1):
            yield "exchange", number, first


MOST = 400
"""Outcomes of a state that are looked at; states with more are passed by."""


def changed(folding: Folding, change: tuple[str, int, int], state: State) -> State:
    s = list(state)
    what, number, first = change
    if what == "turn":
        folding.turn(s, 1)
    else:
        x = folding.classes[number]
        folding.exchange(s, x, x.exchanged(first, first + 1))
    return tuple(s)


def following(stepper: Stepper, state: State) -> tuple[int, int, frozenset[State], int]:
    """The states that can follow, how many moves there are, and how many of them end the round or never end."""
    moves = list(stepper.legal(state))
    rests, others = [], 0
    for _, came, after in islice(stepper.outcomes(state, moves), MOST):
        if came is MoveResult.REST:
            rests.append(after)
        else:
            others += 1
    return len(moves), len(rests), frozenset(rests), others


def agrees(model: Table, start: State, random: Random, steps: int) -> int:
    """Walk at random, and see at each state that what follows on it, changed, follows on it when it is changed; how often."""
    proved = symmetry(model)
    layout = Layout(model)
    start = (0, *start[1:])
    folding = Folding(layout, proved, start)
    packing = Packing(layout, start, folding.also)
    stepper = Stepper(Question(model, start))
    seen = 0
    state = start
    for _ in range(steps):
        if not state[MATCH]:
            state = start
        *many, after, others = following(stepper, state)
        for change in changes(folding) if many[1] + others < MOST else ():
            other = changed(folding, change, state)
            found = following(stepper, other)
            assert found[:2] == tuple(many)
            assert found[3] == others
            assert found[2] == {changed(folding, change, x) for x in after}
            one, two = folding.folded(state, packing), folding.folded(other, packing)
            assert one == two
            assert packing.unpack(packing.pack(one)) == one
            seen += 1
        state = random.choice(sorted(after)) if after else start
    return seen


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("official", (), 2),
        ("official", ("official.jump-in", "official.swap-sevens"), 4),
        ("psycho", (), 3),
        ("power", (), 3),
        ("spicy", (), 2),
        ("drapegnik", (), 4),
    ],
)
def test_shipped_rulesets(game: str, options: tuple[str, ...], seats: int) -> None:
    known = {o.name for o in table(game, (), seats).options}
    model = table(game, tuple(o for o in options if o in known), seats)
    proved = symmetry(model)
    assert proved.values == ((0, (0, 1, 2, 3)),)
    assert proved.seats
    assert agrees(model, Generated(model).start(5), Random(1), 8) >= 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_classes_of_values(seats: int) -> None:
    model = table_of((STACKING,), (), {}, seats)[1]
    assert symmetry(model).values == ((0, (0, 1)), (1, (0, 1, 2)))
    assert agrees(model, Generated(model).start(3), Random(seats), 30) >= 30


@pytest.mark.slow
def test_options_of_the_shipped_rulesets() -> None:
    """Options are where somebody names a color, or the first of some players: what is still proved then must hold, too."""
    random = Random(7)
    looked_at = 0
    for game in ("official", "psycho", "power", "spicy", "drapegnik"):
        for option in random.sample(table(game, (), 4).options, 4):
            try:
                model = table(game, (option.name,), 4)
            except RulesError:
                # it needs others, or another number of seats
                continue
            looked_at += agrees(model, Generated(model).start(random.randrange(1000)), random, 1)
    assert looked_at > 25


@pytest.mark.parametrize("seed", range(120))
def test_random_rules(seed: int) -> None:
    maker = Maker(Random(seed))
    model = maker.table()
    if symmetry(model).anything:
        agrees(model, maker.state(Layout(model)), Random(seed), 6)


def nameless(model: Table) -> Table:
    """The same rules without a name of a seat, a card, or a value, over a deck in which both shades have the same cards."""
    by: dict[p.Node, p.Node] = {}
    for node in below((model.triggers, model.offers, model.bans, model.acts)):
        if isinstance(node, e.TheOne):
            by[node] = e.Constant(-1, k.MAYBE_PLAYER)  # type: ignore[index,assignment]
        if isinstance(node, e.Constant):
            if isinstance(node.type, Players):
                by[node] = k.IN_PLAY_SET  # type: ignore[index,assignment]
            elif isinstance(node.type, Player | Card | Enumeration):
                by[node] = replace(node, value=-1)  # type: ignore[index,assignment]
    kinds = tuple(replace(x, values=(1, 1)) if x.name == "light three" else x for x in model.deck.kinds)
    return replace(
        model,
        triggers=replaced(model.triggers, by),
        offers=replaced(model.offers, by),
        bans=replaced(model.bans, by),
        acts=replaced(model.acts, by),
        deck=replace(model.deck, kinds=kinds),
        situations=tuple(
            replace(x, fields=tuple(replace(y, starts=-1) if y.type == k.MAYBE_SHADE else y for y in x.fields))
            for x in model.situations
        ),
    )


def test_random_rules_that_do_not_name_anything() -> None:
    """Most random rules name a seat or a card. Without the names there is something to fold in many of them."""
    seats = values = 0
    for seed in range(150):
        maker = Maker(Random(seed))
        model = nameless(maker.table())
        proved = symmetry(model)
        if proved.anything:
            agrees(model, maker.state(Layout(model)), Random(seed), 5)
            seats += proved.seats
            values += bool(proved.values)
    assert seats > 10
    assert values > 10


# ------------------------------------------------------------------------------------------------------ what stands in the way


def proof_of(*effects: f.Effect, guard: e.Expr | None = None) -> tuple[bool, tuple[tuple[int, tuple[int, ...]], ...]]:
    """What is proved where a player who rests sets off some effects."""
    model = k.build(k.offer("rest", k.REST), k.trigger("then", t.ActEvent(k.REST, 0), *effects, guard=guard))
    found = symmetry(model)
    return found.seats, found.values


def test_a_named_seat() -> None:
    assert proof_of(f.Assign(k.variable(k.WHO), k.ACTOR))[0]
    assert not proof_of(f.Assign(k.variable(k.WHO), k.seat(1)))[0]


def test_the_first_of_some() -> None:
    first = e.TheOne(k.IN_PLAY_SET, k.MAYBE_PLAYER)
    assert not proof_of(f.Assign(k.variable(k.WHO), first))[0]


def test_going_round() -> None:
    one = e.Local(7, "one", k.PLAYER)
    each = f.ForEach(one, k.IN_PLAY_SET, None, (f.Assign(k.variable(k.SCORE, one), k.number(1)),))
    last = f.ForEach(one, k.IN_PLAY_SET, None, (f.Assign(k.variable(k.WHO), one),))
    draws = (f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.HAND, one)),)
    assert proof_of(each)[0]
    assert not proof_of(last)[0]
    assert not proof_of(f.ForEach(one, k.IN_PLAY_SET, None, draws))[0]
    assert proof_of(f.ForEach(one, k.IN_PLAY_SET, k.ACTOR, draws))[0]


def test_who_is_first_where_a_loop_asks_what_is_left() -> None:
    """In a later round somebody else may be first; whether the pile is empty then decides who gets no card."""
    one, card = e.Local(7, "one", k.PLAYER), e.Local(8, "card", k.CARD)
    left = e.CountCards(k.place(k.STOCK), card, None, k.number(0).type)
    some = e.Compare("<", k.number(0), left, k.YES_NO)
    draws = f.MoveTop(k.number(1), k.place(k.STOCK), k.place(k.HAND, one))
    model = k.build()
    assert not tells_seats_apart(model, f.ForEach(one, k.IN_PLAY_SET, None, (draws,)))
    assert tells_seats_apart(model, f.ForEach(one, k.IN_PLAY_SET, None, (f.If(some, (draws,), ()),)))
    own = e.CountCards(k.place(k.HAND, one), card, None, k.number(0).type)
    few = e.Compare("<", own, k.number(2), k.YES_NO)
    assert not tells_seats_apart(model, f.ForEach(one, k.IN_PLAY_SET, None, (f.If(few, (draws,), ()),)))


def test_a_named_value() -> None:
    top = e.TopCard(k.place(k.PILE), 0, k.MAYBE_CARD)
    dark = e.Compare("==", e.Attribute(0, top, k.MAYBE_SHADE), e.Constant(0, k.MAYBE_SHADE), k.YES_NO)
    same = e.Compare("==", e.Attribute(0, top, k.MAYBE_SHADE), e.Attribute(0, top, k.MAYBE_SHADE), k.YES_NO)
    twins = with_twins(k.build(k.offer("rest", k.REST), k.trigger("then", t.ActEvent(k.REST, 0), guard=same)))
    assert symmetry(twins).values == ((0, (0, 1)),)
    named = with_twins(k.build(k.offer("rest", k.REST), k.trigger("then", t.ActEvent(k.REST, 0), guard=dark)))
    assert symmetry(named).values == ()
    assert any("`dark`" in line for line in symmetry(named).against)
    # a condition that somebody asks beside the rules counts as well
    assert symmetry(twins, dark).values == ()


def with_twins(model: Table) -> Table:
    """The table with a deck in which both shades have the same cards, and no situation that begins with one of them."""
    kinds = (t.CardKind("dark one", (0, 0), 2), t.CardKind("light one", (1, 0), 2))
    situations = tuple(
        replace(x, fields=tuple(replace(y, starts=min(y.starts, 0)) for y in x.fields)) for x in model.situations
    )
    plain = tuple(
        replace(x, fields=tuple(replace(y, starts=-1) if y.type in (k.SHADES, k.MAYBE_SHADE) else y for y in x.fields))
        for x in situations
    )
    return replace(model, deck=replace(model.deck, kinds=kinds), situations=plain)


def test_cards_put_under_a_pile_lie_in_the_order_of_the_deck() -> None:
    under = f.MoveAll(0, k.place(k.STOCK), k.place(k.PILE))
    model = with_twins(k.build(k.offer("rest", k.REST), k.trigger("then", t.ActEvent(k.REST, 0), under)))
    assert symmetry(model).values == ()
    assert symmetry(model).seats


def test_going_through_cards_goes_by_the_order_of_the_deck() -> None:
    one = e.Local(7, "one", k.CARD)
    last = f.ForEachCard(one, e.Place(k.HAND, k.ACTOR), None, (f.Assign(k.variable(k.MARK), one),))
    model = with_twins(k.build(k.offer("rest", k.REST), k.trigger("then", t.ActEvent(k.REST, 0), last)))
    assert symmetry(model).values == ()
    assert symmetry(model).seats


def test_the_next_round_does_not_count() -> None:
    deal = k.trigger("deal", t.TableEvent("round begins"), f.Assign(k.variable(k.WHO), k.seat(0)))
    again = k.trigger("again", t.ActEvent(k.REST, 0), f.BeginRound())
    assert symmetry(k.build(k.offer("rest", k.REST), again, deal)).seats
