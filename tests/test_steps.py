"""The post-image of moves: whatever really comes of a move, by rules that hear of it at any remove, is among what the steps say.

One table for each event: the move lets it happen, the rule that hears it leaves a mark, and without that rule the mark would be another.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import engine_tables as k
from tests.comparisons import post_image, reading
from tests.comparisons.pinned import Pinned
from tests.comparisons.subject import Subject
from tests.effort import examples
from unodsl.engine import chance as rng
from unodsl.engine.layout import IN_PLAY
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number

WHO = k.variable(k.WHO)
MARK = f.Assign(WHO, k.seat(1))
CLEAN = f.Assign(WHO, k.seat(-1))
ALL_VOTE = f.Begin(k.VOTE, k.IN_PLAY_SET, ())
ONE_WAITS = f.Begin(k.WAIT, k.seat(0), ())

EVENTS: dict[t.Event, tuple[f.Effect, ...]] = {
    t.ActEvent(k.REST, 0): (),
    t.ActEvent(k.NAME, 0): (f.Perform(k.NAME, k.ACTOR, e.Constant(0, k.SHADES), 0, None),),
    t.OfferEvent(0): (),
    t.SituationEvent("begins", k.WAIT): (ONE_WAITS,),
    t.SituationEvent("ends", k.WAIT): (ONE_WAITS, f.End(k.WAIT)),
    t.SituationEvent("passes", k.WAIT): (ONE_WAITS, f.Assign(k.owner(k.WAIT), k.seat(1))),
    t.SituationEvent("completes", k.VOTE): (
        f.Begin(k.VOTE, k.players(1), ()),
        f.ChangeSet("exclude", k.seat(0), k.owner(k.VOTE)),
    ),
    t.TableEvent("round begins"): (f.BeginRound(), CLEAN),
    t.TableEvent("round ends"): (f.EndRound(k.players(1)),),
    t.TableEvent("match ends"): (f.EndMatch(k.players(1)),),
    t.TableEvent("settles"): (),
    t.TableEvent("leaves"): (f.Seating("remove", k.seat(2)),),
    t.TableEvent("joins"): (f.Seating("remove", k.seat(2)), f.Seating("seat", k.seat(2))),
}
"""What lets each event happen."""


def compared(table: t.Table) -> int:
    """How many moves of random games were compared; none of them may differ."""
    made = 0
    for seed in range(examples(1, 3)):
        subject = Subject(table, seed)
        post_image.moves(subject)
        assert [x.words for x in subject.tally.differences] == []
        made += subject.tally.compared[": moves"]
    return made


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_what_rules_do_that_hear_of_a_move(event: t.Event) -> None:
    begins = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound())
    rest = k.offer("rest", k.REST, CLEAN, *EVENTS[event])
    hears = k.trigger("hears", event, MARK)
    table = k.build(begins, rest, hears)
    # (the rule does run)
    subject = Subject(table, 0)
    assert any(x.move is not None and any(r.trigger == 1 for r in x.ran) for x in subject.steps)
    assert compared(table) >= 3


def test_cards_that_nobody_gets_stay_where_they_are() -> None:
    begins = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound())
    # (who may have cards is followed where players may leave)
    gathers = f.Gather(k.place(k.HAND, -1)), f.Seating("remove", k.seat(-1))
    subject = Subject(k.build(begins, k.offer("rest", k.REST, *gathers)), 0)
    for _ in range(10):
        post_image.block_compared(
            subject, reading.reader_of(subject), gathers[:1], tuple(subject.some_state()), {0: 0, 1: -1}
        )
    assert [x.words for x in subject.tally.differences] == []


def test_a_rule_runs_unless_one_instead_of_it_has() -> None:
    begins = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound())
    rest = k.offer("rest", k.REST, CLEAN)
    event = t.ActEvent(k.REST, 0)
    for guard in (k.yes(), k.yes(False)):
        first = k.trigger("first", event, MARK, guard=guard)
        second = k.trigger("second", event, f.Assign(WHO, k.seat(2)), replaced_by=(1,))
        assert compared(k.build(begins, rest, first, second)) >= 3


def test_what_lies_under_what_is_closed_is_on_top() -> None:
    # (of three that are open: of two, whatever is left is both the lowest and alone)
    table = replace(k.build(BEGINS), situations=(*k.SITUATIONS, replace(k.SITUATIONS[k.WAIT], name="third")))
    subject = Subject(table, 0)
    position = k.Position(subject.layout).open(k.VOTE, 1).open(k.WAIT, 1).open(2, 1)
    for situation in range(3):
        post_image.block_compared(subject, reading.reader_of(subject), (f.End(situation),), position.state, {})
    assert [x.words for x in subject.tally.differences] == []


def test_chance_draws_any_of_some_values() -> None:
    shade = e.Local(2, "shade", k.SHADES)
    block = (f.AtRandom(shade, (0, 1), (f.Begin(k.WAIT, k.seat(0), ((1, shade),)),)),)
    subject = Subject(k.build(BEGINS, k.offer("draws", k.REST, *block)), 0)
    for seed in range(12):
        state = (*subject.layout.blank(rng.seeded(seed)),)
        post_image.block_compared(subject, reading.reader_of(subject), block, state, {})
    assert [x.words for x in subject.tally.differences] == []


def test_rules_hear_of_the_card_that_is_stood_for() -> None:
    subject = Subject(k.build(BEGINS), 0)
    position = k.Position(subject.layout).lay(k.HAND, 0, 0)
    block = (f.Perform(k.PLAY, k.seat(0), k.card(0), 0, k.card(1)),)
    post_image.block_compared(subject, reading.reader_of(subject), block, position.state, {})
    assert [x.words for x in subject.tally.differences] == []


def moves_compared(table: t.Table) -> None:
    """Which moves are legal at random states, as the reader says and as the executor does."""
    for seed in range(4):
        subject = Subject(table, seed)
        reading.moves(subject)
        assert [x.words for x in subject.tally.differences] == []
        assert subject.tally.compared[": nothing keeps it back"] >= 3


BEGINS = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound(), ONE_WAITS)


def test_a_rule_replaces_the_same_move_only() -> None:
    dark = e.Compare("==", k.SHADE_ARGUMENT, e.Constant(0, k.SHADES), k.YES_NO)
    names, other = k.offer("names", k.NAME, replaced_by=(1,)), k.offer("other", k.NAME, guard=dark)
    moves_compared(k.build(BEGINS, names, other))


def test_what_must_be_done_keeps_back_what_its_situation_offers() -> None:
    must = k.offer("must", k.REST, mode="must", situations=(k.WAIT,))
    modes: tuple[t.OfferMode, ...] = ("must", "mistake", "aside")
    others = [
        *(k.offer("other", k.NAME, mode=mode, situations=(k.WAIT,)) for mode in modes),
        k.offer("may", k.NAME, situations=(k.WAIT,)),
        k.offer("at any time", k.DRAW),
        k.offer("elsewhere", k.PICK, situations=(k.VOTE, k.WAIT)),
        k.offer("otherwise", k.BID, mode="otherwise", situations=(k.WAIT,)),
    ]
    for other in others:
        moves_compared(k.build(BEGINS, must, other))


def test_whoever_may_pick_themselves() -> None:
    acts = tuple(replace(x, excludes_self=False) if i == k.PICK else x for i, x in enumerate(k.ACTS))
    moves_compared(k.build(BEGINS, k.offer("picks", k.PICK, guard=k.same(k.PLAYER_ARGUMENT, k.ACTOR)), acts=acts))


def test_what_absent_players_may_do() -> None:
    leaves = k.trigger("leaves", t.ActEvent(k.REST, 0), f.Seating("remove", k.seat(1)))
    back = k.offer("back", k.NAME, who=k.players(7), absent=True)
    moves_compared(k.build(BEGINS, leaves, k.offer("rests", k.REST), back))


PICKED = e.Local(2, "it", k.CARD)
FACE = e.FaceNumber(1, PICKED, Number(0, 3))
EXPRESSIONS: dict[str, e.Expr] = {
    "sets that differ": e.Compare("!=", k.variable(k.SET), k.IN_PLAY_SET, k.YES_NO),
    "sets that are the same": e.Compare("==", k.variable(k.SET), k.IN_PLAY_SET, k.YES_NO),
    "a total at its end": e.OverCards("total", k.place(k.STOCK), PICKED, None, FACE, Number(0, 4)),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expressions_that_random_tables_rarely_have(name: str) -> None:
    subject = Subject(k.build(), 1)
    reader, x = reading.reader_of(subject), EXPRESSIONS[name]
    found = set()
    for number in range(12):
        state = list(subject.some_state())
        if number % 3 == 0:
            state[subject.layout.variable[k.SET]] = state[IN_PLAY]
        expected = subject.reference.condition(tuple(state), x, (0, 0))
        pinned = Pinned(reader.st, subject.layout, tuple(state))
        assert pinned.value(reader.term(x, {0: 0, 1: 0})) == expected
        found.add(expected)
    assert len(found) > 1


@pytest.mark.parametrize("backward", [None, k.yes(), k.yes(False), k.same(WHO, k.seat(-1))], ids=str)
def test_players_are_gone_through_in_the_order_of_seats(backward: e.Expr | None) -> None:
    they = e.Local(2, "they", k.PLAYER)
    goes = f.ForEach(they, k.IN_PLAY_SET, k.seat(1), (f.Assign(WHO, they),), backward)
    assert compared(k.build(BEGINS, k.offer("rests", k.REST, CLEAN, goes))) >= 3
