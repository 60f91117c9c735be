"""The kernel accepts a bound of the cards in a hand exactly where play cannot exceed it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.context import Context
from checker.invariants.few_cards import bounded, never_so_many
from checker.kernel.accept import nothing_known
from checker.kernel.at_rest import accept_at_rest
from checker.kernel.obligations import Obligation
from checker.smt.at_rest import Rest, Steps
from tests.test_check_cases import FOLDER
from unodsl.resolve import TableSpec, load_project, resolve_table

RULES = """
use "base.uno"
options for base

option limit

  rule hand-limit
    any player cannot draw
    if number of cards in hand of player is at least 6

  rule go-without
    during turn
    its player may play star
    then over becomes yes

option first-draws-nothing

  rule first-draws-nothing
    (first of players) cannot draw

option seats-not-alike "A draw of the first player is another one"

  rule first-draws
    when player draws a number
    if player is first of players
    then top card becomes red 1

option two-at-a-time

  rule two-at-a-time
    during turn
    its player may draw 2
    then over becomes yes

option thrown-away

  rule thrown-away
    when the table settles
    before going-out
    if there is players where (number of cards in their hand is more than 4)
    then
      for each player in players where (number of cards in their hand is more than 4)
        move all from hand of player to discard pile

option drawn-again "Throwing a hand away and drawing two does not set itself off again"

  rule drawn-again
    when player draws a number
    if number of cards in hand of player is at least 6
    then move all from hand of player to discard pile
      player draws 2
      begin a round

option noted

  rule noted-within-a-move
    when player draws a number
    if number of cards in hand of player is more than 4
    then score of player += 1

  rule never-noted
    when player draws a number
    if number of cards in hand of player is at least 7
    then score of player += 1

option swapped

  rule swapped
    when player plays star
    then swap hand of player with hand of (left of player)

option one-more

  rule one-more
    when player plays star
    if number of cards in hand of (left of player) is at most 6
    then (left of player) draws 1

option taken

  rule taken
    when player plays star
    if number of cards in hand of (left of player) is at most 6
    then move top 1 from hand of player to hand of (left of player)

option handed-on

  rule handed-on
    when player plays star
    then give every hand to next player

option swapped-again

  rule swapped-again
    when player plays star
    then
      repeat 2 times
        swap hand of player with draw pile

option taken-by-whoever-has-few

  rule taken-by-whoever-has-few
    when player plays star
    then
      for each player
        if number of cards in hand of player is at most 2
          move top 1 from hand of (left of player) to hand of player
"""


@pytest.mark.parametrize(
    ("options", "most"),
    [
        (("limit",), 6),
        (("limit", "two-at-a-time"), 7),
        (("limit", "seats-not-alike"), 6),
        (("limit", "swapped"), 6),
        (("limit", "handed-on"), 6),
        (("thrown-away", "two-at-a-time"), 4),
        (("drawn-again",), 5),
        (("limit", "one-more"), 7),
        (("limit", "taken"), 7),
    ],
)
def test_the_least_bound_is_accepted(options: tuple[str, ...], most: int, tmp_path: Path) -> None:
    context = context_of(tmp_path, options)
    hand = next(i for i, zone in enumerate(context.table.zones) if zone.each_player)
    assert [n for n in (most - 1, most) if any(bounded(context, (hand, n)))] == [most]


@pytest.mark.parametrize("options", [("first-draws-nothing",), ("first-draws-nothing", "seats-not-alike")])
def test_a_ban_on_one_player_bounds_no_hand(options: tuple[str, ...], tmp_path: Path) -> None:
    context = context_of(tmp_path, options)
    hand = next(i for i, zone in enumerate(context.table.zones) if zone.each_player)
    assert not any(any(bounded(context, (hand, n))) for n in (5, 6, 7))


def test_a_hand_that_is_swapped_twice_may_be_of_any_size(tmp_path: Path) -> None:
    context = context_of(tmp_path, ("limit", "swapped-again"))
    hand = next(i for i, zone in enumerate(context.table.zones) if zone.each_player)
    assert not any(any(bounded(context, (hand, n))) for n in (6, 7, context.table.deck.size - 1))


def test_whose_hand_is_counted_first_may_matter(tmp_path: Path) -> None:
    """A loop over players that moves cards between hands begins at one seat, whoever has moved."""
    for option, same in (("thrown-away", True), ("taken-by-whoever-has-few", False)):
        context = context_of(tmp_path, (option,))
        hand = next(i for i, zone in enumerate(context.table.zones) if zone.each_player)
        steps = Steps(nothing_known(context.table, context.layout.depth)).following([Rest("few", hand)])
        plays = [x for x in context.table.offers if context.table.acts[x.act].origin == hand]
        assert plays
        assert all(steps.symmetric(x) for x in plays) == same


def test_cards_are_counted_in_zones_of_each_player_only(tmp_path: Path) -> None:
    context = context_of(tmp_path, ("limit",))
    steps = Steps(nothing_known(context.table, context.layout.depth))
    for zone, declared in enumerate(context.table.zones):
        if not declared.each_player:
            assert all(accept_at_rest(steps, [Rest("few", zone, n)]) is None for n in (-1, 0, 1))


def test_rules_in_any_order_do_not_say_which_of_them_run(tmp_path: Path) -> None:
    context = context_of(tmp_path, ("noted",))
    steps = Steps(nothing_known(context.table, context.layout.depth), by_rule=True)
    assert context.table.triggers
    for trigger in range(len(context.table.triggers)):
        assert not steps.never("runs", lambda x, i=trigger: x.may_run(i), [])  # type: ignore[misc]


def test_a_hand_is_larger_within_a_move_than_after_it(tmp_path: Path) -> None:
    context = context_of(tmp_path, ("thrown-away", "two-at-a-time", "noted"))
    never = [
        name
        for name in ("noted-within-a-move", "never-noted")
        if never_so_many(context, Obligation("runs", (f"rules.{name}",))) is not None
    ]
    assert never == ["never-noted"]


def context_of(folder: Path, options: tuple[str, ...]) -> Context:
    """A table of the rules above at two seats, without play."""
    (folder / "base.uno").write_text((FOLDER / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    file = folder / "rules.uno"
    file.write_text(RULES, encoding="utf-8")
    project = load_project([file])
    spec = TableSpec(options=tuple(f"rules.{x}" for x in options), seats=2)
    return Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=0)
