"""Who takes part, and what is open, between two moves: what is claimed of it is true from the first move on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.invariants.decided import decided, pile_tops
from checker.invariants.participation import ROUND_RUNS, SOMETHING_OPEN, attendance
from checker.kernel.at_rest import accept_at_rest
from checker.kernel.obligations import Obligation
from checker.smt.at_rest import Rest, Steps
from tests import engine_tables as k
from tests.comparisons.equal_tables import context_of
from tests.tables import table
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t

WAITS = f.Begin(k.WAIT, k.seat(0), ())


def test_a_match_may_wait_before_its_first_round() -> None:
    first = k.trigger("first", t.TableEvent("match begins"), WAITS)
    ready = k.offer("ready", k.REST, f.BeginRound(), WAITS, situations=(k.WAIT,), who=k.IN_PLAY_SET)
    claims = attendance(context_of(k.build(first, ready))).claims
    assert ROUND_RUNS not in claims
    assert SOMETHING_OPEN in claims


def test_a_round_runs_where_it_begins_with_the_match() -> None:
    first = k.trigger("first", t.TableEvent("match begins"), f.BeginRound(), WAITS)
    claims = attendance(context_of(k.build(first))).claims
    assert {ROUND_RUNS, SOMETHING_OPEN} <= claims.keys()


MARK, PILE, STOCK = k.variable(k.MARK), k.place(k.PILE), k.place(k.STOCK)
TOP = e.TopCard(PILE, 0, k.MAYBE_CARD)
MARKS = f.Assign(MARK, k.CARD_ARGUMENT)
MARKS_TOP = f.Assign(MARK, TOP)
LAYS = f.MoveCard(k.CARD_ARGUMENT, k.place(k.HAND, k.ACTOR), PILE)
BEGINS = k.trigger("begins", t.TableEvent("match begins"), f.BeginRound(), WAITS)
PLAYED = t.ActEvent(k.PLAY, 0)

FOLLOWS: dict[str, tuple[bool, tuple[t.Trigger | t.Offer, ...]]] = {
    "with each move": (True, (k.offer("plays", k.PLAY, MARKS),)),
    "by a rule": (True, (k.offer("plays", k.PLAY), k.trigger("marks", PLAYED, MARKS))),
    "by a rule on a condition": (
        False,
        (k.offer("plays", k.PLAY), k.trigger("marks", PLAYED, MARKS, guard=k.same(k.variable(k.KEPT), k.number(1)))),
    ),
    "never": (True, (k.offer("plays", k.PLAY),)),
    "with another move": (False, (k.offer("plays", k.PLAY), k.offer("rests", k.REST, f.Assign(MARK, k.card(0))))),
    "turned over once more": (
        False,
        (k.offer("plays", k.PLAY, MARKS), k.trigger("turns", PLAYED, f.MoveTop(k.number(1), STOCK, PILE))),
    ),
    "turned over and looked at": (
        True,
        (
            k.offer("plays", k.PLAY, MARKS),
            k.trigger("turns", PLAYED, f.MoveTop(k.number(1), STOCK, PILE), MARKS_TOP),
        ),
    ),
    "shuffled": (False, (k.offer("plays", k.PLAY, MARKS, f.Shuffle(PILE)),)),
    "taken away": (False, (k.offer("plays", k.PLAY, MARKS, f.MoveAll(0, PILE, STOCK)),)),
    "of which the top stays": (True, (k.offer("plays", k.PLAY, MARKS, f.MoveAll(1, PILE, STOCK)),)),
    "repeatedly turned over": (
        False,
        (
            k.offer("plays", k.PLAY, MARKS),
            k.trigger("turns", PLAYED, f.Repeat(k.number(40), None, (f.MoveTop(k.number(1), STOCK, PILE),))),
        ),
    ),
    "turned over by rules in a circle": (
        False,
        (
            k.offer("plays", k.PLAY, MARKS),
            k.offer("rests", k.REST),
            k.trigger(
                "turns",
                t.ActEvent(k.REST, 0),
                f.MoveTop(k.number(1), STOCK, PILE),
                f.Perform(k.REST, k.ACTOR, None, 0, None),
            ),
        ),
    ),
    "laid there twice": (
        False,
        (k.offer("plays", k.PLAY, f.MoveTop(k.number(1), STOCK, PILE), LAYS, MARKS),),
    ),
    "gathered": (False, (k.offer("plays", k.PLAY, MARKS, f.Gather(STOCK)),)),
    "played again by a rule": (
        False,
        (
            k.offer("plays", k.PLAY, MARKS),
            k.trigger(
                "again",
                t.ActEvent(k.REST, 0),
                f.Perform(k.PLAY, k.ACTOR, k.card(0), 0, None),
                f.Assign(MARK, k.card(0)),
            ),
            k.offer("rests", k.REST),
        ),
    ),
    "moved before it is played": (
        False,
        (
            k.offer(
                "plays", k.PLAY, MARKS, f.MoveCard(k.card(0), k.place(k.HAND, k.ACTOR), PILE), f.Assign(MARK, k.card(0))
            ),
        ),
    ),
}
"""Rules, and whether what is marked is what lies on top of the pile between any two moves."""


@pytest.mark.parametrize("name", FOLLOWS)
def test_what_lies_on_a_pile_between_two_moves(name: str) -> None:
    so, rules = FOLLOWS[name]
    accepted = pile_tops(context_of(k.build(BEGINS, *rules)))
    assert (accepted is not None and Rest("top", k.MARK, k.PILE) in accepted.claims) is so


@pytest.mark.parametrize("card", [k.CARD_ARGUMENT, k.card(0)], ids=str)
def test_the_card_of_a_move_is_the_one_that_is_held(card: e.Expr) -> None:
    acts = tuple(replace(x, effects=()) if i == k.PLAY else x for i, x in enumerate(k.ACTS))
    plays = k.offer("plays", k.PLAY, f.MoveCard(card, k.place(k.HAND, k.ACTOR), PILE), MARKS)
    accepted = pile_tops(context_of(k.build(BEGINS, plays, acts=acts)))
    assert (accepted is not None and Rest("top", k.MARK, k.PILE) in accepted.claims) is (card is k.CARD_ARGUMENT)


def test_a_pile_of_a_family_is_followed_rule_by_rule() -> None:
    context = context_of(k.build(BEGINS, *FOLLOWS["by a rule"][1]))
    steps, claim = Steps(context.accepted), Rest("top", k.MARK, k.PILE)
    assert accept_at_rest(steps, [claim]) is not None
    assert accept_at_rest(steps.of_rules, [claim]) is None
    assert Steps(context_of(replace(context.table, features=(("option", k.FLAG),))).accepted).by_rule


def test_what_lies_beneath_the_turn_keeps_two_offers_apart() -> None:
    context = context_of(table("official", ("official.jump-in",), 3))
    answered = decided(context, Obligation("two outcomes", ("official.jump-in", "official.play")))
    assert answered.verdict == "impossible"
    assert answered.shown is not None
