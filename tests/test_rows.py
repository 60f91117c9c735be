"""What is kept of each game: cards taken up and changes of the lead, as `Watch` says, and the row that they are part of."""

from __future__ import annotations

import pytest

from tests import engine_tables as k
from tests.tables import PAGES, table
from unodsl.engine.batch import (
    FIXED,
    LEADS,
    MOVES,
    ROUNDS,
    TAKEN,
    WON,
    Batch,
    Playing,
    Watch,
    kept_numbers,
    row_width,
)
from unodsl.engine.compiled import Compiled, available
from unodsl.engine.generated import Generated
from unodsl.engine.laying import lays, own_zones
from unodsl.engine.layout import IN_PLAY, ROUND, Layout
from unodsl.engine.slow import play_reference
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t


def layout() -> Layout:
    """The kit with a rule that draws and one that plays."""
    return Layout(k.build(k.offer("draw", k.DRAW), k.offer("play", k.PLAY)))


def hands(found: Layout, *cards: int, running: bool = True, in_play: int = 7) -> k.Position:
    """A position in which each seat holds so many cards."""
    position = k.Position(found)
    left = [kind for kind, copies in enumerate(found.copies) for _ in range(copies)]
    for seat, many in enumerate(cards):
        position.lay(k.HAND, seat, *(left.pop() for _ in range(many)))
    position.s[ROUND] = int(running)
    position.s[IN_PLAY] = in_play
    return position


def test_what_players_hold_is_what_acts_take_their_cards_from() -> None:
    model = layout().table
    assert own_zones(model) == (k.HAND,)
    assert lays(model) == (0, 1)
    assert kept_numbers(model) == (k.SCORE, k.DEBT)


ACTOR_HAND, PILE = k.place(k.HAND, k.ACTOR), k.place(k.PILE)
MOVED = f.MoveCard(k.CARD_ARGUMENT, ACTOR_HAND, PILE)
LOOK = k.act("look", k.CARD, origin=k.HAND)
LOOK_ACT = len(k.ACTS)
"""An act with a card that only looks at it."""

OTHERS = f.MoveCard(k.CARD_ARGUMENT, k.place(k.HAND, e.Neighbor("left", k.ACTOR, k.MAYBE_PLAYER)), PILE)


@pytest.mark.parametrize(
    ("effects", "rules", "expected"),
    [
        ((), (), 0),
        ((f.Show(k.CARD_ARGUMENT, k.IN_PLAY_SET), f.MoveTop(k.number(1), k.place(k.STOCK), ACTOR_HAND)), (), 0),
        ((MOVED,), (), 1),
        ((f.If(k.yes(), (), (MOVED,)),), (), 1),
        ((f.MoveCard(k.card(0), ACTOR_HAND, PILE),), (), 0),
        ((f.MoveCard(k.CARD_ARGUMENT, ACTOR_HAND, ACTOR_HAND),), (), 0),
        ((f.MoveCard(k.CARD_ARGUMENT, k.place(k.STOCK), ACTOR_HAND),), (), 0),
        ((OTHERS,), (), 0),
        ((f.MoveAll(0, ACTOR_HAND, PILE),), (), 0),
        ((), (k.trigger("looked", t.ActEvent(LOOK_ACT, 0), MOVED),), 1),
        ((), (k.trigger("taken-up", t.OfferEvent(0), MOVED),), 1),
        ((), (k.trigger("otherwise", t.ActEvent(k.REST, 0), MOVED),), 0),
        ((f.Perform(k.PLAY, k.ACTOR, k.CARD_ARGUMENT, 0, None),), (), 1),
        ((f.Perform(k.PLAY, k.ACTOR, k.card(0), 0, None),), (), 0),
        ((f.Perform(LOOK_ACT, k.ACTOR, k.CARD_ARGUMENT, 0, None),), (), 0),
    ],
)
def test_a_card_is_laid_where_it_leaves_the_hand(
    effects: tuple[f.Effect, ...], rules: tuple[t.Trigger, ...], expected: int
) -> None:
    """Whatever an act is called: what counts is that effects take the card out of what its player holds."""
    model = k.build(k.offer("look", LOOK_ACT, *effects), *rules, acts=(*k.ACTS, LOOK))
    assert lays(model) == (expected,)


def test_cards_that_lie_on_the_table_are_not_held() -> None:
    take = k.act("take", k.CARD, f.MoveCard(k.CARD_ARGUMENT, PILE, ACTOR_HAND), origin=k.PILE)
    lay = k.act("lay", k.CARD, f.MoveCard(k.CARD_ARGUMENT, PILE, k.place(k.STOCK)), origin=k.PILE)
    model = k.build(
        k.offer("play", k.PLAY), k.offer("take", LOOK_ACT), k.offer("lay", LOOK_ACT + 1), acts=(*k.ACTS, take, lay)
    )
    assert lays(model) == (1, 0, 0)


@pytest.mark.parametrize("page", PAGES)
def test_all_executors_see_the_same_cards_laid(page: str) -> None:
    model = table(page, (), 3)
    names = [o.info.name for o in model.offers]
    laid = dict(zip(names, lays(model), strict=True))
    assert laid[next(n for n in names if n.endswith(".play"))]
    playing = Playing(400, bot="shedding", each=True)
    found = Batch.of(model)
    play_reference(model, 1, playing, found)
    assert found == Generated(model).batch(range(1, 2), playing)


def test_the_shedding_bot_declines_nothing_while_it_can_play() -> None:
    """A card that is shown is not laid: matches end after hundreds of moves, not tens of thousands."""
    found = Generated(table("psycho", (), 4)).batch(range(1, 7), Playing(20_000, bot="shedding"))
    assert max(found.lengths) < 6000
    assert found.capped == 0


def test_taking_up_cards_counts_and_laying_one_does_not_hide_it() -> None:
    found = layout()
    watch = Watch(found)
    watch.observe(hands(found, 2, 2, 2).s, 0, True)
    watch.observe(hands(found, 3, 2, 2).s, 0, False)
    assert watch.taken == 1
    watch.observe(hands(found, 2, 2, 2).s, 1, False)
    assert watch.taken == 1
    # one is laid, and two are taken up
    watch.observe(hands(found, 1, 4, 2).s, 1, False)
    assert watch.taken == 3
    # hands are exchanged: nothing is taken up
    watch.observe(hands(found, 4, 1, 2).s, 0, False)
    assert watch.taken == 3
    # a new deal is no draw
    watch.observe(hands(found, 2, 3, 3).s, 0, True)
    assert watch.taken == 3


def test_the_lead_changes_when_another_holds_fewest() -> None:
    found = layout()
    watch = Watch(found)
    seen = []
    for cards in ((2, 2, 2), (1, 2, 2), (1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, 2), (2, 1, 2), (2, 2, 1)):
        watch.observe(hands(found, *cards).s, 0, False)
        seen.append(watch.changes)
    # at equal numbers whoever led last leads on; the first leader takes it from nobody
    assert seen == [0, 0, 0, 0, 1, 1, 1, 2]


def test_who_sits_out_does_not_lead_and_a_new_round_has_no_leader() -> None:
    found = layout()
    watch = Watch(found)
    watch.observe(hands(found, 0, 2, 3, in_play=6).s, 0, False)
    assert watch.leader == 1
    watch.observe(hands(found, 0, 3, 3, running=False).s, 0, False)
    assert (watch.leader, watch.changes) == (-1, 0)
    watch.observe(hands(found, 3, 3, 2).s, 0, False)
    assert (watch.leader, watch.changes) == (2, 0)
    watch.observe(hands(found, 1, 3, 2).s, 0, True)
    assert (watch.leader, watch.changes) == (0, 0)


@pytest.mark.parametrize("page", PAGES)
def test_rows_add_up_to_the_batch(page: str) -> None:
    model = table(page, (), 4)
    batch = Generated(model).batch(range(1, 9), Playing(1500, bot="shedding", each=True))
    width = row_width(model)
    rows = [batch.rows[i * width : (i + 1) * width] for i in range(8)]
    rules = len(batch.fired)
    assert width == FIXED + rules + 4
    assert [r[MOVES] for r in rows] == batch.lengths
    assert sum(r[ROUNDS] for r in rows) == batch.rounds
    assert [sum(r[FIXED + i] for r in rows) for i in range(rules)] == batch.fired
    assert [sum(r[WON] >> seat & 1 for r in rows) for seat in range(4)] == batch.wins
    assert all(r[TAKEN] > 0 for r in rows)
    assert sum(r[LEADS] for r in rows) > 0


@pytest.mark.skipif(not available(), reason="the extra `fast` is not installed")
def test_piles_in_front_of_players_count_in_compiled_games_too() -> None:
    """A zone of each player that lies face up, from which single cards are played, is held in order."""
    from dataclasses import replace

    acts = tuple(replace(a, origin=k.TRAY) if a.verb == "kit.play" else a for a in k.ACTS)
    take = f.MoveTop(k.number(1), k.place(k.PILE), k.place(k.TRAY, k.ACTOR))
    fill = f.MoveTop(k.number(2), k.place(k.STOCK), k.place(k.PILE))
    model = k.build(k.offer("play", k.PLAY), k.offer("rest", k.REST, fill, take), acts=acts)
    assert own_zones(model) == (k.TRAY,)
    found = Compiled(model, keep=False).batch(range(5), Playing(60, each=True))
    assert found == Generated(model).batch(range(5), Playing(60, each=True))
    assert sum(found.rows[i * row_width(model) + TAKEN] for i in range(5)) > 0
