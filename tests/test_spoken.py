"""Conditions of the language as players say them."""

from __future__ import annotations

import pytest

from checker.report.spoken import spoken


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (("number of cards in hand of ann is 5",), "ann has 5 cards in hand"),
        (("number of cards in hand of ann is 1", "turn of bob"), "ann has 1 card in hand; turn of bob"),
        (("number of red 5 in hand of bob is 0",), "bob has no red 5 in hand"),
        (("number of red 5 in discard pile is 2",), "2 of red 5 in discard pile"),
        (("number of cards in draw pile is 30",), "30 cards in draw pile"),
        (("naming on cyd", "naming is not open"), "naming waits for cyd; naming is not open"),
        (
            ("by take: number of cards in hand of ann is 3; turn of bob",),
            "by take: ann has 3 cards in hand; turn of bob",
        ),
        (("ann plays red 5: number of cards in row is 1",), "ann plays red 5: 1 card in row"),
        (("ann is in winners", "bob is not in winners"), "ann is a winner; bob is no winner"),
        (("ann is in players", "bob is not in players"), "ann takes part; bob takes no part any more"),
        (("score of ann is 12", "count of draw-due is 4"), "score of ann is 12; count of draw-due is 4"),
    ],
)
def test_facts_are_said_as_players_say_them(facts: tuple[str, ...], said: str) -> None:
    assert spoken(facts) == said
