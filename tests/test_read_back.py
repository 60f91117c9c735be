"""A line that help offers for a line of a rule means something at that file; help that offers none is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_slips import START, helped, lines_of, mistakes

WITHOUT = {
    "effects": ["change color", "current color becomes same", "loser draws 1"],
    "conditions": ["current color is the same", "score of player is more than hundred"],
    "events": ["cards are dealt", "hands are swapped"],
}
"""Lines whose help was one word that looks alike, or the line itself in another place, and meant nothing."""


@pytest.mark.parametrize("kind", WITHOUT)
def test_help_that_means_nothing_is_left_out(kind: str, tmp_path: Path) -> None:
    assert {x: helped(tmp_path, lines_of(kind, x)) for x in WITHOUT[kind]} == dict.fromkeys(WITHOUT[kind])


def test_what_is_wrong_with_an_offered_line_is_said(tmp_path: Path) -> None:
    told = helped(tmp_path, lines_of("conditions", "the card is greater than 5"))
    assert told == "write `the card is more than 5`; the number that it shows is `number of face of the card`"
    assert helped(tmp_path, lines_of("events", "five is played")) == "say who does it: `when player plays 5`"
    below = "what is so is a condition, and stands below what happens: `if number of cards in hand of player is 1`"
    assert helped(tmp_path, lines_of("events", "player has uno")) == below


REFUSED = {
    "effects": ["swap hand of player with hand of player", "move all from hand of player to hand of player"],
    "conditions": ["the card is colored", "draw-due is on player"],
    "events": ["player plays its card"],
}
"""Lines that say nothing, or that nobody can guess."""


@pytest.mark.parametrize("kind", REFUSED)
def test_what_says_nothing_is_refused(kind: str, tmp_path: Path) -> None:
    for line in REFUSED[kind]:
        assert mistakes(tmp_path, START + lines_of(kind, line)), line


def test_another_mistake_in_a_condition_takes_no_help_away(tmp_path: Path) -> None:
    lucky = "  variable lucky of each player: yes or no\n"
    two = lucky + lines_of("conditions", "lucky is false and hand of player is more than 2")
    assert helped(tmp_path, two) == "write `no`"
    # what the help itself gets wrong still takes it away
    assert helped(tmp_path, lines_of("conditions", "current color is the same and dealer is player")) is None
