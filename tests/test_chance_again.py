"""Numbers that are drawn once for all that ask with the same seed, and the cards of a set by number."""

import random

import pytest

from tests.tables import table
from unodsl.engine.cards import Pool
from unodsl.engine.chance import Again
from unodsl.engine.layout import layout_of
from unodsl.engine.values import code


@pytest.mark.parametrize("seed", range(6))
def test_the_same_numbers_come_as_from_the_generator_itself(seed: int) -> None:
    """Whatever they are below, and also for the second that asks."""
    chosen = random.Random(seed + 100)
    below = [chosen.choice([1, 2, 3, 7, 57, 255, 256, 257, 2**31]) for _ in range(120)]
    for _ in range(2):
        usual, again = random.Random(seed), Again(seed)
        assert [usual.randrange(n) for n in below] == [again.randrange(n) for n in below]


def test_there_is_no_number_below_nothing() -> None:
    with pytest.raises(ValueError, match="no number below 0"):
        Again(1).randrange(0)


def test_a_card_by_number_is_the_one_in_the_list() -> None:
    """Of sets with many cards and with few, each card."""
    layout, chosen = layout_of(table("official")), random.Random(3)
    for size in (1, 2, 9, 60, layout.table.deck.size):
        cards = layout.cards(chosen.sample(layout.listed(layout.all_cards), size))
        assert [layout.nth(cards, n) for n in range(size)] == layout.listed(cards)


def test_no_card_is_a_value_that_chance_drew() -> None:
    """What one way of doing a move drew, a die among it, is tried as what comes of the draw pile in the other."""
    layout = layout_of(table("official"))
    pool = Pool(layout, layout.all_cards)
    assert 0 in pool
    assert not any(code(site, value) in pool for site in range(3) for value in (0, 1, 6))
